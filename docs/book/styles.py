"""Pages without what they do not use: rules of style sheets, scripts, marks in code, and what slows the theme down.

A browser shows nothing before it has the style sheets; two thirds of 470 kB apply to nothing. A rule stays if each
class and id in one of its selectors is a word of a page or of a script; so what scripts add later has its styles, too.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tinycss2
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from .files import NO_CONTENT

__all__ = ["lean", "quick", "setup", "unmarked", "words"]

SHEETS = ("styles/pydata-sphinx-theme.css", "sphinx-design.min.css", "mystnb.*.css", "basic.css", "pygments.css")
SCRIPT = "scripts/pydata-sphinx-theme.js"
# After each change of a page, the theme measures all listings and outputs, and for that the browser lays out the whole
# page. What is measured only where it is in sight: mathematics.js.
SCROLLING = (
    '"pre",".nboutput > .output_area",".cell_output > .output",".jp-RenderedHTMLCommon",'
    '".pst-scrollable-table-container"'
)
LEFT = '"#mathematics-js-does-it"'
# Sphinx' own search, which is not in these pages, and tabs; only the index of modules needs the first one.
UNUSED = frozenset(("doctools.js", "sphinx_highlight.js", "translations.js", "design-tabs.js"))
# what Pygments marks as names, punctuation and spaces
PLAIN = re.compile(r'<span class="[npw]">([^<]*)</span>')
WORD = re.compile(r"[\w-]+")
NAMED = re.compile(r"[.#](-?[A-Za-z_][\w-]*)")
ARGUMENT = re.compile(r":not\([^()]*(?:\([^()]*\)[^()]*)*\)")  # what a selector excludes need not exist
INSIDE = ("media", "supports", "layer", "container")


def words(texts: Iterable[str]) -> set[str]:
    """All words of these texts, among them every name of a class and an id."""
    return {word for text in texts for word in WORD.findall(text)}


def lean(sheet: str, known: set[str]) -> str:
    """A style sheet without the rules that apply to nothing.

    Parameters
    ----------
    sheet : CSS
    known : names of classes and ids that there are, and any other words
    """
    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    return "".join(_kept(rules, known))


def quick(script: str) -> str:
    """The theme's script, which no longer measures what may be scrolled.

    Raises
    ------
    ExtensionError
        where the script of another version of the theme does that in other words
    """
    if SCROLLING not in script and LEFT not in script:
        raise ExtensionError(f"{SCRIPT} has changed: expected the elements {SCROLLING}, which slow the pages down.")
    return script.replace(SCROLLING, LEFT)


def _kept(rules: Iterable[Any], known: set[str]) -> Iterable[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            parts = [part for part in _selectors(rule.prelude) if _applies(part, known)]
            if parts:
                yield f"{','.join(parts)}{{{tinycss2.serialize(rule.content)}}}\n"
        elif rule.type == "at-rule" and rule.content is not None and rule.lower_at_keyword in INSIDE:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            if text := "".join(_kept(inner, known)):
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{text}}}\n"
        else:
            yield rule.serialize() + "\n"


def _selectors(prelude: Iterable[Any]) -> list[str]:
    """The selectors of a rule; a comma in brackets separates none, because brackets are one token."""
    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _applies(selector: str, known: set[str]) -> bool:
    """Whether there may be something that a selector is about; of alternatives in brackets one suffices."""
    bare = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", ARGUMENT.sub("", selector))
    return set(NAMED.findall(re.sub(r"\[[^\]]*\]", "", bare))) <= known


def unmarked(page: str) -> str:
    """A page whose code has no marks around names, punctuation and spaces, whose colour is that of the text anyway.

    Parameters
    ----------
    page : str
        HTML.
    """
    return PLAIN.sub(r"\1", page)


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("html-page-context", _without_marks)
    app.connect("html-page-context", _without_unused, priority=900)  # after what adds some
    app.connect("builder-inited", _begun)
    app.connect("build-finished", _finished)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _without_unused(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Load no script that does nothing in this page."""
    if page not in NO_CONTENT and "sd-tab-set" not in context.get("body", ""):
        scripts = context["script_files"]
        scripts[:] = [one for one in scripts if Path(str(getattr(one, "filename", ""))).name not in UNUSED]


def _without_marks(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    if "body" in context:
        context["body"] = unmarked(context["body"])


def _begun(app: Sphinx) -> None:
    """Remove the sheets of an earlier build: an extension that finds its own changed stops this one."""
    for name in SHEETS if app.builder.name == "html" else ():
        for sheet in (Path(app.outdir) / "_static").glob(name):
            sheet.unlink()


def _finished(app: Sphinx, problem: Exception | None) -> None:
    if problem is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    static = out / "_static"
    scripts = [*static.glob("*.js"), *static.glob("scripts/*.js")]
    pages = [path for path in out.rglob("*.html") if "_static" not in path.parts]
    known = words(path.read_text(encoding="utf-8") for path in [*pages, *scripts])
    for sheet in (path for name in SHEETS for path in static.glob(name)):
        sheet.write_text(lean(sheet.read_text(encoding="utf-8"), known), encoding="utf-8")
    script = static / SCRIPT
    script.write_text(quick(script.read_text(encoding="utf-8")), encoding="utf-8")
