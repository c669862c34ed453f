"""``python -m docs.book.translations``: updates the catalogues of an edition and reports how much is translated.

The catalogues in ``docs/locale`` are in gettext's format. A text that has changed keeps its translation as *fuzzy*,
which is not shown until somebody has reviewed it; a page without a catalogue appears in English. The texts of
chapters and tasks are read from their notebooks, because JupyterLab shows them, too; those of other pages, and what the
book adds to a notebook, from the ``.pot`` files that ``python -m docs.book gettext`` writes.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from mechanics.workspace.markdown import texts

from .messages import update_task, words

__all__ = ["main", "notebooks", "of_notebook", "report", "share", "update", "words"]

DOCS = Path(__file__).parents[1]
CHECKOUT = DOCS.parent


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


def _pages(templates: Path) -> dict[str, Catalog]:
    """The texts of every page: of its notebook, and of its template; formulas need no translation."""
    pages = {path.relative_to(CHECKOUT).with_suffix("").as_posix(): of_notebook(path) for path in notebooks()}
    for path in templates.rglob("*.pot"):
        page = pages.setdefault(path.relative_to(templates).with_suffix("").as_posix(), Catalog())
        for message in _messages(_read(path)):
            page.add(message.id)
    for page in pages.values():
        for message in [*_messages(page)]:
            if not words(message.id):
                page.delete(message.id)
    return dict(sorted(pages.items()))


def notebooks() -> list[Path]:
    """List the chapters and tasks that students get."""
    return sorted([*CHECKOUT.glob("course/*.ipynb"), *CHECKOUT.glob("exercises/*/*.ipynb")])


def of_notebook(path: Path) -> Catalog:
    """The texts of a notebook, without translations."""
    page = Catalog()
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for text in texts("".join(cell["source"])) if cell["cell_type"] == "markdown" else ():
            page.add(text)
    return page


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
    for page, template in _pages(templates).items():
        path = catalogues / f"{page}.po"
        if not path.exists() and page not in pages:
            continue
        catalogue = _read(path, language) if path.exists() else Catalog(locale=language)
        catalogue.update(template, no_fuzzy_matching=False)
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
    for page, template in _pages(templates).items():
        path = catalogues / f"{page}.po"
        done, total = share(_messages(template), _read(path) if path.exists() else None)
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
        print(f"There are no texts of the book in {templates} (python -m docs.book gettext): chapters and tasks only.")
    for page in update(templates, catalogues, chosen.language, chosen.pages):
        print(f"updated: {page}")
    print("\n".join(report(templates, catalogues)))
    for folder in sorted(path.parent for path in CHECKOUT.glob("solutions/*/key.json")):
        done, total = update_task(folder, chosen.language)
        print(f"{f'names, hints and reasons of {folder.name}':60} {done:6} of {total:6} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
