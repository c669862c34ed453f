"""Thin rods and point masses in joints: M is singular, the motion is not – or it is refused by name."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics.model import ModelError
from mechanics.multibody import (
    Marker,
    Place,
    RelativeForm,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
    Universal,
)
from mechanics.multibody.assembly.index_one import equations_of_motion
from tests.multibody.builders import turned

G, FRONT = 9.81, {"z": (0.0, -1.0, 0.0), "x": (1.0, 0.0, 0.0)}
TIMES = np.linspace(0.0, 2.0, 21)
ROD_AXIS = {"z": (1.0, 0.0, 0.0)}


def hinge(i, p, j, q, name):
    return Revolute(Marker.along(i, p, **FRONT), Marker.along(j, q, **FRONT), name)


def point_mass(name, m, l):
    """A mass without any inertia of its own, at the distance l from the reference point."""
    return RigidBody(name, m, (l, 0, 0), m * l**2 * np.diag([0.0, 1, 1]))


def rod(name="rod", m=0.7, l=1.2):
    """Mass on a line: no moment of inertia about its axis."""
    return RigidBody.about_centre(name, m, np.array([0.0, 1, 1]) * m * l**2 / 12, (l / 2, 0, 0))


def directions(motion, name, tolerance=1e-10):
    x = motion.integrate(TIMES, tolerance, tolerance)
    return motion.system.place(x, name).A[:, :, 0]


def test_two_point_masses_on_hinges_are_the_double_pendulum():
    m_1, m_2, l_1, l_2 = 1.3, 0.4, 0.8, 0.5

    def lagrange(t, x):  # angles from hanging
        a, b, a_d, b_d = x
        s, c = np.sin(a - b), np.cos(a - b)
        M = [[(m_1 + m_2) * l_1**2, m_2 * l_1 * l_2 * c], [m_2 * l_1 * l_2 * c, m_2 * l_2**2]]
        f = [
            -m_2 * l_1 * l_2 * s * b_d**2 - (m_1 + m_2) * G * l_1 * np.sin(a),
            m_2 * l_1 * l_2 * s * a_d**2 - m_2 * G * l_2 * np.sin(b),
        ]
        return [a_d, b_d, *np.linalg.solve(M, f)]

    a, b = 1.1, 0.3
    bodies = [point_mass("upper", m_1, l_1), point_mass("lower", m_2, l_2)]
    joints = [hinge("ground", (0, 0, 0), "upper", (0, 0, 0), "A"), hinge("upper", (l_1, 0, 0), "lower", (0, 0, 0), "B")]
    system = RigidBodySystem(bodies, joints)
    upper = turned(a - np.pi / 2)
    start = system.start({"upper": Place((0, 0, 0), upper), "lower": Place(l_1 * upper[:, 0], turned(b - np.pi / 2))})
    ours = directions(RigidBodyMotion(system, start), "lower")
    exact = solve_ivp(lagrange, (0, 2), [a, b, 0, 0], "DOP853", TIMES, rtol=1e-12, atol=1e-12).y[1]
    np.testing.assert_allclose(ours[:, 0], np.sin(exact), atol=1e-8, err_msg="the lower mass moves otherwise")
    np.testing.assert_allclose(ours[:, 2], -np.cos(exact), atol=1e-8)


def test_a_thin_rod_on_a_universal_joint_is_the_spherical_pendulum_of_a_rod():
    l, g = 1.2, np.array([0, 0, -G])

    def along_a_sphere(t, x):  # n'' = 3/2 (g - n n·g) / l - n (n')²
        n, n_d = x[:3], x[3:]
        return np.concatenate([n_d, 1.5 / l * (g - n * (n @ g)) - n * (n_d @ n_d)])

    joint = Universal(Marker.along("ground", **ROD_AXIS), Marker.along("rod", **ROD_AXIS), "cross")
    system = RigidBodySystem([rod(l=l)], [joint])
    start = system.start({}, {"rod": [0, 0, 0, 0, 0.4, 1.5]})
    w = system.velocity(start, "rod")[3:]
    x_0 = np.concatenate([[1.0, 0, 0], np.cross(w, [1.0, 0, 0])])
    exact = solve_ivp(along_a_sphere, (0, 2), x_0, "DOP853", TIMES, rtol=1e-12, atol=1e-12).y[:3].T
    np.testing.assert_allclose(directions(RigidBodyMotion(system, start), "rod"), exact, atol=1e-8)


def passing_on():
    """A thin rod on a ball joint, whose spin a universal joint passes to a body with inertia."""
    disc = RigidBody.about_centre("disc", 1.0, (0.1, 0.2, 0.3), (0.2, 0.1, 0))
    joints = [
        Spherical(Marker("ground"), Marker("rod"), "ball"),
        Universal(Marker.along("rod", (1.2, 0, 0), **ROD_AXIS), Marker.along("disc", **ROD_AXIS), "cross"),
    ]
    system = RigidBodySystem([rod(), disc], joints)
    places, speeds = {"disc": Place((1.2, 0, 0), np.eye(3))}, {"rod": [0, 0, 0, 0.3, 0.5, 1.0]}
    return system, system.start(places, speeds)


def test_a_joint_may_pass_the_rotation_to_a_body_with_inertia():
    system, x = passing_on()
    motion = RigidBodyMotion(system, x)
    kinetic, potential = motion.energies(TIMES, motion.integrate(TIMES, 1e-11, 1e-11))
    assert np.ptp(kinetic + potential) < 1e-8 * np.ptp(kinetic), "nothing takes energy away"


def test_all_routes_solve_the_saddle_point_system():
    system, x = passing_on()
    M, rows = system.inertias.M, system.constraints(0.0, x)
    n, u = 6 * system.n, len(system.rows)
    state = system.split(x)
    from mechanics.multibody.assembly.equations import attitudes, gyration

    h, _ = system.applied.forces(0.0, state, attitudes(state.q))
    matrix = np.zeros((n + u, n + u))
    for k in range(system.n):
        matrix[6 * k : 6 * k + 6, 6 * k : 6 * k + 6] = M[k]
    assert np.linalg.matrix_rank(matrix[:n, :n]) == n - 1, "the rod should have no inertia about its axis"
    matrix[:n, n:], matrix[n:, :n] = -rows.G.T, rows.G
    right = [(h - system.inertias.gyroscopic(state.z, gyration(state.z))).ravel(), -rows.gamma_dash]
    exact = np.linalg.solve(matrix, np.concatenate(right))
    found = system.accelerations(0.0, x)
    np.testing.assert_allclose(found.z_d.ravel(), exact[:n], atol=1e-8)
    np.testing.assert_allclose(found.lam, exact[n:], atol=1e-8)
    for compiled in (False, True):
        if compiled:
            pytest.importorskip("numba")
        x_d = equations_of_motion(system, system.rows, compiled)(0.0, x)
        np.testing.assert_allclose(x_d[7 * system.n :], exact[:n], atol=1e-8, err_msg=f"compiled: {compiled}")
    form = RelativeForm(system)
    u_d, _ = form.accelerations(0.0, *form.relative(x))
    out = form.outwards(0.0, *form.relative(x))
    np.testing.assert_allclose(out.J @ u_d + out.zeta, exact[:n], atol=1e-8, err_msg="relative coordinates")


@pytest.mark.parametrize(
    "body, joints, sentence",
    [
        (
            rod(),
            [Spherical(Marker("ground"), Marker("rod"), "ball")],
            "how the body 'rod' turns: it has no inertia about",
        ),
        (RigidBody("bob", 1.0), [], "how the body 'bob' turns: it has no inertia about any axis"),
    ],
)
def test_what_nothing_determines_is_refused_by_name_when_the_system_is_built(body, joints, sentence):
    system = RigidBodySystem([body], joints)
    with pytest.raises(ModelError) as told:
        RigidBodyMotion(system, system.state())
    assert sentence in str(told.value)
    with pytest.raises(ModelError, match="Nothing determines"):
        RelativeForm(system).accelerations(0.0, *RelativeForm(system).relative(system.state()))
