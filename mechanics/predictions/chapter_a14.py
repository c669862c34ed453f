"""Chapter A.14, elastic boom: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _rest(curves: Curves) -> tuple[str, str]:
    height, angle = (curves[name][-len(curves[name]) // 4 :].mean() for name in ("s", "phi"))
    answer = "relaxed" if height > 0.78 else "level" if abs(angle) < 0.03 else "tilted"
    return answer, f"In the last quarter of the time it is at {height:.2f} m and {angle:.2f} rad on average."


QUESTIONS: dict[str, Question] = {
    "rest": Choose(
        "The spring of the slide is relaxed at 0.80 m, and the torsion spring in the hinge while the beam is level. "
        "The slide is released at 0.85 m; friction damps the motion. Where does the boom come to rest?",
        options={
            "relaxed": "at 0.80 m and level, where both springs are relaxed",
            "level": "below 0.80 m and level",
            "tilted": "below 0.80 m, and with its left end down",
        },
        observe=_rest,
        reason="Both springs carry a load. The spring of the slide carries the weight of slide and beam and is "
        "compressed by 14 cm. The mass centre of the beam is 18.6 cm to the left of the hinge, so its weight "
        "also has a moment, and the torsion spring balances it only when it is twisted, by 0.22 rad.",
    ),
}
