"""Chapter 3b, centre of mass: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _share(curves: Curves) -> tuple[str, str]:
    half = np.interp(curves["h"].max() / 2, curves["h"], curves["share"])
    answer = "half" if abs(half - 50) < 3 else "third" if half < 45 else "more" if half < 62 else "most"
    return answer, f"The slices up to half the height hold {half:.0f} % of the mass."


def _hole(curves: Curves) -> tuple[str, str]:
    angle = abs(curves["phi"][-1])
    answer = "top" if angle < 0.1 else "bottom" if angle > 3.0 else "between"
    return answer, f"After 20 s the hole is {angle:.3f} rad from the top."


QUESTIONS: dict[str, Question] = {
    "lower-half": Choose(
        "A solid hemisphere rests on its flat face and is built up slice by slice. How much of its mass is below "
        "half of its height?",
        options={
            "half": "one half",
            "more": "a little more than one half, 55 to 60 %",
            "most": "more than two thirds",
        },
        observe=_share,
        reason="A slice at height h has the area π(R² − h²). Halfway up, the area is still three quarters of that of "
        "the base; it decreases quickly only near the top. The integral up to R/2 gives 11/16 of the mass.",
    ),
    "hole": Choose(
        "A wheel has a hole on one side and turns about an axle through its middle, with a little friction. It is "
        "released with the hole 2 rad from the top. Where does the hole come to rest?",
        options={
            "bottom": "at the bottom",
            "between": "wherever the friction stops it",
            "top": "at the top",
        },
        observe=_hole,
        reason="Material is missing at the hole, so the mass centre is on the other side of the axle. A body that "
        "can turn comes to rest with its mass centre below the axle, and then the hole is at the top. The friction "
        "here is viscous: it vanishes with the speed and cannot hold the wheel anywhere else.",
    ),
}
