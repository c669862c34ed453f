"""Chapter A.4, quarter car: what the reader predicts."""

import numpy as np

from ..demonstrations.quarter_car_road import quarter_car_on_road
from .curves import Curves, curves_of
from .questions import Choose, Order, Question


def _comfort(curves: Curves) -> tuple[tuple[str, ...], str]:
    road, dampers = quarter_car_on_road("bump"), {"soft": 300.0, "usual": 1500.0, "hard": 6000.0}
    blows = {name: abs(curves_of(road, d_A=d)["a_A"]).max() for name, d in dampers.items()}
    numbers = ", ".join(f"{blows[name]:.1f} m/s² with {dampers[name]:.0f} N s/m" for name in dampers)
    return tuple(sorted(blows, key=blows.__getitem__)), f"The largest accelerations are {numbers}."


def _faster(curves: Curves) -> tuple[str, str]:
    slow, fast = (np.ptp(body["x_A"][len(body["t"]) // 2 :]) / 2 for body in (curves, _on_waves(12.0)))
    answer = "more" if fast > 1.2 * slow else "less" if fast < 0.5 * slow else "same"
    return answer, f"The body moves by ±{100 * slow:.1f} cm at 3.6 m/s and by ±{100 * fast:.1f} cm at 12 m/s."


def _on_waves(speed: float) -> Curves:
    return curves_of(quarter_car_on_road("waves"), v=speed, t=8.0)


QUESTIONS: dict[str, Question] = {
    "bump": Order(
        "The car drives over a bump of 10 cm with three different dampers between body and wheel. Sort them by the "
        "largest acceleration that the driver feels, the smallest first.",
        cases={
            "hard": "a hard damper, 6000 N s/m",
            "soft": "a soft damper, 300 N s/m",
            "usual": "an ordinary one, 1500 N s/m",
        },
        observe=_comfort,
        reason="The bump is over in a third of a second, and in this time the body hardly moves: its acceleration is "
        "determined by the forces of spring and damper. The faster the wheel is pushed up, the larger the force of "
        "a hard damper. A soft damper is comfortable here, but afterwards the body oscillates for a long time, and "
        "the wheel loses contact with the road.",
    ),
    "waves": Choose(
        "At 3.6 m/s a wavy road with a wavelength of 3 m makes the car oscillate. Now it drives faster, at 12 m/s. How "
        "far does the body move up and down?",
        options={
            "more": "farther: it is shaken more",
            "same": "about as far, because the waves have the same height",
            "less": "much less",
        },
        observe=_faster,
        reason="At 3.6 m/s the frequency of the waves is 1.2 Hz, the natural frequency of the body. At 12 m/s it is 4 "
        "Hz: far above its natural frequency the body hardly moves, and only the wheel follows the road. That is why "
        "drivers go fast on corrugated tracks.",
    ),
}
