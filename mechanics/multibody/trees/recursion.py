"""Accelerations of a tree in O(n): the recursion with 3x3 blocks, another way to solve the dense system W(59).

A ball joint transmits a force but no moment of its own. Seen from its inboard hinge, a body with all that hangs on it
is therefore nothing but a symmetric 3x3 *apparent mass* (*scheinbare Masse*) B and a bias force p: the force that
accelerates the hinge by a is f = B a + p. One walk from the leaves to the base collects these blocks, one walk back
gives the accelerations. No system of equations is ever larger than 3x3.

Arrays may have leading axes, (..., n, 3), so that all instants of a simulation are one call.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...rotations.arrays import skew
from .base import AT_REST, BaseState
from .tree import Tree

__all__ = ["Accelerations", "Recursion"]


class Accelerations(NamedTuple):
    """What the recursion gives, (..., n, 3) each, in the order of the tree's bodies.

    Attributes
    ----------
    w_d : np.ndarray
        Angular accelerations, rad/s², basis of each body; the rates of the components of w.
    hinges : np.ndarray
        Accelerations of the inboard hinges, m/s², inertial basis.
    forces : np.ndarray
        Force on each body at its inboard hinge, N, inertial basis.
    """

    w_d: np.ndarray
    hinges: np.ndarray
    forces: np.ndarray


class _Blocks(NamedTuple):
    """A body (with what hangs on it) about its inboard hinge, which accelerates by a; inertial basis.

    Moment T ω̇ + H a + h = 0, force A a + Hᵀ ω̇ + p = f. There are n + 1 rows, the last one is that of the base.

    Attributes
    ----------
    T : np.ndarray, shape (3, 3)
        Inertia.
    H : np.ndarray, shape (3, 4)
        Coupling, and in the last column the moment h that remains without any acceleration.
    A : np.ndarray, shape (3, 4)
        Mass, and in the last column the force p.
    """

    T: np.ndarray
    H: np.ndarray
    A: np.ndarray


@dataclass(frozen=True, eq=False)
class Recursion:
    """The O(n) form of the equations of motion of a tree.

    Attributes
    ----------
    tree : Tree
        Bodies and joints; arrays are in the order of its bodies.
    """

    tree: Tree

    @cached_property
    def c(self) -> np.ndarray:
        """(n, 3) from the inboard hinge of each body to its mass centre, m, basis of the body."""
        return -self.tree.hinge

    @cached_property
    def e(self) -> np.ndarray:
        """(n, 3) from the inboard hinge of each body's parent to that of the body, m, basis of the parent.

        For a body on the base, from the base's origin.
        """
        parents = self.tree.graph.parents
        return self.tree.joint - np.where(parents[:, None] >= 0, self.tree.hinge[parents], 0.0)

    @cached_property
    def I_hinge(self) -> np.ndarray:
        """(n, 3, 3) inertia of each body about its inboard hinge, J + m (c² E - c cᵀ), kg m², basis of the body."""
        c_tilde = skew(self.c)
        return self.tree.J - self.tree.m[:, None, None] * (c_tilde @ c_tilde)

    @cached_property
    def levels(self) -> list[np.ndarray]:
        """Indices of the bodies that are one, two, ... joints away from the base."""
        # Bodies at the same distance from the base do not depend on each other: one numpy call serves a whole level.
        depth, graph = np.full(self.tree.n + 1, -1), self.tree.graph
        for i in graph.order:
            depth[i] = depth[graph.parents[i]] + 1  # the base is the last row
        return [np.flatnonzero(depth[:-1] == k) for k in range(depth.max() + 1)]

    def solve(
        self,
        A: np.ndarray,
        w: np.ndarray,
        F: np.ndarray | None = None,
        M: np.ndarray | None = None,
        Y: np.ndarray | None = None,
        base: BaseState = AT_REST,
    ) -> Accelerations:
        """Accelerations and hinge forces for given orientations, angular velocities and loads.

        Parameters
        ----------
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices, body to inertial.
        w : np.ndarray, shape (..., n, 3)
            Angular velocities, rad/s, basis of each body.
        F, M : np.ndarray, shape (..., n, 3), optional
            Forces at the mass centres (weight included), N, and moments, N m, inertial basis.
        Y : np.ndarray, shape (..., n, 3), optional
            Joint moments by arc, N m, inertial basis; + on i+(a), - on i-(a).
        base : BaseState, optional
            Motion of the base.
        """
        A = _with_base(np.asarray(A, dtype=float), base.A, 2)
        w = _times(A, _with_base(np.asarray(w, dtype=float), base.w, 1))
        own = self._bodies(A[..., :-1, :, :], w[..., :-1, :], F, self._moments(M, Y))
        parents = self.tree.graph.parents
        e = _times(A[..., parents, :, :], self.e)
        u = _cross(w[..., parents, :], _cross(w[..., parents, :], e))
        e_tilde = skew(e)
        X, B = self._inwards(own, e_tilde, u)
        w_d, a = self._outwards(X, e_tilde, u, base.r_dd, _times(base.A, base.w_d))
        return Accelerations(_times(_transposed(A[..., :-1, :, :]), w_d), a, _affine(B, a))

    def _moments(self, M: np.ndarray | None, Y: np.ndarray | None) -> np.ndarray:
        """Moments on the bodies, M_i + Σ_a S_ia Y_a; W(59)."""
        moments = np.zeros((self.tree.n, 3)) if M is None else np.asarray(M, dtype=float)
        return moments if Y is None else moments + self.tree.graph.S.astype(float) @ np.asarray(Y)

    def _bodies(self, A: np.ndarray, w: np.ndarray, F: np.ndarray | None, M: np.ndarray) -> _Blocks:
        """The blocks of the bodies alone, and empty ones of the base."""
        c, m = _times(A, self.c), self.tree.m[:, None]
        F = np.zeros_like(c) if F is None else np.asarray(F, dtype=float)
        T = A @ self.I_hinge @ _transposed(A)
        h = _cross(w, _times(T, w)) - _cross(c, F) - M
        p = m * _cross(w, _cross(w, c)) - F
        masses = np.broadcast_to(m[..., None] * np.eye(3), T.shape)
        H, A = _with_column(m[..., None] * skew(c), h), _with_column(masses, p)
        return _Blocks(*(_with_base(block, np.zeros(block.shape[-2:]), 2) for block in (T, H, A)))

    def _inwards(self, sums: _Blocks, e_tilde: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """From the leaves to the base: X, B (..., n, 3, 4) of ω̇ = -(X a + x) and f = B a + b for every subtree.

        No moment in the hinge: (X x) = T⁻¹ (H h), hence (B b) = (A p) - Hᵀ (X x). The hinge, at e on the parent,
        accelerates by a - ẽ ω̇ + u with a and ω̇ of the parent, and -f acts there on it.
        """
        X, B = np.empty_like(sums.H[..., :-1, :, :]), np.empty_like(sums.A[..., :-1, :, :])
        for level in reversed(self.levels):
            here = (..., level, slice(None), slice(None))
            # All bodies beyond this level have been added, so T, H, A belong to whole subtrees. The hinge transmits no
            # moment, so T ω̇ + H a + h = 0 gives ω̇ from a alone; eliminating it leaves the apparent mass of the subtree.
            T, H, A = sums.T[here], sums.H[here], sums.A[here]
            X[here] = solved = np.linalg.solve(_symmetric(T), H)
            B[here] = f = A - _transposed(H[..., :3]) @ solved
            # the part of the hinge's acceleration that comes from the parent's angular velocity is known: it is a bias
            f[..., 3] += _times(f[..., :3], u[..., level, :])
            moment = e_tilde[here] @ f
            there: Any = (..., self.tree.graph.parents[level], slice(None), slice(None))
            # not +=, which would add only once where several bodies hang on the same parent
            np.add.at(sums.T, there, -moment[..., :3] @ e_tilde[here])
            np.add.at(sums.H, there, moment)
            np.add.at(sums.A, there, f)
        return X, B

    def _outwards(
        self, X: np.ndarray, e_tilde: np.ndarray, u: np.ndarray, a_0: np.ndarray, w_d_0: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """From the base to the leaves: angular accelerations of the bodies and accelerations of their hinges."""
        a, w_d = (_with_base(np.zeros_like(u), base, 1) for base in (a_0, w_d_0))
        # The base's accelerations are known, so each hinge follows from the parent, and the body from its hinge.
        for level in self.levels:
            above = (..., self.tree.graph.parents[level], slice(None))
            hinges = a[above] - _times(e_tilde[..., level, :, :], w_d[above]) + u[..., level, :]
            a[..., level, :] = hinges
            w_d[..., level, :] = -_affine(X[..., level, :, :], hinges)
        return w_d[..., :-1, :], a[..., :-1, :]


def _times(A: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Matrices times vectors, (..., 3, 3) and (..., 3)."""
    return (A @ v[..., None])[..., 0]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return _times(skew(a), b)


def _transposed(matrices: np.ndarray) -> np.ndarray:
    return np.swapaxes(matrices, -1, -2)


def _affine(B: np.ndarray, a: np.ndarray) -> np.ndarray:
    """B a + b where b is the last column of B, (..., 3, 4) and (..., 3)."""
    return _times(B[..., :3], a) + B[..., 3]


def _symmetric(T: np.ndarray) -> np.ndarray:
    """The symmetric part; along a chain of many bodies rounding would let the other one grow."""
    return (T + _transposed(T)) / 2


def _with_column(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    return np.concatenate([matrix, vector[..., None]], axis=-1)


def _with_base(rows: np.ndarray, base: np.ndarray | tuple, axes: int) -> np.ndarray:
    """The rows of the bodies and, as the last one, that of the base, which index -1 finds.

    Parameters
    ----------
    rows : np.ndarray, shape (..., n, 3)
        Or (..., n, 3, 3).
    base : np.ndarray or tuple
        One row, for all instants or for each.
    axes : int
        Number of axes of one row.
    """
    base = np.asarray(base, dtype=float)
    where = rows.ndim - axes - 1
    rows_of_base = np.broadcast_to(base, rows.shape[:where] + base.shape[-axes:])
    return np.concatenate([rows, np.expand_dims(rows_of_base, where)], axis=where)
