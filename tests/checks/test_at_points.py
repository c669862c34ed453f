"""Formulas at many points at once: the same values, to the last bit, as at each point by itself."""

from hypothesis import given
from hypothesis import strategies as st

from mechanics.checks.at_points import real_values
from mechanics.checks.evaluate import Undefined, number, real_value
from mechanics.formulas.tree import FUNCTIONS

LEAVES = st.one_of(
    st.sampled_from(["a", "b", "pi"]),
    st.integers(-9, 9),
    st.floats(-3, 3, allow_nan=False),
    st.just(["rat", 2, 3]),
    st.just(["num", "0.70710678118654752440084436210485"]),
)
NUMBERS = st.one_of(st.integers(-3, 3).map(str), st.floats(-40, 40).map(lambda x: f"{x:.5f}"))


def grown(parts: st.SearchStrategy) -> st.SearchStrategy:
    """Trees from smaller ones; powers also by numbers that are no integers, or large."""
    exponents = st.one_of(st.integers(-4, 4), st.sampled_from([["rat", 1, 2], -1, 400, 30_000]), parts)
    return st.one_of(
        st.lists(parts, min_size=1, max_size=4).map(lambda terms: ["+", *terms]),
        st.lists(parts, min_size=1, max_size=4).map(lambda factors: ["*", *factors]),
        st.tuples(parts, exponents).map(lambda pair: ["^", *pair]),
        *(
            st.lists(parts, min_size=count, max_size=count).map(lambda parts, name=name: [name, *parts])
            for name, count in FUNCTIONS.items()
        ),
    )


@given(st.recursive(LEAVES, grown, max_leaves=12), st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=4))
def test_together_is_the_same_as_one_by_one(tree: object, pairs: list[tuple[str, str]]) -> None:
    """Also where some of the points, or all of them, give no real number."""
    points = [{"a": number(a), "b": number(b)} for a, b in pairs]
    together = real_values(tree, points)
    for point, value in zip(points, together, strict=True):
        try:
            alone = real_value(tree, point)
        except Undefined:
            alone = None
        assert (value is None) == (alone is None) and (alone is None or value._mpf_ == alone._mpf_), (
            f"{tree} at {point}: together {value}, alone {alone}"
        )
