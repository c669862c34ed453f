"""Chapter 6, rigid multibody systems: what the reader predicts."""

from .curves import Curves, curves_of
from .questions import Choose, Question


def _brakes(curves: Curves) -> tuple[str, str]:
    share = 100 * (curves["M_d"] < 0).mean()
    answer = "never" if share == 0 else "briefly" if share < 20 else "half" if share < 65 else "mostly"
    return answer, f"Its moment is negative for {share:.0f} % of the time."


def _lift(curves: Curves) -> tuple[str, str]:
    fast, slow = (100 * z.max() for z in (curves["z_c"], curves_of("double_wishbone", v=1.5)["z_c"]))
    answer = "less" if slow < 0.8 * fast else "same" if slow < 1.2 * fast else "more"
    return answer, f"The car rises by {fast:.1f} cm at 5 m/s and by {slow:.1f} cm at 1.5 m/s."


QUESTIONS: dict[str, Question] = {
    "crank": Choose(
        "A motor turns a crank at constant speed; a connecting rod drives a slider to and fro, without friction, under "
        "gravity. For how much of the time must the motor brake the crank?",
        options={
            "never": "never: a motor drives",
            "briefly": "for a short moment at the dead centres",
            "half": "for about half of the time",
        },
        observe=_brakes,
        reason="No energy is dissipated here, so the mean power of the motor is zero. The energy that it supplies to "
        "accelerate the slider and to lift the rod is returned when they slow down and sink, and then the motor has "
        "to brake.",
    ),
    "slow-bump": Choose(
        "A car drives over a bump of 6 cm at 5 m/s, then again at 1.5 m/s. How far does the car rise at the lower "
        "speed?",
        options={
            "less": "less: driving slowly is gentle",
            "same": "about the same, because the height of the bump is the same",
            "more": "more",
        },
        observe=_lift,
        reason="At 5 m/s the bump is over before the car on its springs has risen much. At 1.5 m/s it lasts about "
        "half a period of the car, so it pushes while the car moves up: near its natural frequency a system "
        "oscillates with a larger amplitude than its excitation. (The accelerations are still smaller.)",
    ),
}
