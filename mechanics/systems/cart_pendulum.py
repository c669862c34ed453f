"""Cart with a hanging rod (Aufgabe 5.2)."""

from sympy import cos, sin

from ..lagrange import Body, Damper, Force, LagrangianSystem, Spring
from ..model import Coordinates, Inputs, Parameters
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..symbols import parameter_symbol


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

    pivot = translation(s)
    rod = pivot @ rotation(rotation_z(phi)) @ translation(0, -p.l_S / 2)
    return LagrangianSystem(
        title="Cart with pendulum rod",
        source="Aufgabe 5.2, (5.92)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m_W, pivot, name="cart"), Body(m_S, rod, I_zz, name="rod")],
        gravity=(0, -p.g, 0),
        springs=[Spring(s - p.s_W0, p.c_W)],
        dampers=[Damper(s, p.d_R)],
        forces=[Force((u.f_e, 0, 0), pivot.p)],
        abbreviations={
            m_S: p.rho_S * p.l_S * p.b_S * p.h_S,
            I_zz: m_S * (p.l_S**2 + p.b_S**2) / 12,
        },
    )
