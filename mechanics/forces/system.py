"""Loads on one rigid body: resultant, moment, reduction to a point, wrench and central axis."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy as sp
from sympy import ImmutableMatrix

from ..aliases import Vector
from ..model import ModelError
from . import linear
from .loads import ORIGIN, Couple, Force, Load, column, direction, is_zero, moment

__all__ = ["ForceSystem", "Wrench"]


@dataclass(frozen=True)
class Wrench:
    """What a force system reduces to: one force at a reference point and one moment about it.

    Attributes
    ----------
    force : ImmutableMatrix, shape (3, 1)
        Resultant, N.
    moment : ImmutableMatrix, shape (3, 1)
        Resulting moment about `point`, N m.
    point : ImmutableMatrix, shape (3, 1)
        Reference point, m.
    sizes : tuple of float, float
        Sizes of the forces and the moments that were added up; what is small beside them is zero.
    """

    force: ImmutableMatrix
    moment: ImmutableMatrix
    point: ImmutableMatrix
    sizes: tuple[float, float] = field(default=(0.0, 0.0), compare=False, repr=False)

    def at(self, point: Vector) -> "Wrench":
        """The same loads reduced to another point: τ^(B) = τ^(A) + (r_OA − r_OB) × f_R.

        Parameters
        ----------
        point : array_like, shape (3,)
            The other reference point B, m.

        Returns
        -------
        Wrench
        """
        other = column(point, "reference point")
        return Wrench(self.force, self.moment + moment(self.point - other, self.force), other, self.sizes)

    @cached_property
    def kind(self) -> str:
        """``"balanced"``, ``"couple"``, ``"single force"`` (on the central axis) or ``"wrench"``."""
        force, moment = self.sizes
        if all(is_zero(x, force) for x in self.force):
            return "balanced" if all(is_zero(x, moment) for x in self.moment) else "couple"
        return "single force" if is_zero(self.force.dot(self.moment), force * moment) else "wrench"

    @property
    def pitch(self) -> sp.Expr:
        """Moment along the resultant divided by it, p = f·τ / f², m: the pitch of a screw over 2π."""
        self._need_force()
        return self.force.dot(self.moment) / self.force.dot(self.force)

    @property
    def on_central_axis(self) -> "Wrench":
        """The reduction whose moment is parallel to the force, to the point of the central axis nearest to `point`.

        r = r_A + f × τ / f²,  τ = p f: of all points, those of this axis have the smallest moment.
        """
        self._need_force()
        shift = self.force.cross(self.moment) / self.force.dot(self.force)
        return Wrench(self.force, self.pitch * self.force, self.point + shift, self.sizes)

    def _need_force(self) -> None:
        if self.kind in ("balanced", "couple"):
            raise ModelError(
                "Without a resultant force there is no central axis: these loads are "
                f"{'in equilibrium' if self.kind == 'balanced' else 'a couple, the same about every point'}."
            )


class ForceSystem(Sequence[Load]):
    """Forces and couples on one rigid body, or, with all that act on it, a free body.

    Parameters
    ----------
    loads : iterable of Load or ForceSystem
        `Force` and `Couple`, or other force systems.
    name : str, optional
        Name of the body, for messages.

    Raises
    ------
    ModelError
        If there is anything else among the loads.
    """

    def __init__(self, loads: "Iterable[Load | ForceSystem]", name: str = ""):
        self.loads: tuple[Load, ...] = tuple(_flat(loads))
        self.name = name

    def __getitem__(self, index: Any) -> Any:
        return self.loads[index]

    def __len__(self) -> int:
        return len(self.loads)

    def __add__(self, other: Iterable[Load]) -> "ForceSystem":
        return ForceSystem([*self, *other], self.name)

    def __neg__(self) -> "ForceSystem":
        """The same loads in the opposite direction, which would balance them."""
        return ForceSystem([-load for load in self], self.name)

    @cached_property
    def forces(self) -> tuple[Force, ...]:
        """The loads that are forces."""
        return tuple(load for load in self if isinstance(load, Force))

    @cached_property
    def resultant(self) -> ImmutableMatrix:
        """Resultant force f_R = Σ f_i, component by component, N; (3.1), (3.2)."""
        return sum((force.vector for force in self.forces), ImmutableMatrix([0, 0, 0]))

    def moment(self, about: Vector = ORIGIN) -> ImmutableMatrix:
        """Resulting moment about the point A: τ_R^(A) = Σ τ_i^(A); (3.11).

        Parameters
        ----------
        about : array_like, shape (3,), optional
            Reference point A, m.

        Returns
        -------
        ImmutableMatrix, shape (3, 1)
            Moment, N m.
        """
        return sum((load.moment(about) for load in self), ImmutableMatrix([0, 0, 0]))

    def moment_about_axis(self, along: Vector, through: Vector = ORIGIN) -> sp.Expr:
        """Moment about an axis: e · τ^(A) for any point A of it, positive as a right-handed screw.

        Parameters
        ----------
        along : array_like, shape (3,)
            Direction of the axis, of any length.
        through : array_like, shape (3,), optional
            A point of the axis, m.

        Returns
        -------
        Expr
            Moment, N m.
        """
        return direction(along).dot(self.moment(through))

    def reduced(self, about: Vector = ORIGIN) -> Wrench:
        """One force and one moment that replace all loads.

        Parameters
        ----------
        about : array_like, shape (3,), optional
            Reference point, m.

        Returns
        -------
        Wrench
        """
        point = column(about, "reference point")
        return Wrench(self.resultant, self.moment(point), point, self._sizes(point))

    def balance(self, about: Vector = ORIGIN) -> ImmutableMatrix:
        """The six components that are zero in equilibrium: f_R, then τ_R^(A); (3.12).

        Parameters
        ----------
        about : array_like, shape (3,), optional
            Reference point A, m.

        Returns
        -------
        ImmutableMatrix, shape (6, 1)
            N and N m.
        """
        return self.resultant.col_join(self.moment(about))

    @property
    def in_equilibrium(self) -> bool:
        """Whether f_R = 0 and τ_R = 0; (3.3) for a central system, (3.12) for a general one."""
        return self.reduced().kind == "balanced"

    def is_equivalent(self, other: Iterable[Load]) -> bool:
        """Whether other loads have the same effect on a rigid body.

        Parameters
        ----------
        other : iterable of Load
            Forces and couples.

        Returns
        -------
        bool
        """
        return (self + -ForceSystem(other)).in_equilibrium

    def _sizes(self, about: ImmutableMatrix) -> tuple[float, float]:
        """The largest force and the largest moment, of those that are numbers."""
        force = max((linear.size(f.vector) for f in self.forces), default=0.0)
        length = max((linear.size(f.point) for f in self.forces), default=0.0) + linear.size(about)
        return force, max([force * length, *(linear.size(load.moment()) for load in self)])

    @cached_property
    def common_point(self) -> ImmutableMatrix | None:
        """The point in which all lines of action meet, or None; where they are one line, a point of it."""
        if any(isinstance(load, Couple) for load in self):
            return None
        rows = [(_tilde(f.vector), f.vector, f.point) for f in self.forces]  # f × r = f × r_i
        if not rows:
            return None
        A = sp.Matrix.vstack(*[tilde for tilde, _, _ in rows])
        b = sp.Matrix.vstack(*[f.cross(point) for _, f, point in rows])
        if linear.rank(A.row_join(b)) > linear.rank(A):
            return None
        return ImmutableMatrix(linear.particular(A, b))

    @property
    def is_central(self) -> bool:
        """Whether one point lies on all lines of action (*zentrales Kräftesystem*)."""
        return self.common_point is not None

    def __repr__(self) -> str:
        rows = [f"  {load!r}" for load in self]
        return "\n".join([f"ForceSystem {self.name}".rstrip() + ":", *rows])


def _flat(loads: Iterable[Any]) -> Iterator[Load]:
    if isinstance(loads, Force | Couple):
        raise ModelError("A force system is made from a list of loads; put the single force in brackets: [force].")
    if not isinstance(loads, Iterable):
        raise ModelError(f"A force system is made from a list of Force(...) and Couple(...); got {loads!r}.")
    for load in loads:
        if isinstance(load, ForceSystem):
            yield from load
        elif isinstance(load, Force | Couple):
            yield load
        else:
            raise ModelError(f"A force system consists of Force(...) and Couple(...); got {load!r}.")


def _tilde(v: ImmutableMatrix) -> sp.Matrix:
    x, y, z = v
    return sp.Matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
