"""Chapter 3d, energy: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _row(curves: Curves) -> tuple[str, str]:
    force, length = curves["f"], curves["s_series"]
    row = (force.max() - force.min()) / (length.max() - length.min())
    answer = "softer" if row < 95 else "between" if row < 205 else "sum"
    return answer, f"The row has {row:.1f} N/m."


QUESTIONS: dict[str, Question] = {
    "row": Choose(
        "Two springs with 100 N/m and 200 N/m are hooked together, one behind the other. How stiff is the row?",
        options={
            "between": "between the two, 150 N/m",
            "sum": "as stiff as both together, 300 N/m",
            "softer": "softer than the softer one, less than 100 N/m",
        },
        observe=_row,
        reason="The same force goes through both springs, and each of them becomes longer, so the row lengthens more "
        "than either spring alone: the compliances add up, 1/c = 1/c₁ + 1/c₂. Side by side it is the "
        "stiffnesses that add up.",
    ),
}
