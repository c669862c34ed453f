"""What a student handed in in a cell, as blocks that a page can show: nothing in them can run."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nbconvert.filters import strip_ansi

from .formulas import text_html
from .pictures import Picture, safe_picture
from .submissions import source_of

__all__ = ["Block", "handed_in", "outputs_of", "pictures_of", "short"]

LONGEST_CODE = 20_000  # characters


@dataclass
class Block:
    """Something that was handed in, or said about it: ``code``, ``text`` (HTML), ``output`` or ``picture``."""

    kind: str
    content: Any


def handed_in(cell: Any) -> Iterator[Block]:
    """What a student wrote into a cell, and what came of it there.

    Parameters
    ----------
    cell : mapping
        A cell of an autograded notebook.

    Yields
    ------
    Block
        HTML in which nothing can run, code, output and pictures.
    """
    if cell["cell_type"] != "code":
        yield Block("text", text_html(source_of(cell), trusted=False, attachments=pictures_of(cell)))
        return
    yield Block("code", short(source_of(cell).strip("\n")))
    yield from outputs_of(cell)


def pictures_of(cell: Any) -> dict[str, dict[str, str]]:
    """Pictures attached to a cell, written again.

    Parameters
    ----------
    cell : mapping
        A cell.

    Returns
    -------
    dict of str to dict
        By name and kind, in base64.
    """
    found: dict[str, dict[str, str]] = {}
    for name, kinds in (cell.get("attachments") or {}).items():
        pictures = (_picture(text) for kind, text in kinds.items() if kind in ("image/png", "image/jpeg"))
        for picture in filter(None, pictures):
            found[name] = {picture.kind: base64.b64encode(picture.content).decode()}
    return found


def _picture(text: Any, description: str = "") -> Picture | None:
    try:
        return safe_picture(base64.b64decode("".join(text)), description)
    except (ValueError, TypeError):
        return None


def outputs_of(cell: Any) -> Iterator[Block]:
    """What came of a cell.

    Parameters
    ----------
    cell : mapping
        A cell.

    Yields
    ------
    Block
        Text and pictures, nothing that could run.
    """
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            yield Block("output", short(strip_ansi("".join(output["text"]))))
        elif output["output_type"] == "error":
            yield Block("output", short(strip_ansi("\n".join(output["traceback"]))))
        else:
            yield from _display(output)


def _display(output: Any) -> Iterator[Block]:
    for kind in ("image/png", "image/jpeg"):
        if kind in output["data"]:
            alt = output.get("metadata", {}).get(kind, {}).get("alt", "A picture of this answer.")
            picture = _picture(output["data"][kind], str(alt))
            if picture:
                yield Block("picture", picture)
                return
    if "text/plain" in output["data"]:
        yield Block("output", short("".join(output["data"]["text/plain"])))


def short(text: str) -> str:
    """Cut a text that is too long to be shown.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    str
        Its beginning.
    """
    return text if len(text) <= LONGEST_CODE else text[:LONGEST_CODE] + "\n..."
