"""Chapter 2, kinematics of points: (2.1)-(2.27)."""

import numpy as np
import pytest
import sympy as sp
from sympy import Matrix, Rational, cos, sin, sqrt

from mechanics import systems
from mechanics.kinematics import CARTESIAN, POLAR, SPHERICAL, bang_coast_bang, braking
from mechanics.symbols import coordinate_symbol, t

from .compare import assert_close, assert_same

RNG = np.random.default_rng(22)
x, y, z = (coordinate_symbol(name) for name in "xyz")
r, theta, phi = (coordinate_symbol(name) for name in ("r", "theta", "phi"))
r_d, theta_d, phi_d = r.diff(t), theta.diff(t), phi.diff(t)
a_max, a_min, t0, t1, t2, t3, x_end = sp.symbols("a_max a_min t0 t1 t2 t3 x_end", real=True)
PHASES = bang_coast_bang(a_max, a_min, t0, t1, t2).phases


# --- fixed Cartesian basis ------------------------------------------------------------------------------


@pytest.mark.equation("2.1", "2.2")
def test_cartesian_basis_is_orthonormal_and_spans_the_position():
    q = RNG.normal(size=3)
    E = CARTESIAN.basis(q)
    assert_close(E.T @ E, np.eye(3), "(2.1): products of e_x, e_y, e_z")
    assert_close(q[0] * E[:, 0] + q[1] * E[:, 1] + q[2] * E[:, 2], CARTESIAN.position(q), "(2.2): position")


@pytest.mark.equation("2.3", "2.4")
def test_cartesian_velocity_and_acceleration_are_derivatives_of_the_components():
    path = [sp.cos(3 * t), t**2 * sp.exp(-t), 1 / (1 + t)]
    assert_same(CARTESIAN.velocity(path), [f.diff(t) for f in path], "(2.3)")
    assert_same(CARTESIAN.acceleration(path), [f.diff(t, 2) for f in path], "(2.4)")
    assert_same(CARTESIAN.velocity([x, y, z]), [x.diff(t), y.diff(t), z.diff(t)], "(2.3)")


# --- Beispiel 2.1 ---------------------------------------------------------------------------------------


def integrated(rate: sp.Expr, start: sp.Expr, value: sp.Expr) -> sp.Expr:
    """value + ∫ rate from start to t."""
    tau = sp.Symbol("tau", real=True)
    return value + sp.integrate(rate.subs(t, tau), (tau, start, t))


@pytest.mark.equation("2.5a", "2.5b")
def test_phase_of_acceleration():
    v = integrated(a_max, t0, sp.Integer(0))
    assert_same(v, a_max * (t - t0), "(2.5a)")
    assert_same(integrated(v, t0, sp.Integer(0)), a_max * (t - t0) ** 2 / 2, "(2.5b)")
    assert_same([PHASES[0].velocity, PHASES[0].position], [v, a_max * (t - t0) ** 2 / 2], "(2.5) of the library")


@pytest.mark.equation("2.6a", "2.6b")
def test_phase_of_constant_velocity():
    v, s = PHASES[0].at(t1)
    assert_same(v, a_max * (t1 - t0), "(2.6a)")
    printed = a_max * (t1 - t0) ** 2 / 2 + a_max * (t1 - t0) * (t - t1)
    assert_same(integrated(v, t1, s), printed, "(2.6b)")
    assert_same([PHASES[1].velocity, PHASES[1].position], [v, printed], "(2.6) of the library")


@pytest.mark.equation("2.7a", "2.7b")
def test_phase_of_braking():
    v2, x2 = PHASES[1].at(t2)
    v = a_max * (t1 - t0) + a_min * (t - t2)
    assert_same(integrated(a_min, t2, v2), v, "(2.7a)")
    printed = a_max * (t0**2 - t1**2) / 2 + a_max * (t1 - t0) * t + a_min * (t - t2) ** 2 / 2
    assert_same(integrated(v, t2, x2), printed, "(2.7b)")
    assert_same([PHASES[2].velocity, PHASES[2].position], [v, printed], "(2.7) of the library")


@pytest.mark.equation("2.8", "2.9")
def test_time_of_standstill():
    v3 = PHASES[2].velocity.subs(t, t3)
    assert_same(v3, a_max * (t1 - t0) + a_min * (t3 - t2), "(2.8)")
    (zero,) = sp.solve(v3, t3)
    assert_same(zero, t2 - a_max / a_min * (t1 - t0), "(2.9)")
    assert_same(PHASES[2].end, zero, "(2.9) of the library")


def end_position() -> sp.Expr:
    return PHASES[2].position.subs(t, PHASES[2].end)


@pytest.mark.equation("2.10")
def test_end_position():
    printed = a_max / (2 * a_min) * (t1 - t0) * (a_min * (2 * t2 - t0 - t1) + a_max * (t0 - t1))
    assert_same(end_position(), printed, "(2.10)")
    numbers = {"a_max": 1.5, "t0": 0.2, "t1": 0.9, "t2": 2.0, "x_end": 3.0}
    found = systems.load("acceleration_profile").solve(**numbers)
    reached = printed.subs({s: numbers[s.name] for s in (a_max, t0, t1, t2)}).subs(a_min, found["a_min"])
    assert_close([float(reached)], [3.0], "(2.10): where acceleration_profile stops")


@pytest.mark.equation("2.11")
def test_braking_acceleration_for_an_end_position():
    """With the leading minus, which the source does not show: without it the mass never stops."""
    (solution,) = sp.solve(end_position() - x_end, a_min)
    without_minus = a_max**2 * (t1 - t0) ** 2 / (a_max * (t1 - t0) * (t0 + t1 - 2 * t2) + 2 * x_end)
    assert_same(solution, -without_minus, "(2.11)")
    assert_same(braking(a_max, t0, t1, t2, x_end).a_min, solution, "(2.11) of the library")
    numbers = {a_max: 2, t0: 0, t1: 1, t2: Rational(5, 2), x_end: 6}
    wrong = without_minus.subs(numbers)
    assert solution.subs(numbers) == -1 and wrong == 1
    assert PHASES[2].end.subs(numbers).subs(a_min, wrong) < numbers[t2], "a positive a_min would stop before t2"
    assert end_position().subs(numbers).subs(a_min, wrong) != 6, "(2.11) without minus misses the end position"


# --- polar coordinates ----------------------------------------------------------------------------------


@pytest.mark.equation("2.12", "2.13")
def test_position_in_polar_coordinates():
    e_x, e_y = Matrix([1, 0]), Matrix([0, 1])
    assert_same(POLAR.position([r, phi]), [r * cos(phi), r * sin(phi)], "(2.12)")
    assert_same(POLAR.position([r, phi]), r * cos(phi) * e_x + r * sin(phi) * e_y, "(2.13)")
    values = RNG.uniform([0.1, -3], [4, 3], (50, 2))
    place = POLAR.position(values)
    assert_close(np.hypot(*place.T), values[:, 0], "(2.12): r is the distance from the origin")
    assert_close(np.arctan2(place[:, 1], place[:, 0]), values[:, 1], "(2.12): phi is the angle from the x axis")


@pytest.mark.equation("2.14")
def test_velocity_by_the_chain_rule():
    R = POLAR.position([r, phi])
    expected = R.diff(t)
    assert_same(POLAR.jacobian([r, phi]) * Matrix([r_d, phi_d]), expected, "(2.14)")
    assert_same(R.diff(r) * r_d + R.diff(phi) * phi_d, expected, "(2.14)")


@pytest.mark.equation("2.15a", "2.15b")
def test_tangent_vectors():
    J = POLAR.jacobian([r, phi])
    assert_same(J[:, 0], [cos(phi), sin(phi)], "(2.15a)")
    assert_same(J[:, 1], [-r * sin(phi), r * cos(phi)], "(2.15b)")
    h, q = 1e-6, np.array([1.3, 0.7])
    for k, step in enumerate(np.eye(2) * h):
        slope = (POLAR.position(q + step) - POLAR.position(q - step)) / (2 * h)
        assert_close(POLAR.jacobian(q)[:, k], slope, f"(2.15{'ab'[k]}) by finite differences", 1e-8)


@pytest.mark.equation("2.16")
def test_determinant_of_the_basis():
    J = Matrix([[cos(phi), sin(phi)], [-r * sin(phi), r * cos(phi)]])
    assert_same(POLAR.jacobian([r, phi]).T, J, "(2.16): tangent vectors as rows")
    assert_same(J.det(), r, "(2.16): determinant")
    assert J.subs(r, 0).rank() == 1, "(2.16): at r = 0 the vectors are no basis"


@pytest.mark.equation("2.17", "2.18")
def test_unit_vectors():
    J, E, h = (f([r, phi]) for f in (POLAR.jacobian, POLAR.basis, POLAR.scale_factors))
    for k, length in enumerate((sp.Integer(1), r)):
        assert_same(sqrt(J[:, k].dot(J[:, k])), length, "(2.18): length of the tangent vector")
        assert_same(h[k], length, "(2.18) of the library")
        assert_same(E[:, k], J[:, k] / length, "(2.17)")


@pytest.mark.equation("2.19")
def test_velocity_components():
    v = POLAR.velocity([r, phi])
    assert_same(v, [r_d, r * phi_d], "(2.19)")
    assert_same(POLAR.basis([r, phi]) * v, POLAR.position([r, phi]).diff(t), "(2.19): v_r e_r + v_phi e_phi")
    found = systems.load("polar_kinematics").solve(r=2.0, phi=0.3, r_d=-0.4, phi_d=1.5)
    assert_close([found["v_r"], found["v_phi"]], [-0.4, 3.0], "(2.19): polar_kinematics")


@pytest.mark.equation("2.22")
def test_product_rule_with_a_moving_basis():
    v_r, v_phi = POLAR.velocity([r, phi])
    E = POLAR.basis([r, phi])
    e_r, e_phi = E[:, 0], E[:, 1]
    printed = v_r.diff(t) * e_r + v_r * e_r.diff(t) + v_phi.diff(t) * e_phi + v_phi * e_phi.diff(t)
    assert_same(printed, POLAR.position([r, phi]).diff(t, 2), "(2.22)")
    fixed = v_r.diff(t) * e_r + v_phi.diff(t) * e_phi
    with pytest.raises(AssertionError):  # the basis turns: its derivatives cannot be left out
        assert_same(fixed, POLAR.position([r, phi]).diff(t, 2), "without the turning basis")


@pytest.mark.equation("2.23a", "2.23b")
def test_polar_unit_vectors_in_cartesian_ones():
    E = POLAR.basis([r, phi])
    assert_same(E[:, 0], [cos(phi), sin(phi)], "(2.23a)")
    assert_same(E[:, 1], [-sin(phi), cos(phi)], "(2.23b)")
    place = POLAR.position([r, phi])
    assert_same(E[:, 0] * r, place, "(2.23a): e_r points to P")
    assert_same([E[:, 0].dot(E[:, 1]), E.det()], [0, 1], "(2.23b): e_phi is perpendicular to e_r, to its left")


@pytest.mark.equation("2.24a", "2.24b")
def test_cartesian_unit_vectors_in_polar_ones():
    inverse = Matrix([[cos(phi), sin(phi)], [-sin(phi), cos(phi)]]).inv()  # rows of (2.23) solved for e_x, e_y
    assert_same(inverse[0, :], [cos(phi), -sin(phi)], "(2.24a)")
    assert_same(inverse[1, :], [sin(phi), cos(phi)], "(2.24b)")
    for k, printed in enumerate(([cos(phi), -sin(phi)], [sin(phi), cos(phi)])):
        unit = Matrix([1 - k, k])
        assert_same(POLAR.components([r, phi], unit), printed, f"(2.24{'ab'[k]}) of the library")


@pytest.mark.equation("2.25", "2.26")
def test_rates_of_the_unit_vectors():
    E, W = POLAR.basis([r, phi]), POLAR.basis_rates([r, phi])
    assert_same(E[:, 0].diff(t), phi_d * E[:, 1], "(2.25)")
    assert_same(E[:, 1].diff(t), -phi_d * E[:, 0], "(2.26)")
    assert_same(W, Matrix([[0, -phi_d], [phi_d, 0]]), "(2.25), (2.26): columns of the library's matrix")


@pytest.mark.equation("2.27")
def test_acceleration_components():
    a = POLAR.acceleration([r, phi])
    printed = [r.diff(t, 2) - r * phi_d**2, r * phi.diff(t, 2) + 2 * r_d * phi_d]
    assert_same(a, printed, "(2.27)")
    second = POLAR.position([r, phi]).diff(t, 2)
    E = POLAR.basis([r, phi])
    assert_same([second.dot(E[:, 0]), second.dot(E[:, 1])], printed, "(2.27): projected on e_r, e_phi")


# --- spherical coordinates ------------------------------------------------------------------------------


@pytest.mark.equation("2.20", "2.21")
def test_velocity_in_spherical_coordinates():
    q = [r, theta, phi]
    place = SPHERICAL.position(q)
    assert_same(place, [r * sin(theta) * cos(phi), r * sin(theta) * sin(phi), r * cos(theta)], "(2.20)")
    tangents = [place.diff(s) for s in q]
    lengths = [1, r, r * sin(theta)]
    projected = [place.diff(t).dot(g) / h for g, h in zip(tangents, lengths, strict=True)]
    printed = [r_d, r * theta_d, r * sin(theta) * phi_d]
    assert_same(projected, printed, "(2.21): the velocity projected on the unit vectors")
    assert_same(SPHERICAL.velocity(q), printed, "(2.21)")


def test_acceleration_in_spherical_coordinates():
    """Aufgabe 2.2, not numbered in the lecture."""
    q = [r, theta, phi]
    place, s, c = SPHERICAL.position(q), sin(theta), cos(theta)
    lengths = [1, r, r * s]
    projected = [place.diff(t, 2).dot(place.diff(x)) / h for x, h in zip(q, lengths, strict=True)]
    printed = [
        r.diff(t, 2) - r * theta_d**2 - r * s**2 * phi_d**2,
        2 * r_d * theta_d + r * theta.diff(t, 2) - r * s * c * phi_d**2,
        (r * phi.diff(t, 2) + 2 * r_d * phi_d) * s + 2 * r * phi_d * theta_d * c,
    ]
    assert_same(projected, printed, "Aufgabe 2.2: projected on the unit vectors")
    assert_same(SPHERICAL.acceleration(q), printed, "Aufgabe 2.2")
