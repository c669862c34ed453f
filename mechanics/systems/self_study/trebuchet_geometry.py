"""Where arm, counterweight and shot of the trebuchet are, in the x-z plane: from the axle, z upwards (Aufgabe A.15)."""

from collections.abc import Sequence

from sympy import Expr, Matrix, cos, sin

from ...model import Variables

__all__ = ["ends", "ground", "in_space", "places"]


def ends(theta: Expr, p: Variables) -> tuple[Matrix, Matrix]:
    """Short and long end of the arm.

    Parameters
    ----------
    theta : Expr
        Angle of the arm, rad.
    p : Variables
        With the lengths l and L of its two sides, m.

    Returns
    -------
    tuple of Matrix, shape (2, 1) each
        x and z of the end that carries the counterweight, and of the one that carries the sling, m.
    """
    along = Matrix([cos(theta), sin(theta)])
    return p.l * along, -p.L * along


def places(q: Sequence[Expr], p: Variables) -> tuple[Matrix, Matrix]:
    """Counterweight and shot in its sling; (A.176).

    Parameters
    ----------
    q : sequence of Expr
        The angles theta, phi, psi of arm, counterweight and sling, rad.
    p : Variables
        With the lengths l, L, h and r, m.

    Returns
    -------
    tuple of Matrix, shape (2, 1) each
        x and z of counterweight and shot, m.
    """
    theta, phi, psi = q
    short, long = ends(theta, p)
    return short - p.h * Matrix([sin(phi), cos(phi)]), long + p.r * Matrix([sin(psi), -cos(psi)])


def in_space(point: Sequence[Expr]) -> tuple[Expr, Expr, Expr]:
    """A point of the x-z plane.

    Parameters
    ----------
    point : sequence of Expr
        x and z, m.
    """
    return (point[0], 0, point[1])


def ground(p: Variables) -> Expr:
    """Height of the ground, on which the sling's end lies at the start: z = −L sin θ0; (A.177).

    Parameters
    ----------
    p : Variables
        With the length L of the long arm, m, and its angle theta0 at the start, rad.
    """
    return -p.L * sin(p.theta0)
