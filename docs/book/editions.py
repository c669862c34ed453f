"""The editions of the book know each other: a switch in the bar leads to the same place in the other language.

The English edition is a folder, the German one its subfolder ``de``. Which of them exist is written into the
``editions.js`` of each after a build, so that no link leads to an edition that nobody has built.
"""

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

__all__ = ["setup", "write_editions"]

NAMES = {"en": "English", "de": "Deutsch"}


def write_editions(main: Path) -> None:
    """Tell every edition which ones there are.

    Parameters
    ----------
    main : folder of the English edition; the others are its subfolders
    """
    folders = {"en": main, **{code: main / code for code in NAMES if code != "en"}}
    found = {code: folder for code, folder in folders.items() if (folder / "index.html").is_file()}
    for here, folder in found.items():
        to = {code: {"name": NAMES[code], "path": _way(here, code)} for code in found if code != here}
        (folder / "_static").mkdir(exist_ok=True)
        text = f"window.bookEditions = {json.dumps(to)};\n"
        (folder / "_static" / "editions.js").write_text(text, encoding="utf-8")


def _way(here: str, there: str) -> str:
    return ("" if here == "en" else "../") + ("" if there == "en" else f"{there}/")


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("build-finished", _finished)
    app.connect("html-page-context", _translated_or_not)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _finished(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.name == "html":
        out = Path(app.outdir)
        write_editions(out.parent if out.name in NAMES and out.name != "en" else out)


def _translated_or_not(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """A page without a catalogue is English in every edition, and says so to screen readers and search engines."""
    language = app.config.language
    if language == "en" or document is None or "body" not in context:
        return
    catalogue = Path(app.config.locale_dirs[0]) / language / "LC_MESSAGES" / f"{page}.po"
    if not catalogue.is_file():
        context["body"] = f'<div lang="en">{context["body"]}</div>'
