"""Text is read by a whitelist: formulas have the value that Python gives them, everything else is a sentence."""

import math
import random

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.checks.capture import capture
from mechanics.checks.dimensions import dimensions_of, misfit
from mechanics.checks.evaluate import Undefined, number, real_value
from mechanics.formulas.reader import rate_name, read, read_formula
from mechanics.formulas.tree import TreeError
from mechanics.units import parse_unit

NAMES = {"a": 1.37, "b": -0.61, "c_1": 2.05}
POINT = {name: number(value) for name, value in NAMES.items()}

leaves = st.sampled_from([*NAMES, "2", "3", "0.5", "7", "1.25e0"])


def deeper(inner):
    pair = st.tuples(inner, st.sampled_from([" + ", "-", "*", " / "]), inner).map(lambda p: f"({p[0]}){p[1]}({p[2]})")
    plain = st.tuples(inner, st.sampled_from(["+", " - ", "*"]), inner).map("".join)
    powers = st.tuples(inner, st.integers(-2, 3)).map(lambda p: f"({p[0]})**{p[1]}")
    signs = inner.map(lambda text: f"-{text}")
    calls = st.tuples(st.sampled_from(["sin", "cos", "atan", "tanh"]), inner).map(lambda p: f"{p[0]}({p[1]})")
    return st.one_of(pair, plain, powers, signs, calls)


@settings(max_examples=150, deadline=None)
@given(st.recursive(leaves, deeper, max_leaves=12))
def test_a_formula_has_the_value_that_python_gives_it(text):
    functions = {name: getattr(math, name) for name in ("sin", "cos", "atan", "tanh")}
    try:
        expected = eval(text, {"__builtins__": {}}, functions | NAMES)
    except (ZeroDivisionError, OverflowError):
        return
    if isinstance(expected, complex) or not 1e-3 < abs(expected) < 1e6:
        return
    tree = read_formula(text)
    assert float(real_value(tree, POINT)) == pytest.approx(expected, rel=1e-6), text


@settings(max_examples=60, deadline=None)
@given(st.recursive(leaves, deeper, max_leaves=8))
def test_text_and_sympy_object_are_the_same_answer(text):
    expression = sp.sympify(text, rational=True)
    captured = capture(expression)["tree"]
    try:
        expected = real_value(read_formula(text), POINT)
        value = real_value(captured, POINT)
    except (Undefined, TreeError):
        return
    assert float(abs(value - expected)) <= 1e-12 * max(1.0, float(abs(expected))), text


READ = {
    "phi.diff(t)": "phi_d",
    "phi.diff(t, 2)": "phi_dd",
    "phi.diff(t, t)": "phi_dd",
    "phi(t).diff(t).diff(t)": "phi_dd",
    "Derivative(phi(t), t)": "phi_d",
    "Derivative(phi(t), (t, 2))": "phi_dd",
    "Derivative(phi_d, t)": "phi_dd",
    "diff(phi, t)": "phi_d",
    "phi(t)": "phi",
    "π": "pi",
    "np.pi": "pi",
    "sp.sin(x)": ["sin", "x"],
    "arctan2(y, x)": ["atan2", "y", "x"],
    "abs(x)": ["Abs", "x"],
    "ln(x)": ["log", "x"],
    "Rational(1, 3)": ["rat", 1, 3],
    "2/3": ["rat", 2, 3],
    "+x": "x",
    "1e3": 1000.0,
}


@pytest.mark.parametrize("text", READ)
def test_spellings_of_the_same_formula_give_the_same_tree(text):
    assert read_formula(text) == READ[text]


REFUSED = {
    "x^2": "`x**2`",
    "2x": "`*` is missing",
    "2(x + 1)": "is a `*` missing? `2` cannot be called",
    "(x + 1": "bracket",
    "x +": "cannot be read",
    "__import__('os').system('ls')": "dot",
    "().__class__.__bases__[0]": "index",
    "x.__class__": "dot",
    "eval('1')": "`eval` is not a function",
    "open('f')": "`open` is not a function",
    "lambda: 1": "lambda",
    "[x for x in y]": "comprehension",
    "f'{x}'": "f-string",
    "x if y else z": "`if`",
    "x and y": "`and`/`or`",
    "x < y": "comparison",
    "'a'": "not a number",
    "1j": "not a number",
    "True + 1": "not a number",
    "1e999": "not a number",
    "x := 3": "cannot be read",
    "x; y": "cannot be read",
    "sin()": "`sin` takes 1",
    "atan2(x)": "`atan2` takes 2",
    "sin(x, y)": "`sin` takes 1",
    "sin(x=1)": "cannot be part of a formula",
    "x**99999": "exponent",
    "foo(x)": "`foo` is not a function",
    "phi.diff(x)": "with respect to t",
    "phi.diff(t, 99)": "with respect to t",
    "(2*phi).diff(t)": "derivative of a coordinate",
    "[x, y] + 1": "list inside a formula",
    "*x": "cannot be read",
    "x[0]": "index",
    "yield": "cannot be read",
    "x == y == z": "comparison",
    "": "cannot be read",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused_with_a_sentence(text):
    with pytest.raises(TreeError) as caught:
        read(text)
    assert REFUSED[text] in str(caught.value)


def test_random_text_never_breaks_the_reader():
    draw = random.Random(3)
    for _ in range(3000):
        text = "".join(
            draw.choice("xt1.2+-*/()[]{},:=^ '\"\\\n\té🙂_@#;<>!&|~%`$?ab") for _ in range(draw.randint(1, 25))
        )
        try:
            read(text)
        except TreeError as error:
            assert str(error)


def test_names_of_rates():
    assert [rate_name("phi", n) for n in (0, 1, 2)] == ["phi", "phi_d", "phi_dd"]
    assert rate_name("phi_d", 1) == "phi_dd"
    assert rate_name("c_d1", 1) == "c_d1_d", "an index that begins with d is no rate"


def test_thirty_digits_are_right():
    value = real_value(read_formula("exp(1) + sqrt(2)"), {})
    exact = sp.N(sp.E + sp.sqrt(2), 40)
    assert abs(sp.Float(str(value), 40) - exact) < sp.Float("1e-34")


UNITS = {
    "m": 1,
    "cm": 0.01,
    "km/h": 1 / 3.6,
    "N m": 1,
    "N*m/rad": 1,
    "kg m^2": 1,
    "g": 1e-3,
    "deg": math.pi / 180,
    "°": math.pi / 180,
    "min": 60,
    "kN": 1e3,
    "MPa": 1e6,
    "mN": 1e-3,
    "1/s": 1,
    "m/s²": 1,
    "µm": 1e-6,
    "%": 0.01,
    "": 1,
    "sqrt(m)": None,
    "x": None,
}


@pytest.mark.parametrize("text", UNITS)
def test_units_are_read_as_factors_of_si_units(text):
    if UNITS[text] is None:
        with pytest.raises(TreeError):
            parse_unit(text)
    else:
        assert parse_unit(text)[0] == pytest.approx(UNITS[text])


def test_dimensions_of_derived_units_agree():
    for a, b in (
        ("N", "kg m/s^2"),
        ("J", "N m"),
        ("W", "V A"),
        ("Pa", "N/m^2"),
        ("Ohm", "V/A"),
        ("H", "V s/A"),
        ("F", "C/V"),
    ):
        assert parse_unit(a)[1] == parse_unit(b)[1], f"{a} is not {b}"
    assert parse_unit("N/m")[1] != parse_unit("N m")[1]


def test_formulas_whose_units_do_not_fit():
    known = dimensions_of(
        {
            "m": "positive [kg]",
            "l": "positive [m]",
            "g": "positive [m/s^2]",
            "phi": "angle [rad]",
            "V": "= m*g*l",
        }
    )
    energy = known["V"]
    for fits in (
        "m*g*l*(1 - cos(phi))",
        "V + m*(l*sqrt(g/l))**2/2",
        "0",
        "m*g*sqrt(l**2)",
        "m*(g*l)**1.0*phi**2",
    ):
        assert not misfit(read_formula(fits), {"dimensions": known}, energy), fits
    for wrong in ("m*g", "m*g*l + m", "m*g*l*sin(l)", "m*g*l**phi", "m*g*l*(1 + l)", "7"):
        assert misfit(read_formula(wrong), {"dimensions": known}, energy), wrong
    assert dimensions_of({"m": "positive [kg]", "l": "positive"}) == {}, "without all units nothing can be said"
