"""Section 3.5, dissipative forces: (3.75)-(3.90)."""

import math

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

from mechanics import systems
from mechanics.friction import (
    TABLE,
    cone_margin,
    drag_force,
    driven_wheel,
    friction_angle,
    holds,
    kinetic_friction,
    mixed_friction,
    reaction_angle,
    rope_band,
    rope_state,
    rope_tension,
    static_limit,
    towed_wheel,
    viscous_friction,
)
from mechanics.model import ModelError

from .compare import assert_close, assert_same

BLOCK = systems.load("stick_slip_block")
x, v = BLOCK.states.symbols
m, mu_H, mu_C, g = BLOCK.parameters.symbols
f_e = BLOCK.inputs.f_e
f_r, f_N = sp.symbols("f_r f_N", real=True)
NUMBERS = {"m": 1.7, "mu_H": 0.45, "mu_C": 0.3, "g": 9.81}
M, G = 1.7, 9.81


def balance_of_the_block(a=0):
    """Newton's law of the block from its four forces as vectors: weight, normal force, friction, external force."""
    forces = [sp.Matrix([0, -m * g]), sp.Matrix([0, f_N]), sp.Matrix([-f_r, 0]), sp.Matrix([f_e, 0])]
    return sum(forces, sp.zeros(2, 1)) - m * sp.Matrix([a, 0])


# --- drag ----------------------------------------------------------------------------------------------------------


@pytest.mark.equation("3.75")
def test_drag_has_its_size_and_is_against_the_velocity():
    rng = np.random.default_rng(75)
    for _ in range(5):
        velocity, (c_w, A, rho) = rng.normal(size=3) * 40, rng.uniform(0.2, 2, 3)
        e_v = velocity / np.linalg.norm(velocity)
        printed = -c_w * A * rho / 2 * np.linalg.norm(velocity) ** 2 * e_v
        assert_close(np.array(drag_force(velocity, c_w, A, rho), dtype=float).ravel(), printed, "(3.75): drag")


def test_the_printed_sign_of_the_drag_in_aufgabe_3_9_holds_for_falling_only():
    """+ c_w A rho v² / 2 upwards: right for v <= 0; a body that rises would be driven by it."""
    model = systems.load("atmospheric_free_fall").numeric()
    p = model.parameters

    def printed(h, v):
        return -p["g"] + p["c_w"] * p["A"] * p["rho0"] * math.exp(-h / p["k"]) * v**2 / (2 * p["m"])

    assert_close(model.state_derivative(0, [5e3, -60.0])[1], printed(5e3, -60.0), "Aufgabe 3.9: falling")
    assert model.state_derivative(0, [5e3, 60.0])[1] < -p["g"] < printed(5e3, 60.0)


# --- stiction and sliding ------------------------------------------------------------------------------------------


@pytest.mark.equation("3.76a", "3.76b")
def test_the_balances_of_the_block_at_rest():
    (solution,) = sp.solve(list(balance_of_the_block()), [f_r, f_N], dict=True)
    assert_same(solution[f_r], f_e, "(3.76a): friction at rest")
    assert_same(solution[f_N], m * g, "(3.76b): normal force")
    ours = BLOCK.outputs["f_r"].subs({v: 0, mu_H: 0.5, m: 2, g: 10, f_e: 7})
    assert_close(float(ours), 7.0, "(3.76a): the block's friction while it sticks")


@pytest.mark.equation("3.77", "3.78")
def test_limits_of_stiction_and_of_sliding():
    for sample in range(1, 5):
        mu, normal, speed = 0.13 * sample, 11.0 * sample, (-1) ** sample * 0.4
        assert_close(static_limit(mu, normal), mu * normal, "(3.77): f_H")
        assert_close(float(kinetic_friction(mu, normal, speed)), mu * normal * np.sign(speed), "(3.78): f_C")
    model = BLOCK.numeric(**NUMBERS)
    limit = NUMBERS["mu_H"] * M * G
    assert not model.simulate([0, 0], 1.0, {"f_e": 0.9999 * limit}).events, "(3.77): below the limit it sticks"
    assert model.simulate([0, 0], 1.0, {"f_e": 1.0001 * limit}).x[-1, 1] > 0, "(3.77): above it moves"


@pytest.mark.equation("3.79")
@pytest.mark.parametrize("direction", [1, -1])
def test_equation_of_motion_of_the_sliding_block(direction):
    printed = (f_e - mu_C * m * g * direction) / m
    friction = {f_r: kinetic_friction(mu_C, m * g, direction), f_N: m * g}
    a = sp.Symbol("a")
    newton = sp.solve(balance_of_the_block(a)[0].subs(friction), a)[0]
    assert_same(newton, printed, "(3.79): Newton's law of the sliding block")
    mode = BLOCK.modes["slip_right" if direction == 1 else "slip_left"]
    assert_same(mode.equations[v], printed, "(3.79): the mode of the library")


@pytest.mark.equation("3.79")
def test_a_slide_under_a_growing_force_against_the_integral():
    model, direction = BLOCK.numeric(**NUMBERS), 1
    run = model.simulate([0.2, 0.5], 2.0, {"f_e": lambda t: 7.0 + 3.0 * t})
    F = NUMBERS["mu_C"] * M * G * direction
    t = run.t
    assert_close(run["v"], 0.5 + ((7.0 - F) * t + 1.5 * t**2) / M, "(3.79): velocity")
    assert_close(run["x"], 0.2 + 0.5 * t + ((7.0 - F) * t**2 / 2 + 0.5 * t**3) / M, "(3.79): position")


@pytest.mark.equation("3.80a", "3.80b")
def test_the_switching_model_against_its_phases_one_after_the_other():
    """Push, let go, push back: times and places of all changes from constant accelerations."""
    F_H, F_C = NUMBERS["mu_H"] * M * G, NUMBERS["mu_C"] * M * G
    push = 1.3 * F_H
    run = BLOCK.numeric(**NUMBERS).simulate(
        [0, 0], np.linspace(0, 6, 601), {"f_e": lambda t: push if t < 1 else (0.0 if t < 4 else -push)}
    )
    top = (push - F_C) / M * 1.0
    stop = 1.0 + top * M / F_C
    assert stop < 4
    names = [event.name for event in run.events]
    assert names == ["sticks", "slips left"], "(3.80): it starts sliding, sticks, slides back"
    assert_close([event.t for event in run.events], [stop, 4.0], "(3.80): switching times", rtol=1e-6)
    rest = (run.t > stop) & (run.t < 4)
    assert (run["v"][rest] == 0).all() and np.ptp(run["x"][rest]) == 0, "(3.80a): it must not creep"
    place = top / 2 + top * (stop - 1) / 2
    assert_close(run["x"][rest][0], place, "(3.80b): where it comes to rest", rtol=1e-6)
    assert_close(run["x"][-1], place - (push - F_C) / M * 2.0**2 / 2, "(3.80b): sliding back", rtol=1e-6)


def test_at_the_first_instant_the_printed_sign_of_zero_leaves_friction_out():
    """(3.80b) with sgn(0) = 0 would be m v_d = f_e at v = 0; the block slides in the direction of the force."""
    start = BLOCK.numeric(**NUMBERS).state_derivative(0.0, [0.0, 0.0], {"f_e": 10.0})[1]
    soon = BLOCK.numeric(**NUMBERS).state_derivative(0.0, [0.0, 1e-9], {"f_e": 10.0})[1]
    assert start == soon < 10.0 / M


def test_a_row_of_table_3_1_in_which_the_model_has_no_motion():
    """Bronze on bronze, 1 kg, f_e = 0.19 m g: more than stiction, and yet the slide would go against the force."""
    pair = TABLE["bronze on bronze"]
    force = 0.19 * 9.81
    assert force > float(static_limit(pair.mu_H, 9.81)) and force - float(kinetic_friction(pair.mu_C, 9.81, 1)) < 0


@pytest.mark.equation("3.81", "3.82")
def test_angle_of_the_reaction_and_its_limit():
    for tangential, normal in [(0.3, 2.0), (-1.5, 4.0), (0.0, 1.0)]:
        assert_close(float(sp.tan(reaction_angle(tangential, normal))), tangential / normal, "(3.81): tan(phi)")
    for mu in (0.1, 0.54, 1.3):
        limit = float(friction_angle(mu))
        assert_close(math.tan(limit), mu, "(3.82): tan(phi_H)")
        support = [math.sin(limit), math.cos(limit)]
        assert_close(1 + float(cone_margin(support, (0, 1), mu)), 1.0, "(3.82): the edge of the cone")
        assert holds([0.99 * support[0], support[1]], (0, 1), mu)
        assert not holds([1.01 * support[0], support[1]], (0, 1), mu)


@pytest.mark.equation("3.83")
def test_viscous_friction_alone_and_with_dry_friction():
    for mu_V, dv in [(0.7, 2.0), (1.9, -0.4)]:
        assert_close(viscous_friction(mu_V, dv), mu_V * dv, "(3.83): viscous friction")
        both = float(mixed_friction(0.2, 30.0, mu_V, dv))
        assert_close(both, mu_V * dv + 6.0 * np.sign(dv), "(3.83) and (3.78): mixed friction")
        assert viscous_friction(mu_V, dv) * dv > 0


# --- rope ----------------------------------------------------------------------------------------------------------

f_S, df_S, df_r, df_N, d, mu = sp.symbols("f_S df_S df_r df_N d mu", positive=True)


def balance_of_a_rope_element():
    """All forces on a piece of rope of the angle d as vectors, e_x along the rope in its middle, e_y inwards."""

    def turned(angle):
        return sp.Matrix([sp.cos(angle), sp.sin(angle)])

    ends = -(f_S * turned(-d / 2)), (f_S + df_S) * turned(d / 2)
    drum = sp.Matrix([-df_r, -df_N])  # friction against the impending slip, pressure outwards
    return -(ends[0] + ends[1] + drum)


@pytest.mark.equation("3.84a", "3.84b", derivation=True)
def test_balances_of_a_piece_of_rope():
    printed = [f_S + df_r - (f_S + df_S), df_N - f_S * d / 2 - (f_S + df_S) * d / 2]
    for exact, first, number in zip(balance_of_a_rope_element(), printed, "ab", strict=True):
        limit = exact.series(d, 0, 2).removeO()  # sin(d/2) = d/2, cos(d/2) = 1
        assert_same(limit, first, f"(3.84{number}): a piece of rope")


@pytest.mark.equation("3.85", derivation=True)
def test_friction_and_pressure_on_a_piece_of_rope():
    small = sp.Symbol("small")
    exact = balance_of_a_rope_element().subs({d: small * d, df_S: small * df_S, df_r: small * df_r, df_N: small * df_N})
    (solution,) = sp.solve(list(exact), [df_r, df_N], dict=True)
    assert_same(solution[df_r].subs(small, 0).limit(small, 0), df_S, "(3.85): df_r = df_S")
    assert_same(sp.limit(solution[df_N], small, 0), f_S * d, "(3.85): df_N = f_S dphi")


@pytest.mark.equation("3.86")
def test_differential_equation_of_the_rope():
    """A rope about to slip has df_r = mu df_N; the exact balances then give df_S/dphi = mu f_S as d becomes small."""
    exact = list(balance_of_a_rope_element().subs(df_r, mu * df_N))
    (solution,) = sp.solve(exact, [df_S, df_N], dict=True)
    assert_same(sp.limit(solution[df_S] / d, d, 0), mu * f_S, "(3.86): df_S/dphi")
    phi = sp.Symbol("phi", positive=True)
    ours = rope_tension(f_S, mu, phi)
    assert_same(ours.diff(phi), mu * ours, "(3.86): the library's tension solves it")


@pytest.mark.equation("3.87")
def test_rope_friction_by_integration():
    for force, coefficient, angle in [(10.0, 0.3, 2 * np.pi), (250.0, 0.12, 1.0)]:
        run = solve_ivp(lambda _, f, c=coefficient: c * f, (0, angle), [force], "DOP853", rtol=1e-12, atol=1e-12)
        assert_close(float(rope_tension(force, coefficient, angle)), run.y[0, -1], "(3.87): rope friction")


def steepest(force, rate, angle):
    """Tension at the far end if it changes as fast as friction allows, by integration."""
    return solve_ivp(lambda _, f: rate * f, (0, angle), [force], rtol=1e-10, atol=1e-10).y[0, -1]


@pytest.mark.equation("3.88")
def test_the_rope_sticks_just_when_some_distribution_of_its_tension_is_possible():
    """Tension may change by at most mu f per angle in either direction; the steepest ones are integrated."""
    rng = np.random.default_rng(88)
    seen = set()
    for _ in range(30):
        near, far, coefficient, angle = *rng.uniform(1, 40, 2), rng.uniform(0.05, 0.6), rng.uniform(0, 7)
        ends = [steepest(near, sign * coefficient, angle) for sign in (-1, 1)]
        possible = ends[0] <= far <= ends[1]
        state = rope_state(near, far, coefficient, angle)
        seen.add(state)
        assert (state == "sticks") == possible, f"(3.88): {near}, {far}, {coefficient}, {angle}"
        assert_close([float(f) for f in rope_band(near, coefficient, angle)], ends, "(3.88): the band", rtol=1e-7)
    assert seen == {"sticks", "slips_left", "slips_right"}, "all three cases were drawn"


# --- rolling -------------------------------------------------------------------------------------------------------


def moment(point, force):
    """Moment about the axle, counterclockwise."""
    return point[0] * force[1] - point[1] * force[0]


@pytest.mark.equation("3.89", "3.90")
def test_the_towed_wheel_from_its_forces():
    f_H, f_R, f_V, normal, r, l_mu = sp.symbols("f_H f_R f_V f_N r l_mu", positive=True)
    axle, ground = sp.Matrix([f_H, -f_V]), sp.Matrix([-f_R, normal])
    balances = [*(axle + ground), moment((l_mu, -r), ground)]  # the ground acts ahead of the axle, r below it
    printed = [f_H - f_R, normal - f_V, l_mu * normal - r * f_R]
    for ours, lecture in zip(balances, printed, strict=True):
        assert_same(ours, lecture, "(3.89): a balance of the towed wheel")
    solution = list(sp.linsolve(balances, [f_H, f_R, f_V]).args[0])
    found = towed_wheel(normal, r, l_mu)
    assert_same([found.f_H, found.f_R, normal], solution, "(3.89): forces of the towed wheel")
    assert_same(found.f_R, l_mu / r * normal, "(3.90): rolling resistance")
    assert_same(found.mu_R, found.f_R / normal, "(3.90): coefficient of rolling resistance")


def test_the_driven_wheel_of_aufgabe_3_13_from_its_forces():
    f_Z, f_R, normal, r, l_mu, tau_A = sp.symbols("f_Z f_R f_N r l_mu tau_A", positive=True)
    ground = sp.Matrix([f_R, normal])
    balances = [f_R - f_Z, moment((l_mu, -r), ground) - tau_A]  # the torque turns clockwise
    solution = list(sp.linsolve(balances, [f_Z, f_R]).args[0])
    found = driven_wheel(normal, r, l_mu, tau_A)
    assert_same([found.f_Z, found.f_R], solution, "Aufgabe 3.13: pull")
    assert_same(found.f_Z.subs(tau_A, found.tau_A_min), 0, "Aufgabe 3.13: least torque")


# --- what the tasks leave out --------------------------------------------------------------------------------------


def test_a_steep_ladder_has_no_more_rungs_than_it_has():
    answer = systems.load("ladder_person").solve(l=5.0, h=4.99, mu_H=0.3, n_rungs=21)
    assert answer["n_real"] > 21, "Aufgabe 3.11: the formula goes on beyond the top"
    assert answer["n_max"] == 21


def test_a_weight_below_the_holding_force_needs_no_friction():
    with pytest.raises(ModelError, match="larger than the holding force"):
        systems.load("rope_friction_tenfold_mass").solve(m=1.0)
    assert math.log(1.0 * G / 10) < 0, "Aufgabe 3.12: 10 N hold 9.81 N without a rope, the formula asks for mu_H < 0"
