"""Chains, ladders, rows of four-bar linkages, Bricard's and Andrews' mechanism, a governor: of any size, from data."""

from collections.abc import Sequence

import numpy as np

from mechanics.multibody import (
    Load,
    Marker,
    Place,
    Prismatic,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
)
from mechanics.multibody.elements import Linear, LineElement

__all__ = ["ANDREWS_END", "andrews", "bricard", "chain", "four_bars", "governor"]

FRONT = {"z": (0.0, -1.0, 0.0), "x": (1.0, 0.0, 0.0)}
Point = Sequence[float] | np.ndarray


def chain(n: int) -> RigidBodyMotion:
    """Bodies on hinges whose axes are turned by a right angle from one to the next."""
    bodies = [RigidBody.about_centre(f"b{k}", 1.0, (2e-3, 1e-2, 1e-2), (0.15, 0, 0)) for k in range(n)]
    axes, joints = ((0, 1, 0), (0, 0, 1)), []
    for k in range(n):
        P = Marker.along(f"b{k - 1}" if k else "ground", (0.3, 0, 0) if k else (0, 0, 0), z=axes[k % 2])
        joints.append(Revolute(P, Marker.along(f"b{k}", z=axes[k % 2]), f"hinge {k}"))
    system = RigidBodySystem(bodies, joints)
    return RigidBodyMotion(system, system.start({f"b{k}": Place((0.3 * k, 0.0, 0.0), np.eye(3)) for k in range(n)}))


def four_bars(n: int, ends: int = 2) -> RigidBodyMotion:
    """Upright rods of 1 m and 1 kg on the ground, joined at their tips by n such rods; the tips start with 1 m/s.

    With a free last foot (`ends` = 1) it is a ladder with three freedoms: 2 n + 1 bodies, 3 n joints.

    Source: problem A02 of the IFToMM library of benchmark problems; M. González, D. Dopico, U. Lugrís, J. Cuadrado,
    *A benchmarking system for MBS simulation software*, Multibody System Dynamics 16 (2006).
    """
    upright = np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]])
    feet = n + 1 if ends == 2 else n
    bodies = [_rod(f"{kind}{k}") for kind, count in (("a", n + 1), ("b", n)) for k in range(count)]
    joints = [_hinge("ground", (k, 0, 0), f"a{k}", (0, 0, 0), f"A{k}") for k in range(feet)]
    for k in range(n):
        joints.append(_hinge(f"a{k}", (1, 0, 0), f"b{k}", (0, 0, 0), f"B{k}"))
        joints.append(_hinge(f"b{k}", (1, 0, 0), f"a{k + 1}", (1, 0, 0), f"C{k}"))
    system = RigidBodySystem(bodies, joints)
    places = {f"a{k}": Place((k, 0, 0), upright) for k in range(n + 1)}
    places |= {f"b{k}": Place((k, 0, 1), np.eye(3)) for k in range(n)}
    speeds = {f"a{k}": (0, 0, 0, 0, 1.0, 0) for k in range(n + 1)} | {f"b{k}": (1.0, 0, 0, 0, 0, 0) for k in range(n)}
    return RigidBodyMotion(system, system.start(places, speeds))


def bricard() -> RigidBodyMotion:
    """Six hinges at right angles, five rods of 1 m and 1 kg: mobile although it should not be; one redundant row.

    Source: problem A04 of the IFToMM library of benchmark problems.
    """
    corners = np.array([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], dtype=float)
    axes = [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]
    along = np.diff(corners, axis=0)
    bodies = [
        RigidBody.about_centre(f"rod {k}", 1.0, (np.eye(3) - np.outer(d, d)) / 12 + 1e-5 * np.eye(3), d / 2)
        for k, d in enumerate(along)
    ]
    names = ["ground", *(body.name for body in bodies), "ground"]
    origins = [np.zeros(3), *corners[:5], np.zeros(3)]
    joints = [
        Revolute(
            Marker.along(names[k], corners[k] - origins[k], z=axes[k]),
            Marker.along(names[k + 1], corners[k] - origins[k + 1], z=axes[k]),
            f"hinge {k}",
        )
        for k in range(6)
    ]
    system = RigidBodySystem(bodies, joints, gravity=(0, -9.81, 0))
    places = {body.name: Place(corner, np.eye(3)) for body, corner in zip(bodies, corners, strict=False)}
    return RigidBodyMotion(system, system.start(places))


# Andrews' squeezing mechanism: mass, moment about the mass centre, mass centre in the axes of the body
ANDREWS = {
    "K1": (0.04325, 2.194e-6, (92e-5, 0.0)),
    "K2": (0.00365, 4.410e-7, (-115e-4, 0.0)),
    "K3": (0.02373, 5.255e-6, (1043e-5, -1874e-5)),
    "K4": (0.00706, 5.667e-7, (0.0, 1421e-5 - 2e-2)),
    "K5": (0.07050, 1.169e-5, (2308e-5, 916e-5)),
    "K6": (0.00706, 5.667e-7, (2e-2 - 1421e-5, 0.0)),
    "K7": (0.05498, 1.912e-5, (-449e-5, -1228e-5)),
}
ANDREWS_START = (-0.0617138900142764, 0.0, 0.45527981916307, 0.222668390165886, 0.487364979543843,
                 -0.222668390165886, 1.23054744454982)  # fmt: skip
ANDREWS_END = (15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
               0.5347301163226948, 1.048080741042263)  # fmt: skip
"""β, Θ, γ, Φ, δ, Ω, ε at t = 0.03 s, as published."""


def andrews() -> RigidBodyMotion:
    """Andrews' squeezing mechanism: seven bodies in a plane, driven by a moment against a spring; 0.03 s.

    Source: E. Hairer, G. Wanner, *Solving Ordinary Differential Equations II*, section VII.7; F. Mazzia, C. Magherini,
    *Test Set for Initial Value Problem Solvers*, problem "Andrews' squeezing mechanism".
    """
    A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
    bodies = [RigidBody.about_centre(name, m, (I, I, I), (*S, 0)) for name, (m, I, S) in ANDREWS.items()]
    ends = [
        ("ground", (0, 0), "K1", (0, 0)), ("K1", (7e-3, 0), "K2", (0, 0)), ("ground", B, "K3", (0, 0)),
        ("ground", A, "K5", (0, 0)), ("K5", (4e-2, 0), "K4", (0, 0)), ("ground", A, "K7", (0, 0)),
        ("K7", (0, -4e-2), "K6", (0, 0)), ("K2", (-28e-3, 0), "K3", (0, -35e-3)),
        ("K2", (-28e-3, 0), "K4", (0, -2e-2)), ("K2", (-28e-3, 0), "K6", (2e-2, 0)),
    ]  # fmt: skip
    joints = [Revolute(Marker(i, (*p, 0)), Marker(j, (*q, 0)), f"{i} - {j}") for i, p, j, q in ends]
    spring = LineElement(Marker("K3", (2e-2, -18e-3, 0)), Marker("ground", (*C, 0)), Linear(4530.0, 0.07785), "spring")
    motor = Load(Marker("K1"), moment=(0, 0, 0.033), name="motor")
    system = RigidBodySystem(bodies, joints, [spring], (0, 0, 0), [motor])
    beta, theta, gamma, phi, delta, omega, epsilon = ANDREWS_START
    angles = (beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon)
    R = {body.name: _about_z(angle) for body, angle in zip(bodies, angles, strict=True)}
    at = {"K1": np.zeros(3), "K3": np.array([*B, 0]), "K5": np.array([*A, 0]), "K7": np.array([*A, 0])}
    at["K2"], at["K4"] = R["K1"] @ [7e-3, 0, 0], at["K5"] + R["K5"] @ [4e-2, 0, 0]
    at["K6"] = at["K7"] + R["K7"] @ [0, -4e-2, 0]
    return RigidBodyMotion(system, system.start({name: Place(at[name], R[name]) for name in R}))


def governor(k: float = 8e5, d: float = 4e4, arms: int = 2, omega: float = 2 * np.pi) -> RigidBodyMotion:
    """A flyball governor: arms with balls on a shaft, held to a heavy slider by stiff springs with strong dampers.

    Source: after problem A05 of the IFToMM library of benchmark problems, which has k = 8e5 N/m, d = 4e4 N s/m.
    """
    shaft = RigidBody.about_centre("shaft", 0.3, (0.025, 0.025, 5e-5), (0, 0, 0.5))
    bodies = [shaft, RigidBody.about_centre("slider", 3.0, (5e-3, 5e-3, 5e-3))]
    joints = [
        Revolute(Marker("ground"), Marker("shaft"), "bearing"),
        Prismatic(Marker("shaft"), Marker("slider"), "guide"),
    ]
    places = {"slider": Place((0, 0, 1 - np.sqrt(0.75)), np.eye(3))}  # struts relaxed, arms at 30 degrees
    speeds = {name: np.array([0, 0, 0, 0, 0, omega]) for name in ("shaft", "slider")}
    struts = []
    for number in range(arms):
        name, turn = f"arm {number}", _about_z(2 * np.pi * number / arms)
        x = turn @ [0.5, 0, -np.sqrt(0.75)]
        A = np.column_stack([x, turn[:, 1], np.cross(x, turn[:, 1])])
        bodies.append(RigidBody.about_centre(name, 5.3, (0.02, 0.145, 0.145), (0.972, 0, 0)))
        places[name], speeds[name] = Place((0, 0, 1), A), np.append(np.zeros(3), A.T @ [0, 0, omega])
        hinge = Marker.along("shaft", (0, 0, 1), z=turn[:, 1])
        joints.append(Revolute(hinge, Marker.along(name, z=(0, 1, 0)), f"hinge {number}"))
        ends = Marker(name, (0.5, 0, 0)), Marker("slider")
        struts.append(LineElement(*ends, Linear(k, 0.5, d), f"strut {number}"))
    system = RigidBodySystem(bodies, joints, struts)
    return RigidBodyMotion(system, system.start(places, speeds))


def _rod(name: str) -> RigidBody:
    return RigidBody.about_centre(name, 1.0, (1e-3, 1 / 12, 1 / 12), (0.5, 0, 0))


def _hinge(i: str, p: Point, j: str, q: Point, name: str) -> Revolute:
    return Revolute(Marker.along(i, p, **FRONT), Marker.along(j, q, **FRONT), name)


def _about_z(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
