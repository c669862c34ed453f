"""Texts of pictures in another language: sketches, sliders, plots and the buttons of the player.

The environment variable ``MECHANICS_LANGUAGE`` chooses the language: ``en``, or one that has a catalogue here, such as
``de``. A catalogue is a JSON file, English text to translation; ``{}`` stands for a part that is translated by itself,
as in ``"rate of the {}"``. A text without translation stays English; symbols, units and names in programs always do.
"""

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["catalogue", "language", "languages", "say", "translated"]

FOLDER = Path(__file__).parent
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
def catalogue(chosen: str) -> dict[str, str]:
    """Read the translations of a language, by English text; empty for English.

    Parameters
    ----------
    chosen : str
        Language, such as ``"de"``.

    Returns
    -------
    dict of str to str
    """
    return {} if chosen == "en" else json.loads((FOLDER / f"{chosen}.json").read_text(encoding="utf-8"))


@cache
def _patterns(chosen: str) -> list[tuple[re.Pattern[str], str]]:
    """The texts of a catalogue that have a part ``{}``, the longest first."""
    open_texts = sorted((text for text in catalogue(chosen) if "{}" in text), key=len, reverse=True)
    return [
        (re.compile(re.escape(text).replace(r"\{\}", "(.+?)"), re.DOTALL), catalogue(chosen)[text])
        for text in open_texts
    ]


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
