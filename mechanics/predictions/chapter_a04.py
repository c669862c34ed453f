"""Chapter A.4, quarter car: what the reader predicts."""

from ..demonstrations.quarter_car_road import quarter_car_on_road
from .curves import Curves, curves_of
from .questions import Order, Question


def _comfort(curves: Curves) -> tuple[tuple[str, ...], str]:
    road, dampers = quarter_car_on_road("bump"), {"soft": 300.0, "usual": 1500.0, "hard": 6000.0}
    blows = {name: abs(curves_of(road, d_A=d)["a_A"]).max() for name, d in dampers.items()}
    numbers = ", ".join(f"{blows[name]:.1f} m/s² with {dampers[name]:.0f} N s/m" for name in dampers)
    return tuple(sorted(blows, key=blows.__getitem__)), f"The largest accelerations are {numbers}."


QUESTIONS: dict[str, Question] = {
    "bump": Order(
        "The car drives over a bump of 10 cm, with three different dampers between body and wheel. Put them in the "
        "order of the largest acceleration that the driver feels, the smallest first.",
        cases={
            "hard": "a hard damper, 6000 N s/m",
            "soft": "a soft damper, 300 N s/m",
            "usual": "an ordinary one, 1500 N s/m",
        },
        observe=_comfort,
        reason="The bump is over in a third of a second, and in this time the body hardly moves by itself: what "
        "reaches it is the force of spring and damper. The faster the wheel is pushed up, the more a hard "
        "damper passes on. Soft is comfortable here, but afterwards the body swings for long and the wheel "
        "loses the road.",
    ),
}
