"""Rigid-body engines, for trees with ball joints: pinocchio's `aba` and mujoco's `mj_forward`.

Their coordinates are those of each body relative to its parent; here they are made from, and turned back into, the
absolute orientations and angular velocities of `mechanics.multibody.trees`.
"""

import numpy as np
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import Tree

__all__ = ["MujocoTree", "PinocchioTree", "relative", "turned_back"]

G = 9.81


def relative(tree: Tree, A: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orientations (n, 3, 3) and angular velocities (n, 3) against the parent, the latter in the body's basis."""
    A_parent, w_parent = _parents(tree, A, np.eye(3)), _parents(tree, w, np.zeros(3))
    turned = A.transpose(0, 2, 1) @ A_parent
    return turned.transpose(0, 2, 1), w - np.einsum("iab,ib->ia", turned, w_parent)


def turned_back(tree: Tree, A: np.ndarray, w: np.ndarray, relative_w_d: np.ndarray) -> np.ndarray:
    """Angular accelerations (n, 3) in the bases of the bodies, from those against the parents."""
    w_d = np.zeros((tree.n + 1, 3))
    turned = A.transpose(0, 2, 1) @ _parents(tree, A, np.eye(3))
    w_parent = np.einsum("iab,ib->ia", turned, _parents(tree, w, np.zeros(3)))
    for i in tree.graph.order:
        carried = turned[i] @ w_d[tree.graph.parents[i]] - np.cross(w[i], w_parent[i])
        w_d[i] = relative_w_d[i] + carried
    return w_d[:-1]


def _parents(tree: Tree, rows: np.ndarray, base: np.ndarray) -> np.ndarray:
    """The row of each body's parent."""
    return np.concatenate([rows, base[None]])[tree.graph.parents]


def _offset(tree: Tree, i: int) -> np.ndarray:
    parent = tree.graph.parents[i]
    return tree.joint[i] - (tree.hinge[parent] if parent >= 0 else 0.0)


def _depth_first(tree: Tree) -> list[int]:
    """Bodies such that each subtree is in one piece, as pinocchio wants it."""
    found, waiting = [], [-1]
    while waiting:
        here = waiting.pop()
        found += [here] if here >= 0 else []
        waiting += np.flatnonzero(tree.graph.parents == here).tolist()
    return found


class PinocchioTree:
    """A tree in pinocchio; its quaternions have the scalar last."""

    def __init__(self, tree: Tree):
        import pinocchio as pin

        self.pin, self.tree, self.model, ids = pin, tree, pin.Model(), {-1: 0}
        self.model.gravity.linear = np.array([0.0, 0.0, -G])
        for i in _depth_first(tree):
            place = pin.SE3(np.eye(3), _offset(tree, i))
            parent = ids[int(tree.graph.parents[i])]
            ids[i] = self.model.addJoint(parent, pin.JointModelSpherical(), place, str(i))
            inertia = pin.Inertia(float(tree.m[i]), -tree.hinge[i], np.array(tree.J[i]))
            self.model.appendBodyToJoint(ids[i], inertia, pin.SE3.Identity())
        self.ids = [ids[i] for i in range(tree.n)]
        self.rows_q = np.array([self.model.idx_qs[k] for k in self.ids])[:, None] + np.arange(4)
        self.rows_v = np.array([self.model.idx_vs[k] for k in self.ids])[:, None] + np.arange(3)
        self.data, self.torque = self.model.createData(), np.zeros(self.model.nv)

    def state(self, A: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Its q and v for absolute orientations and angular velocities."""
        turned, rates = relative(self.tree, A, w)
        q, v = np.empty(self.model.nq), np.empty(self.model.nv)
        q[self.rows_q], v[self.rows_v] = Rotation.from_matrix(turned).as_quat(), rates
        return q, v

    def accelerations(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """One call of `aba`, in the order of its joints."""
        return self.pin.aba(self.model, self.data, q, v, self.torque)

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ for a general integrator."""
        q, v = x[: self.model.nq], x[self.model.nq :]
        e, u = q[self.rows_q], v[self.rows_v]
        rates = np.empty(self.model.nq)
        rates[self.rows_q[:, :3]] = 0.5 * (e[:, 3:] * u + np.cross(e[:, :3], u))
        rates[self.rows_q[:, 3]] = -0.5 * np.sum(e[:, :3] * u, axis=1)
        unit = q.copy()
        unit[self.rows_q] = e / np.linalg.norm(e, axis=1, keepdims=True)
        return np.concatenate([rates, self.accelerations(unit, v)])

    def orientations(self, q: np.ndarray) -> np.ndarray:
        """Absolute rotation matrices (n, 3, 3)."""
        self.pin.forwardKinematics(self.model, self.data, q)
        return np.array([self.data.oMi[k].rotation for k in self.ids])


class MujocoTree:
    """A tree in mujoco; its quaternions have the scalar first."""

    def __init__(self, tree: Tree):
        import mujoco

        self.mujoco, self.tree, spec = mujoco, tree, mujoco.MjSpec()
        spec.option.gravity = [0.0, 0.0, -G]
        made = {-1: spec.worldbody}
        for i in tree.graph.order.tolist():
            parent = made[int(tree.graph.parents[i])]
            body = made[i] = parent.add_body(name=str(i), pos=_offset(tree, i), mass=tree.m[i], ipos=-tree.hinge[i])
            body.fullinertia, body.explicitinertial = tree.J[i][[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]], True
            body.add_joint(name=str(i), type=mujoco.mjtJoint.mjJNT_BALL)
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        joints = [self.model.joint(str(i)) for i in range(tree.n)]
        self.rows_q = np.array([joint.qposadr[0] for joint in joints])[:, None] + np.arange(4)
        self.rows_v = np.array([joint.dofadr[0] for joint in joints])[:, None] + np.arange(3)

    def state(self, A: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Its q and v for absolute orientations and angular velocities."""
        turned, rates = relative(self.tree, A, w)
        q, v = np.empty(self.model.nq), np.empty(self.model.nv)
        q[self.rows_q], v[self.rows_v] = Rotation.from_matrix(turned).as_quat(scalar_first=True), rates
        return q, v

    def accelerations(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """One call of `mj_forward`."""
        self.data.qpos, self.data.qvel = q, v
        self.mujoco.mj_forward(self.model, self.data)
        return self.data.qacc

    def run(self, q: np.ndarray, v: np.ndarray, end: float, step: float) -> np.ndarray:
        """Absolute rotation matrices (n, 3, 3) at the end, by its Runge-Kutta method with constant steps."""
        self.mujoco.mj_resetData(self.model, self.data)
        self.model.opt.timestep, self.model.opt.integrator = step, self.mujoco.mjtIntegrator.mjINT_RK4
        self.data.qpos, self.data.qvel = q, v
        self.mujoco.mj_step(self.model, self.data, round(end / step))
        self.mujoco.mj_forward(self.model, self.data)
        return np.array([self.data.body(str(i)).xmat.reshape(3, 3) for i in range(self.tree.n)])
