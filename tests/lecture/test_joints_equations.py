"""Document R, joints: R(2.44)-(2.53). Two bodies fly on known paths; a third one hangs on the first by a joint."""

import numpy as np
import pytest

from mechanics.multibody import Driven, Marker, Place, Prismatic, Revolute, RigidBody, Spherical
from mechanics.multibody.body import GROUND, point_velocity
from mechanics.rotations.arrays import skew
from tests.multibody.motions import Flight, axial, derivative, random_rotation

from .compare import assert_close

RNG = np.random.default_rng(11)
FIRST, SECOND = Flight.at_random(RNG), Flight.at_random(RNG)
T0 = 0.3
R_P, R_Q = RNG.normal(size=(2, 3))
BALL = Spherical(Marker("first", R_P), Marker("second", R_Q), name="ball")


def place(flight: Flight, t: float) -> Place:
    return Place(flight.r(t), flight.A(t))


def gap(t: float) -> np.ndarray:
    """From P to Q in the basis of body i, from the inertial paths of both points."""
    return FIRST.A(t).T @ (SECOND.point(R_Q)(t) - FIRST.point(R_P)(t))


def jump(t: float) -> tuple[float, float, float]:
    """A drive: value, rate, acceleration."""
    return 0.4 + np.sin(2 * t), 2 * np.cos(2 * t), -4 * np.sin(2 * t)


# --- implicit -------------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.44)", "R(2.46)", "R(2.47)")
def test_a_ball_joint_holds_two_points_together():
    i, j = place(FIRST, T0), place(SECOND, T0)
    g = BALL.residual(i, j)
    assert_close(g, gap(T0), "R(2.46): the gap between P and Q in the basis of body i")
    A_ij, rho_i, rho_j = i.A.T @ j.A, i.A.T @ i.r, j.A.T @ j.r
    assert_close(g, A_ij @ (rho_j + R_Q) - (rho_i + R_P), "R(2.46), in body components")
    closed = Place(j.r - i.A @ g, j.A)
    assert_close(BALL.residual(i, closed), np.zeros(3), "R(2.44), R(2.47): g = 0 when Q lies on P")
    assert (BALL.u, BALL.f) == (3, 3), "three constraints, three freedoms"


@pytest.mark.equation("R(2.52)")
def test_constraints_on_the_level_of_velocity():
    i, j = place(FIRST, T0), place(SECOND, T0)
    G_i, G_j = BALL.jacobians(i, j)
    assert_close(G_i @ FIRST.z(T0) + G_j @ SECOND.z(T0), derivative(gap, T0), "R(2.52): G z = dg/dt")
    A_ij = i.A.T @ j.A
    assert_close(G_j, np.hstack([A_ij, -A_ij @ skew(R_Q)]), "G_j as written in the specification of the joint")
    assert_close(G_i, np.hstack([-np.eye(3), skew(gap(T0) + R_P)]), "G_i, off the constraint, too")

    hinge = Driven(Revolute(BALL.P, BALL.Q), jump)
    g = lambda t: hinge.residual(place(FIRST, t), place(SECOND, t), t)  # noqa: E731
    G_i, G_j = hinge.jacobians(i, j, T0)
    rate, gamma = G_i @ FIRST.z(T0) + G_j @ SECOND.z(T0), hinge.gamma(i, j, T0)
    assert_close(rate + gamma, derivative(g, T0), "R(2.52): with gamma of a drive")
    assert np.abs(gamma).max() > 0.1, "a drive has a gamma"
    assert not BALL.gamma(i, j, T0).any(), "a joint without a drive has none"


@pytest.mark.equation("R(2.45)", "R(2.48)")
def test_multipliers_of_a_ball_joint_are_the_force_on_the_second_body():
    g = np.array([0.0, 0.0, -9.81])
    body = RigidBody.about_centre("second", 2.0, (0.1, 0.2, 0.25), r_S=-R_Q)
    A_j = random_rotation(RNG)
    hanging = Place(-A_j @ R_Q, A_j)  # its point Q at the origin, where the ground has P
    joint = Spherical(Marker("ground"), Marker("second", R_Q))
    _, G = joint.jacobians(GROUND, hanging)
    system = np.block([[body.mass_matrix, -G.T], [G, np.zeros((3, 3))]])
    solution = np.linalg.solve(system, np.concatenate([body.weight(A_j, g), np.zeros(3)]))
    lam = solution[6:]
    a_S = A_j @ (solution[:3] + np.cross(solution[3:6], body.r_S))  # from rest
    on_j = body.m * (a_S - g)  # Newton for the second body: what is not weight comes from the joint
    assert_close(lam, on_j, "R(2.45) with R(2.48): lambda is the force on body j, in the basis of body i")
    force, moment = joint.reaction(GROUND, hanging, lam)
    assert_close(force, on_j, "reaction: the force")
    assert_close(moment, np.zeros(3), "reaction: a ball joint has no moment", scale=1.0)
    G_i, _ = joint.jacobians(GROUND, hanging)
    assert_close((G_i.T @ lam)[:3], -on_j, "body i gets the opposite, not + lambda as the text at R(2.48) says")


@pytest.mark.equation("R(2.45)")
def test_constraint_forces_do_no_work():
    i = place(FIRST, T0)
    for joint in (BALL, Revolute(BALL.P, BALL.Q), Prismatic(BALL.P, BALL.Q)):
        y, u = joint.neutral + 0.2, RNG.normal(size=joint.f)
        y = joint.normalised(y)
        j, z_j = joint.place_j(i, y), joint.velocity_j(i, FIRST.z(T0), y, u)
        G_i, G_j = joint.jacobians(i, j)
        lam = RNG.normal(size=joint.u)
        power = (G_i.T @ lam) @ FIRST.z(T0) + (G_j.T @ lam) @ z_j
        assert_close(power, 0.0, f"R(2.45): power of the reactions of a {type(joint).__name__} joint", scale=1.0)
    F = RNG.normal(size=3)  # the force on body j; "+F on body i, too" would do work
    G_i, G_j = BALL.jacobians(i, BALL.place_j(i, BALL.neutral))
    assert_close((G_i.T @ F)[:3], -(G_j.T @ F)[:3], "action and reaction in the axes of body i", scale=1.0)


# --- explicit -------------------------------------------------------------------------------------------------------

CARDAN = Spherical(BALL.P, BALL.Q, orientation="cardan")
SWING = Flight.at_random(np.random.default_rng(5))  # its angles serve as relative coordinates


def carried(t: float) -> Place:
    return CARDAN.place_j(place(FIRST, t), SWING.angles(t))


@pytest.mark.equation("R(2.49)", "R(2.50)")
def test_orientations_by_recursion():
    y = SWING.angles(T0)
    A_g, _ = CARDAN.pose(y)
    assert_close(A_g, SWING.A(T0), "R(2.49): A_g of three angles")
    j = carried(T0)
    assert_close(FIRST.A(T0).T @ j.A, A_g, "R(2.49): A_g = A_i^T A_j")
    assert_close(j.A, FIRST.A(T0) @ A_g, "R(2.50): A_j = A_i A_g")
    assert_close(BALL.residual(place(FIRST, T0), j), np.zeros(3), "the explicit form fulfils the implicit one", scale=1)


@pytest.mark.equation("R(2.51)")
def test_the_second_place_is_no_sum_of_two_functions():
    """As printed, p_j = f(p_i) + f(y): then a change of y would move body j alike from wherever body i stands."""
    rho_j = lambda i, y: (lambda j: j.A.T @ j.r)(CARDAN.place_j(i, y))  # noqa: E731
    i_1, i_2 = place(FIRST, T0), place(FIRST, T0 + 1)
    y_1, y_2 = SWING.angles(T0), SWING.angles(T0 + 1)
    A_g = SWING.A(T0)
    assert_close(rho_j(i_1, y_1), A_g.T @ (i_1.A.T @ i_1.r + R_P) - R_Q, "R(2.51): rho_j = A_g^T (rho_i + r_P) - r_Q")
    mixed = rho_j(i_1, y_1) - rho_j(i_1, y_2) - rho_j(i_2, y_1) + rho_j(i_2, y_2)
    assert np.abs(mixed).max() > 0.1, "R(2.51) would be additive, as printed"


@pytest.mark.equation("R(2.53)")
def test_velocities_by_recursion():
    y, z_i = SWING.angles(T0), FIRST.z(T0)
    u = SWING.w(T0)  # relative angular velocity in the basis of body j
    r_d, A_d = derivative(lambda t: carried(t).r, T0), derivative(lambda t: carried(t).A, T0)
    A_j = carried(T0).A
    z_j = np.concatenate([A_j.T @ r_d, axial(A_j.T @ A_d)])
    assert_close(CARDAN.J_i(y) @ z_i + CARDAN.J_y(y) @ u, z_j, "R(2.53): z_j = J_i z_i + J_y u")
    assert_close(CARDAN.velocity_j(place(FIRST, T0), z_i, y, u), z_j, "R(2.53), in one call")
    assert_close(CARDAN.rates(y, u), derivative(SWING.angles, T0), "rates of the coordinates")
    assert_close(CARDAN.J_y(y), np.vstack([skew(R_Q), np.eye(3)]), "J_y of a ball joint")
    assert not CARDAN.zeta(y).any(), "zeta is zero without a drive"


@pytest.mark.equation("R(2.53)")
def test_a_drive_moves_the_second_body_by_zeta():
    hinge = Driven(Revolute(BALL.P, BALL.Q), jump)
    nothing = np.zeros(0)
    path = lambda t: hinge.place_j(place(FIRST, t), nothing, t)  # noqa: E731
    A_j = path(T0).A
    z_j = np.concatenate(
        [A_j.T @ derivative(lambda t: path(t).r, T0), axial(A_j.T @ derivative(lambda t: path(t).A, T0))]
    )
    z_i = FIRST.z(T0)
    zeta = hinge.zeta(nothing, T0)
    assert_close(hinge.J_i(nothing, T0) @ z_i + zeta, z_j, "R(2.53): J_i z_i + zeta")
    assert_close(zeta[3:], [0, 0, jump(T0)[1]], "zeta holds the prescribed rate about the axis")
    assert_close(point_velocity(z_j, R_Q), hinge.place_j(place(FIRST, T0), nothing, T0).A.T @ FIRST.A(T0)
                 @ point_velocity(z_i, R_P), "the common point has one velocity")  # fmt: skip
