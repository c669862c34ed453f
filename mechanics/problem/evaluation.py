"""The outputs of a problem for given numbers: from its formulas as generated functions, or from its own function."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from ..bridge import to_engine
from ..codegen import Program
from ..model import ModelError
from ..naming import check_known
from .description import ProblemDescription
from .entries import each, entries_of, fitting, is_finite, plain, text_of

__all__ = ["ProblemValues"]


class ProblemValues(ProblemDescription):
    """How a `Problem` is evaluated with numbers."""

    def evaluate(
        self, expressions: Sequence[sp.Expr], numbers: Mapping[str, ArrayLike], t: ArrayLike = 0.0
    ) -> np.ndarray:
        """Any expressions in the symbols of parameters and outputs and in t.

        Parameters
        ----------
        expressions : sequence of Expr, length m
            In sympy.
        numbers : mapping of str to array_like, each of shape (...)
            By the names of `parameters.scalars`; the defaults for those left out.
        t : array_like, shape (...)
            Time, s.

        Returns
        -------
        ndarray, shape (..., m)
            NaN where there is no solution.
        """
        numbers = self.parameters.scalars.defaults | dict(numbers)
        columns = {name: numbers[name] for name in self.parameters.scalars} | self._solved(numbers) | {"t": t}
        function = self._function(tuple(expressions))
        with np.errstate(all="ignore"):
            values = [np.asarray(value, dtype=float) for value in function(*columns.values())]
        shape = np.broadcast_shapes(*(np.shape(c) for c in columns.values()))
        return (
            np.stack([np.broadcast_to(value, shape) for value in values], axis=-1) if values else np.empty((*shape, 0))
        )

    def holds(self, numbers: Mapping[str, ArrayLike], t: ArrayLike = 0.0) -> np.ndarray:
        """Whether all conditions hold and all outputs are finite.

        Parameters
        ----------
        numbers, t
            As for `evaluate`.

        Returns
        -------
        ndarray of bool, shape (...)
        """
        margins = self.conditions.margins
        needed = [v for v in self.outputs.scalars.values() if v.name not in self.optional]
        outputs = [v.symbol for v in needed if self.is_number(v.name)]
        values = self.evaluate([*margins, *outputs], numbers, t)
        kept = self.conditions.hold(values[..., : len(margins)])
        return kept & np.isfinite(values).all(axis=-1)

    def solved(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs by name; see `Problem.solve`.

        Parameters
        ----------
        values : mapping
            Values of all parameters, as `Given.values_with` returns them.

        Raises
        ------
        ModelError
            For a condition that does not hold, or values without a finite solution.
        """
        found = self._by_formulas(values) if self.formulas else self._by_function(values)
        found |= {name: None for name in self.optional if not is_finite(found[name])}
        for name, value in found.items():
            if not is_finite(value):
                raise ModelError(f"There is no finite {name} ({self.outputs[name].description}) for {text_of(values)}.")
        return found | {name: options[int(found[name])] for name, options in self._words.items()}

    def _by_formulas(self, values: Mapping[str, Any]) -> dict[str, Any]:
        for name, item in self.parameters.items():
            if np.shape(values[name]) != np.shape(item.default):
                raise ModelError(
                    f"The parameter {name} must have the shape {np.shape(item.default)} here; "
                    f"got {np.shape(values[name])}."
                )
        numbers = self.parameters.flat(values)
        self.conditions.check({**numbers, **self._solved(numbers)}, values)
        entries = [e for name in self.formulas for e in entries_of(self.formulas[name])]
        results = iter(self.evaluate(entries, numbers).tolist())
        return {name: plain(each(formula, lambda _: next(results))) for name, formula in self.formulas.items()}

    def _by_function(self, values: Mapping[str, Any]) -> dict[str, Any]:
        same = all(np.shape(values[name]) == np.shape(item.default) for name, item in self.parameters.items())
        numbers = self.parameters.flat(values) if same else {}  # conditions know the symbols of the default's length
        self.conditions.check(numbers, values)
        found = self.solution_for(values)
        self.conditions.check({**numbers, **self._numbers(found)} if same else {}, values)
        return {name: plain(found[name]) for name in self.outputs}

    def solution_for(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the function returns for values of all parameters, which nothing has checked.

        Parameters
        ----------
        values : mapping
            By the names of the parameters.

        Raises
        ------
        ModelError
            If it does not return all outputs.
        """
        assert self._solution is not None
        found = self._solution(**values)
        if set(found) != set(self.outputs):
            raise ModelError(f"The solution must return {', '.join(self.outputs)}; got {', '.join(found)}.")
        return found

    # --- numbers ------------------------------------------------------------------------------------------

    def _function(self, expressions: tuple[Any, ...]) -> Callable:
        """The numpy function of parameters, outputs and time."""
        if expressions not in self._programs:
            names = (*self.parameters.scalars, *self._output_names(), "t")
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
            program = Program(tuple(self.parameters.scalars), (), tuple(to_engine(sp.sympify(e)) for e in entries))
            self._programs["solved"] = program.make((), "numpy")
        with np.errstate(all="ignore"):
            values = self._programs["solved"](
                *(np.asarray(numbers[name], dtype=float) for name in self.parameters.scalars)
            )
        return dict(zip(self._output_names(), values, strict=True))

    def _solved_by_function(self, numbers: Mapping[str, Any]) -> dict[str, Any]:
        key = [(np.shape(numbers[name]), np.asarray(numbers[name]).tobytes()) for name in self.parameters.scalars]
        if self._latest and self._latest[0] == key:  # a picture needs the same values several times
            return self._latest[1]
        columns = np.broadcast_arrays(*(np.asarray(numbers[name], dtype=float) for name in self.parameters.scalars))
        shape = columns[0].shape if columns else ()
        rows = zip(*(column.ravel() for column in columns), strict=True) if columns else [()]
        found = [self._row(dict(zip(self.parameters.scalars, row, strict=True))) for row in rows]
        solved = {name: np.reshape([row[name] for row in found], shape) for name in self._output_names()}
        self._latest = key, solved
        return solved

    def _row(self, numbers: dict[str, float]) -> dict[str, float]:
        try:
            return self._numbers(self.solution_for(self.parameters.nested(numbers)))
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
        """Whether an output is a single number, rather than a vector, a truth value or words.

        Parameters
        ----------
        name : str
            Name of the output.
        """
        if self.formulas:
            return not isinstance(self.formulas[name], sp.MatrixBase | list) and name not in self._words
        if "found" not in self._programs:
            self._programs["found"] = self.solution_for(self.parameters.values_with({}))
        return isinstance(plain(self._programs["found"][name]), float)
