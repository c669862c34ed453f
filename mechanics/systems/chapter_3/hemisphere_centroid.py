"""Centroid of a homogeneous hemisphere (Aufgabe 3.4)."""

from sympy import Expr, Symbol, pi, sqrt

from ...mass import Region, integral
from ...mass.picture import UPRIGHT, center_mark, cut_stack
from ...mass.shapes import hemisphere
from ...model import t
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Circle, Dimension, Line, Scene

END = 8.0  # s until the hemisphere is complete


def hemisphere_centroid() -> Problem:
    """Centroid of a hemisphere, flat face in z = 0, dome towards e_z: z_S = 3 R / 8; (3.28)."""
    p = Given(R=(0.4, "m", "radius"))
    y = Outputs(r_S=("m", "centroid", r"r_{S}", 3))
    z_S, share = slices(p.R)
    return Problem(
        title="Hemisphere",
        source="Aufgabe 3.4, (3.28)",
        parameters=p,
        outputs=y,
        formulas={"r_S": hemisphere(1, p.R).center},
        scene=scene,
        motion=Motion(
            END,
            {
                "h": (p.R * t / END, "m", "height of the slices so far"),
                "z_S": (z_S, "m", "centroid of the slices so far"),
                "share": (100 * share, "%", "their share of the mass", r"m/m_{R}"),
            },
        ),
    )


def slices(R: Symbol) -> tuple[Expr, Expr]:
    """Centroid of all slices below the height R t / END, and their share of the mass; (3.29).

    Parameters
    ----------
    R : Symbol
        Radius, m.

    Returns
    -------
    tuple of Expr
        Height of the centroid, m, and share of the mass, as functions of t.
    """
    r, phi, z = Symbol("r"), Symbol("phi"), Symbol("z", real=True)
    h = Symbol("h", positive=True)
    part = Region.cylindrical((r, 0, sqrt(R**2 - z**2)), (phi, 0, 2 * pi), (z, 0, h))
    volume = integral(1, part)
    z_S = (integral(z, part) / volume).cancel()
    return z_S.subs(h, R * t / END), (volume / hemisphere(1, R).m).cancel().subs(h, R * t / END)


def scene(problem: Problem) -> Scene:
    """The hemisphere built up of slices from below; the centroid of the slices rises with them."""
    R = problem.parameters.R
    z, h = Symbol("z"), R * t / END
    z_S, _ = slices(R)
    size = R / 22
    return Scene(
        shapes=(
            Arrow((0, 0, 0), (1.4 * R, 0, 0), "e_x", frame=UPRIGHT, role="axis"),
            Arrow((0, 0, 0), (0, 0, 1.35 * R), "e_z", frame=UPRIGHT, role="axis"),
            *cut_stack(sqrt(R**2 - z**2), z, 0, R, h),
            Circle(R),
            *center_mark((0, 0, z_S), size),
            Line(((-1.2 * R, 0, 0), (1.2 * R, 0, 0)), frame=UPRIGHT, role="reference", dashed=True),
            Dimension((0, 0), (R, 0), R, offset=-0.15 * R, only="sketch"),
            Dimension((-R, 0), (-R, z_S), r"z_S", offset=0.15 * R),
        ),
        description=(
            "A hemisphere on its flat face, cut through its axis, is built up of circular slices from below. A ball "
            "marks the centroid S of the slices so far: it rises more and more slowly and ends at three eighths of "
            "the radius, below half the height, because the lower slices are larger."
        ),
        sketch={"t": END},
        ranges={"R": (0.1, 1.0)},
        limits=(-1.6, 1.6, -0.14, 1.5),
    )
