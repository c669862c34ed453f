"""The inertial frame, and short words for points and bodies."""

from typing import Any

import sympy as sp
from sympy.physics.mechanics import Point, ReferenceFrame, RigidBody, inertia

N = ReferenceFrame("N")
O = Point("O")
O.set_vel(N, 0)


class Names(dict):
    """Symbols made when they are first named, for parameters and inputs."""

    def __missing__(self, name: str) -> sp.Symbol:
        return self.setdefault(name, sp.Symbol(name))

    __getattr__ = __missing__


def point(name: str, position: Any) -> Point:
    new = O.locatenew(name, position)
    new.set_vel(N, position.dt(N))
    return new


def planar_body(name: str, centre: Point, frame: ReferenceFrame, mass: Any, about_z: Any) -> RigidBody:
    return RigidBody(name, centre, frame, mass, (inertia(frame, 0, 0, about_z), centre))
