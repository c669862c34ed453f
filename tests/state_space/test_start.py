"""Where a simulation starts: values that are parameters, and the mode that a state belongs to."""

import numpy as np
import pytest
import sympy as sp

from mechanics.model import Inputs, ModelError, Parameters
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition

x = States(h=("m", "height"), v=("m/s", "velocity", 1.0))
p = Parameters(h0=(3.0, "m", "height at the start"), g=(9.81, "m/s^2", "gravity"))
h, v = x.symbols


def fall(start: dict) -> StateSpaceSystem:
    return StateSpaceSystem(states=x, parameters=p, equations={h: v, v: -p.g}, start=start, title="fall")


def test_a_simulation_starts_from_parameters_where_the_system_says_so():
    model = fall({h: 2 * p.h0}).numeric(h0=5.0)
    assert model.start.tolist() == [10.0, 1.0], "h starts at 2 h0, v at the default of the state"
    run = model.simulate(t=0.5)
    assert run.x[0].tolist() == [10.0, 1.0]
    assert run.x[-1] == pytest.approx([10 + 0.5 - 9.81 / 8, 1 - 9.81 / 2])
    assert model.simulate([1.0, 0.0], 0.1).x[0].tolist() == [1.0, 0.0], "a given start comes first"


@pytest.mark.parametrize("start", [{h: sp.Symbol("z0")}, {sp.Symbol("z"): p.h0}, {h: v}])
def test_start_values_of_unknown_names_are_refused(start):
    with pytest.raises(ModelError, match=r"[Ss]tart values"):
        fall(start)


def block() -> StateSpaceSystem:
    """At rest on the floor, in free fall above it."""
    u = Inputs(f=("m/s^2", "force upwards, per mass"))
    rest = Mode({h: 0, v: 0}, [Transition("lifted", u.f - p.g, 1, to="moving")])
    moving = Mode({h: v, v: u.f - p.g}, holds=sp.Or(h > 0, u.f > p.g))
    return StateSpaceSystem(states=x, parameters=p, inputs=u, modes={"resting": rest, "moving": moving}, title="block")


def test_a_state_belongs_to_the_mode_whose_condition_holds():
    model = block().numeric()
    states = np.array([[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]])
    forces = np.array([0.0, 0.0, 10.0])
    expected = [[0, 0], [2, -9.81], [0, 10 - 9.81]]
    assert model.state_derivative(0.0, states, {"f": forces}) == pytest.approx(np.array(expected))
    for state, force, derivative in zip(states, forces, expected, strict=True):
        assert model.state_derivative(0.0, state, {"f": force}) == pytest.approx(np.array(derivative))


def test_a_simulation_starts_in_the_mode_that_its_start_belongs_to():
    model = block().numeric()
    assert set(model.simulate([0.0, 0.0], 0.2).mode) == {"resting"}
    assert set(model.simulate([1.0, 0.0], 0.2).mode) == {"moving"}
    lifted = model.simulate([0.0, 0.0], [0, 0.5, 0.9, 1.5], u={"f": lambda t: 10.0 * t})
    assert lifted.mode.tolist() == ["resting", "resting", "resting", "moving"]
    assert [event.t for event in lifted.events] == pytest.approx([0.981], abs=1e-9)
