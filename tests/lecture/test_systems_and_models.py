"""Chapter 1: static and dynamic elements, states, the state-space form, the series circuit; (1.1)-(1.10)."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad

from mechanics import systems
from mechanics.model import Inputs, Parameters, t
from mechanics.state_space import States, StateSpaceSystem

from .compare import assert_close, assert_same

CIRCUIT = systems.load("series_rlc_circuit")
R, L, C = CIRCUIT.parameters.symbols
I_L, U_C = CIRCUIT.states.symbols
U = CIRCUIT.inputs.u
RNG = np.random.default_rng(11)


def capacitor() -> StateSpaceSystem:
    """Input the current, state and one output the voltage; beside it, as second output, that of a resistor."""
    x, u = States(u=("V", "voltage", 0.4)), Inputs(i=("A", "current"))
    p = Parameters(C=(0.5, "F", "capacitance"), R=(2.0, "Ohm", "resistance"))
    return StateSpaceSystem(
        states=x, parameters=p, inputs=u, equations={x.u: u.i / p.C}, outputs={"u_C": x.u, "u_R": p.R * u.i}
    )


def late(t: float) -> float:
    return 3 * t**2


def steady(t: float) -> float:
    return 12.0


@pytest.mark.equation("1.1")
def test_a_resistor_knows_nothing_but_the_present_current():
    """Two currents with different pasts and the same value at t = 2 s: same voltage at R, different ones at C."""
    first, second = (capacitor().numeric().simulate(t=2.0, u={"i": i}) for i in (late, steady))
    assert first["u_R"][-1] == second["u_R"][-1] == 2.0 * 12.0, "(1.1): u = R i of the moment"
    assert abs(first["u_C"][-1] - second["u_C"][-1]) > 1, "a capacitor is no static element"


@pytest.mark.equation("1.2")
def test_a_capacitor_adds_up_the_current_of_the_past():
    """All of the past, or the value at t0 and what came since: both formulas, and the state of the library."""
    tau, t0, c = sp.Symbol("tau"), sp.Rational(3, 2), sp.Rational(1, 2)
    i = 3 * tau**2 * sp.exp(tau / 3)  # dies out in the far past
    whole = sp.integrate(i, (tau, -sp.oo, t)) / c
    u0 = whole.subs(t, t0)
    split = u0 + sp.integrate(i, (tau, t0, t)) / c
    assert_same(split.diff(t), i.subs(tau, t) / c, "(1.2): du/dt = i/C")
    assert_same(whole, split, "(1.2): u(t0) holds all of the past")
    run = capacitor().numeric().simulate([float(u0)], [1.5, 2.0, 2.5], {"i": sp.lambdify(tau, i)}, rtol=1e-10)
    assert_close(run["u_C"], [float(whole.subs(t, x)) for x in run.t], "(1.2): simulation of the capacitor", 1e-7)
    by_quadrature = float(u0) + quad(sp.lambdify(tau, i), 1.5, 2.5)[0] / 0.5
    assert_close(run["u_C"][-1], by_quadrature, "(1.2): quadrature of the current", 1e-7)


def mixed() -> StateSpaceSystem:
    """n = 3 states, p = 2 inputs, q = 1 output and explicit time, so that every argument of f and h occurs."""
    x = States(a=("1", "a", 0.2), b=("1", "b", -0.1), c=("1", "c", 0.5))
    u = Inputs(v=("1", "v"), w=("1", "w"))
    a, b, c = x.symbols
    p = Parameters(k=(2.0, "1", "k"))
    return StateSpaceSystem(
        states=x, parameters=p, inputs=u,
        equations={a: b * u.v, b: -p.k * a + sp.sin(t), c: u.w - c}, outputs={"y": a * c + u.v + t},
    )  # fmt: skip


def printed_rates(t: float, x: np.ndarray, u: dict[str, float]) -> np.ndarray:
    a, b, c = x
    return np.array([b * u["v"], -2.0 * a + np.sin(t), u["w"] - c])


POINT = 0.7, np.array([0.3, -1.2, 0.8]), {"v": 1.5, "w": -0.4}


@pytest.mark.equation("1.3a", "1.5a")
def test_state_equations_are_explicit_in_the_state_the_inputs_and_time():
    """One rate for each state; row by row (1.3a), as one vector (1.5a), and x(t0) = x0."""
    model, (time, x, u) = mixed().numeric(), POINT
    rates = model.state_derivative(time, x, u)
    assert rates.shape == (3,)
    assert_close(rates, printed_rates(*POINT), "(1.5a): x_d = f(x, u, t)")
    for k, row in enumerate(mixed().state_equations()):
        value = model.evaluate([row.rhs], x, u, time)[0]
        assert_close(value, rates[k], f"(1.3a): row {k + 1}")
    run = model.simulate(x, [2.0, 3.0], u)
    assert run.t[0] == 2.0 and run.x[0].tolist() == x.tolist(), "(1.5a): x(t0) = x0 for a start at t0 = 2 s"


@pytest.mark.equation("1.3b", "1.5b")
def test_output_equations_are_algebraic():
    model, (time, x, u) = mixed().numeric(), POINT
    assert_close(model.output("y", x, u, time), 0.3 * 0.8 + 1.5 + 0.7, "(1.5b): y = h(x, u, t)")
    assert [str(e.lhs) for e in mixed().output_equations] == ["y"]


@pytest.mark.equation("1.4a", "1.4b", "1.4c")
def test_inputs_outputs_and_states_have_an_order():
    system = mixed()
    assert (list(system.inputs), list(system.outputs), list(system.states)) == (
        ["v", "w"],
        ["y"],
        ["a", "b", "c"],
    )
    many = RNG.normal(size=(4, 5, 3))
    assert system.numeric().state_derivative(0.0, many, POINT[2]).shape == (4, 5, 3), "(1.4c): x has n entries"
    assert system.numeric().linearize(POINT[1], POINT[2]).B.shape == (3, 2), "(1.4a): u has p entries"


def laws() -> dict[str, sp.Expr]:
    """The elements (1.6)-(1.8) and the balances (1.9), each as an expression that is zero."""
    i_R, i_C, u_R, u_L, i_d, u_d = unknowns()
    return {
        "1.6": u_R - R * i_R,
        "1.7": C * u_d - i_C,
        "1.8": L * i_d - u_L,
        "1.9a": i_R - I_L,
        "1.9b": i_C - I_L,
        "1.9c": u_L + u_R + U_C - U,
    }


def unknowns() -> list[sp.Symbol]:
    return list(sp.symbols("i_R i_C u_R u_L i_L_d u_C_d"))


def eliminated(without: str = "") -> dict[sp.Symbol, sp.Expr]:
    """The six unknowns from the six equations, or from five of them."""
    equations = [e for name, e in laws().items() if name != without]
    return sp.solve(equations, unknowns(), dict=True)[0]


@pytest.mark.equation("1.10")
def test_state_model_of_the_circuit_by_elimination():
    found = eliminated()
    rates = [equation.rhs for equation in CIRCUIT.state_equations()]
    assert list(CIRCUIT.states) == ["i_L", "u_C"], "(1.10): order of the state"
    assert_same([found[x] for x in unknowns()[4:]], rates, "(1.10): f of series_rlc_circuit")
    assert_same(CIRCUIT.outputs["y"], U_C, "(1.10): output y = u_C")


@pytest.mark.equation("1.9a", "1.9b", "1.9c")
def test_node_and_mesh_equations_along_a_simulation():
    """All six laws hold in every moment, with currents and voltages measured from the simulated states."""
    model = CIRCUIT.numeric(R=1.3)
    p = model.parameters
    time = np.linspace(0, 4, 2001)
    run = model.simulate([0.3, -1.0], time, {"u": lambda t: np.sin(2 * t)}, rtol=1e-10, atol=1e-12)
    i_L, u_C, u = run["i_L"], run["u_C"], run["u"]
    u_L, i_C = p["L"] * np.gradient(i_L, time), p["C"] * np.gradient(u_C, time)
    inside = slice(2, -2)
    assert_close(i_C[inside], i_L[inside], "(1.9b): the current through the capacitor", 1e-4)
    i_R = (u - u_C - u_L) / p["R"]  # what the mesh leaves for the resistor
    assert_close(i_R[inside], i_L[inside], "(1.9a), (1.9c): the current through the resistor", 1e-4)
    for name in ("1.9a", "1.9b", "1.9c"):
        left = {x for e in eliminated(name).values() for x in e.free_symbols}
        assert left & set(unknowns()), f"({name}) is needed: without it one of the six unknowns stays free"


@pytest.mark.equation("1.6", "1.7", "1.8")
def test_laws_of_the_elements_by_their_energies():
    """R turns u i into heat, C and L store it: what the source gives is R i² and the rates of C u²/2 and L i²/2."""
    found = eliminated()
    i_R, i_C, u_R, u_L, i_d, u_d = unknowns()
    assert_same(found[u_R] * found[i_R], R * I_L**2, "(1.6): power of the resistor")
    assert_same(U_C * found[i_C], C * U_C * found[u_d], "(1.7): power of the capacitor is d/dt C u²/2")
    assert_same(found[u_L] * I_L, L * I_L * found[i_d], "(1.8): power of the inductor is d/dt L i²/2")
    total = found[u_R] * found[i_R] + U_C * found[i_C] + found[u_L] * I_L
    assert_same(total, U * I_L, "(1.6)-(1.9): the source gives what the three take")
    start = CIRCUIT.numeric().simulate([0.2, -0.5], 0.1)
    assert start.x[0].tolist() == [0.2, -0.5], "(1.7), (1.8): u_C(0) = u_C0 and i_L(0) = i_L0"
