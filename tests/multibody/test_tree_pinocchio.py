"""Trees against pinocchio: accelerations by its `aba`, moments and joint forces by its `rnea`."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import BaseState, accelerations, angular_accelerations, reactions

from .random_trees import Case, cases

pin = pytest.importorskip("pinocchio")
TOLERANCE = 1e-10


class Peer:
    """A case in pinocchio: a ball joint for each body, on a free-flying base that is told how to move or a fixed one.

    A base that does not turn and only accelerates may be a fixed one in a field of gravity -r''_0.
    """

    def __init__(self, case: Case, flying: bool = True):
        self.case, self.model, self.flying = case, pin.Model(), flying
        self.model.gravity.linear = np.zeros(3) if flying else -case.base.r_dd
        tree, self.ids = case.tree, {-1: 0}
        if flying:
            self.ids[-1] = self.model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "base")
        for i in _depth_first(tree.graph.parents):
            parent = int(tree.graph.parents[i])
            offset = tree.joint[i] - (tree.hinge[parent] if parent >= 0 else 0)
            place = pin.SE3(np.eye(3), offset)
            self.ids[i] = self.model.addJoint(self.ids[parent], pin.JointModelSpherical(), place, str(i))
            inertia = pin.Inertia(float(tree.m[i]), -tree.hinge[i], np.array(tree.J[i]))
            self.model.appendBodyToJoint(self.ids[i], inertia, pin.SE3.Identity())
        self.data = self.model.createData()
        self.state()

    def state(self) -> None:
        case, model = self.case, self.model
        self.q, self.v, self.a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        if self.flying:
            self._move_base(case.base)
        for i, parent in enumerate(case.tree.graph.parents):
            A, w = self._body(int(parent))[:2]
            relative = A.T @ case.A[i]
            joint = model.joints[self.ids[i]]
            self.q[joint.idx_q : joint.idx_q + 4] = Rotation.from_matrix(relative).as_quat()
            self.v[joint.idx_v : joint.idx_v + 3] = case.w[i] - relative.T @ w

    def _move_base(self, base: BaseState) -> None:
        self.q[:7] = [*base.r, *Rotation.from_matrix(base.A).as_quat()]
        v = base.A.T @ base.r_d
        self.v[:6] = [*v, *base.w]
        self.a[:6] = [*(base.A.T @ base.r_dd - np.cross(base.w, v)), *base.w_d]

    def _body(self, i: int, w_d: np.ndarray | None = None) -> tuple:
        case = self.case
        if i < 0:
            return case.base.A, case.base.w, case.base.w_d
        return case.A[i], case.w[i], None if w_d is None else w_d[i]

    def loads(self) -> tuple:
        """Torques in the joints, and forces on bodies in the axes and at the origin of their joints."""
        case, tree, tau = self.case, self.case.tree, np.zeros(self.model.nv)
        forces = pin.StdVec_Force()
        forces.extend([pin.Force.Zero() for _ in range(self.model.njoints)])
        for i in range(tree.n):
            joint, A = self.model.joints[self.ids[i]], case.A[i].T
            moment = tree.graph.signs[i] * case.Y[tree.graph.inboard[i]]
            tau[joint.idx_v : joint.idx_v + 3] = A @ moment
            forces[self.ids[i]] = pin.Force(A @ case.F[i], A @ case.M[i] + np.cross(-tree.hinge[i], A @ case.F[i]))
        return tau, forces

    def set_accelerations(self, w_d: np.ndarray) -> None:
        """Relative accelerations: ω'_i - A_ip ω'_p + ω_i × A_ip ω_p."""
        for i, parent in enumerate(self.case.tree.graph.parents):
            A, w, w_d_parent = self._body(int(parent), w_d)
            A_ip, joint = self.case.A[i].T @ A, self.model.joints[self.ids[i]]
            relative = w_d[i] - A_ip @ w_d_parent + np.cross(self.case.w[i], A_ip @ w)
            self.a[joint.idx_v : joint.idx_v + 3] = relative


def _depth_first(parents: np.ndarray) -> list[int]:
    found: list[int] = []
    waiting = np.flatnonzero(parents < 0).tolist()
    while waiting:
        found.append(waiting.pop())
        waiting += np.flatnonzero(parents == found[-1]).tolist()
    return found


@settings(max_examples=25)
@given(cases())
def test_inverse_dynamics_of_our_accelerations_gives_the_loads_back(case):
    """Base that moves and turns: torques of `rnea` are the Y that we put in, its joint forces are our X."""
    peer, tree = Peer(case), case.tree
    w_d = angular_accelerations(*case.all)
    X = reactions(tree, accelerations(*case.state, w_d, case.base), case.F)
    tau, forces = peer.loads()
    peer.set_accelerations(w_d)
    found = pin.rnea(peer.model, peer.data, peer.q, peer.v, peer.a, forces)
    size = 1 + np.abs(X).max() + np.abs(w_d).max()
    np.testing.assert_allclose(found[6:], tau[6:], atol=TOLERANCE * size, err_msg="joint moments")
    for i in range(tree.n):
        force = case.A[i] @ peer.data.f[peer.ids[i]].linear
        ours = tree.graph.signs[i] * X[tree.graph.inboard[i]]
        np.testing.assert_allclose(force, ours, atol=TOLERANCE * size, err_msg=f"force on body {tree.bodies[i]}")


@settings(max_examples=25)
@given(cases(turning_base=False))
def test_forward_dynamics_gives_our_accelerations(case):
    """Base that accelerates without turning."""
    peer = Peer(case.with_(base=BaseState(r_dd=case.base.r_dd)), flying=False)
    w_d = angular_accelerations(*peer.case.all)
    tau, forces = peer.loads()
    peer.set_accelerations(w_d)
    found = pin.aba(peer.model, peer.data, peer.q, peer.v, tau, forces)
    size = 1 + np.abs(w_d).max()
    np.testing.assert_allclose(found, peer.a, atol=TOLERANCE * size, err_msg="relative accelerations")
