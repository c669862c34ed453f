"""Pages from the tables of `docs`: errata with their proofs, and the glossary."""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from .equations import named
from .told import told

__all__ = ["errata_page", "glossary_page", "rows", "setup"]

DOCS = Path(__file__).parents[1]
ERRATA = """# Errata

Where the [sources](sources.md) of this course are wrong or incomplete, and how we know. Every line names a test which
shows that the corrected form holds and, where possible, that the other one fails. We worked from digital copies, not
from the originals, so each line says how certain it is that the error is the author's:

- **proved**: the passage is clear in our copy, and a computation contradicts it;
- **likely**: our copy is damaged nearby, but damage alone would hardly explain it;
- **undecided**: one lost or misread character in our copy would explain it.

::::{container} book-rows book-errata
| where | as we read it | right | certainty | why | test |
|---|---|---|---|---|---|
"""
DAMAGE = """
## What our copies have lost

This list is not a criticism of the sources. The copies that we worked from had lost characters, above all minus signs,
tildes and fraction bars. Here is what we put in their place, and why.

::::{container} book-rows book-errata
| where | lost or unreadable | read as | because | test |
|---|---|---|---|---|
"""
GLOSSARY = """# Glossary

The German terms of the lecture, with the English ones used here. A term in italics in a chapter links to this page.

```{glossary}
"""


def rows(name: str) -> list[dict[str, str]]:
    """A table of `docs`, by its name without suffix."""
    with open(DOCS / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def errata_page() -> str:
    """The errata and the damage of our copies, as a page."""
    errors = "".join(_line(row, "place printed right certainty why test") for row in rows("errata"))
    damage = "".join(_line(row, "place copy read why test") for row in rows("copy-damage"))
    return f"{ERRATA}{errors}::::\n{DAMAGE}{damage}::::\n"


def _line(row: Mapping[str, str], columns: str) -> str:
    """A row of a table in Markdown; a bar inside of a formula would end its cell."""
    shown = {column: told(text) for column, text in row.items()} | {"test": named(row["test"]) if row["test"] else ""}
    cells = (shown[column].replace("|v|", r"\lvert v\rvert") for column in columns.split())
    return f"| {' | '.join(cells)} |\n"


def glossary_page(files: Mapping[str, str], titles: Mapping[str, str]) -> str:
    """The glossary: German and English term, what it means, and the chapter that introduces it.

    Parameters
    ----------
    files : text of the gathered files by name
    titles : title by page
    """
    chapters = {name: text for name, text in sorted(files.items()) if name.startswith("course/")}
    entries = (_entry(row, chapters, titles) for row in sorted(rows("glossary"), key=_alphabetical))
    return GLOSSARY + "\n".join(entries) + "```\n"


def _alphabetical(row: Mapping[str, str]) -> str:
    """Sort key: German dictionaries sort ä like a."""
    return row["german"].lower().translate(str.maketrans("äöü", "aou"))


def _entry(row: Mapping[str, str], chapters: Mapping[str, str], titles: Mapping[str, str]) -> str:
    both = [row["german"]] + [row["english"]] * (row["english"].lower() != row["german"].lower())
    mark = json.dumps(f"*{row['german']}*", ensure_ascii=False)[1:-1]
    first = next((name for name, text in chapters.items() if mark in text), None)
    place = f" [{titles[first.rsplit('.', 1)[0]]}]({first})" if first else ""
    meaning = row["meaning"][0].upper() + row["meaning"][1:]
    return "\n".join(both) + f"\n  {meaning}.{place}\n"


def link_terms(app: Sphinx, document: nodes.document, page: str) -> None:
    """Link terms in italics in the chapters to the glossary."""
    if app.builder.format != "html" or not page.startswith("course/"):
        return
    terms = app.env.get_domain("std").objects
    for node in document.findall(nodes.emphasis):
        found = terms.get(("term", node.astext()))
        if found and not isinstance(node.parent, nodes.reference):
            place, anchor = found
            address = f"{app.builder.get_relative_uri(page, place)}#{anchor}"
            node[:] = [nodes.reference("", node.astext(), refuri=address, internal=True, classes=["term"])]


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("doctree-resolved", link_terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
