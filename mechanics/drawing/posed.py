"""Problems as a picture sees them: played along one of their inputs, or along time."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..model import Variables
from ..problem import Problem
from ..symbols import latex_name
from .panel import Axis, Quantity, usual_range
from .subject import Subject, instants

__all__ = ["Posed"]

POINTS, FEW_POINTS = 401, 121  # along the range of an input
SECONDS = 8.0  # that a picture takes for it


class Posed(Subject):
    """A `Problem` as an experiment sees it: it is played along one of its inputs, or along time."""

    heading = "Given"

    def __init__(self, problem: Problem):
        self.system = problem
        self.starts: list[Quantity] = []
        self.defaults: dict[str, float] = {}
        self.pairs: list[tuple[str, str]] = []
        rows = self._moving() if problem.motion else self._solved()
        self.expressions = [expression for expression, _ in rows]
        self.quantities = [quantity for _, quantity in rows]

    def _moving(self) -> list[tuple[Any, Quantity]]:
        """What the problem plots over time."""
        rows = self.system.motion.quantities.items()
        return [
            (expression, Quantity(name, (*more, latex_name(name))[0], unit, text, main=True))
            for name, (expression, unit, text, *more) in rows
        ]

    def _solved(self) -> list[tuple[Any, Quantity]]:
        """The outputs that are numbers, and those in columns."""
        return [
            (v.symbol, Quantity(v.name, v.latex, v.unit, v.description, main=True))
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
        """None: all that is given stays during a run."""
        return Variables([], "input")

    def groups(self) -> dict[str, list[str]]:
        """A problem has no start."""
        return {}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Values of inputs for a sketch, perhaps also of t."""
        for name in given:
            if name != "t":
                self.parameters[name]  # an unknown name is an error here
        return dict(given)

    def axis(self, parameters: Mapping[str, float]) -> Axis:
        """Time, or the input that is swept."""
        problem = self.system
        if problem.motion:
            return Axis()
        if not problem.sweep:
            return Axis(still=True)
        v = self.parameters[problem.sweep]
        low, high = self._limits
        return Axis(v.name, v.latex, v.unit, v.description, (high - low) / SECONDS, parameters[v.name])

    def instants(self, t: Any, parameters: Mapping[str, float]) -> np.ndarray:
        """Times of the motion, or values of the swept input for which there is a solution."""
        problem = self.system
        if problem.motion:
            problem.solve(**problem.parameters.nested(parameters))  # the sentence of the problem comes first
            end = t if t is not None else float(problem.evaluate([problem.motion.end], parameters)[0])
            return instants(end)
        if not problem.sweep:
            return np.array([0.0, 1.0])
        return self._solvable(parameters)

    def _solvable(self, parameters: Mapping[str, float]) -> np.ndarray:
        """Values of the swept input around the present one for which there is a solution."""
        here = parameters[self.system.sweep]
        grid = np.linspace(*self._limits, self._points)
        gaps = grid[~self.system.holds({**parameters, self.system.sweep: grid})]
        inside = grid[
            (grid > gaps[gaps <= here].max(initial=-np.inf)) & (grid < gaps[gaps >= here].min(initial=np.inf))
        ]
        return np.linspace(inside.min(initial=here), inside.max(initial=here + 1e-6 * abs(here)), self._points)

    def snapshot(self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Any) -> np.ndarray:
        """The expressions for some values of the inputs, or for several of them (arrays)."""
        numbers = dict(parameters) | dict(start)
        return self.system.evaluate(expressions, numbers, numbers.pop("t", 0.0))

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Solve it along `times`; expressions, then quantities, shape (k, n)."""
        problem = self.system
        if not problem.motion:  # whose `instants` have solved it already
            problem.solve(**problem.parameters.nested(parameters))  # what cannot be solved is an error here
        everything = [*expressions, *self.expressions]
        if problem.sweep and not problem.motion:
            return problem.evaluate(everything, {**parameters, problem.sweep: times})
        return problem.evaluate(everything, parameters, times)

    @property
    def _points(self) -> int:
        """Values along the swept input; fewer where each is a call of its own."""
        return POINTS if self.system.formulas else FEW_POINTS

    @cached_property
    def _limits(self) -> tuple[float, float]:
        """Range of the swept input."""
        v = self.parameters[self.system.sweep]
        return self.scene.ranges.get(v.name) or usual_range(v.default, v.domain)
