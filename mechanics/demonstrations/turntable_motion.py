"""The turntable of Aufgabe A.6 when the mass begins to move."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from sympy import Expr

from ..friction import DryFriction, stick_slip
from ..model import Parameters
from ..scene import Projection, Scene
from ..state_space import Mode, States, StateSpaceSystem, Transition
from ..symbols import t
from ..systems.self_study.turntable_mass import EDGE, forces_on, picture

__all__ = ["turntable_in_motion"]

END = 0.75  # of the plate, from the axis along the surface, m


def turntable_in_motion() -> StateSpaceSystem:
    """The mass in a smooth groove along the plate, while the table speeds up evenly; (A.46)-(A.54), (3.80).

    The groove carries the Coriolis force, without friction at its sides. Where the friction along the plate no longer
    suffices, the mass slides, and then mu_C counts.
    """
    x = States(
        s_m=("m", "length of the spring", 0.3),
        v=("m/s", "velocity of the mass outwards", 0.0),
    )
    p = Parameters(
        m=(0.5, "kg", "mass"),
        mu_H=(0.3, "1", "coefficient of static friction", "nonnegative"),
        mu_C=(0.2, "1", "coefficient of kinetic friction", "nonnegative"),
        beta=(0.4, "rad", "slope of the surface, which rises outwards", "nonnegative"),
        s0=(0.25, "m", "relaxed length of the spring", "nonnegative", "s_0"),
        l=(0.1, "m", "distance from the axis to the spring's anchor", "nonnegative"),
        c=(50.0, "N/m", "stiffness of the spring", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
        omega0=(5.0, "rad/s", "speed of the table at the start", "nonnegative", r"\omega_0"),
        a=(0.35, "rad/s^2", "angular acceleration of the table", "real"),
    )
    acting = given(x, p)
    forces = forces_on(acting)
    pull = forces["f_r_needed"]
    friction = DryFriction(p.mu_H, p.mu_C, forces["f_N"])
    described: dict[str, Any] = {
        "omega": (acting.omega, "rad/s", "speed of the table"),
        "f_r": (friction.force(x.v, pull), "N", "friction, inwards"),
        "f_r_needed": (pull, "N", "friction that would keep the mass at rest", "f_r^{needed}"),
        "f_r_max": (forces["f_r_max"], "N", "largest friction", "f_r^{max}"),
    }
    return StateSpaceSystem(
        title="Turntable in motion",
        source="Aufgabe A.6, (A.46)-(A.54)",
        states=x,
        parameters=p,
        modes=with_stop(x, stick_slip(x.s_m, x.v, p.m, pull, friction), p.l, pull + friction.f_H),
        outputs=described | {name: f for name, f in forces.items() if name not in described},
        conditions={"The coefficient of kinetic friction must not exceed that of static friction": friction.possible},
        scene=scene,
    )


def with_stop(x: States, modes: dict[str, Mode], l: Expr, outwards: Expr) -> dict[str, Mode]:
    """The modes with a stop at the end of the plate, where the mass stays as long as anything presses it outwards.

    Parameters
    ----------
    x : States
        States of the system.
    modes : dict of str to Mode
        Those of sliding and sticking.
    l : Expr
        Distance of the spring's anchor from the axis, m.
    outwards : Expr
        Force that presses the mass outwards, N.

    Returns
    -------
    dict of str
        All modes.
    """
    stop, sliding = END - EDGE, modes["slip_right"]
    arrives = Transition("reaches the stop", x.s_m + l - stop, +1, "stop", {x.s_m: stop - l, x.v: 0})
    leaves = Transition("leaves the stop", outwards, -1, "slip_left")
    more = {
        "slip_right": replace(sliding, transitions=[arrives, *sliding.transitions]),
        "stop": Mode({x.s_m: 0, x.v: 0}, [leaves]),
    }
    return modes | more


def given(x: States, p: Parameters) -> SimpleNamespace:
    """What `forces_on` needs: the spring's length is a state, the speed follows the clock.

    Parameters
    ----------
    x : States
        Length of the spring, m, and its rate.
    p : Parameters
        Parameters of the system.

    Returns
    -------
    SimpleNamespace
        Parameters, s_m and omega as attributes.
    """
    return SimpleNamespace(**{name: v.symbol for name, v in p.items()}, s_m=x.s_m, omega=p.omega0 + p.a * t)


def scene(system: StateSpaceSystem) -> Scene:
    """The turning table with the mass on its way along the plate."""
    p = given(system.states, system.parameters)
    turn = p.omega0 * t + p.a * t**2 / 2
    return Scene(
        shapes=picture(p, SimpleNamespace(**system.outputs), turn, END),
        description=(
            "A turntable that speeds up. On a plate that rises outwards lies a mass on a spring: at first it turns "
            "along with the table, then it begins to slide along the plate. Arrows to scale show its "
            "weight, the centrifugal force, the normal force, the force of the spring and the friction."
        ),
        projection=Projection.axonometric(azimuth=-0.25, elevation=0.28, up="z"),
        ranges={"s_m": (0.1, 0.5), "v": (-0.5, 0.5), "a": (-1.0, 1.0), "omega0": (0.0, 8.0), "mu_H": (0.3, 1.0),
                "mu_C": (0.0, 0.3), "beta": (0.0, 0.9), "c": (20.0, 200.0), "s0": (0.1, 0.4)},
        duration=8.0,
    )  # fmt: skip
