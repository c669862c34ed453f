"""Linear spring-mass-damper systems M q̈ + D q̇ + K q = k + B f; lecture section 3.6.

`Oscillator` holds the matrices. It is made from masses, springs and dampers (a chain, or any graph), from given
matrices, or from the linear model of another system about an equilibrium. Static position, energies and their
balance follow for symbols and numbers alike; natural modes, damping ratios and frequency responses for numbers.
"""

from .definiteness import definiteness, leading_minors, principal_minors, quadratic_form
from .elements import GROUND, Damper, Spring, chain, damping_matrix, spring_load, stiffness_matrix
from .modes import Mode, frequency_response
from .oscillator import Oscillator

__all__ = [
    "GROUND",
    "Damper",
    "Mode",
    "Oscillator",
    "Spring",
    "chain",
    "damping_matrix",
    "definiteness",
    "frequency_response",
    "leading_minors",
    "principal_minors",
    "quadratic_form",
    "spring_load",
    "stiffness_matrix",
]
