"""Aufgaben A.10, A.11 and A.15: toggle press, planar robot, trebuchet."""

from collections.abc import Callable

import sympy as sp
from sympy.physics.mechanics import Particle

from .common import N, planar_body, point


def toggle_press(q, u, p):
    # lever 2 leads from the knee to the slider, which stays on N.x: the root of L2**2 = (x - x_knee)**2 + y_knee**2
    one = N.orientnew("A1", "Axis", [q[0], N.z])
    x_knee, y_knee = p.L1 * sp.cos(q[0]), p.L1 * sp.sin(q[0])
    reach = sp.sqrt(p.L2**2 - y_knee**2)
    x_slider = x_knee + reach
    two = N.orientnew("A2", "Axis", [-sp.atan2(y_knee, reach), N.z])
    knee, slider = point("K", x_knee * N.x + y_knee * N.y), point("P", x_slider * N.x)
    s1, s2 = point("S1", p.L1 / 2 * one.x), point("S2", (x_knee + x_slider) / 2 * N.x + y_knee / 2 * N.y)
    bodies = [planar_body("lever1", s1, one, p.m1, p.I1), planar_body("lever2", s2, two, p.m2, p.I2)]
    push = -p.f_L - p.c_F * (x_slider - p.s_F0)
    weights = [(s1, -p.m1 * p.g * N.y), (s2, -p.m2 * p.g * N.y)]
    return bodies, [*weights, (knee, -p.f * N.y), (slider, push * N.x)]


def planar_robot(q, u, p):
    one, two, three = (N.orientnew(f"A{k}", "Axis", [x, N.z]) for k, x in enumerate(q))
    bearing = p.h * N.y
    s1 = point("S1", bearing + p.l1 / 6 * one.x)
    s2 = point("S2", bearing + 2 * p.l1 / 3 * one.x + p.l2 / 2 * two.x)
    s3 = point("S3", bearing - p.l1 / 3 * one.x - p.l3 / 2 * three.x)
    tip = point("E", bearing + 2 * p.l1 / 3 * one.x + p.l2 * two.x)
    bodies = [
        planar_body("segment1", s1, one, p.m1, p.I1),
        planar_body("segment2", s2, two, p.m2, p.I2),
        planar_body("segment3", s3, three, p.m3, p.I3),
    ]
    weights = [(s, -m * p.g * N.y) for s, m in ((s1, p.m1), (s2, p.m2), (s3, p.m3))]
    return bodies, [*weights, (tip, p.f_ex * N.x)]


def trebuchet(q, u, p):
    # phase 2 in the plane of N.x and N.z: the arm turns counterclockwise, which is about -N.y
    arm = N.orientnew("A", "Axis", [-q[0], N.y])
    hanging = N.orientnew("B", "Axis", [q[1], N.y])
    sling = N.orientnew("C", "Axis", [-q[2], N.y])
    weight, shot = point("PM", p.l * arm.x - p.h * hanging.z), point("Pm", -p.L * arm.x - p.r * sling.z)
    bodies = [Particle("M", weight, p.M), Particle("m", shot, p.m)]
    return bodies, [(weight, -p.M * p.g * N.z), (shot, -p.m * p.g * N.z)]


BUILDERS: dict[str, tuple[int, Callable]] = {
    "toggle_press": (1, toggle_press),
    "planar_robot": (3, planar_robot),
    "trebuchet": (3, trebuchet),
}
