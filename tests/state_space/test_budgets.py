"""No run is without an end: stiff equations, budgets, the keyboard, jumps in inputs."""

import _thread
import math
import threading
import time

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.integration import Budget, integrate
from mechanics.model import Inputs, ModelError, Parameters, SimulationError
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.symbols import t as clock

END = [1.706167732170469, -8.928097010248125e-4]  # published values at t = 2000, for μ = 1000


def van_der_pol(*transitions):
    x = States(x=("1", "deflection", 2.0), y=("1", "rate"))
    p = Parameters(mu=(1000.0, "1", "damping"))
    mode = Mode({x.x: x.y, x.y: p.mu * (1 - x.x**2) * x.y - x.x}, transitions)
    return StateSpaceSystem(states=x, parameters=p, modes={"swings": mode}, title="van der Pol").numeric()


@pytest.mark.parametrize("rtol", [1e-5, 1e-8, 1e-11])
def test_a_stiff_oscillator_ends_where_it_is_published(rtol):
    run = van_der_pol().simulate(t=np.linspace(0, 2000, 21), rtol=rtol, atol=rtol)
    assert run.x[-1] == pytest.approx(END, rel=max(10 * rtol, 1e-9))


def test_a_stiff_oscillator_with_a_transition_ends_where_it_is_published():
    marker = Transition("zero", van_der_pol().system.states.symbols[0])
    run = van_der_pol(marker).simulate(t=np.linspace(0, 2000, 21))
    assert run.x[-1] == pytest.approx(END, rel=1e-6)
    assert len(run.events["zero"]) == 2


@pytest.mark.parametrize("method", ["DOP853", "RK45"])
def test_an_explicit_method_on_stiff_equations_says_so_at_once(method):
    begin = time.perf_counter()
    with pytest.raises(
        SimulationError, match=rf"stiff at t = .* {method} .* [xy] = .* changes fastest .* method='Radau'"
    ):
        van_der_pol().simulate(t=2000.0, method=method, time_limit=20)
    assert time.perf_counter() - begin < 10


@pytest.mark.parametrize(
    "options", [{}, {"method": "DOP853"}, {"method": "RK45"}, {"method": "compiled"}, {"events": {}}]
)
def test_a_run_that_takes_too_long_ends_with_a_sentence(options):
    if options.get("method") == "compiled":
        pytest.importorskip("numba")
    pendulum = systems.load("mathematical_pendulum")
    if "events" in options:
        options = {"events": {"bottom": pendulum.coordinates.phi}}
    begin = time.perf_counter()
    with pytest.raises(SimulationError, match=r"stopped at t = .*computing time.*time_limit"):
        pendulum.numeric().simulate([1.0], t=np.linspace(0, 1e7, 3), time_limit=0.5, **options)
    assert time.perf_counter() - begin < 20, "the limit was 0.5 s"


def test_the_sentence_says_how_far_the_motion_came():
    """Not how far another method came that was begun when nothing of the time was left."""
    times = np.linspace(0, 1e6, 100_001)
    with pytest.raises(SimulationError, match="stopped at t = ") as stopped:
        systems.load("mathematical_pendulum").numeric().simulate([1.0], t=times, time_limit=1.0)
    assert float(str(stopped.value).split("t = ")[1].split(" s")[0]) > 100, stopped.value


@pytest.mark.parametrize("limit", [0, -1.0, math.nan, "long"])
def test_a_time_limit_that_is_none_is_a_sentence(limit):
    with pytest.raises(ModelError, match="time limit must be"):
        Budget(limit)


@pytest.mark.parametrize("method", ["auto", "Radau", "compiled"])
def test_the_keyboard_ends_a_run(method):
    if method == "compiled":
        pytest.importorskip("numba")
    model = systems.load("mathematical_pendulum").numeric()
    model.simulate([1.0], t=1.0, method=method)
    begin = time.perf_counter()
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        model.simulate([1.0], t=np.linspace(0, 1e7, 3), method=method)
    assert time.perf_counter() - begin < 10


# --- inputs ---------------------------------------------------------------------------------------------------------


def cart():
    x, u = States(s=("m", "position"), v=("m/s", "velocity")), Inputs(f=("N", "force"))
    p = Parameters(m=(1.0, "kg", "mass"))
    return StateSpaceSystem(
        states=x, parameters=p, inputs=u, equations={x.s: x.v, x.v: u.f / p.m}, title="cart"
    ).numeric()


def push(t):
    return 1000.0 if 3 <= t < 3.001 else 0.0


PULSES = {
    "piecewise": sp.Piecewise((1000, (clock >= 3) & (clock < 3.001)), (0, True)),
    "steps": 1000 * (sp.Heaviside(clock - 3) - sp.Heaviside(clock - 3.001)),
    "table": ([0, 3, 3.0005, 3.001, 10], [0, 0, 2000, 0, 0]),
    "sign": 500 * (sp.sign(clock - 3) - sp.sign(clock - 3.001)),
}


@pytest.mark.parametrize("kind", PULSES)
def test_a_push_of_a_millisecond_gives_its_whole_momentum(kind):
    run = cart().simulate(t=10.0, u={"f": PULSES[kind]})
    assert run.x[-1] == pytest.approx([7 - 0.0005, 1], abs=1e-9)


def test_a_function_names_its_own_breakpoints():
    run = cart().simulate(t=10.0, u={"f": push}, breakpoints=[3, 3.001])
    assert run.x[-1] == pytest.approx([7 - 0.0005, 1], abs=1e-9)


def test_a_square_wave_is_followed_edge_by_edge():
    run = cart().simulate(t=10.0, u={"f": sp.sign(sp.sin(2 * sp.pi * clock))})
    assert run.x[-1] == pytest.approx([2.5, 0], abs=1e-8)


@pytest.mark.parametrize(
    ("u", "sentence"),
    [
        (([0, 1], [1]), "A table for an input is"),
        (([1, 0], [1, 2]), "times of a table must increase"),
        (([0, "a"], [1, 2]), "A table for an input is"),
        (sp.DiracDelta(clock - 1), "must be finite at every time"),
        (lambda a, b, c: 1.0, "takes t, or .t, x.; got one of a, b, c"),
        (lambda t: None, "must give one number"),
    ],
)
def test_an_input_that_is_none_is_a_sentence(u, sentence):
    with pytest.raises(ModelError, match=sentence):
        cart().simulate(t=1.0, u={"f": u})


def test_breakpoints_must_be_times():
    with pytest.raises(ModelError, match="Breakpoints must be finite times"):
        cart().simulate(t=1.0, u={"f": push}, breakpoints=["soon"])


# --- accuracy -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
def test_the_default_is_as_accurate_as_the_best_method(rtol):
    """A planet with an eccentricity of 0.7 is back after ten turns; no method may be ten times better."""

    def f(x, t):
        cube = (x[0] ** 2 + x[1] ** 2) ** 1.5
        return [x[2], x[3], -x[0] / cube, -x[1] / cube]

    x0 = np.array([0.3, 0, 0, math.sqrt(1.7 / 0.3)])
    times = np.linspace(0, 20 * math.pi, 11)
    errors = {
        method: np.abs(integrate(f, x0, times, rtol, rtol, method)[-1] - x0).max()
        for method in ("auto", "LSODA", "DOP853", "RK45")
    }
    assert errors["auto"] <= 10 * min(errors.values()), errors
