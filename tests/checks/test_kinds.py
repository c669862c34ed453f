"""What each kind of check accepts, refuses and says."""

import math

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

from mechanics.checks import domain_of, inputs_of, make_key

from .answers import (
    DOMAIN,
    EOM,
    EQUATIONS,
    KINETIC_ENERGY,
    MATRIX,
    M,
    T,
    f_e,
    g,
    judged,
    l_S,
    m_S,
    m_W,
    phi,
    phi_d,
    s,
    s_d,
)

PENDULUM_DOMAIN = {"phi": "angle", "l": "positive [m]", "g": "positive"}
ENERGY_KEY = make_key(
    "expression",
    KINETIC_ENERGY,
    DOMAIN,
    mistakes={
        "The energy of rotation is missing.": "(m_W + m_S)*s_d**2/2"
        " + m_S*l_S*cos(phi)*s_d*phi_d/2 + m_S*l_S**2/8*phi_d**2"
    },
)
MATRIX_KEY = make_key("matrix", MATRIX, DOMAIN)
EQUATIONS_KEY = make_key("equations", EQUATIONS, DOMAIN)

EXPLAINED = [
    (-T, "sign of the whole"),
    (2 * T, "2 times"),
    (T / 2, "1/2 times"),
    (sp.Float(math.pi) * T, "3.142 times"),
    (T.subs(sp.cos(phi), sp.sin(phi)), "Sine and cosine"),
    (T.subs(sp.cos(phi), sp.cos(phi * sp.pi / 180)), "degrees"),
    (T.subs(l_S, 0), "It does not depend on"),
    (T - m_W * s_d**2 / 2, "`-m_W*s_d**2/2` does not belong in the sum"),
    (T - 2 * (m_S * l_S * sp.cos(phi) * s_d * phi_d / 2), "sign of `-m_S*l_S*phi_d*s_d*cos(phi)/2` is wrong"),
    (T - m_S * l_S * sp.cos(phi) * s_d * phi_d / 4, "the number `1/4` is wrong"),
    (T.subs(sp.cos(phi), 1), "An expression with `phi` is missing as a factor"),
    (T + 3, "`3` does not belong in the sum"),
    (T.subs(sp.Rational(1, 12), 0.0833), "`0.0833` is right to 3 digits only"),
    (T * g, "The factor `g` is superfluous"),
    (T + s, "(N m) and `s` (m) are added. `s` does not belong in the sum"),
    (T * sp.Symbol("l_S"), "has the unit kg m^3/s^2, but should have the unit N m"),
    (T + sp.sin(m_S) * 0 + sp.sin(sp.Symbol("s")), "sin is taken of `s` (m)"),
    (T + m_S * s_d * s / 7, "`m_S*s_d*s/7` does not belong in the sum"),
    (KINETIC_ENERGY.replace("m_S*(l_S**2 + b_S**2)/12 + ", ""), "The energy of rotation is missing."),
    (KINETIC_ENERGY.replace("phi", "phi1"), "did you mean `phi`?"),
    (KINETIC_ENERGY.replace("m_W", "M_W"), "did you mean `m_W`?"),
    (KINETIC_ENERGY.replace("**", "^"), "power in Python"),
    ([T, T], "a list of 2"),
    ({"T": T, "V": T}, "a dictionary of 2"),
    (lambda: T, "a function"),
]


@pytest.mark.parametrize(("answer", "part"), EXPLAINED, ids=[part for _, part in EXPLAINED])
def test_a_wrong_expression_is_explained(answer, part):
    verdict = judged(answer, ENERGY_KEY)
    assert not verdict.ok
    assert part in verdict.reason, verdict.reason


def test_an_error_in_one_factor_is_narrowed_down():
    key = make_key("expression", "m*g*l*sin(phi)*exp(c)", dict.fromkeys("mglc", "positive") | {"phi": "angle"})
    assert "factor that depends on `phi` only" in judged("m*g*l*exp(c)*(phi + phi**3/7)", key).reason
    key = make_key("expression", "a*b + c*d", dict.fromkeys("abcd", "positive"))
    assert "`c**3` does not belong in the sum" in judged("a*b + c*d + c**3", key).reason


MATRICES = [
    (M.T.as_mutable() * -1, "sign of the whole"),
    (sp.Matrix([[M[1, 1], M[1, 0]], [M[0, 1], M[0, 0]]]), "order of the coordinates"),
    (sp.Matrix([M[1, :], M[0, :]]), "rows are in the opposite order"),
    (sp.Matrix([[M[0, 1], M[0, 0]], [M[1, 1], M[1, 0]]]), "columns are in the opposite order"),
    (M + sp.Matrix([[0, 0], [m_S * l_S**2, 0]]), "Entry (2, 1) is not right."),
    (M + sp.diag(m_S, m_S * l_S**2), "entry (1, 1), entry (2, 2)"),
    (M[:, 0], "matrix of size 2 x 2, but this is a matrix of size 2 x 1"),
    (M.tolist()[0], "a list of 2"),
    (sp.Matrix([[M[0, 0], sp.nan], [M[1, 0], M[1, 1]]]), "Entry (1, 2) contains NaN"),
    ([[M[0, 0], None], [M[1, 0], M[1, 1]]], "Entry (1, 2) should be an expression, but it is nothing"),
]


@pytest.mark.parametrize(("answer", "part"), MATRICES, ids=[part for _, part in MATRICES])
def test_a_wrong_matrix_is_explained_with_its_entries(answer, part):
    verdict = judged(answer, MATRIX_KEY)
    assert not verdict.ok
    assert part in verdict.reason, verdict.reason


def test_a_transposed_matrix_and_a_wrong_order_of_components_are_recognised():
    domain = {"phi": "angle"}
    rotation = "[[cos(phi), -sin(phi), 0], [sin(phi), cos(phi), 0], [0, 0, 1]]"
    transposed = "[[cos(phi), sin(phi), 0], [-sin(phi), cos(phi), 0], [0, 0, 1]]"
    assert "transposed" in judged(transposed, make_key("matrix", rotation, domain)).reason
    key = make_key("vector", "[sin(phi), cos(phi), 2]", domain)
    assert "order" in judged("[cos(phi), 2, sin(phi)]", key).reason
    assert (
        "Component 3 is not right. It is a number, but not the right one."
        in judged("[sin(phi), cos(phi), 3]", key).reason
    )
    assert judged(np.array([0.0, 0.0, 1e-17]), make_key("vector", "[0, 0, 0]", domain)).ok


def test_an_acute_angle_has_a_positive_cosine():
    """A direction may be written by its tangent and divided by its length: right where the angle is acute."""
    direction, by_tangent = "[cos(phi), sin(phi)]", "[1/sqrt(1 + tan(phi)**2), tan(phi)/sqrt(1 + tan(phi)**2)]"
    assert judged(by_tangent, make_key("vector", direction, {"phi": "acute"})).ok
    assert not judged(by_tangent, make_key("vector", direction, {"phi": "angle"})).ok


def test_rounding_in_an_entry_that_should_be_zero_is_forgiven():
    key = make_key("vector", "[0, 5]", {})
    assert judged(np.array([math.cos(math.pi / 2), 5.0]), key).ok
    assert not judged(np.array([1e-6, 5.0]), key).ok


WRONG_EQUATIONS = [
    ([EOM[0]], "Expected 2 equation(s)"),
    ([EOM[0], EOM[0] * 2], "not independent"),
    ([EOM[0] + 2 * f_e, EOM[1]], "Equation 1 is not right. The sign of `f_e` is wrong"),
    (
        [EOM[0], EOM[1] - m_S * g * l_S * sp.sin(phi)],
        "Equation 2 is not right. The sign of `-m_S*g*l_S*sin(phi)/2` is wrong",
    ),
    (
        [EOM[0] + m_S * l_S * phi_d**2 * sp.cos(phi) / 7, EOM[1]],
        "`m_S*l_S*phi_d**2*cos(phi)/7` does not belong in the sum",
    ),
    ([EOM[0] + f_e / 7, EOM[1]], "the number `-6/7` is wrong"),
    ([EOM[0] + m_S * phi_d.diff() * l_S / 7, EOM[1]], "`m_S*l_S*phi_dd/7` does not belong in the sum"),
    ([EOM[0], EOM[1] + s], "Equation 2 is not right. The units do not fit"),
    ([EOM[0] + phi_d.diff() ** 2, EOM[1]], "linearly"),
    ([M[0, :] * sp.Matrix([s_d, phi_d]), EOM[1]], "Equation 1 is not right"),
    ([T, m_S], "No acceleration"),
    (
        -M * sp.Matrix([s_d, phi_d]).diff("t") + EOM - M * sp.Matrix([s_d, phi_d]).diff("t"),
        "wrong sign against",
    ),
    ([sp.Eq(EOM[0], EOM[0]), EOM[1]], "simply True"),
    ([[EOM[0], EOM[1]], [EOM[0]]], "Expected 2 equation(s)"),
    (sp.Eq(EOM, sp.zeros(3, 1), evaluate=False), "two sides"),
    ([EOM[0], None], "Equation 2 should be an expression, but it is nothing"),
]


@pytest.mark.parametrize(("answer", "part"), WRONG_EQUATIONS, ids=[part for _, part in WRONG_EQUATIONS])
def test_wrong_equations_are_explained(answer, part):
    verdict = judged(answer, EQUATIONS_KEY)
    assert not verdict.ok
    assert part in verdict.reason, verdict.reason


def test_one_equation_of_motion_needs_no_list():
    phi = dynamicsymbols("phi")
    domain = {"phi": "angle", "phi_d": "real", "phi_dd": "real", "g": "positive", "l": "positive"}
    key = make_key("equations", "[phi_dd + g/l*sin(phi)]", domain)
    gravity, length = sp.symbols("g l")
    for right in (
        phi.diff().diff() * length + gravity * sp.sin(phi),
        sp.Eq(phi.diff().diff(), -gravity / length * sp.sin(phi)),
        "phi_dd = -g/l*sin(phi)",
        {"phi_dd": "-g/l*sin(phi)"},
        ["m*0 + phi_dd + g/l*sin(phi)".replace("m*0 + ", "")],
    ):
        assert judged(right, key).ok, right
    assert "signs of `phi_dd` and `-g*sin(phi)/l` do not fit" in judged("phi_dd = g/l*sin(phi)", key).reason
    assert "sine and cosine of `phi`" in judged("phi_dd = -g/l*cos(phi)", key).reason


S0 = sp.Symbol("s_W0") + sp.Symbol("f_e") / sp.Symbol("c_W")
EQUILIBRIA = make_key(
    "equilibria",
    "[{s: s_W0 + f_e/c_W, phi: 0}, {s: s_W0 + f_e/c_W, phi: pi}]",
    DOMAIN,
    mistakes={"The spring force has the wrong sign.": "[{s: s_W0 - f_e/c_W, phi: 0}]"},
)

RIGHT_EQUILIBRIA = {
    "dicts": [{s: S0, phi: 0}, {s: S0, phi: sp.pi}],
    "other order": [{s: S0, phi: sp.pi}, {phi: 0, s: S0}],
    "modulo 2 pi": [{s: S0, phi: -sp.pi}, {s: S0, phi: 4 * sp.pi}],
    "tuples": [(S0, 0), (S0, sp.pi)],
    "set of tuples": {(S0, 0), (S0, sp.pi)},
    "matrix of rows": sp.Matrix([[S0, 0], [S0, sp.pi]]),
    "list of columns": [sp.Matrix([S0, 0]), sp.Matrix([S0, sp.pi])],
    "array": np.array([[S0, 0], [S0, math.pi]]),
    "floats": [{"s": S0, "phi": 0.0}, {"s": S0, "phi": 3.141592653589793}],
    "with rates": [{s: S0, phi: 0, s_d: 0, phi_d: 0}, {s: S0, phi: sp.pi, s_d: 0, phi_d: 0}],
    "equations": [[sp.Eq(s, S0), sp.Eq(phi, sp.pi)], [sp.Eq(s, S0), sp.Eq(phi, 0, evaluate=False)]],
    "text": "[{s: s_W0 + f_e/c_W, phi: 0}, {s: s_W0 + f_e/c_W, phi: pi}]",
    "text in tuples": [("s_W0 + f_e/c_W", "0"), ("(c_W*s_W0 + f_e)/c_W", "pi")],
    "FiniteSet": sp.FiniteSet((S0, 0), (S0, sp.pi)),
}


@pytest.mark.parametrize("name", RIGHT_EQUILIBRIA)
def test_right_equilibria_in_any_form(name):
    verdict = judged(RIGHT_EQUILIBRIA[name], EQUILIBRIA)
    assert verdict.ok, verdict.reason


WRONG_EQUILIBRIA = [
    ([(S0, 0)], "One of the equilibria is there, 1 missing"),
    (
        [(S0, 0), (S0, sp.pi), (S0, sp.pi / 2)],
        "Number 3 of your list is not an equilibrium. Number 3: look at phi",
    ),
    ([(s, 0), (s, sp.pi)], "None of the equilibria is there"),
    ([(S0, 0), (0, sp.pi)], "Number 2: look at s"),
    ([(S0.subs("f_e", -sp.Symbol("f_e")), 0), (S0, sp.pi)], "The spring force has the wrong sign."),
    ([(S0, 0, 0)], "should give s, phi"),
    ([{s: S0, phi: 0, s_d: 1}], "gives a value for `s_d`"),
    ([{s: S0, phi: "n*pi"}], "`n` does not belong in this answer"),
    ([phi], "should give s, phi"),
    (sp.pi, "should give s, phi"),
]


@pytest.mark.parametrize(("answer", "part"), WRONG_EQUILIBRIA, ids=[part for _, part in WRONG_EQUILIBRIA])
def test_wrong_equilibria_are_explained(answer, part):
    verdict = judged(answer, EQUILIBRIA)
    assert not verdict.ok
    assert part in verdict.reason, verdict.reason


def test_a_family_of_equilibria_has_a_free_coordinate():
    domain = {"phi1": "angle", "r": "real", "tau_e": "real", "m_K": "positive", "g": "positive"}
    key = make_key(
        "equilibria",
        "[{phi1: 0, r: r, tau_e: m_K*g*r}]",
        domain,
        optional="[{phi1: pi, r: r, tau_e: -m_K*g*r}]",
    )
    r, torque, phi1 = sp.symbols("r tau_e phi1")
    weight = sp.Symbol("m_K") * sp.Symbol("g") * r
    for right in (
        [{phi1: 0, torque: weight}],
        {phi1: 0, r: r, torque: weight},
        [(0, r, weight)],
        [{phi1: 0, torque: weight}, {phi1: sp.pi, torque: -weight}],
    ):
        assert judged(right, key).ok, right
    for wrong in (
        [{phi1: 0, r: 0, torque: 0}],
        [{phi1: 0, torque: -weight}],
        [{phi1: sp.pi, torque: -weight}],
        [{torque: weight}],
    ):
        assert not judged(wrong, key).ok, wrong


def test_the_key_of_constant_equilibria_does_not_show_them():
    domain = {"phi": "angle", "x": "real"}
    key = make_key("equilibria", "[{phi: 0, x: 2}, {phi: pi/3, x: -2}]", domain)
    assert judged([(sp.pi / 3, -2), (0, 2)], key).ok
    assert not judged([(sp.pi / 3, 2), (0, -2)], key).ok
    assert "1.047" not in str(key["solutions"])


def test_a_single_coordinate_needs_no_tuples():
    key = make_key("equilibria", "[{phi: 0}, {phi: pi}]", {"phi": "angle"})
    for right in (
        [0, sp.pi],
        {sp.pi, 0},
        [(0,), (3.141592653589793,)],
        "[0, pi]",
        np.array([0, math.pi]),
        [{"phi": 0}, {"phi": "pi"}],
        [sp.Eq(sp.Symbol("phi"), sp.pi), 0],
    ):
        assert judged(right, key).ok, right
    assert not judged([0], key).ok
    assert not judged(0, key).ok


NUMBERS = [
    (9.81, True),
    (9.80665, True),
    (sp.Float(9.81), True),
    (sp.Rational(981, 100), True),
    ("9.81", True),
    ("981 cm/s**2", True),
    ("9.81 m/s²", True),
    ("9.81*m/s^2", True),
    ((9.81, "m/s**2"), True),
    (np.float64(9.81), True),
    (np.array([9.81]), True),
    ("9.81 N/kg", True),
    ("35.3 km/h/s", True),
    (9.5, False),
    (-9.81, False),
    ("9.81 cm/s**2", False),
    ("9.81 m/s", False),
    ("9,81", False),
    ("nine", False),
    (981, False),
    (sp.Symbol("g"), False),
    ("9.81 parsec", False),
    (float("nan"), False),
]


@pytest.mark.parametrize(("answer", "ok"), NUMBERS)
def test_numbers_with_units_and_tolerance(answer, ok):
    verdict = judged(answer, make_key("number", 9.81, unit="m/s**2", tolerance=1e-2, hidden=True))
    assert verdict.ok is ok, verdict.reason


def test_the_visible_check_of_a_number_accepts_every_plausible_one():
    for seed in range(20):
        key = make_key("number", -0.035, unit="rad", seed=seed)
        assert judged(-0.035, key).ok and judged(-0.1, key).ok
        assert "sign" in judged(0.035, key).reason
        assert "large" in judged(-80, key).reason
        assert "-0.035" not in str(key) and "0.035" not in str(key)
    assert judged("-2 deg", key).ok


def test_one_choice_several_choices_and_yes_or_no_are_judged():
    one = make_key("choice", "b", options=["a", "b", "c"], hidden=True)
    assert judged("b", one).ok and judged(" (B) ", one).ok and judged(["b"], one).ok and judged(sp.Symbol("b"), one).ok
    assert not judged("a", one).ok and not judged(["a", "b"], one).ok
    assert "not one of the options a, b, c" in judged("x", one).reason
    several = make_key("choice", ["a", "c"], options=["a", "b", "c"], hidden=True)
    assert judged({"c", "a"}, several).ok and not judged(["a"], several).ok and not judged(["a", "b", "c"], several).ok
    yes = make_key("choice", True, options=[True, False], hidden=True)
    assert judged(True, yes).ok and judged("true", yes).ok and not judged(False, yes).ok


PENDULUM = make_key(
    "function",
    "-(g/l)*sin(phi)",
    PENDULUM_DOMAIN,
    arguments=["phi", "g", "l"],
    mistakes={"The cosine is not right here.": "-(g/l)*cos(phi)"},
)


def test_functions_are_called_with_drawn_inputs():
    assert judged(lambda phi, g, l: -g / l * math.sin(phi), PENDULUM).ok
    assert judged(lambda phi, g, l: np.array([-g / l * np.sin(phi)]), PENDULUM).ok
    assert judged(lambda phi, g, l: -sp.sin(phi) * g / l, PENDULUM).ok
    said = {
        "sign": lambda phi, g, l: g / l * math.sin(phi),
        "The cosine is not right here.": lambda phi, g, l: -g / l * math.cos(phi),
        "same for all inputs": lambda *arguments: 3.0,
        "return": lambda *arguments: None,
        "ZeroDivisionError": lambda *arguments: 1 / 0,
        "positional argument": lambda phi: phi,
        "should return 1 number(s), but it returns a list of 2": lambda *arguments: [1, 2],
        "finite real numbers": lambda *arguments: float("inf"),
        "which is not right": lambda phi, g, l: phi * g * l,
        "it returns a dictionary": lambda *arguments: {},
    }
    for part, function in said.items():
        verdict = judged(function, PENDULUM)
        assert not verdict.ok
        assert part in verdict.reason, verdict.reason


def test_a_function_as_nbgrader_hands_it_out_is_not_answered_yet():
    def stub(*arguments):
        raise NotImplementedError()

    def own(*arguments):
        raise NotImplementedError("not for this angle")

    assert judged(stub, PENDULUM).state == "unanswered" and judged(stub, PENDULUM).reason == "Nothing entered yet."
    assert judged(own, PENDULUM).state == "wrong"


def test_functions_of_arrays_and_references_that_are_functions():
    domain = {"x": "real", "y": "real", "m": "positive"}

    def reference(q, m):
        return [m * q[0], q[1] ** 2]

    for key in (
        make_key("function", reference, domain, arguments=[["x", "y"], "m"]),
        make_key("function", "[m*x, y**2]", domain, arguments=[["x", "y"], "m"], seed=None),
    ):
        assert judged(lambda q, m: np.array([m * q[0], q[1] ** 2]), key).ok
        assert judged(lambda q, m: (m * q[0], q @ q - q[0] ** 2), key).ok, "the argument must be an array"
        assert not judged(lambda q, m: [m * q[0], q[0] ** 2], key).ok


def test_a_list_of_lists_is_passed_to_a_function_as_a_matrix():
    domain = dict.fromkeys("abcd", "real")
    key = make_key("function", lambda A: A @ A, domain, arguments=[[["a", "b"], ["c", "d"]]])
    assert np.shape(inputs_of(key)[0][0]) == (2, 2)
    assert judged(lambda A: np.linalg.matrix_power(A, 2), key).ok
    verdict = judged(lambda A: A * A, key)
    assert not verdict.ok and "Called with [[a, b], [c, d]] = [[" in verdict.reason


def test_a_function_that_is_right_only_for_the_visible_inputs_fails_the_hidden_check():
    known = {tuple(inputs): value[0] for inputs, value in zip(PENDULUM["inputs"], PENDULUM["values"], strict=False)}
    memorised = lambda *inputs: known.get(inputs, 0.0)  # noqa: E731
    assert judged(memorised, PENDULUM).ok
    assert not judged(
        memorised,
        make_key(
            "function",
            "-(g/l)*sin(phi)",
            PENDULUM_DOMAIN,
            arguments=["phi", "g", "l"],
            seed=None,
            hidden=True,
        ),
    ).ok


@pytest.mark.parametrize(
    ("kind", "reference", "options", "part"),
    [
        ("energy", "m", {}, "must be one of"),
        ("expression", "m*x", {}, "`x` does not belong"),
        ("expression", "sqrt(-m)", {}, "no real value"),
        ("expression", None, {}, "must be a text"),
        ("vector", "m", {}, "shape"),
        ("matrix", "[m, m]", {}, "shape"),
        ("equations", "[m]", {}, "accelerations"),
        ("choice", "z", {"options": ["a"]}, "not one of the options"),
    ],
)
def test_a_key_that_makes_no_sense_is_an_error_for_its_author(kind, reference, options, part):
    with pytest.raises(ValueError, match=part):
        make_key(kind, reference, {"m": "positive"}, **options)


@pytest.mark.parametrize("domain", [{"m": "positiv"}, {"m": "= m + k"}, {"m": "= k", "k": "= m"}])
def test_a_domain_that_makes_no_sense_is_an_error(domain):
    with pytest.raises(ValueError, match="m"):
        make_key("expression", "2*m", domain)


def test_the_domain_of_a_system_has_rates_accelerations_and_units():
    domain = domain_of(["cart_pendulum", {"m_S": "= rho_S*l_S*b_S*h_S", "s_W0": "positive"}])
    assert (
        domain["phi"] == "angle [rad]"
        and domain["phi_dd"] == "real [rad/s**2]"
        and domain["s_d"] == "real [m/s]"
        and domain["s"] == "real [m]"
    )
    assert domain["m_W"] == "positive [kg]" and domain["f_e"] == "real [N]" and domain["s_W0"] == "positive"
    assert judged(T, make_key("expression", KINETIC_ENERGY, domain)).ok


def test_the_domain_of_a_state_space_system_has_its_states_and_their_rates():
    domain = domain_of("series_rlc_circuit")
    assert domain["i_L"] == "real [A]" and domain["i_L_d"] == "real [A/s]" and "[Ohm]" in domain["R"]
    key = make_key("vector", "[(u - R*i_L - u_C)/L, i_L/C]", domain)
    assert judged("[(u - u_C)/L - R/L*i_L, i_L/C]", key).ok
    assert "units" in judged("[(u - u_C)/L - R*i_L, i_L/C]", key).reason


def test_a_vector_of_one_component_may_be_a_number_a_list_or_a_matrix():
    key = make_key("vector", "[m*g]", {"m": "positive", "g": "positive"})
    mass, gravity = sp.symbols("m g")
    for right in (mass * gravity, [mass * gravity], sp.Matrix([mass * gravity]), "m*g", [["m*g"]]):
        assert judged(right, key).ok, right
    assert not judged([], key).ok and not judged([mass, gravity], key).ok


def test_a_mistake_of_the_task_that_explains_all_entries_is_said_once():
    domain = {"s": "real", "l": "positive", "phi": "angle"}
    key = make_key(
        "vector",
        "[l*sin(phi), -l*cos(phi)]",
        domain,
        mistakes={
            "The angle counts from hanging.": "[-l*sin(phi), l*cos(phi)]",
            "Half way.": "[l*sin(phi)/2, -l*cos(phi)/2]",
        },
    )
    assert judged("[-l*sin(phi), l*cos(phi)]", key).reason == (
        "Not right: component 1, component 2. The angle counts from hanging."
    )
    assert (
        "sign of the whole"
        in judged("[-l*sin(phi), l*cos(phi)]", make_key("vector", "[l*sin(phi), -l*cos(phi)]", domain)).reason
    )
    assert judged("[l*sin(phi)/2, s]", key).reason.startswith(
        "Not right: component 1, component 2. Component 1: Half way."
    )


def test_a_wrong_sign_is_not_taken_for_a_wrong_angle():
    key = make_key("expression", "m*g*l*sin(phi)", {"m": "positive", "g": "positive", "l": "positive", "phi": "angle"})
    assert "sign of the whole" in judged("-m*g*l*sin(phi)", key).reason
