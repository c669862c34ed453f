"""Aufgabe A.4, the quarter car; (A.38)-(A.42)."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.lagrange import Damper, Spring
from mechanics.symbols import t
from mechanics.systems.self_study.quarter_car import quarter_car

from .compare import assert_close, assert_same

SYSTEM = systems.load("quarter_car")
m_A, m_R, c_A, c_R, d_A, d_R, g = SYSTEM.parameters.symbols
x_A, x_R = SYSTEM.coordinates.symbols
x_U, x_U_d = SYSTEM.inputs.symbols
v_A, v_R = x_A.diff(t), x_R.diff(t)
f_cA, f_dA = c_A * (x_R - x_A), d_A * (v_R - v_A)
f_cR, f_dR = c_R * (x_U - x_R), d_R * (x_U_d - v_R)


@pytest.mark.equation("A.38a", exercised=True)
def test_forces_of_the_suspension():
    y = SYSTEM.outputs
    assert_same([y["f_cA"], y["f_dA"]], [f_cA, f_dA], "(A.38a): forces upwards on the body")
    lift = -sp.diff(Spring(x_R - x_A, c_A).energy, x_A)
    assert_same(lift, f_cA, "(A.38a): minus the slope of the energy of the spring (5.68)")
    v = sp.Symbol("v_RA", real=True)
    law = lambda v: 800 + 300 * v**2  # noqa: E731
    curved = quarter_car(law)
    rates = {x.diff(t): r for x, r in zip(curved.coordinates.symbols, (0, v), strict=True)}
    assert_same(curved.outputs["f_dA"].subs(rates), law(v) * v, "(A.38a) with a damping that depends on the speed")


@pytest.mark.equation("A.38b", exercised=True)
def test_forces_of_the_tyre():
    y = SYSTEM.outputs
    assert_same([y["f_cR"], y["f_dR"]], [f_cR, f_dR], "(A.38b): forces upwards on the wheel")
    lift = -sp.diff(Spring(x_U - x_R, c_R).energy, x_R)
    assert_same(lift, f_cR, "(A.38b): minus the slope of the energy of the spring (5.68)")
    assert_same(Damper(x_U - x_R, d_R).force(x_U_d - v_R), f_dR, "(A.38b): the damper brakes its own speed")


@pytest.mark.equation("A.39a", "A.39b")
def test_momentum_of_body_and_wheel():
    """Both balances at random states, with the accelerations that follow from the energies (5.93)."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        model = SYSTEM.numeric(**{n: v.default * rng.uniform(0.5, 2) for n, v in SYSTEM.parameters.items()})
        p, q, v, u = model.parameters, rng.normal(size=2), rng.normal(size=2), rng.normal(size=2)
        a = model.accelerations(q, v, {"x_U": u[0], "x_U_d": u[1]})
        on_body = p["c_A"] * (q[1] - q[0]) + p["d_A"] * (v[1] - v[0])
        on_wheel = p["c_R"] * (u[0] - q[1]) + p["d_R"] * (u[1] - v[1])
        assert_close(p["m_A"] * a[0], on_body - p["m_A"] * p["g"], "(A.39a)")
        assert_close(p["m_R"] * a[1], on_wheel - on_body - p["m_R"] * p["g"], "(A.39b)")


@pytest.mark.equation("A.40a", "A.40b")
def test_rest_position_from_the_balances_of_body_and_wheel():
    """The balances at rest as a linear system, against the equilibrium of the system."""
    still = {v_A: 0, v_R: 0, x_U: 0, x_U_d: 0}
    balances = [(f_cA + f_dA - m_A * g).subs(still), (f_cR + f_dR - f_cA - f_dA - m_R * g).subs(still)]
    found = sp.solve(balances, [x_A, x_R])
    (ours,) = SYSTEM.equilibria({"x_U": 0, "x_U_d": 0})
    assert_same([ours[x_A], ours[x_R]], [found[x_A], found[x_R]], "(A.40a), (A.40b)")


@pytest.mark.equation("A.41", "A.42")
def test_static_deflections():
    printed_R = -(m_A + m_R) * g / c_R
    printed_A = -(m_A + m_R) * g / c_R - m_A * g / c_A
    tyre, both = sp.symbols("tyre both")
    found = sp.solve([c_R * -tyre - (m_A + m_R) * g, c_A * (tyre - both) - m_A * g], [tyre, both])
    assert_same([found[tyre], found[both]], [printed_R, printed_A], "(A.41), (A.42): tyre and suspension in series")
    y = SYSTEM.outputs
    assert_same([y["x_R_stat"], y["x_A_stat"]], [printed_R, printed_A], "(A.41), (A.42): the system")
