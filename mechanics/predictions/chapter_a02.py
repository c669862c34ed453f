"""Chapter A.2, hinged frame: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _upright(curves: Curves) -> tuple[str, str]:
    farthest = abs(curves["phi"]).max()
    answer = "swings" if farthest < 0.1 else "leans" if farthest < 1 else "falls"
    return answer, f"Within 6 s it turns by {farthest:.1f} rad."


QUESTIONS: dict[str, Question] = {
    "soft-spring": Choose(
        "The spring is soft, but its relaxed length is chosen such that the frame is in equilibrium upright. The frame "
        "is released 0.02 rad away from that position. What does it do?",
        options={
            "swings": "it swings about the upright position, by 0.02 rad to either side",
            "leans": "it leans over a little and comes to rest there",
            "falls": "it falls over",
        },
        observe=_upright,
        reason="In equilibrium the sum of the moments is zero. Whether it is stable depends on the moments close to "
        "it: when the frame is tilted by φ, the weights tilt it further, and the restoring moment of the soft spring "
        "is too small.",
    ),
}
