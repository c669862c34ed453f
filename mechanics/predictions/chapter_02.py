"""Chapter 2, kinematics of points: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "stop": Draw(
        "The carriage starts from rest at x = 0 with a = 2 m/s², runs freely from 1 s to 2.5 s, and then brakes so "
        "that it stands still at 6 m after 4.5 s. Its acceleration jumps three times. Draw its position over time.",
        curve="x",
        low=-1.0,
        high=7.0,
        reason="A bend at 1 s and at 2.5 s would be a jump of the velocity. But only the acceleration jumps; the "
        "velocity has kinks, and the position is smooth: a parabola, a straight line that touches it, and a "
        "parabola that ends level. Each integration makes a curve smoother by one step.",
    ),
}
