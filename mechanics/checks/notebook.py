"""The calls of a test cell.

`check` against the key beside the notebook, `verify` against a hidden reference.
"""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mechanics.checks.capture import capture
from mechanics.checks.judge import Verdict, inputs_of, judge
from mechanics.checks.key import make_key, read_keys
from mechanics.checks.verdict import wrong

__all__ = ["CheckFailed", "answers_from", "check", "recording", "verify"]

_recorded: dict[str, dict[str, Any]] | None = None
_capture: Callable[[object, Any], dict[str, Any]] = capture


class CheckFailed(AssertionError):
    """An answer is not right; displayed as its sentence instead of a traceback."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows for this exception; short lines, because nbgrader's *Validate* cuts long ones."""
        return [f"\x1b[1;31m{line}\x1b[0m" for line in textwrap.wrap(str(self), 80)]


def check(name: str, answer: object, keys: str | Path = "key.json") -> None:
    """Judge an answer by the key beside the notebook; prints one line if it is right.

    Parameters
    ----------
    name
        of the check in the file of keys, such as ``"cart-pendulum/kinetic-energy"``
    answer
        the student's value
    keys
        the file of keys

    Raises
    ------
    CheckFailed
        with a sentence, if the answer is not right or cannot be judged.
    """
    if _recorded is None:
        _finish(name, _check(name, answer, Path(keys)), "Right")


def _check(name: str, answer: object, path: Path) -> Verdict:
    try:
        known = read_keys(path)
    except OSError:
        return wrong(
            f"There is no readable file {path.name} beside this notebook, so nothing can be checked. Open "
            "the notebook in the folder of its assignment, or fetch the assignment again."
        )
    except ValueError:
        return wrong(f"The file {path.name} beside this notebook is damaged; fetch the assignment again.")
    key = known.get(name)
    if not isinstance(key, dict):
        return wrong(
            f"The file {path.name} beside this notebook knows no check of this name; fetch the assignment "
            "again, notebook and file together."
        )
    return judge(_capture(answer, inputs_of(key)), key)


def verify(
    name: str,
    answer: object,
    reference: Any,
    kind: str = "expression",
    domain: Any = None,
    mistakes: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Judge an answer by its reference at freshly drawn points; for the hidden part of a test cell.

    Parameters
    ----------
    name, answer
        as in `check`
    reference, kind, domain, mistakes, options
        as in `mechanics.checks.make_key`; the mistakes are used for the visible key only

    Raises
    ------
    CheckFailed
        with a sentence that quotes nothing of the reference or the points.
    """
    try:
        key = make_key(kind, reference, domain, seed=None, hidden=True, **options)
        verdict = judge(_capture(answer, inputs_of(key)), key)
        if _recorded is not None and verdict.ok:
            _recorded[name] = make_key(kind, reference, domain, mistakes=mistakes, seed=name, **options)
    except CheckFailed:  # there is no answer
        raise
    except Exception as error:
        if _recorded is not None:
            raise ValueError(f"{name}: {error}") from error
        verdict = wrong("This check is broken, which is not your fault; tell your teachers.")
    _finish(name, verdict, "Right at other points, too")


def _finish(name: str, verdict: Verdict, praise: str) -> None:
    """Print the good news or raise the bad.

    Outside of any `except`, so that no other traceback is attached.
    """
    title = str(name).rsplit("/", 1)[-1].replace("-", " ").replace("_", " ")
    if not verdict.ok:
        raise CheckFailed(f"{title[:1].upper()}{title[1:]}: {verdict.reason}")
    print(f"{praise}: {title}. {verdict.reason}".rstrip())


@contextmanager
def recording() -> Iterator[dict[str, dict[str, Any]]]:
    """Collect keys: inside, `verify` also makes the key of its check, and `check` does nothing.

    `verify` still judges: a solution that does not agree with its own reference raises `CheckFailed`.

    Yields
    ------
    dict
        name of a check → its visible key, for `mechanics.checks.write_keys`
    """
    global _recorded
    before, _recorded = _recorded, {}
    try:
        yield _recorded
    finally:
        _recorded = before


@contextmanager
def answers_from(source: Callable[[object, Any], dict[str, Any]]) -> Iterator[None]:
    """Judge data that come from elsewhere: inside, ``source(answer, inputs)`` stands for `capture`.

    A grader binds the names of answers to tokens and asks the process of the student for what they stand for.
    """
    global _capture
    before, _capture = _capture, source
    try:
        yield
    finally:
        _capture = before
