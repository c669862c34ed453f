"""A body that sticks and slides: switching times, rest, and no chatter, against motions worked out by hand."""

import numpy as np
import pytest
from scipy.optimize import brentq

from mechanics.friction import DryFriction, stick_slip
from mechanics.model import Inputs, Parameters
from mechanics.state_space import States, StateSpaceSystem

M, MU_H, MU_C, G = 2.0, 0.3, 0.2, 9.81
F_H, F_C = MU_H * M * G, MU_C * M * G


@pytest.fixture(scope="module")
def block():
    x = States(x=("m", "position"), v=("m/s", "velocity"))
    p = Parameters(
        m=(M, "kg", "mass"),
        mu_H=(MU_H, "1", "stiction"),
        mu_C=(MU_C, "1", "sliding"),
        g=(G, "m/s^2", "gravity"),
    )
    u = Inputs(f_e=("N", "force"))
    friction = DryFriction(p.mu_H, p.mu_C, p.m * p.g)
    return StateSpaceSystem(
        states=x,
        parameters=p,
        inputs=u,
        modes=stick_slip(x.x, x.v, p.m, u.f_e, friction),
        outputs={"f_r": friction.force(x.v, u.f_e)},
        accuracy=1e-10,
    ).numeric()


def names(run):
    return [event.name for event in run.events]


@pytest.mark.parametrize("force", [0.0, 0.999 * F_H, F_H, -F_H, MU_H * (M * G)])
def test_up_to_the_limit_it_does_not_move_at_all(block, force):
    run = block.simulate([0.3, 0.0], 5.0, {"f_e": force})
    assert not run.events and set(run.mode) == {"stick"}
    assert (run.x == [0.3, 0.0]).all(), "exactly, not nearly"
    assert run["f_r"] == pytest.approx(np.full(len(run.t), force))


@pytest.mark.parametrize("side", [1, -1])
def test_above_the_limit_it_accelerates(block, side):
    run = block.simulate([0.0, 0.0], 2.0, {"f_e": side * 1.001 * F_H})
    a = (1.001 * F_H - F_C) / M
    assert run["x"] == pytest.approx(side * a * run.t**2 / 2, abs=1e-9)


@pytest.mark.parametrize("side", [1, -1])
def test_a_pushed_block_comes_to_rest_and_stays(block, side):
    run = block.simulate([0.0, 2.0 * side], 10.0, {"f_e": side * 3.0})
    (event,) = run.events
    stop = 2.0 * M / (F_C - 3.0)
    assert (event.name, event.next_mode) == ("sticks", "stick")
    assert event.t == pytest.approx(stop, abs=1e-9)
    rest = run.x[run.t > event.t]
    assert np.ptp(rest[:, 0]) == 0.0 and (rest[:, 1] == 0.0).all()
    assert rest[0, 0] == pytest.approx(side * 2.0 * stop / 2, abs=1e-9)


def test_a_ramp_moves_it_when_it_exceeds_stiction(block):
    run = block.simulate([0.0, 0.0], 6.0, {"f_e": lambda t: 1.3 * t})
    (event,) = run.events
    assert event.t == pytest.approx(F_H / 1.3, abs=1e-9)
    after = run.t[-1] - event.t  # m v_d = (F_H - F_C) + 1.3 t'
    assert run.x[-1, 1] == pytest.approx(((F_H - F_C) * after + 1.3 * after**2 / 2) / M, abs=1e-9)


def test_every_switching_time_under_a_sine(block):
    """Half a period by hand: slips where A sin = F_H, sticks where the integral of A sin - F_C is zero again."""
    A, w = 8.0, 3.0
    run = block.simulate([0.0, 0.0], 10.0, {"f_e": lambda t: A * np.sin(w * t)})
    begin = np.arcsin(F_H / A) / w

    def momentum(t):
        return A / w * (np.cos(w * begin) - np.cos(w * t)) - F_C * (t - begin)

    end = brentq(momentum, begin + 0.5, np.pi / w + 0.5, xtol=1e-14)
    times = [t + k * np.pi / w for k in range(10) for t in (begin, end)]
    expected = [t for t in times if t < 10.0]
    assert [event.t for event in run.events] == pytest.approx(expected, abs=1e-9)
    assert names(run)[:4] == ["slips right", "sticks", "slips left", "sticks"]
    sticks = run.mode == "stick"
    assert (run["v"][sticks] == 0.0).all() and (run["v"][~sticks] != 0.0).any()


def test_a_strong_sine_turns_it_round_without_sticking(block):
    run = block.simulate([0.0, 0.0], 5.0, {"f_e": lambda t: 60.0 * np.cos(4 * t)})
    assert "reverses" in names(run), names(run)
    assert len(run.events) < 12, "two changes a period at most"


def test_a_pulse_shorter_than_the_output_step_is_seen(block):
    """Output every second, a push of a tenth: the solver must not step over it."""
    run = block.simulate([0.0, 0.0], np.arange(0.0, 11.0), {"f_e": lambda t: 50.0 if 4.3 < t < 4.4 else 0.0})
    v = (50.0 - F_C) / M * 0.1
    assert names(run) == ["slips right", "sticks"]
    assert run.events[1].t == pytest.approx(4.4 + v * M / F_C, abs=1e-5)


def test_a_block_on_a_spring_that_is_pulled_steadily(block):
    """The classic: it waits, leaps, waits. Each leap is half a swing of the mass on the spring, by its energy."""
    c, speed = 100.0, 0.1
    run = block.simulate([0.0, 0.0], 10.0, {"f_e": lambda t, x: c * (speed * t - x[0])})
    assert names(run)[:4] == ["slips right", "sticks", "slips right", "sticks"]
    assert run.events[0].t == pytest.approx(F_H / c / speed, abs=1e-9)
    # relative to the moving end: z = x - speed t - F_C/c swings about 0 from z0 = -(F_H - F_C)/c with z_d = -speed
    w, z0 = np.sqrt(c / M), -(F_H - F_C) / c
    slip = run.events[1].t - run.events[0].t
    assert slip == pytest.approx(2 * (np.pi - np.arctan2(-z0 * w, speed)) / w, abs=1e-8)
    waits = np.diff([event.t for event in run.events])[1::2]
    assert np.ptp(waits) < 1e-8, "each wait takes as long"


def test_friction_takes_out_what_the_motion_loses(block):
    run = block.simulate([0.0, 1.5], np.linspace(0, 8, 4001), {"f_e": lambda t: 7.0 * np.sin(2 * t)})
    kinetic = M / 2 * run["v"] ** 2
    power = (run["f_e"] - run["f_r"]) * run["v"]
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(run.t))])
    assert kinetic - kinetic[0] == pytest.approx(work, abs=2e-3)
    assert (run["f_r"] * run["v"] >= 0).all(), "friction never drives"


def test_the_derivative_of_a_state_is_that_of_its_mode(block):
    x = [[0, 0], [0, 0.1], [0, -0.1]]
    assert block.state_derivative(0.0, x, {"f_e": 3.0}).tolist() == pytest.approx(
        np.array([[0, 0], [0.1, (3 - F_C) / M], [-0.1, (3 + F_C) / M]])
    )
    beyond = block.state_derivative(0.0, [0.0, 0.0], {"f_e": -7.0})
    assert beyond == pytest.approx([0.0, (-7.0 + F_C) / M])
