"""Chapter 4c, angular velocity and Jacobians: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _size(curves: Curves) -> tuple[str, str]:
    size = curves["size"]
    answer = (
        "changing" if np.ptp(size) > 0.01 else "sum" if size[0] > 3.79 else "rotor" if size[0] < 3.01 else "between"
    )
    return answer, f"It is {size[0]:.2f} rad/s, and stays that."


QUESTIONS: dict[str, Question] = {
    "top": Choose(
        "The shaft of a top turns about the vertical with 0.8 rad/s. It leans by 0.6 rad, and the rotor spins about "
        "it with 3.0 rad/s. How large is the angular velocity of the rotor in space?",
        options={
            "rotor": "3.0 rad/s: the rotor's own",
            "sum": "3.8 rad/s: both rates add up",
            "between": "something in between, always the same",
            "changing": "it changes while the shaft turns around",
        },
        observe=_size,
        reason="Angular velocities are vectors and are added head to tail. The angle between the vertical and the "
        "shaft is 0.6 rad all the time, so the size of the sum is √(0.8² + 3.0² + 2·0.8·3.0·cos 0.6) at every "
        "instant. Its direction turns with the shaft.",
    ),
}
