"""Modes and switching conditions, tried on a ball that bounces on the floor and comes to rest."""

import numpy as np
import pytest

from mechanics.model import ModelError, Parameters, SimulationError
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition

G = 9.81


def ball(*, comes_to_rest: bool = True) -> StateSpaceSystem:
    x = States(h=("m", "height", 1.0), v=("m/s", "velocity"))
    p = Parameters(g=(G, "m/s^2", "gravity"), e=(0.8, "1", "coefficient of restitution"))
    h, v = x.symbols
    slow = v >= -0.01
    bounce = Transition("bounce", h, -1, reset={h: 0, v: -p.e * v}, guard=~slow if comes_to_rest else True)
    rest = Transition("rest", h, -1, to="resting", reset={h: 0, v: 0}, guard=slow)
    modes = {"flying": Mode({h: v, v: -p.g}, [bounce, rest] if comes_to_rest else [bounce])}
    if comes_to_rest:
        modes["resting"] = Mode({h: 0, v: 0})
    return StateSpaceSystem(states=x, parameters=p, modes=modes, title="bouncing ball")


@pytest.fixture(scope="module")
def run():
    return ball().numeric().simulate(t=8.0, rtol=1e-10, atol=1e-12)


def test_the_times_of_impact_are_those_of_free_fall(run):
    first = np.sqrt(2 / G)
    flight = 2 * 0.8 ** np.arange(1, 10) * first  # each flight is shorter by the factor e
    expected = first + np.concatenate([[0.0], np.cumsum(flight)])
    assert [event.t for event in run.events[:10]] == pytest.approx(expected, rel=1e-9)


def test_every_impact_leaves_the_fraction_e_squared_of_the_energy(run):
    for event in run.events[:-1]:
        assert event.after[1] == pytest.approx(-0.8 * event.before[1], rel=1e-12), event
        assert event.after[0] == 0.0


def test_the_ball_never_sinks_into_the_floor_and_ends_at_rest(run):
    assert run["h"].min() > -1e-9
    assert (run.mode[0], run.mode[-1]) == ("flying", "resting")
    assert run.events[-1].name == "rest"
    assert run.x[-1].tolist() == [0.0, 0.0]


def test_between_impacts_the_energy_is_constant(run):
    energy = run["v"] ** 2 / 2 + G * run["h"]
    inside = run.t < run.events[0].t
    assert np.ptp(energy[inside]) < 1e-9


def test_infinitely_many_impacts_are_named_as_such():
    with pytest.raises(SimulationError, match="accumulate.*mode in which the motion comes to rest"):
        ball(comes_to_rest=False).numeric().simulate(t=8.0)


def test_an_output_time_at_the_switch_shows_what_follows():
    first = np.sqrt(2 / G)
    run = ball().numeric().simulate(t=[0.0, first], rtol=1e-12, atol=1e-12)
    assert run.x[-1, 0] == pytest.approx(0.0, abs=1e-9)


def test_a_transition_to_nowhere_is_refused():
    x = States(h=("m", "height"))
    (h,) = x.symbols
    with pytest.raises(ModelError, match="Unknown mode 'flyin'.*flying"):
        StateSpaceSystem(
            states=x,
            parameters=Parameters(),
            modes={"flying": Mode({h: 1}, [Transition("land", h, to="flyin")])},
        )


def test_guards_must_cover_all_cases():
    x = States(h=("m", "height", 1.0))
    (h,) = x.symbols
    never = Transition("land", h, guard=h > 5)
    falling = StateSpaceSystem(states=x, parameters=Parameters(), modes={"falling": Mode({h: -1}, [never])})
    with pytest.raises(SimulationError, match="land.*no guard holds"):
        falling.numeric().simulate(t=2.0)
