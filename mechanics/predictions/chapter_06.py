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
    return answer, f"The car is lifted by {fast:.1f} cm at 5 m/s and by {slow:.1f} cm at 1.5 m/s."


QUESTIONS: dict[str, Question] = {
    "crank": Choose(
        "A motor keeps a crank at constant speed; a connecting rod drives a slider to and fro, without friction, in "
        "the field of gravity. For how much of the time must the motor hold the crank back?",
        options={
            "never": "never: a motor drives",
            "briefly": "for a short moment at the dead centres",
            "half": "for about half of the time",
        },
        observe=_brakes,
        reason="Nothing takes energy away here, so the mean power of the motor is zero. Whatever it gives to speed up "
        "the slider and to lift the rod, it gets back when they slow down and sink, and then it has to brake.",
    ),
    "slow-bump": Choose(
        "A car drives over a bump of 6 cm at 5 m/s, then once more at 1.5 m/s. How far is the car lifted at the lower "
        "speed?",
        options={
            "less": "less far: driving slowly is gentle",
            "same": "about equally far, the bump has the same height",
            "more": "farther",
        },
        observe=_lift,
        reason="At 5 m/s the bump is over before the car on its springs has begun to rise. At 1.5 m/s it lasts about "
        "as long as half a swing of the car, so it pushes while the car is on its way up: near its natural "
        "frequency a system swings farther than what drives it. (The accelerations are still smaller.)",
    ),
}
