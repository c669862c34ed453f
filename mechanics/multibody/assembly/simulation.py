"""The run of a system of rigid bodies from its start: what is checked first, and controllers that sample on the way."""

from collections.abc import Callable, Sequence

import numpy as np

from ...integration import Budget
from ...model import ModelError
from ...state_space.inputs import FADING, SUDDENLY, longest_step
from ..elements.actuator import Actuator
from ..elements.laws import Force, Linear
from .actuated import Actuated
from .balance import warn_of_imbalance
from .description import SystemDescription
from .drift import integrated
from .equations import attitudes, joined
from .jumps import sides_of
from .starts import check_consistent

__all__ = ["after_samples", "check_start", "longest_step_of", "simulated"]

MOST_SAMPLES = 1e6  # of one run
SAME = 1e-9  # of a sample time: instants that are nearer than this are the same


def check_start(system: SystemDescription, t: float, x: np.ndarray) -> np.ndarray:
    """Refuse a start from which there is no motion, and find the redundant rows.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : float
        Time, s.
    x : np.ndarray, shape (13 n + own,)
        State.

    Returns
    -------
    np.ndarray
        Indices of the redundant rows.

    Raises
    ------
    ModelError
        For a start that violates a constraint (named), redundant constraints where they are refused (named), and joints
        that leave no freedom; for a body without inertia whose rotation no joint holds (named).
    """
    check_consistent(system, t, x)
    dependent = system.dependent(t, x)
    if len(dependent) and system.redundant == "refuse":
        rows = [system.rows.names[k] for k in dependent]
        said = "; ".join(f"{row.joint} ({row.forbids})" for row in rows)
        raise ModelError(
            f"{len(rows)} constraints are redundant, because other joints forbid the same: {said}. Use joints that "
            "allow more motion there (a spherical or a cylindrical one), or redundant='allow'."
        )
    if len(system.rows) - len(dependent) == 6 * system.n and not system.is_driven:
        names = ", ".join(joint.name for joint in system.joints)
        raise ModelError(
            f"No degree of freedom is left: the joints ({names}) hold all {6 * system.n} of the bodies. Remove a "
            "joint, replace one by a joint that allows more, or drive one as a function of time."
        )
    system.check_determined(t, x)
    return dependent


def simulated(
    system: SystemDescription,
    x: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    breaks: Sequence[float] = (),
    budget: Budget | None = None,
    dependent: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """States at the output times, all of them on the constraints, and work; controllers sample where they are due.

    At a sample instant the state is the one just before the sample, so that a run may be continued from its last state.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    x : np.ndarray, shape (13 n + own,)
        Consistent start.
    times : np.ndarray, shape (k,)
        Output times, increasing, s.
    rtol, atol : float
        Tolerances of the integrator.
    breaks : sequence of float, optional
        Times at which something begins or ends, s; the integrator restarts there.
    budget : Budget, optional
        Steps and computing time that the run may use; the usual ones unless given.
    dependent : np.ndarray, optional
        Indices of the rows that are redundant at the start, where they are known.

    Returns
    -------
    x : np.ndarray, shape (k, 13 n + own)
        States.
    work : np.ndarray, shape (k,)
        Of forces and drives since the start, J; see `with_power`.
    """
    budget = Budget(states=system.states) if budget is None else budget
    budget.watch.sides = sides_of(system)
    states, work = _simulated(system, x, times, rtol, atol, breaks, budget, dependent)
    warn_of_imbalance(system, times, states, work, rtol, atol)
    return states, work


def _simulated(
    system: SystemDescription, x: np.ndarray, times: np.ndarray, rtol: float, atol: float, breaks: Sequence[float],
    budget: Budget, dependent: np.ndarray | None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    applied, longest = system.applied, longest_step_of(system, times)
    periods = (
        sorted({a.sample_time for a, _ in applied.actuators if a.sample_time}) if isinstance(applied, Actuated) else []
    )
    if not periods:
        return integrated(system, x, times, rtol, atol, breaks, budget, dependent, longest)
    states, works, begin = [x[None]], [np.zeros(1)], float(times[0])
    before = 0.0
    for end in [*_instants(periods, times), float(times[-1])]:
        if end <= begin:
            x = _sampled(system, begin, x)
            continue
        wanted = times[(times > begin) & (times <= end)]
        grid = np.unique([begin, *wanted, end])
        part, work = integrated(system, x, grid, rtol, atol, breaks, budget, longest=longest)
        states.append(part[1 : len(wanted) + 1])
        works.append(before + work[1 : len(wanted) + 1])
        before += work[-1]
        x, begin = part[-1], end
        if end < times[-1]:
            x = _sampled(system, begin, x)
    return np.concatenate(states), np.concatenate(works)


def longest_step_of(system: SystemDescription, times: np.ndarray) -> float:
    """The longest step, s: in free motion one without limit would pass over a contact, or a push that is short.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    times : np.ndarray, shape (k,)
        Output times, increasing, s.
    """
    pushes = [part for load in system.loads for part in (load.force, load.moment)]
    laws = [law for element in system.elements for law in getattr(element, "laws", [None])]
    if any(map(callable, pushes)) or not all(isinstance(law, (Linear, Force)) for law in laws):
        return longest_step(times, {}, SUDDENLY)
    return longest_step(times, {}, FADING) if system.is_driven else longest_step(times, {})


def _instants(periods: Sequence[float], times: np.ndarray) -> list[float]:
    """Sample instants from the begin on and before the end; equal to output times where they are as good as equal."""
    first, last = float(times[0]), float(times[-1])
    found = []
    for T in periods:
        if (last - first) / T > MOST_SAMPLES:
            raise ModelError(
                f"A controller that samples every {T:g} s does so {(last - first) / T:.3g} times in this run; at most "
                f"{MOST_SAMPLES:g} are possible. Take a longer sample time, a shorter run, or a continuous controller."
            )
        count = np.arange(np.ceil(first / T - SAME), np.ceil(last / T - SAME))
        found += (count * T).tolist()
    instants = np.unique(np.maximum(found, first))
    near = times[np.minimum(np.searchsorted(times, instants - SAME * periods[0]), len(times) - 1)]
    instants = np.where(np.abs(near - instants) <= SAME * periods[0], near, instants)
    return instants[np.append(True, np.diff(instants) > SAME * periods[0])].tolist()


def _sampled(system: SystemDescription, t: float, x: np.ndarray) -> np.ndarray:
    """The state after the samples that are due at this time."""

    def due(actuator: Actuator) -> bool:
        T = actuator.sample_time
        return T is not None and abs(t / T - round(t / T)) <= 2 * SAME * max(1.0, abs(t / T))

    return after_samples(system, t, x, due)


def after_samples(
    system: SystemDescription, t: float, x: np.ndarray, due: Callable[[Actuator], bool] = lambda actuator: True
) -> np.ndarray:
    """The state after samples.

    Parameters
    ----------
    system : SystemDescription
        With actuators.
    t : float
        Time, s.
    x : np.ndarray, shape (13 n + own,)
        State before.
    due : callable, optional
        Whether an actuator takes a sample; all of them unless given.
    """
    state, applied = system.split(x), system.applied
    assert isinstance(applied, Actuated)
    return joined(state._replace(s=applied.sampled(t, state, attitudes(state.q), due)))
