"""Bodies without inertia about some axis: thin rods and point masses, whose rotation joints must hold or pass on."""

from collections.abc import Sequence

import numpy as np

from ...model import ModelError
from ..body import RigidBody
from ..joints import Joint
from .inertias import Inertias

__all__ = ["check_determined", "lent"]

SHARE = 1e-4  # of m l² that is lent: small, so that it is taken back in few steps; large against rounding
NOTHING = 1e-9  # of the lent inertia: a motion with less of its own is determined by nothing


def lent(bodies: Sequence[RigidBody], joints: Sequence[Joint]) -> np.ndarray:
    """The inertia L that bodies are lent about axes about which they have none (see `Inertias`).

    It is a part of m l², with l the radius of gyration or the distance of a joint from the mass centre.

    Parameters
    ----------
    bodies : sequence of RigidBody
        Bodies of a system.
    joints : sequence of Joint
        Joints between them.

    Returns
    -------
    np.ndarray, shape (n, 6, 6)
        L, in the basis of each body, kg m².
    """
    L = np.zeros((len(bodies), 6, 6))
    for k, body in enumerate(bodies):
        axes = body.axes_without_inertia
        if axes.size:
            markers = [m for joint in joints for m in (joint.P, joint.Q) if m.body == body.name]
            lengths = [np.trace(body.I_S) / body.m, *(((m.r - body.r_S) ** 2).sum() for m in markers)]
            L[k, 3:, 3:] = SHARE * body.m * (max(lengths) or 1.0) * axes @ axes.T
    return L


def check_determined(bodies: Sequence[RigidBody], inertias: Inertias, G: np.ndarray) -> None:
    """Refuse a motion that nothing determines: one that joints allow, and that moves no mass.

    [[M, -Gᵀ], [G, 0]] has one solution if and only if M is positive on the velocities with G z = 0.

    Parameters
    ----------
    bodies : sequence of RigidBody
        Bodies of the system.
    inertias : Inertias
        Their mass matrices.
    G : np.ndarray, shape (u, 6 n)
        Jacobian of the constraints in some position.

    Raises
    ------
    ModelError
        Naming the body.
    """
    if not len(inertias.lifted):
        return
    half = inertias.half
    _, sizes, V = np.linalg.svd(G @ half) if len(G) else (None, np.zeros(0), np.eye(len(half)))
    free = half @ V[int(np.sum(sizes > 1e-9 * sizes.max(initial=0.0))) :].T  # M + L is the unit matrix for these
    z = free.reshape(len(bodies), 6, -1)
    own, vectors = np.linalg.eigh(np.einsum("nif,nij,njg->fg", z, inertias.M, z))
    if len(own) and own[0] < NOTHING:
        turning = np.abs(z @ vectors[:, 0])[inertias.lifted].max(axis=1)
        raise ModelError(_undetermined(bodies[inertias.lifted[int(turning.argmax())]]))


def _undetermined(body: RigidBody) -> str:
    axes = body.axes_without_inertia
    about = "any axis" if axes.shape[1] == 3 else f"its axis ({', '.join(f'{x:.3g}' for x in axes[:, 0])})"
    return (
        f"Nothing determines how the body {body.name!r} turns: it has no inertia about {about} through its centre, "
        "and no joint holds this rotation or passes it to a body with inertia. Give it a tensor with three positive "
        "moments, or joints that hold it, such as a revolute or a universal joint in place of a spherical one."
    )
