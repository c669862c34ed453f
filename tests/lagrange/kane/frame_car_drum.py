"""Hinged frame, quarter car and rope drum: Aufgaben A.2, A.4 and A.8."""

from collections.abc import Callable

import sympy as sp
from sympy.physics.mechanics import Particle

from .common import N, O, planar_body, point


def hinged_frame_body(q, u, p):
    frame = N.orientnew("F", "Axis", [q[0], N.z])
    bars = [
        (-p.l2 / 2, p.l1 + 3 * p.d / 2, p.l2, p.d),
        (p.d / 2, p.d + p.l1 / 2, p.d, p.l1 + 2 * p.d),
        (p.d + p.l3 / 2, p.d / 2, p.l3, p.d),
    ]
    bodies, loads = [], []
    for k, (x, y, width, height) in enumerate(bars, 1):
        mass, centre = p.rho * p.b * width * height, point(f"S{k}", x * frame.x + y * frame.y)
        bodies.append(planar_body(f"bar {k}", centre, frame, mass, mass * (width**2 + height**2) / 12))
        loads.append((centre, -mass * p.g * N.y))
    load = point("M", (p.d + p.l_m) * frame.x + p.d * frame.y)
    top = point("F", -p.l2 * frame.x + (p.d + p.l1) * frame.y)
    foot = O.locatenew("G", -p.l2 * N.x + (p.d + p.l1 - p.l_f_phi0) * N.y)
    reach = top.pos_from(foot)
    length = reach.magnitude()
    spring = -p.c * (length - p.l_f0) / length * reach
    bodies.append(Particle("m", load, p.m_m))
    return bodies, [*loads, (load, -p.m_m * p.g * N.y), (top, spring)]


def quarter_car(q, u, p):
    body, wheel = point("A", q[0] * N.y), point("R", q[1] * N.y)
    suspension = p.c_A * (q[1] - q[0]) + p.d_A * (u[1] - u[0])
    tyre = p.c_R * (p.x_U - q[1]) + p.d_R * (p.x_U_d - u[1])
    bodies = [Particle("A", body, p.m_A), Particle("R", wheel, p.m_R)]
    loads = [(body, (suspension - p.m_A * p.g) * N.y), (wheel, (tyre - suspension - p.m_R * p.g) * N.y)]
    return bodies, loads


def rope_drum(q, u, p):
    # the rope does no work: its two ends have the same speed along it; rolling, the ground does none either
    drum = N.orientnew("D", "Axis", [-q[0] / p.r_a, N.z])
    centre = point("S", q[0] * N.x)
    unwound = q[0] + sp.sympify(p.r_i) * q[0] / p.r_a
    block = point("B", -unwound * N.y)
    bodies = [planar_body("drum", centre, drum, p.m_T, p.I_T), Particle("block", block, p.m_B)]
    return bodies, [(centre, -p.c * (q[0] - p.s_f0) * N.x), (block, -p.m_B * p.g * N.y)]


BUILDERS: dict[str, tuple[int, Callable]] = {
    "hinged_frame_body": (1, hinged_frame_body),
    "quarter_car": (2, quarter_car),
    "rope_drum": (1, rope_drum),
}
