"""Chapter A.9, rope hoist: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _stops(curves: Curves) -> tuple[str, str]:
    farthest, end = curves["s"].max(), curves["s"][-1]
    stopped = curves["s_d"][-1] == 0
    answer = "stays" if stopped and farthest - end < 0.001 else "back" if end < farthest - 0.001 else "on"
    return (
        answer,
        f"It comes to {farthest:.2f} m and is at {end:.2f} m in the end; friction is {curves['f_r'][-1]:.0f} N then.",
    )


QUESTIONS: dict[str, Question] = {
    "push": Choose(
        "The load slides up the ramp with 2 m/s, and the hoist pulls with 500 N, which is not enough to keep it "
        "going. What does it do after it has come to a stop?",
        options={
            "back": "it slides back",
            "stays": "it stays",
            "on": "it starts again up the ramp",
        },
        observe=_stops,
        reason="While it slides up, friction acts down the ramp with all it has, and with the slope it stops the "
        "load. At rest friction becomes what is needed. The pull is 128 N more than the slope demands, but "
        "that is less than static friction can give: nothing moves. There is a whole range of forces, from 30 "
        "N to 710 N, for which the load stays.",
    ),
}
