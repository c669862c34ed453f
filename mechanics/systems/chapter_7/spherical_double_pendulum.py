"""Two rods that hang from each other by ball joints."""

from collections.abc import Mapping

import numpy as np
from sympy import Matrix

from ...model import Parameters
from ...multibody import MultibodySystem
from ...multibody.trees import Instants, JointDamper, Link, Loads, Tree, TreeMotion, angular_momentum
from ...scene import Arrow, Line, PointMass, Projection, Rod, Scene, Trace
from .hanging import inclination, inclination_mark, inclined, rod_inertia, turning


def spherical_double_pendulum() -> MultibodySystem:
    """Two round rods on ball joints, e_z up: the smallest tree that is more than a single body; W(59).

    The axes z of the rods point from their lower ends to their upper ones. With the damping d = 0 only the energy
    and the angular momentum about the vertical are conserved.
    """
    p = Parameters(
        m_1=(2.0, "kg", "mass of the upper rod"),
        m_2=(1.0, "kg", "mass of the lower rod"),
        l_1=(1.0, "m", "length of the upper rod"),
        l_2=(0.8, "m", "length of the lower rod"),
        r=(0.03, "m", "radius of the rods"),
        g=(9.81, "m/s^2", "gravity"),
        d=(0.0, "N m s/rad", "damping in the joints", "nonnegative"),
        theta_10=(0.9, "rad", "inclination of the upper rod at the start", "real", r"\vartheta_{1,0}"),
        theta_20=(1.6, "rad", "inclination of the lower rod at the start", "real", r"\vartheta_{2,0}"),
        phi_20=(1.0, "rad", "azimuth of the lower rod at the start", "real", r"\varphi_{2,0}"),
        omega_0=(1.5, "rad/s", "turning about the vertical at the start", "real", r"\omega_0"),
    )
    outputs = {
        "theta_1": ("rad", "inclination of the upper rod", r"\vartheta_1"),
        "theta_2": ("rad", "inclination of the lower rod", r"\vartheta_2"),
        "f_1": ("N", "force in the upper joint"),
        "f_2": ("N", "force in the lower joint"),
        "L_z": ("kg m^2/s", "angular momentum about the vertical"),
    }
    return MultibodySystem(
        title="Spherical double pendulum",
        source="own model, W(59)",
        parameters=p,
        frames=["upper", "lower"],
        build=build,
        outputs=outputs,
        accuracy=1e-11,
        scene=scene,
    )


def build(values: Mapping[str, float]) -> TreeMotion:
    """The tree with its start."""
    m_1, m_2, l_1, l_2, r = (values[name] for name in ("m_1", "m_2", "l_1", "l_2", "r"))
    tree = Tree.of([
        Link("upper", m_1, rod_inertia(m_1, l_1, r), hinge=(0, 0, l_1 / 2)),
        Link("lower", m_2, rod_inertia(m_2, l_2, r), "upper", joint=(0, 0, -l_1 / 2), hinge=(0, 0, l_2 / 2)),
    ])  # fmt: skip
    A = np.array([inclined(values["theta_10"]), inclined(values["theta_20"], values["phi_20"])])
    w = np.array([turning(orientation, values["omega_0"]) for orientation in A])
    dampers = [JointDamper(joint, values["d"]) for joint in tree.joints if values["d"]]
    return TreeMotion(tree, A, w, Loads(tree, (0, 0, -values["g"]), moments=dampers), outputs=measures())


def measures() -> dict:
    """What can be plotted, each a function of the instants of a motion."""

    def momentum(here: Instants) -> np.ndarray:
        return angular_momentum(here.motion.tree, here.A, here.w)[:, 2]

    return {
        "theta_1": lambda here: inclination(here, "upper"),
        "theta_2": lambda here: inclination(here, "lower"),
        "f_1": lambda here: here.hinge_force("upper"),
        "f_2": lambda here: here.hinge_force("lower"),
        "L_z": momentum,
    }


def scene(system: MultibodySystem) -> Scene:
    """Rods and balls in space, the path of the lower end, and the plumb line from which inclinations are counted."""
    p, upper, lower = system.parameters, system.frame("upper"), system.frame("lower")
    knee, end = upper.point((0, 0, -p.l_1 / 2)), lower.point((0, 0, -p.l_2 / 2))
    reach = p.l_1 + p.l_2
    return Scene(
        shapes=(
            Line(((0, 0, 0), (0, 0, -reach)), role="reference", dashed=True),
            Arrow((0, 0, 0), (0.3 * reach, 0, 0), "x_0", role="axis"),
            Arrow((0, 0, 0), (0, 0.3 * reach, 0), "y_0", role="axis"),
            Arrow((0, 0, 0), (0, 0, 0.3 * reach), "z_0", role="axis"),
            Trace(end, duration=5.0),
            Rod((0, 0, p.l_1 / 2), (0, 0, -p.l_1 / 2), 2 * p.r, frame=upper),
            Rod((0, 0, p.l_2 / 2), (0, 0, -p.l_2 / 2), 2 * p.r, frame=lower),
            PointMass((0, 0, 0), 1.6 * p.r, role="joint"),
            PointMass(knee, 1.6 * p.r, role="joint"),
            Line((knee, knee - Matrix([0, 0, 0.6 * p.l_2])), role="reference", dashed=True),
            inclination_mark(upper, (0, 0, 0), 0.45 * p.l_1, system.outputs["theta_1"]),
            inclination_mark(lower, knee, 0.45 * p.l_2, system.outputs["theta_2"]),
        ),
        description=(
            "A round rod hangs from a fixed ball joint, a second one from its lower end by another ball joint. Both "
            "swing and turn in space; the free end draws its path. Dashed plumb lines go through the joints, arcs show "
            "the inclinations of the rods."
        ),
        projection=Projection.axonometric(azimuth=0.6, elevation=0.25, up="z"),
        ranges={
            "theta_10": (0.0, 3.0),
            "theta_20": (0.0, 3.0),
            "phi_20": (-3.1, 3.1),
            "omega_0": (-5.0, 5.0),
            "d": (0.0, 0.2),
        },
    )
