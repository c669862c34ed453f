"""Friction as a law of the rate: stiction and sliding with a smooth transition, and friction in a joint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from sympy import Symbol, lambdify

from ...friction import smooth_friction
from ...model import ModelError
from .laws import Law
from .parameter_checks import nonnegative, positive

__all__ = ["StickSlip", "joint_friction"]


@dataclass(frozen=True)
class StickSlip(Law):
    """Stiction and sliding (*Haft- und Gleitreibung*) smoothed at rest; `mechanics.friction.smooth_friction`.

    F = (F_C + (F_H − F_C) exp(−(l_d/v_S)²)) tanh(l_d/width) + d l_d

    Parameters
    ----------
    F_H : float
        Limit of static friction, N (N m); at least F_C.
    F_C : float
        Friction while sliding, N (N m).
    v_S : float
        Rate within which friction falls from F_H to F_C (Stribeck), m/s (rad/s).
    width : float
        Rate below which friction fades to zero, m/s (rad/s). A body that should stick creeps at a fraction of it;
        `ElastoPlastic` does not creep.
    d : float, optional
        Viscous part, N s/m (N m s/rad).
    """

    F_H: float
    F_C: float
    v_S: float
    width: float
    d: float = 0.0

    def __post_init__(self) -> None:
        nonnegative(self, "F_H", "F_C", "d")
        positive(self, "v_S", "width")
        if self.F_H < self.F_C:
            raise ModelError(
                f"The limit of static friction F_H must not be below the sliding friction F_C; got F_H = {self.F_H:g}, "
                f"F_C = {self.F_C:g}."
            )

    @cached_property
    def _force(self) -> Callable[[float], float]:
        v = Symbol("v", real=True)
        return lambdify(v, smooth_friction(self.F_H, self.F_C, 1, self.d, v, self.v_S, self.width), "numpy")

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """Against the motion: F has the sign of l_d."""
        return float(self._force(l_d))

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """P = F l_d."""
        return self(l, l_d) * l_d


def joint_friction(
    mu_H: float, mu_C: float, F_N: float, r: float, width: float, v_S: float = 0.1, d: float = 0.0
) -> StickSlip:
    """Friction in a bearing of radius r under the load F_N: moments M_H = mu_H F_N r, M_C = mu_C F_N r.

    The load is given, not taken from the reactions of the joint.

    Parameters
    ----------
    mu_H, mu_C : float
        Coefficients of static and kinetic friction.
    F_N : float
        Load of the bearing, N.
    r : float
        Radius of the bearing, m; 1 for a prismatic joint, whose friction is a force.
    width, v_S, d : float, optional
        Parameters of `StickSlip`, rad/s and N m s/rad.
    """
    return StickSlip(mu_H * F_N * r, mu_C * F_N * r, v_S, width, d)
