"""Finite elements of beams in space, and their reduction."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import eigh
from scipy.spatial.transform import Rotation

from mechanics.flexible import (
    AssumedModes,
    BeamModel,
    Section,
    cantilever_roots,
    cantilever_shapes,
    craig_bampton,
    guyan,
    natural_shapes,
    polynomial_shapes,
)
from mechanics.model import ModelError

MU, EI_y, EI_z, L = 2.0, 5.0, 7.0, 1.5
THIN = Section(mu=MU, EI_y=EI_y, EI_z=EI_z, EA=1e4, GI_t=3.0)
THICK = Section(mu=MU, EI_y=EI_y, EI_z=EI_z, EA=1e4, GI_t=3.0, r_y=0.05, r_z=0.03)


def one_element(section=THIN):
    return BeamModel.straight(section, L, 1, clamped=())


def block(model, matrix, coordinates):
    indices = [model.coordinate(*coordinate) for coordinate in coordinates]
    return matrix[np.ix_(indices, indices)]


BEND_Y = [(0, "y"), (0, "rot_z"), (1, "y"), (1, "rot_z")]


class TestOneElement:
    """The matrices that stand in every textbook."""

    def test_matrices_of_bending_are_those_of_the_textbook(self):
        model, l = one_element(), L
        K = [[12, 6 * l, -12, 6 * l], [6 * l, 4 * l**2, -6 * l, 2 * l**2], [-12, -6 * l, 12, -6 * l]]
        M = [[156, 22 * l, 54, -13 * l], [22 * l, 4 * l**2, 13 * l, -3 * l**2], [54, 13 * l, 156, -22 * l]]
        assert block(model, model.stiffness_matrix, BEND_Y)[:3] == pytest.approx(EI_z / l**3 * np.array(K))
        assert block(model, model.mass_matrix, BEND_Y)[:3] == pytest.approx(MU * l / 420 * np.array(M))

    def test_rotary_inertia_of_the_sections(self):
        l = L
        more = one_element(THICK).mass_matrix - one_element().mass_matrix
        rows = [[36, 3 * l, -36, 3 * l], [3 * l, 4 * l**2, -3 * l, -(l**2)]]
        found = block(one_element(), more, BEND_Y)[:2]
        assert found == pytest.approx(MU * THICK.r_y**2 / (30 * l) * np.array(rows))

    def test_stretching_and_twisting(self):
        model, pattern = one_element(THICK), np.array([[1, -1], [-1, 1]])
        rotations, shifts = [(0, "rot_x"), (1, "rot_x")], [(0, "x"), (1, "x")]
        assert block(model, model.stiffness_matrix, shifts) == pytest.approx(THICK.EA / L * pattern)
        assert block(model, model.stiffness_matrix, rotations) == pytest.approx(THICK.GI_t / L * pattern)
        i_p = MU * (THICK.r_y**2 + THICK.r_z**2)
        assert block(model, model.mass_matrix, rotations) == pytest.approx(i_p * L / 6 * np.array([[2, 1], [1, 2]]))


class TestRigidMotions:
    points = np.array([[0.2, 0, 0], [0.9, 0.3, 0.1], [1.1, 0.9, 0.6]])
    model = BeamModel(points, THICK, clamped=())

    def motion(self, shift, turn):
        place = shift + np.cross(turn, self.points)
        return np.hstack([place, np.broadcast_to(turn, place.shape)]).ravel()

    @given(st.lists(st.floats(-2, 2), min_size=6, max_size=6))
    @settings(max_examples=20, deadline=None)
    def test_a_rigid_motion_costs_nothing(self, six):
        x = self.motion(np.array(six[:3]), np.array(six[3:]))
        assert self.model.stiffness_matrix @ x == pytest.approx(np.zeros(18), abs=1e-8)

    def test_there_are_six_of_them(self):
        omega, _ = natural_shapes(self.model.mass_matrix, self.model.stiffness_matrix, 7)
        assert (omega[:6] < 1e-4 * omega[6]).all(), "a bent beam in space resists everything but rigid motions"

    def test_they_have_the_energy_of_the_rigid_body(self):
        data = self.model.standard_data()
        for k, axis in enumerate(np.eye(3)):
            shift, turn = self.motion(axis, np.zeros(3)), self.motion(np.zeros(3), axis)
            assert shift @ self.model.mass_matrix @ shift == pytest.approx(data.m)
            assert turn @ self.model.mass_matrix @ turn == pytest.approx(data.I0[k, k]), (
                f"moment of inertia about {'xyz'[k]}"
            )


class TestConvergence:
    def test_the_frequencies_fall_with_the_fourth_power_of_the_length_of_elements(self):
        exact = cantilever_roots(2)[1] ** 2 * np.sqrt(EI_y / (MU * L**4))  # second mode along z
        errors = []
        for elements in (4, 8, 16):
            model = BeamModel.straight(THIN, L, elements)
            omega, T = model.natural_shapes(4)
            along_z = np.abs(model.nodes(T).Phi[-1, 2]) > 1e-6
            errors.append(omega[along_z][1] / exact - 1)
        assert all(error > 0 for error in errors), "an approximation by Ritz is too stiff"
        assert [errors[0] / errors[1], errors[1] / errors[2]] == pytest.approx([16, 16], rel=0.25)

    def test_standard_data_agree_with_the_exact_eigenfunctions(self):
        model = BeamModel.straight(THIN, L, 16, offset=0.3)
        z = [model.coordinate(node, d) for node in range(1, 17) for d in ("z", "rot_y")]
        T = np.zeros((len(model.free), 2))
        T[z] = natural_shapes(model.mass_matrix[np.ix_(z, z)], model.stiffness_matrix[np.ix_(z, z)], 2)[1]
        T /= T[model.coordinate(-1, "z")]
        data = model.standard_data(T, stiffening=True)
        exact = AssumedModes(THIN, L, z=cantilever_shapes(2), offset=0.3).standard_data(stiffening=True)
        for name in ("m", "c0", "I0", "C1", "C2", "C3", "C4", "K_e", "K_geo"):
            value = np.asarray(getattr(exact, name))
            assert getattr(data, name) == pytest.approx(value, abs=2e-4 * np.abs(value).max()), name

    @given(st.lists(st.floats(-3, 3), min_size=3, max_size=3))
    @settings(max_examples=10, deadline=None)
    def test_a_turned_beam_is_the_same_beam(self, rotation_vector):
        A = Rotation.from_rotvec(rotation_vector).as_matrix()
        straight = BeamModel.straight(THICK, L, 3)
        turned = BeamModel(straight.points @ A.T, THICK, up=A[:, 2])
        assert turned.natural_shapes(6)[0] == pytest.approx(straight.natural_shapes(6)[0], rel=1e-8)
        n = np.kron(np.eye(3), np.kron(np.eye(2), A))  # all coordinates of three free nodes
        assert n.T @ turned.stiffness_matrix @ n == pytest.approx(straight.stiffness_matrix, abs=1e-6)


class TestStatics:
    def test_a_bent_bar_bends_and_twists(self):
        """Castigliano for a right angle, arms a and b, with a force across its plane at the tip."""
        a, b, F = 0.8, 0.5, 3.0
        model = BeamModel([[0, 0, 0], [a, 0, 0], [a, b, 0]], THIN)
        force = np.zeros(len(model.free))
        force[model.coordinate(-1, "z")] = F
        tip = np.linalg.solve(model.stiffness_matrix, force)[model.coordinate(-1, "z")]
        assert tip == pytest.approx(F * (a**3 / (3 * EI_y) + b**3 / (3 * EI_y) + b**2 * a / THIN.GI_t))


class TestNodes:
    def test_elements_and_assumed_shapes_move_alike(self):
        """A cubic is a cubic: the finite element can follow ξ² and ξ³ exactly."""
        beam = AssumedModes(THIN, L, z=polynomial_shapes(2), y=polynomial_shapes(1), offset=0.2)
        given = beam.nodes([0, 0.5, 1])
        model = BeamModel.straight(THIN, L, 2, offset=0.2)
        T = np.hstack([given.Phi[1:], given.Psi[1:]]).reshape(12, 3)
        again = model.nodes(T)
        for name in ("R_0", "Phi", "Psi"):
            assert getattr(again, name) == pytest.approx(getattr(given, name), abs=1e-12), name
        assert model.standard_data(T).K_e == pytest.approx(beam.standard_data().K_e)
        inertia = model.standard_data(T).C4
        assert inertia == pytest.approx(beam.standard_data().C4)

    def test_the_slope_is_the_derivative_of_the_deflection(self):
        beam, h = AssumedModes(THIN, L, z=cantilever_shapes(2), y=cantilever_shapes(1)), 1e-6
        before, after = (beam.nodes([0.4 + d / L]).Phi[0] for d in (-h, h))
        slope, turn = (after - before) / (2 * h), beam.nodes([0.4]).Psi[0]
        assert [*turn[1], *turn[2]] == pytest.approx([*(-slope[2]), *slope[1]], abs=1e-8)


class TestReduction:
    model = BeamModel.straight(THICK, L, 6)
    M, K = model.mass_matrix, model.stiffness_matrix
    tip = tuple(map(model.coordinate, [-1] * 4, ("y", "z", "rot_y", "rot_z")))

    def lowest(self, T, n=1):
        return np.sqrt(eigh(T.T @ self.K @ T, T.T @ self.M @ T, eigvals_only=True))[:n]

    def test_guyan_is_exact_for_forces_on_the_masters(self):
        T = guyan(self.K, self.tip)
        force = np.zeros(len(self.K))
        force[list(self.tip)] = [1.0, -2.0, 0.3, 0.7]
        reduced = T @ np.linalg.solve(T.T @ self.K @ T, T.T @ force)
        assert reduced == pytest.approx(np.linalg.solve(self.K, force), abs=1e-12)

    def test_guyan_with_the_tip_alone_is_the_spring_of_the_textbook(self):
        T = guyan(self.K, [self.model.coordinate(-1, "z")])
        assert (T.T @ self.K @ T).item() == pytest.approx(3 * EI_y / L**3)
        thin = BeamModel.straight(THIN, L, 6)
        T = guyan(thin.stiffness_matrix, [thin.coordinate(-1, "z")])
        assert T.T @ thin.mass_matrix @ T == pytest.approx(np.array([[33 / 140 * MU * L]])), "Rayleigh's effective mass"

    def test_guyan_estimates_from_above(self):
        true = natural_shapes(self.M, self.K, 1)[0][0]
        assert true < self.lowest(guyan(self.K, self.tip))[0] < 1.02 * true

    def test_craig_bampton_without_modes_is_guyan(self):
        assert craig_bampton(self.M, self.K, self.tip, 0) == pytest.approx(guyan(self.K, self.tip))

    def test_craig_bampton_gets_better_with_every_mode_and_exact_with_all(self):
        true = natural_shapes(self.M, self.K, 4)[0]
        found = [self.lowest(craig_bampton(self.M, self.K, self.tip, n), 4) for n in (0, 2, 4, len(self.K) - 4)]
        for worse, better in zip(found, found[1:], strict=False):
            assert (better <= worse * (1 + 1e-9)).all()
        assert found[2][:3] == pytest.approx(true[:3], rel=1e-3)
        assert found[-1] == pytest.approx(true, rel=1e-7)

    def test_the_boundary_keeps_its_own_coordinates(self):
        T = craig_bampton(self.M, self.K, self.tip, 3)
        assert T[list(self.tip)] == pytest.approx(np.hstack([np.eye(4), np.zeros((4, 3))]))

    def test_reduced_standard_data_have_the_reduced_matrices(self):
        T = craig_bampton(self.M, self.K, self.tip, 2)
        data = self.model.standard_data(T)
        assert data.M_e == pytest.approx(T.T @ self.M @ T)
        assert data.K_e == pytest.approx(T.T @ self.K @ T)

    def test_the_shapes_are_normalised(self):
        _, T = natural_shapes(self.M, self.K, 5)
        product = T.T @ self.M @ T
        assert product == pytest.approx(np.eye(5), abs=1e-9)


class TestRefusals:
    model = BeamModel.straight(THIN, L, 3)

    def test_points_that_coincide(self):
        with pytest.raises(ModelError, match="points 1 and 2 coincide"):
            BeamModel([[0, 0, 0], [1, 0, 0], [1, 0, 0]], THIN)

    def test_up_along_the_beam(self):
        with pytest.raises(ModelError, match="points along the beam"):
            BeamModel.straight(THIN, L, 2, up=(1, 0, 0))

    def test_a_clamped_node_and_an_unknown_direction(self):
        with pytest.raises(ModelError, match="Node 0 is clamped"):
            self.model.coordinate(0, "z")
        with pytest.raises(ModelError, match="rot_x"):
            self.model.coordinate(-1, "rotx")
        with pytest.raises(ModelError, match="no node 4"):
            self.model.coordinate(4, "z")

    def test_twist_without_inertia(self):
        with pytest.raises(ModelError, match="radii of gyration"):
            natural_shapes(self.model.mass_matrix, self.model.stiffness_matrix, 2)

    def test_masters_that_do_not_hold_the_rest(self):
        free = BeamModel.straight(THIN, L, 2, clamped=())
        with pytest.raises(ModelError, match="not held"):
            guyan(free.stiffness_matrix, [free.coordinate(0, "x")])
        with pytest.raises(ModelError, match="different indices"):
            guyan(self.model.stiffness_matrix, [0, 0])

    def test_stiffening_of_a_beam_across_x(self):
        across = BeamModel([[0, 0, 0], [0, 1, 0]], THIN)
        with pytest.raises(ModelError, match="along the x axis"):
            across.standard_data(stiffening=True)

    def test_a_matrix_that_is_not_symmetric(self):
        with pytest.raises(ModelError, match="symmetric matrix K"):
            guyan([[1.0, 0.5], [0.0, 1.0]], [0])
