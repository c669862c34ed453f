"""Whether the units of a mechanical system fit together, element by element.

The derivation keeps dimensions: where every body, spring, damper and force has the units that it must have, every row
of M q̈ + C q̇ + g = f adds up one unit. Looking at the elements names the one that is wrong.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from ..dimensions import DimensionError, check_unit, dimension_of, dimensions_by_name, rate_of
from ..model import Variable
from ..symbols import plain_name
from ..units import PLAIN, Dimension, parse_unit
from .elements import Body, Damper, Force, Moment, Spring

__all__ = ["check_conditions", "check_elements", "check_terms", "known_dimensions"]

Known = Mapping[str, Dimension]

RATE = "rate of the damper"  # no identifier: no quantity of a system can have this name
LENGTH, MASS, INERTIA, FORCE, ENERGY = (parse_unit(unit)[1] for unit in ("m", "kg", "kg m^2", "N", "J"))


def known_dimensions(
    coordinates: Mapping[str, str], constants: Mapping[str, str], abbreviations: Mapping[sp.Symbol, sp.Expr]
) -> dict[str, Dimension]:
    """Dimension of every name: coordinates with rates and accelerations, constants, abbreviations.

    Parameters
    ----------
    coordinates, constants : mapping of str to str
        Units by name.
    abbreviations : mapping
        Expression of each symbol, in constants and earlier abbreviations.
    """
    known = dimensions_by_name(constants)
    for name, dimension in dimensions_by_name(coordinates).items():
        known |= {name + dots: rate_of(dimension, order) for order, dots in enumerate(("", "_d", "_dd"))}
    for symbol, expression in abbreviations.items():
        check_unit(f"The abbreviation {symbol}", expression, None, known)
        if (found := dimension_of(expression, known)) is not None:
            known[plain_name(symbol)] = found
    return known


def check_elements(elements: Iterable[Body | Spring | Damper | Force | Moment], known: Known) -> None:
    """Masses in kg, positions in m, energies of springs in J, and so on.

    Parameters
    ----------
    elements : iterable of Body, Spring, Damper, Force or Moment
        Of one kind.
    known : mapping of str to Dimension
        As `known_dimensions` returns.

    Raises
    ------
    DimensionError
        For the first element that does not fit, by its name or number.
    """
    for number, element in enumerate(elements, 1):
        kind = type(element).__name__.lower()
        what = f"the {kind} {getattr(element, 'name', '') or number}"
        _CHECKS[type(element)](element, what, known)


def check_terms(terms: Mapping[str, sp.Expr], unit: str, what: str, known: Known) -> None:
    """Terms that are given for coordinates by name: each times its coordinate has the dimension of `unit`.

    Parameters
    ----------
    terms : mapping of str to expression
        By names of coordinates.
    unit : str
        ``"J"`` for generalized forces.
    what : str
        Subject of the sentence.
    known : mapping of str to Dimension
        As `known_dimensions` returns.
    """
    for name, expression in terms.items():
        if name in known:
            check_unit(f"{what} for {name}", expression, _per(parse_unit(unit)[1], known[name]), known)


def check_conditions(
    conditions: Mapping[str, sp.Expr], multipliers: Mapping[str, Variable], unit: str, what: str, known: Known
) -> None:
    """Conditions that are kept: each times the force that holds it has the dimension of `unit`.

    Parameters
    ----------
    conditions : mapping of str to expression
        By the names of their multipliers.
    multipliers : mapping of str to Variable
        The forces; one without a unit fits everything.
    unit : str
        ``"J"`` for a force times a condition on positions, ``"W"`` on rates.
    what : str
        Kind of the condition, for the sentence.
    known : mapping of str to Dimension
        As `known_dimensions` returns.
    """
    for name, expression in conditions.items():
        force = multipliers[name].unit
        held = f", whose force is in {force}," if force else ""
        wanted = _per(parse_unit(unit)[1], known[name]) if name in known else None
        check_unit(f"The condition of the {what} {name}{held}", expression, wanted, known)


def _body(body: Body, what: str, known: Known) -> None:
    check_unit(f"The mass of {what}", body.mass, MASS, known)
    for entry in body.inertia:
        check_unit(f"The inertia of {what}", entry, INERTIA, known)
    _place(body.pose, what, known)


def _place(pose: Any, what: str, known: Known) -> None:
    for entry in pose.p:
        check_unit(f"The position of {what}", entry, LENGTH, known)
    for entry in pose.R:
        check_unit(f"The rotation of {what}", entry, PLAIN, known)


def _spring(spring: Spring, what: str, known: Known) -> None:
    for deflection in _components(spring.deflection):
        _acting(deflection, spring.law, deflection, f"The force of {what}", known)


def _damper(damper: Damper, what: str, known: Known) -> None:
    for deflection in _components(damper.deflection):
        rate = sp.Symbol(RATE)
        if (found := _dimension(deflection, known)) is not None:
            force = f"The force of {what}"
            _acting(deflection, damper.law, rate, force, {**known, RATE: rate_of(found)})


def _acting(deflection: Any, law: Any, argument: Any, what: str, known: Known) -> None:
    """A law with its argument gives a force where the deflection is a length, a moment where it is an angle."""
    check_unit(f"The deflection behind {what[0].lower()}{what[1:]}", deflection, None, known)
    found = _dimension(deflection, known)
    is_number = not callable(law) and sp.sympify(law).is_number  # a plain number has whatever unit belongs there
    if found is not None and not is_number:
        force = law(argument) if callable(law) else law * argument
        check_unit(what, force, _per(ENERGY, found), known)


def _dimension(deflection: Any, known: Known) -> Dimension | None:
    try:
        return dimension_of(deflection, known)
    except DimensionError:  # of plain numbers and coordinates, such as x - sin(t): fits everything
        return None


def _force(force: Force, what: str, known: Known) -> None:
    for entry in force.force:
        check_unit(f"The vector of {what}", entry, FORCE, known)
    for point in (force.point, force.reaction):
        for entry in point if point is not None else ():
            check_unit(f"The point of {what}", entry, LENGTH, known)


def _moment(moment: Moment, what: str, known: Known) -> None:
    for entry in moment.moment:
        check_unit(f"The vector of {what}", entry, ENERGY, known)


def _components(value: Any) -> list[Any]:
    return list(value) if isinstance(value, sp.MatrixBase) else [value]


def _per(a: Dimension, b: Dimension) -> Dimension:
    return tuple(x - y for x, y in zip(a, b, strict=True))


_CHECKS: Mapping[type, Any] = {Body: _body, Spring: _spring, Damper: _damper, Force: _force, Moment: _moment}
