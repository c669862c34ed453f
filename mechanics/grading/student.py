"""A submission that runs in a sandbox: cells one after the other, values on request.

A cell that ends the sandbox costs only itself: a new one is opened, and the cells that came to their end run again.
"""

import secrets
import socket
from collections.abc import Mapping, Sequence
from typing import Any

from ..checks.notebook import CheckFailed
from .answer_format import is_well_formed
from .sandbox.limits import Limits
from .sandbox.messages import ANSWER, Broken, receive, send
from .sandbox.usage import Meter
from .waiting import Sandboxes, Waiting

__all__ = ["UNDEFINED", "Budget", "Sandboxes", "Student"]

PATIENCE = 60.0  # seconds until a sandbox that does not take a request is given up
MOST_SANDBOXES = 8
SLOW = "This did not finish in time: is there an endless loop, or does it wait for something?"
TOO_LONG = "This took too long and could not be interrupted; it was stopped from outside."
GONE = "This ended the whole Python process, or used up its memory."
NO_TIME_LEFT = "The time for this notebook was used up before this cell was reached."
UNDEFINED = "is not defined"  # Python's words, in the sentence about a name that is missing
TOO_OFTEN = "Cells of this notebook had to be stopped so often that this one was not run."


class Budget:
    """Time limits of one notebook, and what is left of them.

    They are limits of processor time, measured outside of the sandbox; time in which a cell sleeps or waits counts as
    well, time in which the machine runs others does not. See `mechanics.grading.waiting.Waiting`.

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
        What a limit has ended, or was ended with its sandbox: a sentence for each time that it cost a cell or a value.
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
            self.trouble = self._told(answer)

    def _again(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to what is asked again, in this order, where a new sandbox takes the place of a lost one."""
        answer = self._ask(request, self._budget.cell)
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
        answer = self._ask({**request, **where}, self._budget.cell)
        if answer is None:
            return {"error": "Gone", "text": self.trouble}
        if number is None:
            self._done.append({"run": request["test"]})
        if "error" in answer:
            self._told(answer)  # which notes what a limit has ended
            return answer
        word = secrets.token_hex(16)  # that the code has run is not enough: it may have written this answer itself
        mark = self._ask({"mark": word, **where}, 1.0)
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
        answer = self._ask({"value": expression, "inputs": inputs}, self._budget.question)
        if answer is None:
            raise CheckFailed(self.trouble)
        if "error" in answer:
            raise CheckFailed(self.trouble if self.trouble and answer["error"] == "NameError" else self._told(answer))
        data = answer.get("data")
        if not is_well_formed(data):
            raise CheckFailed("The result of this cell cannot be judged.")
        return data

    @property
    def spent(self) -> float:
        """Seconds that the cells were charged for until now."""
        return self._budget.notebook - self._budget.left

    def close(self) -> str:
        """End the sandbox.

        Returns
        -------
        str
            Which limit had ended it before, a sentence; empty if none.
        """
        if not self._connection:
            return ""
        self._connection.close()
        self._connection = None
        return self._sandboxes.close_sandbox(self._number)

    def _told(self, answer: Mapping[str, Any]) -> str:
        """What an error inside means to the student; what a limit has ended is noted."""
        exceeded = _exceeded(answer, self._sandboxes.limits)
        self.cut_short += [exceeded] * bool(exceeded)
        return exceeded or _sentence(answer)

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        """The answer of the inside, or None if the sandbox was lost over it.

        A sandbox that has gone is tried once more: somebody else may have ended it. Two are the student's doing.
        """
        for last in (False, True):
            if not self._connection and not self._reopen() or self._budget.left <= 0:
                self.trouble = NO_TIME_LEFT if self._budget.left <= 0 else TOO_OFTEN
                self.cut_short.append(self.trouble)
                return None
            try:
                return self._exchange(request, seconds)
            except _Lost as lost:
                exceeded = self.close()
                self.trouble = exceeded or lost.sentence
                if exceeded or last or lost.for_certain:
                    self.cut_short.append(self.trouble)
                if last or lost.for_certain:
                    break
        return None

    def _exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self._connection
        seconds = max(0.1, min(seconds, self._budget.left))
        waiting = Waiting(self._sandboxes, self._number, self._connection, self._meter, seconds)
        try:
            send(self._connection, request)
            answer = receive(self._connection, ANSWER, waiting.for_more)
            if isinstance(answer, dict):
                return answer
        except TimeoutError:
            raise _Lost(TOO_LONG, for_certain=True) from None
        except Broken:
            pass
        finally:
            self._budget.left -= waiting.end()
            self.cut_short += [SLOW] * waiting.interrupted
        raise _Lost(GONE)

    def _reopen(self) -> bool:
        """Open a new sandbox in which the cells that came to their end run again, but for one that ends it, too."""
        while self._opened < MOST_SANDBOXES and self._budget.left > 0:
            self._opened += 1
            self._number, self._connection = self._sandboxes.open_sandbox(self._files, self._locked)
            self._connection.settimeout(PATIENCE)
            self._meter: Meter = self._sandboxes.meter(self._number)
            if all(map(self._is_repeated, list(self._done))):
                return True
        return False

    def _is_repeated(self, request: dict[str, Any]) -> bool:
        """Ask for something again; whether that went well."""
        try:
            self._exchange(request, self._budget.cell)
        except _Lost as lost:
            exceeded = self.close()
            if exceeded or lost.for_certain:
                self._done.remove(request)
                self.cut_short.append(exceeded or lost.sentence)
            return False
        return True


class _Lost(Exception):
    """A sandbox has gone, or had to be ended; `for_certain` if the student's code is why."""

    def __init__(self, sentence: str, *, for_certain: bool = False):
        super().__init__(sentence)
        self.sentence, self.for_certain = sentence, for_certain


def _sentence(answer: Mapping[str, Any]) -> str:
    """What an error inside means to the student."""
    name, text = str(answer["error"])[:60], str(answer.get("text", ""))[:300]
    if name == "TimeIsUp":
        return SLOW
    if name == "NameError":
        said = f"{text[:1].upper()}{text[1:]}"
        return f"{said}: the cell before stopped with an error, or assigns its result to another name."
    if name in ("SystemExit", "KeyboardInterrupt"):
        return "A cell ended the program early; remove the call of exit()."
    return f"The cell before this check stopped with {name}{': ' if text else ''}{text}"


def _exceeded(answer: Mapping[str, Any], limits: Limits) -> str:
    """The limit that an error tells of, which is all that the inside knows about it; empty if it is another error."""
    name, text = str(answer["error"])[:60], str(answer.get("text", ""))
    if "MemoryError" in name:
        return f"This was stopped: it needed more than {limits.memory_mb} MB of memory ({name})."
    if (name == "BlockingIOError" and "[Errno 11]" in text) or "can't start new thread" in text:
        return f"This was stopped: it started more than {limits.processes} processes or threads ({name})."
    return ""
