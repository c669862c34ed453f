"""The description of a state-space system: states, equations, modes with switching conditions; (1.3)-(1.5)."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy as sp

from ..bridge import gradient, to_engine
from ..codegen import Program
from ..dimensions import DimensionError, UnitWarning, check_unit, dimensions_by_name, rate_of
from ..model import Inputs, ModelError, Parameters, Variables, _variable, unknown_name
from ..naming import check_known, check_names, check_output_units, described_outputs
from ..poses import Pose
from ..scene import Scene
from ..symbols import coordinate_symbol, plain_name, t
from ..units import Dimension
from .numeric import Programmed

__all__ = ["Mode", "StateSpaceDescription", "States", "Transition"]


class States(Variables):
    """States x, functions of time: ``States(h=("m", "height", 1.0))``.

    Each value is (unit, description[, start value[, LaTeX]]).
    """

    kind = "state"

    def __init__(self, **rows: tuple):
        super().__init__(_variable(name, row, coordinate_symbol, self.kind) for name, row in rows.items())


@dataclass(frozen=True)
class Transition:
    """What happens when an expression of (x, u, t) passes through zero.

    Attributes
    ----------
    name : for people and for `run.events`
    when : expression whose zero is looked for
    direction : −1 only when it falls, +1 only when it rises, 0 both
    to : mode that follows; the same one unless given
    reset : ``{state symbol: new value}``, values of the states just before; the others stay
    guard : condition (a relation) that must hold at that moment as well
    """

    name: str
    when: Any
    direction: int = 0
    to: str | None = None
    reset: Mapping[Any, Any] = field(default_factory=dict)
    guard: Any = True


@dataclass(frozen=True)
class Mode:
    """Differential equations that hold between two transitions.

    Attributes
    ----------
    equations : ``{state symbol: derivative}``
    transitions : ways out of the mode
    holds : condition of (x, u, t) under which this mode is the one that a state belongs to, where it is not the first:
        a simulation that starts there starts in this mode
    """

    equations: Mapping[Any, Any]
    transitions: Sequence[Transition] = ()
    holds: Any = False


class StateSpaceDescription(Programmed):
    """Everything of a `StateSpaceSystem` but its numbers; see there."""

    states: States
    parameters: Parameters
    inputs: Inputs

    def __init__(
        self,
        *,
        states: States,
        parameters: Parameters,
        inputs: Inputs | None = None,
        equations: Mapping[Any, Any] | None = None,
        modes: Mapping[str, Mode] | None = None,
        start: Mapping[Any, Any] | None = None,
        outputs: Mapping[str, Any] | None = None,
        accuracy: float = 1e-8,
        conditions: Mapping[str, Any] | None = None,
        frames: Mapping[str, Pose] | None = None,
        scene: Callable[[Any], Scene] | None = None,
        title: str = "",
        source: str = "",
    ):
        if (equations is None) == (modes is None):
            raise ModelError("Give either the equations of one mode, or modes by name.")
        super().__init__(title, source, scene, frames)
        self.states, self.parameters, self.inputs = states, parameters, inputs or Inputs()
        self.modes = dict(modes) if modes else {"": Mode(equations or {})}
        self.start = {x: sp.sympify(value) for x, value in (start or {}).items()}
        self._outputs, self._described = described_outputs(outputs)
        self.accuracy = accuracy
        self.conditions = dict(conditions or {})
        self._programs: dict[Any, Program] = {}
        self._check()
        self._check_units()

    def __repr__(self) -> str:
        return f"StateSpaceSystem {self.id or self.title!r} ({self.source}): states {', '.join(self.states)}"

    def _check(self) -> None:
        names = [*self.states, *self.parameters, *self.inputs]
        check_names(names)
        known = {*names, "t"}
        check_known(self._output_entries(), known, "The outputs")
        check_known(self.start.values(), set(self.parameters), "The start values")
        check_known(self.conditions.values(), set(self.parameters), "The conditions")
        self._check_states(self.start, "The start values are those of")
        for name, mode in self.modes.items():
            where = f" of the mode {name!r}" if name else ""
            missing = [str(x) for x in self.states.symbols if x not in mode.equations]
            if missing:
                raise ModelError(f"The equations{where} give no derivative of {', '.join(missing)}.")
            check_known(mode.equations.values(), known, f"The equations{where}")
            self._check_states(mode.equations, f"The equations{where} give a derivative of")
            check_known([mode.holds], known, f"The condition{where}")
            for transition in mode.transitions:
                if transition.to is not None and transition.to not in self.modes:
                    raise ModelError(unknown_name(transition.to, self.modes, "mode"))
                used = (transition.when, transition.guard, *transition.reset.values())
                check_known(used, known, f"Condition, guard and reset of the transition {transition.name!r}")
                self._check_states(transition.reset, f"The transition {transition.name!r} resets")

    def _check_units(self) -> None:
        """Outputs have their units; a warning where an equation does not fit: some are written without units."""
        named = (*self.states.values(), *self.parameters.values(), *self.inputs.values())
        known = dimensions_by_name({v.name: v.unit for v in named})
        try:
            for what, expression, wanted in self._with_units(known):
                check_unit(what, expression, wanted, known)
        except DimensionError as error:
            warnings.warn(f"{error} States without a unit have the unit ''.", UnitWarning, stacklevel=4)
        else:
            check_output_units(self.outputs, self.described, known)

    def _with_units(self, known: Mapping[str, Dimension]) -> Iterator[tuple[str, Any, Dimension | None]]:
        """What each expression is, the expression, and the dimension that it must have."""
        # a state of unit 1 may be one of a system in dimensionless time, such as van der Pol's
        rates = {name: rate_of(known[name]) for name, v in self.states.items() if name in known and v.unit != "1"}
        for mode in self.modes.values():
            yield from ((f"The derivative of {x}", e, rates.get(plain_name(x))) for x, e in mode.equations.items())
            for change in mode.transitions:
                what = f"the transition {change.name!r}"
                yield f"The condition of {what}", change.when, None
                yield from (
                    (f"The reset of {x} in {what}", e, known.get(plain_name(x))) for x, e in change.reset.items()
                )
        yield from ((f"The start value of {x}", e, known.get(plain_name(x))) for x, e in self.start.items())

    def _check_states(self, keys: Iterable[Any], what: str) -> None:
        if others := [str(key) for key in keys if key not in self.states.symbols]:
            raise ModelError(f"{what} {', '.join(others)}; only the states {', '.join(self.states)} can be there.")

    def _output_entries(self) -> list[Any]:
        return [e for y in self.outputs.values() for e in (y if hasattr(y, "shape") else (y,))]

    @property
    def outputs(self) -> dict[str, Any]:
        """Outputs y = h(x, u, t): expressions and columns by name."""
        return self._outputs

    @property
    def described(self) -> Variables:
        """Those of the outputs whose unit and meaning are known."""
        return self._described

    @property
    def symbols(self) -> dict[str, Any]:
        """Symbols of states, their rates (``h_d``), parameters and inputs by name."""
        rates = {f"{name}_d": v.symbol.diff(t) for name, v in self.states.items()}
        named = (*self.states.values(), *self.parameters.values(), *self.inputs.values())
        return {v.name: v.symbol for v in named} | rates

    @property
    def is_hybrid(self) -> bool:
        """Whether there is more than one mode, or a transition."""
        return len(self.modes) > 1 or any(mode.transitions for mode in self.modes.values())

    @cached_property
    def is_timed(self) -> bool:
        """Whether equations or conditions follow a clock: long steps would pass over what lasts for a while only."""
        modes = self.modes.values()
        conditions = [transition.when for mode in modes for transition in mode.transitions]
        used = [e for mode in modes for e in mode.equations.values()] + conditions
        return any(symbol.name == "t" for e in used for symbol in to_engine(e).free_symbols)

    @property
    def start_mode(self) -> str:
        """The mode in which a simulation starts."""
        return next(iter(self.modes))

    def state_equations(self, mode: str | None = None) -> list[sp.Eq]:
        """ẋ = f(x, u, t) as sympy equations; (1.3a)."""
        equations = self.modes[self.start_mode if mode is None else mode].equations
        return [sp.Eq(x.diff(t), equations[x], evaluate=False) for x in self.states.symbols]

    @property
    def output_equations(self) -> list[sp.Eq]:
        """y = h(x, u, t) as sympy equations; (1.3b)."""
        return [sp.Eq(sp.Symbol(name), value, evaluate=False) for name, value in self.outputs.items()]

    @property
    def latex(self) -> str:
        """State and output equations as LaTeX."""
        rows = [rf"{sp.latex(e.lhs)} &= {sp.latex(e.rhs)}" for e in [*self.state_equations(), *self.output_equations]]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    # --- programs for numbers ---------------------------------------------------------------------------

    def checked_values(self, values: Mapping[str, float]) -> dict[str, float]:
        """Values of all parameters, with the conditions among them fulfilled."""
        numbers = self.parameters.values_with(values)
        for sentence, relation in self.conditions.items():
            if not relation.subs({self.parameters[name].symbol: value for name, value in numbers.items()}):
                used = [f"{s.name} = {numbers[s.name]:g}" for s in sorted(relation.free_symbols, key=str)]
                raise ModelError(f"{sentence}; got {', '.join(used)}.")
        return numbers

    @property
    def arguments(self) -> tuple[str, ...]:
        """Arguments of every program: x, t, u."""
        return (*self.states, "t", *self.inputs)

    def program(self, key: Any, expressions: Sequence[Any] | None = None) -> Program:
        """Program for ``("derivative", mode)``, ``("jacobians", mode)`` or given expressions; made once."""
        if key not in self._programs:
            if expressions is not None:
                check_known(expressions, self.arguments + tuple(self.parameters), "The expressions")
            outputs = self._known(*key) if expressions is None else [to_engine(e) for e in expressions]
            self._programs[key] = Program(self.arguments, tuple(self.parameters), tuple(outputs))
        return self._programs[key]

    def _known(self, kind: str, mode: str) -> list[Any]:
        equations = self.modes[mode].equations
        derivative = [to_engine(equations[x]) for x in self.states.symbols]
        if kind == "derivative":
            return derivative
        by = [to_engine(s) for s in (*self.states.symbols, *self.inputs.symbols)]
        return [slope for f in derivative for slope in gradient(f, by)]
