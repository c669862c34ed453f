"""Texts of pictures and of checks in another language.

The environment variable ``MECHANICS_LANGUAGE`` chooses the language: ``en``, or one that has a catalogue here, such as
``de``. A catalogue is a JSON file, English text to translation; ``{}`` stands for a part that is translated by itself,
as in ``"rate of the {}"``. A text without translation stays English; symbols, units and names in programs always do.
Pictures - sketches, sliders, plots, the player - and checks have a catalogue each; the names, hints and reasons of the
steps of a task have one beside the task.
"""

import json
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

__all__ = ["FEEDBACK", "TASK_TEXTS", "catalogue", "language", "languages", "say", "tell", "translated"]

FOLDER = Path(__file__).parent
CHECKS, FEEDBACK = "checks", "feedback"
"""The folders of the catalogues of checks and of feedback pages."""
TASK_TEXTS = "texts.{}.json"
"""The catalogue of an assignment, in its folder, where its notebooks run."""
PART = re.compile(r"\{\}")
ANY, WITHIN, REST = "(.+?)", r"((?:(?!(?<=[.!?…])\s).)+?)", "(.+)"
"""What may be filled in: anything in a picture, no more than a sentence in a message, all the rest after one."""
LONGEST = 1000  # characters of a message in which parts are looked for: what a student wrote may be quoted in it
SENTENCES = re.compile(r"(?<=[.!?…])\s+(?=\S)")
TEXTS = frozenset({"title", "description", "text", "group", "label", "names"})
"""Keys of a picture's data below which texts for people stand."""
CODE = "model"
"""The key of data for computations in the browser: no text."""


@cache
def languages() -> list[str]:
    """List what ``MECHANICS_LANGUAGE`` may be."""
    return ["en", *sorted({path.stem for path in FOLDER.rglob("*.json")})]


def language() -> str:
    """Name the chosen language.

    Raises
    ------
    ValueError
        if there is no catalogue for it.
    """
    chosen = os.environ.get("MECHANICS_LANGUAGE") or "en"
    if chosen not in languages():
        raise ValueError(f"MECHANICS_LANGUAGE must be one of {', '.join(languages())}; got {chosen!r}.")
    return chosen


@cache
def catalogue(chosen: str, part: str = "") -> dict[str, str]:
    """Read the translations of a language, by English text; empty for English.

    Parameters
    ----------
    chosen : str
        Language, such as ``"de"``.
    part : str
        Of the texts: pictures unless given, else `CHECKS` or `FEEDBACK`.

    Returns
    -------
    dict of str to str
    """
    path = FOLDER / part / f"{chosen}.json"
    return {} if chosen == "en" else json.loads(path.read_text(encoding="utf-8"))


@cache
def _patterns(chosen: str, part: str = "") -> list[tuple[re.Pattern[str], str]]:
    """The texts of a catalogue that have a part ``{}``, the longest first."""
    known = catalogue(chosen, part)
    open_texts = sorted(
        (text for text in known if "{}" in text), key=lambda text: len(PART.sub("", text)), reverse=True
    )
    return [(_pattern(text, ANY if part != CHECKS else WITHIN), known[text]) for text in open_texts]


def _pattern(text: str, part: str) -> re.Pattern[str]:
    """What a text with parts looks like, once they are filled in."""
    *heads, last = PART.split(text)
    after_sentence = bool(heads) and not last and heads[-1].rstrip() != heads[-1] and heads[-1].rstrip()[-1:] in ".!?…"
    parts = [part] * (len(heads) - 1) + [REST if after_sentence else part]
    return re.compile("".join(re.escape(h) + p for h, p in zip(heads, parts, strict=True)) + re.escape(last), re.DOTALL)


def say(text: str, chosen: str | None = None) -> str:
    """Say an English text in the chosen language.

    Parameters
    ----------
    text : str
        English text.
    chosen : str, optional
        Language; that of ``MECHANICS_LANGUAGE`` unless given.

    Returns
    -------
    str
    """
    chosen = chosen or language()
    known = catalogue(chosen)
    if not known or text in known:
        return known.get(text, text)
    for pattern, translation in _patterns(chosen):
        if match := pattern.fullmatch(text):
            return translation.format(*(say(part, chosen) for part in match.groups()))
    return text


def tell(text: str, chosen: str | None = None, task: Path = Path()) -> str:
    """Say a message of a check in the chosen language: sentence by sentence, where it is not known as a whole.

    Parameters
    ----------
    text : str
        English sentences.
    chosen : str, optional
        Language; that of ``MECHANICS_LANGUAGE`` unless given.
    task : Path
        Folder of the assignment, with its `TASK_TEXTS`; the current one unless given.

    Returns
    -------
    str
    """
    chosen = chosen or language()
    if chosen == "en" or not text.strip():
        return text
    known = _known(chosen, task)
    sentences = SENTENCES.split(text)
    for count in range(len(sentences), 0, -1):  # as many at once as are known together
        said = _told(" ".join(sentences[:count]), chosen, known)
        if said is not None:
            break
    else:
        count, said = 1, _title_and_rest(sentences[0], chosen, task)
    rest = " ".join(sentences[count:])
    return f"{said} {tell(rest, chosen, task)}" if rest else said


def _told(text: str, chosen: str, known: Mapping[str, str]) -> str | None:
    """The translation of one text; None if there is none."""
    small = text[:1].lower() + text[1:]
    if text in known:
        return known[text]
    if small in known:  # a name at the beginning of a sentence
        return known[small][:1].upper() + known[small][1:]
    for pattern, translation in _patterns(chosen, CHECKS) if len(text) <= LONGEST else ():
        if match := pattern.fullmatch(text):
            return translation.format(*(_told(part, chosen, known) or part for part in match.groups()))
    return None


def _title_and_rest(sentence: str, chosen: str, task: Path) -> str:
    """A sentence such as "✓ Right: rod mass." in its parts; as it is, if none of them is known."""
    head, colon, rest = sentence.partition(": ")
    sign = head[:2] if head[1:2] == " " else ""
    said = _told(head.removeprefix(sign).rstrip("."), chosen, _known(chosen, task))
    end = "." if head.endswith(".") and said else ""
    return f"{sign}{said or head.removeprefix(sign)}{end}{colon}{tell(rest, chosen, task) if colon else ''}"


def _known(chosen: str, task: Path) -> dict[str, str]:
    """The texts of all checks and, where there is such a file, those of this task."""
    path = task / TASK_TEXTS.format(chosen)
    try:
        own = _read(path.resolve(), path.stat().st_mtime_ns)
    except (OSError, ValueError):
        own = {}
    return {**catalogue(chosen, CHECKS), **own}


@lru_cache(maxsize=8)
def _read(path: Path, _stamp: int) -> dict[str, str]:
    return {text: said for text, said in json.loads(path.read_text(encoding="utf-8")).items() if said}


def translated(data: Any, chosen: str | None = None, key: str = "") -> Any:
    """Return the data of a picture with its texts in the chosen language.

    Parameters
    ----------
    data : Any
        Mappings, lists, texts and numbers.
    chosen : str, optional
        Language; that of ``MECHANICS_LANGUAGE`` unless given.
    key : str, optional
        Key under which the data stand; it decides whether a text is for people.

    Returns
    -------
    Any
        The data with the same structure.
    """
    chosen = chosen or language()
    if chosen == "en":
        return data
    if isinstance(data, Mapping):
        return {name: x if name == CODE else translated(x, chosen, name) for name, x in data.items()}
    if isinstance(data, list | tuple):
        return [translated(x, chosen, key) for x in data]
    return say(data, chosen) if isinstance(data, str) and key in TEXTS else data
