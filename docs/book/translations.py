"""``python -m docs.book.translations``: updates the catalogues of an edition and reports how much is translated.

The catalogues in ``docs/locale`` are in gettext's format. A text that has changed keeps its translation as *fuzzy*,
which the book does not show until somebody has reviewed it; a page without a catalogue appears in English.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

__all__ = ["main", "report", "share", "update", "words"]

DOCS = Path(__file__).parents[1]
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", re.DOTALL)
COMMAND = re.compile(r"\\[A-Za-z,]")  # of LaTeX; outside of $ it makes a text a displayed formula


def words(text: str) -> int:
    """Count the words of a message that need translation: formulas and code do not count."""
    prose = FORMULA.sub(" ", text)
    return 0 if COMMAND.search(prose) else len(re.findall(r"[^\W\d_]{2,}", prose))


def share(texts: Iterable[Message], known: Catalog | None) -> tuple[int, int]:
    """Words translated and words in all of the messages of a page."""
    done = total = 0
    for text in texts:
        count, entry = words(text.id), known.get(text.id) if known else None
        total += count
        done += count if entry is not None and entry.string and not entry.fuzzy else 0
    return done, total


def _messages(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def _read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=language)


def _texts(template: Path) -> Catalog:
    """Read a template without its formulas, of which there is nothing to translate."""
    catalogue = _read(template)
    for message in [*_messages(catalogue)]:
        if not words(message.id):
            catalogue.delete(message.id)
    return catalogue


def update(templates: Path, catalogues: Path, language: str, pages: Iterable[str] = ()) -> list[str]:
    """Bring the catalogues that are there, and those of `pages`, up to date with the templates of the sources.

    Parameters
    ----------
    templates : folder of the ``.pot`` files that ``python -m docs.book gettext`` writes
    catalogues : folder of the ``.po`` files
    language : of the edition, such as "de"
    pages : names of pages that get a catalogue, such as ``course/05b-lagrange-equations``

    Returns
    -------
    list of str : the pages whose catalogues changed
    """
    changed = []
    for template in sorted(templates.rglob("*.pot")):
        page = template.relative_to(templates).with_suffix("").as_posix()
        path = catalogues / f"{page}.po"
        if not path.exists() and page not in pages:
            continue
        catalogue = _read(path, language) if path.exists() else Catalog(locale=language)
        catalogue.update(_texts(template), no_fuzzy_matching=False)
        for message in _messages(catalogue):
            message.locations = []  # line numbers would change with every edit of a page
        if _written(catalogue, path):
            changed.append(page)
    return changed


def _written(catalogue: Catalog, path: Path) -> bool:
    """Write a catalogue if its messages changed; nothing in it depends on the date."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_bytes() if path.exists() else b""
    header = f"Language: {catalogue.locale_identifier}\nContent-Type: text/plain; charset=utf-8\n"
    catalogue.header_comment, catalogue.fuzzy = "", False
    draft = path.with_suffix(".new")
    with draft.open("wb") as stream:
        write_po(stream, catalogue, width=110, omit_header=True)
    lines = "".join(f'"{line}\\n"\n' for line in header.splitlines())
    text = f'msgid ""\nmsgstr ""\n{lines}\n'.encode() + draft.read_bytes().lstrip()
    draft.unlink()
    if text != before:
        path.write_bytes(text)
    return text != before


def report(templates: Path, catalogues: Path) -> list[str]:
    """Say for each page how much of its text is translated, and for all of them."""
    rows, sums = [], [0, 0]
    for template in sorted(templates.rglob("*.pot")):
        page = template.relative_to(templates).with_suffix("").as_posix()
        path = catalogues / f"{page}.po"
        done, total = share(_messages(_read(template)), _read(path) if path.exists() else None)
        sums = [sums[0] + done, sums[1] + total]
        rows.append(_row(page, done, total))
    return [*rows, _row("all pages", *sums)]


def _row(page: str, done: int, total: int) -> str:
    return f"{page:60} {done:6} of {total:6} words {100 * done / total if total else 100:6.1f} %"


def main(arguments: list[str] | None = None) -> int:
    """Update, then report."""
    parser = argparse.ArgumentParser(prog="python -m docs.book.translations", description=__doc__)
    parser.add_argument("pages", nargs="*", help="pages that get a catalogue, such as course/05b-lagrange-equations")
    parser.add_argument("--language", default="de")
    parser.add_argument("--build", type=Path, default=DOCS / "_build", help="where `python -m docs.book gettext` wrote")
    chosen = parser.parse_args(arguments)
    templates, catalogues = chosen.build / "gettext", DOCS / "locale" / chosen.language / "LC_MESSAGES"
    if not templates.is_dir():
        sys.exit(f"Expected the texts of the book in {templates}, found none. Run first: python -m docs.book gettext")
    for page in update(templates, catalogues, chosen.language, chosen.pages):
        print(f"updated: {page}")
    print("\n".join(report(templates, catalogues)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
