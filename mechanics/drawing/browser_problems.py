"""Problems as JavaScript text: formulas along time or along the input that is swept, and what the inputs must fulfil.

Where a function solves a problem, its formulas are what it returns for symbols, or a record of what it does with
numbers; a picture that shows nothing of what is solved needs neither.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import symengine as se
import sympy as sp

from ..bridge import to_engine
from ..codegen import Program
from ..model import Variable
from ..problem import Problem
from ..problem.entries import entries_of, fitting
from .playable import PlayableProblem
from .session import Session

__all__ = ["problem_model"]

Data = dict[str, Any]
Script = Callable[[Sequence[Any]], str]
TEXT = "text"


def problem_model(playable: PlayableProblem, session: Session) -> Data:
    """The model of a problem for `web/model.js`.

    Parameters
    ----------
    playable : PlayableProblem
        The problem.
    session : Session
        Of the player.

    Raises
    ------
    NotImplementedError
        Where a function solves it of which no program can be recorded.
    """
    problem = playable.system
    along = [problem.sweep] if problem.sweep and not problem.motion else []
    numbers = [item for item in problem.parameters.values() if item.domain != TEXT]
    constants = [s.name for item in numbers for s in entries_of(item.symbol) if s.name not in along]
    rows = [*session.scene.expressions, *playable.expressions]
    script, outputs = _solved(problem, along, constants, [*rows, *problem.conditions.margins])
    asked = [_asked(problem, name, len(entries)) for name, entries in outputs.items()]
    return {
        "kind": "posed",
        "constants": constants,
        "along": along,
        "columns": len(rows),
        "rows": script(rows),
        "kept": script([*problem.conditions.margins, *(entry for row in outputs.values() for entry in row)]),
        "strict": problem.conditions.strict.tolist(),
        "sentences": [[f"{sentence}.", None] for sentence in problem.conditions.sentences],
        "outputs": asked,
        "given": [_given(item) for item in numbers],
        "range": [*playable.limits, playable.points] if along else None,
        "end": script([problem.motion.end]) if problem.motion else None,
        "span": _span(session.t),
        "domains": [
            [symbol.name, "parameter", item.name, item.description, item.domain]
            for item in numbers
            for symbol in entries_of(item.symbol)
            if item.domain != "real"
        ],
    }


def _solved(
    problem: Problem, along: Sequence[str], constants: Sequence[str], shown: Sequence[Any]
) -> tuple[Script, dict[str, list[Any]]]:
    """What makes programs of expressions, and the entries of each output that is looked at."""
    formulas: Mapping[str, Any] | None = problem.formulas or None
    if formulas is None and not _uses_outputs(problem, shown):
        formulas = {}
    if formulas is None:
        from .recorded import recorded_problem, symbolic_solution  # needs numba, whose loops it records

        formulas = symbolic_solution(problem)
        if formulas is None:
            entries = {name: entries_of(v.symbol) for name, v in problem.outputs.items()}
            return recorded_problem(problem, along, constants), _numbered(problem, entries)
    return partial(_formulas, problem, formulas, along, constants), {
        name: entries_of(formula) for name, formula in formulas.items()
    }


def _uses_outputs(problem: Problem, shown: Sequence[Any]) -> bool:
    """Whether expressions contain what the problem asks for."""
    symbols = {symbol for v in problem.outputs.values() for symbol in entries_of(v.symbol)}
    return any(sp.sympify(row).free_symbols & symbols for row in shown)


def _numbered(problem: Problem, entries: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Of these outputs those with as many numbers as their symbols have entries."""
    found = problem.solution_for(problem.parameters.values_with({}))
    return {name: row for name, row in entries.items() if np.size(found[name]) == len(row)}


def _formulas(
    problem: Problem, formulas: Mapping[str, Any], along: Sequence[str], constants: Sequence[str], rows: Sequence[Any]
) -> str:
    """Expressions of inputs, outputs and t as text; the outputs become what their formulas say."""
    known = {
        symbol.name: entry
        for name, formula in formulas.items()
        for symbol, entry in zip(
            entries_of(problem.outputs[name].symbol), fitting(problem.outputs[name].symbol, formula), strict=True
        )
    }
    outputs = tuple(to_engine(sp.sympify(row)) for row in rows)
    used = sorted({symbol.name for row in outputs for symbol in row.free_symbols} & known.keys())
    prelude = tuple((se.Symbol(name), to_engine(sp.sympify(known[name]))) for name in used)
    return Program((*along, "t"), tuple(constants), outputs, prelude).source("javascript", True)


def _asked(problem: Problem, name: str, width: int) -> Data:
    """An output: whether it must exist, and whether the range of a sweep ends where it does not."""
    return {
        "text": f"{name} ({problem.outputs[name].description})",
        "width": width,
        "needed": name not in problem.optional,
        "bounds": name not in problem.optional and problem.is_number(name),
    }


def _given(item: Variable) -> list[Any]:
    """An input by name, with the names of its numbers and its shape."""
    return [item.name, [symbol.name for symbol in entries_of(item.symbol)], list(np.shape(item.default))]


def _span(t: Any) -> list[float] | None:
    """First and last instant, where the user gave them."""
    return None if t is None else [float(x) for x in ([0.0, t] if np.ndim(t) == 0 else [t[0], t[-1]])]
