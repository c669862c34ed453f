"""Chapter 4a, rotations: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _between(curves: Curves) -> tuple[str, str]:
    angle = np.degrees(curves["delta"][-1])
    answer = "none" if angle < 5 else min(("quarter", "third", "half"), key=lambda name: abs(ANGLES[name] - angle))
    return answer, f"The rotation from one to the other is {angle:.0f}°."


ANGLES = {"quarter": 90, "third": 120, "half": 180}


QUESTIONS: dict[str, Question] = {
    "two-books": Choose(
        "Two identical books are turned by two quarter turns each, about their own axes: the first about z and then "
        "about y, the second about y and then about z. Which single rotation would take the first to the orientation "
        "of the second?",
        options={
            "none": "none: their orientations are the same",
            "quarter": "a quarter turn, 90°",
            "third": "a third of a turn, 120°",
            "half": "half a turn, 180°",
        },
        observe=_between,
        reason="Rotations do not commute, R_z R_y is not R_y R_z. The difference is itself a rotation, and its angle "
        "follows from the trace, 1 + 2 cos δ: for quarter turns the trace is zero, which gives 120°, a rotation "
        "about the diagonal of a cube.",
    ),
}
