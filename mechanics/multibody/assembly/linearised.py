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

from ..body import GROUND, Place
from ..markers import GROUND_NAME
from .banded import SOFT
from .description import SystemDescription
from .equations import attitudes, displaced, rates
from .rows import Rows

__all__ = ["Linearisation", "linearised"]

SMALL_MOVE = 1e-6  # m, rad
SMALL_SPEED = 1e-5  # m/s, rad/s
MANY = 300  # unknowns, from which on matrices are factored as sparse ones


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
        solve = _solver(full)

        def divided(b: np.ndarray) -> np.ndarray:
            r, q, z, s = self._parts(b)
            turned, length = self._turned(q)
            b_xi = np.concatenate([self._into_bases(r), turned], axis=1).ravel()
            right = np.concatenate([self.M @ z.ravel(), s]) + f[:, :n] @ b_xi / c
            found = solve(np.concatenate([right, self.G @ z.ravel() / c]))[:m]
            xi = ((b_xi + found[:n]) / c).reshape(-1, 6)
            r_d, q_d = self._spread(xi)
            q_d += (length / c)[:, None] * self._parts(self.x)[1]
            return np.concatenate([r_d.ravel(), q_d.ravel(), found])

        return divided

    @property
    def n(self) -> int:
        """Number of bodies."""
        return len(self.M) // 6

    def _parts(self, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        n = self.n
        return b[: 3 * n].reshape(n, 3), b[3 * n : 7 * n].reshape(n, 4), b[7 * n : 13 * n], b[13 * n :]

    def _into_bases(self, r: np.ndarray) -> np.ndarray:
        """Aᵀ r."""
        return np.einsum("nij,ni->nj", attitudes(self._parts(self.x)[1]), r)

    def _turned(self, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Small turns 2 (q⁻¹ ∘ b) of changes b of the quaternions, and the change of their lengths."""
        q = self._parts(self.x)[1]
        vector = q[:, :1] * b[:, 1:] - b[:, :1] * q[:, 1:] - np.cross(q[:, 1:], b[:, 1:])
        return 2.0 * vector, (q * b).sum(1)

    def _spread(self, xi: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Changes of origins and quaternions that belong to displacements in the bases of the bodies."""
        q = self._parts(self.x)[1]
        return rates(attitudes(q), q, xi)


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
    for element, *_, part in system.applied.elements:
        rows_of, columns, table = _differences(system, element, part, t, x)
        forces[np.ix_(rows_of, columns)] += table
    soft = SOFT * np.einsum("ui,ij,uj->u", G, masses.full_inverse, G)
    return Linearisation(x, M.reshape(6 * n, 6 * n), G, soft, forces)


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
