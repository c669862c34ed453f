"""Joints (*Gelenke*) between two bodies R(2.44)-R(2.53), each in both forms of its constraints (*Bindungen*).

Implicit, as equations that the motion must satisfy: `residual` g = 0, `jacobians` G_i, G_j, `gamma`, `gamma_dash`; or
all at once, `constraint`. Explicit, by relative coordinates y and speeds u: `place_j`, `velocity_j`, `J_i`, `J_y`,
`zeta`, `acceleration_terms`, `rates`. A joint connects marker P on body i with marker Q on body j.

The same idea serves all of them. Implicit: a row requires that Q does not move along an axis of P, or that an axis of
Q stays perpendicular to an axis of P. Explicit: a joint is a relative pose (A_g, s) and the velocities it leaves free.

Beside the joints of the lecture there are those whose rows are given by the forces that hold them (`wrenches`): a
`Screw`, a `Gear` between two joints, `RollingDisc` and `RollingSphere` without slip, `PointOnCurve`, `PointOnSurface`
and `Distance`. All but the screw have no relative coordinates.
"""

from .coupled import Gear, Screw
from .curves import Curve, Surface
from .driven import Driven
from .guided import Distance, PointOnCurve, PointOnSurface
from .joint import Joint
from .kinds import Cylindrical, Fixed, Planar, Prismatic, Revolute, Universal
from .orientable import Free, Spherical
from .rolling import RollingDisc, RollingSphere
from .rows import Axes, Constraint

__all__ = [
    "Axes", "Constraint", "Curve", "Cylindrical", "Distance", "Driven", "Fixed", "Free", "Gear", "Joint", "Planar",
    "PointOnCurve", "PointOnSurface", "Prismatic", "Revolute", "RollingDisc", "RollingSphere", "Screw", "Spherical",
    "Surface", "Universal",
]  # fmt: skip
