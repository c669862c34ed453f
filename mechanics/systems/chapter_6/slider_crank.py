"""Slider-crank mechanism: driven by a moment, or with a prescribed speed of the crank, and the forces in its joints."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...model import ModelError, Parameters
from ...multibody import (
    Driven,
    Load,
    Marker,
    MultibodySystem,
    Place,
    Prismatic,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
)
from ...poses import Pose
from ...scene import AngleMark, Arrow, Box, Ground, Hinge, Line, PointMass, Rod, Scene, ValueArrow
from .linkages import PLANE, VIEW, angle, angle_of, bar, hinge, moment_on_crank, turned


def slider_crank() -> MultibodySystem:
    """Crank, rod and slider in the vertical plane x-z, e_z up; R(2.44)-(2.52).

    With `driven` above zero the crank turns with constant speed: a rheonomic constraint, whose reaction is the moment
    that the motor must give. Otherwise the crank starts with that speed, and the moment M acts on it.
    """
    p = Parameters(
        r=(0.15, "m", "length of the crank"),
        l=(0.45, "m", "length of the rod"),
        rho=(4.0, "kg/m", "mass of crank and rod per length", "positive", r"\rho"),
        m=(1.5, "kg", "mass of the slider"),
        g=(9.81, "m/s^2", "gravity", "nonnegative"),
        phi_0=(0.6, "rad", "angle of the crank at the start", "real", r"\varphi_0"),
        omega_0=(9.0, "rad/s", "angular velocity of the crank (at the start)", "real", r"\omega_0"),
        driven=(1.0, "1", "the speed of the crank is kept (1) or not (0)", "nonnegative"),
        M=(0.0, "N m", "moment on the crank", "real"),
        F=(0.0, "N", "force on the slider, along -x", "real"),
    )
    return MultibodySystem(
        title="Slider-crank mechanism",
        source="R(2.44)-(2.52)",
        parameters=p,
        frames=["crank", "rod", "slider"],
        build=build,
        outputs={
            "s": ("m", "position of the slider"),
            "F_N": ("N", "force of the guide on the slider, upwards", "F_N"),
            "F_B": ("N", "force in the hinge between crank and rod", "F_B"),
            "M_d": ("N m", "moment of the drive", "M_d"),
            "v": ("m/s", "velocity of the slider"),
            "phi": ("rad", "angle of the crank", r"\varphi"),
        },
        accuracy=1e-7,
        scene=scene,
    )


def build(values: Mapping[str, float]) -> RigidBodyMotion:
    """Crank and rod on hinges, the slider on a guide along x."""
    r, l, phi, omega = (values[name] for name in ("r", "l", "phi_0", "omega_0"))
    if not r < l:
        raise ModelError(
            f"The crank must be shorter than the rod, or it cannot turn round; got r = {r:g} m and l = {l:g} m."
        )
    system = RigidBodySystem(
        [bar("crank", r, values["rho"]), bar("rod", l, values["rho"]), _slider(values)],
        [
            _bearing(values),
            Revolute(hinge("crank", r), hinge("rod"), "B"),
            Revolute(hinge("rod", l), hinge("slider"), "C"),
            Prismatic(_along("ground"), _along("slider"), "guide"),
        ],
        gravity=(0.0, 0.0, -values["g"]),
        loads=_loads(values),
    )
    B = r * np.array([np.cos(phi), np.sin(phi)])
    C = np.array([B[0] + np.sqrt(l**2 - B[1] ** 2), 0.0])
    places = {
        "crank": turned((0.0, 0.0), phi),
        "rod": turned(B, angle_of(C - B)),
        "slider": Place(np.array([C[0], 0.0, 0.0]), np.eye(3)),
    }
    speeds = {} if values["driven"] else {"A": omega}
    return RigidBodyMotion(system, system.start(places, speeds=speeds), quantities=quantities)


def _slider(values: Mapping[str, float]) -> RigidBody:
    """A block of a third of the crank's length."""
    a = values["r"] / 3
    return RigidBody.about_centre("slider", values["m"], np.full(3, values["m"] * a**2 / 6))


def _bearing(values: Mapping[str, float]) -> Any:
    """The hinge of the crank, with the drive where there is one."""
    joint = Revolute(hinge("ground"), hinge("crank"), "A")
    phi, omega = values["phi_0"], values["omega_0"]
    return Driven(joint, lambda t: (phi + omega * t, omega, 0.0)) if values["driven"] else joint


def _along(body: str) -> Marker:
    return Marker.along(body, z=(1.0, 0.0, 0.0), x=(0.0, 0.0, 1.0))


def _loads(values: Mapping[str, float]) -> list[Load]:
    F = values["F"]
    push = [Load(Marker("slider"), force=(-F, 0.0, 0.0), name="force on the slider")] if F else []
    return moment_on_crank(values["M"]) + push


def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Angle, position and velocity, and what the joints have to bear."""
    system = motion.system
    forces = system.reactions(t, x)
    return {
        "phi": angle(system, x, "crank"),
        "s": system.place(x, "slider").r[..., 0],
        "v": system.velocity(x, "slider")[..., 0],
        "F_N": forces["guide"].force[..., 0],
        "F_B": np.linalg.norm(forces["B"].force, axis=-1),
        "M_d": forces["A"].moment[..., 2],
    }


def scene(system: MultibodySystem) -> Scene:
    """Crank, rod and slider in space, with the force of the guide and of the drive."""
    p, outputs = system.parameters, system.outputs
    crank, rod, slider = (system.frame(name) for name in system.frames)
    width, a = 0.12 * p.r, p.r / 3
    floor = -0.55 * a
    return Scene(
        shapes=(
            Ground((0.4 * p.l, 0, floor), (1.1 * (p.l + p.r), 0, floor)),
            Line(((0, 0, 0), (1.1 * (p.l + p.r), 0, 0)), role="reference", dashed=True),
            Box(2 * a, a, depth=a, frame=Pose(slider.R * PLANE.R, slider.p)),
            Rod((0, -1.2 * width, 0), (p.r, -1.2 * width, 0), width, frame=crank),
            Rod((0, 0, 0), (p.l, 0, 0), 0.8 * width, frame=rod),
            Hinge((0, -1.2 * width, 0), support=(0, 0, -1)),
            Hinge(crank.point((p.r, -1.2 * width, 0))),
            PointMass(slider.p, 0.5 * width),
            AngleMark(0.6 * p.r, outputs["phi"], frame=PLANE, label=outputs["phi"]),
            Arrow((0, 0, -1.3 * p.r), (outputs["s"], 0, -1.3 * p.r), outputs["s"]),
            ValueArrow(slider.point((0, 0, -a)), (0, 0, 1), outputs["F_N"], 100.0, label=outputs["F_N"], push=True),
        ),
        description=(
            "A crank on the left turns about a bearing, a rod leads from its end to a slider that runs along a "
            "straight guide on the right. The angle phi of the crank and the position s of the slider are marked; an "
            "arrow shows the force of the guide on the slider."
        ),
        projection=VIEW,
        ranges={
            "phi_0": (-3.1, 3.1),
            "omega_0": (-20.0, 20.0),
            "driven": (0.0, 1.0),
            "M": (-5.0, 5.0),
            "F": (-100.0, 100.0),
        },
        switches=("driven",),
        duration=6.0,
    )
