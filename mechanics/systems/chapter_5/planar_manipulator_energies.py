"""Energies and mass matrix of the planar manipulator (Beispiel 5.1)."""

from collections.abc import Mapping
from typing import Any

from sympy import Abs, Expr, ImmutableMatrix, MatrixBase, diag, sqrt

from ...energy import deflection_energy
from ...mass import change_of_basis, gravity_energy, mass_matrix, rotational_energy
from ...model import t
from ...poses import angular_jacobian, linear_jacobian, vector
from ...problem import Given, Motion, Outputs, Problem
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Handle,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Shape,
    SpringShape,
    Text,
    Trace,
)
from ..chapter_4.planar_manipulator_kinematics import arm_of

END = 8.0  # s
HEIGHT = 0.07  # of an energy bar, m for 1 J
BARS = {"T_t1": "T_t^{s1}", "T_t2": "T_t^{s2}", "T_r1": "T_r^{s1}", "T_r2": "T_r^{s2}", "V_1": "V^{s1}",
        "V_2": "V^{s2}", "V_c": "V_c"}  # fmt: skip


def planar_manipulator_energies() -> Problem:
    """Kinetic energy of two links, in parts and by their mass matrix, and potential energy; (5.22)-(5.30).

    phi2 is relative to link 1. V_1 and V_2 are zero at y = 0. In the picture both joints go on with constant rates.
    """
    p = Given(
        phi1=(0.5, "rad", "angle of link 1 from the x axis", "real", r"\varphi_1"),
        phi2=(0.8, "rad", "angle of link 2 relative to link 1", "real", r"\varphi_2"),
        l1=(0.5, "m", "length of link 1"),
        l2=(0.4, "m", "length of link 2"),
        l_s1=(0.25, "m", "joint 1 to mass centre of link 1", "nonnegative", "l_{s1}"),
        l_s2=(0.2, "m", "joint 2 to mass centre of link 2", "nonnegative", "l_{s2}"),
        omega1=(1.2, "rad/s", "rate of φ₁", "real", r"\omega_1"),
        omega2=(4.0, "rad/s", "rate of φ₂", "real", r"\omega_2"),
        m1=(2.0, "kg", "mass of link 1"),
        m2=(1.5, "kg", "mass of link 2"),
        I_xx1=(0.004, "kg m^2", "inertia of link 1 along it", "positive", "I_{xx}^{s1}"),
        I_yy1=(0.04, "kg m^2", "inertia of link 1 across it, in the plane", "positive", "I_{yy}^{s1}"),
        I_zz1=(0.04, "kg m^2", "inertia of link 1 about the axis of the joint", "positive", "I_{zz}^{s1}"),
        I_zz2=(0.02, "kg m^2", "inertia of link 2 about the axis of the joint", "positive", "I_{zz}^{s2}"),
        g=(9.81, "m/s^2", "gravity"),
        c_e=(10.0, "N/m", "spring from the end effector to A", "nonnegative"),
        s0e=(0.3, "m", "relaxed length of the spring", "nonnegative", "s_{0e}"),
        l0A=(0.4, "m", "x of the bearing A", "real", "l_{0A}"),
        h0A=(0.9, "m", "y of the bearing A", "real", "h_{0A}"),
    )
    y = Outputs(
        **{name: ("J", text, latex) for name, text, latex in _ENERGIES},
        M=("kg m^2", "mass matrix", "M", (2, 2)),
        I_0_s1=("kg m^2", "inertia tensor of link 1 in frame 0", "I_0^{s1}", (3, 3)),
        r_e=("m", "from the end effector to A", "r_e", 3),
        s_e=("m", "length of the spring", "s_e"),
    )
    found = energies(p)
    moving = arm_of(p, *later(p).values())
    return Problem(
        title="Energies of the planar manipulator",
        source="Beispiel 5.1, (5.22)-(5.30)",
        parameters=p,
        outputs=y,
        formulas={name: found[name] for name in y},
        frames=dict(zip(("link 1", "link 2", "end effector"), moving.poses, strict=True))
        | {"joint 2": moving.joint_frames[1]},
        scene=scene,
        motion=Motion(
            END,
            {name: (found[name].xreplace(later(p)), "J", text, latex) for name, text, latex in _ENERGIES},
        ),
    )


def later(p: Given) -> dict[Expr, Expr]:
    """Both angles as they go on with their rates.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict of Expr
        The angle at the time t by its symbol.
    """
    return {p.phi1: p.phi1 + p.omega1 * t, p.phi2: p.phi2 + p.omega2 * t}


_ENERGIES = (
    ("T_t1", "translation of link 1", "T_t^{s1}"),
    ("T_t2", "translation of link 2", "T_t^{s2}"),
    ("T_r1", "rotation of link 1", "T_r^{s1}"),
    ("T_r2", "rotation of link 2", "T_r^{s2}"),
    ("T", "kinetic energy of both links", "T"),
    ("V_1", "weight of link 1", "V^{s1}"),
    ("V_2", "weight of link 2", "V^{s2}"),
    ("V_c", "spring", "V_c"),
)


def energies(p: Given) -> dict[str, Any]:
    """All outputs by name: both links from their Jacobians, weight and spring.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict of str
        Expression or matrix by the name of the output.
    """
    q, q_d = [p.phi1, p.phi2], ImmutableMatrix([p.omega1, p.omega2])
    first, second, end = arm_of(p, *q).poses
    places = first.point((p.l_s1, 0)), second.point((p.l_s2, 0))
    J_v = [linear_jacobian(place, q) for place in places]
    J_w = [angular_jacobian(link.R, q) for link in (first, second)]
    I_0 = [
        change_of_basis(diag(p.I_xx1, p.I_yy1, p.I_zz1), first.R),  # (5.25)
        diag(0, 0, p.I_zz2),  # the other moments of link 2 do not matter in the plane
    ]
    masses, gravity = (p.m1, p.m2), (0, -p.g, 0)
    M = sum((mass_matrix(m, *parts) for m, *parts in zip(masses, J_v, I_0, J_w, strict=True)), diag(0, 0))
    r_e = vector((p.l0A, p.h0A)) - end.p  # (5.29)
    s_e = sqrt(r_e.dot(r_e))
    T_t1, T_t2 = (_half_square(mass_matrix(m, J), q_d) for m, J in zip(masses, J_v, strict=True))
    T_r1, T_r2 = (rotational_energy(I, J * q_d) for I, J in zip(I_0, J_w, strict=True))
    V_1, V_2 = (gravity_energy(m, place, gravity) for m, place in zip(masses, places, strict=True))
    V_c = deflection_energy(p.c_e, s_e - p.s0e)
    named = {"T_t1": T_t1, "T_t2": T_t2, "T_r1": T_r1, "T_r2": T_r2, "T": _half_square(M, q_d), "M": M}
    return named | {"I_0_s1": I_0[0], "V_1": V_1, "V_2": V_2, "r_e": r_e, "s_e": s_e, "V_c": V_c}


def _half_square(M: MatrixBase, q_d: MatrixBase) -> Any:
    """T = ½ q̇ᵀ M q̇; (5.21)."""
    return (q_d.T * M * q_d)[0] / 2


# --- picture ----------------------------------------------------------------------------------------------


def scene(problem: Problem) -> Scene:
    """The moving arm with its spring, and beside it a bar for each energy."""
    p = problem.parameters
    phi1, phi2 = later(p).values()
    first, second, end, joint2 = (problem.frame(name) for name in ("link 1", "link 2", "end effector", "joint 2"))
    return Scene(
        shapes=(
            Line(((0, 0), (0.9 * p.l1, 0)), role="reference", dashed=True),
            Line(((0, 0), (0.8 * p.l2, 0)), frame=joint2, role="reference", dashed=True),
            SpringShape(end.p, (p.l0A, p.h0A), label=p.c_e),
            Hinge((p.l0A, p.h0A), support=(0, 1), label="A"),
            Trace(end.p, duration=2.0),
            Hinge((0, 0), support=(0, -1)),
            Rod((0, 0), (p.l1, 0), 0.05, frame=first),
            Rod((0, 0), (p.l2, 0), 0.04, frame=second),
            Hinge((0, 0)),
            Hinge((0, 0), frame=second),
            Hinge(end.p),
            PointMass((p.l_s1, 0), 0.012, frame=first),
            Text((p.l_s1, 0.07), "s_1", frame=first),
            PointMass((p.l_s2, 0), 0.012, frame=second),
            Text((p.l_s2, 0.07), "s_2", frame=second),
            AngleMark(0.7 * p.l1, phi1, label=p.phi1, only="sketch"),  # which go on for more than a turn
            AngleMark(0.55 * p.l2, phi2, frame=joint2, label=p.phi2, only="sketch"),
            Arrow((-0.55, -0.7), (-0.3, -0.7), "x_0", role="axis"),
            Arrow((-0.55, -0.7), (-0.55, -0.45), "y_0", role="axis"),
            *_bars({name: problem.formulas[name].xreplace(later(p)) for name in BARS}),
        ),
        description=(
            "A robot arm with two links moves in a vertical plane; a spring leads from its end to a fixed bearing A. "
            "Beside it stand seven bars, one for each energy: the translation of both links, their rotation, their "
            "potential energies in the field of gravity, which may be negative, and that of the spring."
        ),
        sketch={"phi1": 0.45, "phi2": 0.7},
        handles=(Handle(end.p, ("phi1", "phi2")),),
        ranges={
            "phi1": (-3.14, 3.14), "phi2": (-3.14, 3.14), "omega1": (-4.0, 4.0), "omega2": (-6.0, 6.0),
            "l0A": (-1.0, 1.0), "h0A": (-1.0, 1.5), "c_e": (0.0, 20.0),
        },
        limits=(-1.0, 2.4, -1.0, 1.25),
    )  # fmt: skip


def _bars(values: Mapping[str, Any]) -> tuple[Shape, ...]:
    """A bar for each energy, upwards or downwards from a common line; kinetic ones blue, potential ones red."""
    left, step, floor = 1.1, 0.17, 0.25
    shapes: list[Shape] = [Line(((left, floor), (left + 7 * step, floor)))]
    for k, (name, value) in enumerate(values.items()):
        x, role = left + (k + 0.5) * step, "mass" if name.startswith("T") else "force"
        shapes.append(Box(0.09, HEIGHT * Abs(value), (x, floor + HEIGHT * value / 2), role=role))
        shapes.append(Text((x, -0.5 - 0.15 * (k % 2)), BARS[name], role=role))
    return tuple(shapes)
