"""The balance of energy is a check of every run of many bodies: a motion that is made wrong on purpose is warned of."""

import warnings

import numpy as np
import pytest

from mechanics.flexible import StandardData
from mechanics.flexible.motion import FreeMotion
from mechanics.model import Parameters, SimulationWarning
from mechanics.multibody import (
    Actuator,
    Driven,
    LineElement,
    Marker,
    MultibodySystem,
    Place,
    Revolute,
    RigidBody,
    RigidBodySystem,
    Sensor,
    TorsionElement,
)
from mechanics.multibody.assembly import index_one, stepping
from mechanics.multibody.assembly.rows import Rows
from mechanics.multibody.elements import Force, Linear
from mechanics.multibody.flexible import integration as flexible_integration
from mechanics.multibody.trees import GuidedBase, JointDamper, Link, Loads, Tree, TreeMotion
from mechanics.rotations.arrays import rotation_vector_matrix
from tests.flexible.mechanisms import double_pendulum

UP = Marker.along("ground", z=(0, 1, 0))
BROKEN = r"energy balance of the motion is off by .* J at t = .*run.energy_error"


def pair(damping=0.0, stiffness=0.0, drive=None):
    """Two rods on hinges, one below the other; a torsion spring with damper in the upper hinge."""
    rods = [RigidBody.about_centre(name, 1.0, [0.03, 0.03, 0.001], (0, 0, -0.3)) for name in ("upper", "lower")]
    knee = Marker.along("upper", (0, 0, -0.6), z=(0, 1, 0))
    top = Revolute(UP, Marker.along("upper", z=(0, 1, 0)), "top")
    joints = [Driven(top, drive) if drive else top, Revolute(knee, Marker.along("lower", z=(0, 1, 0)), "knee")]
    elements = [TorsionElement(knee, Marker.along("lower", z=(0, 1, 0)), Linear(stiffness, d=damping))]
    return RigidBodySystem(rods, joints, elements if damping or stiffness else ())


def started(system, angle=1.0):
    A = rotation_vector_matrix(np.array([0.0, angle, 0.0]))
    places = {"upper": Place(np.zeros(3), A), "lower": Place(A @ np.array([0, 0, -0.6]), np.eye(3))}
    return system.start(places)


KINDS = {
    "nothing but weight": {},
    "damper": {"damping": 0.05},
    "stiff": {"damping": 60.0, "stiffness": 500.0},
    "drive": {"drive": lambda t: (np.sin(3 * t), 3 * np.cos(3 * t), -9 * np.sin(3 * t))},
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_balance_holds_however_few_the_outputs(kind):
    system = pair(**KINDS[kind])
    angle = 0.0 if "drive" in kind else 1.0
    run = system.simulate(started(system, angle), t=[0.0, 0.4, 1.5])
    assert np.ptp(run.kinetic) > 0.05, "too little happens for this to mean anything"
    assert np.abs(run.energy_error).max() < 1e-6 * np.ptp(run.kinetic)


@pytest.mark.parametrize("kind", ["nothing but weight", "damper"])
def test_a_wrong_jacobian_is_warned_of(kind, monkeypatch):
    """Forces of a joint that act along other directions than it allows to move do work."""
    right = Rows.blocks

    def wrong(self, *args):
        values = right(self, *args)
        G = values.G.copy()
        G[:, 0, 3:] *= 1.02
        return values._replace(G=G)

    monkeypatch.setattr(index_one, "_uses_loops", lambda compiled: False)
    monkeypatch.setattr(Rows, "blocks", wrong)
    system = pair(**KINDS[kind])
    start = started(system)
    with pytest.warns(SimulationWarning, match=BROKEN):
        system.simulate(start, t=1.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_projection_is_warned_of(kind, monkeypatch):
    """In every step the velocities lose a ten-thousandth: all constraints still hold."""
    right = stepping.projection

    def wrong(system, rows):
        project = right(system, rows)

        def shortened(t, x):
            x, pivot = project(t, x)
            x[7 * system.n : 13 * system.n] *= 1 - 1e-4
            return x, pivot

        return shortened

    monkeypatch.setattr(stepping, "projection", wrong)
    system = pair(**KINDS[kind])
    with pytest.warns(SimulationWarning, match=BROKEN):
        system.simulate(started(system, 0.0 if "drive" in kind else 1.0), t=1.5)


def test_a_fold_is_warned_of_with_its_time(monkeypatch):
    """At 0.7 s the motion turns back at once with half of its rates, as an integrator in a dead centre may do."""
    right = stepping.projection

    def wrong(system, rows):
        project, turned = right(system, rows), []

        def folded(t, x):
            x, pivot = project(t, x)
            if t > 0.7 and not turned:
                turned.append(t)
                x[7 * system.n : 13 * system.n] *= -0.5
            return x, pivot

        return folded

    monkeypatch.setattr(stepping, "projection", wrong)
    system = pair(damping=0.01)
    with pytest.warns(SimulationWarning, match=r"jumps at t = 0\.7"):
        system.simulate(started(system), t=1.5)


def test_a_controller_that_feeds_energy_in_is_part_of_the_balance():
    """A motor with a state and one that samples: both do work, and nothing is missing."""
    along = TorsionElement(UP, Marker.along("upper", z=(0, 1, 0)), Force(0.0), "motor")
    system = pair(damping=0.02)
    motor = Actuator(
        along, [Sensor(Marker("upper", (0, 0, -0.6)), "position", "x")],
        lambda t, y, s: 2 * np.sin(5 * t) - y[0] - s[0],
        start=[0.0], update=lambda t, y, s: 0.5 * s + y[0], sample_time=0.1, name="motor",
    )  # fmt: skip
    driven = RigidBodySystem(system.bodies, system.joints, [*system.elements, motor])
    run = driven.simulate(started(driven), t=[0.0, 2.0])
    assert abs(run.work[-1]) > 0.1 and np.abs(run.energy_error).max() < 1e-6


def test_a_wrong_projection_of_a_flexible_mechanism_is_warned_of(monkeypatch):
    system, start = double_pendulum()
    right = flexible_integration.projected

    def wrong(system, t, x):
        x = right(system, t, x)
        x[7:13] *= 1 - 1e-4
        return right(system, t, x)

    monkeypatch.setattr(flexible_integration, "projected", wrong)
    with pytest.warns(SimulationWarning, match=BROKEN):
        system.simulate(start, t=0.2)


class Lossy(TreeMotion):
    """A tree whose integrator loses a thousandth of the rates between two outputs."""

    def integrate(self, times, rtol, atol, time_limit=60.0):
        x = super().integrate(times, rtol, atol, time_limit)
        x[:, 4 * self.tree.n :] *= np.linspace(1.0, 0.999, len(times))[:, None]
        return x


def tree(kind, damping, base):
    links = [
        Link(f"link{k}", 1.0, [0.03, 0.03, 0.001], f"link{k - 1}" if k else "base", (0, 0, -0.3 if k else 0.0),
             (0, 0, 0.3))
        for k in range(2)
    ]  # fmt: skip
    body = Tree.of(links)
    dampers = [JointDamper(joint, damping) for joint in body.joints] if damping else []
    turned = np.broadcast_to(rotation_vector_matrix(np.array([0.8, 0.3, 0.0])), (2, 3, 3))
    motion = kind(body, turned, loads=Loads(body, moments=dampers), base=base, frames=["link0"])
    return MultibodySystem(parameters=Parameters(m=(1.0, "kg", "mass")), frames=["link0"], build=lambda values: motion)


CARRIED = GuidedBase.along((1, 0, 0), [0.0, 0.5, 1.0], lambda t: np.where(t < 0.5, 2.0, -2.0))


@pytest.mark.parametrize("damping", [0.0, 0.05])
@pytest.mark.parametrize("base", [GuidedBase(), CARRIED], ids=["at rest", "carried"])
def test_the_balance_of_a_tree_knows_dampers_and_the_base(damping, base):
    run = tree(TreeMotion, damping, base).numeric().simulate(t=2.0)
    assert np.ptp(run.kinetic) > 1 and np.abs(run.energy_error).max() < 1e-5 * np.ptp(run.kinetic)
    with pytest.warns(SimulationWarning, match=BROKEN):
        tree(Lossy, damping, base).numeric().simulate(t=2.0)


@pytest.mark.parametrize("t", [2.0, [0.0, 0.3, 2.0]], ids=["many outputs", "three outputs"])
def test_the_balance_of_a_tree_holds_however_few_the_outputs(t):
    run = tree(TreeMotion, 0.05, CARRIED).numeric().simulate(t=t)
    assert np.abs(run.energy_error).max() < 1e-7 * np.ptp(run.kinetic), "the work is wrong between the outputs"
    with pytest.warns(SimulationWarning, match=BROKEN):
        tree(Lossy, 0.05, CARRIED).numeric().simulate(t=t)


def test_the_balance_of_a_free_flexible_body_knows_its_load():
    data = StandardData.rigid(2.0, (0.1, 0, 0), np.diag([0.1, 0.2, 0.3]))
    motion = FreeMotion(data, w=(1, 2, 3.0), gravity=(0, 0, -9.81), load=lambda s: np.array([1.0, 0, 0, 0, 0.5, 0]))
    system = MultibodySystem(parameters=Parameters(m=(1.0, "kg", "mass")), frames=["R"], build=lambda values: motion)
    run = system.numeric().simulate(t=2.0)
    assert np.ptp(run.energy) > 1 and np.abs(run.energy_error).max() < 1e-5


def test_a_start_in_which_nothing_moves_is_no_reason_to_warn():
    hanging = pair(damping=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = hanging.simulate(started(hanging, 0.0), t=2.0)
    assert np.abs(run.energy_error).max() < 1e-9


def test_a_spring_stiff_enough_for_the_implicit_method_is_balanced():
    rod = RigidBody.about_centre("rod", 1.0, [0.03, 0.03, 0.001], (0, 0, -0.3))
    hinge = Revolute(UP, Marker.along("rod", z=(0, 1, 0)), "top")
    strut = LineElement(Marker("ground", (0.5, 0, -0.5)), Marker("rod", (0, 0, -0.6)), Linear(1e6, 0.45, d=1e5))
    system = RigidBodySystem([rod], [hinge], [strut])
    run = system.simulate(hold={"top": 0.0}, t=1.0)
    assert np.abs(run.energy_error).max() < 1e-4 * (np.ptp(run.potential) + run.kinetic.max())
