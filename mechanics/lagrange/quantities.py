"""The quantities of a mechanical system as fast functions of the state: M, C, g, f, q̈, energies, outputs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from sympy import Expr

from ..state_space.arguments import Values, check_vector, check_vectors
from ..state_space.linear import Linearization
from ..state_space.numeric import InputValues as Inputs
from .evaluation import LagrangianEvaluation

__all__ = ["Inputs", "LagrangianValues"]


class LagrangianValues(LagrangianEvaluation):
    """M, C, g, f, accelerations and energies of a `LagrangianSystem` with numbers.

    All methods take arrays of shape (..., n), so that one call serves many states.
    """

    def mass_matrix(self, q: Values, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """Mass matrix M(q); (5.21).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s; it matters where positions contain it.

        Returns
        -------
        ndarray, shape (..., n, n)
        """
        return self._matrix("mass_matrix", q, None, u, t)

    def coriolis_matrix(self, q: Values, q_d: Values, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """C(q, q̇) from the Christoffel symbols; (5.97).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n)
            Rates.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s; it matters where positions contain it.

        Returns
        -------
        ndarray, shape (..., n, n)
        """
        return self._matrix("coriolis_matrix", q, q_d, u, t)

    def potential_forces(self, q: Values, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """g(q) = ∂V/∂q; (5.96).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s; it matters where positions contain it.

        Returns
        -------
        ndarray, shape (..., n)
        """
        return self._values("potential_forces", q, None, u, t)

    def generalized_forces(
        self, q: Values, q_d: Values | None = None, u: Inputs = None, t: ArrayLike = 0.0
    ) -> np.ndarray:
        """f, the generalized forces without potential; (5.68).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n), or None
            Rates; zero unless given.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s.

        Returns
        -------
        ndarray, shape (..., n)
        """
        return self._values("generalized_forces", q, q_d, u, t)

    def accelerations(self, q: Values, q_d: Values | None = None, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """q̈ = M⁻¹ (f − C q̇ − g); (5.93).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n), or None
            Rates; zero unless given.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s.

        Returns
        -------
        ndarray, shape (..., n)

        Raises
        ------
        ModelError
            Where the mass matrix is singular, or a force is not defined.
        """
        return self._values("accelerations", q, q_d, u, t)

    def kinetic_energy(self, q: Values, q_d: Values, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """T = q̇ᵀ M q̇ / 2 (5.19), and the part of a motion that is prescribed.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n)
            Rates.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s; it matters where positions contain it.

        Returns
        -------
        ndarray, shape (...)
            In J.
        """
        return self._values("kinetic_energy", q, q_d, u, t)[..., 0]

    def potential_energy(self, q: Values, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """V(q) with the lecture's zero; (5.20).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s; it matters where positions contain it.

        Returns
        -------
        ndarray, shape (...)
            In J.
        """
        return self._values("potential_energy", q, None, u, t)[..., 0]

    @property
    def state_order(self) -> np.ndarray:
        """Position in [q, q̇] of each state."""
        return self.system.state_order

    def state(self, q: Values, q_d: Values) -> np.ndarray:
        """x from q and q̇.

        Parameters
        ----------
        q, q_d : array_like, shape (..., n)
            Coordinates and rates.

        Returns
        -------
        ndarray, shape (..., 2 n)
            In the order of `system.states`.
        """
        q, q_d = np.broadcast_arrays(np.asarray(q, float), np.asarray(q_d, float))
        return np.concatenate([q, q_d], axis=-1)[..., self.state_order]

    def split_state(self, x: Values) -> tuple[np.ndarray, np.ndarray]:
        """q and q̇, each of shape (..., n), from x of shape (..., 2 n); the reverse of `state`."""
        plain = check_vectors(x, "x", self.system.states)[..., np.argsort(self.state_order)]
        return plain[..., : self._n], plain[..., self._n :]

    def state_derivative(self, t: ArrayLike, x: Values, u: Inputs = None) -> np.ndarray:
        """ẋ = f(x, u, t); (1.5a).

        Parameters
        ----------
        t : array_like, shape (...)
            Time, s.
        x : array_like, shape (..., 2 n)
            States in the order of `system.states`.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.

        Returns
        -------
        ndarray, shape (..., 2 n)
        """
        q, q_d = self.split_state(x)
        return self.state(q_d, self.accelerations(q, q_d, u, t))

    def linearize(self, q: Values, u: Inputs = None, q_d: Values | None = None) -> Linearization:
        """Δẋ ≈ A Δx + B Δu about a state, by implicit differentiation of (5.93).

        Parameters
        ----------
        q : array_like, shape (n,)
            Coordinates.
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        q_d : array_like, shape (n,), or None
            Rates; zero unless given.

        Returns
        -------
        Linearization
            Unpacks to A (2 n, 2 n) and B (2 n, p), in the order of `system.states`.

        Raises
        ------
        ModelError
            For a system with closed loops, or at a singular mass matrix.
        """
        self._open("linearized")
        q = check_vector(q, "q", self.system.coordinates)
        q_d = np.zeros(self._n) if q_d is None else check_vector(q_d, "q_d", self.system.coordinates)
        acceleration = self.accelerations(q, q_d, u)
        n, p = self._n, len(self.system.inputs)
        columns = [*self._arguments(q, q_d, u, 0.0).columns, *acceleration]
        J = np.array(self._function("jacobians", "python")(*columns)).reshape(n, 2 * n + p)
        slope = -np.linalg.solve(self.mass_matrix(q, u), J)
        A = np.block([[np.zeros((n, n)), np.eye(n)], [slope[:, : 2 * n]]])
        B = np.vstack([np.zeros((n, p)), slope[:, 2 * n :]])
        return Linearization(A[np.ix_(self.state_order, self.state_order)], B[self.state_order])

    def evaluate(
        self, expressions: Sequence[Expr], q: Values, q_d: Values | None = None, u: Inputs = None, t: ArrayLike = 0.0
    ) -> np.ndarray:
        """Any expressions in the symbols of the system, accelerations and multipliers included.

        Parameters
        ----------
        expressions : sequence of Expr, length m
            In sympy.
        q, q_d, u, t
            As for `accelerations`.

        Returns
        -------
        ndarray, shape (..., m)
        """
        key = self._expressions(expressions)
        return self._values(key, q, q_d, u, t, expressions=key)

    def output(
        self, name: str, q: Values, q_d: Values | None = None, u: Inputs = None, t: ArrayLike = 0.0
    ) -> np.ndarray:
        """One of `system.outputs`.

        Parameters
        ----------
        name : str
            Name of the output.
        q, q_d, u, t
            As for `accelerations`.

        Returns
        -------
        ndarray, shape (...)
            With further axes for a column or matrix.
        """
        entries, shape = self._output(name)
        values = self.evaluate(entries, q, q_d, u, t)
        return values.reshape(values.shape[:-1] + shape)
