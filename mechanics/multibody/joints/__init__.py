"""Joints (*Gelenke*) between two bodies R(2.44)-R(2.53), each in both forms of its constraints (*Bindungen*).

Implicit, as equations that the motion must satisfy: `residual` g = 0, `jacobians` G_i, G_j, `gamma`, `gamma_dash`; or
all at once, `constraint`. Explicit, by relative coordinates y and speeds u: `place_j`, `velocity_j`, `J_i`, `J_y`,
`zeta`, `acceleration_terms`, `rates`. A joint connects marker P on body i with marker Q on body j.

The same idea serves all of them. Implicit: a row requires that Q does not move along an axis of P, or that an axis of
Q stays perpendicular to an axis of P. Explicit: a joint is a relative pose (A_g, s) and the velocities it leaves free.
"""

from .driven import Driven
from .joint import Joint
from .kinds import Cylindrical, Fixed, Planar, Prismatic, Revolute, Universal
from .orientable import Free, Spherical
from .rows import Axes, Constraint

__all__ = [
    "Axes", "Constraint", "Cylindrical", "Driven", "Fixed", "Free", "Joint", "Planar", "Prismatic", "Revolute",
    "Spherical", "Universal",
]  # fmt: skip
