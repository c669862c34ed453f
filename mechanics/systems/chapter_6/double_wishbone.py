"""Suspension of a wheel by two wishbones and a tie rod: closed loops in space, over a bump in the road."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...model import ModelError, Parameters
from ...multibody import (
    Marker,
    MultibodySystem,
    Place,
    Prismatic,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
    Universal,
)
from ...multibody.elements import Contact, Excited, ForceElement, Geometry, Linear, LineElement
from ...multibody.elements.element import cross
from .double_wishbone_design import HEIGHT, UPPER_BALL, Points, design
from .double_wishbone_picture import RADIUS, START, scene


def double_wishbone() -> MultibodySystem:
    """A quarter of a car on one wheel; R(2.44)-(2.53), R(2.59)-(2.62).

    The chassis moves up and down. Both wishbones hang on it by hinges along x, the wheel carrier (with the wheel, which
    does not spin here) hangs on them by ball joints, and a tie rod keeps its direction. The car stands still, the road
    with its bump runs backwards. At the start springs and tyre are in equilibrium.
    """
    p = Parameters(
        m=(300.0, "kg", "mass of the chassis on this wheel"),
        m_w=(35.0, "kg", "mass of wheel and carrier"),
        k=(45e3, "N/m", "stiffness of the spring"),
        d=(3500.0, "N s/m", "damping of the strut", "nonnegative"),
        k_t=(200e3, "N/m", "stiffness of the tyre"),
        d_t=(150.0, "N s/m", "damping of the tyre", "nonnegative"),
        l_u=(0.24, "m", "length of the upper wishbone"),
        z_u=(0.48, "m", "height of the upper hinge over the road"),
        h=(0.06, "m", "height of the bump", "nonnegative"),
        l_b=(0.8, "m", "length of the bump"),
        v=(5.0, "m/s", "speed of the car"),
        g=(9.81, "m/s^2", "gravity"),
    )
    return MultibodySystem(
        title="Double wishbone suspension",
        source="R(2.44)-(2.62)",
        parameters=p,
        frames=["chassis", "lower", "upper", "carrier", "rod"],
        build=build,
        outputs={
            "z_c": ("m", "lift of the chassis"),
            "z_w": ("m", "lift of the wheel centre"),
            "camber": ("rad", "camber: the top of the wheel leans outwards", r"\gamma"),
            "toe": ("rad", "toe: the wheel steers inwards", r"\delta"),
            "F_s": ("N", "force of spring and damper, pressure positive", "F_s"),
            "F_t": ("N", "load of the wheel", "F_t"),
            "h_r": ("m", "height of the road under the wheel", "h_r"),
        },
        accuracy=1e-6,
        scene=scene,
    )


def points(values: Mapping[str, float]) -> Points:
    """Where the joints lie in the design position.

    Parameters
    ----------
    values : mapping of str to float
        Length l_u of the upper wishbone and height z_u of its hinge, m.

    Raises
    ------
    ModelError
        If the upper wishbone does not reach from its hinge to the ball joint.
    """
    l_u, z_u = values["l_u"], values["z_u"]
    if not l_u**2 - (z_u - UPPER_BALL[2]) ** 2 > 1e-4:
        raise ModelError(
            f"The upper wishbone ends at a ball joint {UPPER_BALL[2]:g} m over the road; with a length of "
            f"{l_u:g} m it cannot hang {z_u:g} m over the road. Make it longer, or bring the hinge nearer to the ball."
        )
    return design(l_u, z_u, np.sqrt)


def build(values: Mapping[str, float]) -> RigidBodyMotion:
    """The suspension with the spring compressed as much as its load asks for."""
    at = points(values)
    free, loaded = (_accelerations(values, at, F) for F in (0.0, 1.0))
    preload = -free / (loaded - free)  # accelerations are linear in the force
    system = _assembled(values, at, preload)
    T = values["l_b"] / values["v"]
    return RigidBodyMotion(system, system.start(_places(at)), quantities=quantities, breaks=(START, START + T))


def _accelerations(values: Mapping[str, float], at: Points, preload: float) -> float:
    """Acceleration of the chassis in the design position, with this force in the spring."""
    system = _assembled(values, at, preload)
    return float(system.accelerations(0.0, system.state(_places(at))).z_d[0, 2])


def _places(at: Points) -> dict[str, Place]:
    """All bodies have the axes of the ground in the design position; their origins lie in joints."""
    origins = {
        "chassis": at.chassis,
        "lower": at.lower_hinge,
        "upper": at.upper_hinge,
        "carrier": at.wheel,
        "rod": at.rod_inner,
    }
    return {name: Place(r, np.eye(3)) for name, r in origins.items()}


def _assembled(values: Mapping[str, float], at: Points, preload: float) -> RigidBodySystem:
    places = _places(at)

    def on(body: str, point: np.ndarray, z: Any = (0.0, 0.0, 1.0)) -> Marker:
        return Marker.along(body, point - places[body].r if body in places else point, z=z)

    forwards, outwards = (1.0, 0.0, 0.0), at.rod_outer - at.rod_inner
    joints = [
        Prismatic(on("ground", at.chassis), on("chassis", at.chassis), "guide"),
        Revolute(on("chassis", at.lower_hinge, forwards), on("lower", at.lower_hinge, forwards), "lower hinge"),
        Revolute(on("chassis", at.upper_hinge, forwards), on("upper", at.upper_hinge, forwards), "upper hinge"),
        Universal(on("chassis", at.rod_inner, outwards), on("rod", at.rod_inner, outwards), "rack"),
        Spherical(on("lower", at.lower_ball), on("carrier", at.lower_ball), "lower ball"),
        Spherical(on("upper", at.upper_ball), on("carrier", at.upper_ball), "upper ball"),
        Spherical(on("rod", at.rod_outer), on("carrier", at.rod_outer), "tie rod ball"),
    ]
    l = float(np.linalg.norm(at.strut_top - at.strut_foot))
    spring = Linear(values["k"], l + preload / values["k"], values["d"])
    strut = LineElement(on("chassis", at.strut_top), on("lower", at.strut_foot), spring, name="strut")
    return RigidBodySystem(_bodies(values, at), joints, [strut, _tyre(values)], gravity=(0.0, 0.0, -values["g"]))


def _bodies(values: Mapping[str, float], at: Points) -> list[RigidBody]:
    """Chassis and wheel with their masses; wishbones of 3 kg and 2 kg, a tie rod of 0.8 kg."""
    m, m_w = values["m"], values["m_w"]
    tyre = m_w * RADIUS**2 * np.array([0.3, 0.5, 0.3])
    return [
        RigidBody.about_centre("chassis", m, m * np.array([0.1, 0.2, 0.2])),
        _thin("lower", 3.0, at.lower_ball - at.lower_hinge),
        _thin("upper", 2.0, at.upper_ball - at.upper_hinge),
        RigidBody.about_centre("carrier", m_w, tyre),
        _thin("rod", 0.8, at.rod_outer - at.rod_inner),
    ]


def _thin(name: str, m: float, along: np.ndarray) -> RigidBody:
    """A slender body from its origin; some width keeps its inertia about itself positive."""
    l2 = float(along @ along)
    I_S = m / 12 * (1.05 * l2 * np.eye(3) - np.outer(along, along))
    return RigidBody.about_centre(name, m, I_S, r_S=along / 2)


class Tyre(ForceElement):
    """Vertical force between the road and the wheel centre; the elongation is its height over the level road."""

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Height of the marker on the wheel, and its rate e_z · (v + ω × r_Q)."""
        up, r_Q = place_j.A[2], self.Q.r
        B_j = np.array([[*up.tolist(), *cross(r_Q.tolist(), up.tolist())]])
        return Geometry(np.array([place_j.r[2] + up @ r_Q]), np.zeros((1, 6)), B_j)


def _tyre(values: Mapping[str, float]) -> Tyre:
    """Spring and damper between wheel centre and road, which can lift off; loaded by the whole car at the start."""
    load = sum(body.m for body in _bodies(values, points(values))) * values["g"]
    h, T = values["h"], values["l_b"] / values["v"]
    touch = Contact(values["k_t"], HEIGHT + load / values["k_t"], values["d_t"])
    vertical = Excited(touch, lambda t: _bump(t, h, T)[0], lambda t: _bump(t, h, T)[1])
    return Tyre(Marker("ground"), Marker("carrier"), [vertical], name="tyre")


def _bump(t: float, h: float, T: float) -> tuple[float, float]:
    """Height of the road and its rate: one wave of a cosine during T."""
    phase = 2 * np.pi * (t - START) / T
    if not 0.0 < phase < 2 * np.pi:
        return 0.0, 0.0
    return 0.5 * h * (1.0 - np.cos(phase)), np.pi * h / T * np.sin(phase)


def quantities(motion: RigidBodyMotion, t: np.ndarray, x: np.ndarray) -> Mapping[str, Any]:
    """Lifts, angles of the wheel, and forces."""
    system = motion.system
    chassis, carrier, lower = (system.place(x, name) for name in ("chassis", "carrier", "lower"))
    axis = carrier.A[..., :, 1]
    strut, tyre = system.elements
    seen = zip(t, *(_moving(system, x, name) for name in ("chassis", "lower", "ground", "carrier")), strict=True)
    forces = np.array([[strut.forces(*a, *b, now)[0], tyre.forces(*c, *d, now)[0]] for now, a, b, c, d in seen])
    height = [tyre.laws[0].u(now) for now in t]
    return {
        "z_c": chassis.r[..., 2] - motion.start[2],
        "z_w": carrier.r[..., 2] - HEIGHT,
        "camber": -np.arcsin(axis[..., 2]),
        "toe": np.arctan2(axis[..., 0], axis[..., 1]),
        "F_s": -forces[:, 0],
        "F_t": -forces[:, 1],
        "h_r": np.array(height),
    }


def _moving(system: RigidBodySystem, x: np.ndarray, name: str) -> list[tuple[Place, np.ndarray]]:
    """Place and velocity of a body at every instant."""
    place, z = system.place(x, name), system.velocity(x, name)
    r, A = np.broadcast_to(place.r, (len(x), 3)), np.broadcast_to(place.A, (len(x), 3, 3))
    return [(Place(*now), v) for *now, v in zip(r, A, z, strict=True)]
