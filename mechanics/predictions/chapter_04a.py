"""Chapter 4a, rotations: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _between(curves: Curves) -> tuple[str, str]:
    angle = np.degrees(curves["delta"][-1])
    answer = "none" if angle < 5 else min(("quarter", "third", "half"), key=lambda name: abs(ANGLES[name] - angle))
    return answer, f"The turn from one to the other has {angle:.0f}°."


ANGLES = {"quarter": 90, "third": 120, "half": 180}


QUESTIONS: dict[str, Question] = {
    "two-books": Choose(
        "Two equal books get two quarter turns each, about axes of their own: the first about z and then about y, the "
        "second about y and then about z. By which single turn would the first be brought to lie like the second?",
        options={
            "none": "by none: they lie alike",
            "quarter": "by a quarter turn, 90°",
            "third": "by a third of a turn, 120°",
            "half": "by half a turn, 180°",
        },
        observe=_between,
        reason="Rotations do not commute, R_z R_y is not R_y R_z. The difference is itself a rotation, and its angle "
        "follows from the trace, 1 + 2 cos δ: for quarter turns the trace is zero, which gives 120°, a turn "
        "about the diagonal of a cube, which takes each axis to the next one.",
    ),
}
