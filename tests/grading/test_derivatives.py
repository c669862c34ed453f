"""Sandboxes take first derivatives in a shorter way than sympy: the expressions must be those of sympy."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import sympy
from sympy import (
    Abs,
    Derivative,
    Expr,
    Mul,
    Pow,
    asin,
    atan2,
    cos,
    exp,
    log,
    nan,
    oo,
    sin,
    sqrt,
    symbols,
    tan,
    zoo,
)
from sympy.core.cache import clear_cache
from sympy.physics.mechanics import dynamicsymbols

from mechanics import systems
from mechanics.grading.sandbox.sympy_speedups import PROVED, speed_up_derivatives
from mechanics.symbols import t

x, y = symbols("x y")
PHI, R, PHI_D, R_D, MASS, LENGTH = systems.symbols("ball_on_beam", "phi1 r phi1_d r_d m_K r_K")
FREE = dynamicsymbols("q")
VARIABLES = (PHI, R, PHI_D, R_D, MASS, x, t, FREE, FREE.diff(t), R_D.diff(t))
NO_NUMBERS = (zoo, oo, nan)  # beside them sympy makes nan of a factor that is zero
LEAVES = (*VARIABLES, LENGTH, y, 2, 3)
ONE = (
    sin,
    cos,
    tan,
    exp,
    sqrt,
    Abs,
    log,
    asin,
    lambda a: a**2,
    lambda a: a**-3,
    lambda a: 2**a,
    lambda a: a / 7,
)
TWO = (
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a / b,
    atan2,
    lambda a, b: a**b,
)


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Takes derivatives as sandboxes do from now on, until the test ends."""

    def begin() -> None:
        clear_cache()
        for owner, name in (
            (Derivative, "__new__"),
            (Mul, "_eval_derivative_n_times"),
            (Pow, "_eval_derivative"),
        ):
            monkeypatch.setattr(owner, name, vars(owner)[name])  # put back at the end
        speed_up_derivatives()

    clear_cache()
    yield begin
    clear_cache()


def formula(draw: random.Random, depth: int) -> Any:
    """A formula of some size."""
    if depth == 0 or draw.random() < 0.1:
        return draw.choice(LEAVES)
    if draw.random() < 0.4:
        return draw.choice(ONE)(formula(draw, depth - 1))
    return draw.choice(TWO)(formula(draw, depth - 1), formula(draw, depth - 1))


def derivatives(expression: Expr) -> list[Expr]:
    """By everything, and some once more."""
    first = [expression.diff(variable) for variable in VARIABLES]
    return [*first, first[0].diff(PHI_D), first[1].diff(t), expression.diff(PHI, 2), expression.diff(R, x)]


def difference(formulas: Sequence[Expr], ours: Sequence[Any], theirs: Sequence[Any]) -> list[str]:
    return [f"{f}: {a} instead of {b}" for f, a, b in zip(formulas, ours, theirs, strict=True) if a != b]


def test_same_expressions_as_sympy(quickly: Callable[[], None]) -> None:
    draw = random.Random(1)
    formulas = [
        one for one in (formula(draw, 3) for _ in range(14)) if isinstance(one, Expr) and not one.has(*NO_NUMBERS)
    ]
    assert len(formulas) > 10, "most formulas that are drawn should have derivatives"
    theirs = [derivatives(one) for one in formulas]
    quickly()
    assert difference(formulas, [derivatives(one) for one in formulas], theirs) == []


def euler_lagrange(name: str) -> list[Expr]:
    """Left sides as a student takes them."""
    system = systems.load(name)
    lagrangian = system.lagrangian
    return [lagrangian.diff(q.diff(t)).diff(t) - lagrangian.diff(q) for q in system.coordinates.symbols]


@pytest.mark.parametrize("name", ["cart_pendulum", "ball_on_beam"])
def test_same_equations_of_motion_as_sympy_with_half_of_its_questions(
    name: str, quickly: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [0]
    assumptions = sys.modules["sympy.core.assumptions"]
    ask = assumptions._ask

    def counted(fact: str, about: Any) -> bool | None:
        asked[0] += 1
        return ask(fact, about)

    euler_lagrange(name)  # so that the system is derived, which is not what is measured
    clear_cache()
    monkeypatch.setattr(assumptions, "_ask", counted)
    theirs, questions = euler_lagrange(name), asked[0]
    asked[0] = 0
    quickly()
    assert euler_lagrange(name) == theirs, f"another derivation of {name} than sympy's"
    assert asked[0] < questions / 2, f"{asked[0]} questions about {name}, sympy asks {questions}"


def test_a_derivative_that_cannot_be_taken_stays_one(quickly: Callable[[], None]) -> None:
    unknown = dynamicsymbols("f")
    theirs = (unknown * x).diff(t)
    quickly()
    assert (unknown * x).diff(t) == theirs == x * Derivative(unknown, t)


def test_the_version_of_sympy_is_the_one_that_this_proves() -> None:
    assert sympy.__version__.startswith(PROVED), (
        f"Derivatives in sandboxes have been compared with sympy {PROVED}; run these tests with PROVED changed to that "
        f"of {sympy.__version__}, and keep it where they pass: until then sandboxes take sympy's own way, more slowly."
    )
