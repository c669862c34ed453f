"""Rolling, screws, gears, curves, surfaces, rods: against conserved quantities and motions known in closed form."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, ModelError, Parameters, SimulationError
from mechanics.multibody import (
    Curve,
    Cylindrical,
    Distance,
    Driven,
    Gear,
    Marker,
    Place,
    PointOnCurve,
    PointOnSurface,
    Prismatic,
    RelativeForm,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    RollingDisc,
    RollingSphere,
    Screw,
    Spherical,
    Surface,
)
from mechanics.rotations.arrays import rotation_vector_matrix
from tests.multibody.motions import Flight, derivative, random_rotation

G = 9.81
P_SYMBOL = sp.Symbol("p")
X, Y, Z = sp.symbols("x y z")
GROUND = Marker("ground")
RNG = np.random.default_rng(5)
P = Marker("first", RNG.normal(size=3), random_rotation(RNG))
Q = Marker("second", RNG.normal(size=3), random_rotation(RNG))
ROWS = {
    "sphere": RollingSphere(P, Q, radius=0.3),
    "disc": RollingDisc(P, Q, radius=0.3),
    "screw": Screw(P, Q, pitch=0.7),
    "distance": Distance(P, Q, length=0.9),
    "surface": PointOnSurface(P, Q, surface=Surface(Z - X**2 * Y + sp.sin(Y), (X, Y, Z))),
}


def motion(system, x, end, samples=101, rtol=1e-9, atol=1e-11):
    times = np.linspace(0.0, end, samples)
    return times, RigidBodyMotion(system, x).integrate(times, rtol, atol)


def at(*r, A=None):
    return Place(np.array(r, dtype=float), np.eye(3) if A is None else A)


def origins(system, x, body):
    return system.place(x, body).r


def energy(system, t, x):
    return system.kinetic_energy(x) + system.potential_energy(t, x)


# --- rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("joint", ROWS.values(), ids=ROWS.keys())
def test_rows_are_differentiated_without_a_mistake(joint):
    """Two bodies fly anyhow: the second derivative of a row by differences is G ż + γ′, its first one G z."""
    i, j = (Flight.at_random(np.random.default_rng(seed)) for seed in (3, 4))

    def rows(t):
        return joint.constraint(Place(i.r(t), i.A(t)), i.z(t), Place(j.r(t), j.A(t)), j.z(t))

    def rate(t):
        now = rows(t)
        return now.G_i @ i.z(t) + now.G_j @ j.z(t)

    now = rows(0.3)
    second = now.G_i @ i.z_d(0.3) + now.G_j @ j.z_d(0.3) + now.gamma_dash
    np.testing.assert_allclose(derivative(lambda s: rate(0.3 + s)), second, atol=1e-7, err_msg="γ′ is wrong")
    exact = np.append(np.zeros(joint.u - len(joint.forbids), bool), joint.is_holonomic)
    if isinstance(joint, Screw):
        return  # its angle is one only where the axes agree; see the motion of the nut below
    np.testing.assert_allclose(derivative(lambda s: rows(0.3 + s).g)[exact], rate(0.3)[exact], atol=1e-7)


# --- rolling ---------------------------------------------------------------------------------------------------------


def ball(radius=0.1, m=2.0):
    return RigidBody.about_centre("ball", m, [0.4 * m * radius**2] * 3)


def test_a_sphere_rolls_down_a_slope_with_five_sevenths_of_the_acceleration():
    slope = 0.3
    R = rotation_vector_matrix(np.array([0.0, slope, 0.0]))
    joint = RollingSphere(Marker("ground", R=R), Marker("ball"), "slope", radius=0.1)
    system = RigidBodySystem([ball()], [joint])
    start = system.start({"ball": at(*R @ (0, 0, 0.15))})
    assert system.freedoms(0.0, start) == 3, "two rows against slip, one that keeps the sphere on its plane"
    times, x = motion(system, start, 1.0)
    path = (origins(system, x, "ball") - origins(system, start, "ball")) @ R
    np.testing.assert_allclose(path[:, 0], 5 / 14 * G * np.sin(slope) * times**2, atol=1e-8)
    force = system.reactions(times, x)["slope"].force
    np.testing.assert_allclose(force[:, 0], -2 / 7 * 2.0 * G * np.sin(slope), atol=1e-6, err_msg="static friction")
    np.testing.assert_allclose(force[:, 2], 2.0 * G * np.cos(slope), atol=1e-6, err_msg="normal force")


def test_a_sphere_on_a_turntable_circles_at_two_sevenths_of_its_speed():
    """The classic of non-holonomic mechanics, on a plane that moves."""
    W = 2.0
    table = RigidBody.about_centre("table", 5.0, [1.0, 1.0, 2.0])
    bearing = Driven(Revolute(GROUND, Marker("table"), "bearing"), lambda t: (W * t, W, 0.0))
    system = RigidBodySystem([table, ball()], [bearing, RollingSphere(Marker("table"), Marker("ball"), radius=0.1)])
    start = system.start({"ball": at(0.5, 0.0, 0.1)}, {"ball": [0.0, 0.4, 0.0, 0.0, 0.0, 0.0]})
    times, x = motion(system, start, np.pi / (W / 7), 201)
    r = origins(system, x, "ball")
    centre = (r[0] + r[100]) / 2
    assert np.linalg.norm(r[100] - r[0]) > 0.5, "too small a circle for this test to mean anything"
    np.testing.assert_allclose(r[-1], r[0], atol=1e-6, err_msg="a turn takes 2π / (2/7 Ω)")
    np.testing.assert_allclose(np.linalg.norm(r - centre, axis=1), np.linalg.norm(r[0] - centre), atol=1e-6)


def coin(m=1.5, R=0.3):
    system = RigidBodySystem(
        [RigidBody.about_centre("disc", m, [0.25 * m * R**2, 0.25 * m * R**2, 0.5 * m * R**2])],
        [RollingDisc(GROUND, Marker("disc"), "floor", radius=R)],
    )
    return system, m, R


def test_a_disc_rolls_on_a_circle_as_the_balance_of_moments_demands():
    """The axis leans by θ from the vertical, the centre circles at the distance ρ.

    Rolling without slip makes the spin s = −Ω (ρ/R + cos θ); Newton and Euler about the centre, with the force of the
    contact (−m Ω² ρ, m g), then Ω² sin θ (I_a ρ/R + I_d cos θ + m R ρ) = m R g cos θ.
    """
    system, m, R = coin()
    theta, rho, I_d, I_a = 1.1, 0.8, 0.25 * m * R**2, 0.5 * m * R**2
    s, c = np.sin(theta), np.cos(theta)
    W = np.sqrt(m * R * G * c / (s * (I_a * rho / R + I_d * c + m * R * rho)))
    A = rotation_vector_matrix(np.array([0.0, theta, 0.0]))
    w = W * np.array([0.0, 0.0, 1.0]) - W * (rho / R + c) * A[:, 2]
    z = np.concatenate([A.T @ (0.0, W * rho, 0.0), A.T @ w])
    start = system.start({"disc": at(rho, 0, R * s, A=A)}, {"disc": z})
    np.testing.assert_allclose(system.velocity(start, "disc"), z, atol=1e-12, err_msg="this motion rolls already")
    times, x = motion(system, start, 1.5)
    r = origins(system, x, "disc")
    np.testing.assert_allclose(
        r, np.stack([rho * np.cos(W * times), rho * np.sin(W * times), R * s + 0 * times], 1), atol=1e-6
    )


@pytest.mark.parametrize("rtol", [1e-8, 1e-10])
def test_a_rolling_disc_keeps_its_energy_and_does_not_slip(rtol):
    """Static friction does no work. Also in relative coordinates, where the joint stays a constraint."""
    system, _, R = coin()
    A = rotation_vector_matrix(np.array([0.0, 1.1, 0.0]))
    start = system.start({"disc": at(0.8, 0, R * np.sin(1.1), A=A)}, {"disc": [0.3, 0.2, 0.0, 1.0, 2.0, 9.0]})
    times, x = motion(system, start, 2.0, rtol=rtol, atol=1e-2 * rtol)
    E = energy(system, times, x)
    np.testing.assert_allclose(E, E[0], rtol=30 * rtol)
    values = system.constraints(times, x)
    assert max(np.abs(values.g).max(), np.abs(values.g_d).max()) < 1e-12, "the states are not projected"
    form = RelativeForm(system)
    y, u = form.relative(start)
    np.testing.assert_allclose(form.accelerations(0.0, y, u)[1], system.accelerations(0.0, start).lam, atol=1e-9)


def test_a_disc_that_falls_flat_is_not_simulated_any_further():
    system, _, R = coin()
    A = rotation_vector_matrix(np.array([0.0, 0.4, 0.0]))
    start = system.start({"disc": at(0, 0, R * np.sin(0.4), A=A)})
    with pytest.raises(SimulationError):
        motion(system, start, 2.0)


# --- screw and gear --------------------------------------------------------------------------------------------------


def test_a_nut_on_a_thread_falls_with_the_inertia_of_its_turning():
    """(m + I (2π/h)²) s̈ = −m g over many turns; in relative coordinates, too."""
    h, m, I = 0.02, 2.0, 1e-3
    nut = RigidBody.about_centre("nut", m, [I, I, I])
    system = RigidBodySystem([nut], [Screw(GROUND, Marker("nut"), "thread", pitch=h)])
    start = system.start({})
    times, x = motion(system, start, 1.0)
    acceleration = -G * m / (m + I * (2 * np.pi / h) ** 2)
    z = origins(system, x, "nut")[:, 2]
    assert abs(z[-1]) > 4 * h, "it must turn more than once"
    np.testing.assert_allclose(z, acceleration * times**2 / 2, atol=1e-9)
    np.testing.assert_allclose(system.velocity(x, "nut")[:, 5] * h / (2 * np.pi), acceleration * times, atol=1e-8)
    form = RelativeForm(system)
    u_d, _ = form.accelerations(0.0, *form.relative(start))
    assert u_d[0] * h / (2 * np.pi) == pytest.approx(acceleration)
    assert form.relative(x[-1])[0][0] == pytest.approx(2 * np.pi * z[-1] / h), "the angle counts the turns"


def gears():
    """Two wheels, and a rack that the first of them lifts."""
    inertias = {"small": [1, 1, 0.02], "large": [1, 1, 0.3], "rack": [1, 1, 1]}
    bodies = [RigidBody.about_centre(name, 2.0, I) for name, I in inertias.items()]
    first = Revolute(GROUND, Marker("small"), "first")
    second = Revolute(Marker("ground", (0.4, 0, 0)), Marker("large"), "second")
    slide = Prismatic(Marker("ground", (0, -0.1, 0)), Marker("rack"), "slide")
    couplings = [Gear(first, second, -1 / 3), Gear(first, slide, 0.1, "rack and pinion")]
    return bodies, [first, second, slide, *couplings]


def test_wheels_and_rack_accelerate_like_one_degree_of_freedom():
    from mechanics.multibody import Load

    bodies, joints = gears()
    moment, r, m = 4.0, 0.1, 2.0
    system = RigidBodySystem(bodies, joints, loads=[Load(Marker("small"), moment=(0, 0, moment))])
    start = system.start({"large": at(0.4, 0, 0), "rack": at(0, -0.1, 0)})
    assert system.freedoms(0.0, start) == 1
    times, x = motion(system, start, 1.0)
    a = (moment - m * G * r) / (0.02 + 0.3 / 9 + m * r**2)
    np.testing.assert_allclose(system.velocity(x, "small")[:, 5], a * times, atol=1e-7)
    np.testing.assert_allclose(system.velocity(x, "large")[:, 5], -a * times / 3, atol=1e-7)
    np.testing.assert_allclose(origins(system, x, "rack")[:, 2], r * a * times**2 / 2, atol=1e-7)
    forces = system.reactions(times, x)
    np.testing.assert_allclose(forces["rack and pinion"].force[:, 2], m * (G + r * a), atol=1e-6, err_msg="on the rack")
    np.testing.assert_allclose(forces["gear first - second"].moment[:, 2], -0.3 * a / 3, atol=1e-6)
    form = RelativeForm(system)
    u_d, _ = form.accelerations(0.0, *form.relative(start))
    np.testing.assert_allclose(sorted(u_d), sorted([a, -a / 3, r * a]), rtol=1e-10)


def test_a_planetary_gear_turns_as_willis_says():
    """Sun and ring wheel against their carrier: (ω_sun − ω_c)/(ω_ring − ω_c) = −z_ring/z_sun, ring held."""
    carrier = RigidBody.about_centre("carrier", 1.0, [0.1, 0.1, 0.1])
    wheels = [RigidBody.about_centre(name, 1.0, [0.01, 0.01, 0.01]) for name in ("sun", "planet")]
    hinge = Revolute(GROUND, Marker("carrier"), "carrier")
    sun = Revolute(Marker("carrier"), Marker("sun"), "sun")
    planet = Revolute(Marker("carrier", (0.3, 0, 0)), Marker("planet"), "planet")
    ring = Revolute(Marker("carrier"), GROUND, "ring")  # the ring wheel is the ground
    gear = [Gear(sun, planet, -0.2 / 0.1), Gear(planet, ring, 0.1 / 0.4)]
    system = RigidBodySystem([carrier, *wheels], [hinge, sun, planet, *gear], gravity=(0, 0, 0))
    start = system.start({"planet": at(0.3, 0, 0)}, speeds={"carrier": 1.0})
    assert system.freedoms(0.0, start) == 1
    assert system.velocity(start, "sun")[5] == pytest.approx(1 + 0.4 / 0.2)
    assert system.velocity(start, "planet")[5] == pytest.approx(1 - 0.4 / 0.1)


def test_the_same_gear_twice_is_redundant_and_changes_nothing():
    bodies, joints = gears()
    twice = [*joints, Gear(joints[0], joints[1], -1 / 3, "again")]
    system, once = RigidBodySystem(bodies, twice), RigidBodySystem(bodies, joints)
    places = {"large": at(0.4, 0, 0), "rack": at(0, -0.1, 0)}
    start = system.start(places)
    assert [row.joint for row in system.redundant_rows(0.0, start)] == ["again"]
    np.testing.assert_allclose(motion(system, start, 0.5)[1], motion(once, once.start(places), 0.5)[1], atol=1e-9)
    both = system.reactions(0.0, start)
    np.testing.assert_allclose(both["again"].moment, both["gear first - second"].moment, err_msg="they share the load")


# --- points ----------------------------------------------------------------------------------------------------------


def bead(m=1.3):
    return RigidBody.about_centre("bead", m, [1e-3] * 3)


def parabola(form):
    if form == "formula":
        return Curve((P_SYMBOL, 0, P_SYMBOL**2), (P_SYMBOL, -2, 2))
    p = np.linspace(-1.2, 1.2, 97)
    return Curve.through(np.stack([p, 0 * p, p**2], axis=1))


@pytest.mark.parametrize(("form", "accuracy"), [("formula", 1e-7), ("points", 1e-5)])
def test_a_bead_on_a_parabola_moves_as_lagrange_says(form, accuracy):
    q, p = Coordinates(x=("m", "across", 0.8)), Parameters(m=(1.3, "kg", "mass"), a=(1.0, "1/m", "curvature"))
    x = q.symbols[0]
    lagrange = LagrangianSystem(
        coordinates=q, parameters=p, bodies=[Body(p.m, (x, 0, p.a * x**2))], gravity=(0, 0, -G), title="bead"
    )
    joint = PointOnCurve(GROUND, Marker("bead"), "wire", parabola(form))
    system = RigidBodySystem([bead()], [joint])
    start = system.start({"bead": at(0.8, 0, 0.6)})
    first = origins(system, start, "bead")
    assert first[2] == pytest.approx(first[0] ** 2, abs=1e-7), "the start puts the bead onto the wire"
    times, states = motion(system, start, 2.0, 201)
    run = lagrange.numeric().simulate([first[0]], [0.0], times, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(origins(system, states, "bead")[:, 0], run.q[:, 0], atol=accuracy)
    forces = system.reactions(times, states)["wire"].force
    tangent = np.stack([np.ones(201), np.zeros(201), 2 * run.q[:, 0]], axis=1)
    np.testing.assert_allclose((forces * tangent).sum(1), 0.0, atol=100 * accuracy, err_msg="a smooth wire")


def test_a_bead_that_leaves_the_end_of_its_wire_is_reported():
    wire = Curve((P_SYMBOL, 0, -0.2 * P_SYMBOL), (P_SYMBOL, 0, 1))
    system = RigidBodySystem([bead()], [PointOnCurve(GROUND, Marker("bead"), "slide", wire)])
    with pytest.raises(SimulationError, match="'slide' leaves its curve at an end"):
        motion(system, system.start({"bead": at(0.5, 0, -0.1)}), 5.0)


def test_a_bead_runs_round_a_closed_wire_again_and_again():
    """A horizontal circle: constant speed, force m v²/R towards the centre, past the seam of the parameter."""
    ring = Curve((sp.cos(P_SYMBOL), sp.sin(P_SYMBOL), 0), (P_SYMBOL, 0, 2 * sp.pi), closed=True)
    system = RigidBodySystem([bead()], [PointOnCurve(GROUND, Marker("bead"), "ring", ring)], gravity=(0, 0, 0))
    start = system.start({"bead": at(1, 0, 0)}, {"bead": [0, 3.0, 0, 0, 0, 0]})
    times, x = motion(system, start, 6.0)
    r = origins(system, x, "bead")
    np.testing.assert_allclose(r, np.stack([np.cos(3 * times), np.sin(3 * times), 0 * times], axis=1), atol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(system.reactions(times, x)["ring"].force, axis=1), 1.3 * 9.0, rtol=1e-6)


def test_a_marble_in_a_bowl_keeps_energy_and_angular_momentum():
    bowl = Surface(Z - X**2 - Y**2, (X, Y, Z))
    system = RigidBodySystem([bead()], [PointOnSurface(GROUND, Marker("bead"), "bowl", bowl)])
    start = system.start({"bead": at(0.8, 0, 0.6)}, {"bead": [0, 1.0, 0, 0, 0, 0]})
    times, x = motion(system, start, 2.0)
    place, z = system.place(x, "bead"), system.velocity(x, "bead")
    v = (place.A @ z[:, :3, None])[..., 0]
    L = place.r[:, 0] * v[:, 1] - place.r[:, 1] * v[:, 0]
    np.testing.assert_allclose(L, L[0], rtol=1e-7)
    np.testing.assert_allclose(energy(system, times, x), energy(system, times, x)[0], rtol=1e-7)


def test_a_rod_without_mass_is_a_pendulum_and_carries_its_tension():
    l, m = 0.8, 1.3
    system = RigidBodySystem([bead(m)], [Distance(GROUND, Marker("bead"), "rod", length=l)])
    start = system.start({"bead": at(0.5, 0, -0.6)})
    times, x = motion(system, start, 3.0)
    r = origins(system, x, "bead")
    angle = np.arctan2(r[0, 0], -r[0, 2])
    exact = solve_ivp(
        lambda t, y: [y[1], -G / l * np.sin(y[0])], (0, 3), [angle, 0], "DOP853", times, rtol=1e-11, atol=1e-12
    ).y
    np.testing.assert_allclose(r[:, 0], l * np.sin(exact[0]), atol=1e-7)
    tension = m * (G * np.cos(exact[0]) + l * exact[1] ** 2)
    force = system.reactions(times, x)["rod"].force
    np.testing.assert_allclose(force, -tension[:, None] * r / l, atol=1e-4)


def test_a_distance_is_a_rod_with_two_ball_joints_whose_mass_vanishes():
    """Off-centre markers on a body that turns; the light rod has 1e-7 kg."""
    body = RigidBody.about_centre("load", 2.0, [0.02, 0.03, 0.01])
    place, z = at(0.3, 0.1, -0.75), [0.1, 0.6, 0, 1.0, -2.0, 0.5]
    hook = Marker("load", (0.05, -0.02, 0.15))
    length = float(np.linalg.norm(place.point(hook.r)))
    ideal = RigidBodySystem([body], [Distance(GROUND, hook, "rod", length=length)])
    tip = place.point(hook.r) / length
    R = np.stack([np.cross([0, 1, 0], tip) / np.linalg.norm(np.cross([0, 1, 0], tip)), np.zeros(3), tip], axis=1)
    R[:, 1] = np.cross(tip, R[:, 0])
    rod = RigidBody.about_centre("rod", 1e-7, [1e-8, 1e-8, 1e-8])
    real = RigidBodySystem(
        [body, rod], [Spherical(GROUND, Marker("rod")), Spherical(Marker("rod", (0, 0, length)), hook, "hook")]
    )
    start = ideal.start({"load": place}, {"load": z})
    other = real.start({"load": place, "rod": at(0, 0, 0, A=R)}, {"load": ideal.velocity(start, "load")})
    paths = [origins(system, motion(system, x, 1.5)[1], "load") for system, x in ((ideal, start), (real, other))]
    np.testing.assert_allclose(*paths, atol=1e-5)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: RollingDisc(P, Q, "wheel", radius=-1.0), "radius of the joint 'wheel' must be a positive"),
        (lambda: RollingSphere(P, Q, "ball", radius="big"), "radius of the joint 'ball' must be a positive"),
        (lambda: Screw(P, Q, "thread"), "pitch of the screw 'thread' in m must be a finite number other than zero"),
        (lambda: Distance(P, Q, "rod", length=np.nan), "length of the joint 'rod' must be a positive"),
        (lambda: Gear(Revolute(P, Q, "a"), Spherical(P, Q, name="b"), 2.0), "couples revolute"),
        (lambda: Gear(Revolute(P, Q, "a"), Revolute(P, Q, "b"), 0.0), "ratio of the gear 'gear a - b' must be"),
        (lambda: Gear(Revolute(P, Q, "a"), Cylindrical(P, Q, "b"), 1.0), "which coordinate of the joint 'b'"),
        (lambda: PointOnCurve(P, Q, "wire"), "needs curve=Curve"),
        (lambda: PointOnCurve(P, Q, "wire", lambda p: p), "needs curve=Curve"),
        (lambda: PointOnSurface(P, Q, "bowl", X + Y), "needs surface=Surface"),
        (lambda: Curve((P_SYMBOL, X, 0), (P_SYMBOL, 0, 1)), "with x in it"),
        (lambda: Curve((P_SYMBOL, 0), (P_SYMBOL, 0, 1)), "three coordinates"),
        (lambda: Curve((P_SYMBOL, 0, 0), (P_SYMBOL, 1, 0)), "first < last"),
        (lambda: Curve((P_SYMBOL, 0, 0), (P_SYMBOL, 0, 1), closed=True), "closed curve ends where it begins"),
        (lambda: Curve((1 / P_SYMBOL, 0, 0), (P_SYMBOL, 0, 1)), "must be finite"),
        (lambda: Curve.through([[0, 0, 0], [1, 1, np.nan]]), "at least four points"),
        (lambda: Surface(3, (X, Y, Z)), "must depend on its coordinates"),
        (lambda: Surface(X * P_SYMBOL, (X, Y, Z)), "with p in it"),
    ],
)
def test_wrong_data_get_a_sentence(build, said):
    with pytest.raises(ModelError, match=said):
        build()


def test_joints_without_coordinates_say_so_where_coordinates_are_needed():
    joint = RollingSphere(GROUND, Marker("ball"), "floor", radius=0.1)
    system = RigidBodySystem([ball()], [joint])
    with pytest.raises(ModelError, match="'floor' cannot be held"):
        system.start({}, hold=["floor"])
    with pytest.raises(ModelError, match="has no relative coordinates"):
        RelativeForm(system, loops="refuse")
    with pytest.raises(ModelError, match="cannot be driven"):
        Driven(joint, lambda t: (t, 1.0, 0.0))
    with pytest.raises(ModelError, match="more than two bodies"):
        gears()[1][3].residual(at(0, 0, 0), at(0, 0, 0))


def test_two_wheels_on_a_rigid_axle_roll_straight_on_whatever_pushes_them_sideways():
    """They cannot turn against each other, so that a curve would make one slip; half of the rows are redundant."""
    from mechanics.multibody import Load

    axle = RigidBody.about_centre("axle", 4.0, [0.1, 0.4, 0.4])
    wheels = [
        RollingDisc(GROUND, Marker.along("axle", (0, y, 0), z=(0, 1, 0)), f"wheel {y}", radius=0.3) for y in (-1, 1)
    ]
    kick = Load(Marker("axle"), force=lambda t: (0.0, 0.0, 0.0) if t < 0.5 else (0.0, 5.0, 0.0))
    system = RigidBodySystem([axle], wheels, loads=[kick])
    start = system.start({"axle": at(0, 0, 0.3)}, {"axle": [1.0, 0, 0, 0, 1.0 / 0.3, 0]})
    times, x = motion(system, start, 1.0)
    np.testing.assert_allclose(origins(system, x, "axle")[-1], [1.0, 0.0, 0.3], atol=1e-8, err_msg="it rolls on")
