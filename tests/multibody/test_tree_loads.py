"""Springs, dampers and motors in the joints of a tree, and forces at points of its bodies."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from mechanics.model import ModelError
from mechanics.multibody.trees import (
    AxisSpring,
    BaseState,
    JointDamper,
    JointMotor,
    JointSpring,
    Link,
    Loads,
    PointForce,
    Tree,
    angular_accelerations,
    kinetic_energy,
    positions,
)

from .random_trees import cases

E3 = np.eye(3)
REST = Rotation.from_rotvec([0.3, -0.5, 0.2]).as_matrix()
axes = st.sampled_from([(0, 0, 1), (1, 0, 0), (0.5, -2, 1)])


def moved(case, t):
    """Orientations, and those of the base, after a short time with constant angular velocities."""
    A = case.A @ Rotation.from_rotvec(case.w * t).as_matrix()
    turn = Rotation.from_rotvec(case.base.w * t).as_matrix()
    return A, BaseState(r=case.base.r, A=case.base.A @ turn, w=case.base.w)


def power(case, loads) -> float:
    """Power of the joint moments, Σ_a Y_a·(ω_i+ - ω_i-)."""
    Y = loads.joint_moments(0.0, case.A, case.w, case.base)
    w = np.vstack([case.base.A @ case.base.w, np.einsum("iab,ib->ia", case.A, case.w)])
    graph = case.tree.graph
    return float(np.sum(Y * (w[graph.plus] - w[graph.minus])))


@settings(max_examples=20)
@given(cases(most=5), axes, axes)
def test_the_work_of_springs_is_what_they_have_stored(case, plus, minus):
    springs = [JointSpring(name, 3.0 + k, REST) for k, name in enumerate(case.tree.joints)]
    springs += [AxisSpring(case.tree.joints[0], 2.0, plus, minus)]
    loads = Loads(case.tree, (0, 0, 0), moments=springs)
    r, h = np.zeros((case.tree.n, 3)), 1e-3

    def stored(t):
        A, base = moved(case, t)
        return float(loads.potential(A, r, base))

    rate = (8 * (stored(h) - stored(-h)) - stored(2 * h) + stored(-2 * h)) / (12 * h)
    scale = sum(s.k for s in springs) * (1 + np.abs(case.w).max() ** 5)
    assert abs(power(case, loads) + rate) < 1e-7 * scale, f"power {power(case, loads)}, loss of energy {-rate}"


@given(cases(most=5))
def test_dampers_take_energy_by_the_relative_velocity(case):
    loads = Loads(case.tree, moments=[JointDamper(case.tree.joints[-1], 0.7)])
    w = np.vstack([case.base.A @ case.base.w, np.einsum("iab,ib->ia", case.A, case.w)])
    relative = w[case.tree.graph.plus[-1]] - w[case.tree.graph.minus[-1]]
    assert power(case, loads) == pytest.approx(-0.7 * relative @ relative, abs=1e-12)


def pendulum(**more) -> Tree:
    return Tree.of([Link("rod", 2.0, (0.1, 0.1, 0.01), hinge=(0, 0, 0.5), **more)])


def test_a_spring_at_its_rest_orientation_is_silent():
    loads = Loads(pendulum(), moments=[JointSpring("rod", 5.0, REST), AxisSpring("rod", 4.0)])
    Y = loads.joint_moments(0.0, REST[None], np.zeros((1, 3)))
    angle = np.arccos(REST[2, 2])
    assert np.linalg.norm(Y) == pytest.approx(4.0 * angle), "only the axis spring pulls, with k times the angle"
    assert loads.potential(REST[None], np.zeros((1, 3))) == pytest.approx(4.0 * angle**2 / 2)
    Y = Loads(pendulum(), moments=[AxisSpring("rod", 4.0)]).joint_moments(0.0, E3[None], np.zeros((1, 3)))
    np.testing.assert_allclose(Y, 0, atol=1e-15, err_msg="axes that coincide")


def test_a_spring_turns_back_the_shorter_way():
    spring = JointSpring("rod", 2.0)
    for angle in (0.1, 3.0, -3.0, 4.0):
        A = Rotation.from_rotvec([0, 0, angle]).as_matrix()
        short = (angle + np.pi) % (2 * np.pi) - np.pi
        np.testing.assert_allclose(spring.moment(A, 0, E3, 0), [0, 0, -2.0 * short], atol=1e-12)


def test_gravity_and_a_hinge_spring_make_a_pendulum_of_known_frequency():
    """Small angle about x: (J + m l²) φ'' = -(m g l + k) φ."""
    tree, small = pendulum(), 1e-5
    loads = Loads(tree, moments=[JointSpring("rod", 3.0)])
    A = Rotation.from_rotvec([[small, 0, 0]]).as_matrix()
    w_d = angular_accelerations(tree, A, np.zeros((1, 3)), *loads.at(0.0, A, np.zeros((1, 3))))
    expected = -(2.0 * 9.81 * 0.5 + 3.0) / (0.1 + 2.0 * 0.5**2) * small
    np.testing.assert_allclose(w_d[0], [expected, 0, 0], rtol=1e-8, atol=1e-15)


def test_a_motor_turns_the_body_and_pushes_back_on_its_parent():
    links = [Link("stator", 1.0, E3), Link("rotor", 1.0, 0.5 * E3, "stator")]
    tree, A = Tree.of(links), Rotation.random(2, random_state=4).as_matrix()
    at_rest = np.zeros((2, 3))
    for basis, turn in (("inertial", E3), ("plus", A[1]), ("minus", A[0])):
        torque = JointMotor("rotor", lambda t: (0, 0, 2 * t), basis)
        load = Loads(tree, (0, 0, 0), moments=[torque]).at(3.0, A, at_rest)
        w_d = np.einsum("iab,ib->ia", A, angular_accelerations(tree, A, at_rest, *load))
        np.testing.assert_allclose(w_d[0], turn @ [0, 0, -6], atol=1e-12, err_msg=f"stator, torque in {basis}")
        np.testing.assert_allclose(w_d[1], turn @ [0, 0, 12], atol=1e-12, err_msg=f"rotor, torque in {basis}")


@settings(max_examples=20)
@given(cases(most=4), st.sampled_from(["inertial", "body"]))
def test_a_force_at_a_point_does_the_work_of_that_point(case, basis):
    """Power of F and M = force · velocity of the point where it pushes."""
    name, at, force = case.tree.bodies[-1], np.array([0.2, -0.4, 0.7]), np.array([1.0, 2.0, -0.5])
    loads = Loads(case.tree, (0, 0, 0), forces=[PointForce(name, force, at, basis)])
    case = case.with_(base=BaseState())
    F, M, _ = loads.at(0.0, case.A, case.w)
    h = 1e-3

    def place(t):
        A, _ = moved(case, t)
        return positions(case.tree, A)

    def rate(x):
        return (8 * (x(h) - x(-h)) - x(2 * h) + x(-2 * h)) / (12 * h)

    w = np.einsum("iab,ib->ia", case.A, case.w)
    push = case.A[-1] @ force if basis == "body" else force
    point = rate(lambda t: place(t)[-1] + moved(case, t)[0][-1] @ at)
    assert np.sum(F * rate(place)) + np.sum(M * w) == pytest.approx(push @ point, rel=1e-6, abs=1e-6)


def test_a_spinning_tree_keeps_its_energy_with_springs_and_weights():
    """The power of everything that acts is the loss of potential energy, so d(T + V)/dt = 0."""
    tree = Tree.of(
        [Link("a", 1.0, (1, 2, 2.5), hinge=(0.1, 0.2, 0.5)), Link("b", 2.0, E3, "a", (1, 0, 0), (0, 1, 0.3))]
    )
    loads = Loads(tree, moments=[JointSpring("b", 4.0, REST), AxisSpring("a", 9.0)])
    A, w = Rotation.random(2, random_state=8).as_matrix(), np.array([[1.0, -2, 0.5], [0.3, 1, 2]])
    w_d = angular_accelerations(tree, A, w, *loads.at(0.0, A, w))

    def energy(t):
        turned = A @ Rotation.from_rotvec(w * t + w_d * t**2 / 2).as_matrix()
        return kinetic_energy(tree, turned, w + w_d * t) + loads.potential(turned, positions(tree, turned))

    h = 1e-4
    assert abs(energy(h) - energy(-h)) / (2 * h) < 1e-5, "the energy changes in the first order of time"


def test_many_instants_in_one_call():
    tree = pendulum()
    loads = Loads(
        tree,
        moments=[
            JointSpring("rod", 5.0),
            JointDamper("rod", 2.0),
            AxisSpring("rod", 1.0),
            JointMotor("rod", (1, 0, 0)),
        ],
    )
    A, w = Rotation.random(4, random_state=1).as_matrix()[:, None], np.ones((4, 1, 3))
    together, energy = loads.joint_moments(0.0, A, w), loads.potential(A, positions(tree, A))
    for k in range(4):
        np.testing.assert_allclose(together[k], loads.joint_moments(0.0, A[k], w[k]), atol=1e-14)
        assert energy[k] == pytest.approx(loads.potential(A[k], positions(tree, A[k])))


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (
            lambda: Loads(pendulum(), moments=[JointDamper("rd", 1.0)]),
            "Unknown joint 'rd'. Did you mean rod?",
        ),
        (lambda: Loads(pendulum(), forces=[PointForce("lamp", (0, 0, 1))]), "Unknown body 'lamp'"),
        (lambda: Loads(pendulum(), forces=[PointForce("base", (0, 0, 1))]), "The base moves as prescribed"),
        (lambda: Loads(pendulum(), gravity=9.81), "Gravity has three components"),
        (lambda: PointForce("rod", (0, 0, 1), basis="hinge"), "The basis of a force on 'rod'"),
        (lambda: PointForce("rod", (0, 1)), "The force on 'rod' must have three finite components"),
        (lambda: PointForce("rod", moment=(0, 0, 1, 0, 0, 0)), "The moment on 'rod' must have three finite components"),
        (lambda: PointForce("rod", moment=(0, "a", 1)), "The moment on 'rod' must have three finite components"),
        (lambda: PointForce("rod", (0, 0, 1), at=(0, np.nan, 0)), "The point of the force on 'rod' must have three"),
        (lambda: Loads(pendulum(), (0, 0, np.nan)), "Gravity has three components"),
        (lambda: Loads(pendulum(), "down"), "Gravity has three components"),
        (
            lambda: JointSpring("rod", -1.0),
            "The stiffness in the joint 'rod' must be a number that is not negative",
        ),
        (lambda: JointDamper("rod", np.nan), "The damping in the joint 'rod' must be a number"),
        (
            lambda: JointSpring("rod", 1.0, -E3),
            "The rest orientation in the joint 'rod' must be right-handed, a rotation matrix",
        ),
        (
            lambda: AxisSpring("rod", 1.0, axis_plus=(0, 0, 0)),
            "An axis in the joint 'rod' must be a nonzero vector",
        ),
        (
            lambda: JointMotor("rod", (1, 0, 0), basis="body"),
            "The basis of the motor in 'rod' must be one of",
        ),
        (
            lambda: AxisSpring("rod", 1.0).moment(np.diag([1.0, -1, -1]), 0, E3, 0),
            "The two axes of the spring in the joint 'rod' are opposite",
        ),
    ],
)
def test_bad_loads_are_refused_with_a_sentence(build, sentence):
    with pytest.raises(ModelError) as error:
        build()
    assert sentence in str(error.value), f"the message is: {error.value}"
