"""Chapter 5b, Lagrange's equations: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _drift(curves: Curves) -> tuple[str, str]:
    x, y = curves["x"], curves["y"]
    if abs(x[-1]) > 5 * abs(y).max():
        return "right" if x[
            -1
        ] > 0 else "left", f"In 10 s it gets {x[-1]:.1f} m to the right, and never above {y.max():.1f} m."
    return ("up" if y[-1] > 5 * abs(x).max() else "circle"), f"It ends at x = {x[-1]:.1f} m and y = {y[-1]:.1f} m."


QUESTIONS: dict[str, Question] = {
    "charge": Choose(
        "A positive charge starts at rest. The electric field points upwards, and the magnetic field points out of "
        "the plane, towards you. Where does the charge go in the long run?",
        options={
            "up": "upwards, along the electric field",
            "right": "to the right, across both fields",
            "circle": "nowhere: it runs around in a circle",
        },
        observe=_drift,
        reason="The electric force sets it off upwards, but the faster it gets the more the magnetic force turns it "
        "to the right, until it runs downwards and is braked to rest. Then all begins again, one arc of a "
        "cycloid beside the other: on average E × B decides, with the speed E/B.",
    ),
}
