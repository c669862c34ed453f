"""Chapter A.5, wheel suspension: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _most(curves: Curves) -> tuple[str, str]:
    forces = {name: abs(curves[f"f_{name}"][0]) / 1000 for name in ("Q1", "Q2", "D")}
    return max(forces, key=forces.__getitem__), ", ".join(
        f"{name}: {force:.1f} kN" for name, force in forces.items()
    ) + "."


QUESTIONS: dict[str, Question] = {
    "curve": Choose(
        "The wheel carries 4.2 kN, and in a sharp bend the road pushes it sideways with 8 kN, so that the upper "
        "wishbone is in compression. Which of the three bars carries the largest force?",
        options={
            "Q1": "the upper wishbone Q1",
            "Q2": "the lower wishbone Q2",
            "D": "the push rod D, which carries the weight",
        },
        observe=_most,
        reason="The side force acts at the road, below both wishbones, as at the end of a lever: the upper "
        "wishbone must balance its moment, and the lower one must balance the side force, the force of the upper "
        "wishbone, and the horizontal component of the push rod.",
    ),
}
