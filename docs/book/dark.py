"""Drawings in the dark: the colours of a light picture become those that the player has for the same things then.

Pictures are drawn in few colours. One affine map takes each of them to its dark counterpart, and whatever was mixed of
them - smoothed edges, shades - to the same mixture; the template of a page holds it as a filter, ``url(#book-dark)``.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
from sphinx.application import Sphinx

__all__ = ["dark_matrix", "pairs", "setup"]

DOCS = Path(__file__).parents[1]
PLAYER = DOCS.parent / "mechanics" / "drawing" / "web" / "player.css"
COLOUR = re.compile(r"--mp-([\w-]+): [^;]*#([0-9a-f]{6})")
PAPER = re.compile(r"--pst-color-background: #([0-9a-f]{6})")
WEIGHTS = {"paper": 8.0, "ink": 4.0}  # the page must not show where a picture begins


def pairs() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The colours of the player by name, light and dark, each as red, green and blue from 0 to 1."""
    light, dark = (dict(COLOUR.findall(rules)) for rules in PLAYER.read_text(encoding="utf-8").split(".mp-dark {", 1))
    found = {name: (_rgb(light[name]), _rgb(dark[name])) for name in light.keys() & dark.keys()}
    papers = PAPER.findall((DOCS / "_static" / "colours.css").read_text(encoding="utf-8"))
    return dict(sorted(found.items())) | {"paper": (_rgb(papers[0]), _rgb(papers[1]))}


def _rgb(text: str) -> np.ndarray:
    return np.array([int(text[k : k + 2], 16) / 255 for k in (0, 2, 4)])


def dark_matrix() -> np.ndarray:
    """The affine map (3, 4) of colours that takes every light one closest to its dark one."""
    names, colours = zip(*pairs().items(), strict=True)
    weights = np.array([[WEIGHTS.get(name, 1.0)] for name in names])
    light = np.array([[*colour, 1.0] for colour, _ in colours])
    dark = np.array([colour for _, colour in colours])
    return np.linalg.lstsq(light * weights, dark * weights, rcond=None)[0].T


def _filter() -> str:
    """The values of an ``feColorMatrix``."""
    rows = [[*row[:3], 0.0, row[3]] for row in dark_matrix()] + [[0.0, 0.0, 0.0, 1.0, 0.0]]
    return " ".join(f"{value:.4g}" for row in rows for value in row)


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    values = _filter()
    app.connect("html-page-context", lambda app, page, template, context, tree: context.update(dark_filter=values))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
