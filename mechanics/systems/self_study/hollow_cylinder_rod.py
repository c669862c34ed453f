"""Hollow cylinder on a pivot with a rod that slides in it on a spring (Aufgabe A.12)."""

from typing import Any

from sympy import pi

from ...friction import viscous_friction
from ...lagrange import Body, Damper, LagrangianModel, LagrangianSystem, Moment, Spring
from ...lagrange.run import LagrangianRun
from ...model import Coordinates, Inputs, Parameters, SimulationError
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Handle,
    Hinge,
    Line,
    PointMass,
    Scene,
    SpringShape,
    Trace,
    ValueArc,
    ValueArrow,
)
from ...symbols import t

WALL = 0.018  # thickness of the cylinder in the picture, m


def hollow_cylinder_rod() -> LagrangianSystem:
    """Telescopic pendulum: a cylinder that turns about K, and in it a rod on a spring with friction; (A.124)-(A.141).

    The friction is proportional to the speed and to the area of contact pi d2 (l1 - s): the model holds while the rod
    is in the cylinder, 0 < s < l1. Beyond, that area would be negative and the friction would drive.
    """
    q = Coordinates(
        phi=("rad", "angle from hanging, counterclockwise", 1.0, r"\varphi"),
        s=("m", "length of the spring, from K to the rod", 0.3),
    )
    p = Parameters(
        m1=(2.0, "kg", "mass of the cylinder"),
        m2=(1.0, "kg", "mass of the rod"),
        l1=(0.6, "m", "length of the cylinder"),
        l2=(0.5, "m", "length of the rod"),
        d2=(0.04, "m", "diameter of the rod"),
        d0=(20.0, "N s/m^3", "viscous friction per area of contact", "nonnegative"),
        c=(100.0, "N/m", "stiffness of the spring"),
        s0=(0.25, "m", "relaxed length of the spring", "positive", "s_0"),
        h=(1.2, "m", "height of the pivot K"),
        I1_zz=(0.06, "kg m^2", "inertia of the cylinder about its mass centre", "positive", "I_{1,zz}^{(S)}"),
        I2_zz=(0.02, "kg m^2", "inertia of the rod about its mass centre", "positive", "I_{2,zz}^{(S)}"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(tau_e=("N m", "torque on the cylinder", 0.0, r"\tau_e"))
    phi, s = q.symbols
    hanging = translation(0, p.h) @ rotation(rotation_z(phi))  # the y axis runs up along the cylinder
    cylinder, rod = hanging @ translation(0, -p.l1 / 2), hanging @ translation(0, -(s + p.l2 / 2))
    contact = pi * p.d2 * (p.l1 - s)  # A(s), above (A.134)
    return HollowCylinderRod(
        title="Hollow cylinder with rod",
        source="Aufgabe A.12, (A.124)-(A.141)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m1, cylinder, p.I1_zz, "cylinder"), Body(p.m2, rod, p.I2_zz, "rod")],
        gravity=(0, -p.g, 0),
        springs=[Spring(s - p.s0, p.c)],
        dampers=[Damper(s, p.d0 * contact)],
        moments=[Moment((0, 0, u.tau_e), cylinder)],
        outputs={
            "f_d": (viscous_friction(p.d0 * contact, s.diff(t)), "N", "friction on the rod, towards K"),
            "f_c": (p.c * (s - p.s0), "N", "force of the spring, positive where it pulls the rod to K"),
        },
        frames={"K": hanging},
        scene=scene,
    )


class HollowCylinderRod(LagrangianSystem):
    """The system, whose numeric model explains why a simulation may run away."""

    def numeric(self, **parameters: float) -> "HollowCylinderModel":
        """The model with numbers."""
        return HollowCylinderModel(self, self.parameters.values_with(parameters))


class HollowCylinderModel(LagrangianModel):
    """Explains a simulation that fails because the friction drives instead of braking."""

    def simulate(self, *args: Any, **options: Any) -> LagrangianRun:
        """Motion as usual; see `LagrangianModel.simulate`."""
        try:
            return super().simulate(*args, **options)
        except SimulationError as error:
            raise SimulationError(
                f"{error} Has the rod left the cylinder? Beyond s = l1 = {self.parameters['l1']:g} m the area of "
                "contact is negative and friction drives: use a stiffer spring, a longer cylinder, or less speed."
            ) from None


def scene(system: LagrangianSystem) -> Scene:
    """The cylinder cut open: spring and rod inside; the sizes across it follow from the diameter of the rod."""
    phi, s = system.coordinates.symbols
    p, tau_e, f_d = system.parameters, system.inputs.tau_e, system.outputs["f_d"]
    pivot = translation(0, p.h)
    hanging, cylinder, rod = (system.frame(name) for name in ("K", "cylinder", "rod"))
    counted = pivot @ rotation(rotation_z(-pi / 2))  # angles count from the vertical
    side = p.d2 / 2 + WALL / 2
    walls = [Box(WALL, p.l1, (sign * side, 0), frame=cylinder) for sign in (-1, 1)]
    lower = (0, -p.l2 / 2)  # end of the rod, from its mass centre
    end = rod.point(lower)
    return Scene(
        shapes=(
            Line(((0, 0), (p.l1, 0)), frame=counted, role="reference", dashed=True),
            Trace(end, duration=1.5),
            Box(p.d2, p.l2, frame=rod, role="mass"),
            SpringShape((0, 0), (0, -s), label=p.c, frame=hanging, side="right"),
            *walls,
            Hinge((0, 0), support=(0, 1), label="K", frame=pivot),
            PointMass((0, 0), 0.012, "m_2", frame=rod),
            AngleMark(0.4 * p.l1, phi, frame=counted, label=phi),
            Line(((0, 0), (0.16, 0)), frame=hanging, role="reference", dashed=True),
            Line(((0, -s), (0.16, -s)), frame=hanging, role="reference", dashed=True),
            Arrow((0.13, 0), (0.13, -s), label=s, frame=hanging),
            Dimension((-0.05, 0), (-0.05, -p.l1), p.l1, offset=-0.09, frame=hanging, only="sketch"),
            Dimension((0.05, -p.l2 / 2), (0.05, p.l2 / 2), p.l2, offset=-0.06, frame=rod, only="sketch"),
            ValueArrow(lower, (0, 1), f_d, 2.0, label="f_d", frame=rod),
            ValueArc(0.1, tau_e, reference=5.0, frame=pivot, turn=2.0, label=tau_e),
        ),
        description=(
            "A hollow cylinder turns about a pivot K at its upper end and hangs down from it. In it slides a rod on a "
            "spring that is fixed at K. The angle phi counts counterclockwise from hanging, s is the distance from K "
            "to the rod. A torque acts on the cylinder; an arrow at the free end of the rod shows the friction, "
            "against the motion of the rod."
        ),
        sketch={"phi": 0.6, "s": 0.3},
        handles=(Handle(end, ("phi", "s")),),
        ranges={
            "tau_e": (-4.0, 4.0),
            "s": (0.05, 0.5),
            "d0": (0.0, 1000.0),
            "c": (70.0, 400.0),
            "phi": (-3.1, 3.1),
        },
    )
