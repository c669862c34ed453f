"""Springs and dampers between points that move along one line, and the matrices that follow from them.

A point is named by its coordinate, `GROUND` is fixed. Every element is a column e of the incidence matrix: −1 where it
begins, +1 where it ends, so that eᵀ q is the change of its length. Then K = Σ c e eᵀ and D = Σ d e eᵀ,
which shows that both are symmetric and positive semidefinite: zᵀ K z = Σ c (eᵀ z)².
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import sympy as sp

from ..aliases import Scalar
from ..checking import column, real, shown
from ..model import ModelError, unknown_name

__all__ = ["GROUND", "Damper", "Spring", "chain", "damping_matrix", "spring_load", "stiffness_matrix"]

GROUND = "ground"
"""The point that is fixed."""


@dataclass(frozen=True)
class _Element:
    start: str
    end: str

    def row(self, names: Sequence[str]) -> sp.ImmutableMatrix:
        """Column e of the element: how its length changes with each coordinate."""
        for name in (self.start, self.end):
            if name not in (*names, GROUND):
                raise ModelError(unknown_name(name, (*names, GROUND), "point"))
        if self.start == self.end:
            raise ModelError(f"{self!r} begins and ends in the same point; it must connect two different ones.")
        return sp.ImmutableMatrix([(name == self.end) - (name == self.start) for name in names])

    def stretch(self, q: Mapping[str, Any]) -> Any:
        """Position of the end minus position of the start, m."""
        return q.get(self.end, 0) - q.get(self.start, 0)


Element = TypeVar("Element", bound=_Element)


@dataclass(frozen=True)
class Spring(_Element):
    """A linear spring from one point to another: force c (x_end − x_start − l), tension positive.

    Parameters
    ----------
    start, end : str
        Names of coordinates, or `GROUND`.
    stiffness : Expr or float
        c, N/m, or N m/rad.
    length : Expr or float, default 0
        Relaxed length l as the difference of the two coordinates, m.

    Raises
    ------
    ModelError
        If the stiffness is negative or not finite.
    """

    stiffness: Scalar
    length: Scalar = 0

    def __post_init__(self) -> None:
        real(self.length, "The relaxed length of a spring")
        _check(self, "stiffness")

    def deflection(self, q: Mapping[str, Scalar]) -> Scalar:
        """Elongation beyond the relaxed length.

        Parameters
        ----------
        q : mapping of str to Expr or float
            Coordinates by name, m.

        Returns
        -------
        Expr or float
            Elongation, m.
        """
        return self.stretch(q) - self.length


@dataclass(frozen=True)
class Damper(_Element):
    """A linear damper from one point to another: force d (ẋ_end − ẋ_start).

    Parameters
    ----------
    start, end : str
        Names of coordinates, or `GROUND`.
    damping : Expr or float
        d, N s/m, or N m s/rad.

    Raises
    ------
    ModelError
        If the damping is negative or not finite.
    """

    damping: Scalar

    def __post_init__(self) -> None:
        _check(self, "damping")


def _check(element: Any, name: str) -> None:
    value = real(getattr(element, name), f"The {name} of a {type(element).__name__.lower()}")
    if value.is_negative:
        raise ModelError(f"The {name} of {element!r} must be a finite number, not negative, or a symbol.")


def stiffness_matrix(springs: Sequence[Spring], names: Sequence[str]) -> sp.ImmutableMatrix:
    """K = Σ c e eᵀ; (3.94).

    Parameters
    ----------
    springs : sequence of Spring
        All springs.
    names : sequence of str, shape (n,)
        Coordinates in the order of q.

    Returns
    -------
    ImmutableMatrix, shape (n, n)

    Raises
    ------
    ModelError
        If a spring ends in an unknown point.
    """
    return _sum([(s.stiffness, s.row(names)) for s in springs], len(names))


def damping_matrix(dampers: Sequence[Damper], names: Sequence[str]) -> sp.ImmutableMatrix:
    """D = Σ d e eᵀ; (3.93).

    Parameters
    ----------
    dampers : sequence of Damper
        All dampers.
    names : sequence of str, shape (n,)
        Coordinates in the order of q.

    Returns
    -------
    ImmutableMatrix, shape (n, n)

    Raises
    ------
    ModelError
        If a damper ends in an unknown point.
    """
    return _sum([(d.damping, d.row(names)) for d in dampers], len(names))


def _sum(parts: Sequence[tuple[Any, sp.ImmutableMatrix]], n: int) -> sp.ImmutableMatrix:
    return sp.ImmutableMatrix(sum((factor * e * e.T for factor, e in parts), sp.zeros(n, n)))


def spring_load(springs: Sequence[Spring], names: Sequence[str]) -> sp.ImmutableMatrix:
    """Contribution Σ c l e of the relaxed lengths of the springs to k; (3.95).

    Parameters
    ----------
    springs : sequence of Spring
        All springs.
    names : sequence of str, shape (n,)
        Coordinates in the order of q.

    Returns
    -------
    ImmutableMatrix, shape (n, 1)
    """
    parts = [s.stiffness * s.length * s.row(names) for s in springs]
    return sp.ImmutableMatrix(sum(parts, sp.zeros(len(names), 1)))


def chain(
    kind: Callable[..., Element], names: Sequence[str], values: Sequence[Scalar], **options: Scalar
) -> list[Element]:
    """Springs or dampers that connect the points one after the other, beginning at the ground.

    Parameters
    ----------
    kind : type
        `Spring` or `Damper`.
    names : sequence of str
        Points, in their order along the chain.
    values : sequence of Expr or float
        Stiffness or damping of each; one more than points if the last is held by the ground as well.
    **options : Expr or float
        Further arguments of all of them, such as ``length=0.2``.

    Returns
    -------
    list of Spring or Damper
        Elements of this kind.

    Raises
    ------
    ModelError
        If the number of values does not fit.
    """
    if not callable(kind):
        raise ModelError(f"A chain consists of Spring or Damper; got {shown(kind)}.")
    if isinstance(names, str):
        raise ModelError(f"The points of a chain are a list of names; got {names!r}.")
    values = list(column(values, "The list of values"))
    if len(values) not in (len(names), len(names) + 1):
        raise ModelError(
            f"A chain of {len(names)} points has {len(names)} elements, or one more if it ends at the ground; "
            f"got {len(values)} values."
        )
    points = [GROUND, *names, GROUND]
    ends = zip(points, points[1:], values, strict=False)  # without the last value the chain ends at its last point
    return [kind(start, end, value, **options) for start, end, value in ends]
