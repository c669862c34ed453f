"""The wrong place of a formula is found from the right values alone, and said in the student's own words."""

import math

import pytest

from mechanics.checks import capture, inputs_of, judge, make_key
from mechanics.formulas.reader import read_formula
from mechanics.formulas.text import text_of_tree

DOMAIN = dict.fromkeys("mMgcdlR", "positive") | {"x": "real", "v": "real", "phi": "angle"}
ENERGY = "m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*R*sin(phi)"

WRONG = [
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 - m*g*R*sin(phi)", "The sign of `-m*g*R*sin(phi)` is wrong."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x + l)**2/2 + m*g*R*sin(phi)", "The sign of `l` is wrong in `x + l`."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*R*cos(phi)", "Sine and cosine are exchanged: from which line"),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - R)**2/2 + m*g*R*sin(phi)", "`R` is not the right quantity: another one"),
    ("m*v**2/2 + M*R**2*v**2/2 + c*(x - l)**2/2 + m*g*R*sin(phi)", "In `M*R**2*v**2/2`, the number `2` is wrong."),
    ("m*v**2/2 + M*R*v**2/4 + c*(x - l)**2/2 + m*g*R*sin(phi)", "In `M*R*v**2/4`, the power of `R` is too low."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*sin(phi)", "The factor `R` is missing in `m*g*sin(phi)`."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + 9.81*m*R*sin(phi)", "the number `9.81` stands where a symbol"),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*sin(phi)/2", "is missing in `m*g*sin(phi)/2`. A number is wrong"),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 - m*g*sin(phi)", "in `-m*g*sin(phi)`. The sign is wrong, too."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*R*phi", "A sine is missing around `phi`."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*R*sin(phi) + d*v", "`d*v` does not belong in the sum."),
    ("m*v**2/2 + M*R**2*v**2/4 + c*(x - l)**2/2 + m*g*R/sin(phi)", "`sin(phi)` is on the wrong side"),
    ("m*v**2/2 + M*R**2*v**2/4 + c*x*l/2 + m*g*R*sin(phi)", "It is right where `c` = 0"),
    ("m*v**2/2 + c*(x - l)**2/2 + m*g*R*sin(phi)", "The term with `M` is missing."),
    ("m*v**2/2 + M*R**2*v**2/4 + 0.4999*c*(x - l)**2 + m*g*R*sin(phi)", "`0.4999` is right to 3 digits only"),
]


@pytest.mark.parametrize(("answer", "said"), WRONG, ids=[said for _, said in WRONG])
def test_the_place_is_named(answer, said):
    verdict = judge(capture(answer), make_key("expression", ENERGY, DOMAIN))
    assert not verdict.ok
    assert said.lower() in verdict.reason.lower(), verdict.reason


def test_two_mistakes_are_not_explained_by_one():
    wrong = "m*v/2 + M*R**2*v**2/4 + c*(x - l)**2/2 - m*g*R*sin(phi)"
    reason = judge(capture(wrong), make_key("expression", ENERGY, DOMAIN)).reason
    assert "sign" not in reason and "power" not in reason, reason


@pytest.mark.parametrize(
    ("right", "answer", "said"),
    [
        ("sqrt(M**2 - m**2)", "sqrt(M**2 + m**2)", "The sign of `m**2` is wrong"),
        ("sqrt(M**2 - m**2)", "sqrt(m**2 + M**2)", "The sign of `m**2` is wrong"),
        ("g/(M + m)", "g/(m - M)", "The sign of `-M` is wrong"),
        ("(x - l)**2", "(l + x)**2", "The sign of `x` is wrong"),  # either would do: the later one is named
    ],
)
def test_a_sign_inside_a_power_is_named_where_it_is_wrong(right, answer, said):
    reason = judge(capture(answer), make_key("expression", right, DOMAIN)).reason
    assert said in reason, reason


RELATED = [
    (lambda g, h: [2 * g * h, math.atan(h / g)], "It is the square of the right result."),
    (lambda g, h: [math.sqrt(2 * g * h), h / g], "It is the tangent of the right result."),
    (lambda g, h: [math.sqrt(g * h), math.atan(h / g)], "It is 0.7071 times the right result"),
    (lambda g, h: sorted([math.sqrt(2 * g * h), math.atan(h / g)]), "The components are right, but"),
    (lambda g, h: [math.sqrt(2 * g) * h, math.atan(h / g)], "It is the right result times `sqrt(h)`."),
]


@pytest.mark.parametrize(("function", "said"), RELATED, ids=[said for _, said in RELATED])
def test_results_of_a_function_tell_what_is_wrong(function, said):
    domain = {"g": "positive", "h": "positive"}
    key = make_key("function", "[sqrt(2*g*h), atan(h/g)]", domain, arguments=["g", "h"])
    reason = judge(capture(function, inputs_of(key)), key).reason
    assert said in reason, reason


def test_a_generic_mistake_of_a_function_is_named():
    domain = {"m": "positive", "c": "positive", "h": "positive"}
    key = make_key("function", "m*h + c*h**2/2", domain, arguments=["m", "c", "h"])
    reason = judge(capture(lambda m, c, h: m * h + c * h**2, inputs_of(key)), key).reason
    assert reason.startswith("A number such as 2 or 1/2 is missing in a term with `c` and `h`."), reason


def test_an_author_s_number_is_no_mistake_by_itself():
    wrong = {"Transposed.": "[[0, 1, 0], [0, 0, m], [0, 0, 0]]"}
    key = make_key("matrix", "[[0, 0, 0], [1, 0, 0], [0, m, 0]]", DOMAIN, mistakes=wrong)
    assert "Transposed." in judge(capture("[[0, 1, 0], [0, 0, m], [0, 0, 0]]"), key).reason
    assert "Transposed." not in judge(capture("[[0, 0, 0], [0, 0, 0], [0, m, 0]]"), key).reason


def test_a_sign_in_a_symmetric_matrix_is_a_sign():
    key = make_key("matrix", "[[c, -d], [-d, m]]", DOMAIN)
    assert judge(capture("[[c, d], [-d, m]]"), key).reason == (
        "Entry (1, 2) is not right. The sign of the whole expression is wrong."
    )


def test_no_equation_is_repaired_to_one_that_says_nothing():
    for wrong in ("x_dd = 3", "x_dd = x", "x_dd = -g"):
        reason = judge(capture(wrong), make_key("equations", MOTION, RATES)).reason
        assert "right quantity" not in reason and "symbol" not in reason and "factor" not in reason, reason


MOTION = "[m*x_dd + d*x_d + c*(x - l) - m*g]"
RATES = DOMAIN | {"x_d": "real", "x_dd": "real"}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("[2*(m*x_dd + d*x_d + c*(x - l) + m*g)]", "The sign of `m*g` is wrong"),
        ("[2*m*x_dd + d*x_d + c*(x - l) - m*g]", "the number `2` is wrong"),
        ("x_dd = -d*x_d/m - c*(x - l) + g", "A division by `m` is missing"),
        ("[m*x_dd + d*x_d + c*x - m*g]", "A term with `l` is missing or wrong beside `x` in `c*x`"),
        ("[m*x_dd + d*x + c*(x - l) - m*g]", "`x` is not the right quantity"),
    ],
)
def test_equations_are_searched_whatever_they_are_multiplied_by(answer, said):
    reason = judge(capture(answer), make_key("equations", MOTION, RATES)).reason
    assert said in reason, reason


TWO = "[(m + M)*x_dd + m*R*phi_dd + c*x, m*R*x_dd + m*R**2*phi_dd + m*g*R*phi]"
PLANE = DOMAIN | {"x_dd": "real", "phi_dd": "real"}


def test_the_coefficient_that_does_not_fit_is_named():
    wrong = "[(m + M)*x_dd + (m + R)*phi_dd*l + c*x, m*R*x_dd + m*R**2*phi_dd + m*g*R*phi]"
    reason = judge(capture(wrong), make_key("equations", TWO, PLANE)).reason
    assert reason.startswith("Equation 1 is not right. The coefficient of `phi_dd` does not fit"), reason


def test_inertia_that_is_wrong_is_never_called_right():
    """One equation with one acceleration: what its coefficient is multiplied by, the rest could be divided by."""
    wrong = "[(m + M*R)*x_dd + d*x_d + c*(x - l) - m*g]"
    assert "accelerations are right" not in judge(capture(wrong), make_key("equations", MOTION, RATES)).reason


def test_a_hidden_check_names_nothing():
    for answer, _ in WRONG:
        reason = judge(capture(answer), make_key("expression", ENERGY, DOMAIN, hidden=True)).reason
        assert "`" not in reason, reason


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("-m*g*sin(phi)/2", "-m*g*sin(phi)/2"),
        ("a - (b - c)*d", "a - (b - c)*d"),
        ("(a*b)**2/sqrt(c + d)", "(a*b)**2/sqrt(c + d)"),
        ("1/(a*b)", "1/(a*b)"),
        ("a**(b + c)", "a**(b + c)"),
        ("2**(-x)", "2**(-x)"),
    ],
)
def test_a_part_is_quoted_as_it_is_written(text, written):
    assert text_of_tree(read_formula(text)) == written
