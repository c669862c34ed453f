"""Chapter A.6, mass on a turntable: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _friction(curves: Curves) -> tuple[str, str]:
    needed = curves["f_r_needed"]  # positive inwards
    answer = "inwards" if (needed >= 0).all() else "outwards" if (needed <= 0).all() else "turns"
    speed = curves["omega"][np.argmax(needed > 0)]
    return answer, f"The friction that is needed points outwards below {speed:.1f} rad/s and inwards above."


QUESTIONS: dict[str, Question] = {
    "friction": Choose(
        "The block lies on a plate that slopes towards the axis of the table, and a stretched spring pulls it "
        "inwards, too. The table speeds up from rest. In which direction must friction act so that the block stays "
        "where it is?",
        options={
            "inwards": "inwards all the time, against the centrifugal force",
            "outwards": "outwards all the time, against weight and spring",
            "turns": "outwards at first, inwards later",
        },
        observe=_friction,
        reason="Friction takes what the others leave over. At rest weight and spring pull the block in and friction "
        "must hold it out; the centrifugal force grows with ω², relieves friction, needs none at one speed, "
        "and beyond it friction must help to hold the block in.",
    ),
}
