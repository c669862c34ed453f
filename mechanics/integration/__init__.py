"""Integration of ẋ = f(x, t): step control, zero crossings, stiff equations, and a bound on the effort of a run."""

from .budget import Budget
from .plain import integrate
from .times import output_times

__all__ = ["Budget", "integrate", "output_times"]
