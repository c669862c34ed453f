"""What a mechanical system is made of: bodies, springs, dampers, forces and moments.

Each element only states what it is; `derivation` turns it into energies and generalized forces.
All positions are columns of the inertial frame, all expressions are functions of the coordinates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..energy import deflection_energy
from ..mass import checked_inertia
from ..model import ModelError
from ..poses import Pose, translation, vector
from ..symbols import t

__all__ = ["Body", "Damper", "Force", "Moment", "Spring", "distance", "substitute"]

Law = Callable[[Any], Any]


@dataclass(frozen=True)
class Body:
    """A rigid body, or a point mass when no inertia is given.

    Parameters
    ----------
    mass : kg; 0 for a rotor whose mass centre rests
    pose : pose of a frame in the mass centre, fixed to the body; or only the position of a point mass
    inertia : kg m² about the mass centre in the body frame: a 3x3 tensor with tensor components (5.16), three
        principal values, or one value about the z axis for plane motion
    name : for people
    """

    mass: Any
    pose: Any
    inertia: Any = 0
    name: str = ""

    def __post_init__(self) -> None:
        position = f"The position of the body {self.name}".rstrip()
        pose = self.pose if isinstance(self.pose, Pose) else translation(*vector(self.pose, position))
        object.__setattr__(self, "mass", _mass(self.mass, self.name))
        object.__setattr__(self, "pose", pose)
        object.__setattr__(self, "inertia", inertia_tensor(self.inertia))


@dataclass(frozen=True)
class Spring:
    """A spring or torsion spring with deflection `deflection`, positive in tension.

    V = c δ² / 2, or V = ∫ F(δ) dδ for a characteristic F                       (3.64), (5.30), (5.104)

    Parameters
    ----------
    deflection : δ as a function of the coordinates, m or rad; or a vector (3 components) that is pulled to zero,
        V = c |δ|² / 2
    law : stiffness c, N/m or N m/rad, or a characteristic: a function of δ that gives the restoring force
    """

    deflection: Any
    law: Any | Law

    def __post_init__(self) -> None:
        _in_every_direction(self, "A spring")

    @classmethod
    def between(cls, a: Sequence[Any], b: Sequence[Any], law: Any | Law, length: Any = 0) -> "Spring":
        """A spring between the points a and b of two bodies, relaxed at `length`; (5.30).

        Without a length it is c |b − a|² / 2, which also holds where the points meet and no direction is left.
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
    deflection : δ as a function of the coordinates, m or rad; or the position of a point (3 components) that is braked
        in every direction, f = −d v                                                          (5.109)
    law : damping d, N s/m or N m s/rad, or a characteristic: a function of δ̇ that gives the braking force
    """

    deflection: Any
    law: Any | Law

    def __post_init__(self) -> None:
        _in_every_direction(self, "A damper")

    @classmethod
    def between(cls, a: Sequence[Any], b: Sequence[Any], law: Any | Law, near: Any = 0) -> "Damper":
        """A dashpot between the points a and b of two bodies: its force acts along the line from one to the other.

        Where the points meet the line has no direction. With `near` > 0 (m) the force goes to zero there: the length
        is taken as √(|b − a|² + near²).
        """
        return cls(distance(a, b, near), law)

    def force(self, rate: Any) -> Any:
        """Braking force F(δ̇), N or N m."""
        return self.law(rate) if callable(self.law) else self.law * rate


@dataclass(frozen=True)
class Force:
    """A force (3 components, N) at a point that moves with the coordinates: f_q = J_vᵀ f (5.73).

    Parameters
    ----------
    force : f
    point : where it acts
    reaction : the point of another body that carries −f (a cylinder, a rope); the ground unless given
    """

    force: Sequence[Any]
    point: Sequence[Any]
    reaction: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        for name in ("force", "point", "reaction"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, vector(getattr(self, name), name))

    @classmethod
    def between(cls, a: Sequence[Any], b: Sequence[Any], push: Any) -> "Force":
        """A linear drive between the points a and b of two bodies that pushes them apart with the force `push`, N."""
        line = vector(b) - vector(a)
        return cls(push * line / distance(a, b), b, reaction=a)


@dataclass(frozen=True)
class Moment:
    """A moment (3 components of the inertial frame, N m) on a body: f_q = J_ωᵀ τ (5.73).

    Parameters
    ----------
    moment : τ
    pose : a frame fixed to the body it acts on
    reaction : a frame of the body that carries −τ (a motor in a joint); the ground unless given
    """

    moment: Sequence[Any]
    pose: Pose
    reaction: Pose | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "moment", vector(self.moment, "moment"))


def distance(a: Sequence[Any], b: Sequence[Any], near: Any = 0) -> sp.Expr:
    """Distance of two points, the length of a spring between them, m.

    With `near` > 0 it is √(|b − a|² + near²), which has a derivative also where the points meet.
    """
    parts = [x for x in (*(vector(b) - vector(a)), sp.sympify(near)) if x != 0]
    # sympy would search every sum of squares for its sign, which costs more than the whole derivation
    return sp.Pow(sp.Add(*(x**2 for x in parts)), sp.S.Half, evaluate=len(parts) < 2)


def inertia_tensor(value: Any) -> sp.ImmutableMatrix:
    """Inertia tensor from one value about z, three principal values, or a symmetric 3x3 matrix.

    A tensor of numbers must be one that a body can have; of one value about z, for plane motion, nothing is asked.
    """
    plane = not isinstance(value, (list, tuple, sp.MatrixBase))
    if isinstance(value, (list, tuple)) and len(value) == 3 and not isinstance(value[0], (list, tuple)):
        tensor = sp.ImmutableMatrix(sp.diag(*value))
    elif isinstance(value, (list, tuple, sp.MatrixBase)):
        tensor = sp.ImmutableMatrix(value)
    else:
        tensor = sp.ImmutableMatrix(sp.diag(0, 0, value))
    if tensor.shape != (3, 3) or tensor != tensor.T:
        raise ModelError(
            f"An inertia is one value about z, three principal values or a symmetric 3x3 matrix; got {value}."
        )
    return tensor if plane else checked_inertia(tensor)


def _in_every_direction(element: Any, name: str) -> None:
    """A deflection of several components becomes a column; it takes a number, not a characteristic."""
    if isinstance(element.deflection, (list, tuple, sp.MatrixBase)):
        object.__setattr__(element, "deflection", vector(element.deflection))
        if callable(element.law):
            raise ModelError(
                f"{name} on a point takes a number, the same in every direction. A characteristic needs one direction."
            )


def _mass(mass: Any, name: str) -> Any:
    mass = sp.sympify(mass)
    if mass.has(t) or mass.is_negative:
        raise ModelError(f"The mass of {name or 'a body'} must be constant and not negative; got {mass}.")
    return mass


def substitute(element: Any, constraints: Mapping[Any, Any]) -> Any:
    """A copy of the element with the dependent coordinates replaced, in poses and points alike."""
    if not constraints:
        return element
    if isinstance(element, (list, tuple)):
        return type(element)(substitute(x, constraints) for x in element)
    if isinstance(element, (sp.Basic, sp.MatrixBase)):
        if not element.has(*constraints):
            return element
        if not element.has(sp.Derivative):
            return element.xreplace(dict(constraints))  # ten times faster than subs
        return element.subs(constraints).doit()
    if hasattr(element, "__dataclass_fields__"):
        fields = {name: substitute(getattr(element, name), constraints) for name in element.__dataclass_fields__}
        return type(element)(**fields)
    return element
