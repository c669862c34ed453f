"""Aufgaben A.10, A.11 and A.15: toggle press, planar robot, trebuchet."""

from collections.abc import Callable

from .common import N, planar_body, point


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


BUILDERS: dict[str, tuple[int, Callable]] = {
    "planar_robot": (3, planar_robot),
}
