"""A chain of fifty links on ball joints."""

from collections.abc import Mapping

import numpy as np

from ...model import Parameters
from ...multibody import MultibodySystem
from ...multibody.trees import Instants, JointDamper, Link, Loads, Tree, TreeMotion
from ...scene import Arrow, Line, PointMass, Projection, Rod, Scene, Text, Trace
from .hanging import inclined, rod_inertia, turning

LINKS = 50
NAMES = [f"link_{i}" for i in range(1, LINKS + 1)]


def hanging_chain() -> MultibodySystem:
    """Fifty equal round rods, each on the end of the one before, e_z up, the first one on the origin; W(59).

    At the start the chain is straight and inclined, and turns about the vertical. The joints are damped a little: a
    real chain rubs, and its links do not rattle for ever.
    """
    p = Parameters(
        l=(5.0, "m", "length of the chain"),
        m=(10.0, "kg", "mass of the chain"),
        r=(0.025, "m", "radius of a link"),
        g=(9.81, "m/s^2", "gravity"),
        d=(0.001, "N m s/rad", "damping in a joint", "nonnegative"),
        theta_0=(1.1, "rad", "inclination at the start", "real", r"\vartheta_0"),
        omega_0=(0.8, "rad/s", "turning about the vertical at the start", "real", r"\omega_0"),
    )
    outputs = {
        "x_E": ("m", "free end, along x"),
        "z_E": ("m", "free end, height under the hook"),
        "v_E": ("m/s", "speed of the free end"),
        "f_0": ("N", "force in the hook"),
        "f_25": ("N", "force in the middle of the chain"),
    }
    return MultibodySystem(
        title="Hanging chain of fifty links",
        source="own model, W(59)",
        parameters=p,
        frames=NAMES,
        build=build,
        outputs=outputs,
        accuracy=1e-11,
        scene=scene,
    )


def build(values: Mapping[str, float]) -> TreeMotion:
    """The tree with its start."""
    tree = chain(LINKS, values["l"], values["m"], values["r"])
    A = np.broadcast_to(inclined(values["theta_0"]), (LINKS, 3, 3))
    dampers = [JointDamper(joint, values["d"]) for joint in tree.joints if values["d"]]
    return TreeMotion(
        tree,
        A,
        np.broadcast_to(turning(A[0], values["omega_0"]), (LINKS, 3)),
        Loads(tree, (0, 0, -values["g"]), moments=dampers),
        outputs=measures(values["l"] / LINKS),
    )


def chain(links: int, l: float, m: float, r: float) -> Tree:
    """A chain of equal round rods with the length l and the mass m together; their axes z point up when it hangs.

    Parameters
    ----------
    links : int
        Number of rods.
    l : float
        Length of the whole chain, m.
    m : float
        Its mass, kg.
    r : float
        Radius of the rods, m.
    """
    length, mass = l / links, m / links
    inertia, half = rod_inertia(mass, length, r), (0, 0, length / 2)
    return Tree.of(
        Link(
            f"link_{i}",
            mass,
            inertia,
            f"link_{i - 1}" if i > 1 else "base",
            (0, 0, -length / 2) if i > 1 else (0, 0, 0),
            half,
        )
        for i in range(1, links + 1)
    )


def measures(length: float) -> dict:
    """What can be plotted, each a function of the instants of a motion; `length` is that of one link.

    Parameters
    ----------
    length : float
        m.

    Returns
    -------
    dict of str
        A function of `Instants` by the name of the output.
    """
    last = NAMES[-1]

    def end(here: Instants) -> np.ndarray:
        return here.point(last, (0, 0, -length / 2))

    return {
        "x_E": lambda here: end(here)[:, 0],
        "z_E": lambda here: end(here)[:, 2],
        "v_E": lambda here: np.linalg.norm(here.velocity(last, (0, 0, -length / 2)), axis=-1),
        "f_0": lambda here: here.hinge_force("link_1"),
        "f_25": lambda here: here.hinge_force(f"link_{LINKS // 2 + 1}"),
    }


def scene(system: MultibodySystem) -> Scene:
    """The links, and the path of the free end."""
    p = system.parameters
    length = p.l / LINKS
    frames = [system.frame(name) for name in NAMES]
    end = frames[-1].point((0, 0, -length / 2))
    return Scene(
        shapes=(
            Line(((0, 0, 0), (0, 0, -p.l)), role="reference", dashed=True),
            Trace(end, duration=3.0),
            *(
                Rod((0, 0, length / 2), (0, 0, -length / 2), 2 * p.r, frame=frame, role=role)
                for frame, role in zip(frames, ["body", "mass"] * (LINKS // 2), strict=True)
            ),
            PointMass((0, 0, 0), 1.5 * p.r, role="joint"),
            Arrow((0, 0, 0), (0.2 * p.l, 0, 0), "x_0", role="axis"),
            Arrow((0, 0, 0), (0, 0.2 * p.l, 0), "y_0", role="axis"),
            Arrow((0, 0, 0), (0, 0, 0.2 * p.l), "z_0", role="axis"),
            Text(end, "E", anchor="left"),
        ),
        description=(
            "A chain of fifty links hangs from a hook. It starts straight and inclined, swings down, and its free end "
            "whips round and draws its path. A dashed plumb line marks where the chain would hang at rest."
        ),
        projection=Projection.axonometric(azimuth=0.4, elevation=0.2, up="z"),
        ranges={
            "theta_0": (-1.5, 1.5),
            "omega_0": (-3.0, 3.0),
            "r": (0.015, 0.05),
            "d": (0.0, 0.005),
            "l": (2.0, 10.0),
        },
        duration=5.0,
    )
