"""T-handle that tumbles without weight: rotation about the axis of the middle moment of inertia."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...model import Parameters
from ...multibody import MultibodySystem, RigidBody, RigidBodyMotion, RigidBodySystem
from ...scene import Arrow, Line, PointMass, Projection, Rod, Scene, Trace, frame_arrows


def t_handle() -> MultibodySystem:
    """Two rods that form a T, free in a space station; Euler's equations R(2.37) without moments.

    The origin is the mass centre. x runs along the stem, y along the bar, z is perpendicular to both; with the given
    lengths I_y < I_x < I_z, so that the stem is the middle axis, about which rotation is unstable.
    """
    p = Parameters(
        m_1=(0.2, "kg", "mass of the bar"),
        l_1=(0.2, "m", "length of the bar"),
        m_2=(0.1, "kg", "mass of the stem"),
        l_2=(0.12, "m", "length of the stem"),
        w_x0=(8.0, "rad/s", "angular velocity about the stem at the start", "real", r"\omega_{x0}"),
        w_y0=(0.02, "rad/s", "angular velocity about the bar at the start", "real", r"\omega_{y0}"),
        w_z0=(0.0, "rad/s", "angular velocity about z at the start", "real", r"\omega_{z0}"),
    )
    outputs = {f"w_{k}": ("rad/s", f"angular velocity about {k} of the body", rf"\omega_{k}") for k in "xyz"}
    outputs |= {f"L_{k}": ("kg m^2/s", f"angular momentum along {k} of the inertial frame", f"L_{k}") for k in "xyz"}
    return MultibodySystem(
        title="T-handle",
        source="R(2.32), R(2.37)",
        parameters=p,
        frames=["handle"],
        build=build,
        outputs=outputs,
        scene=scene,
    )


def handle(values: Mapping[str, float]) -> RigidBody:
    """The T about its mass centre: two thin rods, the bar across the end of the stem.

    Parameters
    ----------
    values : mapping of str to float
        Masses, kg, and lengths, m, by name.
    """
    m_1, l_1, m_2, l_2 = (values[name] for name in ("m_1", "l_1", "m_2", "l_2"))
    reduced = m_1 * m_2 / (m_1 + m_2) * (l_2 / 2) ** 2
    I_x, I_y = m_1 * l_1**2 / 12, m_2 * l_2**2 / 12 + reduced
    return RigidBody.about_centre("handle", m_1 + m_2, (I_x, I_y, I_x + I_y))


def build(values: Mapping[str, float]) -> RigidBodyMotion:
    """The free body with its angular velocity at the start."""
    system = RigidBodySystem([handle(values)], gravity=(0.0, 0.0, 0.0))
    w = [values[f"w_{k}0"] for k in "xyz"]
    return RigidBodyMotion(system, system.state(velocities={"handle": [0, 0, 0, *w]}), quantities=quantities)


def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Angular velocity in the basis of the body, angular momentum A D_S in that of space."""
    A, z = motion.system.place(x, "handle").A, motion.system.velocity(x, "handle")
    L = (A @ motion.system.bodies[0].angular_momentum_about_centre(z)[..., None])[..., 0]
    return {f"w_{k}": z[..., 3 + i] for i, k in enumerate("xyz")} | {f"L_{k}": L[..., i] for i, k in enumerate("xyz")}


def scene(system: MultibodySystem) -> Scene:
    """The handle, the path of the end of its stem, angular momentum."""
    p, body = system.parameters, system.frame("handle")
    l_1, l_2 = p.l_1, p.l_2
    top = p.m_2 / (p.m_1 + p.m_2) * l_2 / 2  # of the bar, from the mass centre
    end = body.point((top - l_2, 0, 0))
    L = [system.outputs[f"L_{k}"] for k in "xyz"]
    scale = 1.5 / (p.m_1 * l_1)  # m for each kg m²/s
    return Scene(
        shapes=(
            Trace(end, duration=4.0),
            Rod((top, -l_1 / 2, 0), (top, l_1 / 2, 0), width=0.12 * l_2, frame=body),
            Rod((top, 0, 0), (top - l_2, 0, 0), width=0.1 * l_2, frame=body),
            PointMass(end, 0.08 * l_2),
            *frame_arrows(body, 0.6 * l_1, ""),
            Line(((0, 0, 0), (0.9 * l_1, 0, 0)), role="reference", dashed=True),
            Arrow((0, 0, 0), [scale * x for x in L], "L", role="force"),
            Arrow((0.9 * l_1, 0, 0), (1.2 * l_1, 0, 0), "x_I", role="axis"),
        ),
        description=(
            "A handle in the form of a T floats weightless and spins about its stem. Every few seconds it turns over, "
            "so that the stem points the other way; its angular momentum, the arrow L, stays the same."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.4, up="z"),
        ranges={"w_x0": (-12.0, 12.0), "w_y0": (-12.0, 12.0), "w_z0": (-12.0, 12.0)},
        duration=15.0,
    )
