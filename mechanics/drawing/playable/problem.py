"""Problems as the player sees them: played along one of their inputs, or along time."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...model import Variables
from ...problem import Motion, Problem
from ...symbols import latex_name
from ..panel import Axis, Quantity, usual_range
from .base import Playable, instants

__all__ = ["PlayableProblem"]

POINTS, FEW_POINTS = 401, 121  # along the range of an input
SECONDS = 8.0  # that a picture takes for it


class PlayableProblem(Playable[Problem]):
    """A `Problem` as the player sees it: it is played along one of its inputs, or along time.

    Attributes
    ----------
    expressions : list of sympy Expr
        What the quantities are, in their order.
    """

    heading = "Given"

    def __init__(self, problem: Problem):
        super().__init__(problem)
        self.starts, self.defaults, self.pairs = [], {}, []
        rows = self._moving(problem.motion) if problem.motion else self._solved()
        self.expressions = [expression for expression, _ in rows]
        self.quantities = [quantity for _, quantity in rows]

    @staticmethod
    def _moving(motion: Motion) -> list[tuple[Any, Quantity]]:
        """What the problem plots over time."""
        return [
            (expression, Quantity(name, (*more, latex_name(name))[0], unit, text, main=True))
            for name, (expression, unit, text, *more) in motion.quantities.items()
        ]

    def _solved(self) -> list[tuple[Any, Quantity]]:
        """The outputs that are numbers, and those in columns."""
        return [
            (v.symbol, Quantity.of(v, main=True))
            for name, item in self.system.outputs.items()
            if name not in self.system.optional  # what may not exist has no curve
            and (self.system.is_number(name) or hasattr(item.symbol, "shape"))
            for v in self.system.outputs.numbers(name)
        ]

    @property
    def parameters(self) -> Variables:
        """The single numbers of what is given, components of vectors one by one."""
        return self.system.parameters.scalars

    @property
    def inputs(self) -> Variables:
        """None: all that is given stays the same while the player runs."""
        return Variables([], "input")

    def groups(self) -> dict[str, list[str]]:
        """A problem has no start."""
        return {}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Values of inputs for a sketch, perhaps also of t; see `Playable.start`."""
        for name in given:
            if name != "t":
                self.parameters[name]  # raises for an unknown name
        return dict(given)

    def axis(self, parameters: Mapping[str, float]) -> Axis:
        """Time, or the input that is swept; see `Playable.axis`."""
        problem = self.system
        if problem.motion:
            return Axis()
        if not problem.sweep:
            return Axis(still=True)
        v = self.parameters[problem.sweep]
        low, high = self.limits
        return Axis(v.name, v.latex, v.unit, v.description, (high - low) / SECONDS, parameters[v.name])

    def instants(self, t: ArrayLike | None, parameters: Mapping[str, float]) -> np.ndarray:
        """Times of the motion, or values of the swept input for which there is a solution; see `Playable.instants`."""
        problem = self.system
        if problem.motion:
            self._solve(parameters)  # its own message, before the end time turns out to be no number
            end = t if t is not None else float(problem.evaluate([problem.motion.end], parameters)[0])
            return instants(end)
        if not problem.sweep:
            return np.array([0.0, 1.0])
        return self._solvable(parameters)

    def _solvable(self, parameters: Mapping[str, float]) -> np.ndarray:
        """Values of the swept input around the present one for which there is a solution."""
        here = parameters[self.system.sweep]
        grid = np.linspace(*self.limits, self.points)
        gaps = grid[~self.system.holds({**parameters, self.system.sweep: grid})]
        inside = grid[
            (grid > gaps[gaps <= here].max(initial=-np.inf)) & (grid < gaps[gaps >= here].min(initial=np.inf))
        ]
        return np.linspace(inside.min(initial=here), inside.max(initial=here + 1e-6 * abs(here)), self.points)

    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Sequence[Any]
    ) -> np.ndarray:
        """The expressions for one value of each input, or for several; see `Playable.snapshot`."""
        numbers = dict(parameters) | dict(start)
        return self.system.evaluate(expressions, numbers, numbers.pop("t", 0.0))

    def result(
        self, parameters: Mapping[str, float], start: Mapping[str, float], times: np.ndarray, u: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The outputs by name; see `Playable.result`."""
        return self._solve(parameters)

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Solve it along `times`; see `Playable.values`."""
        problem = self.system
        if not problem.motion:  # whose `instants` have solved it already
            self._solve(parameters)  # raises where there is no solution
        everything = [*expressions, *self.expressions]
        if problem.sweep and not problem.motion:
            return problem.evaluate(everything, {**parameters, problem.sweep: times})
        return problem.evaluate(everything, parameters, times)

    def _solve(self, parameters: Mapping[str, float]) -> dict[str, Any]:
        return self.system.solve(**self.system.parameters.nested(parameters))

    @property
    def points(self) -> int:
        """Values along the swept input; fewer where each is a call of its own."""
        return POINTS if self.system.formulas else FEW_POINTS

    @cached_property
    def limits(self) -> tuple[float, float]:
        """Range of the swept input."""
        v = self.parameters[self.system.sweep]
        return self.scene.ranges.get(v.name) or usual_range(v.default, v.domain)
