"""Symbols: names, LaTeX, assumptions, the bridge to symengine, pickling, substitution."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
import sympy as sp

from mechanics.bridge import from_engine, to_engine
from mechanics.symbols import coordinate_symbol, latex_name, parameter_symbol, plain_name, t

phi, s = coordinate_symbol("phi"), coordinate_symbol("s")
m = parameter_symbol("m", positive=True)
c = parameter_symbol("c", nonnegative=True)
h = parameter_symbol("h", real=True)
NAMES = {
    "phi": phi,
    "s": s,
    "m": m,
    "c": c,
    "h": h,
    "phi_d": phi.diff(t),
    "phi_dd": phi.diff(t, 2),
    "s_d": s.diff(t),
}


@pytest.mark.parametrize(
    "name, latex",
    [
        ("phi1", r"\varphi_{1}"),
        ("m_S", "m_{S}"),
        ("rho_S", r"\rho_{S}"),
        ("l0A", "l_{0A}"),
        ("x", "x"),
        ("c12", "c_{12}"),
    ],
)
def test_latex_of_names(name, latex):
    assert latex_name(name) == latex


def test_rates_print_with_dots_and_without_time():
    phi1 = coordinate_symbol("phi1")
    assert sp.latex(phi1.diff(t)) == r"\dot{\varphi}_{1}"
    assert sp.latex(phi1.diff(t, 2) ** 2) == r"\ddot{\varphi}_{1}^{2}"
    assert sp.latex(phi1**2) == r"{\varphi_{1}}^{2}"
    assert str(phi1.diff(t) * phi1) == "phi1*phi1_d"
    assert plain_name(phi1.diff(t, 2)) == "phi1_dd" and plain_name(phi1) == "phi1" and plain_name(m) == "m"


def test_the_same_name_may_be_written_in_two_ways():
    """Two systems of the lecture write the same name differently; sympy's cache must not mix them up."""
    a, b = coordinate_symbol("z_1", "A"), coordinate_symbol("z_1", "B")
    assert (sp.latex(a), sp.latex(b)) == ("A", "B")
    assert sp.latex(b.diff(t)) == r"\dot{B}"
    assert a == coordinate_symbol("z_1", "A") and hash(a) == hash(coordinate_symbol("z_1", "A"))


def test_derivatives_are_those_of_the_time():
    x = sp.sin(phi) * phi.diff(t)
    assert x.diff(t) == sp.cos(phi) * phi.diff(t) ** 2 + sp.sin(phi) * phi.diff(t, 2)
    assert (phi.diff(t) ** 2).diff(phi.diff(t)) == 2 * phi.diff(t)
    assert sp.Derivative(phi, t).doit() == phi.diff(t)
    assert phi.diff(t) == sp.Derivative(phi, t), "a rate must be found by whoever writes sympy's Derivative"
    assert phi.diff(t).is_real and phi.is_real


def test_numbers_may_be_put_in_in_any_order():
    x = sp.cos(phi) * phi.diff(t) + phi.diff(t, 2)
    expected = sp.cos(2) * 3 + 5
    values = [(phi.diff(t, 2), 5), (phi.diff(t), 3), (phi, 2)]
    assert x.subs(values) == x.subs(dict(values)) == x.subs(dict(reversed(values))) == expected
    assert x.xreplace(dict(values)) == expected
    assert phi.diff(t).subs(phi, -s / 3).doit() == -s.diff(t) / 3
    assert str((phi.diff(t) + phi.diff(t, 2)).subs(phi.diff(t, 2), m)) == "m + phi_d"


def test_lambdify_and_solve_work_with_rates():
    assert sp.lambdify([phi, phi.diff(t)], phi * phi.diff(t))(2, 3) == 6
    assert sp.solve(3 * phi.diff(t, 2) - m, phi.diff(t, 2)) == [m / 3]


EXPRESSIONS = [
    sp.sqrt(m**2),
    m * sp.cos(phi) * phi.diff(t) ** 2 - c * s / 3,
    sp.Abs(h) * sp.sign(s.diff(t)),
    sp.Max(h, s, 1) + sp.Min(h, 0),
    sp.atan2(h, m) + sp.exp(-c * h) + sp.log(m) + sp.tanh(h) + sp.pi,
    sp.Piecewise((h, s > 0), (m * phi, True)),
    sp.Rational(2, 7) * m ** sp.Rational(3, 2) / (1 + c),
    sp.asin(h) + sp.acos(h) + sp.atan(h) + sp.tan(phi) + sp.sinh(h) + sp.cosh(h),
    phi.diff(t, 2) + 1,
    sp.Integer(0),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_the_way_through_symengine_and_back_keeps_symbols_and_assumptions(expression):
    back = from_engine(to_engine(expression), NAMES)
    assert back == expression, f"{expression} came back as {back}"
    assert back.free_symbols == expression.free_symbols
    by_name = {x.name: x for x in back.free_symbols}
    assert all(by_name[x.name].assumptions0 == x.assumptions0 for x in expression.free_symbols)


def test_assumptions_matter():
    assert sp.sqrt(from_engine(to_engine(m**2), NAMES)) == m
    assert sp.sqrt(from_engine(to_engine(h**2), NAMES)) == sp.Abs(h)


def test_symbols_survive_another_process():
    expression = sp.cos(phi) * phi.diff(t, 2) + m * coordinate_symbol("psi", r"\Psi").diff(t)
    assert pickle.loads(pickle.dumps(expression)) == expression
    code = f"import pickle, sympy; x = pickle.loads({pickle.dumps(expression)!r}); print(sympy.latex(x))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == sp.latex(expression)
    assert r"\dot{\Psi}" in out.stdout


SYMBOLS = [coordinate_symbol("phi"), coordinate_symbol("phi").diff(t), parameter_symbol("m_S", positive=True)]


@pytest.mark.parametrize("x", SYMBOLS, ids=str)
@pytest.mark.parametrize(
    ("call", "function"),
    [(np.sin, "sin"), (np.arccos, "acos"), (np.sqrt, "sqrt"), (lambda x: np.arctan2(1.0, x), "atan2"),
     (lambda x: np.maximum(x, 1), "Max")],
)  # fmt: skip
def test_functions_of_numpy_say_that_a_symbol_needs_those_of_sympy(call, function, x):
    with pytest.raises(TypeError, match=f"numpy's .* but {x} is a symbol; use sympy's: from sympy import {function}."):
        call(x)


@pytest.mark.parametrize("x", SYMBOLS, ids=str)
def test_arithmetic_with_numbers_and_arrays_of_numpy_goes_on_working(x):
    two, row = np.float64(2), np.array([1.0, 2.0])
    assert two * x == x * two == 2.0 * x and two / x == 2.0 / x and two**x == 2.0**x and np.int64(3) - x == 3 - x
    assert (row * x).tolist() == (x * row).tolist() == [1.0 * x, 2.0 * x]
    assert np.array([x, 1.0]).tolist() == [x, 1.0] and np.sum([x, 1.0]) == x + 1.0
    assert np.abs(x) == abs(x) and np.square(x) == x**2
    assert (two < x) == (x > 2.0) and (row == x).tolist() == [False, False] and two != x
