"""The programs of a mechanical system: its quantities as functions of q, q̇, t and u, written once for all languages."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import symengine as se
from sympy import Expr

from ..bridge import KINKS, gradient, to_engine
from ..codegen import Program, solve_symmetric
from ..model import ModelError, unknown_name
from ..symbols import t
from .constraint_terms import constraint_terms
from .derivation import TIME
from .description import LagrangianDescription

__all__ = ["LagrangianPrograms"]


class LagrangianPrograms(LagrangianDescription):
    """What a `LagrangianSystem` evaluates with numbers, as programs from which code in any language is generated."""

    @cached_property
    def state_order(self) -> np.ndarray:
        """Position in [q, q̇] of each state."""
        plain = [*self.coordinates.symbols, *(x.diff(t) for x in self.coordinates.symbols)]
        return np.array([plain.index(v.symbol) for v in self.states.values()])

    @cached_property
    def has_constant_mass(self) -> bool:
        """Whether the mass matrix is the same in all positions."""
        moving = {se.Symbol(name) for name in (*self.coordinates, "t")}
        return all(moving.isdisjoint(self._expand(x).free_symbols) for row in self.terms.M for x in row)

    @property
    def arguments(self) -> tuple[str, ...]:
        """Arguments of every program: q, q̇, t, u."""
        return (*self.coordinates, *(f"{name}_d" for name in self.coordinates), "t", *self.inputs)

    def program(self, key: Hashable, expressions: Sequence[Expr] | None = None) -> Program:
        """Program of one of the system's quantities, or of given expressions; made once.

        Parameters
        ----------
        key : hashable
            Name of the quantity, such as ``"mass_matrix"``; with `expressions`, what they are found by again.
        expressions : sequence of Expr, or None
            In the symbols of the system.
        """
        if key not in self._programs:
            if expressions is not None:
                outputs = [self._engine(e) for e in expressions]
                self._check_known(outputs)
                self._programs[key] = self._program(outputs, self._motion(outputs))
            else:
                self._programs[key] = self._known(key)
        return self._programs[key]

    def _check_known(self, expressions: Sequence[Any]) -> None:
        for symbol in {symbol.name for e in expressions for symbol in e.free_symbols}:
            if symbol not in self.symbols:
                raise ModelError(unknown_name(symbol, self.symbols, "symbol"))

    def _motion(self, outputs: Sequence[Any]) -> Sequence[Any]:
        """The statements that compute the accelerations, if the outputs refer to them."""
        names = [*(f"{name}_dd" for name in self.coordinates), *self.multipliers]
        used = {symbol.name for e in outputs for symbol in e.free_symbols}
        if used.isdisjoint(names):
            return ()
        prelude, accelerations, multipliers = self._solved()
        return (
            *prelude,
            *((se.Symbol(n), x) for n, x in zip(names, (*accelerations, *multipliers), strict=True)),
        )

    def _solved(self) -> tuple[Any, list[Any], list[Any]]:
        """Statements, then the symbols of q̈ and of λ: M q̈ = r, or with constraints [M Jᵀ; J 0] [q̈; −λ] = [r; b]."""
        terms, n = self.terms, len(self.coordinates)
        try:
            if not terms.loops:
                prelude, solution = solve_symmetric(terms.M, terms.residual)
                return prelude, list(solution), []
            prelude, solution = solve_symmetric(*terms.loops.bordered(terms.M, terms.residual), definite=False)
            return prelude, list(solution[:n]), [-x for x in solution[n:]]
        except ZeroDivisionError:
            raise ModelError(
                f"The mass matrix is singular everywhere: some motion of {', '.join(self.coordinates)} moves no "
                "mass, or two of them describe the same motion. Leave one of them out, or give every part its mass."
            ) from None

    def _program(
        self, outputs: Sequence[Any], prelude: Sequence[Any] = (), more_arguments: Sequence[str] = ()
    ) -> Program:
        prelude = tuple((symbol, self._expand(e)) for symbol, e in prelude)
        outputs = tuple(self._expand(e) for e in outputs)
        return Program((*self.arguments, *more_arguments), tuple(self.parameters), outputs, prelude)

    def _known(self, key: Any) -> Program:
        terms = self.terms
        if key == "accelerations":
            prelude, solution, _ = self._solved()
            return self._program(solution, prelude)
        if key == "derivative":  # ẋ of [q, q̇] with the inputs among the constants
            prelude, solution, _ = self._solved()
            program = self._program([*terms.v, *solution], prelude)
            names = (*self.coordinates, *(f"{name}_d" for name in self.coordinates))
            return replace(program, arguments=names, constants=(*self.parameters, *self.inputs))
        if key == "power":  # and the derivatives of V by the inputs
            given = [se.Symbol(name) for name in self.inputs]
            rows = [terms.power([se.Symbol(name) for name in self.multipliers]), *gradient(terms.V, given)]
            return self._program(rows, self._motion(rows))
        if key == "jacobians":
            return self._program(terms.jacobians(self.inputs), (), [f"{x}_dd" for x in self.coordinates])
        outputs: dict[str, Callable[[], list[Any]]] = {
            "mass_matrix": lambda: [x for row in terms.M for x in row],
            "coriolis_matrix": lambda: [x for row in terms.C for x in row],
            "potential_forces": lambda: terms.g,
            "generalized_forces": lambda: terms.f,
            "kinetic_energy": lambda: [terms.T],
            "potential_energy": lambda: [terms.V],
            "statics": lambda: terms.statics,
            "loops": lambda: [*terms.loops.residual, *(x for row in terms.loops.J[: len(self.loops)] for x in row)],
            "moved": lambda: [x for x in self._moved if _may_jump(x)],
            "rate_conditions": lambda: [*(x for row in terms.loops.J for x in row), *terms.loops.drift],
            "constraint_terms": lambda: constraint_terms(terms),
            "configuration": lambda: self._poses,
        }
        return self._program(outputs[key]())

    @property
    def _poses(self) -> list[Any]:
        return [to_engine(x) for body in self._constrained()[0] for x in (*body.pose.p, *body.pose.R)]

    @property
    def _moved(self) -> list[Any]:
        """What must not jump in time: poses, loops and the rates of both."""
        motion, loops = self.terms.motion, self.terms.loops
        return [*self._poses, *(motion.M[-1] if motion else ()), *loops.residual, *loops.drift]


def _may_jump(e: Any) -> bool:
    """Whether the time is in a function with kinks or steps."""
    return any(TIME in kink.free_symbols for kink in e.atoms(*KINKS, se.Piecewise))
