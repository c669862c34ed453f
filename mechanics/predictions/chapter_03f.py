"""Chapter 3f, spring-mass-damper systems: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _first_fall(curves: Curves) -> tuple[str, str]:
    rest, height = 0.97, curves["s3"]
    share = (rest - height.min()) / (height[0] - rest)
    answer = "creeps" if share < 0.02 else "little" if share < 0.5 else "mirror" if share > 0.8 else "between"
    return answer, f"It falls to {height.min():.2f} m, {100 * (rest - height.min()):.0f} cm below equilibrium."


def _plate_at_speed(curves: Curves) -> tuple[str, str]:
    slow, fast = curves["a3"][0], curves["a3"][-1]
    answer = "less" if fast < 0.5 * slow else "more" if fast > 2 * slow else "same"
    return answer, f"The amplitude is {1000 * slow:.1f} mm at 1 rad/s and {1000 * fast:.1f} mm at 25 rad/s."


QUESTIONS: dict[str, Question] = {
    "let-go": Choose(
        "All three masses are released while the springs are relaxed: the plate starts at 1.20 m, and in the end it "
        "rests at 0.97 m, 23 cm lower. How far below its position of rest does it go in its first swing?",
        options={
            "creeps": "not at all: it sinks to its position of rest and stays there",
            "little": "a little, less than half as far as it started above it",
            "mirror": "almost as far below as it started above",
        },
        observe=_first_fall,
        reason="At the position of rest the forces balance, but the plate arrives there close to its greatest speed. "
        "Measured from this position, weight and relaxed lengths drop out of the equations: what is left oscillates "
        "symmetrically, and the dampers, with damping ratios of 2 to 6 %, dissipate little in the first swing.",
    ),
    "fast-drum": Choose(
        "A force with an amplitude of 1 N shakes the plate. At 1 rad/s, far below all natural frequencies, the plate "
        "moves by 8.2 mm to each side. What is its amplitude at 25 rad/s, far above them?",
        options={
            "same": "about the same: the force and the springs are the same",
            "more": "larger: a faster force shakes the plate more violently",
            "less": "much smaller",
        },
        observe=_plate_at_speed,
        reason="Slow forces act against the springs, and the amplitude is the force divided by the stiffness. Fast "
        "ones act against the inertia, and the amplitude is the force divided by m·ω²: the plate is too heavy to "
        "follow. In between, near 7.2 rad/s, stiffness and inertia cancel, and only the dampers limit the amplitude: "
        "resonance.",
    ),
}
