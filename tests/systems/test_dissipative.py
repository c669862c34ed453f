"""Systems of chapter 3.5: the fall through the atmosphere, the block that sticks, ropes and wheels with friction."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import expi

from mechanics import systems
from mechanics.demonstrations.friction_cone import friction_cone
from mechanics.demonstrations.friction_laws import friction_laws
from mechanics.model import ModelError, t
from mechanics.systems.chapter_3.rope_friction import rope_piece

# --- free fall: everything from v²(h), which has a closed form; nothing of it is integrated in time ----------------

G, K, H0 = 9.81, 9100.0, 39_000.0
A_RHO = 0.5 * 0.5 * 1.2 / 100  # c_w A rho0 / m, so that d(v²)/dh = -2 g + A_RHO exp(-h/k) v²


def squared_speed(h):
    z, z0 = A_RHO * K * np.exp(-h / K), A_RHO * K * np.exp(-H0 / K)
    return 2 * G * K * np.exp(-z) * (expi(z) - expi(z0))


def time_to(h):
    """∫ dh / v, the root at the start taken out by h = h0 - s²."""
    value, error = quad(
        lambda s: 2 * s / math.sqrt(squared_speed(H0 - s * s)), 0, math.sqrt(H0 - h), epsrel=1e-13, limit=400
    )
    assert error < 1e-9 * value
    return value


FASTEST = brentq(lambda h: A_RHO * np.exp(-h / K) * squared_speed(h) / 2 - G, 1000.0, 38_000.0, xtol=1e-12, rtol=1e-14)


@pytest.fixture(scope="module")
def fall():
    return systems.load("atmospheric_free_fall").numeric().simulate(t=400.0)


def test_the_fastest_point_of_the_fall(fall):
    event = next(event for event in fall.events if event.name == "fastest")
    assert event.before[1] == pytest.approx(-math.sqrt(squared_speed(FASTEST)), rel=1e-8)
    assert event.t == pytest.approx(time_to(FASTEST), rel=1e-8)
    assert event.before[0] == pytest.approx(FASTEST, rel=1e-7), "flat: the place is known less well than the speed"


def test_the_landing(fall):
    event = fall.events[-1]
    assert event.name == "landing"
    assert event.before[1] == pytest.approx(-math.sqrt(squared_speed(0.0)), rel=1e-8)
    assert event.t == pytest.approx(time_to(0.0), rel=1e-8)
    after = fall.x[fall.t > event.t]
    assert len(after) and (after == 0.0).all(), "it stays on the ground"


def test_the_speed_at_every_height(fall):
    falling = (fall.t > 1.0) & (fall.t < fall.events[-1].t)
    assert fall["v"][falling] ** 2 == pytest.approx(squared_speed(fall["h"][falling]), rel=1e-8)


def test_the_numbers_of_the_task(fall):
    """39 km: faster than sound up there, and 81 m/s at the ground, a little above the terminal speed."""
    fastest, landing = fall.events
    assert (round(fastest.t, 2), round(fastest.before[1], 2)) == (
        round(time_to(FASTEST), 2),
        -round(math.sqrt(squared_speed(FASTEST)), 2),
    )
    assert 340 < -fastest.before[1] < 450
    assert fall.model.output("v_T", [0.0, 0.0]) == pytest.approx(-80.87, abs=0.01)
    assert landing.before[1] < fall.model.output("v_T", [0.0, 0.0])


def test_without_air_it_is_galilei():
    model = systems.load("atmospheric_free_fall").numeric(rho0=1e-30, h0=500.0)
    run = model.simulate(t=12.0)
    assert [event.name for event in run.events] == ["landing"]
    assert run.events[0].t == pytest.approx(math.sqrt(2 * 500 / G), rel=1e-10)


def test_it_can_be_thrown_upwards_and_arrive_too_fast():
    """Drag is always against the motion: up it helps gravity, after a shot down it brakes from the first moment."""
    model = systems.load("atmospheric_free_fall").numeric
    up = model(h0=10.0, v0=40.0, k=1e9).simulate(t=20.0)
    b = 0.5 * 0.5 * 1.2 / 2 / 100  # constant density: height of a throw by logarithm
    assert up["h"].max() == pytest.approx(10 + math.log(1 + b * 40**2 / G) / (2 * b), rel=1e-4)
    down = model(h0=3000.0, v0=-300.0).simulate(t=10.0)
    assert set(down.mode) == {"braking"} and (np.diff(down["v"]) > 0).all()


def test_energy_is_lost_to_drag_alone(fall):
    falling = fall.t < fall.events[-1].t
    t, v = fall.t[falling], fall["v"][falling]
    energy = 100.0 * (v**2 / 2 + G * fall["h"][falling])
    power = fall["f_D"][falling] * v
    assert (power <= 0).all()
    # Simpson's rule between every other time
    work = np.sum((power[:-2:2] + 4 * power[1:-1:2] + power[2::2]) * np.diff(t[::2])[: len(power[2::2])] / 6)
    end = 2 * len(power[2::2])
    assert energy[end] - energy[0] == pytest.approx(work, rel=1e-6)


# --- the block; tests/friction/test_stick_slip.py has its motions in detail ----------------------------------------


def test_the_block_of_the_lecture():
    model = systems.load("stick_slip_block").numeric(m=1.5, mu_H=0.4, mu_C=0.25)
    run = model.simulate([0.0, 0.0], 10.0, {"f_e": lambda t: 1.0 * t})
    (event,) = run.events
    assert event.t == pytest.approx(0.4 * 1.5 * 9.81, abs=1e-9)
    before = run.t <= event.t
    assert (run.x[before] == 0.0).all() and run["f_r"][before] == pytest.approx(run["f_e"][before])
    assert run["f_r"][~before] == pytest.approx(0.25 * 1.5 * 9.81)


def test_the_start_of_the_block_decides_its_mode():
    model = systems.load("stick_slip_block").numeric()
    for x0, f_e, mode in [([0, 0], 1.0, "stick"), ([0, 0], -9.0, "slip_left"), ([0, 1], 0.0, "slip_right")]:
        assert model.simulate(x0, 1e-3, {"f_e": f_e}).mode[0] == mode


def test_a_block_that_slides_worse_than_it_sticks_is_refused():
    with pytest.raises(ModelError, match="kinetic friction must not exceed.*got mu_C = 0.2, mu_H = 0.18"):
        systems.load("stick_slip_block").numeric(mu_H=0.18, mu_C=0.20)


# --- ropes ---------------------------------------------------------------------------------------------------------


def chain_of_pieces(f_S1, mu, alpha, pieces=20_000):
    """Rope of many short pieces, each about to slip: balances (3.84) with the finite angle, solved one by one."""
    d = alpha / pieces
    f = f_S1
    for _ in range(pieces):
        # (f + df - f) cos(d/2) = mu (2 f + df) sin(d/2)
        f += 2 * mu * f * math.sin(d / 2) / (math.cos(d / 2) - mu * math.sin(d / 2))
    return f


def test_the_rope_band_against_a_chain_of_pieces():
    found = systems.load("rope_friction").solve(f_S1=80.0, mu_H=0.35, alpha=4.0, f_S2=100.0)
    assert found["f_S2_max"] == pytest.approx(chain_of_pieces(80.0, 0.35, 4.0), rel=1e-4)
    assert chain_of_pieces(found["f_S2_min"], 0.35, 4.0) == pytest.approx(80.0, rel=1e-4)


@pytest.mark.parametrize(("f_S2", "state"), [(300.0, "slips_left"), (150.0, "sticks"), (30.0, "slips_right")])
def test_the_state_of_the_rope(f_S2, state):
    assert systems.load("rope_friction").solve(f_S1=100.0, mu_H=0.3, alpha=math.pi, f_S2=f_S2)["state"] == state


def test_turns_for_ten_times_the_mass():
    problem = systems.load("rope_friction_tenfold_mass")
    found = problem.solve(m=40.0)
    assert chain_of_pieces(10.0, found["mu_H"], 2 * math.pi) == pytest.approx(40.0 * 9.81, rel=1e-3)
    assert chain_of_pieces(10.0, found["mu_H"], found["alpha"]) == pytest.approx(400.0 * 9.81, rel=1e-3)
    assert found["turns"] == pytest.approx(found["alpha"] / (2 * math.pi))
    with pytest.raises(ModelError, match="larger than the holding force"):
        problem.solve(m=0.5)


# --- wheels --------------------------------------------------------------------------------------------------------


def balances(forces, point):
    """Sums of planar forces (f_x, f_y, x, y) and of their moments about a point."""
    f = np.array(forces, dtype=float)
    moments = (f[:, 2] - point[0]) * f[:, 1] - (f[:, 3] - point[1]) * f[:, 0]
    return f[:, 0].sum(), f[:, 1].sum(), moments.sum()


def test_the_towed_wheel_is_in_equilibrium_about_any_point():
    r, l_mu, f_N = 0.4, 0.01, 5000.0
    found = systems.load("rolling_resistance").solve(r=r, l_mu=l_mu, f_N=f_N)
    forces = [(found["f_H"], 0, 0, r), (0, -f_N, 0, r), (-found["f_R"], 0, 0, 0), (0, f_N, l_mu, 0)]
    for point in [(0, 0), (0.3, -0.2), (l_mu, r)]:
        assert balances(forces, point) == pytest.approx((0, 0, 0), abs=1e-9)
    assert found["mu_R"] == pytest.approx(found["f_R"] / f_N)


def test_the_driven_wheel_is_in_equilibrium_about_any_point():
    r, l_mu, f_N, tau_A = 0.4, 0.01, 5000.0, 130.0
    problem = systems.load("drive_wheel_rolling_resistance")
    found = problem.solve(r=r, l_mu=l_mu, f_N=f_N, tau_A=tau_A)
    forces = [(-found["f_Z"], 0, 0, r), (0, -f_N, 0, r), (found["f_Z"], 0, 0, 0), (0, f_N, l_mu, 0)]
    f_x, f_y, moment = balances(forces, (0.1, 0.7))
    assert (f_x, f_y, moment - tau_A) == pytest.approx((0, 0, 0), abs=1e-9), "clockwise torque"
    none = problem.solve(r=r, l_mu=l_mu, f_N=f_N, tau_A=found["tau_A_min"])
    assert none["f_Z"] == pytest.approx(0.0, abs=1e-12)


# --- the cone ------------------------------------------------------------------------------------------------------


def test_the_friction_cone_does_not_ask_for_the_size_of_the_load():
    cone = friction_cone()
    for f in (1.0, 1e6):
        inside, outside = (cone.solve(mu_H=0.5, f=f, theta=math.atan(0.5) + d) for d in (-1e-6, 1e-6))
        assert (inside["state"], outside["state"]) == ("sticks", "slides")
    assert inside["angle"] == pytest.approx(math.atan(0.5) - 1e-6)
    with pytest.raises(ModelError, match="press on the ground"):
        cone.solve(theta=2.0)


# --- pictures that are no items of the lecture ---------------------------------------------------------------------


def test_a_small_piece_of_rope_follows_its_differential_equation():
    piece = rope_piece()
    for angle in (0.1, 0.01):
        found = piece.solve(dphi=angle)
        assert found["df_S"] == pytest.approx(found["linear"], rel=angle), "the error is of first order"
    assert piece.solve(dphi=0.0)["df_N"] == 0.0


def test_the_laws_of_friction_are_odd_and_take_energy():
    laws = friction_laws()
    for dv in (0.02, 0.3, 1.0):
        forwards, backwards = laws.solve(dv=dv), laws.solve(dv=-dv)
        assert {k: -f for k, f in backwards.items()} == pytest.approx(forwards)
        assert min(forwards.values()) > 0
        assert forwards["mixed"] == pytest.approx(forwards["dry"] + forwards["viscous"])


def test_symbols_of_states_rates_and_inputs_are_found_by_name():
    block = systems.load("stick_slip_block")
    v, v_d, mu_H, f_e = systems.symbols("stick_slip_block", "v v_d mu_H f_e")
    assert (v, mu_H, f_e) == (block.states.v, block.parameters.mu_H, block.inputs.f_e)
    assert v_d == v.diff(t)
