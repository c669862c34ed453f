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
        f"At the end the load swings by {hard:.0f}° with hard braking and by {soft:.0f}° with gentle braking.",
    )


QUESTIONS: dict[str, Question] = {
    "whip": Choose(
        "A chain of 5 m with fifty links hangs from a hook; it is released straight but at an angle to the vertical, "
        "and swings down. A body that falls freely by 5 m reaches 10 m/s. What speed does the free end of the chain "
        "reach?",
        options={
            "less": "less than 10 m/s: the other links hold it back",
            "same": "about 10 m/s: energy is conserved",
            "more": "much more than 10 m/s",
        },
        observe=_whip,
        reason="Energy is conserved for the chain as a whole, not for each link. When a bend travels down to the free "
        "end, the links above it slow down one after the other; their energy is transferred to the few links "
        "that are still moving fast. A whip cracks in the same way.",
    ),
    "brake": Choose(
        "A trolley with a load on a chain brakes hard, and the load continues to swing. Next time it brakes more "
        "gently, at only 1 m/s². How far does the load swing then?",
        options={
            "calm": "hardly at all",
            "half": "about half as far",
            "hardly": "almost as far as before",
        },
        observe=_brake,
        reason="An acceleration of the trolley acts like a tilted gravity, and the load begins to swing about the "
        "tilted direction. The swing that remains depends on how the duration of the braking is related to the period, "
        "not only on the deceleration. The acceleration must change slowly, over a whole period.",
    ),
}
