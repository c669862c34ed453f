"""Chapter 1, systems and models: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _height(curves: Curves) -> tuple[str, str]:
    largest = abs(curves["u_C"]).max()
    answer = "same" if largest < 1.2 else "double" if largest < 3 else "many"
    return answer, f"After 20 s the capacitor swings up to {largest:.1f} V."


QUESTIONS: dict[str, Question] = {
    "resonance": Choose(
        "The source oscillates for 20 s with an amplitude of 1 V, exactly at the natural frequency of the circuit. "
        "The circuit starts at rest, and its resistance is small, R = 0.3 Ω. How large does the voltage across the "
        "capacitor become?",
        options={
            "same": "1 V: it cannot exceed the voltage of the source",
            "double": "about 2 V, twice the voltage of the source",
            "many": "many times the voltage of the source",
        },
        observe=_height,
        reason="The source drives the current in the right direction in every period, so the energy of the circuit "
        "grows from period to period. It stops growing when the resistor dissipates as much in one period as the "
        "source supplies; the smaller R is, the later this happens. The voltage is larger than that of the source "
        "because the energy was accumulated over many periods.",
    ),
}
