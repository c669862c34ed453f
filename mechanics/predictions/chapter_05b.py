"""Chapter 5b, Lagrange's equations: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _drift(curves: Curves) -> tuple[str, str]:
    x, y = curves["x"], curves["y"]
    if abs(x[-1]) > 5 * abs(y).max():
        return "right" if x[
            -1
        ] > 0 else "left", f"In 10 s it moves {x[-1]:.1f} m to the right and never rises above {y.max():.1f} m."
    return ("up" if y[-1] > 5 * abs(x).max() else "circle"), f"It ends at x = {x[-1]:.1f} m and y = {y[-1]:.1f} m."


QUESTIONS: dict[str, Question] = {
    "charge": Choose(
        "A positive charge starts at rest. The electric field points upwards, and the magnetic field points out of "
        "the plane, towards you. Where does the charge move in the long run?",
        options={
            "up": "upwards, along the electric field",
            "right": "to the right, across both fields",
            "circle": "it moves on a circle",
        },
        observe=_drift,
        reason="The electric force accelerates it upwards, but the faster it moves, the more the magnetic force turns "
        "it to the right, until it moves downwards and comes to rest. Then the motion begins again, one arc of a "
        "cycloid after the other: on average the charge moves in the direction of E × B at the speed E/B.",
    ),
}
