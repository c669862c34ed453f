"""Chapter 8, flexible bodies: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _tip(curves: Curves) -> tuple[str, str]:
    lag, end = curves["tip_y"].min(), curves["tip_y"][-1]
    answer = "straight" if abs(end) < 0.02 else "behind" if end < 0 else "ahead"
    return (
        answer,
        f"It lags behind by {-lag:.2f} m at most; at 20 s it is {1000 * abs(end):.0f} mm from the straight line.",
    )


QUESTIONS: dict[str, Question] = {
    "spin-up": Choose(
        "A hub with a slender beam of 10 m is accelerated to 6 rad/s within 15 s and then turns at constant speed. "
        "Where is the tip in the end, as seen from the hub?",
        options={
            "behind": "it lags behind, and the faster it turns, the more",
            "straight": "on the straight line, as if the beam were rigid",
            "ahead": "ahead of the hub, oscillating",
        },
        observe=_tip,
        reason="The tip lags behind only while the hub accelerates. At constant speed the inertia forces point "
        "outwards along the beam and pull it straight: they make it stiffer. In equations "
        "without this stiffening the deflection grows without bound instead.",
    ),
}
