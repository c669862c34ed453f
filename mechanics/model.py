"""What every item of the lecture has: coordinates or states, parameters, inputs, outputs, a source.

Bad input of any kind ends in one `ModelError` that says what was expected, what was got and how to fix it.
"""

import difflib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Symbol

from .checking import mapping
from .errors import ModelError, SimulationError, SimulationWarning
from .formulas.tree import TreeError
from .symbols import Coordinate, coordinate_symbol, parameter_symbol, t
from .units import parse_unit

__all__ = [
    "Coordinates",
    "Inputs",
    "ModelError",
    "Parameters",
    "SimulationError",
    "SimulationWarning",
    "Variable",
    "Variables",
    "t",
]

DOMAINS = {name: {name: True} for name in ("positive", "nonnegative", "real")}  # as sympy's assumptions
MANY = 25  # names that a message lists


@dataclass(frozen=True)
class Variable:
    """One named quantity of a model.

    Attributes
    ----------
    name : str
        ASCII name, as in the lecture map.
    symbol : Symbol or Coordinate
        Sympy symbol, or function of time for a coordinate.
    default : float
        Default value of a parameter or input, start value of a coordinate or state, in `unit`.
    unit, description : str
        Unit such as ``"N m/rad"``, empty for none; meaning in words.
    domain : str
        ``"positive"``, ``"nonnegative"`` or ``"real"``.
    latex : str
        The symbol as the lecture prints it.
    """

    name: str
    symbol: Symbol | Coordinate
    default: float
    unit: str
    description: str
    domain: str = "real"
    latex: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        units = self.unit.split(",") if isinstance(self.unit, str) else [self.unit]  # a column may have several
        if not all(unit in ("", "-") or _is_unit(unit) for unit in units):
            raise ModelError(
                f"The unit of {self.name} must be one such as kg, N m/rad or m/s^2, or 1 for none; got {self.unit!r}."
            )


def _short(value: Any) -> str:
    """A default in a few digits: a number, or a vector or list of them."""
    if isinstance(value, (int, float)):
        return f"{value:g}"
    return f"({', '.join(map(_short, value))})" if isinstance(value, (list, tuple)) else str(value)


def _is_unit(text: Any) -> bool:
    try:
        return bool(parse_unit(text))
    except (TreeError, TypeError, AttributeError):
        return False


class Variables(Mapping[str, Variable]):
    """Named quantities in their order: a mapping of names to `Variable`; as attributes, the names give the symbols."""

    kind = "quantity"

    def __init__(self, variables: Iterable[Variable], kind: str = ""):
        self._variables = {variable.name: variable for variable in variables}
        if kind:
            self.kind = kind

    def __getitem__(self, name: str) -> Variable:
        try:
            return self._variables[name]
        except KeyError:
            raise ModelError(unknown_name(name, self._variables, self.kind)) from None

    def __contains__(self, name: object) -> bool:
        return name in self._variables

    def get(self, name: str, default: Any = None) -> Any:
        """The `Variable` of that name, or `default` where there is none."""
        return self._variables.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._variables:
            raise AttributeError(unknown_name(name, self.__dict__.get("_variables", {}), self.kind))
        return self._variables[name].symbol

    def __repr__(self) -> str:
        rows = [f"  {v.name} = {_short(v.default)} {v.unit}: {v.description}" for v in self.values()]
        return "\n".join([f"{type(self).__name__}:", *rows])

    @property
    def symbols(self) -> list[Symbol | Coordinate]:
        """The symbols in order."""
        return [variable.symbol for variable in self.values()]

    @property
    def defaults(self) -> dict[str, float]:
        """The default values by name."""
        return {name: variable.default for name, variable in self.items()}

    def values_with(self, changes: Mapping[str, float] | None) -> dict[str, float]:
        """The default values, overridden by `changes`.

        Parameters
        ----------
        changes : mapping of str to float, or None
            New values by name.

        Returns
        -------
        dict of str to float
            One value for each variable.

        Raises
        ------
        ModelError
            For an unknown name, or a value that is not a finite number inside the domain of its variable.
        """
        changes = mapping(changes, "Values", "{'m': 2.0}")
        return self.defaults | {name: check_value(self[name], value, self.kind) for name, value in changes.items()}


class Coordinates(Variables):
    r"""Generalized coordinates q, functions of the time `t`.

    Parameters
    ----------
    **rows : tuple
        By name: (unit, description[, start value[, LaTeX]]); the start value is 0 unless given.

    Examples
    --------
    >>> q = Coordinates(s=("m", "position of the cart"), phi=("rad", "angle from hanging", 0.5, r"\varphi"))
    >>> q.symbols
    [s, phi]
    >>> q.phi.diff(t)
    phi_d
    """

    kind = "coordinate"

    def __init__(self, **rows: tuple):
        super().__init__(_variable(name, row, coordinate_symbol, self.kind) for name, row in rows.items())


class Inputs(Variables):
    """Inputs u; in expressions they are symbols, in a simulation numbers or functions of time and state.

    Parameters
    ----------
    **rows : tuple
        By name: (unit, description[, default[, LaTeX]]); the default is 0 unless given.

    Examples
    --------
    >>> u = Inputs(f_e=("N", "drive force"))
    >>> u.f_e, u.defaults
    (f_e, {'f_e': 0.0})
    """

    kind = "input"

    def __init__(self, **rows: tuple):
        super().__init__(
            _variable(name, row, lambda name, latex: parameter_symbol(name, latex, real=True), self.kind)
            for name, row in rows.items()
        )


class Parameters(Variables):
    """Parameters p, constant in a simulation.

    Parameters
    ----------
    **rows : tuple
        By name: (default, unit, description[, domain[, LaTeX]]). The domain is ``"positive"`` unless it is given as
        ``"nonnegative"`` or ``"real"``; it is also what sympy assumes of the symbol.

    Examples
    --------
    >>> p = Parameters(m_W=(1.0, "kg", "mass of the cart"), d=(0.2, "N s/m", "damping", "nonnegative"))
    >>> p.m_W.is_positive
    True
    >>> p.values_with({"m_W": 2.5})
    {'m_W': 2.5, 'd': 0.2}
    """

    kind = "parameter"

    def __init__(self, **rows: tuple):
        super().__init__(_parameter(name, row) for name, row in rows.items())


def _parameter(name: str, row: Any) -> Variable:
    default, unit, description, domain, latex = _filled(name, row, 3, ("positive", ""), "default, unit, description")
    if domain not in DOMAINS:
        raise ModelError(f"The domain of {name} must be one of {', '.join(DOMAINS)}; got {domain!r}.")
    symbol = parameter_symbol(name, latex, **DOMAINS[domain])
    return _checked(Variable(name, symbol, default, unit, description, domain, symbol.latex_name), "parameter")


def _variable(name: str, row: Any, make_symbol: Any, kind: str = "start value") -> Variable:
    unit, description, default, latex = _filled(name, row, 2, (0.0, ""), "unit, description")
    symbol = make_symbol(name, latex)
    return _checked(Variable(name, symbol, default, unit, description, "real", symbol.latex_name), kind)


def _filled(name: str, row: Any, least: int, rest: tuple, expected: str) -> tuple:
    """The row of a quantity with the missing last entries filled in."""
    if not isinstance(row, tuple) or not least <= len(row) <= least + len(rest):
        raise ModelError(f"{name} must be described by a tuple ({expected}, ...); got {row!r}.")
    return (*row, *rest[len(row) - least :])


def _checked(variable: Variable, kind: str) -> Variable:
    """The variable with its default as a number inside its domain."""
    return replace(variable, default=check_value(variable, variable.default, kind))


def unknown_name(name: str, valid: Iterable[str], kind: str) -> str:
    """The sentence for a name that does not exist, with the nearest ones first; `kind` is what the names stand for."""
    valid = list(valid)
    near = difflib.get_close_matches(str(name), valid, n=3)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    if len(valid) > MANY:
        return f"Unknown {kind} {name!r}.{hint} There are {len(valid)} valid names, from {valid[0]} to {valid[-1]}."
    known = f" Valid names: {', '.join(valid)}." if valid else f" There is no {kind} here."
    return f"Unknown {kind} {name!r}.{hint}{known}"


def check_value(variable: Variable, value: Any, kind: str = "value") -> float:
    """The value as a number that its variable may have.

    Parameters
    ----------
    variable : Variable
        Gives unit and domain.
    value : float
        To be checked.
    kind : str
        What the message calls the quantity, such as ``"parameter"``.

    Returns
    -------
    float
        Finite and inside the domain.

    Raises
    ------
    ModelError
        For anything else.
    """
    try:
        is_number = not isinstance(value, str | bool)  # a text is no number, whatever it says
        number = float(value) if is_number else math.nan
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ModelError(f"The {kind} {variable.name} must be a finite number in {variable.unit}; got {value!r}.")
    if (variable.domain == "positive" and number <= 0) or (variable.domain == "nonnegative" and number < 0):
        raise ModelError(
            f"The {kind} {variable.name} ({variable.description}) must be {variable.domain}; got {number:g}."
        )
    return number
