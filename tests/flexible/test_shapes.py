"""Shapes of bars and beams for all ends: the differential equation, the ends, and the frequencies of every textbook."""

import numpy as np
import pytest
from scipy.linalg import eigh

from mechanics.flexible import (
    AssumedModes,
    Section,
    bar_polynomials,
    bar_roots,
    bar_shapes,
    beam_roots,
    beam_shapes,
    cantilever_shapes,
    polynomial_shapes,
)
from mechanics.model import ModelError

MU, L = 2.0, 1.5
ROD = Section(mu=MU, EI_y=5.0, EI_z=7.0, EA=900.0, GI_t=3.0, r_y=0.03, r_z=0.01)
SPEED = {"x": np.sqrt(ROD.EA / MU), "twist": np.sqrt(ROD.GI_t / (MU * (ROD.r_y**2 + ROD.r_z**2)))}
BARS = {  # ω l/c of the first three, worked out by hand from the waves that fit between the ends
    "fixed-free": np.array([1, 3, 5]) * np.pi / 2,
    "free-fixed": np.array([1, 3, 5]) * np.pi / 2,
    "fixed-fixed": np.array([1, 2, 3]) * np.pi,
    "free-free": np.array([1, 2, 3]) * np.pi,
}
BEAMS = {  # β l as printed by Blevins, Formulas for Natural Frequency and Mode Shape (1979), table 8-1
    "clamped-free": (1.87510407, 4.69409113, 7.85475744),
    "clamped-clamped": (4.73004074, 7.85320462, 10.9956079),
    "free-free": (4.73004074, 7.85320462, 10.9956078),
    "clamped-pinned": (3.92660231, 7.06858275, 10.21017612),
    "free-pinned": (3.92660231, 7.06858275, 10.21017612),
    "pinned-pinned": (np.pi, 2 * np.pi, 3 * np.pi),
    "clamped-guided": (2.36502037, 5.49780392, 8.63937983),
    "free-guided": (2.36502037, 5.49780392, 8.63937983),
    "guided-guided": (np.pi, 2 * np.pi, 3 * np.pi),
    "guided-pinned": (np.pi / 2, 3 * np.pi / 2, 5 * np.pi / 2),
}
HELD = {"clamped": (0, 1), "pinned": (0, 2), "free": (2, 3), "guided": (1, 3)}


def frequencies(shapes: dict) -> np.ndarray:
    data = AssumedModes(ROD, L, **shapes).standard_data()
    return np.sqrt(eigh(data.K_e, data.M_e, eigvals_only=True))


class TestBars:
    @pytest.mark.parametrize("motion", ["x", "twist"])
    @pytest.mark.parametrize("ends", BARS)
    def test_own_shapes_have_the_closed_form_frequencies(self, motion, ends):
        found = frequencies({motion: bar_shapes(3, ends)})
        assert found == pytest.approx(BARS[ends] * SPEED[motion] / L, rel=1e-12), "waves between the ends"
        assert bar_roots(3, ends) == pytest.approx(BARS[ends])

    @pytest.mark.parametrize("motion", ["x", "twist"])
    @pytest.mark.parametrize("ends", BARS)
    def test_polynomials_come_down_to_them(self, motion, ends):
        exact = BARS[ends] * SPEED[motion] / L
        found = frequencies({motion: bar_polynomials(9, ends)})[:3]
        assert found == pytest.approx(exact, rel=1e-5)
        assert (found > exact * (1 - 1e-12)).all(), "a Ritz series is never slower than the bar"

    @pytest.mark.parametrize("ends", BARS)
    def test_a_held_end_does_not_move_and_a_free_one_does_not_strain(self, ends):
        for shape in bar_shapes(4, ends):
            for xi, end in zip((0.0, 1.0), ends.split("-"), strict=True):
                assert abs(shape.deriv(int(end == "free"))(xi)) < 1e-13 * shape.kappa

    def test_one_polynomial_is_the_textbooks_estimate(self):
        """u = ξ q: ω² = 3 c²/l², 10 % above π²/4; with ξ² instead it would be 20/3, 64 % too fast."""
        assert frequencies({"x": bar_polynomials(1)})[0] == pytest.approx(np.sqrt(3) * SPEED["x"] / L)

    def test_under_its_own_weight_polynomials_are_exact(self):
        """A hanging rod is ρ g l²/2E longer; ξ and ξ² contain the parabola, the first sine alone misses 3 %."""
        data = AssumedModes(ROD, L, x=bar_polynomials(2)).standard_data()
        tip = np.linalg.solve(data.K_e, 9.81 * data.C1[0]).sum()
        assert tip == pytest.approx(MU * 9.81 * L**2 / (2 * ROD.EA), rel=1e-12)

    def test_free_shapes_leave_the_mass_centre_alone(self):
        data = AssumedModes(ROD, L, x=bar_polynomials(4, "free-free")).standard_data()
        assert pytest.approx(0, abs=1e-12) == data.C1


class TestBeams:
    @pytest.mark.parametrize("ends", BEAMS)
    def test_roots_are_those_of_the_tables(self, ends):
        assert beam_roots(3, ends) == pytest.approx(BEAMS[ends], rel=1e-7)

    @pytest.mark.parametrize("ends", BEAMS)
    def test_frequencies_are_those_of_the_tables(self, ends):
        expected = np.array(BEAMS[ends]) ** 2 * np.sqrt(ROD.EI_z / MU) / L**2
        section = Section(mu=MU, EI_y=5.0, EI_z=7.0)  # thin: the tables have no rotary inertia
        data = AssumedModes(section, L, y=beam_shapes(3, ends)).standard_data()
        assert np.sqrt(eigh(data.K_e, data.M_e, eigvals_only=True)) == pytest.approx(expected, rel=1e-6)

    @pytest.mark.parametrize("ends", BEAMS)
    def test_both_ends_are_held_as_the_name_says(self, ends):
        for shape in beam_shapes(8, ends):
            for xi, end in zip((0.0, 1.0), ends.split("-"), strict=True):
                left = [abs(shape.deriv(order)(xi)) / shape.kappa**order for order in HELD[end] if order]
                left += [abs(shape(xi)) for order in HELD[end] if order == 0]
                assert max(left) < 1e-12, f"{end} at ξ = {xi}"

    def test_the_cantilever_is_the_known_one(self):
        xi = np.linspace(0, 1, 7)
        for new, old in zip(beam_shapes(4), cantilever_shapes(4), strict=True):
            assert new(xi) == pytest.approx(old(xi), abs=1e-12)
            assert new.deriv(2)(xi) == pytest.approx(old.deriv(2)(xi), rel=1e-9, abs=1e-9)

    def test_a_rod_between_pins_bends_in_sines(self):
        xi = np.linspace(0, 1, 9)
        for k, shape in enumerate(beam_shapes(3, "pinned-pinned"), 1):
            assert shape(xi) == pytest.approx(np.sin(k * np.pi * xi), abs=1e-5)

    def test_the_fortieth_shape_is_still_smooth(self):
        shape = beam_shapes(40, "clamped-clamped")[-1]
        assert np.abs(shape(np.linspace(0, 1, 999))).max() == pytest.approx(1.0, abs=0.01), "no hyperbolic cancellation"


class TestRefusals:
    @pytest.mark.parametrize(("motion", "load"), [("x", "normal force"), ("twist", "torque")])
    def test_a_bar_that_could_carry_nothing_at_its_root(self, motion, load):
        """ξ², ξ³, ... once gave frequencies far too high (64 % with one shape, 13 % with two) without a word."""
        with pytest.raises(ModelError, match=f"carry no {load}.*bar_shapes"):
            AssumedModes(ROD, L, **{motion: polynomial_shapes(2)})

    def test_or_at_its_tip(self):
        xi = bar_polynomials(1)[0]
        with pytest.raises(ModelError, match=r"tip \(ξ = 1\)"):
            AssumedModes(ROD, L, x=[xi * (1 - xi) ** 2])

    def test_a_beam_that_could_carry_no_moment(self):
        with pytest.raises(ModelError, match="carry no moment"):
            AssumedModes(ROD, L, z=polynomial_shapes(3)[1:])

    def test_the_same_motion_twice(self):
        with pytest.raises(ModelError, match="independent"):
            AssumedModes(ROD, L, x=[*bar_shapes(2), bar_shapes(1)[0]])

    def test_shapes_that_swing_between_the_gauss_points(self):
        """With 40 points, the fiftieth shape once had a mass that was wrong, without a word."""
        with pytest.raises(ModelError, match="points=80"):
            AssumedModes(ROD, L, x=bar_shapes(50))
        data = AssumedModes(ROD, L, x=bar_shapes(50), points=100).standard_data()
        assert np.diag(data.M_e) == pytest.approx(MU * L / 2), "∫ sin² = 1/2"

    @pytest.mark.parametrize("make", [bar_shapes, bar_polynomials])
    def test_unknown_ends_and_no_shape(self, make):
        with pytest.raises(ModelError, match="fixed-free.*got 'clamped-free'"):
            make(2, "clamped-free")
        with pytest.raises(ModelError, match="1 or more; got 0"):
            make(0)
        with pytest.raises(ModelError, match="pinned.*got 'hinged-free'"):
            beam_shapes(1, "hinged-free")
