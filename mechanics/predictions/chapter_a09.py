"""Chapter A.9, rope hoist: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _stops(curves: Curves) -> tuple[str, str]:
    farthest, end = curves["s"].max(), curves["s"][-1]
    stopped = curves["s_d"][-1] == 0
    answer = "stays" if stopped and farthest - end < 0.001 else "back" if end < farthest - 0.001 else "on"
    return (
        answer,
        f"It reaches {farthest:.2f} m and ends at {end:.2f} m; the friction is then {curves['f_r'][-1]:.0f} N.",
    )


QUESTIONS: dict[str, Question] = {
    "push": Choose(
        "The load slides up the ramp at 2 m/s, and the hoist pulls with 500 N, which is not enough to keep it going. "
        "What does it do after it has stopped?",
        options={
            "back": "it slides back",
            "stays": "it stays",
            "on": "it starts moving up the ramp again",
        },
        observe=_stops,
        reason="While the load slides up, full friction acts down the ramp, and together with the weight it stops the "
        "load. At rest, friction is only as large as equilibrium needs. The pull is 128 N more than the slope "
        "requires, but static friction can balance that: nothing moves. There is a whole range of forces, from "
        "30 N to 710 N, for which the load stays.",
    ),
}
