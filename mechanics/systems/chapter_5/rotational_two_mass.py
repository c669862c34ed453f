"""Rotational two-mass oscillator (Aufgabe 5.3)."""

from typing import Any

from sympy import Matrix, Rational

from ...lagrange import Body, Damper, LagrangianSystem, Moment, Spring
from ...model import Coordinates, Inputs, Parameters
from ...poses import rotation, translation
from ...rotations import rotation_x
from ...scene import (
    AngleMark,
    DamperShape,
    Disc,
    Ground,
    Line,
    Projection,
    Scene,
    Shape,
    TorsionSpring,
    ValueArc,
)
from ...symbols import t


def rotational_two_mass() -> LagrangianSystem:
    """Two discs on a shaft with torsion springs and dampers; (5.103)-(5.108).

    Both external torques enter with a minus sign, as in (5.105).
    """
    q = Coordinates(
        phi1=("rad", "angle of body 1", 0.5, r"\varphi_1"),
        phi2=("rad", "angle of body 2", -0.5, r"\varphi_2"),
    )
    p = Parameters(
        I_xx1=(0.04, "kg m^2", "inertia of body 1", "positive", "I_{xx,1}^C"),
        I_xx2=(0.02, "kg m^2", "inertia of body 2", "positive", "I_{xx,2}^C"),
        c1=(2.0, "N m/rad", "torsion spring to the ground"),
        c12=(1.0, "N m/rad", "torsion spring between the bodies", "positive", "c_{12}"),
        d1=(0.005, "N m s/rad", "damper to the ground", "nonnegative"),
        d12=(0.005, "N m s/rad", "damper between the bodies", "nonnegative", "d_{12}"),
    )
    u = Inputs(
        tau1=("N m", "external torque against φ₁", 0.0, r"\tau_1"),
        tau2=("N m", "external torque against φ₂", 0.0, r"\tau_2"),
    )
    phi1, phi2 = q.symbols
    disc1, disc2 = rotation(rotation_x(phi1)), rotation(rotation_x(phi2))
    return LagrangianSystem(
        title="Rotational two-mass oscillator",
        source="Aufgabe 5.3, (5.103)-(5.108)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(0, disc1, (p.I_xx1, 0, 0), "body 1"), Body(0, disc2, (p.I_xx2, 0, 0), "body 2")],
        springs=[Spring(phi1, p.c1), Spring(phi2 - phi1, p.c12)],
        dampers=[Damper(phi1, p.d1), Damper(phi2 - phi1, p.d12)],
        moments=[Moment((-u.tau1, 0, 0), disc1), Moment((-u.tau2, 0, 0), disc2)],
        states={"phi1": phi1, "omega1": phi1.diff(t), "phi2": phi2, "omega2": phi2.diff(t)},
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """Two discs on the x axis, seen a little from the right; their radii follow from their inertias."""
    phi1, phi2 = system.coordinates.symbols
    p, u = system.parameters, system.inputs
    axis = rotation(Matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]]))  # z is e_x, angles count from e_y to e_z
    against = rotation(Matrix([[0, 0, -1], [1, 0, 0], [0, -1, 0]]))  # the torques turn against the angles
    x1, x2, half, low = 0.75, 1.6, 0.04, -0.14

    def radius(inertia: Any) -> Any:
        return 0.27 * (inertia / 0.04) ** Rational(1, 4)  # homogeneous disc of given thickness

    def disc(x: float, body: str, phi: Any, inertia: Any, tau: Any) -> list[Shape]:
        r = radius(inertia)
        front = translation(x + half) @ axis
        return [
            Disc(r, frame=translation(x) @ system.frame(body) @ axis, thickness=2 * half),
            Line(((0, 0), (1.3 * r, 0)), frame=front, role="reference", dashed=True),
            AngleMark(1.15 * r, phi, frame=front, label=phi),
            ValueArc(1.3 * r, tau, reference=0.5, turn=-2.4, frame=translation(x) @ against, label=tau),
        ]

    return Scene(
        shapes=(
            Ground((0, 0.35), (0, -0.35)),
            TorsionSpring((0, 0, 0), (0, 0, x1 - half), 0.055, twist=phi1, label=p.c1, frame=axis),
            DamperShape((0, low), (x1 - half, low), label=p.d1, side="right"),
            *disc(x1, "body 1", phi1, p.I_xx1, u.tau1),
            TorsionSpring((0, 0, x1 + half), (0, 0, x2 - half), 0.055, phi2 - phi1, phi1, p.c12, frame=axis),
            DamperShape((x1 + half, low), (x2 - half, low), label=p.d12, side="right"),
            *disc(x2, "body 2", phi2, p.I_xx2, u.tau2),
        ),
        description=(
            "Two discs turn about one horizontal axis. A torsion spring and a damper connect the first disc"
            " to the wall on the left, another torsion spring and damper connect the second disc to the "
            "first. A mark on each disc shows its angle; external torques act against the angles."
        ),
        projection=Projection(right=(1, 0, -0.45), up=(0, 1, 0)),
        sketch={"phi1": 1.2, "phi2": 0.9},
        ranges={"tau1": (-1.0, 1.0), "tau2": (-1.0, 1.0)},
    )
