"""Elements that drive: an electric motor on a hoist, and a controller that balances a stick."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...model import Parameters
from ...multibody import (
    Actuator,
    Load,
    Marker,
    MultibodySystem,
    Place,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Sensor,
    TorsionElement,
)
from ...multibody.elements import Force, Motor
from ...rotations.arrays import rotation_vector_matrix
from ...scene import AngleMark, Arrow, Box, Disc, Ground, Hinge, Line, Rod, Scene, ValueArc
from .common import G

__all__ = ["balanced_stick", "hoist"]

# --- an electric motor lifts a load ---------------------------------------------------------------------------------

R = 0.1  # radius of the drum, m
DROP = 1.2  # of the load below the drum at the start, m


def hoist() -> MultibodySystem:
    """A direct-current motor on a drum that lifts a load; the current is a state of the element, FE-8."""
    p = Parameters(
        m=(20.0, "kg", "mass of the load"),
        I=(0.05, "kg m^2", "inertia of rotor and drum"),
        U=(24.0, "V", "voltage", "real"),
        R_a=(0.5, "Ohm", "resistance of the armature", "positive", "R"),
        L_a=(0.02, "H", "inductance of the armature", "positive", "L"),
        c=(1.2, "N m/A", "motor constant"),
    )
    return MultibodySystem(
        title="A hoist with an electric motor",
        source="R(2.63)",
        parameters=p,
        frames=["drum"],
        build=lifting,
        outputs={
            "i": ("A", "current"),
            "omega": ("rad/s", "speed of the drum", r"\omega"),
            "h": ("m", "lift of the load"),
            "P": ("W", "electrical power"),
        },
        accuracy=1e-5,
        scene=hoist_scene,
    )


def lifting(values: Mapping[str, float]) -> RigidBodyMotion:
    """The drum on its hinge; the load hangs on a tight rope, so it adds m R² to the inertia and its weight times R."""
    m, U = values["m"], values["U"]
    I = values["I"] + m * R**2
    motor = TorsionElement(
        Marker("ground"), Marker("drum"), Motor(U, values["R_a"], values["L_a"], values["c"]), "motor"
    )
    system = RigidBodySystem(
        [RigidBody.about_centre("drum", 5.0, (I, I, I))],
        [Revolute(Marker("ground"), Marker("drum"), "hinge")],
        [motor],
        gravity=(0.0, 0.0, 0.0),
        loads=[Load(Marker("drum"), moment=(0.0, 0.0, -m * G * R), name="load")],
    )

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
        A, current = motion.system.place(x, "drum").A, motion.system.split(x).s[:, 0]
        lift = R * np.unwrap(np.arctan2(A[..., 1, 0], A[..., 0, 0]))
        return {"i": current, "omega": motion.system.velocity(x, "drum")[..., 5], "h": lift, "P": U * current}

    return RigidBodyMotion(system, system.start({}), quantities=quantities)


def hoist_scene(system: MultibodySystem) -> Scene:
    """Drum, rope and load."""
    drum, y = system.frame("drum"), system.outputs
    load = (R, y["h"] - DROP)
    return Scene(
        shapes=(
            Line(((R, 0), load)),
            Disc(R, frame=drum, spokes=3),
            Hinge((0, 0), support=(0, 1)),
            Box(0.2, 0.2, (load[0], load[1] - 0.1)),
            Line(((R - 0.2, -DROP), (R + 0.3, -DROP)), role="reference", dashed=True),
            Arrow((R + 0.2, -DROP), (R + 0.2, load[1]), y["h"]),
            ValueArc(1.4 * R, y["i"], (0, 0), 40.0, label=y["i"]),
        ),
        description=(
            "A motor on a drum winds up a rope with a load. A curved arrow shows the current, an arrow beside the load "
            "how far it is above its start."
        ),
        ranges={"U": (-12.0, 36.0), "m": (1.0, 60.0), "L_a": (0.001, 0.2)},
        limits=(-0.6, 0.9, -1.5, 0.25),
        duration=1.0,
    )


# --- a stick is balanced --------------------------------------------------------------------------------------------

LENGTH = 1.0  # of the stick, m


def balanced_stick() -> MultibodySystem:
    """A stick on a hinge that a motor holds upright: it reads angle and rate at sample instants."""
    p = Parameters(
        m=(1.0, "kg", "mass of the stick"),
        K=(40.0, "N m/rad", "moment for each radian", "nonnegative"),
        D=(6.0, "N m s/rad", "moment for each radian per second", "nonnegative"),
        T=(0.03, "s", "time from sample to sample"),
        M_max=(12.0, "N m", "largest moment of the motor", "nonnegative", r"M_{\max}"),
        phi_0=(0.2, "rad", "angle from upright at the start", "real", r"\varphi_0"),
    )
    return MultibodySystem(
        title="A stick held upright",
        source="R(2.63)",
        parameters=p,
        frames=["stick"],
        build=holding,
        outputs={"phi": ("rad", "angle from upright", r"\varphi"), "M": ("N m", "moment of the motor")},
        accuracy=1e-5,
        scene=stick_scene,
    )


def holding(values: Mapping[str, float]) -> RigidBodyMotion:
    """Stick on its hinge, a motor without a law of its own, and the controller that commands it."""
    m, K, D, most = (values[name] for name in ("m", "K", "D", "M_max"))
    I = m * LENGTH**2 / 12
    stick = RigidBody.about_centre("stick", m, (I, I / 100, I), r_S=(0.0, LENGTH / 2, 0.0))
    motor = TorsionElement(Marker("ground"), Marker("stick"), Force(0.0), "motor")
    measured = [Sensor(Marker("stick"), "angle"), Sensor(Marker("stick"), "angular_velocity", "z")]
    drive = Actuator(motor, measured, lambda t, y, s: np.clip(K * y[0] + D * y[1], -most, most),
                     sample_time=values["T"], name="drive")  # fmt: skip
    system = RigidBodySystem(
        [stick], [Revolute(Marker("ground"), Marker("stick"), "hinge")], [drive], gravity=(0.0, -G, 0.0)
    )
    tilted = Place(np.zeros(3), rotation_vector_matrix(np.array([0.0, 0.0, values["phi_0"]])))

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
        A = motion.system.place(x, "stick").A
        return {"phi": np.arctan2(A[..., 1, 0], A[..., 0, 0]), "M": -motion.system.split(x).s[:, -1]}

    return RigidBodyMotion(system, system.start({"stick": tilted}), quantities=quantities)


def stick_scene(system: MultibodySystem) -> Scene:
    """Stick, its angle, and the moment."""
    stick, y = system.frame("stick"), system.outputs
    return Scene(
        shapes=(
            Ground((-0.3, -0.1), (0.3, -0.1)),
            Line(((0, 0), (0, 1.1)), role="reference", dashed=True),
            Rod((0, 0), (0, LENGTH), 0.05, frame=stick),
            Hinge((0, 0), support=(0, -1)),
            AngleMark(0.5, y["phi"] + np.pi / 2, start=np.pi / 2, label=y["phi"]),
            ValueArc(0.2, y["M"], (0, 0), 8.0, label=y["M"]),
        ),
        description=(
            "A stick stands on a hinge and leans to the left, by the angle phi from upright. A motor in the hinge "
            "turns it back; a curved arrow shows its moment."
        ),
        ranges={"T": (0.02, 0.2), "K": (0.0, 100.0), "D": (0.0, 20.0), "phi_0": (-1.0, 1.0)},
        limits=(-1.2, 1.2, -1.15, 1.2),
        duration=3.0,
    )
