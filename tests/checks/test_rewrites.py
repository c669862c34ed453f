"""Whoever has the right result in another form has the right result."""

import functools

import numpy as np
import pytest
import sympy as sp
from sympy import Rational, Symbol, cos, sin, symbols

from mechanics.checks import make_key

from .answers import (
    DOMAIN,
    EOM,
    EQUATIONS,
    KINETIC_ENERGY,
    MATRIX,
    REST,
    M,
    T,
    b_S,
    c_W,
    d_R,
    f_e,
    g,
    h_S,
    judged,
    l_S,
    m_S,
    m_W,
    phi,
    phi_d,
    phi_dd,
    rho_S,
    s,
    s_d,
    s_dd,
    s_W0,
    t,
)

other = {name: Symbol(name) for name in DOMAIN}  # symbols of the same name without assumptions
plain = {
    s_dd: other["s_dd"],
    phi_dd: other["phi_dd"],
    s_d: other["s_d"],
    phi_d: other["phi_d"],
    s: other["s"],
    phi: other["phi"],
}
L, B = l_S, b_S

ENERGY = {
    "as it is": T,
    "expanded": sp.expand(T),
    "factored": sp.factor(T),
    "collected": sp.collect(sp.expand(T), m_S),
    "common denominator": sp.together(sp.expand(T)),
    "abbreviation written out": T.subs(m_S, rho_S * l_S * b_S * h_S),
    "half written out": T.subs(m_S, rho_S * l_S * b_S * h_S) / 2 + T / 2,
    "rates as symbols": T.subs(plain),
    "coordinates as symbols without assumptions": T.subs(plain).subs({x: Symbol(x.name) for x in T.free_symbols - {t}}),
    "symbols with odd assumptions": T.subs(m_W, Symbol("m_W", negative=True)),
    "Dummy symbols": T.subs(m_W, sp.Dummy("m_W")),
    "functions of another t": T.subs({phi: sp.Function("phi", real=True)(Symbol("t", positive=True))}),
    "floats": sp.N(T),
    "floats, expanded": sp.N(sp.expand(T)),
    "rounded to 15 digits": T.subs(Rational(1, 12), 0.0833333333333333),
    "a third as float": (m_W + m_S) * s_d**2 * 0.5
    + 0.5 * m_S * L * cos(phi) * s_d * phi_d
    + 0.5 * (m_S * B**2 / 12.0 + 0.333333333333333 * m_S * L**2) * phi_d**2,
    "cosine of the negative angle": T.subs(cos(phi), cos(-phi)),
    "cosine by sine": T.subs(cos(phi), sin(phi + sp.pi / 2)),
    "cosine by half angle": T.subs(cos(phi), 1 - 2 * sin(phi / 2) ** 2),
    "cosine by the tangent of the half angle": T.subs(
        cos(phi), (1 - sp.tan(phi / 2) ** 2) / (1 + sp.tan(phi / 2) ** 2)
    ),
    "cosine by secant": T.subs(cos(phi), 1 / sp.sec(phi)),
    "full turn": T.subs(cos(phi), cos(phi + 2 * sp.pi)),
    "root of squares": T.subs(l_S, sp.sqrt(l_S**2, evaluate=False)),
    "log of exp": T.subs(m_W, sp.log(sp.exp(m_W, evaluate=False), evaluate=False)),
    "plus zero by sin^2 + cos^2": T + g * (sin(phi) ** 2 + cos(phi) ** 2 - 1),
    "unevaluated product": sp.Mul(2, T / 2, evaluate=False),
    "unevaluated sum": sp.Add(T / 3, T / 3, T / 3, evaluate=False),
    "unevaluated expression": sp.UnevaluatedExpr(T),
    "unevaluated derivative": T.subs(s_d, sp.Derivative(s, t, evaluate=False)),
    "derivative not carried out": sp.Derivative(T * Symbol("s_dd"), Symbol("s_dd")),
    "derivative of a product not carried out": sp.Derivative(2 * s * m_W, t) * s_d / 4 + T - m_W * s_d**2 / 2,
    "squared speed of the mass centre": m_W * s_d**2 / 2
    + m_S / 2 * ((s + L / 2 * sin(phi)).diff(t) ** 2 + (-L / 2 * cos(phi)).diff(t) ** 2)
    + m_S * (L**2 + B**2) / 24 * phi_d**2,
    "quadratic form, a 1 x 1 matrix": sp.Matrix([[s_d, phi_d]]) * M * sp.Matrix([s_d, phi_d]) / 2,
    "quadratic form, its entry": (sp.Matrix([[s_d, phi_d]]) * M * sp.Matrix([s_d, phi_d]))[0] / 2,
    "quadratic form by numpy": np.array([s_d, phi_d]) @ np.array(M.tolist()) @ np.array([s_d, phi_d]) / 2,
    "a list with one entry": [T],
    "simplified": sp.simplify(T),
    "text": str(T.subs(plain)),
    "text of the reference": KINETIC_ENERGY,
    "text with a left side": "T = " + KINETIC_ENERGY,
    "text with derivatives": KINETIC_ENERGY.replace("s_d", "s.diff(t)").replace("phi_d", "Derivative(phi(t), t)"),
    "text with spaces and unicode": KINETIC_ENERGY.replace("m_S*l_S", "m_S · l_S").replace(" + ", "\n  + "),
    "text with np.": KINETIC_ENERGY.replace("cos", "np.cos"),
    "an equation": sp.Eq(Symbol("T"), T),
}

MASS_MATRIX = {
    "Matrix": M,
    "ImmutableMatrix": sp.ImmutableMatrix(M),
    "SparseMatrix": sp.SparseMatrix(M),
    "list of lists": M.tolist(),
    "tuple of tuples": tuple(map(tuple, M.tolist())),
    "array of objects": np.array(M.tolist()),
    "list of rows as matrices": [M[0, :], M[1, :]],
    "list of arrays": [np.array(list(M[0, :])), np.array(list(M[1, :]))],
    "ndim array": sp.Array(M),
    "expanded": sp.expand(M),
    "floats": sp.N(M),
    "Hessian of T": sp.hessian(T.subs(plain), [other["s_d"], other["phi_d"]]),
    "Jacobian of the equations": sp.Matrix(EOM).jacobian([s_dd, phi_dd]),
    "text": str(M.subs(plain)),
    "nested list of text": [[str(entry.subs(plain)) for entry in row] for row in M.tolist()],
    "product not carried out": sp.MatMul(2 * sp.eye(2), M / 2),
    "square of its root form": M.applyfunc(lambda entry: sp.sqrt(entry, evaluate=False) ** 2),
    "through its inverse": M.inv().inv(),
}

x = {name: Symbol(name) for name in ("s_dd", "phi_dd")}
_solved = sp.solve(list(EOM.subs(plain)), [x["s_dd"], x["phi_dd"]], dict=True)[0]
OTHER_FORMS = {
    "column": EOM,
    "row": EOM.T,
    "list": list(EOM),
    "other order": [EOM[1], EOM[0]],
    "other signs": [-EOM[0], EOM[1]],
    "scaled by parameters": [EOM[0] / m_W, EOM[1] * 12 / (m_S * l_S)],
    "scaled by a function that has no zero": [EOM[0] * (2 + sin(phi)), EOM[1]],
    "Eq with zero": [sp.Eq(EOM[0], 0), sp.Eq(0, EOM[1])],
    "Eq in the form (5.93)": [
        sp.Eq(EOM[0] + f_e - d_R * s_d, f_e - d_R * s_d),
        sp.Eq(EOM[1] - REST[1], -REST[1]),
    ],
    "Eq of columns": sp.Eq(M * sp.Matrix([s_dd, phi_dd]), -REST, evaluate=False),
    "solved, as dict": {s_dd: _solved[x["s_dd"]], phi_dd: _solved[x["phi_dd"]]},
    "solved, as list of dicts": [_solved],
    "solved, as Eq": [sp.Eq(s_dd, _solved[x["s_dd"]]), sp.Eq(phi_dd, _solved[x["phi_dd"]])],
    "one solved for the other": [EOM[1], EOM[0] - 3 * EOM[1]],
    "combined": [EOM[0] * cos(phi) + 5 * EOM[1], EOM[0]],
    "premultiplied by the inverse mass matrix": M.inv() * EOM,
    "floats": list(sp.N(EOM)),
    "by derivatives of L": [
        (T.diff(v)).diff(t) - (T + m_S * g * l_S * cos(phi) / 2 - c_W * (s - s_W0) ** 2 / 2).diff(q) - force
        for q, v, force in ((s, s_d, f_e - d_R * s_d), (phi, phi_d, 0))
    ],
    "text": EQUATIONS,
    "text with equals": [
        EQUATIONS.strip("[]").split(", m_S")[0] + " = 0",
        f"m_S{EQUATIONS.strip('[]').split(', m_S')[1]} = 0",
    ],
    "numpy": np.array(list(EOM)),
}

VECTOR = sp.Matrix([c_W * (s - s_W0), m_S * g * l_S * sin(phi) / 2])
VECTORS = {
    "column": VECTOR,
    "row": VECTOR.T,
    "list": list(VECTOR),
    "tuple": tuple(VECTOR),
    "list of columns": [[entry] for entry in VECTOR],
    "one-dimensional array": np.array(list(VECTOR)),
    "two-dimensional array": np.array(VECTOR.tolist()),
    "nested immutable": [sp.ImmutableMatrix([entry]) for entry in VECTOR],
    "Tuple": sp.Tuple(*VECTOR),
    "text": "[c_W*(s - s_W0), m_S*g*l_S*sin(phi)/2]",
    "gradient": [(m_S * g * l_S * (1 - cos(phi)) / 2 + c_W * (s - s_W0) ** 2 / 2).diff(q) for q in (s, phi)],
}

CASES = [
    *(("energy", name, KINETIC_ENERGY, "expression", answer) for name, answer in ENERGY.items()),
    *(("mass matrix", name, MATRIX, "matrix", answer) for name, answer in MASS_MATRIX.items()),
    *(("equations", name, EQUATIONS, "equations", answer) for name, answer in OTHER_FORMS.items()),
    *(("forces", name, "[c_W*(s - s_W0), m_S*g*l_S*sin(phi)/2]", "vector", answer) for name, answer in VECTORS.items()),
]


@functools.cache
def visible_key(kind, reference):
    return make_key(kind, reference, DOMAIN)


@pytest.mark.parametrize(
    ("reference", "kind", "answer"), [case[2:] for case in CASES], ids=[": ".join(case[:2]) for case in CASES]
)
def test_an_equivalent_form_is_right(reference, kind, answer):
    for key in (visible_key(kind, reference), make_key(kind, reference, DOMAIN, hidden=True, seed=None)):
        verdict = judged(answer, key)
        assert verdict.ok, f"a right answer in another form is refused: {verdict.reason}"


def test_there_are_at_least_thirty_forms_of_one_answer():
    assert len(ENERGY) >= 30


TRIGONOMETRY = [
    ("sin(phi)**2", "1 - cos(phi)**2"),
    ("sin(phi)**2", "(1 - cos(2*phi))/2"),
    ("sin(2*phi)", "2*sin(phi)*cos(phi)"),
    ("tan(phi)", "sin(phi)/cos(phi)"),
    ("cos(phi + phi2)", "cos(phi)*cos(phi2) - sin(phi)*sin(phi2)"),
    ("sqrt(l**2)", "l"),
    ("sqrt(l/g)", "1/sqrt(g/l)"),
    ("2*pi*sqrt(l/g)", "2*pi/sqrt(g)*sqrt(l)"),
    ("sqrt(phi**2)", "Abs(phi)"),
    ("l**2*g**2", "exp(2*log(l*g))"),
    ("atan2(sin(phi), cos(phi))", "phi"),
    ("asin(sin(phi))**2", "acos(cos(asin(sin(phi))))**2"),
    ("1/(l + 1/l)", "l/(l**2 + 1)"),
    ("phi", "exp(log(phi))"),
    ("l - g", "(l**2 - g**2)/(l + g)"),
]


@pytest.mark.parametrize(("reference", "answer"), TRIGONOMETRY)
def test_identities_hold_inside_the_domain(reference, answer):
    domain = {"phi": "angle", "phi2": "angle", "l": "positive", "g": "positive"}
    verdict = judged(answer, make_key("expression", reference, domain))
    assert verdict.ok, verdict.reason


@pytest.mark.parametrize(
    ("reference", "answer"), [("sqrt(phi**2)", "phi"), ("asin(sin(phi))", "phi"), ("Abs(l - g)", "l - g")]
)
def test_identities_that_hold_only_somewhere_are_refused(reference, answer):
    domain = {"phi": "angle", "l": "positive", "g": "positive"}
    for seed in range(5):
        assert not judged(answer, make_key("expression", reference, domain, seed=seed, hidden=True)).ok


def test_symbols_of_the_library_and_of_the_student_are_the_same_names():
    length, mass = symbols("l m", real=True)
    assert judged(mass * length, make_key("expression", "m*l", {"m": "positive", "l": "positive"})).ok
