"""Chapter A.12, hollow cylinder with rod: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _swing(curves: Curves) -> tuple[str, str]:
    farthest = abs(curves["phi"]).max()
    answer = "small" if farthest < 0.12 else "some" if farthest < 0.3 else "wide"
    return answer, f"The swing reaches {farthest:.2f} rad."


QUESTIONS: dict[str, Question] = {
    "bouncing": Choose(
        "The rod bounces in its cylinder on a spring, twice for each swing of the cylinder, without friction. The "
        "cylinder swings by only 0.08 rad at the start. How far does it swing in the next 30 s?",
        options={
            "small": "0.08 rad all the time: each motion keeps its energy",
            "some": "about twice as far",
            "wide": "many times as far",
        },
        observe=_swing,
        reason="A swing is sped up when its length becomes shorter at the lowest point and longer at the turning "
        "points: that is how a child pumps. With a ratio of two the bouncing does it at the right moment each "
        "time, and hands all its energy to the swing. Afterwards it comes back.",
    ),
}
