"""Spinning top about a fixed point: precession, nutation, and the top that sleeps."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sympy import Matrix, sqrt

from ...model import Parameters
from ...multibody import (
    Marker,
    MultibodySystem,
    Place,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
)
from ...poses import Pose
from ...rotations.arrays import rotation_vector_matrix
from ...scene import AngleMark, Arrow, Disc, Line, PointMass, Projection, Rod, Scene, Trace


def spinning_top() -> MultibodySystem:
    """Disc on a rod whose tip is a ball joint, e_z up; Euler's equations R(2.37) about the fixed point.

    The axes of the body are principal; z is that of the disc. The rod has no mass. At the start the axis is inclined
    towards +x, the top spins about its axis and turns about the vertical.
    """
    p = Parameters(
        m=(1.0, "kg", "mass of the disc"),
        R=(0.15, "m", "radius of the disc"),
        l=(0.1, "m", "distance of the disc from the tip"),
        g=(9.81, "m/s^2", "gravity", "nonnegative"),
        theta_0=(0.5, "rad", "inclination at the start", "nonnegative"),
        omega_0=(25.0, "rad/s", "spin about the axis at the start", "real"),
        psi_d_0=(0.0, "rad/s", "precession at the start", "real", r"\dot\psi_0"),
    )
    return MultibodySystem(
        title="Spinning top",
        source="R(2.37), R(2.46)",
        parameters=p,
        frames=["top"],
        build=build,
        outputs={
            "theta": ("rad", "inclination of the axis", r"\vartheta"),
            "psi_d": ("rad/s", "precession of the axis about the vertical", r"\dot\psi"),
            "omega_3": ("rad/s", "angular velocity about the axis", r"\omega_3"),
            "L_z": ("kg m^2/s", "angular momentum about the vertical", "L_z"),
        },
        scene=scene,
    )


def build(values: Mapping[str, float]) -> RigidBodyMotion:
    """The disc about the tip, held there by a ball joint."""
    m, R, l, theta = (values[name] for name in ("m", "R", "l", "theta_0"))
    disc = RigidBody.about_centre("top", m, (m * R**2 / 4, m * R**2 / 4, m * R**2 / 2), r_S=(0.0, 0.0, l))
    tip = Spherical(Marker("ground"), Marker("top"), "tip")
    system = RigidBodySystem([disc], [tip], gravity=(0.0, 0.0, -values["g"]))
    A = rotation_vector_matrix(np.array([0.0, theta, 0.0]))
    w = np.array([0.0, 0.0, values["omega_0"]]) + values["psi_d_0"] * (A.T[:, 2] - np.array([0, 0, np.cos(theta)]))
    start = system.state({"top": Place(np.zeros(3), A)}, {"top": [0, 0, 0, *w]})
    return RigidBodyMotion(system, start, quantities=quantities)


def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Inclination and azimuth rate of the axis, spin, angular momentum about the vertical."""
    system = motion.system
    A, z, body = system.place(x, "top").A, system.velocity(x, "top"), system.bodies[0]
    axis, w = A[..., :, 2], (A @ z[..., 3:, None])[..., 0]
    axis_d = np.cross(w, axis)
    across = axis[..., 0] ** 2 + axis[..., 1] ** 2
    turn = axis[..., 0] * axis_d[..., 1] - axis[..., 1] * axis_d[..., 0]
    upright = across < 1e-20  # then there is no azimuth
    return {
        "theta": np.arctan2(np.sqrt(across), axis[..., 2]),
        "psi_d": np.where(upright, 0.0, turn / np.where(upright, 1.0, across)),
        "omega_3": z[..., 5],
        "L_z": (A @ body.angular_momentum(z)[..., None])[..., 2, 0],
    }


def scene(system: MultibodySystem) -> Scene:
    """The top in space, the curve that its axis draws, the vertical."""
    p, top = system.parameters, system.frame("top")
    R, l = p.R, p.l
    axis = top.R[:, 2]
    level = sqrt(axis[0] ** 2 + axis[1] ** 2 + 1e-12)
    across = Matrix([axis[0] / level, axis[1] / level, 0])
    meridian = Pose(Matrix.hstack(Matrix([0, 0, 1]), across, Matrix([0, 0, 1]).cross(across)), Matrix([0, 0, 0]))
    end = top.point((0, 0, 2.4 * l))
    foot = -0.9 * R
    return Scene(
        shapes=(
            Line(((0, 0, foot), (0, 0, 2.9 * l)), role="reference", dashed=True),
            Disc(R, center=(0, 0, foot), thickness=0.08 * l, role="ground", spokes=0),
            Rod((0, 0, foot), (0, 0, -0.05 * l), width=0.16 * l, role="ground"),
            Trace(end, duration=6.0),
            Rod((0, 0, 0), (0, 0, l), width=0.1 * l, frame=top),
            Disc(R, center=(0, 0, l), thickness=0.2 * l, spokes=4, frame=top),
            Rod((0, 0, l), (0, 0, 2.4 * l), width=0.1 * l, frame=top),
            PointMass(end, 0.08 * l),
            AngleMark(2.1 * l, system.outputs["theta"], frame=meridian, label=system.outputs["theta"]),
            Arrow((0, 0, foot), (1.6 * R, 0, foot), "x_I", role="axis"),
            Arrow((0, 0, foot), (0, 1.6 * R, foot), "y_I", role="axis"),
            Arrow((0, 0, 2.9 * l), (0, 0, 3.2 * l), "z_I", role="axis"),
            Arrow((0, 0, 2.4 * l), (0, 0, 2.9 * l), "z", frame=top, role="axis"),
        ),
        description=(
            "A top: a disc on a thin rod that stands with its tip on a fixed point and spins. Its axis is inclined "
            "by the angle theta against the dashed vertical and goes round it slowly while it nods; the end of the "
            "axis draws a garland in space."
        ),
        projection=Projection.axonometric(azimuth=0.6, elevation=0.12, up="z"),
        ranges={"theta_0": (0.0, 1.4), "omega_0": (0.0, 60.0), "psi_d_0": (-6.0, 6.0)},
        duration=10.0,
    )
