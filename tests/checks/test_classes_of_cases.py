"""The classes of cases that the tests of other assessment systems know, with cases of our own: docs/judging.md.

STACK (answer tests), KAS (Khan Academy), mitx-grading-library, Numbas and PrairieLearn. Where our policy is another one
than theirs, the case says so.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from sympy.vector import CoordSys3D

from mechanics.checks import make_key

from .answers import judged

DOMAIN = {
    **dict.fromkeys(["m", "l", "g", "c", "k"], "positive"),
    **dict.fromkeys(["x", "v", "F", "n"], "real"),
    "phi": "angle",
    "alpha": "acute",
}
RIGHT, WRONG = True, False
m, l, g, x, F, phi, alpha = sp.symbols("m l g x F phi alpha")

# (reference, answer, right or wrong)
FORMULAS = {
    "numbers, powers and roots": [
        ("1/4", "9**(-1/2)*3/4", RIGHT),
        ("sqrt(12)", "12**(1/2)", RIGHT),
        ("sqrt(12)", "2*sqrt(3)", RIGHT),
        ("7/8", "0.875", RIGHT),
        ("7/8", Fraction(14, 16), RIGHT),
        ("7/8", "0,875", WRONG),
        ("2/3", "0.667", WRONG),  # rounded; Numbas and STACK allow it only if told so
        ("2/3", "0.666666666666667", RIGHT),  # all digits that a Python number has
        ("3.4e-2*m", "17*m/500", RIGHT),
        ("m/sqrt(k)", "m*sqrt(1/k)", RIGHT),
        ("sqrt(x**2)", "Abs(x)", RIGHT),
        ("sqrt(x**2)", "x", WRONG),
        ("sqrt(m**2)", "m", RIGHT),  # masses are positive
        ("(x**2)**2", "x**4", RIGHT),
        ("(m**c)**k", "m**(c*k)", RIGHT),
        ("c**m*c**k", "c**(m + k)", RIGHT),
        ("1/(sqrt(2) + 1)", "sqrt(2) - 1", RIGHT),
        ("cbrt(m)", "m**(1/3)", RIGHT),
        ("root(m, 4)", "sqrt(sqrt(m))", RIGHT),
        ("sqrt(4*m + 4)", "2*sqrt(m + 1)", RIGHT),
        ("sqrt((m - 5)*(m - 7))", "sqrt(m - 5)*sqrt(m - 7)", WRONG),  # the product of two imaginary roots is negative
        ("m**2/m", "m", RIGHT),
        ("(x**2 - 9)/(x - 3)", "x + 3", RIGHT),
    ],
    "polynomials and rational functions": [
        ("(x - 3)**2", "x**2 - 6*x + 9", RIGHT),
        ("(x - 3)**2", "9 + x*(x - 6)", RIGHT),
        ("(m - l)**400", "(l - m)**400", RIGHT),
        ("(m - l)**401", "(l - m)**401", WRONG),
        ("1/m - 1/(m + 1)", "1/(m*(m + 1))", RIGHT),
        ("(m + 3)/(m**2 - 1)", "2/(m - 1) - 1/(m + 1)", RIGHT),
        ("(m + 3)/(m**2 - 1)", "2/(m - 1) + 1/(m + 1)", WRONG),
        ("m*l + c", "c + l*m", RIGHT),
        ("m - l - c", "m - (l - c)", WRONG),
        ("m/l/c", "m/(l*c)", RIGHT),
        ("-m**2", "(-m)**2", WRONG),
        ("2**m*2", "2**(m + 1)", RIGHT),
    ],
    "trigonometry": [
        ("cos(phi)", "cos(-phi)", RIGHT),
        ("sin(phi)", "sin(phi + 2*pi)", RIGHT),
        ("sin(phi)", "sin(phi + pi)", WRONG),
        ("1", "sin(phi)**2 + cos(phi)**2", RIGHT),
        ("cos(phi + x)", "cos(phi)*cos(x) - sin(phi)*sin(x)", RIGHT),
        ("cos(phi + x)", "cos(phi)*cos(x) + sin(phi)*sin(x)", WRONG),
        ("2*cos(phi)**2 - 1", "cos(2*phi)", RIGHT),
        ("sin(phi)/cos(phi)", "tan(phi)", RIGHT),
        ("1/sin(phi)", "csc(phi)", RIGHT),
        ("1/sin(phi)", "cosec(phi)", RIGHT),
        ("sin(phi)", "sqrt(1 - cos(phi)**2)", WRONG),  # not for a negative angle
        ("sin(alpha)", "sqrt(1 - cos(alpha)**2)", RIGHT),  # an inclination is acute
        ("sin(alpha)", "tan(alpha)/sqrt(1 + tan(alpha)**2)", RIGHT),
        ("atan(m)", "arctan(m)", RIGHT),
        ("acos(1/(1 + m))", "asec(1 + m)", RIGHT),
        ("asin(1/(1 + m))", "arccsc(1 + m)", RIGHT),
        ("atan(1/m)", "acot(m)", RIGHT),
        ("asin(m/sqrt(1 + m**2))", "atan(m)", RIGHT),
        ("atan2(m, l)", "np.arctan2(m, l)", RIGHT),
        ("atan2(m, -l)", "-atan(m/l)", WRONG),
        ("sin(phi)", "sin(phi*pi/180)", WRONG),  # degrees
        ("sin(phi)", (sp.exp(sp.I * phi) - sp.exp(-sp.I * phi)) / (2 * sp.I), RIGHT),
        ("sin(phi/2)*cos(phi)", "sin(phi/2)/(1 + tan(phi)*tan(phi/2))", RIGHT),
    ],
    "logarithms and hyperbolic functions": [
        ("log(m**3*l)", "3*ln(m) + ln(l)", RIGHT),
        ("log(m)/log(10)", "log10(m)", RIGHT),
        ("log(m)", "log10(m)", WRONG),  # KAS: log is decimal; here as in Python, natural
        ("3", "log(8, 2)", RIGHT),
        ("exp(m)", "e**m", WRONG),  # `e` is a name like any other; the sentence says exp
        ("exp(-log(m))", "1/m", RIGHT),
        ("sinh(m)", "(exp(m) - exp(-m))/2", RIGHT),
        ("tanh(m)/2 + 1/2", "1/(1 + exp(-2*m))", RIGHT),
        ("1/cosh(m)", "sech(m)", RIGHT),
        ("asinh(m)", "arsinh(m)", RIGHT),
        ("acoth(1 + m)", "atanh(1/(1 + m))", RIGHT),
        ("k**log(m)", "m**log(k)", RIGHT),
    ],
    "names": [
        ("m*g", "M*g", WRONG),  # upper and lower case differ, as in STACK and mitx
        ("m*g", "m*G", WRONG),
        ("phi*m", "φ*m", RIGHT),  # Greek letters, as in PrairieLearn
        ("phi*m", sp.Symbol(r"\varphi") * m, RIGHT),
        ("m*x", "m_x", WRONG),
        ("m*x", "mx", WRONG),  # Numbas and KAS read products without sign; Python does not
        ("2*m", "2m", WRONG),
        ("m*(l + c)", "m(l + c)", WRONG),
        ("m**2", "m^2", WRONG),  # the sentence says `**`
        ("m**2", "m²", RIGHT),
        ("m - l", "m − l", RIGHT),
        ("m*l", "m·l", RIGHT),
        ("m/l", "m÷l", RIGHT),
        ("Abs(x)", "|x|", WRONG),
        ("m + 0*l", "m", RIGHT),  # not all names need to occur
        ("m", "m + l - l", RIGHT),
    ],
    "form is not judged": [  # STACK: EqualComAss, LowestTerms, FacForm; Numbas: string restrictions
        ("m*l + m*c", "m*(l + c)", RIGHT),
        ("m/2", "2*m/4", RIGHT),
        ("1/sqrt(2)", "sqrt(2)/2", RIGHT),
        ("x + x", "2*x", RIGHT),
        ("-3/7", "3/(-7)", RIGHT),
        ("m*l", sp.Mul(m, sp.Mul(l, 1, evaluate=False), evaluate=False), RIGHT),
    ],
    "equations for a formula": [
        ("m*g*cos(alpha)", sp.Eq(sp.Symbol("f_N"), m * g * sp.cos(alpha)), RIGHT),
        ("m*g*cos(alpha)", sp.Eq(m * g * sp.cos(alpha), sp.Symbol("f_N")), RIGHT),
        ("m*g*cos(alpha)", "f_N = m*g*cos(alpha)", RIGHT),
        ("m*g*cos(alpha)", "m*g*cos(alpha) = f_N", RIGHT),
        ("m*g*cos(alpha)", sp.Eq(sp.Symbol("f_N") / sp.cos(alpha), m * g), RIGHT),
        ("m*g*cos(alpha)", sp.Eq(3 * sp.Symbol("f_N") - 3 * m * g * sp.cos(alpha), 0), RIGHT),
        ("m*g*cos(alpha)", sp.Eq(F, m * g * sp.cos(alpha)), RIGHT),
        ("m*g*cos(alpha)", {F: m * g * sp.cos(alpha)}, RIGHT),
        ("m*g*cos(alpha)", [{F: m * g * sp.cos(alpha)}], RIGHT),
        ("m*g*cos(alpha)", sp.Eq(F, m * g * sp.sin(alpha)), WRONG),
        ("m*g*cos(alpha)", sp.Eq(F**2, (m * g * sp.cos(alpha)) ** 2), WRONG),  # two solutions
        ("m*g*cos(alpha)", "f_N = f_N", WRONG),
        ("m*g*cos(alpha)", "f_1 = m*g*cos(alpha) + f_2", WRONG),  # two unknowns
        ("m*g*cos(alpha)", F - m * g * sp.cos(alpha), WRONG),  # an expression is its value, not "= 0"
    ],
    "zero": [
        ("sin(phi)**2 + cos(phi)**2 - 1", 0, RIGHT),
        ("sin(phi)**2 + cos(phi)**2 - 1", "m", WRONG),
        ("(m + l)**2 - m**2 - 2*m*l - l**2", 0.0, RIGHT),
        ("m*sin(pi)", 0, RIGHT),
        ("0.1*m + 0.2*m - 0.3*m", 0, RIGHT),
        ("0", "0.1*m + 0.2*m - 0.3*m", RIGHT),
        ("0", 6.1e-17, RIGHT),
        ("0", 1e-6, WRONG),
        ("0", "x - x", RIGHT),
        ("1e-12*m", 0, WRONG),  # small is not zero
    ],
    "what has no value": [  # STACK: the test fails; mitx: an error; here: wrong, with a sentence
        ("1", "1/0", WRONG),
        ("1", "0**0*m/m", RIGHT),  # as in Python
        ("m", "1/(l - l)", WRONG),
        ("m", sp.oo, WRONG),
        ("m", sp.nan, WRONG),
        ("m", "log(0)", WRONG),
        ("m", "sqrt(-1)", WRONG),
        ("m", "x -", WRONG),
        ("m", "(m", WRONG),
        ("m", "", WRONG),
        ("m", "spin(m)", WRONG),
        ("m", "sin", WRONG),
        ("m", "sin(m, l)", WRONG),
        ("m", "10**9999", WRONG),
        ("m", "m*exp(99999)", WRONG),
        ("m", "m > 0", WRONG),
        ("-2", "sqrt(-4)*sqrt(-1)", RIGHT),  # complex on the way, real in the end
    ],
}


@pytest.mark.parametrize(
    ("reference", "answer", "right"),
    [pytest.param(*case, id=f"{title}: {case[1]}") for title, cases in FORMULAS.items() for case in cases],
)
def test_formulas(reference, answer, right):
    for hidden in (False, True):
        verdict = judged(answer, make_key("expression", reference, DOMAIN, hidden=hidden))
        assert verdict.ok is right and verdict.judged, f"{answer} for {reference}: {verdict}"
        assert right or verdict.reason.endswith((".", "?")), "a wrong answer gets a sentence"


VECTOR, MATRIX = "[m*g, c*x]", "[[m, c], [0, l]]"
x_1, x_2, gc = sp.symbols("x_1 x_2 c")
ARRAYS = [
    ("a list", VECTOR, ["m*g", "c*x"], RIGHT),
    ("a tuple", VECTOR, (m * g, gc * x), RIGHT),
    ("a column", VECTOR, sp.Matrix([m * g, gc * x]), RIGHT),
    ("a row", VECTOR, sp.Matrix([[m * g, gc * x]]), RIGHT),  # mitx: a matrix with one row is no vector
    ("columns in a list", VECTOR, [sp.Matrix([m * g]), sp.Matrix([gc * x])], RIGHT),
    ("an array of sympy", VECTOR, sp.Array([m * g, gc * x]), RIGHT),
    ("an array of numpy", VECTOR, np.array([[m * g], [gc * x]]), RIGHT),
    ("a dictionary", VECTOR, {x_1: m * g, x_2: gc * x}, RIGHT),
    ("a solution", VECTOR, [{x_1: m * g, x_2: gc * x}], RIGHT),
    ("equations", VECTOR, [sp.Eq(x_1, m * g), sp.Eq(gc * x, x_2)], RIGHT),
    ("an equation of columns", VECTOR, sp.Eq(sp.Matrix([x_1, x_2]), sp.Matrix([m * g, gc * x])), RIGHT),
    ("another order", VECTOR, ["c*x", "m*g"], WRONG),
    ("a set", VECTOR, {m * g, gc * x}, WRONG),
    ("too short", VECTOR, ["m*g"], WRONG),
    ("too long", VECTOR, ["m*g", "c*x", 0], WRONG),
    ("a scalar", VECTOR, "m*g", WRONG),
    ("a vector of sympy", VECTOR, m * g * CoordSys3D("C").i + gc * x * CoordSys3D("C").j, WRONG),  # which axes?
    ("one wrong entry", VECTOR, ["m*g", "c*x/2"], WRONG),  # Numbas, mitx: part of the marks; here: points per check
    ("nested lists", MATRIX, [["m", "c"], [0, "l"]], RIGHT),
    ("text", MATRIX, "Matrix([[m, c], [0, l]])", RIGHT),
    ("a matrix", MATRIX, sp.Matrix([[m, gc], [0, l]]), RIGHT),
    ("a sparse matrix", MATRIX, sp.SparseMatrix([[m, gc], [0, l]]), RIGHT),
    ("a product that is not carried out", MATRIX, sp.MatMul(sp.eye(2), sp.Matrix([[m, gc], [0, l]])), RIGHT),
    ("rounding in a zero", MATRIX, [["m", "c"], [1e-17, "l"]], RIGHT),
    ("transposed", MATRIX, [["m", 0], ["c", "l"]], WRONG),
    ("the wrong size", MATRIX, [["m", "c", 0], [0, "l", 0]], WRONG),
    ("a list of all entries", MATRIX, ["m", "c", 0, "l"], WRONG),
    ("ragged rows", MATRIX, [["m", "c"], ["l"]], WRONG),
]


@pytest.mark.parametrize(("reference", "answer", "right"), [pytest.param(*case[1:], id=case[0]) for case in ARRAYS])
def test_vectors_and_matrices(reference, answer, right):
    kind = "vector" if reference == VECTOR else "matrix"
    for hidden in (False, True):
        verdict = judged(answer, make_key(kind, reference, DOMAIN, hidden=hidden))
        assert verdict.ok is right and verdict.judged, verdict


# (value, unit, tolerance, answers that are right, answers that are wrong)
NUMBERS = {
    "tolerance at its limit": (8.0, "", 0.05, [8, 8.4, 7.6, 8 * 1.05, 8 * 0.95, "7.6"], [8.41, 7.59, "8.4001", -8]),
    "zero without tolerance": (0, "", 0.0, [0, "0", 1e-17, "1 - 1", "sin(pi)"], [1e-6, "0.001"]),
    "temperatures": (300.0, "K", 0.01, ["300", "300 K", "0.3 kK"], ["27 °C", "80°F", "300 °"]),
    "no tolerance": (2.5, "", 0.0, ["5/2", 2.5, 2.4999999999999996], [2.500001]),
    "a negative value": (-3.2, "m", 0.01, ["-3.2", "-3.2 m", "−3.2 m", -3.23, "-(3.2) m"], [3.2, "-3.3", "+3.2"]),
    "zero: the tolerance is absolute": (0, "N", 0.02, [0, "0 N", -0.02, "0.0 kN", 1e-17], [0.021, "0.1 N", "0 m"]),
    "formulas of numbers": (
        (math.sin(0.7) + 2) / math.cos(0.7),
        "",
        1e-6,
        ["(sin(0.7) + 2)/cos(0.7)", "(2 + sin(7/10))/cos(0.7 - 2*pi)", sp.sin(0.7) / sp.cos(0.7) + 2 * sp.sec(0.7)],
        ["(sin(0.7) + 2)/cos(0.71)", "sin(0.7) + 2/cos(0.7)"],
    ),
    "significant figures are not judged": (1234.5, "N", 0.01, ["1234.5", "1230", "1.23e3", "1.2345 kN"], ["1200"]),
    "mixed numbers are refused": (1.5, "m", 0.01, ["3/2", "1.5", "1 + 1/2"], ["1 1/2", "1 1/2 m"]),
    "units": (
        12.5,
        "m/s",
        1e-3,
        ["12.5", "12.5 m/s", "12.5*m/s", "45 km/h", "1250 cm/s", "12.5 m s⁻¹", "750 m/min", "12.5 N s/kg"],
        ["12.5 m", "12.5 m/s**2", "12.5 km/h", "12.5 + m/s", "m/s", "12.5 parsec/s", "12.5 kg"],
    ),
    "a number without unit counts in the unit that is asked": (3.0, "kN", 0.01, [3, "3000 N", "3 kN"], [3000, "3 N"]),
    "litres": (0.75, "l", 0.01, ["750 ml", "0.75 L", "750 cm^3", "0.00075 m^3", "7.5 dl"], ["0.75 m^3", "750 l"]),
    "energy": (0.5, "kWh", 0.01, ["1.8 MJ", "1.8e6 J", "500 Wh", "0.0005 MWh", "1.8e6 N m"], ["500 W", "0.5 J"]),
    "pressure": (2.0, "bar", 0.01, ["200 kPa", "0.2 MPa", "0.2 N/mm^2", "2000 mbar", "2000 hPa"], ["2 Pa", "200 kN"]),
    "angles": (math.pi / 6, "rad", 1e-3, ["30 deg", "30°", "pi/6", "0.5236 rad", math.pi / 6], ["30", "30 m"]),
    "speeds of rotation": (10 * math.pi, "rad/s", 1e-3, ["300 rpm", "5 rev/s", "300 rev/min", "31.416 1/s"], ["300"]),
    "no unit": (0.15, "", 0.01, ["0.15", "15 %", "15%", "3/20", "0.15 m/m"], ["15", "0.15 m"]),
    "prefixes": (0.02, "N", 0.01, ["20 mN", "0.00002 kN", "2 cN", "0.002 daN", "20000 uN"], ["20 MN", "0.02 mm"]),
    "ways to write a number": (
        250000.0,
        "N",
        1e-3,
        ["2.5e5", "2.5E5 N", "2.5*10**5 N", "2.5 x 10^5 N", "2.5 × 10^5 N", "F = 250 kN", "250 [kN]", "500 kN/2"],
        ["250,000", "250 000", "2,5e5", "2.5 10^5", "two", "0x3D090 N m"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", NUMBERS)
def test_numbers(title):
    value, unit, tolerance, right, wrong = NUMBERS[title]
    key = make_key("number", value, unit=unit, tolerance=tolerance, hidden=True)
    visible = make_key("number", value, unit=unit, tolerance=tolerance)
    for answer in right:
        assert judged(answer, key).ok, f"{answer} is refused: {judged(answer, key).reason}"
        assert judged(answer, visible).ok, f"{answer} is not plausible: {judged(answer, visible).reason}"
    for answer in wrong:
        verdict = judged(answer, key)
        assert not verdict.ok and verdict.judged, f"{answer} passes as {value} {unit}"


SETS = [
    ("the same set in another order", [sp.pi, 0], RIGHT),
    ("the same angle", [0, -sp.pi], RIGHT),
    ("twice the same", [0, sp.pi, sp.pi], RIGHT),
    ("one missing", [0], WRONG),
    ("one too many", [0, sp.pi, sp.pi / 2], WRONG),
    ("a set", {0, sp.pi}, RIGHT),
    ("equations", [sp.Eq(phi, 0), sp.Eq(phi, sp.pi)], RIGHT),
    ("equations the other way round", [sp.Eq(sp.pi, phi), "0 = phi"], RIGHT),
    ("an interval", sp.Interval(0, sp.pi), WRONG),
]


@pytest.mark.parametrize(("answer", "right"), [pytest.param(*case[1:], id=case[0]) for case in SETS])
def test_sets_of_solutions(answer, right):
    verdict = judged(answer, make_key("equilibria", "[{phi: 0}, {phi: pi}]", DOMAIN))
    assert verdict.ok is right and verdict.judged, verdict


def test_accelerations_that_are_zero():
    domain = {"x_dd": "real", "m": "positive", "phi": "angle"}
    for reference in ("[m*x_dd]", "[m*x_dd + m*(sin(phi)**2 + cos(phi)**2 - 1)]"):
        for hidden in (False, True):
            key = make_key("equations", reference, domain, hidden=hidden)
            for right in ("x_dd = 0", "2*m*x_dd + sin(phi)**2 + cos(phi)**2 - 1", {"x_dd": 0}):
                assert judged(right, key).ok, (reference, right)
            assert not judged("m*x_dd - 1", key).ok and not judged("x_dd + phi/1000000", key).ok


def test_a_set_is_no_equilibrium_of_two_coordinates():
    key = make_key("equilibria", "[{phi: 0, x: c}]", DOMAIN)
    assert judged([{phi: 0, x: "c"}], key).ok and judged({(0, sp.Symbol("c"))}, key).ok
    assert "no order" in judged([{sp.Integer(0), sp.Symbol("c")}], key).reason


@pytest.mark.parametrize(
    ("answer", "right"),
    [("b", RIGHT), (" B ", RIGHT), ("(b)", RIGHT), (["b"], RIGHT), ("a", WRONG), (["a", "b"], WRONG), ("d", WRONG)],
)
def test_choices(answer, right):
    verdict = judged(answer, make_key("choice", "b", options=["a", "b", "c"], hidden=True))
    assert verdict.ok is right and verdict.judged, verdict


@pytest.mark.parametrize(
    ("function", "right"),
    [
        (lambda c, v: [c * v, v], RIGHT),
        (lambda c, v: np.array([[c * v], [v]]), RIGHT),
        (lambda c, v: {"force": c * v, "speed": v}, RIGHT),
        (lambda c, v: sp.Matrix([c * v, v]), RIGHT),
        (lambda c, v: [c * v * (1 + 1e-6), v], RIGHT),
        (lambda c, v: [c * v * (1 + 1e-5), v], WRONG),
        (lambda c, v: {c * v, v}, WRONG),
        (lambda c, v: [v, c * v], WRONG),
        (lambda v, c: [c * v, v], WRONG),
        (lambda c, v: f"{c * v}, {v}", WRONG),
        (lambda c, v: [c * v, None], WRONG),
        (lambda c, v: [c * v, complex(v, 1)], WRONG),
        (lambda c, v: print(c), WRONG),
    ],
)
def test_functions(function, right):
    domain = {"c": "positive", "v": "positive"}
    key = make_key("function", "[c*v, v]", domain, arguments=["c", "v"])
    verdict = judged(function, key)
    assert verdict.ok is right and verdict.judged, verdict
