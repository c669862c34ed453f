"""Names, symbols and outputs of a system, checked when it is put together."""

import keyword
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .bridge import to_engine
from .checking import mapping
from .codegen import ARRAY, SCALAR
from .dimensions import DimensionError, check_unit, dimensions_by_name
from .model import ModelError, Variable, Variables
from .symbols import latex_name, parameter_symbol, plain_name, t
from .units import Dimension

__all__ = ["check_known", "check_names", "check_output_units", "clear_units", "described_outputs", "names_in"]

RESERVED = {*SCALAR, *ARRAY, "t", "make", "function"}


def check_names(names: Iterable[str]) -> None:
    """Every name once, and none that the generated programs need for themselves."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ModelError(f"The name {name} is used twice in one system; give one of the two another name.")
        if name in RESERVED or keyword.iskeyword(name) or not name.isidentifier() or name.startswith("_"):
            raise ModelError(
                f"The name {name!r} cannot be used: it is reserved, or no identifier. Choose another one; "
                "LaTeX is given apart from it."
            )
        seen.add(name)


def check_known(expressions: Iterable[Any], known: Collection[str], what: str) -> None:
    """Only symbols of the system in `what`, for example "The equations"."""
    used = {s.name for e in expressions for s in to_engine(sp.sympify(e)).free_symbols}
    if unknown := sorted(used - set(known)):
        raise ModelError(
            f"{what} use {', '.join(unknown)}, no state, parameter or input of the system. "
            f"It has {', '.join(sorted(known))}."
        )


def names_in(value: Any) -> Iterator[str]:
    """Names of all symbols in an expression, a matrix, a pose, an element such as a body, or a list of such."""
    if is_dataclass(value):
        for item in fields(value):
            yield from names_in(getattr(value, item.name))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from names_in(entry)
    elif isinstance(value, sp.MatrixBase | sp.Basic):
        # a coordinate is a function of t; only t on its own counts as a symbol
        found = value.atoms(sp.Symbol, AppliedUndef)
        yield from (plain_name(atom) for atom in found if atom != t)


def described_outputs(outputs: Mapping[str, Any] | None) -> tuple[dict[str, Any], Variables]:
    """Expressions of the outputs by name, and those that have a meaning: ``{"f_S": (expression, "N", "rope force")}``.

    Raises
    ------
    ModelError
        for a tuple that is none of (expression, unit, description[, LaTeX]).
    """
    expressions, described = {}, []
    for name, output in mapping(outputs, "The outputs", '{"f_S": (expression, "N", "rope force")}').items():
        expressions[name] = output[0] if isinstance(output, tuple) else output
        if isinstance(output, tuple):
            described.append(_described(name, output))
    return expressions, Variables(described, "output")


@contextmanager
def clear_units() -> Iterator[None]:
    """Units that do not fit, as a `ModelError`."""
    try:
        yield
    except DimensionError as error:
        raise ModelError(str(error)) from None


def check_output_units(
    outputs: Mapping[str, Any], described: Mapping[str, Variable], known: Mapping[str, Dimension]
) -> None:
    """Every output has the unit that it is described with.

    Parameters
    ----------
    outputs : mapping of str to expression
        By name; a column with all its entries.
    described : mapping of str to Variable
        Those with a unit.
    known : mapping of str to Dimension
        Dimension of every symbol by its name.

    Raises
    ------
    ModelError
        For the first output with another unit.
    """
    with clear_units():
        for name, v in described.items():
            value = outputs[name]
            for entry in value.flat() if isinstance(value, sp.MatrixBase) else [value]:
                check_unit(f"The output {name}", entry, dimensions_by_name({name: v.unit}).get(name), known)


def _described(name: str, row: tuple) -> Variable:
    if not 3 <= len(row) <= 4:
        raise ModelError(f"The output {name} must be an expression or (expression, unit, description); got {row!r}.")
    _, unit, description, latex = row + ("",) * (4 - len(row))
    symbol = parameter_symbol(name, latex or latex_name(name), real=True)
    return Variable(name, symbol, float("nan"), unit, description, "real", symbol.latex_name)
