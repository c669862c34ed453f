"""What `systems.load` promises for every id: its kind, and what all kinds have in common."""

from typing import get_args

import pytest

from mechanics import systems
from mechanics.lagrange import LagrangianSystem
from mechanics.model import ModelError, Variables
from mechanics.multibody import MultibodySystem
from mechanics.problem import Problem
from mechanics.protocol import Events, Model, Run, System
from mechanics.scene import Scene
from mechanics.state_space import StateSpaceSystem
from mechanics.systems import catalogue

KINDS = {
    LagrangianSystem: catalogue.LagrangianId,
    StateSpaceSystem: catalogue.StateSpaceId,
    MultibodySystem: catalogue.MultibodyId,
    Problem: catalogue.ProblemId,
}
ALL = systems.names()
MOVING = [id for id in ALL if id not in get_args(catalogue.ProblemId)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_editor_is_told_the_kind_that_is_loaded(kind):
    listed = set(get_args(KINDS[kind]))
    really = {id for id in ALL if isinstance(systems.load(id), kind)}
    assert listed == really, f"mechanics/systems/catalogue.py lists other ids as {kind.__name__} than there are"


@pytest.mark.parametrize("id", ALL)
def test_every_system_has_what_the_protocol_says(id):
    system = systems.load(id)
    assert isinstance(system, System) and system.id == id and system.title and system.source
    for group in (system.parameters, system.inputs, system.states, system.described):
        assert isinstance(group, Variables)
    assert set(system.described) <= set(system.outputs)
    assert isinstance(system.scene(), Scene)
    model = system.numeric()
    assert isinstance(model, Model) and model.system is system and set(model.parameters) == set(system.parameters)
    assert hasattr(model, "solve" if isinstance(system, Problem) else "simulate")
    with pytest.raises(ModelError, match="Unknown parameter 'nonsense'"):
        system.numeric(nonsense=1.0)
    with pytest.raises(ModelError, match="Unknown frame 'nonsense'"):
        system.frame("nonsense")


@pytest.mark.parametrize("id", MOVING)
def test_every_run_has_what_the_protocol_says(id):
    system = systems.load(id)
    run = system.numeric().simulate(t=[0.0, 0.01, 0.02])
    assert isinstance(run, Run) and isinstance(run.events, Events)
    assert run.x.shape == (len(run.t), len(system.states)), "one column for each of system.states"
    for k, name in enumerate(system.states):
        assert (run[name] == run.x[:, k]).all(), f"run[{name!r}] is not column {k} of run.x"
    assert set(run.outputs) == set(system.outputs)
    for name in system.described:
        assert len(run.outputs[name]) == len(run.t)
    if not getattr(system, "is_hybrid", False):
        assert run.at(run.t[1]) == pytest.approx(run.x[1], abs=1e-12)
    with pytest.raises(ModelError, match="Unknown"):
        run["nonsense"]


def test_the_energy_of_equations_alone_is_not_known():
    run = systems.load("rocket").numeric().simulate(t=1.0)
    with pytest.raises(ModelError, match="energy of 'rocket' is not known.*Describe an output named 'energy'"):
        _ = run.energy


def test_events_answer_in_order_and_by_name():
    pendulum = systems.load("mathematical_pendulum")
    phi = pendulum.coordinates.symbols[0]
    run = pendulum.numeric().simulate([0.3], t=5.0, events={"bottom": phi, "turn": phi.diff(), "far": phi - 3})
    assert [event.t for event in run.events] == sorted(event.t for event in run.events)
    assert len(run.events["bottom"]) > 2 and len(run.events["far"]) == 0
    assert "far" in run.events and "near" not in run.events and run.events[0] in run.events
    assert set(dict(run.events)) == {"bottom", "turn", "far"}
    assert all(abs(event.before[0]) < 1e-6 for event in run.events if event.name == "bottom"), "states are at the event"
    with pytest.raises(ModelError, match="Unknown event 'botom'. Did you mean bottom"):
        run.events["botom"]


@pytest.mark.parametrize("name", systems.names())
def test_everything_that_a_system_has_can_be_printed(name):
    system = systems.load(name)
    assert all(name in repr(system.parameters) for name in system.parameters)
    assert repr(system) and repr(system.states) and repr(system.inputs)
