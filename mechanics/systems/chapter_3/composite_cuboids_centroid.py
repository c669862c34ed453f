"""Centroid of a body of two cuboids (Beispiel 3.4)."""

from sympy import Symbol, cos, pi, sin

from ...mass import Region, Solid, solid_by_integral
from ...mass.picture import UPRIGHT, center_mark, prism_edges
from ...model import t
from ...poses import rotation, vector
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import rotation_x, rotation_y
from ...scene import AngleMark, Arrow, Dimension, Line, Projection, Scene

END = 8.0  # s until it is tilted by 60°
TILT = t * pi / 3 / END


def composite_cuboids_centroid() -> Problem:
    """Centroid of an L-shaped body as the weighted mean of the centroids of its two halves; (3.30)-(3.32)."""
    p = Given(l=(1.0, "m", "edge length"), rho=(600.0, "kg/m^3", "density"))
    y = Outputs(
        m1=("kg", "mass of the upper cuboid"),
        m2=("kg", "mass of the lower cuboid"),
        r_S1=("m", "centroid of the upper cuboid", r"r_{S1}", 3),
        r_S2=("m", "centroid of the lower cuboid", r"r_{S2}", 3),
        r_S=("m", "centroid of the body", r"r_{S}", 3),
    )
    upper, lower = parts(p)
    x_S, _, z_S = (upper + lower).center
    lever = x_S * cos(TILT) - z_S * sin(TILT)
    return Problem(
        title="Body of two cuboids",
        source="Beispiel 3.4, (3.30)-(3.32)",
        parameters=p,
        outputs=y,
        formulas={
            "m1": upper.m,
            "m2": lower.m,
            "r_S1": upper.center,
            "r_S2": lower.center,
            "r_S": (upper + lower).center,
        },
        scene=scene,
        motion=Motion(
            END,
            {
                "psi": (TILT * 180 / pi, "°", "angle of the tilt"),
                "d": (lever, "m", "horizontal distance of S from the edge"),
            },
        ),
    )


def parts(p: Given) -> tuple[Solid, Solid]:
    """Both cuboids as integrals over their volumes V1 and V2; (3.30).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    tuple of Solid
        The upper and the lower one.
    """
    x, y, z = (Symbol(name) for name in "xyz")
    upper = Region.cartesian((x, 0, p.l / 3), (y, 0, p.l), (z, p.l / 4, p.l))
    lower = Region.cartesian((x, 0, p.l), (y, 0, p.l), (z, 0, p.l / 4))
    return solid_by_integral(upper, p.rho), solid_by_integral(lower, p.rho)


def scene(problem: Problem) -> Scene:
    """The body, slowly tilted about its lower left edge; it falls over when S has passed above the edge."""
    l, y = problem.parameters.l, problem.outputs
    body = UPRIGHT @ rotation(rotation_y(-TILT))
    profile = [(0, 0, 0), (l, 0, 0), (l, 0, l / 4), (l / 3, 0, l / 4), (l / 3, 0, l), (0, 0, l)]
    size = l / 30
    S = body.point(y.r_S)  # on the page
    below = (S[0], 0, S[2])
    ground = [(x * l, y * l, 0) for x, y in ((-0.5, -0.2), (1.4, -0.2), (1.4, 1.2), (-0.5, 1.2))]
    axes = [
        Arrow((0, 0, 0), l * vector(e), f"e_{name}", frame=UPRIGHT, role="axis", only="sketch")
        for name, e in zip("xyz", ((1.35, 0, 0), (0, 0.6, 0), (0, 0, 1.35)), strict=True)
    ]
    return Scene(
        shapes=(
            Line((*ground, ground[0]), frame=UPRIGHT, role="reference"),
            *prism_edges(profile, (0, l, 0), body),
            *axes,
            Line((S, below), role="force", dashed=True),
            *center_mark(y.r_S1, size, "S_1", body),
            *center_mark(y.r_S2, size, "S_2", body),
            *center_mark(y.r_S, 1.3 * size, "S", body),
            AngleMark(0.7 * l, TILT, frame=UPRIGHT @ rotation(rotation_x(pi / 2)), label=r"\psi", only="player"),
            Dimension((0, 0, 0), (l, 0, 0), l, offset=-0.14 * l, frame=body, only="sketch"),
            Dimension((0, 0, l), (0, 0, 0), l, offset=-0.14 * l, frame=body, only="sketch"),
            Dimension((0, 0, l), (l / 3, 0, l), l / 3, offset=0.1 * l, frame=body, only="sketch"),
            Dimension((l, 0, l / 4), (l, 0, 0), l / 4, offset=0.1 * l, frame=body, only="sketch"),
        ),
        description=(
            "An L-shaped body of two cuboids of the same volume in space: a flat one below, an upright one on its "
            "left third. Balls mark the centroids S1 and S2 of the cuboids and S of the whole, halfway between them. "
            "The body is slowly tilted about its lower left edge by the angle psi; a dashed vertical line through S "
            "shows on which side of the edge the weight acts."
        ),
        projection=Projection.axonometric(azimuth=0.35, elevation=0.3),
        ranges={"l": (0.5, 1.5), "rho": (100.0, 8000.0)},
        limits=(-2.2, 2.4, -0.9, 2.4),
    )
