"""Geometric Jacobians against differences of positions and rotations, and what they say about singularities."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.poses import (
    Chain,
    Cylindrical,
    Fixed,
    Prismatic,
    Revolute,
    Spherical,
    angular_jacobian,
    chain_jacobian,
    ellipse_points,
    jacobian,
    jacobian_rate,
    joint_rates,
    linear_jacobian,
    point_acceleration,
    point_velocity,
    singular_determinant,
    translation,
    velocity_ellipsoid,
)
from mechanics.symbols import coordinate_symbol, parameter_symbol, t

A, B, C, D, E, F, G = sp.symbols("a b c d e f g", real=True)
MIXED = Chain(  # every kind of joint that moves, with offsets in all directions
    [
        Revolute(A, "z"),
        Cylindrical(B, C, "y", at=translation(0.3, -0.2, 0.1)),
        Prismatic(D, "x", at=translation(0.1, 0.2, 0.4)),
        Spherical((E, F, G), at=translation(-0.2, 0.1, 0.3)),
    ]
)
TOOL = (0.4, -0.3, 0.2)
ANGLES = [sp.symbols("phi1 phi2", real=True), sp.symbols("l1 l2", positive=True)]
(PHI1, PHI2), (L1, L2) = ANGLES
ARM = Chain([Revolute(PHI1), Revolute(PHI2, at=translation(L1)), Fixed(at=translation(L2))])
VALUES = st.lists(st.floats(-1.2, 1.2), min_size=7, max_size=7)


def array(matrix) -> np.ndarray:
    return np.array(sp.Matrix(matrix).tolist(), dtype=float)


def by_differences(chain: Chain, values, tool, h: float = 1e-4) -> np.ndarray:
    """Velocity of the tool and angular velocity of the last frame for a unit rate of each coordinate."""
    columns = []
    H0 = chain.matrices(values)[-1]
    for step in np.eye(len(values)) * h:
        H = [chain.matrices(values + k * step)[-1] for k in (-2, -1, 1, 2)]
        H_d = (H[0] - 8 * H[1] + 8 * H[2] - H[3]) / (12 * h)
        S = H_d[:3, :3] @ H0[:3, :3].T
        columns.append([*(H_d @ [*tool, 1.0])[:3], S[2, 1], S[0, 2], S[1, 0]])
    return np.array(columns).T


@settings(max_examples=6)
@given(VALUES)
def test_jacobian_of_a_chain_against_differences_of_its_forward_kinematics(values):
    """Revolute, cylindrical, prismatic and spherical joints; by the axes of the joints, with numbers."""
    values = np.array(values)
    J = chain_jacobian(MIXED.at(values), point=TOOL)
    np.testing.assert_allclose(array(J), by_differences(MIXED, values, TOOL), atol=1e-8)


def test_both_ways_to_a_jacobian_agree():
    """By the axes of the joints, and by differentiation of the pose; at random values of the symbols."""
    values = dict(zip(MIXED.coordinates, np.linspace(-0.9, 1.1, 7), strict=True))
    by_axes = chain_jacobian(MIXED, point=TOOL)
    by_derivatives = jacobian(MIXED.tip, MIXED.coordinates, TOOL)
    np.testing.assert_allclose(array(by_axes.subs(values)), array(by_derivatives.subs(values)), atol=1e-12)


def test_jacobians_of_inner_frames_know_nothing_of_the_joints_behind():
    J = chain_jacobian(MIXED, frame=2)
    assert J.shape == (6, 7) and J[:, 3:] == sp.zeros(6, 4)
    with pytest.raises(ValueError, match="from 1 to 4; got 5"):
        chain_jacobian(MIXED, frame=5)
    with pytest.raises(ValueError, match="no joint that moves"):
        chain_jacobian(Chain([Fixed(at=translation(1))]))


def test_a_chain_on_a_turned_base_moves_the_same_way_in_other_directions():
    from mechanics.poses import rotation
    from mechanics.rotations import rotation_y

    base = rotation(rotation_y(sp.Rational(7, 10))) @ translation(1, 2, 3)
    values = np.linspace(-1, 1, 7)
    turned = Chain(MIXED.joints, base=base)
    J, J_base = array(chain_jacobian(MIXED.at(values))), array(chain_jacobian(turned.at(values)))
    R = array(base.R)
    np.testing.assert_allclose(J_base, np.kron(np.eye(2), R) @ J, atol=1e-12)


def test_jacobians_are_as_short_as_in_print():
    J = chain_jacobian(ARM)
    c, s, c12, s12 = sp.cos(PHI1), sp.sin(PHI1), sp.cos(PHI1 + PHI2), sp.sin(PHI1 + PHI2)
    assert J[:2, :] == sp.Matrix([[-L1 * s - L2 * s12, -L2 * s12], [L1 * c + L2 * c12, L2 * c12]])
    assert J[2:, :] == sp.Matrix([[0, 0], [0, 0], [0, 0], [1, 1]])
    assert angular_jacobian(ARM.tip.R, [PHI1, PHI2]) == sp.Matrix([[0, 0], [0, 0], [1, 1]])


def test_velocity_and_acceleration_of_a_point_along_a_motion():
    """Against the second derivative of the position, for coordinates that are functions of time."""
    q = [coordinate_symbol(name) for name in ("u", "v", "w")]
    length = parameter_symbol("length", positive=True)
    point = [length * sp.cos(q[0]) * q[2], length * sp.sin(q[0] + q[1]), q[1] * q[2] ** 2]
    motion = {q[0]: sp.sin(t), q[1]: t**2 / 3, q[2]: 1 + t / 2, length: sp.Float(0.7)}
    for ours, order in ((point_velocity(point, q), 1), (point_acceleration(point, q), 2)):
        expected = sp.Matrix(point).subs(motion).diff(t, order).subs(t, 0.8)
        np.testing.assert_allclose(array(ours.subs(motion).doit().subs(t, 0.8)), array(expected), rtol=1e-10)


def test_rates_may_be_given():
    """A stone on a circle: velocity along it, acceleration to the centre."""
    place = [L1 * sp.cos(PHI1), L1 * sp.sin(PHI1)]
    v = point_velocity(place, [PHI1], [3])
    a = point_acceleration(place, [PHI1], [3], [0])
    assert sp.expand(v.dot(place + [0])) == 0
    assert sp.expand(a + 9 * sp.Matrix([*place, 0])) == sp.zeros(3, 1)
    with pytest.raises(ValueError, match="phi1 is not a function of time"):
        point_velocity(place, [PHI1])
    with pytest.raises(ValueError, match="The list of rates of phi1"):
        point_velocity(place, [PHI1], [1, 2])


def test_rate_of_a_jacobian():
    J = chain_jacobian(ARM)[:2, :]
    w1, w2 = sp.symbols("w1 w2")
    J_d = jacobian_rate(J, [PHI1, PHI2], [w1, w2])
    numbers = {PHI1: 0.3, PHI2: 0.8, L1: 0.5, L2: 0.4, w1: 1.1, w2: -0.6}
    h = 1e-5
    later, earlier = (J.subs(numbers | {PHI1: 0.3 + k * 1.1 * h, PHI2: 0.8 - k * 0.6 * h}) for k in (1, -1))
    np.testing.assert_allclose(array(J_d.subs(numbers)), array(later - earlier) / (2 * h), atol=1e-8)


def test_what_is_no_coordinate_is_refused():
    for wrong in ([0.3], [PHI1, PHI1], [2 * PHI1], []):
        with pytest.raises(ValueError, match="Different coordinates were expected"):
            linear_jacobian([PHI1, 0], wrong)


# --- singular configurations ------------------------------------------------------------------------------


def test_the_planar_arm_is_singular_where_it_is_stretched_or_folded():
    assert singular_determinant(chain_jacobian(ARM)[:2, :]) == L1 * L2 * sp.sin(PHI2)
    assert singular_determinant(chain_jacobian(ARM)[:3, :]) == L1 * L2 * sp.sin(PHI2), "an empty row does not count"
    assert singular_determinant(sp.zeros(2, 2)) == 0


def test_determinant_of_redundant_and_of_few_joints():
    """More joints than directions: the sum of all squared minors (Cauchy-Binet)."""
    J = sp.Matrix([[1, 2, 0], [0, 1, 3]])
    minors = [J[:, [i, j]].det() for i, j in ((0, 1), (0, 2), (1, 2))]
    assert singular_determinant(J) == singular_determinant(J.T) == sum(m**2 for m in minors)


@settings(max_examples=10)
@given(st.floats(0.2, 2), st.floats(0.2, 2), st.floats(-3, 3), st.floats(-3, 3))
def test_velocity_ellipse_of_the_planar_arm(l1, l2, phi1, phi2):
    """Its area is that of the parallelogram of the columns, its points are J times unit rates."""
    J = array(chain_jacobian(ARM.at({L1: l1, L2: l2, PHI1: phi1, PHI2: phi2}))[:2, :])
    found = velocity_ellipsoid(J)
    assert found.manipulability == pytest.approx(l1 * l2 * abs(np.sin(phi2)), abs=1e-9)
    np.testing.assert_allclose(J @ found.rates, found.directions * found.semi_axes, atol=1e-9)
    lengths = [float(p.norm()) for p in ellipse_points(J, 8)]
    assert max(lengths) <= found.semi_axes[0] * (1 + 1e-9) and min(lengths) >= found.semi_axes[1] - 1e-9


def test_stretched_arm_loses_the_radial_direction():
    J = array(chain_jacobian(ARM.at({L1: 0.5, L2: 0.4, PHI1: 0.6, PHI2: 0.0}))[:2, :])
    found = velocity_ellipsoid(J)
    along, across = np.array([np.cos(0.6), np.sin(0.6)]), np.array([-np.sin(0.6), np.cos(0.6)])
    assert found.rank == 1 and found.condition == np.inf and found.manipulability == pytest.approx(0, abs=1e-12)
    assert abs(found.lost[:, 0] @ along) == pytest.approx(1), "no joint rate moves the tip along the arm"
    np.testing.assert_allclose(J @ found.idle, 0, atol=1e-12)
    assert found.idle[:, 0][1] / found.idle[:, 0][0] == pytest.approx(-0.9 / 0.4), "the elbow moves, the tip rests"
    np.testing.assert_allclose(J @ joint_rates(J, across), across, atol=1e-9)
    with pytest.raises(ValueError, match="No joint rates give the velocity .* singular in this direction"):
        joint_rates(J, along)


@settings(max_examples=6)
@given(VALUES)
def test_joint_rates_are_the_smallest_ones_that_do(values):
    J = array(chain_jacobian(MIXED.at(values), point=TOOL))
    wanted = J @ np.array([0.3, -0.2, 0.5, 0.1, 0.0, 0.7, -0.4])
    rates = joint_rates(J, wanted)
    np.testing.assert_allclose(J @ rates, wanted, atol=1e-6)
    idle = velocity_ellipsoid(J).idle
    np.testing.assert_allclose(idle.T @ rates, 0, atol=1e-6, err_msg="a part of the rates moves nothing")


@pytest.mark.parametrize(
    "J, sentence",
    [
        (chain_jacobian(ARM), "Jacobian of numbers was expected"),
        ([1.0, 2.0], "matrix of finite real numbers"),
        ([[np.nan, 1.0]], "matrix of finite real numbers"),
    ],
    ids=["symbols", "a row", "nan"],
)
def test_jacobians_that_are_no_numbers_are_refused(J, sentence):
    with pytest.raises(ValueError, match=sentence):
        velocity_ellipsoid(J)


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="2 components was expected"):
        joint_rates(np.eye(2), [1, 2, 3])
    with pytest.raises(ValueError, match="has 3 columns"):
        ellipse_points(np.eye(3))
