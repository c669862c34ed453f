"""The equations of motion with closed loops as numbers: robust where loops depend on each other, slower than a program.

[M Jᵀ; J 0] [q̈; −λ] = [f − C q̇ − g; −bias] is solved with as many rows of J as the motion has independent conditions.
How independent they are is measured in the metric of the mass matrix, M = L Lᵀ: by the singular values of J L⁻ᵀ with
its rows scaled to length one, which do not depend on units.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..state_space.inputs import forced
from .quantities import LagrangianValues

__all__ = ["Constrained", "Terms"]

ROUNDS = 20
CLOSED = 1e-14  # error of a condition, in relation to the size of the coordinates, that is nothing but rounding
DEPENDENT = 1e-5  # singular values below it are those of conditions that follow from the others
NEARBY = 0.02  # how far from a position its neighbours are, in units of the fastest coordinate


class Terms(NamedTuple):
    """The terms of the equations of motion in one state.

    Attributes
    ----------
    M : ndarray, shape (n, n)
        Mass matrix.
    right : ndarray, shape (n,)
        f − C q̇ − g.
    J : ndarray, shape (m, n)
        Jacobian of the conditions.
    bias : ndarray, shape (m,)
        φ̈ − J q̈.
    rates : ndarray, shape (m,)
        φ̇.
    phi : ndarray, shape (h,)
        φ of those conditions that are conditions on coordinates; they are the first ones.
    """

    M: np.ndarray
    right: np.ndarray
    J: np.ndarray
    bias: np.ndarray
    rates: np.ndarray
    phi: np.ndarray


class Constrained:
    """A model with closed loops and its inputs: accelerations, projection onto the loops, independence of the loops.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    inputs : mapping
        Numbers or functions of (t, x) by name.
    """

    def __init__(self, model: LagrangianValues, inputs: Mapping[str, Any]):
        self.model, self.n = model, len(model.system.coordinates)
        self.m = len(model.system.multipliers)
        self._function = model._function("constraint_terms", "python")
        self._inputs, self._order = forced(list(inputs.items())), model.state_order
        self._lengths = np.zeros(self.m)  # of the rows of J L⁻ᵀ: the largest ones so far
        self.rank = self.m
        self.rows = np.arange(self.m)

    def terms(self, t: float, x: np.ndarray) -> Terms:
        """The terms at time t in the state x = [q, q̇]."""
        n, m = self.n, self.m
        values = np.array(self._function(*x.tolist(), t, *self._inputs(t, x[self._order])), dtype=float)
        parts = np.split(values, np.cumsum([n * n, n, m * n, m, m]))
        return Terms(parts[0].reshape(n, n), parts[1], parts[2].reshape(m, n), *parts[3:])

    def accelerations(self, t: float, x: np.ndarray) -> np.ndarray:
        """q̈ with the independent conditions; NaN where they are singular."""
        terms, n = self.terms(t, x), self.n
        J = terms.J[self.rows]
        size = n + len(J)
        matrix = np.zeros((size, size))
        matrix[:n, :n], matrix[:n, n:], matrix[n:, :n] = terms.M, J.T, J
        try:
            return np.linalg.solve(matrix, np.concatenate([terms.right, -terms.bias[self.rows]]))[:n]
        except np.linalg.LinAlgError:
            return np.full(n, np.nan)

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ of x = [q, q̇]."""
        return np.concatenate([x[self.n :], self.accelerations(t, x)])

    def projected(self, t: float, x: np.ndarray) -> np.ndarray:
        """The nearest state in which the loops close, in the metric of the mass matrix.

        q ← q − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁺ φ until φ = 0 (Newton), then q̇ ← q̇ − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁺ φ̇.

        Parameters
        ----------
        t : float
            Time, s.
        x : ndarray, shape (2 n,)
            [q, q̇].

        Returns
        -------
        ndarray, shape (2 n,)
            Not finite if the loops do not close near q.
        """
        x, n = x.copy(), self.n
        terms, size, smallest = self.terms(t, x), 1.0 + float(np.abs(x[:n]).max()), np.inf
        for _ in range(ROUNDS):
            error = float(np.abs(terms.phi).max(initial=0.0))
            if error <= CLOSED * size or (error < 1e-10 * size and error > 0.5 * smallest) or not error < np.inf:
                break
            smallest = min(smallest, error)
            x[:n] -= self._least(terms, terms.J[: len(terms.phi)], terms.phi)
            terms = self.terms(t, x)
        x[n:] -= self._least(terms, terms.J, terms.rates)
        return x if np.abs(terms.phi).max(initial=0.0) <= 1e-9 * size else np.full_like(x, np.nan)

    def _least(self, terms: Terms, J: np.ndarray, right: np.ndarray) -> np.ndarray:
        """The step with J step = right that is smallest in the metric of M; dependent rows do no harm."""
        L = factor(terms.M, terms.J)
        scaled = np.linalg.solve(L, J.T).T
        step = np.linalg.lstsq(scaled, right, rcond=1e-9)[0]
        return np.linalg.solve(L.T, step)

    def norm(self, t: float, x: np.ndarray, step: np.ndarray) -> float:
        """√(stepᵀ M step), the length of a step of the coordinates or rates, shape (n,), in the state x."""
        return float(np.sqrt(abs(step @ self.terms(t, x).M @ step)))

    def independence(self, t: float, x: np.ndarray) -> float:
        """Smallest singular value of the independent conditions: 1 if they are orthogonal, 0 in a dead centre."""
        values = self._singular_values(t, x)
        return float(values[self.rank - 1]) if self.rank else 1.0

    def _singular_values(self, t: float, x: np.ndarray) -> np.ndarray:
        return np.linalg.svd(self._normalized(t, x), compute_uv=False)

    def _normalized(self, t: float, x: np.ndarray) -> np.ndarray:
        """J L⁻ᵀ with its rows in relation to the greatest length that they have had."""
        terms = self.terms(t, x)
        scaled = np.linalg.solve(factor(terms.M, terms.J), terms.J.T).T
        self._lengths = np.maximum(self._lengths, np.linalg.norm(scaled, axis=1))
        return scaled / np.where(self._lengths > 0, self._lengths, 1.0)[:, None]

    def choose_rows(self, t: float, x: np.ndarray) -> None:
        """Choose as many rows of J as are independent, the best ones by QR with pivoting."""
        if self.rank < self.m:
            from scipy.linalg import qr  # slow to import

            order = qr(self._normalized(t, x).T, mode="r", pivoting=True)[1]
            self.rows = np.sort(order[: self.rank])

    def find_rank(self, t: float, x: np.ndarray) -> None:
        """How many conditions are independent, from the neighbours that the loops allow: here they may depend.

        Parameters
        ----------
        t : float
            Time, s.
        x : ndarray, shape (2 n,)
            State in which the loops close.
        """
        places = [x, *self.neighbours(t, x)]
        for place in places:  # first the lengths of the rows, some of which may vanish here
            self._normalized(t, place)
        self.rank = max(int(np.sum(self._singular_values(t, place) > DEPENDENT)) for place in places)
        self.rows = np.arange(self.m)
        self.choose_rows(t, places[-1] if self.independence(t, x) < DEPENDENT else x)

    def neighbours(self, t: float, x: np.ndarray) -> list[np.ndarray]:
        """States in which the loops close, a little way along the rates and along every motion they allow."""
        terms, n = self.terms(t, x), self.n
        L = factor(terms.M, terms.J)
        free = np.linalg.svd(np.linalg.solve(L, terms.J.T).T)
        count = int(np.sum(free[1] > 1e-9 * max(free[1].max(initial=0.0), 1e-300)))
        directions = [x[n:], *np.linalg.solve(L.T, free[2][count:].T).T]
        steps = [NEARBY * d / np.abs(d).max() for d in directions if np.abs(d).max() > 1e-12]
        moved = [np.concatenate([x[:n] + sign * step, x[n:]]) for step in steps for sign in (1.0, -1.0)]
        states = [self.projected(t, place) for place in moved]
        return [state for state in states if np.isfinite(state).all()]


def factor(M: np.ndarray, J: np.ndarray) -> np.ndarray:
    """L with M = L Lᵀ; where M is singular because parts have no mass, the conditions are given some.

    Parameters
    ----------
    M : ndarray, shape (n, n)
        Mass matrix.
    J : ndarray, shape (m, n)
        Jacobian of the conditions; motions that they forbid may have any mass.
    """
    try:
        L = np.linalg.cholesky(M)
        if np.diag(L).min() > 1e-7 * np.diag(L).max():
            return L
    except np.linalg.LinAlgError:
        pass
    lengths = np.linalg.norm(J, axis=1, keepdims=True)
    unit = J / np.where(lengths > 0, lengths, 1.0)
    mass = max(float(np.trace(M)) / len(M), 1e-300)
    return np.linalg.cholesky(M + mass * (unit.T @ unit + 1e-9 * np.eye(len(M))))


def names_of(values: Sequence[float], names: Sequence[str]) -> str:
    """Coordinates with their values, for a message."""
    return ", ".join(f"{name} = {value:.4g}" for name, value in zip(names, values, strict=False))
