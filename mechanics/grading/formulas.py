"""Text with formulas as HTML that needs neither scripts nor the network: LaTeX is set as MathML."""

import html
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbgrader.server_extensions.formgrader import handlers

__all__ = ["formgrader_templates", "markdown2html", "mathml", "sentence_html", "text_html"]

LONGEST = 1500  # characters of a formula; much longer ones, deeply nested, exhaust the stack of the converter
_TAG = re.compile(r"\\tag(\*?)\{([^{}]*)\}")
_PIECES = re.compile(r"(`[^`\n]+`|\$[^$\n]+\$)")
_IN_HTML = re.compile(r"(?<!\\)\$([^$\n<]+)\$")
_WEB = re.compile(r"https?://", re.IGNORECASE)
Attachments = Mapping[str, dict[str, str]]


def mathml(formula: str, display: bool = False) -> str:
    r"""Set a formula.

    Parameters
    ----------
    formula : str
        LaTeX, without the dollars around it; ``\tag{...}`` becomes a number beside it.
    display : bool
        Whether it stands in a line of its own.

    Returns
    -------
    str
        HTML; a formula that is not understood stays LaTeX, as code.
    """
    numbers = [number if star else f"({number})" for star, number in _TAG.findall(formula)]
    shown = _set(_TAG.sub("", formula).strip(), display)
    if not shown:
        shown, numbers = f"<code>{html.escape(formula)}</code>", []
    if not display:
        return shown
    number = f'<span class="number">{html.escape(" ".join(numbers))}</span>' if numbers else ""
    return f'<span class="formula">{shown}{number}</span>'


def _set(formula: str, display: bool) -> str:
    """MathML; empty if the formula is not understood."""
    from math_core import LatexError  # here: whoever only reads the configuration or grades does not need it

    if len(formula) > LONGEST:
        return ""
    try:
        return str(_converter().convert_with_local_state(formula, displaystyle=display))
    except (LatexError, ValueError):  # the latter for halves of surrogate pairs
        return ""


@cache
def _converter() -> Any:
    from math_core import LatexToMathML

    return LatexToMathML(fancy_error=False, allow_unreliable_rendering=True, max_expansions=0)


class _Trusted(IPythonRenderer):
    """Text of the course: HTML stays; formulas are MathML; links that lead nowhere from a single page are text."""

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def block_math(self, body: str) -> str:
        return mathml(body, display=True)

    def latex_environment(self, name: str, body: str) -> str:
        return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", display=True)

    def block_html(self, html: str) -> str:
        return super().block_html(_IN_HTML.sub(_in_html, html))  # a summary: nothing in it is read as Markdown

    def link(self, text: str, url: str, title: str | None = None) -> str:
        if not _WEB.match(url):
            return text
        return f'<a href="{html.escape(url)}" rel="noopener noreferrer">{text}</a>'

    def image(self, text: str, url: str, title: str | None = None) -> str:
        return _picture(text, url, self.attachments)

    def table(self, text: str) -> str:
        return f'<div class="wide"><table>{text}</table></div>'


class _Inert(_Trusted):
    """Text of a student: HTML is shown as typed, links are text, pictures only those attached."""

    def block_html(self, html: str) -> str:
        return IPythonRenderer.block_html(self, html)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return f"{text} ({html.escape(url)})" if _WEB.match(url) and url not in text else text


def _in_html(match: re.Match[str]) -> str:
    return mathml(html.unescape(match[1]))


def _picture(text: str, url: str, attachments: Attachments) -> str:
    """An attached picture; its name in words where there is none, because nothing may be fetched."""
    name = unquote(url.removeprefix("attachment:"))
    for kind in ("image/png", "image/jpeg"):
        content = attachments.get(name, {}).get(kind, "")
        if content and re.fullmatch(r"[A-Za-z0-9+/=\s]+", content):
            label = html.escape(re.sub("<[^>]*>", "", text) or "picture")
            return f'<img alt="{label}" src="data:{kind};base64,{"".join(content.split())}">'
    return f"[{text or html.escape(name)}]"


def text_html(source: str, *, trusted: bool, attachments: Attachments | None = None) -> str:
    """Set a text in Markdown.

    Parameters
    ----------
    source : str
        The text.
    trusted : bool
        Whether it is the course's own; otherwise HTML in it is shown as it was typed, and no link works.
    attachments : mapping, optional
        Pictures by name and kind, in base64, as a notebook keeps them.

    Returns
    -------
    str
        HTML.
    """
    kind = _Trusted if trusted else _Inert
    renderer = kind(escape=not trusted, attachments=dict(attachments or {}), exclude_anchor_links=True)
    return MarkdownWithMath(renderer=renderer).render(source)


def sentence_html(sentence: str) -> str:
    """Set a sentence of a check: code between backticks, formulas between dollars, nothing else means anything.

    Parameters
    ----------
    sentence : str
        The sentence; it may quote the student.

    Returns
    -------
    str
        HTML.
    """
    return "".join(map(_piece, _PIECES.split(sentence)))


def _piece(text: str) -> str:
    if len(text) > 2 and text[0] == text[-1] == "`":
        return f"<code>{html.escape(text[1:-1])}</code>"
    if len(text) > 2 and text[0] == text[-1] == "$":
        return mathml(text[1:-1])
    return html.escape(text)


@pass_context
def markdown2html(context: Any, source: str) -> str:
    """Set a cell in nbgrader's formgrader; ``c.HTMLExporter.filters`` puts it in place of nbconvert's own filter.

    Parameters
    ----------
    context : jinja2.runtime.Context
        Of the template; it knows the cell.
    source : str
        Text of the cell.

    Returns
    -------
    str
        HTML, with formulas that need no MathJax.
    """
    cell = context.get("cell") or {}
    return text_html(source, trusted=True, attachments=cell.get("attachments"))


def formgrader_templates() -> list[str]:
    """Folders for ``c.HTMLExporter.extra_template_basedirs``: nbgrader's pages, without MathJax from the network.

    Returns
    -------
    list of str
        Ours, in which only what fetches MathJax is replaced, and nbgrader's.
    """
    return [str(Path(__file__).parent / "templates"), str(handlers.template_path)]
