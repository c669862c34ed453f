"""Gears: ratios, torques, and inertias reflected to another shaft."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import sympy as sp

from ..aliases import Scalar
from ..checking import checked, column, real, shown
from ..model import ModelError

__all__ = ["Gear", "reflected_inertia", "train"]


@dataclass(frozen=True)
class Gear:
    """A gear without losses between an input shaft and an output shaft.

    φ_in = i φ_out, and by the balance of power τ_out = i τ_in                   (3.136), (3.137)

    Parameters
    ----------
    ratio : Expr or float
        Ratio i, input speed over output speed; negative where the shafts turn in opposite directions.

    Raises
    ------
    ModelError
        If the ratio is zero or not finite.
    """

    ratio: sp.Expr

    def __post_init__(self) -> None:
        ratio = real(self.ratio, "The ratio of a gear")
        if ratio.is_zero:
            raise ModelError(f"The ratio of a gear must be a finite number other than zero; got {self.ratio}.")
        object.__setattr__(self, "ratio", ratio)

    @classmethod
    def of_teeth(cls, driving: Scalar, driven: Scalar, *, internal: bool = False) -> "Gear":
        """Two wheels in mesh: i = ∓ z_driven / z_driving, positive for a ring gear with internal teeth.

        Parameters
        ----------
        driving, driven : Expr or float
            Numbers of teeth.
        internal : bool, default False
            Whether one of the wheels is a ring gear with internal teeth.

        Returns
        -------
        Gear

        Raises
        ------
        ModelError
            If a number of teeth is not positive.
        """
        if any(real(z, "A number of teeth").is_positive is False for z in (driving, driven)):
            raise ModelError(f"Numbers of teeth must be positive; got {driving} and {driven}.")
        ratio = sp.sympify(driven) / driving
        return cls(ratio if internal else -ratio)

    def __matmul__(self, following: "Gear") -> "Gear":
        """A gear and the `following` one on its output shaft: the ratios multiply."""
        if not isinstance(following, Gear):
            raise ModelError(f"A gear is followed by another Gear(...); got {shown(following)}.")
        return Gear(self.ratio * following.ratio)

    @checked()
    def input_angle(self, output_angle: Scalar) -> sp.Expr:
        """Angle of the input shaft, φ_in = i φ_out; the same for speeds and accelerations; (3.136).

        Parameters
        ----------
        output_angle : Expr or float
            φ_out, rad.

        Returns
        -------
        Expr
            φ_in, rad.
        """
        return self.ratio * output_angle

    @checked()
    def output_torque(self, input_torque: Scalar) -> sp.Expr:
        """Torque of the output shaft, τ_out = i τ_in, because τ_in ω_in = τ_out ω_out; (3.137).

        Parameters
        ----------
        input_torque : Expr or float
            τ_in, N m.

        Returns
        -------
        Expr
            τ_out, N m.
        """
        return self.ratio * input_torque

    @checked(nonnegative="inertia")
    def reflected(self, inertia: Scalar) -> sp.Expr:
        """An inertia of the input shaft reflected to the output shaft, i² I; (3.140a).

        Parameters
        ----------
        inertia : Expr or float
            Inertia I, kg m².

        Returns
        -------
        Expr
            Inertia, kg m².
        """
        return self.ratio**2 * inertia


def train(*gears: Gear) -> Gear:
    """Gears one after the other, from the motor to the load: the ratios multiply.

    Parameters
    ----------
    *gears : Gear
        Gears in order.

    Returns
    -------
    Gear
    """
    return reduce(lambda first, second: first @ second, gears, Gear(1))


def reflected_inertia(inertias: Sequence[Scalar], gears: Sequence[Gear]) -> sp.Expr:
    """Inertia of a whole gear train reflected to its last shaft.

    I = Σ I_k (i_k+1 … i_n)², which for one gear is i² I_0 + I_1                 (3.140a)

    Parameters
    ----------
    inertias : sequence of Expr or float, shape (n + 1,)
        Inertias of the shafts from the motor to the load, kg m².
    gears : sequence of Gear, shape (n,)
        The gears between them.

    Returns
    -------
    Expr
        Inertia, kg m².

    Raises
    ------
    ModelError
        If the numbers do not fit: n gears connect n + 1 shafts.
    """
    inertias = list(column(inertias, "The list of inertias"))
    if not isinstance(gears, Sequence) or not all(isinstance(gear, Gear) for gear in gears):
        raise ModelError(f"The gears are a list of Gear(...); got {shown(gears)}.")
    if len(inertias) != len(gears) + 1:
        raise ModelError(f"{len(gears)} gears connect {len(gears) + 1} shafts; got inertias of {len(inertias)} shafts.")
    return sum(train(*gears[k:]).reflected(inertia) for k, inertia in enumerate(inertias))
