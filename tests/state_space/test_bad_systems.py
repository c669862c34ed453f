"""State-space systems that cannot work, and motions that cannot go on: one clear error each."""

import numpy as np
import pytest
import sympy as sp

from mechanics.model import Inputs, ModelError, Parameters, SimulationError
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition

X = States(h=("m", "level", 1.0))
P = Parameters(a=(1.0, "1/s", "rate"))
H = X.h
Q = sp.Symbol("q")


def tank(equations=None, **more) -> StateSpaceSystem:
    parts = {"states": X, "parameters": P, "equations": equations or {H: -P.a * H}, "title": "tank"}
    return StateSpaceSystem(**(parts | more))


def switching(*transitions) -> StateSpaceSystem:
    return StateSpaceSystem(states=X, parameters=P, modes={"out": Mode({H: -P.a}, transitions)}, title="tank")


BAD = {
    "a derivative of something else": (
        lambda: tank({H: 1, Q: 2}),
        "give a derivative of q; only the states h",
    ),
    "an unknown symbol in an output": (
        lambda: tank(outputs={"y": Q}),
        "The outputs use q, no state.*It has a, h, t",
    ),
    "an unknown symbol in a column of outputs": (
        lambda: tank(outputs={"y": sp.Matrix([H, Q])}),
        "outputs use q",
    ),
    "an unknown symbol in a condition": (
        lambda: switching(Transition("end", H - Q)),
        "transition 'end' use q",
    ),
    "an unknown symbol in a guard": (
        lambda: switching(Transition("end", H, guard=Q > 0)),
        "transition 'end' use q",
    ),
    "an unknown symbol in a reset": (
        lambda: switching(Transition("end", H, reset={H: Q})),
        "transition 'end' use q",
    ),
    "a reset of something else": (
        lambda: switching(Transition("end", H, reset={Q: 1})),
        "resets q; only the states h",
    ),
    "a name twice": (lambda: tank(inputs=Inputs(h=("m", "level"))), "name h is used twice"),
    "a reserved name": (lambda: tank(inputs=Inputs(exp=("1", "input"))), "name 'exp' cannot be used"),
    "an unknown symbol in an evaluation": (
        lambda: tank().numeric().evaluate([Q], [1.0]),
        "expressions use q",
    ),
    "a root of a negative state": (
        lambda: tank({H: -sp.sqrt(H)}).numeric().state_derivative(0.0, [-1.0]),
        "No finite value of derivative at h = -1",
    ),
    "a NaN among many states": (
        lambda: tank().numeric().state_derivative(0.0, [[1.0], [np.nan]]),
        "x must be finite",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_one_clear_error(name):
    call, message = BAD[name]
    with pytest.raises(ModelError, match=message):
        call()


@pytest.mark.parametrize("method", ["LSODA", "DOP853"])
def test_a_motion_that_leaves_the_domain_of_its_equations(method):
    with pytest.raises(SimulationError, match="cannot be evaluated.*root of a negative number"):
        tank({H: -sp.sqrt(H) - 1}).numeric().simulate([1.0], 3.0, method=method)


def test_a_value_error_in_a_law_of_the_user_stays_his():
    u = Inputs(u=("", "u"))
    system = tank({H: u.u - H}, inputs=u)

    def law(t: float, x: np.ndarray) -> float:
        raise ValueError("my own mistake")

    with pytest.raises(ValueError, match="^my own mistake$"):
        system.numeric().simulate([1.0], 1.0, {"u": law})


def test_a_blow_up_in_finite_time_is_told_with_its_time():
    with pytest.raises(SimulationError, match=r"t = 1 s"):
        tank({H: H**2}).numeric().simulate([1.0], 3.0)


@pytest.mark.parametrize("law, slope", [(sp.Abs(H) * H, 2.0), (sp.Max(H, 2) * H, 2.0), (sp.Min(H, 2) * H, 2.0)])
def test_linearization_through_a_kink(law, slope):
    A, B = tank({H: law}).numeric().linearize([1.0])
    assert A[0, 0] == pytest.approx(slope) and B.shape == (1, 0)


def test_parameters_that_do_not_go_together_are_refused_with_their_values():
    p = Parameters(a=(1.0, "1/s", "rate"), b=(2.0, "1/s", "largest rate"))
    system = tank(parameters=p, conditions={"The rate must not exceed the largest one": p.a <= p.b})
    assert system.numeric(a=2.0).parameters["a"] == 2.0
    with pytest.raises(ModelError, match="must not exceed the largest one; got a = 3, b = 2"):
        system.numeric(a=3.0)
