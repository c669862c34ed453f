"""Pictures of chapter 6 beyond the examples: a free body with one wrong sign, and a door on three hinges."""

from collections.abc import Mapping

import numpy as np

from ..model import Parameters
from ..multibody import (
    Marker,
    MultibodySystem,
    Place,
    PointMasses,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
)
from ..multibody.body.place import cross
from ..poses import Pose
from ..rotations.arrays import quaternion_matrix, quaternion_rate
from ..scene import Arrow, Box, Disc, PointMass, Projection, Rod, Scene, Shape, Trace, ValueArrow

__all__ = ["door", "door_on_hinges", "sign_riddle", "suspicious_body"]

# --- one sign is wrong ----------------------------------------------------------------------------------------------

ENDS = np.diag([0.5, 0.35, 0.25])  # m, of the arms
BALLS = (0.8, 0.7, 0.5)  # kg, at the ends


RIGHT = (1.0, 1.0, 1.0, 1.0)
PRINTED = (-1.0, 1.0, 1.0, 1.0)  # m r_S with a tilde in both blocks of the mass matrix beside the diagonal
RIDDLE = (1.0, -1.0, 1.0, 1.0)


def suspicious_body() -> MultibodySystem:
    """A body in free flight, described about a corner; every term of R(2.4a) has a factor that should be 1."""
    return with_factors("A body as printed", PRINTED, RIGHT)


def sign_riddle() -> MultibodySystem:
    """The same with a wrong sign inside: the sliders have to undo it."""
    return with_factors("Which sign is wrong?", RIGHT, RIDDLE)


def with_factors(title: str, shown: tuple[float, ...], hidden: tuple[float, ...]) -> MultibodySystem:
    """A free body with equations whose terms are multiplied by factors, those of the sliders and hidden ones."""
    terms = ("m r̃_Sᵀ in the mass matrix", "m ω × (ω × r_S)", "m r_S × (ω × v)", "ω × I_O ω")
    factors = {
        f"s_{k}": (value, "1", f"factor of the term {term}", "real")
        for k, (value, term) in enumerate(zip(shown, terms, strict=True), 1)
    }
    p = Parameters(
        **factors,
        w_x=(0.4, "rad/s", "angular velocity at the start, x", "real", r"\omega_{x0}"),
        w_y=(0.6, "rad/s", "angular velocity at the start, y", "real", r"\omega_{y0}"),
        w_z=(2.0, "rad/s", "angular velocity at the start, z", "real", r"\omega_{z0}"),
    )
    return MultibodySystem(
        title=title,
        source="R(2.4a)",
        parameters=p,
        frames=["body"],
        build=lambda values: Suspect(values, hidden),
        outputs={
            "P": ("kg m/s", "size of the momentum", "|P|"),
            "D": ("kg m^2/s", "size of the angular momentum about the mass centre", "|D_S|"),
        },
        scene=suspect_scene,
    )


def bracket() -> RigidBody:
    """Three light arms along the axes with a ball at each end, described about the corner where they meet."""
    return PointMasses(np.array(BALLS), ENDS).body("bracket")


class Suspect:
    """Free flight by M ż + Q = 0 with factors at four terms; the state is r, quaternion, z."""

    def __init__(self, values: Mapping[str, float], hidden: tuple[float, ...]):
        self.body, self.s = bracket(), [values[f"s_{k}"] * sign for k, sign in enumerate(hidden, 1)]
        w = np.array([values["w_x"], values["w_y"], values["w_z"]])
        v = -np.cross(w, self.body.r_S)  # the mass centre rests
        self.start = np.concatenate([-self.body.r_S, [1.0, 0, 0, 0], v, w])
        self.inverse = np.linalg.inv(self._mass_matrix())

    def _mass_matrix(self) -> np.ndarray:
        M = self.body.mass_matrix.copy()
        M[:3, 3:] *= self.s[0]
        return M

    def gyroscopic_forces(self, v: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Q of R(2.4a), with the factors."""
        m, r_S = self.body.m, self.body.r_S
        w_v, (_, s_2, s_3, s_4) = cross(w, v), self.s
        force = m * (w_v + s_2 * cross(w, cross(w, r_S)))
        return np.concatenate([force, s_3 * m * cross(r_S, w_v) + s_4 * cross(w, self.body.I_O @ w)])

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ṙ = A v, the rate of the quaternion, and ż = −M⁻¹ Q."""
        q, v, w = x[3:7], x[7:10], x[10:]
        z_d = -self.inverse @ self.gyroscopic_forces(v, w)
        return np.concatenate([quaternion_matrix(q) @ v, quaternion_rate(q, w), z_d])

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The corner and the axes of the body."""
        return x[:, None, :3], quaternion_matrix(x[:, 3:7])[:, None]

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The kinetic energy that the body really has; there is no weight."""
        return self.body.kinetic_energy(x[:, 7:]), np.zeros(len(x))

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """What a free flight keeps besides the energy."""
        z = x[:, 7:]
        momenta = {"P": self.body.momentum(z), "D": self.body.angular_momentum_about_centre(z)}
        return {name: np.linalg.norm(value, axis=-1) for name, value in momenta.items()}


def suspect_scene(system: MultibodySystem) -> Scene:
    """The arms with their balls, the corner O where they meet, and the mass centre with its path."""
    frame, centre = system.frame("body"), tuple(map(float, bracket().r_S))
    parts: list[Shape] = []
    for end, ball, axis in zip(ENDS, BALLS, "xyz", strict=True):
        tip = frame.point(tuple(end))
        parts += [Rod((0, 0, 0), tuple(end), 0.014, frame=frame), PointMass(tip, 0.035 * ball**0.3, axis)]
    return Scene(
        shapes=(
            Trace(frame.point(centre), duration=8.0),
            *parts,
            Arrow((0, 0, 0), centre, "r_S", frame=frame),
            PointMass(frame.point(centre), 0.014, "S"),
            PointMass(frame.p, 0.016, "O", role="joint"),
        ),
        description=(
            "Three perpendicular arms of different lengths, with a ball at the end of each, fly in empty space. "
            "They are described about the corner O where they meet; an arrow leads from there to the mass "
            "centre S. With right equations S rests here; with a wrong sign it may wander off, although no force acts."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.3, up="z"),
        ranges=dict.fromkeys(("s_1", "s_2", "s_3", "s_4"), (-1.0, 1.0))
        | dict.fromkeys(("w_x", "w_y", "w_z"), (-2.0, 2.0)),
        limits=(-3.0, 3.0, -2.5, 2.5),  # as far as the wrong signs carry it
        duration=6.0,
    )


# --- the door -------------------------------------------------------------------------------------------------------

WIDTH, TALL, THICK = 0.9, 2.0, 0.05  # m
MASS = 30.0  # kg
HINGES = {"lower": -0.8, "middle": 0.0, "upper": 0.8}  # height over the middle of the door, m


def door(
    hinges: Mapping[str, float] = HINGES,
    kind: type[Revolute] | type[Spherical] = Revolute,
    lean: float = 0.1,
    redundant: str = "allow",
) -> RigidBodySystem:
    """A door on any number of hinges.

    Parameters
    ----------
    hinges : mapping of str to float
        Height of each over the middle of the door by name, m.
    kind : type[Revolute] or type[Spherical]
        Of the joints; a spherical one is a hinge that bears forces and no moments.
    lean : float
        Of the frame against the vertical, rad; it makes the door swing back to the middle.
    redundant : str
        Whether redundant constraints are allowed, as `RigidBodySystem` takes it.
    """
    moments = MASS / 12 * np.array([TALL**2 + THICK**2, WIDTH**2 + TALL**2, WIDTH**2 + THICK**2])
    panel = RigidBody.about_centre("door", MASS, moments, r_S=(WIDTH / 2, 0, 0))
    joints = [kind(Marker("ground", (0, 0, h)), Marker("door", (0, 0, h)), name) for name, h in hinges.items()]
    gravity = 9.81 * np.array([np.sin(lean), 0, -np.cos(lean)])
    return RigidBodySystem([panel], joints, gravity=tuple(gravity), redundant=redundant)


def door_on_hinges() -> MultibodySystem:
    """A door on three hinges, in a frame that leans a little; the forces of the hinges are those of smallest norm."""
    p = Parameters(
        h=(0.0, "m", "height of the middle hinge over the middle of the door", "real"),
        lean=(0.1, "rad", "lean of the frame", "real"),
        phi_0=(1.3, "rad", "angle of the door at the start", "real", r"\varphi_0"),
    )
    names = {"upper": "u", "middle": "m", "lower": "l"}
    outputs = {
        f"{axis}_{letter}": ("N", f"{what} force of the {name} hinge on the door", f"F_{{{axis}{letter}}}")
        for axis, what in (("z", "vertical"), ("x", "horizontal"))
        for name, letter in names.items()
    }
    return MultibodySystem(
        title="A door on three hinges",
        source="R(2.45)",
        parameters=p,
        frames=["door"],
        build=lambda values: swinging_door(values, names),
        outputs={"phi": ("rad", "angle of the door", r"\varphi"), **outputs},
        scene=door_scene,
    )


def swinging_door(values: Mapping[str, float], names: Mapping[str, str]) -> RigidBodyMotion:
    """The door as it is let go.

    Parameters
    ----------
    values : mapping of str to float
        Values of the parameters by name.
    names : mapping of str to str
        Letter of each hinge in the names of the outputs.
    """
    system = door(HINGES | {"middle": values["h"]}, Spherical, values["lean"])
    c, s = np.cos(values["phi_0"]), np.sin(values["phi_0"])
    start = system.start({"door": Place(np.zeros(3), np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))})

    def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        A = system.place(x, "door").A
        forces = {name: reaction.force for name, reaction in system.reactions(t, x).items()}
        found = {"phi": np.arctan2(A[:, 1, 0], A[:, 0, 0])}
        for name, letter in names.items():
            found |= {f"z_{letter}": forces[name][:, 2], f"x_{letter}": forces[name][:, 0]}
        return found

    return RigidBodyMotion(system, start, quantities=quantities)


def door_scene(system: MultibodySystem) -> Scene:
    """The door in its frame, and the forces of its hinges."""
    p, frame = system.parameters, system.frame("door")
    heights = {"l": HINGES["lower"], "m": p.h, "u": HINGES["upper"]}
    forces = [
        ValueArrow((0, 0, h), direction, system.outputs[f"{axis}_{letter}"], 300.0)
        for letter, h in heights.items()
        for axis, direction in (("z", (0, 0, 1)), ("x", (1, 0, 0)))
    ]
    post = Pose(frame.R.eye(3), frame.R.zeros(3, 1))
    return Scene(
        shapes=(
            Rod((-0.06, 0, -1.1), (-0.06, 0, 1.1), 0.08, frame=post, role="ground"),
            Box(WIDTH, THICK, (WIDTH / 2, 0, 0), frame=frame, depth=TALL),
            *(Disc(0.035, (0, 0, h), frame=frame, thickness=0.12) for h in heights.values()),
            *forces,
        ),
        description=(
            "A door hangs on a post by three hinges, one below the other. The post leans, so that the door swings to "
            "and fro about its lowest position. Red arrows at the hinges are the forces on the door, the vertical and "
            "the horizontal ones."
        ),
        projection=Projection.axonometric(azimuth=0.55, elevation=0.25, up="z"),
        ranges={"h": (-0.7, 0.7), "lean": (0.02, 0.3), "phi_0": (-1.5, 1.5)},
        limits=(-1.2, 1.4, -1.4, 1.4),
        duration=10.0,
    )
