"""Cards with pictures, for the pages that list what the book holds: chapters, tasks, systems."""

import base64
import io
import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageChops

from .files import write_bytes

__all__ = ["PICTURE", "SYSTEMS", "Card", "grid", "picture_of", "pictures_of", "small"]

ROOT = Path(__file__).parents[2]
STILLS, SYSTEMS = ROOT / "course" / ".stills", ROOT / "docs" / "pictures"
WIDTH, COLOURS = 480, 48
FOLDER = "pictures"  # among the sources of the book
GRID = "::::{{grid}} {columns}\n:gutter: 3\n:class-container: book-cards\n\n{cards}::::\n\n"
CARD = ":::{{grid-item-card}}\n:class-item: book-tile\n{picture}\n{text}\n:::\n"
PICTURE = ":img-top: /{}\n:img-alt: \n"

Card = tuple[str, str]
"""The path of its picture, empty for none, and its text, which is one link."""


def grid(cards: Iterable[Card], columns: str = "2 3 3 4") -> str:
    """Cards in rows, for narrow to wide screens.

    Parameters
    ----------
    cards : picture and text of each
    columns : how many stand in a row on four widths of screens
    """
    shown = [CARD.format(picture=PICTURE.format(path) if path else "", text=text) for path, text in cards]
    return GRID.format(columns=columns, cards="".join(shown)) if shown else ""


def picture_of(system: str) -> str:
    """The path of the picture of a system among the sources; empty where it has none."""
    return f"{FOLDER}/{system}.png" if (SYSTEMS / f"{system}.png").is_file() else ""


def pictures_of(files: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Write a small picture of each chapter, task and system into the sources; their paths in there, by page or id.

    A chapter has its opening picture, a task its first sketch, a system its scene.

    Parameters
    ----------
    files : text of the gathered files by name
    folder : of the sources of the book
    """
    found = {f"course/{path.name}": _still(path) for path in sorted(STILLS.iterdir()) if path.is_dir()}
    found |= {path.stem: path.read_bytes() for path in sorted(SYSTEMS.glob("*.png"))}
    found |= {name[:-6]: _first(text) for name, text in files.items() if name.startswith("exercises/")}
    paths = {name: f"{FOLDER}/{name.replace('/', '-')}.png" for name, png in found.items() if png}
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda name: write_bytes(folder / paths[name], small(found[name])), paths))
    return paths


def _still(folder: Path) -> bytes:
    """The opening picture of a chapter; where it has none, its first simulation."""
    opening = folder / "question-picture.png"
    return (opening if opening.is_file() else min(folder.glob("*.png"))).read_bytes()


def _first(notebook: str) -> bytes:
    """The first picture among the outputs of a notebook; empty where there is none."""
    outputs = [out for cell in json.loads(notebook)["cells"] for out in cell.get("outputs", ())]
    texts = [out["data"]["image/png"] for out in outputs if "image/png" in out.get("data", ())]
    return base64.b64decode("".join(texts[0])) if texts else b""


def small(png: bytes) -> bytes:
    """The same picture as large as a card needs it, with few colours; one that is small already stays."""
    picture = Image.open(io.BytesIO(png))
    if picture.width <= WIDTH and picture.mode == "P":
        return png
    drawn = picture.convert("RGBA")
    shown = Image.new("RGB", drawn.size, "white")
    shown.paste(drawn, mask=drawn)
    shown = shown.crop(ImageChops.invert(shown).getbbox())  # without the paper around it
    shown.thumbnail((WIDTH, WIDTH))
    buffer = io.BytesIO()
    shown.quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, format="png", optimize=True)
    return buffer.getvalue()
