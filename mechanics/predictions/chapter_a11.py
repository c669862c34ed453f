"""Chapter A.11, planar robot: what the reader predicts."""

import numpy as np

from .curves import Curves, curves_of
from .questions import Choose, Question


def _apart(curves: Curves) -> tuple[str, str]:
    other = curves_of("planar_robot", q0=[0.4, 0.91, 2.6])
    apart = np.hypot(curves["x_e"] - other["x_e"], curves["y_e"] - other["y_e"])[len(other["t"]) // 2 :].max()
    answer = "alike" if apart < 0.05 else "near" if apart < 0.4 else "other"
    return answer, f"In the second half of the time the two ends are up to {apart:.1f} m apart."


QUESTIONS: dict[str, Question] = {
    "same-start": Choose(
        "The three bars of the robot fall and swing freely for 10 s. The experiment is repeated with q₂ = 0.91 rad at "
        "the start instead of 0.90 rad. How far apart do the two ends of the arm get in the second half?",
        options={
            "alike": "a few centimetres, as at the start",
            "near": "up to 30 cm",
            "other": "as far as the arm allows: the two motions have nothing in common",
        },
        observe=_apart,
        reason="In large swings a small difference does not grow in proportion to time but exponentially, because it "
        "is magnified each time a bar passes near its upright position. The equations leave nothing to chance, yet "
        "only an exact initial state would give an exact forecast: this is chaos.",
    ),
}
