"""Chapter A.14, elastic boom: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _first_way(curves: Curves) -> tuple[str, str]:
    way = 1000 * (curves["s"] - curves["s"][0])
    answer = "down" if way.min() < -0.1 else "up" if way.max() > 0.1 else "rests"
    return (
        answer,
        f"It first sinks by {-way.min():.1f} mm; after 0.18 s it is {way[-1]:.1f} mm higher than at the start.",
    )


QUESTIONS: dict[str, Question] = {
    "push": Choose(
        "The boom rests. Now a force of 60 N pushes the lower left corner of the beam, and in the end the slide will "
        "be higher than before. Which way does the slide move at first?",
        options={"up": "up, as in the end", "rests": "not at all: the beam only turns", "down": "down"},
        observe=_first_way,
        reason="The force first accelerates the beam, which moves upwards on one side of a point near its mass centre "
        "and downwards on the other. The hinge at the slide lies on the side that goes down. Only later the "
        "springs bring the whole beam to its new place.",
    ),
}
