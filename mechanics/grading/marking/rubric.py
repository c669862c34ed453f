"""Rubrics: what marks are given for, in a file beside the assignment, and as lines of the comment of a mark.

What was chosen for an answer is kept nowhere else than in nbgrader's gradebook: the sum of the items is the manual
score, and each item is a line of the comment. So the formgrader, the feedback page and every other grader see the same.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..assignment import RUBRIC
from ..whole_files import whole_file

__all__ = ["Item", "Rubric", "RubricFile"]

LONGEST = 300  # characters of an item
MOST = 50  # items


@dataclass(frozen=True)
class Item:
    """Something that earns or costs points.

    Attributes
    ----------
    text : str
        One line for the student.
    points : float
        Points; negative ones are taken off.
    """

    text: str
    points: float

    @property
    def line(self) -> str:
        """The item as a line of a comment."""
        sign = "−" if self.points < 0 else "+" if self.points else ""
        return f"- {self.text} ({sign}{abs(self.points):g})"


@dataclass(frozen=True)
class Rubric:
    """The items of one question.

    Attributes
    ----------
    items : tuple of Item
        In the order of their keys.
    """

    items: tuple[Item, ...] = ()

    @property
    def version(self) -> str:
        """Hash of the items: two graders agree on what they chose from."""
        return hashlib.sha256(json.dumps([asdict(item) for item in self.items]).encode()).hexdigest()[:16]

    def score(self, chosen: Iterable[int], maximum: float) -> float:
        """Points of the chosen items.

        Parameters
        ----------
        chosen : iterable of int
            Their numbers, from 0.
        maximum : float
            Of the question. A rubric that only takes points off counts down from there.

        Returns
        -------
        float
            Between 0 and the maximum.
        """
        takes_off = any(item.points < 0 for item in self.items) and not any(item.points > 0 for item in self.items)
        total = (maximum if takes_off else 0.0) + sum(self.items[number].points for number in chosen)
        return min(max(total, 0.0), maximum)

    def comment(self, chosen: Iterable[int], note: str) -> str | None:
        """Write the comment of a mark.

        Parameters
        ----------
        chosen : iterable of int
            Numbers of the chosen items.
        note : str
            What the grader wrote.

        Returns
        -------
        str or None
            None if there is nothing to say.
        """
        lines = [self.items[number].line for number in sorted(chosen)]
        return "\n\n".join(part for part in ("\n".join(lines), note.strip()) if part) or None

    def read(self, comment: str | None) -> tuple[list[int], str]:
        """Read the comment of a mark.

        Parameters
        ----------
        comment : str or None
            As `comment` writes it, or as somebody wrote it in the formgrader.

        Returns
        -------
        list of int
            Numbers of the chosen items.
        str
            The rest.
        """
        numbers = {item.line: number for number, item in enumerate(self.items)}
        lines = (comment or "").split("\n")
        chosen = [numbers[line] for line in lines if line in numbers]
        return sorted(set(chosen)), "\n".join(line for line in lines if line not in numbers).strip()


class RubricFile:
    """The file with the rubrics of an assignment.

    Parameters
    ----------
    folder : Path
        Folder of the assignment in the source of the course.
    """

    def __init__(self, folder: Path):
        self.path = folder / RUBRIC

    def of(self, task: str, cell: str) -> Rubric:
        """Read the rubric of a question.

        Parameters
        ----------
        task, cell : str
            Names of the notebook and of the cell.

        Returns
        -------
        Rubric
            One without items if there is none yet.

        Raises
        ------
        ValueError
            If the file cannot be understood.
        """
        found = self._read().get(task, {}).get(cell, {}).get("items", [])
        return Rubric(checked(found))

    def write(self, task: str, cell: str, rubric: Rubric) -> None:
        """Write the rubric of a question; the file is replaced as a whole.

        Parameters
        ----------
        task, cell : str
            Names of the notebook and of the cell.
        rubric : Rubric
            The new one.
        """
        content = self._read()
        content.setdefault(task, {})[cell] = {"items": [asdict(item) for item in rubric.items]}
        with whole_file(self.path) as file:
            json.dump(content, file, indent=2, ensure_ascii=False)
            file.write("\n")

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise ValueError(
                f"The rubrics in {self.path} cannot be read: {error}. Repair or remove the file."
            ) from None
        if not isinstance(content, dict) or not all(isinstance(cells, dict) for cells in content.values()):
            raise ValueError(f'Expected {{"NOTEBOOK": {{"CELL": {{"items": [...]}}}}}} in {self.path}.')
        return content


def checked(items: Sequence[Any]) -> tuple[Item, ...]:
    """Read items from JSON.

    Parameters
    ----------
    items : sequence of dict
        Each with ``text`` and ``points``.

    Returns
    -------
    tuple of Item
        The same.

    Raises
    ------
    ValueError
        If one of them is no item, or two are the same.
    """
    if not isinstance(items, list) or len(items) > MOST:
        raise ValueError(f"Expected a list of at most {MOST} items of a rubric.")
    found = tuple(_item(item) for item in items)
    if len({item.text for item in found}) < len(found):
        raise ValueError("Expected items of a rubric that differ in their text; two of them are the same.")
    return found


def _item(item: Any) -> Item:
    try:
        text, points = " ".join(str(item["text"]).split()), round(float(item["points"]), 4)
    except (TypeError, KeyError, ValueError):
        raise ValueError(f'Expected an item such as {{"text": "...", "points": 1}}, got {item!r}.') from None
    if not text or len(text) > LONGEST or not math.isfinite(points):
        raise ValueError(f"Expected a text of 1 to {LONGEST} characters and points that are a number, got {item!r}.")
    return Item(text, points)
