"""After every simulation: reasons to doubt the motion, in a warning."""

import warnings
from typing import Any

from ..model import SimulationWarning
from .energy_balance import imbalance, is_rough
from .singular_mass import singular_time

__all__ = ["warn_of_doubts"]

ACCURATE = ("auto", "LSODA", "DOP853", "compiled")  # methods that keep the energy as well as their tolerances
LOOSE = 1e-6  # relative tolerance above which they may not


def warn_of_doubts(run: Any, method: str, rtol: float, atol: float) -> None:
    """Warn of a singular position on the way, and of an energy balance that the tolerances do not explain.

    The balance costs about as much as a short simulation: it is drawn up where it may be off, for closed loops, other
    methods and tolerances than usual, and rates that jump.

    Parameters
    ----------
    run : LagrangianRun
        Any.
    method : str
        Of the integration.
    rtol, atol : float
        Its tolerances.
    """
    singular = None if run.model.system.multipliers else singular_time(run)
    if singular is not None:
        values = zip(run.model.system.states, run.at(singular), strict=True)
        where = ", ".join(f"{name} = {value:.3g}" for name, value in values if name in run.model.system.coordinates)
        text = (
            f"The mass matrix is singular at t = {singular:.4g} s, at {where}: a coordinate moves nothing there, "
            "and what follows has no meaning. Stop before, choose other coordinates, or parameters and inputs that do "
            "not lead there."
        )
    else:
        usual = method in ACCURATE and rtol <= LOOSE and not run.model.system.multipliers
        text = "" if usual and not is_rough(run) else imbalance(run, rtol, atol)
    if text:
        warnings.warn(text, SimulationWarning, stacklevel=3)
