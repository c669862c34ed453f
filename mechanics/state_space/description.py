"""The description of a state-space system, checked, and the equations that follow from it; (1.3)-(1.5)."""

import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from ..bridge import gradient, to_engine
from ..checking import instance, instances, mapping, real
from ..codegen import Program
from ..dimensions import DimensionError, UnitWarning, check_unit, dimensions_by_name, rate_of
from ..model import Inputs, ModelError, Parameters, Variables, unknown_name
from ..naming import check_known, check_names, check_output_units, described_outputs
from ..poses import Pose
from ..scene import Scene
from ..symbols import plain_name, t
from ..units import Dimension
from .inputs import fewest_steps
from .modes import Mode, States
from .numeric import Programmed

__all__ = ["StateSpaceDescription"]


class StateSpaceDescription(Programmed):
    """The symbolic part of a `StateSpaceSystem`; its parameters are explained there."""

    states: States
    parameters: Parameters
    inputs: Inputs

    def __init__(
        self,
        *,
        states: States,
        parameters: Parameters,
        inputs: Inputs | None = None,
        equations: Mapping[sp.Expr, sp.Expr] | None = None,
        modes: Mapping[str, Mode] | None = None,
        start: Mapping[sp.Expr, sp.Expr] | None = None,
        outputs: Mapping[str, sp.Expr | sp.ImmutableMatrix | tuple] | None = None,
        accuracy: float = 1e-8,
        conditions: Mapping[str, Boolean] | None = None,
        frames: Mapping[str, Pose] | None = None,
        scene: Callable[[Any], Scene] | None = None,
        title: str = "",
        source: str = "",
    ):
        if (equations is None) == (modes is None):
            raise ModelError("Give either the equations of one mode, or modes by name.")
        super().__init__(title, source, scene, frames)
        self.states, self.parameters = (
            instance(states, States, "`states`"),
            instance(parameters, Parameters, "`parameters`"),
        )
        self.inputs = Inputs() if inputs is None else instance(inputs, Inputs, "`inputs`")
        self.modes = mapping(modes, "`modes`", '{"flight": Mode(...)}') if equations is None else {"": Mode(equations)}
        instances(self.modes.values(), Mode, "`modes`, by name,")
        self.start = {
            x: real(v, f"The start value of {x}") for x, v in mapping(start, "`start`", "{x.h: p.h_0}").items()
        }
        self._outputs, self._described = described_outputs(outputs)
        self.accuracy = accuracy
        self.conditions = mapping(conditions, "`conditions`", '{"The ball must be heavier": p.m > p.M}')
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
            for following in (mode.rest, *(transition.to for transition in mode.transitions)):
                if following is not None and following not in self.modes:
                    raise ModelError(unknown_name(following, self.modes, "mode"))
            for transition in mode.transitions:
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
    def outputs(self) -> dict[str, sp.Expr | sp.ImmutableMatrix]:
        """Outputs y = h(x, u, t) by name: expressions and columns; (1.5b)."""
        return self._outputs

    @property
    def described(self) -> Variables:
        """Those of the outputs whose unit and meaning are known."""
        return self._described

    @property
    def symbols(self) -> dict[str, sp.Expr]:
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
        """Whether equations or switching conditions depend explicitly on the time; its kinks are ends of steps."""
        return any(s.name == "t" for e in self.equations_and_conditions() for s in to_engine(e).free_symbols)

    @cached_property
    def fewest_steps(self) -> int:
        """Steps of a run, at least: more where equations depend on the time, or act in some places only."""
        return fewest_steps(map(to_engine, self.equations_and_conditions()), self.states)

    def equations_and_conditions(self) -> list[sp.Expr]:
        """The right sides of all equations, and the conditions of all transitions."""
        modes = self.modes.values()
        conditions = [transition.when for mode in modes for transition in mode.transitions]
        return [e for mode in modes for e in mode.equations.values()] + conditions

    @property
    def start_mode(self) -> str:
        """The mode in which a simulation starts."""
        return next(iter(self.modes))

    def state_equations(self, mode: str | None = None) -> list[sp.Eq]:
        """The state equations ẋ = f(x, u, t); (1.3a).

        Parameters
        ----------
        mode : str or None
            Name of the mode; the first one unless given.

        Returns
        -------
        list of Eq, length n
            In the order of the states.
        """
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
        """Values of all parameters: the defaults, overridden by name.

        Parameters
        ----------
        values : mapping of str to float
            Values that differ from the defaults.

        Returns
        -------
        dict of str to float

        Raises
        ------
        ModelError
            For an unknown name, a value outside its domain, or a condition that does not hold.
        """
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

    def program(self, key: Hashable, expressions: Sequence[sp.Expr] | None = None) -> Program:
        """Program of some expressions, made once.

        Parameters
        ----------
        key : hashable
            ``("derivative", mode)`` or ``("jacobians", mode)``; with `expressions`, what they are found by again.
        expressions : sequence of Expr, or None
            In the symbols of the system.
        """
        if key not in self._programs:
            if expressions is not None:
                check_known(expressions, self.arguments + tuple(self.parameters), "The expressions")
            outputs = self._known(key) if expressions is None else [to_engine(e) for e in expressions]
            self._programs[key] = Program(self.arguments, tuple(self.parameters), tuple(outputs))
        return self._programs[key]

    def _known(self, key: Any) -> list[Any]:
        kind, mode = key
        equations = self.modes[mode].equations
        derivative = [to_engine(equations[x]) for x in self.states.symbols]
        if kind == "derivative":
            return derivative
        by = [to_engine(s) for s in (*self.states.symbols, *self.inputs.symbols)]
        return [slope for f in derivative for slope in gradient(f, by)]
