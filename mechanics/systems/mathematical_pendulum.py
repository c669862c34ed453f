"""Mathematical pendulum (Beispiel 3.12)."""

from sympy import cos, sin

from ..lagrange import Body, LagrangianSystem
from ..model import Coordinates, Parameters
from ..symbols import t


def mathematical_pendulum() -> LagrangianSystem:
    """Point mass on a massless rod in the plane, hanging at rest; (3.108)-(3.115)."""
    q = Coordinates(phi=("rad", "deflection from the hanging position", 1.0, r"\varphi"))
    p = Parameters(
        m=(1.0, "kg", "mass"),
        l=(1.0, "m", "length of the rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    (phi,) = q.symbols
    position = (0, p.l * sin(phi), -p.l * cos(phi))
    return LagrangianSystem(
        title="Mathematical pendulum",
        source="Beispiel 3.12, (3.108)-(3.115)",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, position, name="mass")],
        gravity=(0, 0, -p.g),
        potential=p.m * p.g * p.l,
        outputs={"f_S": p.m * p.g * cos(phi) + p.m * p.l * phi.diff(t) ** 2},
    )
