"""Chapter 3d, energy: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _row(curves: Curves) -> tuple[str, str]:
    force, length = curves["f"], curves["s_series"]
    row = (force.max() - force.min()) / (length.max() - length.min())
    answer = "softer" if row < 95 else "between" if row < 205 else "sum"
    return answer, f"The stiffness of both together is {row:.1f} N/m."


QUESTIONS: dict[str, Question] = {
    "row": Choose(
        "Two springs with stiffnesses of 100 N/m and 200 N/m are connected in series, one behind the other. What is "
        "their stiffness together?",
        options={
            "between": "between the two values, 150 N/m",
            "sum": "the sum of both, 300 N/m",
            "softer": "smaller than that of the softer spring, less than 100 N/m",
        },
        observe=_row,
        reason="The same force acts in both springs, and each of them becomes longer, so together they lengthen more "
        "than either spring alone: the compliances add up, 1/c = 1/c₁ + 1/c₂. In parallel, the stiffnesses add up.",
    ),
}
