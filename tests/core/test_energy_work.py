"""Power, work along a path and kinetic energy: along motions whose forces are known by other means."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import trapezoid

from mechanics.energy import kinetic_energy, koenig, power, quadratic_energy, work
from mechanics.model import ModelError

T, M, G = sp.symbols("t m g", positive=True)


def test_the_work_of_all_forces_is_the_gain_of_kinetic_energy():
    """A throw: the weight does what the speed loses."""
    path = [3 * T, sp.Integer(0), 4 * T - G * T**2 / 2]
    gain = kinetic_energy(M, sp.Matrix(path).diff(T)) - kinetic_energy(M, [3, 0, 4])
    assert sp.simplify(work([0, 0, -M * G], path, T, 0, T) - gain) == 0


def test_a_force_across_the_motion_does_no_work():
    circle = [sp.cos(T), sp.sin(T), 0]
    inwards = [-sp.cos(T), -sp.sin(T), 0]
    assert power(inwards, sp.Matrix(circle).diff(T)) == 0
    assert work(inwards, circle, T, 0, 2 * sp.pi) == 0


def test_gauss_nodes_take_the_place_of_an_integral_without_a_closed_form():
    path, end = [T, T**2, 0], sp.Symbol("end", positive=True)
    polynomial = [T**3, T * G, 0]
    assert sp.simplify(work(polynomial, path, T, 0, end, nodes=3) - work(polynomial, path, T, 0, end)).evalf(
        subs={end: 2, G: 3}
    ) == pytest.approx(0, abs=1e-12)
    bump = [sp.exp(-(T**2)), sp.sin(sp.cos(T)), 0]
    fine = work(bump, path, T, 0, 1, nodes=20)
    s = np.linspace(0, 1, 20001)
    assert float(fine) == pytest.approx(trapezoid(np.exp(-(s**2)) + np.sin(np.cos(s)) * 2 * s, s), rel=1e-8)


def test_numbers_and_symbols_alike():
    assert power([1.0, 2.0], [3.0, -1.0]) == 1.0
    assert kinetic_energy(2.0, [3.0, 4.0, 0.0]) == 25.0
    assert kinetic_energy(M, [sp.Symbol("v")]) == M * sp.Symbol("v") ** 2 / 2


vectors = st.lists(st.integers(-5, 5), min_size=3, max_size=3)


@given(st.lists(st.tuples(st.integers(1, 9), vectors), min_size=1, max_size=5))
def test_both_parts_of_koenig_make_the_energy_of_all_points(points):
    masses, velocities = [m for m, _ in points], [v for _, v in points]
    total = sum(0.5 * m * np.dot(v, v) for m, v in points)
    translation, relative = koenig(masses, velocities)
    assert float(translation + relative) == pytest.approx(total)
    assert relative >= 0, "motion about the centre of mass has no negative energy"


def test_a_rigid_dumbbell_turns_with_half_the_inertia_times_omega_squared():
    omega, a, v = sp.symbols("omega a v", positive=True)
    translation, rotation = koenig([M, M], [[v, omega * a, 0], [v, -omega * a, 0]])
    assert sp.simplify(translation - M * v**2) == 0
    assert sp.simplify(rotation - 2 * M * a**2 * omega**2 / 2) == 0


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: power([1, 2], [1, 2, 3]), "same number of components; got 2 and 3"),
        (lambda: work([sp.Function("f")(T)], [T], T, 0, 1), "no closed form"),
        (lambda: koenig([1, 2], [[1, 0, 0]]), "got 2 masses, 1 velocities"),
        (lambda: koenig([], []), "0 masses"),
        (lambda: quadratic_energy([[1, 2], [0, 1]], [1, 1]), r"symmetric stiffness matrix .* \(3.73\)"),
        (lambda: quadratic_energy([[1, 0], [0, 1]], [1, 1, 1]), "A 3 x 3 stiffness matrix was expected"),
    ],
)
def test_bad_input_is_one_clear_error(call, reason):
    with pytest.raises(ModelError, match=reason):
        call()
