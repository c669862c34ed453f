"""Aufgabe A.8, the rope drum; (A.70)-(A.86)."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.angular_momentum import Rotor, solve_balances
from mechanics.forces import reactions
from mechanics.symbols import coordinate_symbol, t
from mechanics.systems.self_study import rope_drum as drum

from .compare import assert_close, assert_same

SYSTEM = systems.load("rope_drum")
m_B, m_T, I_T, r_i, r_a, c, s_f0, g = SYSTEM.parameters.symbols
x_T = SYSTEM.coordinates.x_T
f_S, f_x, f_y, f_n, f_t, f_f = sp.symbols("f_S f_x f_y f_n f_t f_f", real=True)
ratio = (r_i + r_a) / r_a
a_T = x_T.diff(t, 2)
STATIC = dict(zip(drum.STATIC, SYSTEM.outputs["static"], strict=True))


@pytest.mark.equation("A.70")
def test_rope_force_at_rest():
    found = sp.solve(f_S - m_B * g, f_S)
    assert_same(found[0], m_B * g, "(A.70)")
    assert_same(STATIC["f_S"], m_B * g, "(A.70): the free block of the system")


@pytest.mark.equation("A.71")
def test_bearing_of_the_pulley():
    """A rope that comes from the left and leads downwards pulls the pulley to the left and down."""
    pull = -f_S * sp.Matrix([1, 0]) - f_S * sp.Matrix([0, 1])
    found = sp.solve([*(pull + sp.Matrix([f_x, f_y])), f_S - m_B * g], [f_x, f_y, f_S])
    assert_same([found[f_x], found[f_y]], [m_B * g, m_B * g], "(A.71a), (A.71b)")
    assert_same([STATIC["f_x"], STATIC["f_y"]], [m_B * g, m_B * g], "(A.71): the system")


@pytest.mark.equation("A.72")
def test_normal_force():
    assert_same(sp.solve(f_n - m_T * g, f_n)[0], m_T * g, "(A.72)")
    assert_same(STATIC["f_n"], m_T * g, "(A.72): the free drum of the system")


@pytest.mark.equation("A.73", "A.74")
def test_balances_of_the_drum_at_rest():
    """The forces that the library finds for the three free bodies satisfy both printed balances."""
    (_, _, body), unknowns = drum.free_bodies(SYSTEM.parameters)
    symbols = {unknowns[name]: s for name, s in zip(drum.STATIC, (f_S, f_x, f_y, f_n, f_t, f_f), strict=True)}
    forces, moments = body.resultant.xreplace(symbols), body.moment((0, 0, 0)).xreplace(symbols)
    assert_same(forces[0], f_S - f_f - f_t, "(A.73)")
    assert_same(-moments[2], f_S * r_i + f_t * r_a, "(A.74): clockwise about S")
    assert_same(STATIC["f_S"] - STATIC["f_f"] - STATIC["f_t"], 0, "(A.73): the system")
    assert_same(STATIC["f_S"] * r_i + STATIC["f_t"] * r_a, 0, "(A.74): the system")


@pytest.mark.equation("A.75", "A.76", "A.77")
def test_contact_and_spring_force_at_rest():
    """From (A.73), (A.74), and once more from the moments about the point of contact M."""
    found = sp.solve([f_S - f_f - f_t, f_S * r_i + f_t * r_a, f_S - m_B * g], [f_S, f_f, f_t])
    assert_same(found[f_t], -r_i / r_a * m_B * g, "(A.75)")
    assert_same(found[f_f], (1 + r_i / r_a) * m_B * g, "(A.76)")
    about_M = f_S * (r_i + r_a) - f_f * r_a
    assert_same(sp.solve(about_M, f_f)[0].subs(f_S, m_B * g), found[f_f], "(A.77)")
    (_, _, body), unknowns = drum.free_bodies(SYSTEM.parameters)
    moment = -body.moment((0, -r_a, 0))[2]
    assert_same(moment.xreplace({unknowns["f_S"]: f_S, unknowns["f_f"]: f_f}), about_M, "(A.77): the free drum")
    assert_same([STATIC["f_t"], STATIC["f_f"]], [found[f_t], found[f_f]], "(A.75), (A.76): the system")


@pytest.mark.equation("A.75")
def test_the_balances_determine_all_six_forces():
    bodies, unknowns = drum.free_bodies(SYSTEM.parameters)
    found = reactions(bodies, list(unknowns.values()))
    assert_same(found[unknowns["f_t"]], -r_i / r_a * m_B * g, "(A.75) from three free bodies")


@pytest.mark.equation("A.78", "A.79", exercised=True)
def test_rolling_and_the_way_of_the_block():
    """The point of contact rests, and the rope keeps its length, for the drum of the system at random places."""
    pose, values = SYSTEM.bodies[0].pose, {r_i: 0.12, r_a: 0.25}
    touch = pose.R.T * (sp.Matrix([x_T, -r_a, 0]) - pose.p)  # the material point that touches the ground
    u = sp.Symbol("u")
    velocity = (pose.p + pose.R * touch.subs(x_T, u)).diff(t).subs(u, x_T)
    assert_same(velocity, sp.zeros(3, 1), "(A.78): rolling without slipping")
    top = pose.p + pose.R * (pose.R.T * sp.Matrix([0, r_i, 0])).subs(x_T, u)
    rope = top.diff(t).subs(u, x_T)[0]  # the point where the rope leaves the drum
    assert_same(SYSTEM.outputs["y_B"].diff(t), rope, "(A.79): the block follows the rope")
    assert_same(SYSTEM.outputs["y_B"].subs(values), (ratio * x_T).subs(values), "(A.79)")


@pytest.mark.equation("A.80", "A.81")
def test_rope_force_in_motion():
    y_B = coordinate_symbol("y_B")
    found = sp.solve(m_B * y_B.diff(t, 2) - (m_B * g - f_S), f_S)[0]
    printed = m_B * (g - ratio * a_T)
    assert_same(found.subs(y_B.diff(t, 2), ratio * a_T), printed, "(A.81) from (A.80) and (A.79)")
    assert_same(SYSTEM.outputs["f_S"], printed, "(A.81): the system")


@pytest.mark.equation("A.82", "A.83", "A.84")
def test_rotation_of_the_drum():
    rotor = Rotor(I_T, x_T / r_a, [f_S * r_i, f_t * r_a])
    printed = I_T * a_T / r_a - (f_S * r_i + f_t * r_a)
    assert_same(rotor.balance.lhs - rotor.balance.rhs, printed, "(A.82)")
    found = sp.solve(printed, f_t)[0]
    assert_same(found, (I_T * a_T / r_a - f_S * r_i) / r_a, "(A.83)")
    explicit = (r_i * (r_i + r_a) * m_B + I_T) * a_T / r_a**2 - r_i / r_a * m_B * g
    assert_same(found.subs(f_S, m_B * (g - ratio * a_T)), explicit, "(A.84)")
    assert_same(SYSTEM.outputs["f_t"], explicit, "(A.84): the system")


@pytest.mark.equation("A.85", "A.86")
def test_equation_of_motion():
    """The three balances of block, rotation and translation, solved together, against the energies of the system."""
    printed = ((r_i + r_a) * m_B * g * r_a - c * (x_T - s_f0) * r_a**2) / ((r_i + r_a) ** 2 * m_B + I_T + m_T * r_a**2)
    translation = m_T * a_T - (f_S - c * (x_T - s_f0) - f_t)  # (A.85)
    balances = [translation, m_B * ratio * a_T - (m_B * g - f_S), I_T * a_T / r_a - f_S * r_i - f_t * r_a]
    found = solve_balances(balances, [a_T, f_S, f_t])
    assert_same(found[a_T], printed, "(A.86)")
    assert_same(SYSTEM.accelerations[0], printed, "(A.86): the system, from energies")
    rng = np.random.default_rng(8)
    model = SYSTEM.numeric(**{n: v.default * rng.uniform(0.5, 2) for n, v in SYSTEM.parameters.items()})
    p, place = model.parameters, [0.9]
    a = model.accelerations(place)[0]
    left = p["m_T"] * a
    right = model.output("f_S", place) - p["c"] * (0.9 - p["s_f0"]) - model.output("f_t", place)
    assert_close(left, right, "(A.85): the forces of the system accelerate its drum")
