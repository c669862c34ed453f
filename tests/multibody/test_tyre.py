"""Tyre after Bakker, Nyborg and Pacejka: what the formula promises, energy of the wheel, and braking."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from mechanics.model import ModelError, SimulationError
from mechanics.multibody import (
    Actuator,
    ForceSensor,
    LineElement,
    Marker,
    Place,
    Prismatic,
    RigidBody,
    RigidBodySystem,
    Sensor,
    TyreElement,
)
from mechanics.multibody.body import GROUND
from mechanics.multibody.elements import Force, Linear
from mechanics.multibody.elements.magic_formula import LATERAL, LONGITUDINAL, combined
from mechanics.rotations.arrays import rotation_vector_matrix

LOADS = [2e3, 4e3, 6e3, 8e3]  # of the measurements, N
R = 0.31
WHEEL = TyreElement(Marker("ground"), Marker.along("wheel", z=(0, 1, 0)), R, 2e5, 300.0)
REST = np.zeros(6)


@pytest.mark.parametrize("F_z", LOADS)
@pytest.mark.parametrize("curve", [LATERAL, LONGITUDINAL], ids=["side", "brake"])
class TestMagicFormula:
    def test_its_largest_force_is_D_and_lies_at_the_peak(self, curve, F_z):
        found = minimize_scalar(lambda x: -curve(x, F_z), bounds=(0.0, 4 * curve.peak(F_z)), method="bounded")
        assert -found.fun == pytest.approx(curve.factors(F_z).D, rel=1e-9)
        assert found.x == pytest.approx(curve.peak(F_z), rel=1e-3)

    def test_its_slope_at_no_slip_is_BCD(self, curve, F_z):
        B, C, D, _ = curve.factors(F_z)
        assert curve.scaled(1e-6) * B * C * D == pytest.approx(curve(1e-6, F_z), rel=1e-6)

    def test_far_beyond_the_peak_it_tends_to_D_sin_half_pi_C(self, curve, F_z):
        B, C, D, E = curve.factors(F_z)
        if E < 1:
            assert curve(1e6, F_z) == pytest.approx(D * np.sin(np.pi * C / 2), rel=1e-3)

    def test_it_is_odd(self, curve, F_z):
        assert curve(-0.07, F_z) == -curve(0.07, F_z)

    def test_on_ice_the_slope_stays_and_the_peak_shrinks(self, curve, F_z):
        assert curve(1e-5, F_z, grip=0.3) == pytest.approx(curve(1e-5, F_z), rel=1e-3)
        assert curve(0.3 * curve.peak(F_z), F_z, grip=0.3) == pytest.approx(0.3 * curve.factors(F_z).D)


@pytest.mark.parametrize(
    ("curve", "D", "slope"),
    [(LATERAL, 3690.4, 1027.0), (LONGITUDINAL, 4235.2, 1288.2)],
    ids=["side", "brake"],
)
def test_the_published_tyre_under_four_kilonewtons(curve, D, slope):
    """Worked out by hand from the coefficients of SAE 870421: peak in N, slope in N/° and N/%."""
    B, C, peak, _ = curve.factors(4e3)
    assert peak == pytest.approx(D, rel=1e-4)
    assert B * C * peak == pytest.approx(slope, rel=1e-3)


def test_the_load_beyond_the_fit_is_refused():
    with pytest.raises(ModelError, match=r"at most 22\.9 kN, where the fit.*got 50 kN"):
        LATERAL(0.1, 5e4)


class TestBothSlips:
    def test_one_slip_alone_is_its_own_curve(self):
        assert combined(0.05, 0.0, 4e3) == pytest.approx((LONGITUDINAL(0.05, 4e3), 0.0))
        assert combined(0.0, 0.05, 4e3) == pytest.approx((0.0, -LATERAL(0.05, 4e3)))

    def test_all_forces_lie_within_an_ellipse(self):
        X, Y = LONGITUDINAL.factors(4e3).D, LATERAL.factors(4e3).D
        F = np.array([combined(k, a, 4e3) for k in np.linspace(-1, 1, 41) for a in np.linspace(-0.8, 0.8, 41)])
        assert (np.hypot(F[:, 0] / X, F[:, 1] / Y) <= 1 + 1e-9).all()

    def test_braking_takes_from_the_side_force(self):
        sides = [-combined(kappa, 0.06, 4e3)[1] for kappa in (0.0, -0.05, -0.1, -0.4, -1.0)]
        assert (np.diff(sides) < 0).all() and sides[-1] < 0.15 * sides[0], "a locked wheel does not steer"

    def test_without_load_there_is_no_force(self):
        assert combined(0.1, 0.1, 0.0) == combined(0.1, 0.1, -5.0) == combined(0.0, 0.0, 4e3) == (0.0, 0.0)


def rolling(slip, v=20.0, lean=0.0, depth=0.02):
    """A wheel that drives forwards (x) with a longitudinal slip, pressed into the road."""
    A = rotation_vector_matrix(np.array([lean, 0.0, 0.0]))
    z = np.concatenate([A.T @ [v, 0, 0], [0.0, v * (1 + slip) / R, 0.0]])
    return Place(np.array([0.0, 0.0, R * np.cos(lean) - depth]), A), z


class TestElement:
    def test_a_wheel_that_rolls_freely_only_feels_its_load(self):
        here = WHEEL.contact(GROUND, REST, *rolling(0.0))
        assert (here.F_z, here.F_x, here.F_y) == pytest.approx((4e3, 0.0, 0.0), abs=1e-8)

    def test_driven_it_pushes_forwards_and_braked_backwards(self):
        forwards, backwards = (WHEEL.contact(GROUND, REST, *rolling(s)) for s in (0.05, -0.05))
        assert forwards.kappa == pytest.approx(0.05) and forwards.F_x == pytest.approx(LONGITUDINAL(0.05, 4e3))
        assert backwards.F_x == pytest.approx(-forwards.F_x)

    def test_a_wheel_that_is_turned_out_of_its_way_pushes_to_the_side(self):
        turn = rotation_vector_matrix(np.array([0.0, 0.0, 0.04]))  # to the left, and so it goes to its right
        v = turn.T @ [20.0, 0, 0]
        here = WHEEL.contact(GROUND, REST, Place(np.array([0, 0, R - 0.02]), turn), np.array([*v, 0, v[0] / R, 0]))
        assert here.alpha == pytest.approx(-0.04) and here.F_y == pytest.approx(LATERAL(0.04, 4e3))

    @pytest.mark.parametrize("lean", [0.0, 0.2])
    def test_its_power_is_the_change_of_its_energy_and_heat(self, lean):
        """Both bodies move; the numerical derivative of the stored energy is an independent way."""
        rng = np.random.default_rng(3)
        road, z_i = (
            Place(0.01 * rng.normal(size=3), rotation_vector_matrix(0.05 * rng.normal(size=3))),
            rng.normal(size=6),
        )
        wheel, z_j = rolling(-0.1, lean=lean, depth=0.03)
        z_j = z_j + 0.5 * rng.normal(size=6)
        now, h = (road, z_i, wheel, z_j), 1e-6

        def moved(place, z, dt):
            return Place(place.r + dt * place.A @ z[:3], place.A @ rotation_vector_matrix(dt * z[3:]))

        later, earlier = (WHEEL.energy(moved(road, z_i, dt), z_i, moved(wheel, z_j, dt), z_j) for dt in (h, -h))
        h_i, h_j = WHEEL.wrenches(*now)
        given = h_i @ z_i + h_j @ z_j
        assert WHEEL.contact(*now).slip_power > 10.0, "a wheel that slips gets hot"
        assert given == pytest.approx(-(later - earlier) / (2 * h) - WHEEL.dissipated_power(*now), rel=1e-6)

    def test_forces_and_moments_on_both_bodies_are_in_balance(self):
        wheel, z = rolling(-0.2, lean=0.3)
        h_i, h_j = WHEEL.wrenches(GROUND, REST, wheel, z)
        force = wheel.A @ h_j[:3]
        assert h_i[:3] + force == pytest.approx(np.zeros(3), abs=1e-9)
        assert h_i[3:] + wheel.A @ h_j[3:] + np.cross(wheel.r, force) == pytest.approx(np.zeros(3), abs=1e-8)

    def test_above_the_road_nothing_acts(self):
        wheel, z = rolling(-0.5, depth=-0.01)
        assert not np.any(WHEEL.wrenches(GROUND, REST, wheel, z))

    def test_a_locked_wheel_stops_by_the_friction_of_full_slip(self):
        """m v_d = −F_x(−1), constant above v_low: the braking distance is v²/(2 a)."""
        m, v = 400.0, 20.0
        body = RigidBody.about_centre("wheel", m, np.full(3, 1.0))
        system = RigidBodySystem(
            [body], [Prismatic(Marker.along("ground", z=(1, 0, 0)), Marker.along("wheel", z=(1, 0, 0)), "way")],
            [TyreElement(Marker("ground", (0, 0, -R + m * 9.81 / 2e5)), Marker.along("wheel", z=(0, 1, 0)), R, 2e5)],
        )  # fmt: skip
        a = LONGITUDINAL(1.0, m * 9.81) / m
        run = system.simulate(t=[0.0, 1.0], velocities={"wheel": [v, 0, 0, 0, 0, 0]})
        assert system.place(run.x[-1], "wheel").r[0] == pytest.approx(v - a / 2, rel=1e-6)

    def test_a_wheel_that_lies_flat_is_refused(self):
        flat = Place(np.array([0, 0, 0.1]), rotation_vector_matrix(np.array([np.pi / 2, 0, 0])))
        with pytest.raises(SimulationError, match="lies flat on its plane"):
            WHEEL.geometry(GROUND, flat)

    @pytest.mark.parametrize("bad", [{"radius": 0.0}, {"grip": -1.0}, {"v_low": "fast"}])
    def test_bad_sizes_are_refused(self, bad):
        with pytest.raises(ModelError, match=f"The {next(iter(bad))} of TyreElement.*positive"):
            TyreElement(Marker("ground"), Marker("wheel"), **{"radius": 0.3, "k": 1e5} | bad)


class TestForceSensor:
    def test_friction_by_the_load_of_a_spring_brakes_as_coulomb_says(self):
        """FE-100: a block on a rail, pressed by a spring of constant length with N; v_d = −μ N/m."""
        m, N, mu, v = 2.0, 10.0, 0.3, 3.0
        x, y = (Marker.along(body, z=(1, 0, 0)) for body in ("ground", "block"))
        press = LineElement(Marker("ground", (0, 0, 1000.0)), Marker("block"), Linear(0.01, l_0=0.0), "press")
        drag = LineElement(Marker("ground", (-5, 0, 0)), Marker("block"), Force(0.0), "drag")
        brake = Actuator(
            drag, [ForceSensor(press), Sensor(Marker("block"), "velocity", "x")],
            lambda t, y, s: mu * y[0] * np.tanh(y[1] / 1e-3), name="brake",
        )  # fmt: skip
        system = RigidBodySystem(
            [RigidBody.about_centre("block", m, np.full(3, 0.01))], [Prismatic(x, y, "rail")], [press, brake],
            gravity=(0, 0, 0),
        )  # fmt: skip
        run = system.simulate(t=[0.0, 0.5], velocities={"block": [v, 0, 0, 0, 0, 0]})
        assert system.velocity(run.x[-1], "block")[0] == pytest.approx(v - mu * N / m * 0.5, rel=1e-3)

    def test_it_refuses_what_has_states_and_what_is_no_element(self):
        from mechanics.multibody.elements import Series

        maxwell = LineElement(Marker("ground"), Marker("block"), Series(1.0, 1.0), "maxwell")
        with pytest.raises(ModelError, match="maxwell has 1. Measure the motion"):
            ForceSensor(maxwell)
        with pytest.raises(ModelError, match="measures a force element"):
            ForceSensor("press")
