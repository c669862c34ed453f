"""Chapter A.12, hollow cylinder with rod: what the reader predicts."""

from .curves import Curves, curves_of
from .questions import Choose, Question


def _swing(curves: Curves) -> tuple[str, str]:
    farthest = abs(curves["phi"]).max()
    answer = "small" if farthest < 0.12 else "some" if farthest < 0.3 else "wide"
    return answer, f"The swing reaches {farthest:.2f} rad."


def _friction(curves: Curves) -> tuple[str, str]:
    more = curves_of("hollow_cylinder_rod", q0=[1.2, 0.35], d0=1000.0, t=40.0)
    left = [abs(one["phi"][one["t"] > 35]).max() for one in (curves, more)]
    answer = "less" if left[1] < 0.9 * left[0] else "same" if left[1] < 1.1 * left[0] else "more"
    return answer, f"After 40 s it still swings by {left[0]:.2f} rad, and with much friction by {left[1]:.2f} rad."


QUESTIONS: dict[str, Question] = {
    "bouncing": Choose(
        "The rod bounces in its cylinder on a spring, twice for each swing of the cylinder, without friction. The "
        "cylinder swings by only 0.08 rad at the start. How far does it swing in the next 30 s?",
        options={
            "small": "0.08 rad all the time: each motion keeps its energy",
            "some": "about twice as far",
            "wide": "many times as far",
        },
        observe=_swing,
        reason="A swing gains energy when its length becomes shorter at the lowest point and longer at the turning "
        "points: that is how a child pumps a swing. With a frequency ratio of two the bouncing does this at the "
        "right moment each time and passes its energy to the swing. Afterwards the energy comes back.",
    ),
    "more-friction": Choose(
        "The rod can slide in the swinging cylinder, on a spring and with friction. Now the friction between rod and "
        "cylinder is made seventeen times as large. How far does the cylinder swing after 40 s?",
        options={
            "less": "not as far: more friction dissipates more energy",
            "same": "just as far: friction in the cylinder does not affect the swing",
            "more": "farther than before",
        },
        observe=_friction,
        reason="Friction dissipates the power d·ṡ², and strong friction hardly lets the rod move: without motion "
        "nothing is dissipated. Without friction nothing is dissipated either; in between there is an optimum. That "
        "holds for every damper of this kind.",
    ),
}
