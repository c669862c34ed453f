"""Chapter A.3, plate holder: what the reader predicts."""

from .curves import Curves, curves_of
from .questions import Choose, Question


def _heavier(curves: Curves) -> tuple[str, str]:
    now, heavy = curves["mu_H_min"][0], curves_of("plate_holder", m=50.0)["mu_H_min"][0]
    answer = "more" if heavy > 1.01 * now else "less" if heavy < 0.99 * now else "same"
    return answer, f"At the sharpest wedge the coefficient needed is {now:.3f} for 5 kg and {heavy:.3f} for 50 kg."


QUESTIONS: dict[str, Question] = {
    "heavier": Choose(
        "A roller wedged between a sloping wall and a plate holds the plate by friction. Now the plate is ten times "
        "as heavy, 50 kg instead of 5 kg. Which coefficient of static friction is needed?",
        options={"more": "a larger one", "same": "the same", "less": "a smaller one"},
        observe=_heavier,
        reason="The heavier plate pulls the roller harder into the wedge: the normal forces grow in proportion to the "
        "weight, and so does the friction needed. Their ratio is tan(α/2), whatever the weight. This is "
        "self-locking.",
    ),
}
