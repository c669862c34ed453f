"""A section of the triage list, and its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["Line", "Section"]


@dataclass(frozen=True)
class Line:
    """One thing to look at.

    Attributes
    ----------
    who : str
        The student, or several.
    where : str
        Notebook, step or file.
    text : str
        What there is to know.
    commands : mapping of str to str
        What decides it: lines for a shell, by what they do.
    count : int
        How many things this line stands for.
    """

    who: str
    where: str
    text: str
    commands: Mapping[str, str] = field(default_factory=dict)
    count: int = 1

    def __str__(self) -> str:
        return (
            f"{self.where}: {self.count}" if self.count > 1 and self.where else f"{self.who}: {self.where}".strip(": ")
        )


@dataclass(frozen=True)
class Section:
    """Things of one kind.

    Attributes
    ----------
    title, explanation : str
        What they are, and what to do.
    lines : sequence of Line
        The things.
    for_people : bool
        Whether somebody has to do something; otherwise it is information.
    command : str
        What does it for all that are clear, as a line for a shell; empty if there is nothing like that.
    """

    title: str
    explanation: str
    lines: Sequence[Line]
    for_people: bool
    command: str = ""

    @property
    def count(self) -> int:
        """How many things there are."""
        return sum(line.count for line in self.lines)
