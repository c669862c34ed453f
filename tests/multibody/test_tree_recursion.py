"""The O(n) recursion and its compiled form against the dense equations and against mujoco."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.spatial.transform import Rotation

from mechanics.model import ModelError
from mechanics.multibody.trees import (
    AxisSpring,
    BaseState,
    GuidedBase,
    JointDamper,
    JointMotor,
    JointSpring,
    Loads,
    Pieces,
    PointForce,
    Recursion,
    Tree,
    TreeMotion,
    accelerations,
    angular_accelerations,
    reactions,
)

from .random_trees import Case, cases, random_case

TOLERANCE = 1e-10


def difference(a: np.ndarray, b: np.ndarray) -> float:
    """Largest difference relative to the largest value."""
    return float(np.abs(a - b).max() / np.abs(b).max())


def rope(n: int, J_z: float = 1e-5) -> Case:
    """A chain of n slender rods that lie and turn anyhow, with its arcs in one direction."""
    rng = np.random.default_rng(3)
    ends = np.tile([0.0, 0.0, 0.05], (n, 1))
    on_parent = np.vstack([np.zeros(3), -ends[1:]])
    J = np.tile(np.diag([1e-3, 1e-3, J_z]), (n, 1, 1))
    tree = Tree([(i + 1, i) for i in range(n)], np.ones(n), J, ends, on_parent)  # type: ignore[arg-type]
    A = Rotation.random(n, random_state=3).as_matrix()
    nothing = np.zeros((n, 3))
    base = BaseState(r_dd=np.array([0.0, 0.0, 9.81]))
    return Case(tree, A, rng.normal(size=(n, 3)), nothing, nothing, nothing, base)


@settings(max_examples=25, deadline=None)
@given(cases(1, 12))
def test_recursion_and_dense_system_give_the_same_accelerations(case):
    found = Recursion(case.tree).solve(*case.all[1:])
    assert difference(found.w_d, angular_accelerations(*case.all)) < TOLERANCE, (
        "the recursion and the dense equations W(59) differ in the angular accelerations"
    )


@settings(max_examples=20, deadline=None)
@given(cases(1, 10))
@pytest.mark.equation("W(12)")
def test_forces_in_the_hinges_are_the_reactions_of_newtons_law(case):
    graph = case.tree.graph
    found = Recursion(case.tree).solve(*case.all[1:])
    r_dd = accelerations(case.tree, case.A, case.w, found.w_d, case.base)
    X = reactions(case.tree, r_dd, case.F)
    assert difference(found.forces, graph.signs[:, None] * X[graph.inboard]) < TOLERANCE


def test_hinges_accelerate_as_points_of_their_bodies():
    case = random_case(9, 5)
    found = Recursion(case.tree).solve(*case.all[1:])
    r_dd = accelerations(case.tree, case.A, case.w, found.w_d, case.base)
    arm = case.tree.hinge  # from the mass centre to the hinge
    relative = np.cross(found.w_d, arm) + np.cross(case.w, np.cross(case.w, arm))
    assert difference(found.hinges, r_dd + np.einsum("iab,ib->ia", case.A, relative)) < TOLERANCE


def test_many_instants_are_one_call():
    instants = [random_case(7, 11).with_(w=w) for w in np.random.default_rng(0).normal(size=(5, 7, 3))]
    recursion, first = Recursion(instants[0].tree), instants[0]
    together = recursion.solve(
        np.stack([first.A] * 5), np.stack([c.w for c in instants]), first.F, first.M, first.Y, first.base
    )
    for k, case in enumerate(instants):
        alone = recursion.solve(*case.all[1:])
        for many, one in zip(together, alone, strict=True):
            np.testing.assert_allclose(many[k], one, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("n", [100, 200])
def test_a_long_rope_loses_nothing(n):
    case = rope(n)
    dense = angular_accelerations(*case.all)
    assert difference(Recursion(case.tree).solve(*case.all[1:]).w_d, dense) < TOLERANCE


def test_a_heavy_load_on_a_light_rope():
    """Round rods that are pulled along their axes do not change their spin, whatever hangs on them (Euler)."""
    case = rope(60)
    m = np.where(np.arange(60) == 59, 1e4, 1e-2)
    tree = Tree(case.tree.graph, m, case.tree.J, case.tree.c_plus, case.tree.c_minus)
    case = case.with_(tree=tree)
    found = Recursion(tree).solve(*case.all[1:]).w_d
    assert np.abs(found[:, 2]).max() < 1e-9 * np.abs(found).max()
    assert difference(found, angular_accelerations(*case.all)) < 1e-6  # which is as good as the dense system is here


# --- compiled -------------------------------------------------------------------------------------------


def loaded(n: int, seed: int) -> TreeMotion:
    """A random tree with everything that compiled code knows: springs, dampers, motors, forces, a moving base."""
    case, rng = random_case(n, seed), np.random.default_rng(seed)
    joints, bodies = case.tree.joints, case.tree.bodies
    moments = [
        JointSpring(joints[0], 20.0, Rotation.random(random_state=seed).as_matrix()),
        AxisSpring(joints[-1], 30.0, rng.normal(size=3), rng.normal(size=3)),
        JointDamper(joints[n // 2], 2.0),
        *(
            JointMotor(joints[k % n], rng.normal(size=3), basis)
            for k, basis in enumerate(("inertial", "plus", "minus"))
        ),
    ]
    forces = [
        PointForce(bodies[0], rng.normal(size=3) * 9, rng.normal(size=3), "body", rng.normal(size=3) * 5),
        PointForce(bodies[-1], rng.normal(size=3) * 9, rng.normal(size=3), moment=rng.normal(size=3) * 5),
    ]
    path = Pieces.fitted([0.0, 1.0, 2.0], lambda t: np.outer(t**2 - t, [1, 2, 3]) + [1, 2, 3], 1.0, 2.0)
    turning = Pieces.fitted([0.0, 0.7, 3.0], lambda t: 1 + t - t**3, 0.3, 0.4)
    base = GuidedBase(path, turning, rng.normal(size=3))
    return TreeMotion(case.tree, case.A, case.w, Loads(case.tree, (1.0, 2.0, -9.0), forces, moments), base)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 30])
def test_compiled_recursion_knows_all_loads(n):
    pytest.importorskip("numba")
    motion = loaded(n, n)
    for t in (0.2, 0.8, 1.5, 2.5, 5.0):  # in each piece of the base's motion, and after the last one
        function, constants = motion.compiled(t)
        expected = motion.state_derivative(t, motion.start)
        assert difference(function(motion.start, t, constants), expected) < TOLERANCE, f"at t = {t} s"


def test_compiled_recursion_on_a_long_rope():
    pytest.importorskip("numba")
    case = rope(100)
    motion = TreeMotion(case.tree, case.A, case.w)
    function, constants = motion.compiled()
    w_d = function(motion.start, 0.0, constants)[400:].reshape(100, 3)
    assert difference(w_d, angular_accelerations(*case.all)) < TOLERANCE


def test_what_cannot_be_compiled_is_said():
    case = random_case(2, 1)
    push = PointForce(case.tree.bodies[0], lambda t: (np.sin(t), 0.0, 0.0))
    motion = TreeMotion(case.tree, loads=Loads(case.tree, forces=[push]))
    assert not motion.is_compilable
    with pytest.raises(ModelError, match="not functions of time"):
        motion.compiled()


# --- mujoco ---------------------------------------------------------------------------------------------


def by_mujoco(case: Case) -> np.ndarray:
    """Angular accelerations (n, 3) by mujoco, ball joints, in the bases of the bodies; no loads but gravity."""
    mujoco = pytest.importorskip("mujoco")
    tree, graph = case.tree, case.tree.graph
    spec = mujoco.MjSpec()
    spec.option.gravity = -case.base.r_dd
    made, order = {-1: spec.worldbody}, []
    for i, parent in ((int(i), int(graph.parents[i])) for i in graph.order):
        offset = tree.joint[i] - (tree.hinge[parent] if parent >= 0 else 0.0)
        body = made[i] = made[parent].add_body(name=str(i), pos=offset, mass=tree.m[i], ipos=-tree.hinge[i])
        J = tree.J[i]
        body.fullinertia = [J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]
        body.explicitinertial = True
        body.add_joint(name=str(i), type=mujoco.mjtJoint.mjJNT_BALL)
    model = spec.compile()
    data = mujoco.MjData(model)
    order = [(i, model.joint(str(i))) for i in graph.order]
    for i, joint in order:
        A, w = above(case, i)
        relative = Rotation.from_matrix(A.T @ case.A[i]).as_quat(scalar_first=True)
        data.qpos[joint.qposadr[0] : joint.qposadr[0] + 4] = relative
        data.qvel[joint.dofadr[0] : joint.dofadr[0] + 3] = case.w[i] - case.A[i].T @ A @ w
    mujoco.mj_forward(model, data)
    w_d = np.zeros((tree.n + 1, 3))  # the last row is the base's
    for i, joint in order:
        A, w = above(case, i)
        turned = case.A[i].T @ A
        relative = data.qacc[joint.dofadr[0] : joint.dofadr[0] + 3]
        w_d[i] = relative + turned @ w_d[graph.parents[i]] - np.cross(case.w[i], turned @ w)
    return w_d[:-1]


def above(case: Case, i: int) -> tuple[np.ndarray, np.ndarray]:
    """Orientation and angular velocity of the body that i hangs on."""
    parent = case.tree.graph.parents[i]
    return (case.A[parent], case.w[parent]) if parent >= 0 else (np.eye(3), np.zeros(3))


@pytest.mark.parametrize("n", [1, 4, 20])
def test_accelerations_of_a_random_tree_are_those_of_mujoco(n):
    case = random_case(n, 40 + n, turning_base=False).with_(base=BaseState(r_dd=np.array([0.0, 1.0, 9.81])))
    found = Recursion(case.tree).solve(case.A, case.w, base=case.base).w_d
    assert difference(by_mujoco(case), found) < TOLERANCE


def test_accelerations_of_a_rope_of_100_are_those_of_mujoco():
    case = rope(100, J_z=5e-4)  # of very thin rods mujoco loses the spin
    found = Recursion(case.tree).solve(case.A, case.w, base=case.base).w_d
    assert difference(by_mujoco(case), found) < TOLERANCE
