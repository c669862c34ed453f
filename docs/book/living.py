"""Living pictures for the first page: small simulations that move while somebody looks at them.

Each is the player of the index of systems without its controls, and a link to its place there; `_static/living.js`
starts it once the pointer, the keyboard or a finger's scrolling comes to it. Until then it is a picture.
"""

import html
import json
from collections.abc import Mapping
from pathlib import Path

from mechanics.language import say

from .files import write_bytes

__all__ = ["NAMES", "living"]

NAMES = ("trebuchet", "quarter_car", "ball_on_beam", "toggle_press", "centrifugal_governor", "wheel_suspension",
         "cart_pendulum", "drawbridge")  # fmt: skip


def living(files: Mapping[str, str], pictures: Mapping[str, str], build: Path) -> str:
    """The living pictures of those systems that the book has, as HTML in Markdown.

    Parameters
    ----------
    files : text of the gathered files by name, the index of systems among them
    pictures : path of the small picture by id, among the sources
    build : folder of what is made: the pictures are copied to where HTML finds them
    """
    cells = json.loads(files["systems.ipynb"])["cells"]
    shown = {cell["id"].removeprefix("scene-"): _place(cell) for cell in cells if cell["cell_type"] == "code"}
    names = [name for name in NAMES if shown.get(name) and name in pictures]
    for name in names:
        write_bytes(build / "static" / pictures[name], (build / "source" / pictures[name]).read_bytes())
    items = [_item(name, shown[name], pictures[name]) for name in names]
    return f'```{{raw}} html\n<div class="book-living">{"".join(items)}</div>\n```\n' if items else ""


def _place(cell: Mapping[str, list[dict[str, dict[str, str]]]]) -> str:
    texts = ("".join(out.get("data", {}).get("text/html", "")) for out in cell.get("outputs", ()))
    return next((text for text in texts if "book-player" in text), "")


def _item(name: str, place: str, picture: str) -> str:
    head, _, rest = place.partition(">")
    title = html.unescape(rest.partition("<strong>")[2].partition("</strong>")[0])
    return (
        f'<a class="book-card" href="systems.html#system-{name.replace("_", "-")}">'
        f'<img src="_static/{picture}" alt="" width="240" height="180" loading="lazy">'
        f"{head.replace('book-player', 'book-still')} inert></div><span>{html.escape(say(title))}</span></a>"
    )
