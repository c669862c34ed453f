"""Chapter 6, rigid multibody systems: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _brakes(curves: Curves) -> tuple[str, str]:
    share = 100 * (curves["M_d"] < 0).mean()
    answer = "never" if share == 0 else "briefly" if share < 20 else "half" if share < 65 else "mostly"
    return answer, f"Its moment is negative for {share:.0f} % of the time."


QUESTIONS: dict[str, Question] = {
    "crank": Choose(
        "A motor keeps a crank at constant speed; a connecting rod drives a slider to and fro, without friction, in "
        "the field of gravity. For how much of the time must the motor hold the crank back?",
        options={
            "never": "never: a motor drives",
            "briefly": "for a short moment at the dead centres",
            "half": "for about half of the time",
        },
        observe=_brakes,
        reason="Nothing takes energy away here, so the mean power of the motor is zero. Whatever it gives to speed up "
        "the slider and to lift the rod, it gets back when they slow down and sink, and then it has to brake.",
    ),
}
