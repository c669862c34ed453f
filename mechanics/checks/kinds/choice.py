"""Choices: one option, or all that apply. The visible key knows the options only."""

from collections.abc import Sequence
from typing import Any

from mechanics.checks.answers import AnswerError, Data, flatten
from mechanics.checks.verdict import Verdict, noted, right, wrong

__all__ = ["judge", "make"]

_ONE = "It is one of the options; whether it is the right one is judged when the task is graded."
_ALL = "Only options are chosen; whether they are all that apply, and no others, is judged when the task is graded."


def make(reference: Data, hidden: bool, options: Sequence[Any]) -> dict[str, Any]:
    """Key of a choice.

    Parameters
    ----------
    reference : dict
        Data of the right option; a list means that all of it must be chosen.
    hidden : bool
        Whether the key is for a hidden check: only such a key knows what is right.
    options : sequence
        All options.

    Raises
    ------
    AnswerError
        If the reference is not one of the options.
    """
    known = [_plain(str(option)) for option in options]
    chosen = sorted(_chosen(reference, known))
    key = {
        "kind": "choice",
        "options": [str(option) for option in options],
        "several": reference["type"] == "list",
    }
    return {**key, "chosen": chosen} if hidden else key


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on a choice.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For what is not one of the options; the message is for the student.
    """
    chosen = _chosen(data, [_plain(option) for option in key["options"]])
    if not chosen or (len(chosen) > 1 and not key["several"]):
        return wrong("Choose all options that apply." if key["several"] else "Choose exactly one option.")
    if "chosen" not in key:
        return noted(_ALL if key["several"] else _ONE)
    return right() if sorted(chosen) == key["chosen"] else wrong("This is not the right choice.")


def _chosen(data: Data, options: Sequence[str]) -> set[int]:
    """Indices of the chosen options; raises `AnswerError`."""
    result = set()
    for leaf in flatten(data):
        text = _plain(_text(leaf))
        if text not in options:
            raise AnswerError(f"`{text[:30]}` is not one of the options {', '.join(options)}.")
        result.add(options.index(text))
    return result


def _text(data: Data) -> str:
    match data["type"]:
        case "text":
            return str(data["text"])
        case "boolean":
            return str(data["value"])
        case "scalar" if type(data["tree"]) in (str, int):
            return str(data["tree"])
    raise AnswerError("Give the option as text, such as 'a'.")


def _plain(text: str) -> str:
    return " ".join(text.split()).strip("()'\". ").lower()
