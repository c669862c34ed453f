"""The description of a problem: what is given, what is asked, and formulas or a function that solves for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from ..checking import instance, mapping
from ..dimensions import check_unit, dimensions_by_name
from ..model import ModelError, Variables, unknown_name
from ..naming import check_known, check_names, clear_units
from ..poses import Pose
from ..protocol import System
from ..scene import Scene
from .conditions import Conditions
from .entries import choice, each, entries_of
from .given import Given, Outputs

__all__ = ["Motion", "ProblemDescription"]


@dataclass(frozen=True)
class Motion:
    """How the picture of a problem moves in time.

    Parameters
    ----------
    end : Expr
        End time as an expression of parameters and outputs, s; the time starts at 0.
    quantities : mapping of str to tuple
        What can be plotted over time: (expression of t, parameters and outputs, unit, description) by name.
    """

    end: sp.Expr
    quantities: Mapping[str, tuple] = field(default_factory=dict)


class ProblemDescription(System):
    """The symbolic part of a `Problem`; its parameters are explained there."""

    parameters: Given
    inputs: Given
    states = Variables([], "state")

    def __init__(
        self,
        *,
        parameters: Given | None = None,
        outputs: Outputs,
        formulas: Mapping[str, sp.Expr | sp.MatrixBase | list] | None = None,
        solution: Callable[..., Mapping[str, Any]] | None = None,
        words: Mapping[str, Mapping[Any, Boolean | bool]] | None = None,
        optional: Sequence[str] = (),
        conditions: Mapping[str, Boolean] | None = None,
        frames: Mapping[str, Pose] | None = None,
        scene: Callable[[Any], Scene] | None = None,
        sweep: str = "",
        motion: Motion | None = None,
        title: str = "",
        source: str = "",
        inputs: Given | None = None,
    ):
        if (formulas is None) == (solution is None):
            raise ModelError("Give either `formulas` of the outputs, or `solution`, a function that solves for them.")
        if (parameters is None) == (inputs is None):
            raise ModelError("Give what is known as `parameters`; `inputs` is the earlier name of the same.")
        super().__init__(title, source, scene, frames)
        given = instance(parameters if inputs is None else inputs, Given, "`parameters`")
        # nothing is a function of time here: what the lecture calls the inputs of a problem are its parameters
        self.parameters = self.inputs = given
        self._outputs = instance(outputs, Outputs, "`outputs`")
        formulas = None if formulas is None else mapping(formulas, "`formulas`", '{"f_S": p.m * p.g}')
        self.sweep, self.motion = sweep, motion
        self.conditions = Conditions(conditions or {})
        self._solution = solution
        self._programs: dict[Any, Any] = {}
        self._latest: tuple[Any, dict[str, Any]] | None = None
        check_names([*given.scalars, *outputs])
        if sweep and sweep not in given.scalars:
            raise ModelError(unknown_name(sweep, given.scalars, "parameter"))
        self.optional = {outputs[name].name for name in optional}
        self._words = {name: tuple(options) for name, options in (words or {}).items()}
        chosen = {name: choice(options) for name, options in (words or {}).items()}
        self.formulas = {} if formulas is None else self._closed({**formulas, **chosen})
        self._check_units(formulas or {})

    def __repr__(self) -> str:
        names = f"{', '.join(self.parameters)} -> {', '.join(self.outputs)}"
        return f"Problem {self.id or self.title!r} ({self.source}): {names}"

    @property
    def start_names(self) -> tuple[str, ...]:
        """The single numbers of what is given."""
        return tuple(self.parameters.scalars)

    @property
    def _frame_symbols(self) -> tuple[str, ...]:
        return tuple(symbol.name for v in self.outputs.values() for symbol in entries_of(v.symbol))

    def _check_units(self, formulas: Mapping[str, Any]) -> None:
        """Every formula has the unit of its output, and adds up one unit."""
        named = (*self.parameters.scalars.values(), *self.outputs.scalars.values())
        known = dimensions_by_name({v.name: v.unit for v in named})
        columns = {name: v for name, v in self.outputs.items() if name in formulas}
        for name, v in columns.items():
            wanted = dimensions_by_name({name: v.unit}).get(name)
            known |= {entry.name: wanted for entry in entries_of(v.symbol) if wanted is not None}
        with clear_units():
            for name, v in columns.items():
                wanted = dimensions_by_name({name: v.unit}).get(name)
                for entry in entries_of(formulas[name]):
                    check_unit(f"The formula of {name}", entry, wanted, known)

    @property
    def outputs(self) -> Outputs:
        """What is asked, by name."""
        return self._outputs

    @property
    def described(self) -> Outputs:
        """All outputs: each has a unit and a meaning."""
        return self._outputs

    @property
    def symbols(self) -> dict[str, Any]:
        """Symbols of parameters and outputs by name; a vector as a column."""
        return {name: v.symbol for name, v in (*self.parameters.items(), *self.outputs.items())} | {
            name: v.symbol for name, v in self.parameters.scalars.items()
        }

    @property
    def equations(self) -> list[sp.Eq]:
        """Every formula as an equation, output = expression of the parameters."""
        return [
            sp.Eq(self.outputs[name].symbol, formula, evaluate=False)
            for name, formula in self.formulas.items()
            if not isinstance(formula, list | tuple) and name not in self._words
        ]

    def _closed(self, formulas: Mapping[str, Any]) -> dict[str, Any]:
        """The formulas in the symbols of the parameters alone."""
        if set(formulas) != set(self.outputs):
            raise ModelError(
                f"Formulas for {', '.join(self.outputs)} were expected; got some for {', '.join(formulas)}."
            )
        known: dict[Any, Any] = {}
        closed: dict[str, Any] = {}
        for name, formula in formulas.items():
            closed[name] = each(formula, partial(_replaced, known=known))
            check_known(entries_of(closed[name]), set(self.parameters.scalars), f"The formula of {name}")
            symbol = self.outputs[name].symbol
            if len(entries_of(symbol)) == len(entries_of(closed[name])):
                known |= dict(zip(entries_of(symbol), entries_of(closed[name]), strict=True))
        return {name: closed[name] for name in self.outputs}


def _replaced(expression: Any, known: Mapping[Any, Any]) -> Any:
    return sp.sympify(expression).xreplace(dict(known))
