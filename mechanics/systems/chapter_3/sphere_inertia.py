"""Moment of inertia of a homogeneous ball (Aufgabe 3.16)."""

from sympy import Expr, Symbol, pi, sqrt

from ...mass import Region, integral
from ...mass.picture import UPRIGHT, stack
from ...mass.shapes import ball
from ...model import t
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Circle, Dimension, Projection, Scene

END = 8.0  # s until the ball is complete


def sphere_inertia() -> Problem:
    """Mass and moment of inertia of a ball about a diameter: I = 2 m R² / 5; (3.123)."""
    p = Given(rho=(7850.0, "kg/m^3", "density"), R=(0.1, "m", "radius"))
    y = Outputs(m=("kg", "mass"), I=("kg m^2", "moment of inertia about a diameter"))
    whole = ball(p.rho, p.R)
    m, I = (p.rho * part for part in slices(p.R))
    return Problem(
        title="Ball of slices",
        source="Aufgabe 3.16, (3.123)",
        parameters=p,
        outputs=y,
        formulas={"m": whole.m, "I": whole.about_axis((0, 0, 0))},
        scene=scene,
        motion=Motion(
            END,
            {
                "m_h": (100 * (m / whole.m).cancel(), "%", "share of the mass below the height h", r"m(h)/m"),
                "I_h": (100 * I / y.I, "%", "share of the moment of inertia below the height h", r"I(h)/I"),
            },
        ),
    )


def slices(R: Symbol) -> tuple[Expr, Expr]:
    """Volume, and ∫ (x² + y²) dV, of the ball below its cut at the time t; (3.120).

    Parameters
    ----------
    R : Symbol
        Radius of the ball, m.

    Returns
    -------
    tuple of Expr
        m³ and m⁵, as functions of t.
    """
    r, phi, z, h = Symbol("r"), Symbol("phi"), Symbol("z", real=True), Symbol("h", real=True)
    part = Region.cylindrical((r, 0, sqrt(R**2 - z**2)), (phi, 0, 2 * pi), (z, -R, h))
    volume, second = integral(1, part), integral(r**2, part)
    return volume.subs(h, cut(R)), second.subs(h, cut(R))


def cut(R: Expr) -> Expr:
    """How high the slices reach at the time t.

    Parameters
    ----------
    R : Expr
        Radius of the ball, m.
    """
    return R * (2 * t / END - 1)


def scene(problem: Problem) -> Scene:
    """The ball built of slices from below."""
    R = problem.parameters.R
    z = Symbol("z")
    return Scene(
        shapes=(
            Arrow((0, 0, -1.3 * R), (0, 0, 1.5 * R), "e_z", frame=UPRIGHT, role="axis"),
            *stack(sqrt(R**2 - z**2), z, -R, R, cut(R), count=18),
            Circle(R, frame=UPRIGHT),
            Dimension((0, 0, 0), (R, 0, 0), R, frame=UPRIGHT, only="sketch"),
        ),
        description=(
            "A ball with a vertical axis e_z through its centre is built up of circular slices from bottom to top. "
            "The slices near the equator, which are the widest, contribute most of the moment of inertia; those at "
            "the poles contribute almost nothing."
        ),
        projection=Projection.axonometric(azimuth=0.4, elevation=0.4),
        sketch={"t": 5.0},
        ranges={"R": (0.02, 0.3), "rho": (500.0, 20000.0)},
        limits=(-0.5, 0.5, -0.5, 0.5),
    )
