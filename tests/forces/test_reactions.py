"""Reactions from equilibrium: textbook results, a second derivation by numpy, and supports that do not work."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational, cos, pi, sin, sqrt, symbols

from mechanics.forces import (
    Couple,
    Force,
    ForceSystem,
    RoughContact,
    check_one_sided,
    normal_force,
    pulley,
    reactions,
    rope,
    supports,
    weight,
)
from mechanics.model import ModelError
from mechanics.symbols import coordinate_symbol

a, b, h, m, g, f, M = symbols("a b h m g f M", positive=True)
A_x, A_y, A_z, B_x, B_y, C_x, C_y, S, T = symbols("A_x A_y A_z B_x B_y C_x C_y S T", real=True)
UP = (0, 1, 0)


class TestTextbook:
    def test_beam_on_two_supports(self):
        """A load at the distance a from the left of a beam a + b: the nearer support carries more."""
        beam = ForceSystem([Force((A_x, A_y, 0)), Force((0, -f, 0), (a, 0, 0)), Force((0, B_y, 0), (a + b, 0, 0))])
        assert reactions(beam, [A_x, A_y, B_y]) == {A_x: 0, A_y: f * b / (a + b), B_y: f * a / (a + b)}

    def test_clamped_end_of_a_cantilever_carries_forces_and_a_moment(self):
        beam = ForceSystem([Force((A_x, A_y, 0)), Couple((0, 0, T)), Force((f, -m * g, 0), (a, h, 0))])
        assert reactions(beam, [A_x, A_y, T]) == {A_x: -f, A_y: g * m, T: a * g * m + f * h}

    def test_three_hinged_arch(self):
        """Two bodies with a hinge at the crown, a load f on the left half: H = f a / (2 h) on both sides."""
        left = ForceSystem([Force((A_x, A_y)), Force((0, -f), (a, 0)), Force((C_x, C_y), (2 * a, h))], "left half")
        right = ForceSystem([Force((B_x, B_y), (4 * a, 0)), -Force((C_x, C_y), (2 * a, h))], "right half")
        found = reactions([left, right], [A_x, A_y, B_x, B_y, C_x, C_y])
        thrust = f * a / (2 * h)
        assert found == {A_x: thrust, A_y: 3 * f / 4, B_x: -thrust, B_y: f / 4, C_x: -thrust, C_y: f / 4}
        with pytest.raises(ModelError, match="cannot|Unstable"):
            reactions(left, [A_x, A_y, C_x, C_y])

    def test_each_leg_of_a_tripod_carries_a_third_of_the_load(self):
        """A load on three legs at 120°: each carries a third, divided by the cosine of its slope to the vertical."""
        top, feet = (0, 0, h), [(a * cos(k), a * sin(k), 0) for k in (0, 2 * pi / 3, 4 * pi / 3)]
        legs = symbols("S_1:4", real=True)
        knot = ForceSystem(
            [*(rope(top, s, to=foot) for s, foot in zip(legs, feet, strict=True)), Force((0, 0, -f), top)]
        )
        expected = -f / 3 * sqrt(a**2 + h**2) / h  # compression
        for value in reactions(knot, legs).values():
            assert sp.simplify(value - expected) == 0

    def test_an_unknown_position_of_a_load(self):
        """Where must the load stand, so that the left support carries a quarter of it?"""
        x = symbols("x", real=True)
        beam = ForceSystem([Force((0, f / 4)), Force((0, -f), (x, 0)), Force((0, B_y), (a, 0))])
        assert reactions(beam, [x, B_y]) == {x: 3 * a / 4, B_y: 3 * f / 4}

    def test_angles_may_be_coordinates(self):
        """A pendulum held by a horizontal force at its end: functions of time are names like others."""
        phi = coordinate_symbol("phi")
        end = (b * sin(phi), -b * cos(phi))
        rod = ForceSystem([Force((A_x, A_y)), Force((S, 0), end), weight(m, g, end, down=(0, -1))])
        found = reactions(rod, [A_x, A_y, S])
        assert sp.simplify(found[S] - m * g * sp.tan(phi)) == 0
        assert rod.is_equivalent([Force((A_x, A_y)), Force((S, -m * g), end)])

    def test_numbers_come_as_numbers(self):
        beam = ForceSystem([Force((A_x, A_y)), Force((1.5, -10.0), (0.3, 0.1)), Force((0, B_y), (1.0, 0))])
        found = reactions(beam, [A_x, A_y, B_y])
        assert [float(found[u]) for u in (A_x, A_y, B_y)] == pytest.approx([-1.5, 10 - 3.15, 3.15])


numbers = st.integers(-5, 5)
points = st.tuples(numbers, numbers, numbers)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(points, points), min_size=6, max_size=6, unique=True), points, points)
def test_six_bars_in_space_as_numpy_finds_them(bars, load, at):
    """A body on six bars: the columns of the matrix are the lines of the bars, (e, r × e)."""
    lines = [(np.array(p, float), np.array(q, float)) for p, q in bars if p != q]
    if len(lines) < 6:
        return
    units = [(p, (q - p) / np.linalg.norm(q - p)) for p, q in lines]
    matrix = np.array([[*e, *np.cross(p, e)] for p, e in units]).T
    right = -np.array([*load, *np.cross(at, load)], float)
    unknowns = symbols("s_1:7", real=True)
    body = ForceSystem([*(rope(p, s, to=q) for s, (p, q) in zip(unknowns, lines, strict=True)), Force(load, at)])
    if np.linalg.matrix_rank(matrix, tol=1e-7) == 6 and np.linalg.cond(matrix) < 1e6:
        found = reactions(body, unknowns)
        expected = np.linalg.solve(matrix, right)
        assert [float(found[s]) for s in unknowns] == pytest.approx(expected, abs=1e-7 * (1 + abs(expected).max()))
        solved = ForceSystem([Force(load.vector.subs(found), load.point) for load in body.forces])
        residual = np.array(solved.balance(), dtype=float)
        assert np.abs(residual).max() < 1e-8 * (1 + abs(expected).max())
    elif np.linalg.matrix_rank(matrix, tol=1e-7) < 6:
        with pytest.raises(ModelError, match="ndeterminate|Unstable|no balance"):
            reactions(body, unknowns)


class TestSupportsThatDoNotWork:
    def test_one_support_too_many(self):
        beam = ForceSystem([Force((A_x, A_y)), Force((B_x, B_y), (a, 0)), Force((0, -f), (a / 2, 0))])
        found = supports(beam, [A_x, A_y, B_x, B_y])
        assert (found.kind, found.redundancy) == ("statically indeterminate", 1)
        assert found.open_unknowns == ("A_x", "B_x"), "the vertical reactions are determined"
        with pytest.raises(ModelError, match="indeterminate to degree 1: 4 unknowns, but only 3 .* A_x, B_x cannot"):
            reactions(beam, [A_x, A_y, B_x, B_y])

    def test_one_support_too_few(self):
        beam = ForceSystem([Force((A_x, A_y)), Force((0, -f), (a, 0))])
        with pytest.raises(ModelError, match="Unstable.*a rotation of the body about an axis along e_z"):
            reactions(beam, [A_x, A_y])

    def test_enough_supports_in_the_wrong_places(self):
        """Three vertical bars in a row: three unknowns, three balances, but nothing holds it sideways."""
        bars = [Force((0, s), (k * a, 0)) for k, s in enumerate((A_y, B_y, C_y))]
        beam = ForceSystem([*bars, Force((f, -f), (a / 2, 0))], "the beam")
        found = supports(beam, [A_y, B_y, C_y])
        assert (found.unknowns, found.balances, found.rank) == (3, 3, 2)
        assert found.motions == ("a translation of the beam along e_x",)
        with pytest.raises(ModelError, match="Unstable.*translation of the beam along e_x"):
            reactions(beam, [A_y, B_y, C_y])

    def test_movable_but_not_moved(self):
        """A beam on two ropes: only weight acts, so it rests, although it could swing."""
        beam = ForceSystem([rope((0, 0), S, along=UP), rope((a, 0), T, along=UP), Force((0, -f), (a / 4, 0))])
        assert supports(beam, [S, T]).kind == "movable"
        assert reactions(beam, [S, T]) == {S: 3 * f / 4, T: f / 4}

    def test_a_mechanism_of_two_bodies_is_named(self):
        """Two bars in a row with hinges: the middle hinge sinks under a load."""
        left = ForceSystem([Force((A_x, A_y)), Force((C_x, C_y), (a, 0)), Force((0, -f), (a, 0))], "left bar")
        right = ForceSystem([-Force((C_x, C_y), (a, 0)), Force((B_x, B_y), (2 * a, 0))], "right bar")
        with pytest.raises(ModelError, match="Unstable.*a rotation of (left|right) bar about an axis along e_z"):
            reactions([left, right], [A_x, A_y, B_x, B_y, C_x, C_y])

    def test_in_space(self):
        """A door on one hinge that carries everything but the moment about its axis e_z."""
        unknowns = symbols("f_x f_y f_z tau_x tau_y", real=True)
        hinge = [Force(unknowns[:3]), Couple((*unknowns[3:], 0))]
        closed = ForceSystem([*hinge, Force((0, 0, -f), (a, 0, h))], "the door")
        assert supports(closed, unknowns).motions == ("a rotation of the door about an axis along e_z",)
        found = reactions(closed, unknowns)
        assert (found[unknowns[2]], found[unknowns[4]]) == (f, -a * f)
        with pytest.raises(ModelError, match="rotation of the door about an axis along e_z"):
            reactions(closed + [Force((0, f, 0), (a, 0, h))], unknowns)


class TestContacts:
    def test_weight_points_downwards(self):
        assert weight(m, g, (a, 0, 0)) == Force((0, 0, -m * g), (a, 0, 0))
        assert weight(2.0, 9.81, (0, 0), down=(0, -1)).vector == Matrix([0, -19.62, 0])

    def test_a_rope_pulls_towards_its_end(self):
        assert rope((1, 0), S, to=(1, 5)) == Force((0, S), (1, 0))
        assert rope((0, 0), 10, along=(3, 4)).vector == Matrix([6, 8, 0])
        with pytest.raises(ModelError, match=r"either the point .* or its direction"):
            rope((0, 0), S)

    def test_the_rope_around_a_roller(self):
        """Twice the load hangs on the axle of a roller with parallel ropes; about the axle nothing turns."""
        assert pulley((0, 0), f, [(0, -1), (0, -1)]).vector == Matrix([0, -2 * f, 0])
        right_angle = pulley((0, 0), f, [(0, -1), (1, 0)]).vector
        assert sqrt(right_angle.dot(right_angle)) == sqrt(2) * f
        r = symbols("r", positive=True)
        ends = ForceSystem([rope((-r, 0), f, along=(0, -1)), rope((0, r), f, along=(1, 0))])
        assert ends.is_equivalent([pulley((0, 0), f, [(0, -1), (1, 0)])]), "both ends at the rim do the same"
        with pytest.raises(ModelError, match="two directions"):
            pulley((0, 0), f, [(0, -1)])

    def test_pulley_block(self):
        """A load on a loose roller: half of it in the rope."""
        assert reactions(ForceSystem([pulley((0, 0), S, [UP, UP]), weight(m, g, (0, 0), (0, -1))]), [S]) == {
            S: g * m / 2
        }

    def test_a_smooth_surface_pushes_along_its_normal(self):
        assert normal_force((0, 0), (-2, 0), f).vector == Matrix([-f, 0, 0])

    def test_a_rope_that_would_have_to_push(self):
        beam = ForceSystem([rope((0, 0), S, along=UP), rope((1, 0), T, along=UP), Force((0, -10), (1.5, 0))])
        with pytest.raises(ModelError, match="S would have to be -5.*cannot push"):
            reactions(beam, [S, T], one_sided=[S, T])
        with pytest.raises(ModelError, match="is not one of the unknowns"):
            check_one_sided({S: 1}, [T])


class TestRoughContact:
    rough = RoughContact((0, 0), UP, Rational(3, 4))

    def test_a_block_slips_where_the_slope_is_as_steep_as_the_friction_cone(self):
        alpha, mu, N, H = symbols("alpha mu N H", positive=True)
        up, contact = (cos(alpha), sin(alpha)), RoughContact((0, 0), (-sin(alpha), cos(alpha)), mu)
        block = ForceSystem([contact.force(N, H, along=up), weight(m, g, (0, 0), (0, -1))])
        found = reactions(block, [N, H])
        assert found == {N: m * g * cos(alpha), H: m * g * sin(alpha)}
        use = contact.use(block[0].vector.subs(found))
        assert sp.simplify(use - sp.tan(alpha)).subs({alpha: 0.3, m: 1, g: 1}) == pytest.approx(0), "φ = α"
        holds = contact.holds(block[0].vector.subs(found)).subs({alpha: 0.3, m: 2, g: 10})
        assert holds.subs(mu, 0.31) and not holds.subs(mu, 0.305), "tan 0.3 = 0.309"

    def test_angle_and_edges_of_the_cone(self):
        assert self.rough.angle == sp.atan(Rational(3, 4))
        left, right = self.rough.cone((-1, 0))
        assert (left, right) == (
            Matrix([-0.6, 0.8, 0]).applyfunc(sp.nsimplify),
            Matrix([0.6, 0.8, 0]).applyfunc(sp.nsimplify),
        )
        assert self.rough.use(left) == Rational(3, 4), "on the edge of the cone tan φ = μ"

    @pytest.mark.parametrize(
        ("reaction", "holds"),
        [
            ((0, 1), True),
            ((0.74, 1), True),
            ((0.76, 1), False),
            ((-0.74, 1), True),
            ((0, -1), False),
            ((0, 0), True),
        ],
    )
    def test_the_cone_decides(self, reaction, holds):
        assert bool(self.rough.holds(reaction)) is holds

    def test_the_reaction_at_the_limit_lies_on_the_edge(self):
        at_limit = self.rough.at_limit(f, slides=(1, 0, 0)).vector
        assert at_limit == Matrix([-Rational(3, 4) * f, f, 0]), "friction acts against the motion to come"
        assert self.rough.force(f, 2, along=(1, 0, 0)).vector == Matrix([2, f, 0])

    def test_bad_contacts(self):
        with pytest.raises(ModelError, match="cannot be negative"):
            RoughContact((0, 0), UP, -0.1)
        with pytest.raises(ModelError, match="lie in the surface"):
            self.rough.at_limit(f, slides=(1, 1, 0))


@pytest.mark.parametrize(
    ("bodies", "unknowns", "says"),
    [
        ([], [S], "at least one free body"),
        (ForceSystem([Force((S, 0))]), [], "one unknown"),
        (ForceSystem([Force((S, 0)), Force((-f, 0))]), [S, T], "T occurs in no balance"),
        (ForceSystem([Force((f * cos(T), f * sin(T))), Force((0, -1))]), [T], "not linear in T"),
        (ForceSystem([Force((sqrt(-(sp.Symbol("k") ** 2) - 1), 0)), Force((T, 0))]), [T], "no real values"),
    ],
)
def test_bad_input_gets_one_sentence(bodies, unknowns, says):
    with pytest.raises(ModelError, match=says):
        reactions(bodies, unknowns)
