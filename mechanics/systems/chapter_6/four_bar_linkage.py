"""Four-bar linkage: a closed loop of three bodies and the ground, and the curve that a point of its coupler draws."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from sympy import Matrix

from ...model import Parameters
from ...multibody import MultibodySystem, Revolute, RigidBodyMotion, RigidBodySystem
from ...multibody.elements import Linear, TorsionElement
from ...poses import Pose
from ...scene import AngleMark, Hinge, Line, PointMass, Rod, Scene, Text, Trace
from .linkages import PLANE, VIEW, angle, angle_of, bar, elbow, hinge, moment_on_crank, turned


def four_bar_linkage() -> MultibodySystem:
    """Crank, coupler and rocker with four hinges in the vertical plane x-z, e_z up; R(2.44)-(2.48).

    The crank turns round where the shortest and the longest bar are together not longer than the other two (Grashof)
    and the crank or the ground is the shortest. In space three of the twenty constraints are redundant: the hinges
    forbid motion out of the plane more than once.
    """
    p = Parameters(
        l_0=(0.5, "m", "distance of the bearings"),
        l_1=(0.2, "m", "length of the crank"),
        l_2=(0.5, "m", "length of the coupler"),
        l_3=(0.4, "m", "length of the rocker"),
        a=(0.25, "m", "coupler point, along the coupler", "real"),
        b=(0.2, "m", "coupler point, across the coupler", "real"),
        rho=(2.0, "kg/m", "mass of the bars per length", "positive", r"\rho"),
        g=(9.81, "m/s^2", "gravity", "nonnegative"),
        M=(0.0, "N m", "moment on the crank", "real"),
        d=(0.0, "N m s/rad", "friction in the bearing of the crank", "nonnegative"),
        phi_0=(1.0, "rad", "angle of the crank at the start", "real", r"\varphi_0"),
        omega_0=(8.0, "rad/s", "angular velocity of the crank at the start", "real", r"\omega_0"),
    )
    return MultibodySystem(
        title="Four-bar linkage",
        source="R(2.44)-(2.48)",
        parameters=p,
        frames=["crank", "coupler", "rocker"],
        build=build,
        outputs={
            "phi": ("rad", "angle of the crank", r"\varphi"),
            "psi": ("rad", "angle of the rocker", r"\psi"),
            "F_A": ("N", "force in the bearing of the crank", "F_A"),
            "F_C": ("N", "force in the hinge of the rocker", "F_C"),
            "omega": ("rad/s", "angular velocity of the crank", r"\omega"),
            "grashof": (
                "m",
                "shortest and longest bar less the other two; negative where one bar turns round",
            ),
        },
        accuracy=1e-7,
        scene=scene,
    )


def build(values: Mapping[str, float]) -> RigidBodyMotion:
    """The three bars between four hinges, closed at the start by two circles that meet."""
    l_0, l_1, l_2, l_3 = (values[f"l_{k}"] for k in range(4))
    phi = values["phi_0"]
    B, D = l_1 * np.array([np.cos(phi), np.sin(phi)]), np.array([l_0, 0.0])
    C = elbow(B, D, l_2, l_3, "The four-bar linkage")
    lengths = {"crank": l_1, "coupler": l_2, "rocker": l_3}
    joints = [
        Revolute(hinge("ground"), hinge("crank"), "A"),
        Revolute(hinge("crank", l_1), hinge("coupler"), "B"),
        Revolute(hinge("ground", l_0), hinge("rocker"), "D"),
        Revolute(hinge("rocker", l_3), hinge("coupler", l_2), "C"),
    ]
    friction = TorsionElement(hinge("ground"), hinge("crank"), Linear(0.0, d=values["d"]), name="friction")
    system = RigidBodySystem(
        [bar(name, l, values["rho"]) for name, l in lengths.items()],
        joints,
        gravity=(0.0, 0.0, -values["g"]),
        elements=[friction] if values["d"] else [],
        loads=moment_on_crank(values["M"]),
    )
    places = {
        "crank": turned((0.0, 0.0), phi),
        "coupler": turned(B, angle_of(C - B)),
        "rocker": turned(D, angle_of(C - D)),
    }
    shortest, *others, longest = np.sort([l_0, l_1, l_2, l_3])
    start = system.start(places, hold=["crank"], speeds={"A": values["omega_0"]})
    return RigidBodyMotion(system, start, quantities=partial(quantities, shortest + longest - sum(others)))


def quantities(excess: float, motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Angles, speed of the crank, forces in hinges, and what Grashof's condition asks for."""
    system = motion.system
    forces = {name: np.linalg.norm(r.force, axis=-1) for name, r in system.reactions(t, x).items()}
    return {
        "phi": angle(system, x, "crank"),
        "psi": angle(system, x, "rocker"),
        "F_A": forces["A"],
        "F_C": forces["C"],
        "omega": -system.velocity(x, "crank")[..., 4],
        "grashof": np.full(len(x), excess),
    }


def scene(system: MultibodySystem) -> Scene:
    """Bars in space, the coupler a plate, and the curve of its point."""
    p = system.parameters
    crank, coupler, rocker = (system.frame(name) for name in system.frames)
    outputs, width = system.outputs, 0.08 * p.l_1
    shift = 1.2 * width  # the bars lie in planes one behind the other
    point = coupler.point((p.a, 0, p.b))
    B, C = crank.point((p.l_1, -shift, 0)), rocker.point((p.l_3, -shift, 0))
    at_D = Pose(PLANE.R, Matrix([p.l_0, 0, 0]))
    return Scene(
        shapes=(
            Line(((0, 0, 0), (p.l_0 + 0.6 * p.l_1, 0, 0)), role="reference", dashed=True),
            Trace(point, duration=8.0),
            Rod((0, -shift, 0), (p.l_1, -shift, 0), width, frame=crank),
            Rod((0, shift, 0), (p.l_3, shift, 0), width, frame=rocker),
            Rod((0, 0, 0), (p.l_2, 0, 0), width, frame=coupler),
            Line(((0, 0, 0), (p.a, 0, p.b), (p.l_2, 0, 0)), frame=coupler),
            Hinge((0, -shift, 0), support=(0, 0, -1)),
            Hinge((p.l_0, -shift, 0), support=(0, 0, -1)),
            Hinge(B),
            Hinge(C),
            PointMass(point, 0.6 * width),
            AngleMark(0.55 * p.l_1, outputs["phi"], frame=PLANE, label=outputs["phi"]),
            AngleMark(0.45 * p.l_1, outputs["psi"], frame=at_D, label=outputs["psi"]),
            Text((-0.3 * p.l_1, 0, 0), "A", "right"),
            Text((p.l_0 - 0.25 * p.l_1, 0, 0), "D", "right"),
        ),
        description=(
            "Three bars and the ground form a closed loop with four hinges: a short crank on the left, a rocker on the "
            "right, the coupler between their ends. While the crank turns round the rocker swings to and fro, and a "
            "point beside the coupler draws a closed curve."
        ),
        projection=VIEW,
        ranges={
            "phi_0": (-3.1, 3.1),
            "omega_0": (-15.0, 15.0),
            "M": (-0.15, 0.15),
            "d": (0.0, 0.05),
            "a": (-0.3, 0.8),
            "b": (-0.5, 0.5),
        },
        duration=8.0,
    )
