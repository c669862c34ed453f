"""Unknown reactions from the equilibrium of free bodies, and static determinacy of their supports."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from sympy.solvers.solveset import NonlinearError

from ..model import ModelError
from . import linear
from .loads import ORIGIN
from .system import ForceSystem

__all__ = ["Supports", "check_one_sided", "reactions", "supports"]

Bodies = ForceSystem | Collection[ForceSystem]
AXES = "xyz"
Group = tuple[str, list[tuple[str, int]]]
"""A body's name, and for each of its balances whether it is one of forces or moments, and its axis."""


@dataclass(frozen=True)
class Supports:
    """How unknown reactions hold free bodies.

    Attributes
    ----------
    unknowns : int
        Number of unknown reactions.
    balances : int
        Number of balances that are not empty, in space or in the plane.
    rank : int
        Number of balances that the reactions can satisfy for any load.
    open_unknowns : tuple of str
        Names of the reactions that no balance determines.
    motions : tuple of str
        What the supports leave free, in words, for each body.
    loaded : tuple of str
        Those of the motions that the given loads would start.
    """

    unknowns: int
    balances: int
    rank: int
    open_unknowns: tuple[str, ...]
    motions: tuple[str, ...]
    loaded: tuple[str, ...]

    @property
    def redundancy(self) -> int:
        """Degree of static indeterminacy: unknowns that remain undetermined."""
        return self.unknowns - self.rank

    @property
    def kind(self) -> str:
        """``"statically determinate"``, ``"statically indeterminate"``, ``"movable"`` or ``"unstable"``.

        Movable: a free motion remains that the given loads do not start; unstable: one that they do start.
        """
        if self.loaded:
            return "unstable"
        if self.redundancy:
            return "statically indeterminate"
        return "movable" if self.motions else "statically determinate"


def reactions(
    bodies: Bodies, unknowns: Sequence[sp.Expr], *, one_sided: Sequence[sp.Expr] = ()
) -> dict[sp.Expr, sp.Expr]:
    """Unknown forces, moments or positions from the equilibrium of free bodies; (3.3), (3.12).

    All balances of forces and moments, f_R = 0 and τ_R = 0 for each body, are solved together. They must be
    linear in the unknowns. A force between two bodies acts on both of them, with opposite signs.

    Parameters
    ----------
    bodies : Bodies
        One free body, or several.
    unknowns : sequence of Expr
        Symbols that occur in their loads.
    one_sided : sequence of Expr, optional
        Unknowns that cannot be negative: tensions of ropes, normal forces; checked where they are numbers.

    Returns
    -------
    dict of Expr to Expr
        Value of each unknown.

    Raises
    ------
    ModelError
        If the supports are statically indeterminate or unstable (the message names the undetermined reactions, or the
        motion that the loads start); if an unknown does not occur or not linearly; if a rope would have to push.
    """
    A, b, groups = _equations(bodies, unknowns)
    found = _judged(A, b, groups, unknowns)
    if found.kind == "unstable":
        raise ModelError(
            "Unstable: no reactions of these supports balance the loads. They start "
            f"{', and '.join(found.loaded)}; add a support that prevents it."
        )
    if found.kind == "statically indeterminate":
        raise ModelError(
            f"Statically indeterminate to degree {found.redundancy}: {found.unknowns} unknowns, but only {found.rank} "
            f"independent balances. {', '.join(found.open_unknowns)} cannot be found from equilibrium alone; take a "
            "support away, or add a law of deformation."
        )
    solution = linear.solve(A, b, unknowns)
    check_one_sided(solution, one_sided)
    return solution


def check_one_sided(solution: Mapping[sp.Expr, sp.Expr], names: Sequence[sp.Expr]) -> None:
    """Refuse a rope that would have to push, or a surface that would have to pull.

    Parameters
    ----------
    solution : mapping of Expr to Expr
        Value of each unknown.
    names : sequence of Expr
        Unknowns that cannot be negative.

    Raises
    ------
    ModelError
        If one of them is a negative number, or not in the solution.
    """
    for name in names:
        if name not in solution:
            raise ModelError(f"{name} is not one of the unknowns {', '.join(map(str, solution))}.")
        if sp.sympify(solution[name]).is_negative:
            raise ModelError(
                f"{name} would have to be {sp.N(solution[name], 4)}: a rope cannot push and a surface cannot pull. "
                "Here the rope goes slack or the contact opens; leave this load out, or reverse another one."
            )


def supports(bodies: Bodies, unknowns: Sequence[sp.Expr]) -> Supports:
    """Static determinacy of free bodies: determinate, indeterminate, movable or unstable.

    Parameters
    ----------
    bodies : Bodies
        One free body, or several.
    unknowns : sequence of Expr
        Symbols that occur in their loads.

    Returns
    -------
    Supports

    Raises
    ------
    ModelError
        If an unknown does not occur or not linearly.
    """
    return _judged(*_equations(bodies, unknowns), unknowns)


def _judged(A: sp.Matrix, b: sp.Matrix, groups: Sequence[Group], unknowns: Sequence[Any]) -> Supports:
    a, loads = next(linear.samples(A, b))
    scale = _row_scale(a, loads)
    a, loads = a * scale[:, None], loads[:, 0] * scale
    # multipliers of the balances that no reaction works on are the virtual motions that the supports leave free
    free = linear.null_space(a.T)
    driven = free @ (free.T @ loads)  # the part of the loads that no reaction balances
    moving = np.abs(driven) > 1e-9 * max(np.abs(loads).max(initial=0.0), 1e-300)
    stress = np.abs(linear.null_space(a)).max(axis=1, initial=0.0) > 1e-9
    return Supports(
        unknowns=len(unknowns),
        balances=len(a),
        rank=len(a) - free.shape[1],
        open_unknowns=tuple(str(u) for u, is_open in zip(unknowns, stress, strict=True) if is_open),
        motions=tuple(_motion(column * scale, groups) for column in free.T),
        loaded=(_motion(driven * scale, groups),) if moving.any() else (),
    )


def _equations(bodies: Bodies, unknowns: Sequence[Any]) -> tuple[sp.Matrix, sp.Matrix, list[Group]]:
    """The balances as A u = b, without those that are empty because all bodies and loads lie in one plane."""
    systems = [bodies] if isinstance(bodies, ForceSystem) else list(bodies) if np.iterable(bodies) else [bodies]
    for body in systems:
        if not isinstance(body, ForceSystem):
            raise ModelError(f"A free body is a ForceSystem([...]) of forces and couples; got {body!r}.")
    if not isinstance(unknowns, Sequence | sp.MatrixBase) or not all(isinstance(u, sp.Expr) for u in unknowns):
        raise ModelError(f"The unknowns are a list of symbols, such as [f_A, f_B]; got {unknowns!r}.")
    if not unknowns or not systems:
        raise ModelError("Reactions need at least one free body and one unknown symbol.")
    plane = _plane(systems)
    rows, groups = [], []
    for k, body in enumerate(systems):
        kept = _balances(plane, body)
        about = body.forces[0].point if body.forces else ORIGIN  # near the body, so that levers are short
        balance = body.balance(about)
        rows += [balance[i + 3 * (kind == "moment")] for kind, i in kept]
        groups.append((body.name or ("the body" if len(systems) == 1 else f"body {k + 1}"), kept))
    return (*_linear(rows, unknowns), groups)


def _linear(rows: Sequence[Any], unknowns: Sequence[Any]) -> tuple[sp.Matrix, sp.Matrix]:
    for unknown in unknowns:
        if not any(row.has(unknown) for row in rows):
            raise ModelError(f"The unknown {unknown} occurs in no balance; leave it out, or use it in a load.")
    try:
        A, b = sp.linear_eq_to_matrix(rows, *unknowns)
    except NonlinearError:
        raise ModelError(
            f"The balances are not linear in {', '.join(map(str, unknowns))}; take components of a force as unknowns "
            "in place of its angle, or solve the balances with a method of your own."
        ) from None
    return A, b


def _plane(systems: Sequence[ForceSystem]) -> int | None:
    """The axis normal to a plane problem: no force along it, all points at one position of it, couples about it."""
    for axis in (1, 2, 0):
        others = [i for i in range(3) if i != axis]
        places = {force.point[axis] for body in systems for force in body.forces}
        flat = all(force.vector[axis] == 0 for body in systems for force in body.forces) and len(places) <= 1
        couples = [load for body in systems for load in body if load not in body.forces]
        if flat and all(couple.vector[i] == 0 for couple in couples for i in others):
            return axis
    return None


def _balances(plane: int | None, body: ForceSystem) -> list[tuple[str, int]]:
    """Forces and moments in space or in the plane; a body on which everything acts in one point is a point mass."""
    forces = [("force", i) for i in range(3) if i != plane]
    if len(body.forces) == len(body) and len({force.point for force in body.forces}) == 1:
        return forces
    return forces + [("moment", i) for i in range(3) if plane in (None, i)]


def _row_scale(a: np.ndarray, loads: np.ndarray) -> np.ndarray:
    largest = np.abs(np.hstack([a, loads])).max(axis=1)
    return 1.0 / np.where(largest > 1e-12 * largest.max(initial=0.0), largest, 1.0)


def _motion(multipliers: np.ndarray, groups: Sequence[Group]) -> str:
    """A virtual motion, given by multipliers of the balances, in words: that of the body that moves most."""
    best, start = ("", np.zeros(3), np.zeros(3)), 0
    for name, kept in groups:
        shift, turn = np.zeros(3), np.zeros(3)
        for (kind, i), value in zip(kept, multipliers[start:], strict=False):
            (shift if kind == "force" else turn)[i] = value
        start += len(kept)
        if np.linalg.norm([*shift, *turn]) > np.linalg.norm([*best[1], *best[2]]):
            best = (name, shift, turn)
    name, shift, turn = best
    if np.linalg.norm(turn) > 1e-9 * np.linalg.norm(shift):
        return f"a rotation of {name} about an axis along {_words(turn)}"
    return f"a translation of {name} along {_words(shift)}"


def _words(v: np.ndarray) -> str:
    """A direction: the name of an axis, or three numbers."""
    v = v / np.abs(v).max()
    axis = int(np.abs(v).argmax())
    if np.abs(np.delete(v, axis)).max() < 1e-9:
        return f"e_{AXES[axis]}"
    return "(" + ", ".join(f"{x:.3g}" for x in np.where(np.abs(v) < 1e-9, 0.0, v)) + ")"
