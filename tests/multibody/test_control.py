"""Sensors, controllers and what they command: against linear systems with exact solutions."""

import numpy as np
import pytest
from scipy.linalg import expm

from mechanics.model import ModelError, SimulationError
from mechanics.multibody import (
    Actuator,
    LineElement,
    Load,
    Marker,
    Place,
    Prismatic,
    ReactionSensor,
    Revolute,
    RigidBody,
    RigidBodySystem,
    Sensor,
    TorsionElement,
)
from mechanics.multibody.elements import Force, Linear, Series
from mechanics.multibody.elements.sensors import Measured
from mechanics.rotations.arrays import rotation_vector_matrix
from tests.multibody.motions import Flight, derivative, random_rotation

G = 9.81
Y_GROUND, Y_ROD = Marker.along("ground", z=(0, 1, 0)), Marker.along("rod", z=(0, 1, 0))
ANGLE, RATE = Sensor(Y_ROD, "angle", reference=Y_GROUND), Sensor(Y_ROD, "angular_velocity", "z", Y_GROUND)
M, L, I = 1.0, 0.5, 0.1  # of the rod: mass, distance of the mass centre, moment about it


def inverted(actuator):
    rod = RigidBody.about_centre("rod", M, [I, I, 0.01], (0, 0, L))
    return RigidBodySystem([rod], [Revolute(Y_GROUND, Y_ROD, "hinge")], [actuator])


def motor():
    return TorsionElement(Y_GROUND, Y_ROD, Force(0.0), "motor")


def tilted(angle):
    return {"rod": Place(np.zeros(3), rotation_vector_matrix(np.array([0.0, angle, 0.0])))}


X_GROUND, X_CART = Marker.along("ground", z=(1, 0, 0)), Marker.along("cart", z=(1, 0, 0))
PLACE, SPEED = Sensor(Marker("cart"), "position", "x"), Sensor(Marker("cart"), "velocity", "x")


def cart(*elements, m=2.0, **more):
    """A mass on a rail along x; a positive force of an element from x = 100 m pulls it forwards."""
    body = RigidBody.about_centre("cart", m, [1.0, 1.0, 1.0])
    return RigidBodySystem([body], [Prismatic(X_GROUND, X_CART, "rail")], elements, **more)


def pull(law=None, name="pull"):
    return LineElement(Marker("cart"), Marker("ground", (100.0, 0, 0)), law or Force(0.0), name)


# --- sensors ---------------------------------------------------------------------------------------------------------


def test_sensors_of_velocity_read_the_derivatives_of_what_the_others_read():
    """Two bodies fly anyhow; the observer turns, too."""
    rng = np.random.default_rng(8)
    bodies = {name: Flight.at_random(np.random.default_rng(k)) for k, name in enumerate(("a", "b"))}
    Q, P = (Marker(name, rng.normal(size=3), random_rotation(rng)) for name in ("a", "b"))

    def read(quantity, t):
        places = {name: Place(body.r(t), body.A(t)) for name, body in bodies.items()}
        velocities = {name: body.z(t) for name, body in bodies.items()}
        return Sensor(Q, quantity, reference=P).read(Measured(t, places, velocities, {}))

    moving = derivative(lambda s: read("position", 0.4 + s))
    np.testing.assert_allclose(read("velocity", 0.4), moving, atol=1e-9)
    A, A_d = (x.reshape(3, 3) for x in (read("orientation", 0.4), derivative(lambda s: read("orientation", 0.4 + s))))
    W = A_d @ A.T
    np.testing.assert_allclose(read("angular_velocity", 0.4), [W[2, 1], W[0, 2], W[1, 0]], atol=1e-9)


def test_an_axis_picks_one_of_three_numbers():
    measured = Measured(0.0, {"a": Place(np.array([1.0, 2, 3]), np.eye(3)), "ground": Place(np.zeros(3), np.eye(3))},
                        {"a": np.zeros(6), "ground": np.zeros(6)}, {})  # fmt: skip
    assert Sensor(Marker("a"), "position", "y").read(measured) == [2.0]
    assert Sensor(Marker("a"), "position").read(measured).tolist() == [1.0, 2.0, 3.0]


# --- continuous ------------------------------------------------------------------------------------------------------


def test_a_pd_controller_holds_a_rod_upright_as_the_linear_solution_says():
    """(I + m l²) φ̈ = m g l φ − k φ − d φ̇ for an angle of 1e-4, where sin φ = φ to 1e-9 of it."""
    k, d, phi = 40.0, 3.0, 1e-4
    system = inverted(Actuator(motor(), [ANGLE, RATE], lambda t, y, s: k * y[0] + d * y[1], name="pd"))
    run = system.simulate(places=tilted(phi), t=np.linspace(0, 3, 61), rtol=1e-10, atol=1e-15)
    J = I + M * L**2
    A = np.array([[0.0, 1.0], [(M * G * L - k) / J, -d / J]])
    exact = np.array([expm(A * t) @ [phi, 0.0] for t in run.t])
    np.testing.assert_allclose(run["rod_w2"], exact[:, 1], atol=1e-7 * np.abs(exact[:, 1]).max())


def test_an_integral_part_is_a_state_of_its_own_and_removes_the_error():
    """PID on a cart with a constant load: ẋ = A x + b with the integral as third state, exact by expm."""
    k, d, i, m, load = 30.0, 12.0, 20.0, 2.0, 5.0
    pid = Actuator(
        pull(), [PLACE, SPEED], lambda t, y, s: -k * y[0] - d * y[1] - i * s[0], start=[0.0],
        rates=lambda t, y, s: [y[0]], name="pid",
    )  # fmt: skip
    system = cart(pid, loads=[Load(Marker("cart"), (load, 0, 0))], m=m)
    run = system.simulate(t=np.linspace(0, 8, 81), rtol=1e-10, atol=1e-12)
    A = np.array([[0, 1, 0], [-k / m, -d / m, -i / m], [1, 0, 0]])
    b = np.array([0.0, load / m, 0.0])
    exact = np.array([np.linalg.solve(A, (expm(A * t) - np.eye(3)) @ b) for t in run.t])
    np.testing.assert_allclose(run["cart_x"], exact[:, 0], atol=1e-8)
    np.testing.assert_allclose(run["pid_s1"], exact[:, 2], atol=1e-8)
    assert abs(run["cart_x"][-1]) < 0.02 * np.abs(run["cart_x"]).max(), "no error remains"
    assert run["pid_s1"][-1] == pytest.approx(load / i, rel=0.02), "the integral carries the load"


def test_what_a_controller_commands_is_supplied_power_and_the_energy_adds_up():
    law = Actuator(
        [pull(Linear(3.0, 100.0, 0.5)), motor()], [SPEED, ANGLE], lambda t, y, s: [np.sin(3 * t), -0.3 * y[0]]
    )
    rod = RigidBody.about_centre("rod", M, [I, I, 0.01], (0, 0, -L))
    body = RigidBody.about_centre("cart", 2.0, [1.0, 1.0, 1.0])
    joints = [Prismatic(X_GROUND, X_CART, "rail"), Revolute(Y_GROUND, Y_ROD, "hinge")]
    run = RigidBodySystem([body, rod], joints, [law]).simulate(
        places=tilted(0.7), t=np.linspace(0, 2, 801), rtol=1e-9, atol=1e-10
    )
    assert np.abs(run.energy - run.energy[0]).max() > 0.05, "too little happens for this test to mean anything"
    assert np.abs(run.energy_error).max() < 1e-6


def test_own_states_of_parts_and_controller_do_not_mix():
    """A Maxwell element as part, and a controller that follows its own clock."""
    both = Actuator(
        pull(Series(50.0, 5.0, 100.0), "soft"), [], lambda t, y, s: s[0], start=[1.0], rates=lambda t, y, s: [-s[0]]
    )
    alone = [pull(Series(50.0, 5.0, 100.0), "soft"), pull(Force(lambda t: np.exp(-t)), "push")]
    times = np.linspace(0, 2, 41)
    together = cart(both).simulate(t=times, rtol=1e-10, atol=1e-12)
    apart = cart(*alone).simulate(t=times, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(together["cart_x"], apart["cart_x"], atol=1e-9)
    np.testing.assert_allclose(together.x[:, -1], np.exp(-times), atol=1e-9)
    np.testing.assert_allclose(together.x[:, -2], apart.x[:, -1], atol=1e-9)


# --- reactions -------------------------------------------------------------------------------------------------------


def test_friction_by_the_normal_force_of_a_guide():
    """A block slides down a slope: a = g (sin α − μ cos α), with the force that the guide really carries."""
    slope, mu = 0.6, 0.2
    down = np.array([np.cos(slope), 0.0, -np.sin(slope)])
    P, Q = Marker.along("ground", z=down, x=(0, 1, 0)), Marker.along("cart", z=down, x=(0, 1, 0))
    body = RigidBody.about_centre("cart", 2.0, [1.0, 1.0, 1.0])
    drag = LineElement(Marker("cart"), Marker("ground", tuple(-100 * down)), Force(0.0), "drag")
    normal = ReactionSensor("slope", "force")
    friction = Actuator(drag, [normal], lambda t, y, s: mu * np.hypot(y[0], y[1]), name="friction")
    run = RigidBodySystem([body], [Prismatic(P, Q, "slope")], [friction]).simulate(t=1.0)
    a = G * (np.sin(slope) - mu * np.cos(slope))
    np.testing.assert_allclose(run.places["cart"].r @ down, a * run.t**2 / 2, atol=1e-7)
    force = run.reactions["slope"].force
    np.testing.assert_allclose(np.hypot(force[:, 0], force[:, 1]), 2.0 * G * np.cos(slope), rtol=1e-8)


def test_friction_that_presses_on_its_own_guide_is_solved_for_together_with_the_reaction():
    """The drag pulls down at 30 degrees: N = m g + F sin 30°, F = μ N, so N = m g / (1 − μ/2)."""
    mu, m = 0.4, 2.0
    far = 1e7 * np.array([-np.cos(np.pi / 6), 0.0, -np.sin(np.pi / 6)])
    drag = LineElement(Marker("cart"), Marker("ground", tuple(far)), Force(0.0), "drag")
    friction = Actuator(
        drag, [ReactionSensor("rail", "force")], lambda t, y, s: mu * np.linalg.norm(y), name="friction"
    )
    run = cart(friction, m=m).simulate(velocities={"cart": [10.0, 0, 0, 0, 0, 0]}, t=0.5, time_limit=600)
    N = m * G / (1 - mu / 2)
    np.testing.assert_allclose(np.linalg.norm(run.reactions["rail"].force, axis=1), N, rtol=1e-6)
    np.testing.assert_allclose(run.velocities["cart"][:, 0], 10 - mu * N * np.cos(np.pi / 6) / m * run.t, rtol=1e-6)


def test_a_force_that_no_reaction_agrees_with_is_said():
    drag = LineElement(Marker("cart"), Marker("ground", (0, 0, -1e7)), Force(0.0), "press")
    jammed = Actuator(drag, [ReactionSensor("rail", "force")], lambda t, y, s: 2 * np.linalg.norm(y), name="jam")
    with pytest.raises(SimulationError, match="no reactions agree with the forces that jam"):
        cart(jammed).simulate(t=1.0)


# --- sampled ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outputs", [np.linspace(0, 2, 21), np.linspace(0, 2, 8), np.array([0.0, 2.0])], ids=len)
def test_a_sampled_controller_follows_the_exact_recursion(outputs):
    """A double integrator with a held force: x + T v + T² F/2m, v + T F/m; the controller sums up its error."""
    T, m, k, d, i = 0.1, 2.0, 6.0, 5.0, 1.5
    sampled = Actuator(
        pull(), [PLACE, SPEED], lambda t, y, s: -k * (y[0] - 1) - d * y[1] - i * s[0], start=[0.0],
        update=lambda t, y, s: s + T * (y[0] - 1), sample_time=T, name="pi",
    )  # fmt: skip
    run = cart(sampled, m=m).simulate(t=outputs, rtol=1e-10, atol=1e-12)
    x, v, e, exact = 0.0, 0.0, 0.0, []
    for n in range(21):
        inside = outputs[(outputs > n * T - 1e-9) & (outputs < (n + 1) * T - 1e-9)] - n * T
        F = -k * (x - 1) - d * v - i * e
        exact += [(x + t * v + t**2 * F / (2 * m), v + t * F / m) for t in inside]
        x, v, e = x + T * v + T**2 * F / (2 * m), v + T * F / m, e + T * (x - 1)
    np.testing.assert_allclose(run["cart_x"], [row[0] for row in exact], atol=1e-9)
    np.testing.assert_allclose(run["cart_v1"], [row[1] for row in exact], atol=1e-9)


def test_a_run_may_be_continued_from_its_last_state_even_at_a_sample():
    def system():
        return cart(
            Actuator(
                pull(),
                [PLACE],
                lambda t, y, s: 1 - y[0] - s[0],
                start=[0.0],
                update=lambda t, y, s: s + y,
                sample_time=0.2,
            )
        )

    whole = system().simulate(t=np.linspace(0, 2, 11), rtol=1e-10, atol=1e-12)
    first = system().simulate(t=np.linspace(0, 1, 6), rtol=1e-10, atol=1e-12)
    second = system().simulate(first.x[-1], t=np.linspace(1, 2, 6), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(second.x, whole.x[5:], atol=1e-8)


def test_controllers_with_different_sample_times_keep_their_own():
    seen = {"fast": [], "slow": []}

    def noting(name):
        return lambda t, y, s: seen[name].append(t) or 0.0

    actuators = [
        Actuator(pull(name=f"{name} pull"), [], noting(name), sample_time=T, name=name)
        for name, T in (("fast", 0.1), ("slow", 0.25))
    ]
    cart(*actuators).simulate(t=1.0)
    np.testing.assert_allclose(seen["fast"], np.arange(10) / 10, atol=1e-12)
    np.testing.assert_allclose(seen["slow"], np.arange(4) / 4, atol=1e-12)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Sensor(Marker("rod"), "height"), "Unknown quantity of a sensor 'height'"),
        (lambda: Sensor("rod", "position"), "A sensor measures a marker"),
        (lambda: Sensor(Marker("rod"), "position", "w"), "must be 'x', 'y' or 'z'"),
        (lambda: Sensor(Marker("rod"), "angle", "z"), "because it has no components"),
        (lambda: ReactionSensor("hinge", "push"), "A reaction is a 'force' or a 'moment'"),
        (lambda: Actuator([], [], lambda t, y, s: 0.0), "needs force elements"),
        (lambda: Actuator(motor(), [Marker("rod")], lambda t, y, s: 0.0), "Sensor.* or ReactionSensor"),
        (lambda: Actuator(motor(), [], 3.0), "law of 'actuator of motor' must be a function"),
        (lambda: Actuator(motor(), [], lambda t, y, s: 0.0, sample_time=-1), "sample time .* must be a positive"),
        (lambda: Actuator(motor(), [], lambda t, y, s: 0.0, start=[1.0]), "so it needs rates"),
        (lambda: Actuator(motor(), [], lambda t, y, s: 0.0, start=[1.0], sample_time=1), "so it needs update"),
        (lambda: Actuator(motor(), [], lambda t, y, s: 0.0, rates=lambda t, y, s: []), "no function but its law"),
        (lambda: Actuator(motor(), [], lambda t, y, s: 0.0, start=["a"]), "start of the actuator .* finite numbers"),
        (lambda: inverted(Actuator(motor(), [Sensor(Marker("arm"), "angle")], lambda t, y, s: 0.0)), "'arm'"),
        (lambda: inverted(Actuator(motor(), [ReactionSensor("hing")], lambda t, y, s: 0.0)), "Did you mean hinge"),
    ],
)
def test_wrong_controllers_get_a_sentence(build, said):
    with pytest.raises(ModelError, match=said):
        build()


@pytest.mark.parametrize("sample_time", [None, 0.1])
@pytest.mark.parametrize(
    ("law", "said"),
    [
        (lambda t, y, s: None, "law of the actuator 'pd' must return one finite number at t = "),
        (lambda t, y, s: np.nan, "one finite number .*nan"),
        (lambda t, y, s: [1.0, 2.0], "one finite number"),
        (lambda t, y, s: y[7], "law of the actuator 'pd' failed at t = .* IndexError"),
        (lambda t, y: 0.0, "law of the actuator 'pd' failed at t = .* TypeError"),
    ],
)
def test_a_controller_that_fails_on_the_way_is_named(law, said, sample_time):
    system = inverted(Actuator(motor(), [ANGLE], law, sample_time=sample_time, name="pd"))
    with pytest.raises(SimulationError, match=said):
        system.simulate(places=tilted(0.1), t=1.0)
