"""A force as a function of the position: integrability, curl, potential, work; (3.61)-(3.68)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import sympy as sp

from ..aliases import Scalar
from ..checking import column, real
from ..formulas.expression import expression
from ..formulas.tree import TreeError
from ..model import ModelError
from .coordinates import symbols
from .numbers import finite_values, straight_work
from .vanishing import vanishes

__all__ = ["Field"]


@dataclass(frozen=True)
class Field:
    """The force f_p that loads an energy store, as a function of the position; any number of coordinates.

    Parameters
    ----------
    force : ImmutableMatrix
        Components of f_p, expressions in the coordinates, N.
    position : tuple of Symbol
        Coordinates, m.

    Raises
    ------
    ModelError
        If there are not as many components as coordinates.
    """

    force: sp.ImmutableMatrix
    position: tuple[sp.Symbol, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "force", column(self.force, "The force of a field"))
        object.__setattr__(self, "position", symbols(self.position))
        if len(self.force) != len(self.position):
            raise ModelError(
                f"A field has as many components as coordinates; got {len(self.force)} components for "
                f"{', '.join(map(str, self.position))}."
            )

    @classmethod
    def of_potential(cls, V: sp.Expr, position: Sequence[sp.Symbol]) -> "Field":
        """The field of a potential energy: f_p = grad V, with the plus sign of chapter 3; (3.67), (3.68).

        Parameters
        ----------
        V : Expr
            Potential energy as a function of the position, J.
        position : sequence of Symbol
            Coordinates, m.

        Returns
        -------
        Field
        """
        V, position = real(V, "A potential energy"), symbols(position)
        return cls(sp.Matrix([V.diff(r) for r in position]), position)

    @classmethod
    def read(cls, texts: Sequence[str], names: str = "x y z") -> "Field":
        """The field that a student typed, ``Field.read(["2*x*y", "x**2", "0"])``; nothing is executed.

        Parameters
        ----------
        texts : sequence of str
            Components, in Python's spelling.
        names : str, default "x y z"
            Names of the coordinates, separated by blanks.

        Returns
        -------
        Field

        Raises
        ------
        ModelError
            If a text is not a formula of the coordinates.
        """
        position = sp.symbols(names, real=True)
        known = {symbol.name: symbol for symbol in position}
        try:
            return cls(sp.Matrix([expression(text, known) for text in texts]), position)
        except TreeError as problem:
            raise ModelError(f"A component of the force cannot be read: {problem}.") from None

    # --- integrability ------------------------------------------------------------------------------------

    @property
    def jacobian(self) -> sp.ImmutableMatrix:
        """∂f_p/∂r, N/m, except where the force jumps; symmetric where the field is integrable; (3.63)."""
        J = self.force.jacobian(list(self.position))
        return sp.ImmutableMatrix(J.replace(sp.DiracDelta, lambda *_: sp.S.Zero))

    @property
    def integrability(self) -> dict[tuple[sp.Symbol, sp.Symbol], sp.Expr]:
        """∂f_a/∂b − ∂f_b/∂a for each pair (a, b) of coordinates: zero in an integrable field; (3.62)."""
        J, r = self.jacobian, self.position
        return {(r[i], r[k]): J[i, k] - J[k, i] for i, k in combinations(range(len(r)), 2)}

    @property
    def curl(self) -> sp.ImmutableMatrix:
        """∇ × f_p of a field in space, N/m: the three differences of (3.62) as a column."""
        if len(self.position) != 3:
            raise ModelError(f"A curl needs three coordinates; this field has {len(self.position)}.")
        J = self.jacobian
        return sp.ImmutableMatrix([J[2, 1] - J[1, 2], J[0, 2] - J[2, 0], J[1, 0] - J[0, 1]])

    @cached_property
    def is_integrable(self) -> bool:
        """Whether the conditions (3.62) hold wherever the field is defined.

        Then the work between two points does not depend on the path *within any star-shaped domain* (Poincaré's
        lemma). Where the field has a hole, such as along an axis, paths on both sides of it can still differ: see
        `circulation`.
        """
        return all(vanishes(difference) for difference in self.integrability.values())

    def potential(self, reference: Sequence[Scalar] | None = None) -> sp.Expr:
        """Potential energy V(r) with V(reference) = 0, along paths parallel to the axes, J; (3.65).

        V = ∫ f_x(x̃, y_I, z_I) dx̃ + ∫ f_y(x, ỹ, z_I) dỹ + ∫ f_z(x, y, z̃) dz̃

        Parameters
        ----------
        reference : sequence of Expr or float, optional
            r_I, m; the origin unless given.

        Returns
        -------
        Expr
            V, J.

        Raises
        ------
        ModelError
            If the field is not integrable, or its integral has no closed form.
        """
        self.demand_integrability()
        start = [sp.S.Zero] * len(self.position) if reference is None else self._point(reference)
        V, here = sp.S.Zero, dict(zip(self.position, start, strict=True))
        for r, component in zip(self.position, self.force, strict=True):
            first = here.pop(r)  # coordinates before r have their final values, those after it still their initial ones
            V += _between(component.subs(here), r, first)
        if V.has(sp.Integral, sp.nan, sp.zoo, sp.oo) or not self._belongs(V):
            raise ModelError(
                f"No closed potential of {list(self.force)} from {start} was found; use work_along with numbers."
            )
        return V

    def _belongs(self, V: sp.Expr) -> bool:
        """Whether f_p = grad V, as a check of the integration."""
        return all(vanishes(V.diff(r) - f) for r, f in zip(self.position, self.force, strict=True))

    def demand_integrability(self) -> None:
        """Refuse a field that has no potential.

        Raises
        ------
        ModelError
            With the first condition of (3.62) that does not hold.
        """
        for (a, b), difference in self.integrability.items():
            if not vanishes(difference):
                raise ModelError(
                    f"The field has no potential: ∂f_{a}/∂{b} − ∂f_{b}/∂{a} = {sp.simplify(difference)}, "
                    "and it must be zero (3.62)."
                )

    # --- work ---------------------------------------------------------------------------------------------

    def along(self, path: Sequence[Scalar]) -> sp.ImmutableMatrix:
        """The force on a path, f_p(r(σ)); for `mechanics.energy.work`.

        Parameters
        ----------
        path : sequence of Expr or float
            Position r(σ), m.

        Returns
        -------
        ImmutableMatrix
            Force, N.
        """
        return sp.ImmutableMatrix(
            self.force.subs(dict(zip(self.position, self._point(path), strict=True)), simultaneous=True)
        )

    def at(self, point: Sequence[float]) -> list[float]:
        """The force in a point, as numbers.

        Parameters
        ----------
        point : sequence of float
            Coordinates, m.

        Returns
        -------
        list of float
            Force, N.

        Raises
        ------
        ModelError
            If the field has no finite real value there.
        """
        return finite_values(self._numbers, self._point(point))

    def curl_at(self, point: Sequence[float]) -> list[float]:
        """The curl in a point, as numbers.

        Parameters
        ----------
        point : sequence of float
            Coordinates, m.

        Returns
        -------
        list of float
            Curl, N/m.

        Raises
        ------
        ModelError
            If the field has no finite real value there.
        """
        return finite_values(self._curl_numbers, self._point(point))

    def work_along(self, points: Sequence[Sequence[float]]) -> float:
        """Work along the straight lines from point to point; (3.61) by adaptive quadrature.

        Parameters
        ----------
        points : sequence of sequences of float
            Two points at least, each with a number for each coordinate, m.

        Returns
        -------
        float
            Work, J.

        Raises
        ------
        ModelError
            If the field has no finite value on the way, or the integral does not converge.
        """
        rows = [[float(x) for x in self._point(point)] for point in points]
        return sum(straight_work(self._numbers, a, b) for a, b in pairwise(rows))

    @cached_property
    def _numbers(self) -> Callable[..., Sequence[float]]:
        return self._function(self.force)

    @cached_property
    def _curl_numbers(self) -> Callable[..., Sequence[float]]:
        return self._function(self.curl)

    def _function(self, column: sp.ImmutableMatrix) -> Callable[..., Sequence[float]]:
        if foreign := column.free_symbols - set(self.position):
            raise ModelError(f"Numbers are needed for {', '.join(sorted(map(str, foreign)))}; see Field.with_values.")
        return sp.lambdify(self.position, tuple(column), modules="math")

    def with_values(self, values: Mapping[sp.Expr, Scalar]) -> "Field":
        """The same field with numbers in place of parameters.

        Parameters
        ----------
        values : mapping of Expr to Expr or float
            Values by parameter.

        Returns
        -------
        Field
        """
        return Field(self.force.subs(dict(values)), self.position)

    def _point(self, point: Sequence[Any]) -> list[Any]:
        if len(entries := list(column(point, "A point"))) != len(self.position):
            raise ModelError(f"A point has a number for each of {', '.join(map(str, self.position))}; got {point}.")
        return entries


def _between(integrand: sp.Expr, r: Any, first: Any) -> sp.Expr:
    """∫ f(r̃) dr̃ from `first` to r; by the antiderivative, which is found much faster than the definite integral."""
    antiderivative = sp.integrate(integrand, r)
    value = antiderivative - antiderivative.subs(r, first)
    if value.has(sp.nan, sp.zoo, sp.oo):
        running = sp.Dummy(str(r), real=True)
        value = sp.integrate(integrand.subs(r, running), (running, first, r))
    return value
