"""The part of the page that a picture shows; it stays still while things move and while sliders move."""

from collections.abc import Sequence

__all__ = ["Window", "aspect_ratio", "settled", "with_margin"]

Window = tuple[float, float, float, float]
"""left, right, bottom, top in m"""

MARGIN = 0.1  # room for labels and arrows around the bodies
NARROWEST, WIDEST = 1.15, 2.2
KEPT_WHEN_FILLED = 0.5


def aspect_ratio(bounds: Window) -> float:
    """Width by height of the picture, within what is pleasant to look at.

    Parameters
    ----------
    bounds : Window
        What the picture has to show.
    """
    left, right, bottom, top = with_margin(bounds)
    return min(WIDEST, max(NARROWEST, (right - left) / (top - bottom)))


def with_margin(bounds: Sequence[float], margin: float = MARGIN) -> Window:
    """The bounds with a margin on all sides; a flat picture gets some height.

    Parameters
    ----------
    bounds : sequence of float
        Left, right, bottom, top, m.
    margin : float
        Relative to the larger side.
    """
    left, right, bottom, top = bounds
    size = max(right - left, top - bottom) or 1.0
    height = max(top - bottom, 0.3 * size)
    middle = (bottom + top) / 2
    return (
        left - margin * size,
        right + margin * size,
        middle - height / 2 - margin * size,
        middle + height / 2 + margin * size,
    )


def settled(old: Window | None, bounds: Window) -> Window:
    """The old window while it shows everything and is not far too large, else a new one.

    Parameters
    ----------
    old : Window or None
        Of the run before; None for the first one.
    bounds : Window
        What the new run has to show.
    """
    new = with_margin(bounds)
    if old is None:
        return new
    left, right, bottom, top = with_margin(bounds, MARGIN / 3)
    fits = old[0] <= left and right <= old[1] and old[2] <= bottom and top <= old[3]
    filled = max((right - left) / (old[1] - old[0]), (top - bottom) / (old[3] - old[2]))
    return old if fits and filled >= KEPT_WHEN_FILLED else new
