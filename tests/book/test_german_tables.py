"""The tables of the German edition: errata, what our copies have lost, the index of equations."""

import json
import re
from collections.abc import Iterator

import pytest

from docs.book.equations import index_page, places
from docs.book.tables import errata_page, rows
from docs.book.told import TABLES
from docs.book.translations import words
from tests.lecture.lecture_map import equations

GERMAN = json.loads((TABLES / "de" / "tables.json").read_text(encoding="utf-8"))
COLUMNS = ("place", "printed", "right", "certainty", "why", "copy", "read")
NO_WORDS = re.compile(r"\$[^$]*\$|[WRF]?\([^()]*\)")
PLACES = re.compile(r"Aufgabe \d\.\d+")


def said() -> Iterator[str]:
    """Texts of the tables that are words."""
    for row in [*rows("errata"), *rows("copy-damage")]:
        yield from (row[column] for column in COLUMNS if row.get(column))
    yield from (equation.meaning for equation in equations().values())


def test_every_text_of_the_tables_has_a_translation() -> None:
    missing = [text for text in said() if text not in GERMAN and words(NO_WORDS.sub("", text)) > 1]
    missing = [text for text in missing if not PLACES.fullmatch(text)]
    assert not missing, f"{len(missing)} texts of the tables have no German, add them to tables.json: {missing[:3]}"


def test_no_translation_is_left_over() -> None:
    left = set(GERMAN) - set(said()) - {"used", "derivation checked"}
    assert not left, f"no table says this any more: {sorted(left)[:3]}"


def test_formulas_and_numbers_survive() -> None:
    for english, german in GERMAN.items():
        theirs, ours = (sorted(re.findall(r"\$[^$]+\$|\d+", text)) for text in (english, german))
        assert theirs == ours, f"in the translation of {english!r}: {set(theirs) ^ set(ours)}"


def test_the_pages_of_the_edition_are_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICS_LANGUAGE", "de")
    errata, index = errata_page(), index_page({}, places({}))
    assert "| bewiesen |" in errata and "| proved |" not in errata
    assert "Bewegungsgleichungen" in index and "*(Herleitung geprüft)*" in index and '<span lang="en">' in index
    monkeypatch.setenv("MECHANICS_LANGUAGE", "en")
    assert "| proved |" in errata_page(), "the English page speaks German"
