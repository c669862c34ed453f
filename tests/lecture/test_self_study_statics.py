"""Aufgaben A.1 (drawbridge) and A.5 (wheel suspension): (A.1)-(A.9), (A.43)-(A.45)."""

import numpy as np
import pytest
import sympy as sp
from sympy import cos, cot, sin

from mechanics import systems
from mechanics.systems.self_study import drawbridge, wheel_suspension

from .compare import assert_close, assert_same

BRIDGE, WHEEL = systems.load("drawbridge"), systems.load("wheel_suspension")
p, y, f = BRIDGE.inputs, BRIDGE.outputs, BRIDGE.formulas
ON_BRIDGE, ON_BEAM = (body.balance() for body in drawbridge.bodies(p, y))  # about B, about A
k = cos(p.phi_B)
q, z = WHEEL.inputs, WHEEL.outputs
ON_WHEEL = wheel_suspension.wheel(q, z).balance()  # about the intersection of Q2 and D


def random_values(system, seed: int) -> dict:
    rng = np.random.default_rng(seed)
    return {name: float(rng.uniform(0.3, 1.4)) for name in system.inputs}


def solved(expression):
    """With the bearing and rope forces put in."""
    return sp.sympify(expression).xreplace({y[name].symbol: f[name] for name in y})


# --- Aufgabe A.1 ------------------------------------------------------------------------------------------


@pytest.mark.equation("A.1a", "A.1b")
def test_forces_on_the_bridge():
    assert_same(ON_BRIDGE[0], y.f_Bx, "(A.1a): 0 = f_Bx")
    assert_same(ON_BRIDGE[1], y.f_By - p.m_B * p.g + y.f_S1, "(A.1b): 0 = f_By − m_B g + f_S1")


@pytest.mark.equation("A.2")
def test_moments_about_the_bearing_of_the_bridge():
    printed = -p.m_B * p.g * p.l_B * k + y.f_S1 * p.l_s * k
    assert_same(ON_BRIDGE[5], printed, "(A.2): moments on the bridge about B")
    assert list(ON_BRIDGE[2:5]) == [0, 0, 0], "(A.2): all else lies in the plane"


@pytest.mark.equation("A.3", "A.4")
def test_rope_1_and_bearing_of_the_bridge():
    (by_hand,) = sp.linsolve([ON_BRIDGE[0], ON_BRIDGE[1], ON_BRIDGE[5]], y.f_S1, y.f_Bx, y.f_By)
    assert_same(by_hand[0], p.m_B * p.g * p.l_B / p.l_s, "(A.3): f_S1")
    assert_same(list(by_hand[1:]), [0, p.m_B * p.g * (1 - p.l_B / p.l_s)], "(A.4): f_B")
    assert_same([f["f_S1"], f["f_Bx"], f["f_By"]], list(by_hand), "(A.3), (A.4): the system drawbridge")


@pytest.mark.equation("A.5a", "A.5b")
def test_forces_on_the_beam():
    assert_same(ON_BEAM[0], y.f_Ax, "(A.5a): 0 = f_Ax")
    printed = -p.m * p.g - y.f_S2 + y.f_Ay - p.m_T * p.g - y.f_S1
    assert_same(ON_BEAM[1], printed, "(A.5b): forces on the beam along e_y")


@pytest.mark.equation("A.6")
def test_moments_about_the_bearing_of_the_beam():
    printed = p.m * p.g * p.l_m * k + y.f_S2 * p.R - p.m_T * p.g * p.l_T * k - y.f_S1 * p.l_s * k
    assert_same(ON_BEAM[5], printed, "(A.6): moments on the beam about A")


@pytest.mark.equation("A.7")
def test_force_in_rope_2():
    printed = (p.m_B * p.g * p.l_B + p.m_T * p.g * p.l_T - p.m * p.g * p.l_m) / p.R * k
    assert_same(f["f_S2"], printed, "(A.7): f_S2")
    assert_same(solved(ON_BEAM[5]) + 1, 1, "(A.7) in (A.6)")


@pytest.mark.equation("A.8")
def test_bearing_of_the_beam_needs_a_plus_at_the_counter_mass():
    """As read, the last term of (A.8) is −m g (1 + l_m/R cos φ_B): off by 2 m g in (A.5b)."""
    rest = p.m_B * p.g * (p.l_B / p.l_s + p.l_B / p.R * k) + p.m_T * p.g * (1 + p.l_T / p.R * k)
    repaired = rest + p.m * p.g * (1 - p.l_m / p.R * k)
    as_read = rest - p.m * p.g * (1 + p.l_m / p.R * k)
    assert_same(f["f_Ay"], repaired, "(A.8): f_Ay")
    assert f["f_Ax"] == 0, "(A.8): f_Ax"
    balance = ON_BEAM[1]
    assert_same(solved(balance.subs(y.f_Ay, repaired)) + 1, 1, "(A.8) in (A.5b)")
    left = solved(balance.subs(y.f_Ay, as_read))
    assert_same(left, -2 * p.m * p.g, "(A.8) as read in (A.5b): 2 m g are missing")
    v = random_values(BRIDGE, 8)
    matrix, load = sp.linear_eq_to_matrix(
        [ON_BRIDGE[0], ON_BRIDGE[1], ON_BRIDGE[5], ON_BEAM[0], ON_BEAM[1], ON_BEAM[5]],
        [y[name].symbol for name in y if name != "m_balance"],
    )
    at = {p[name].symbol: value for name, value in v.items()}
    found = np.linalg.solve(*(np.array(x.subs(at).tolist(), dtype=float) for x in (matrix, load))).ravel()
    names = [name for name in y if name != "m_balance"]
    assert_close([BRIDGE.solve(**v)[n] for n in names], found, "(A.8): six equations at once")


@pytest.mark.equation("A.9")
def test_balancing_mass():
    printed = (p.m_B * p.l_B + p.m_T * p.l_T) / p.l_m
    assert_same(f["m_balance"], printed, "(A.9): m for f_S2 = 0")
    assert_same(f["f_S2"].subs(p.m, printed) + 1, 1, "(A.9) in (A.7)")


# --- Aufgabe A.5 ------------------------------------------------------------------------------------------


@pytest.mark.equation("A.43a", "A.43b")
def test_forces_on_the_wheel():
    assert_same(ON_WHEEL[0], z.f_Q1 + z.f_Q2 - q.f_S + z.f_D * cos(q.alpha), "(A.43a): along e_x")
    assert_same(ON_WHEEL[1], -z.f_D * sin(q.alpha) + q.f_N, "(A.43b): along e_y")


@pytest.mark.equation("A.44")
def test_moments_about_the_common_point_of_two_bars():
    assert_same(ON_WHEEL[5], -z.f_Q1 * q.b - q.f_S * q.a + q.f_N * q.d, "(A.44): moments about Q2 and D")


@pytest.mark.equation("A.45a", "A.45b", "A.45c")
def test_forces_in_the_bars():
    """In the printed form, in the three balances, and by numpy."""
    printed = {
        "f_D": q.f_N / sin(q.alpha),
        "f_Q1": (q.f_N * q.d - q.f_S * q.a) / q.b,
        "f_Q2": q.f_S * (1 + q.a / q.b) - q.f_N * (cot(q.alpha) + q.d / q.b),
    }
    at = {z[name].symbol: value for name, value in printed.items()}
    for name, value in printed.items():
        assert_same(WHEEL.formulas[name], value, f"(A.45): {name}")
    for row in (0, 1, 5):
        assert_same(ON_WHEEL[row].xreplace(at) + 1, 1, f"(A.45) in balance {row}")
    v = random_values(WHEEL, 45)
    c, s = np.cos(v["alpha"]), np.sin(v["alpha"])
    matrix = [[1, 1, c], [0, 0, -s], [-v["b"], 0, 0]]
    load = [v["f_S"], -v["f_N"], v["f_S"] * v["a"] - v["f_N"] * v["d"]]
    found = WHEEL.solve(**v)
    expected = np.linalg.solve(matrix, load)
    assert_close([found[n] for n in ("f_Q1", "f_Q2", "f_D")], expected, "(A.45): three equations at once")
