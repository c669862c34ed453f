"""Chapter A.1, drawbridge: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "raise": Draw(
        "The bridge is raised slowly by rope 2, from level, φ_B = 0, to 1.45 rad, almost upright. Level it needs 55.6 "
        "kN. Draw the force of rope 2 over the angle of the bridge.",
        curve="f_S2",
        low=-10000.0,
        high=80000.0,
        reason="The weights of the bridge and of the counter-mass act vertically, and their levers about the bearings "
        "all shrink with the cosine of the same angle, while the rope keeps the radius of the drum as its "
        "lever. So the force follows cos φ_B: hardly less at first, and almost nothing near upright.",
    ),
}
