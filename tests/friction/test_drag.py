"""Drag, and the fall through an atmosphere against an integration in height."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp

from mechanics.friction import (
    air_density,
    drag_factor,
    drag_force,
    speed_from_rest,
    speed_of_fall,
    terminal_speed,
)

FALL = {"m": 100.0, "g": 9.81, "c_w": 0.5, "A": 0.5, "rho0": 1.2, "k": 9100.0}
speeds = st.floats(-300, 300)


@given(speeds, speeds, speeds)
def test_drag_takes_energy_and_has_the_size_of_its_definition(x, y, z):
    v = np.array([x, y, z])
    force = np.array(drag_force(v, 0.4, 2.0, 1.2), dtype=float).ravel()
    assert force @ v <= 0, "drag must not drive"
    assert np.linalg.norm(force) == pytest.approx(0.4 * 2.0 * 1.2 / 2 * (v @ v), rel=1e-9, abs=1e-12)
    assert np.allclose(np.cross(force, v), 0, atol=1e-6 * (1 + v @ v) ** 1.5), "drag lies along the velocity"


def test_drag_along_an_axis_is_that_of_the_vector():
    for v in (-3.0, 0.0, 2.5):
        assert float(drag_force(v, 0.4, 2.0, 1.2)) == pytest.approx(float(drag_force((v, 0), 0.4, 2.0, 1.2)[0]))


def test_drag_of_symbols():
    v, c, A, rho = sp.symbols("v c_w A rho", positive=True)
    assert sp.simplify(drag_force(v, c, A, rho) + c * A * rho * v**2 / 2) == 0
    assert sp.simplify(drag_force(-v, c, A, rho) - c * A * rho * v**2 / 2) == 0


def test_the_air_above_a_height_weighs_what_its_pressure_carries():
    """∫ rho dh from h upwards is k rho(h): the thickness of the atmosphere is the same from every height."""
    h = 5000.0
    column, _ = quad(lambda z: float(air_density(z, 1.2, 9100.0)), h, h + 40 * 9100.0)
    assert column == pytest.approx(9100.0 * float(air_density(h, 1.2, 9100.0)), rel=1e-9)


def test_at_the_terminal_speed_the_drag_carries_the_weight():
    v = float(terminal_speed(100.0, 9.81, 0.5, 0.5, 1.2))
    assert float(drag_force(-v, 0.5, 0.5, 1.2)) == pytest.approx(100.0 * 9.81, rel=1e-12)
    assert v == pytest.approx(80.87, abs=0.01)


@pytest.mark.parametrize("v0", [0.0, 150.0])
def test_the_closed_form_of_the_speed_satisfies_the_equation_of_motion(v0):
    def slope(h, w):  # w = v²
        rho = FALL["rho0"] * np.exp(-h / FALL["k"])
        return -2 * FALL["g"] + FALL["c_w"] * FALL["A"] * rho / FALL["m"] * w

    heights = [30e3, 10e3, 1e3, 0.0]
    run = solve_ivp(slope, (39e3, 0.0), [v0**2], "DOP853", t_eval=heights, rtol=1e-12, atol=1e-10)
    closed = [float(speed_of_fall(h, 39e3, v0, **FALL)) for h in heights]
    assert closed == pytest.approx(np.sqrt(run.y[0]).tolist(), rel=1e-9)


def test_the_closed_form_without_air_and_from_far_above():
    thin = FALL | {"rho0": 1e-9}
    assert float(speed_of_fall(0.0, 500.0, 0.0, **thin)) == pytest.approx(np.sqrt(2 * 9.81 * 500), rel=1e-6)
    landing = float(speed_of_fall(0.0, 39e3, 0.0, **FALL))
    terminal = float(terminal_speed(100.0, 9.81, 0.5, 0.5, 1.2))
    assert terminal < landing < 1.1 * terminal, "the air gets denser on the way down: always a little too fast"


def test_symbolic_closed_form_solves_the_linear_equation():
    h, h0, v0, m, g, c, A, rho0, k = sp.symbols("h h0 v0 m g c_w A rho0 k", positive=True)
    w = speed_of_fall(h, h0, v0, m=m, g=g, c_w=c, A=A, rho0=rho0, k=k) ** 2
    rest = w.diff(h) + 2 * g - 2 * drag_factor(c, A, air_density(h, rho0, k)) * w / m
    values = {h: 4.0, h0: 9.0, v0: 2.0, m: 3.0, g: 9.81, c: 0.4, A: 0.7, rho0: 1.1, k: 5.0}
    assert abs(sp.N(rest.subs(values))) < 1e-12
    assert sp.simplify(w.subs(h, h0) - v0**2) == 0


def test_a_fall_from_rest_in_constant_air_obeys_newton():
    t, v_T, g = sp.symbols("t v_T g", positive=True)
    v = speed_from_rest(t, v_T, g)
    for values in ({t: 0.1, v_T: 80.0, g: 9.81}, {t: 30.0, v_T: 80.0, g: 9.81}):
        rest = (v.diff(t) - g * (1 - (v / v_T) ** 2)).subs(values)
        assert abs(rest.evalf()) < 1e-12
    assert v.subs(t, 0) == 0 and sp.limit(v, t, sp.oo) == v_T
