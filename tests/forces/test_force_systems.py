"""Moments, reduction, wrench and central axis: what every text on statics promises, for numbers and symbols."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational, cos, sin, symbols

from mechanics.forces import Couple, Force, ForceSystem, direction, lever, moment
from mechanics.model import ModelError

whole = st.integers(-9, 9)
vectors = st.tuples(whole, whole, whole)
forces = st.builds(Force, vectors, vectors)
couples = st.builds(Couple, vectors)
quick = settings(max_examples=20, deadline=None)
systems = st.lists(st.one_of(forces, couples), min_size=1, max_size=5).map(ForceSystem)


@quick
@given(vectors, vectors)
def test_moment_is_perpendicular_to_lever_and_force(r, f):
    tau = moment(r, f)
    assert tau.dot(Matrix(r)) == 0 and tau.dot(Matrix(f)) == 0, "a moment stands across its lever and its force"
    expected = np.cross(r, f)
    assert [int(x) for x in tau] == list(expected), "the components of (3.9) differ from numpy's cross product"


@quick
@given(forces, vectors, whole)
def test_a_force_may_be_shifted_along_its_line_of_action(force, about, distance):
    shifted = Force(force.vector, force.point + distance * force.vector)
    assert shifted.moment(about) == force.moment(about), "shifting along the line must not change the moment"


@quick
@given(vectors, vectors, vectors)
def test_moments_add_up_as_their_forces_do(f, other, point):
    """Varignon: the resultant of forces in one point has the moment of all of them."""
    pair = ForceSystem([Force(f, point), Force(other, point)])
    assert pair.moment() == Force(pair.resultant, point).moment()


@quick
@given(systems, vectors, vectors)
def test_reduction_to_another_point(loads, a, b):
    """τ_B = τ_A + (r_A − r_B) × f: by shifting the reduction, and by adding up all moments anew."""
    assert loads.reduced(a).at(b) == loads.reduced(b)
    assert loads.reduced(a).force == loads.resultant


@quick
@given(systems, vectors)
def test_reduction_replaces_all_loads(loads, a):
    one = loads.reduced(a)
    assert loads.is_equivalent([Force(one.force, one.point), Couple(one.moment)])
    assert (loads + -loads).in_equilibrium, "what is loaded with its own opposite is in equilibrium"


@quick
@given(systems, vectors)
def test_central_axis_has_the_smallest_moment(loads, elsewhere):
    at_origin = loads.reduced()
    if at_origin.kind in ("balanced", "couple"):
        with pytest.raises(ModelError, match="no central axis"):
            _ = at_origin.on_central_axis
        return
    axis = at_origin.on_central_axis
    assert axis.moment.cross(axis.force) == sp.zeros(3, 1), "on the central axis the moment is parallel to the force"
    there = loads.moment(elsewhere)
    assert axis.moment.dot(axis.moment) <= there.dot(there), "no other point has a smaller moment"
    along = axis.at(axis.point + 3 * axis.force)
    assert along.moment == axis.moment, "all points of the axis have the same moment"
    assert loads.reduced(elsewhere).on_central_axis.moment == axis.moment, "the wrench depends on the reference point"


@quick
@given(vectors, vectors, vectors)
def test_a_couple_is_the_same_about_every_point(f, point, about):
    pair = ForceSystem([Force(f, point), -Force(f)])
    tau = moment(point, f)
    assert pair.moment(about) == tau
    assert pair.is_equivalent([Couple(tau)])
    assert pair.reduced().kind == ("couple" if any(tau) else "balanced")


def test_a_screwdriver_is_a_wrench():
    """Pushed with 20 N and turned with 3 N m about the same line: pitch 0.15 m, the line through (1, 2, 0)."""
    pushed = ForceSystem([Force((0, 0, -20), (1, 2, 0)), Couple((0, 0, -3))]).reduced()
    assert pushed.kind == "wrench"
    assert pushed.pitch == Rational(3, 20)
    assert pushed.on_central_axis.point == Matrix([1, 2, 0])


def test_lever_law_of_the_beam():
    """Figure 3.7: f1 l1 = f2 l2 about the hinge, positive as a right-handed screw about e_x."""
    f1, f2, l1, l2 = symbols("f_1 f_2 l_1 l_2", positive=True)
    beam = ForceSystem([Force((0, 0, f1), (0, l1, 0)), Force((0, 0, f2), (0, -l2, 0))])
    assert beam.moment_about_axis(along=(1, 0, 0)) == f1 * l1 - f2 * l2
    assert beam.moment_about_axis(along=(5, 0, 0), through=(3, 0, 0)) == f1 * l1 - f2 * l2, (
        "the moment about an axis depends neither on the point of it nor on the length of its direction"
    )
    assert beam.moment_about_axis(along=(-1, 0, 0)) == f2 * l2 - f1 * l1


class TestCentral:
    def test_the_common_point_is_found(self):
        loads = ForceSystem([Force((1, 0, 0), (-4, 2, 3)), Force((0, 2, 0), (1, 9, 3)), Force((1, 1, 1), (0, 1, 2))])
        assert loads.common_point == Matrix([1, 2, 3])
        assert loads.moment((1, 2, 3)) == sp.zeros(3, 1)

    def test_the_three_forces_on_a_ladder_meet(self):
        """Weight, wall and floor: three forces in equilibrium always do, if they are not parallel."""
        s, w, h, d = symbols("s w h d", positive=True)
        weight = Force((0, -1, 0), (s, 0, 0))
        wall = Force((-w, 0, 0), (d, h, 0))
        loads = ForceSystem([weight, wall, Force((w, 1, 0), (s - w * h, 0, 0))])
        assert loads.common_point == Matrix([s, h, 0])
        assert loads.in_equilibrium

    @pytest.mark.parametrize(
        "loads",
        [
            [Force((1, 0, 0), (0, 1, 0)), Force((1, 0, 0), (0, 2, 0))],
            [Force((1, 0, 0)), Force((0, 1, 0), (0, 0, 1))],
            [Force((1, 0, 0)), Couple((0, 0, 1))],
        ],
        ids=["parallel", "skew", "with a couple"],
    )
    def test_what_does_not_meet_is_not_central(self, loads):
        assert not ForceSystem(loads).is_central

    def test_forces_on_one_line_are_central(self):
        loads = ForceSystem([Force((2.0, 0, 0), (1, 1, 0)), Force((-5.0, 0, 0), (7, 1, 0))])
        point = loads.common_point
        assert loads.moment(point) == sp.zeros(3, 1)

    def test_rounding_does_not_break_it(self):
        towards = np.array([[0.1, 0.7, 0.3], [-0.2, 0.45, 0.11], [0.9, -0.77, 0.123]])
        loads = ForceSystem([Force(e, 0.3 - 1.7 * e) for e in towards])
        assert np.array(loads.common_point, dtype=float).ravel() == pytest.approx([0.3, 0.3, 0.3])


class TestNumbersAndSymbols:
    def test_symbols_give_formulas_that_give_the_numbers(self):
        f, a, phi = symbols("f a varphi", real=True)
        force = Force((f * cos(phi), f * sin(phi), 0), (a, 2 * a, 0))
        values = {f: 3.0, a: 0.5, phi: 0.7}
        number = Force((3 * np.cos(0.7), 3 * np.sin(0.7), 0), (0.5, 1.0, 0))
        assert float(force.moment((a, 0, 0))[2].subs(values)) == pytest.approx(float(number.moment((0.5, 0, 0))[2]))

    def test_rounding_is_not_a_force(self):
        third = np.array([np.cos([0, 2.1, 4.2]), np.sin([0, 2.1, 4.2])]).T
        loads = ForceSystem([*(Force(1e3 * e) for e in third), Force(-1e3 * third.sum(axis=0))])
        assert loads.in_equilibrium
        assert not (loads + [Force((1e-6, 0, 0))]).in_equilibrium, "one millionth of a newton is a force"

    def test_an_identity_is_seen_through(self):
        phi = symbols("varphi", real=True)
        loads = [Force((sin(phi) ** 2, 0, 0)), Force((cos(phi) ** 2, 0, 0)), Force((-1, 0, 0))]
        assert ForceSystem(loads).in_equilibrium

    def test_two_components_lie_in_the_plane(self):
        assert Force((1, 2), (3, 4)) == Force((1, 2, 0), (3, 4, 0))

    def test_directions_have_the_length_one(self):
        phi = symbols("varphi", real=True)
        assert direction((cos(phi), 0, sin(phi))) == Matrix([cos(phi), 0, sin(phi)])
        assert direction((0, 3, -4)) == Matrix([0, Rational(3, 5), -Rational(4, 5)])
        assert lever((1, 2, 3), (1, 1, 1)) == Matrix([0, 1, 2])

    def test_a_load_is_shown_as_it_is_written(self):
        assert repr(Force((1, 0, 2), name="wind")) == "Force((1, 0, 2), (0, 0, 0), name='wind')"
        assert repr(ForceSystem([Couple((0, 0, 1))], "lid")) == "ForceSystem lid:\n  Couple((0, 0, 1))"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Force((1,)), "2 or 3 components"),
        (lambda: Force((1, 2, 3, 4)), "2 or 3 components"),
        (lambda: Force(5), "2 or 3 components"),
        (lambda: Force((float("nan"), 0, 0)), "2 or 3 components"),
        (lambda: Force((1, 0, 0), (float("inf"), 0, 0)), "point of application"),
        (lambda: Couple((sp.I, 0, 0)), "moment of a couple"),
        (lambda: direction((0, 0, 0)), "zero vector"),
        (lambda: ForceSystem(Force((1, 0, 0))), "in brackets"),
        (lambda: ForceSystem([(1, 0, 0)]), "consists of Force"),
    ],
)
def test_bad_input_gets_one_sentence(make, says):
    with pytest.raises(ModelError, match=says):
        make()
