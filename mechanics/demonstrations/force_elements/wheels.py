"""Roads: a car on waves, and a wheel that brakes on a tyre after Pacejka."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sympy import cos, pi

from ...model import Parameters
from ...multibody import (
    LineElement,
    Marker,
    MultibodySystem,
    Prismatic,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    TorsionElement,
    TyreElement,
)
from ...multibody.elements import Contact, Excited, Linear, StickSlip
from ...scene import Arrow, Box, DamperShape, Disc, Ground, Line, Scene, SpringShape, ValueArrow
from ...symbols import t as time
from .common import G, at, ends_along, force_along, sliding, upwards

__all__ = ["braked_wheel", "car_on_waves"]

# --- a car on waves -------------------------------------------------------------------------------------------------

HUB, SEAT = 0.3, 0.9  # heights of wheel and body over the level road, m


def car_on_waves() -> MultibodySystem:
    """A quarter of a car over a road with waves: the far end of the tyre moves with time, and the tyre lifts off."""
    p = Parameters(
        m=(300.0, "kg", "mass of the body on this wheel"),
        m_w=(35.0, "kg", "mass of the wheel", "positive", "m_w"),
        k=(20e3, "N/m", "stiffness of the spring"),
        d=(1500.0, "N s/m", "damping of the strut", "nonnegative"),
        k_t=(180e3, "N/m", "stiffness of the tyre", "positive", "k_t"),
        h=(0.04, "m", "height of the waves, from bottom to top", "nonnegative"),
        L=(4.0, "m", "length of a wave"),
        v=(5.0, "m/s", "speed of the car"),
    )
    return MultibodySystem(
        title="A car on waves",
        source="R(2.59)-(2.62)",
        parameters=p,
        frames=["car", "wheel"],
        build=driving,
        outputs={
            "z_c": ("m", "lift of the body", "z_c"),
            "z_w": ("m", "lift of the wheel", "z_w"),
            "h_r": ("m", "height of the road under the wheel", "h_r"),
            "F_t": ("N", "load of the tyre", "F_t"),
        },
        accuracy=1e-6,
        scene=car_scene,
    )


def driving(values: Mapping[str, float]) -> RigidBodyMotion:
    """Body over wheel over road, in equilibrium at the start."""
    m, m_w, k, k_t, g = *(values[name] for name in ("m", "m_w", "k", "k_t")), G
    w, h = 2 * np.pi * values["v"] / values["L"], values["h"]
    touch = Contact(k_t, HUB + (m + m_w) * g / k_t, 100.0)
    road = Excited(touch, lambda t: h / 2 * (1 - np.cos(w * t)), lambda t: h / 2 * w * np.sin(w * t))
    strut = Linear(k, SEAT - HUB + m * g / k, values["d"])
    system = RigidBodySystem(
        [RigidBody.about_centre("car", m, np.full(3, 1.0)), RigidBody.about_centre("wheel", m_w, np.full(3, 1.0))],
        [
            Prismatic(upwards("ground"), upwards("car"), "guide of the body"),
            Prismatic(upwards("ground"), upwards("wheel"), "guide of the wheel"),
        ],
        [
            LineElement(Marker("wheel"), Marker("car"), strut, "strut"),
            LineElement(Marker("ground"), Marker("wheel"), road, "tyre"),
        ],
        gravity=(0.0, -g, 0.0),
    )

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
        return {
            "z_c": motion.system.place(x, "car").r[..., 1] - SEAT,
            "z_w": motion.system.place(x, "wheel").r[..., 1] - HUB,
            "h_r": h / 2 * (1 - np.cos(w * t)),
            "F_t": -force_along(motion, 1, t, x)[:, 0],
        }

    return RigidBodyMotion(system, system.start({"car": at(0.0, SEAT), "wheel": at(0.0, HUB)}), quantities=quantities)


def car_scene(system: MultibodySystem) -> Scene:
    """The road passes below; the car stays in the middle of the picture."""
    p, y = system.parameters, system.outputs
    car, wheel = system.frame("car").p, system.frame("wheel")
    places = [0.05 * k for k in range(-24, 25)]
    road = [(s, p.h / 2 * (1 - cos(2 * pi * (p.v * time + s) / p.L))) for s in places]
    return Scene(
        shapes=(
            Line((*road, (1.2, -0.2), (-1.2, -0.2)), closed=True, role="ground"),
            Disc(HUB, frame=wheel, spokes=0, role="guide"),
            SpringShape((-0.08, wheel.p[1]), (-0.08, car[1] - 0.1)),
            DamperShape((0.08, wheel.p[1]), (0.08, car[1] - 0.1)),
            Box(1.2, 0.2, (car[0], car[1])),
            ValueArrow((0, y["h_r"]), (0, 1), y["F_t"], 3000.0, label=y["F_t"]),
            Arrow((0.75, SEAT), (0.75, car[1]), y["z_c"]),
        ),
        description=(
            "A quarter of a car drives over a road with waves, which passes under its wheel. The body stands on the "
            "wheel by a spring and a damper. Arrows show the load of the tyre and the lift of the body."
        ),
        ranges={"v": (0.5, 30.0), "h": (0.0, 0.1), "L": (1.0, 10.0), "d": (0.0, 5000.0)},
        limits=(-1.2, 1.2, -0.2, 1.3),
        duration=3.0,
    )


# --- a wheel that brakes --------------------------------------------------------------------------------------------

R = 0.31  # radius of the wheel, m
K_TYRE = 2e5  # N/m


def braked_wheel() -> MultibodySystem:
    """A quarter of a car brakes: tyre after Pacejka, brake by friction in the hinge; FE-10."""
    p = Parameters(
        m=(400.0, "kg", "mass on this wheel, with the wheel"),
        I=(1.2, "kg m^2", "inertia of the wheel"),
        v_0=(20.0, "m/s", "speed at the start", "positive", "v_0"),
        M_B=(1200.0, "N m", "moment of the brake", "nonnegative", "M_B"),
        grip=(1.0, "1", "friction of the road: 1 dry, 0.3 snow", "positive", r"\lambda"),
    )
    return MultibodySystem(
        title="A wheel brakes",
        source="R(2.56)-(2.57)",
        parameters=p,
        frames=["car", "wheel"],
        build=braking,
        outputs={
            "v": ("m/s", "speed of the car"),
            "v_R": ("m/s", "speed of the rim", r"\omega R"),
            "s": ("m", "way"),
            "slip": ("1", "longitudinal slip", r"\kappa"),
            "F_x": ("N", "force of the road, forwards", "F_x"),
        },
        accuracy=1e-5,
        scene=brake_scene,
    )


def braking(values: Mapping[str, float]) -> RigidBodyMotion:
    """The car slides forwards at the height that loads the tyre with its weight; the wheel turns about −z."""
    m, v = values["m"], values["v_0"]
    pressed = m * G / K_TYRE
    I = values["I"]
    bodies = [
        RigidBody.about_centre("car", m - 20.0, np.full(3, 1.0)),
        RigidBody.about_centre("wheel", 20.0, (I, I, I)),
    ]
    brake = StickSlip(values["M_B"], values["M_B"], 1.0, 1.0)
    road = Marker.along("ground", (0.0, pressed - R, 0.0), z=(0.0, 1.0, 0.0), x=(1.0, 0.0, 0.0))
    axle = Marker.along("wheel", z=(0.0, 0.0, -1.0), x=(1.0, 0.0, 0.0))
    tyre = TyreElement(road, axle, R, K_TYRE, grip=values["grip"], v_low=3.0, name="tyre")
    system = RigidBodySystem(
        bodies,
        [Prismatic(sliding("ground"), sliding("car"), "way"), Revolute(Marker("car"), Marker("wheel"), "axle")],
        [tyre, TorsionElement(Marker("car"), Marker("wheel"), brake, "brake")],
        gravity=(0.0, 0.0, 0.0),
    )
    forwards = [v, 0.0, 0.0, 0.0, 0.0, 0.0]
    start = system.start({}, {"car": forwards, "wheel": [*forwards[:5], -v / R]}, hold=["car"])

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
        seen = [tyre.contact(*now[:5]) for now in ends_along(motion.system, tyre, t, x)]
        return {
            "v": motion.system.velocity(x, "car")[..., 0],
            "v_R": -R * motion.system.velocity(x, "wheel")[..., 5],
            "s": motion.system.place(x, "car").r[..., 0],
            "slip": np.array([here.kappa for here in seen]),
            "F_x": np.array([here.F_x for here in seen]),
        }

    return RigidBodyMotion(system, start, quantities=quantities)


def brake_scene(system: MultibodySystem) -> Scene:
    """Wheel and car stay in the picture, marks on the road pass by."""
    y, wheel = system.outputs, system.frame("wheel")
    here = type(wheel)(wheel.R, 0 * wheel.p)
    return Scene(
        shapes=(
            Ground((-1.2, -R), (1.2, -R)),
            Disc(R, frame=here, spokes=5),
            Box(1.4, 0.25, (0, 0.55)),
            Line(((0, 0), (0, 0.45))),
            ValueArrow((0, -R), (1, 0), y["F_x"], 4000.0, label=y["F_x"]),
            ValueArrow((0.3, 0.8), (1, 0), y["v"], 25.0, label=y["v"], role="velocity"),
            ValueArrow((0, 0.15), (1, 0), y["v_R"], 25.0, label=y["v_R"], role="velocity"),
        ),
        description=(
            "A car with one wheel brakes from driving to the right. Arrows show its speed, the speed of the rim, and "
            "the force of the road on the tyre, which points backwards."
        ),
        ranges={"M_B": (0.0, 2000.0), "grip": (0.2, 1.2), "v_0": (5.0, 30.0), "m": (200.0, 600.0), "I": (0.6, 2.4)},
        limits=(-1.2, 1.2, -0.5, 1.1),
        duration=3.0,
    )
