"""Chapter 3a, force systems: what the reader predicts."""

import numpy as np

from .curves import Curves
from .questions import Choose, Question


def _bearing(curves: Curves) -> tuple[str, str]:
    ratio = curves["f_L"][0] / curves["f_S"][0]
    answer = "load" if abs(ratio - 1) < 0.1 else "double" if abs(ratio - 2) < 0.1 else "none"
    return answer, f"The rope pulls with {curves['f_S'][0]:.1f} N, and the bearing holds {curves['f_L'][0]:.1f} N."


def _moment(curves: Curves) -> tuple[str, str]:
    size = np.sqrt(sum(curves[f"tau_{axis}"] ** 2 for axis in "xyz"))
    answer = "same" if np.ptp(size) < 0.01 else "least" if size.argmin() not in (0, len(size) - 1) else "grows"
    return answer, f"Its magnitude is {size[0]:.1f} N m everywhere."


QUESTIONS: dict[str, Question] = {
    "roller": Choose(
        "A load of 98 N hangs on a rope that runs over a light, frictionless roller, and a hand holds the other end "
        "by pulling straight down. What force does the bearing of the roller carry?",
        options={
            "none": "almost none: the hand balances the load",
            "load": "98 N, the load",
            "double": "196 N, twice the load",
        },
        observe=_bearing,
        reason="Cut the rope on both sides: it pulls the roller down with the same force on the side of the load and "
        "on the side of the hand. The bearing balances both. If the hand pulls sideways, the two forces are no "
        "longer parallel, and their resultant is smaller.",
    ),
    "slide": Choose(
        "A force is shifted along its line of action, from far below to far above. How does its moment about the "
        "origin change?",
        options={
            "grows": "it grows all the way",
            "least": "it is smallest where the point of application is closest to the origin",
            "same": "it does not change at all",
        },
        observe=_moment,
        reason="The magnitude of the moment is the force times the distance of the line from the origin, and the "
        "line does not move. The farther away the point of application is, the smaller the angle between the "
        "position vector and the force: the two effects cancel. So a force on a rigid body may be shifted along its "
        "line of action.",
    ),
}
