"""Chapter 8, flexible bodies: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _tip(curves: Curves) -> tuple[str, str]:
    lag, end = curves["tip_y"].min(), curves["tip_y"][-1]
    answer = "straight" if abs(end) < 0.02 else "behind" if end < 0 else "ahead"
    return (
        answer,
        f"It stays behind by {-lag:.2f} m at most; at 20 s it is {1000 * abs(end):.0f} mm from the straight line.",
    )


QUESTIONS: dict[str, Question] = {
    "spin-up": Choose(
        "A hub with a slender beam of 10 m is brought to 6 rad/s within 15 s and then turns steadily. Where is the "
        "tip in the end, seen from the hub?",
        options={
            "behind": "it stays behind, the more the faster it turns",
            "straight": "on the straight line, as if the beam were rigid",
            "ahead": "ahead of the hub, swinging",
        },
        observe=_tip,
        reason="The tip is left behind only while the hub accelerates. At a steady speed the inertia forces point "
        "outwards, along the beam, and even pull it straight: they make it stiffer. Equations "
        "without this stiffening let the beam break away instead.",
    ),
}
