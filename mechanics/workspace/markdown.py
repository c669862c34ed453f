"""The texts of a Markdown cell, one by one, and the same cell with other texts in their places.

A text is what a translator gets: a paragraph, a heading, an item of a list, a cell of a table, the summary of a fold.
Everything around them - indents, marks, formulas on lines of their own, code - stays as it is.
"""

import re
from collections.abc import Callable, Iterator

from markdown_it import MarkdownIt

__all__ = ["retold", "texts"]

SUMMARY = re.compile(r"(?<=<summary>).+?(?=</summary>)")
BOLD = re.compile(r"</?b>")

Block = tuple[int, int, str]
"""First line, the line after the last, and the Markdown in between without indents."""


def texts(source: str) -> list[str]:
    """List the texts of a cell.

    Parameters
    ----------
    source : str
        Markdown.

    Returns
    -------
    list of str
        Each on one line.
    """
    summaries = [BOLD.sub("**", text) for text in SUMMARY.findall(source)]
    return summaries + [_joined(content) for _, _, content in _blocks(source)]


def retold(source: str, say: Callable[[str], str]) -> str:
    """Replace the texts of a cell.

    Parameters
    ----------
    source : str
        Markdown.
    say : callable
        Gives the new text for an old one.

    Returns
    -------
    str
        Markdown with the same structure.
    """
    lines: list[str | None] = [*source.split("\n")]
    past: dict[int, int] = {}  # cells of a table share a line: the next one begins behind the last
    for first, end, content in _blocks(source):
        new = say(_joined(content))
        if new != _joined(content):
            head = content.split("\n")[0]
            line = lines[first] or ""
            start = line.index(head, past.get(first, 0))
            behind = line[start + len(head) :] if "\n" not in content else ""
            lines[first] = line[:start] + new + behind
            past[first] = start + len(new)
            lines[first + 1 : end] = [None] * (end - first - 1)
    kept = "\n".join(line for line in lines if line is not None)
    return SUMMARY.sub(lambda summary: _summary(summary[0], say), kept)


def _summary(text: str, say: Callable[[str], str]) -> str:
    parts = say(BOLD.sub("**", text)).split("**")
    return "".join(part + ("", "<b>", "</b>")[0 if k == len(parts) - 1 else 1 + k % 2] for k, part in enumerate(parts))


def _joined(content: str) -> str:
    return content.replace("\n", " ")


def _blocks(source: str) -> Iterator[Block]:
    for token in MarkdownIt("commonmark").enable("table").parse(source):
        if token.type == "inline" and token.map and token.content:
            yield token.map[0], token.map[1], token.content
