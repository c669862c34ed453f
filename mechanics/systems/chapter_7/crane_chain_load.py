"""A crane's load on a chain of ball joints under a moving trolley."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from sympy import Matrix

from ...model import Parameters
from ...multibody import MultibodySystem
from ...multibody.trees import GuidedBase, Instants, JointDamper, Link, Loads, Tree, TreeMotion
from ...multibody.trees.guided import distinct
from ...poses import Pose
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Ground,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Shape,
    Trace,
    ValueArrow,
)
from .hanging import inclined, rod_inertia

LINKS = 10
NAMES = [f"link_{i}" for i in range(1, LINKS + 1)]
START = 1.0  # s, when the move begins
PLANE = Pose(Matrix([[0, 1, 0], [0, 0, -1], [-1, 0, 0]]), Matrix([0, 0, 0]))  # x down, y along the rail
SLING = 0.5  # m, from the end of the chain down to the load
RADIUS = 0.06  # m, of a link


def crane_chain_load() -> MultibodySystem:
    """Ten links and a cube that hang from a trolley; the trolley accelerates with a, coasts, and brakes with b.

    The base of the tree moves: r''_0 stands in W(54), and the reaction of the load on the trolley is not computed.
    With tau the steps of the acceleration become ramps of that duration; a tau as long as the load's period of swing,
    2π √(l_P / g) with l_P from the trolley to the load's centre, leaves it hanging almost still, a hard stop does not.
    """
    p = Parameters(
        d=(6.0, "m", "way of the trolley"),
        v=(2.0, "m/s", "largest speed of the trolley"),
        a=(1.0, "m/s^2", "acceleration of the trolley"),
        b=(5.0, "m/s^2", "braking of the trolley"),
        tau=(0.0, "s", "ramps: how long the acceleration takes to change", "nonnegative", r"\tau"),
        l=(4.0, "m", "length of the chain"),
        m_K=(30.0, "kg", "mass of the chain"),
        m_L=(300.0, "kg", "mass of the load"),
        s=(1.0, "m", "edge of the load, a cube"),
        g=(9.81, "m/s^2", "gravity"),
        theta_0=(0.0, "rad", "inclination of the chain at the start", "real", r"\vartheta_0"),
        d_K=(0.1, "N m s/rad", "damping in a joint of the chain", "nonnegative"),
    )
    outputs = {
        "theta": ("rad", "swing of the load, seen from the trolley", r"\vartheta"),
        "x_T": ("m", "way of the trolley"),
        "v_T": ("m/s", "speed of the trolley"),
        "a_T": ("m/s^2", "acceleration of the trolley"),
        "x_L": ("m", "way of the load"),
        "f_0": ("N", "force in the joint at the trolley"),
    }
    return MultibodySystem(
        title="Crane: load on a chain under a moving trolley",
        source="own model, W(59) with r''_0",
        parameters=p,
        frames=["base", *NAMES, "load"],
        build=build,
        outputs=outputs,
        scene=scene,
    )


def build(values: Mapping[str, float]) -> TreeMotion:
    """The tree, at rest under a trolley that is going to move."""
    s, length = values["s"], values["l"] / LINKS
    inertia, m = rod_inertia(values["m_K"] / LINKS, length, RADIUS), values["m_K"] / LINKS
    above = ["base", *NAMES]
    links = [
        Link(name, m, inertia, parent, (0, 0, 0 if parent == "base" else -length / 2), (0, 0, length / 2))
        for name, parent in zip(NAMES, above, strict=False)
    ]
    cube = Link(
        "load",
        values["m_L"],
        [values["m_L"] * s**2 / 6] * 3,
        NAMES[-1],
        (0, 0, -length / 2),
        (0, 0, SLING + s / 2),
    )
    tree = Tree.of([*links, cube])
    dampers = [JointDamper(joint, values["d_K"]) for joint in tree.joints if values["d_K"]]
    times, acceleration = move(*(values[name] for name in ("d", "v", "a", "b", "tau")))
    return TreeMotion(
        tree,
        np.broadcast_to(inclined(values["theta_0"]), (tree.n, 3, 3)),
        loads=Loads(tree, (0, 0, -values["g"]), moments=dampers),
        base=GuidedBase.along((1, 0, 0), times, acceleration),
        outputs=MEASURES,
        frames=["base", *NAMES, "load"],
    )


def move(d: float, v: float, a: float, b: float, tau: float) -> tuple[np.ndarray, Callable]:
    """Times at which the acceleration of the trolley jumps or bends, and the acceleration as a function of times.

    Steps a, 0, -b, 0 one after the other, each spread over tau: the mean of the last tau seconds. The way stays d.

    Parameters
    ----------
    d : float
        Way, m.
    v : float
        Largest speed, m/s.
    a, b : float
        Acceleration and braking, m/s².
    tau : float
        Duration of a ramp of the acceleration, s.

    Returns
    -------
    ndarray, and callable
        Times in s; a function of times (k,) that gives accelerations (k,), m/s².
    """
    top = np.minimum(v, np.sqrt(2 * d * a * b / (a + b)))  # a short way is over before the largest speed is reached
    coast = np.maximum(d / top - top / (2 * a) - top / (2 * b), 0.0)
    steps = START + np.cumsum([0.0, top / a, coast, top / b])
    heights = np.array([a, -a, -b, b])

    def acceleration(t: np.ndarray) -> np.ndarray:
        since = np.asarray(t, dtype=float)[:, None] - steps
        ramps = np.clip(since / tau, 0.0, 1.0) if tau else (since >= 0.0)
        return ramps @ heights

    return distinct(np.concatenate([steps, steps + np.maximum(tau, 1e-10)])), acceleration


def swing(here: Instants) -> np.ndarray:
    """Angle of the line from the trolley to the load's centre against the plumb line, positive along +x.

    Parameters
    ----------
    here : Instants
        Instants of a motion.

    Returns
    -------
    ndarray, shape (k,)
        rad.
    """
    arm = here.point("load") - here.base.r
    return np.arctan2(arm[:, 0], -arm[:, 2])


MEASURES: dict[str, Callable[[Instants], np.ndarray]] = {
    "theta": swing,
    "x_T": lambda here: here.base.r[:, 0],
    "v_T": lambda here: here.base.r_d[:, 0],
    "a_T": lambda here: here.base.r_dd[:, 0],
    "x_L": lambda here: here.point("load")[:, 0],
    "f_0": lambda here: here.hinge_force("link_1"),
}


def scene(system: MultibodySystem) -> Scene:
    """Rail on two legs, trolley, chain, load with its sling and its path; the acceleration as an arrow."""
    p, trolley, load = system.parameters, system.frame("base"), system.frame("load")
    length, hook = p.l / LINKS, (0, 0, SLING + p.s / 2)
    chain = [Rod((0, 0, length / 2), (0, 0, -length / 2), RADIUS, frame=system.frame(name)) for name in NAMES]
    corners = [(x * p.s / 2, y * p.s / 2, p.s / 2) for x in (-1, 1) for y in (-1, 1)]
    return Scene(
        shapes=(
            *_portal(p),
            Box(0.7, 0.5, (0, 0, 0.25), 0.5, frame=trolley),
            ValueArrow((0, 0, 0.9), (1, 0, 0), system.outputs["a_T"], 1.0, label="a_T", frame=trolley),
            Line(((0, 0, 0), (0, 0, -p.l - SLING)), frame=trolley, role="reference", dashed=True),
            AngleMark(0.6 * p.l, system.outputs["theta"], frame=trolley @ PLANE, label=system.outputs["theta"]),
            Arrow((0, 0, 1.4), (system.outputs["x_T"], 0, 1.4), "x_T"),
            Trace(load.p, duration=6.0),
            *chain,
            *(Line((hook, corner), frame=load) for corner in corners),
            PointMass((0, 0, 0), 0.09, frame=trolley, role="joint"),
            Box(p.s, p.s, (0, 0, 0), p.s, frame=load, role="mass"),
        ),
        description=(
            "A trolley runs along a rail on two legs. A chain of ten links hangs from it, at its end a cube in a "
            "sling. The trolley accelerates, coasts and brakes, an arrow shows its acceleration; the load lags behind, "
            "swings forward at the stop and goes on swinging. A dashed plumb line hangs from the trolley, an arc "
            "shows the swing."
        ),
        projection=Projection.axonometric(azimuth=0.35, elevation=0.2, up="z"),
        sketch={"theta_0": 0.35},
        ranges={
            "theta_0": (-1.0, 1.0),
            "d": (2.0, 12.0),
            "v": (0.5, 4.0),
            "a": (0.2, 5.0),
            "b": (0.2, 20.0),
            "tau": (0.0, 6.0),
            "d_K": (0.0, 1.0),
        },
        duration=20.0,
    )


def _portal(p: Any) -> list[Shape]:
    """Ground, legs and rail; the trolley's joint is at the height zero."""
    floor, left, right = -(p.l + SLING + 1.5 * p.s), -3.5, p.d + 3.5
    return [
        Ground((right + 0.5, 0, floor), (left - 0.5, 0, floor)),
        *(Rod((x, y, floor), (x, 0, 0.6), 0.15) for x in (left, right) for y in (-1, 1)),
        Rod((left, 0, 0.6), (right, 0, 0.6), 0.2),
    ]
