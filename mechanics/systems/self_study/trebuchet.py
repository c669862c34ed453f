"""Trebuchet (Aufgabe A.15)."""

from collections.abc import Sequence
from typing import Any

from sympy import Matrix, cos, sin

from ...lagrange import Body, LagrangianSystem
from ...model import Coordinates, Parameters
from ...scene import Scene


def trebuchet() -> LagrangianSystem:
    """Counterweight M on the short end of a massless arm, shot m in a sling on the long end; (A.175)-(A.189).

    These are the equations of phase 2, in which the shot hangs in the sling and the ground is out of reach. Its whole
    motion - sliding on the ground, flying with the sling, released - is `phases`, which a simulation in a notebook
    shows. The mass matrix is singular where the arm is parallel to both ropes: a massless arm then has no inertia.
    """
    q = Coordinates(
        theta=("rad", "angle of the arm; the counterweight's end is at +l (cos, sin)", 0.8, r"\theta"),
        phi=("rad", "angle of the counterweight from the vertical, clockwise", 0.0, r"\varphi"),
        psi=("rad", "angle of the sling from the vertical, counterclockwise", 1.5707963267948966, r"\psi"),
    )
    p = Parameters(
        m=(4.0, "kg", "mass of the shot"),
        M=(80.0, "kg", "mass of the counterweight"),
        L=(3.0, "m", "long arm, axle to sling"),
        l=(1.0, "m", "short arm, axle to counterweight"),
        h=(1.0, "m", "length of the counterweight's rope"),
        r=(2.4, "m", "length of the sling"),
        g=(9.81, "m/s^2", "gravity"),
        theta0=(
            0.8,
            "rad",
            "angle of the arm at the start",
            "positive",
            r"\theta_0",
        ),
    )
    p_M, p_m = places(q.symbols, p)

    return LagrangianSystem(
        title="Trebuchet",
        source="Aufgabe A.15, (A.175)-(A.189)",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.M, in_space(p_M), name="counterweight"), Body(p.m, in_space(p_m), name="shot")],
        gravity=(0, 0, -p.g),
        outputs={
            "p_M": p_M,
            "p_m": p_m,
            "z_ground": (ground(p), "m", "height of the ground"),
        },
        phases=phases,
        scene=scene,
    )


def places(q: Sequence[Any], p: Any) -> tuple[Any, Any]:
    """Counterweight and shot in the x-z plane, from the axle; (A.176)."""
    theta, phi, psi = q
    p_M = Matrix([p.l * cos(theta) - p.h * sin(phi), p.l * sin(theta) - p.h * cos(phi)])
    p_m = Matrix([-p.L * cos(theta) + p.r * sin(psi), -p.L * sin(theta) - p.r * cos(psi)])
    return p_M, p_m


def in_space(point: Any) -> tuple[Any, Any, Any]:
    """A point of the x-z plane."""
    return (point[0], 0, point[1])


def ground(p: Any) -> Any:
    """Height of the ground, on which the sling's end lies at the start: z = −L sin θ0; (A.177)."""
    return -p.L * sin(p.theta0)


def phases(system: LagrangianSystem) -> Any:
    """The motion from the start on the ground until the shot lands."""
    from .trebuchet_phases import all_phases

    return all_phases(system)


def scene(system: LagrangianSystem) -> Scene:
    """Phase 2: the machine with the shot in its sling."""
    from .trebuchet_picture import scene_of_machine

    return scene_of_machine(system)
