"""A submission that runs in a sandbox: cells one after the other, values on request.

A cell that ends the sandbox costs only itself: a new one is opened, and the cells that came to their end run again.
"""

import secrets
import socket
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ..checks.notebook import CheckFailed
from .answer_format import is_well_formed
from .sandbox.messages import ANSWER, Broken, receive, send

__all__ = ["Budget", "Sandboxes", "Student"]

GRACE = 2.0  # seconds after which a cell that ignores its time limit is ended with everything else
MOST_SANDBOXES = 8
TOO_LONG = "This took too long and could not be interrupted; it was ended from outside."
GONE = "This ended the whole Python process, or used up its memory."


class Sandboxes(Protocol):
    """Opens sandboxes; `mechanics.grading.sandbox.fork_server.ForkServer` does."""

    def open_sandbox(self, files: Mapping[str, bytes], locked: Sequence[str] = ()) -> tuple[int, socket.socket]:
        """Open a sandbox: its number, and the socket to its inside; `locked` cells may be run before, once for all."""

    def close_sandbox(self, number: int) -> None:
        """End a sandbox and everything in it."""


class Budget:
    """Time limits of one notebook, and what is left of them.

    Parameters
    ----------
    cell, question, notebook : float
        Seconds for a cell, for a value that a check asks for, and for the whole notebook.

    Attributes
    ----------
    left : float
        Seconds that are left for the notebook.
    """

    def __init__(self, cell: float = 30.0, question: float = 15.0, notebook: float = 240.0):
        self.cell, self.question, self.notebook, self.left = cell, question, notebook, notebook


class Student:
    """One notebook of one student while it is graded.

    Parameters
    ----------
    sandboxes : Sandboxes
        Opens them.
    files : mapping of str to bytes
        The working folder, name to content.
    budget : Budget
        Time limits.
    locked : sequence of str
        Locked cells of the task, for what they import and cache; they are run again by `run`.

    Attributes
    ----------
    trouble : str
        Why the last cell that was run did not come to its end, a sentence; empty if it did.
    cut_short : list of str
        What was ended from outside, sentences.
    """

    def __init__(self, sandboxes: Sandboxes, files: Mapping[str, bytes], budget: Budget, locked: Sequence[str] = ()):
        self._sandboxes, self._files, self._budget, self._locked = sandboxes, files, budget, locked
        self._done: list[dict[str, Any]] = []
        self._opened = 0
        self._connection: socket.socket | None = None
        self.trouble = ""
        self.cut_short: list[str] = []

    def run(self, source: str) -> None:
        """Run a cell; one that ends the sandbox is left out when the others are run again.

        Parameters
        ----------
        source : str
            Text of the cell.
        """
        self.trouble = ""
        answer = self._again({"run": source})
        if answer and "error" in answer:
            self.trouble = _sentence(answer)

    def _again(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to what is asked again, in this order, where a new sandbox takes the place of a lost one."""
        answer = self._ask({**request, "seconds": self._seconds(self._budget.cell)})
        self._done += [request] * (answer is not None)
        return answer

    def keep_copy(self, number: int) -> None:
        """Keep a copy of the process with the state that it has now, for a test that is run later.

        Parameters
        ----------
        number : int
            Of the copy, for `test`.
        """
        self._again({"copy": number})

    def test(self, request: Mapping[str, Any], number: int | None = None) -> dict[str, Any]:
        """Run a plain test.

        Parameters
        ----------
        request : mapping
            As `mechanics.grading.sandbox.plain_tests.Tests.run` takes it.
        number : int, optional
            Of the copy in which it is run; in the process itself unless given.

        Returns
        -------
        dict
            ``value`` if it has come to its end, else ``error``.
        """
        where = {} if number is None else {"of": number}
        answer = self._ask({**request, **where, "seconds": self._seconds(self._budget.cell)})
        if answer is None:
            return {"error": "Gone", "text": self.trouble}
        if number is None:
            self._done.append({"run": request["test"]})
        if "error" in answer:
            return answer
        word = secrets.token_hex(16)  # that the code has run is not enough: it may have written this answer itself
        mark = self._ask({"mark": word, **where, "seconds": self._seconds(1.0)})
        return answer if mark and mark.get("mark") == word else {"error": "Unmarked", "text": ""}

    def value(self, expression: str, inputs: Any) -> dict[str, Any]:
        """The value of an expression in the student's namespace.

        Parameters
        ----------
        expression : str
            Python text.
        inputs : list or None
            What a function is called with, as JSON can hold it.

        Returns
        -------
        dict
            Data in the form that `mechanics.checks.capture` gives.

        Raises
        ------
        CheckFailed
            With a sentence, where there is no value.
        """
        request = {"value": expression, "inputs": inputs, "seconds": self._seconds(self._budget.question)}
        answer = self._ask(request)
        if answer is None:
            raise CheckFailed(self.trouble)
        if "error" in answer:
            raise CheckFailed(self.trouble if self.trouble and answer["error"] == "NameError" else _sentence(answer))
        data = answer.get("data")
        if not is_well_formed(data):
            raise CheckFailed("The result of this cell cannot be judged.")
        return data

    @property
    def spent(self) -> float:
        """Seconds that the cells have taken until now."""
        return self._budget.notebook - self._budget.left

    def close(self) -> None:
        """End the sandbox."""
        if self._connection:
            self._connection.close()
            self._sandboxes.close_sandbox(self._number)
            self._connection = None

    def _seconds(self, wanted: float) -> float:
        return max(0.1, min(wanted, self._budget.left))

    def _ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The answer of the inside, or None if the sandbox was lost over it.

        A sandbox that has gone is tried once more: somebody else may have ended it. Two are the student's doing.
        """
        for last in (False, True):
            if self._budget.left <= 0 or (not self._connection and not self._reopen()):
                self.trouble = "The time for this notebook was used up before this cell was reached."
                return None
            try:
                return self._exchange(request)
            except _Lost as lost:
                self.close()
                if last or lost.for_certain:
                    self.trouble = lost.sentence
                    self.cut_short.append(lost.sentence)
                    break
        return None

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._connection
        begin = time.monotonic()
        try:
            self._connection.settimeout(request["seconds"] + GRACE)
            send(self._connection, request)
            answer = receive(self._connection, ANSWER)
            if isinstance(answer, dict):
                return answer
        except TimeoutError:
            raise _Lost(TOO_LONG, for_certain=True) from None
        except Broken:
            pass
        finally:
            self._budget.left -= time.monotonic() - begin
        raise _Lost(GONE)

    def _reopen(self) -> bool:
        """Open a new sandbox in which the cells that came to their end are run again."""
        while self._opened < MOST_SANDBOXES and self._budget.left > 0:
            self._opened += 1
            self._number, self._connection = self._sandboxes.open_sandbox(self._files, self._locked)
            try:
                for request in self._done:
                    self._exchange({**request, "seconds": self._seconds(self._budget.cell)})
                return True
            except _Lost as lost:
                self.close()
                self.cut_short += [lost.sentence] * lost.for_certain
        return False


class _Lost(Exception):
    """A sandbox has gone, or had to be ended; `for_certain` if the student's code is why."""

    def __init__(self, sentence: str, *, for_certain: bool = False):
        super().__init__(sentence)
        self.sentence, self.for_certain = sentence, for_certain


def _sentence(answer: Mapping[str, Any]) -> str:
    """What an error inside means to the student."""
    name, text = str(answer["error"])[:60], str(answer.get("text", ""))[:300]
    if name == "TimeIsUp":
        return "This did not finish in time: is there an endless loop?"
    if name == "NameError":
        said = f"{text[:1].upper()}{text[1:]}"
        return f"{said}: the cell before stopped with an error, or assigns its result to another name."
    if name in ("SystemExit", "KeyboardInterrupt"):
        return "A cell ended the program early; remove the call of exit()."
    return f"The cell before this check stopped with {name}{': ' if text else ''}{text}"
