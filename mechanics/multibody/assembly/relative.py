"""Relative coordinates by recursion from the ground outwards; joints that close loops stay constraints.

R(2.49)-R(2.53): along a tree of joints the velocities of all bodies are z = J u + ..., and their derivatives
ż = J u̇ + ζ̄. What joints do not let through drops out:

    Jᵀ M J u̇ = Jᵀ (h - Q - M ζ̄) + (G J)ᵀ λ,     G J u̇ = -(γ' + G ζ̄) - 2 a ġ - b² g

with G of the joints that were cut to make a tree of the system. Without loops there is no λ.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...model import ModelError
from ...rotations.arrays import matrix_quaternion
from ..body import GROUND, Place
from ..joints import Free, Joint
from ..markers import GROUND_NAME, Marker
from .equations import State, attitudes, gyration, joined
from .rigid_body_system import RigidBodySystem
from .rows import Rows, motion_of_bodies

__all__ = ["RelativeForm"]


class Branch(NamedTuple):
    """A joint of the tree, and where its coordinates and speeds stand among those of all.

    Attributes
    ----------
    joint : Joint
        The joint.
    y, u : slice
        Where they stand among all coordinates and all speeds.
    """

    joint: Joint
    y: slice
    u: slice


class Outwards(NamedTuple):
    """What the recursion collects on its way from the ground outwards.

    Attributes
    ----------
    places : list of Place
        Poses of the n bodies.
    z : np.ndarray, shape (n, 6)
        Velocities (v; ω), basis of each body, m/s, rad/s.
    J : np.ndarray, shape (6 n, f)
        Jacobian of ż = J u̇ + ζ̄.
    zeta : np.ndarray, shape (6 n,)
        ζ̄, the accelerations without u̇.
    """

    places: list[Place]
    z: np.ndarray
    J: np.ndarray
    zeta: np.ndarray


class RelativeForm:
    """The equations of motion of a `RigidBodySystem` in the relative coordinates of a tree of its joints.

    Parameters
    ----------
    system : RigidBodySystem
        System whose joints have marker P on the body nearer to the ground.
    cut : iterable of str, optional
        Names of the joints that stay constraints; those that close a loop with joints before them, unless given.
    loops : str, optional
        ``"cut"`` them, or ``"refuse"`` what is no tree.

    Attributes
    ----------
    branches : list of Branch
        The joints of the tree from the ground outwards; a body that none holds flies, with a free one.
    cut : iterable of str
        The joints that stay constraints.
    f : int
        Number of speeds u.

    Raises
    ------
    ModelError
        For loops where they are refused (named), and joints whose markers point inwards.
    """

    def __init__(self, system: RigidBodySystem, cut: Iterable[str] = (), loops: str = "cut"):
        self.system = system
        order, self.cut = _tree(system, set(cut))
        if self.cut and loops == "refuse":
            raise ModelError(_has_loops(order, self.cut[0]))
        self.branches: list[Branch] = []
        y = u = 0
        for joint in order:
            a, b = y + len(joint.coordinates), u + joint.f
            self.branches.append(Branch(joint, slice(y, a), slice(u, b)))
            y, u = a, b
        self.size, self.f, self.rows = y, u, Rows.of(self.cut, system.index)

    def outwards(self, t: float, y: np.ndarray, u: np.ndarray) -> Outwards:
        """Poses, velocities, J and ζ̄ of all bodies by recursion; R(2.50), R(2.53).

        Parameters
        ----------
        t : float
            Time, s.
        y : np.ndarray, shape (size,)
            Coordinates of the tree.
        u : np.ndarray, shape (f,)
            Speeds of the tree.
        """
        n, index = self.system.n, self.system.index
        places, z, J = [GROUND] * (n + 1), np.zeros((n + 1, 6)), np.zeros((n + 1, 6, self.f))
        zeta = np.zeros((n + 1, 6))
        # ż_j = J_i ż_i + J_y u̇ + (terms without accelerations): with ż_i = J[i] u̇ + ζ̄[i] the rows of body j follow from
        # those of body i. The ground is the last row and stays zero.
        for joint, ys, us in self.branches:
            i, j = (index[name] for name in joint.bodies)
            own, speeds, J_i = y[ys], u[us], joint.J_i(y[ys], t)
            places[j] = joint.place_j(places[i], own, t)
            z[j] = joint.velocity_j(places[i], z[i], own, speeds, t)
            J[j] = J_i @ J[i]
            J[j][:, us] = joint.J_y(own, t)
            zeta[j] = J_i @ zeta[i] + joint.acceleration_terms(z[i], own, speeds, t)
        return Outwards(places[:n], z[:n], J[:n].reshape(6 * n, self.f), zeta[:n].ravel())

    def accelerations(
        self, t: float, y: np.ndarray, u: np.ndarray, own: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """u̇ (f,) and the multipliers λ of the joints that were cut, with the smallest norm.

        Parameters
        ----------
        y, u : np.ndarray
            Coordinates and speeds of the tree.
        own : np.ndarray, optional
            States of force elements.
        """
        out, masses = self.outwards(t, y, u), self.system.inertias
        state, A = self._parts(out, own)
        X = gyration(out.z)
        force = self.system.applied.forces(t, state, A)[0] - masses.gyroscopic(out.z, X)
        force -= masses.momenta(out.zeta.reshape(-1, 6))
        MJ = (masses.M @ out.J.reshape(-1, 6, self.f)).reshape(-1, self.f)
        M, right = out.J.T @ MJ, out.J.T @ force.ravel()
        if len(masses.lifted):
            self.system.check_determined(t, joined(state))
        if not self.cut:
            return np.linalg.solve(M, right), np.zeros(0)
        values = self.rows.values(t, *motion_of_bodies(state.r, A, out.z[:, :3], X[:, :3, :3]))
        a, b = self.system.stabilisation
        wanted = -values.gamma_dash - values.G @ out.zeta - 2 * a * values.g_d - b * b * values.g
        G = values.G @ out.J
        if len(masses.lifted):  # M may be singular: only the joints that were cut hold some body
            return _saddle(M, G, right, wanted)
        free, spread = np.linalg.solve(M, right), np.linalg.solve(M, G.T)
        lam = np.linalg.lstsq(G @ spread, wanted - G @ free, rcond=1e-12)[0]
        return free + spread @ lam, lam

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """Rates of (y; u), for force elements without states of their own.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (size + f,)
            Coordinates and speeds.

        Returns
        -------
        np.ndarray, shape (size + f,)
            (ẏ; u̇).
        """
        y, u = x[: self.size], x[self.size :]
        y_d = [joint.rates(y[ys], u[us]) for joint, ys, us in self.branches]
        return np.concatenate([*y_d, self.accelerations(t, y, u)[0]])

    def maximal(self, t: float, y: np.ndarray, u: np.ndarray, own: np.ndarray | None = None) -> np.ndarray:
        """The state of the system in maximal coordinates.

        Parameters
        ----------
        t : float
            Time, s.
        y : np.ndarray, shape (size,)
            Coordinates of the tree.
        u : np.ndarray, shape (f,)
            Speeds of the tree.
        own : np.ndarray, optional
            States of force elements; their start unless given.

        Returns
        -------
        np.ndarray, shape (13 n + own,)
            State of the `RigidBodySystem`.
        """
        return joined(self._parts(self.outwards(t, y, u), own)[0])

    def relative(self, x: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates and speeds of a state that satisfies the joints of the tree; the inverse of `maximal`.

        Parameters
        ----------
        x : np.ndarray, shape (13 n + own,)
            State of the `RigidBodySystem`.
        t : float, optional
            Time, s.

        Returns
        -------
        y : np.ndarray, shape (size,)
            Coordinates.
        u : np.ndarray, shape (f,)
            Speeds.
        """
        y, u = np.zeros(self.size), np.zeros(self.f)
        for joint, ys, us in self.branches:
            (i, z_i), (j, z_j) = ((self.system.place(x, b), self.system.velocity(x, b)) for b in joint.bodies)
            y[ys], u[us] = joint.coordinates_of(i, j), joint.speeds_of(i, z_i, j, z_j, t)
        return y, u

    def _parts(self, out: Outwards, own: np.ndarray | None) -> tuple[State, np.ndarray]:
        r, A = np.array([place.r for place in out.places]), np.array([place.A for place in out.places])
        if own is None:
            own = self.system.applied.start(r, A)
        q = matrix_quaternion(A)
        return State(r, q, out.z, own), attitudes(q)


def _saddle(M: np.ndarray, G: np.ndarray, right: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """u̇ and λ of [[M, -Gᵀ], [G, 0]] [u̇; λ] = [right; wanted], with the λ of smallest norm."""
    matrix = np.block([[M, -G.T], [G, np.zeros((len(G), len(G)))]])
    found = np.linalg.lstsq(matrix, np.concatenate([right, wanted]), rcond=1e-13)[0]
    return found[: len(M)], found[len(M) :]


def _tree(system: RigidBodySystem, cut: set[str]) -> tuple[list[Joint], list[Joint]]:
    """The joints of a tree from the ground outwards, and the joints that are left."""
    unknown = cut - {joint.name for joint in system.joints}
    if unknown:
        raise ModelError(f"The joints to be cut do not exist: {', '.join(sorted(unknown))}.")
    reached, order = {GROUND_NAME}, []
    left = [joint for joint in system.joints if joint.name not in cut and joint.is_explicit]
    while True:
        found = [joint for joint in left if joint.P.body in reached and joint.Q.body not in reached]
        if found:
            order.append(found[0])
            reached.add(found[0].Q.body)
            left.remove(found[0])
            continue
        _check_directions(left, reached)
        alone = _first_alone(system, left, reached)
        if alone is None:
            return order, [joint for joint in system.joints if joint not in order]
        order.append(Free(Marker(GROUND_NAME), Marker(alone), f"free {alone}"))
        reached.add(alone)


def _check_directions(left: list[Joint], reached: set[str]) -> None:
    for joint in left:
        if joint.Q.body in reached and joint.P.body not in reached:
            raise ModelError(
                f"The joint {joint.name!r} has marker P on {joint.P.body!r} and Q on {joint.Q.body!r}, which is nearer "
                "to the ground. Relative coordinates run outwards: swap its markers, or cut it."
            )


def _first_alone(system: RigidBodySystem, left: list[Joint], reached: set[str]) -> str | None:
    """A body that no joint reaches from the ground; one that is no joint's outer body, where there is such a one."""
    missing = [body.name for body in system.bodies if body.name not in reached]
    outer = {joint.Q.body for joint in left}
    return next((name for name in missing if name not in outer), missing[0] if missing else None)


def _has_loops(order: list[Joint], closing: Joint) -> str:
    if not closing.is_explicit:
        return (
            f"A tree is needed, but the joint {closing.name!r} has no relative coordinates, only constraints. Use "
            "loops='cut', or maximal coordinates."
        )
    parents = [joint.name for joint in order if joint.Q.body == closing.Q.body]
    parent = parents[0] if parents else "of the ground"
    return (
        f"A tree is needed, but the joint {closing.name!r} closes a loop: the body {closing.Q.body!r} already hangs on "
        f"the joint {parent!r}, and a body of a tree has one parent. Use loops='cut', or maximal coordinates."
    )
