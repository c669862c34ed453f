"""Axes of plots: whatever the numbers are, there is a range with readable ticks."""

import pytest

from tests.drawing.engine import in_node

CASES = {
    "ordinary": (-1.0, 2.0),
    "constant": (4.5096345, 4.5096346),
    "negative constant": (-8.0, -8.0),
    "zero": (0.0, 0.0),
    "rounding around zero": (-3e-16, 6e-15),
    "denormal": (0.0, 5e-324),
    "infinite": ("-Infinity", "Infinity"),
    "as large as numbers go": (-1.7e308, 1.7e308),
    "not a number": ("NaN", "NaN"),
    "no value at all": ("Infinity", "-Infinity"),
    "far from zero": (1.0e5, 1.2e5),
}


@pytest.fixture(scope="module")
def axes(tmp_path_factory):
    script = """
    tell(Object.fromEntries(Object.entries(given).map(([name, ends]) => {
      const range = settledRange(undefined, ...ends.map(Number));
      const { values, step } = ticks(...range, 4);
      return [name, { range, ticks: values, texts: values.map((v) => numberText(v, step)) }];
    })));
    """
    return in_node(tmp_path_factory.mktemp("plots"), script, CASES)


@pytest.mark.parametrize("name", CASES)
def test_every_range_has_ticks_that_differ(axes, name):
    low, high = axes[name]["range"]
    assert high > low
    texts = axes[name]["texts"]
    assert 2 <= len(texts) <= 20
    assert len(set(texts)) == len(texts), f"two ticks read the same: {texts}"


@pytest.mark.parametrize(("name", "value"), [("constant", 4.51), ("negative constant", -8.0)])
def test_a_constant_is_shown_from_zero_on(axes, name, value):
    low, high = axes[name]["range"]
    assert low <= 0 <= high and low < value < high
    assert high - low > abs(value), "an axis for the last digits"


def test_rounding_is_shown_as_zero(axes):
    assert axes["rounding around zero"]["range"] == axes["zero"]["range"]
