"""Every number in the text of a chapter: shown nearby, computed by an expression, or listed with a reason.

`numbers.toml` has a table for each chapter and in it one for each cell; what is said of a chapter as a whole holds in
all of its cells. A key is a number with its unit, as the text has it; a value is one of

- ``"= 100*(1.45 - 1)"``: an expression for it, with functions of `math` and numpy as `np`. Its numbers must be in the
  text of the cell, be shown near it, or be parameters of the chapter, unless it asks a system: ``load(id)``, or one of
  a ``module``;
- ``"tested: test_statements_energy.py"``: a test in that file knows the number;
- ``"given: ..."``, ``"fact: ..."``, ``"source: ..."``, ``"set: ..."``, ``"by hand: ..."`` or ``"no claim: ..."``: the
  reason.
"""

import ast
import math
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from mechanics import systems
from tests.course.prose_numbers import ORDERED, Claim, claims, numbers_in, plain, si
from tests.course.shown_numbers import Number, agrees, can_be_set, matching, shown

__all__ = ["Page", "reasons"]

LIST = Path(__file__).with_name("numbers.toml")
PROVED = ("direct", "unit", "frequency", "expression", "tested")
KINDS = ("given: ", "fact: ", "source: ", "set: ", "by hand: ", "no claim: ")
CONSTANTS = (9.81, 60.0, 90.0, 100.0, 180.0, 360.0, 1000.0, 3600.0)
NAMES = {name: value for name, value in vars(math).items() if name[0] != "_"}
NAMES |= {"np": np, "load": systems.load, "module": import_module}


@cache
def reasons() -> dict[str, dict[str, Any]]:
    """What is said of the numbers of each chapter."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


class Page:
    """A chapter that has run, and what is known of the numbers in its text.

    Parameters
    ----------
    name : of the chapter
    cells : with their outputs
    players : what is to be seen in each simulation, by the id of its model
    known : reasons for numbers, by default those of the list
    """

    def __init__(self, name: str, cells: Sequence[Any], players: Mapping[str, Any], known: Any = None) -> None:
        self.name, self.cells, self.players = name, cells, players
        self.known = reasons().get(name, {}) if known is None else known
        self.counts: Counter[str] = Counter()  # how many numbers are accounted for in which way
        texts = ["".join(cell["source"]) if cell["cell_type"] == "markdown" else "" for cell in cells]
        self.claims = [list(claims(text)) for text in texts]  # of each cell
        self.near: dict[int, list[Number]] = {}  # what is shown near a cell, once it is needed

    def faults(self) -> list[str]:
        """A sentence for each number of the text that nothing accounts for."""
        found = [(index, claim) for index, its in enumerate(self.claims) for claim in its]
        judged = [(index, claim, *self.account(index, claim)) for index, claim in found]
        settled = {claim.name for _, claim, how, _ in judged if how != "none" and claim.digits > 1}
        judged = [
            (i, c, "repeated", "") if how == "none" and c.name in settled else (i, c, how, trouble)
            for i, c, how, trouble in judged
        ]
        self.counts = Counter(how for _, _, how, _ in judged)
        return [
            f"{self.name}, {self.cells[i]['id']}: {c.name} in {c.around!r} {fault}"
            for i, c, _, fault in judged
            if fault
        ]

    def altered(self) -> tuple[int, int]:
        """How many wrong numbers are noticed in place of proved ones, and how many are not."""
        found: Counter[bool] = Counter()
        for index, its in enumerate(self.claims):
            for claim in its:
                if claim.digits > 1 and self.account(index, claim)[0] in PROVED:
                    wrong = (replace(claim, value=claim.value + step * claim.digit) for step in (3, 7, 13))
                    found.update(bool(self.account(index, other)[1]) for other in wrong)
        return found[True], found[False]

    def shown(self, index: int) -> list[Number]:
        """The numbers in code and output near a cell."""
        if index not in self.near:
            self.near[index] = shown(self.cells, index, self.players)
        return self.near[index]

    def account(self, index: int, claim: Claim) -> tuple[str, str]:
        """How a number is accounted for, and what is wrong with it, if anything is."""
        place = self.cells[index]["id"]
        for table in (self.known.get(place, {}), self.known):
            if isinstance(reason := table.get(claim.name), str):
                return self.reasoned(index, claim, reason)
        if ORDERED.search(claim.before[-100:]) and self.players:
            settable = can_be_set(claim, self.cells, index, self.players)
            return "set", "" if settable else "is to be set, and no slider near it has this value at one of its steps"
        if how := matching(claim, self.shown(index)):
            return how, ""
        if can_be_set(claim, self.cells, index, self.players):
            return "set", ""
        return "none", "is not in any output near it: correct the text, or give a reason in tests/course/numbers.toml"

    def reasoned(self, index: int, claim: Claim, reason: str) -> tuple[str, str]:
        """Whether the reason for a number is a good one."""
        if reason.startswith("="):
            return "expression", self.computed(index, claim, reason.lstrip("= "))
        if reason.startswith("tested: "):
            text = LIST.with_name(reason.removeprefix("tested: ")).read_text(encoding="utf-8")
            known = any(
                agrees(claim, factor * number) for _, number in numbers_in(text) for factor in (1.0, si(claim.unit)[1])
            )
            return "tested", "" if known else f"is not in {reason.removeprefix('tested: ')}"
        kind = reason.split(":")[0]
        return kind, "" if reason.startswith(KINDS) else f"has the reason {reason!r}, expected one of {KINDS} or '= '"

    def computed(self, index: int, claim: Claim, expression: str) -> str:
        """What is wrong with an expression for a number."""
        value = evaluated(expression)
        if not agrees(claim, value):
            return f"but {expression} = {value:.6g}"
        if "load(" in expression or "module(" in expression:
            return ""
        found = [node.value for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Constant)]
        strange = [number for number in found if not self.has(index, float(number))]
        return f"is computed from {strange}, which are not near it" if strange else ""

    def has(self, index: int, number: float) -> bool:
        """Whether a number in an expression is a small one, a constant, or one that the reader sees."""
        if number in CONSTANTS or (number == int(number) and abs(number) <= 10):
            return True
        here = numbers_in(plain("".join(self.cells[index]["source"])))
        seen = [*here, *self.shown(index), *self.read]
        return any(math.isclose(number, abs(other), rel_tol=5e-4) for _, other in seen)

    @cached_property
    def read(self) -> list[Number]:
        """What a reader of the whole chapter has seen: the parameters, and the numbers of two digits in the text."""
        given = [(unit, value) for seen in self.players.values() for unit, value in seen["values"]]
        return given + [(claim.unit, claim.value) for its in self.claims for claim in its if claim.digits > 1]

    def idle(self) -> list[str]:
        """The reasons for numbers that the text does not have."""
        names = {cell["id"]: {c.name for c in its} for cell, its in zip(self.cells, self.claims, strict=True)}
        for_all = {key for key, value in self.known.items() if isinstance(value, str)}
        idle = sorted(for_all - set().union(*names.values()))
        for place, table in self.known.items():
            if not isinstance(table, str):
                idle += [f"{place}: {name}" for name in table if name not in names.get(place, ())]
        return idle


@cache
def evaluated(expression: str) -> float:
    """The value of an expression of the list."""
    return float(eval(expression, dict(NAMES)))
