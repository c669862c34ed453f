"""Chapter 4c, angular velocity and Jacobians: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _size(curves: Curves) -> tuple[str, str]:
    size = curves["size"]
    answer = (
        "changing" if np.ptp(size) > 0.01 else "sum" if size[0] > 3.79 else "rotor" if size[0] < 3.01 else "between"
    )
    return answer, f"It is {size[0]:.2f} rad/s at all times."


QUESTIONS: dict[str, Question] = {
    "top": Choose(
        "The shaft of a top turns about the vertical at 0.8 rad/s. It is inclined by 0.6 rad, and the rotor spins "
        "about it at 3.0 rad/s. What is the magnitude of the angular velocity of the rotor in space?",
        options={
            "rotor": "3.0 rad/s: that of the rotor alone",
            "sum": "3.8 rad/s: the sum of both rates",
            "between": "something in between, constant",
            "changing": "it changes while the shaft turns",
        },
        observe=_size,
        reason="Angular velocities are added as vectors. The angle between the vertical and the "
        "shaft is always 0.6 rad, so the magnitude of the sum is √(0.8² + 3.0² + 2·0.8·3.0·cos 0.6) at every "
        "instant. Its direction turns with the shaft.",
    ),
}
