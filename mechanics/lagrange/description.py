"""The description of a mechanical system, and the terms of its equations that follow from it (lecture chapter 5)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import symengine as se
import sympy as sp

from ..bridge import from_engine, to_engine
from ..checking import instance, mapping, real
from ..codegen import Program
from ..dimensions import check_unit
from ..model import Coordinates, Inputs, ModelError, Parameters, Variables
from ..naming import check_output_units, clear_units, described_outputs
from ..poses import Pose, vector
from ..scene import Scene
from ..state_space import StateSpaceSystem
from ..state_space.inputs import SUDDENLY, fewest_steps
from ..state_space.numeric import Programmed
from ..symbols import plain_name, t
from ..units import Dimension, parse_unit
from . import derivation, force_terms
from .description_checks import (
    check_abbreviations,
    check_known_names,
    check_masses,
    check_names,
    check_symbols,
    checked_elements,
    ordered_states,
)
from .elements import Body, Damper, Force, Moment, Spring
from .equations import AbbreviatedEquations, Equations
from .loops import Loops, derive_loops, named_loops
from .nonholonomic import joined, named_rate_conditions, rate_conditions
from .prescribed_motion import PrescribedMotion
from .substitution import substitute
from .terms import Terms
from .unit_checks import check_conditions, check_elements, check_terms, known_dimensions

__all__ = ["LagrangianDescription"]


class LagrangianDescription(Equations, Programmed):
    """The symbolic part of a `LagrangianSystem`; its parameters are explained there."""

    coordinates: Coordinates
    parameters: Parameters
    inputs: Inputs
    states: Variables

    def __init__(
        self,
        *,
        coordinates: Coordinates,
        parameters: Parameters,
        inputs: Inputs | None = None,
        bodies: Sequence[Body] = (),
        gravity: Sequence[sp.Expr] = (0, 0, 0),
        springs: Sequence[Spring] = (),
        dampers: Sequence[Damper] = (),
        forces: Sequence[Force] = (),
        moments: Sequence[Moment] = (),
        generalized_forces: Mapping[str, sp.Expr] | None = None,
        potential: sp.Expr = 0,
        constraints: Mapping[sp.Expr, sp.Expr] | None = None,
        loops: Mapping[str, sp.Expr | tuple] | None = None,
        nonholonomic: Mapping[str, sp.Expr | tuple] | None = None,
        abbreviations: Mapping[sp.Symbol, sp.Expr] | None = None,
        outputs: Mapping[str, Any] | Callable[[Any], Mapping[str, Any]] | None = None,
        states: Mapping[str, sp.Expr] | None = None,
        frames: Mapping[str, Pose] | None = None,
        scene: Callable[[Any], Scene] | None = None,
        phases: Callable[[Any], StateSpaceSystem] | None = None,
        title: str = "",
        source: str = "",
    ):
        Programmed.__init__(self, title, source, scene, frames)
        self.coordinates = instance(coordinates, Coordinates, "`coordinates`")
        self.parameters = instance(parameters, Parameters, "`parameters`")
        self.inputs = Inputs() if inputs is None else instance(inputs, Inputs, "`inputs`")
        self.gravity, self.potential = vector(gravity, "gravity"), real(potential, "`potential`")
        self.bodies = checked_elements("bodies", bodies, Body)
        self.springs = checked_elements("springs", springs, Spring)
        self.dampers = checked_elements("dampers", dampers, Damper)
        self.forces = checked_elements("forces", forces, Force)
        self.moments = checked_elements("moments", moments, Moment)
        self.abbreviations = mapping(abbreviations, "`abbreviations`", "{m_S: m_1 + m_2}")
        self.constraints = mapping(constraints, "`constraints`", "{q.x: p.r * q.phi}")
        self.loops, closing = named_loops(mapping(loops, "`loops`", '{"f_x": a - b}'))
        self.nonholonomic, rolling = named_rate_conditions(
            mapping(nonholonomic, "`nonholonomic`", '{"f_Q": q.x.diff() - p.r * q.phi.diff()}')
        )
        self.multipliers = Variables([*closing.values(), *rolling.values()], "multiplier")
        self._outputs = outputs
        self.states = ordered_states(coordinates, mapping(states, "`states`", '{"v": q.x.diff()}') or None)
        self._generalized_forces = mapping(generalized_forces, "`generalized_forces`", '{"phi": u.tau}')
        for name in self._generalized_forces:
            coordinates[name]  # an unknown name is an error here
        conditions = [*self.loops, *self.nonholonomic]
        check_names(coordinates, [*parameters, *self.inputs, *map(plain_name, self.abbreviations), *conditions])
        check_abbreviations(self.abbreviations, {*parameters, *self.inputs})
        self._phases = phases
        check_known_names([element for group in self._constrained() for element in group], self.symbols)
        self._check_units()
        self._conditions  # noqa: B018  errors in constraints are found here
        self._programs: dict[Any, Program] = {}

    def __repr__(self) -> str:
        names = ", ".join(self.coordinates)
        return f"LagrangianSystem {self.id or self.title!r} ({self.source}): coordinates {names}"

    # --- derivation -------------------------------------------------------------------------------------

    @cached_property
    def terms(self) -> Terms:
        """M, C, g, f, T, V in symengine, with the abbreviations kept."""
        q, v = self._plain
        bodies, springs, dampers, forces, moments = self._constrained()
        is_moved = any(derivation.TIME in x.free_symbols for x in force_terms.geometry(bodies, (), dampers))
        # a motion that is prescribed makes the time one more coordinate, with the rate 1
        q_t, v_t = ([*q, derivation.TIME], [*v, se.Integer(1)]) if is_moved else (q, v)
        whole, n = derivation.mass_matrix(bodies, q_t), len(q)
        M = [row[:n] for row in whole[:n]]
        potential = self._engine(self.potential)
        V_rates, gyroscopic = force_terms.velocity_potential(potential, q, v)
        V = force_terms.potential_energy(bodies, self.gravity, springs, potential - V_rates)
        f = force_terms.generalized_forces(forces, moments, dampers, q_t, v_t)[:n]
        extra = [self._engine(self._generalized_forces.get(name, 0)) for name in self.coordinates]
        f = [a + b + c for a, b, c in zip(f, extra, gyroscopic, strict=True)]
        self._check_symbols([*force_terms.geometry(bodies, springs, dampers), *(x for row in M for x in row), V], f)
        check_masses(self.coordinates, M)
        motion = PrescribedMotion(whole, q_t, v_t) if is_moved else None
        C = partial(derivation.coriolis_matrix, M, q, v)
        moving = partial(derivation.moving_forces, bodies, M, q, v)
        return Terms(q, v, M, V, f, C, moving, V_rates, self._conditions, motion)

    @property
    def _plain(self) -> tuple[list[Any], list[Any]]:
        """Coordinates and rates in symengine."""
        return [se.Symbol(name) for name in self.coordinates], [se.Symbol(f"{name}_d") for name in self.coordinates]

    @cached_property
    def _conditions(self) -> Loops:
        """The constraint equations that are kept: closed loops, then conditions on the rates."""
        closing = [self._engine(phi) for phi in self.loops.values()]
        rolling = {name: self._engine(c) for name, c in self.nonholonomic.items()}
        self._check_symbols(closing, [*rolling.values()])
        return joined(derive_loops(closing, *self._plain), rate_conditions(rolling, *self._plain))

    @cached_property
    def steady_inputs(self) -> tuple[str, ...]:
        """Inputs that must be constant in a simulation: in poses, dampers and constraints their rates would matter."""
        bodies, _, dampers, _, _ = self._constrained()
        conditions = [self._engine(c) for c in (*self.loops.values(), *self.nonholonomic.values())]
        used = {x.name for e in [*force_terms.geometry(bodies, (), dampers), *conditions] for x in e.free_symbols}
        return tuple(name for name in self.inputs if name in used)

    @cached_property
    def is_timed(self) -> bool:
        """Whether the equations depend explicitly on the time."""
        terms = self.terms
        right = [*terms.f, *terms.g, *terms.loops.residual, *terms.loops.drift, *terms.loops.bias]
        entries = [x for rows in (terms.M, terms.loops.J) for row in rows for x in row]
        return any(derivation.TIME in x.free_symbols for x in (*right, *entries))

    @cached_property
    def fewest_steps(self) -> int:
        """Steps of a run, at least: more where something acts for a moment or in one place only, as a contact does."""
        terms = self.terms
        if self.is_timed:
            return SUDDENLY
        return fewest_steps([terms.V, *terms.f, *(x for row in terms.M for x in row)], self.states)

    @cached_property
    def _dimensions(self) -> dict[str, Dimension]:
        """Dimension of every name that has a unit."""
        coordinates = {name: v.unit for name, v in self.coordinates.items()}
        constants = {name: v.unit for group in (self.parameters, self.inputs) for name, v in group.items()}
        constants |= {name: v.unit for name, v in self.multipliers.items()}
        return known_dimensions(coordinates, constants, self.abbreviations)

    def _check_units(self) -> None:
        with clear_units():
            known = self._dimensions
            for group in (self.bodies, self.springs, self.dampers, self.forces, self.moments):
                check_elements(group, known)
            for entry in self.gravity:
                check_unit("The gravity", entry, parse_unit("m/s^2")[1], known)
            check_unit("The potential", self.potential, parse_unit("J")[1], known)
            check_terms(self._generalized_forces, "J", "The generalized force", known)
            for q, expression in self.constraints.items():
                check_unit(f"The constraint for {q}", expression, known.get(plain_name(q)), known)
            check_conditions(self.loops, self.multipliers, "J", "loop", known)
            check_conditions(self.nonholonomic, self.multipliers, "W", "nonholonomic constraint", known)

    def _check_symbols(self, conservative: Sequence[Any], forces: Sequence[Any]) -> None:
        """Only symbols of the system; no rates in positions and potentials."""
        known = {*self.coordinates, *self.parameters, *self.inputs, *map(plain_name, self.abbreviations)}
        rates = {f"{name}_d" for name in self.coordinates}
        check_symbols(conservative, known | {"t"}, known)
        check_symbols(forces, known | rates | {"t"}, known)

    def _constrained(self) -> tuple[Sequence[Any], ...]:
        """The elements with the dependent coordinates eliminated."""
        elements = (self.bodies, self.springs, self.dampers, self.forces, self.moments)
        if not self.constraints:
            return elements
        return tuple([substitute(element, self.constraints) for element in group] for group in elements)

    @cached_property
    def _described_outputs(self) -> tuple[dict[str, Any], Variables]:
        given = self._outputs(self) if callable(self._outputs) else self._outputs
        outputs, described = described_outputs(given)
        check_output_units(outputs, described, self._dimensions)
        forces = {name: v.symbol for name, v in self.multipliers.items()}
        units = [v for v in self.multipliers.values() if v.unit]
        return {**outputs, **forces}, Variables([*described.values(), *units], "output")

    @property
    def outputs(self) -> dict[str, sp.Expr | sp.ImmutableMatrix]:
        """Further quantities by name: expressions and columns, and the multipliers of constraints."""
        return self._described_outputs[0]

    @property
    def described(self) -> Variables:
        """Those of the outputs whose unit and meaning are known."""
        return self._described_outputs[1]

    @property
    def start_names(self) -> tuple[str, ...]:
        """Coordinates and their rates."""
        return (*self.coordinates, *(f"{name}_d" for name in self.coordinates))

    @cached_property
    def frames(self) -> dict[str, Pose]:
        """Frames of the bodies by their names, in the mass centre, then the further ones; in the coordinates alone."""
        bodies = {body.name: body.pose for body in self._constrained()[0] if body.name}
        if twice := sorted(bodies.keys() & self._frames.keys()):
            raise ModelError(f"{', '.join(twice)} is the name of a body and of a frame; give the frame another name.")
        return bodies | {name: substitute(pose, self.constraints) for name, pose in self._frames.items()}

    # --- equations for people ---------------------------------------------------------------------------

    @cached_property
    def symbols(self) -> dict[str, sp.Expr]:
        """Every symbol of the system by its ASCII name, rates and accelerations included."""
        table = {name: v.symbol for group in (self.parameters, self.inputs) for name, v in group.items()}
        table |= {plain_name(a): a for a in self.abbreviations} | {"t": t}
        table |= {name: v.symbol for name, v in self.multipliers.items()}
        for name, q in zip(self.coordinates, self.coordinates.symbols, strict=True):
            table |= {name: q, f"{name}_d": q.diff(t), f"{name}_dd": q.diff(t, 2)}
        return table

    @cached_property
    def abbreviated(self) -> AbbreviatedEquations:
        """The equations with abbreviations such as m_S kept: what the lecture prints."""
        return AbbreviatedEquations(self._q, self._lambda, self.terms, self.symbols)

    @property
    def _q(self) -> list[Any]:
        return self.coordinates.symbols

    @property
    def _lambda(self) -> list[Any]:
        return self.multipliers.symbols

    def _to_sympy(self, expression: Any) -> sp.Expr:
        """In coordinates, parameters and inputs only, without abbreviations."""
        return from_engine(self._expand(expression), self.symbols)

    def _engine(self, expression: Any) -> Any:
        return to_engine(substitute(expression, self.constraints))

    def _expand(self, expression: Any) -> Any:
        for symbol, value in self._engine_abbreviations:
            expression = expression.xreplace({symbol: value})
        return expression

    @cached_property
    def _engine_abbreviations(self) -> list[tuple[Any, Any]]:
        # later ones may use earlier ones, so that the last one is substituted first
        return [(to_engine(a), to_engine(e)) for a, e in reversed(self.abbreviations.items())]

    def is_skew_symmetric(self) -> bool:
        """Whether N = Ṁ − 2 C is skew-symmetric, which makes T + V constant without f; (5.99)-(5.102).

        Where expanding does not show that N + Nᵀ vanishes, as with roots and arcsines, sympy decides with numbers.
        """
        N = self.skew_matrix
        return all(entry == 0 or entry.equals(0) is True for entry in (N + N.T).expand())

    @cached_property
    def phases(self) -> StateSpaceSystem | None:
        """The whole motion through all its phases, where these equations are those of one phase only."""
        whole = self._phases(self) if self._phases else None
        if whole:
            whole.id = self.id
        return whole
