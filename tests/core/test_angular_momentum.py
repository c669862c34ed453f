"""Angular momentum of points and rotors, and gears: conservation, invariants and balances by other routes."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics.angular_momentum import (
    Gear,
    Rotor,
    angular_momentum,
    areal_velocity,
    moment_balance,
    moment_of,
    reflected_inertia,
    solve_balances,
    train,
)
from mechanics.model import ModelError
from mechanics.symbols import coordinate_symbol, t

PHI, X, Y = (coordinate_symbol(name) for name in ("phi", "x", "y"))
M, L, G, F_S = sp.symbols("m l g f_S", positive=True)

numbers = st.floats(-5, 5)
vectors = st.tuples(numbers, numbers, numbers)
ratios = st.floats(0.1, 50) | st.floats(-50, -0.1)


def array(column: sp.Matrix) -> np.ndarray:
    return np.array(list(column), dtype=float)


class TestPoints:
    @given(vectors, st.floats(0.1, 9), vectors)
    def test_is_the_cross_product_of_position_and_momentum(self, r, m, v):
        assert array(angular_momentum(r, m, v)) == pytest.approx(np.cross(r, m * np.array(v)), abs=1e-9)

    @given(vectors, vectors, vectors, vectors)
    def test_another_reference_point_takes_the_moment_of_the_momentum(self, r, v, a, b):
        about_a, about_b = angular_momentum(r, 2, v, a), angular_momentum(r, 2, v, b)
        moved = np.cross(np.subtract(b, a), 2 * np.array(v))
        assert array(about_a - about_b) == pytest.approx(moved, abs=1e-8)

    @given(vectors, vectors)
    def test_is_twice_the_mass_times_the_areal_velocity(self, r, v):
        assert array(angular_momentum(r, 3, v)) == pytest.approx(6 * array(areal_velocity(r, v)), abs=1e-9)

    def test_straight_motion_keeps_it_although_the_point_turns_about_the_origin(self):
        free = angular_momentum((3 - 2 * t, 5, 0), M)
        assert sp.expand(free[2]) == 10 * M

    def test_the_areal_velocity_is_the_area_of_the_triangle_swept_in_a_second(self):
        r, v = (2, 0, 0), (0, 3, 0)
        corners = [(0, 0), (2, 0), (2, 3)]
        area = sp.Polygon(*corners).area
        assert areal_velocity(r, v) == sp.ImmutableMatrix([0, 0, area])

    def test_two_components_are_a_point_of_the_plane(self):
        assert angular_momentum((2, 0), 1, (0, 3)) == angular_momentum((2, 0, 0), 1, (0, 3, 0))

    def test_the_balance_is_newton_crossed_with_the_position(self):
        r, f = sp.Matrix([X, Y, 0]), sp.Matrix(sp.symbols("f_x f_y f_z"))
        balance = moment_balance(r, M, f, about=(1, 2, 0))
        newton = (M * r.diff(t, 2) - f).T
        crossed = (r - sp.Matrix([1, 2, 0])).cross(newton.T)
        assert sp.expand(balance.lhs - balance.rhs - crossed) == sp.zeros(3, 1)

    def test_forces_add_up(self):
        r, f = (X, Y, 0), (1, 2, 3)
        twice = moment_balance(r, M, f, f)
        assert twice.rhs == 2 * moment_of(f, r)

    def test_a_central_force_has_no_moment(self):
        r = sp.Matrix([X, Y, 0])
        assert moment_of(-r / r.norm() ** 3, r) == sp.zeros(3, 1)

    @pytest.mark.parametrize(
        ("call", "sentence"),
        [
            (lambda: angular_momentum((1,), M, (0, 1)), "The position must be a vector with 2 or 3"),
            (lambda: angular_momentum("xy", M), "got 'xy'"),
            (lambda: angular_momentum((1, 2), M, 3), "The velocity must be a vector.*got 3"),
            (lambda: angular_momentum((1, float("nan")), M, (0, 1)), "finite real number"),
            (lambda: moment_balance((X, Y), M, (0, 1), about=(X, 0)), "fixed in space.*moves"),
            (lambda: moment_of((1, 2, 3, 4), (0, 0)), "The force must be a vector"),
        ],
    )
    def test_bad_vectors_are_named(self, call, sentence):
        with pytest.raises(ModelError, match=sentence):
            call()


class TestRotor:
    def test_its_energy_changes_by_the_power_of_its_moments(self):
        rotor = Rotor(L, PHI, [M, -G * PHI.diff(t)])
        rate = rotor.kinetic_energy.diff(t).subs(PHI.diff(t, 2), rotor.balance.rhs / L)
        assert sp.expand(rate - (M - G * PHI.diff(t)) * PHI.diff(t)) == 0

    def test_a_point_mass_on_a_rod_is_a_rotor(self):
        position = (0, L * sp.sin(PHI), -L * sp.cos(PHI))
        point = sp.simplify(angular_momentum(position, M)[0])
        assert point == Rotor(M * L**2, PHI).angular_momentum

    @pytest.mark.parametrize("inertia", [0, -1, float("nan"), float("inf"), 2 + PHI])
    def test_an_inertia_is_positive_and_constant(self, inertia):
        with pytest.raises(ModelError, match="inertia of a rotor must be (positive and constant|a finite)"):
            Rotor(inertia, PHI)

    def test_an_angle_moves(self):
        with pytest.raises(ModelError, match="angle of a rotor must be a function of time"):
            Rotor(1, L)


class TestSolveBalances:
    def test_finds_acceleration_and_reaction_of_the_pendulum(self):
        r = sp.Matrix([0, L * sp.sin(PHI), -L * sp.cos(PHI)])
        rod = -F_S * r / L
        newton = sp.Eq(M * r.diff(t, 2), rod + sp.Matrix([0, 0, -M * G]), evaluate=False)
        found = solve_balances([newton], [PHI.diff(t, 2), F_S])
        about_hinge = solve_balances([moment_balance(r, M, (0, 0, -M * G))], [PHI.diff(t, 2)])
        assert found[PHI.diff(t, 2)] == about_hinge[PHI.diff(t, 2)] == -G * sp.sin(PHI) / L
        assert sp.expand(found[F_S] - M * G * sp.cos(PHI) - M * L * PHI.diff(t) ** 2) == 0

    @pytest.mark.parametrize(
        ("balances", "unknowns", "sentence"),
        [
            ([sp.Eq(F_S, M), sp.Eq(F_S, G)], [F_S], "contradict each other"),
            ([F_S + L - M], [F_S, L], "do not determine f_S, l"),
            ([F_S**2 - M], [F_S], "must be linear in f_S"),
        ],
    )
    def test_says_what_is_wrong_with_the_balances(self, balances, unknowns, sentence):
        with pytest.raises(ModelError, match=sentence):
            solve_balances(balances, unknowns)


class TestGears:
    @given(ratios, st.floats(-9, 9), st.floats(-9, 9))
    def test_a_gear_loses_no_power(self, ratio, speed, torque):
        gear = Gear(ratio)
        power_in, power_out = torque * gear.input_angle(speed), gear.output_torque(torque) * speed
        assert float(power_in) == pytest.approx(float(power_out))

    @given(ratios, st.floats(0.01, 9), st.floats(-9, 9))
    def test_a_reflected_inertia_stores_the_same_energy(self, ratio, inertia, speed):
        gear = Gear(ratio)
        stored = inertia * gear.input_angle(speed) ** 2 / 2
        assert float(stored) == pytest.approx(float(gear.reflected(inertia) * speed**2 / 2))

    @given(st.lists(ratios, min_size=1, max_size=4), st.data())
    def test_the_energy_of_a_train_is_that_of_its_shafts(self, values, data):
        inertias = data.draw(st.lists(st.floats(0.1, 5), min_size=len(values) + 1, max_size=len(values) + 1))
        # the last shaft turns with 1 rad/s
        speeds = [float(np.prod(values[k:])) for k in range(len(values) + 1)]
        energy = sum(i * w**2 / 2 for i, w in zip(inertias, speeds, strict=True))
        assert float(reflected_inertia(inertias, [Gear(i) for i in values])) == pytest.approx(2 * energy)

    def test_an_idler_changes_the_direction_only(self):
        between = train(Gear.of_teeth(20, 35), Gear.of_teeth(35, 60))
        assert between.ratio == 3
        assert Gear.of_teeth(20, 60).ratio == -3
        assert Gear.of_teeth(20, 60, internal=True).ratio == 3

    def test_two_rotors_on_a_gear_move_like_one_with_the_reflected_inertia(self):
        """(3.139) and (3.140a) for one gear, by cutting it open."""
        i, I_m, I_1, tau_m, tau = sp.symbols("i_g I_m I_1 tau_m tau_1^m", positive=True)
        gear = Gear(i)
        motor = Rotor(I_m, gear.input_angle(PHI), [tau_m, -tau])
        load = Rotor(I_1, PHI, [gear.output_torque(tau)])
        found = solve_balances([motor.balance, load.balance], [PHI.diff(t, 2), tau])
        together = Rotor(reflected_inertia([I_m, I_1], [gear]), PHI, [gear.output_torque(tau_m)])
        assert sp.simplify(found[PHI.diff(t, 2)] - together.balance.rhs / together.inertia) == 0

    @pytest.mark.parametrize("ratio", [0, float("inf"), float("nan")])
    def test_a_ratio_is_finite_and_not_zero(self, ratio):
        with pytest.raises(ModelError, match="ratio of a gear must be a finite"):
            Gear(ratio)

    def test_teeth_are_counted_from_one(self):
        with pytest.raises(ModelError, match="Numbers of teeth must be positive"):
            Gear.of_teeth(20, 0)

    def test_shafts_and_gears_have_to_fit(self):
        with pytest.raises(ModelError, match="1 gears connect 2 shafts; got inertias of 3 shafts"):
            reflected_inertia([1, 2, 3], [Gear(2)])
