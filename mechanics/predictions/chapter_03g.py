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
    return answer, f"It is {first:.1f} J at the start and {last:.1f} J after 20 s."


QUESTIONS: dict[str, Question] = {
    "rod-force": Choose(
        "A mass of 1 kg, with a weight of 9.8 N, swings on a light rod and is released at 1 rad. Where does the rod "
        "pull hardest?",
        options={
            "turning": "at the turning points, where it is most inclined",
            "lowest": "at the lowest point",
            "same": "equally everywhere: it carries the weight",
        },
        observe=_hardest,
        reason="At the turning points the mass is at rest for an instant, and the rod only carries m·g·cos φ, the "
        "component of the weight along it. At the lowest point it carries the whole weight and also provides the "
        "centripetal force m·l·φ̇², which is largest there because the mass is fastest. That is why ropes break at "
        "the bottom of a swing.",
    ),
    "euler": Choose(
        "A pendulum without friction is computed by Euler's method, in steps of constant slope. What happens to its "
        "energy?",
        options={
            "constant": "it stays the same, apart from rounding errors",
            "falls": "it falls, as if there were some friction",
            "grows": "it grows, as if the pendulum were pushed",
        },
        observe=_energy,
        reason="In the plane of angle and rate, the exact motion follows closed curves. Each Euler step follows the "
        "tangent, and the tangent leads outwards from a closed curve, to higher energy. Smaller steps slow this "
        "growth down but do not remove it.",
    ),
}
