"""Problems that a function of Python solves: the function as formulas where it takes symbols, else recorded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ...bridge import to_engine
from ...codegen import Program
from ...model import Variable
from ...problem import Problem
from ...problem.entries import entries_of
from .number import Tape
from .paths import Path, paths_of
from .programs import evaluated
from .replaced import recording
from .script import script
from .verified import evaluated_at

__all__ = ["recorded_problem", "symbolic_solution"]

SAME = 1e-9
PLACES = 5  # at which a solution is compared with what was recorded of it

Rows = Callable[[Sequence[Any]], str]


def symbolic_solution(problem: Problem) -> dict[str, Any] | None:
    """What the function returns for symbols in the place of numbers.

    Parameters
    ----------
    problem : Problem
        With a function that solves it.

    Returns
    -------
    dict or None
        Formulas by the names of the outputs; None where the function needs numbers.
    """
    given = {name: _nested(v) for name, v in problem.parameters.items()}
    try:
        found = problem.solution_for(given)
    except (TypeError, ValueError, AttributeError, ArithmeticError):
        return None
    entries = [entry for value in found.values() for entry in entries_of(value)]
    return dict(found) if all(isinstance(entry, sp.Expr) for entry in entries) else None


def _nested(v: Variable) -> Any:
    """The symbols of a parameter in the shape of its default, in lists."""
    entries, shape = entries_of(v.symbol), np.shape(v.default)
    return np.reshape(np.array(entries, dtype=object), shape).tolist() if shape else v.symbol


def recorded_problem(problem: Problem, along: Sequence[str], constants: Sequence[str]) -> Rows:
    """What makes programs of expressions in parameters, outputs and t, with the outputs as the function computes them.

    Parameters
    ----------
    problem : Problem
        With a function that solves it.
    along : sequence of str
        The parameter that is swept, if any; in the program it is the state.
    constants : sequence of str
        The other parameters.

    Returns
    -------
    callable
        Of expressions; gives their program as JavaScript. It raises a NotImplementedError where the function does
        something with a number that no program can be recorded of.
    """

    def rows(expressions: Sequence[Any]) -> str:
        record = _Recording(problem, along, constants)
        try:
            with recording():
                paths = paths_of(record.tape, lambda: record.rows(expressions))
                text = script(record.tape, paths)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise NotImplementedError(f"The solution does something that cannot be recorded: {error}") from error
        record.verify(paths, expressions)
        return text

    return rows


class _Recording:
    """The numbers of a problem, recorded."""

    def __init__(self, problem: Problem, along: Sequence[str], constants: Sequence[str]):
        self.problem, self.tape = problem, Tape()
        defaults = problem.parameters.scalars.defaults
        self.labels = {name: f"c{k}" for k, name in enumerate(constants)}
        self.labels |= {name: f"x{k}" for k, name in enumerate(along)}
        self.numbers: dict[str, Any] = {
            name: self.tape.input(label, defaults[name], int(label.startswith("x")))
            for name, label in self.labels.items()
        }
        self.t = self.tape.input("t", 0.0, 1)

    def rows(self, expressions: Sequence[Any]) -> Iterator[Any]:
        """The expressions, with the outputs of the function."""
        problem = self.problem
        found = problem.solution_for(problem.parameters.nested(self.numbers))
        known = {"t": self.t, **self.numbers, **_by_symbol(problem, found)}
        program = Program(tuple(known), (), tuple(to_engine(sp.sympify(e)) for e in expressions))
        yield from evaluated(program, [], known)

    def verify(self, paths: list[Path], expressions: Sequence[Any]) -> None:
        """Compare with the function itself, for other numbers."""
        random, defaults = np.random.default_rng(3), self.problem.parameters.scalars.defaults
        for k in range(PLACES):
            numbers = {name: v * random.uniform(0.7, 1.3) for name, v in defaults.items()}
            given = {label: numbers[name] for name, label in self.labels.items()} | {"t": 0.3 * k}
            found = evaluated_at(self.tape, paths, given)
            wanted = self.problem.evaluate(expressions, numbers, 0.3 * k)
            if found is None or not np.allclose(found, wanted, rtol=SAME, atol=SAME * max(1.0, np.abs(wanted).max())):
                raise NotImplementedError("The solution does not give what was recorded of it.")


def _by_symbol(problem: Problem, found: Mapping[str, Any]) -> dict[str, Any]:
    """Single numbers of a solution by the names of their symbols; those of another shape are left out."""
    known: dict[str, Any] = {}
    for name, v in problem.outputs.items():
        symbols, entries = entries_of(v.symbol), list(np.asarray(found[name], dtype=object).reshape(-1))
        if len(symbols) == len(entries):
            known |= {s.name: entry for s, entry in zip(symbols, entries, strict=True)}
    return known
