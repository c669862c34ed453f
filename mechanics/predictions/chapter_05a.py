"""Chapter 5a, energy of rigid bodies: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _tumbles(curves: Curves) -> tuple[str, str]:
    up = curves["upright"] > 0
    turns = int((up[1:] != up[:-1]).sum())
    answer = "steady" if turns == 0 else "once" if turns == 1 else "again"
    return answer, f"In 8 s the short edge turns upside down or back {turns} times."


QUESTIONS: dict[str, Question] = {
    "book": Choose(
        "A book flies freely, spinning with 7 rad/s about the short edge of its cover, with a disturbance of 0.05 "
        "rad/s about the two other edges. What becomes of this axis, which points upwards at first?",
        options={
            "steady": "it keeps pointing upwards and trembles a little",
            "once": "it falls over and then stays upside down",
            "again": "it turns upside down and back again, over and over",
        },
        observe=_tumbles,
        reason="About the axis with the middle moment of inertia a disturbance grows exponentially. Angular momentum "
        "and energy are constant, though, and allow one way only, which leads past the upside-down position "
        "and back to the start: it is run through again and again.",
    ),
}
