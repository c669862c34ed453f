"""Transitions: bounces to rest, markers, counters, relays, two crossings within a step, several at one instant."""

import math
import warnings

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics.model import Parameters, SimulationError, SimulationWarning
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.symbols import t as time

G = 9.81
FALLING = States(h=("m", "height", 1.0), v=("m/s", "velocity"))
BALL = Parameters(
    e=(0.8, "1", "restitution", "nonnegative"), g=(G, "m/s^2", "gravity"), ground=(0.0, "m", "floor", "real")
)


def ball(rest=None, reset=None, direction=-1):
    x, p = FALLING, BALL
    impact = Transition("impact", x.h - p.ground, direction, reset=reset or {x.v: -p.e * x.v})
    modes = {"flight": Mode({x.h: x.v, x.v: -p.g}, [impact], rest=rest)}
    modes |= {rest: Mode({x.h: 0, x.v: 0})} if rest else {}
    return StateSpaceSystem(states=x, parameters=p, modes=modes, title="ball")


def height(e, t, h0=1.0):
    """Closed form: flights between bounces, each lower by e²."""
    t, v = t - math.sqrt(2 * h0 / G), math.sqrt(2 * G * h0)
    if t < 0:
        return h0 - G * (t + math.sqrt(2 * h0 / G)) ** 2 / 2
    while (v := v * e) > 1e-12:
        if t < 2 * v / G:
            return v * t - G * t**2 / 2
        t -= 2 * v / G
    return 0.0


@pytest.mark.parametrize("e", [0.05, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
def test_a_ball_comes_to_rest_as_in_closed_form(e):
    run = ball("floor").numeric(e=e).simulate(t=12.0)
    assert run["h"] == pytest.approx([height(e, t) for t in run.t], abs=1e-10)
    assert run["h"].min() > -1e-15, "the ball was seen below the floor"
    end = math.sqrt(2 / G) * (1 + e) / (1 - e)
    assert run.events["rest"] == pytest.approx([end], abs=1e-5)
    assert run.mode[-1] == "floor"
    assert run.x[-1] == pytest.approx([0, 0], abs=1e-10)


@pytest.mark.parametrize("e", [0.0, 0.2, 0.5, 0.8])
def test_a_ball_without_a_mode_of_rest_ends_with_a_sentence(e):
    with pytest.raises(SimulationError, match=r"Transitions accumulate at t = .*impact.*rest='name of that mode'"):
        ball().numeric(e=e).simulate(t=12.0)


@pytest.mark.parametrize("direction", [-1, 0])
@pytest.mark.parametrize("floor", [0.0, 5.0, -300.0, 1e5])
def test_a_floor_at_any_height_holds_the_ball(floor, direction):
    run = ball("floor", direction=direction).numeric(e=0.6, ground=floor).simulate([floor + 2, 0], t=6.0)
    noise = 1e-14 * max(1.0, abs(floor))
    assert run["h"].min() >= floor - noise
    assert run.x[-1] == pytest.approx([floor, 0], abs=1e-4)


@pytest.mark.parametrize("v", [0.0, -1.0])
def test_a_ball_that_starts_on_the_floor_does_not_fall_through(v):
    run = ball("floor").numeric().simulate([0.0, v], t=5.0)
    assert run["h"].min() > -1e-12
    assert run.mode[-1] == "floor"


def test_a_ball_without_loss_bounces_for_ever():
    run = ball().numeric(e=1.0).simulate(t=100.0)
    assert len(run.events) == math.floor((100 / math.sqrt(2 / G) + 1) / 2)
    assert G * run["h"] + run["v"] ** 2 / 2 == pytest.approx(G, abs=1e-9)


def test_a_reset_of_the_wrong_sign_is_a_warning():
    x, p = FALLING, BALL
    with pytest.warns(SimulationWarning, match="'impact' at t = 0.4515.* still falls .* change the sign of the reset"):
        ball(reset={x.v: p.e * x.v}).numeric().simulate(t=1.0)


# --- what does not move the state off its surface -------------------------------------------------------------------

SWING = States(s=("1", "angle", 0.0), w=("1/s", "rate", 1.0), n=("", "count"))
STIFFNESS = Parameters(k=(1.0, "1/s^2", "stiffness"))


def oscillator(*transitions):
    x, p = SWING, STIFFNESS
    mode = Mode({x.s: x.w, x.w: -p.k * x.s, x.n: 0}, transitions)
    return StateSpaceSystem(states=x, parameters=p, modes={"swings": mode}, title="oscillator")


def test_a_marker_marks_every_passage():
    run = oscillator(Transition("zero", SWING.s)).numeric().simulate(t=50.0)
    assert run.events["zero"] == pytest.approx(np.pi * np.arange(1, 16), abs=1e-8)


@pytest.mark.parametrize(("direction", "count"), [(0, 15), (1, 7), (-1, 8)])
def test_a_counter_counts_every_passage_once(direction, count):
    x = SWING
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = oscillator(Transition("zero", x.s, direction, reset={x.n: x.n + 1})).numeric().simulate(t=50.0)
    assert run["n"][-1] == count


def test_two_passages_within_one_step_are_found():
    run = oscillator(Transition("top", SWING.s - 0.99999)).numeric().simulate(t=20.0)
    half = math.acos(0.99999)
    tops = math.pi / 2 + 2 * math.pi * np.arange(3)
    assert run.events["top"] == pytest.approx(np.sort([*(tops - half), *(tops + half)]), abs=1e-6)


@pytest.mark.parametrize(
    "condition", [lambda s: abs(s) - 0.01, lambda s: s**2 - 1e-4, lambda s: 1 / (1 + s**2) - 0.9999]
)
def test_a_narrow_band_is_not_stepped_over(condition):
    x = States(s=("m", "position", -5.0))
    mode = Mode({x.s: 1}, [Transition("edge", condition(x.s))])
    system = StateSpaceSystem(states=x, parameters=Parameters(), modes={"drives": mode}, title="line")
    assert system.numeric().simulate(t=10.0).events["edge"] == pytest.approx([4.99, 5.01], abs=1e-5)


def thermostat(upper, lower, directions=(0, 0)):
    x = States(T=("K", "temperature", 15.0))
    p = Parameters(a=(0.1, "1/s", "rate"))
    modes = {
        "heats": Mode({x.T: p.a * (30 - x.T)}, [Transition("off", x.T - upper, directions[0], to="cools")]),
        "cools": Mode({x.T: p.a * (10 - x.T)}, [Transition("on", x.T - lower, directions[1], to="heats")]),
    }
    return StateSpaceSystem(states=x, parameters=p, modes=modes, title="thermostat")


def test_a_relay_without_directions_has_the_period_of_its_hysteresis():
    run = thermostat(21, 19).numeric().simulate(t=100.0)
    assert np.diff(run.events["off"]) == pytest.approx(20 * math.log(11 / 9), abs=1e-7)


def test_a_relay_without_hysteresis_says_that_it_chatters():
    with pytest.raises(
        SimulationError, match=r"slides along T - 21 = 0 from t = 5\.10826 s on: the modes .cools. and .heats."
    ):
        thermostat(21, 21, (1, -1)).numeric().simulate(t=100.0)


# --- several at one instant -----------------------------------------------------------------------------------------


def at_once(*order):
    """A clock with two transitions at t = 1, on different multiples of one condition."""
    x = States(s=("1", "clock"), n=("", "number", 1.0))
    every = {
        "adds": Transition("adds", x.s - 1, reset={x.n: x.n + 1}),
        "doubles": Transition("doubles", 3 * x.s - 3, reset={x.n: 2 * x.n}),
        "leaves": Transition("leaves", sp.pi * x.s - sp.pi, to="after"),
    }
    still = {x.s: 1, x.n: 0}
    modes = {"before": Mode(still, [every[name] for name in order]), "after": Mode(still)}
    return StateSpaceSystem(states=x, parameters=Parameters(), modes=modes, title="clock").numeric().simulate(t=2.0)


@pytest.mark.parametrize(
    ("order", "number"),
    [
        (("adds", "doubles"), 4),
        (("doubles", "adds"), 3),
        (("adds", "leaves", "doubles"), 2),
        (("leaves", "adds", "doubles"), 1),
        (("adds", "doubles", "leaves"), 4),
    ],
)
def test_simultaneous_transitions_are_made_in_the_order_of_the_mode(order, number):
    run = at_once(*order)
    assert run["n"][-1] == number, [event.name for event in run.events]
    assert [event.t for event in run.events] == pytest.approx([1.0] * len(run.events), abs=1e-9)


# --- stiff, and in time ---------------------------------------------------------------------------------------------


def test_a_stiff_motion_with_a_transition_is_quick_and_right():
    x = States(u=("m", "deflection", 1.0), w=("m/s", "velocity"), n=("", "count"))
    p = Parameters(k=(1e6, "1/s^2", "stiffness"), d=(1e5, "1/s", "damping"))
    half = Transition("half", x.u - 0.5, reset={x.n: x.n + 1})
    mode = Mode({x.u: x.w, x.w: -p.k * x.u - p.d * x.w, x.n: 0}, [half])
    system = StateSpaceSystem(states=x, parameters=p, modes={"creeps": mode}, title="damped")
    run = system.numeric().simulate(t=10.0, time_limit=20.0)
    slow = (-1e5 + math.sqrt(1e10 - 4e6)) / 2  # the fast root dies out within a tenth of a millisecond
    fast = -1e5 - slow
    amplitude = fast / (fast - slow)
    assert run.events["half"] == pytest.approx([math.log(0.5 / amplitude) / slow], abs=1e-8)


@given(width=st.floats(1e-4, 0.05), start=st.floats(0.5, 8.0))
def test_a_mode_that_switches_in_time_is_left_on_time(width, start):
    x = States(s=("m", "path"))
    pulse = sp.Piecewise((1 / width, (time > start) & (time < start + width)), (0, True))
    system = StateSpaceSystem(states=x, parameters=Parameters(), equations={x.s: pulse}, title="pulse")
    assert system.numeric().simulate(t=10.0)["s"][-1] == pytest.approx(1.0, abs=1e-6)
