"""Linear spring-mass-damper systems: how they are made, natural modes and frequency response."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from ..aliases import Matrix, Scalar
from ..model import ModelError, unknown_name
from ..state_space import StateSpaceSystem
from .elements import Damper, Spring, damping_matrix, spring_load, stiffness_matrix
from .linear_system import LinearSystem
from .matrices import numbers, square
from .modes import Mode, damped_modes, frequency_response, natural_modes
from .state_form import linear_model, state_matrices, state_space

__all__ = ["Oscillator"]


class Oscillator(LinearSystem):
    """A linear system M q̈ + D q̇ + K q = k + B f; (3.92), and (3.98) with k = 0.

    It is made from matrices, as a `LinearSystem`, from masses, springs and dampers, or from the linear model of another
    system. Static position, energies and their balance follow for symbols and numbers alike; what is below needs
    numbers.
    """

    # --- how it is made ---------------------------------------------------------------------------------

    @classmethod
    def of_elements(
        cls,
        masses: Mapping[str, Scalar],
        springs: Sequence[Spring] = (),
        dampers: Sequence[Damper] = (),
        forces: Mapping[str, Mapping[str, Scalar]] | None = None,
        gravity: Scalar = 0,
    ) -> "Oscillator":
        """System of masses, springs and dampers: a chain, or any graph; (3.91)-(3.95).

        Parameters
        ----------
        masses : mapping of str to Expr or float
            Mass by the name of its coordinate, in the order of q, kg.
        springs : sequence of Spring, optional
            Springs between the coordinates and the `GROUND`.
        dampers : sequence of Damper, optional
            Dampers between the coordinates and the `GROUND`.
        forces : mapping of str to mapping of str to Expr or float, optional
            ``{"f_L": {"s3": -1}}``, the effect of each input on the coordinates.
        gravity : Expr or float, default 0
            g, m/s², if the coordinates are heights.
        """
        names, forces = list(masses), dict(forces or {})
        for name in {name for push in forces.values() for name in push}:
            if name not in names:
                raise ModelError(unknown_name(name, names, "coordinate"))
        weight = sp.Matrix([mass * gravity for mass in masses.values()])
        B = sp.Matrix(len(names), len(forces), lambda i, j: list(forces.values())[j].get(names[i], 0))
        return cls(
            sp.diag(*masses.values()), damping_matrix(dampers, names), stiffness_matrix(springs, names),
            spring_load(springs, names) - weight, B, names, list(forces),
        )  # fmt: skip

    @classmethod
    def linearized(cls, model: Any, q: ArrayLike, u: Mapping[str, float] | None = None) -> "Oscillator":
        """The linear model of a mechanical system about an equilibrium: deviations Δq, so that k = 0.

        Parameters
        ----------
        model : Any
            Numeric model of a `LagrangianSystem`, or anything with `mass_matrix`, `linearize` and `state_order`.
        q : array_like, shape (n,)
            Coordinates of the equilibrium.
        u : mapping of str to float, optional
            Inputs by name that hold it there.

        Raises
        ------
        ModelError
            If the system is not in equilibrium at q.
        """
        A, B = linear_model(model, q, u)
        order = np.argsort(model.state_order)
        system = model.system
        return cls.of_state_form(
            A[np.ix_(order, order)],
            B[order],
            model.mass_matrix(q, u),
            list(system.coordinates),
            list(system.inputs),
        )

    @classmethod
    def of_state_form(
        cls,
        A: Matrix,
        B: Matrix | None = None,
        M: Matrix | None = None,
        coordinates: Sequence[str] = (),
        inputs: Sequence[str] = (),
    ) -> "Oscillator":
        """System from its state form ẋ = A x + B f with x = [q, q̇]: K = −M A₂₁, D = −M A₂₂.

        Parameters
        ----------
        A : array_like, shape (2n, 2n)
            State matrix; its upper half is [0, 1].
        B : array_like, shape (2n, m), optional
            Input matrix.
        M : array_like, shape (n, n), optional
            Mass matrix; without it the unit matrix, and D and K are those divided by the mass.
        coordinates, inputs : sequence of str, optional
            Names.

        Raises
        ------
        ModelError
            If A has another upper half.
        """
        state = square(A, "A")
        n = state.rows // 2
        if state.rows % 2 or any(not x.is_zero for x in state[:n, :] - sp.zeros(n, n).row_join(sp.eye(n))):
            raise ModelError("A must have the upper half [0, 1], which belongs to the state x = [q, q_d].")
        mass = square(sp.eye(n) if M is None else M, "M", n)
        acting = sp.zeros(n, 0) if B is None else mass * sp.Matrix(B)[n:, :]
        return cls(mass, -mass * state[n:, n:], -mass * state[n:, :n], None, acting, coordinates, inputs)

    # --- modes and frequency response -------------------------------------------------------------------

    @cached_property
    def state_matrices(self) -> tuple[np.ndarray, np.ndarray]:
        """A (2n, 2n) and B (2n, m) of ẋ = A x + B f for x = [Δq, q̇], numbers."""
        return state_matrices(*(numbers(getattr(self, name), name) for name in ("M", "D", "K", "B")))

    def state_space(self) -> StateSpaceSystem:
        """The system with numbers as a `StateSpaceSystem`, ready to be simulated; states q and q̇, inputs f."""
        constant = np.linalg.solve(numbers(self.M, "M"), numbers(self.k, "k")).ravel()
        return state_space(*self.state_matrices, constant, self.coordinates, self.inputs)

    def natural_modes(self) -> list[Mode]:
        """Modes without dampers and inputs, slowest first: (K − ω² M) v = 0."""
        return natural_modes(numbers(self.M, "M"), numbers(self.K, "K"))

    def damped_modes(self) -> list[Mode]:
        """Modes with dampers, slowest first; a pair λ, λ* is one mode, modes without oscillation have ζ = 1."""
        return damped_modes(self.state_matrices[0])

    def frequency_response(self, omega: ArrayLike) -> np.ndarray:
        """G(iω) = (K − ω² M + iω D)⁻¹ B: for f = Re(f̂ e^(iωt)) the steady motion is Δq = Re(G f̂ e^(iωt)).

        Parameters
        ----------
        omega : array_like, shape (...)
            Angular frequencies, rad/s.

        Returns
        -------
        ndarray, shape (..., n, m)
            Complex.

        Raises
        ------
        ModelError
            At the frequency of a mode without damping, where no steady motion exists.
        """
        M, D, K, B = (numbers(getattr(self, name), name) for name in ("M", "D", "K", "B"))
        return frequency_response(M, D, K, B, omega)
