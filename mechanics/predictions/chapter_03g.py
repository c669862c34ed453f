"""Chapter 3g, angular momentum: what the reader predicts."""

from .curves import Curves
from .questions import Choose, Question


def _hardest(curves: Curves) -> tuple[str, str]:
    angle = abs(curves["phi"][curves["f_S"].argmax()])
    spread = curves["f_S"].max() / curves["f_S"].min()
    answer = "same" if spread < 1.05 else "lowest" if angle < 0.1 else "turning"
    return answer, f"It pulls with {curves['f_S'].min():.1f} N at least and with {curves['f_S'].max():.1f} N at most."


def _energy(curves: Curves) -> tuple[str, str]:
    first, last = curves["E"][0], curves["E"][-1]
    answer = "constant" if abs(last / first - 1) < 0.02 else "falls" if last < first else "grows"
    return answer, f"It begins with {first:.1f} J and has {last:.1f} J after 20 s."


QUESTIONS: dict[str, Question] = {
    "rod-force": Choose(
        "A mass of 1 kg, 9.8 N heavy, swings on a light rod, let go at 1 rad. Where does the rod pull hardest?",
        options={
            "turning": "at the turning points, where it stands most askew",
            "lowest": "at the lowest point",
            "same": "equally everywhere: it carries the weight",
        },
        observe=_hardest,
        reason="At the turning points the mass rests for an instant, and the rod only takes m·g·cos φ, the part of "
        "the weight along it. At the lowest point it takes all of the weight and also bends the path of the "
        "fastest mass upwards, with m·l·φ̇². That is why ropes break at the bottom of a swing.",
    ),
    "euler": Choose(
        "A pendulum without friction is computed by Euler's method, in steps of constant slope. What becomes of its "
        "energy?",
        options={
            "constant": "it stays the same but for rounding",
            "falls": "it falls, as if there were some friction",
            "grows": "it grows, as if the pendulum were pushed",
        },
        observe=_energy,
        reason="In the plane of angle and rate the motion runs on closed curves. Each of Euler's steps follows the "
        "tangent for a while, and a tangent leaves a closed curve outwards, towards more energy. Smaller steps "
        "make it slower, but not right.",
    ),
}
