"""Fields: potentials that were put in come out again, curls are found, holes in the domain are noticed."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.energy import Field, circulation
from mechanics.model import ModelError

X, Y, Z = R = sp.symbols("x y z", real=True)
GRAVITATION = Field.read([f"{r}/(x**2 + y**2 + z**2)**1.5" for r in "xyz"])
VORTEX = Field.read(["-y/(x**2 + y**2)", "x/(x**2 + y**2)", "0"])
SPIN = Field.read(["-y", "x", "0"])

monomials = st.tuples(st.integers(-4, 4), *[st.integers(0, 3)] * 3).map(
    lambda m: m[0] * X ** m[1] * Y ** m[2] * Z ** m[3]
)
polynomials = st.lists(monomials, min_size=1, max_size=4).map(sum)
points = st.lists(st.integers(-2, 2), min_size=3, max_size=3)


@settings(max_examples=15)
@given(polynomials, points)
def test_the_potential_of_a_gradient_is_what_it_came_from(V, reference):
    field = Field.of_potential(V, R)
    assert field.is_integrable
    found = field.potential(reference)
    assert sp.expand(found - V + V.subs(dict(zip(R, reference, strict=True)))) == 0


@given(polynomials, st.lists(points, min_size=2, max_size=4))
def test_the_work_is_the_difference_of_the_potential_on_every_way(V, way):
    field = Field.of_potential(V, R)
    first, last = (float(sp.sympify(V).subs(dict(zip(R, way[k], strict=True)))) for k in (0, -1))
    assert field.work_along(way) == pytest.approx(last - first, rel=1e-9, abs=1e-6)


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=3, max_size=3), points)
def test_a_linear_field_has_a_potential_if_its_matrix_is_symmetric(rows, end):
    A = np.array(rows)
    field = Field(sp.Matrix(A) * sp.Matrix(R), R)
    symmetric = bool((A == A.T).all())
    assert field.is_integrable == symmetric
    assert circulation(field, [0.5, 0, 0], [float(x) for x in end]).are_equal == symmetric


def test_the_work_around_a_circle_is_the_curl_times_the_area():
    """Stokes: the spin field has the curl 2 everywhere."""
    corners = [[1, 0, 0], [1, 2, 0], [-1, 2, 0], [-1, 0, 0], [1, 0, 0]]
    assert SPIN.curl_at([0.3, -4, 2]) == [0, 0, 2]
    assert SPIN.work_along(corners) == pytest.approx(2 * 4, rel=1e-12)


def test_a_central_force_is_conservative_in_spite_of_its_singular_point():
    assert GRAVITATION.is_integrable
    ways = circulation(GRAVITATION, [1, 0, 0], [-2, 0, 0])
    assert ways.are_equal, "space without a point is simply connected"
    assert ways.work == pytest.approx(1 - 1 / 2, rel=1e-9)
    V = GRAVITATION.potential([1, 1, 1])
    assert float(V.subs({X: 0, Y: 0, Z: -2})) == pytest.approx(1 / np.sqrt(3) - 1 / 2)


@pytest.mark.parametrize("end", [[1, 1, 0], [0, 2, 0], [-2, 0, 0], [1, 0, 5], [1, 0, 0]])
def test_a_vortex_without_curl_still_depends_on_the_way(end):
    assert VORTEX.is_integrable, "its curl is zero wherever it is defined"
    works = circulation(VORTEX, [1, 0, 0], end)
    assert not works.are_equal, "a way around the axis does other work"
    turns = (np.array(works.works) - works.works[0]) / (2 * np.pi)
    assert turns == pytest.approx(np.round(turns), abs=1e-9), "the difference is 2 pi for each turn"


def test_a_way_through_a_singular_point_is_no_way():
    with pytest.raises(ModelError, match="not finite"):
        VORTEX.work_along([[1, 0, 0], [-2, 0, 0]])
    with pytest.raises(ModelError, match="not finite"):
        Field.read(["log(x)", "0", "0"]).work_along([[1, 0, 0], [-1, 0, 0]])


def test_fields_of_fewer_coordinates():
    c1, c12, z1, z2 = sp.symbols("c1 c12 z1 z2", positive=True)
    field = Field([c1 * z1 + c12 * (z1 - z2), c12 * (z2 - z1)], (z1, z2))
    assert field.is_integrable and list(field.integrability.values()) == [0]
    numbers = field.with_values({c1: 2, c12: 3})
    assert numbers.work_along([[0, 0], [1, 2]]) == pytest.approx(2 * 1 / 2 + 3 * 1 / 2)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: SPIN.potential(), "no potential: ∂f_x/∂y − ∂f_y/∂x = -2"),
        (lambda: Field.read(["x", "y"]), "got 2 components for x, y, z"),
        (lambda: Field.read(["x*w", "0", "0"]), "contains w; a formula of x, y, z is expected"),
        (lambda: Field.read(["__import__('os')", "0", "0"]), "cannot be read"),
        (lambda: VORTEX.at([0, 0, 1]), r"no finite real value at \(0, 0, 1\)"),
        (lambda: VORTEX.at([0, 1]), "a number for each of x, y, z"),
        (lambda: circulation(Field.read(["sqrt(x)", "0", "0"]), [-1, 0, 0], [1, 0, 0]), "no finite real value"),
        (lambda: Field([X, Y], (X, Y)).curl, "A curl needs three coordinates"),
        (lambda: Field([X * Z, Y], (X, Y)).at([1, 1]), "Numbers are needed for z"),
        (lambda: Field([sp.sin(sp.cos(X) + X)], (X,)).potential(), "No closed"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_error(call, reason):
    with pytest.raises(ModelError, match=reason):
        call()
