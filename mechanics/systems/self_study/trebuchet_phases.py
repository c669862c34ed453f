"""The trebuchet through its phases: sliding, flying with the sling, released, landed (Aufgabe A.15)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from sympy import Expr, Ge, Lt, Matrix, Piecewise, acos, atan2, cos, pi, sin, sqrt

from ...lagrange import Body, LagrangianSystem
from ...model import Coordinates, Parameters
from ...state_space import Mode, States, StateSpaceSystem, Transition
from ...symbols import t
from .rows import rows
from .trebuchet_geometry import ground, in_space, places
from .trebuchet_picture import scene_of_launch, scene_of_phases

STRETCHED = 0.9999  # of the reach of arm and rope: there they are taken for straight
TOUCHING = 1e-6  # m: a shot that is no higher lies on the ground
CREEPING = 1e-6  # m/s to the left, of the shot at rest: its path has a direction then
SLOWING = 5.0  # 1/s, of the empty sling, which has no mass and no equation of its own


def all_phases(system: LagrangianSystem) -> StateSpaceSystem:
    """From rest on the ground until the shot lands; the modes are its phases.

    ``"sliding"`` (phase 1, the force of the ground as multiplier); ``"in the sling"`` (phase 2), once that force is
    zero; ``"released"``, once the shot flies at the angle alpha: shot and counterweight fall, the massless arm follows,
    until arm and rope are straight (``"machine swings"``; the jerk takes energy); ``"landed"``.
    """
    whole = Phases(system)
    return StateSpaceSystem(
        title=system.title,
        source=system.source,
        states=whole.x,
        parameters=whole.p,
        modes=whole.modes,
        start=whole.start,
        outputs=whole.outputs,
        conditions={
            "The long end of the arm must lean to the ground, theta0 < pi/2": whole.p.theta0 < pi / 2,
        },
        scene=scene_of_phases,
    )


def launch(system: LagrangianSystem) -> StateSpaceSystem:
    """The first two phases alone; everything stops at the release; with a low alpha, there is a choice of instants."""
    whole = Phases(system)
    flying = whole.modes["in the sling"]
    let_go = [replace(way, to="landed", reset={}, guard=True) for way in flying.transitions[1:]]
    return StateSpaceSystem(
        title="Launch of the trebuchet",
        source="Aufgabe A.15",
        states=whole.x,
        parameters=whole.p,
        modes={
            "sliding": whole.modes["sliding"],
            "in the sling": replace(flying, transitions=let_go),
            "landed": whole.modes["landed"],
        },
        start=whole.start,
        outputs=whole.outputs,
        scene=scene_of_launch,
    )


def sliding(system: LagrangianSystem) -> LagrangianSystem:
    """Phase 1 as in the lecture: the angle of the sling eliminated by (A.178), coordinates theta and phi."""
    p, q = system.parameters, system.coordinates
    return LagrangianSystem(
        title="Trebuchet, shot on the ground",
        source="Aufgabe A.15, (A.177)-(A.182)",
        coordinates=_coordinates(system, "theta", "phi"),
        parameters=p,
        bodies=system.bodies,
        gravity=system.gravity,
        constraints={q.psi: acos(p.L / p.r * (sin(p.theta0) - sin(q.theta)))},
    )


def _coordinates(system: LagrangianSystem, *names: str) -> Coordinates:
    return Coordinates(**{name: _row(system.coordinates[name]) for name in names})


def _row(v: Any) -> tuple:
    return v.unit, v.description, v.default, v.latex


class Phases:
    """States, equations and transitions of all phases, derived from the system of phase 2."""

    def __init__(self, system: LagrangianSystem):
        self.system = system
        self.q = system.coordinates
        self.p = Parameters(**rows(system.parameters), **rows(RELEASE))
        self.x = States(
            **{v.name: _row(v) for v in self.q.values()},
            **{
                f"{v.name}_d": ("rad/s", f"rate of the {v.description}", 0.0, rf"\dot{{{v.latex}}}")
                for v in self.q.values()
            },
            x=("m", "shot, from the axle to the right"),
            z=("m", "shot, from the axle upwards"),
            v_x=("m/s", "velocity of the shot to the right"),
            v_z=("m/s", "velocity of the shot upwards"),
        )
        self.p_M, self.p_m = places(self.q.symbols, self.p)
        self.height = self.x.z - ground(self.p)

    # --- expressions of coordinates, in the states --------------------------------------------------------

    def of_state(self, expression: Expr) -> Expr:
        """Rates and, where they are given, accelerations become states."""
        return expression.xreplace({s.diff(t): self.rate(name) for name, s in self._named})

    def rate(self, name: str) -> Expr:
        """The state that is the rate of a coordinate."""
        return self.x[f"{name}_d"].symbol

    @property
    def _named(self) -> list[tuple[str, Any]]:
        return list(zip(self.q, self.q.symbols, strict=True))

    def second(self, expression: Expr, q_dd: Sequence[Expr]) -> Expr:
        """Second derivative of an expression of the coordinates, with given accelerations."""
        accelerations = {s.diff(t, 2): a for s, a in zip(self.q.symbols, q_dd, strict=True)}
        return expression.diff(t, 2).xreplace(accelerations)

    @cached_property
    def free(self) -> Matrix:
        """Accelerations of phase 2."""
        return accelerations(self.system)

    # --- phase 1 ------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> tuple[Expr, Matrix]:
        """Force of the ground f_N as a multiplier, and the accelerations with it.

        The ground holds the height c of the shot: c̈ = c̈_free + J M⁻¹ Jᵀ f_N = 0 with J = ∂c/∂q.
        """
        M, free, c = self.system.mass_matrix, self.free, self.p_m[1]
        J = Matrix([[c.diff(s) for s in self.q.symbols]])
        answer = M.adjugate() * J.T / M.det()
        f_N = -self.second(c, free) / (J * answer)[0]
        return f_N, free + answer * f_N

    # --- modes --------------------------------------------------------------------------------------------

    @cached_property
    def modes(self) -> Mapping[str, Mode]:
        """Every phase with its ways out."""
        f_N, held = self.held
        lift_off = Transition("lift off", self.of_state(f_N), direction=-1, to="in the sling")
        return {
            "sliding": Mode(self._thrown(held), [lift_off]),
            "in the sling": Mode(self._thrown(self.free), [*self._releases, self._landing]),
            "released": Mode(self._alone(self._falling), [self._landing, self._straight]),
            "machine swings": Mode(self._alone(self._swinging), [self._landing]),
            "landed": Mode(dict.fromkeys(self.x.symbols, 0)),
        }

    def _thrown(self, q_dd: Any) -> dict[Any, Any]:
        """Derivatives of the states while the shot lies in the sling."""
        a = [self.of_state(self.second(coordinate, q_dd)) for coordinate in self.p_m]
        return self._derivatives([self.of_state(x) for x in q_dd], a)

    def _alone(self, q_dd: Sequence[Any]) -> dict[Any, Any]:
        """Derivatives of the states while the shot flies by itself, from those of arm and counterweight."""
        return self._derivatives([*q_dd, -SLOWING * self.x.psi_d], [0, -self.p.g])

    def _derivatives(self, q_dd: Sequence[Any], a: Sequence[Any]) -> dict[Any, Any]:
        rates = [self.rate(name) for name in self.q]
        return dict(zip(self.x.symbols, [*rates, *q_dd, self.x.v_x, self.x.v_z, *a], strict=True))

    @property
    def _falling(self) -> list[Any]:
        """Accelerations of theta and phi after the release: nothing but the counterweight has mass."""
        weight = Body(self.p.M, in_space(self.p_M))
        machine = LagrangianSystem(
            coordinates=_coordinates(self.system, "theta", "phi"),
            parameters=self.system.parameters,
            bodies=[weight],
            gravity=self.system.gravity,
        )
        return [self.of_state(a) for a in accelerations(machine)]

    @property
    def _swinging(self) -> list[Any]:
        """Accelerations of theta and phi while arm and rope are straight: theta + phi = -pi/2."""
        machine = LagrangianSystem(
            coordinates=_coordinates(self.system, "theta"),
            parameters=self.system.parameters,
            bodies=[Body(self.p.M, in_space(self.p_M))],
            gravity=self.system.gravity,
            constraints={self.q.phi: -pi / 2 - self.q.theta},
        )
        acceleration = self.of_state(accelerations(machine)[0])
        return [acceleration, -acceleration]

    # --- transitions --------------------------------------------------------------------------------------

    @property
    def _landing(self) -> Transition:
        return Transition("landing", self.height + TOUCHING, direction=-1, to="landed")

    @property
    def _releases(self) -> list[Transition]:
        """The shot's path has turned down to the angle alpha; the counterweight falls or swings on."""
        turned = self.x.v_z * cos(self.p.alpha) - self.x.v_x * sin(self.p.alpha)
        bent = {"when": turned, "direction": -1}
        return [
            Transition("release", **bent, to="released", guard=Lt(self._reach, self._limit)),
            Transition(
                "release", **bent, to="machine swings", guard=Ge(self._reach, self._limit), reset=self._straightened
            ),
        ]

    @property
    def _straight(self) -> Transition:
        return Transition("jerk", self._reach - self._limit, direction=1, to="machine swings", reset=self._straightened)

    @property
    def _reach(self) -> Any:
        """Distance of the counterweight from the axle."""
        return sqrt(self.p_M.dot(self.p_M))

    @property
    def _limit(self) -> Any:
        return STRETCHED * (self.p.l + self.p.h)

    @property
    def _straightened(self) -> dict[Any, Any]:
        """The counterweight stays where it is and keeps its velocity across the line to the axle."""
        (x, z), (v_x, v_z) = self.p_M, self.of_state(self.p_M.diff(t))
        angle, rate = atan2(z, x), (x * v_z - z * v_x) / (x**2 + z**2)
        return {self.x.theta: angle, self.x.phi: -pi / 2 - angle, self.x.theta_d: rate, self.x.phi_d: -rate}

    # --- start and outputs --------------------------------------------------------------------------------

    @property
    def start(self) -> dict[Expr, Expr]:
        """At rest with the arm on the ground and the sling along it."""
        p, x = self.p, self.x
        place = self.p_m.subs({x.theta: p.theta0, x.psi: pi / 2})
        rest = dict.fromkeys((x.phi, x.theta_d, x.phi_d, x.psi_d, x.v_x, x.v_z), 0)
        return {x.theta: p.theta0, x.psi: pi / 2, x.x: place[0], x.z: place[1]} | rest

    @property
    def outputs(self) -> dict[str, Any]:
        """Forces, energies, and where the shot would land if the sling let go now."""
        p, x, g = self.p, self.x, self.p.g
        on_ground = self.p_m[1] < ground(p) + TOUCHING
        v = self.of_state(self.p_M.diff(t))
        shot = p.m * (x.v_x**2 + x.v_z**2) / 2 + p.m * g * x.z
        weight = p.M * v.dot(v) / 2 + p.M * g * self.p_M[1]
        share = (shot - shot.subs(self.start)) / (weight.subs(self.start) + p.M * g * (p.l + p.h))
        f_N = Piecewise((self.of_state(self.held[0]), on_ground), (0, True))
        landing = x.x + x.v_x * self._time_to_ground
        return {
            "p_M": self.p_M,
            "p_m": self.p_m,
            "f_N": (f_N, "N", "force of the ground", "f_N"),
            "range": (landing, "m", "where the shot lands if it is let go now", "x_R"),
            "speed": (sqrt(x.v_x**2 + x.v_z**2), "m/s", "speed of the shot", "v"),
            "energy_shot": (shot, "J", "energy of the shot", "E_m"),
            "energy_weight": (weight, "J", "energy of the counterweight", "E_M"),
            "energy": (shot + weight, "J", "energy of both", "E"),
            "angle": (
                pi / 2 - atan2(x.v_x - CREEPING, x.v_z),
                "rad",
                "slope of the shot's path",
                r"\beta",
            ),
            "efficiency": (share, "1", "part of the counterweight's energy that the shot takes along", r"\eta"),
        }

    @property
    def _time_to_ground(self) -> Any:
        """Of a free flight, (3.37) with the components of the velocity."""
        v_z, g = self.x.v_z, self.p.g
        return (v_z + sqrt(v_z**2 + 2 * g * (self.height + TOUCHING))) / g


def accelerations(system: LagrangianSystem) -> Matrix:
    """q̈ = M⁻¹ (f − C q̇ − g), not simplified: for numerical evaluation, not for reading."""
    q_d, M = Matrix(system.coordinates.symbols).diff(t), system.mass_matrix
    right = system.generalized_forces - system.coriolis_matrix * q_d - system.potential_forces
    return M.adjugate() * right / M.det()


RELEASE = Parameters(alpha=(0.75, "rad", "angle of release: of the shot's path above the horizontal", "real"))
