"""The index-1 equations linearised for an implicit integrator: what force elements add, the joints as they are.

Small changes are δx = (A ξ_r; ½ q ∘ ξ_θ; ζ; σ): displacements and turns ξ and velocities ζ in the bases of the bodies,
own states σ. What is stiff comes from the elements,

    δh = K ξ + D ζ + H σ,     δṡ = S_ξ ξ + S_ζ ζ + S_σ σ,

from differences element by element. The rest – gyroscopic terms, the motion of the bases – is not stiff, and left out:
the iteration of the integrator converges without it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...rotations.arrays import skew
from ..body import GROUND, Place
from ..elements.element import ForceElement
from ..markers import GROUND_NAME
from .banded import SOFT
from .description import SystemDescription
from .equations import attitudes, displaced
from .rows import Rows

__all__ = ["Linearisation", "linearised"]

SMALL_MOVE = 1e-6  # m, rad
SMALL_SPEED = 1e-5  # m/s, rad/s
MANY = 60  # unknowns, from which on matrices are factored as sparse ones; threads of LAPACK may wait for each other


class Linearisation(NamedTuple):
    """A state and the matrices of its neighbourhood.

    Attributes
    ----------
    x : np.ndarray, shape (13 n + own,)
        State.
    M : np.ndarray, shape (6 n, 6 n)
        Mass matrix.
    G : np.ndarray, shape (u, 6 n)
        Jacobian of the constraints.
    soft : np.ndarray, shape (u,)
        What keeps the matrix regular where rows are dependent.
    forces : np.ndarray, shape (6 n + own, 12 n + own)
        [[K, D, H], [S_ξ, S_ζ, S_σ]].
    """

    x: np.ndarray
    M: np.ndarray
    G: np.ndarray
    soft: np.ndarray
    forces: np.ndarray

    def factored(self, c: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that returns (c E - J)⁻¹ b for the Jacobian J of ẋ.

        With ξ = (b_ξ + ζ) / c the rest is [[c M - D - K/c, -H, -Gᵀ], [-S_ζ - S_ξ/c, c E - S_σ, 0], [G, 0, ε]].

        Parameters
        ----------
        c : float or complex
            Its real part is positive, 1/s.
        """
        n, f = len(self.M), self.forces
        m, u = len(f), len(self.G)
        full = np.zeros((m + u, m + u), dtype=type(c))
        full[:m, :m] = -f[:, n:]
        full[:m, :n] -= f[:, :n] / c
        full[:n, :n] += c * self.M
        full[range(n, m), range(n, m)] += c
        full[:n, m:], full[m:, :n] = -self.G.T, self.G
        full[range(m, m + u), range(m, m + u)] = self.soft / c
        solve, (T, A, q) = _solver(full), self._bases()

        def divided(b: np.ndarray) -> np.ndarray:
            b_r, b_q, b_z = b[: self.n * 3].reshape(-1, 3), b[self.n * 3 : self.n * 7].reshape(-1, 4), b[self.n * 7 :]
            b_xi = np.concatenate([(b_r[:, None] @ A)[:, 0], (T @ b_q[..., None])[..., 0]], axis=1).ravel()
            right = np.concatenate([self.M @ b_z[:n], b_z[n:]]) + f[:, :n] @ b_xi / c
            found = solve(np.concatenate([right, self.G @ b_z[:n] / c]))[:m]
            xi = ((b_xi + found[:n]) / c).reshape(-1, 6, 1)
            turned = 0.25 * (T.swapaxes(1, 2) @ xi[:, 3:])[..., 0] + (b_q * q).sum(1, keepdims=True) / c * q
            return np.concatenate([(A @ xi[:, :3]).ravel(), turned.ravel(), found])

        return divided

    @property
    def n(self) -> int:
        """Number of bodies."""
        return len(self.M) // 6

    def _bases(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """T (n, 3, 4) that makes small turns 2 q⁻¹ ∘ δq of changes of quaternions, rotation matrices, quaternions."""
        q = self.x[3 * self.n : 7 * self.n].reshape(-1, 4)
        T = 2.0 * np.concatenate([-q[:, 1:, None], q[:, :1, None] * np.eye(3) - skew(q[:, 1:])], axis=2)
        return T, attitudes(q), q


def linearised(system: SystemDescription, rows: Rows, t: float, x: np.ndarray) -> Linearisation:
    """The neighbourhood of one state.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    rows : Rows
        Independent rows of its constraints.
    t : float
        Time, s.
    x : np.ndarray, shape (13 n + own,)
        State.
    """
    n, own, masses = system.n, system.applied.own, system.inertias
    M, G = np.zeros((n, 6, n, 6)), system.constraints(t, x, rows).G
    M[range(n), :, range(n), :] = masses.M
    forces = np.zeros((6 * n + own, 12 * n + own))
    for element, i, j, part in system.applied.elements:
        if type(element).wrenches is ForceElement.wrenches and not element.states:
            bodies, K, D = _along_laws(system, element, (i, j), t, x)
            columns = (6 * np.array(bodies)[:, None] + np.arange(6)).ravel()
            forces[np.ix_(columns, columns)] += K
            forces[np.ix_(columns, 6 * n + columns)] += D
        else:
            rows_of, columns, table = _differences(system, element, part, t, x)
            forces[np.ix_(rows_of, columns)] += table
    soft = SOFT * G**2 @ np.tile(masses.slowest, n)
    return Linearisation(x, M.reshape(6 * n, 6 * n), G, soft, forces)


def _along_laws(
    system: SystemDescription, element: Any, ends: tuple[int, int], t: float, x: np.ndarray
) -> tuple[list[int], np.ndarray, np.ndarray]:
    """Bodies, K and D of an element whose forces are h = -Bᵀ F(e, ė): -Bᵀ F_e B and -Bᵀ F_ė B.

    What the turning of B adds is of the size of F / l, not of the stiffness.
    """
    (i, z_i), (j, z_j) = ((system.place(x, m.body), system.velocity(x, m.body)) for m in (element.P, element.Q))
    e, *B = element.geometry(i, j)
    e_d = B[0] @ z_i + B[1] @ z_j
    slopes = np.array([_slopes(law, float(a), float(b), t) for law, a, b in zip(element.laws, e, e_d, strict=True)])
    moving = [side for side in (0, 1) if ends[side] < system.n]
    B_all = np.concatenate([B[side] for side in moving], axis=1)
    K, D = (-B_all.T @ (slope[:, None] * B_all) for slope in slopes.T)
    return [ends[side] for side in moving], K, D


def _slopes(law: Any, e: float, e_d: float, t: float) -> tuple[float, float]:
    """Derivatives of the force for the elongation and its rate."""
    return (
        (law(e + SMALL_MOVE, e_d, t, ()) - law(e - SMALL_MOVE, e_d, t, ())) / (2 * SMALL_MOVE),
        (law(e, e_d + SMALL_SPEED, t, ()) - law(e, e_d - SMALL_SPEED, t, ())) / (2 * SMALL_SPEED),
    )


def _differences(
    system: SystemDescription, element: Any, part: slice, t: float, x: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, columns and entries that one element adds to `Linearisation.forces`."""
    n, state = system.n, system.split(x)
    bodies = [(side, system.index[m.body]) for side, m in enumerate((element.P, element.Q)) if m.body != GROUND_NAME]
    place = [GROUND if m.body == GROUND_NAME else system.place(x, m.body) for m in (element.P, element.Q)]
    z = [system.velocity(x, m.body) for m in (element.P, element.Q)]
    s = state.s[part]
    own = np.arange(part.start, part.stop)

    def value(place: list[Place], z: list[np.ndarray], s: np.ndarray) -> np.ndarray:
        now = (place[0], z[0], place[1], z[1], t, s)
        h = element.wrenches(*now)
        rates_of = element.state_derivative(*now) if len(s) else s
        return np.concatenate([*(h[side] for side, _ in bodies), rates_of])

    here, columns, entries = value(place, z, s), [], []
    for side, k in bodies:
        for e, step in enumerate(SMALL_MOVE * np.eye(6)):
            r, q = displaced(state.r[k][None], state.q[k][None], step[None])
            moved = [*place]
            moved[side] = Place(r[0], attitudes(q)[0])
            columns.append(6 * k + e)
            entries.append((value(moved, z, s) - here) / SMALL_MOVE)
            pushed = [*z]
            pushed[side] = z[side] + step * (SMALL_SPEED / SMALL_MOVE)
            columns.append(6 * n + 6 * k + e)
            entries.append((value(place, pushed, s) - here) / SMALL_SPEED)
    for e, step in enumerate(SMALL_MOVE * np.eye(len(s))):
        columns.append(12 * n + own[e])
        entries.append((value(place, z, s + step) - here) / SMALL_MOVE)
    rows_of = np.concatenate([*(6 * k + np.arange(6) for _, k in bodies), 6 * n + own])
    return rows_of, np.array(columns), np.array(entries).T


def _solver(matrix: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """A function that solves with this matrix: factored as a dense or as a sparse one."""
    if len(matrix) > MANY:
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        return splu(csc_array(matrix)).solve
    from scipy.linalg import lu_factor, lu_solve

    factors = lu_factor(matrix, overwrite_a=True, check_finite=False)
    return lambda b: lu_solve(factors, b, check_finite=False)
