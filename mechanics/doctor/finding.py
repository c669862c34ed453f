"""One line of the report."""

from dataclasses import dataclass

__all__ = ["Finding"]


@dataclass(frozen=True)
class Finding:
    """What was looked for, what was found, and how to fix it.

    Attributes
    ----------
    name : str
        What was looked for.
    found : str
        What was found.
    fix : str
        What to type or to do; empty where nothing has to be fixed.
    needed : bool
        Whether the course does not run without it.
    problem : str
        What is the matter where there is something to fix: ``missing`` or ``wrong``.
    """

    name: str
    found: str
    fix: str = ""
    needed: bool = True
    problem: str = "missing"

    def __str__(self) -> str:
        mark = "ok" if not self.fix else (self.problem.upper() if self.needed else self.problem)
        return f"{mark:<7} {self.name:<12} {self.found}" + (f" – {self.fix}" if self.fix else "")
