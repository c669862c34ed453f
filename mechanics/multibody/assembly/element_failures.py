"""What a user reads when a force element cannot be evaluated: its name, its length, and what its law returned."""

import math
from numbers import Real
from typing import Any

import numpy as np

from ...model import ModelError, SimulationError
from ..body import Place

__all__ = ["USUAL_ERRORS", "failure"]

USUAL_ERRORS = (ModelError, ArithmeticError, TypeError, ValueError, IndexError)
"""What a law raises that returns no number, or that is asked outside of its range."""
Ends = tuple[Place, np.ndarray, Place, np.ndarray]


def failure(element: Any, ends: Ends, t: float, s: np.ndarray, error: Exception | None) -> SimulationError:
    """The error for an element that has no force at some instant.

    Parameters
    ----------
    element : ForceElement
        The element.
    ends : tuple
        Pose and velocity of body i, pose and velocity of body j.
    t : float
        Time, s.
    s : np.ndarray
        Its own states.
    error : Exception or None
        What was raised; None where its force is no finite number.
    """
    start = f"The simulation stopped at t = {t:.6g} s:"
    if isinstance(error, ModelError):
        return SimulationError(f"{start} {error}")
    place_i, z_i, place_j, z_j = ends
    e, B_i, B_j = element.geometry(place_i, place_j, s)
    for k, (law, x, x_d) in enumerate(zip(element.laws, e, B_i @ z_i + B_j @ z_j, strict=True)):
        said = _said(law, float(x), float(x_d), t, s)
        if said:
            of = f" for component {k + 1}" if len(element.laws) > 1 else ""
            return SimulationError(
                f"{start} the law of the force element {element.name!r}{of} must return a finite number at the "
                f"elongation {x:.6g} and the rate {x_d:.6g}; {said}. Mend the law, or limit it to where it holds."
            )
    return SimulationError(
        f"{start} the force element {element.name!r} at the elongation {np.array2string(e, precision=6)} failed"
        f"{f': {error}' if error else ', its force is not finite'}. Mend its law, or limit it to where it holds."
    )


def _said(law: Any, x: float, x_d: float, t: float, s: np.ndarray) -> str:
    """What is wrong with the value of one law, in words; nothing where it is a number."""
    try:
        value = law(x, x_d, t, s)
    except Exception as error:
        return f"it raised {type(error).__name__}: {error}"
    return "" if isinstance(value, Real) and math.isfinite(value) else f"got {value!r}"
