"""Trebuchet (Aufgabe A.15)."""

from ...lagrange import Body, LagrangianSystem
from ...model import Coordinates, Parameters
from .trebuchet_geometry import ground, in_space, places
from .trebuchet_phases import all_phases
from .trebuchet_picture import scene_of_machine


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
        theta0=(0.8, "rad", "angle of the arm at the start", "positive", r"\theta_0"),
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
        phases=all_phases,
        scene=scene_of_machine,
    )
