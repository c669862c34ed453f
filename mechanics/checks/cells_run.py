"""The cells that ran in a kernel: what each of them assigned, and how it ended."""

import dis
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from mechanics.checks.own_file import assigned

__all__ = ["CellsRun", "Ran", "needed"]

_LONGEST = 160
_STUB = re.compile(r"#\s*(your work here|your code here)\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Ran:
    """A cell that ran.

    Attributes
    ----------
    id, source : str
        Of the cell.
    names : frozenset of str
        What it assigns, or would have assigned.
    error : str
        What stopped it; empty if it came to its end.
    hint : str
        What to do about that, where it is known.
    at : float
        When it began, s.
    """

    id: str
    source: str
    names: frozenset[str]
    error: str
    hint: str
    at: float

    @property
    def is_stub(self) -> bool:
        """Whether nothing follows the comment that stands in an empty answer cell."""
        return _STUB.search(self.source) is not None


class CellsRun:
    """All of them, the last run of each."""

    def __init__(self) -> None:
        self._ran: dict[str, Ran] = {}
        self._home: dict[str, str] = {}

    def add(self, identity: str, source: str, python: str, error: BaseException | None, hint: str, at: float) -> Ran:
        """Take down that a cell ran.

        Parameters
        ----------
        identity, source : str
            Of the cell; its id is empty where the front end tells none.
        python : str
            The same text without IPython's own commands.
        error : BaseException or None
            What stopped it.
        hint : str
            What to do about that.
        at : float
            When it began, s.
        """
        identity = identity or f"{hash(source)}"
        ran = Ran(identity, source, assigned(python), said(error), hint, at)
        self._ran[identity] = ran
        self._home |= dict.fromkeys(ran.names, identity)
        return ran

    def ended_well(self, identity: str) -> bool:
        """Whether a cell ran and came to its end.

        Parameters
        ----------
        identity : str
            Of the cell.
        """
        return identity in self._ran and not self._ran[identity].error

    def of(self, name: str) -> Ran | None:
        """The last run of the cell that was the last to assign a name.

        Parameters
        ----------
        name : str
            The name.
        """
        return self._ran.get(self._home.get(name, ""))


def said(error: BaseException | None) -> str:
    """An error in one short sentence; empty if there is none.

    Parameters
    ----------
    error : BaseException or None
        What stopped a cell.
    """
    if error is None:
        return ""
    if isinstance(error, KeyboardInterrupt):
        return "it was interrupted."
    try:
        text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    except Exception:  # an exception of the student, whose text is one more error
        text = ""
    text = text if len(text) <= _LONGEST else text[:_LONGEST].rstrip() + "…"
    return f"{type(error).__name__}: {text.rstrip('.')}." if text else f"{type(error).__name__}."


def needed(name: str, namespace: Mapping[str, Any]) -> list[str]:
    """A name, and where it is a function of this notebook, the names that this needs when it is called.

    Parameters
    ----------
    name : str
        Of an answer.
    namespace : mapping
        Of the notebook.
    """
    found = [name]
    for known in found:  # which grows
        value = namespace.get(known)
        if type(value) is FunctionType and value.__globals__ is namespace:
            found += [other for other in dict.fromkeys(_globals(value.__code__)) if other not in found]
    return found


def _globals(code: CodeType) -> Iterator[str]:
    """Names of the notebook that a function uses, also inside of functions in it."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)
