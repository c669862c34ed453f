"""Rigid-body engines, for the chain of equal rods: pinocchio's `aba` and mujoco's `mj_forward`.

Their coordinates are relative angles from hanging; the absolute ones are the running sums.
"""

from collections.abc import Callable

import numpy as np

from ..cases import Case

__all__ = ["by_mujoco", "by_pinocchio"]


def by_pinocchio(case: Case) -> Callable:
    """Function q̈(q, q̇) of relative angles; the tree is built depth first."""
    import pinocchio as pin

    p, model, joint = case.values, pin.Model(), 0
    model.gravity.linear = np.array([0, -p["g"], 0])
    inertia = pin.Inertia(p["m"], np.array([0, -p["l"] / 2, 0]), np.diag([0, 0, p["I"]]))
    for i in range(len(case.q0)):
        place = pin.SE3(np.eye(3), np.array([0, -p["l"] if i else 0.0, 0]))
        joint = model.addJoint(joint, pin.JointModelRZ(), place, f"joint{i}")
        model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
    data, torque = model.createData(), np.zeros(model.nv)
    return lambda q, v: pin.aba(model, data, q, v, torque)


def by_mujoco(case: Case) -> Callable:
    """Function q̈(q, q̇) of relative angles."""
    import mujoco

    p, body = case.values, ""
    small = 1e-9  # mujoco wants principal inertias that a body can have; those in the plane do nothing here
    for i in reversed(range(len(case.q0))):
        body = (
            f'<body pos="0 {-p["l"] if i else 0} 0"><joint type="hinge" axis="0 0 1"/>'
            f'<inertial pos="0 {-p["l"] / 2} 0" mass="{p["m"]}" '
            f'diaginertia="{p["I"] / 2 + small} {p["I"] / 2 + small} {p["I"]}"/>{body}</body>'
        )
    text = f'<mujoco><option gravity="0 {-p["g"]} 0"/><worldbody>{body}</worldbody></mujoco>'
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)

    def accelerations(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        data.qpos, data.qvel = q, v
        mujoco.mj_forward(model, data)
        return data.qacc

    return accelerations
