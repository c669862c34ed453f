"""Drive train: motor, gear, elastic shaft and load (Beispiel 3.16)."""

from typing import Any

from sympy import Expr, Matrix, Rational

from ...angular_momentum import Gear, Rotor, solve_balances
from ...lagrange import Body, Damper, LagrangianSystem, Moment, Spring
from ...model import Coordinates, Inputs, Parameters
from ...poses import rotation, translation
from ...rotations import rotation_x
from ...scene import (
    AngleMark,
    Box,
    DamperShape,
    Disc,
    Line,
    Projection,
    Rod,
    Scene,
    Shape,
    Text,
    TorsionSpring,
    ValueArc,
)
from ...symbols import parameter_symbol, t


def drivetrain() -> LagrangianSystem:
    """Motor that drives two inertias on an elastic shaft through a lossless gear; (3.136)-(3.142).

    The load torque acts against phi2. The train is free to rotate as a whole: K and D are singular.
    """
    q = Coordinates(
        phi1=("rad", "angle of inertia 1, behind the gear", 0.8, r"\varphi_1"),
        phi2=("rad", "angle of inertia 2, the load", 0.2, r"\varphi_2"),
    )
    p = Parameters(
        I_m=(0.002, "kg m^2", "inertia of the motor"),
        I1=(0.02, "kg m^2", "inertia 1", "positive", "I_1"),
        I2=(0.05, "kg m^2", "inertia 2", "positive", "I_2"),
        i_g=(4.0, "1", "gear ratio, speed of the motor over speed of inertia 1"),
        c=(1.5, "N m/rad", "torsional stiffness of the shaft"),
        d=(0.01, "N m s/rad", "torsional damping of the shaft", "nonnegative"),
    )
    u = Inputs(
        tau_m=("N m", "torque of the motor", 0.0),
        tau_l=("N m", "load torque, against φ₂", 0.0),
    )
    phi1, phi2 = q.symbols
    gear = Gear(p.i_g)
    phi_m, tau1_m = gear.input_angle(phi1), torque_at_gear(gear, p.I_m, phi1, u.tau_m)
    motor, disc1, disc2 = (rotation(rotation_x(x)) for x in (phi_m, phi1, phi2))
    return LagrangianSystem(
        title="Drive train",
        source="Beispiel 3.16, (3.136)-(3.142)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[
            Body(0, motor, (p.I_m, 0, 0), "motor"),
            Body(0, disc1, (p.I1, 0, 0), "inertia 1"),
            Body(0, disc2, (p.I2, 0, 0), "inertia 2"),
        ],
        springs=[Spring(phi1 - phi2, p.c)],
        dampers=[Damper(phi1 - phi2, p.d)],
        moments=[Moment((u.tau_m, 0, 0), motor), Moment((-u.tau_l, 0, 0), disc2)],
        outputs={
            "phim_dd": (
                phi_m.diff(t, 2),
                "rad/s^2",
                "angular acceleration of the motor",
                r"\ddot{\varphi}_m",
            ),
            "tau1": (gear.output_torque(tau1_m), "N m", "torque of the gear on inertia 1", r"\tau_1"),
            "tau1_m": (tau1_m, "N m", "torque of the gear on the motor, against it", r"\tau_1^{(m)}"),
        },
        scene=scene,
    )


def torque_at_gear(gear: Gear, I_m: Expr, phi1: Expr, tau_m: Expr) -> Expr:
    """Torque that the gear takes from the motor, from the balance of the motor cut free; (3.138a).

    Parameters
    ----------
    gear : Gear
        Between motor and inertia 1.
    I_m : Expr
        Inertia of the motor, kg m².
    phi1 : Expr
        Angle of inertia 1, rad.
    tau_m : Expr
        Torque of the motor, N m.

    Returns
    -------
    Expr
        N m, against the motor.
    """
    tau1_m = parameter_symbol("tau1_m")
    motor = Rotor(I_m, gear.input_angle(phi1), [tau_m, -tau1_m])
    return solve_balances([motor.balance], [tau1_m])[tau1_m].expand()


def scene(system: LagrangianSystem) -> Scene:
    """Motor, gear box, inertia, twisted shaft and load on one axis, seen a little from the right."""
    phi1, phi2 = system.coordinates.symbols
    p, u = system.parameters, system.inputs
    axis = rotation(Matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]]))  # z is e_x, angles count from e_y to e_z
    against = rotation(Matrix([[0, 0, -1], [1, 0, 0], [0, -1, 0]]))  # the load turns against its angle
    x_m, x_g, x1, x2, half = 0.0, 0.5, 1.05, 2.0, 0.04

    def disc(x: float, body: str, inertia: Any) -> list[Shape]:
        turned = translation(x) @ system.frame(body) @ axis
        return [
            Disc(radius(inertia), frame=turned, thickness=2 * half, spokes=2),
            Text((x + 0.02, -0.52), inertia, only="sketch"),
        ]

    def mark(x: float, angle: Any, inertia: Any) -> list[Shape]:
        r, front = radius(inertia), translation(x + half) @ axis
        zero = Line(((0, 0), (1.3 * r, 0)), frame=front, role="reference", dashed=True)
        return [zero, AngleMark(1.15 * r, angle, frame=front, label=angle)]

    def torque(x: float, value: Any, inertia: Any, frame: Any, reference: float) -> Shape:
        return ValueArc(
            1.5 * radius(inertia),
            value,
            reference=reference,
            turn=-2.4,
            frame=translation(x) @ frame,
            label=value,
        )

    shaft = [Rod((a, 0), (b, 0), 0.03) for a, b in ((x_m, x_g - 0.12), (x_g + 0.12, x1))]
    return Scene(
        shapes=(
            *shaft,
            *disc(x_m, "motor", p.I_m),
            torque(x_m, u.tau_m, p.I_m, axis, 0.1),
            Box(0.24, 0.34, (x_g, 0)),
            Text((x_g, 0.0), p.i_g),
            *disc(x1, "inertia 1", p.I1),
            *mark(x1, phi1, p.I1),
            TorsionSpring((0, 0, x1 + half), (0, 0, x2 - half), 0.055, phi2 - phi1, phi1, p.c, frame=axis),
            DamperShape((x1 + half, -0.15), (x2 - half, -0.15), label=p.d, side="right"),
            *disc(x2, "inertia 2", p.I2),
            *mark(x2, phi2, p.I2),
            torque(x2, u.tau_l, p.I2, against, 0.4),
        ),
        description=(
            "On one horizontal axis, from left to right: the disc of a motor, a gear box, a disc behind the gear, an "
            "elastic shaft drawn as a torsion spring with a damper, and the disc of the load. Marks on the discs show "
            "their angles; curved arrows show the torque of the motor and of the load, which acts against its angle."
        ),
        projection=Projection(right=(1, 0, -0.45), up=(0, 1, 0)),
        sketch={"phi1": 1.2, "phi2": 0.9},
        ranges={"tau_m": (-0.2, 0.2), "tau_l": (-0.8, 0.8), "i_g": (1.0, 10.0)},
    )


def radius(inertia: Expr) -> Expr:
    """Of a homogeneous disc of given thickness, m.

    Parameters
    ----------
    inertia : Expr
        About its axis, kg m².

    Returns
    -------
    Expr
        m.
    """
    return 0.3 * (inertia / 0.05) ** Rational(1, 4)
