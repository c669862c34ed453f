"""A chandelier of twelve lamps: a tree with sixteen bodies that branches twice."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sympy import Expr, cos, pi, sin

from ...model import Parameters
from ...multibody import MultibodySystem
from ...multibody.trees import JointDamper, Link, Loads, Tree, TreeMotion
from ...poses import Pose
from ...scene import Ground, Line, PointMass, Projection, Rod, Scene, Shape, Trace
from .hanging import inclination, inclination_mark, inclined, rod_inertia

LARGE, SMALL = 8, 4  # lamps on the large ring and on the small one
BALL, BAR = 0.075, 0.03  # m: radius of a lamp, thickness of rods and rings


def chandelier() -> MultibodySystem:
    """Rod, large ring with eight lamps, below it a second rod and a small ring with four lamps; all ball joints.

    e_z up, the ceiling is the origin. A ring hangs from a point above its plane, held by spokes; its rods and lamps
    hang straight down at rest. No constraint equation is needed: the graph of bodies and joints is a tree.
    """
    p = Parameters(
        l_1=(1.1, "m", "length of the upper rod"),
        l_2=(0.5, "m", "length of the lower rod"),
        R_1=(0.8, "m", "radius of the large ring"),
        R_2=(0.4, "m", "radius of the small ring"),
        h=(0.25, "m", "height of the hinge above a ring"),
        l_L=(0.4, "m", "length of the wire of a lamp, to its middle"),
        m_R=(6.0, "kg", "mass of the large ring; the small one has R_2 / R_1 of it"),
        m_S=(1.0, "kg", "mass of a rod"),
        m_L=(0.6, "kg", "mass of a lamp, a ball on a wire without mass"),
        g=(9.81, "m/s^2", "gravity"),
        d=(0.004, "N m s/rad", "damping in the joints", "nonnegative"),
        theta_0=(0.35, "rad", "all hangs inclined at the start", "real", r"\vartheta_0"),
        omega_z=(0.5, "rad/s", "turning of the rings at the start", "real", r"\omega_z"),
        omega_L=(6.0, "rad/s", "push on the first lamp: its swing at the start", "real", r"\omega_L"),
    )
    outputs = {
        "theta_S": ("rad", "inclination of the upper rod", r"\vartheta_S"),
        "theta_R": ("rad", "inclination of the large ring", r"\vartheta_R"),
        "theta_L": ("rad", "inclination of the first lamp", r"\vartheta_L"),
        "f_0": ("N", "force in the hook on the ceiling"),
    }
    return MultibodySystem(
        title="Chandelier",
        source="own model, W(59)",
        parameters=p,
        frames=frames(),
        build=build,
        outputs=outputs,
        accuracy=1e-11,
        scene=scene,
    )


def frames() -> list[str]:
    """Names of the bodies in the order of the tree."""
    lamps = [f"lamp_{i}" for i in range(1, LARGE + SMALL + 1)]
    return ["rod_1", "ring_1", "rod_2", "ring_2", *lamps]


def build(values: Mapping[str, float]) -> TreeMotion:
    """The tree with its start: the rods inclined, the rings level and turning, one lamp pushed."""
    tree = Tree.of(links(values))
    A, w = np.broadcast_to(np.eye(3), (tree.n, 3, 3)).copy(), np.zeros((tree.n, 3))
    A[[0, 2]] = inclined(values["theta_0"])
    w[[1, 3], 2] = values["omega_z"]
    w[4, 0] = values["omega_L"]
    dampers = [JointDamper(joint, values["d"]) for joint in tree.joints if values["d"]]
    outputs = {
        "theta_S": lambda here: inclination(here, "rod_1"),
        "theta_R": lambda here: inclination(here, "ring_1"),
        "theta_L": lambda here: inclination(here, "lamp_1"),
        "f_0": lambda here: here.hinge_force("rod_1"),
    }
    return TreeMotion(tree, A, w, Loads(tree, (0, 0, -values["g"]), moments=dampers), outputs=outputs)


def links(v: Mapping[str, float]) -> list[Link]:
    """The bodies, each with its place on the one it hangs on; axes of all bodies are parallel at rest.

    Parameters
    ----------
    v : mapping of str to float
        Values of the parameters by name.

    Returns
    -------
    list of Link
        In the order of the tree.
    """
    top, level = (0, 0, v["h"]), (0, 0, 0)
    lamp = [0.4 * v["m_L"] * BALL**2] * 3
    return [
        _rod("rod_1", v["m_S"], v["l_1"], "base", level),
        _ring("ring_1", v["m_R"], v["R_1"], "rod_1", (0, 0, -v["l_1"] / 2), top),
        _rod("rod_2", v["m_S"], v["l_2"], "ring_1", level),
        _ring("ring_2", v["m_R"] * v["R_2"] / v["R_1"], v["R_2"], "rod_2", (0, 0, -v["l_2"] / 2), top),
        *(
            Link(
                f"lamp_{i}",
                v["m_L"],
                lamp,
                ring,
                (R * np.cos(float(phi)), R * np.sin(float(phi)), 0),
                (0, 0, v["l_L"]),
            )
            for i, (ring, R, phi) in enumerate(lamps(v["R_1"], v["R_2"]), 1)
        ),
    ]


def lamps(R_1: Expr, R_2: Expr) -> list[tuple[str, Expr, Expr]]:
    """Ring, radius and angle on the ring of each lamp.

    Parameters
    ----------
    R_1, R_2 : Expr
        Radii of the large and of the small ring, symbols or numbers, m.

    Returns
    -------
    list of (str, Expr, Expr)
        The angle in rad.
    """
    large = [("ring_1", R_1, 2 * pi * k / LARGE) for k in range(LARGE)]
    return large + [("ring_2", R_2, 2 * pi * k / SMALL) for k in range(SMALL)]


def _rod(name: str, m: float, l: float, parent: str, joint: tuple) -> Link:
    return Link(name, m, rod_inertia(m, l, BAR / 2), parent, joint, (0, 0, l / 2))


def _ring(name: str, m: float, R: float, parent: str, joint: tuple, hinge: tuple) -> Link:
    return Link(name, m, [m * R**2 / 2, m * R**2 / 2, m * R**2], parent, joint, hinge)


def scene(system: MultibodySystem) -> Scene:
    """Rods, rings with spokes, wires and lamps; the first lamp draws its path."""
    p = system.parameters
    rods = [
        Rod((0, 0, l / 2), (0, 0, -l / 2), BAR, frame=system.frame(name))
        for name, l in (("rod_1", p.l_1), ("rod_2", p.l_2))
    ]
    rings = [
        *_ring_shapes(system.frame("ring_1"), p.R_1, p.h, LARGE),
        *_ring_shapes(system.frame("ring_2"), p.R_2, p.h, 2 * SMALL),
    ]
    balls: list[Shape] = []
    for i in range(1, LARGE + SMALL + 1):
        frame = system.frame(f"lamp_{i}")
        balls += [Line(((0, 0, p.l_L), (0, 0, 0)), frame=frame), PointMass(frame.p, BALL)]
    return Scene(
        shapes=(
            Ground((0.5, 0, 0), (-0.5, 0, 0)),
            PointMass((0, 0, 0), BAR, role="joint"),
            *rods,
            *rings,
            Trace(system.frame("lamp_1").p, duration=3.0),
            *balls,
            Line(((0, 0, 0), (0, 0, -p.l_1)), role="reference", dashed=True),
            inclination_mark(system.frame("rod_1"), (0, 0, 0), 0.6 * p.l_1, system.outputs["theta_S"]),
        ),
        description=(
            "A chandelier hangs from a hook on the ceiling: a rod, on it a large ring held by spokes with eight lamps "
            "on wires, below that a second rod and a small ring with four lamps. Everything swings; the first lamp, "
            "which gets a push, draws its path. An arc shows the inclination of the upper rod."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.3, up="z"),
        ranges={"theta_0": (-1.0, 1.0), "omega_z": (-4.0, 4.0), "omega_L": (-12.0, 12.0), "d": (0.0, 0.05)},
        duration=12.0,
    )


def _ring_shapes(frame: Pose, R: Any, h: Any, corners: int) -> list[Shape]:
    """The ring as a polygon of bars, and spokes from its corners up to the hinge."""
    angles = [2 * pi * k / corners for k in range(corners)]
    points = [(R * cos(phi), R * sin(phi), 0) for phi in angles]
    bars = [Rod(a, b, BAR, frame=frame) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    spokes = [Line((point, (0, 0, h)), frame=frame) for point in points]
    hub = [Line(((0, 0, 0), (0, 0, h)), frame=frame), PointMass(frame.point((0, 0, h)), BAR, role="joint")]
    return [*bars, *spokes, *hub]
