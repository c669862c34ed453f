"""Aufgabe A.14, the boom on a slide: (A.159)-(A.174)."""

import numpy as np
import pytest
from scipy.integrate import dblquad
from sympy import Matrix, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same, slope

ITEM = "elastic_boom"
SYSTEM = systems.load(ITEM)
s, phi = SYSTEM.coordinates.symbols
v, w = s.diff(t), phi.diff(t)
p, f_e = SYSTEM.parameters, SYSTEM.inputs.f_e
m_B, l_s = SYSTEM.abbreviations
SHORT = SYSTEM.abbreviated
CENTRE = Matrix([-l_s * cos(phi), s + l_s * sin(phi), 0])
T_S, T_B, T_R = (
    p.m_S * v**2 / 2,
    m_B * (l_s**2 * w**2 + v**2 + 2 * v * w * l_s * cos(phi)) / 2,
    p.I_B * w**2 / 2,
)
V_B, V_S = p.g * m_B * (s + l_s * sin(phi)), p.g * p.m_S * s
V_1, V_2 = p.c1 * (s - p.s10) ** 2 / 2, p.c2 * phi**2 / 2
L = T_S + T_B + T_R - V_B - V_S - V_1 - V_2
NO_BEAM = {m_B: 0, p.I_B: 0}
RNG = np.random.default_rng(159)
CASES = [
    (
        np.array([RNG.uniform(0.4, 1.2), RNG.uniform(-1.2, 1.2)]),
        RNG.uniform(-2, 2, 2),
        RNG.uniform(-80, 80),
        {name: x.default * RNG.uniform(0.7, 1.4) for name, x in p.items()},
    )
    for _ in range(5)
]
cases = pytest.mark.parametrize("q, q_d, force, values", CASES)


def over_the_beam(values: dict[str, float], function) -> float:
    """Integral of rho d over the side view of the beam at phi = 0, seen from the hinge, x to the right."""
    a = values
    areas = [
        (-a["l1"] - a["l2"], -a["l2"], a["b1"]),
        (-a["l2"], 0.0, a["b2"]),
        (0.0, a["l3"], a["b3"]),
    ]
    return (
        a["rho"] * a["d"] * sum(dblquad(lambda y, x: function(x, y), x0, x1, -b / 2, b / 2)[0] for x0, x1, b in areas)
    )


@cases
@pytest.mark.equation("A.159", "A.160")
def test_mass_and_mass_centre_of_the_beam(q, q_d, force, values):
    model = SYSTEM.numeric(**values)
    mass = over_the_beam(values, lambda x, y: 1.0)
    to_the_left = -over_the_beam(values, lambda x, y: x) / mass
    assert_close(model.output("m_B", q), mass, f"(A.159): m_B of {ITEM}")
    assert_close(model.output("l_s", q), to_the_left, f"(A.160): l_s of {ITEM}")
    a = values
    areas = [a["b1"] * a["l1"], a["b2"] * a["l2"], a["b3"] * a["l3"]]
    printed = (areas[0] * (a["l1"] / 2 + a["l2"]) + areas[1] * a["l2"] / 2 - areas[2] * a["l3"] / 2) / sum(areas)
    assert_close(to_the_left, printed, "(A.160): the printed form, by integration")


@pytest.mark.equation("A.161")
def test_place_of_the_mass_centre():
    assert_same(SYSTEM.bodies[1].pose.p, CENTRE, f"(A.161): mass centre of the beam of {ITEM}")


@pytest.mark.equation("A.162", "A.163")
def test_potential_energies_of_gravity():
    no_springs = {p.c1: 0, p.c2: 0}
    V = SHORT.potential_energy.subs(no_springs)
    assert_same(V.subs(p.m_S, 0), V_B, f"(A.162): beam of {ITEM}")
    assert_same(V.subs(m_B, 0), V_S, f"(A.163): slide of {ITEM}")


@pytest.mark.equation("A.164", "A.165")
def test_potential_energies_of_the_springs():
    V = SHORT.potential_energy
    weightless = V.subs({p.g: 0})
    assert_same(weightless.subs(p.c2, 0), V_1, f"(A.164a): spring of the slide of {ITEM}")
    assert_same(weightless.subs(p.c1, 0), V_2, f"(A.164b): torsion spring of {ITEM}")
    assert_same(V, V_B + V_S + V_1 + V_2, f"(A.165): V of {ITEM}")


@pytest.mark.equation("A.166", "A.167", "A.168")
def test_kinetic_energies():
    T = SHORT.kinetic_energy
    assert_same(T.subs(NO_BEAM), T_S, f"(A.166): slide of {ITEM}")
    of_centre = CENTRE.diff(t)
    assert_same(m_B * of_centre.dot(of_centre) / 2, T_B, "(A.167): from (A.161)")
    assert_same(T.subs({p.m_S: 0, p.I_B: 0}), T_B, f"(A.167): translation of the beam of {ITEM}")
    assert_same(T.subs({p.m_S: 0, m_B: 0}), T_R, f"(A.168): rotation of the beam of {ITEM}")


def corner(values: dict[str, float]):
    """Place of the lower left corner from a drawing: along the beam to its end, then half of its height across."""

    def place(q):
        along, up = np.array([-np.cos(q[1]), np.sin(q[1])]), np.array([np.sin(q[1]), np.cos(q[1])])
        return np.array([0.0, q[0]]) + (values["l1"] + values["l2"]) * along - values["b1"] / 2 * up

    return place


@cases
@pytest.mark.equation("A.169", "A.170")
def test_force_and_its_point_of_application(q, q_d, force, values):
    """The force is orthogonal to the beam and points up at phi = 0; its power is force times velocity of the corner."""
    a = values
    length = a["l1"] + a["l2"]
    printed = [
        -length * np.cos(q[1]) - a["b1"] / 2 * np.sin(q[1]),
        q[0] + length * np.sin(q[1]) - a["b1"] / 2 * np.cos(q[1]),
    ]
    assert_close(corner(a)(q), printed, "(A.170): the printed place")
    direction = np.array([np.sin(q[1]), np.cos(q[1])])
    along = slope(lambda x: corner(a)(x), q)[:, 1]
    assert abs(direction @ [-np.cos(q[1]), np.sin(q[1])]) < 1e-15, "(A.169): orthogonal to the beam"
    assert direction @ along > 0, "(A.169): it lifts the left end"
    model = SYSTEM.numeric(**a | {"d1": 0.0, "d2": 0.0})
    power = model.generalized_forces(q, q_d, {"f_e": force}) @ q_d
    velocity = slope(corner(a), q) @ q_d
    assert_close(power, force * direction @ velocity, f"(A.169), (A.170): power of the force of {ITEM}", 1e-8)


@pytest.mark.equation("A.171a", "A.171b")
def test_generalized_force():
    f = SYSTEM.generalized_forces.subs({p.d1: 0, p.d2: 0})
    place = Matrix(
        [
            -(p.l1 + p.l2) * cos(phi) - p.b1 / 2 * sin(phi),
            s + (p.l1 + p.l2) * sin(phi) - p.b1 / 2 * cos(phi),
            0,
        ]
    )
    force = f_e * Matrix([sin(phi), cos(phi), 0])
    assert_same(place.jacobian([s, phi]).T * force, [f_e * cos(phi), f_e * (p.l1 + p.l2)], "(A.171): by hand")
    assert_same(f, [f_e * cos(phi), f_e * (p.l1 + p.l2)], f"(A.171): generalized force of {ITEM}")


@cases
@pytest.mark.equation("A.172a", "A.172b")
def test_friction_of_both_bearings_takes_energy(q, q_d, force, values):
    """Each bearing brakes its own motion: the power lost is d1 v² + d2 w²."""
    f = SYSTEM.numeric(**values).generalized_forces(q, q_d)
    assert_close(f, [-values["d1"] * q_d[0], -values["d2"] * q_d[1]], f"(A.172): friction of {ITEM}")
    assert f @ q_d < 0, f"(A.172): friction of {ITEM} takes energy"


@cases
@pytest.mark.equation("A.173a", "A.173b")
def test_sum_of_generalized_forces(q, q_d, force, values):
    model = SYSTEM.numeric(**values)
    both = model.generalized_forces(q, q_d, {"f_e": force})
    parts = model.generalized_forces(q, 0 * q_d, {"f_e": force}) + model.generalized_forces(q, q_d)
    assert_close(both, parts, f"(A.173): generalized forces of {ITEM}")
    expected = [force * np.cos(q[1]), force * (values["l1"] + values["l2"])]
    assert_close(both, np.array(expected) - np.array([values["d1"], values["d2"]]) * q_d, f"(A.173): {ITEM}")


@pytest.mark.equation("A.174a", "A.174b")
def test_euler_lagrange_equations():
    f = [f_e * cos(phi) - p.d1 * v, f_e * (p.l1 + p.l2) - p.d2 * w]
    for k, row in enumerate(euler_lagrange(L, [s, phi], f)):
        ours = SHORT.equations_of_motion[k]
        assert_same(ours.lhs - ours.rhs, row.lhs - row.rhs, f"(A.174): row {k + 1} of {ITEM}")


@cases
@pytest.mark.equation("A.174a", "A.174b")
def test_free_bodies(q, q_d, force, values):
    """Slide and beam cut free: unknown are both accelerations and the bearing force (x, y) in A on the beam."""
    model = SYSTEM.numeric(**values)
    a = values
    mass, arm = model.output("m_B", q), model.output("l_s", q)
    sin_, cos_ = np.sin(q[1]), np.cos(q[1])
    # mass centre of the beam from A: arm * (-cos, sin); its acceleration: s_dd e_y + arm (phi_dd (sin, cos) + ...)
    centripetal = mass * arm * q_d[1] ** 2 * np.array([cos_, -sin_])
    length = a["l1"] + a["l2"]
    lever = np.array([-length * cos_ - a["b1"] / 2 * sin_, length * sin_ - a["b1"] / 2 * cos_])
    about = lever - arm * np.array([-cos_, sin_])  # corner from the mass centre
    push = force * np.array([sin_, cos_])
    clockwise = -(about[0] * push[1] - about[1] * push[0])
    left = np.array(
        [
            [a["m_S"], 0.0, 0.0, 1.0],  # slide, vertical
            [0.0, mass * arm * sin_, -1.0, 0.0],  # beam, horizontal
            [mass, mass * arm * cos_, 0.0, -1.0],  # beam, vertical
            # beam about its mass centre, clockwise; A lies at arm (cos, -sin) from there
            [0.0, a["I_B"], arm * sin_, arm * cos_],
        ]
    )
    moment = clockwise - a["c2"] * q[1] - a["d2"] * q_d[1]
    right = [
        -a["m_S"] * a["g"] - a["c1"] * (q[0] - a["s10"]) - a["d1"] * q_d[0],
        push[0] - centripetal[0],
        push[1] - mass * a["g"] - centripetal[1],
        moment,
    ]
    found = np.linalg.solve(left, right)[:2]
    ours = model.accelerations(q, q_d, {"f_e": force})
    assert_close(ours, found, f"(A.174): accelerations of {ITEM} against the free bodies")
