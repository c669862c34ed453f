"""Chapter 3c, momentum: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _best_angle(curves: Curves) -> tuple[str, str]:
    angle = np.degrees(curves["alpha"][curves["x_t1"].argmax()])
    answer = "flatter" if angle < 44 else "steeper" if angle > 46 else "diagonal"
    return answer, f"The longest throw, {curves['x_t1'].max():.2f} m, leaves the hand at {angle:.0f}°."


QUESTIONS: dict[str, Question] = {
    "best-angle": Choose(
        "A shot leaves the hand 2.2 m above the ground with 14 m/s, whatever its direction. Which angle above the "
        "horizontal gives the longest throw?",
        options={"flatter": "less than 45°", "diagonal": "45°", "steeper": "more than 45°"},
        observe=_best_angle,
        reason="45° is the best angle for a landing at the height of the start. Here the shot still falls by 2.2 m "
        "when it has come back to that height, and it gets farther in this time if its horizontal velocity is "
        "larger. Imagine a very high tower: from there one would throw almost horizontally.",
    ),
}
