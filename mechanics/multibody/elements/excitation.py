"""Excitation as a function of time: a moving support, or a relaxed length that changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...model import ModelError
from .laws import Law, LawFunction, as_law

__all__ = ["Excited"]

INSTANTS = (0.173, 0.618, 1.414)
"""Times at which the derivative is compared, s."""


@dataclass(frozen=True, init=False)
class Excited(Law):
    """A law whose far end is moved by u(t) (*Zeiterregung*): F = law(l − u(t), l_d − u_d(t), t, s).

    With a linear spring this is a relaxed length l_0 + u(t). What moves the end supplies the power −F u_d. An
    excitation by a force is `Force`.

    Parameters
    ----------
    law : Law or callable
        The law that is excited.
    u : callable
        Displacement as a function of t, m (rad).
    u_d : callable
        Derivative of u, m/s (rad/s).

    Raises
    ------
    ModelError
        Where u_d is not the derivative of u.
    """

    law: Law
    u: Callable[[float], float]
    u_d: Callable[[float], float]

    def __init__(self, law: LawFunction, u: Callable[[float], float], u_d: Callable[[float], float]) -> None:
        if not callable(u) or not callable(u_d):
            raise ModelError(
                "Excited needs the displacement u and its derivative u_d as functions of t, such as "
                f"np.sin and np.cos; got {u!r} and {u_d!r}."
            )
        _check_derivative(u, u_d)
        for name, value in {"law": as_law(law, "Excited"), "u": u, "u_d": u_d}.items():
            object.__setattr__(self, name, value)

    @property
    def states(self) -> int:
        """Those of the law."""
        return self.law.states

    @property
    def start(self) -> np.ndarray:
        """That of the law."""
        return self.law.start

    def _seen(self, l: float, l_d: float, t: float, s: Sequence[float]) -> tuple[float, float, float, Sequence[float]]:
        return l - self.u(t), l_d - self.u_d(t), t, s

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The law for the relative elongation."""
        return self.law(*self._seen(l, l_d, t, s))

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """That of the law for the relative elongation."""
        return self.law.energy(l - self.u(t), t, s)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """That of the law for the relative elongation."""
        return self.law.dissipated_power(*self._seen(l, l_d, t, s))

    def supplied_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """P = −F u_d, and what the law itself gets."""
        own = self.law.supplied_power(*self._seen(l, l_d, t, s))
        return own - self(l, l_d, t, s) * self.u_d(t)

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> np.ndarray:
        """That of the law for the relative elongation."""
        return self.law.state_derivative(*self._seen(l, l_d, t, s))


def _check_derivative(u: Callable[[float], float], u_d: Callable[[float], float]) -> None:
    """Refuse a rate that differs everywhere; one instant may lie on a kink."""
    h = 1e-5
    try:
        slopes = [(float(u(t + h)) - float(u(t - h))) / (2 * h) for t in INSTANTS]
        size = max(map(abs, (*slopes, *(float(u_d(t)) for t in INSTANTS))))
    except (ArithmeticError, TypeError, ValueError) as error:
        raise ModelError(
            f"u and u_d of Excited must be functions of t that return one finite number; got {type(error).__name__}: "
            f"{error}."
        ) from error
    if not np.isfinite([size, *slopes]).all():
        raise ModelError(f"u and u_d of Excited must return finite numbers; u changes by {slopes} per second.")
    if all(abs(slope - u_d(t)) > 1e-4 * size for slope, t in zip(slopes, INSTANTS, strict=True)):
        t, slope = INSTANTS[0], slopes[0]
        raise ModelError(
            f"u_d of Excited must be the derivative of u; at t = {t:g} s u changes by {slope:.6g} per second, but "
            f"u_d is {u_d(t):.6g}."
        )
