"""Two rotations in either order, about current and about fixed axes (lecture 4.1)."""

from sympy import Dummy, Expr, ImmutableMatrix

from ...poses import rotation
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import axis_angle, from_sequence
from ...scene import Scene, Shape, Text, frame_arrows
from .turning import VIEW, beside, body_axes, book, steps

APART = 2.3  # m between two books of the picture
TURNING = {  # order of the rotations, and whether about fixed axes, of each book
    "R_zy": ("zy", False),
    "R_yz": ("yz", False),
    "R_fixed": ("zy", True),
}
WORDS = ("first z, then y", "first y, then z", "first z, then the fixed y")


def rotation_composition() -> Problem:
    """R_zy and R_yz about current axes, and the rotation about z and then about the fixed y_0; (4.11)-(4.17)."""
    p = Given(
        phi=(1.571, "rad", "angle about z", "real"),
        theta=(1.571, "rad", "angle about y", "real"),
    )
    y = Outputs(
        R_zy=("1", "about z, then about the current y", "R_{zy}", (3, 3)),
        R_yz=("1", "about y, then about the current z", "R_{yz}", (3, 3)),
        R_fixed=("1", "about z, then about the fixed y_0", "R_{fix}", (3, 3)),
        delta=("rad", "angle of the turn that leads from R_zy to R_yz"),
    )
    shares, end = steps([1, 1])
    return Problem(
        title="Two rotations one after the other",
        source="lecture 4.1, (4.11)-(4.17)",
        parameters=p,
        outputs=y,
        formulas=orientations(p) | {"delta": difference(p)},
        motion=Motion(
            end=end,
            quantities={"delta": (difference(p, *shares), "rad", "angle of the turn that leads from book 1 to book 2")},
        ),
        scene=scene,
    )


def orientations(p: Given, first: Expr = 1, second: Expr = 1) -> dict[str, ImmutableMatrix]:
    """The orientation of each book after shares of the first and of the second rotation.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    first, second : Expr
        Shares of the two rotations, 0 to 1.

    Returns
    -------
    dict of str
        Rotation matrix by the name of the output.
    """
    angles = {"z": p.phi, "y": p.theta}
    return {
        name: from_sequence(axes, [first * angles[axes[0]], second * angles[axes[1]]], fixed=fixed)
        for name, (axes, fixed) in TURNING.items()
    }


def difference(p: Given, first: Expr = 1, second: Expr = 1) -> Expr:
    """Angle of the single rotation that leads from the orientation of the first book to that of the second, rad.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    first, second : Expr
        Shares of the two rotations, 0 to 1.

    Returns
    -------
    Expr
        rad.
    """
    shares = Dummy(real=True), Dummy(real=True)  # algebra with plain symbols takes milliseconds
    R_zy, R_yz, _ = orientations(p, *shares).values()
    return axis_angle(R_zy.T * R_yz).angle.xreplace(dict(zip(shares, (first, second), strict=True)))


def scene(problem: Problem) -> Scene:
    """Three books in a row, each turned twice."""
    turned = orientations(problem.parameters, *steps([1, 1])[0]).values()
    return Scene(
        shapes=tuple(
            shape for k, (R, words) in enumerate(zip(turned, WORDS, strict=True)) for shape in _turned(R, words, k - 1)
        ),
        description=(
            "Three books lie side by side, each in front of the same fixed frame. The first one turns about z and "
            "then about its own y axis, the second about y and then about its own z axis, the third about z and then "
            "about the y axis of the fixed frame. In the end the first lies differently; the other two agree."
        ),
        projection=VIEW,
        sketch={"t": 3.0},
        ranges={"phi": (-3.142, 3.142), "theta": (-3.142, 3.142)},
    )


def _turned(R: ImmutableMatrix, words: str, k: int) -> list[Shape]:
    """A book with its axes in front of the fixed frame, and what happens to it in words."""
    place = beside(k, APART)
    return [
        *frame_arrows(place, 0.85, 0),
        *book(R, place.p),
        *body_axes(place @ rotation(R), 0.7, ("x", "y", "z")),
        Text(place.point((0, 0, -1.15)), words),
    ]
