"""The series RLC circuit: states, inputs as numbers, functions of time and feedback laws, equilibria, linearization."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.model import ModelError, Parameters, SimulationError
from mechanics.state_space import States, StateSpaceSystem
from mechanics.symbols import t
from mechanics.widgets import simulate

R, L, C = 1.0, 0.5, 0.1


@pytest.fixture(scope="module")
def model():
    return systems.load("series_rlc_circuit").numeric(R=R, L=L, C=C)


def test_step_response_is_the_textbook_formula(model):
    run = model.simulate([0, 0], t=np.linspace(0, 5, 51), u={"u": 2.0}, rtol=1e-10, atol=1e-12)
    decay, omega = R / (2 * L), np.sqrt(1 / (L * C) - (R / (2 * L)) ** 2)
    expected = 2 - 2 * np.exp(-decay * run.t) * (np.cos(omega * run.t) + decay / omega * np.sin(omega * run.t))
    assert run["u_C"] == pytest.approx(expected, abs=1e-8)
    assert run["y"].tolist() == run["u_C"].tolist()


@pytest.mark.equation("1.10")
def test_the_stored_energy_changes_by_what_the_source_gives_and_the_resistor_takes(model):
    run = model.simulate([0.3, -1.0], t=np.linspace(0, 4, 4001), u={"u": lambda t: np.sin(3 * t)}, rtol=1e-10)
    i_L, u_C, u = run["i_L"], run["u_C"], run["u"]
    stored = L * i_L**2 / 2 + C * u_C**2 / 2
    power = u * i_L - R * i_L**2
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(run.t))])
    assert stored - stored[0] == pytest.approx(work, abs=1e-6)


def test_a_function_of_time_a_feedback_law_and_a_number_are_all_inputs(model):
    number = model.simulate([1, 1], t=2.0, u={"u": 0.0}).x
    of_time = model.simulate([1, 1], t=2.0, u={"u": lambda t: 0.0}).x
    feedback = model.simulate([1, 1], t=2.0, u={"u": lambda t, x: 0.0 * x[0]}).x
    assert np.allclose(number, of_time, atol=1e-7) and np.allclose(number, feedback, atol=1e-7)


def test_an_input_may_be_written_as_the_lecture_writes_it(model):
    """An expression of t gives what the function of the same values gives; a picture shows it as it was typed."""
    law = sp.sin(3 * t) + sp.Piecewise((1, t < 1), (0, True))
    by_expression = model.simulate([0.3, -1.0], t=4.0, u={"u": law})
    by_function = model.simulate([0.3, -1.0], t=4.0, u={"u": lambda s: np.sin(3 * s) + (s < 1)})
    np.testing.assert_allclose(by_expression.x, by_function.x, atol=1e-9)
    assert simulate("series_rlc_circuit", u={"u": sp.sin(3 * t)}, t=1.0).spec["call"]["u"] == [["u", "sin(3*t)"]]


@pytest.mark.parametrize("law", [sp.sin(sp.Symbol("omega") * t), sp.Function("y")(t)])
def test_an_input_that_is_no_expression_of_time_alone_is_refused(model, law):
    with pytest.raises(ModelError, match="expression of the time t alone"):
        model.simulate(t=1.0, u={"u": law})


def test_feedback_of_the_current_acts_like_more_resistance(model):
    feedback = model.simulate([1, 1], t=2.0, u={"u": lambda t, x: -0.5 * x[0]}).x
    heavier = systems.load("series_rlc_circuit").numeric(R=R + 0.5, L=L, C=C).simulate([1, 1], t=2.0, u={"u": 0.0}).x
    assert np.allclose(feedback, heavier, atol=1e-6)


def test_equilibrium_and_linearization(model):
    assert model.equilibria({"u": 3.0})[0] == pytest.approx([0.0, 3.0], abs=1e-9)
    A, B = model.linearize([0.2, 0.7])
    assert np.allclose(A, [[-R / L, -1 / L], [1 / C, 0]], rtol=1e-14)
    assert np.allclose(B, [[1 / L], [0]], rtol=1e-14)
    (solution,) = systems.load("series_rlc_circuit").equilibria()
    assert {str(x): str(value) for x, value in solution.items()} == {"i_L": "0", "u_C": "u"}


def test_the_border_of_oscillation_is_at_two_roots_of_l_over_c():
    circuit, limit = systems.load("series_rlc_circuit"), 2 * np.sqrt(L / C)
    below = circuit.numeric(R=0.99 * limit, L=L, C=C).linearize([0, 0]).eigenvalues
    above = circuit.numeric(R=1.01 * limit, L=L, C=C).linearize([0, 0]).eigenvalues
    assert np.abs(below.imag).min() > 0 and np.abs(above.imag).max() == 0


def test_many_states_are_one_call(model):
    states = np.random.default_rng(1).normal(size=(3, 4, 2))
    together = model.state_derivative(0.0, states, {"u": 1.0})
    one_by_one = [[model.state_derivative(0.0, x, {"u": 1.0}) for x in row] for row in states]
    assert np.allclose(together, one_by_one, rtol=0, atol=1e-14)


def test_bad_input_is_named(model):
    with pytest.raises(ModelError, match="x0 must have the shape .*i_L, u_C"):
        model.simulate([1, 2, 3])
    with pytest.raises(ModelError, match="The input u must give a finite number; got nan at t = 0 s"):
        model.simulate(u={"u": lambda t: float("nan")})
    with pytest.raises(ModelError, match="Unknown input 'v'.*Valid names: u"):
        model.simulate(u={"v": 1})
    with pytest.raises(ModelError, match="capacitance.*must be positive; got 0"):
        systems.load("series_rlc_circuit").numeric(C=0)


def test_equations_with_a_missing_derivative_or_an_unknown_symbol_are_refused():
    x = States(a=("m", "first"), b=("m", "second"))
    a, b = x.symbols
    with pytest.raises(ModelError, match="no derivative of b"):
        StateSpaceSystem(states=x, parameters=Parameters(), equations={a: b})
    foreign = States(c=("m", "foreign")).c
    with pytest.raises(ModelError, match="use c, no state"):
        StateSpaceSystem(states=x, parameters=Parameters(), equations={a: b, b: foreign})


def test_a_state_that_runs_away_is_an_error_with_the_time():
    x = States(a=("1", "grows", 1.0))
    explosive = StateSpaceSystem(states=x, parameters=Parameters(), equations={x.a: x.a**2})
    with pytest.raises(SimulationError, match=r"(stopped|ran away) at t = (0\.99|1)"):
        explosive.numeric().simulate(t=2.0)


def test_the_interpolation_between_output_times_follows_the_motion(model):
    fine = model.simulate([1, 0], t=np.linspace(0, 2, 401))
    coarse = model.simulate([1, 0], t=np.linspace(0, 2, 101))
    assert np.allclose(coarse.at(fine.t), fine.x, atol=1e-4)
