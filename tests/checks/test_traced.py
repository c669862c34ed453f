"""A function that is wrong is called with symbols: the formulas in it tell where."""

import math

import numpy as np
import pytest
import sympy as sp

from mechanics.checks import capture, make_key
from mechanics.checks.answers import flatten
from mechanics.checks.call import Call, CheckFailed
from mechanics.formulas.text import text_of_tree

SYMBOLS = {"names": ["r", "x", "y", "z"], "values": [1.2, [0.3, 0.4, 0.5]]}


def formulas(function):
    (call,) = capture(function, SYMBOLS)["calls"]
    return [text_of_tree(leaf["tree"]) for leaf in flatten(call["value"])] if "value" in call else None


WITH = {
    "math": (lambda r, q: math.sin(q[0]) * r + math.hypot(q[1], q[2]), ["sin(x)*r + sqrt(y*y + z*z)"]),
    "numpy": (lambda r, q: np.cross(q, [0, 0, r]), ["y*r", "-x*r", "0"]),
    "an array": (lambda r, q: np.sqrt(q) * 2.5, ["sqrt(x)*2.5", "sqrt(y)*2.5", "sqrt(z)*2.5"]),
    "sympy": (lambda r, q: sp.Matrix(q).dot(sp.Matrix([1, r, 0])) * math.cos(r), ["(x + r*y)*cos(r)"]),
    "a choice": (lambda r, q: max(0.0, q[0] - r) + min(r, 2.0) ** 2, ["0 + r**2"]),
    "degrees": (lambda r, q: math.radians(r), ["pi*r/180"]),
}


@pytest.mark.parametrize("name", WITH)
def test_formulas_of_functions_written_with(name):
    function, right = WITH[name]
    found = formulas(function)
    assert found is not None, f"no formula was found in a function written with {name}"
    at = {"r": 1.2, "x": 0.3, "y": 0.4, "z": 0.5}
    values = [float(sp.sympify(text).subs(at)) for text in found]
    assert values == pytest.approx([float(sp.sympify(text).subs(at)) for text in right]), found
    assert {str(s) for text in found for s in sp.sympify(text).free_symbols} <= set(at)


def test_the_functions_of_math_are_plain_again_afterwards():
    before = math.sin
    formulas(lambda r, q: math.sin(q[0]) / 0)
    assert math.sin is before and "sin" in repr(math.sin)


@pytest.mark.parametrize(
    "function",
    [
        lambda r, q: np.linalg.eigvalsh(np.diag(q)),
        lambda r, q: open("no such file"),  # noqa: SIM115
        lambda r, q: sum(r**k for k in range(10_000)),
    ],
    ids=["eigenvalues", "an error", "too long a formula"],
)
def test_a_function_without_formulas_is_no_problem(function):
    assert formulas(function) is None


DOMAIN = {"r": "positive", "x": "angle", "y": "positive", "z": "positive"}
RIGHT = "[r*sin(x) + y, sqrt(y)/z]"
WRONG = {
    "In `r*cos(x)`, sine and cosine of `x` are exchanged.": lambda r, q: [r * np.cos(q[0]) + q[1], q[1] ** 0.5 / q[2]],
    "`z` is not the right quantity": lambda r, q: [r * math.sin(q[0]) + q[2], np.sqrt(q[1]) / q[2]],
    "The sign of `-y` is wrong": lambda r, q: [r * math.sin(q[0]) - q[1], np.sqrt(q[1]) / q[2]],
}


@pytest.mark.parametrize("said", WRONG)
def test_the_wrong_place_of_a_function_is_named(said):
    key = make_key("function", RIGHT, DOMAIN, arguments=["r", ["x", "y", "z"]])
    verdict = Call("function", WRONG[said], lambda: key).verdict()
    assert not verdict.ok
    assert said in verdict.reason, verdict.reason


def test_formulas_that_hold_for_some_arguments_only_are_not_used():
    """Which branch is right is not known: the one of the first arguments would be blamed for all."""
    key = make_key("function", "x", {"x": "real"}, arguments=["x"])
    reason = Call("function", lambda x: -x if x > 0 else x / 2, lambda: key).verdict().reason
    assert "sign of `" not in reason and "number" not in reason, reason


def test_the_case_that_is_wrong_is_told():
    key = make_key("function", lambda l: [min(0.0, x - 1) for x in (l, 1.5 * l, 0.5)], {"l": "positive"})
    function = lambda l: [-2.0 if x > 1 else x - 1 for x in (l, 1.5 * l, 0.5)]  # noqa: E731
    assert "It is wrong only where the right result is 0." in Call("function", function, lambda: key).verdict().reason


def test_a_right_function_is_not_called_with_symbols():
    key = make_key("function", "2*x", {"x": "real"}, arguments=["x"])
    given = []

    def double(x):
        given.append(type(x))
        return 2 * x

    assert Call("function", double, lambda: key).verdict().ok
    assert set(given) == {float}


def test_all_of_an_array_is_named_as_one():
    names = dict.fromkeys(("a", "b", "c", "d", "e", "f", "g"), "real")
    arguments = [["a", "b", "c", "d", "e"], "f", "g"]
    key = make_key("function", "exp(a + b + c + d + e) + f*g + f**2", names, arguments=arguments)
    reason = Call("function", lambda q, f, g: float(np.sum(np.sin(q))) + f * g + f**2, lambda: key).verdict().reason
    assert "depends only on `[a, b, c, d, e]`." in reason, reason


def test_an_argument_that_is_zero_stops_no_search():
    key = make_key("function", "[a*b, b]", {"a": "positive", "b": "positive"}, arguments=["a", "b"])
    reason = Call("function", lambda a, b: [a * b * (a - a), b * (a - a) + a], lambda: key).verdict().reason
    assert "could not be judged" not in reason, reason


def test_a_call_with_symbols_that_ends_badly_leaves_the_verdict_on_the_numbers():
    key = make_key("function", "m*g", {"m": "positive", "g": "positive"}, arguments=["m", "g"])
    asked = []

    def data_of(answer, inputs):
        asked.append(inputs)
        if isinstance(inputs, dict):
            raise CheckFailed("This did not finish in time.")
        return capture(answer, inputs)

    verdict = Call("weight", lambda m, g: m + g * g, lambda: key).verdict(data_of)
    assert len(asked) == 2, "it was not called with symbols"
    assert verdict.state == "wrong" and "the function returns" in verdict.reason
