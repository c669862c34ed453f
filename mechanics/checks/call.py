"""A call in a test cell: what it judges, by which key, and what is said then."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mechanics.checks.capture import capture
from mechanics.checks.judge import Verdict, inputs_of, judge, symbols_of
from mechanics.checks.key import Source, make_key
from mechanics.checks.verdict import STATES, State, not_judged
from mechanics.language import tell

__all__ = ["Call", "CheckFailed", "Definition", "Key", "NoKey"]

Key = dict[str, Any]

_AT_POINTS = {"expression", "vector", "matrix", "equations", "equilibria", "function"}


class CheckFailed(AssertionError):
    """An answer is not right; displayed as its sentence instead of a traceback.

    Attributes
    ----------
    state : str
        What `mechanics.checks.verdict.Verdict` says.
    hint : str
        What a student should know besides, before the task is graded.
    """

    state: State = "wrong"
    hint = ""

    @property
    def judged(self) -> bool:
        """False where the check or its key is to blame, not the answer."""
        return self.state != "not judged"

    def _render_traceback_(self) -> list[str]:
        """What IPython shows for this exception; short lines, because nbgrader's *Validate* cuts long ones."""
        return [f"\x1b[1;31m{line}\x1b[0m" for line in textwrap.wrap(f"{self} {self.hint}".rstrip(), 80)]


class NoKey(Exception):
    """There is nothing to judge by; the message is for the student."""


@dataclass(frozen=True)
class Definition:
    """What a call of `verify` says about the right answer.

    Attributes
    ----------
    kind, reference, domain, mistakes, options
        As in `mechanics.checks.make_key`.
    """

    kind: str
    reference: object
    domain: Source
    mistakes: Mapping[str, Any] | None
    options: Mapping[str, Any]

    def hidden(self, reference: object = None) -> Key:
        """A hidden key with new points, of another reference if one is given."""
        right = self.reference if reference is None else reference
        return make_key(self.kind, right, self.domain, seed=None, hidden=True, **self.options)

    def visible(self, name: str) -> Key:
        """The visible key, which is the same each time."""
        return make_key(self.kind, self.reference, self.domain, mistakes=self.mistakes, seed=name, **self.options)


@dataclass(frozen=True)
class Call:
    """A call of `check` or `verify` that has not judged yet.

    Attributes
    ----------
    name : str
        Of the check.
    answer : object
        What is to be judged, or a token for it.
    key : callable
        Finds or draws what is judged by.
    is_new_each_time : bool
        Whether the student's code gets to see inputs, so that each judgement must draw others.
    follows : tuple of str
        Earlier answers with which this one is judged, too, if it is wrong.
    definition : Definition or None
        Of the right answer; None for a call of `check`.
    judged_by : callable
        ``judged_by(data, key)``: `judge`, or something that remembers what it said.
    """

    name: str
    answer: object
    key: Callable[[], Key]
    is_new_each_time: bool = False
    follows: tuple[str, ...] = ()
    definition: Definition | None = None
    judged_by: Callable[[dict[str, Any], Key], Verdict] = judge

    @property
    def title(self) -> str:
        """What the step is called in a sentence."""
        return str(self.name).rsplit("/", 1)[-1].replace("-", " ").replace("_", " ")

    @property
    def hint(self) -> str:
        """That a mistake made earlier does not cost the points of this step, too; empty if it follows none."""
        return _hint(self.follows)

    def judge(self, data_of: Callable[[object, Any], dict[str, Any]] = capture) -> None:
        """Judge the answer; prints one line if nothing is wrong with it.

        Parameters
        ----------
        data_of : callable
            ``data_of(answer, inputs)`` gives the data of the answer.

        Raises
        ------
        CheckFailed
            With a sentence, if the answer is not right or cannot be judged.
        """
        self.say(self.verdict(data_of))

    def say(self, verdict: Verdict) -> None:
        """Print one line, or raise.

        Parameters
        ----------
        verdict : Verdict
            On this answer.

        Raises
        ------
        CheckFailed
            With a sentence, if something is wrong with the answer.
        """
        title = tell(self.title)
        if not verdict.ok:
            failed = CheckFailed(f"{title[:1].upper()}{title[1:]}: {tell(verdict.reason)}")
            failed.state = verdict.state
            failed.hint = tell(self.hint) if verdict.state == "wrong" else ""
            raise failed
        sign, words = STATES[verdict.state]
        where = " at other points, too" if self.definition and self.definition.kind in _AT_POINTS else ""
        print(f"{sign} {tell(words + where)}: {title}. {tell(verdict.reason)}".rstrip())

    def verdict(self, data_of: Callable[[object, Any], dict[str, Any]] = capture) -> Verdict:
        """Judge the answer without a word.

        Parameters
        ----------
        data_of : callable
            As in `judge`.
        """
        try:
            key = self.key()
        except NoKey as reason:
            return not_judged(str(reason))
        data = data_of(self.answer, inputs_of(key))
        verdict = self.judged_by(data, key)
        symbols = symbols_of(key)
        if verdict.state != "wrong" or symbols is None or data["type"] != "function":
            return verdict
        try:
            formulas = data_of(self.answer, symbols).get("calls")
        except CheckFailed:  # with symbols it takes too long, or ends the process: that says nothing about the answer
            return verdict
        return self.judged_by({**data, "formulas": formulas}, key)


def _hint(follows: Sequence[str]) -> str:
    if not follows:
        return ""
    names = " and ".join(f"`{name}`" for name in follows)
    many = len(follows) > 1
    return (
        f"If only {names} {'are' if many else 'is'} wrong, this step still earns its points: when graded, it is judged "
        f"with your {'values of them' if many else 'value of it'}, too."
    )
