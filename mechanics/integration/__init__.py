"""Integration of ẋ = f(t, x): step control, zero crossings, stiff equations, and a bound on the effort of a run."""

from .budget import Budget

__all__ = ["Budget"]
