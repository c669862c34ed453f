"""A tree as the single array of numbers that compiled code takes; see `compiled_recursion`.

It has a head with the motion of the base, a row for each body in an order in which parents come first, rows for the
springs, dampers and motors of joints and for forces, and working memory.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import ArrayLike

from .guided import GuidedBase
from .loads import Loads, PointForce
from .moments import AxisSpring, JointDamper, JointElement, JointMotor, JointSpring
from .recursion import Recursion

__all__ = ["are_numbers", "guide", "is_compilable", "packed"]

# Places in the head.
COUNT, WORK_AT, LAWS_AT, LAWS, FORCES_AT, FORCES, TIME_AT, AXIS_AT = 0, 1, 2, 3, 4, 5, 6, 7
DEGREE = 5  # of the polynomials of time that move the base
R_DD_AT = AXIS_AT + 3  # three polynomials: acceleration of the base's origin minus that of gravity
TURN_AT = R_DD_AT + 3 * (DEGREE + 1)  # three more: the base's angle about the axis, its rate and that one's rate
HEAD = TURN_AT + 3 * (DEGREE + 1)

# Places in the row of a body; PARENT is the row in the working memory, INDEX the place of the body in the state.
PARENT, INDEX, MASS, C_AT, E_AT, I_AT, BODY = 0, 1, 2, 3, 6, 9, 15

# Places in the row of a joint's law: its kind, the rows of the bodies i+ and i-, and up to ten numbers.
SPRING, AXES, DAMPER, MOTOR = 0, 1, 2, 3
KIND, PLUS, MINUS, NUMBERS, LAW = 0, 1, 2, 3, 13
# Places in the row of a force: body, basis, force, point and moment.
ON, IS_FIXED, FORCE_AT, POINT_AT, COUPLE_AT, FORCE = 0, 1, 2, 5, 8, 11

ROW = 54  # working memory of a body, and of the base, which is row 0


def is_compilable(loads: Loads, base: Callable) -> bool:
    """Whether compiled code knows all of it: laws of `moments`, numbers as loads, a guided base.

    Parameters
    ----------
    loads : Loads
        Loads of the tree.
    base : callable
        Motion of the base, a function of time.
    """
    known = all(type(element) in _LAWS for element in loads.moments) and {PointForce}.issuperset(
        map(type, loads.forces)
    )
    return known and are_numbers(loads) and isinstance(base, GuidedBase)


def are_numbers(loads: Loads) -> bool:
    """Whether no force, no moment and no motor is a function of time.

    Parameters
    ----------
    loads : Loads
        Loads of the tree.
    """
    motors = [getattr(element, "torque", None) for element in loads.moments]
    return all(force.is_constant for force in loads.forces) and not any(map(callable, motors))


def packed(recursion: Recursion, loads: Loads) -> np.ndarray:
    """The constants of a tree with its loads; `guide` adds the motion of the base.

    Parameters
    ----------
    recursion : Recursion
        Recursion of the tree.
    loads : Loads
        Loads of the tree.
    """
    graph, n = recursion.tree.graph, recursion.tree.n
    rows = np.zeros(n + 1, dtype=int)  # of the vertices in the working memory; the base, vertex 0, has row 0
    rows[graph.order + 1] = 1 + np.arange(n)
    upper = np.triu_indices(3)
    bodies = np.column_stack([
        rows[graph.parents + 1], np.arange(n), recursion.tree.m, recursion.c, recursion.e,
        recursion.I_hinge[:, *upper],
    ])[graph.order]  # fmt: skip
    laws = [
        _law(element, rows[graph.plus[a]], rows[graph.minus[a]])
        for a, element in ((graph.joint(element.joint), element) for element in loads.moments)
    ]
    forces = [_force(force, rows[recursion.tree.body(force.body) + 1]) for force in loads.forces]
    parts = [np.zeros(HEAD), bodies, laws, forces, np.zeros(ROW * (n + 1))]
    flat = [np.asarray(part, dtype=float).reshape(-1) for part in parts]
    ends = np.cumsum([len(part) for part in flat])
    flat[0][:AXIS_AT] = [n, ends[3], ends[1], len(laws), ends[2], len(forces), 0.0]
    return np.concatenate(flat)


def guide(constants: np.ndarray, base: GuidedBase, gravity: ArrayLike, t: float) -> None:
    """Write the piece of the base's motion around a time into the constants.

    Parameters
    ----------
    constants : np.ndarray
        Numbers of `packed`, changed in place.
    base : GuidedBase
        Motion of the base.
    gravity : array_like, shape (3,)
        Acceleration of free fall, inertial basis, m/s².
    t : float
        Time, s.
    """
    start, a, *_ = base.path.piece(t)
    constants[TIME_AT], constants[AXIS_AT : AXIS_AT + 3] = start, base.axis
    path = np.zeros((3, DEGREE + 1))
    path[:, : len(a)] = a.T
    path[:, 0] -= np.asarray(gravity, dtype=float)
    turning = np.zeros((3, DEGREE + 1))
    for row, polynomial in zip(turning, _turning(base, t, start), strict=True):
        row[: len(polynomial.coef)] = polynomial.coef
    constants[R_DD_AT:TURN_AT], constants[TURN_AT:HEAD] = path.ravel(), turning.ravel()


def _turning(base: GuidedBase, t: float, start: float) -> list[Polynomial]:
    """Angle of the base, its rate and that one's rate around t as polynomials of the time since `start`."""
    begin, coefficients, angle, rate = base.turning.piece(t)
    w_d = Polynomial(coefficients[:, 0])
    w = w_d.integ(k=rate[0])
    since = Polynomial([start - begin, 1.0])
    return [w.integ(k=angle[0])(since), w(since), w_d(since)]


def _force(force: PointForce, row: int) -> list[float]:
    F, M = force.force, force.moment
    assert not callable(F) and not callable(M), "compiled code takes constant forces; see `is_compilable`"
    return [row, force.basis == "body", *F, *force.at, *M]


def _law(element: JointElement, plus: int, minus: int) -> np.ndarray:
    kind, *numbers = _LAWS[type(element)](element)
    row = np.zeros(LAW)
    row[: NUMBERS + len(numbers)] = [kind, plus, minus, *numbers]
    return row


_BASES = {"inertial": 0.0, "plus": 1.0, "minus": 2.0}
_LAWS: dict[type, Callable[[Any], list[float]]] = {
    JointSpring: lambda spring: [SPRING, spring.k, *np.ravel(spring.rest)],
    AxisSpring: lambda spring: [AXES, spring.k, *spring.axis_plus, *spring.axis_minus],
    JointDamper: lambda damper: [DAMPER, damper.d],
    JointMotor: lambda motor: [MOTOR, _BASES[motor.basis], *motor.torque],
}
