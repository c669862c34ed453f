"""``python -m docs.book.scenes [ID ...]``: the small pictures of the systems, for indexes; part of ``make pictures``.

They are committed in ``docs/pictures``, because drawing them takes a minute and a half, which the book should not.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from mechanics import systems
from mechanics.drawing.sketch import sketch

from .cards import SYSTEMS, small
from .files import write_bytes

__all__ = ["draw", "main"]

DPI = 60


def draw(name: str) -> Path:
    """Draw the picture of a system."""
    path = SYSTEMS / f"{name}.png"
    write_bytes(path, small(sketch(name).png(DPI)))
    return path


def main(names: Sequence[str] = ()) -> None:
    """Draw those of some systems, by default of all; remove what belongs to none."""
    every = systems.names()
    for path in SYSTEMS.glob("*.png"):
        if path.stem not in every:
            path.unlink()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for path in pool.map(draw, names or every):
            print(path.name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
