"""Checks of a system when it is put together: names, symbols, masses, states. Each ends in one clear `ModelError`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import naming
from ..bridge import to_engine
from ..model import Coordinates, ModelError, Variable, Variables
from ..symbols import latex_name, plain_name, t

if TYPE_CHECKING:
    from .system import LagrangianSystem

__all__ = ["check_abbreviations", "check_masses", "check_names", "check_symbols", "ordered_states"]


def check_names(system: "LagrangianSystem") -> None:
    """Every name once, rates and accelerations included, and none that is reserved."""
    rates = [f"{name}_{dots}" for name in system.coordinates for dots in ("d", "dd")]
    abbreviations = [plain_name(a) for a in system.abbreviations]
    naming.check_names(
        [*system.coordinates, *rates, *system.parameters, *system.inputs, *abbreviations, *system.multipliers]
    )


def check_symbols(system: "LagrangianSystem", conservative: Iterable[Any], forces: Iterable[Any]) -> None:
    """Only symbols of the system; no time and no rates in positions and potentials."""
    known = {
        *system.coordinates,
        *system.parameters,
        *system.inputs,
        *(plain_name(a) for a in system.abbreviations),
    }
    rates = {f"{name}_d" for name in system.coordinates}
    for expressions, allowed in ((conservative, known), (forces, known | rates | {"t"})):
        found = {symbol.name for e in expressions for symbol in e.free_symbols}
        if unknown := sorted(found - allowed):
            raise ModelError(
                f"The system uses {', '.join(unknown)}, which is no coordinate, parameter or input of it. "
                f"It has {', '.join(sorted(known))}; positions and potentials may not hold the time or rates."
            )


def check_abbreviations(system: "LagrangianSystem") -> None:
    """Abbreviations are constants: the derivation does not look into them."""
    known = {*system.parameters, *system.inputs, *(plain_name(a) for a in system.abbreviations)}
    for name, value in system.abbreviations.items():
        if unknown := sorted({symbol.name for symbol in to_engine(value).free_symbols} - known):
            raise ModelError(
                f"The abbreviation {name} holds {', '.join(unknown)}; only parameters, inputs and other abbreviations "
                "are allowed in it, because it counts as a constant in all derivatives."
            )


def check_masses(coordinates: Iterable[str], M: Sequence[Sequence[Any]]) -> None:
    """Every coordinate moves some mass."""
    for name, row in zip(coordinates, M, strict=True):
        if all(x == 0 for x in row):
            raise ModelError(
                f"No body moves with the coordinate {name}: its row of the mass matrix is zero. "
                "Give a body mass or inertia there, or eliminate the coordinate."
            )


def ordered_states(coordinates: Coordinates, states: Mapping[str, Any] | None) -> Variables:
    """The states in their order as variables; every coordinate and every rate exactly once."""
    by_symbol = {variable.symbol: variable for variable in coordinates.values()}
    rates = {v.symbol.diff(t): v for v in coordinates.values()}
    if states is None:
        states = {plain_name(symbol): symbol for symbol in [*by_symbol, *rates]}
    if sorted(map(str, states.values())) != sorted(map(str, [*by_symbol, *rates])):
        raise ModelError("The states must be every coordinate and every rate exactly once.")
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
