"""The systems of chapters 3 and 5."""

from collections.abc import Callable

import sympy as sp
from sympy.physics.mechanics import Particle, ReferenceFrame, RigidBody, inertia

from .common import N, O, planar_body, point


def mathematical_pendulum(q, u, p):
    rod = N.orientnew("A", "Axis", [q[0], N.x])
    mass = point("P", -p.l * rod.z)
    return [Particle("m", mass, p.m)], [(mass, -p.m * p.g * N.z)]


def pulley_two_masses(q, u, p):
    # N.z points down; the rope does no work
    first, second = point("P1", -q[0] / 2 * N.z), point("P2", q[0] * N.z)
    bodies = [Particle("m1", first, p.m1), Particle("m2", second, p.m2)]
    return bodies, [(first, p.m1 * p.g * N.z), (second, p.m2 * p.g * N.z)]


def spring_mass_damper_three(q, u, p):
    points = [point(f"P{k}", s * N.z) for k, s in enumerate(q)]
    bodies = [Particle(f"m{k}", place, m) for k, (place, m) in enumerate(zip(points, (p.m1, p.m2, p.m3), strict=True))]
    ground1 = -p.c11 * (q[0] - p.s011) - p.d11 * u[0]
    ground2 = -p.c22 * (q[1] - p.s022) - p.d22 * u[1]
    pull13 = p.c13 * (q[2] - q[0] - p.s013) + p.d13 * (u[2] - u[0])
    pull23 = p.c23 * (q[2] - q[1] - p.s023)
    forces = [
        ground1 + pull13 - p.m1 * p.g,
        ground2 + pull23 - p.m2 * p.g,
        -pull13 - pull23 - p.m3 * p.g - p.f_L,
    ]
    return bodies, [(place, force * N.z) for place, force in zip(points, forces, strict=True)]


def drivetrain(q, u, p):
    motor = N.orientnew("M", "Axis", [p.i_g * q[0], N.x])
    first, load = (N.orientnew(f"D{k}", "Axis", [x, N.x]) for k, x in enumerate(q))
    bodies = [
        RigidBody(name, O, frame, 0, (inertia(frame, i, 0, 0), O))
        for name, frame, i in (("motor", motor, p.I_m), ("first", first, p.I1), ("load", load, p.I2))
    ]
    shaft = p.c * (q[0] - q[1]) + p.d * (u[0] - u[1])
    return bodies, [(motor, p.tau_m * N.x), (first, -shaft * N.x), (load, (shaft - p.tau_l) * N.x)]


def rolling_ball_incline(q, u, p):
    incline = N.orientnew("A", "Axis", [-p.alpha, N.z])
    ball = incline.orientnew("B", "Axis", [-q[0], incline.z])
    centre = point("S", p.R * q[0] * incline.x + p.R * incline.y)
    bodies = [planar_body("ball", centre, ball, p.m, sp.Rational(2, 5) * p.m * p.R**2)]
    return bodies, [(centre, -p.m * p.g * N.y)]


def spherical_pendulum(q, u, p):
    turned = N.orientnew("A", "Axis", [-q[1], N.y])
    rod = turned.orientnew("B", "Axis", [q[0], turned.z])
    mass = point("P", -p.l * rod.y)
    return [Particle("m", mass, p.m)], [(mass, -p.m * p.g * N.y - p.f_ex * N.x)]


def ball_on_beam(q, u, p):
    beam, ball = N.orientnew("B", "Axis", [q[0], N.z]), ReferenceFrame("K")
    ball.orient_axis(beam, beam.z, -q[1] / p.r_K)  # r_d = -r_K phi2_d
    centre = point("K", q[1] * beam.x + p.r_K * beam.y)
    bodies = [
        planar_body("ball", centre, ball, p.m_K, sp.Rational(2, 5) * p.m_K * p.r_K**2),
        planar_body("beam", O, beam, 0, p.I_B),
    ]
    return bodies, [(centre, -p.m_K * p.g * N.y), (beam, p.tau_e * N.z)]


def cart_pendulum(q, u, p):
    s, phi = q
    rod = N.orientnew("A", "Axis", [phi, N.z])
    cart, centre = point("W", s * N.x), point("S", s * N.x - p.l_S / 2 * rod.y)
    m_S = p.rho_S * p.l_S * p.b_S * p.h_S
    bodies = [
        Particle("cart", cart, p.m_W),
        planar_body("rod", centre, rod, m_S, m_S * (p.l_S**2 + p.b_S**2) / 12),
    ]
    push = p.f_e - p.c_W * (s - p.s_W0) - p.d_R * u[0]
    return bodies, [(cart, push * N.x), (centre, -m_S * p.g * N.y)]


def rotational_two_mass(q, u, p):
    discs = [N.orientnew(f"D{k}", "Axis", [x, N.x]) for k, x in enumerate(q)]
    bodies = [
        RigidBody(f"disc{k}", O, disc, 0, (inertia(disc, i, 0, 0), O))
        for k, (disc, i) in enumerate(zip(discs, (p.I_xx1, p.I_xx2), strict=True))
    ]
    between = p.c12 * (q[1] - q[0]) + p.d12 * (u[1] - u[0])
    torques = [-p.c1 * q[0] - p.d1 * u[0] + between - p.tau1, -between - p.tau2]
    return bodies, [(disc, torque * N.x) for disc, torque in zip(discs, torques, strict=True)]


def planar_manipulator(q, u, p):
    link1 = N.orientnew("L1", "Axis", [q[0], N.z])
    link2 = link1.orientnew("L2", "Axis", [q[1], link1.z])
    s1, s2 = point("S1", p.l_s1 * link1.x), point("S2", p.l1 * link1.x + p.l_s2 * link2.x)
    tip = point("E", p.l1 * link1.x + p.l2 * link2.x)
    bodies = [
        planar_body("link1", s1, link1, p.m1, p.I_zz1),
        planar_body("link2", s2, link2, p.m2, p.I_zz2),
    ]
    to_bearing = p.l0A * N.x + p.h0A * N.y - tip.pos_from(O)
    length = to_bearing.magnitude()
    pull = p.c_e * (length - p.s0e) * to_bearing / length - p.d_e * tip.vel(N)
    motor2 = p.tau2 - p.d2 * u[1]
    loads = [(s1, -p.m1 * p.g * N.y), (s2, -p.m2 * p.g * N.y), (tip, pull)]
    return bodies, [*loads, (link1, (p.tau1 - motor2) * N.z), (link2, motor2 * N.z)]


BUILDERS: dict[str, tuple[int, Callable]] = {
    "mathematical_pendulum": (1, mathematical_pendulum),
    "pulley_two_masses": (1, pulley_two_masses),
    "spring_mass_damper_three": (3, spring_mass_damper_three),
    "drivetrain": (2, drivetrain),
    "rolling_ball_incline": (1, rolling_ball_incline),
    "spherical_pendulum": (2, spherical_pendulum),
    "ball_on_beam": (2, ball_on_beam),
    "cart_pendulum": (2, cart_pendulum),
    "rotational_two_mass": (2, rotational_two_mass),
    "planar_manipulator": (2, planar_manipulator),
}
