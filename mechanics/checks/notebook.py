"""The calls of a test cell: `check` against the key beside the notebook, `verify` against a hidden reference."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from mechanics.checks.call import Call, CheckFailed, Definition, Key, NoKey
from mechanics.checks.judge import CALLED
from mechanics.checks.key import Source, read_keys
from mechanics.checks.session import this_session

__all__ = ["Call", "CheckFailed", "Definition", "check", "collecting", "recording", "verify"]

_recorded: dict[str, Key] | None = None
_collected: list[Call] | None = None


def check(name: str, answer: object, keys: str | Path = "key.json", follows: str = "") -> None:
    """Judge an answer by the key beside the notebook, and say in which state the step is.

    In front of a person the state is displayed, whatever it is, so that *Run All* reaches the last cell. Where a
    program runs the notebook – nbgrader, *Validate*, nbconvert – one line is printed, or an error raised that costs the
    points of the cell.

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
        With a sentence, if the answer is not right or cannot be judged, unless a person sees the state.
    """
    if _recorded is not None:
        return
    path = Path(keys).absolute()
    call = Call(name, answer, lambda: _visible_key(name, path), follows=tuple(follows.split()))
    here = this_session() if _collected is None else None
    if here:
        here.say(call)
    else:
        _made(call)


def _visible_key(name: str, path: Path) -> Key:
    try:
        stamp = path.stat()
        key = _keys_of(path, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino).get(name)
    except OSError:
        raise NoKey(
            f"There is no readable file {path.name} beside this notebook, so nothing can be checked. Open "
            "the notebook in the folder of its assignment, or fetch the assignment again."
        ) from None
    except ValueError:
        raise NoKey(f"The file {path.name} beside this notebook is damaged; fetch the assignment again.") from None
    if isinstance(key, dict):
        return key
    raise NoKey(
        f"The file {path.name} beside this notebook has no check of this name; fetch the assignment "
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
        raise NoKey("This check is broken, which is not your fault; tell your teachers.")

    _made(Call(name, answer, drawn, kind in CALLED, definition=definition))
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
