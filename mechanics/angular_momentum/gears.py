"""Gears: ratios, torques, and inertias as they are felt on another shaft."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy as sp

from ..model import ModelError

__all__ = ["Gear", "reflected_inertia", "train"]


@dataclass(frozen=True)
class Gear:
    """A gear without losses between an input shaft and an output shaft.

    φ_in = i φ_out, and by the balance of power τ_out = i τ_in                   (3.136), (3.137)

    Parameters
    ----------
    ratio : i, input speed over output speed; negative where the shafts turn in opposite directions

    Raises
    ------
    ModelError
        for the ratio zero or one that is not finite.
    """

    ratio: Any

    def __post_init__(self) -> None:
        ratio = sp.sympify(self.ratio)
        if ratio.is_zero or ratio.has(sp.nan, sp.oo, -sp.oo, sp.zoo):
            raise ModelError(f"The ratio of a gear must be a finite number other than zero; got {self.ratio}.")
        object.__setattr__(self, "ratio", ratio)

    @classmethod
    def of_teeth(cls, driving: Any, driven: Any, *, internal: bool = False) -> "Gear":
        """Two wheels in mesh: i = ∓ z_driven / z_driving, positive for a ring gear with internal teeth."""
        if any(sp.sympify(z).is_positive is False for z in (driving, driven)):
            raise ModelError(f"Numbers of teeth must be positive; got {driving} and {driven}.")
        ratio = sp.sympify(driven) / driving
        return cls(ratio if internal else -ratio)

    def __matmul__(self, following: "Gear") -> "Gear":
        """A gear and the `following` one on its output shaft: the ratios multiply."""
        return Gear(self.ratio * following.ratio)

    def input_angle(self, output_angle: Any) -> Any:
        """φ_in = i φ_out, and the same for speeds and accelerations; (3.136)."""
        return self.ratio * output_angle

    def output_torque(self, input_torque: Any) -> Any:
        """τ_out = i τ_in, because τ_in ω_in = τ_out ω_out; (3.137)."""
        return self.ratio * input_torque

    def reflected(self, inertia: Any) -> Any:
        """i² I: an inertia of the input shaft as it is felt on the output shaft, kg m²; (3.140a)."""
        return self.ratio**2 * inertia


def train(*gears: Gear) -> Gear:
    """Gears one after the other, from the motor to the load: the ratios multiply."""
    return reduce(lambda first, second: first @ second, gears, Gear(1))


def reflected_inertia(inertias: Sequence[Any], gears: Sequence[Gear]) -> Any:
    """Inertia of a whole gear train as it is felt on its last shaft.

    I = Σ I_k (i_k+1 … i_n)², which for one gear is i² I_0 + I_1                 (3.140a)

    Parameters
    ----------
    inertias : of the n + 1 shafts from the motor to the load, kg m²
    gears : the n gears between them

    Raises
    ------
    ModelError
        where the numbers do not fit: n gears connect n + 1 shafts.
    """
    if len(inertias) != len(gears) + 1:
        raise ModelError(f"{len(gears)} gears connect {len(gears) + 1} shafts; got inertias of {len(inertias)} shafts.")
    return sum(train(*gears[k:]).reflected(inertia) for k, inertia in enumerate(inertias))
