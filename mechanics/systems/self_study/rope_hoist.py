"""Rope hoist on an incline (Aufgabe A.9)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from sympy import Expr, cos

from ...friction import DryFriction, kinetic_friction, stick_slip
from ...lagrange import Body, Damper, Force, LagrangianModel, LagrangianSystem
from ...lagrange.run import LagrangianRun
from ...model import Coordinates, Inputs, ModelError, Parameters, Variables
from ...poses import Pose, rotation, translation
from ...protocol import System
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Disc,
    Flow,
    Ground,
    Handle,
    Hinge,
    Line,
    Scene,
    Shape,
    Text,
    ValueArrow,
)
from ...state_space import States, StateSpaceSystem
from ...state_space.arguments import check_vector
from ...symbols import parameter_symbol, t

TOP, LOAD = 3.6, 0.36  # way of the load from s = 0 to R1, edge of the load in the picture, m
LOW = 1.1  # of R2 under R1 at s = 0, m
WEIGHT = 900.0  # N, drawn in the standard length


def rope_hoist() -> "RopeHoist":
    """Load on an incline that a force lifts over a stepped pulley R1 and a loose pulley R2; (A.87)-(A.96).

    f acts DOWN on R2, which sinks by r1/(2 r2) of the way s of the load. Sliding friction on the load, mu_c m_L g
    cos(alpha) sgn(s_d); a simulation holds the load at rest as long as the other forces are smaller than that. The mass
    m1 has no effect: its pulley stays where it is.
    """
    q = Coordinates(s=("m", "way of the load up the incline", 0.6))
    p = Parameters(
        m_L=(100.0, "kg", "mass of the load"),
        m1=(8.0, "kg", "mass of pulley R1, without effect"),
        m2=(10.0, "kg", "mass of the loose pulley R2"),
        I1=(0.2, "kg m^2", "inertia of R1"),
        I2=(0.1, "kg m^2", "inertia of R2"),
        r1=(0.3, "m", "outer radius of R1, rope to R2"),
        r2=(0.15, "m", "inner radius of R1, rope to the load"),
        r=(0.15, "m", "radius of R2"),
        alpha=(0.5, "rad", "slope of the incline", "real"),
        mu_c=(0.4, "1", "coefficient of kinetic friction", "nonnegative", r"\mu_c"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f=("N", "force on pulley R2, downwards", 0.0))
    (s,) = q.symbols
    incline = rotation(rotation_z(p.alpha))
    drum = rotation(rotation_z(-s / p.r2))  # (A.89): the rope of the load is wound up on the inner radius
    k = parameter_symbol("k", positive=True)  # half of the rope that R1 pays out goes into the way of R2
    loose = translation(0, -k * s) @ rotation(rotation_z(k * s / p.r))  # (A.91)
    return RopeHoist(
        title="Rope hoist",
        source="Aufgabe A.9, (A.87)-(A.96)",
        coordinates=q,
        parameters=p,
        inputs=u,
        # every height counts from where its body is at s = 0
        bodies=[
            Body(p.m_L, incline @ translation(s), name="load"),
            Body(p.m1, drum, p.I1, "R1"),
            Body(p.m2, loose, p.I2, "R2"),
        ],
        gravity=(0, -p.g, 0),
        dampers=[Damper(s, lambda v: kinetic_friction(p.mu_c, normal_force(p), v))],
        forces=[Force((0, -u.f, 0), loose.p)],
        abbreviations={k: p.r1 / p.r2 / 2},  # (A.90)
        outputs=_outputs,
        frames={"incline": incline},
        scene=scene,
    )


def _outputs(system: Any) -> dict[str, Any]:
    (s,), p, (k,) = system.coordinates.symbols, system.parameters, system.abbreviations
    return {
        "v_R2": (k * s.diff(t), "m/s", "velocity of R2, downwards", "v_{R2}"),
        "f_n": (normal_force(p), "N", "normal force between load and incline"),
        "f_r": (system.friction.force(s.diff(t), system.pull), "N", "friction on the load, down the incline"),
    }


def normal_force(p: Variables) -> Expr:
    """Normal force between load and incline, N; (A.94).

    Parameters
    ----------
    p : Variables
        Parameters of the system.

    Returns
    -------
    Expr
        N.
    """
    return p.m_L * p.g * cos(p.alpha)


class RopeHoist(LagrangianSystem):
    """The hoist, whose numeric model knows that dry friction can hold the load."""

    def numeric(self, **parameters: float) -> "HoistModel":
        """The model with numbers; its simulation sticks and slips."""
        return HoistModel(self, self.parameters.values_with(parameters))

    @cached_property
    def pull(self) -> Expr:
        """All forces along s but friction, N: where they exceed it, the load moves."""
        (s,) = self.coordinates.symbols
        return (self.generalized_forces - self.potential_forces)[0].subs(s.diff(t), 0)  # sgn(0) = 0

    @property
    def friction(self) -> DryFriction:
        """The lecture gives one coefficient: at rest, too, friction takes up mu_c f_n at most."""
        return DryFriction(self.parameters.mu_c, self.parameters.mu_c, normal_force(self.parameters))

    @cached_property
    def sticking(self) -> StateSpaceSystem:
        """The same equation in modes, (3.80): the load sticks, slips up (right), or slips down (left)."""
        states = States(s=("m", "way of the load", 0.0), v=("m/s", "its rate", 0.0))
        return StateSpaceSystem(
            states=states,
            parameters=self.parameters,
            inputs=self.inputs,
            modes=stick_slip(states.s, states.v, self.mass_matrix[0], self.pull, self.friction),
        )


class HoistModel(LagrangianModel):
    """Simulates in modes, because sgn(s_d) would make any integrator chatter about rest."""

    def simulate(
        self,
        q0: Any = None,
        q_d0: Any = None,
        t: Any = 10.0,
        u: Mapping[str, Any] | None = None,
        *,
        rtol: float = 1e-8,
        atol: float = 1e-8,
        events: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> LagrangianRun:
        """Motion from q0, q̇0 as usual; `run.events` has the times at which the load sticks and slips.

        Raises
        ------
        ModelError
            if events are given while there is friction, or machine code is asked for.
        """
        if self.parameters["mu_c"] == 0:
            return super().simulate(q0, q_d0, t, u, rtol=rtol, atol=atol, events=events, **options)
        if events or options.get("method") == "compiled":
            raise ModelError(
                "With dry friction the hoist is integrated from one event to the next, sticking and slipping; "
                'leave events and method="compiled" out, or set mu_c=0.'
            )
        names = self.system.coordinates
        q0 = list(names.defaults.values()) if q0 is None else check_vector(q0, "q0", names)
        q_d0 = [0.0] if q_d0 is None else check_vector(q_d0, "q_d0", names)
        assert isinstance(self.system, RopeHoist)
        modes = self.system.sticking.numeric(**self.parameters)
        run = modes.simulate([*q0, *q_d0], t, u, rtol=rtol, atol=atol, **options)
        return LagrangianRun(self, run.t, run.x[:, :1], run.x[:, 1:], self._input_functions(u), run.events)


def scene(system: LagrangianSystem) -> Scene:
    """The hoist with the force on R2, and weight and friction on the load."""
    (s,) = system.coordinates.symbols
    p, f, f_r = system.parameters, system.inputs.f, system.outputs["f_r"]
    parts, incline = machine(system, s), system.frame("incline")
    return Scene(
        shapes=(
            *parts.shapes,
            Line(((0, 0), (0, LOAD + 0.55)), frame=incline, role="reference", dashed=True),
            Arrow((0, LOAD + 0.4), (s, LOAD + 0.4), label=s, frame=incline),
            ValueArrow(parts.load.p, (0, -1), p.m_L * p.g, WEIGHT, label="m_L g"),
            ValueArrow((-LOAD / 2, 0.03 - LOAD / 2), (-1, 0), f_r, WEIGHT, label="f_r", frame=parts.load),
            ValueArrow(parts.loose.p, (0, -1), f, WEIGHT, label=f),
        ),
        description=(
            "A load lies on an incline. A rope runs from it up along the incline onto the inner radius of a stepped "
            "pulley R1; from the outer radius of R1 a second rope hangs down, runs around a loose pulley R2 and up to "
            "the ceiling. A force pulls R2 down and so the load up. The way s of the load counts up the incline. "
            "Arrows to one scale show the force, the weight of the load, and the friction on it."
        ),
        sketch={"s": 0.9},
        handles=(Handle(parts.load.p, ("s",)),),
        ranges={
            "f": (0.0, 1200.0),
            "s": (0.0, 2.6),
            "s_d": (-2.0, 2.0),
            "mu_c": (0.0, 0.8),
            "alpha": (0.2, 0.9),
        },
        limits=(-1.6, 5.2, -2.6, 3.4),
        duration=3.0,
    )


class Machine(NamedTuple):
    """What the hoist looks like, and the middle of its load and of R2."""

    shapes: tuple[Shape, ...]
    load: Pose
    loose: Pose


def machine(system: System, s: Expr) -> Machine:
    """Incline, load, both pulleys and ropes; the fixed end of the rope of R2 hangs at the ceiling.

    Parameters
    ----------
    system : System
        With the parameters and the frames of the hoist.
    s : Expr
        Way of the load, m.
    """
    p, incline = system.parameters, system.frame("incline")
    # the rope of the load is a tangent to the inner radius
    axle = translation(*incline.point((TOP, LOAD / 2 - p.r2)))
    drum, turning = axle @ system.frame("R1"), axle @ translation(p.r1 + p.r, -LOW) @ system.frame("R2")
    loose, load = translation(*turning.p), system.frame("load") @ translation(0, LOAD / 2)
    shapes = (
        Ground((-1.2, 0), (TOP - 0.5, 0), frame=incline),
        Line(((-1.2, 0), (0.4, 0)), role="reference", dashed=True),
        AngleMark(0.5, p.alpha, label=p.alpha),
        Disc(p.r1, frame=drum, spokes=2),
        *ropes(s, p, incline, axle, loose),
        Disc(p.r2, frame=drum, spokes=0),
        Hinge((0, 0), frame=axle),
        Text((-0.5 * p.r1, p.r1 + 0.13), "R_1", frame=axle),
        Disc(p.r, frame=turning, spokes=2),
        Hinge((0, 0), frame=loose),
        Text((p.r + 0.17, 0), "R_2", frame=loose),
        Box(LOAD, LOAD, frame=load),
    )
    return Machine(shapes, load, loose)


def ropes(s: Expr, p: Variables, incline: Pose, axle: Pose, loose: Pose) -> tuple[Shape, ...]:
    """Both ropes; dots run with that of R2.

    Parameters
    ----------
    s : Expr
        Way of the load, m.
    p : Variables
        Parameters of the hoist.
    incline, axle, loose : Pose
        Frames on the incline, in the axle of R1 and in that of R2, the latter two not turning.
    """
    down, left, right = axle.point((p.r1, 0)), loose.point((-p.r, 0)), loose.point((p.r, 0))
    x, y = p.r1 + 2 * p.r, p.r1 + 0.35  # where the rope hangs at the ceiling, from the axle
    return (
        Ground((x + 0.4, y), (x - 0.4, y), frame=axle),
        Line(((s + LOAD / 2, LOAD / 2), (TOP, LOAD / 2)), frame=incline),
        Line((down, left)),
        Flow((down, left), shift=p.r1 * s / p.r2, spacing=0.3),
        Line((axle.point((x, y)), right)),
    )
