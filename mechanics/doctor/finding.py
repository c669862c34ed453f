"""One line of the report."""

from dataclasses import dataclass

__all__ = ["Finding"]


@dataclass(frozen=True)
class Finding:
    """What was looked for, what was found, and how to mend it.

    Attributes
    ----------
    mend : what to type or to do; empty where nothing has to be mended
    needed : whether the course does not run without it
    problem : what is the matter where there is something to mend: ``missing`` or ``wrong``
    """

    name: str
    found: str
    mend: str = ""
    needed: bool = True
    problem: str = "missing"

    def __str__(self) -> str:
        mark = "ok" if not self.mend else (self.problem.upper() if self.needed else self.problem)
        return f"{mark:<7} {self.name:<12} {self.found}" + (f" – {self.mend}" if self.mend else "")
