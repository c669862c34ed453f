"""Whether two answers mean the same: by numbers of sympy and numpy, with nothing of `mechanics.checks`."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from .diagrams import same_diagram

__all__ = ["same"]

POINTS = 5
CLOSE = 1e-9
Draw = Callable[[], list[float]]


def same(kind: str, answer: Any, reference: Any, arguments: Sequence[Any] = (), constants: Any = None) -> bool:
    """Whether an answer of a kind of check means the same as the reference.

    Parameters
    ----------
    kind : str
        Of `mechanics.checks`.
    answer, reference : object
        The two answers.
    arguments : sequence
        Of a function, as its check has them; of a simulation, values to call it with.
    constants : mapping, optional
        Abbreviations, ``{symbol: expression}``.

    Returns
    -------
    bool
        False for what cannot be computed.
    """
    try:
        return _SAME[kind](answer, reference, list(arguments), dict(constants or {}))
    except Exception:
        return False  # what cannot be computed is no answer


def _expressions(answer: Any, reference: Any, _: Any, constants: dict[Any, Any]) -> bool:
    a, b = _array(answer), _array(reference)
    if a.shape != b.shape and not (a.size == b.size and 1 in (*a.shape, *b.shape)):
        return False
    return _equal([*a.flat], [*b.flat], constants)


def _array(value: Any) -> np.ndarray:
    return np.array(value.tolist() if isinstance(value, sp.MatrixBase) else value, dtype=object)


def _equal(answers: Sequence[Any], references: Sequence[Any], constants: dict[Any, Any]) -> bool:
    pairs = list(zip(answers, references, strict=True))
    function, draw = _compiled([x for pair in pairs for x in pair], constants)
    for _ in range(POINTS):
        values = _defined(function, draw)
        scale = max(1e-3 * np.abs(values[:, 1]).max(), 1e-12)
        if not np.allclose(values[:, 0], values[:, 1], rtol=CLOSE, atol=CLOSE * scale):
            return False
    return True


def _defined(function: Callable[..., Any], draw: Draw) -> np.ndarray:
    """Values (answer, reference) at a point where the reference is defined, as the root of a sine is not everywhere."""
    for _ in range(50 * POINTS):
        with np.errstate(invalid="ignore"):
            values = np.array(function(*draw()), dtype=complex).reshape(-1, 2)
        values = np.where(np.abs(values.imag) <= 1e-12 * np.abs(values), values.real, np.nan)
        if np.isfinite(values[:, 1]).all():
            return values
    raise ValueError("The reference is defined nowhere.")


def _compiled(expressions: Sequence[Any], constants: dict[Any, Any]) -> tuple[Callable[..., Any], Draw]:
    """Function of all symbols that occur, rates and accelerations included, and a source of values for them."""
    plain = [_plain(sp.sympify(x), constants) for x in expressions]
    names = sorted({symbol for x in plain for symbol in x.free_symbols}, key=str)
    source = random.Random(7)

    def draw() -> list[float]:
        return [source.uniform(0.4, 2.2) * (1 if x.is_nonnegative or source.random() < 0.5 else -1) for x in names]

    return sp.lambdify(names, plain, "numpy"), draw


def _plain(expression: Any, constants: dict[Any, Any]) -> Any:
    """With abbreviations put in, and a symbol for each coordinate, rate and acceleration."""
    expression = expression.doit()
    for symbol, value in reversed(constants.items()):
        expression = expression.subs(symbol, value)
    atoms = expression.atoms(sp.Derivative, sp.core.function.AppliedUndef)
    order = sorted(atoms, key=lambda x: -x.derivative_count if isinstance(x, sp.Derivative) else 0)
    return expression.subs([(x, sp.Symbol(f"[{x}]", real=True)) for x in order])


def _equations(answer: Any, reference: Any, _: Any, constants: dict[Any, Any]) -> bool:
    """The same accelerations."""
    a, b = (
        [
            x.lhs - x.rhs if isinstance(x, sp.Equality) else x
            for x in (side if isinstance(side, sp.MatrixBase) or hasattr(side, "__iter__") else [side])
        ]
        for side in (answer, reference)
    )
    accelerations = sorted({x for e in b for x in e.atoms(sp.Derivative) if x.derivative_count == 2}, key=str)
    if len(a) != len(b):
        return False
    parts = []
    for side in (a, b):
        parts += [x.diff(y) for x in side for y in accelerations]
        parts += [x.subs(dict.fromkeys(accelerations, 0)) for x in side]
    if any(x.has(*accelerations) for x in parts):
        return False
    function, draw = _compiled(parts, constants)
    n = len(b)
    for _ in range(POINTS):
        values = _defined(lambda *x: np.array(function(*x)).reshape(2, -1).T, draw).T
        solutions = [np.linalg.solve(row[: n * n].reshape(n, n), row[n * n :]) for row in values]
        if not np.allclose(solutions[0], solutions[1], rtol=1e-8, atol=1e-10):
            return False
    return True


def _equilibria(answer: Any, reference: Any, _: Any, constants: dict[Any, Any]) -> bool:
    """The same set; angles modulo a turn where the reference holds pi."""
    a, b = ([side] if isinstance(side, dict) else list(side) for side in (answer, reference))
    periodic = any(sp.sympify(x).has(sp.pi) for item in b for x in item.values())

    def equal(x: dict[Any, Any], y: dict[Any, Any]) -> bool:
        if set(x) != set(y):
            return False
        pairs = [pair for name in y for pair in _compared(x[name], y[name], periodic)]
        answers, references = zip(*pairs, strict=True)
        return _equal(answers, references, constants)

    return all(any(equal(x, y) for y in b) for x in a) and all(any(equal(x, y) for x in a) for y in b)


def _compared(a: Any, b: Any, periodic: bool) -> list[tuple[Any, Any]]:
    """What is the same where two values agree; a constant angle counts modulo a turn."""
    if periodic and not sp.sympify(b).free_symbols:
        return [(function(a), function(b)) for function in (sp.cos, sp.sin)]
    return [(a, b)]


def _functions(answer: Any, reference: Any, arguments: list[Any], _: Any) -> bool:
    source = random.Random(11)

    def entries(name: Any) -> Any:
        return [entries(part) for part in name] if isinstance(name, list) else source.uniform(-2, 2)

    def value(name: Any) -> Any:
        return np.array(entries(name)) if isinstance(name, list) else source.uniform(0.5, 2.5)

    for _ in range(8 * POINTS):
        inputs = [value(name) for name in arguments]
        results = [np.ravel(np.array(f(*inputs), dtype=float)) for f in (answer, reference)]
        if results[0].shape != results[1].shape or not np.allclose(results[0], results[1], rtol=1e-7, atol=1e-9):
            return False
    return True


def _chosen(answer: Any) -> Any:
    """Several options count in any order."""
    return sorted(answer) if isinstance(answer, list | tuple) else answer


def _numbers(answer: Any, reference: Any, *_: Any) -> bool:
    """The same but for what a simulation or a rounded constant may change."""
    return bool(abs(float(answer) - float(reference)) <= 0.01 * abs(float(reference)))


def _simulations(answer: Any, reference: Any, arguments: list[Any], _: Any) -> bool:
    """The same motion within half a percent, with the same start, on a fine grid of time."""
    for values in arguments:
        a, b = (np.array([np.asarray(x, float) for x in f(*values, 1000)]) for f in (answer, reference))
        scale = np.abs(b).max(axis=1, keepdims=True)
        if a.shape != b.shape or not (np.abs(a - b) <= 0.005 * scale).all() or not (a[:, 0] == b[:, 0]).all():
            return False
    return True


_SAME: dict[str, Callable[..., bool]] = {
    "expression": _expressions,
    "vector": _expressions,
    "matrix": _expressions,
    "equations": _equations,
    "equilibria": _equilibria,
    "function": _functions,
    "number": _numbers,
    "simulation": _simulations,
    "free_body": same_diagram,
    "choice": lambda answer, reference, *_: _chosen(answer) == _chosen(reference),
}
