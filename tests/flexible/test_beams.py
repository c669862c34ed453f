"""Beams as flexible bodies: assumed shapes against integrals worked out by hand, and against the exact beam."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.polynomial import Polynomial
from scipy.linalg import eigh

from mechanics.flexible import AssumedModes, Section, cantilever_roots, cantilever_shapes, polynomial_shapes
from mechanics.model import ModelError

MU, EI_y, EI_z, L = 2.0, 5.0, 7.0, 1.5
THIN = Section(mu=MU, EI_y=EI_y, EI_z=EI_z, EA=1e5, GI_t=3.0)


def frequencies(M, K, n=None):
    return np.sqrt(eigh(K, M, eigvals_only=True))[:n]


class TestCantileverShapes:
    def test_roots_are_those_of_every_textbook(self):
        assert cantilever_roots(3) == pytest.approx(
            [1.875104068711961, 4.694091132974175, 7.854757438237613], abs=1e-12
        )

    @pytest.mark.parametrize("shape", cantilever_shapes(12), ids=range(1, 13))
    def test_clamped_at_the_root_free_at_the_tip(self, shape):
        k = shape.kappa
        root = [shape(0.0), shape.deriv()(0.0) / k]
        tip = [shape.deriv(2)(1.0) / k**2, shape.deriv(3)(1.0) / k**3]
        assert [*root, *tip] == pytest.approx([0, 0, 0, 0], abs=1e-13), "deflection, slope, moment, shear force"
        assert shape(1.0) == pytest.approx(1.0, abs=1e-13)

    @pytest.mark.parametrize("shape", cantilever_shapes(3), ids=range(1, 4))
    def test_it_solves_the_equation_of_the_beam(self, shape):
        xi, h = np.linspace(0.1, 0.9, 9), 1e-3
        third = shape.deriv(3)
        by_differences = (third(xi - 2 * h) - 8 * third(xi - h) + 8 * third(xi + h) - third(xi + 2 * h)) / (12 * h)
        assert by_differences == pytest.approx(shape.kappa**4 * shape(xi), rel=1e-7, abs=1e-6)

    def test_none_is_refused(self):
        with pytest.raises(ModelError, match="1 or more"):
            cantilever_shapes(0)
        with pytest.raises(ModelError, match="1 or more"):
            polynomial_shapes(0)


class TestIntegralsByHand:
    """Beam along x that bends with w = ξ² q: what one gets with pencil and paper."""

    data = AssumedModes(THIN, L, z=[Polynomial([0, 0, 1])]).standard_data()

    def test_rigid_part(self):
        assert self.data.m == pytest.approx(MU * L)
        assert self.data.c0 == pytest.approx([L / 2, 0, 0])
        inertia = self.data.I0
        assert inertia == pytest.approx(MU * L**3 / 3 * np.diag([0, 1, 1]), abs=1e-12)

    @pytest.mark.equation("F(C1)", "F(C2)", "F(C4)")
    def test_first_and_second_moments_of_the_shape(self):
        assert self.data.C1[:, 0] == pytest.approx([0, 0, MU * L / 3]), "∫ μ ξ² dx"
        assert self.data.C2[:, 0] == pytest.approx([0, -MU * L**2 / 4, 0]), "x e_x × ξ² e_z = −x ξ² e_y"
        expected = np.zeros((3, 3))
        expected[2, 0] = MU * L**2 / 4  # x̃ φ̃ = φ xᵀ − (x·φ) E, and x·φ = 0
        assert self.data.C4[0] == pytest.approx(expected, abs=1e-12)

    def test_mass_and_stiffness(self):
        assert self.data.M_e[0, 0] == pytest.approx(MU * L / 5), "∫ μ ξ⁴ dx"
        assert self.data.K_e[0, 0] == pytest.approx(4 * EI_y / L**3), "∫ EI (2/l²)² dx"

    def test_bending_along_y_uses_the_other_stiffness(self):
        other = AssumedModes(THIN, L, y=[Polynomial([0, 0, 1])]).standard_data()
        assert other.K_e[0, 0] == pytest.approx(4 * EI_z / L**3)
        assert other.C2[:, 0] == pytest.approx([0, 0, MU * L**2 / 4])

    def test_stretching_and_a_root_off_the_origin(self):
        data = AssumedModes(THIN, L, x=[Polynomial([0, 1])], offset=0.4).standard_data()
        assert data.K_e[0, 0] == pytest.approx(THIN.EA / L)
        assert data.c0 == pytest.approx([0.4 + L / 2, 0, 0])
        assert data.C4[0] == pytest.approx(-MU * (0.4 * L / 2 + L**2 / 3) * np.diag([0, 1, 1])), (
            "−∫ (d + x) ξ dm across x"
        )


class TestFrequencies:
    def test_own_shapes_give_the_exact_frequencies(self):
        data = AssumedModes(THIN, L, z=cantilever_shapes(5), y=cantilever_shapes(5)).standard_data()
        exact = np.array(cantilever_roots(5)) ** 2
        assert frequencies(data.M_e, data.K_e) == pytest.approx(
            np.sort([*(exact * np.sqrt(EI_y / MU) / L**2), *(exact * np.sqrt(EI_z / MU) / L**2)]), rel=1e-9
        )

    def test_own_shapes_do_not_couple(self):
        data = AssumedModes(THIN, L, z=cantilever_shapes(5)).standard_data()
        for matrix in (data.M_e, data.K_e):
            assert matrix - np.diag(np.diag(matrix)) == pytest.approx(0, abs=1e-9 * np.abs(matrix).max())
        assert np.diag(data.M_e) == pytest.approx(MU * L / 4), "∫ φ² dξ = 1/4 for a tip that moves by 1"

    def test_polynomials_come_down_to_the_exact_frequency(self):
        exact = cantilever_roots(1)[0] ** 2 * np.sqrt(EI_y / (MU * L**4))
        found = []
        for n in range(1, 6):
            data = AssumedModes(THIN, L, z=polynomial_shapes(n)).standard_data()
            found.append(frequencies(data.M_e, data.K_e)[0])
        assert all(a > b for a, b in zip(found, found[1:], strict=False)), (
            "a further shape can only lower the lowest frequency"
        )
        assert found[-1] == pytest.approx(exact, rel=1e-7)
        assert found[0] > exact

    def test_a_twisted_rod_swings_as_dalembert_says(self):
        section = Section(mu=MU, EI_y=5, EI_z=7, GI_t=3.0, r_y=0.03, r_z=0.01)
        data = AssumedModes(section, L, twist=[Polynomial.basis(k) for k in range(1, 8)]).standard_data()
        wave_speed = np.sqrt(section.GI_t / (MU * (section.r_y**2 + section.r_z**2)))
        assert frequencies(data.M_e, data.K_e, 2) == pytest.approx(
            np.array([1, 3]) * np.pi / 2 / L * wave_speed, rel=1e-4
        )

    def test_damping_ratios_are_those_asked_for(self):
        zeta = np.array([0.01, 0.05, 0.2])
        data = AssumedModes(THIN, L, z=polynomial_shapes(3)).standard_data(zeta)
        A = np.block([[np.zeros((3, 3)), np.eye(3)], [-np.linalg.solve(data.M_e, np.hstack([data.K_e, data.D_e]))]])
        values = np.linalg.eigvals(A)
        values = sorted(values[values.imag > 0], key=abs)
        assert [-v.real / abs(v) for v in values] == pytest.approx(zeta, rel=1e-6)


class TestGeometricStiffening:
    # natural frequencies ω √(μ l⁴/EI) of a cantilever that rotates at Ω √(μ l⁴/EI) = 1, 2, ..., out of the plane of
    # rotation (Wright, Smith, Thresher and Wang, Journal of Applied Mechanics 49, 1982)
    WRIGHT = ((0, 3.5160), (1, 3.6816), (2, 4.1373), (3, 4.7973), (4, 5.5850), (5, 6.4495), (10, 11.2023))
    data = AssumedModes(Section(mu=1, EI_y=1, EI_z=1), 1.0, z=polynomial_shapes(9)).standard_data(stiffening=True)

    @pytest.mark.parametrize(("rotation", "frequency"), WRIGHT)
    def test_a_rotating_blade_has_the_published_frequency(self, rotation, frequency):
        K = self.data.K_e + rotation**2 * self.data.K_geo[1]
        assert frequencies(self.data.M_e, K)[0] == pytest.approx(frequency, abs=6e-5)

    def test_the_coefficient_of_southwell(self):
        blade = AssumedModes(Section(mu=1, EI_y=1, EI_z=1), 1.0, z=cantilever_shapes(1)).standard_data(stiffening=True)
        assert blade.K_geo[1, 0, 0] / blade.M_e[0, 0] == pytest.approx(1.193, abs=5e-4)
        hub = AssumedModes(Section(mu=1, EI_y=1, EI_z=1), 1.0, z=cantilever_shapes(1), offset=1.0).standard_data(
            stiffening=True
        )
        assert (hub.K_geo - blade.K_geo)[1, 0, 0] / blade.M_e[0, 0] == pytest.approx(1.571, abs=1e-3), (
            "a hub as long as the blade"
        )

    def test_only_rotations_across_the_beam_pull(self):
        assert self.data.K_geo[[0, 3, 4, 5]] == pytest.approx(0)
        assert self.data.K_geo[1] == pytest.approx(self.data.K_geo[2])

    def test_a_column_buckles_under_eulers_load(self):
        beam = AssumedModes(THIN, L, z=polynomial_shapes(7))
        K_g = beam.line.tension_stiffness(1.0)
        loads = eigh(beam.line.stiffness(THIN), K_g, eigvals_only=True)
        assert loads[0] == pytest.approx(np.pi**2 * EI_y / (4 * L**2), rel=1e-9)


class TestSection:
    def test_stiffnesses_of_a_rectangle_are_those_of_the_textbook(self):
        section = Section.rectangle(rho=7850, E=210e9, width=0.04, height=0.02)
        assert section.mu == pytest.approx(6.28)
        assert section.EI_y == pytest.approx(5600), "E b h³/12"
        assert section.EI_z == pytest.approx(22400), "E h b³/12"
        square = Section.rectangle(rho=1, E=2.6, width=1.0, height=1.0)
        assert square.GI_t == pytest.approx(0.1406, abs=3e-4), "the torsional constant of a square, 0.1406 a⁴"

    def test_four_spots_have_the_moments_of_the_section(self):
        section = Section.rectangle(rho=1, E=1, width=0.3, height=0.2)
        y, z = section.spots.T
        assert [np.mean(y * y), np.mean(z * z), np.mean(y * z)] == pytest.approx([0.3**2 / 12, 0.2**2 / 12, 0])

    @given(st.sampled_from(["mu", "EI_y", "EI_z", "EA", "GI_t"]), st.floats(max_value=0) | st.just(np.nan))
    @settings(max_examples=20, deadline=None)
    def test_what_no_beam_has_is_refused_by_name(self, name, value):
        good = {"mu": 1.0, "EI_y": 1.0, "EI_z": 1.0}
        with pytest.raises(ModelError, match=f"expected {name} to be positive"):
            Section(**(good | {name: value}))


class TestRefusals:
    def test_a_rigid_direction_cannot_deform(self):
        with pytest.raises(ModelError, match="stretching"):
            AssumedModes(Section(mu=1, EI_y=1, EI_z=1), 1.0, x=[Polynomial([0, 1])]).standard_data()

    def test_no_shape_and_no_length(self):
        with pytest.raises(ModelError, match="at least one shape"):
            AssumedModes(THIN, 1.0)
        with pytest.raises(ModelError, match="positive length"):
            AssumedModes(THIN, 0.0, z=polynomial_shapes(1))
