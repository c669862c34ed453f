"""Rotational two-mass oscillator (Aufgabe 5.3)."""

from ..lagrange import Body, Damper, LagrangianSystem, Moment, Spring
from ..model import Coordinates, Inputs, Parameters
from ..poses import rotation
from ..rotations import rotation_x
from ..symbols import t


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
        tau1=("N m", "external torque against phi1", 0.0, r"\tau_1"),
        tau2=("N m", "external torque against phi2", 0.0, r"\tau_2"),
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
    )
