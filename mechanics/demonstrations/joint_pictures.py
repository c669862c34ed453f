"""Pictures of chapter 6 beyond the examples: six joints at work, and a chain whose joints come apart by drift."""

from collections.abc import Mapping

import numpy as np
from sympy import ImmutableMatrix, Rational

from ..model import Parameters
from ..multibody import (
    Cylindrical,
    Marker,
    MultibodySystem,
    Place,
    Planar,
    Prismatic,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
    Universal,
)
from ..multibody.assembly.index_one import equations_of_motion
from ..multibody.body.kinematics import cardan_rotation
from ..multibody.joints import Joint
from ..poses import Pose
from ..rotations import identity
from ..scene import Arrow, Box, Disc, Line, PointMass, Projection, Rod, Scene, Shape, Text, Trace

__all__ = ["drifting_chain", "joints_at_work"]

# --- six joints at work ---------------------------------------------------------------------------------------------

SPACING, DEPTH = 1.1, 1.8  # m between two neighbours, to the side and backwards
S = 0.35  # m, half an edge of a plate
WHERE = {
    "revolute": (0, 1), "prismatic": (1, 1), "cylindrical": (2, 1),
    "universal": (0, 0), "planar": (1, 0), "spherical": (2, 0),
}  # fmt: skip
HEIGHT = {"universal": 0.25, "spherical": 0.25}  # of marker P above its plate, m; the others 0.06
FREE = ("angle", "displacement")


def joints_at_work() -> MultibodySystem:
    """One body on each of six joints; every relative coordinate swings, R(2.49)-(2.53)."""
    p = Parameters(
        angle=(0.8, "rad", "how far the angles swing", "real"),
        shift=(0.15, "m", "how far the displacements swing", "real"),
    )
    return MultibodySystem(
        title="Six joints",
        source="R(2.49)",
        parameters=p,
        frames=list(WHERE),
        build=Swinging,
        outputs={"phi": ("rad", "first angle", r"\varphi"), "s": ("m", "first displacement")},
        scene=gallery,
    )


def joint_of(kind: str) -> Joint:
    """The joint of this kind between its plate on the ground and the body above it.

    Parameters
    ----------
    kind : str
        `"revolute"`, `"prismatic"`, `"cylindrical"`, `"universal"`, `"planar"` or `"spherical"`.
    """
    column, row = WHERE[kind]
    kinds = {k.__name__.lower(): k for k in (Revolute, Prismatic, Cylindrical, Universal, Planar)}
    at = Marker("ground", (column * SPACING, row * DEPTH, HEIGHT.get(kind, 0.06)))
    if kind == "spherical":
        return Spherical(at, Marker(kind), kind, orientation="cardan")
    return kinds[kind](at, Marker(kind), kind)


class Swinging:
    """Motion that is prescribed: the coordinates of all joints as functions of time."""

    def __init__(self, values: Mapping[str, float]):
        self.angle, self.shift = values["angle"], values["shift"]
        self.joints = [joint_of(kind) for kind in WHERE]
        self.start = np.zeros(1)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """Nothing moves by itself."""
        return np.zeros(1)

    def coordinate(self, name: str, number: int, t: np.ndarray) -> np.ndarray:
        """One relative coordinate over time; each has a pace of its own.

        Parameters
        ----------
        name : str
            Of the coordinate.
        number : int
            Its place among those of its joint.
        t : ndarray
            Times, s.

        Returns
        -------
        ndarray, shape (k,)
            rad or m.
        """
        is_shift = name in ("displacement", "x", "y")
        pace = (1.0, 1.7, 2.3)[number]
        if name == "displacement":
            return 0.3 + self.shift * np.sin(1.7 * t + 0.5)
        return (self.shift if is_shift else self.angle) * np.sin(pace * t + 0.5)

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Places of the six bodies by the relative poses of their joints, R(2.50); all markers are parallel at rest."""
        t = np.asarray(t, dtype=float)
        r, A = np.empty((len(t), len(self.joints), 3)), np.empty((len(t), len(self.joints), 3, 3))
        for k, joint in enumerate(self.joints):
            y = np.stack([self.coordinate(c, i, t) for i, c in enumerate(joint.coordinates)], axis=-1)
            for row, here in enumerate(y):
                A[row, k], s = joint.pose(here)
                r[row, k] = joint.P.r + s
        return r, A

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """None: there is no mass."""
        return np.zeros(len(t)), np.zeros(len(t))

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """The first angle and the displacement."""
        return {"phi": self.coordinate("angle", 0, t), "s": self.coordinate("displacement", 0, t)}


def gallery(system: MultibodySystem) -> Scene:
    """Six plates, and on each a body that moves as its joint allows."""
    shapes: list[Shape] = []
    for kind, (column, row) in WHERE.items():
        at = ImmutableMatrix([column * SPACING, row * DEPTH, 0])
        plate = Pose(identity, at)
        corners = tuple(plate.point((a, b, 0)) for a, b in ((-S, -S), (S, -S), (S, S), (-S, S), (-S, -S)))
        shapes += [Line(corners, role="ground")]
        shapes += [*BODIES[kind](plate, system.frame(kind)), *axes(system.frame(kind))]
        shapes += [Text(at + ImmutableMatrix([0, -0.5, 0]), rf"\text{{{kind}}}")]
    return Scene(
        shapes=tuple(shapes),
        description=(
            "Six plates in two rows, on each of them a body on a joint, with the axes of its frame. Revolute: an arm "
            "turns about the upright axis. Prismatic: a block runs along an upright rod. Cylindrical: a block runs "
            "along the rod and turns about it. Universal: a mast tilts about two axes, but does not turn about its "
            "own. Planar: a block slides over its plate and turns. Spherical: a mast with a cross bar tilts and turns."
        ),
        projection=Projection.axonometric(azimuth=0.3, elevation=0.55, up="z"),
        ranges={"angle": (0.0, 1.4), "shift": (0.0, 0.2)},
        duration=12.0,
    )


def axes(frame: Pose) -> list[Shape]:
    """The axes of a frame, without names."""
    return [Arrow((0, 0, 0), end, frame=frame, role="axis") for end in np.eye(3) * 0.3]


def arm(plate: Pose, frame: Pose) -> list[Shape]:
    """A bearing and an arm on it."""
    return [Disc(0.1, frame=plate, thickness=0.1), Box(0.4, 0.1, (0.16, 0, 0.05), frame=frame, depth=0.08)]


def slider(plate: Pose, frame: Pose) -> list[Shape]:
    """A rod and a block on it."""
    return [post(plate, 0.6), Box(0.26, 0.2, frame=frame, depth=0.14)]


def mast(plate: Pose, frame: Pose) -> list[Shape]:
    """A post, and on it a mast with a cross bar."""
    top = (0, 0, Rational(2, 5))
    return [
        post(plate, 0.25),
        PointMass(frame.p, 0.045, role="joint"),
        Rod((0, 0, 0), top, 0.06, frame=frame),
        Box(0.34, 0.07, top, frame=frame, depth=0.07),
    ]


def block(plate: Pose, frame: Pose) -> list[Shape]:
    """A flat block on the plate."""
    return [Box(0.3, 0.18, frame=frame, depth=0.08)]


def post(plate: Pose, height: float) -> Shape:
    """An upright rod on the plate."""
    return Rod((0, 0, 0), (0, 0, height), 0.06, frame=plate, role="ground")


BODIES = {
    "revolute": arm, "prismatic": slider, "cylindrical": slider, "universal": mast, "planar": block, "spherical": mast,
}  # fmt: skip

# --- drift ----------------------------------------------------------------------------------------------------------

LENGTH = 0.6  # m, of each rod
SIDE = 0.05  # m


def drifting_chain() -> MultibodySystem:
    """Two rods on ball joints, integrated with steps that are far too long: the joints come apart, R(2.52)."""
    p = Parameters(
        h=(0.03, "s", "step of the integrator"),
        b=(0.0, "1/s", "stabilisation", "nonnegative"),
        phi_0=(0.8, "rad", "angle of the upper rod at the start", "real", r"\varphi_0"),
    )
    return MultibodySystem(
        title="Joints that come apart",
        source="R(2.52)",
        parameters=p,
        frames=["upper", "lower"],
        build=Drifting,
        outputs={
            "gap": ("mm", "opening of the joint between the rods", "|g|"),
            "loss": ("J", "change of the energy", r"\Delta E"),
        },
        scene=chain_scene,
    )


def rods(b: float) -> RigidBodySystem:
    """The chain: every rod is described about its upper end."""
    slender = np.array([LENGTH**2 + SIDE**2, LENGTH**2 + SIDE**2, 2 * SIDE**2]) / 12
    bodies = [RigidBody.about_centre(name, 1.0, slender, r_S=(0, 0, -LENGTH / 2)) for name in ("upper", "lower")]
    joints = [
        Spherical(Marker("ground"), Marker("upper"), "ceiling"),
        Spherical(Marker("upper", (0, 0, -LENGTH)), Marker("lower"), "elbow"),
    ]
    return RigidBodySystem(bodies, joints, stabilisation=(b, b))


class Drifting:
    """The chain with its differentiated constraints only, by a Runge-Kutta method with a fixed step."""

    def __init__(self, values: Mapping[str, float]):
        self.system, self.fixed_step = rods(values["b"]), values["h"]
        A_1, A_2 = cardan_rotation((0, values["phi_0"], 0)), cardan_rotation((0.9, 0, 0))
        places = {"upper": Place(np.zeros(3), A_1), "lower": Place(A_1 @ np.array([0, 0, -LENGTH]), A_2)}
        self.motion = RigidBodyMotion(self.system, self.system.start(places))
        self.start = self.motion.start
        self.state_derivative = equations_of_motion(self.system, self.system.rows, compiled=False)
        self.places, self.energies = self.motion.places, self.motion.energies

    def integrate(self, times: np.ndarray, rtol: float, atol: float) -> np.ndarray:
        """Steps of the length h, straight lines between them."""
        grid = np.arange(0.0, times[-1] + self.fixed_step, self.fixed_step)
        states = [self.start]
        with np.errstate(all="ignore"):  # a step that is much too long makes numbers that are none: refused later
            for t in grid[:-1]:
                states.append(self._step(t, states[-1]))
        table = np.array(states)
        return np.stack([np.interp(times, grid, column) for column in table.T], axis=-1)

    def _step(self, t: float, x: np.ndarray) -> np.ndarray:
        """One step of the classical method of order four."""
        f, h = self.state_derivative, self.fixed_step
        k_1 = f(t, x)
        k_2 = f(t + h / 2, x + h / 2 * k_1)
        k_3 = f(t + h / 2, x + h / 2 * k_2)
        return x + h / 6 * (k_1 + 2 * k_2 + 2 * k_3 + f(t + h, x + h * k_3))

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """Opening of the lower joint, and what the energy has changed by."""
        elbow = self.system.constraints(t, x).g[:, 3:]
        energy = np.sum(self.energies(t, x), axis=0)
        return {"gap": 1000 * np.linalg.norm(elbow, axis=-1), "loss": energy - energy[0]}


def chain_scene(system: MultibodySystem) -> Scene:
    """Two rods, drawn where the integrator places them."""
    upper, lower = system.frame("upper"), system.frame("lower")
    end = (0, 0, -Rational(3, 5))
    return Scene(
        shapes=(
            Trace(lower.point(end), duration=3.0),
            Disc(0.2, (0, 0, 0.06), thickness=0.02, role="ground"),
            PointMass((0, 0, 0), 0.025, role="joint"),
            Rod((0, 0, 0), end, 0.03, frame=upper),
            Rod((0, 0, 0), end, 0.03, frame=lower),
            PointMass(upper.point(end), 0.02, role="joint"),
            PointMass(lower.p, 0.02, role="joint"),
            Line((upper.point(end), lower.p), role="force"),
        ),
        description=(
            "Two rods hang below a ceiling, the second from the end of the first, both on ball joints. They swing, and "
            "while they do, a gap opens between them, marked by a red line, for only the "
            "second derivative of the constraints is kept."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.2, up="z"),
        ranges={"h": (0.01, 0.035), "b": (0.0, 20.0), "phi_0": (0.2, 1.1)},
        limits=(-1.3, 1.3, -1.5, 0.4),
        duration=12.0,
    )
