"""What a mechanical system is made of: bodies, springs, dampers, forces and moments.

Elements only hold expressions; `derivation` turns them into energies and generalized forces. All positions are columns
in the inertial frame, all expressions are functions of the coordinates, and of the time where something is moved.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import sympy as sp

from ..checking import instance, real
from ..energy import deflection_energy
from ..model import ModelError
from ..poses import Pose, translation, vector
from ..symbols import t
from .geometry import distance, inertia_tensor

__all__ = ["Body", "Damper", "Force", "Moment", "Spring"]

Law: TypeAlias = sp.Expr | Callable[[sp.Expr], sp.Expr]  # a number or symbol, or a characteristic


@dataclass(frozen=True)
class Body:
    """A rigid body, or a point mass when no inertia is given.

    Parameters
    ----------
    mass : Expr
        Mass, kg; 0 for a rotor whose mass centre is at rest.
    pose : Pose, or sequence of Expr of length 2 or 3
        Pose of a frame at the mass centre, fixed to the body; or only the position of a point mass, m.
    inertia : Expr, sequence of three Expr, or Matrix of shape (3, 3)
        About the mass centre in the body frame, kg m²: a single value about the z axis for plane motion, three
        principal values, or a tensor with tensor components (5.16).
    name : str
        Name of the body, and of its frame in ``system.frame(name)``.

    Examples
    --------
    >>> from sympy import cos, sin
    >>> from mechanics.model import Coordinates, Parameters
    >>> from mechanics.poses import rotation, translation
    >>> from mechanics.rotations import rotation_z
    >>> q, p = Coordinates(phi=("rad", "angle")), Parameters(m=(1.0, "kg", "mass"), l=(1.0, "m", "length"))
    >>> mass = Body(p.m, (p.l * sin(q.phi), -p.l * cos(q.phi), 0), name="mass")
    >>> rod = Body(p.m, rotation(rotation_z(q.phi)) @ translation(p.l / 2, 0, 0), p.m * p.l**2 / 12, "rod")
    >>> rod.inertia[2, 2]
    l**2*m/12
    """

    mass: Any
    pose: Any
    inertia: Any = 0
    name: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise ModelError(f"The name of a body must be text; got {self.name!r}.")
        position = f"The position of the body {self.name}".rstrip()
        pose = self.pose if isinstance(self.pose, Pose) else translation(*vector(self.pose, position))
        object.__setattr__(self, "mass", _mass(self.mass, self.name))
        object.__setattr__(self, "pose", pose)
        object.__setattr__(self, "inertia", inertia_tensor(self.inertia))


@dataclass(frozen=True)
class Spring:
    """A spring or torsion spring.

    V = c δ² / 2, or V = ∫ F(δ) dδ for a characteristic F                       (3.64), (5.30), (5.104)

    Parameters
    ----------
    deflection : Expr, or sequence of three Expr
        δ as a function of the coordinates, positive in tension, m or rad; or a vector that is pulled to zero, m, with
        V = c |δ|² / 2.
    law : Expr or callable
        Stiffness c, N/m or N m/rad; or a characteristic, a function of δ that returns the restoring force.

    Examples
    --------
    >>> from mechanics.model import Coordinates, Parameters
    >>> q = Coordinates(x=("m", "position"))
    >>> p = Parameters(c=(40.0, "N/m", "stiffness"), l_0=(1.0, "m", "relaxed length"))
    >>> Spring(q.x - p.l_0, p.c).energy
    c*(-l_0 + x)**2/2
    >>> Spring(q.x, lambda x: p.c * x**3).energy
    c*x**4/4
    """

    deflection: Any
    law: Law

    def __post_init__(self) -> None:
        _in_every_direction(self, "A spring")

    @classmethod
    def between(cls, a: Sequence[sp.Expr], b: Sequence[sp.Expr], law: Law, length: sp.Expr = 0) -> "Spring":
        """A spring between points of two bodies; (5.30).

        Parameters
        ----------
        a, b : sequence of Expr, length 2 or 3
            Positions of the points in the inertial frame, m.
        law : Expr or callable
            As for `Spring`.
        length : Expr
            Relaxed length, m. With 0 and a stiffness V = c |b − a|² / 2, which also holds where the points meet.
        """
        if length == 0 and not callable(law):
            return cls(vector(b) - vector(a), law)
        return cls(distance(a, b) - length, law)

    @property
    def energy(self) -> sp.Expr:
        """Potential energy, zero at zero deflection, J."""
        if isinstance(self.deflection, sp.MatrixBase):
            return self.law * self.deflection.dot(self.deflection) / 2
        return deflection_energy(self.law, sp.sympify(self.deflection))


@dataclass(frozen=True)
class Damper:
    """A damper between two points, at a joint or to the ground: it brakes the rate of its deflection.

    Generalized force −F(δ̇) ∂δ/∂q with F = d δ̇ for a linear damper, so the power −F δ̇ is never positive.

    Parameters
    ----------
    deflection : Expr, or sequence of three Expr
        δ as a function of the coordinates, m or rad; or the position of a point that is braked in every direction, m,
        with f = −d v (5.109).
    law : Expr or callable
        Damping d, N s/m or N m s/rad; or a characteristic, a function of δ̇ that returns the braking force.

    Examples
    --------
    >>> from mechanics.model import Coordinates, Parameters
    >>> q, p = Coordinates(s=("m", "position")), Parameters(d=(2.0, "N s/m", "damping"))
    >>> Damper(q.s, p.d).force(q.s.diff())
    d*s_d
    """

    deflection: Any
    law: Law

    def __post_init__(self) -> None:
        _in_every_direction(self, "A damper")

    @classmethod
    def between(cls, a: Sequence[sp.Expr], b: Sequence[sp.Expr], law: Law, near: sp.Expr = 0) -> "Damper":
        """A dashpot between points of two bodies, whose force acts along the line from one to the other.

        Parameters
        ----------
        a, b : sequence of Expr, length 2 or 3
            Positions of the points in the inertial frame, m.
        law : Expr or callable
            As for `Damper`.
        near : Expr
            Where the points meet, the line has no direction. With a value above 0 the length is √(|b − a|² + near²),
            so that the force goes to zero there, m.
        """
        return cls(distance(a, b, near), law)

    def force(self, rate: sp.Expr) -> sp.Expr:
        """Braking force F(δ̇), N or N m.

        Parameters
        ----------
        rate : Expr
            δ̇, m/s or rad/s.
        """
        rate = real(rate, "The rate of a damper")
        return self.law(rate) if callable(self.law) else self.law * rate


@dataclass(frozen=True)
class Force:
    """A force at a point that moves with the coordinates: f_q = J_vᵀ f (5.73).

    Parameters
    ----------
    force : sequence of Expr, length 2 or 3
        f in the inertial frame, N.
    point : sequence of Expr, length 2 or 3
        Position of the point where it acts, m.
    reaction : sequence of Expr, length 2 or 3, or None
        Position of the point of another body that carries −f, as with a cylinder or a rope; the ground unless given.

    Examples
    --------
    >>> from mechanics.model import Coordinates, Inputs
    >>> q, u = Coordinates(s=("m", "position")), Inputs(f_e=("N", "drive force"))
    >>> Force((u.f_e, 0, 0), point=(q.s, 0, 0)).force.T
    Matrix([[f_e, 0, 0]])
    """

    force: Sequence[Any]
    point: Sequence[Any]
    reaction: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        for name in ("force", "point", "reaction"):
            if name != "reaction" or self.reaction is not None:
                object.__setattr__(self, name, vector(getattr(self, name), f"The {name} of a Force"))

    @classmethod
    def between(cls, a: Sequence[sp.Expr], b: Sequence[sp.Expr], push: sp.Expr) -> "Force":
        """A linear drive between points of two bodies.

        Parameters
        ----------
        a, b : sequence of Expr, length 2 or 3
            Positions of the points in the inertial frame, m.
        push : Expr
            Force that pushes them apart, N.
        """
        line = vector(b) - vector(a)
        return cls(push * line / distance(a, b), b, reaction=a)


@dataclass(frozen=True)
class Moment:
    """A moment on a body: f_q = J_ωᵀ τ (5.73).

    Parameters
    ----------
    moment : sequence of Expr, length 3
        τ in the inertial frame, N m.
    pose : Pose
        A frame fixed to the body that it acts on.
    reaction : Pose or None
        A frame of the body that carries −τ, as with a motor in a joint; the ground unless given.

    Examples
    --------
    >>> from mechanics.model import Coordinates, Inputs
    >>> from mechanics.poses import rotation
    >>> from mechanics.rotations import rotation_z
    >>> q, u = Coordinates(phi=("rad", "angle")), Inputs(tau=("N m", "motor torque"))
    >>> Moment((0, 0, u.tau), rotation(rotation_z(q.phi))).moment.T
    Matrix([[0, 0, tau]])
    """

    moment: Sequence[Any]
    pose: Pose
    reaction: Pose | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "moment", vector(self.moment, "moment"))
        instance(self.pose, Pose, "The pose of a moment: the frame of the body that it acts on")
        if self.reaction is not None:
            instance(self.reaction, Pose, "The reaction of a moment: the frame of the body that carries it")


def _in_every_direction(element: Any, name: str) -> None:
    """A deflection of several components becomes a column; its law is a number, not a characteristic."""
    if isinstance(element.deflection, (list, tuple, sp.MatrixBase)):
        object.__setattr__(element, "deflection", vector(element.deflection))
        if callable(element.law):
            raise ModelError(
                f"{name} on a point takes a number, the same in every direction. A characteristic needs one direction."
            )
    else:
        real(element.deflection, f"The deflection of {name.lower()}")
    if not callable(element.law):
        real(element.law, f"The law of {name.lower()}, a coefficient or a function,")


def _mass(mass: Any, name: str) -> Any:
    mass = real(mass, f"The mass of {f'the body {name}' if name else 'a body'}")
    if mass.has(t) or mass.is_negative:
        raise ModelError(f"The mass of {name or 'a body'} must be constant and not negative; got {mass}.")
    return mass
