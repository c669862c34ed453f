"""What is given and what is asked in a problem: numbers, vectors, lists of either, or text."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from ..checking import mapping
from ..model import DOMAINS, ModelError, Variable, Variables, check_value
from ..symbols import latex_name
from .indices import symbols_like

__all__ = ["Given", "Outputs"]

TEXT = "text"


class Given(Variables):
    """Parameters of a problem: numbers, vectors, lists of either, or text.

    Parameters
    ----------
    **rows : tuple
        By name: (default, unit, description[, domain[, LaTeX]]). A tuple as default is a vector of that length, its
        symbol a column; a list stands for any number of its entries, which may be vectors. The domain is
        ``"positive"`` unless it is given as ``"nonnegative"``, ``"real"`` or, for words, ``"text"``. The LaTeX may be
        a tuple with one entry for each number.

    Examples
    --------
    >>> p = Given(l=(2.0, "m", "length"), f_A=((0, 0, -10), "N", "force at A", "real"))
    >>> p.f_A.T
    Matrix([[f_A_x, f_A_y, f_A_z]])
    >>> p.values_with({"f_A_x": 3.0})
    {'l': 2.0, 'f_A': array([  3.,   0., -10.])}
    """

    kind = "parameter"

    def __init__(self, **rows: tuple):
        super().__init__(_given(name, row) for name, row in rows.items())

    @cached_property
    def scalars(self) -> Variables:
        """The single numbers: ``f_A`` as f_A_x, f_A_y, f_A_z, the first mass of a list ``m`` as m_1."""
        return Variables((v for item in self.values() for v in _scalars(item)), self.kind)

    def __getitem__(self, name: str) -> Variable:
        if name not in self._variables and name in self.scalars:
            return self.scalars[name]  # one component of a vector
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        return name in self._variables or name in self.scalars

    def values_with(self, changes: Mapping[str, Any] | None) -> dict[str, Any]:
        """The default values, overridden by `changes`.

        Parameters
        ----------
        changes : mapping, or None
            Values by name; a vector as a whole, or one of its components: ``{"f_A_x": 3.0}``.

        Returns
        -------
        dict
            Floats, arrays and tuples of text by name.

        Raises
        ------
        ModelError
            For an unknown name, a wrong shape, or values outside of the domain.
        """
        given = {name: _checked(self[name], value) for name, value in mapping(changes, "Values", '{"m": 2.0}').items()}
        whole = {name: given.get(name, item.default) for name, item in self._variables.items()}
        values = {name: _checked(item, whole[name]) for name, item in self._variables.items()}
        components = {name: value for name, value in given.items() if name not in self._variables}
        return {name: _with_components(self._variables[name], value, components) for name, value in values.items()}

    def flat(self, values: Mapping[str, Any]) -> dict[str, float]:
        """Numbers by the names of `scalars`.

        Parameters
        ----------
        values : mapping
            Values by the names of the parameters.
        """
        numbers: dict[str, float] = {}
        for name, item in self.items():
            if item.domain != TEXT:
                labels = [v.name for v in _scalars(item)]
                numbers |= dict(zip(labels, np.ravel(values[name]).tolist(), strict=True))
        return numbers

    def nested(self, numbers: Mapping[str, float]) -> dict[str, Any]:
        """Values by the names of the parameters; the reverse of `flat`.

        Parameters
        ----------
        numbers : mapping of str to float
            By the names of `scalars`.
        """
        values: dict[str, Any] = {}
        for name, item in self.items():
            if item.domain == TEXT:
                values[name] = item.default
            elif np.ndim(item.default):
                entries = [numbers[v.name] for v in _scalars(item)]
                values[name] = np.reshape(entries, np.shape(item.default))
            else:
                values[name] = numbers[name]
        return values


class Outputs(Variables):
    """What is asked in a problem: numbers, columns or matrices.

    Parameters
    ----------
    **rows : tuple
        By name: (unit, description[, LaTeX[, shape]]); with a shape the symbol is a column or a matrix. A shape of 3
        has components x, y, z, a shape of [3] entries 1, 2, 3.

    Examples
    --------
    >>> y = Outputs(f_S=("N", "force in the rope"), f_R=("N", "resultant", "f_R", 3))
    >>> y.f_S, y.f_R.T
    (f_S, Matrix([[f_R_x, f_R_y, f_R_z]]))
    """

    kind = "output"

    def __init__(self, **rows: tuple):
        super().__init__(_asked(name, row) for name, row in rows.items())

    @property
    def scalars(self) -> Variables:
        """The outputs that are single numbers."""
        return Variables((v for v in self.values() if isinstance(v.symbol, sp.Symbol)), self.kind)

    def numbers(self, name: str) -> list[Variable]:
        """The single numbers of an output.

        Parameters
        ----------
        name : str
            Name of the output.

        Returns
        -------
        list of Variable
            The output itself if it is a number, the entries of a column; empty for a matrix.
        """
        item = self[name]
        if isinstance(item.symbol, sp.Symbol):
            return [item]
        return [
            replace(item, name=s.name, symbol=s, description=_entry(item, s.name), latex=s.latex_name)
            for s in item.symbol
            if item.symbol.cols == 1
        ]


def _given(name: str, row: Any) -> Variable:
    if not isinstance(row, tuple) or not 3 <= len(row) <= 5:
        raise ModelError(f"{name} must be described by a tuple (default, unit, description, ...); got {row!r}.")
    default, unit, description, domain, latex = row + ("positive", "")[len(row) - 3 :]
    latex = latex or latex_name(name)
    if domain == TEXT:
        return Variable(name, sp.Symbol(name), default, unit, description, domain, latex)
    if domain not in DOMAINS:
        raise ModelError(f"The domain of {name} must be one of {', '.join([*DOMAINS, TEXT])}; got {domain!r}.")
    symbol = symbols_like(name, default, latex, DOMAINS[domain])
    whole = latex if isinstance(latex, str) else ",".join(latex)
    item = Variable(name, symbol, default, unit, description, domain, whole)
    _checked(item, default)
    return item


def _asked(name: str, row: Any) -> Variable:
    if not isinstance(row, tuple) or not 2 <= len(row) <= 4:
        raise ModelError(f"{name} must be described by a tuple (unit, description, ...); got {row!r}.")
    unit, description, latex, shape = row + ("", 0)[len(row) - 2 :]
    latex = latex or latex_name(name)
    sample = _sample(shape)
    symbol = symbols_like(name, sample or 0.0, latex, {"real": True})
    return Variable(name, symbol, float("nan"), unit, description, "real", latex)


def _sample(shape: Any) -> Any:
    """Zeros of that shape; a list where entries are counted."""
    if isinstance(shape, list):
        return [0.0] * shape[0]
    return (0.0,) * shape if isinstance(shape, int) else ((0.0,) * shape[1],) * shape[0]


def _scalars(item: Variable) -> Iterable[Variable]:
    """The single numbers of an input."""
    if item.domain == TEXT:
        return []
    if isinstance(item.symbol, sp.Symbol):
        return [item]
    numbers = np.ravel(np.asarray(item.default, dtype=float)).tolist()
    units = item.unit.split(", ") if "," in item.unit else [item.unit] * len(numbers)
    return [
        Variable(
            symbol.name,
            symbol,
            number,
            unit,
            _entry(item, symbol.name, symbol.latex_name),
            item.domain,
            symbol.latex_name,
        )
        for symbol, number, unit in zip(item.symbol, numbers, units, strict=True)
    ]


def _with_components(item: Variable, value: Any, components: Mapping[str, float]) -> Any:
    """The value with single entries replaced, those of a vector or a list by the names of its components."""
    places = {v.name: k for k, v in enumerate(_scalars(item)) if v.name in components}
    if not places or not np.ndim(value):
        return value
    if max(places.values()) >= np.size(value):
        raise ModelError(f"{item.name} has {np.size(value)} numbers here; got a value for {', '.join(places)}.")
    flat = np.array(value, dtype=float).ravel()
    for name, k in places.items():
        flat[k] = components[name]
    return flat.reshape(np.shape(value))


def _entry(item: Variable, name: str, latex: str = "") -> str:
    """Description of one of several numbers; a letter of its own says which, otherwise the index does."""
    if latex in item.latex.split(","):
        return item.description
    return f"{item.description}, {name[len(item.name) + 1 :].replace('_', ' ')}"


def _checked(item: Variable, value: Any) -> Any:
    """The value of an input as a float, an array or a tuple of text, inside its shape and domain."""
    check: Callable[[Variable, Any], Any] = _text if item.domain == TEXT else _numbers
    return check(item, value) if np.ndim(item.default) else _single(item, value)


def _single(item: Variable, value: Any) -> Any:
    if item.domain == TEXT:
        return _word(item, value)
    return check_value(item, value, "parameter")


def _word(item: Variable, value: Any) -> str:
    if not isinstance(value, str):
        raise ModelError(f"The parameter {item.name} ({item.description}) must be text; got {value!r}.")
    return value


def _text(item: Variable, value: Any) -> tuple[str, ...]:
    wanted = np.size(item.default)
    if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != wanted:
        raise ModelError(f"The parameter {item.name} ({item.description}) must be {wanted} texts; got {value!r}.")
    return tuple(_word(item, entry) for entry in value)


def _numbers(item: Variable, value: Any) -> np.ndarray:
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        array = np.empty(0)
    shape = np.shape(item.default)
    any_length = isinstance(item.default, list)
    fits = array.ndim == len(shape) and array.shape[any_length:] == shape[any_length:] and array.size > 0
    if not fits:
        raise ModelError(
            f"The parameter {item.name} ({item.description}) must be {_wanted(shape, any_length)} in {item.unit}; "
            f"got {value!r}."
        )
    for number in array.flat:
        check_value(item, number, "parameter")
    return array


def _wanted(shape: tuple[int, ...], any_length: bool) -> str:
    if not any_length:
        return " by ".join(map(str, shape)) + " numbers"
    return "a list of " + ("numbers" if len(shape) == 1 else f"vectors of {shape[1]} numbers")
