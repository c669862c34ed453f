"""A point mass thrown in a homogeneous field of gravity, without drag; Beispiel 3.5, (3.34)-(3.39)."""

from dataclasses import dataclass

import sympy as sp
from sympy import atan, cos, sin, sqrt, tan

from ..aliases import Scalar
from ..checking import checked
from ..model import ModelError

__all__ = ["Projectile"]


@checked()
@dataclass(frozen=True)
class Projectile:
    """Parabola of a throw from the height `h` (*Wurfparabel*): x horizontal, z upwards, ground at z = 0.

    m ẍ = 0,   m z̈ = −m g                                                        (3.34)

    Parameters
    ----------
    v0 : Expr or float
        Initial speed, m/s.
    alpha : Expr or float
        Launch angle above the horizontal, rad.
    h : Expr or float, default 0
        Initial height above the ground, m.
    g : Expr or float, default 9.81
        Gravity, m/s².

    Raises
    ------
    ModelError
        If v0 or g is not positive, or h is negative.
    """

    v0: Scalar
    alpha: Scalar
    h: Scalar = 0
    g: Scalar = 9.81

    def __post_init__(self) -> None:
        if any(sp.sympify(x).is_nonpositive for x in (self.v0, self.g)) or sp.sympify(self.h).is_negative:
            raise ModelError(
                "A throw needs a positive speed v0, a positive gravity g and a height h that is not negative; "
                f"got v0 = {self.v0}, g = {self.g}, h = {self.h}."
            )

    @checked()
    def velocity(self, t: Scalar) -> tuple[Scalar, Scalar]:
        """Components v_x and v_z of the velocity; (3.35a), (3.35c).

        Parameters
        ----------
        t : Expr or float
            Time, s.

        Returns
        -------
        tuple of Expr or float, Expr or float
            Velocity, m/s.
        """
        return self.v0 * cos(self.alpha), self.v0 * sin(self.alpha) - self.g * t

    @checked()
    def position(self, t: Scalar) -> tuple[Scalar, Scalar]:
        """Coordinates x and z; (3.35b), (3.35d).

        Parameters
        ----------
        t : Expr or float
            Time, s.

        Returns
        -------
        tuple of Expr or float, Expr or float
            Position, m.
        """
        return self.v0 * cos(self.alpha) * t, self.h + self.v0 * sin(self.alpha) * t - self.g * t**2 / 2

    @checked()
    def path(self, x: Scalar) -> Scalar:
        """Height z of the parabola at a distance x; (3.36).

        Parameters
        ----------
        x : Expr or float
            Distance, m.

        Returns
        -------
        Expr or float
            Height above the ground, m.
        """
        return -self.g * x**2 / (2 * self.v0**2 * cos(self.alpha) ** 2) + tan(self.alpha) * x + self.h

    @property
    def impact_time(self) -> sp.Expr:
        """t1 with z(t1) = 0, the later one of the two, s; (3.37)."""
        v_z = self.v0 * sin(self.alpha)
        return (v_z + sqrt(v_z**2 + 2 * self.g * self.h)) / self.g

    @property
    def range(self) -> sp.Expr:
        """x(t1), where it hits the ground, m; (3.38)."""
        return self.velocity(0)[0] * self.impact_time

    @property
    def impact_speed(self) -> sp.Expr:
        """Speed at the ground, m/s: the same for every angle."""
        return sqrt(self.v0**2 + 2 * self.g * self.h)

    @property
    def apex_time(self) -> sp.Expr:
        """Instant of the highest point, s; before the start if it is thrown downwards."""
        return self.v0 * sin(self.alpha) / self.g

    @property
    def apex_height(self) -> sp.Expr:
        """Height of the vertex of the parabola above the ground, m."""
        return self.h + (self.v0 * sin(self.alpha)) ** 2 / (2 * self.g)

    @property
    def best_angle(self) -> sp.Expr:
        """Launch angle of the longest throw with this v0 and h, rad: 45° for h = 0, less from a height; (3.39)."""
        return atan(self.v0 / self.impact_speed)

    @property
    def greatest_range(self) -> sp.Expr:
        """Range at `best_angle`, m: v0 √(v0² + 2 g h)/g."""
        return self.v0 * self.impact_speed / self.g

    @checked()
    def reach(self, x: Scalar) -> Scalar:
        """The greatest height that any angle reaches at a distance x: the envelope of all parabolas.

        Parameters
        ----------
        x : Expr or float
            Distance, m.

        Returns
        -------
        Expr or float
            Height above the ground, m.
        """
        return self.h + self.v0**2 / (2 * self.g) - self.g * x**2 / (2 * self.v0**2)

    @checked()
    def angles_to(self, x: Scalar, z: Scalar = 0) -> tuple[Scalar, Scalar]:
        """The flat and the steep launch angle that hit the point (x, z).

        tan α is a root of the parabola (3.36), which is quadratic in it.

        Parameters
        ----------
        x : Expr or float
            Distance of the point, positive, m.
        z : Expr or float, default 0
            Height of the point, m.

        Returns
        -------
        tuple of Expr or float, Expr or float
            Angles, rad.

        Raises
        ------
        ModelError
            If the point is out of reach, or not in front of the start.
        """
        spare = self.reach(x) - z
        if sp.sympify(x).is_nonpositive or sp.sympify(spare).is_negative:
            raise ModelError(
                f"A target must lie at x > 0 and not higher than z = {self.reach(x)} there; got ({x}, {z}). "
                "Throw faster, or aim at something nearer."
            )
        middle = self.v0**2 / (self.g * x)
        width = sqrt(2 * self.v0**2 / self.g * spare) / x
        return atan(middle - width), atan(middle + width)
