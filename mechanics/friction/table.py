"""Typical coefficients of friction; lecture table 3.1."""

from types import MappingProxyType
from typing import NamedTuple

__all__ = ["TABLE", "Pair"]


class Pair(NamedTuple):
    """Coefficients of friction between two materials.

    Attributes
    ----------
    mu_H : float
        Of static friction.
    mu_C : float
        Of kinetic friction.
    """

    mu_H: float
    mu_C: float


TABLE = MappingProxyType(
    {
        "bronze on bronze": Pair(0.18, 0.20),
        "grey cast iron on bronze": Pair(0.28, 0.20),
        "steel on steel": Pair(0.15, 0.12),
        "tyre on asphalt": Pair(0.55, 0.30),
        "oak on oak": Pair(0.54, 0.34),
    }
)
"""Table 3.1. Such numbers are only typical: bronze on bronze, with mu_C > mu_H, does not even fit the model (3.80)."""
