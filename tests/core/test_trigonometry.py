"""`shortest` keeps the value of an expression and never makes it longer."""

import random

import pytest
import symengine as se
from hypothesis import given
from hypothesis import strategies as st

from mechanics.trigonometry import shortest

A, B, X, M = se.symbols("a b x m")
POINTS = [{A: random.Random(k).uniform(-3, 3), B: 0.7 - k, X: 0.3 + k, M: 1.5 * k + 0.2} for k in range(4)]


def value(expression, point) -> float:
    return float(se.sympify(expression).subs(point).n(53, real=True))


def check(expression) -> None:
    short = shortest(se.sympify(expression))
    for point in POINTS:
        expected = value(expression, point)
        assert value(short, point) == pytest.approx(expected, rel=1e-9, abs=1e-9), f"{expression} became {short}"
    assert se.count_ops(short) <= se.count_ops(se.sympify(expression)), f"{expression} became longer: {short}"


ANGLES = st.sampled_from([A, B, A + B, A - B, 2 * A, A + 2 * B, X * A, A / 2, A + 1])
ATOMS = st.one_of(
    ANGLES.map(se.sin),
    ANGLES.map(se.cos),
    st.sampled_from([X, M, 1 / M, se.sqrt(M), se.Abs(X), A]),
    st.integers(-3, 3).map(se.Integer),
    st.sampled_from([se.Rational(1, 2), se.Rational(-2, 3)]),
)
POWERS = st.tuples(ATOMS, st.integers(1, 4)).map(lambda p: p[0] ** p[1])
TERMS = st.lists(POWERS, min_size=1, max_size=4).map(lambda factors: se.Mul(*factors))
SUMS = st.lists(TERMS, min_size=1, max_size=5).map(lambda terms: se.Add(*terms))


@given(SUMS)
def test_sums_keep_their_value_and_get_no_longer(expression):
    check(expression)


@given(SUMS, SUMS, st.integers(0, 3))
def test_nested_products_keep_their_value(a, b, n):
    check(a * b)
    check((a + X) ** n * M + b)


@given(SUMS)
def test_shortest_of_the_shortest_is_as_short(expression):
    once = shortest(expression)
    assert se.count_ops(shortest(once)) <= se.count_ops(once)


@pytest.mark.parametrize(
    "long, short",
    [
        (se.sin(A) ** 2 + se.cos(A) ** 2, "1"),
        (M * se.sin(A) ** 2 * X**2 + M * se.cos(A) ** 2 * X**2, "M*X**2"),
        (se.cos(A) * se.cos(B) + se.sin(A) * se.sin(B), "cos(a - b)"),
        (se.sin(A + B) * se.cos(A) - se.cos(A + B) * se.sin(A), "sin(b)"),
        (se.sin(A) ** 4 - se.cos(A) ** 4 + 2 * se.cos(A) ** 2, "1"),
        (M - M * se.cos(A) ** 2, "m*sin(a)**2"),
    ],
)
def test_known_identities_are_found(long, short):
    expected = se.sympify(short.replace("M", "m").replace("X", "x"))
    found = shortest(long)
    assert se.expand(found - expected) == 0, f"{long} became {found}, not {short}"


def test_atoms_and_expressions_without_angles_stay():
    assert shortest(X) == X and shortest(se.Integer(3)) == 3
    assert shortest(M * X + M) in (M * X + M, M * (X + 1))
    check(se.exp(X) / (1 + se.log(M) ** 2))


def test_an_angle_that_is_no_integer_sum_is_left_alone():
    check(se.sin(X * A) * se.cos(B) + se.sin(se.pi / 3 + A) ** 2)


def test_squares_of_sums_are_found():
    """A distance in the plane stays as short as it was before it was multiplied out."""
    arm = (A - X * se.sin(B)) ** 2 + M**2
    assert se.count_ops(shortest(se.expand(arm))) == se.count_ops(arm)
    check(se.expand(arm * M))


def test_a_body_that_turns_about_three_axes_is_found_to_move_in_one():
    """cos² and sin² of one angle add up only after those of another did."""
    a, b, c = se.symbols("a b c")
    column = [se.cos(a) * se.cos(b) * se.cos(c), se.sin(a) * se.cos(b) * se.cos(c), se.sin(b) * se.cos(c)]
    assert shortest(se.Add(*(x**2 for x in column))) == se.cos(c) ** 2
