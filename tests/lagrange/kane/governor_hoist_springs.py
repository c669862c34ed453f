"""Appendix A: governor (A.7), hoist (A.9), hollow cylinder (A.12), body on a torsion spring (A.13), boom (A.14)."""

from collections.abc import Callable

import sympy as sp
from sympy.physics.mechanics import Particle, RigidBody, inertia

from .common import N, O, planar_body, point


def centrifugal_governor(q, u, p):
    """N.z points up; each rod turns about a horizontal hinge of the spindle; the drive is a couple on the balls."""
    spindle = N.orientnew("S", "Axis", [q[0], N.z])
    top = point("T", p.h * N.z)
    bodies, loads = [], []
    for name, side in (("1", 1), ("2", -1)):
        rod = spindle.orientnew(f"R{name}", "Axis", [-side * q[1], spindle.y])
        ball = top.locatenew(f"B{name}", -p.l * rod.z)
        ball.set_vel(N, ball.pos_from(O).dt(N))
        bodies.append(Particle(f"ball{name}", ball, p.m))
        loads.append((ball, -p.m * p.g * N.z))
    # a light spindle takes the torque
    shaft = RigidBody("spindle", O, spindle, 0, (inertia(spindle, 0, 0, 0), O))
    return [*bodies, shaft], [*loads, (spindle, p.tau * N.z)]


def rope_hoist(q, u, p):
    """Four moving things, and the ropes' kinematics as positions; friction as a force on the load."""
    incline = N.orientnew("A", "Axis", [p.alpha, N.z])
    paid_out = q[0] * p.r1 / p.r2
    load, loose = point("L", q[0] * incline.x), point("P2", -paid_out / 2 * N.y)
    drum = N.orientnew("R1", "Axis", [-q[0] / p.r2, N.z])
    wheel = N.orientnew("R2", "Axis", [paid_out / (2 * p.r), N.z])
    bodies = [
        Particle("load", load, p.m_L),
        planar_body("R1", O, drum, p.m1, p.I1),
        planar_body("R2", loose, wheel, p.m2, p.I2),
    ]
    weight = -p.m_L * p.g * N.y
    friction = -p.mu_c * (-weight).dot(incline.y) * sp.sign(u[0]) * incline.x
    return bodies, [(load, weight + friction), (loose, -(p.m2 * p.g + p.f) * N.y)]


def hollow_cylinder_rod(q, u, p):
    """Spring and friction act between both bodies: on the rod, and back on the cylinder."""
    phi, s = q
    frame = N.orientnew("A", "Axis", [phi, N.z])
    pivot = point("K", p.h * N.y)
    cylinder, rod = (
        pivot.locatenew("S1", -p.l1 / 2 * frame.y),
        pivot.locatenew("S2", -(s + p.l2 / 2) * frame.y),
    )
    for centre in (cylinder, rod):
        centre.set_vel(N, centre.pos_from(O).dt(N))
    bodies = [
        planar_body("cylinder", cylinder, frame, p.m1, p.I1_zz),
        planar_body("rod", rod, frame, p.m2, p.I2_zz),
    ]
    area = sp.pi * p.d2 * (p.l1 - s)
    towards_pivot = (p.c * (s - p.s0) + p.d0 * area * u[1]) * frame.y
    loads = [
        (cylinder, -p.m1 * p.g * N.y - towards_pivot),
        (rod, -p.m2 * p.g * N.y + towards_pivot),
        (frame, p.tau_e * N.z),
    ]
    return bodies, loads


def torsion_spring_body(q, u, p):
    """Both rods as bodies of their own; the angle is clockwise."""
    frame = N.orientnew("A", "Axis", [-q[0], N.z])
    corner = point("C", p.L_S * frame.y)
    upright = point("S1", p.L_S / 2 * frame.y)
    across = point("S2", p.L_S * frame.y + p.L_S / 4 * frame.x)
    bodies = [
        planar_body("upright", upright, frame, p.m, p.m * p.L_S**2 / 12),
        planar_body("across", across, frame, p.m / 2, p.m / 2 * (p.L_S / 2) ** 2 / 12),
    ]
    loads = [
        (upright, -p.m * p.g * N.y),
        (across, -p.m / 2 * p.g * N.y),
        (corner, p.f * frame.x),
        (frame, p.c_F * q[0] * N.z),
    ]
    return bodies, loads


def elastic_boom(q, u, p):
    """The angle is clockwise; the given inertia about the mass centre moves with the beam."""
    s, phi = q
    frame = N.orientnew("B", "Axis", [-phi, N.z])
    slide = point("A", s * N.y)
    areas = (p.b1 * p.l1, p.b2 * p.l2, p.b3 * p.l3)
    places = (-(p.l2 + p.l1 / 2), -p.l2 / 2, p.l3 / 2)
    mass = p.rho * p.d * sum(areas)
    middle = sum(a * x for a, x in zip(areas, places, strict=True)) / sum(areas)
    centre, corner = (
        slide.locatenew(name, x * frame.x + y * frame.y)
        for name, x, y in (("S", middle, 0), ("E", -(p.l1 + p.l2), -p.b1 / 2))
    )
    for place in (centre, corner):
        place.set_vel(N, place.pos_from(O).dt(N))
    bodies = [Particle("slide", slide, p.m_S), planar_body("beam", centre, frame, mass, p.I_B)]
    loads = [
        (slide, -(p.m_S * p.g + p.c1 * (s - p.s10) + p.d1 * u[0]) * N.y),
        (centre, -mass * p.g * N.y),
        (corner, p.f_e * frame.y),
        (frame, (p.c2 * phi + p.d2 * u[1]) * N.z),
    ]
    return bodies, loads


BUILDERS: dict[str, tuple[int, Callable]] = {
    "centrifugal_governor": (2, centrifugal_governor),
    "rope_hoist": (1, rope_hoist),
    "hollow_cylinder_rod": (2, hollow_cylinder_rod),
    "torsion_spring_body": (1, torsion_spring_body),
    "elastic_boom": (2, elastic_boom),
}
