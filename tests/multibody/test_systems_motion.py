"""Motion of systems: energy and constraints over a minute, momentum, consistent starts, loads, elements with states."""

import numpy as np
import pytest

from mechanics.multibody import (
    Driven,
    Load,
    Marker,
    Place,
    Prismatic,
    RelativeForm,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
    Universal,
)
from mechanics.multibody.assembly.drift import projected
from mechanics.multibody.elements import Linear, LineElement, Series
from mechanics.systems import load
from tests.multibody.builders import body, marker, rotation, turned


def spatial_linkage():
    """A closed loop in space: crank and rocker with skew axes, a rod with a ball and a universal joint between them."""
    crank = RigidBody.about_centre("crank", 1.0, (0.01, 0.012, 0.012), (0.05, 0, 0))
    rod = RigidBody.about_centre("rod", 0.6, (0.001, 0.02, 0.02), (0.25, 0, 0))
    rocker = RigidBody.about_centre("rocker", 1.2, (0.002, 0.03, 0.03), (0.2, 0, 0))
    joints = [
        Revolute(Marker.along("ground", (0, 0, 0), z=(0, 0, 1)), Marker.along("crank", z=(0, 0, 1)), "A"),
        Universal(Marker("crank", (0.12, 0, 0)), Marker("rod"), "B"),
        Revolute(Marker.along("ground", (0.4, 0.3, 0), z=(0, 1, 0.3)), Marker.along("rocker", z=(0, 1, 0.3)), "D"),
        Spherical(Marker("rocker", (0.35, 0, 0)), Marker("rod", (0.5, 0, 0)), "C"),
    ]
    system = RigidBodySystem([crank, rod, rocker], joints)
    places = {
        "crank": Place((0, 0, 0), np.eye(3)),
        "rod": Place((0.12, 0, 0), turned(0.5)),
        "rocker": Place((0.4, 0.3, 0), turned(1.6)),
    }
    return system, system.start(places, speeds={"A": 4.0})


def chain(seed=2):
    """Three bodies on a ball, a universal and a hinge joint, anywhere."""
    random = np.random.default_rng(seed)
    joints = [
        Spherical(marker(random, "ground"), marker(random, "a"), "ball"),
        Universal(marker(random, "a"), marker(random, "b"), "cross"),
        Revolute(marker(random, "b"), marker(random, "c"), "hinge"),
    ]
    form = RelativeForm(RigidBodySystem([body(random, n) for n in "abc"], joints))
    y = np.concatenate([joint.normalised(joint.neutral) for joint, *_ in form.branches])
    return form.system, form.maximal(0.0, y, 0.5 * random.normal(size=form.f))


@pytest.mark.parametrize("end", [6.0, pytest.param(60.0, marks=pytest.mark.slow)])
@pytest.mark.parametrize("made", [spatial_linkage, chain])
def test_energy_and_constraints_hold_for_a_minute(made, end):
    system, x = made()
    motion, times = RigidBodyMotion(system, x), np.linspace(0.0, end, 1 + round(10 * end))
    states = motion.integrate(times, 1e-12, 1e-12)
    kinetic, potential = motion.energies(times, states)
    energy, varied = kinetic + potential, np.ptp(kinetic)
    assert varied > 0.05, "this motion exchanges too little energy to prove anything"
    drift = np.abs(energy - energy[0]).max() / varied
    assert drift < 1e-9 * end / 60.0, f"the energy drifts by {drift:.1e} of what kinetic and potential energy exchange"
    assert motion.drift(times, states) < 1e-10, "a joint opens"
    rate = np.abs(system.constraints(times, states).g_d).max()
    assert rate < 1e-9, f"the velocities leave the constraints by {rate:.1e}"


def test_without_projection_and_stabilisation_a_joint_opens():
    """Why there is drift control: the same equations integrated alone."""
    system, x = spatial_linkage()
    bare = RigidBodySystem(system.bodies, system.joints, stabilisation=(0.0, 0.0))
    motion, times = RigidBodyMotion(bare, x), np.linspace(0, 10, 101)
    from scipy.integrate import solve_ivp

    raw = solve_ivp(motion.state_derivative, (0, 10), x, "RK45", times, rtol=1e-6, atol=1e-6).y.T
    opened = motion.drift(times, raw)
    assert opened > 1e-6, "without drift control errors of position should add up"
    assert motion.drift(times, projected(bare, bare.rows, times, raw)) < 1e-12
    assert motion.drift(times, motion.integrate(times, 1e-6, 1e-6)) < 1e-12


def test_a_loose_and_a_tight_tolerance_tell_the_same_motion():
    system, x = spatial_linkage()
    motion, times = RigidBodyMotion(system, x), np.linspace(0, 2, 21)
    loose, tight = (motion.integrate(times, tol, tol) for tol in (1e-8, 1e-12))
    np.testing.assert_allclose(loose, tight, atol=1e-5)


def test_bodies_that_float_keep_momentum_and_angular_momentum():
    random = np.random.default_rng(8)
    bodies = [body(random, n) for n in "ab"]
    spring = LineElement(marker(random, "a"), marker(random, "b"), Linear(30.0, 0.2, 0.5), "spring")
    ball = Spherical(marker(random, "a"), marker(random, "b"), "ball")
    system = RigidBodySystem(bodies, [ball], [spring], gravity=(0, 0, 0))
    form = RelativeForm(system)
    y = np.concatenate([joint.neutral for joint, *_ in form.branches])
    motion = RigidBodyMotion(system, form.maximal(0.0, y, random.normal(size=form.f)))
    times = np.linspace(0, 5, 26)
    states = motion.integrate(times, 1e-10, 1e-10)
    P, L = np.zeros((26, 3)), np.zeros((26, 3))
    for b in bodies:
        place, z = system.place(states, b.name), system.velocity(states, b.name)
        P += (place.A @ b.momentum(z)[..., None])[..., 0]
        L += b.angular_momentum_about_origin(place, z)
    np.testing.assert_allclose(P, np.tile(P[0], (26, 1)), atol=1e-8, err_msg="momentum")
    np.testing.assert_allclose(L, np.tile(L[0], (26, 1)), atol=1e-8, err_msg="angular momentum")


def test_what_dampers_take_is_missing_in_the_energy():
    random = np.random.default_rng(9)
    damper = LineElement(Marker("ground", (0.5, 0, -0.5)), Marker("a", (0.2, 0.1, 0)), Linear(20.0, 0.4, 3.0), "damper")
    ball = Spherical(Marker("ground"), marker(random, "a"), "ball")
    system = RigidBodySystem([body(random, "a")], [ball], [damper])
    motion = RigidBodyMotion(system, system.start({"a": Place((0, 0, 0), rotation(random))}))
    times = np.linspace(0, 3, 3001)
    states = motion.integrate(times, 1e-10, 1e-10)
    lost = system.applied.total("dissipated_power", times, *_seen(system, states))
    energy = sum(motion.energies(times, states))
    heat = np.trapezoid(lost, times)
    assert heat > 0.1
    assert energy[0] - energy[-1] == pytest.approx(heat, rel=1e-5)


def _seen(system, x):
    from mechanics.multibody.assembly.equations import attitudes

    state = system.split(x)
    return state, attitudes(state.q)


def test_multipliers_do_no_work():
    system, x = spatial_linkage()
    values, lam = system.constraints(0.0, x), system.accelerations(0.0, x).lam
    power = lam @ values.G @ system.split(x).z.ravel()
    assert abs(power) < 1e-9 * np.abs(lam).max(), "constraint forces must not do work, lambda^T G z = 0"


def test_a_spring_and_damper_in_series_brings_its_own_state():
    bob = RigidBody.about_centre("bob", 2.0, (0.01, 0.01, 0.01))
    guide = Prismatic(Marker("ground"), Marker("bob"), "guide")
    series = LineElement(Marker("ground", (0, 0, 1)), Marker("bob"), Series(50.0, 8.0, 1.0), "series")
    system = RigidBodySystem([bob], [guide], [series])
    motion = RigidBodyMotion(system, system.start({}))
    assert len(motion.start) == 14, "thirteen numbers of the body and one of the element"
    times = np.linspace(0, 20, 41)
    z = system.place(motion.integrate(times, 1e-9, 1e-9), "bob").r[:, 2]
    speed = np.diff(z[-5:]) / np.diff(times[-5:])
    np.testing.assert_allclose(speed, -2.0 * 9.81 / 8.0, rtol=1e-3, err_msg="it sinks at last with m g / d")


def test_a_moment_of_time_turns_a_wheel():
    wheel = RigidBody.about_centre("wheel", 3.0, (0.1, 0.1, 0.2))
    axle = Revolute(Marker("ground"), Marker("wheel"), "axle")
    motor = Load(Marker("wheel"), moment=lambda t: (0, 0, 0.4 * np.cos(t)), basis="marker", name="motor")
    system = RigidBodySystem([wheel], [axle], loads=[motor])
    motion = RigidBodyMotion(system, system.start({}))
    times = np.linspace(0, 6, 13)
    w = system.velocity(motion.integrate(times, 1e-10, 1e-10), "wheel")[:, 5]
    np.testing.assert_allclose(w, 2.0 * np.sin(times), atol=1e-8)


def test_a_drive_gives_the_moment_that_the_motion_needs():
    """A wheel with a prescribed swing: M = I phi'' about the axle, from the multiplier of the drive."""
    wheel = RigidBody.about_centre("wheel", 3.0, (0.1, 0.1, 0.2))
    swing = Driven(
        Revolute(Marker("ground"), Marker("wheel"), "axle"),
        lambda t: (0.8 * np.sin(3 * t), 2.4 * np.cos(3 * t), -7.2 * np.sin(3 * t)),
    )
    system = RigidBodySystem([wheel], [swing])
    motion, times = RigidBodyMotion(system, system.start({})), np.linspace(0, 2, 21)
    states = motion.integrate(times, 1e-9, 1e-9)
    moment = system.reactions(times, states)["axle"].moment[:, 2]
    np.testing.assert_allclose(moment, 0.2 * -7.2 * np.sin(3 * times), atol=1e-8)
    angle = np.arctan2(*system.place(states, "wheel").A[:, [1, 0], 0].T)
    np.testing.assert_allclose(angle, 0.8 * np.sin(3 * times), atol=1e-12)


# -- starts --------------------------------------------------------------------------------------------------------


def four_bar():
    return load("four_bar_linkage").numeric().motion


def test_a_start_holds_what_it_is_told_to_hold():
    system, x = four_bar().system, four_bar().start
    rough = x + 0.02 * np.random.default_rng(5).normal(size=len(x))
    places = {n: system.place(rough, n) for n in ("crank", "coupler", "rocker")}
    held = system.place(x, "crank")
    places["crank"] = held
    found = system.start(places, {"crank": [0, 0, 0, 0, -3.0, 0]}, hold=["crank"])
    assert np.abs(system.constraints(0.0, found).g).max() < 1e-12
    np.testing.assert_allclose(system.place(found, "crank").A, held.A, atol=1e-12)
    np.testing.assert_allclose(system.velocity(found, "crank"), [0, 0, 0, 0, -3.0, 0], atol=1e-9)
    assert np.abs(system.constraints(0.0, found).g_d).max() < 1e-9


def test_a_joint_can_be_given_its_coordinate_and_speed():
    system, x = four_bar().system, four_bar().start
    places = {n: system.place(x, n) for n in ("crank", "coupler", "rocker")}
    found = system.start(places, hold={"A": 1.3}, speeds={"D": 2.0})
    joints = {joint.name: joint for joint in system.joints}
    at = {n: system.place(found, n) for n in ("ground", "crank", "rocker")}
    z = {n: system.velocity(found, n) for n in ("ground", "rocker")}
    assert joints["A"].coordinates_of(at["ground"], at["crank"])[0] == pytest.approx(1.3, abs=1e-12)
    speed = joints["D"].speeds_of(at["ground"], z["ground"], at["rocker"], z["rocker"])
    assert speed[0] == pytest.approx(2.0, abs=1e-9)


def test_a_coordinate_of_an_origin_can_be_held():
    motion = load("slider_crank").numeric(driven=0.0).motion
    system, x = motion.system, motion.start
    places = {n: system.place(x, n) for n in ("crank", "rod", "slider")}
    places["slider"] = Place(np.array([0.5, 0.01, 0.02]), np.eye(3))
    found = system.start(places, hold=["slider.x"])
    np.testing.assert_allclose(system.place(found, "slider").r, [0.5, 0, 0], atol=1e-12)
    assert np.abs(system.constraints(0.0, found).g).max() < 1e-12
