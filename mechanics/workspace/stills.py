"""Stills: a chapter is copied with pictures under its first cells, so that it is not blank before they have run.

The notebooks under version control have none. ``course/.stills`` holds one for each such cell, by chapter and cell id,
and a list of what they show; running the cell replaces its picture. They are images in HTML, because JupyterLab shows
those in a notebook that it does not trust yet, and screen readers read out their description.
"""

import base64
import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "INDEX", "with_stills"]

FOLDER, INDEX = ".stills", "index.json"

_TO_LIFE = "A still: run the cells from the top down to here (Shift+Enter), and it comes to life."


def with_stills(chapter: Path, data: bytes) -> bytes:
    """Return a file of the course as it is copied: a chapter with the pictures that it shows before it has run.

    Parameters
    ----------
    chapter : Path
        The file; its pictures are in the folder `FOLDER` next to it.
    data : bytes
        Its content.

    Returns
    -------
    bytes
        The content with pictures; unchanged for a file without any.
    """
    folder = chapter.parent / FOLDER
    stills = _listed(folder).get(chapter.stem) if chapter.suffix == ".ipynb" else None
    if not stills:
        return data
    notebook = json.loads(data)
    for cell in notebook["cells"]:
        picture = folder / chapter.stem / f"{cell.get('id')}.png"
        if cell.get("id") in stills and picture.is_file():
            cell["outputs"] = [_output(stills[cell["id"]], picture.read_bytes())]
    return (json.dumps(notebook, ensure_ascii=False, indent=1) + "\n").encode()


def _listed(folder: Path) -> dict[str, Any]:
    """Read the list of a folder; empty for a course without pictures."""
    index = folder / INDEX
    return json.loads(index.read_text(encoding="utf-8")) if index.is_file() else {}


def _output(still: Mapping[str, Any], png: bytes) -> dict[str, Any]:
    """Make the output of a cell from its picture."""
    alt, address = html.escape(still["alt"]), f"data:image/png;base64,{base64.b64encode(png).decode()}"
    picture = f'<img alt="{alt}" width="{still["width"]}" src="{address}">'
    below = f"<p><em>{_TO_LIFE}</em></p>" if still["simulation"] else ""
    data = {"text/html": picture + below, "text/plain": f"Still: {still['alt']}"}
    return {"data": data, "metadata": {}, "output_type": "display_data"}
