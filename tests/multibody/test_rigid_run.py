"""Runs of systems of rigid bodies: `RigidBodySystem.simulate` with energies, places, reactions, and its bounds."""

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson, solve_ivp

from mechanics.model import ModelError, SimulationError
from mechanics.multibody import (
    Driven,
    LineElement,
    Load,
    Marker,
    Place,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    TorsionElement,
)
from mechanics.multibody.elements import Linear
from mechanics.rotations.arrays import rotation_vector_matrix

G, M, L, I = 9.81, 1.2, 0.4, 0.03
Y = {"ground": Marker.along("ground", z=(0, 1, 0)), "rod": Marker.along("rod", z=(0, 1, 0))}


def pendulum(joint=None, elements=(), loads=()):
    rod = RigidBody.about_centre("rod", M, [I, I, 0.01], (0, 0, -L))
    return RigidBodySystem([rod], [joint or Revolute(Y["ground"], Y["rod"], "hinge")], elements, loads=loads)


def turned(angle):
    return {"rod": Place(np.zeros(3), rotation_vector_matrix(np.array([0.0, -angle, 0.0])))}


def test_a_run_gives_what_the_motion_of_a_pendulum_is():
    """Angle, energy, reaction and states between the output times against the equation of the pendulum."""
    J, start = I + M * L**2, 1.3
    run = pendulum().simulate(places=turned(start), t=np.linspace(0, 3, 151), rtol=1e-10, atol=1e-12)
    exact = solve_ivp(
        lambda t, y: [y[1], -M * G * L / J * np.sin(y[0])], (0, 3), [start, 0.0], "DOP853",
        dense_output=True, rtol=1e-12, atol=1e-13,
    ).sol  # fmt: skip
    phi, w = exact(run.t)
    tip = run.places["rod"].A[:, :, 2]
    np.testing.assert_allclose(np.arctan2(tip[:, 0], tip[:, 2]), -phi, atol=1e-8)
    np.testing.assert_allclose(run.velocities["rod"][:, 4], -w, atol=1e-7)
    np.testing.assert_allclose(run.kinetic, J * w**2 / 2, atol=1e-7)
    np.testing.assert_allclose(run.potential, -M * G * L * np.cos(phi), atol=1e-7)
    assert np.abs(run.energy_error).max() < 1e-8
    w_d = -M * G * L / J * np.sin(phi)
    along = M * (G * np.cos(phi) + L * w**2)  # towards the hinge
    across = M * (L * w_d + G * np.sin(phi))
    force = run.reactions["hinge"].force
    np.testing.assert_allclose(np.linalg.norm(force, axis=1), np.hypot(along, across), atol=1e-6)
    between = run.at([0.505, 1.23])
    q = between[:, 3:7]
    np.testing.assert_allclose(2 * np.arctan2(q[:, 2], q[:, 0]), -exact([0.505, 1.23])[0], atol=1e-5)
    assert run["rod_w2"].shape == (151,) and run["t"] is run.t


def test_the_start_may_be_held_and_given_speeds():
    run = pendulum().simulate(speeds={"hinge": 2.0}, hold={"hinge": 0.3}, t=0.1)
    assert run["rod_w2"][0] == pytest.approx(2.0)
    A = run.places["rod"].A[0]
    assert np.arctan2(A[0, 2], A[0, 0]) == pytest.approx(0.3)


def test_it_is_the_same_motion_as_in_a_multibody_system():
    system = pendulum()
    start = system.start(turned(0.4))
    times = np.linspace(0, 1, 21)
    np.testing.assert_allclose(
        system.simulate(start, times).x, RigidBodyMotion(system, start).integrate(times, 1e-8, 1e-8)
    )


@pytest.mark.parametrize(
    "system",
    [
        pytest.param(pendulum(elements=[TorsionElement(Y["ground"], Y["rod"], Linear(3.0, d=0.4))]), id="damper"),
        pytest.param(pendulum(loads=[Load(Marker("rod", (0, 0, -L)), lambda t: (3 * np.sin(4 * t), 0, 1))]), id="load"),
        pytest.param(
            pendulum(Driven(Revolute(Y["ground"], Y["rod"], "hinge"), lambda t: (t**2, 2 * t, 2.0))), id="drive"
        ),
    ],
)
def test_the_energy_error_knows_dampers_loads_and_drives(system):
    angle = 0.0 if system.is_driven else 0.8
    run = system.simulate(places=turned(angle), t=np.linspace(0, 2, 401), rtol=1e-10, atol=1e-12)
    assert np.abs(run.energy - run.energy[0]).max() > 0.1, "too little happens for this test to mean anything"
    assert np.abs(run.energy_error).max() < 1e-8
    np.testing.assert_allclose(run.work, cumulative_simpson(run.power, x=run.t, initial=0.0), atol=2e-6)
    few = system.simulate(places=turned(angle), t=[0.0, 0.9, 2.0], rtol=1e-10, atol=1e-12)
    assert np.abs(few.energy_error).max() < 1e-8, "the work is integrated with the states, not from the outputs"


def test_a_run_that_takes_too_long_ends_with_a_sentence():
    stiff = [LineElement(Marker("ground", (0.3, 0, -0.5)), Marker("rod", (0, 0, -L)), Linear(1e9, 0.1))]
    with pytest.raises(SimulationError, match="stopped at t = .* s of computing time were not enough"):
        pendulum(elements=stiff).simulate(places=turned(0.5), t=50.0, time_limit=0.5)


def test_an_unknown_state_is_named_and_nothing_is_extrapolated():
    run = pendulum().simulate(places=turned(0.5), t=0.2)
    with pytest.raises(ModelError, match="Unknown state 'rod_w4'"):
        run["rod_w4"]
    with pytest.raises(ModelError, match="runs from 0 to 0.2 s"):
        run.at(0.3)
