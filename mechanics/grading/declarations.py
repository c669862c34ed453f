"""Which numbers of a task differ from student to student: read from its cells, drawn, and put in.

An author writes one line next to the givens, ``variant(m=(80, 120, 5), where="m < M")``. Everything here works on the
text of the cell: the numbers that stand in it are found by their names, ``m = 100.0`` or ``body(m=100.0)``, and a drawn
one is written as the author has written it, with as many decimals.
"""

import ast
import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from ..checks.variants import variant
from .number_literals import literal_of, place_of, replaced

__all__ = ["Declaration", "as_text", "declarations", "drawn", "numbers_in", "put_in", "values"]

YOURS = "# These numbers are yours: other students have different ones."
MOST_TRIES = 1000


@dataclass(frozen=True)
class Given:
    """One number that may differ.

    Attributes
    ----------
    name : str
        Its name.
    literal : str
        The number as its author has written it.
    low, high, step : Decimal
        The range.
    """

    name: str
    literal: str
    low: Decimal
    high: Decimal
    step: Decimal

    @property
    def count(self) -> int:
        """How many numbers there are to draw from."""
        return int((self.high - self.low) / self.step) + 1

    def number(self, index: int) -> str:
        """One of them, written like the author's."""
        text = f"{self.low + index * self.step:,.{_decimals(self.literal)}f}"
        return text.replace(",", "_" if "_" in self.literal else "")


@dataclass(frozen=True)
class Declaration:
    """A line ``variant(...)`` of a cell.

    Attributes
    ----------
    givens : tuple of Given
        The numbers.
    where : str
        Condition for all of them together; empty for none.
    """

    givens: tuple[Given, ...]
    where: str = ""

    def draw(self, seed: str) -> dict[str, str]:
        """Draw numbers; the same seed gives the same ones on every machine and with every Python.

        Parameters
        ----------
        seed : str
            Anything.

        Returns
        -------
        dict of str
            Numbers as text, by name.

        Raises
        ------
        ValueError
            If hardly any numbers satisfy the condition.
        """
        for attempt in range(MOST_TRIES):
            numbers = {
                given.name: given.number(_hash(seed, given.name, attempt) % given.count) for given in self.givens
            }
            if self.allows(numbers):
                return numbers
        raise ValueError(f"variant(where={self.where!r}): none of {MOST_TRIES} drawn sets of numbers satisfies this.")

    def allows(self, numbers: Mapping[str, str]) -> bool:
        """Whether numbers satisfy the condition.

        Parameters
        ----------
        numbers : mapping of str
            As text, by name.
        """
        known = {name: float(text) for name, text in numbers.items()}
        return not self.where or bool(eval(self.where, {"__builtins__": {}}, {**vars(math), **known}))


def declarations(source: str) -> list[Declaration]:
    """Read the declarations of a cell.

    Parameters
    ----------
    source : str
        Text of the cell, as its author wrote it.

    Returns
    -------
    list of Declaration
        Empty for most cells.

    Raises
    ------
    ValueError
        With a sentence for the author.
    """
    return [_declaration(call, source) for call in _calls(source)]


def drawn(source: str, seed: str) -> dict[str, str]:
    """Draw the numbers of a cell.

    Parameters
    ----------
    source : str
        Text of the cell.
    seed : str
        Anything; the same one gives the same numbers.

    Returns
    -------
    dict of str
        Numbers as text, by name.
    """
    return {name: text for one in declarations(source) for name, text in one.draw(seed).items()}


def put_in(source: str, numbers: Mapping[str, str]) -> str:
    """The cell with other numbers, and a comment in place of its declarations.

    Parameters
    ----------
    source : str
        Text of the cell, as its author wrote it.
    numbers : mapping of str
        Numbers as text, by name; others stay as they are.

    Returns
    -------
    str
        Text of the cell as a student gets it.
    """
    calls = _calls(source)
    own = {given.name for call in calls for given in _declaration(call, source).givens}
    changes = [(place_of(source, name), text) for name, text in numbers.items() if name in own]
    changes += [(call, YOURS) for call in calls if changes]
    return replaced(source, changes)


def numbers_in(source: str, names: Mapping[str, str]) -> dict[str, str]:
    """Read numbers by their names from a cell, whoever has written it.

    Parameters
    ----------
    source : str
        Text of the cell.
    names : mapping of str
        The names.

    Returns
    -------
    dict of str
        Numbers as text, by name; what cannot be found is left out.
    """
    found = {}
    for name in names:
        try:
            found[name] = literal_of(source, place_of(source, name))
        except (ValueError, RecursionError, MemoryError):  # a student may have written anything
            continue
    return found


def as_text(numbers: Mapping[str, str]) -> str:
    """Numbers as one line, ``m=95.0 h=36_000.0``.

    Parameters
    ----------
    numbers : mapping of str
        Numbers as text, by name.
    """
    return " ".join(f"{name}={text}" for name, text in sorted(numbers.items()))


def values(line: str) -> dict[str, str]:
    """The inverse of `as_text`.

    Parameters
    ----------
    line : str
        What it gave.
    """
    return dict(part.split("=", 1) for part in line.split())


def _calls(source: str) -> list[ast.Call]:
    """The calls of `variant` in a cell; there are none in a cell that is no Python, such as one with a magic."""
    if "variant(" not in source:
        return []
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return []
    calls = [part.value for part in body if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == variant.__name__]


def _declaration(call: ast.Call, source: str) -> Declaration:
    try:
        words = {word.arg or "": ast.literal_eval(word.value) for word in call.keywords}
    except ValueError:
        raise ValueError(f"{ast.unparse(call)} must contain plain numbers, such as variant(m=(80, 120, 5)).") from None
    where = str(words.pop("where", ""))
    variant(where, **words)
    given = tuple(_given(name, limits, source) for name, limits in words.items())
    made = Declaration(given, where)
    if not made.allows({one.name: one.literal for one in given}):
        raise ValueError(f"variant(where={where!r}) must hold for the numbers in the cell.")
    return made


def _given(name: str, limits: tuple[float, ...], source: str) -> Given:
    literal = literal_of(source, place_of(source, name))
    low, high = (Decimal(str(limit)) for limit in limits[:2])
    own = Decimal(literal)
    step = Decimal(str(limits[2])) if len(limits) == 3 else min(map(_last_digit, limits))
    if not low <= own <= high:
        raise ValueError(f"variant({name}={limits}) must contain the number in the cell, {literal}.")
    if any(x % Decimal(10) ** -_decimals(literal) for x in (low, step)):
        raise ValueError(f"variant({name}={limits}) needs more decimals than {literal} has: write it with as many.")
    return Given(name, literal, low, high, step)


def _last_digit(limit: float) -> Decimal:
    """One in the last digit of a limit: a ten for 120, a tenth for 3.0."""
    number = Decimal(str(limit))
    digits = number.normalize() if type(limit) is int and limit else number
    return Decimal(10) ** int(digits.as_tuple().exponent)


def _decimals(literal: str) -> int:
    return len(literal.partition(".")[2])


def _hash(*parts: object) -> int:
    digest = hashlib.sha256("\n".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big")
