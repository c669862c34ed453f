"""Chapter 3f, spring-mass-damper systems: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _first_fall(curves: Curves) -> tuple[str, str]:
    rest, height = 0.97, curves["s3"]
    share = (rest - height.min()) / (height[0] - rest)
    answer = "creeps" if share < 0.02 else "little" if share < 0.5 else "mirror" if share > 0.8 else "between"
    return answer, f"It falls to {height.min():.2f} m, {100 * (rest - height.min()):.0f} cm below its rest."


def _plate_at_speed(curves: Curves) -> tuple[str, str]:
    slow, fast = curves["a3"][0], curves["a3"][-1]
    answer = "less" if fast < 0.5 * slow else "more" if fast > 2 * slow else "same"
    return answer, f"The amplitude is {1000 * slow:.1f} mm at 1 rad/s and {1000 * fast:.1f} mm at 25 rad/s."


QUESTIONS: dict[str, Question] = {
    "let-go": Choose(
        "All three masses are let go while the springs are relaxed: the plate begins at 1.20 m, and it will rest at "
        "0.97 m in the end, 23 cm lower. How far below its position of rest does it go at first?",
        options={
            "creeps": "not at all: it sinks to its rest and stays there",
            "little": "a little, less than half as far as it began above it",
            "mirror": "almost as far below as it began above",
        },
        observe=_first_fall,
        reason="At the rest the forces balance, but the plate arrives there with its largest speed. Counted from the "
        "rest, weight and relaxed lengths drop out of the equations: what is left swings to both sides alike, "
        "and the dampers, 2 to 6 % of the critical damping, take little in the first swing.",
    ),
    "fast-drum": Choose(
        "A force with an amplitude of 1 N shakes the plate. At 1 rad/s, far below all natural frequencies, the plate "
        "moves by 8.2 mm to each side. What is its amplitude at 25 rad/s, far above them?",
        options={
            "same": "about the same: the force is the same, and so are the springs",
            "more": "larger: the faster, the more violent",
            "less": "much smaller",
        },
        observe=_plate_at_speed,
        reason="Slow forces work against the springs, the amplitude is force by stiffness. Fast ones work against the "
        "inertia, and the amplitude is force by m·ω²: the plate is too heavy to follow. In between, near 7.2 "
        "rad/s, the two cancel each other and only the dampers are left: resonance.",
    ),
}
