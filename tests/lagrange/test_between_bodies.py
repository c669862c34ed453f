"""Springs, dampers and drives between points of two bodies, friction by characteristic, generalized potentials."""

import numpy as np
import pytest
import sympy as sp

from mechanics.friction import smooth_friction, stribeck_friction
from mechanics.lagrange import Body, Damper, Force, LagrangianSystem, Spring
from mechanics.model import Coordinates, Inputs, ModelError, Parameters

P = Parameters(
    m=(1.3, "kg", "mass"),
    c=(20.0, "", "stiffness"),
    d=(0.7, "N s/m", "damping"),
    l=(0.4, "m", "relaxed length"),
    B=(0.9, "T", "magnetic flux density"),
    e=(2.0, "C", "charge"),
    Omega=(1.7, "rad/s", "speed of the table"),
)


def two_masses(**elements) -> LagrangianSystem:
    """Two free masses in the plane, and something between them."""
    q = Coordinates(x1=("m", "x of 1"), y1=("m", "y of 1"), x2=("m", "x of 2", 1.0), y2=("m", "y of 2", 0.5))
    u = Inputs(f=("N", "drive"))
    a, b = (q.x1, q.y1), (q.x2, q.y2)
    made = {name: [make(a, b, u)] for name, make in elements.items()}
    bodies = [Body(P.m, a), Body(2 * P.m, b)]
    return LagrangianSystem(coordinates=q, parameters=P, inputs=u, bodies=bodies, title="two masses", **made)


ELEMENTS = {
    "spring": {"springs": lambda a, b, u: Spring.between(a, b, P.c, P.l)},
    "spring without length": {"springs": lambda a, b, u: Spring.between(a, b, P.c)},
    "progressive spring": {"springs": lambda a, b, u: Spring.between(a, b, lambda x: P.c * x**3, P.l)},
    "damper": {"dampers": lambda a, b, u: Damper.between(a, b, P.d)},
    "soft damper": {"dampers": lambda a, b, u: Damper.between(a, b, P.d, near=0.01)},
    "drive": {"forces": lambda a, b, u: Force.between(a, b, u.f)},
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_action_and_reaction(name, rng):
    """Whatever acts between two bodies gives neither momentum nor angular momentum to both together."""
    model = two_masses(**ELEMENTS[name]).numeric()
    for _ in range(5):
        q, q_d = rng.normal(size=4), rng.normal(size=4)
        a = model.accelerations(q, q_d, {"f": 3.0})
        f1, f2 = 1.3 * a[:2], 2.6 * a[2:]
        np.testing.assert_allclose(f1, -f2, atol=1e-12, err_msg=f"{name}: action is not reaction")
        along = q[2:] - q[:2]
        assert along[0] * f2[1] - along[1] * f2[0] == pytest.approx(0, abs=1e-12), f"{name}: not along the line"


def test_forces_between_two_bodies():
    q, q_d = (
        [0.2, 0.0, 1.0, 0.6],
        [0.0, 0.0, 1.0, 0.0],
    )  # 1 m apart along (0.8, 0.6), going apart with 0.8 m/s
    size = {"spring": 20 * 0.6, "spring without length": 20 * 1.0, "progressive spring": 20 * 0.6**3}
    size |= {"damper": 0.7 * 0.8, "drive": -3.0}
    for name, pull in size.items():
        a = two_masses(**ELEMENTS[name]).numeric().accelerations(q, q_d, {"f": 3.0})
        np.testing.assert_allclose(1.3 * a[:2], pull * np.array([0.8, 0.6]), err_msg=f"{name} on the first mass")


def test_where_the_points_meet():
    """A spring without length pulls with zero force; a damper has no direction, unless it is told a length."""
    together = [0.5, 0.5, 0.5, 0.5]
    for name in ("spring without length", "soft damper"):
        a = two_masses(**ELEMENTS[name]).numeric().accelerations(together, [1.0, 0.0, 0.0, 2.0])
        np.testing.assert_allclose(a, 0, atol=1e-12, err_msg=name)
    with pytest.raises(ModelError, match="division by zero"):
        two_masses(**ELEMENTS["damper"]).numeric().accelerations(together, [1.0, 0.0, 0.0, 2.0])


def test_a_spring_without_length_swings_about_its_middle():
    """The relative motion is a plane oscillator with the reduced mass, also through the point where both meet."""
    model = two_masses(**ELEMENTS["spring without length"]).numeric()
    run = model.simulate([0.0, 0.0, 1.0, 0.0], t=np.linspace(0, 3, 301), rtol=1e-10, atol=1e-10)
    omega = np.sqrt(20.0 / (1.3 * 2.6 / 3.9))
    np.testing.assert_allclose(run["x2"] - run["x1"], np.cos(omega * run.t), atol=1e-7)


def test_a_spring_in_every_direction_takes_a_number():
    with pytest.raises(ModelError, match="A spring on a point takes a number"):
        Spring((P.l, P.l, 0), lambda x: x**3)
    assert Spring((3, 4, 0), P.c).energy == 25 * P.c / 2


def test_smooth_friction_is_the_characteristic_away_from_rest():
    """tanh for the sign: no jump at zero, and what it smooths from three times its width on."""
    v = np.array([-0.4, -0.01, 0.02, 0.3])
    smooth = [float(smooth_friction(0.6, 0.4, 10.0, 1.5, x, 0.05, 1e-3)) for x in v]
    sharp = [float(stribeck_friction(0.6, 0.4, 10.0, 1.5, x, 0.05)) for x in v]
    np.testing.assert_allclose(smooth, sharp, rtol=1e-6)
    assert smooth_friction(0.6, 0.4, 10.0, 1.5, 0, 0.05, 1e-3) == 0
    with pytest.raises(ModelError, match="width"):
        smooth_friction(0.6, 0.4, 10.0, 1.5, 0.1, 0.05, 0)


def test_smooth_friction_brings_a_mass_to_rest():
    """Started with v, Coulomb friction alone stops it after v²/(2 mu g), whatever carries the smoothing."""
    q = Coordinates(x=("m", "position"))
    brake = Damper(q.x, lambda v: smooth_friction(0.3, 0.3, P.m * 9.81, 0, v, 0.05, 1e-4))
    system = LagrangianSystem(coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, 0))], dampers=[brake], title="brake")
    run = system.numeric().simulate([0.0], [2.0], 2.0)
    assert run["x"][-1] == pytest.approx(2.0**2 / (2 * 0.3 * 9.81), rel=1e-3)
    assert abs(run["x_d"][-1]) < 1e-4


# --- generalized potentials (5.74) --------------------------------------------------------------------------


def charge() -> LagrangianSystem:
    """A charge in a homogeneous magnetic field along z: the potential -e v.A with A = B/2 (-y, x)."""
    q = Coordinates(x=("m", "x", 0.3), y=("m", "y"))
    v = sp.Matrix([q.x.diff(), q.y.diff()])
    A = P.B / 2 * sp.Matrix([-q.y, q.x])
    bodies = [Body(P.m, (q.x, q.y))]
    return LagrangianSystem(coordinates=q, parameters=P, bodies=bodies, potential=-P.e * v.dot(A), title="charge")


def test_a_charge_in_a_magnetic_field_runs_in_a_circle():
    """Radius m v / (e B), angular velocity -e B / m, speed as at the start."""
    model = charge().numeric()
    np.testing.assert_allclose(model.generalized_forces([0.3, 0.1], [2.0, 5.0]), 2.0 * 0.9 * np.array([5.0, -2.0]))
    run = model.simulate([0.0, 0.0], [0.0, 3.0], np.linspace(0, 5, 501), rtol=1e-11, atol=1e-11)
    radius, omega = 1.3 * 3.0 / (2.0 * 0.9), 2.0 * 0.9 / 1.3
    np.testing.assert_allclose(run["x"], radius * (1 - np.cos(omega * run.t)), atol=1e-8)
    np.testing.assert_allclose(run.energy, 1.3 * 9.0 / 2, rtol=1e-9)


def test_the_equations_are_those_of_the_lagrangian():
    """d/dt of dL/dq_d with L = T - V as it stands, by hand."""
    from mechanics.lagrange import euler_lagrange

    system = charge()
    by_hand = euler_lagrange(system.lagrangian, system.coordinates.symbols)
    ours = system.equations_of_motion
    assert [sp.expand(a.lhs - a.rhs - b.lhs + b.rhs) for a, b in zip(ours, by_hand, strict=True)] == [0, 0]


def test_a_spring_on_a_turning_table():
    """In the frame of the table: centrifugal and Coriolis force from one potential; as seen from outside, by hand."""
    q = Coordinates(x=("m", "x on the table", 0.5), y=("m", "y on the table"))
    momentum = P.m * P.Omega * (q.x * q.y.diff() - q.y * q.x.diff())
    table = LagrangianSystem(
        coordinates=q,
        parameters=P,
        bodies=[Body(P.m, (q.x, q.y))],
        springs=[Spring.between((0, 0), (q.x, q.y), P.c)],
        potential=-momentum - P.m * P.Omega**2 * (q.x**2 + q.y**2) / 2,
        title="turning table",
    )
    run = table.numeric().simulate([0.5, 0.0], [0.0, 0.2], np.linspace(0, 4, 201), rtol=1e-11, atol=1e-11)
    omega = np.sqrt(20.0 / 1.3)  # at rest outside the table: two oscillators
    x = 0.5 * np.cos(omega * run.t)
    y = (0.2 + 1.7 * 0.5) / omega * np.sin(omega * run.t)
    c, s = np.cos(1.7 * run.t), np.sin(1.7 * run.t)
    np.testing.assert_allclose(run["x"], c * x + s * y, atol=1e-8)
    np.testing.assert_allclose(run["y"], -s * x + c * y, atol=1e-8)


def test_the_charge_of_the_chapter_drifts_across_both_fields():
    """From rest in E along y and B along z: a cycloid with the mean velocity E / B along x."""
    from mechanics.demonstrations.charged_particle import charged_particle

    model = charged_particle().numeric(m=0.7, e=-1.2, B=1.5, E=0.8)
    period = 2 * np.pi * 0.7 / (1.2 * 1.5)
    run = model.simulate(t=np.linspace(0, 3 * period, 301), rtol=1e-10, atol=1e-10)
    assert run["x"][-1] == pytest.approx(0.8 / 1.5 * 3 * period, rel=1e-6)
    assert run["y"][-1] == pytest.approx(0, abs=1e-6) and np.ptp(run["y"]) > 0.1
    np.testing.assert_allclose(run.energy, 0, atol=1e-8)
