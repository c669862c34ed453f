"""Anything can come in as an answer, and gets a sentence; objects that lie about themselves get no say."""

import builtins
import decimal
import fractions
import json

import numpy as np
import pytest
import sympy as sp
from sympy.physics import units
from sympy.physics.mechanics import ReferenceFrame

from mechanics.checks import capture, make_key

from .answers import DOMAIN, EQUATIONS, KINETIC_ENERGY, MATRIX, T, judged, phi, s


def at_rest(x_0, end, steps):
    return [[end * i / steps for i in range(steps + 1)], [x_0] * (steps + 1)]


KEYS = {
    "expression": make_key("expression", KINETIC_ENERGY, DOMAIN),
    "matrix": make_key("matrix", MATRIX, DOMAIN),
    "vector": make_key("vector", "[c_W*s, m_S*g]", DOMAIN),
    "equations": make_key("equations", EQUATIONS, DOMAIN),
    "equilibria": make_key("equilibria", "[{s: s_W0, phi: 0}, {s: s_W0, phi: pi}]", DOMAIN),
    "number": make_key("number", 9.81, unit="m/s**2"),
    "hidden number": make_key("number", 9.81, unit="m/s**2", hidden=True),
    "function": make_key("function", "m*g", {"m": "positive", "g": "positive"}, arguments=["m", "g"]),
    "choice": make_key("choice", "a", options=["a", "b"]),
    "simulation": make_key(
        "simulation",
        at_rest,
        {"x_0": "positive", "end": "positive"},
        arguments=["x_0", "end"],
        columns=["t", "x"],
        steps=(4, 8, 16),
        start={"x": "x_0"},
    ),
    "hidden choice": make_key("choice", "a", options=["a", "b"], hidden=True),
}


class EqualsEverything:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments):
        return self

    def __float__(self):
        return 9.81

    def __sub__(self, other):
        return 0

    __rsub__ = __sub__


class LyingFloat(float):
    def __float__(self):
        return 9.81

    def __eq__(self, other):
        return True

    def __sub__(self, other):
        return 0.0

    def __abs__(self):
        return 9.81

    __hash__ = float.__hash__


class LyingText(str):
    def __str__(self):
        return "a"

    def __eq__(self, other):
        return True

    def split(self, *arguments):
        return ["a"]

    __hash__ = str.__hash__


class LyingList(list):
    def __iter__(self):
        return iter([])

    def __len__(self):
        return 2


class LyingSymbol(sp.Symbol):
    def evalf(self, *arguments, **options):
        return sp.Integer(0)

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class LyingAdd(sp.Add):
    def evalf(self, *arguments, **options):
        return T


class Raises:
    def __getattribute__(self, name):
        raise RuntimeError("no")

    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __repr__


class Meta(type):
    @property
    def __name__(cls):
        raise RuntimeError("no")

    def __instancecheck__(cls, other):
        raise RuntimeError("no")


class OddClass(metaclass=Meta):
    pass


class RecursiveRepr:
    def __repr__(self):
        return repr(self)


def contains_itself():
    items: list = [1]
    items.append(items)
    return items


def deep(levels=3000):
    expression = sp.Symbol("s")
    for _ in range(levels):
        expression = sp.sin(expression, evaluate=False)
    return expression


def huge(levels=60):
    """A sum of 2**60 terms, though only 60 nodes are stored."""
    expression = sp.Symbol("s")
    for _ in range(levels):
        expression = sp.Add(expression, sp.Mul(expression, 2, evaluate=False), evaluate=False)
    return expression


ODD = {
    "None": None,
    "Ellipsis": ...,
    "empty text": "  ",
    "text": "hello world",
    "text of code": "__import__('os').system('echo')",
    "text with a null byte": "a\0b",
    "lone surrogate": "\ud800",
    "long text": "s + " * 5000 + "s",
    "many terms": "s" + "+s" * 2400,
    "many brackets": "(" * 300 + "s" + ")" * 300,
    "many signs": "-" * 4000 + "1",
    "many digits": "9" * 4900,
    "tower of powers": "9**9**9**9**9",
    "huge exponent": "s**123456789",
    "negative tower": "exp(exp(exp(exp(99))))",
    "sine of a tower": "sin(exp(9999)**9)",
    "true": True,
    "False": False,
    "NaN": float("nan"),
    "inf": float("-inf"),
    "sympy nan": sp.nan,
    "zoo": sp.zoo,
    "oo": sp.oo,
    "I": sp.I * 3,
    "complex": 1 + 2j,
    "huge integer": 10**5000,
    "huge sympy integer": sp.Integer(10) ** 5000,
    "extreme float": sp.Float("1e-99999"),
    "power tower of sympy": sp.Pow(9, sp.Pow(9, sp.Pow(9, 9, evaluate=False), evaluate=False), evaluate=False),
    "fraction": fractions.Fraction(1, 3),
    "decimal": decimal.Decimal("NaN"),
    "lambda": lambda: 1,
    "builtin": builtins.exit,
    "class": int,
    "module": json,
    "object": object(),
    "generator": (i for i in range(3)),
    "endless range": range(10**12),
    "bytes": b"s",
    "empty list": [],
    "empty dict": {},
    "empty matrix": sp.Matrix(0, 0, []),
    "empty array": np.array([]),
    "ragged": [[1, 2], [3]],
    "deeply nested": [[[[[[[[[1]]]]]]]]],
    "contains itself": contains_itself(),
    "array with None": np.array([None, 1]),
    "array of 4 dimensions": np.zeros((2, 2, 2, 2)),
    "large array": np.zeros((300, 300)),
    "structured array": np.zeros(2, dtype=[("a", float)]),
    "text array": np.array(["a", "b"]),
    "date": np.datetime64("2020-01-01"),
    "masked": np.ma.masked_array([1, 2], mask=[True, False]),
    "wrong shape": sp.zeros(3, 5),
    "dict": {"a": 1, "b": 2},
    "dict with odd keys": {(1, 2): 3, None: 4, EqualsEverything(): 5},
    "set": {1, 2},
    "Eq": sp.Eq(phi, s),
    "true Eq": sp.Eq(s, s),
    "inequality": phi < s,
    "Ne": sp.Ne(phi, s),
    "Piecewise": sp.Piecewise((s, s > 0), (0, True)),
    "Integral": sp.Integral(s, sp.Symbol("t")),
    "Sum": sp.Sum(sp.Symbol("k"), (sp.Symbol("k"), 1, 10**9)),
    "Derivative by another name": sp.Derivative(sp.Function("f")(sp.Symbol("x")), sp.Symbol("x")),
    "Derivative of nothing": sp.Derivative(sp.Symbol("a"), sp.Symbol("b"), evaluate=False),
    "unknown function": sp.Function("f")(sp.Symbol("s")),
    "undefined function": sp.Function("phi"),
    "Lambda": sp.Lambda(sp.Symbol("x"), sp.Symbol("x")),
    "MatrixSymbol": sp.MatrixSymbol("A", 2, 2),
    "matrix power": sp.MatPow(sp.MatrixSymbol("A", 2, 2), 3),
    "solution set": sp.solveset(sp.sin(sp.Symbol("phi")), sp.Symbol("phi")),
    "frame vector": ReferenceFrame("N").x,
    "dyadic": ReferenceFrame("N").x | ReferenceFrame("N").y,
    "quantity": 9.81 * units.meter / units.second**2,
    "array of sympy": sp.Array([[s, 1], [2, s]]),
    "tuple of sympy": sp.Tuple(s, 1, 2),
    "dict of sympy": sp.Dict({s: 1, phi: 2}),
    "complex array": np.array([1j, 2]),
    "truth of numpy": np.bool_(True),
    "array without dimension": np.array(-7.5),
    "maximum": sp.Max(s, 0),
    "real part": sp.re(sp.Symbol("s")),
    "logic": sp.And(phi < s, s < 1),
    "interval": sp.Interval(0, 1),
    "root of a polynomial": sp.CRootOf(sp.Symbol("q") ** 5 - sp.Symbol("q") + 1, 0),
    "large decimal": decimal.Decimal("1e9999"),
    "equation of nothing": sp.Eq(sp.Symbol("q"), sp.Symbol("r")),
    "equation of a square": sp.Eq(sp.Symbol("s") ** 2, sp.Symbol("q")),
    "polynomial": sp.Poly(sp.Symbol("s") ** 2),
    "order": sp.O(sp.Symbol("s")),
    "deep expression": deep(),
    "huge expression": huge(),
    "symbol of odd name": sp.Symbol("\ud800<script>" * 50),
    "symbol of empty name": sp.Symbol(""),
    "name of an operator": sp.Symbol("+"),
    "pole": sp.Symbol("s") / sp.sin(sp.pi * sp.UnevaluatedExpr(2)),
    "division by zero": "s/0",
    "zero to the minus one": "s*0**(-1)",
    "root of a negative number": "sqrt(-1 - s**2)",
    "log of zero": "log(0)",
    "atan2 of zeros": "atan2(0, 0)",
    "equals everything": EqualsEverything(),
    "list of what equals everything": [EqualsEverything()] * 2,
    "array of what equals everything": np.array([EqualsEverything()] * 2, dtype=object),
    "lying float": LyingFloat(-1.0),
    "lying text": LyingText("nonsense"),
    "lying list": LyingList([1, 2, 3]),
    "lying symbol": LyingSymbol("q"),
    "lying sum": LyingAdd(sp.Symbol("s"), sp.Symbol("q")),
    "raises": Raises(),
    "odd class": OddClass(),
    "recursive repr": RecursiveRepr(),
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("name", ODD)
def test_an_odd_answer_gets_a_sentence(name, kind):
    verdict = judged(ODD[name], KEYS[kind])
    plausible = (kind, name) in {("number", "fraction"), ("number", "NaN")}
    assert not verdict.ok or plausible, f"{name} passes as {kind}"
    if not plausible:
        assert verdict.reason[0].isupper() or verdict.reason[0] in "`'", verdict.reason
        assert verdict.reason.rstrip()[-1] in ".?!", verdict.reason
        assert "could not be judged" not in verdict.reason, verdict.reason
        assert len(verdict.reason) < 900, "a sentence, not a page"
        verdict.reason.encode()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("kind", ["function", "simulation"])
@pytest.mark.parametrize("name", ODD)
def test_an_odd_result_of_a_function_gets_a_sentence(name, kind):
    for result in (ODD[name], [ODD[name]] * 2):
        verdict = judged(lambda *arguments, result=result: result, KEYS[kind])
        assert not verdict.ok and verdict.judged, f"{name} passes as the result of a {kind}: {verdict}"
        assert verdict.reason[0].isupper() and verdict.reason[-1] in ".?", verdict.reason


@pytest.mark.parametrize("name", ODD)
def test_what_is_captured_is_plain_json(name):
    data = capture(ODD[name])
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_a_lie_does_not_help_even_where_the_truth_is_near():
    assert judged(LyingFloat(9.81), KEYS["hidden number"]).ok, "a subclass is judged by the number it really is"
    assert not judged(LyingFloat(3.0), KEYS["hidden number"]).ok
    assert judged(LyingSymbol("m"), make_key("expression", "m", {"m": "positive", "l": "positive"})).ok
    assert not judged(LyingSymbol("l"), make_key("expression", "m", {"m": "positive", "l": "positive"})).ok
    assert not judged(LyingText("b"), KEYS["hidden choice"]).ok


def test_cancelling_giants_do_not_widen_the_tolerance():
    key = make_key("expression", "m*l", {"m": "positive", "l": "positive"})
    for wrong in (
        "1e30*m - 1e30*m + l",
        "10**30*m - 10**30*m + l + m",
        "m*l + 1.0e6*(l - l) + 1e-6",
        "m*l + 1e-8*l",
    ):
        assert not judged(wrong, key).ok, f"{wrong} passes as m*l"


def test_an_equation_hidden_in_a_multiple_of_another_is_refused():
    key = make_key(
        "equations",
        "[m*s_dd - f, m*phi_dd - g]",
        dict.fromkeys(("s_dd", "phi_dd", "f", "g"), "real") | {"m": "positive"},
    )
    assert judged("[m*s_dd - f, 1000*(m*s_dd - f) + m*phi_dd - g]", key).ok
    assert not judged("[m*s_dd - f, 1e12*(m*s_dd - f) + m*phi_dd - 2*g]", key).ok
    assert not judged("[m*s_dd - f, 10**30*(m*s_dd - f) + m*phi_dd - 2*g]", key).ok
    assert not judged("[m*s_dd - f, 2*(m*s_dd - f)]", key).ok
    assert not judged("[m*s_dd - f, 0*phi_dd]", key).ok
