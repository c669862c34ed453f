"""The last step of a build: MathML for readers without JavaScript, the index of the search, and what cards show.

The search works from a folder as well as from a server: its index is a script, deflated, and loaded when it is asked
for.
MiniSearch (npm) ranks; words are reduced to their stems by Sphinx's own stemmers, of both languages.
"""

import json
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sphinx import search as sphinx_search
from sphinx.application import Sphinx
from sphinx.search.de import SearchGerman
from sphinx.search.en import SearchEnglish

from ..files import NO_CONTENT, deflated, digest, write
from ..formulas import FORMULA, Formula, Formulas, latex_of, plain, symbols, with_mathml
from ..players import stored
from ..time_courses import Courses, players_of, with_courses
from ..tongues import german_words
from ..web import fetched_already, run_node
from .sections import Row, Section, rows_of, sections_of

__all__ = ["setup"]

HERE = Path(__file__).parent
DOCS = HERE.parents[1]
STEMMERS = Path(sphinx_search.__file__).parent / "minified-js"
SUMMARY = 250  # characters
INDEX, GLOSSARY = "equations", "glossary"
KINDS = {"course": "chapter", "exercises": "task", "library": "reference", "systems": "system", "glossary": "term"}
OPTIONS = """
globalThis.bookSearchOptions = {
  fields: ["title", "above", "text", "symbols", "code", "parts", "number"],
  tokenize: (text) => text.split(" "),
  processTerm: (term) => term,
};
globalThis.bookSearchTerms = bookTerms({
  english: new EnglishStemmer(), german: new GermanStemmer(), common: new Set(%s),
});
"""
Document = dict[str, Any]


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("builder-inited", _without_sphinx_search)
    app.connect("html-collect-pages", _search_page)
    app.connect("build-finished", _finish, priority=400)  # before what counts or packs the files
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _search_page(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    return [("search", {}, "search.html")] if app.builder.name == "html" else []


def _without_sphinx_search(app: Sphinx) -> None:
    """Sphinx' own index knows pages only, and shows no text of them from a folder."""
    if app.builder.name == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def _finish(app: Sphinx, problem: Exception | None) -> None:
    modules = fetched_already()
    if problem is None and app.builder.name == "html" and modules:
        finish(Path(app.outdir), modules, app.config.language)


def finish(book: Path, modules: Path, language: str = "en") -> None:
    """Complete the pages of a book, and write what its search and its cards load.

    Parameters
    ----------
    book : folder of the pages
    modules : ``node_modules`` with MathJax and MiniSearch
    language : of the edition
    """
    pages = {path.relative_to(book).with_suffix("").as_posix(): path for path in _pages(book)}
    texts = {name: path.read_text(encoding="utf-8") for name, path in pages.items()}
    formulas = Formulas(modules.parent / "formulas.json", modules)
    players = book / "_static" / "players"
    courses = Courses(modules.parent / "told.json", modules, players)
    with ThreadPoolExecutor(1) as beside:
        told = beside.submit(courses.ask, [player for text in texts.values() for player in players_of(text)])
        formulas.ask(formula for text in texts.values() for formula in _formulas(text))
        told.result()
    for name, text in texts.items():
        write(pages[name], with_courses(with_mathml(text, formulas.__getitem__), courses))
    sections = {name: sections_of(text, lambda formula: plain(formulas[formula])) for name, text in texts.items()}
    lines = rows_of(texts[INDEX]) if INDEX in texts else []
    documents = [*_documents(sections, texts, formulas, players), *_equations(lines, sections)]
    _write_index(book / "_static" / "search", documents, modules, language)
    _write_cards(book / "_static" / "search", lines, sections, formulas)


def _pages(book: Path) -> Iterator[Path]:
    for path in sorted(book.rglob("*.html")):
        first = path.relative_to(book).parts[0]
        if path.stem not in NO_CONTENT and first not in ("_static", "de"):
            yield path


def _formulas(text: str) -> Iterator[tuple[str, bool]]:
    return (latex_of(re.sub(r"^<[^>]*>|</\w+>$", "", found[0])) for found in FORMULA.finditer(text))


# --- what can be found ------------------------------------------------------------------------------------------------
def _documents(
    sections: dict[str, list[Section]], texts: dict[str, str], formulas: Formulas, players: Path
) -> Iterator[Document]:
    for name, parts in sections.items():
        kind = KINDS.get(name.partition("/")[0], "guide")
        for part in parts if name != INDEX else ():
            url = f"{name}.html" + (f"#{part.anchor}" if part.above or part.defined else "")
            found = (symbol for formula in part.formulas for symbol in symbols(formulas[formula]))
            drawn = (symbol for player in part.players for symbol in _symbols_of(players / f"{player}.js"))
            yield {
                "url": url,
                "title": part.title,
                "page": part.above[0] if part.above else "",
                "above": " ".join(part.above),
                "text": _text(part, kind),
                "symbols": " ".join(dict.fromkeys([*found, *drawn])),
                "code": "" if kind == "reference" else "".join(part.code),
                "german": " ".join(part.german),
                "kind": kind,
                **({"lang": "en"} if '<div lang="en">' in texts[name] else {}),
            }


def _text(part: Section, kind: str) -> str:
    """The text in which words are looked up; of a function, its first lines."""
    text = re.sub(r"\s+", " ", "".join(part.text)).strip()
    return text[:SUMMARY].rpartition(" ")[0] if kind == "reference" and len(text) > SUMMARY else text


def _symbols_of(player: Path) -> Iterator[str]:
    """The symbols of a simulation: its states, parameters and outputs."""
    spec = stored(player)["spec"]
    yield from spec.get("variables", {})
    yield from (slider["name"] for slider in spec.get("sliders", ()))


def _equations(lines: Iterable[Row], sections: dict[str, list[Section]]) -> Iterator[Document]:
    titles = {name: parts[0].title for name, parts in sections.items() if parts}
    for line in lines:
        url = line.place or f"{INDEX}.html#{line.anchor}"
        page = titles.get(url.partition(".html")[0], "")
        number = line.number.strip("()") if line.number.startswith("(") else line.number
        yield {
            "url": url, "title": line.number, "page": page, "above": page, "text": line.meaning,
            "number": number, "kind": "equation",
        }  # fmt: skip


# --- what a page loads ------------------------------------------------------------------------------------------------
def _write_index(folder: Path, documents: list[Document], modules: Path, language: str) -> None:
    common = sorted({*SearchEnglish.stopwords, *SearchGerman.stopwords} - {"a", "e", "i", "s", "t"})
    scripts = [
        *(STEMMERS / f"{name}-stemmer.js" for name in ("base", "english", "german")),
        modules / "minisearch" / "dist" / "umd" / "index.js",
        DOCS / "_static" / "search-terms.js",
    ]
    library = "\n".join(path.read_text(encoding="utf-8") for path in scripts)
    library = re.sub(r"^//# sourceMappingURL.*$", "", library, flags=re.MULTILINE)
    write(folder / "library.js", library + OPTIONS % json.dumps(common, ensure_ascii=False))
    text = json.dumps({"documents": documents, "vocabulary": german_words(), "language": language}, ensure_ascii=False)
    content, answer = modules.parent / f"search-{language}.json", modules.parent / f"search-{language}-index.json"
    mark = folder / "index.key"
    key = digest(text.encode(), library.encode(), (HERE / "index.mjs").read_bytes())
    if mark.exists() and mark.read_text() == key and (folder / "index.js").exists():
        return
    write(content, text)
    run_node(HERE / "index.mjs", modules, folder / "library.js", content, answer)
    write(folder / "index.js", f"bookSearchIndex({json.dumps(deflated(answer.read_bytes()))});\n")
    write(mark, key)


def _write_cards(folder: Path, lines: list[Row], sections: dict[str, list[Section]], formulas: Formulas) -> None:
    """What stands behind a link to an equation or to a term, by the anchor to which it leads."""
    parts = [part for page in sections.values() for part in page]
    stands = {anchor: formula for part in parts for anchor, formula in part.equations.items()}
    equations = {line.anchor: [line.number, line.meaning, *_both(stands.get(line.anchor), formulas)] for line in lines}
    terms = {
        part.anchor: [part.title, re.sub(r"\s+", " ", "".join(part.text)).strip()]
        for part in sections.get(GLOSSARY, ()) if part.defined
    }  # fmt: skip
    text = json.dumps({"equations": equations, "terms": terms}, ensure_ascii=False, separators=(",", ":"))
    write(folder / "cards.js", f"bookCards({json.dumps(deflated(text.encode()))});\n")


def _both(formula: Formula | None, formulas: Formulas) -> tuple[str, ...]:
    """An equation in LaTeX and in MathML; nothing where it is not in these pages."""
    return (formula[0], formulas[formula]) if formula else ()
