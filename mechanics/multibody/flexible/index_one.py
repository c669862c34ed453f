"""Rigid and flexible bodies with joints: constraints by the frames of nodes, and the index-1 equations.

    M_k(q) (a_R; ω̇; q̈)_k + h_ω,k + (0; 0; K_e q + D_e q̇)_k = h_k + (Gᵀ λ)_k          F(0) with the joints' forces
    G u̇ = −γ' − 2 a ġ − b² g                                                         Baumgarte's terms

Joints give G_i, G_j for the frames they connect (R(2.44) to R(2.53)); the Jacobians J of these frames carry them to the
velocities u = (v_R; ω; q̇) of the bodies, λ acts on the elastic coordinates, too. M_k is inverted body by body.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...flexible.equations import elastic_forces
from ...model import SimulationError
from ...rotations.arrays import quaternion_matrix, quaternion_rate
from ..body.place import GROUND, Place
from ..joints import Joint
from ..markers import GROUND_NAME
from .flexible_body import FlexibleBody
from .node_frames import MovingNode, moving_node
from .node_loads import NodeLoad

__all__ = ["BodyInMotion", "Constraints", "Equations", "constraints", "pieces"]

STILL = np.zeros(6)
DEPENDENT = (
    "The mechanism is in a singular position: constraints that are independent elsewhere depend on each other here, as "
    "in a stretched linkage without a drive. Start elsewhere, or drive another joint."
)


class BodyInMotion(NamedTuple):
    """One body in one state.

    Attributes
    ----------
    frame : Place
        Pose of R.
    quaternion : np.ndarray, shape (4,)
        Its orientation.
    u : np.ndarray, shape (6 + n_q,)
        Velocities (v_R; ω; q̇), the first two in components of R.
    q : np.ndarray, shape (n_q,)
        Elastic coordinates.
    """

    frame: Place
    quaternion: np.ndarray
    u: np.ndarray
    q: np.ndarray


class Constraints(NamedTuple):
    """All joints in one state: g, ġ = G u + γ and γ' of g̈ = G u̇ + γ'.

    Attributes
    ----------
    g, gamma, gamma_dash : np.ndarray, shape (m,)
    G : np.ndarray, shape (m, f)
        In the velocities u of all bodies.
    """

    g: np.ndarray
    G: np.ndarray
    gamma: np.ndarray
    gamma_dash: np.ndarray


def pieces(bodies: Sequence[FlexibleBody], x: np.ndarray) -> list[BodyInMotion]:
    """The bodies of one state.

    Parameters
    ----------
    bodies : sequence of FlexibleBody
        Bodies in the order of the state.
    x : np.ndarray, shape (Σ (13 + 2 n_q),)
        For each body r, quaternion, velocity of R in inertial components, ω in those of R, q, q̇.
    """
    found, start = [], 0
    for body in bodies:
        own, n = x[start : start + 13 + 2 * body.n_q], body.n_q
        A = quaternion_matrix(own[3:7])
        u = np.concatenate([own[7:10] @ A, own[10:13], own[13 + n :]])
        found.append(BodyInMotion(Place(own[:3], A), own[3:7], u, own[13 : 13 + n]))
        start += 13 + 2 * n
    return found


class Equations:
    """What acts on the bodies and between them, as arrays for one state.

    Parameters
    ----------
    bodies, joints, loads : sequence
        Parts of the system.
    gravity : np.ndarray, shape (3,)
        Inertial components, m/s².
    stabilisation : tuple of float
        Baumgarte's a and b, 1/s.
    kept : np.ndarray, optional
        Indices of rows that are independent of each other; without them λ of smallest norm are taken, which is slower.
    """

    def __init__(
        self, bodies: Sequence[FlexibleBody], joints: Sequence[Joint], loads: Sequence[NodeLoad], gravity: np.ndarray,
        stabilisation: tuple[float, float], kept: np.ndarray | None = None,
    ):  # fmt: skip
        self.bodies, self.joints, self.loads = tuple(bodies), tuple(joints), tuple(loads)
        self.gravity, self.stabilisation = gravity, stabilisation
        self.owner = {name: k for k, body in enumerate(self.bodies) for name in body.frames}
        ends = np.cumsum([0, *(6 + body.n_q for body in self.bodies)])
        self.columns = [slice(a, b) for a, b in zip(ends, ends[1:], strict=False)]
        self.n_u = int(ends[-1])
        self.kept = kept

    def only(self, kept: np.ndarray) -> "Equations":
        """The same with independent rows.

        Parameters
        ----------
        kept : np.ndarray
            Their indices.
        """
        return Equations(self.bodies, self.joints, self.loads, self.gravity, self.stabilisation, kept)

    def node(self, name: str, parts: Sequence[BodyInMotion]) -> MovingNode:
        """The frame of a body or node in motion.

        Parameters
        ----------
        name : str
            ``"ground"``, ``"rod"`` or ``"rod.tip"``.
        parts : sequence of BodyInMotion
            All bodies.
        """
        if name == GROUND_NAME:
            return MovingNode(GROUND, STILL, np.zeros((6, 0)), STILL)
        k = self.owner[name]
        return moving_node(parts[k].frame, parts[k].u, parts[k].q, *self.bodies[k].frames[name])

    def masses(self, parts: Sequence[BodyInMotion]) -> list[np.ndarray]:
        """Mass matrices of the deformed bodies.

        Parameters
        ----------
        parts : sequence of BodyInMotion
            All bodies.
        """
        return [body.mass_matrix(part.q) for body, part in zip(self.bodies, parts, strict=True)]

    def applied(self, t: float, parts: Sequence[BodyInMotion]) -> np.ndarray:
        """Weight and loads, (n_u,).

        Parameters
        ----------
        t : float
            Time, s.
        parts : sequence of BodyInMotion
            All bodies.
        """
        h = [body.weight(part.q, self.gravity @ part.frame.A) for body, part in zip(self.bodies, parts, strict=True)]
        for load in self.loads:
            k, node = self.owner[load.at], self.node(load.at, parts)
            h[k] = h[k] + node.J.T @ np.concatenate([part @ node.place.A for part in load.wrench(t)])
        return np.concatenate(h)

    def accelerations(self, t: float, parts: Sequence[BodyInMotion]) -> tuple[np.ndarray, np.ndarray, Constraints]:
        """(a_R; ω̇; q̈) of all bodies, the multipliers of all rows (0 of those left out), and all constraints.

        Parameters
        ----------
        t : float
            Time, s.
        parts : sequence of BodyInMotion
            All bodies.

        Raises
        ------
        SimulationError
            In a singular position, or where a mass matrix is not positive definite.
        """
        rows = constraints(self, t, parts)
        kept = np.arange(len(rows.g)) if self.kept is None else self.kept
        G, h = rows.G[kept], self.applied(t, parts)
        free, spread = np.empty(self.n_u), np.empty((self.n_u, len(G)))
        for body, part, own in zip(self.bodies, parts, self.columns, strict=True):
            M, h_w = body.inertia(part.q, part.u[6:], part.u[3:6])
            right = h[own] - h_w - elastic_forces(body.data, part.q, part.u[6:])
            both = _solved(M, np.column_stack([right, G[:, own].T]), body.name)
            free[own], spread[own] = both[:, 0], both[:, 1:]
        a, b = self.stabilisation
        u = np.concatenate([part.u for part in parts])
        wanted = -(rows.gamma_dash + 2 * a * (rows.G @ u + rows.gamma) + b * b * rows.g)[kept] - G @ free
        lam = np.zeros(len(rows.g))
        lam[kept] = _smallest(G @ spread, wanted) if self.kept is None else _multipliers(G @ spread, wanted)
        return free + spread @ lam[kept], lam, rows

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ of all bodies, and last the power of drives, loads and damping: what the energy of the system gains.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (n + 1,)
            State with the work so far.
        """
        parts = pieces(self.bodies, x)
        u_d, lam, rows = self.accelerations(t, parts)
        rates = []
        for part, own in zip(parts, self.columns, strict=True):
            A, a = part.frame.A, u_d[own]
            rates += [
                A @ part.u[:3],
                quaternion_rate(part.quaternion, part.u[3:6]),
                A @ a[:3],
                a[3:6],
                part.u[6:],
                a[6:],
            ]
        return np.concatenate([*rates, [self._power(t, parts) - lam @ rows.gamma]])

    def _power(self, t: float, parts: Sequence[BodyInMotion]) -> float:
        """Of loads and damping; drives add −λ·γ, because λᵀ G u = −λᵀ γ on the constraints."""
        power = 0.0
        for body, part in zip(self.bodies, parts, strict=True):
            power -= float(part.u[6:] @ body.data.D_e @ part.u[6:])
        for load in self.loads:
            node = self.node(load.at, parts)
            force, moment = load.wrench(t)
            power += float(force @ node.place.A @ node.z[:3] + moment @ node.place.A @ node.z[3:])
        return power


def constraints(system: Equations, t: float, parts: Sequence[BodyInMotion]) -> Constraints:
    """All rows of all joints.

    Parameters
    ----------
    system : Equations
        Bodies and joints.
    t : float
        Time, s.
    parts : sequence of BodyInMotion
        All bodies.
    """
    found = [_rows(system, joint, t, parts) for joint in system.joints]
    if not found:
        none = np.zeros(0)
        return Constraints(none, np.zeros((0, system.n_u)), none, none)
    return Constraints(*(np.concatenate(entries) for entries in zip(*found, strict=True)))


def _rows(system: Equations, joint: Joint, t: float, parts: Sequence[BodyInMotion]) -> Constraints:
    i, j = system.node(joint.P.body, parts), system.node(joint.Q.body, parts)
    own = joint.constraint(i.place, i.z, j.place, j.z, t)
    G = np.zeros((len(own.g), system.n_u))
    for name, node, part in ((joint.P.body, i, own.G_i), (joint.Q.body, j, own.G_j)):
        if name != GROUND_NAME:
            G[:, system.columns[system.owner[name]]] += part @ node.J
    return Constraints(own.g, G, own.gamma, own.gamma_dash + own.G_i @ i.bias + own.G_j @ j.bias)


def _solved(M: np.ndarray, right: np.ndarray, name: str) -> np.ndarray:
    from scipy.linalg.lapack import dposv

    _, solution, failed = dposv(M, right)
    if failed:
        raise SimulationError(
            f"The mass matrix of the body {name!r} is not positive definite: its modes depend on each other or move "
            "the whole body, or the deformation is far too large for its standard data. Leave such modes out."
        )
    return np.asarray(solution)


def _smallest(S: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    return np.linalg.lstsq(S, wanted, rcond=1e-12)[0]


def _multipliers(S: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    from scipy.linalg.lapack import dposv

    if not len(wanted):
        return wanted
    _, lam, failed = dposv(S, wanted)
    if failed:
        raise SimulationError(DEPENDENT)
    return np.asarray(lam)
