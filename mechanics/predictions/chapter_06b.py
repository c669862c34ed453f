"""Chapter 6b, force elements: what the reader predicts."""

from ..demonstrations.force_elements import braked_wheel
from .curves import Curves, curves_of
from .questions import Choose, Question


def _way(curves: Curves) -> tuple[str, str]:
    gentle, hard = float(curves["s"][-1]), float(curves_of(braked_wheel(), M_B=1800.0)["s"][-1])
    answer = "shorter" if hard < 0.95 * gentle else "same" if hard < 1.05 * gentle else "longer"
    return answer, f"The braking distance is {gentle:.1f} m with 1200 N m and {hard:.1f} m with 1800 N m."


def _dips(curves: Curves) -> tuple[str, str]:
    lowest = 1e3 * float(curves["h"].min())
    answer = "sinks" if lowest < -0.5 else "rises"
    return answer, f"The load goes down by {-lowest:.1f} mm before it rises."


QUESTIONS: dict[str, Question] = {
    "switched-on": Choose(
        "A load hangs on the drum of a hoist. The voltage of its motor is switched on, three times as high as "
        "necessary to hold the load. What does the load do first?",
        options={
            "rises": "it rises at once",
            "waits": "it hangs still until the current is strong enough, then rises",
            "sinks": "it sinks a little, then rises",
        },
        observe=_dips,
        reason="The moment of the motor is proportional to its current, and the current is a state: the inductance of "
        "the winding lets it grow from zero only gradually. Until it holds the weight, the weight wins. A real hoist "
        "has a brake that opens later.",
    ),
    "brake-harder": Choose(
        "The brake gives 1200 N m, and the wheel stops just as the car does. Now the driver presses harder, 1800 N m. "
        "How does the braking distance change?",
        options={
            "shorter": "shorter, by about a third",
            "same": "the same: the road cannot exert more",
            "longer": "longer",
        },
        observe=_way,
        reason="The road pushes back with the force of the tyre, which has a maximum at a slip of about ten per cent. "
        "A larger braking moment stops the wheel within a fraction of a second. The slip is then 100 per cent, far "
        "beyond the peak, where the force is about a third smaller.",
    ),
}
