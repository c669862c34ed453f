"""Work, kinetic and potential energy, springs: lecture section 3.4.

The sign of chapter 3: f_p is the force that *loads* an energy store, so that V = + ∫ f_p · dr and f_p = + grad V. The
force that the store exerts in return is −f_p; from chapter 5 on it is written −∂V/∂q (5.68).
"""

from .field import Field
from .loops import Circulation, circulation
from .springs import Spring, deflection_energy, parallel, series, stiffness_matrix
from .work import kinetic_energy, koenig, power, quadratic_energy, work

__all__ = [
    "Circulation",
    "Field",
    "Spring",
    "circulation",
    "deflection_energy",
    "kinetic_energy",
    "koenig",
    "parallel",
    "power",
    "quadratic_energy",
    "series",
    "stiffness_matrix",
    "work",
]
