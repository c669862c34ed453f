"""Chapter A.7, centrifugal governor: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _hunting(curves: Curves) -> tuple[str, str]:
    swing = abs(curves["alpha"] - 0.9)
    first, last = swing[: len(swing) // 3].max(), swing[-len(swing) // 3 :].max()
    answer = "settles" if last < 0.8 * first else "stays" if last < 1.1 * first else "grows"
    return answer, f"The oscillations reach {first:.2f} rad in the first third and {last:.2f} rad in the last."


def _engine_off(curves: Curves) -> tuple[str, str]:
    alpha = curves["alpha"]
    first, last = (np.ptp(part) for part in np.array_split(alpha, 2))
    answer = "rest" if last < 0.5 * first else "for-ever" if alpha.max() < 1.5 else "fly"
    return answer, f"The rods swing between {alpha.min():.2f} rad and {alpha.max():.2f} rad all the time."


QUESTIONS: dict[str, Question] = {
    "hunting": Choose(
        "The balls of the governor control an engine: the higher they are, the less torque it gives. The load takes "
        "the same torque at every speed. The rods start 0.1 rad too high. What happens to this error?",
        options={
            "settles": "it dies out: too fast means less torque, and that slows the engine down",
            "stays": "it oscillates with a constant amplitude",
            "grows": "it oscillates with a growing amplitude",
        },
        observe=_hunting,
        reason="The balls need time to follow the speed, so the torque is always reduced a little too late: the engine "
        "is slowed down when it is already slow. Each cycle brings in more energy than it takes out. The engine "
        "settles only if something brakes it more strongly the faster it turns.",
    ),
    "engine-off": Choose(
        "The engine is disconnected, there is no friction, and the rods of the governor are too low for its speed. "
        "What happens?",
        options={
            "rest": "they rise to an angle that fits the speed, and stay there",
            "for-ever": "they rise and fall again, for ever",
            "fly": "they fly out until they are horizontal",
        },
        observe=_engine_off,
        reason="The rods rise, and the angular momentum stays constant, so the spindle slows down; when they reach the "
        "equilibrium angle they are still moving and go past it. Then they fall and the spindle speeds up. "
        "Nothing dissipates the energy of this oscillation.",
    ),
}
