"""Two cranes that make the same move, one at once and one in two portions that leave no swing."""

from typing import Any

from sympy import Min, cos, sin, sqrt

from ..kinematics import MotionProfile, bang_coast_bang, zero_vibration
from ..kinematics.shaping import ShapedProfile
from ..lagrange import Body, Damper, Force, LagrangianSystem
from ..model import Coordinates, Parameters
from ..poses import translation
from ..scene import Projection, Scene, Text, ValueArrow
from ..systems.chapter_4.crane_frames import crane_frames
from ..systems.chapter_4.crane_picture import Crane, crane_marks, crane_shapes

BEGIN, APART = 2.0, 9.0  # m: first position of the trolleys, distance of the cranes


def crane_moves() -> LagrangianSystem:
    """Loads on two ropes under trolleys that run the same way d: `a` all at once, `b` by a zero-vibration shaper.

    Own model. The trolleys follow their motion whatever the load does; seen from a trolley its acceleration acts on
    the load like a weight, -m_L s_dd. The shaper takes the small swing of a rope of length l_S, omega = √(g / l_S).
    """
    q = Coordinates(
        phi_a=("rad", "swing of the load that is moved at once", 0.0, r"\varphi_a"),
        phi_b=("rad", "swing of the load that is moved in two portions", 0.0, r"\varphi_b"),
    )
    p = Parameters(
        d=(6.0, "m", "way of the trolleys"),
        v=(2.0, "m/s", "largest speed of the trolleys"),
        a=(1.0, "m/s^2", "acceleration and braking"),
        l_S=(7.0, "m", "length of the ropes"),
        l_M=(7.0, "m", "length of the ropes that the shaper is made for"),
        m_L=(300.0, "kg", "mass of the loads"),
        g=(9.81, "m/s^2", "gravity"),
        d_Sr=(0.0, "N m s/rad", "friction of the swinging ropes", "nonnegative", "d_{S,r}"),
    )
    swings = [(-p.l_S * sin(phi), 0, -p.l_S * cos(phi)) for phi in q.symbols]
    pushes = [-p.m_L * move.acceleration() for move in moves(p)]
    return LagrangianSystem(
        title="Crane: a move with and without swing",
        source="own model",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m_L, swing, name=f"load {name}") for name, swing in zip("ab", swings, strict=True)],
        gravity=(0, 0, -p.g),
        forces=[Force((push, 0, 0), swing) for push, swing in zip(pushes, swings, strict=True)],
        dampers=[Damper(phi, p.d_Sr) for phi in q.symbols],
        outputs=outputs,
        scene=scene,
    )


def moves(p: Parameters) -> list[MotionProfile | ShapedProfile]:
    """The move of the trolleys, and the same in two portions.

    Parameters
    ----------
    p : Parameters
        Parameters of the system.

    Returns
    -------
    list
        As functions of time: position, m, velocity, m/s, and acceleration, m/s².
    """
    top = Min(p.v, sqrt(p.a * p.d))  # a short way is over before the largest speed is reached
    profile = bang_coast_bang(p.a, -p.a, 1, 1 + top / p.a, 1 + p.d / top)
    return [profile, zero_vibration(sqrt(p.g / p.l_M)).shape(profile)]


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """Positions of trolleys and loads along the jib."""
    p, named = system.parameters, {}
    for name, move in zip("ab", moves(p), strict=True):
        s = BEGIN + move.position()
        named[f"s_{name}"] = (s, "m", f"position of trolley {name}")
        named[f"x_{name}"] = (s + system.frame(f"load {name}").p[0], "m", f"position of load {name}")
        named[f"v_{name}"] = (move.velocity(), "m/s", f"speed of trolley {name}")
    return named


def scene(system: LagrangianSystem) -> Scene:
    """Two cranes behind each other, the shaped one in front."""
    p = system.parameters
    shapes: list[Any] = []
    for name, phi, move, y, words in zip(
        "ab", system.coordinates.symbols, moves(p), (APART, 0), ("whole move", "two portions"), strict=True
    ):
        base, h1, s = translation(0, y, 0), p.l_S + 2.0, BEGIN + move.position()
        frames = crane_frames(0, s, phi, 0, p.l_S, h1).moved(base)
        crane = Crane(frames, s, p.l_S, h1, p.d + 4.0, 0.6, 0.6, 0.4, base)
        shapes += [*crane_shapes(crane, ground=False), *crane_marks(crane, {"phi3": phi}, height=False)]
        shapes += [
            Text((2.5, 0, 0), words, anchor="left", frame=base),
            ValueArrow((s, 0, h1 + 1.0), (1, 0, 0), move.acceleration(), 1.0, label=f"a_{name}", frame=base),
        ]
    return Scene(
        shapes=tuple(shapes),
        description=(
            "Two equal cranes stand behind each other. Both trolleys start at the same time and run the same way. The "
            "trolley of the crane behind accelerates, coasts and brakes; its load swings on when it stands. The one in "
            "front does half of that at once and the same again half a swing later; its load hangs still at the end. "
            "Arrows show the accelerations of the trolleys."
        ),
        projection=Projection.axonometric(azimuth=0.35, elevation=0.35, up="z"),
        sketch={"phi_a": 0.3, "phi_b": 0.3},
        ranges={"d": (2.0, 12.0), "v": (0.5, 3.0), "a": (0.2, 2.0), "l_S": (3.0, 12.0), "l_M": (3.0, 12.0)},
        duration=20.0,
    )
