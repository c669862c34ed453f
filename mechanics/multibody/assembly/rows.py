"""All constraints of a system at once, as arrays: one row for each constraint equation.

Every joint is made of rows of a single form (see `joints.rows`). A vector e is fixed in body i, a vector c in body j:

    g = a · D - offset,   a = A_i e,   D = σ (r_j - r_i) + A_j c

With σ = 1 and c the point Q, g says that Q stays in a plane of body i; with σ = 0 and c an axis, that two axes stay
perpendicular. The rates follow by the product rule, so that one formula with a handful of array operations serves a
linkage as well as a long chain, and many instants as well as one. Row by row it is what the joints say one by one
(R(2.44)-R(2.48), R(2.52)).
Rows of another form (rolling, screws, gears, curves; see `wrench_rows`) have an empty place there, e = c = 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...rotations.arrays import skew
from ..joints import Driven, Joint
from .clocked import Clocked, clocked_row, vectors_at
from .rows_of_joints import forbidden, rows_of
from .wrench_rows import Block, block_of, filled

__all__ = ["Blocks", "Row", "Rows", "Values", "motion_of_bodies"]

E3 = np.eye(3)


class Row(NamedTuple):
    """The name of a row, for messages.

    Attributes
    ----------
    joint : str
        Name of the joint.
    forbids : str
        What the row forbids, such as "shift along x".
    """

    joint: str
    forbids: str


class Blocks(NamedTuple):
    """What `Values` says, with the Jacobian as the blocks of both bodies of a row, (..., u, 2, 6).

    Attributes
    ----------
    g, g_d, gamma_dash : np.ndarray, shape (..., u)
        As in `Values`.
    G : np.ndarray, shape (..., u, 2, 6)
        Derivatives of g_d for z of body i and for z of body j; those of the ground have no meaning.
    """

    g: np.ndarray
    g_d: np.ndarray
    G: np.ndarray
    gamma_dash: np.ndarray


class Values(NamedTuple):
    """What u rows of n bodies say in one state or in many.

    g residuals, g_d their rates, G (..., u, 6 n) their Jacobian for z, gamma_dash = g̈ - G ż.

    Attributes
    ----------
    g : np.ndarray, shape (..., u)
        Residuals, m or dimensionless.
    g_d : np.ndarray, shape (..., u)
        Their rates.
    G : np.ndarray, shape (..., u, 6 n)
        Jacobian of g_d for the velocities z.
    gamma_dash : np.ndarray, shape (..., u)
        γ' = g̈ - G ż.
    """

    g: np.ndarray
    g_d: np.ndarray
    G: np.ndarray
    gamma_dash: np.ndarray


def motion_of_bodies(r: np.ndarray, A: np.ndarray, v: np.ndarray, W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Origins and bases with two derivatives, the ground as the last body.

    (3, ..., n + 1, 3): r, ṙ = A v, r̈ = A (ω × v); and (3, ..., n + 1, 3, 3): A, Ȧ = A ω̃, Ä = A ω̃ ω̃; both with ż = 0.

    Parameters
    ----------
    r : np.ndarray, shape (..., n, 3)
        Origins, m.
    A : np.ndarray, shape (..., n, 3, 3)
        Body to inertial.
    v : np.ndarray, shape (..., n, 3)
        Velocity of the origins in the bases of the bodies, m/s.
    W : np.ndarray, shape (..., n, 3, 3)
        ω̃ of the bodies, rad/s.
    """
    *many, n, _ = r.shape
    P, B = np.zeros((3, *many, n + 1, 3)), np.zeros((3, *many, n + 1, 3, 3))
    B[0, ..., n, :, :] = E3
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
    n : int
        Number of bodies; that of the ground.
    names : tuple of Row, shape (u,)
        Names of the rows.
    i, j : np.ndarray, shape (u,)
        Numbers of the bodies.
    e, c : np.ndarray, shape (u, 3)
        Vectors in the bases of i and j.
    sigma : np.ndarray, shape (u,)
        1 for a displacement, 0 for perpendicular axes.
    offset : np.ndarray, shape (u,)
        m.
    clocked : tuple of Clocked
        Joints that depend on time.
    special : tuple of Block, rows of another form
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
    special: tuple[Block, ...] = ()
    _lever: tuple[np.ndarray, np.ndarray, np.ndarray] = field(init=False, repr=False)
    _count: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        zero, E = np.zeros((len(self.i), 3, 3)), np.eye(3) * self.sigma[:, None, None]
        on_i = np.concatenate([zero, skew(self.e)], axis=1)  # times D in basis i
        on_j = np.concatenate([E, skew(self.c)], axis=1)  # times a in basis j
        shift = np.concatenate([-self.sigma[:, None] * self.e, np.zeros_like(self.e)], axis=1)
        object.__setattr__(self, "_lever", (on_i, on_j, shift))
        object.__setattr__(self, "_count", np.arange(len(self.i)))

    @classmethod
    def of(cls, joints: Sequence[Joint], index: Mapping[str, int]) -> "Rows":
        """The rows of all joints in their order.

        Parameters
        ----------
        joints : sequence of Joint
            Joints between bodies of the system.
        index : mapping
            Numbers of the bodies by name; that of the ground is the largest.
        """
        parts: list[tuple[np.ndarray, ...]] = []
        names: list[Row] = []
        clocked: list[Clocked] = []
        special: list[Block] = []
        for joint in joints:
            first, part = len(names), rows_of(joint, index)
            names += [Row(joint.name, text) for text in forbidden(joint)]
            parts.append(part)
            if joint.forbids:
                special.append(block_of(joint, index, len(names) - len(joint.forbids)))
            if isinstance(joint, Driven):
                clocked.append(clocked_row(joint, first))
        if not parts:
            parts = [(np.zeros(0, int), np.zeros(0, int), *np.zeros((2, 0, 3)), *np.zeros((2, 0)))]
        i, j, e, c, sigma, offset = (np.concatenate(column) for column in zip(*parts, strict=True))
        return cls(len(index) - 1, tuple(names), i, j, e, c, sigma, offset, tuple(clocked), tuple(special))

    def __len__(self) -> int:
        return len(self.i)

    @property
    def holonomic(self) -> np.ndarray:
        """Whether each row has a position (u,); where it has none, only g_d says something."""
        found = np.ones(len(self), dtype=bool)
        for block in self.special:
            found[block.rows] = np.array(block.joint.is_holonomic)[block.part]
        return found

    def only(self, rows: np.ndarray) -> "Rows":
        """Some of the rows.

        Parameters
        ----------
        rows : np.ndarray
            Their indices.
        """
        where = {int(row): k for k, row in enumerate(rows)}
        clocked = tuple(part._replace(row=where[part.row]) for part in self.clocked if part.row in where)
        i, j, e, c, sigma, offset = (x[rows] for x in (self.i, self.j, self.e, self.c, self.sigma, self.offset))
        names = tuple(self.names[int(k)] for k in rows)
        special = tuple(part for block in self.special if len((part := block.only(where)).rows))
        return Rows(self.n, names, i, j, e, c, sigma, offset, clocked, special)

    def values(self, t: float | np.ndarray, P: np.ndarray, B: np.ndarray) -> Values:
        """Residuals, Jacobian and the terms without ż.

        Parameters
        ----------
        t : float or np.ndarray
            Time, s; or (k,) instants.
        P, B : np.ndarray
            Origins and bases with two derivatives, from `motion_of_bodies`.
        """
        blocks = self.blocks(t, P, B)
        values = Values(blocks.g, blocks.g_d, self._full(blocks.G), blocks.gamma_dash)
        for block in self.special:
            filled(block, t, P, B, values)
        return values

    def blocks(self, t: float | np.ndarray, P: np.ndarray, B: np.ndarray) -> Blocks:
        """The same with a Jacobian in blocks, by the product rule for a · D; without the rows of another form.

        Parameters
        ----------
        t : float or np.ndarray
            Time, s; or (k,) instants.
        P, B : np.ndarray
            Origins and bases with two derivatives, from `motion_of_bodies`.
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
        aD = a[:, None] * D  # (3, 3, ..., u, 3): all products of derivatives, of which the product rule takes six
        dots = aD[..., 0] + aD[..., 1] + aD[..., 2]
        return Blocks(
            g=dots[0, 0] - offset[0],
            g_d=dots[1, 0] + dots[0, 1] - offset[1],
            G=np.stack([G_i, G_j], axis=-2),
            gamma_dash=dots[2, 0] + 2.0 * dots[1, 1] + dots[0, 2] - offset[2],
        )

    def _full(self, blocks: np.ndarray) -> np.ndarray:
        """The blocks of both bodies in their places, (..., u, 6 n)."""
        u, many = self._count, blocks.shape[:-2]
        G = np.zeros((*many, self.n + 1, 6))
        G[..., u, self.i, :] = blocks[..., 0, :]
        G[..., u, self.j, :] = blocks[..., 1, :]
        return G[..., : self.n, :].reshape(*many, 6 * self.n)

    def at_clock(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Vectors e and offsets at one instant, both with two derivatives.

        Parameters
        ----------
        t : float
            Time, s.

        Returns
        -------
        e : np.ndarray, shape (3, u, 3)
            e, ė, ë in the basis of body i.
        offset : np.ndarray, shape (3, u)
            m, m/s, m/s².
        """
        e, offset = np.zeros((3, len(self), 3)), np.zeros((3, len(self)))
        e[0], offset[0] = self.e, self.offset
        for part in self.clocked:
            e[:, part.row], offset[:, part.row] = vectors_at(part, t)
        return e, offset

    def _follow_clock(
        self, t: np.ndarray, Bi: np.ndarray, a: np.ndarray, to_i: np.ndarray, G_i: np.ndarray
    ) -> np.ndarray:
        """The offsets with two derivatives, (3, ..., u); moves the axes `a` and `G_i` of rows that follow the clock."""
        offset = np.zeros((3, *a.shape[1:-1]))
        offset[0] = self.offset
        for part in self.clocked:
            instants = [vectors_at(part, float(now)) for now in t.ravel()]
            e, s = (np.stack([row[k] for row in instants], axis=1) for k in (0, 1))
            offset[..., part.row] = s.reshape(3, *t.shape)
            if part.side is not None:
                (A, A_d, A_dd), (e0, e1, e2) = Bi[..., part.row, :, :], e.reshape(3, *t.shape, 3, 1)
                moved = np.stack([A @ e0, A_d @ e0 + A @ e1, A_dd @ e0 + 2 * (A_d @ e1) + A @ e2])
                a[..., part.row, :] = moved[..., 0]
                G_i[..., part.row, 3:] = np.cross(e0[..., 0], to_i[..., part.row, 0, :])
        return offset
