"""A rope around a drum that does not turn (Beispiel 3.9)."""

from typing import Any

from sympy import Expr, Piecewise, Rational, cos, pi, sin

from ...friction import rope_band, rope_element
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Arrow, Circle, Disc, Hinge, Line, Scene, Text, ValueArc

POINTS, GAP = 120, 0.012  # of the drawn rope; its rise per radian
LONGEST = 1.1  # arrow, for the largest force that the rope holds


def rope_friction() -> Problem:
    """Rope that is wrapped around a fixed drum; forces for which it sticks, (3.84)-(3.88).

    The rope slips towards side 2 (left) if f_S2 > f_S1 exp(mu_H alpha), towards side 1 (right) if
    f_S1 > f_S2 exp(mu_H alpha).
    """
    p = Given(
        f_S1=(100.0, "N", "force on side 1, the right one", "positive", "f_{S1}"),
        mu_H=(0.3, "1", "coefficient of static friction", "nonnegative"),
        alpha=(3.6, "rad", "angle of wrap", "nonnegative"),
        f_S2=(180.0, "N", "force on side 2, the left one", "positive", "f_{S2}"),
    )
    y = Outputs(
        f_S2_min=("N", "smallest force on side 2 for which the rope sticks", r"f_{S2}^{min}"),
        f_S2_max=("N", "largest force on side 2 for which the rope sticks", r"f_{S2}^{max}"),
        state=("", "sticks, slips_left or slips_right"),
    )
    low, high = rope_band(p.f_S1, p.mu_H, p.alpha)
    return Problem(
        title="Rope friction",
        source="Beispiel 3.9, (3.84)-(3.88)",
        parameters=p,
        outputs=y,
        formulas={"f_S2_min": low, "f_S2_max": high},
        words={"state": {"slips_left": p.f_S2 > high, "slips_right": p.f_S2 < low, "sticks": True}},
        scene=scene,
        sweep="alpha",
    )


def scene(problem: Problem) -> Scene:
    """The drum from its end; the forces to scale, on side 2 between the smallest and the largest one."""
    p, y = problem.parameters, problem.outputs
    rope, end = wrapped(p.alpha)
    along = (-sin(p.alpha), cos(p.alpha))
    slips = Piecewise((1, p.f_S2 > y.f_S2_max), (-1, p.f_S2 < y.f_S2_min), (0, True))

    def pulled(force: Any) -> tuple:
        return tuple(e + LONGEST * force / y.f_S2_max * d for e, d in zip(end, along, strict=True))

    return Scene(
        shapes=(
            Disc(1, (0, 0), spokes=0),
            Hinge((0, 0)),
            Line(((1, -1.4), *rope), role="spring"),
            Line((pulled(y.f_S2_min), pulled(y.f_S2_max)), role="guide"),
            AngleMark(0.6, p.alpha, label=p.alpha),
            Line(((0, 0), (1, 0)), role="reference", dashed=True),
            Line(((0, 0), end), role="reference", dashed=True),
            Arrow((1, -1.4), (1, -1.4 - LONGEST * p.f_S1 / y.f_S2_max), label=p.f_S1, role="force"),
            Arrow(end, pulled(p.f_S2), label=p.f_S2, role="force"),
            ValueArc(1.35, slips, turn=p.alpha / 2, label="slips", only="player"),
            Text((0, -0.35), p.mu_H),
        ),
        description=(
            "A rope is wrapped around a fixed drum and pulled at both ends, on the right with a given force, at the "
            "other end with a second one. Beside the second force, a thin line shows the limits between which the "
            "rope sticks; the larger the angle of wrap, the wider they are. A curved arrow appears when the rope "
            "slips."
        ),
        ranges={"alpha": (0.0, 12.6), "f_S2": (1.0, 2000.0), "mu_H": (0.0, 0.8)},
    )


def rope_piece() -> Problem:
    """A piece of the rope cut free, about to slip to the right (figure 3.27); (3.84)-(3.86)."""
    p = Given(
        f_S=(100.0, "N", "force at the left end"),
        mu=(0.3, "1", "coefficient of friction", "nonnegative"),
        dphi=(0.7, "rad", "angle of wrap of the piece", "nonnegative", r"d\varphi"),
    )
    y = Outputs(
        df_S=("N", "growth of the force along the piece", r"df_S"),
        df_r=("N", "friction", r"df_r"),
        df_N=("N", "normal force", r"df_N"),
        linear=("N", "growth for a small piece, (3.86)", r"\mu f_S d\varphi"),
    )
    return Problem(
        title="A piece of rope",
        source="Beispiel 3.9, (3.84)-(3.86)",
        parameters=p,
        outputs=y,
        formulas={**rope_element(p.f_S, p.mu, p.dphi)._asdict(), "linear": p.mu * p.f_S * p.dphi},
        scene=piece_scene,
        sweep="dphi",
    )


def piece_scene(problem: Problem) -> Scene:
    """An arc of rope with the forces at its ends and those of the drum, all to one scale."""
    p, y = problem.parameters, problem.outputs
    half, scale = p.dphi / 2, 0.7 / p.f_S
    ends = [(side * sin(half), cos(half)) for side in (-1, 1)]
    pulled = [
        (x + side * scale * force * cos(half), z - scale * force * sin(half))
        for (x, z), side, force in zip(ends, (-1, 1), (p.f_S, p.f_S + y.df_S), strict=True)
    ]
    arc = [(sin(half * i / 10), cos(half * i / 10)) for i in range(-10, 11)]
    return Scene(
        shapes=(
            Circle(1, (0, 0)),
            Line((ends[0], (0, 0), ends[1]), role="reference", dashed=True),
            AngleMark(0.45, pi / 2 + half, start=pi / 2 - half, label=p.dphi),
            Line(tuple(arc), role="spring"),
            Arrow(ends[0], pulled[0], label=p.f_S, role="force"),
            Arrow(ends[1], pulled[1], label="f_S+df_S", role="force"),
            Arrow((0, 1), (0, 1 + scale * y.df_N), label=y.df_N, role="force"),
            Arrow((0, 1.02), (-scale * y.df_r, 1.02), label=y.df_r, role="force"),
        ),
        description=(
            "Free-body diagram of an arc of rope on a drum. Forces along the rope pull at both of its ends, the "
            "larger one on the right. The drum presses the arc outwards with a normal force and holds it back to the "
            "left with friction. The arrows are to scale; the shorter the arc, the smaller are the normal force, the "
            "friction and the difference between the two forces at the ends."
        ),
        ranges={"dphi": (0.02, 1.2), "mu": (0.0, 0.8)},
        sketch={"dphi": 0.9},
    )


def wrapped(alpha: Expr, first: Expr = 0) -> tuple[list[tuple], tuple]:
    """Points of a rope that lies around a drum of radius 1 from the angle `first` on, and its last point.

    Every turn lies a little farther out than the one before, so that one can count them.

    Parameters
    ----------
    alpha : Expr
        Angle of wrap, rad.
    first : Expr
        Angle at which the rope begins to lie on the drum, rad.

    Returns
    -------
    list of (x, y), and (x, y)
        The points and the last of them, in radii of the drum.
    """
    shares = [Rational(i, POINTS) for i in range(POINTS + 1)]
    radii = [1 + GAP * share * alpha for share in shares]
    points = [
        (r * cos(first + share * alpha), r * sin(first + share * alpha)) for r, share in zip(radii, shares, strict=True)
    ]
    return points, points[-1]
