"""Two wheels with elastic teeth, with and without play."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sympy import Rational

from ...model import Parameters
from ...multibody import (
    GearElement,
    Load,
    Marker,
    MultibodySystem,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    TorsionElement,
)
from ...multibody.elements import Clearance, Linear
from ...scene import AngleMark, Circle, Disc, Hinge, Scene, ValueArc, ValueArrow
from .common import at, force_along

__all__ = ["rattling_gears"]

R_1, R_2 = 0.1, 0.16  # pitch radii, m
I_1, I_2 = 0.02, 0.05  # moments of inertia, kg m²


def rattling_gears() -> MultibodySystem:
    """A motor whose moment pulsates drives a wheel with a brake over elastic teeth that have play."""
    p = Parameters(
        k=(5e4, "N/m", "stiffness of the teeth"),
        d=(30.0, "N s/m", "damping of the teeth", "nonnegative"),
        b=(0.5, "mm", "play of the teeth to each side", "nonnegative"),
        M_0=(1.0, "N m", "mean moment of the motor", "real", "M_0"),
        M_1=(5.0, "N m", "pulsation of this moment", "nonnegative", "M_1"),
        Omega=(25.0, "rad/s", "frequency of the pulsation", "positive", r"\Omega"),
        d_2=(0.3, "N m s", "brake of the driven wheel", "nonnegative", "d_2"),
    )
    return MultibodySystem(
        title="Gears with play",
        source="R(2.56)-(2.57)",
        parameters=p,
        frames=["one", "two"],
        build=meshing,
        outputs={
            "F": ("N", "force of the teeth"),
            "M": ("N m", "moment of the motor"),
            "omega_1": ("rad/s", "speed of the driving wheel", r"\omega_1"),
            "omega_2": ("rad/s", "speed of the driven wheel", r"\omega_2"),
        },
        accuracy=1e-5,
        scene=scene,
    )


def meshing(values: Mapping[str, float]) -> RigidBodyMotion:
    """Two wheels on hinges, teeth with or without play, motor and brake."""
    k, d, b = (values[name] for name in ("k", "d", "b"))
    wheels = [
        RigidBody.about_centre(name, 1.0, (I, I, 1.5 * I)) for name, I in (("one", I_1 / 1.5), ("two", I_2 / 1.5))
    ]
    away = Marker("ground", (R_1 + R_2, 0.0, 0.0))
    law = Clearance(k, -1e-3 * b, 1e-3 * b, d) if b else Linear(k, d=d)
    teeth = GearElement(Marker("one"), Marker("two"), R_1, R_2, law, "teeth")
    brake = TorsionElement(away, Marker("two"), Linear(0.0, d=values["d_2"]), "brake")
    system = RigidBodySystem(
        wheels,
        [Revolute(Marker("ground"), Marker("one"), "A"), Revolute(away, Marker("two"), "B")],
        [teeth, brake],
        gravity=(0.0, 0.0, 0.0),
        loads=[Load(Marker("one"), moment=lambda t: (0.0, 0.0, _moment(values, t)), name="motor")],
    )

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
        speeds = {f"omega_{n}": motion.system.velocity(x, name)[..., 5] for n, name in ((1, "one"), (2, "two"))}
        moment = np.array([_moment(values, now) for now in t])
        return {"F": force_along(motion, 0, t, x)[:, 0], "M": moment} | speeds

    return RigidBodyMotion(system, system.start({"two": at(R_1 + R_2)}), quantities=quantities)


def _moment(values: Mapping[str, float], t: float) -> float:
    return float(values["M_0"] + values["M_1"] * np.sin(values["Omega"] * t))


def scene(system: MultibodySystem) -> Scene:
    """Both wheels, the force of their teeth and the moment of the motor."""
    y = system.outputs
    one, two = system.frame("one"), system.frame("two")
    return Scene(
        shapes=(
            Disc(R_1, frame=one, spokes=3),
            Disc(R_2, frame=two, spokes=3),
            Circle(R_1),
            Circle(R_2, (R_1 + R_2, 0)),
            Hinge((0, 0)),
            Hinge((R_1 + R_2, 0)),
            ValueArrow((R_1, 0), (0, -1), y["F"], 50.0, label=y["F"]),
            ValueArc(Rational(1, 2) * R_1, y["M"], (0, 0), 6.0, label=y["M"]),
            AngleMark(0.3 * R_2, 0.6, center=(R_1 + R_2, 0)),
        ),
        description=(
            "Two wheels touch with their teeth. A motor with a pulsating moment drives the left one, shown by a curved "
            "arrow; a brake holds the right one back. An arrow at the teeth shows their force, which is zero while "
            "they cross the play."
        ),
        ranges={
            "b": (0.0, 2.0),
            "k": (1e4, 1e5),
            "d": (0.0, 100.0),
            "M_0": (-6.0, 6.0),
            "M_1": (0.0, 10.0),
            "Omega": (5.0, 60.0),
        },
        limits=(-0.14, 0.46, -0.2, 0.2),
        duration=1.2,
    )
