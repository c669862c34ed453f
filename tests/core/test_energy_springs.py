"""Springs, alone and combined: forces and lengths as a test bench would find them."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import trapezoid

from mechanics.energy import Spring, parallel, series, stiffness_matrix
from mechanics.lagrange import Spring as Element
from mechanics.model import ModelError

C1, C2, S1, S2, S = sp.symbols("c1 c2 s1 s2 s", positive=True)
PROGRESSIVE = Spring(lambda x: 100 * x + 5000 * x**3, 0.1)
SOFT = Spring(50.0, 0.2)

springs = st.tuples(st.floats(1, 1e4), st.floats(0.01, 2)).map(lambda row: Spring(*row))


@given(st.lists(springs, min_size=1, max_size=4), st.floats(-100, 100))
def test_springs_in_a_row_have_one_force_and_add_their_lengths(row, force):
    assert series(*row).length(force) == pytest.approx(sum(s.length(force) for s in row), rel=1e-12, abs=1e-12)


@given(st.lists(springs, min_size=1, max_size=4), st.floats(0.01, 5))
def test_springs_side_by_side_have_one_length_and_add_their_forces(row, s):
    total = sum(x.force(s) for x in row)
    assert parallel(*row).force(s) == pytest.approx(total, rel=1e-9, abs=1e-9)


@given(springs, springs)
def test_a_row_is_softer_than_its_softest_spring_a_pair_harder_than_its_hardest(a, b):
    assert series(a, b).law < min(a.law, b.law)
    assert parallel(a, b).law > max(a.law, b.law)


@given(springs, springs, st.floats(0.1, 5))
def test_the_energy_of_a_row_is_that_of_its_springs(a, b, s):
    assume(abs(s - a.s0 - b.s0) > 1e-3)
    force = series(a, b).force(s)
    parts = a.energy(a.length(force)) + b.energy(b.length(force))
    assert series(a, b).energy(s) == pytest.approx(parts, rel=1e-9)


def test_a_pair_of_different_lengths_is_under_stress_even_without_load():
    """What the pair stores beside the energy of its replacement: two springs that hold each other, (s01 - s02)²/2 c."""
    pair = parallel(Spring(C1, S1), Spring(C2, S2))
    own = Spring(C1, S1).energy(S) + Spring(C2, S2).energy(S)
    locked = series(Spring(C1, 0), Spring(C2, 0)).law * (S1 - S2) ** 2 / 2
    assert sp.simplify(own - pair.energy(S) - locked) == 0


def test_characteristics_combine_like_numbers_of_a_test_bench():
    row, pair = series(PROGRESSIVE, SOFT), parallel(PROGRESSIVE, SOFT)
    for s in (0.1, 0.25, 0.3, 0.5):
        force = row.force(s)
        assert PROGRESSIVE.length(force) + SOFT.length(force) == pytest.approx(s, abs=1e-12)
        assert pair.force(s) == pytest.approx(PROGRESSIVE.force(s) + SOFT.force(s), rel=1e-9, abs=1e-9)
    assert pair.force(pair.s0) == 0 and row.force(row.s0) == pytest.approx(0, abs=1e-9)
    s = np.linspace(row.s0, 0.5, 401)
    area = trapezoid([row.force(x) for x in s], s)
    assert row.energy(0.5) == pytest.approx(area, rel=1e-4), "energy is the area below the characteristic"


def test_energy_by_number_and_by_formula():
    formula = PROGRESSIVE.energy(S)
    assert sp.expand(formula - (50 * (S - 0.1) ** 2 + 1250 * (S - 0.1) ** 4)) == pytest.approx(0)
    assert float(formula.subs(S, 0.37)) == pytest.approx(PROGRESSIVE.energy(0.37), rel=1e-9)
    assert float(Element(S, lambda x: 100 * x + 5000 * x**3).energy.subs(S, 0.2)) == pytest.approx(2 + 2)


def test_a_stiffness_matrix_is_found_only_where_there_is_an_energy():
    assert stiffness_matrix([C1 * S1 - C2 * S2, -C2 * S1 + C2 * S2], [S1, S2]) == sp.Matrix([[C1, -C2], [-C2, C2]])
    with pytest.raises(ModelError, match="no potential"):
        stiffness_matrix([C1 * S1 - C2 * S2, C2 * S2], [S1, S2])


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: Spring(-3.0), "stiffness of a spring must be positive; got -3.0"),
        (lambda: Spring(lambda x: x + 1), "zero at zero deflection; it gives 1 N"),
        (lambda: series(), "At least one spring"),
        (lambda: Spring(lambda x: np.tanh(x)).length(2.0), "never reaches 2 N"),
        (lambda: Spring(lambda x: x * sp.sin(sp.cos(x) + x)).energy(S), "no integral in closed form"),
    ],
)
def test_bad_input_is_one_clear_error(call, reason):
    with pytest.raises(ModelError, match=reason):
        call()
