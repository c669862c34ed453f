"""Consistent initial values: the nearest state that the joints allow, and which constraints are redundant."""

from collections.abc import Collection, Sequence

import numpy as np

from ...model import ModelError
from ...rotations.arrays import matrix_quaternion, rotation_vector_matrix
from ..body.place import Place
from ..joints import Joint
from .index_one import BodyInMotion, Constraints, Equations, constraints

__all__ = ["closed", "independent_rows", "joined", "moving_rightly", "shifted"]

CLOSED = 1e-12  # m or -, what Newton's method aims at
OPEN = 1e-9  # and what is accepted
MOST_STEPS = 60
LONGEST_TURN = 0.4  # rad in one step
DEPENDENT = 1e-8  # singular values below this, of the largest, belong to redundant rows


def joined(parts: Sequence[BodyInMotion]) -> np.ndarray:
    """The state x of bodies, with quaternions of length one.

    Parameters
    ----------
    parts : sequence of BodyInMotion
        All bodies.

    Returns
    -------
    np.ndarray, shape (Σ (13 + 2 n_q),)
    """
    entries = []
    for part in parts:
        quaternion = part.quaternion / np.linalg.norm(part.quaternion)
        v = part.frame.A @ part.u[:3]
        entries += [part.frame.r, quaternion, v, part.u[3:6], part.q, part.u[6:]]
    return np.concatenate(entries)


def shifted(system: Equations, parts: Sequence[BodyInMotion], step: np.ndarray) -> list[BodyInMotion]:
    """The bodies after a small displacement and rotation in components of R, and a change of q.

    Parameters
    ----------
    system : Equations
        Bodies.
    parts : sequence of BodyInMotion
        Their state.
    step : np.ndarray, shape (n_u,)
        Change, as u times a time.
    """
    found = []
    for part, own in zip(parts, system.columns, strict=True):
        d = step[own]
        A = part.frame.A @ rotation_vector_matrix(d[3:6])
        quaternion = matrix_quaternion(A)
        quaternion *= 1.0 if quaternion @ part.quaternion >= 0 else -1.0
        found.append(
            part._replace(frame=Place(part.frame.r + part.frame.A @ d[:3], A), quaternion=quaternion, q=part.q + d[6:])
        )
    return found


def closed(system: Equations, t: float, parts: list[BodyInMotion], hold: Collection[str] = ()) -> list[BodyInMotion]:
    """Positions that satisfy all joints, by Newton's method: first by moving the bodies, then by deforming them, too.

    Parameters
    ----------
    system : Equations
        Bodies and joints.
    t : float
        Time, s.
    parts : list of BodyInMotion
        Approximate state.
    hold : collection of str, optional
        Names of bodies that stay where they are.

    Raises
    ------
    ModelError
        Where the joints do not close; it names the one that is most open, and how far.
    """
    for elastic in (False, True):
        found = _newton(system, t, parts, _halves(system, parts, hold, elastic))
        if np.abs(constraints(system, t, found).g).max(initial=0.0) < OPEN:
            return found
    raise ModelError(_still_open(system, t, found))


def moving_rightly(
    system: Equations, t: float, parts: list[BodyInMotion], hold: Collection[str] = ()
) -> list[BodyInMotion]:
    """Velocities that satisfy all joints, by the smallest change: first of the bodies, then of the deformations, too.

    Parameters
    ----------
    system : Equations
        Bodies and joints.
    t : float
        Time, s.
    parts : list of BodyInMotion
        State on the constraints of position.
    hold : collection of str, optional
        Names of bodies that keep their velocity.

    Raises
    ------
    ModelError
        Where no velocities do; it names the joint.
    """
    rows = constraints(system, t, parts)
    u = np.concatenate([part.u for part in parts])
    for elastic in (False, True):
        half = _halves(system, parts, hold, elastic)
        right = u - half @ np.linalg.lstsq(rows.G @ half, rows.G @ u + rows.gamma, rcond=DEPENDENT)[0]
        wrong = rows.G @ right + rows.gamma
        if np.abs(wrong).max(initial=0.0) < 1e-9 * (1 + np.abs(u).max()):
            return [part._replace(u=right[own]) for part, own in zip(parts, system.columns, strict=True)]
    raise ModelError(
        f"The start velocities cannot satisfy the joint {_worst(system, t, parts, wrong)!r}: it opens with "
        f"{np.abs(wrong).max():.3g} per second. Hold fewer bodies, or correct the rates of the drives."
    )


def independent_rows(system: Equations, t: float, parts: Sequence[BodyInMotion]) -> np.ndarray:
    """Indices of rows that are independent of each other, in their order.

    Parameters
    ----------
    system : Equations
        Bodies and joints.
    t : float
        Time, s.
    parts : sequence of BodyInMotion
        All bodies.

    Returns
    -------
    np.ndarray, shape (k,)
    """
    from scipy.linalg import qr  # slow to import

    G = constraints(system, t, parts).G @ _halves(system, parts, (), True)
    if not G.size:
        return np.arange(len(G))
    _, R, order = qr(G.T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    return np.sort(order[: int((sizes > DEPENDENT * sizes[0]).sum())])


def _newton(system: Equations, t: float, parts: list[BodyInMotion], half: np.ndarray) -> list[BodyInMotion]:
    for _ in range(MOST_STEPS):
        rows = constraints(system, t, parts)
        if np.abs(rows.g).max(initial=0.0) < CLOSED:
            break
        step = -half @ np.linalg.lstsq(rows.G @ half, rows.g, rcond=DEPENDENT)[0]
        turns = [float(np.linalg.norm(step[own][3:6])) for own in system.columns]
        parts = shifted(system, parts, step * min(1.0, LONGEST_TURN / max([*turns, 1e-300])))
    return parts


def _halves(system: Equations, parts: Sequence[BodyInMotion], hold: Collection[str], elastic: bool) -> np.ndarray:
    """A matrix H with H Hᵀ = M⁻¹, zero for what must stay: the shortest way in the metric of the masses."""
    half = np.zeros((system.n_u, system.n_u))
    for body, own, M in zip(system.bodies, system.columns, system.masses(parts), strict=True):
        free = np.arange(0 if body.name not in hold else 6, len(M) if elastic else 6)
        if len(free):
            inverse = np.linalg.inv(M[np.ix_(free, free)])
            half[np.ix_(own.start + free, own.start + free)] = np.linalg.cholesky((inverse + inverse.T) / 2)
    return half


def _still_open(system: Equations, t: float, parts: Sequence[BodyInMotion]) -> str:
    g = constraints(system, t, parts).g
    name = _worst(system, t, parts, g)
    joint = next(joint for joint in system.joints if joint.name == name)
    ends = [part for part in (joint.P.body, joint.Q.body) if part in system.owner]
    rigid = [end for end in ends if not system.bodies[system.owner[end]].n_q]
    return (
        f"No start satisfies all joints: {name!r} stays open by {np.abs(g).max():.3g}. Neither the bodies nor the "
        f"shapes of their deformation can reach it{_that_are_rigid(rigid)}. Give places nearer to the mechanism, hold "
        "fewer bodies, or give the flexible body shapes that move this node: bar_shapes along its axis, beam_shapes "
        "across."
    )


def _that_are_rigid(names: list[str]) -> str:
    return f" ({' and '.join(repr(name) for name in names)} cannot deform)" if names else ""


def _worst(system: Equations, t: float, parts: Sequence[BodyInMotion], wrong: np.ndarray) -> str:
    counts = [len(_one(system, joint, t, parts).g) for joint in system.joints]
    names = np.repeat([joint.name for joint in system.joints], counts)
    return str(names[np.abs(wrong).argmax()])


def _one(system: Equations, joint: Joint, t: float, parts: Sequence[BodyInMotion]) -> Constraints:
    return constraints(Equations(system.bodies, [joint], (), system.gravity, (0.0, 0.0)), t, parts)
