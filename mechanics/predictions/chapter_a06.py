"""Chapter A.6, mass on a turntable: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _friction(curves: Curves) -> tuple[str, str]:
    needed = curves["f_r_needed"]  # positive inwards
    answer = "inwards" if (needed >= 0).all() else "outwards" if (needed <= 0).all() else "turns"
    speed = curves["omega"][np.argmax(needed > 0)]
    return answer, f"The required friction points outwards below {speed:.1f} rad/s and inwards above it."


def _lets_go(curves: Curves) -> tuple[str, str]:
    way = 100 * (curves["s_m"].max() - curves["s_m"][0])
    moving = (curves["v"] != 0).mean()
    answer = "off" if way > 30 else "creeps" if moving > 0.5 else "leaps"
    return answer, f"It moves outwards by {way:.0f} cm, but is in motion only {100 * moving:.0f} % of the time."


QUESTIONS: dict[str, Question] = {
    "friction": Choose(
        "The block lies on a plate that slopes down towards the axis of the table, and a stretched spring pulls it "
        "inwards, too. The table speeds up from rest. In which direction must friction act so that the block stays "
        "where it is?",
        options={
            "inwards": "inwards all the time, against the centrifugal force",
            "outwards": "outwards all the time, against weight and spring",
            "turns": "outwards at first, inwards later",
        },
        observe=_friction,
        reason="Friction balances the resultant of the other forces. At rest, weight and spring pull the block in, so "
        "friction must act outwards. The centrifugal force grows with ω² and reduces the friction needed; at one "
        "speed none is needed, and above it friction must help to hold the block in.",
    ),
    "lets-go": Choose(
        "The table turns faster and faster, until the block in its groove no longer sticks. What does the block do "
        "next?",
        options={
            "off": "it slides outwards faster and faster, to the end of the plate",
            "creeps": "it creeps outwards steadily as the table gets faster",
            "leaps": "it leaps a few centimetres outwards and sticks again",
        },
        observe=_lets_go,
        reason="Sliding friction is smaller than the maximum static friction, so the block starts with a jump. But as "
        "it moves out, the spring force grows faster than the centrifugal force: the block slows down, stops and "
        "sticks, now with friction in reserve, until the table is faster.",
    ),
}
