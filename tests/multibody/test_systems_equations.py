"""Equations of motion of systems: joint by joint and all at once, maximal and relative, pinocchio and mujoco."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.multibody import (
    Cylindrical,
    Driven,
    Fixed,
    Free,
    Marker,
    Planar,
    Prismatic,
    RelativeForm,
    Revolute,
    RigidBody,
    RigidBodySystem,
    Spherical,
    Universal,
)
from mechanics.multibody.assembly.index_one import equations_of_motion, projection
from mechanics.multibody.elements import Linear, LineElement
from mechanics.systems import load
from tests.kinds import names_in
from tests.multibody.builders import body, marker, place

KINDS = (Spherical, Revolute, Prismatic, Cylindrical, Universal, Planar, Fixed)
seeds = st.integers(0, 10_000)


def wave(t):
    return np.sin(t) + t, np.cos(t) + 1.0, -np.sin(t)


def all_joints(random):
    """Every kind of joint between two bodies and the ground, driven ones among them."""
    pairs = [("a", "b"), ("b", "a"), ("ground", "a"), ("b", "ground")]
    joints = [
        kind(marker(random, i), marker(random, j), kind.__name__)
        for k, kind in enumerate(KINDS)
        for i, j in [pairs[k % 4]]
    ]
    for k, (kind, coordinate) in enumerate(
        [(Revolute, "angle"), (Prismatic, "displacement"), (Planar, "y"), (Cylindrical, "angle")]
    ):
        i, j = pairs[k]
        joints.append(Driven(kind(marker(random, i), marker(random, j), f"driven {kind.__name__}"), wave, coordinate))
    return joints


def moving(random, system):
    names = [b.name for b in system.bodies]
    return system.state({n: place(random) for n in names}, {n: random.normal(size=6) for n in names})


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_all_rows_at_once_are_the_rows_of_the_joints(seed):
    random = np.random.default_rng(seed)
    system = RigidBodySystem([body(random, "a"), body(random, "b")], all_joints(random))
    x, t, first = moving(random, system), 0.7, 0
    values = system.constraints(t, x)
    for joint in system.joints:
        (i, z_i), (j, z_j) = ((system.place(x, n), system.velocity(x, n)) for n in joint.bodies)
        own, rows = joint.constraint(i, z_i, j, z_j, t), slice(first, first + joint.u)
        G = np.zeros((joint.u, 3, 6))
        G[:, system.index[joint.P.body]], G[:, system.index[joint.Q.body]] = own.G_i, own.G_j
        first += joint.u
        for name, ours, theirs in (
            ("g", values.g, own.g),
            ("its rate", values.g_d, own.G_i @ z_i + own.G_j @ z_j + own.gamma),
            ("G", values.G, G[:, :2].reshape(joint.u, 12)),
            ("gamma_dash", values.gamma_dash, own.gamma_dash),
        ):
            np.testing.assert_allclose(ours[rows], theirs, atol=1e-12, err_msg=f"{name} of {joint.name}")


def test_many_instants_at_once_are_the_instants_one_by_one():
    random = np.random.default_rng(4)
    system = RigidBodySystem([body(random, "a"), body(random, "b")], all_joints(random))
    t, x = np.array([0.1, 0.5, 2.0]), np.array([moving(random, system) for _ in range(3)])
    together = system.constraints(t, x)
    for k in range(3):
        for name, part, alone in zip(together._fields, together, system.constraints(t[k], x[k]), strict=True):
            np.testing.assert_allclose(part[k], alone, atol=1e-13, err_msg=name)


@pytest.mark.parametrize("id", [id for id in names_in("chapter_6") if id != "t_handle"])  # which has no joints
def test_loops_and_arrays_give_the_same_accelerations(id):
    pytest.importorskip("numba")
    motion = load(id).numeric().motion
    system = motion.system
    rows = system.rows.only(np.setdiff1d(np.arange(len(system.rows)), motion.dependent))
    x = motion.start + 1e-3 * np.random.default_rng(1).normal(size=len(motion.start))
    by_loops, by_arrays = (equations_of_motion(system, rows, compiled=c)(0.3, x) for c in (True, False))
    np.testing.assert_allclose(by_loops, by_arrays, rtol=1e-9, atol=1e-9 * np.abs(by_arrays).max())


def test_a_body_without_joints_moves_without_compiled_loops():
    system = load("t_handle").numeric().motion.system
    x = load("t_handle").numeric().motion.start
    x_d, projected = equations_of_motion(system, system.rows, False)(0.0, x), projection(system, system.rows, False)
    assert np.isfinite(x_d).all()
    np.testing.assert_allclose(projected(0.0, x)[0], x, atol=1e-12)


TREE = [("ground", "a"), ("a", "b"), ("a", "c"), ("c", "d")]


def random_tree(random, kinds):
    """Four bodies, two of them on one, with the given kinds of joints and a spring across."""
    joints = [
        kind(marker(random, i), marker(random, j), f"{kind.__name__} {j}")
        for kind, (i, j) in zip(kinds, TREE, strict=True)
    ]
    spring = LineElement(marker(random, "b"), marker(random, "d"), Linear(40.0, 0.3, 2.0), "spring")
    return RigidBodySystem([body(random, n) for n in "abcd"], joints, [spring])


def random_coordinates(random, form):
    y = np.concatenate(
        [joint.normalised(joint.neutral + 0.4 * random.normal(size=len(joint.neutral))) for joint, *_ in form.branches]
    )
    return y, random.normal(size=form.f)


@settings(max_examples=15, deadline=None)
@given(seeds, st.lists(st.sampled_from([*KINDS, Free]), min_size=4, max_size=4))
def test_multipliers_and_relative_coordinates_give_the_same_motion(seed, kinds):
    random = np.random.default_rng(seed)
    form = RelativeForm(random_tree(random, kinds))
    if not form.f:
        return
    y, u = random_coordinates(random, form)
    u_d, _ = form.accelerations(0.0, y, u)
    out, x = form.outwards(0.0, y, u), form.maximal(0.0, y, u)
    assert np.abs(form.system.constraints(0.0, x).g_d).max() < 1e-11 if form.system.rows.e.size else True
    z_d = form.system.accelerations(0.0, x).z_d.ravel()
    np.testing.assert_allclose(out.J @ u_d + out.zeta, z_d, atol=1e-9 * (1 + np.abs(z_d).max()))
    back_y, back_u = form.relative(x)
    np.testing.assert_allclose(form.maximal(0.0, back_y, back_u), x, atol=1e-10)


@pytest.mark.parametrize("seed", range(3))
def test_the_motion_does_not_depend_on_the_points_that_describe_the_bodies(seed):
    """The same bodies about other points O, with markers at the same material points."""
    random = np.random.default_rng(seed)
    system = random_tree(random, (Spherical, Revolute, Universal, Prismatic))
    form = RelativeForm(system)
    y, u = random_coordinates(random, form)
    away = {"ground": np.zeros(3)} | {n: random.normal(size=3) for n in "abcd"}

    def moved(m):
        return Marker(m.body, m.r - away[m.body], m.R)

    joints = [type(j)(moved(j.P), moved(j.Q), j.name) for j in system.joints]
    spring = system.elements[0]
    springs = [LineElement(moved(spring.P), moved(spring.Q), spring.laws[0], "spring")]
    other = RelativeForm(RigidBodySystem([b.about(away[b.name]) for b in system.bodies], joints, springs))
    u_d, there = form.accelerations(0.0, y, u)[0], other.accelerations(0.0, y, u)[0]
    np.testing.assert_allclose(u_d, there, rtol=1e-9, atol=1e-9 * np.abs(u_d).max())


@pytest.mark.parametrize("id", ["four_bar_linkage", "double_wishbone"])
def test_closed_loops_in_relative_coordinates_move_as_in_maximal_ones(id):
    motion = load(id).numeric().motion
    system = motion.system
    form = RelativeForm(system)
    assert form.cut, f"{id} has closed loops, so at least one joint must have been cut"
    y, u = form.relative(motion.start)
    u_d, lam = form.accelerations(0.0, y, u)
    out, maximal = form.outwards(0.0, y, u), system.accelerations(0.0, motion.start)
    np.testing.assert_allclose(out.J @ u_d + out.zeta, maximal.z_d.ravel(), atol=1e-9)
    for joint, rows in _rows_of(form):
        reaction = joint.reaction(*(system.place(motion.start, n) for n in joint.bodies), lam[rows])
        expected = system.reactions(0.0, motion.start)[joint.name]
        np.testing.assert_allclose(reaction[0], expected.force, atol=1e-7, err_msg=f"force in {joint.name}")


def _rows_of(form):
    first = 0
    for joint in form.cut:
        yield joint, slice(first, first + joint.u)
        first += joint.u


# -- pinocchio and mujoco ------------------------------------------------------------------------------------------


def pinocchio_model(pin, form):
    """The same tree there: a joint's frame is marker Q, so that speeds mean the same."""
    kinds = {Revolute: pin.JointModelRZ, Prismatic: pin.JointModelPZ, Spherical: pin.JointModelSpherical}
    system, model, numbers = form.system, pin.Model(), {"ground": 0}
    model.gravity.linear = system.gravity
    offset = {"ground": pin.SE3.Identity()}
    for joint, *_ in form.branches:
        P, Q = (pin.SE3(m.R, m.r) for m in (joint.P, joint.Q))
        there = offset[joint.P.body].inverse() * P
        number = model.addJoint(numbers[joint.P.body], kinds[type(joint)](), there, joint.name)
        b = system.bodies[system.index[joint.Q.body]]
        model.appendBodyToJoint(number, pin.Inertia(b.m, b.r_S, b.I_S), Q.inverse())
        numbers[joint.Q.body], offset[joint.Q.body] = number, Q
    return model, numbers


def pinocchio_coordinates(form, y):
    """Quaternions have their scalar last there."""
    parts = [np.roll(y[ys], -1) if isinstance(joint, Spherical) else y[ys] for joint, ys, _ in form.branches]
    return np.concatenate(parts)


@settings(max_examples=12, deadline=None)
@given(seeds, st.lists(st.sampled_from([Revolute, Prismatic, Spherical]), min_size=4, max_size=4))
def test_accelerations_of_trees_are_those_of_pinocchio(seed, kinds):
    pin = pytest.importorskip("pinocchio")
    random = np.random.default_rng(seed)
    tree = random_tree(random, kinds)
    system = RigidBodySystem(tree.bodies, tree.joints)
    form = RelativeForm(system)
    y, u = random_coordinates(random, form)
    model, _ = pinocchio_model(pin, form)
    theirs = pin.aba(model, model.createData(), pinocchio_coordinates(form, y), u, np.zeros(form.f))
    u_d, _ = form.accelerations(0.0, y, u)
    np.testing.assert_allclose(u_d, theirs, rtol=1e-10, atol=1e-10 * np.abs(theirs).max())


def closed_chain(random):
    """Three bodies on spherical and revolute joints whose last one is tied to the ground by a ball joint."""
    kinds = (Spherical, Revolute, Spherical)
    pairs = (("ground", "a"), ("a", "b"), ("b", "c"))
    joints = [kind(marker(random, i), marker(random, j), j) for kind, (i, j) in zip(kinds, pairs, strict=True)]
    bodies = [body(random, n) for n in "abc"]
    form = RelativeForm(RigidBodySystem(bodies, joints))
    y, u = random_coordinates(random, form)
    return bodies, joints, form.maximal(0.0, y, u)


@pytest.mark.parametrize("seed", range(4))
def test_accelerations_and_reaction_of_a_closed_loop_are_those_of_pinocchio(seed):
    pin = pytest.importorskip("pinocchio")
    random = np.random.default_rng(seed)
    bodies, joints, x = closed_chain(random)
    tip = marker(random, "c")
    chain = RigidBodySystem(bodies, joints)
    anchor = type(tip)("ground", chain.place(x, "c").point(tip.r))
    system = RigidBodySystem(bodies, [*joints, Spherical(anchor, tip, "closure")])
    x = system.start({n: chain.place(x, n) for n in "abc"}, {n: chain.velocity(x, n) for n in "abc"})
    form = RelativeForm(system)
    y, u = form.relative(x)
    model, numbers = pinocchio_model(pin, form)
    theirs, force = closed_in_pinocchio(pin, model, numbers["c"], joints[-1].Q, tip.r, form, y, u)
    u_d, _ = form.accelerations(0.0, y, u)
    np.testing.assert_allclose(u_d, theirs, rtol=1e-10, atol=1e-10 * np.abs(theirs).max())
    ours = system.reactions(0.0, x)["closure"].force
    np.testing.assert_allclose(ours, force, atol=1e-9 * np.abs(force).max())
    ours = form.outwards(0.0, y, u)
    z_d = system.accelerations(0.0, x).z_d.ravel()
    np.testing.assert_allclose(ours.J @ theirs + ours.zeta, z_d, atol=1e-9 * np.abs(z_d).max())


def closed_in_pinocchio(pin, model, number, Q, r, form, y, u):
    """u̇ and the force on the tip, from the mass matrix, bias, Jacobian and drift of the tip that pinocchio gives."""
    there = pin.SE3(Q.R, Q.r).inverse() * pin.SE3(np.eye(3), r)
    tip = model.addFrame(pin.Frame("tip", number, 0, there, pin.FrameType.OP_FRAME))
    data, q, axes = model.createData(), pinocchio_coordinates(form, y), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    pin.computeAllTerms(model, data, q, u)
    pin.forwardKinematics(model, data, q, u, np.zeros(model.nv))
    G = pin.computeFrameJacobian(model, data, q, tip, axes)[:3]
    drift = pin.getFrameClassicalAcceleration(model, data, tip, axes).linear
    M = np.triu(data.M) + np.triu(data.M, 1).T
    full = np.block([[M, -G.T], [G, np.zeros((3, 3))]])
    solved = np.linalg.solve(full, np.concatenate([-data.nle, -drift]))
    return solved[: model.nv], solved[model.nv :]


def test_a_chain_of_spherical_joints_accelerates_as_in_mujoco():
    mujoco = pytest.importorskip("mujoco")
    l, m = 0.4, 0.7
    inner = ""
    for k in range(4):
        inner = (
            f'<body pos="0 0 {-l if k < 3 else 0}"><joint type="ball" armature="0"/>'
            f'<inertial pos="0 0 {-l / 2}" mass="{m}" diaginertia="0.02 0.03 0.01"/>{inner}</body>'
        )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 0 -9.81"/><worldbody>{inner}</worldbody></mujoco>'
    )
    names = list("abcd")
    bodies = [RigidBody.about_centre(n, m, (0.02, 0.03, 0.01), (0, 0, -l / 2)) for n in names]
    hung = [Marker("ground"), *(Marker(n, (0, 0, -l)) for n in names[:-1])]
    joints = [Spherical(P, Marker(n), n) for P, n in zip(hung, names, strict=True)]
    form = RelativeForm(RigidBodySystem(bodies, joints))
    y, u = random_coordinates(np.random.default_rng(3), form)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = y, u
    mujoco.mj_forward(model, data)
    u_d, _ = form.accelerations(0.0, y, u)
    np.testing.assert_allclose(u_d, data.qacc, rtol=1e-10, atol=1e-10 * np.abs(u_d).max())
