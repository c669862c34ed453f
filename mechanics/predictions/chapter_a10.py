"""Chapter A.10, toggle press: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _held(curves: Curves) -> tuple[str, str]:
    load = np.interp(0.05, curves["phi1"], curves["f_L"])
    answer = "less" if load < 300 else "some" if load < 1000 else "many"
    return answer, f"At 0.05 rad it holds {load:.0f} N."


QUESTIONS: dict[str, Question] = {
    "stretched": Choose(
        "The knee of the press is almost straight: lever 1 is only 0.05 rad, 3°, above the horizontal. The knee is "
        "pressed down with 300 N. What load can the slider hold?",
        options={
            "less": "less than 300 N: the levers hardly point downwards",
            "some": "about twice as much, 300 N for each lever",
            "many": "more than 3000 N",
        },
        observe=_held,
        reason="The levers are almost horizontal and carry the force on the knee only through their small slope, so "
        "the forces along them must be large, and these act almost in the direction of the slider. Force times "
        "distance agrees: when the knee moves down, the slider hardly moves any more.",
    ),
}
