"""Chapter 1, systems and models: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _height(curves: Curves) -> tuple[str, str]:
    largest = abs(curves["u_C"]).max()
    answer = "same" if largest < 1.2 else "double" if largest < 3 else "many"
    return answer, f"After 20 s the capacitor swings up to {largest:.1f} V."


QUESTIONS: dict[str, Question] = {
    "resonance": Choose(
        "The source swings with an amplitude of 1 V, exactly at the circuit's own frequency, for 20 s. The circuit "
        "starts at rest and its resistance is small, R = 0.3 Ω. How far does the voltage of the capacitor get?",
        options={
            "same": "to 1 V: it cannot give more than the source",
            "double": "to about 2 V, twice the source",
            "many": "to many times the voltage of the source",
        },
        observe=_height,
        reason="The source pushes at the right moment in every swing, so the energy of the circuit grows from swing "
        "to swing. It stops growing when the resistance takes as much in one period as the source gives; the "
        "smaller R, the later that is. The voltage is larger than that of the source, because the energy was "
        "collected over many swings.",
    ),
}
