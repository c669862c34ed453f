"""All kinds of joints: implicit against differentiated paths, explicit against implicit, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.model import ModelError
from mechanics.multibody import (
    Cylindrical,
    Driven,
    Fixed,
    Free,
    Marker,
    Place,
    Planar,
    Prismatic,
    Revolute,
    RigidBody,
    Spherical,
    Universal,
)
from mechanics.multibody.body import GROUND
from mechanics.multibody.joints import Joint
from mechanics.rotations.arrays import skew
from tests.multibody.motions import Flight, axial, derivative, random_rotation

RNG = np.random.default_rng(21)
P = Marker("first", RNG.normal(size=3), random_rotation(RNG))
Q = Marker("second", RNG.normal(size=3), random_rotation(RNG))
T0 = 0.3


def swing(t: float) -> tuple[float, float, float]:
    """A drive: value, rate, acceleration."""
    return 0.4 + 0.5 * np.sin(2 * t), np.cos(2 * t), -2 * np.sin(2 * t)


PLAIN: dict[str, Joint] = {
    "spherical": Spherical(P, Q),
    "spherical, angles": Spherical(P, Q, orientation="cardan"),
    "revolute": Revolute(P, Q),
    "prismatic": Prismatic(P, Q),
    "cylindrical": Cylindrical(P, Q),
    "universal": Universal(P, Q),
    "planar": Planar(P, Q),
    "fixed": Fixed(P, Q),
    "free": Free(P, Q),
    "free, angles": Free(P, Q, orientation="cardan"),
}
DRIVEN: dict[str, Joint] = {
    "driven revolute": Driven(PLAIN["revolute"], swing),
    "driven prismatic": Driven(PLAIN["prismatic"], swing),
    "cylindrical, driven angle": Driven(PLAIN["cylindrical"], swing, "angle"),
    "cylindrical, driven displacement": Driven(PLAIN["cylindrical"], swing, "displacement"),
    "planar, driven x": Driven(PLAIN["planar"], swing, "x"),
    "planar, driven y": Driven(PLAIN["planar"], swing, "y"),
    "planar, driven angle": Driven(PLAIN["planar"], swing, "angle"),
}
JOINTS = PLAIN | DRIVEN
every_joint = pytest.mark.parametrize("joint", JOINTS.values(), ids=JOINTS.keys())


class Pair:
    """Two bodies on known paths, nothing holds them together."""

    def __init__(self, seed: int):
        rng = np.random.default_rng(seed)
        self.i, self.j = Flight.at_random(rng), Flight.at_random(rng)

    def at(self, t: float) -> tuple[Place, np.ndarray, Place, np.ndarray]:
        i, j = self.i, self.j
        return Place(i.r(t), i.A(t)), i.z(t), Place(j.r(t), j.A(t)), j.z(t)


class Chain:
    """Body i on a known path, body j carried by a joint whose coordinates change."""

    def __init__(self, joint: Joint, seed: int):
        rng = np.random.default_rng(seed)
        self.joint, self.i = joint, Flight.at_random(rng)
        self.y_0 = joint.normalised(joint.neutral + 0.4 * rng.normal(size=len(joint.coordinates)))
        self.u, self.u_d = rng.normal(size=(2, joint.f))

    def start(self) -> tuple[Place, np.ndarray, Place, np.ndarray]:
        i, z_i = Place(self.i.r(T0), self.i.A(T0)), self.i.z(T0)
        return (
            i,
            z_i,
            self.joint.place_j(i, self.y_0, T0),
            self.joint.velocity_j(i, z_i, self.y_0, self.u, T0),
        )

    def coordinates(self, t: float) -> np.ndarray:
        """y(t), u(t) near T0 with the right rate and second derivative at T0: enough for first derivatives."""
        return self.y_0 + (t - T0) * self.joint.rates(self.y_0, self.u)

    def place(self, t: float) -> Place:
        return self.joint.place_j(Place(self.i.r(t), self.i.A(t)), self.coordinates(t), t)

    def velocity(self, t: float) -> np.ndarray:
        i = Place(self.i.r(t), self.i.A(t))
        return self.joint.velocity_j(i, self.i.z(t), self.coordinates(t), self.u + (t - T0) * self.u_d, t)

    def z_j_d(self) -> np.ndarray:
        terms = self.joint.acceleration_terms(self.i.z(T0), self.y_0, self.u, T0)
        return self.joint.J_i(self.y_0, T0) @ self.i.z_d(T0) + self.joint.J_y(self.y_0, T0) @ self.u_d + terms


# --- freedoms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "f"),
    [("fixed", 0), ("revolute", 1), ("prismatic", 1), ("cylindrical", 2), ("universal", 2), ("planar", 3),
     ("spherical", 3), ("free", 6), ("driven revolute", 0), ("driven prismatic", 0), ("planar, driven angle", 2)],
)  # fmt: skip
def test_constraints_and_freedoms_add_up_to_six(kind, f):
    joint = JOINTS[kind]
    i, z_i, j, z_j = Pair(1).at(T0)
    rows = joint.constraint(i, z_i, j, z_j, T0)
    assert joint.f == f and joint.u == 6 - f
    assert rows.g.shape == rows.gamma.shape == rows.gamma_dash.shape == (joint.u,)
    assert rows.G_i.shape == rows.G_j.shape == (joint.u, 6)


@every_joint
def test_its_rows_are_independent_and_leave_exactly_its_freedoms(joint):
    i, z_i, j, z_j = Chain(joint, 2).start()
    G_i, G_j = joint.jacobians(i, j, T0)
    if joint.u:
        assert np.linalg.svd(G_j, compute_uv=False).min() > 1e-3, "rows that depend on each other"
    J_y = joint.J_y(joint.coordinates_of(i, j), T0)
    assert np.linalg.matrix_rank(J_y, tol=1e-6) == joint.f, "speeds that do the same"


# --- implicit -------------------------------------------------------------------------------------------------------


@every_joint
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_jacobians_and_gammas_are_the_derivatives_of_the_residual(joint, seed):
    pair = Pair(seed)
    i, z_i, j, z_j = pair.at(T0)
    rows = joint.constraint(i, z_i, j, z_j, T0)

    def residual(t):
        place_i, _, place_j, _ = pair.at(t)
        return joint.residual(place_i, place_j, t)

    def rate(t):
        here = joint.constraint(*pair.at(t), t)
        return here.G_i @ pair.i.z(t) + here.G_j @ pair.j.z(t) + here.gamma

    np.testing.assert_allclose(
        rate(T0), derivative(residual, T0), atol=1e-8, err_msg="G z + gamma is not the rate of g"
    )
    np.testing.assert_allclose(
        rows.G_i @ pair.i.z_d(T0) + rows.G_j @ pair.j.z_d(T0) + rows.gamma_dash,
        derivative(rate, T0),
        atol=1e-7,
        err_msg="G z_d + gamma_dash is not the second derivative of g",
    )


@every_joint
def test_the_single_methods_return_what_constraint_returns(joint):
    i, z_i, j, z_j = Pair(4).at(T0)
    rows = joint.constraint(i, z_i, j, z_j, T0)
    G_i, G_j = joint.jacobians(i, j, T0)
    singly = (
        joint.residual(i, j, T0), G_i, G_j, joint.gamma(i, j, T0), joint.gamma_dash(i, z_i, j, z_j, T0)
    )  # fmt: skip
    for name, one, all_at_once in zip(rows._fields, singly, rows, strict=True):
        np.testing.assert_array_equal(one, all_at_once, err_msg=name)


@every_joint
def test_moving_both_bodies_as_one_breaks_no_joint(joint):
    """A common motion of the whole space is not seen by a joint (but for its clock)."""
    i, z_i, j, z_j = Pair(5).at(T0)
    R, shift = random_rotation(np.random.default_rng(6)), np.array([3.0, -1.0, 2.0])
    moved = [Place(R @ p.r + shift, R @ p.A) for p in (i, j)]
    for here, there in zip(
        joint.constraint(i, z_i, j, z_j, T0), joint.constraint(moved[0], z_i, moved[1], z_j, T0), strict=True
    ):
        np.testing.assert_allclose(here, there, atol=1e-12)


# --- explicit -------------------------------------------------------------------------------------------------------


@every_joint
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_the_explicit_form_fulfils_the_implicit_one_on_all_levels(joint, seed):
    chain = Chain(joint, seed)
    i, z_i, j, z_j = chain.start()
    rows = joint.constraint(i, z_i, j, z_j, T0)
    np.testing.assert_allclose(rows.g, 0, atol=1e-12, err_msg="position")
    np.testing.assert_allclose(rows.G_i @ z_i + rows.G_j @ z_j + rows.gamma, 0, atol=1e-11, err_msg="velocity")
    level = rows.G_i @ chain.i.z_d(T0) + rows.G_j @ chain.z_j_d() + rows.gamma_dash
    np.testing.assert_allclose(level, 0, atol=1e-9, err_msg="acceleration")
    J_i, J_y = joint.J_i(chain.y_0, T0), joint.J_y(chain.y_0, T0)
    np.testing.assert_allclose(rows.G_i + rows.G_j @ J_i, 0, atol=1e-11, err_msg="G_i + G_j J_i")
    np.testing.assert_allclose(rows.G_j @ J_y, 0, atol=1e-11, err_msg="G_j J_y: free speeds break a constraint")


@every_joint
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_velocities_and_accelerations_are_the_derivatives_of_the_place(joint, seed):
    chain = Chain(joint, seed)
    _, _, j, z_j = chain.start()
    r_d = derivative(lambda t: chain.place(t).r, T0, 0.01)
    A_d = derivative(lambda t: chain.place(t).A, T0, 0.01)
    np.testing.assert_allclose(j.A @ z_j[:3], r_d, atol=1e-7, err_msg="v_j")
    np.testing.assert_allclose(z_j[3:], axial(j.A.T @ A_d), atol=1e-7, err_msg="w_j")
    np.testing.assert_allclose(chain.z_j_d(), derivative(chain.velocity, T0, 0.01), atol=1e-6, err_msg="z_j_d")


@every_joint
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_coordinates_and_speeds_come_back(joint, seed):
    chain = Chain(joint, seed)
    i, z_i, j, z_j = chain.start()
    y = joint.coordinates_of(i, j)
    again = joint.place_j(i, y, T0)  # a quaternion may come back with the other sign: the same place
    np.testing.assert_allclose(again.A, j.A, atol=1e-10)
    np.testing.assert_allclose(again.r, j.r, atol=1e-10)
    np.testing.assert_allclose(joint.speeds_of(i, z_i, j, z_j, T0), chain.u, atol=1e-8)


@every_joint
def test_reactions_do_no_work_in_motions_that_the_joint_allows(joint):
    rng = np.random.default_rng(9)
    i, z_i, j, _ = Chain(joint, 9).start()
    y = joint.coordinates_of(i, j)
    z_j = joint.J_i(y, T0) @ z_i + joint.J_y(y, T0) @ rng.normal(size=joint.f)  # without what a drive adds
    G_i, G_j = joint.jacobians(i, j, T0)
    lam = rng.normal(size=joint.u)
    assert abs((G_i.T @ lam) @ z_i + (G_j.T @ lam) @ z_j) < 1e-10


@every_joint
def test_reactions_are_balanced_and_named_in_the_axes_of_the_first_marker(joint):
    rng = np.random.default_rng(10)
    i, _, j, _ = Chain(joint, 10).start()
    lam = rng.normal(size=joint.u)
    force, moment = joint.reaction(i, j, lam, T0)
    A_P, r_Q = i.A @ joint.P.R, joint.Q.place(j).r
    G_i, G_j = joint.jacobians(i, j, T0)
    for place, G, sign in ((j, G_j, 1), (i, G_i, -1)):
        h = G.T @ lam
        np.testing.assert_allclose(place.A @ h[:3], sign * A_P @ force, atol=1e-10)
        about_Q = place.A @ h[3:] + np.cross(place.r - r_Q, place.A @ h[:3])
        np.testing.assert_allclose(about_Q, sign * A_P @ moment, atol=1e-10)


def test_a_small_turn_out_of_a_hinge_is_the_angle_about_its_axes():
    """Rows of rotation are signed: near the closed joint they read as angles about +x, +y, +z of P."""
    joint = Fixed(Marker("ground"), Marker("body"))
    for axis in range(3):
        a = np.zeros(3)
        a[axis] = 1e-4
        tilted = Place(np.zeros(3), np.eye(3) + skew(a))
        np.testing.assert_allclose(joint.residual(GROUND, tilted)[3:], a, atol=1e-7)


def test_a_body_that_is_free_of_the_ground_has_its_velocities_as_speeds():
    joint = Free(Marker("ground"), Marker("body"))
    y, z = joint.normalised(np.array([1.0, 2, 3, 0.5, 0.1, -0.4, 0.7])), np.arange(6.0)
    np.testing.assert_allclose(joint.velocity_j(GROUND, np.zeros(6), y, z), z, atol=1e-14)
    np.testing.assert_allclose(joint.place_j(GROUND, y).r, y[:3])


def test_a_pendulum_on_a_hinge_swings_as_the_textbook_says():
    """ẅ = −(m g l / I) sin: multipliers, relative coordinate and textbook give one acceleration."""
    m, l, I, angle, g = 1.5, 0.4, 0.08, 0.7, 9.81
    rod = RigidBody.about_centre("rod", m, (I, I, 1e-3), r_S=(0, 0, -l))
    hinge = Revolute(Marker.along("ground", z=(0, 1, 0), x=(0, 0, 1)), Marker.along("rod", z=(0, 1, 0), x=(0, 0, 1)))
    y, u = np.array([angle]), np.array([2.0])
    place, z = hinge.place_j(GROUND, y), hinge.velocity_j(GROUND, np.zeros(6), y, u)
    h = rod.weight(place.A, np.array([0, 0, -g])) - rod.gyroscopic_forces(z)
    textbook = -m * g * l * np.sin(angle) / (I + m * l**2)
    J, eta = hinge.J_y(y), hinge.acceleration_terms(np.zeros(6), y, u)
    explicit = J.T @ (h - rod.mass_matrix @ eta) / (J.T @ rod.mass_matrix @ J)[0, 0]
    assert explicit[0] == pytest.approx(textbook, rel=1e-12)
    rows = hinge.constraint(GROUND, np.zeros(6), place, z)
    G = rows.G_j
    system = np.block([[rod.mass_matrix, -G.T], [G, np.zeros((5, 5))]])
    solution = np.linalg.solve(system, np.concatenate([h, -rows.gamma_dash]))
    np.testing.assert_allclose(solution[:6], J @ explicit + eta, atol=1e-11)
    force, _ = hinge.reaction(GROUND, place, solution[6:])
    along = hinge.P.R.T @ place.A @ np.array([0, 0, 1.0])  # from the mass centre to the hinge, basis of P
    assert force @ along == pytest.approx(m * (l * 4.0 + g * np.cos(angle)), rel=1e-12)


# --- what is refused -------------------------------------------------------------------------------------------------

HERE = Marker("rod")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Revolute(HERE, Marker("rod", (0, 0, 1)), name="elbow"),
            "'elbow' must connect two bodies.*'rod'",
        ),
        (lambda: Spherical(P, Q, orientation="euler"), "'spherical first-second'.*'euler'"),
        (lambda: Driven(PLAIN["spherical"], swing), "cannot be driven.*has none"),
        (lambda: Driven(PLAIN["cylindrical"], swing), "this one has angle and displacement, name one"),
        (
            lambda: Driven(PLAIN["revolute"], swing, "displacement"),
            "'revolute first-second'.*by 'displacement'",
        ),
        (lambda: Driven(DRIVEN["planar, driven x"], swing, "y"), "cannot be driven"),
        (
            lambda: Driven(PLAIN["revolute"], lambda t: (t**2, t, 1.0)),
            "gives the rate 0.37 at t = 0.37 s.*0.74",
        ),
        (
            lambda: Driven(PLAIN["revolute"], lambda t: (t**2, 2 * t, 1.0)),
            "gives the acceleration 1 .* 2 per second",
        ),
        (lambda: Driven(PLAIN["revolute"], lambda t: (t, 1.0)), "three finite numbers"),
        (
            lambda: PLAIN["spherical, angles"].rates(np.array([0, np.pi / 2, 0]), np.ones(3)),
            "'spherical first-second'",
        ),
    ],
)
def test_joints_that_cannot_be_are_refused_by_name(make, sentence):
    with pytest.raises(ModelError, match=sentence):
        make()


def test_a_drive_may_have_a_kink():
    hold = Driven(PLAIN["revolute"], lambda t: (max(t - 0.37, 0.0), float(t > 0.37), 0.0))
    assert hold.f == 0
