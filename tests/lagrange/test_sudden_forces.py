"""Forces that act for a moment or in one place only: no step passes over them, by whatever method."""

import warnings

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from mechanics.lagrange import Body, Damper, Force, LagrangianSystem, Spring
from mechanics.model import Coordinates, Inputs, Parameters, SimulationWarning
from mechanics.symbols import t

G = 9.81


def falling(push) -> LagrangianSystem:
    """A mass above the ground that pushes it back; `push` of (h, k) is the force."""
    q = Coordinates(h=("m", "height", 1.0))
    p = Parameters(m=(1.0, "kg", "mass"), k=(1e5, "N/m", "stiffness"), g=(G, "m/s^2", "gravity"), a=(10.0, "m", "deep"))
    force = Force((0, push(q.h, p), 0), point=(0, q.h, 0))
    return LagrangianSystem(
        coordinates=q, parameters=p, bodies=[Body(p.m, (0, q.h, 0))], gravity=(0, -p.g, 0), forces=[force], title="ball"
    )


def bounced(k: float, times: np.ndarray) -> np.ndarray:
    """Flights, and half oscillations in contact, in closed form."""
    w, v, c = np.sqrt(k), np.sqrt(2 * G), G / k

    def contact(s):
        return -c + c * np.cos(w * s) - v / w * np.sin(w * s)

    lasts = brentq(contact, 0.6 * np.pi / w, 1.9 * np.pi / w)
    s = (times - v / G) % (2 * v / G + lasts)
    flight = v * (s - lasts) - G * (s - lasts) ** 2 / 2
    return np.where(times < v / G, 1 - G * times**2 / 2, np.where(s < lasts, contact(s), flight))


LAYER = falling(lambda h, p: p.k * sp.Max(0, p.a - sp.Abs(h + p.a)) * sp.sign(h + p.a))
GROUND = falling(lambda h, p: sp.Piecewise((-p.k * h, h < 0), (0, True)))
ROUTES = [{}, {"method": "LSODA"}, {"method": "DOP853"}, {"method": "RK45"}, {"rtol": 1e-11, "atol": 1e-11},
          {"method": "compiled"}, {"rtol": 1e-5, "atol": 1e-5}]  # fmt: skip


@pytest.mark.parametrize("system", [LAYER, GROUND], ids=["a layer of 20 m", "ground"])
@pytest.mark.parametrize("options", ROUTES, ids=str)
def test_a_ball_does_not_fall_through_a_stiff_ground(system, options):
    """In free fall every step is exact, and the next one longer: one of them would pass over a layer as a whole."""
    if options.get("method") == "compiled":
        pytest.importorskip("numba")
    run = system.numeric().simulate(t=6.0, **options)
    np.testing.assert_allclose(run["h"], bounced(1e5, run.t), atol=1e4 * options.get("rtol", 1e-8))


@pytest.mark.parametrize("method", ["auto", "DOP853", "Radau", "BDF"])
def test_a_particle_does_not_pass_through_a_narrow_hill(method):
    """Free on its way to a bump of 2 J, 5 cm wide, with 0.5 J: it turns back with the speed it came with."""
    q = Coordinates(x=("m", "position", -5.0))
    p = Parameters(m=(1.0, "kg", "mass"), V_0=(2.0, "J", "height"), b=(0.05, "m", "width"))
    system = LagrangianSystem(
        coordinates=q, parameters=p, bodies=[Body(p.m, (q.x, 0, 0))], potential=p.V_0 * sp.exp(-((q.x / p.b) ** 2)),
        title="hill",
    )  # fmt: skip
    run = system.numeric().simulate(q_d0=[1.0], t=10.0, method=method)
    assert run["x_d"][-1] == pytest.approx(-1.0, abs=1e-4)


W = 1e-3
PUSH = sp.Piecewise((1 / W, (t > 3.7231) & (t < 3.7231 + W)), (0, True))


@pytest.mark.parametrize("method", ["auto", "DOP853", "RK45", "Radau", "BDF", "compiled"])
def test_a_push_of_a_millisecond_is_seen_and_no_reason_to_doubt_the_motion(method):
    """As an input, and in the equations where the method takes no function as an input."""
    if method == "compiled":
        pytest.importorskip("numba")
    q, u = Coordinates(x=("m", "position")), Inputs(F=("N", "force"))
    p = Parameters(m=(1.0, "kg", "mass"))
    force = PUSH if method == "compiled" else u.F
    system = LagrangianSystem(
        coordinates=q, parameters=p, inputs=u, bodies=[Body(p.m, (q.x, 0, 0))],
        forces=[Force((force, 0, 0), point=(q.x, 0, 0))], title="pushed",
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("error", SimulationWarning)
        run = system.numeric().simulate(t=10.0, u=None if method == "compiled" else {"F": PUSH}, method=method)
    assert run["x_d"][-1] == pytest.approx(1.0, abs=1e-6)
    assert np.abs(run.energy_error).max() < 1e-6


def test_the_balance_of_a_strongly_damped_beginning_is_that_of_the_motion():
    """k = 1e6 N/m, d = 1e5 N s/m: the rate is there after 10 µs, a thousandth of the first interval of the outputs."""
    q = Coordinates(x=("m", "position", 1.0))
    p = Parameters(m=(1.0, "kg", "mass"), k=(1e6, "N/m", "stiffness"), d=(1e5, "N s/m", "damping"))
    system = LagrangianSystem(
        coordinates=q, parameters=p, bodies=[Body(p.m, (q.x, 0, 0))], springs=[Spring(q.x, p.k)],
        dampers=[Damper(q.x, p.d)], title="overdamped",
    )  # fmt: skip
    run = system.numeric().simulate(t=1.0)
    assert np.abs(run.energy_error).max() < 1e-8 * run.energy[0]


def test_the_closed_form_of_the_bounces_is_that_of_an_integration_with_tiny_steps():
    found = solve_ivp(lambda s, y: [y[1], -G - 1e5 * min(y[0], 0)], (0, 2), [1, 0], "DOP853", np.linspace(0, 2, 21),
                      rtol=1e-12, atol=1e-12, max_step=2e-4)  # fmt: skip
    np.testing.assert_allclose(bounced(1e5, found.t), found.y[0], atol=1e-8)
