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

__all__ = ["TASK_TEXTS", "catalogue", "language", "languages", "say", "tell", "translated"]

FOLDER = Path(__file__).parent
CHECKS = "checks"
"""The folder of the catalogues of checks."""
TASK_TEXTS = "texts.{}.json"
"""The catalogue of an assignment, in its folder, where its notebooks run."""
PART = re.compile(r"\\?\{\\?\}")
"""A part of a text, as it is or escaped for a regular expression."""
SENTENCES = re.compile(r"(?<=[.!?…])\s+(?=\S)")
TEXTS = frozenset({"title", "description", "text", "group", "label", "names"})
"""Keys of a picture's data below which texts for people stand."""
CODE = "model"
"""The key of data for computations in the browser: no text."""


def languages() -> list[str]:
    """List what ``MECHANICS_LANGUAGE`` may be."""
    return ["en", *sorted(path.stem for path in FOLDER.glob("*.json"))]


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
        Of the texts: pictures unless given, or `CHECKS`.

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
    open_texts = sorted((text for text in known if "{}" in text), key=lambda text: len(PART.sub("", text)), reverse=True)
    return [(re.compile(PART.sub("(.+?)", re.escape(text)), re.DOTALL), known[text]) for text in open_texts]


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


def tell(text: str, chosen: str | None = None) -> str:
    """Say a message of a check in the chosen language: sentence by sentence, where it is not known as a whole.

    Parameters
    ----------
    text : str
        English sentences.
    chosen : str, optional
        Language; that of ``MECHANICS_LANGUAGE`` unless given.

    Returns
    -------
    str
    """
    chosen = chosen or language()
    if chosen == "en" or not text.strip():
        return text
    sentences = SENTENCES.split(text)
    for count in range(len(sentences), 0, -1):  # as many at once as are known together
        known = _told(" ".join(sentences[:count]), chosen)
        if known is not None:
            return " ".join([known, *([tell(" ".join(sentences[count:]), chosen)] if sentences[count:] else [])])
    return " ".join([sentences[0], *([tell(" ".join(sentences[1:]), chosen)] if sentences[1:] else [])])


def _told(text: str, chosen: str) -> str | None:
    known = {**catalogue(chosen, CHECKS), **_of_this_task(chosen)}
    if text in known:
        return known[text]
    for pattern, translation in _patterns(chosen, CHECKS):
        if match := pattern.fullmatch(text):
            return translation.format(*(tell(part, chosen) for part in match.groups()))
    return None


def _of_this_task(chosen: str) -> dict[str, str]:
    path = Path(TASK_TEXTS.format(chosen))
    try:
        return {text: said for text, said in _read(path.resolve(), path.stat().st_mtime_ns).items() if said}
    except (OSError, ValueError):
        return {}


@lru_cache(maxsize=8)
def _read(path: Path, _stamp: int) -> dict[str, str]:
    return json.loads(path.read_text(encoding="utf-8"))


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
