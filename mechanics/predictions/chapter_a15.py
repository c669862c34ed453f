"""Chapter A.15, trebuchet: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _share(curves: Curves) -> tuple[str, str]:
    share = 100 * curves["efficiency"][curves["range"].argmax()]
    answer = "quarter" if share < 37 else "half" if share < 65 else "most"
    return answer, f"For the farthest throw it is {share:.0f} %."


QUESTIONS: dict[str, Question] = {
    "share": Choose(
        "The heavy counterweight falls and throws a light pumpkin. What fraction of the energy that the counterweight "
        "loses does the pumpkin have when it leaves the sling?",
        options={
            "quarter": "about a quarter: the heavy counterweight keeps most of it",
            "half": "about one half",
            "most": "more than three quarters",
        },
        observe=_share,
        reason="The hinged counterweight and the sling are what matter: at the end the sling swings around, the "
        "pumpkin overtakes the arm, pulls on it and brakes arm and counterweight almost to rest. A body at rest has no "
        "kinetic energy left.",
    ),
}
