"""Plane geometry of the symbols that a sketch is made of: arrays of points, no drawing."""

import math

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["arc", "damper", "hatching", "helix", "left", "on_arc", "spring", "unit"]

Array = np.ndarray


def unit(vector: ArrayLike) -> Array:
    """The direction of a vector; to the right for the zero vector.

    Parameters
    ----------
    vector : array_like, shape (2,)
        On the page.
    """
    vector = np.asarray(vector)
    length = float(np.hypot(*vector))
    return vector / length if length > 1e-12 else np.array([1.0, 0.0])


def left(vector: Array) -> Array:
    """The vector rotated to the left by a right angle.

    Parameters
    ----------
    vector : ndarray, shape (2,)
        On the page.
    """
    return np.array([-vector[1], vector[0]])


def on_arc(center: Array, radius: float, angle: ArrayLike, x: Array, y: Array) -> Array:
    """Points of a circle.

    Parameters
    ----------
    center : ndarray, shape (2,)
        On the page, m.
    radius : float
        m.
    angle : array_like, shape (...)
        From x towards y, rad.
    x, y : ndarray, shape (2,)
        Axes of the circle's plane, projected to the page.

    Returns
    -------
    ndarray, shape (..., 2)
    """
    angle = np.asarray(angle)[..., None]
    return center + radius * (np.cos(angle) * x + np.sin(angle) * y)


def arc(center: Array, radius: float, start: float, stop: float, x: Array, y: Array) -> Array:
    """Points along an arc.

    Parameters
    ----------
    center : ndarray, shape (2,)
        On the page, m.
    radius : float
        m.
    start, stop : float
        Angles from x towards y, rad.
    x, y : ndarray, shape (2,)
        Axes of the circle's plane, projected to the page.

    Returns
    -------
    ndarray, shape (n, 2)
    """
    count = max(3, math.ceil(abs(stop - start) / 0.05))
    return on_arc(center, radius, np.linspace(start, stop, count), x, y)


def spring(start: Array, end: Array, coils: int, width: float, style: str) -> Array:
    """Zigzag, or the half loops of a coil, with a straight piece at both ends.

    Parameters
    ----------
    start, end : ndarray, shape (2,)
        Ends on the page, m.
    coils : int
        Number of teeth or loops.
    width : float
        Of half the spring, m.
    style : {"zigzag", "loops"}
        How it is drawn.

    Returns
    -------
    ndarray, shape (n, 2)
    """
    along, side = end - start, left(unit(end - start))
    if style == "loops":
        k = np.linspace(0, coils, 16 * coils + 1)
        middle = start + (0.1 + 0.8 * k / coils)[:, None] * along
        return np.vstack([start, middle + width * np.abs(np.sin(np.pi * k))[:, None] * side, end])
    tooth = np.arange(2 * coils)
    teeth = start + (0.12 + 0.76 * (tooth + 0.5) / (2 * coils))[:, None] * along
    teeth = teeth + (width * np.where(tooth % 2, -1, 1))[:, None] * side
    return np.vstack([start, start + 0.12 * along, teeth, start + 0.88 * along, end])


def helix(start: Array, end: Array, radius: float, begin: float, sweep: float, x: Array, y: Array) -> Array:
    """Coil about the line between two points.

    Parameters
    ----------
    start, end : ndarray, shape (2,)
        Ends of the axis on the page, m.
    radius : float
        m.
    begin, sweep : float
        First angle from x towards y, and the angle to the last one, rad.
    x, y : ndarray, shape (2,)
        Axes of the plane of a turn, projected to the page.

    Returns
    -------
    ndarray, shape (n, 2)
    """
    f = np.linspace(0, 1, 240)
    axis = start + (0.1 + 0.8 * f)[:, None] * (end - start)
    return np.vstack([start, axis + on_arc(np.zeros(2), radius, begin + sweep * f, x, y), end])


def damper(start: Array, end: Array, size: float) -> dict[str, Array]:
    """Lines of a dashpot: rod to the cup, cup, rod to the piston, piston.

    Parameters
    ----------
    start, end : ndarray, shape (2,)
        Ends on the page, m.
    size : float
        Of symbols, m.

    Returns
    -------
    dict of ndarray, each of shape (n, 2)
        By the names of the parts.
    """
    direction, reach = unit(end - start), max(float(np.hypot(*(end - start))), 1e-9)
    side, cup = 0.8 * size * left(direction), min(2.4 * size, 0.5 * reach)
    bottom = start + min(0.3 * reach, reach - cup) * direction
    mouth, piston = bottom + cup * direction, bottom + 0.55 * cup * direction
    return {
        "rod": np.array([start, bottom]),
        "cup": np.array([mouth + side, bottom + side, bottom - side, mouth - side]),
        "piston rod": np.array([piston, end]),
        "piston": np.array([piston + 0.7 * side, piston - 0.7 * side]),
    }


def hatching(start: Array, end: Array, size: float) -> list[Array]:
    """Short strokes into the ground, on the right side as seen from start to end.

    Parameters
    ----------
    start, end : ndarray, shape (2,)
        Ends of the surface on the page, m.
    size : float
        Of symbols, m.

    Returns
    -------
    list of ndarray, each of shape (2, 2)
    """
    direction = unit(end - start)
    stroke = -0.7 * size * (direction + left(direction))
    feet = np.arange(0.425 * size, float(np.hypot(*(end - start))), 0.85 * size)
    return [np.array([start + d * direction, start + d * direction + stroke]) for d in feet]
