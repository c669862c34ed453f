"""Chapter 3c, momentum: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _best_angle(curves: Curves) -> tuple[str, str]:
    angle = np.degrees(curves["alpha"][curves["x_t1"].argmax()])
    answer = "flatter" if angle < 44 else "steeper" if angle > 46 else "diagonal"
    return answer, f"In the longest throw, {curves['x_t1'].max():.2f} m, the shot leaves the hand at {angle:.0f}°."


def _sinks(curves: Curves) -> tuple[str, str]:
    way = curves["dz2"][-1]
    answer = "rest" if abs(way) < 0.01 else "light" if way > 0 else "heavy"
    return answer, f"In 3.5 s the mass of 1.6 kg sinks by {way:.1f} m; the rope pulls with {curves['f_S'][0]:.1f} N."


QUESTIONS: dict[str, Question] = {
    "best-angle": Choose(
        "A shot leaves the hand 2.2 m above the ground at 14 m/s, whatever its direction. Which angle above the "
        "horizontal gives the longest throw?",
        options={"flatter": "less than 45°", "diagonal": "45°", "steeper": "more than 45°"},
        observe=_best_angle,
        reason="45° is the best angle if the shot lands at the height of the start. Here it falls another 2.2 m "
        "after it has come back to that height, and in this time it travels farther if its horizontal velocity is "
        "larger. Imagine a very high tower: from there you would throw almost horizontally.",
    ),
    "tackle": Choose(
        "A mass of 3.0 kg hangs on the movable pulley of a tackle, and a mass of 1.6 kg hangs on the free end of the "
        "rope. Both are released from rest. Which mass sinks?",
        options={
            "heavy": "the heavier one, 3.0 kg",
            "light": "the lighter one, 1.6 kg",
            "rest": "neither: the tackle balances them",
        },
        observe=_sinks,
        reason="Two strands of the rope carry the movable pulley, so for equilibrium each would need only half of "
        "the weight of 3.0 kg, which is the weight of 1.5 kg. The mass of 1.6 kg is a little more. The heavier mass "
        "rises, but only half as far as the lighter one sinks.",
    ),
}
