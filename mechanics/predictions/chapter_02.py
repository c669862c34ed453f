"""Chapter 2, kinematics of points: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "stop": Draw(
        "The carriage starts from rest at x = 0 with a = 2 m/s², coasts from 1 s to 2.5 s, and then brakes so that "
        "it comes to rest at 6 m after 4.5 s. Its acceleration jumps three times. Draw its position over time.",
        curve="x",
        low=-1.0,
        high=7.0,
        reason="A kink at 1 s or at 2.5 s would mean a jump in the velocity. But only the acceleration jumps; the "
        "velocity has kinks, and the position is smooth: a parabola, a straight line tangent to it, and a parabola "
        "that ends horizontally. Each integration makes a curve smoother by one degree.",
    ),
}
