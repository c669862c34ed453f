"""A mechanical system with numbers: linear models, and inverse dynamics."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from ..state_space.arguments import Values, check_vector
from ..state_space.linear import Linearization
from .closed_statics import linearize_closed
from .inverse_dynamics import driving_inputs, needed_forces
from .quantities import Inputs
from .routes import LagrangianIntegration

__all__ = ["LagrangianAnalysis"]


class LagrangianAnalysis(LagrangianIntegration):
    """What `LagrangianModel` tells about a state without simulating."""

    def linearize(
        self, q: Values, u: Inputs = None, q_d: Values | None = None, independent: Sequence[str] | None = None
    ) -> Linearization:
        """Δẋ ≈ A Δx + B Δu about a state, by implicit differentiation of (5.93).

        Parameters
        ----------
        q : array_like, shape (n,)
            Coordinates; they must close all loops.
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        q_d : array_like, shape (n,), or None
            Rates; zero unless given.
        independent : sequence of str, or None
            With closed loops, the coordinates that Δx contains with their rates; those that determine the others best
            unless given. The others follow from the loops.

        Returns
        -------
        Linearization
            Unpacks to A and B, in the order of `system.states`; with closed loops in that of its attribute `states`.

        Raises
        ------
        ModelError
            At a singular mass matrix, in a dead centre, or where the loops do not close.
        """
        if not self.system.loops:
            if independent is not None:
                raise ModelError(f"Without closed loops all coordinates are independent; got {list(independent)}.")
            return super().linearize(q, u, q_d)
        self._open("linearized")
        q = check_vector(q, "q", self.system.coordinates)
        q_d = np.zeros(self._n) if q_d is None else check_vector(q_d, "q_d", self.system.coordinates)
        return linearize_closed(self, q, q_d, u, independent)

    def inverse_dynamics(
        self, q: Values, q_d: Values, q_dd: Values, u: Inputs = None, t: ArrayLike = 0.0
    ) -> np.ndarray:
        """Generalized forces τ = M q̈ + C q̇ + g − f that a motion needs beside those of the system; (5.93).

        Parameters
        ----------
        q, q_d, q_dd : array_like, shape (..., n)
            Coordinates, rates and accelerations.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s.

        Returns
        -------
        ndarray, shape (..., n)
            In N or N m; with constraints the smallest τ, because constraint forces Jᵀ λ add what they can.

        Raises
        ------
        ModelError
            For accelerations that the constraints do not allow.
        """
        return needed_forces(self, q, q_d, q_dd, u, t)

    def driving_inputs(
        self, names: Sequence[str], q: Values, q_d: Values, q_dd: Values, u: Inputs = None, t: float = 0.0
    ) -> dict[str, float]:
        """Values of inputs that cause a motion; of several ones the smallest.

        Parameters
        ----------
        names : sequence of str
            Inputs that drive.
        q, q_d, q_dd : array_like, shape (n,)
            Coordinates, rates and accelerations.
        u : mapping of str to float, or None
            The other inputs by name; the defaults unless given.
        t : float
            Time, s.

        Raises
        ------
        ModelError
            If these inputs cannot cause the motion.
        """
        coordinates = self.system.coordinates
        q, q_d, q_dd = (check_vector(x, name, coordinates) for x, name in ((q, "q"), (q_d, "q_d"), (q_dd, "q_dd")))
        return driving_inputs(self, names, q, q_d, q_dd, u, t)
