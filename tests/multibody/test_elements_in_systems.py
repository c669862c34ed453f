"""Force elements at work in systems of bodies: balances along whole motions, drives with motor and gears."""

import numpy as np
import pytest
from scipy.integrate import simpson

from mechanics.multibody import Marker, Place, Revolute, RigidBody, RigidBodyMotion, RigidBodySystem
from mechanics.multibody.elements import (
    Excited,
    GearElement,
    Linear,
    LineElement,
    Motor,
    Parallel,
    Series,
    SpatialElement,
    TorsionElement,
)
from mechanics.rotations.arrays import rotation_vector_matrix

RATE, ACCURACY = 1e-9, 1e-11


def motion(system, start, end, samples=401):
    times = np.linspace(0.0, end, samples)
    return times, RigidBodyMotion(system, start).integrate(times, RATE, ACCURACY)


def energy(system, times, x):
    return system.kinetic_energy(x) + system.potential_energy(times, x)


def work(system, what, times, x):
    """Integral of a power over the motion, J."""
    powers = [
        float(system.applied.total(what, t, system.split(row), rotations(system, row)))
        for t, row in zip(times, x, strict=True)
    ]
    return simpson(powers, x=times)


def rotations(system, x):
    return np.array([system.place(x, body.name).A for body in system.bodies])


def test_two_bodies_on_a_bushing_keep_their_momenta_and_lose_energy_as_heat():
    """Free flight: action is reaction, so both momenta stay; what is missing in the energy has become heat."""
    bodies = [
        RigidBody.about_centre("a", 2.0, [0.02, 0.03, 0.04], r_S=(0.05, 0.0, 0.02)),
        RigidBody.about_centre("b", 1.0, [0.01, 0.015, 0.02], r_S=(0.0, -0.03, 0.01)),
    ]
    R = rotation_vector_matrix(np.array([0.2, -0.4, 0.3]))
    elements = [
        SpatialElement(
            Marker("a", (0.1, 0.0, 0.1), R), Marker("b", (-0.1, 0.05, 0.0)),
            [Linear(400.0, d=2.0), Linear(300.0, 0.02), Series(500.0, 10.0)], Linear(3.0, d=0.02), "bushing",
        ),
        LineElement(
            Marker("a", (0.0, 0.2, 0.0)), Marker("b", (0.0, 0.1, 0.1)),
            Parallel(Linear(60.0, 0.2), Series(80.0, 4.0)), "strut",
        ),
    ]  # fmt: skip
    system = RigidBodySystem(bodies, elements=elements, gravity=(0, 0, 0))
    places = {"b": Place(np.array([0.25, 0.05, 0.15]), R)}
    velocities = {"a": [0.1, 0.2, 0, 0.5, -0.3, 1.0], "b": [-0.4, 0.1, 0.3, -1.0, 2.0, 0.6]}
    times, x = motion(system, system.state(places, velocities), 0.6, 241)

    def momenta(row):
        total = np.zeros(6)
        for body in system.bodies:
            place, z = system.place(row, body.name), system.velocity(row, body.name)
            total[:3] += place.A @ body.momentum(z)
            total[3:] += body.angular_momentum_about_origin(place, z)
        return total

    np.testing.assert_allclose(momenta(x[-1]), momenta(x[0]), atol=1e-9, err_msg="an element drives itself")
    E = energy(system, times, x)
    heat = work(system, "dissipated_power", times, x)
    assert heat > 0.05 * E[0], "too little happens for this test to mean anything"
    assert E[-1] == pytest.approx(E[0] - heat, abs=1e-5 * E[0])
    assert (np.diff(E) < 1e-9).all(), "energy comes from nowhere"


def drive(load=0.0):
    """A motor on the first of two wheels that hang on the ground; the second one is three times as large."""
    inertias = {"small": 0.002, "large": 0.03}
    bodies = [RigidBody.about_centre(name, 1.0, [I, I, 2 * I]) for name, I in inertias.items()]
    at = {"small": (0, 0, 0), "large": (0.4, 0, 0)}
    joints = [Revolute(Marker("ground", at[name]), Marker(name), name=f"bearing {name}") for name in at]
    motor = TorsionElement(Marker("ground"), Marker("small"), Motor(12.0, 0.5, 0.01, 0.2), name="motor")
    teeth = GearElement(Marker("small"), Marker("large"), 0.1, 0.3, Linear(4e3, d=20.0), name="teeth")
    brake = TorsionElement(Marker("ground", at["large"]), Marker("large"), Linear(0.0, d=load), name="brake")
    system = RigidBodySystem(bodies, joints, [motor, teeth, brake], gravity=(0, 0, 0))
    return system, system.start({"large": Place(np.array([0.4, 0.0, 0.0]), np.eye(3))})


def test_a_geared_motor_turns_the_large_wheel_three_times_as_slowly_the_other_way_round():
    system, start = drive(load=0.3)
    times, x = motion(system, start, 0.9, 601)
    small, large = (system.velocity(x, name)[:, 5] for name in ("small", "large"))
    assert large[-1] == pytest.approx(-small[-1] / 3, rel=1e-5), "the ratio of the radii"
    c, R, moment = 0.2, 0.5, 0.3 * abs(large[-1]) / 3  # of the brake, as the motor feels it
    assert small[-1] == pytest.approx((12.0 - R * moment / c) / c, rel=4e-3), "the motor's characteristic"
    balance = work(system, "supplied_power", times, x) - work(system, "dissipated_power", times, x)
    stored = energy(system, times, x)
    assert stored[-1] - stored[0] == pytest.approx(balance, rel=2e-4)


def test_the_bearings_take_what_the_teeth_press():
    """The teeth are a pair of opposite forces; each bearing holds its wheel against one of them."""
    system, start = drive(load=0.3)
    times, x = motion(system, start, 0.3, 11)
    forces = system.reactions(times[-1], x[-1])
    on_small, on_large = forces["bearing small"].force, forces["bearing large"].force
    np.testing.assert_allclose(on_small, -on_large, atol=1e-6)
    assert abs(on_small[1]) > 0.1 and abs(on_small[0]) < 1e-6, "the teeth press across the line of centres"


def test_a_shaken_pendulum_takes_its_energy_from_what_shakes_it():
    """Work supplied by the moved end of a spring = energy gained + heat."""
    bob = RigidBody.about_centre("bob", 0.5, [0.01, 0.01, 0.01])
    shaken = Excited(Linear(80.0, 0.5, 0.4), lambda t: 0.1 * np.sin(9 * t), lambda t: 0.9 * np.cos(9 * t))
    spring = LineElement(Marker("ground"), Marker("bob", (0, 0, 0.05)), shaken, name="spring")
    system = RigidBodySystem([bob], elements=[spring])
    start = system.state({"bob": Place(np.array([0.3, 0.0, -0.6]), np.eye(3))}, {"bob": [0, 0.3, 0, 0, 0, 1.0]})
    times, x = motion(system, start, 1.2, 401)
    E = energy(system, times, x)
    given, heat = (work(system, what, times, x) for what in ("supplied_power", "dissipated_power"))
    assert E[-1] - E[0] == pytest.approx(given - heat, abs=1e-5)
    assert given > 0.05 and heat > 0.01
