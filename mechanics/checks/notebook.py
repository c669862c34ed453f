"""The calls of a test cell: `check` against the key beside the notebook, `verify` against a hidden reference."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mechanics.checks.capture import capture
from mechanics.checks.judge import CALLED, NOTHING, Verdict, inputs_of, judge
from mechanics.checks.key import Source, make_key, read_keys
from mechanics.checks.verdict import not_judged

__all__ = ["Call", "CheckFailed", "Definition", "check", "collecting", "recording", "verify"]

Key = dict[str, Any]

_recorded: dict[str, Key] | None = None
_collected: "list[Call] | None" = None


class CheckFailed(AssertionError):
    """An answer is not right; displayed as its sentence instead of a traceback.

    Attributes
    ----------
    judged : bool
        False where the check or its key is to blame, not the answer.
    hint : str
        What a student should know besides, before the task is graded.
    """

    judged = True
    hint = ""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows for this exception; short lines, because nbgrader's *Validate* cuts long ones."""
        return [f"\x1b[1;31m{line}\x1b[0m" for line in textwrap.wrap(f"{self} {self.hint}".rstrip(), 80)]


class _NoKey(Exception):
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
    praise : str
        How the line begins that is printed where the answer is right.
    is_new_each_time : bool
        Whether the student's code gets to see inputs, so that each judgement must draw others.
    follows : tuple of str
        Earlier answers with which this one is judged, too, if it is wrong.
    definition : Definition or None
        Of the right answer; None for a call of `check`.
    verdict : callable
        ``verdict(data, key)``: `judge`, or something that remembers what it said.
    """

    name: str
    answer: object
    key: Callable[[], Key]
    praise: str
    is_new_each_time: bool = False
    follows: tuple[str, ...] = ()
    definition: Definition | None = None
    verdict: Callable[[dict[str, Any], Key], Verdict] = judge

    def judge(self, data_of: Callable[[object, Any], dict[str, Any]] = capture) -> None:
        """Judge the answer; prints one line if it is right.

        Parameters
        ----------
        data_of : callable
            ``data_of(answer, inputs)`` gives the data of the answer.

        Raises
        ------
        CheckFailed
            With a sentence, if the answer is not right or cannot be judged.
        """
        verdict = self._verdict(data_of)
        # outside of any `except`, so that no other traceback is attached
        title = str(self.name).rsplit("/", 1)[-1].replace("-", " ").replace("_", " ")
        if not verdict.ok:
            failed = CheckFailed(f"{title[:1].upper()}{title[1:]}: {verdict.reason}")
            failed.judged = verdict.judged
            failed.hint = _hint(self.follows) if verdict.judged and verdict.reason != NOTHING else ""
            raise failed
        print(f"{self.praise}: {title}. {verdict.reason}".rstrip())

    def _verdict(self, data_of: Callable[[object, Any], dict[str, Any]]) -> Verdict:
        try:
            key = self.key()
        except _NoKey as reason:
            return not_judged(str(reason))
        return self.verdict(data_of(self.answer, inputs_of(key)), key)


def _hint(follows: Sequence[str]) -> str:
    """That a mistake made earlier does not cost the points of this step, too."""
    if not follows:
        return ""
    names = " and ".join(f"`{name}`" for name in follows)
    many = len(follows) > 1
    return (
        f"Should only {names} be wrong, this step still earns its points: when the task is graded, it is judged with "
        f"your {'values of them' if many else 'value of it'}, too."
    )


def check(name: str, answer: object, keys: str | Path = "key.json", follows: str = "") -> None:
    """Judge an answer by the key beside the notebook; prints one line if it is right.

    Parameters
    ----------
    name : str
        Of the check in the file of keys, such as ``"cart-pendulum/kinetic-energy"``.
    answer : object
        The student's value.
    keys : str or Path
        The file of keys.
    follows : str
        Names of earlier answers, such as ``"m_S"`` or ``"f_N f_r"``: where they are wrong, but this answer is right
        with them, grading gives the points of this step.

    Raises
    ------
    CheckFailed
        With a sentence, if the answer is not right or cannot be judged.
    """
    if _recorded is None:
        path = Path(keys).absolute()
        _made(Call(name, answer, lambda: _visible_key(name, path), "Right", follows=tuple(follows.split())))


def _visible_key(name: str, path: Path) -> Key:
    try:
        stamp = path.stat()
        key = _keys_of(path, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino).get(name)
    except OSError:
        raise _NoKey(
            f"There is no readable file {path.name} beside this notebook, so nothing can be checked. Open "
            "the notebook in the folder of its assignment, or fetch the assignment again."
        ) from None
    except ValueError:
        raise _NoKey(f"The file {path.name} beside this notebook is damaged; fetch the assignment again.") from None
    if isinstance(key, dict):
        return key
    raise _NoKey(
        f"The file {path.name} beside this notebook knows no check of this name; fetch the assignment "
        "again, notebook and file together."
    )


@lru_cache(maxsize=16)
def _keys_of(path: Path, *_stamp: int) -> dict[str, Any]:
    """Keys of a file, read again only when it has changed: each test cell asks for one of them."""
    return read_keys(path)


def verify(
    name: str,
    answer: object,
    reference: object,
    kind: str = "expression",
    domain: Source = None,
    mistakes: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Judge an answer by its reference at freshly drawn points; for the hidden part of a test cell.

    Parameters
    ----------
    name, answer
        As in `check`.
    reference, kind, domain, mistakes, **options
        As in `mechanics.checks.make_key`; the mistakes are used for the visible key only.

    Raises
    ------
    CheckFailed
        With a sentence that quotes nothing of the reference or the points.
    ValueError
        Inside `recording`, for a reference that cannot be used.
    """
    definition = Definition(kind, reference, domain, mistakes, options)

    def drawn() -> Key:
        try:
            return definition.hidden()
        except Exception as error:
            if _recorded is not None:
                raise ValueError(f"{name}: {error}") from error
        raise _NoKey("This check is broken, which is not your fault; tell your teachers.")

    _made(Call(name, answer, drawn, "Right at other points, too", kind in CALLED, definition=definition))
    if _recorded is not None:
        try:
            _recorded[name] = definition.visible(name)
        except Exception as error:
            raise ValueError(f"{name}: {error}") from error


def _made(call: Call) -> None:
    """Judge, or only take down that there is something to judge."""
    if _collected is None:
        call.judge()
    else:
        _collected.append(call)


@contextmanager
def recording() -> Iterator[dict[str, dict[str, Any]]]:
    """Collect keys: inside, `verify` also makes the key of its check, and `check` does nothing.

    `verify` still judges: a solution that does not agree with its own reference raises `CheckFailed`.

    Yields
    ------
    dict
        Visible keys by the names of their checks, for `mechanics.checks.write_keys`.
    """
    global _recorded
    before, _recorded = _recorded, {}
    try:
        yield _recorded
    finally:
        _recorded = before


@contextmanager
def collecting() -> Iterator[list[Call]]:
    """Collect the calls of a test cell: inside, `check` and `verify` judge nothing.

    A grader runs a test cell once, with tokens for the answers, and judges by its calls as often as it wants: the
    tokens have no values, so which calls a cell makes cannot depend on an answer.

    Yields
    ------
    list of Call
        Empty at first; each call of the cell is appended.
    """
    global _collected
    before, _collected = _collected, []
    try:
        yield _collected
    finally:
        _collected = before
