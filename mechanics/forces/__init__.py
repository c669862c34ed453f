"""Forces with points of application: moments, resultants, reduction, equilibrium, unknown reactions; section 3.1.

A free body is a `ForceSystem` of forces and couples. Given and unknown quantities may be symbols or numbers::

    A, S, B = (0, 0, 0), (a, 0, 0), (2 * a, 0, 0)
    beam = ForceSystem([Force((f_Ax, 0, f_Az), A), weight(m, g, S), rope(B, f_S, along=(0, 0, 1))])
    reactions(beam, [f_Ax, f_Az, f_S])     # {f_Ax: 0, f_Az: m*g/2, f_S: m*g/2}

Points and vectors have three components; two stand for the x-y plane. Moments turn by the right-hand rule.
"""

from .contacts import RoughContact, normal_force, pulley, rope, weight
from .loads import Couple, Force, direction, lever, moment
from .picture import UPRIGHT, cone_shape, couple_arrow, force_arrow, force_polygon
from .reactions import Supports, check_one_sided, reactions, supports
from .system import ForceSystem, Wrench

__all__ = [
    "Couple", "Force", "ForceSystem", "RoughContact", "Supports", "UPRIGHT", "Wrench", "check_one_sided", "cone_shape",
    "couple_arrow", "direction", "force_arrow", "force_polygon", "lever", "moment", "normal_force", "pulley",
    "reactions", "rope", "supports", "weight",
]  # fmt: skip
