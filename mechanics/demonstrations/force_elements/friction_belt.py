"""Stick–slip: a block on a belt, held by a spring."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...model import Parameters
from ...multibody import LineElement, Marker, MultibodySystem, Prismatic, RigidBody, RigidBodyMotion, RigidBodySystem
from ...multibody.elements import ElastoPlastic, Excited, Linear
from ...scene import Arrow, Box, Circle, Flow, Ground, Line, Scene, SpringShape, ValueArrow
from ...symbols import t as time
from .common import at, force_along, sliding

__all__ = ["block_on_belt"]

WALL = -0.6  # m
FAR = -50.0  # m, where the belt "hangs": its marker must stay away from the block


def block_on_belt() -> MultibodySystem:
    """A block on a belt that moves on, tied to a wall by a spring: the bow and the string; FE-190."""
    p = Parameters(
        m=(1.0, "kg", "mass of the block"),
        k=(60.0, "N/m", "stiffness of the spring"),
        v=(0.15, "m/s", "speed of the belt"),
        F_C=(4.0, "N", "friction while sliding", "positive", "F_C"),
        ratio=(1.6, "1", "limit of static friction relative to it", "positive", r"\mu_H/\mu_C"),
        v_S=(0.03, "m/s", "speed within which friction falls", "positive", "v_S"),
    )
    return MultibodySystem(
        title="A block on a belt",
        source="R(2.56)",
        parameters=p,
        frames=["block"],
        build=dragged,
        outputs={
            "x": ("m", "displacement of the block"),
            "F_R": ("N", "friction on the block, along the belt", "F_R"),
            "v_b": ("m/s", "velocity of the block", "v_b"),
            "v_belt": ("m/s", "velocity of the belt", "v"),
        },
        accuracy=1e-5,
        scene=scene,
    )


def dragged(values: Mapping[str, float]) -> RigidBodyMotion:
    """Block on a rail, spring, and friction with an end that runs away."""
    v, F_C = values["v"], values["F_C"]
    block = RigidBody.about_centre("block", values["m"], np.full(3, 0.01))
    stick = ElastoPlastic(F_C, 5e3, 50.0, F_C * max(values["ratio"], 1.0), values["v_S"])
    belt = Excited(stick, lambda t: v * t, lambda t: v)
    system = RigidBodySystem(
        [block],
        [Prismatic(sliding("ground"), sliding("block"), "rail")],
        [
            LineElement(Marker("ground", (WALL, 0.0, 0.0)), Marker("block"), Linear(values["k"], -WALL), "spring"),
            LineElement(Marker("ground", (FAR, 0.0, 0.0)), Marker("block"), belt, "belt"),
        ],
        gravity=(0.0, 0.0, 0.0),
    )

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
        return {
            "x": motion.system.place(x, "block").r[..., 0],
            "v_b": motion.system.velocity(x, "block")[..., 0],
            "F_R": -force_along(motion, 1, t, x)[:, 0],
            "v_belt": np.full(len(t), v),
        }

    return RigidBodyMotion(system, system.start({"block": at(0.0)}, speeds={"rail": v}), quantities=quantities)


def scene(system: MultibodySystem) -> Scene:
    """Wall, spring, block and the belt that runs under it."""
    p, y, block = system.parameters, system.outputs, system.frame("block")
    h, low = 0.12, -0.06
    return Scene(
        shapes=(
            Ground((WALL, 0.12), (WALL, low)),
            Line(((-0.45, low), (0.65, low)), role="ground"),
            Circle(0.04, (-0.45, low - 0.04)),
            Circle(0.04, (0.65, low - 0.04)),
            Flow(((-0.45, low - 0.01), (0.65, low - 0.01)), shift=p.v * time, spacing=0.1),
            SpringShape((WALL, 0), block.point((-0.08, 0, 0))),
            Box(0.16, h, frame=block),
            Line(((0, low), (0, 0.12)), role="reference", dashed=True),
            Arrow((0, 0.12), (block.p[0], 0.12), y["x"]),
            ValueArrow((block.p[0], low), (1, 0), y["F_R"], 6.0, label=y["F_R"]),
        ),
        description=(
            "A block lies on a belt that runs to the right, and is tied to a wall on the left by a spring. It sticks "
            "and is carried along until the spring pulls it off, slides back, and sticks again. An arrow shows the "
            "friction."
        ),
        ranges={"v": (0.05, 0.8), "ratio": (1.0, 2.5), "F_C": (2.0, 8.0), "v_S": (0.02, 0.1), "m": (0.5, 3.0)},
        limits=(-0.7, 0.75, -0.2, 0.2),
        duration=5.0,
    )
