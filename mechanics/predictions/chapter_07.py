"""Chapter 7, trees with spherical joints: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _whip(curves: Curves) -> tuple[str, str]:
    speed = curves["v_E"].max()
    answer = "less" if speed < 9 else "same" if speed < 11.5 else "more"
    return answer, f"The free end reaches {speed:.1f} m/s."


QUESTIONS: dict[str, Question] = {
    "whip": Choose(
        "A chain of 5 m with fifty links hangs on a hook; it is held out straight to the side and let go. Something "
        "that falls by 5 m reaches 10 m/s. How fast does the free end of the chain get?",
        options={
            "less": "less than 10 m/s: the other links hold it back",
            "same": "about 10 m/s: energy is conserved",
            "more": "much more than 10 m/s",
        },
        observe=_whip,
        reason="Energy is conserved for the chain as a whole, not for each link. When the bend runs down to the free "
        "end, the links above have done their fall and come to rest one after the other; their energy goes "
        "into the few that still move. It is the crack of a whip.",
    ),
}
