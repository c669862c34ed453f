"""Rows of a system that are given by the force and moment that hold them (`joints.wrenches`), in their places."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..joints import Joint
from ..joints.wrenches import evaluated, frame_of

__all__ = ["Block", "block_of", "filled"]


class Block(NamedTuple):
    """Rows of one joint among all rows.

    Attributes
    ----------
    joint : Joint
        The joint.
    bodies : np.ndarray, shape (b,)
        Numbers of the bodies of its markers.
    rows : np.ndarray, shape (k,)
        Where its rows stand among all rows.
    part : np.ndarray, shape (k,)
        Which of the joint's rows they are.
    """

    joint: Joint
    bodies: np.ndarray
    rows: np.ndarray
    part: np.ndarray

    def only(self, where: Mapping[int, int]) -> "Block":
        """Some of the rows, in new places: old index -> new index."""
        kept = [k for k, row in enumerate(self.rows.tolist()) if row in where]
        return self._replace(rows=np.array([where[int(self.rows[k])] for k in kept], dtype=int), part=self.part[kept])


def block_of(joint: Joint, index: Mapping[str, int], first: int) -> Block:
    """The rows of a joint, from the given place on.

    Parameters
    ----------
    joint : Joint
        A joint with `forbids`.
    index : mapping
        Numbers of the bodies by name.
    first : int
        Place of the first of these rows.
    """
    part = np.arange(len(joint.forbids))
    return Block(joint, np.array([index[marker.body] for marker in joint.markers]), first + part, part)


def filled(block: Block, t: float | np.ndarray, P: np.ndarray, B: np.ndarray, values: tuple) -> None:
    """Write the rows of a block into (g, ġ, G, γ'), in place.

    Parameters
    ----------
    block : Block
        The rows.
    t : float or np.ndarray
        Time, s; or (k,) instants.
    P, B : np.ndarray
        Origins and bases with two derivatives, from `motion_of_bodies`.
    values : tuple of np.ndarray
        g, ġ (..., u), G (..., u, 6 n) and γ' (..., u) of all rows.
    """
    g, g_d, G, gamma_dash = values
    r, A = P.take(block.bodies, axis=-2), B[:2].take(block.bodies, axis=-3)
    frames = [frame_of(marker, r[..., k, :], A[..., k, :, :]) for k, marker in enumerate(block.joint.markers)]
    own = evaluated(block.joint.wrench_rows(t, frames), r, A)
    for all_rows, found in ((g, own.g), (g_d, own.g_d), (gamma_dash, own.gamma_dash)):
        all_rows[..., block.rows] = found[..., block.part]
    *many, _, columns = G.shape
    full = np.zeros((*many, len(block.rows), columns // 6 + 1, 6))
    for k, body in enumerate(block.bodies.tolist()):  # a body may have several of the markers
        full[..., body, :] += own.G[..., block.part, k, :]
    G[..., block.rows, :] = full[..., :-1, :].reshape(*many, len(block.rows), columns)
