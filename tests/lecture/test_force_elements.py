"""Force elements of the document on rigid bodies, (2.56)-(2.64): laws, wrenches on both bodies, weight.

The tests work with vectors in the inertial basis, the library in the bases of the bodies.
"""

import numpy as np
import pytest

from mechanics.multibody.body import GROUND, Place, RigidBody
from mechanics.multibody.elements import ForceElement, Geometry, Linear, LineElement, TorsionElement
from mechanics.multibody.markers import Marker
from mechanics.rotations.arrays import rotation_vector_matrix

random = np.random.default_rng(59)
STEP = 1e-6


def place():
    return Place(random.normal(size=3), rotation_vector_matrix(random.normal(size=3)))


def marker(body):
    return Marker(body, random.normal(size=3), rotation_vector_matrix(random.normal(size=3)))


def hinge():
    """Two bodies on one hinge: markers with a common point and z axis, and their places."""
    P, Q, place_i = marker("i"), marker("j"), place()
    A_j = place_i.A @ P.R @ rotation_vector_matrix(np.array([0.0, 0.0, 0.6])) @ Q.R.T
    return P, Q, place_i, Place(place_i.point(P.r) - A_j @ Q.r, A_j)


def later(where, z, h):
    """The place after a short time h."""
    return Place(where.r + h * where.A @ z[:3], where.A @ rotation_vector_matrix(h * z[3:]))


def line(law=None):
    """A line element between two bodies that move, with all that one needs to look at it in the inertial basis."""
    element = LineElement(marker("i"), marker("j"), law or Linear(k=200.0, l_0=0.5, d=30.0))
    return element, place(), random.normal(size=6), place(), random.normal(size=6)


def ends(element, place_i, place_j):
    return place_i.point(element.P.r), place_j.point(element.Q.r)


@pytest.mark.equation("R(2.56)", exercised=True)
def test_a_force_law_may_depend_on_time_positions_velocities_and_parameters():
    k = 40.0

    def law(l, l_d, t, s):
        return k * (l - np.cos(t)) * (1 + 0.1 * l_d)

    element, place_i, z_i, place_j, z_j = line(law)
    (force,) = element.forces(place_i, z_i, place_j, z_j, 0.7)
    P, Q = ends(element, place_i, place_j)
    l = np.linalg.norm(Q - P)
    P_2, Q_2 = ends(element, later(place_i, z_i, STEP), later(place_j, z_j, STEP))
    l_d = (np.linalg.norm(Q_2 - P_2) - l) / STEP
    assert force == pytest.approx(k * (l - np.cos(0.7)) * (1 + 0.1 * l_d), rel=1e-4), "(2.56)"


class General(ForceElement):
    """A force and a moment along fixed directions of body i at coinciding markers: R(2.57) in its plain form."""

    def __init__(self, P, Q, force, moment):
        super().__init__(P, Q, [lambda l, l_d, t, s: 1.0], "general")
        self.force, self.moment = force, moment

    def geometry(self, place_i, place_j, s=()):
        to_j = place_j.A.T @ place_i.A
        B_i = -np.concatenate([self.force, np.cross(self.P.r, self.force) + self.moment])
        F_j = to_j @ self.force
        B_j = np.concatenate([F_j, np.cross(self.Q.r, F_j) + to_j @ self.moment])
        return Geometry(np.zeros(1), B_i[None], B_j[None])


def on_origin(where, h):
    """Force and moment about the inertial origin, inertial components."""
    return np.concatenate([where.A @ h[:3], where.A @ h[3:] + np.cross(where.r, where.A @ h[:3])])


@pytest.mark.equation("R(2.57)")
def test_wrenches_of_a_force_element_on_both_bodies():
    """h_i = (F; r_P x F + M), h_j = -(A_ji F; r_Q x A_ji F + A_ji M): balance of forces and of moments."""
    P, Q, place_i, place_j = hinge()
    F, M = random.normal(size=3), random.normal(size=3)
    h_i, h_j = General(P, Q, F, M).wrenches(place_i, np.zeros(6), place_j, np.zeros(6))
    np.testing.assert_allclose(h_i, [*F, *(np.cross(P.r, F) + M)], atol=1e-12)
    balance = on_origin(place_i, h_i) + on_origin(place_j, h_j)
    np.testing.assert_allclose(balance, 0, atol=1e-12, err_msg="(2.57) with minus on body j: nothing is left over")
    printed = on_origin(place_i, h_i) - on_origin(place_j, h_j)  # the copy has lost the minus at body j
    assert np.abs(printed).max() > 1, "with a plus on both bodies they would drive each other away"


@pytest.mark.equation("R(2.57)")
def test_line_and_torsion_elements_have_the_wrenches_of_the_general_form():
    element, place_i, z_i, place_j, z_j = line()
    (F,), n = element.forces(place_i, z_i, place_j, z_j), np.subtract(*ends(element, place_i, place_j)[::-1])
    n = place_i.A.T @ (n / np.linalg.norm(n))
    h_i, h_j = element.wrenches(place_i, z_i, place_j, z_j)
    F_j = place_j.A.T @ place_i.A @ n * F
    np.testing.assert_allclose(h_i, [*(n * F), *np.cross(element.P.r, n * F)], rtol=1e-10)
    np.testing.assert_allclose(h_j, [*-F_j, *-np.cross(element.Q.r, F_j)], rtol=1e-10)


@pytest.mark.equation("R(2.58)")
def test_weight_acts_at_the_mass_centre():
    """F = m A^T g: its power is minus the change of the potential energy -m g.r_S, for every motion."""
    body = RigidBody.about_centre("body", 3.0, [0.2, 0.3, 0.4], r_S=(0.1, -0.2, 0.3))
    where, z, g = place(), random.normal(size=6), np.array([0.0, 0.0, -9.81])
    h = body.weight(where.A, g)
    np.testing.assert_allclose(where.A @ h[:3], [0, 0, -3 * 9.81], atol=1e-12, err_msg="(2.58): it points downwards")
    heights = [later(where, z, dt).point(body.r_S)[2] for dt in (STEP, -STEP)]
    assert h @ z == pytest.approx(-3 * 9.81 * (heights[0] - heights[1]) / (2 * STEP), rel=1e-6)
    about_S = h[3:] - np.cross(body.r_S, h[:3])
    np.testing.assert_allclose(about_S, 0, atol=1e-12, err_msg="(2.58): no moment about the mass centre")
    wrong = 3.0 * where.A @ g  # A instead of its transpose
    assert np.abs(wrong - h[:3]).max() > 1


@pytest.mark.equation("R(2.59)")
def test_distance_and_direction_of_a_line_element():
    element, place_i, _, place_j, _ = line()
    P, Q = ends(element, place_i, place_j)
    e, B_i, _ = element.geometry(place_i, place_j)
    assert e[0] == pytest.approx(np.linalg.norm(Q - P), rel=1e-13)
    n = -place_i.A @ B_i[0, :3]
    np.testing.assert_allclose(n, (Q - P) / np.linalg.norm(Q - P), atol=1e-13)
    # printed "r_f = ... = 0", copied from the spherical joint (2.46): the direction would be 0/0
    assert e[0] > 0.1 and np.linalg.norm(n) == pytest.approx(1)


@pytest.mark.equation("R(2.59)")
def test_the_body_components_of_the_document_give_the_same_distance():
    """r_f = A_ij (rho_j + r_Q) - (rho_i + r_P), with rho the body components of the position of O."""
    element, place_i, _, place_j, _ = line()
    rho_i, rho_j = place_i.A.T @ place_i.r, place_j.A.T @ place_j.r
    r_f = place_i.A.T @ place_j.A @ (rho_j + element.Q.r) - (rho_i + element.P.r)
    assert element.geometry(place_i, place_j).e[0] == pytest.approx(np.linalg.norm(r_f), rel=1e-13)


@pytest.mark.equation("R(2.60)", "R(2.61)")
def test_tension_pulls_the_two_bodies_together():
    element, place_i, z_i, place_j, z_j = line(lambda l, l_d, t, s: 12.0)
    P, Q = ends(element, place_i, place_j)
    h_i, h_j = element.wrenches(place_i, z_i, place_j, z_j)
    on_i, on_j = place_i.A @ h_i[:3], place_j.A @ h_j[:3]
    np.testing.assert_allclose(on_i, 12 * (Q - P) / np.linalg.norm(Q - P), rtol=1e-12, err_msg="(2.60): towards Q")
    np.testing.assert_allclose(on_j, -on_i, rtol=1e-12, err_msg="(2.61) with minus: towards P")
    # the copy has (2.61) without the minus: the force on j would be that on i, and the pair would accelerate itself
    assert np.linalg.norm(on_j - on_i) == pytest.approx(24.0)


@pytest.mark.equation("R(2.62)")
def test_linear_spring_with_damper():
    """Its power on the bodies is minus the change of 1/2 k (l - l_0)^2, minus d l_d^2."""
    k, l_0, d = 200.0, 0.5, 30.0
    element, place_i, z_i, place_j, z_j = line(Linear(k, l_0, d))
    h_i, h_j = element.wrenches(place_i, z_i, place_j, z_j)

    def length(h):
        return np.linalg.norm(np.subtract(*ends(element, later(place_i, z_i, h), later(place_j, z_j, h))))

    l, l_d = length(0), (length(STEP) - length(-STEP)) / (2 * STEP)
    assert element.forces(place_i, z_i, place_j, z_j)[0] == pytest.approx(k * (l - l_0) + d * l_d, rel=1e-7)
    assert h_i @ z_i + h_j @ z_j == pytest.approx(-k * (l - l_0) * l_d - d * l_d**2, rel=1e-7)
    # without the lost minus, k (l + l_0), the spring would pull at its relaxed length
    assert Linear(k, l_0)(l_0, 0.0) == 0 != k * (l_0 + l_0)


@pytest.mark.equation("R(2.63)")
def test_moment_of_a_torsion_element_turns_both_bodies_towards_each_other():
    P, Q, place_i, place_j = hinge()
    element = TorsionElement(P, Q, lambda phi, phi_d, t, s: 5.0)
    h_i, h_j = element.wrenches(place_i, np.zeros(6), place_j, np.zeros(6))
    axis = place_i.A @ P.R[:, 2]
    np.testing.assert_allclose(place_i.A @ h_i[3:], 5 * axis, atol=1e-12, err_msg="(2.63)")
    np.testing.assert_allclose(place_j.A @ h_j[3:], -5 * axis, atol=1e-12, err_msg="(2.63) on body j, with minus")
    assert not h_i[:3].any() and not h_j[:3].any()
    assert np.linalg.norm(place_i.A @ h_i[3:] + place_j.A @ h_j[3:]) < 1e-12, "without the minus 10 N m are left over"


@pytest.mark.equation("R(2.64)")
def test_linear_torsion_spring_with_damper():
    """A disc on a torsion spring swings with its natural frequency and decays as one computes by hand."""
    k, d, inertia, phi_0 = 8.0, 0.6, 0.5, 0.3
    element = TorsionElement(Marker("ground"), Marker("disc"), Linear(k, phi_0, d))
    disc = RigidBody.about_centre("disc", 1.0, [0.3, 0.3, inertia])
    phi, phi_d, h = 0.9, -0.2, 1e-3
    x, start = np.array([phi, phi_d]), np.array([phi - phi_0, phi_d])

    def rates(x):
        where = Place(np.zeros(3), rotation_vector_matrix(np.array([0.0, 0.0, x[0]])))
        z = np.array([0, 0, 0, 0, 0, x[1]])
        _, h_j = element.wrenches(GROUND, np.zeros(6), where, z)
        return np.array([x[1], disc.accelerations(z, h_j)[5]])

    for _ in range(500):  # Runge-Kutta
        a = rates(x)
        b = rates(x + h / 2 * a)
        c = rates(x + h / 2 * b)
        x = x + h / 6 * (a + 2 * b + 2 * c + rates(x + h * c))
    delta, w_0 = d / (2 * inertia), np.sqrt(k / inertia)
    w, t = np.sqrt(w_0**2 - delta**2), 500 * h
    free = np.exp(-delta * t) * (start[0] * np.cos(w * t) + (start[1] + delta * start[0]) / w * np.sin(w * t))
    assert x[0] - phi_0 == pytest.approx(free, abs=1e-9), "(2.64)"
    assert np.linalg.norm(element.wrenches(GROUND, np.zeros(6), GROUND, np.zeros(6))[0]) == pytest.approx(k * phi_0)
