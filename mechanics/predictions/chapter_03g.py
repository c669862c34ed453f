"""Chapter 3g, angular momentum: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _hardest(curves: Curves) -> tuple[str, str]:
    angle = abs(curves["phi"][curves["f_S"].argmax()])
    spread = curves["f_S"].max() / curves["f_S"].min()
    answer = "same" if spread < 1.05 else "lowest" if angle < 0.1 else "turning"
    return answer, f"It pulls with {curves['f_S'].min():.1f} N at least and with {curves['f_S'].max():.1f} N at most."


QUESTIONS: dict[str, Question] = {
    "rod-force": Choose(
        "A mass of 1 kg, 9.8 N heavy, swings on a light rod, let go at 1 rad. Where does the rod pull hardest?",
        options={
            "turning": "at the turning points, where it stands most askew",
            "lowest": "at the lowest point",
            "same": "equally everywhere: it carries the weight",
        },
        observe=_hardest,
        reason="At the turning points the mass rests for an instant, and the rod only takes m·g·cos φ, the part of "
        "the weight along it. At the lowest point it takes all of the weight and also bends the path of the "
        "fastest mass upwards, with m·l·φ̇². That is why ropes break at the bottom of a swing.",
    ),
}
