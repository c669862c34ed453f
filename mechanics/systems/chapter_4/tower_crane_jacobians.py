"""Jacobians of tower, trolley and load of the crane (Aufgabe 4.4)."""

from collections.abc import Sequence

from sympy import Expr, ImmutableMatrix, Matrix, pi, sqrt, zeros

from ...mass import center_of_mass
from ...poses import Pose, jacobian, linear_jacobian
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Scene
from ...symbols import t
from .crane_frames import crane_frames
from .crane_picture import CRANE_VIEW, Crane, crane_shapes
from .tower_crane_kinematics import NAMES, crane_given

BODIES = {"sT": "mass centre of tower and jib", "sK": "trolley", "sL": "load"}
SCALE = 4.0  # m of an arrow for 1 m/s


def tower_crane_jacobians() -> Problem:
    """Linear and angular Jacobians, columns phi1, s2, phi3, phi4, s5; (4.71)-(4.74).

    The place of the common mass centre of tower and jib, l_xsT, follows from the two bodies. Trolley and load have
    their mass centres in the origins of their frames. The picture goes on with constant rates `qd`.
    """
    p = crane_given(qd=(0.14, 0.5, 0.2, -0.15, -0.4))
    y = Outputs(
        l_xsT=("m", "x_1 of the mass centre of tower and jib", "l_{xsT}"),
        **{f"J_v_{n}": ("", f"linear Jacobian, {word}", rf"(J_v)_0^{{{n}}}", (3, 5)) for n, word in BODIES.items()},
        **{
            f"J_w_{n}": ("1", f"angular Jacobian, {word}", rf"(J_\omega)_0^{{{n}}}", (3, 5))
            for n, word in BODIES.items()
        },
    )
    q = [p[name].symbol for name in NAMES]
    J = jacobians(p, q, y.l_xsT)
    return Problem(
        title="Tower crane: velocities",
        source="Aufgabe 4.4, (4.71)-(4.74)",
        parameters=p,
        outputs=y,
        formulas={
            "l_xsT": tower_center(p)[0],
            **{f"J_v_{n}": J[n][:3, :] for n in BODIES},
            **{f"J_w_{n}": J[n][3:, :] for n in BODIES},
        },
        motion=motion(p),
        scene=scene,
    )


def tower_center(p: Given) -> Matrix:
    """Common mass centre of the tower, a cylinder, and of the jib, a cuboid on top of it, in frame 1; (3.31).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    Matrix, shape (3, 1)
        m.
    """
    m_Z, m_Q = pi * p.r1**2 * p.h1 * p.rho1, p.l1x * p.l1y * p.l1z * p.rho1
    return center_of_mass([m_Z, m_Q], [(0, 0, p.h1 / 2), (p.l1x / 2, 0, p.h1 + p.l1z / 2)])


def jacobians(p: Given, q: Sequence[Expr], l_xsT: Expr) -> dict[str, ImmutableMatrix]:
    """J_v above J_w of every body, (6, 5); (4.65).

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    q : sequence of Expr
        Coordinates phi1, s2, phi3, phi4, s5, rad and m.
    l_xsT : Expr
        x_1 of the mass centre of tower and jib, m.

    Returns
    -------
    dict of str
        Matrix by the name of the body.
    """
    phi1, s2, phi3, phi4, s5 = q
    frames = crane_frames(phi1, s2, phi3, phi4, s5, p.h1)
    points: dict[str, tuple[Pose, tuple]] = {
        "sT": (frames.tower, (l_xsT, 0, tower_center(p)[2])),
        "sK": (frames.trolley, (0, 0, 0)),
        "sL": (frames.load, (0, 0, 0)),
    }
    return {name: jacobian(frame, q, point) for name, (frame, point) in points.items()}


def moving(p: Given) -> tuple[dict, ImmutableMatrix]:
    """Coordinates over time, and the velocity of the load that each of their rates gives, as columns.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict, and ImmutableMatrix, shape (3, 5)
        Each coordinate at the time t by its symbol, and the velocities, m/s.
    """
    at = {p[name].symbol: p[name].symbol + rate * t for name, rate in zip(NAMES, p.qd, strict=True)}
    q = [p[name].symbol for name in NAMES]
    phi1, s2, phi3, phi4, s5 = q
    J = linear_jacobian(crane_frames(phi1, s2, phi3, phi4, s5, p.h1).load.p, q).xreplace(at)
    return at, ImmutableMatrix.hstack(*(J[:, k] * rate for k, rate in enumerate(p.qd)))


def motion(p: Given) -> Motion:
    """Speed of the load, alone and by each coordinate.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    Motion
        Speeds in m/s.
    """
    _, parts = moving(p)
    v = sum((parts[:, k] for k in range(5)), zeros(3, 1))
    return Motion(
        end=5.0,
        quantities={
            "v_L": (sqrt(v.dot(v)), "m/s", "speed of the load"),
            **{
                f"v_{name}": (
                    sqrt(parts[:, k].dot(parts[:, k])),
                    "m/s",
                    f"speed of the load by {name} alone",
                    f"v_{k + 1}",
                )
                for k, name in enumerate(NAMES)
            },
            "v_z": (v[2], "m/s", "velocity of the load upwards"),
        },
    )


def scene(problem: Problem) -> Scene:
    """The crane in motion; at the load an arrow for the velocity by each joint, and one for their sum."""
    p = problem.parameters
    at, parts = moving(p)
    q = [at[p[name].symbol] for name in NAMES]
    phi1, s2, phi3, phi4, s5 = q
    frames = crane_frames(phi1, s2, phi3, phi4, s5, p.h1)
    crane = Crane(frames, q[1], q[4], p.h1, p.l1x, p.l1y, p.l1z, p.r1)
    load = crane.load
    total = sum((parts[:, k] for k in range(5)), zeros(3, 1))
    return Scene(
        shapes=(
            *crane_shapes(crane),
            *(Arrow(load, load + SCALE * parts[:, k], f"v_{k + 1}") for k in range(5)),
            Arrow(load, load + SCALE * total, "v_0^L", role="force"),
        ),
        description=(
            "A tower crane in motion. Five arrows at the load show the velocity that each coordinate alone would give "
            "it: slewing of the tower and running of the trolley carry it sideways and outwards, the two swings across "
            "the rope, the winch along the rope. A red arrow is their sum, the velocity of the load."
        ),
        projection=CRANE_VIEW,
        ranges={
            "phi1": (-3.14, 3.14), "s2": (1.0, 12.0), "phi3": (-1.2, 1.2), "phi4": (-1.2, 1.2), "s5": (0.5, 11.0),
            "qd_1": (-0.3, 0.3), "qd_2": (-1.0, 1.0), "qd_3": (-0.4, 0.4), "qd_4": (-0.4, 0.4), "qd_5": (-1.0, 1.0),
        },
        sketch={
            "phi1": 0.22, "s2": 8.5, "phi3": 0.35, "phi4": 0.3, "s5": 7.0,
            "qd_1": 0.2, "qd_2": 0.9, "qd_3": -0.2, "qd_4": -0.22, "qd_5": 1.0,
        },
    )  # fmt: skip
