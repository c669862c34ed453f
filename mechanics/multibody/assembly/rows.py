"""All constraints of a system at once, as arrays: one row for each equation of each joint.

Every joint is made of rows of a single form (see `joints.rows`). A vector e is fixed in body i, a vector c in body j:

    g = a · D - offset,   a = A_i e,   D = σ (r_j - r_i) + A_j c

With σ = 1 and c the point Q, g says that Q stays in a plane of body i; with σ = 0 and c an axis, that two axes stay
perpendicular. The rates follow by the product rule, so that one formula with a handful of array operations serves a
linkage as well as a long chain, and many instants as well as one. Row by row it is what the joints say one by one
(R(2.44)-(2.48), R(2.52)).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...rotations.arrays import skew
from ..joints import Driven, Joint

__all__ = ["Row", "Rows", "Values", "motion_of_bodies"]


class Row(NamedTuple):
    """The name of a row, for messages: the joint, and what it forbids."""

    joint: str
    forbids: str


class Values(NamedTuple):
    """What u rows of n bodies say in one position, or in k positions (..., u).

    g residuals, g_d their rates, G (..., u, 6 n) their Jacobian for z, gamma_dash = g̈ - G ż.
    """

    g: np.ndarray
    g_d: np.ndarray
    G: np.ndarray
    gamma_dash: np.ndarray


class Clocked(NamedTuple):
    """A joint that depends on time, the numbers of its rows among those in use, and which of its own these are."""

    joint: Joint
    rows: np.ndarray
    own: np.ndarray


def motion_of_bodies(
    r: np.ndarray, A: np.ndarray, v: np.ndarray, W: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Origins and bases with two derivatives, the ground as the last body.

    (3, ..., n + 1, 3): r, ṙ = A v, r̈ = A (ω × v); and (3, ..., n + 1, 3, 3): A, Ȧ = A ω̃, Ä = A ω̃ ω̃; both with ż = 0.

    Parameters
    ----------
    r : (..., n, 3) origins, m
    A : (..., n, 3, 3) body to inertial
    v : (..., n, 3) velocity of the origins in the bases of the bodies, m/s
    W : (..., n, 3, 3) ω̃ of the bodies, rad/s
    """
    *many, n, _ = r.shape
    P, B = np.zeros((3, *many, n + 1, 3)), np.zeros((3, *many, n + 1, 3, 3))
    B[0, ..., n, :, :] = np.eye(3)
    B[0, ..., :n, :, :], P[0, ..., :n, :] = A, r
    AW = A @ W
    B[1, ..., :n, :, :] = AW
    B[2, ..., :n, :, :] = AW @ W
    P[1:, ..., :n, :] = (B[:2, ..., :n, :, :] @ v[..., None])[..., 0]
    return P, B


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a system of `n` bodies as arrays.

    Attributes
    ----------
    n : number of bodies; that of the ground
    names : (u,) of the rows
    i, j : (u,) numbers of the bodies
    e, c : (u, 3) in the bases of i and j
    sigma : (u,) 1 for a displacement, 0 for perpendicular axes
    offset : (u,) m
    clocked : joints that depend on time
    """

    n: int
    names: tuple[Row, ...]
    i: np.ndarray
    j: np.ndarray
    e: np.ndarray
    c: np.ndarray
    sigma: np.ndarray
    offset: np.ndarray
    clocked: tuple[Clocked, ...] = ()
    _lever: tuple[np.ndarray, np.ndarray, np.ndarray] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        zero, E = np.zeros((len(self.i), 3, 3)), np.eye(3) * self.sigma[:, None, None]
        on_i = np.concatenate([zero, skew(self.e)], axis=1)  # times D in basis i
        on_j = np.concatenate([E, skew(self.c)], axis=1)  # times a in basis j
        shift = np.concatenate([-self.sigma[:, None] * self.e, np.zeros_like(self.e)], axis=1)
        object.__setattr__(self, "_lever", (on_i, on_j, shift))

    @classmethod
    def of(cls, joints: Sequence[Joint], index: Mapping[str, int]) -> "Rows":
        """The rows of all joints in their order; `index` numbers the bodies by name, the ground comes last."""
        n, parts, clocked = len(index) - 1, [], []
        names: list[Row] = []
        for joint in joints:
            first, part = len(names), _rows_of(joint, index)
            names += [Row(joint.name, text) for text in _forbidden(joint)]
            parts.append(part)
            if type(joint).axes is not Joint.axes:
                own = np.arange(len(part[0]))
                clocked.append(Clocked(joint, first + own, own))
        if not parts:
            parts = [(np.zeros(0, int), np.zeros(0, int), *np.zeros((2, 0, 3)), *np.zeros((2, 0)))]
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        return cls(n, tuple(names), *columns, tuple(clocked))  # type: ignore

    def __len__(self) -> int:
        return len(self.i)

    def only(self, rows: np.ndarray) -> "Rows":
        """Some of the rows, by their numbers."""
        where = {int(row): k for k, row in enumerate(rows)}
        clocked = []
        for joint, numbers, own in self.clocked:
            kept = [(where[int(row)], k) for row, k in zip(numbers, own, strict=True) if int(row) in where]
            if kept:
                clocked.append(Clocked(joint, *np.array(kept).T))
        parts = [getattr(self, name)[rows] for name in ("i", "j", "e", "c", "sigma", "offset")]
        return Rows(self.n, tuple(self.names[int(k)] for k in rows), *parts, tuple(clocked))  # type: ignore

    def values(self, t: float | np.ndarray, P: np.ndarray, B: np.ndarray) -> Values:
        """Residuals, Jacobian and the terms without ż, by the product rule for a · D.

        Parameters
        ----------
        t : time, s; or (k,) instants
        P, B : of `motion_of_bodies`
        """
        Bi, Bj = B.take(self.i, axis=-3), B.take(self.j, axis=-3)
        a = (Bi @ self.e[:, :, None])[..., 0]
        D = self.sigma[:, None] * (P.take(self.j, axis=-2) - P.take(self.i, axis=-2))
        D += (Bj @ self.c[:, :, None])[..., 0]
        to_i = D[0][..., None, :] @ Bi[0]
        offset: Any = (self.offset, 0.0, 0.0)
        G_i = (self._lever[0] @ to_i.swapaxes(-1, -2))[..., 0] + self._lever[2]
        if self.clocked:
            offset = self._follow_clock(np.asarray(t, dtype=float), Bi, a, to_i, G_i)
        G_j = (self._lever[1] @ (a[0][..., None, :] @ Bj[0]).swapaxes(-1, -2))[..., 0]
        aD = a[:, None] * D  # (3, 3, ..., u, 3)
        dots = aD[..., 0] + aD[..., 1] + aD[..., 2]
        return Values(
            g=dots[0, 0] - offset[0],
            g_d=dots[1, 0] + dots[0, 1] - offset[1],
            G=self._full(G_i, G_j),
            gamma_dash=dots[2, 0] + 2.0 * dots[1, 1] + dots[0, 2] - offset[2],
        )

    def _full(self, G_i: np.ndarray, G_j: np.ndarray) -> np.ndarray:
        """The blocks of both bodies in their places, (..., u, 6 n)."""
        u = np.arange(len(self))
        G = np.zeros((*G_i.shape[:-1], self.n + 1, 6))
        G[..., u, self.i, :] = G_i
        G[..., u, self.j, :] = G_j
        return G[..., : self.n, :].reshape(*G_i.shape[:-1], 6 * self.n)

    def at_clock(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """e (3, u, 3) and offset (3, u) at one instant, both with two derivatives."""
        e, offset = np.zeros((3, len(self), 3)), np.zeros((3, len(self)))
        e[0], offset[0] = self.e, self.offset
        for joint, rows, own in self.clocked:
            told = _told(joint, t)
            e[:, rows], offset[:, rows] = told[0][:, own], told[1][:, own]
        return e, offset

    def _follow_clock(
        self, t: np.ndarray, Bi: np.ndarray, a: np.ndarray, to_i: np.ndarray, G_i: np.ndarray
    ) -> np.ndarray:
        """The offsets with two derivatives, (3, ..., u); moves the axes `a` and `G_i` of joints that depend on time."""
        offset = np.zeros((3, *a.shape[1:-1]))
        offset[0] = self.offset
        for joint, rows, own in self.clocked:
            told = [_told(joint, float(now)) for now in t.ravel()]
            e, c = (np.stack([part[k] for part in told], axis=1)[:, :, own] for k in (0, 1))
            e, c = (part.reshape(3, *t.shape, *part.shape[2:]) for part in (e, c))
            A, A_d, A_dd = (base.take(rows, axis=-3) for base in Bi)
            e0, e1, e2 = (part[..., None] for part in e)
            moved = np.stack([A @ e0, A_d @ e0 + A @ e1, A_dd @ e0 + 2 * (A_d @ e1) + A @ e2])
            a[..., rows, :], offset[..., rows] = moved[..., 0], c
            G_i[..., rows, 3:] = np.cross(e[0], to_i[..., rows, 0, :])
        return offset


def _rows_of(joint: Joint, index: Mapping[str, int]) -> tuple[np.ndarray, ...]:
    """i, j, e, c, σ and offset of the rows of a joint at t = 0."""
    axes, (i, j) = joint.axes(0.0), (index[name] for name in joint.bodies)
    p, k = len(axes.n), len(axes.a)
    e, offset = (part[0] for part in _told(joint, 0.0))
    c = np.concatenate([np.tile(joint.Q.r, (p, 1)), axes.b @ joint.Q.R.T])
    return np.full(p + k, i), np.full(p + k, j), e, c, np.repeat([1.0, 0.0], [p, k]), offset


def _told(joint: Joint, t: float) -> tuple[np.ndarray, np.ndarray]:
    """e (3, u, 3) and offset (3, u) of the rows of a joint, both with two derivatives."""
    axes, R = joint.axes(t), joint.P.R.T
    n, still, none = axes.n @ R, np.zeros_like(axes.n), np.zeros(len(axes.a))
    e = [np.concatenate(x) for x in ((n, axes.a @ R), (still, axes.a_d @ R), (still, axes.a_dd @ R))]
    c = [np.concatenate([x, none]) for x in (n @ joint.P.r + axes.c, axes.c_d, axes.c_dd)]
    return np.stack(e), np.stack(c)


def _forbidden(joint: Joint) -> list[str]:
    """What the rows of a joint forbid, in words."""
    axes, told = joint.axes(0.0), joint.joint if isinstance(joint, Driven) else joint
    shifts = [f"shift along {'xyz'[k]}" for k in told.blocked_shifts]
    turns = [f"turn about {'xyz'[k]}" for k in told.blocked_turns]
    shifts, turns = (
        words + ["the drive"] * (len(part) - len(words))
        for words, part in ((shifts, axes.n), (turns, axes.a))
    )
    return shifts + turns
