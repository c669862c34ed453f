"""Chapter 7, trees with spherical joints: what the reader predicts."""

import numpy as np

from .curves import Curves, curves_of
from .questions import Choose, Question


def _whip(curves: Curves) -> tuple[str, str]:
    speed = curves["v_E"].max()
    answer = "less" if speed < 9 else "same" if speed < 11.5 else "more"
    return answer, f"The free end reaches {speed:.1f} m/s."


def _brake(curves: Curves) -> tuple[str, str]:
    late = curves["t"] > curves["t"].max() - 5
    hard = np.degrees(curves["theta"][late].max())
    other = curves_of("crane_chain_load", b=1.0)
    soft = np.degrees(other["theta"][other["t"] > other["t"].max() - 5].max())
    answer = "calm" if soft < 0.1 * hard else "half" if soft < 0.7 * hard else "hardly"
    return (
        answer,
        f"At the end the load swings by {hard:.0f}° with the hard brake and by {soft:.0f}° with the soft one.",
    )


QUESTIONS: dict[str, Question] = {
    "whip": Choose(
        "A chain of 5 m with fifty links hangs on a hook; it begins straight, obliquely to the side, and swings down. "
        "Nothing that falls by 5 m gets faster than 10 m/s. How fast does the free end of the chain get?",
        options={
            "less": "less than 10 m/s: the other links hold it back",
            "same": "about 10 m/s: energy is conserved",
            "more": "much more than 10 m/s",
        },
        observe=_whip,
        reason="Energy is conserved for the chain as a whole, not for each link. When the bend runs down to the free "
        "end, the links above it have done their fall and slow down one after the other; their energy goes "
        "into the few that are still fast. It is the crack of a whip.",
    ),
    "brake": Choose(
        "A trolley with a load on a chain brakes hard, and the load is left swinging. Next time it brakes with only 1 "
        "m/s², more gently. How far does the load swing then?",
        options={
            "calm": "hardly at all",
            "half": "about half as far",
            "hardly": "almost as far as before",
        },
        observe=_brake,
        reason="An acceleration tilts gravity, and the load begins to swing about the tilted direction. What is left "
        "in the end depends on how the beginning and the end of the braking fit to the period of the swing, "
        "not on its size alone. The trolley must change its acceleration slowly, over a whole period.",
    ),
}
