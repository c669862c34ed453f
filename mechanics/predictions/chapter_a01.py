"""Chapter A.1, drawbridge: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "raise": Draw(
        "The bridge is raised slowly by rope 2, from horizontal, φ_B = 0, to 1.45 rad, almost vertical. At φ_B = 0 the "
        "force is 55.6 kN. Draw the force in rope 2 over the angle of the bridge.",
        curve="f_S2",
        low=-10000.0,
        high=80000.0,
        reason="The weights act vertically, and their lever arms about the bearings "
        "are all proportional to the cosine of the same angle, while the lever arm of the rope is always the radius "
        "of the drum. So the force is proportional to cos φ_B: it changes little at first and almost vanishes near "
        "the vertical.",
    ),
}
