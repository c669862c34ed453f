"""Chapter A.2, hinged frame: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _upright(curves: Curves) -> tuple[str, str]:
    farthest = abs(curves["phi"]).max()
    answer = "swings" if farthest < 0.1 else "leans" if farthest < 1 else "falls"
    return answer, f"Within 6 s it turns by {farthest:.1f} rad."


QUESTIONS: dict[str, Question] = {
    "soft-spring": Choose(
        "The spring is soft, but its relaxed length is chosen such that the frame is in equilibrium upright. It is "
        "let go 0.02 rad beside that position. What does it do?",
        options={
            "swings": "it swings about the upright position, by 0.02 rad to either side",
            "leans": "it leans over a little and rests there",
            "falls": "it leaves and falls over",
        },
        observe=_upright,
        reason="Equilibrium says that all moments cancel in one position. Whether it is stable, the moments beside it "
        "decide: tilted by φ, the weight tips the frame on, and the soft spring does not answer with enough.",
    ),
}
