"""Chapter 3c, momentum: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _best_angle(curves: Curves) -> tuple[str, str]:
    angle = np.degrees(curves["alpha"][curves["x_t1"].argmax()])
    answer = "flatter" if angle < 44 else "steeper" if angle > 46 else "diagonal"
    return answer, f"The longest throw, {curves['x_t1'].max():.2f} m, leaves the hand at {angle:.0f}°."


def _sinks(curves: Curves) -> tuple[str, str]:
    way = curves["dz2"][-1]
    answer = "rest" if abs(way) < 0.01 else "light" if way > 0 else "heavy"
    return answer, f"In 3.5 s the 1.6 kg sink by {way:.1f} m; the rope pulls with {curves['f_S'][0]:.1f} N."


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
    "tackle": Choose(
        "A mass of 3.0 kg hangs on the loose pulley of a tackle, and 1.6 kg hang on the free end of the rope. All is "
        "let go. Which mass sinks?",
        options={
            "heavy": "the heavier one, 3.0 kg",
            "light": "the lighter one, 1.6 kg",
            "rest": "neither: the tackle balances them",
        },
        observe=_sinks,
        reason="Two strands of the rope carry the loose pulley, so the 3.0 kg need only half of their weight in each, "
        "what 1.5 kg would weigh. The 1.6 kg are a little more. The heavier mass rises, but only half as far "
        "as the lighter one sinks.",
    ),
}
