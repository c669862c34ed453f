"""A rigid body as mass, mass centre and inertia tensor. Solids are moved, added and subtracted."""

from dataclasses import dataclass

from sympy import Expr, ImmutableMatrix, sympify, zeros

from ..aliases import Scalar, Vector
from ..model import ModelError
from ..poses import Pose, translation
from .inertia import change_of_basis, checked_inertia, finite, moment_about_axis, parallel_axis, place
from .second_moments import square_matrix

__all__ = ["Solid", "composite"]


@dataclass(frozen=True)
class Solid:
    """Mass, mass centre and inertia tensor of a rigid body, all in one frame.

    Attributes
    ----------
    m : Expr
        Mass, kg; negative for a hole.
    center : ImmutableMatrix
        Mass centre S, m; (3.28).
    inertia : ImmutableMatrix
        Inertia tensor about S, (3, 3), axes parallel to the frame, kg m²; (3.124).

    Raises
    ------
    ModelError
        If no body has these numbers: not finite, an asymmetric tensor, a violated triangle inequality.

    Examples
    --------
    >>> from mechanics.mass.shapes import cylinder
    >>> drilled = cylinder(7850, 0.1, 0.02) - cylinder(7850, 0.01, 0.02).at((0.05, 0, 0))
    """

    m: Expr
    center: ImmutableMatrix
    inertia: ImmutableMatrix

    def __post_init__(self) -> None:
        m, center = finite(self.m, "The mass of a solid"), place(self.center, "The mass centre of a solid")
        sign = -1 if m.is_negative else 1  # a hole has a negative tensor
        tensor = sign * checked_inertia(sign * square_matrix(self.inertia, "An inertia tensor"))
        for name, value in {"m": m, "center": center, "inertia": tensor}.items():
            object.__setattr__(self, name, value)

    def moved(self, pose: Pose) -> "Solid":
        """The solid in frame 0, if it is given in a frame 1: centre and axes turn with it.

        Parameters
        ----------
        pose : Pose
            Pose of frame 1 seen from frame 0.

        Returns
        -------
        Solid
        """
        if not isinstance(pose, Pose):
            raise ModelError(f"A solid is moved by a Pose, such as translation(x, y, z); got {pose!r}.")
        return Solid(self.m, pose.point(self.center), change_of_basis(self.inertia, pose.R))

    def at(self, position: Vector) -> "Solid":
        """The solid shifted by a vector.

        Parameters
        ----------
        position : array_like, shape (3,)
            Shift, m.

        Returns
        -------
        Solid
        """
        return self.moved(translation(*place(position, "The shift")))

    def with_mass(self, m: Scalar) -> "Solid":
        """The same shape with another mass: density and inertia grow with it.

        Parameters
        ----------
        m : Expr or float
            Mass, kg.

        Returns
        -------
        Solid
        """
        m = finite(m, "The mass of a solid")
        if m.is_nonpositive or self.m.is_zero:
            raise ModelError(f"A positive mass, and a shape that has one, were expected; got {m} kg for {self.m} kg.")
        return Solid(m, self.center, self.inertia * m / self.m)

    def about(self, point: Vector) -> ImmutableMatrix:
        """Inertia tensor about any point; (3.126).

        Parameters
        ----------
        point : array_like, shape (3,)
            Point, m.

        Returns
        -------
        ImmutableMatrix, shape (3, 3)
            Inertia tensor, kg m².
        """
        return parallel_axis(self.inertia, self.m, place(point) - self.center)

    def about_axis(self, point: Vector, direction: Vector = (0, 0, 1)) -> Expr:
        """Moment of inertia about an axis through a point; (3.120).

        Parameters
        ----------
        point : array_like, shape (3,)
            Point of the axis, m.
        direction : array_like, shape (3,), default (0, 0, 1)
            Direction of the axis, of any length.

        Returns
        -------
        Expr
            Moment of inertia, kg m².
        """
        return moment_about_axis(self.about(point), direction)

    def __neg__(self) -> "Solid":
        """The hole that the solid leaves."""
        return Solid(-self.m, self.center, -self.inertia)

    def __add__(self, other: "Solid") -> "Solid":
        """Both, rigidly connected; (3.31), (3.126)."""
        return composite(self, other)

    def __sub__(self, hole: "Solid") -> "Solid":
        """The body without the hole, which must lie inside."""
        if not isinstance(hole, Solid):
            raise ModelError(f"A solid is subtracted from another one, as its hole; got {hole!r}.")
        return self + -hole


def composite(*solids: Solid) -> Solid:
    """One rigid body of all parts: masses add, the centre is their weighted mean, inertias add after Steiner.

    m = Σ m_j,   r_S = Σ r_Sj m_j / m                                            (3.31)

    I_S = Σ (I_Sj + m_j (aᵀ a E − a aᵀ)),  a = r_Sj − r_S                         (3.126)

    Parameters
    ----------
    *solids : Solid
        Parts in the same frame; holes have negative masses.

    Returns
    -------
    Solid

    Raises
    ------
    ModelError
        If there is no part, the masses add up to zero, or holes are larger than their body.
    """
    if not solids:
        raise ModelError("A composite body needs at least one part; got none.")
    for part in solids:
        if not isinstance(part, Solid):
            raise ModelError(f"The parts of a composite body are solids; got {part!r}.")
    m = sum((part.m for part in solids), sympify(0))
    if m.is_zero:
        raise ModelError(
            "The masses of the parts add up to zero, so there is no mass centre. Is a hole as large as the body?"
        )
    if m.is_negative and not all(part.m.is_negative for part in solids):  # several holes may be one hole
        raise ModelError(
            f"Holes must be smaller than their body; here the masses of the parts add up to {m} kg. Check density and "
            "dimensions of the holes, and add the body first."
        )
    center = sum((part.m * part.center for part in solids), zeros(3, 1)) / m
    return Solid(m, center, sum((part.about(center) for part in solids), zeros(3)))
