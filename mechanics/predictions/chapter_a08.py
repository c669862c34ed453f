"""Chapter A.8, rope drum: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _first_force(curves: Curves) -> tuple[str, str]:
    ratio = curves["f_S"][0] / 19.62
    answer = "weight" if abs(ratio - 1) < 0.05 else "less" if ratio < 1 else "more"
    return (
        answer,
        f"It is {curves['f_S'][0]:.1f} N at the first instant, and {curves['f_S'].max():.1f} N at the far end.",
    )


QUESTIONS: dict[str, Question] = {
    "first-force": Choose(
        "A block with a weight of 19.6 N hangs on the cable of the drum. The spring is relaxed, and the drum is "
        "released. How large is the force in the cable at the first instant?",
        options={"weight": "19.6 N, the weight", "less": "less than that", "more": "more than that"},
        observe=_first_force,
        reason="At this instant nothing moves yet, but the block already accelerates downwards: its weight exceeds the "
        "pull of the cable by mass times acceleration. The force in a cable equals the weight only while the "
        "load is not accelerated.",
    ),
}
