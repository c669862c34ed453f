"""Moment of inertia of a full cylinder (Beispiel 3.13)."""

from sympy import Expr

from ...mass.picture import UPRIGHT
from ...mass.shapes import cylinder, tube
from ...model import t
from ...poses import translation
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Circle, Dimension, Disc, Line, Projection, Scene

END = 8.0  # s until the cylinder is complete
RINGS = 10


def cylinder_inertia() -> Problem:
    """Mass and moment of inertia of a full cylinder about its axis: I_zz = m R² / 2; (3.120)-(3.122)."""
    p = Given(
        rho=(7850.0, "kg/m^3", "density"),
        R=(0.1, "m", "radius"),
        l=(0.05, "m", "length"),
    )
    y = Outputs(m=("kg", "mass"), I_zz=("kg m^2", "moment of inertia about the axis"))
    whole, inner = cylinder(p.rho, p.R, p.l), cylinder(p.rho, radius(p.R), p.l)
    return Problem(
        title="Cylinder of rings",
        source="Beispiel 3.13, (3.120)-(3.122)",
        parameters=p,
        outputs=y,
        formulas={"m": whole.m, "I_zz": whole.about_axis((0, 0, 0))},
        scene=scene,
        motion=Motion(
            END,
            {
                "m_r": (100 * inner.m / whole.m, "%", "share of the mass inside the radius r", r"m(r)/m"),
                "I_r": (
                    100 * inner.about_axis((0, 0, 0)) / whole.about_axis((0, 0, 0)),
                    "%",
                    "share of the moment of inertia inside the radius r",
                    r"I(r)/I",
                ),
                "rim": (_last_ring(p), "kg m^2", "moment of inertia of the outermost tenth", r"I_{rim}"),
            },
        ),
    )


def radius(R: Expr) -> Expr:
    """How far the rings reach at the time t.

    Parameters
    ----------
    R : Expr
        Radius of the whole cylinder, m.

    Returns
    -------
    Expr
        m, as a function of t.
    """
    return R * t / END


def _last_ring(p: Given) -> Expr:
    """Moment of inertia of the tube that is the outermost tenth of the radius so far."""
    return tube(p.rho, radius(p.R), radius(p.R) * 9 / 10, p.l).about_axis((0, 0, 0))


def scene(problem: Problem) -> Scene:
    """Rings are laid around the axis until the cylinder is complete."""
    p = problem.parameters
    R, l = p.R, p.l
    top = UPRIGHT @ translation(0, 0, l / 2)
    return Scene(
        shapes=(
            Disc(radius(R), frame=UPRIGHT, thickness=l, spokes=0),
            *(Circle(radius(R) * k / RINGS, frame=top, role="line") for k in range(1, RINGS)),
            Circle(R, frame=top),
            Circle(R, frame=UPRIGHT @ translation(0, 0, -l / 2)),
            Arrow((0, 0, l / 2), (0, 0, l / 2 + R), "e_z", frame=UPRIGHT, role="axis"),
            Line(((0, 0, -l / 2 - 0.5 * R), (0, 0, -l / 2 - 0.2 * R)), frame=UPRIGHT, role="axis"),
            Dimension((0, 0, l / 2), (R, 0, l / 2), R, frame=UPRIGHT, only="sketch"),
            Dimension((-R, 0, -l / 2), (-R, 0, l / 2), l, offset=0.08 * R, frame=UPRIGHT, only="sketch"),
        ),
        description=(
            "A cylinder with a vertical axis e_z, seen obliquely from above. It is built up of thin rings from the "
            "axis outwards to the radius R; the outer rings contain most of the mass, and an even larger share of "
            "the moment of inertia."
        ),
        projection=Projection.axonometric(azimuth=0.4, elevation=0.5),
        sketch={"t": END},
        ranges={"R": (0.02, 0.3), "l": (0.01, 0.3), "rho": (500.0, 20000.0)},
        limits=(-0.5, 0.5, -0.4, 0.5),
    )
