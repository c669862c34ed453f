"""Checks of the description of a mechanical system: names, symbols, masses, states; each raises one `ModelError`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import symengine as se
from sympy import Expr

from .. import naming
from ..bridge import to_engine
from ..model import Coordinates, ModelError, Variable, Variables, unknown_name
from ..symbols import latex_name, plain_name, t

__all__ = [
    "check_abbreviations",
    "check_known_names",
    "check_masses",
    "check_names",
    "check_symbols",
    "checked_elements",
    "ordered_states",
]


Element = TypeVar("Element")


def check_names(coordinates: Iterable[str], others: Iterable[str]) -> None:
    """No name twice, rates and accelerations included, and none that is reserved.

    Parameters
    ----------
    coordinates : iterable of str
        Names of the coordinates; those of their rates (``_d``) and accelerations (``_dd``) follow.
    others : iterable of str
        All further names.
    """
    names = list(coordinates)
    naming.check_names([*names, *(f"{name}_{dots}" for name in names for dots in ("d", "dd")), *others])


def checked_elements(name: str, elements: Any, kind: type[Element]) -> tuple[Element, ...]:
    """The elements of one kind as a tuple.

    Parameters
    ----------
    name : str
        Of the argument.
    elements : iterable
        What was given for it.
    kind : type
        Of each element.

    Raises
    ------
    ModelError
        For anything but a list of such elements.
    """
    given = tuple(elements) if isinstance(elements, Iterable) else ()
    wrong = [element for element in given if not isinstance(element, kind)]
    if wrong or not isinstance(elements, Iterable):
        raise ModelError(f"`{name}` must be a list of {kind.__name__}(...); got {wrong[0] if wrong else elements!r}.")
    return given


def check_known_names(elements: Iterable[Any], symbols: Collection[str]) -> None:
    """Elements use symbols of the system alone; whether time and rates may be in them is asked by the derivation."""
    for element in elements:
        for name in sorted(set(naming.names_in(element)) - set(symbols)):
            what = f"{type(element).__name__} {getattr(element, 'name', '')}".rstrip()
            raise ModelError(
                f"The system uses {name} in the {what}, which is no coordinate, parameter or input of it. "
                f"{unknown_name(name, symbols, 'symbol')}"
            )


def check_symbols(expressions: Iterable[se.Expr], allowed: Collection[str], known: Iterable[str]) -> None:
    """Expressions contain allowed symbols only.

    Parameters
    ----------
    expressions : iterable
        Symengine expressions.
    allowed : collection of str
        Names of the symbols that may occur.
    known : iterable of str
        Names that the message lists: those that the system has.
    """
    found = {symbol.name for e in expressions for symbol in e.free_symbols}
    if unknown := sorted(found - set(allowed)):
        raise ModelError(
            f"The system uses {', '.join(unknown)}, which is no coordinate, parameter or input of it. "
            f"It has {', '.join(sorted(known))}, and the time t; positions, loops and potentials may not contain "
            "rates, which belong to forces and to `nonholonomic`."
        )


def check_abbreviations(abbreviations: Mapping[Expr, Expr], constants: Collection[str]) -> None:
    """Abbreviations are constants, because the derivation does not differentiate them.

    Parameters
    ----------
    abbreviations : mapping of Symbol to Expr
        What each of them stands for.
    constants : collection of str
        Names of parameters and inputs.
    """
    known = {*constants, *(plain_name(a) for a in abbreviations)}
    for name, value in abbreviations.items():
        if unknown := sorted({symbol.name for symbol in to_engine(value).free_symbols} - known):
            raise ModelError(
                f"The abbreviation {name} may contain parameters, inputs and other abbreviations only, because it "
                f"counts as a constant in all derivatives; got {', '.join(unknown)} in it."
            )


def check_masses(coordinates: Iterable[str], M: Sequence[Sequence[se.Expr]]) -> None:
    """Every coordinate moves some mass: no row of the mass matrix M is zero.

    Parameters
    ----------
    coordinates : iterable of str
        Names of the n coordinates.
    M : sequence of sequence, shape (n, n)
        Mass matrix in symengine.
    """
    for name, row in zip(coordinates, M, strict=True):
        if all(x == 0 for x in row):
            raise ModelError(
                f"No body moves with the coordinate {name}: its row of the mass matrix is zero. "
                "Give a body mass or inertia there, or eliminate the coordinate."
            )


def ordered_states(coordinates: Coordinates, states: Mapping[str, Expr] | None) -> Variables:
    """The states x of a system.

    Parameters
    ----------
    coordinates : Coordinates
        The n coordinates q.
    states : mapping of str to Expr, or None
        Coordinates and rates by the name of the state, in the order of x; [q, q̇] unless given.

    Returns
    -------
    Variables
        The 2 n states.

    Raises
    ------
    ModelError
        Unless every coordinate and every rate occurs exactly once.
    """
    by_symbol = {variable.symbol: variable for variable in coordinates.values()}
    rates = {v.symbol.diff(t): v for v in coordinates.values()}
    if states is None:
        states = {plain_name(symbol): symbol for symbol in [*by_symbol, *rates]}
    if sorted(map(str, states.values())) != sorted(map(str, [*by_symbol, *rates])):
        raise ModelError(
            f"The states must be every coordinate and every rate exactly once; got {list(states.values())}."
        )
    rows = []
    for name, symbol in states.items():
        if symbol in by_symbol:
            v = by_symbol[symbol]
            rows.append(Variable(name, symbol, v.default, v.unit, v.description, "real", v.latex))
        else:
            v = rates[symbol]
            letter = r"\omega" if v.unit == "rad" else "v"
            latex = f"{letter}_{{{v.latex}}}" if name == plain_name(symbol) else latex_name(name)
            rows.append(Variable(name, symbol, 0.0, f"{v.unit}/s", f"rate of the {v.description}", "real", latex))
    return Variables(rows, "state")
