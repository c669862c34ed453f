"""Drift control: the index-1 equations integrated with stabilisation, and projected onto the constraints.

Differentiated constraints hold only in their second derivative, so errors of position grow (*Drift*). The terms
-2 a ġ - b² g keep them as small as the tolerance. The rest is removed by projection after every step and at the output
times: the state returns to g = 0 and G z + γ = 0 on the shortest way in the metric of the mass matrix,

    Δ = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ g,     Δz = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ (G z + γ)
"""

from collections.abc import Sequence

import numpy as np

from ...integration import Budget
from ...integration.times import check_tolerances
from ...model import SimulationError
from .description import SystemDescription
from .equations import attitudes, gyration
from .index_one import projection
from .rows import Rows, motion_of_bodies
from .sparsity import sparse_order
from .stepping import Stepper, dead_centre

__all__ = ["integrated", "projected"]

OPEN = 1e-9  # a row that was left out as redundant must not open by more
CLOSED = 1e-8  # a row that was kept must not be open by more
AT_ONCE = 200  # states whose residuals are computed at once


def projected(system: SystemDescription, rows: Rows, t: float | np.ndarray, x: np.ndarray) -> np.ndarray:
    """The state (or many) projected onto the constraints of position and velocity, with quaternions of length one.

    Parameters
    ----------
    system : SystemDescription
        System whose constraints they are.
    rows : Rows
        Independent rows of its constraints.
    t : float or np.ndarray
        Time or times, s.
    x : np.ndarray, shape (..., 13 n + own)
        One state or many, near the constraints.

    Returns
    -------
    np.ndarray, shape (..., 13 n + own)
        States that satisfy the rows.
    """
    x = np.asarray(x, dtype=float)
    project = projection(system, rows)
    states = x.reshape(-1, x.shape[-1])
    instants = np.broadcast_to(t, x.shape[:-1]).ravel()
    found = [project(float(now), state)[0] for now, state in zip(instants, states, strict=True)]
    return np.array(found).reshape(x.shape)


def integrated(
    system: SystemDescription,
    x: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    breaks: Sequence[float] = (),
    budget: Budget | None = None,
    dependent: np.ndarray | None = None,
    longest: float = np.inf,
) -> tuple[np.ndarray, np.ndarray]:
    """States at `times` (k, size), all of them on the constraints, and the work of forces and drives until then (k,).

    By the method of Dormand and Prince of order 8; where force elements are stiff, by that of Radau of order 5.

    Parameters
    ----------
    x : np.ndarray, shape (13 n + own,)
        Consistent start.
    times : np.ndarray, shape (k,)
        Output times, increasing, s.
    rtol, atol : float
        Tolerances of the integrator.
    breaks : sequence of float, optional
        Times at which something begins or ends, s; the integrator restarts there.
    budget : Budget, optional
        Steps and computing time that the run may use.
    dependent : np.ndarray, optional
        Indices of the rows that are redundant at the start, where they are known.
    longest : float, optional
        Longest step, s.

    Raises
    ------
    SimulationError
        Where the integration stops, the joints do not determine the motion, or the budget is used up.
    """
    check_tolerances(rtol, atol)
    left_out = system.dependent(times[0], x) if dependent is None else dependent
    return _Run(system, (rtol, atol), budget or Budget(), left_out, longest).states(x, times, breaks)


class _Opened(Exception):
    """A row that was left out as redundant opens in this step."""

    def __init__(self, t: float, rows: np.ndarray, size: float):
        super().__init__()
        self.t, self.rows, self.size = t, rows, size


class _Run:
    """One integration: which rows are kept changes where it must.

    Redundant rows make G M⁻¹ Gᵀ singular, and the motion does not need them: what they forbid, others forbid already.
    That holds only as long as they stay dependent. Where one opens it is kept, and the integration begins again.
    """

    def __init__(
        self, system: SystemDescription, tolerances: tuple[float, float], budget: Budget, left_out: np.ndarray,
        longest: float,
    ):  # fmt: skip
        self.system, self.tolerances, self.budget, self.left_out = system, tolerances, budget, left_out
        self.longest, self.work = longest, 0.0
        self._keep()

    def states(self, x: np.ndarray, times: np.ndarray, breaks: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
        """States and work at the output times, restarting at every break."""
        ends = [*sorted(b for b in breaks if times[0] < b < times[-1]), times[-1]]
        states, works = list[np.ndarray](), [np.zeros(1)]
        begin = times[0]
        for end in ends:
            wanted = times[(times > begin) & (times <= end)]
            if not states:
                states.append(self.stepper.project(begin, x)[0][None])
            part, work = self._part(x, np.unique([begin, *wanted, end]))
            states.append(part[1 : len(wanted) + 1])
            works.append(work[1 : len(wanted) + 1])
            x, begin = part[-1], end
        found = np.concatenate(states)
        self._check_closed(times, found)
        return found, np.concatenate(works)

    def _keep(self) -> None:
        kept = self.system.rows.only(np.setdiff1d(np.arange(len(self.system.rows)), self.left_out))
        self.stepper = Stepper(self.system, kept.only(sparse_order(kept)), self.tolerances, self.budget, self.longest)
        self.stepper.work = self.work
        self.others = self.system.rows.only(self.left_out)

    def _part(self, x: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """States and work between two breaks; where a row opens, once more with this row kept."""
        try:
            found = self.stepper.steps(x, times, self._accept)
            self.work = self.stepper.work
            return found
        except _Opened as opened:
            if not self._can_keep(opened):
                raise self._opened(opened) from None
        return self._part(x, times)

    def _can_keep(self, opened: _Opened) -> bool:
        """Keep the rows that opened; False where there are none left that could be."""
        new = np.isin(self.left_out, opened.rows)
        self.left_out = self.left_out[~new]
        self._keep()
        return bool(new.any())

    def _accept(self, t: float, x: np.ndarray) -> None:
        """Look after a step whether what was left out still follows from what was kept."""
        if not len(self.others):
            return
        g = np.abs(_residuals(self.system, self.others, np.array([t]), x[None])[0])
        if g.max() > OPEN:
            raise _Opened(t, self.left_out[g > OPEN], float(g.max()))

    def _check_closed(self, times: np.ndarray, states: np.ndarray) -> None:
        """No joint may be open at an output time."""
        for k in range(0, len(times), AT_ONCE):
            part = slice(k, k + AT_ONCE)
            g = np.abs(_residuals(self.system, self.system.rows, times[part], states[part]))
            wide = np.flatnonzero(g.max(axis=1, initial=0.0) > CLOSED)
            if len(wide):
                raise dead_centre(times[part][wide[0]])

    def _opened(self, opened: _Opened) -> SimulationError:
        name = self.system.rows.names[opened.rows[0]]
        return SimulationError(
            f"The joint {name.joint!r} ({name.forbids}) was redundant at the start, but is not on the way: it opens by "
            f"{opened.size:.3g} at t = {opened.t:.6g} s. Start from a position in which no two bodies are in line."
        )


def _residuals(system: SystemDescription, rows: Rows, t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """g (k, u) of rows in k states; the rates of rows that have no position."""
    state = system.split(x)
    W = gyration(state.z)[..., :3, :3]
    motion = motion_of_bodies(state.r, attitudes(state.q), state.z[..., :3], W)
    if not rows.special:
        return rows.blocks(t, *motion).g
    found = rows.values(t, *motion)
    return np.where(rows.holonomic, found.g, found.g_d)
