"""Elements that act in one direction only: a box that falls on the floor, a ball on a rope."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...model import Parameters
from ...multibody import (
    LineElement,
    Marker,
    MultibodySystem,
    Place,
    Planar,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    SpatialElement,
)
from ...multibody.elements import Contact, Force, Rope
from ...rotations.arrays import rotation_vector_matrix
from ...scene import Arrow, Box, Circle, Ground, Hinge, Line, PointMass, Scene, Trace, ValueArrow
from .common import G, at, force_along

__all__ = ["ball_on_rope", "tumbling_box"]

# --- a box that falls on the floor ----------------------------------------------------------------------------------

W, H = 0.5, 0.3  # of the box, m
CORNERS = [(x, y, 0.0) for x in (-W / 2, W / 2) for y in (-H / 2, H / 2)]


def tumbling_box() -> MultibodySystem:
    """A box that is dropped on the floor: a one-sided contact at each of its four corners."""
    p = Parameters(
        m=(2.0, "kg", "mass of the box"),
        k=(10e3, "N/m", "stiffness of the floor"),
        d=(60.0, "N s/m", "damping of the floor", "nonnegative"),
        h=(0.6, "m", "height of its middle at the start"),
        phi_0=(0.5, "rad", "angle at the start", "real", r"\varphi_0"),
    )
    return MultibodySystem(
        title="A box falls on the floor",
        source="R(2.56)-(2.57)",
        parameters=p,
        frames=["box"],
        build=falling_box,
        outputs={
            "F_N": ("N", "force of the floor, upwards", "F_N"),
            "y": ("m", "height of the middle"),
            "phi": ("rad", "angle of the box", r"\varphi"),
        },
        accuracy=1e-5,
        scene=box_scene,
    )


def falling_box(values: Mapping[str, float]) -> RigidBodyMotion:
    """The box in its plane, with contacts along y at its corners."""
    m = values["m"]
    box = RigidBody.about_centre("box", m, m / 12 * np.array([H**2, W**2, W**2 + H**2]))
    floor = Contact(values["k"], 0.0, values["d"], width=1e-3)
    contacts = [
        SpatialElement(Marker("ground"), Marker("box", corner), [Force(0.0), floor, Force(0.0)], name=f"corner {k}")
        for k, corner in enumerate(CORNERS, 1)
    ]
    system = RigidBodySystem(
        [box], [Planar(Marker("ground"), Marker("box"), "plane")], contacts, gravity=(0.0, -G, 0.0)
    )
    turned = Place(np.array([0.0, values["h"], 0.0]), rotation_vector_matrix(np.array([0.0, 0.0, values["phi_0"]])))
    return RigidBodyMotion(system, system.start({"box": turned}), quantities=box_quantities)


def box_quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Force of the floor, height and angle."""
    place = motion.system.place(x, "box")
    F_N = -sum(force_along(motion, k, t, x)[:, 1] for k in range(4))
    return {"F_N": F_N, "y": place.r[..., 1], "phi": np.arctan2(place.A[..., 1, 0], place.A[..., 0, 0])}


def box_scene(system: MultibodySystem) -> Scene:
    """The box over its floor."""
    box, y = system.frame("box"), system.outputs
    return Scene(
        shapes=(
            Ground((-0.9, 0), (0.9, 0)),
            Trace(box.p, duration=2.0),
            Box(W, H, frame=box),
            *(PointMass(box.point(corner), 0.012) for corner in CORNERS),
            ValueArrow((box.p[0], 0), (0, 1), y["F_N"], 200.0, label=y["F_N"]),
        ),
        description=(
            "A box falls with one corner first on a level floor. It bounces, tips over to the other corners and comes "
            "to rest on one of its sides; an arrow shows the force of the floor."
        ),
        ranges={"h": (0.35, 1.2), "phi_0": (-1.5, 1.5), "d": (0.0, 200.0), "k": (2e3, 60e3)},
        limits=(-0.9, 0.9, -0.15, 1.1),
        duration=1.5,
    )


# --- a ball on a rope -----------------------------------------------------------------------------------------------


def ball_on_rope() -> MultibodySystem:
    """A ball on a rope that is slack until the ball has fallen far enough; R(2.59)-(2.61)."""
    p = Parameters(
        m=(0.5, "kg", "mass of the ball"),
        l_0=(1.0, "m", "length of the rope", "positive", "l_0"),
        k=(2000.0, "N/m", "stiffness of the rope"),
        d=(5.0, "N s/m", "damping of the rope", "nonnegative"),
        x_0=(0.6, "m", "place of the ball at the start, to the right", "real", "x_0"),
        y_0=(0.2, "m", "place of the ball at the start, upwards", "real", "y_0"),
    )
    return MultibodySystem(
        title="A ball on a rope",
        source="R(2.59)-(2.61)",
        parameters=p,
        frames=["ball"],
        build=falling_ball,
        outputs={"F": ("N", "force of the rope"), "l": ("m", "distance from the hook")},
        accuracy=1e-6,
        scene=ball_scene,
    )


def falling_ball(values: Mapping[str, float]) -> RigidBodyMotion:
    """The ball, and the rope as an element along the line to the hook."""
    ball = RigidBody.about_centre("ball", values["m"], np.full(3, 0.4 * values["m"] * 0.05**2))
    rope = LineElement(Marker("ground"), Marker("ball"), Rope(values["k"], values["l_0"], values["d"], 2e-3), "rope")
    system = RigidBodySystem(
        [ball], [Planar(Marker("ground"), Marker("ball"), "plane")], [rope], gravity=(0.0, -G, 0.0)
    )
    start = system.start({"ball": at(values["x_0"], values["y_0"])})
    return RigidBodyMotion(system, start, quantities=ball_quantities)


def ball_quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Force of the rope, and distance."""
    r = motion.system.place(x, "ball").r
    return {"F": force_along(motion, 0, t, x)[:, 0], "l": np.hypot(r[..., 0], r[..., 1])}


def ball_scene(system: MultibodySystem) -> Scene:
    """Hook, ball, and the circle within which the rope is slack."""
    p, ball, y = system.parameters, system.frame("ball").p, system.outputs
    return Scene(
        shapes=(
            Circle(p.l_0),
            Line(((0, 0), ball), dashed=True),
            Trace(ball, duration=3.0),
            Hinge((0, 0), support=(0, 1)),
            PointMass(ball, 0.05),
            ValueArrow(ball, (-ball[0], -ball[1]), y["F"], 20.0, label=y["F"]),
            Arrow((0, 0), (p.l_0, 0), "l_0", role="axis"),
        ),
        description=(
            "A ball is tied to a hook by a rope, which is drawn as a dashed line. A circle shows how far the rope "
            "lets it go. Inside the ball falls freely; at the circle the rope gets tight and throws it back, which an "
            "arrow of the force shows."
        ),
        ranges={"x_0": (-0.9, 0.9), "y_0": (-0.9, 0.9), "k": (200.0, 5000.0), "d": (0.0, 60.0)},
        limits=(-1.3, 1.3, -1.3, 1.0),
        duration=4.0,
    )
