"""``python -m docs.book.paper.renew``: draw the strips that are committed, those of the book that was just built."""

import sys

from ..files import write_bytes
from ..gather import DOCS
from .camera import can_draw, draw, listed
from .strips import COMMITTED, key_of

__all__ = ["main"]


def main() -> None:
    """Draw a strip of each simulation; remove those that belong to none."""
    build = DOCS / "_build"
    places = listed(build)
    if not (places and can_draw()):
        sys.exit("Expected a book with strips, and Chromium with playwright. Run: make paper")
    draw(build / "static", places)
    drawn = {path: place for path, place in places.items() if path.is_file()}  # the others have said why not
    kept = {key_of(place, build / "static" / "players"): path for path, place in drawn.items()}
    for key, path in kept.items():
        write_bytes(COMMITTED / f"{key}.webp", path.read_bytes())
    for path in COMMITTED.iterdir():
        if path.stem not in kept:
            path.unlink()


if __name__ == "__main__":
    main()
