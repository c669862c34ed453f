"""Checking the arguments of numeric calls: states, inputs and times become columns or plain numbers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..checking import array as as_array
from ..model import ModelError, Variables, check_value

__all__ = ["Arguments", "Values", "broadcast", "check_mapping", "check_vector", "check_vectors"]

Values = Sequence[float] | np.ndarray


class Arguments(NamedTuple):
    """Checked arguments of one call of a generated function.

    Attributes
    ----------
    columns : list of float or ndarray
        One entry for each argument of the function.
    shape : tuple of int, or None
        Shape (...) of the states; None for a single state, whose columns are plain numbers.
    """

    columns: list[Any]
    shape: tuple[int, ...] | None


def broadcast(
    vectors: Mapping[str, np.ndarray], t: ArrayLike, u: Mapping[str, Any] | None, inputs: Variables
) -> Arguments:
    """The arguments of a generated function: the checked vectors, t and the inputs, one value for each state.

    Parameters
    ----------
    vectors : mapping of str to ndarray, shape (..., n)
        States, or coordinates and rates, by the name that a message uses.
    t : array_like, shape (...)
        Time, s.
    u : mapping of str to array_like, or None
        Values of inputs by name, each of shape (...).
    inputs : Variables
        All inputs; those that are left out of `u` have their default.

    Raises
    ------
    ModelError
        For numbers that are not finite, shapes that do not fit, or unknown inputs.
    """
    values, t = _inputs(u, inputs), _finite(t, "the time t")
    if all(x.ndim == 1 for x in vectors.values()) and not np.ndim(t) and not any(np.ndim(v) for v in values):
        return Arguments([*(x for vector in vectors.values() for x in vector.tolist()), t, *values], None)
    try:
        shape = np.broadcast_shapes(*(x.shape[:-1] for x in vectors.values()), np.shape(t), *map(np.shape, values))
    except ValueError:
        shapes = ", ".join(f"{name} has the shape {x.shape}" for name, x in vectors.items())
        raise ModelError(
            f"The numbers of states do not fit: {shapes}, t {np.shape(t)}, "
            f"the inputs {[np.shape(v) for v in values]}. Give one value for all states, or one for each of them."
        ) from None
    return Arguments([*(x for vector in vectors.values() for x in np.moveaxis(vector, -1, 0)), t, *values], shape)


def check_vectors(values: ArrayLike, name: str, variables: Variables) -> np.ndarray:
    """The values as an array of finite numbers.

    Parameters
    ----------
    values : array_like, shape (..., n), or mapping of str to array_like
        One column for each of the variables, in their order or by name.
    name : str
        What a message calls them.
    variables : Variables
        The n quantities.

    Returns
    -------
    ndarray, shape (..., n)

    Raises
    ------
    ModelError
        For another shape, or values that are no finite numbers.
    """
    if isinstance(values, Mapping):
        values = _by_name(values, name, variables)
    array = np.asarray(_finite(values, name), dtype=float)
    if array.shape[-1:] != (len(variables),):
        raise ModelError(
            f"{name} must have the shape (..., {len(variables)}), for the {variables.kind}s "
            f"{', '.join(variables)}; got {array.shape}."
        )
    return array


def _by_name(values: Mapping[str, Any], name: str, variables: Variables) -> np.ndarray:
    """Values by name as columns; all of them must be there, for a rate has no default."""
    for given in values:
        variables[given]  # an unknown name is an error here
    if missing := [wanted for wanted in variables if wanted not in values]:
        raise ModelError(
            f"{name} must have a value for every {variables.kind}; there is none for {', '.join(missing)}."
        )
    columns = [_finite(values[wanted], f"{name}[{wanted!r}]") for wanted in variables]
    return np.stack(np.broadcast_arrays(*columns), axis=-1)


def check_vector(values: ArrayLike, name: str, variables: Variables) -> np.ndarray:
    """The same for a single vector, shape (n,); see `check_vectors`."""
    array = check_vectors(values, name, variables)
    if array.ndim != 1:
        raise ModelError(f"{name} must be {len(variables)} finite numbers; got the shape {array.shape}.")
    return array


def check_mapping(u: Mapping[str, Any] | None, inputs: Variables) -> dict[str, Any]:
    """The inputs as a dictionary with known names.

    Parameters
    ----------
    u : mapping, or None
        Numbers, expressions or functions by the name of the input.
    inputs : Variables
        All inputs there are.

    Raises
    ------
    ModelError
        For an unknown name, or where `u` is no mapping.
    """
    if u is None:
        return {}
    if not isinstance(u, Mapping):
        example = next(iter(inputs), "name of the input")
        raise ModelError(f"Inputs are given by name, for example u={{{example!r}: 1.0}}; got {u!r}.")
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
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.empty(0, object)
    if array.dtype.kind not in "iuf":  # text, complex numbers, symbols
        array = as_array(values, _sentence(name))
    if not np.isfinite(array).all():
        raise ModelError(f"{_sentence(name)} must be finite, without NaN; got {_first_bad(array)}.")
    return array.astype(float, copy=False) if array.ndim else float(array)


def _sentence(name: str) -> str:
    return name[0].upper() + name[1:] if name.startswith("the ") else name


def _first_bad(array: np.ndarray) -> str:
    rows = np.atleast_2d(array)
    bad = rows.reshape(-1, rows.shape[-1])[~np.isfinite(rows.reshape(-1, rows.shape[-1])).all(axis=1)]
    return str(bad[0].tolist())
