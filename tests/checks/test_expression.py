"""Text becomes a sympy expression: exact, in the symbols that are given, and harmless."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics.formulas.expression import expression
from mechanics.formulas.tree import TreeError

X, Y = sp.symbols("x y", real=True)
NAMES = {"x": X, "y": Y}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2*x*y", 2 * X * Y),
        ("x^2".replace("^", "**"), X**2),
        ("0.1*x + 0.2*x - 0.3*x", 0),
        ("1/3 + y/2", sp.Rational(1, 3) + Y / 2),
        ("-sin(x)**2 - cos(x)**2", -(sp.sin(X) ** 2) - sp.cos(X) ** 2),
        ("x/sqrt(x**2 + y**2)", X / sp.sqrt(X**2 + Y**2)),
        ("pi*exp(-x) + abs(y) + arctan2(y, x)", sp.pi * sp.exp(-X) + sp.Abs(Y) + sp.atan2(Y, X)),
        ("1e-3*ln(x)", sp.log(X) / 1000),
    ],
)
def test_a_formula_is_what_it_says(text, meaning):
    assert sp.simplify(expression(text, NAMES) - meaning) == 0


@given(st.recursive(
    st.sampled_from(["x", "y", "2", "3.5", "7"]),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
    max_leaves=10,
))  # fmt: skip
def test_it_has_the_value_that_python_gives_it(text):
    point = {"x": 0.7, "y": -1.3}
    value = expression(text, NAMES).subs({X: sp.Rational("0.7"), Y: sp.Rational("-1.3")})
    assert float(value) == pytest.approx(eval(text, {}, point), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x*w", "contains w"),
        ("2x", r"a `\*` is missing"),
        ("__import__('os').system('true')", "cannot be called|cannot be part of a formula|function"),
        ("x if y else 0", "an `if`"),
        ("(lambda: 1)()", "lambda|called"),
        ("9**9**9", "too large"),
        ("((10**1000)**1000)", "too large"),
        ("1/0", "no finite value"),
        ("[x, y]", "not a single formula"),
        ("", "cannot be read"),
    ],
)
def test_everything_else_is_refused_with_a_reason(text, reason):
    with pytest.raises(TreeError, match=reason):
        expression(text, NAMES)
