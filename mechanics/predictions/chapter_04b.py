"""Chapter 4b, rigid motions: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _at_the_edge(curves: Curves) -> tuple[str, str]:
    rate = abs(np.gradient(curves["phi2_left"], curves["x"]))
    middle, edge = rate[len(rate) // 4 : len(rate) // 2].mean(), rate[-1]
    answer = "steady" if 0.5 < edge / middle < 2 else "slower" if edge < middle else "faster"
    return answer, f"At the edge of the workspace the elbow turns {edge / middle:.0f} times as fast as before."


QUESTIONS: dict[str, Question] = {
    "stretch": Choose(
        "The hand of the arm follows a target that moves at constant speed along a straight line, until the arm is "
        "stretched. How does the elbow turn just before that?",
        options={
            "slower": "more and more slowly",
            "steady": "at a constant rate, like the target",
            "faster": "faster and faster",
        },
        observe=_at_the_edge,
        reason="Near the stretched position a large rotation of the elbow hardly moves the hand outwards: the distance "
        "of the hand has a maximum there. To keep the hand moving outwards at constant speed, the elbow would have to "
        "turn infinitely fast in the end.",
    ),
}
