"""Checking the arguments of numeric calls: positions, rates, inputs and times become columns or plain numbers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..model import ModelError, Variables, check_value

if TYPE_CHECKING:
    from .system import LagrangianSystem

__all__ = ["Arguments", "arguments", "check_mapping", "check_vectors"]

Values = Sequence[float] | np.ndarray


class Arguments(NamedTuple):
    """Checked arguments of one call: columns (n, ...) or plain numbers, and the shape of the states."""

    columns: list[Any]
    shape: tuple[int, ...] | None  # None: one single state


def arguments(system: "LagrangianSystem", q: Values, q_d: Values | None, u: Any, t: Any) -> Arguments:
    """The arguments of a generated function: q, q̇, t and the inputs, broadcast against each other.

    Raises
    ------
    ModelError
        for numbers that are not finite, shapes that do not fit, or unknown inputs.
    """
    q = check_vectors(q, "q", system.coordinates)
    q_d = np.zeros_like(q) if q_d is None else check_vectors(q_d, "q_d", system.coordinates)
    inputs, t = _inputs(u, system.inputs), _finite(t, "the time t")
    if q.ndim == q_d.ndim == 1 and not np.ndim(t) and not any(np.ndim(v) for v in inputs):
        return Arguments([*q.tolist(), *q_d.tolist(), t, *inputs], None)
    try:
        shape = np.broadcast_shapes(q.shape[:-1], q_d.shape[:-1], np.shape(t), *(np.shape(v) for v in inputs))
    except ValueError:
        raise ModelError(
            f"The numbers of states do not fit: q has the shape {q.shape}, q_d {q_d.shape}, t {np.shape(t)}, "
            f"the inputs {[np.shape(v) for v in inputs]}. Give one value for all, or one for each state."
        ) from None
    return Arguments([*np.moveaxis(q, -1, 0), *np.moveaxis(q_d, -1, 0), t, *inputs], shape)


def check_vectors(values: Any, name: str, coordinates: Variables) -> np.ndarray:
    """An array of finite numbers of shape (..., n)."""
    array = np.asarray(_finite(values, name), dtype=float)
    if array.shape[-1:] != (len(coordinates),):
        raise ModelError(
            f"{name} must have the shape (..., {len(coordinates)}), for the coordinates "
            f"{', '.join(coordinates)}; {array.shape} came."
        )
    return array


def check_mapping(u: Any, inputs: Variables) -> dict[str, Any]:
    """The inputs as a dictionary with known names."""
    if u is None:
        return {}
    if not isinstance(u, Mapping):
        example = next(iter(inputs), "name of the input")
        raise ModelError(f"Inputs are given by name, for example u={{{example!r}: 1.0}}; {u!r} came.")
    for name in u:
        inputs[name]  # an unknown name is an error here
    return dict(u)


def _inputs(u: Any, inputs: Variables) -> list[Any]:
    if not u and isinstance(u, (Mapping, type(None))):
        return list(inputs.defaults.values())
    values: dict[str, Any] = dict(inputs.defaults)
    for name, value in check_mapping(u, inputs).items():
        array = np.ndim(value) > 0
        values[name] = _finite(value, f"the input {name}") if array else check_value(inputs[name], value, "input")
    return list(values.values())


def _finite(values: Any, name: str) -> Any:
    """The number, or array of numbers; no NaN and nothing infinite."""
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"{_sentence(name)} must be numbers; {values!r} came.") from None
    if not np.isfinite(array).all():
        raise ModelError(f"{_sentence(name)} must be finite, without NaN; {_first_bad(array)} came.")
    return array if array.ndim else float(array)


def _sentence(name: str) -> str:
    return name[0].upper() + name[1:] if name.startswith("the ") else name


def _first_bad(array: np.ndarray) -> str:
    rows = np.atleast_2d(array)
    bad = rows.reshape(-1, rows.shape[-1])[~np.isfinite(rows.reshape(-1, rows.shape[-1])).all(axis=1)]
    return str(bad[0].tolist())
