"""The matrices of a linear spring-mass-damper system, and what follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from ..model import Inputs, ModelError, Parameters, unknown_name
from ..state_space import States, StateSpaceSystem
from ..symbols import t
from .definiteness import definiteness, quadratic_form
from .elements import Damper, Spring, damping_matrix, spring_load, stiffness_matrix
from .matrices import column, is_zero, names_of, numbers, solved, square
from .modes import Mode, damped_modes, frequency_response, natural_modes

__all__ = ["Oscillator"]


@dataclass(frozen=True)
class Oscillator:
    """A linear system M q̈ + D q̇ + K q = k + B f; (3.92), and (3.98) with k = 0.

    Matrices may hold symbols or numbers. D, K, k and B are zero, coordinates q1, q2, ... and inputs f1, f2, ... unless
    given.

    Parameters
    ----------
    M : (n, n) symmetric, positive definite, kg
    D : (n, n), N s/m
    K : (n, n), N/m
    k : (n,) constant forces: weights, relaxed lengths of springs, N
    B : (n, m) what the inputs do to each coordinate
    coordinates, inputs : names

    Raises
    ------
    ModelError
        where shapes do not fit, or M is not positive definite.
    """

    M: Any
    D: Any = None
    K: Any = None
    k: Any = None
    B: Any = None
    coordinates: Sequence[str] = field(default=())
    inputs: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        M = square(self.M, "M")
        n = M.rows
        if definiteness(M) not in ("positive definite", "undecided"):
            raise ModelError(
                f"M must be positive definite; {M.tolist()} is {definiteness(M)}. Does a coordinate move no mass?"
            )
        zero = sp.zeros(n, n)
        B = sp.zeros(n, 0) if self.B is None else sp.Matrix(self.B)
        if B.rows != n:
            raise ModelError(f"B must have a row for each of the {n} coordinates; got {B.rows}x{B.cols}.")
        values = {
            "M": M,
            "D": square(zero if self.D is None else self.D, "D", n),
            "K": square(zero if self.K is None else self.K, "K", n),
            "k": column([0] * n if self.k is None else self.k, "k", n),
            "B": sp.ImmutableMatrix(B),
            "coordinates": names_of(self.coordinates, "q", n),
            "inputs": names_of(self.inputs, "f", B.cols),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    # --- where it comes from ----------------------------------------------------------------------------

    @classmethod
    def of_elements(
        cls,
        masses: Mapping[str, Any],
        springs: Sequence[Spring] = (),
        dampers: Sequence[Damper] = (),
        forces: Mapping[str, Mapping[str, Any]] | None = None,
        gravity: Any = 0,
    ) -> "Oscillator":
        """From masses, springs and dampers: a chain, or any graph; (3.91)-(3.95).

        Parameters
        ----------
        masses : mass by the name of its coordinate, in the order of q
        springs, dampers : what connects them with each other and with the `GROUND`
        forces : ``{"f_L": {"s3": -1}}``, what each input does to which coordinates
        gravity : g, if the coordinates are heights
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
    def linearized(cls, model: Any, q: Any, u: Any = None) -> "Oscillator":
        """The linear model of a mechanical system about an equilibrium: deviations Δq, so that k = 0.

        Parameters
        ----------
        model : numeric model of a `LagrangianSystem`, or anything with `mass_matrix`, `linearize` and `state_order`
        q : coordinates of the equilibrium
        u : inputs by name that hold it there

        Raises
        ------
        ModelError
            where the system does not rest at q.
        """
        acceleration = np.abs(model.accelerations(q, None, u)).max()
        A, B = model.linearize(q, u)
        if acceleration > 1e-6 * max(1.0, np.abs(A).max()):
            raise ModelError(
                f"The system does not rest at q = {list(q)}: it accelerates with up to {acceleration:.3g}. Take one of "
                "model.equilibria(u)."
            )
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
        cls, A: Any, B: Any = None, M: Any = None, coordinates: Sequence[str] = (), inputs: Sequence[str] = ()
    ) -> "Oscillator":
        """From ẋ = A x + B f with x = [q, q̇]: K = −M A₂₁, D = −M A₂₂.

        Parameters
        ----------
        A : (2 n, 2 n), its upper half is [0, 1]
        B : (2 n, m)
        M : (n, n) mass matrix; without it the unit matrix, and D and K are those divided by the mass
        """
        A = square(A, "A")
        n = A.rows // 2
        if A.rows % 2 or any(not x.is_zero for x in A[:n, :] - sp.zeros(n, n).row_join(sp.eye(n))):
            raise ModelError("A must have the upper half [0, 1], which belongs to the state x = [q, q_d].")
        M = square(sp.eye(n) if M is None else M, "M", n)
        B = sp.zeros(2 * n, 0) if B is None else sp.Matrix(B)
        return cls(M, -M * A[n:, n:], -M * A[n:, :n], None, M * B[n:, :], coordinates, inputs)

    def with_values(self, values: Mapping[Any, Any] | None = None, **named: Any) -> "Oscillator":
        """The same system with numbers (or other symbols) in place of symbols, by symbol or by name."""
        free = {s for matrix in self._matrices.values() for s in matrix.free_symbols}
        table = {symbol.name: symbol for symbol in free}
        changes = {str(key): value for key, value in (values or {}).items()} | named
        for name in named:
            if name not in table:
                raise ModelError(unknown_name(name, sorted(table), "symbol"))
        put_in = {table[name]: value for name, value in changes.items() if name in table}
        return replace(self, **{name: matrix.subs(put_in) for name, matrix in self._matrices.items()})

    def about_rest(self) -> "Oscillator":
        """The same system in the deviations Δq = q − q_R, without the constant k; (3.97)."""
        self.static_position()  # an error where there is none
        return replace(self, k=None)

    # --- statics and motion -----------------------------------------------------------------------------

    @property
    def _matrices(self) -> dict[str, sp.ImmutableMatrix]:
        return {name: getattr(self, name) for name in ("M", "D", "K", "k", "B")}

    @property
    def size(self) -> int:
        """Number n of coordinates."""
        return self.M.rows

    def force(self, f: Any = None) -> sp.ImmutableMatrix:
        """B f for inputs by name, or in their order; inputs left out are zero."""
        if isinstance(f, Mapping):
            for name in f:
                if name not in self.inputs:
                    raise ModelError(unknown_name(name, self.inputs, "input"))
            f = [f.get(name, 0) for name in self.inputs]
        return sp.ImmutableMatrix(self.B * column(np.zeros(self.B.cols, int) if f is None else f, "f", self.B.cols))

    def static_position(self, f: Any = None) -> sp.ImmutableMatrix:
        """Where everything rests under constant forces: q_R = K⁻¹ (k + B f); (3.96).

        Raises
        ------
        ModelError
            where K is singular: the message names a motion that strains no spring.
        """
        free = self.K.nullspace(iszerofunc=lambda x: is_zero(x, self.K))
        if free:
            motion = ", ".join(f"{float(x):.4g}" if x.is_number else str(x) for x in free[0])
            raise ModelError(
                f"K is singular: the motion [{motion}] of {', '.join(self.coordinates)} strains no spring, so "
                "no position of rest is fixed. Hold the system with a spring to the ground."
            )
        return solved(self.K, self.k + self.force(f))

    def equations_of_motion(self, q: Sequence[Any], f: Any = None) -> list[sp.Eq]:
        """M q̈ + D q̇ + K q = k + B f for coordinates that are functions of t, one equation a row; (3.92)."""
        place = column(q, "q", self.size)
        left = self.M * place.diff(t, 2) + self.D * place.diff(t) + self.K * place
        return [sp.Eq(a, b, evaluate=False) for a, b in zip(left, self.k + self.force(f), strict=True)]

    @cached_property
    def state_matrices(self) -> tuple[np.ndarray, np.ndarray]:
        """A (2n, 2n) and B (2n, m) of ẋ = A x + B f for x = [Δq, q̇], numbers."""
        M, D, K, B = (numbers(getattr(self, name), name) for name in ("M", "D", "K", "B"))
        n = self.size
        A = np.block([[np.zeros((n, n)), np.eye(n)], [np.linalg.solve(M, np.hstack([-K, -D]))]])
        return A, np.vstack([np.zeros_like(B), np.linalg.solve(M, B)])

    def state_space(self) -> StateSpaceSystem:
        """The system with numbers as a `StateSpaceSystem`, ready to be simulated; states q and q̇, inputs f."""
        A, B = self.state_matrices
        constant = np.linalg.solve(numbers(self.M, "M"), numbers(self.k, "k")).ravel()
        states = States(
            **{name: ("m", f"position {name}") for name in self.coordinates},
            **{f"{name}_d": ("m/s", f"rate of {name}") for name in self.coordinates},
        )
        inputs = Inputs(**{name: ("N", f"force {name}") for name in self.inputs})
        x, u = sp.Matrix(states.symbols), sp.Matrix(len(self.inputs), 1, inputs.symbols)
        rates = sp.Matrix(A) * x + sp.Matrix(B) * u + sp.Matrix([0] * self.size + constant.tolist())
        return StateSpaceSystem(
            states=states, parameters=Parameters(), inputs=inputs,
            equations=dict(zip(states.symbols, rates, strict=True)), title="Linear oscillator", source="(3.92)",
        )  # fmt: skip

    # --- energy -----------------------------------------------------------------------------------------

    def kinetic_energy(self, q_d: Any) -> Any:
        """T = q̇ᵀ M q̇ / 2, for symbols or for numbers of shape (..., n); (3.99)."""
        return quadratic_form(self.M, q_d) / 2

    def potential_energy(self, q: Any) -> Any:
        """V = qᵀ K q / 2 − kᵀ q, zero at q = 0; (3.100) for k = 0, where q counts from the position of rest."""
        return quadratic_form(self.K, q) / 2 - self._dot(self.k, q)

    def energy_rate(self, q_d: Any, f: Any = None) -> Any:
        """Ė = −q̇ᵀ D q̇ + q̇ᵀ B f along every motion, W; (3.101)."""
        return -quadratic_form(self.D, q_d) + self._dot(self.force(f), q_d)

    @staticmethod
    def _dot(constant: sp.ImmutableMatrix, z: Any) -> Any:
        entries = np.ravel(np.asarray(z, dtype=object))
        if any(isinstance(x, sp.Basic) for x in (*entries, *constant.free_symbols)):
            return (constant.T * sp.Matrix(z))[0]
        return np.asarray(z, dtype=float) @ numbers(constant, "the force").ravel()

    # --- modes and frequency response -------------------------------------------------------------------

    def natural_modes(self) -> list[Mode]:
        """Modes without dampers and inputs, slowest first: (K − ω² M) v = 0."""
        return natural_modes(numbers(self.M, "M"), numbers(self.K, "K"))

    def damped_modes(self) -> list[Mode]:
        """Modes with dampers, slowest first; a pair λ, λ* is one mode, motions without swing have ζ = 1."""
        return damped_modes(self.state_matrices[0])

    def frequency_response(self, omega: Any) -> np.ndarray:
        """G(iω) = (K − ω² M + iω D)⁻¹ B: for f = Re(f̂ e^(iωt)) the steady motion is Δq = Re(G f̂ e^(iωt)).

        Parameters
        ----------
        omega : angular frequencies of shape (...), rad/s

        Returns
        -------
        ndarray, complex, shape (..., n, m)

        Raises
        ------
        ModelError
            at the frequency of a mode without damping, where no steady motion exists.
        """
        M, D, K, B = (numbers(getattr(self, name), name) for name in ("M", "D", "K", "B"))
        return frequency_response(M, D, K, B, omega)
