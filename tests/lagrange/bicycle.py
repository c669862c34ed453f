"""The benchmark bicycle: rear frame with rider, fork, two knife-edged wheels that roll without slip.

J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab: Linearized dynamics equations for the balance and steer of
a bicycle: a benchmark and review, Proc. R. Soc. A 463 (2007), table 1. Axes as there: x ahead, y to the right, z down.
Nothing is linearized here: eight coordinates, one loop (the front wheel touches the road), four rolling conditions.
"""

import math

import sympy as sp

from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, Parameters, t
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_x, rotation_y, rotation_z

P = Parameters(
    w=(1.02, "m", "wheel base"), c=(0.08, "m", "trail"), lam=(math.pi / 10, "rad", "steer axis tilt"),
    g=(9.81, "m/s^2", "gravity"), r_R=(0.3, "m", "rear wheel"), r_F=(0.35, "m", "front wheel"),
)  # fmt: skip


def bicycle() -> LagrangianSystem:
    """Rear contact (x, y), yaw, lean, pitch, steer, rotations of both wheels."""
    q = Coordinates(
        x=("m", "rear contact, forwards"), y=("m", "rear contact, to the right"), psi=("rad", "yaw"),
        phi=("rad", "lean"), theta=("rad", "pitch"), delta=("rad", "steer"),
        theta_R=("rad", "rear wheel"), theta_F=("rad", "front wheel"),
    )  # fmt: skip
    upright = translation(q.x, q.y) @ rotation(rotation_z(q.psi)) @ rotation(rotation_x(q.phi))
    hub = upright @ translation(0, 0, -P.r_R)
    frame = hub @ rotation(rotation_y(q.theta))
    tilt = rotation(rotation_y(P.lam))
    turned = tilt @ rotation(rotation_z(q.delta)) @ rotation(rotation_y(-P.lam))
    fork = frame @ translation(P.w + P.c, 0, P.r_R) @ turned  # origin where the steer axis meets the road
    front = fork @ translation(-P.c, 0, -P.r_F) @ rotation(rotation_y(q.theta_F))
    bodies = [
        Body(85.0, frame @ translation(0.3, 0, -0.9 + P.r_R), _inertia(9.2, 11.0, 2.8, 2.4), "rider"),
        Body(4.0, fork @ translation(0.9 - P.w - P.c, 0, -0.7), _inertia(0.05892, 0.06, 0.00708, -0.00756), "fork"),
        Body(2.0, hub @ rotation(rotation_y(q.theta_R)), (0.0603, 0.12, 0.0603), "rear"),
        Body(3.0, front, (0.1405, 0.28, 0.1405), "front"),
    ]
    ahead = sp.Matrix([sp.cos(q.psi), sp.sin(q.psi)])
    spin = q.theta_F.diff(t) * front.R[:, 1] + q.delta.diff(t) * (frame @ tilt).R[:, 2]
    spin += q.theta.diff(t) * upright.R[:, 1] + q.phi.diff(t) * _lean_axis(q) + q.psi.diff(t) * sp.Matrix([0, 0, 1])
    axle = front.R[:, 1]
    steep = sp.sqrt(1 - axle[2] ** 2)
    down = (sp.Matrix([0, 0, 1]) - axle[2] * axle) / steep  # from the hub to the contact, in the plane of the wheel
    slip = front.p.diff(t) + P.r_F * spin.cross(down)
    rear = sp.Matrix([q.x.diff(t), q.y.diff(t)])
    return LagrangianSystem(
        title="benchmark bicycle",
        coordinates=q,
        parameters=P,
        bodies=bodies,
        gravity=(0, 0, P.g),
        loops={"f_z": (front.p[2] + P.r_F * steep, "N", "road on the front wheel")},
        nonholonomic={
            "f_R": (ahead.dot(rear) + P.r_R * q.theta_R.diff(t), "N", "rear wheel, along"),
            "f_S": (rear[1] * ahead[0] - rear[0] * ahead[1], "N", "rear wheel, across"),
            "f_x": (slip[0], "N", "front wheel, x"),
            "f_y": (slip[1], "N", "front wheel, y"),
        },
    )


def _lean_axis(q: Coordinates) -> sp.Matrix:
    return sp.Matrix([sp.cos(q.psi), sp.sin(q.psi), 0])


def _inertia(xx: float, yy: float, zz: float, xz: float) -> list[list[float]]:
    return [[xx, 0, xz], [0, yy, 0], [xz, 0, zz]]
