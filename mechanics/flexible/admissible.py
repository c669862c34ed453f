"""Whether assumed shapes can take the deformations that a beam with such ends has: refused if not, in a sentence.

A Ritz series may add up any shapes that satisfy the geometric conditions of its ends, but it converges to the right
motion only if they leave everything else free. A series of ξ², ξ³, ... holds a bending beam as a clamp does. In a bar
that stretches or twists, it also holds the strain at the root at zero, where the largest force is: all its natural
frequencies are too high, the lowest by 64 % with one shape, 13 % with two, and still 4 % with four.
"""

from collections.abc import Sequence

import numpy as np

from ..model import ModelError
from .shapes import Shape

__all__ = ["check_admissible"]

ZERO = 1e-9  # of the largest value of the shapes or their derivatives
INDEPENDENT = 1e-13  # smallest eigenvalue of the products of the normalised shapes
ENDS = ((0.0, "the root (ξ = 0)"), (1.0, "the tip (ξ = 1)"))
BARS = {"x": ("stretching", "normal force"), "twist": ("twisting", "torque")}


def check_admissible(name: str, shapes: Sequence[Shape], points: int) -> None:
    """Refuse shapes that hold a strain at zero where the beam carries a load, and shapes that depend on each other.

    Parameters
    ----------
    name : str
        ``"x"`` or ``"twist"`` for a bar that stretches or twists, ``"y"`` or ``"z"`` for a beam that bends.
    shapes : sequence of Shape
        Shapes of one direction.
    points : int
        Gauss points over the length.

    Raises
    ------
    ModelError
        With the end, and shapes that can be used instead.
    """
    if not shapes:
        return
    _check_independent(name, shapes, points)
    for xi, where in ENDS:
        if name in BARS and _vanish(shapes, xi, 0) and _vanish(shapes, xi, 1):
            motion, load = BARS[name]
            raise ModelError(
                f"AssumedModes: expected shapes {name} of the {motion} that let the bar strain at {where}, where it is "
                f"held; got shapes that all have the slope 0 there, so that the end could carry no {load} and every "
                f"frequency would be too high. Take bar_shapes({len(shapes)}) or bar_polynomials({len(shapes)}); "
                "polynomial_shapes, from ξ² on, are for bending."
            )
        if name not in BARS and all(_vanish(shapes, xi, order) for order in (0, 1, 2)):
            raise ModelError(
                f"AssumedModes: expected shapes {name} of the bending that let the beam bend at {where}, where it is "
                "clamped; got shapes that all have the curvature 0 there, so that the clamp could carry no moment and "
                f"every frequency would be too high. Take beam_shapes({len(shapes)}) or "
                f"polynomial_shapes({len(shapes)})."
            )


def _vanish(shapes: Sequence[Shape], xi: float, order: int) -> bool:
    """Whether the derivatives of this order are all zero at ξ."""
    everywhere = np.linspace(0.0, 1.0, 21)
    derivatives = [shape.deriv(order) if order else shape for shape in shapes]
    size = max(float(np.abs(derivative(everywhere)).max()) for derivative in derivatives)
    return all(abs(float(derivative(xi))) <= ZERO * max(size, 1e-300) for derivative in derivatives)


def _check_independent(name: str, shapes: Sequence[Shape], points: int) -> None:
    values = _sampled(shapes, 2 * points + 20)
    size = np.linalg.norm(values, axis=1)
    if not np.isfinite(values).all() or not size.all():
        raise ModelError(f"AssumedModes: expected shapes {name} with finite values, not zero everywhere.")
    values /= size[:, None]
    coarse = _sampled(shapes, points) / size[:, None]
    if np.abs(coarse @ coarse.T - values @ values.T).max() > 1e-6:
        raise ModelError(
            f"AssumedModes: expected enough Gauss points for shapes {name} that swing so often; {points} points are "
            f"off by more than a millionth in their integrals. Take points={2 * points}, or fewer shapes."
        )
    if np.linalg.svd(values, compute_uv=False)[-1] ** 2 < INDEPENDENT:
        raise ModelError(
            f"AssumedModes: expected shapes {name} that are independent of each other; the {len(shapes)} given "
            "describe the same motion twice (to rounding). Leave out shapes, or take natural ones, beam_shapes or "
            "bar_shapes, which stay independent in any number."
        )


def _sampled(shapes: Sequence[Shape], points: int) -> np.ndarray:
    """The shapes at Gauss points, times the roots of their weights, (n, points)."""
    knots, weights = np.polynomial.legendre.leggauss(points)
    values = [np.broadcast_to(shape((knots + 1) / 2), knots.shape) for shape in shapes]
    return np.array(values, dtype=float) * np.sqrt(weights)
