"""The tower cranes of chapters 4 and 5: slewing tower, trolley, rope, load."""

from collections.abc import Callable

import sympy as sp
from sympy.physics.mechanics import Particle

from .common import N, O, planar_body, point


def tower_crane(q, u, p):
    m_Z, m_Q = sp.pi * p.r1**2 * p.h1 * p.rho1, p.l1x * p.l1y * p.l1z * p.rho1
    tower = N.orientnew("T", "Axis", [q[0], N.z])
    swung = tower.orientnew("S", "Axis", [q[2], tower.y])
    rope = swung.orientnew("R", "Axis", [q[3], swung.x])
    jib, trolley = point("Q", p.l1x / 2 * tower.x + p.h1 * N.z), point("K", q[1] * tower.x + p.h1 * N.z)
    load = point("L", trolley.pos_from(O) - q[4] * rope.z)
    bodies = [
        planar_body("tower", O, tower, m_Z, m_Z * p.r1**2 / 2),
        planar_body("jib", jib, tower, m_Q, m_Q * (p.l1x**2 + p.l1y**2) / 12),
        planar_body("trolley", trolley, tower, p.m_K, p.I_Kzz),
        Particle("load", load, p.m_L),
    ]
    winch = p.f_S - p.d_St * u[4]
    # friction of the swing acts between the rope and the frame that it swings in
    along, across = -p.d_Sr * u[2] * tower.y, -p.d_Sr * u[3] * swung.x
    loads = [
        (tower, (p.tau1 - p.d_T * u[0]) * N.z),
        (trolley, (p.f_LK - p.d_LK * u[1]) * tower.x),
        (load, -winch * rope.z - p.m_L * p.g * N.z),
        (trolley, winch * rope.z),
        (rope, across),
        (swung, -across),
        (swung, along),
        (tower, -along),
    ]
    return bodies, loads


def tower_crane_simple(q, u, p):
    tower = N.orientnew("T", "Axis", [q[0], N.z])
    rope = tower.orientnew("R", "Axis", [q[2], tower.y])
    trolley = point("K", q[1] * tower.x + p.h1 * N.z)
    load = point("L", trolley.pos_from(O) - p.l_S * rope.z)
    bodies = [
        planar_body("tower", O, tower, 0, p.I_Tzz),
        planar_body("trolley", trolley, tower, p.m_K, p.I_Kzz),
        Particle("load", load, p.m_L),
    ]
    loads = [
        (tower, (p.tau1 - p.d_T * u[0]) * N.z),
        (trolley, (p.f_LK - p.d_LK * u[1]) * tower.x),
        (load, -p.m_L * p.g * N.z),
        (rope, -p.d_Sr * u[2] * tower.y),
        (tower, p.d_Sr * u[2] * tower.y),
    ]
    return bodies, loads


BUILDERS: dict[str, tuple[int, Callable]] = {
    "tower_crane": (5, tower_crane),
    "tower_crane_simple": (3, tower_crane_simple),
}
