"""Submissions of a rehearsal: the solution, its typical mistakes, wrong variants of it."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..notebooks import Cell
from .checks_findings import own_check
from .solved import Solved
from .steps import Step, stored
from .verdicts import spread, verdict_on

__all__ = ["Answers", "submissions"]

VARIANTS = 30  # of an answer that are tried until one is found that loses marks


@dataclass(frozen=True)
class Answers:
    """What somebody hands in.

    Attributes
    ----------
    who : str
        What it stands for, also the id of the student.
    texts : mapping of str
        Texts of answer cells by name.
    wrong : frozenset of str
        Test cells that must give no points.
    """

    who: str
    texts: Mapping[str, str]
    wrong: frozenset[str] = field(default_factory=frozenset)


def submissions(task: Solved) -> Iterator[Answers]:
    """Make them.

    Parameters
    ----------
    task : Solved
        With current keys beside it.

    Yields
    ------
    Answers
        ``right``, ``mistake-1`` and so on, ``variant``, ``nothing``.
    """
    right = {cell.id: cell.source for cell in task.cells if cell.kind == "answer"}
    yield Answers("right", right)
    number = 1
    while made := _mistakes(task, number - 1):
        texts, wrong = made
        yield Answers(f"mistake-{number}", right | texts, wrong)
        number += 1
    variants = {cell: text for cell, text in ((cell, _variant(task, cell)) for cell in _answers(task)) if text}
    if variants:
        wrong = frozenset(own_check(task, cell) for cell in variants)
        yield Answers("variant", right | {cell.id: text for cell, text in variants.items()}, wrong)
    yield Answers("nothing", {}, frozenset(task.checks))


def _answers(task: Solved) -> list[Cell]:
    return [cell for cell in task.cells if cell.kind == "answer" and own_check(task, cell)]


def _mistakes(task: Solved, index: int) -> tuple[dict[str, str], frozenset[str]] | None:
    """Answers with the typical mistake of this number, in every step that has so many, and their test cells."""
    texts, wrong = {}, set()
    for name, step in task.checks.items():
        mistakes = [*task.mistakes(name).values()] if step.value.isidentifier() else []
        cell = next((cell for cell in _answers(task) if step.value in stored(cell.source)), None)
        text = _text(step, mistakes[index]) if cell and index < len(mistakes) else ""
        if cell and text:
            texts[cell.id] = text
            wrong.add(name)
    return (texts, frozenset(wrong)) if texts else None


def _text(step: Step, wrong: Any) -> str:
    """The answer cell with a typical mistake; empty where it cannot be written down."""
    if step.kind != "function":
        plain = isinstance(wrong, str | int | float | list | dict)
        return f"{step.value} = {wrong!r}\n" if plain else ""
    if not isinstance(wrong, str):
        return ""
    names = [f"array_{k}" if isinstance(name, list) else name for k, name in enumerate(step.arguments)]
    unpacked = [f"{', '.join(name)}, = array_{k}" for k, name in enumerate(step.arguments) if isinstance(name, list)]
    used = sorted(set(re.findall(r"\w+", wrong)) & set(dir(math)))
    lines = [*([f"from math import {', '.join(used)}"] if used else []), *unpacked, f"return {wrong}"]
    return "\n    ".join([f"def {step.value}({', '.join(names)}):", *lines]) + "\n"


def _variant(task: Solved, cell: Cell) -> str:
    """A wrong variant of an answer that its own check refuses; empty if none was found."""
    own = [(one, mutant) for one, mutant in task.mutants if one == cell and "statement dropped" not in mutant.what]
    for number in spread(len(own))[:VARIANTS]:
        verdict = verdict_on(task, *own[number])
        if verdict.kind == "lost marks" and own_check(task, cell) in task.judge(cell, verdict.source).visible:
            return verdict.source
    return ""
