"""Kinematic chains: where every frame is, given the coordinates of the joints (lecture 4.4)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import matmul
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sympy import Expr, Symbol, lambdify, sympify
from sympy.core.function import AppliedUndef

from ..aliases import Scalar
from ..checking import array, column, real
from ..errors import ModelError
from ..symbols import t as time
from .joints import Joint
from .pose import HERE, Pose

__all__ = ["Chain"]


class Chain:
    """Frames one after the other, each moved relative to the previous one by a joint.

    H_0^n = H_0^1 H_1^2 ... H_{n-1}^n                                           (4.30), (4.39)

    Parameters
    ----------
    joints : iterable of Joint
        Joints from the ground to the tip.
    base : Pose, optional
        Pose of the frame before the first joint, seen from the inertial frame.

    Attributes
    ----------
    joints : tuple of Joint
        The same joints.
    coordinates : tuple of Expr
        All their coordinates, in order, symbols or numbers.
    poses : tuple of Pose
        Poses H_0^1, ..., H_0^n of the moving frames, seen from the inertial frame.

    Raises
    ------
    ModelError
        If there is no joint, or one symbol is the coordinate of two joints.

    Examples
    --------
    >>> from sympy import symbols
    >>> from mechanics.poses import Chain, Fixed, Revolute, translation
    >>> phi1, phi2, l1, l2 = symbols("phi1 phi2 l1 l2")
    >>> arm = Chain([Revolute(phi1), Revolute(phi2, at=translation(l1)), Fixed(translation(l2))])
    >>> arm.tip.p[0]
    l1*cos(phi1) + l2*(-sin(phi1)*sin(phi2) + cos(phi1)*cos(phi2))
    """

    def __init__(self, joints: Iterable[Joint], base: Pose = HERE):
        self.joints = tuple(joints) if isinstance(joints, Iterable) else ()
        self.base = base
        if not isinstance(base, Pose):
            raise ModelError(f"The base of a chain is a Pose, such as translation(x, y, z); got {base!r}.")
        if not self.joints or not all(isinstance(joint, Joint) for joint in self.joints):
            raise ModelError(f"A chain is made of joints such as Revolute(phi); got {joints!r}.")
        self.coordinates = tuple(x for joint in self.joints for x in joint.coordinates)
        names = [x for x in self.coordinates if not x.is_number]
        twice = [x for x in names if names.count(x) > 1]
        if twice:
            raise ModelError(f"Every joint needs coordinates of its own; {twice[0]} belongs to two of them.")

    def __len__(self) -> int:
        return len(self.joints)

    def __repr__(self) -> str:
        kinds = ", ".join(type(joint).__name__ for joint in self.joints)
        return f"Chain({kinds}; coordinates {', '.join(map(str, self.coordinates))})"

    @cached_property
    def steps(self) -> tuple[Pose, ...]:
        """Pose of each moving frame seen from the one before it, H_{i-1}^i; (4.22)."""
        return tuple(joint.pose for joint in self.joints)

    @cached_property
    def poses(self) -> tuple[Pose, ...]:
        """Pose of each moving frame seen from the inertial frame, H_0^i; (4.30)."""
        return tuple(accumulate(self.steps, matmul, initial=self.base))[1:]

    @property
    def tip(self) -> Pose:
        """Pose of the last frame."""
        return self.poses[-1]

    @cached_property
    def joint_frames(self) -> tuple[Pose, ...]:
        """Pose of each joint's own frame, about and along whose axes it moves, seen from the inertial frame."""
        before = (self.base, *self.poses[:-1])
        return tuple(pose @ joint.at for pose, joint in zip(before, self.joints, strict=True))

    def between(self, start: int, end: int) -> Pose:
        """Pose of frame `end` seen from frame `start`, H_start^end; also backwards.

        Parameters
        ----------
        start, end : int
            Numbers of the frames, counted from 0 (inertial).

        Returns
        -------
        Pose

        Raises
        ------
        ModelError
            If there is no such frame.
        """
        frames = (HERE, *self.poses)
        for index in (start, end):
            if not isinstance(index, int) or not 0 <= index < len(frames):
                raise ModelError(f"Frames are counted from 0 (inertial) to {len(self)}; got {index}.")
        return frames[start].inverse @ frames[end]

    def at(self, values: Mapping[Expr, Scalar] | Sequence[Scalar]) -> "Chain":
        """The same chain with numbers (or expressions) in place of symbols.

        Parameters
        ----------
        values : mapping of Expr to Expr or float or sequence of Expr or float
            One value for each coordinate in order, or a mapping from symbols (also those of lengths) to values.

        Returns
        -------
        Chain

        Raises
        ------
        ModelError
            If the number of values differs from that of the coordinates, or a symbol is unknown.
        """
        table = values if isinstance(values, Mapping) else dict(self._paired(values))
        replaced = {sympify(old): real(new, "A value") for old, new in table.items()}
        unknown = sorted(str(old) for old in replaced.keys() - self._symbols())
        if unknown:
            known = ", ".join(sorted(map(str, self._symbols())))
            raise ModelError(f"The chain does not know {', '.join(unknown)}; its symbols are {known}.")
        return Chain((joint.at_values(replaced) for joint in self.joints), self.base.at_values(replaced))

    def matrices(self, values: ArrayLike) -> np.ndarray:
        """Homogeneous matrices H_0^1 ... H_0^n as numbers, fast for many positions.

        Parameters
        ----------
        values : array_like, shape (..., m)
            Numbers for the m coordinates, in order; all lengths must be numbers.

        Returns
        -------
        ndarray, shape (..., n, 4, 4)

        Raises
        ------
        ModelError
            If shapes do not fit, or a length is a symbol.
        """
        values = array(values, "The coordinates")
        if values.ndim == 0 or values.shape[-1] != len(self.coordinates):
            raise ModelError(
                f"{len(self.coordinates)} numbers are needed in the last axis, one for each of "
                f"{', '.join(map(str, self.coordinates))}; got the shape {values.shape}."
            )
        columns = np.moveaxis(values, -1, 0)
        entries = [np.broadcast_to(entry, values.shape[:-1]) for entry in self._numeric(*columns)]
        stacked = np.stack(entries, axis=-1).astype(float)
        return stacked.reshape(*values.shape[:-1], len(self), 4, 4)

    @cached_property
    def _numeric(self) -> Any:
        """numpy function of the coordinates that gives the entries of all homogeneous matrices."""
        entries = [entry for pose in self.poses for entry in pose.matrix.flat()]
        free = {s for x in self.coordinates for s in x.free_symbols}
        unknown = sorted({str(s) for e in entries for s in e.free_symbols} - {str(s) for s in free})
        if unknown:
            raise ModelError(f"Lengths must be numbers here; give values of {', '.join(unknown)} with at({{...}}).")
        return lambdify(self.coordinates, entries, "numpy", cse=True)

    def _symbols(self) -> set[Any]:
        """Every symbol and coordinate in the joints and the base."""
        entries = [self.base.matrix, *(joint.at.matrix for joint in self.joints), *self.coordinates]
        axes = [freedom.axis for joint in self.joints for freedom in joint.freedoms]
        return {s for item in (*entries, *axes) for s in item.atoms(Symbol, AppliedUndef)} - {time}

    def _paired(self, values: Sequence[Any]) -> Iterable[tuple[Any, Any]]:
        names = ", ".join(map(str, self.coordinates))
        values = list(column(values, "The list of values"))
        if len(values) != len(self.coordinates):
            raise ModelError(f"One value for each of {names} was expected; got {len(values)}.")
        if any(x.is_number for x in self.coordinates):
            raise ModelError(f"Only symbols can be replaced by values; the coordinates are already {names}.")
        return zip(self.coordinates, values, strict=True)
