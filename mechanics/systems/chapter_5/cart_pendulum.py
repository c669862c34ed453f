"""Cart with a hanging rod (Aufgabe 5.2)."""

from sympy import pi

from ...lagrange import Body, Damper, Force, LagrangianSystem, Spring
from ...mass import cuboid
from ...model import Coordinates, Inputs, Parameters
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    DamperShape,
    Dimension,
    Disc,
    Ground,
    Handle,
    Hinge,
    Line,
    Rod,
    Scene,
    SpringShape,
    Text,
    Trace,
    ValueArrow,
)
from ...symbols import parameter_symbol


def cart_pendulum() -> LagrangianSystem:
    """Cart with spring and viscous friction that carries a homogeneous rod; equations (5.92)."""
    q = Coordinates(
        s=("m", "position of the cart", 0.0),
        phi=("rad", "angle of the rod from hanging", 1.0, r"\varphi"),
    )
    p = Parameters(
        m_W=(1.0, "kg", "mass of the cart"),
        c_W=(8.0, "N/m", "stiffness of the spring"),
        s_W0=(0.0, "m", "position of the cart at which the spring is relaxed", "real"),
        d_R=(0.2, "N s/m", "viscous friction of the cart", "nonnegative"),
        rho_S=(2700.0, "kg/m^3", "density of the rod"),
        l_S=(0.6, "m", "length of the rod"),
        b_S=(0.03, "m", "width of the rod"),
        h_S=(0.02, "m", "depth of the rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_e=("N", "drive force on the cart along +s", 0.0, "f^e"))
    s, phi = q.symbols
    m_S, I_zz = parameter_symbol("m_S", positive=True), parameter_symbol("I_zz", "I_{zz}^S", positive=True)

    cart = translation(s)
    rod = cart @ rotation(rotation_z(phi)) @ translation(0, -p.l_S / 2)
    return LagrangianSystem(
        title="Cart with pendulum rod",
        source="Aufgabe 5.2, (5.92)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m_W, cart, name="cart"), Body(m_S, rod, I_zz, name="rod")],
        gravity=(0, -p.g, 0),
        springs=[Spring(s - p.s_W0, p.c_W)],
        dampers=[Damper(s, p.d_R)],
        forces=[Force((u.f_e, 0, 0), cart.p)],
        abbreviations={
            m_S: p.rho_S * p.l_S * p.b_S * p.h_S,
            I_zz: cuboid(m_S, p.b_S, p.l_S, p.h_S)[2, 2],
        },
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """Cart on a rail between a spring with damper and the drive force; the rod hangs in front of it."""
    s, phi = system.coordinates.symbols
    p, f_e = system.parameters, system.inputs.f_e
    cart, rod = system.frame("cart"), system.frame("rod")
    upper, lower = (0, p.l_S / 2), (0, -p.l_S / 2)  # ends of the rod, from its mass centre
    hanging = cart @ rotation(rotation_z(-pi / 2))  # angles are counted from the vertical
    wall = p.s_W0 - 0.85
    return Scene(
        shapes=(
            Ground((-0.4, -0.15), (0.4, -0.15), endless=True),
            Ground((wall, 0.14), (wall, -0.15)),
            SpringShape((wall, 0.055), (s - 0.15, 0.055), label=p.c_W),
            DamperShape((wall, -0.04), (s - 0.15, -0.04), label=p.d_R, side="right"),
            Disc(0.035, (-0.09, -0.115), frame=cart, spokes=0),
            Disc(0.035, (0.09, -0.115), frame=cart, spokes=0),
            Box(0.3, 0.2, frame=cart),
            Text((-0.09, 0.05), p.m_W, frame=cart, only="sketch"),
            Line(((0, 0.1), (0, 0.26)), role="reference", dashed=True),
            Line(((0, 0.1), (0, 0.26)), frame=cart, role="reference", dashed=True),
            Arrow((0, 0.2), (s, 0.2), label=s),
            Line(((0, 0), (0.55 * p.l_S, 0)), frame=hanging, role="reference", dashed=True),
            Trace(rod.point(lower), duration=1.2),
            Rod(upper, lower, p.b_S, frame=rod),
            Hinge((0, 0), frame=cart),
            AngleMark(0.45 * p.l_S, phi, frame=hanging, label=phi),
            Dimension(lower, upper, p.l_S, offset=-0.12, frame=rod, only="sketch"),
            ValueArrow((0.15, 0), (1, 0), f_e, 5.0, label=f_e, frame=cart),
        ),
        description=(
            "A cart rolls on a horizontal rail. A spring and a damper connect it to a wall on its left, a "
            "drive force pulls it to the right. A rod hangs from a hinge in the middle of the cart and "
            "swings below it."
        ),
        sketch={"s": 0.3, "phi": 0.6},
        handles=(Handle(rod.point(lower), ("phi",)), Handle(cart.p, ("s",))),
        ranges={"f_e": (-10.0, 10.0), "s_W0": (-0.5, 0.5)},
    )
