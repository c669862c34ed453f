"""Chapter 3a, force systems: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _bearing(curves: Curves) -> tuple[str, str]:
    ratio = curves["f_L"][0] / curves["f_S"][0]
    answer = "load" if abs(ratio - 1) < 0.1 else "double" if abs(ratio - 2) < 0.1 else "none"
    return answer, f"The rope pulls with {curves['f_S'][0]:.1f} N, and the bearing holds {curves['f_L'][0]:.1f} N."


QUESTIONS: dict[str, Question] = {
    "roller": Choose(
        "A load of 98 N hangs on a rope that runs over a light roller without friction, and a hand holds the other "
        "end, pulling straight down. What force does the bearing of the roller carry?",
        options={
            "none": "almost none: the hand balances the load",
            "load": "98 N, the load",
            "double": "196 N, twice the load",
        },
        observe=_bearing,
        reason="Cut both ends of the rope: the roller is pulled down by the rope on the side of the load and once "
        "more on the side of the hand, with the same force. The bearing balances both. Only if the hand pulls "
        "to the side, the two forces do not add up fully.",
    ),
}
