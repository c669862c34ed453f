"""A problem of the lecture whose outputs follow from its inputs at once, as formulas or by a function."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from ..bridge import to_engine
from ..codegen import Program
from ..model import ModelError, Variables, unknown_name
from ..naming import check_known, check_names
from ..poses import Pose
from ..protocol import System
from .conditions import Conditions
from .given import Given, Outputs
from .values import choice, each, entries_of, fitting, is_finite, plain, text_of

__all__ = ["Motion", "Problem"]


@dataclass(frozen=True)
class Motion:
    """How the picture of a problem moves: time runs from 0 to `end`.

    Attributes
    ----------
    end : expression of inputs and outputs, s
    quantities : ``{"v": (expression of t, inputs and outputs, unit, description)}``, what can be plotted over time
    """

    end: Any
    quantities: Mapping[str, tuple] = field(default_factory=dict)


class Problem(System):
    """Outputs that follow from inputs: forces from a load, a centre of mass from masses.

    Parameters
    ----------
    inputs, outputs : named quantities
    formulas : ``{output name: sympy expression, column, matrix or list}`` of the inputs' symbols and of those of
        earlier outputs, or
    solution : function that takes the inputs by name, as numbers and arrays, and returns ``{output name: value}``
    words : ``{output name: {word: condition}}``, beside formulas: an output in words is the first whose condition
        holds, such as ``{"state": {"slips": f > f_H, "sticks": True}}``
    optional : names of outputs, beside formulas, that some inputs do not have: None where the formula is no real number
    conditions : ``{sentence: relation}`` that the inputs (or outputs) must fulfil, ``{"The rope must be longer than
        the radius.": l > r}``
    frames : frames by name that formulas and scene share, ``{"load": translation(l)}``
    scene : function of the problem that returns what it looks like
    sweep : input along which the outputs are plotted and the picture is played, or
    motion : how the picture moves in time
    title, source : for people

    Raises
    ------
    ModelError
        if formulas and outputs do not fit together, or a symbol is unknown.
    """

    inputs: Given
    states = Variables([], "state")

    def __init__(
        self,
        *,
        inputs: Given,
        outputs: Outputs,
        formulas: Mapping[str, Any] | None = None,
        solution: Callable[..., Mapping[str, Any]] | None = None,
        words: Mapping[str, Mapping[Any, Any]] | None = None,
        optional: Sequence[str] = (),
        conditions: Mapping[str, Any] | None = None,
        frames: Mapping[str, Pose] | None = None,
        scene: Callable[["Problem"], Any] | None = None,
        sweep: str = "",
        motion: Motion | None = None,
        title: str = "",
        source: str = "",
    ):
        if (formulas is None) == (solution is None):
            raise ModelError("Give either formulas of the outputs, or a function that solves for them.")
        super().__init__(title, source, scene, frames)
        self.inputs, self._outputs = inputs, outputs
        self.sweep, self.motion = sweep, motion
        self.conditions = Conditions(conditions or {})
        self._solution = solution
        self._programs: dict[Any, Any] = {}
        self._latest: tuple[Any, dict[str, Any]] | None = None
        check_names([*inputs.scalars, *outputs])
        if sweep and sweep not in inputs.scalars:
            raise ModelError(unknown_name(sweep, inputs.scalars, "input"))
        self.optional = {outputs[name].name for name in optional}
        self._words = {name: tuple(options) for name, options in (words or {}).items()}
        chosen = {name: choice(options) for name, options in (words or {}).items()}
        self.formulas = {} if formulas is None else self._closed({**formulas, **chosen})

    def __repr__(self) -> str:
        names = f"{', '.join(self.inputs)} -> {', '.join(self.outputs)}"
        return f"Problem {self.id or self.title!r} ({self.source}): {names}"

    @property
    def outputs(self) -> Outputs:
        """What is asked, by name."""
        return self._outputs

    @property
    def described(self) -> Outputs:
        """All outputs: each has a unit and a meaning."""
        return self._outputs

    @property
    def parameters(self) -> Variables:  # type: ignore[override]
        """The single numbers among the inputs, components of vectors one by one."""
        return self.inputs.scalars

    @property
    def symbols(self) -> dict[str, Any]:
        """Symbols of inputs and outputs by name; a vector as a column."""
        return {name: v.symbol for name, v in (*self.inputs.items(), *self.outputs.items())} | {
            name: v.symbol for name, v in self.parameters.items()
        }

    @property
    def equations(self) -> list[sp.Eq]:
        """Every formula as an equation, output = expression of the inputs."""
        return [
            sp.Eq(self.outputs[name].symbol, formula, evaluate=False)
            for name, formula in self.formulas.items()
            if not isinstance(formula, list | tuple) and name not in self._words
        ]

    def solve(self, **inputs: Any) -> dict[str, Any]:
        """The outputs by name: numbers, lists, lists of rows, words.

        Parameters
        ----------
        inputs : values by name that differ from the defaults

        Raises
        ------
        ModelError
            for unknown names, wrong shapes, values outside of the domain, a condition that does not hold, or inputs
            for which there is no finite solution.
        """
        values = self.inputs.values_with(inputs)
        found = self._by_formulas(values) if self.formulas else self._by_function(values)
        found |= {name: None for name in self.optional if not is_finite(found[name])}
        for name, value in found.items():
            if not is_finite(value):
                raise ModelError(f"There is no finite {name} ({self.outputs[name].description}) for {text_of(values)}.")
        return found | {name: options[int(found[name])] for name, options in self._words.items()}

    def evaluate(self, expressions: Sequence[Any], numbers: Mapping[str, Any], t: Any = 0.0) -> np.ndarray:
        """Any expressions in the symbols of inputs and outputs and in t, shape (..., number of expressions).

        Parameters
        ----------
        expressions : sympy expressions
        numbers : a number, or an array of them, for each name of `parameters`; those without one have their default
        t : time or times, s
        """
        numbers = self.parameters.defaults | dict(numbers)
        columns = {name: numbers[name] for name in self.parameters} | self._solved(numbers) | {"t": t}
        function = self._function(tuple(expressions))
        with np.errstate(all="ignore"):
            values = [np.asarray(value, dtype=float) for value in function(*columns.values())]
        shape = np.broadcast_shapes(*(np.shape(c) for c in columns.values()))
        return (
            np.stack([np.broadcast_to(value, shape) for value in values], axis=-1) if values else np.empty((*shape, 0))
        )

    def holds(self, numbers: Mapping[str, Any], t: Any = 0.0) -> np.ndarray:
        """Whether all conditions hold and all outputs are finite, shape (...); arguments as for `evaluate`."""
        margins = self.conditions.margins
        needed = [v for v in self.outputs.scalars.values() if v.name not in self.optional]
        outputs = [v.symbol for v in needed if self.is_number(v.name)]
        values = self.evaluate([*margins, *outputs], numbers, t)
        kept = self.conditions.hold(values[..., : len(margins)])
        return kept & np.isfinite(values).all(axis=-1)

    # --- formulas -----------------------------------------------------------------------------------------

    def _closed(self, formulas: Mapping[str, Any]) -> dict[str, Any]:
        """The formulas in the symbols of the inputs alone."""
        if set(formulas) != set(self.outputs):
            raise ModelError(
                f"Formulas are needed of {', '.join(self.outputs)}; there are some of {', '.join(formulas)}."
            )
        known: dict[Any, Any] = {}
        closed: dict[str, Any] = {}
        for name, formula in formulas.items():
            closed[name] = each(formula, partial(_replaced, known=known))
            check_known(entries_of(closed[name]), set(self.parameters), f"The formula of {name}")
            symbol = self.outputs[name].symbol
            if len(entries_of(symbol)) == len(entries_of(closed[name])):
                known |= dict(zip(entries_of(symbol), entries_of(closed[name]), strict=True))
        return {name: closed[name] for name in self.outputs}

    def _by_formulas(self, values: Mapping[str, Any]) -> dict[str, Any]:
        for name, item in self.inputs.items():
            if np.shape(values[name]) != np.shape(item.default):
                raise ModelError(f"The input {name} must have the shape {np.shape(item.default)} here.")
        numbers = self.inputs.flat(values)
        self.conditions.check({**numbers, **self._solved(numbers)}, values)
        entries = [e for name in self.formulas for e in entries_of(self.formulas[name])]
        results = iter(self.evaluate(entries, numbers).tolist())
        return {name: plain(each(formula, lambda _: next(results))) for name, formula in self.formulas.items()}

    def _by_function(self, values: Mapping[str, Any]) -> dict[str, Any]:
        same = all(np.shape(values[name]) == np.shape(item.default) for name, item in self.inputs.items())
        numbers = self.inputs.flat(values) if same else {}  # conditions know the symbols of the default's length
        self.conditions.check(numbers, values)
        found = self._called(values)
        self.conditions.check({**numbers, **self._numbers(found)} if same else {}, values)
        return {name: plain(found[name]) for name in self.outputs}

    def _called(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        assert self._solution is not None
        found = self._solution(**values)
        if set(found) != set(self.outputs):
            raise ModelError(f"The solution must give {', '.join(self.outputs)}; it gave {', '.join(found)}.")
        return found

    # --- numbers ------------------------------------------------------------------------------------------

    def _function(self, expressions: tuple[Any, ...]) -> Callable:
        """The numpy function of inputs, outputs and time."""
        if expressions not in self._programs:
            names = (*self.parameters, *self._output_names(), "t")
            check_known(expressions, names, "The expressions")
            program = Program(names, (), tuple(to_engine(sp.sympify(e)) for e in expressions))
            self._programs[expressions] = program.make((), "numpy")
        return self._programs[expressions]

    def _output_names(self) -> list[str]:
        return [symbol.name for v in self.outputs.values() for symbol in entries_of(v.symbol)]

    def _solved(self, numbers: Mapping[str, Any]) -> dict[str, Any]:
        """Every number among the outputs by the name of its symbol; NaN where there is none."""
        if not self.formulas:
            return self._solved_by_function(numbers)
        if "solved" not in self._programs:
            entries = [e for name in self.outputs for e in fitting(self.outputs[name].symbol, self.formulas[name])]
            program = Program(tuple(self.parameters), (), tuple(to_engine(sp.sympify(e)) for e in entries))
            self._programs["solved"] = program.make((), "numpy")
        with np.errstate(all="ignore"):
            values = self._programs["solved"](*(np.asarray(numbers[name], dtype=float) for name in self.parameters))
        return dict(zip(self._output_names(), values, strict=True))

    def _solved_by_function(self, numbers: Mapping[str, Any]) -> dict[str, Any]:
        key = [(np.shape(numbers[name]), np.asarray(numbers[name]).tobytes()) for name in self.parameters]
        if self._latest and self._latest[0] == key:  # a picture asks for the same values several times
            return self._latest[1]
        columns = np.broadcast_arrays(*(np.asarray(numbers[name], dtype=float) for name in self.parameters))
        shape = columns[0].shape if columns else ()
        rows = zip(*(column.ravel() for column in columns), strict=True) if columns else [()]
        found = [self._row(dict(zip(self.parameters, row, strict=True))) for row in rows]
        solved = {name: np.reshape([row[name] for row in found], shape) for name in self._output_names()}
        self._latest = key, solved
        return solved

    def _row(self, numbers: dict[str, float]) -> dict[str, float]:
        try:
            return self._numbers(self._called(self.inputs.nested(numbers)))
        except (ModelError, ArithmeticError):
            return dict.fromkeys(self._output_names(), np.nan)

    def _numbers(self, found: Mapping[str, Any]) -> dict[str, float]:
        """The numbers of a solution by the names of the outputs' symbols."""
        numbers: dict[str, float] = {}
        for name, v in self.outputs.items():
            symbols = entries_of(v.symbol)
            entries = np.ravel(np.asarray(found[name])).tolist()
            usable = len(entries) == len(symbols) and not isinstance(entries[0], str | None)
            numbers |= {
                s.name: float(e) if usable else np.nan for s, e in zip(symbols, entries or [np.nan], strict=False)
            }
        return numbers

    def is_number(self, name: str) -> bool:
        """Whether an output is a single number, rather than a vector, a truth or words."""
        if self.formulas:
            return not isinstance(self.formulas[name], sp.MatrixBase | list) and name not in self._words
        if "found" not in self._programs:
            self._programs["found"] = self._called(self.inputs.values_with({}))
        return isinstance(plain(self._programs["found"][name]), float)


def _replaced(expression: Any, known: Mapping[Any, Any]) -> Any:
    return sp.sympify(expression).xreplace(dict(known))
