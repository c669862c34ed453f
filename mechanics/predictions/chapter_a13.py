"""Chapter A.13, torsion spring: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "let-go": Draw(
        "The body is released upright, φ = 0, and falls to the side of its short rod until the torsion spring catches "
        "it. There is no damping. Draw its angle during 10 s; it is positive to that side.",
        curve="phi",
        low=-0.5,
        high=2.5,
        reason="It swings about the leaning position in which spring and weight balance, and without damping it comes "
        "back to upright each time, but never beyond. It is slow there because near upright the moments almost "
        "cancel. So the curve is not a cosine: it is narrow at the top and broad at the bottom.",
    ),
}
