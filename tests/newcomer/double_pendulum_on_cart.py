"""A system as a newcomer writes it after reading CONTRIBUTING: `test_newcomer` makes mistakes in it."""

from sympy import cos, pi, sin

from mechanics.lagrange import Body, Damper, LagrangianSystem, Spring
from mechanics.model import Coordinates, Inputs, Parameters
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_z
from mechanics.scene import AngleMark, Arrow, Box, Ground, Handle, Hinge, Rod, Scene, Trace, ValueArrow


def double_pendulum_on_cart() -> LagrangianSystem:
    """Two rods that hang from a cart on a rail."""
    q = Coordinates(
        s=("m", "position of the cart", 0.0),
        phi1=("rad", "angle of the upper rod from hanging", 0.8),
        phi2=("rad", "angle of the lower rod from hanging", 1.2),
    )
    p = Parameters(
        m_W=(2.0, "kg", "mass of the cart"),
        m=(0.5, "kg", "mass of a rod"),
        l=(0.6, "m", "length of a rod"),
        c=(20.0, "N/m", "stiffness of the spring on the cart"),
        d=(0.01, "N m s/rad", "damping in the upper hinge", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f=("N", "drive force on the cart"))
    s, phi1, phi2 = q.symbols
    cart = translation(s)
    upper = cart @ rotation(rotation_z(phi1)) @ translation(0, -p.l / 2)
    knee = translation(s + p.l * sin(phi1), -p.l * cos(phi1))
    lower = knee @ rotation(rotation_z(phi2)) @ translation(0, -p.l / 2)
    I = p.m * p.l**2 / 12
    return LagrangianSystem(
        title="Double pendulum on a cart", source="an example",
        coordinates=q, parameters=p, inputs=u,
        bodies=[Body(p.m_W, cart, name="cart"), Body(p.m, upper, I, "upper"), Body(p.m, lower, I, "lower")],
        gravity=(0, -p.g, 0), springs=[Spring(s, p.c)], dampers=[Damper(phi1, p.d)],
        generalized_forces={"s": u.f}, frames={"knee": knee}, scene=scene,
    )  # fmt: skip


def scene(system: LagrangianSystem) -> Scene:
    """Cart, two rods, and the drive force."""
    (s, phi1, phi2), p = system.coordinates.symbols, system.parameters
    cart, upper, knee, lower = (system.frame(name) for name in ("cart", "upper", "knee", "lower"))
    down = rotation(rotation_z(-pi / 2))
    ends = (0, p.l / 2), (0, -p.l / 2)
    return Scene(
        shapes=(
            Ground((-1, -0.1), (1, -0.1), endless=True), Box(0.3, 0.2, frame=cart),
            Rod(*ends, 0.04, frame=upper), Rod(*ends, 0.04, frame=lower),
            Hinge((0, 0), frame=cart), Hinge((0, 0), frame=knee),
            Arrow((0, 0.2), (s, 0.2), label=s), Trace(lower.point(ends[1])),
            AngleMark(0.2, phi1, frame=cart @ down, label=phi1), AngleMark(0.2, phi2, frame=knee @ down, label=phi2),
            ValueArrow((0.15, 0), (1, 0), system.inputs.f, 5.0, label=system.inputs.f, frame=cart),
        ),
        description="Two rods hang in a row from a cart that rolls on a rail.",
        sketch={"s": 0.3, "phi1": 0.6, "phi2": 0.9},
        handles=(Handle(lower.point(ends[1]), ("phi1", "phi2")),),
        ranges={"f": (-10, 10)},
    )  # fmt: skip
