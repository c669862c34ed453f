"""Elements along a line and in space: a sign on two springs, an engine on four rubber mounts."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...model import Parameters
from ...multibody import (
    LineElement,
    Marker,
    MultibodySystem,
    Planar,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    SpatialElement,
)
from ...multibody.body import Place
from ...multibody.elements import Force, Linear
from ...rotations.arrays import rotation_vector_matrix
from ...scene import Arrow, Box, Ground, Line, PointMass, Projection, Scene, SpringShape, Text, ValueArrow
from .common import G, at, force_along

__all__ = ["engine_on_mounts", "sign_on_springs"]

# --- a sign on two springs ------------------------------------------------------------------------------------------

W, H = 0.5, 0.3  # of the sign, m
HOOKS = (-0.5, 0.5)  # where the springs hang, m from the middle
DROP = 0.55  # from the hooks to the middle of the sign at the start, m


def sign_on_springs() -> MultibodySystem:
    """A sign that hangs in the plane on two springs with dampers; R(2.59)-(2.62)."""
    p = Parameters(
        m=(4.0, "kg", "mass of the sign"),
        k_1=(150.0, "N/m", "stiffness of the left spring", "positive", "k_1"),
        k_2=(150.0, "N/m", "stiffness of the right spring", "positive", "k_2"),
        l_0=(0.3, "m", "their relaxed length", "positive", "l_0"),
        d=(1.0, "N s/m", "damping in each of them", "nonnegative"),
        phi_0=(0.4, "rad", "angle at the start", "real", r"\varphi_0"),
    )
    return MultibodySystem(
        title="A sign on two springs",
        source="R(2.59)-(2.62)",
        parameters=p,
        frames=["board"],
        build=hanging_sign,
        outputs={
            "F_1": ("N", "force of the left spring, tension positive", "F_1"),
            "F_2": ("N", "force of the right spring, tension positive", "F_2"),
            "phi": ("rad", "angle of the sign", r"\varphi"),
            "y": ("m", "height of its middle"),
        },
        accuracy=1e-7,
        scene=sign_scene,
    )


def hanging_sign(values: Mapping[str, float]) -> RigidBodyMotion:
    """The sign in its plane, and the two springs from its upper corners."""
    m = values["m"]
    sign = RigidBody.about_centre("board", m, m / 12 * np.array([H**2, W**2, W**2 + H**2]))
    springs = [
        LineElement(
            Marker("ground", (x, 0.0, 0.0)), Marker("board", (side * W / 2, H / 2, 0.0)),
            Linear(values[f"k_{k}"], values["l_0"], values["d"]), f"spring {k}",
        )
        for k, x, side in ((1, HOOKS[0], -1), (2, HOOKS[1], 1))
    ]  # fmt: skip
    system = RigidBodySystem(
        [sign], [Planar(Marker("ground"), Marker("board"), "plane")], springs, gravity=(0.0, -G, 0.0)
    )
    turned = Place(np.array([0.0, -DROP, 0.0]), rotation_vector_matrix(np.array([0.0, 0.0, values["phi_0"]])))
    return RigidBodyMotion(system, system.start({"board": turned}), quantities=sign_quantities)


def sign_quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Forces of the springs, angle and height."""
    place = motion.system.place(x, "board")
    forces = {f"F_{k + 1}": force_along(motion, k, t, x)[:, 0] for k in (0, 1)}
    return forces | {"phi": np.arctan2(place.A[..., 1, 0], place.A[..., 0, 0]), "y": place.r[..., 1]}


def sign_scene(system: MultibodySystem) -> Scene:
    """The sign, its springs, and what they pull with."""
    sign, y = system.frame("board"), system.outputs
    corners = [sign.point((side * W / 2, H / 2, 0)) for side in (-1, 1)]
    hooks = [(x, 0, 0) for x in HOOKS]
    pulls = [
        ValueArrow(corner, (hook[0] - corner[0], hook[1] - corner[1], 0), y[f"F_{k}"], 60.0, label=y[f"F_{k}"])
        for k, hook, corner in zip((1, 2), hooks, corners, strict=True)
    ]
    return Scene(
        shapes=(
            Ground((0.75, 0), (-0.75, 0)),
            *(SpringShape(hook, corner) for hook, corner in zip(hooks, corners, strict=True)),
            Box(W, H, frame=sign),
            Text(sign.p, "OPEN"),
            *pulls,
        ),
        description=(
            "A sign hangs from a beam on two springs, one at each upper corner. It swings, turns and bounces in its "
            "plane; arrows along the springs show their forces on the sign."
        ),
        ranges={"phi_0": (-0.8, 0.8), "k_1": (60.0, 500.0), "k_2": (60.0, 500.0), "l_0": (0.1, 0.5)},
        limits=(-0.9, 0.9, -1.25, 0.15),
        duration=5.0,
    )


# --- an engine on four mounts ---------------------------------------------------------------------------------------

A, B, C = 0.6, 0.4, 0.4  # of the engine, m: along, across, high
FEET = tuple((x, y, -C / 2) for x in (-0.25, 0.25) for y in (-0.18, 0.18))


def engine_on_mounts() -> MultibodySystem:
    """An engine block with an imbalance, on four rubber mounts that push in all directions; R(2.57)."""
    p = Parameters(
        m=(120.0, "kg", "mass of the engine"),
        k_z=(120e3, "N/m", "vertical stiffness of a mount", "positive", "k_z"),
        k_x=(60e3, "N/m", "stiffness of a mount to both sides", "positive", "k_x"),
        d=(250.0, "N s/m", "damping of a mount", "nonnegative"),
        U=(0.03, "kg m", "imbalance", "nonnegative"),
        Omega=(45.0, "rad/s", "speed of the engine", "positive", r"\Omega"),
    )
    return MultibodySystem(
        title="An engine on rubber mounts",
        source="R(2.57)",
        parameters=p,
        frames=["engine"],
        build=running_engine,
        outputs={
            "z": ("mm", "lift of the engine"),
            "roll": ("mrad", "angle about its length", r"\varphi_x"),
            "F": ("N", "vertical force of the mounts on the floor, without the weight"),
        },
        accuracy=1e-6,
        scene=engine_scene,
    )


def running_engine(values: Mapping[str, float]) -> RigidBodyMotion:
    """The block without weight: it is measured from its equilibrium. The imbalance turns about the length."""
    m, U, Omega = (values[name] for name in ("m", "U", "Omega"))
    block = RigidBody.about_centre("engine", m, m / 12 * np.array([B**2 + C**2, A**2 + C**2, A**2 + B**2]))
    side, up = Linear(values["k_x"], d=values["d"]), Linear(values["k_z"], d=values["d"])
    mounts = [
        SpatialElement(Marker("ground", foot), Marker("engine", foot), [side, side, up], name=f"mount {k}")
        for k, foot in enumerate(FEET, 1)
    ]
    F, above = U * Omega**2, (0.0, 0.0, 0.1)
    whirl = [Force(0.0), Force(lambda t: F * np.sin(Omega * t)), Force(lambda t: F * np.cos(Omega * t))]
    shaft = SpatialElement(Marker("ground", above), Marker("engine", above), whirl, name="imbalance")
    system = RigidBodySystem([block], [], [*mounts, shaft], gravity=(0.0, 0.0, 0.0))
    return RigidBodyMotion(system, system.start({"engine": at(0.0)}), quantities=engine_quantities)


def engine_quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Lift, roll, and what reaches the floor."""
    place = motion.system.place(x, "engine")
    floor = sum(force_along(motion, k, t, x)[:, 2] for k in range(4))
    return {"z": 1e3 * place.r[..., 2], "roll": 1e3 * np.arcsin(place.A[..., 2, 1]), "F": floor}


def engine_scene(system: MultibodySystem) -> Scene:
    """The block on its mounts; motions of millimetres are drawn fifty times as large."""
    y, body = system.outputs, system.frame("engine")
    large = 50
    shown = type(body)(body.R, large * body.p)
    floor = -C / 2 - 0.16
    return Scene(
        shapes=(
            *(
                Line(((x - 0.06, yy - 0.06, floor), (x + 0.06, yy - 0.06, floor), (x + 0.06, yy + 0.06, floor),
                      (x - 0.06, yy + 0.06, floor)), closed=True, role="ground")
                for x, yy, _ in FEET
            ),
            *(SpringShape((x, yy, floor), shown.point((x, yy, zz))) for x, yy, zz in FEET),
            Box(A, B, depth=C, frame=shown),
            PointMass(shown.point((0.3, 0, 0.1)), 0.03),
            Arrow((0.5, 0, 0), (0.5, 0, large * body.p[2]), y["z"]),
            ValueArrow((-0.5, 0, floor), (0, 0, 1), y["F"], 2000.0, label=y["F"]),
        ),
        description=(
            "A block, the engine, stands on four rubber mounts. Its imbalance makes it bounce up and down and rock "
            "from side to side; the displacements are drawn fifty times as large. An arrow shows the vertical force "
            "that the mounts pass on to the floor."
        ),
        projection=Projection.axonometric(azimuth=0.6, elevation=0.3, up="z"),
        ranges={"Omega": (10.0, 150.0), "U": (0.0, 0.1)},
        limits=(-0.8, 0.8, -0.6, 0.6),
        duration=2.0,
    )  # fmt: skip
