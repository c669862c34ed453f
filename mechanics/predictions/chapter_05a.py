"""Chapter 5a, energy of rigid bodies: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _tumbles(curves: Curves) -> tuple[str, str]:
    up = curves["upright"] > 0
    turns = int((up[1:] != up[:-1]).sum())
    answer = "steady" if turns == 0 else "once" if turns == 1 else "again"
    return answer, f"In 8 s the axis turns upside down or back {turns} times."


QUESTIONS: dict[str, Question] = {
    "book": Choose(
        "A book moves freely in the air, spinning at 7 rad/s about the short edge of its cover, with a disturbance of "
        "0.05 rad/s about the two other edges. What happens to this axis of the book, which points upwards at first?",
        options={
            "steady": "it keeps pointing upwards and wobbles a little",
            "once": "it turns over and then stays upside down",
            "again": "it turns upside down and back, again and again",
        },
        observe=_tumbles,
        reason="For rotation about the axis of the intermediate moment of inertia a disturbance grows exponentially. "
        "Angular momentum and energy are constant, though, and allow only a periodic motion, from the initial to the "
        "upside-down orientation and back.",
    ),
}
