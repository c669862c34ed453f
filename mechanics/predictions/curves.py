"""Runs as curves by name: what a player shows, and other cases to compare it with."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..drawing.panel import variables
from ..drawing.playable import playable_of
from ..drawing.session import Session
from ..protocol import System

__all__ = ["Curves", "curves_of", "curves_shown"]

Curves = Mapping[str, NDArray[np.float64]]
"""Values of every quantity that can be plotted, and of what the player plays along, by name."""


def curves_of(
    system: System | str,
    *,
    q0: Sequence[float] | None = None,
    q_d0: Sequence[float] | None = None,
    x0: Sequence[float] | None = None,
    t: float | None = None,
    u: Mapping[str, Any] | None = None,
    **parameters: float,
) -> Curves:
    """What `simulate` with the same arguments would show, without a player.

    Parameters
    ----------
    system : System or str
        A system or problem, or its id.
    q0, q_d0, x0, t, u, **parameters
        As for `mechanics.widgets.simulate`.
    """
    playable = playable_of(system)
    session = Session(playable, t, playable.named_start({"q0": q0, "q_d0": q_d0, "x0": x0}), u or {}, parameters)
    frames = session.frames({})
    names = variables(playable.quantities, len(session.scene.expressions))
    return curves_shown(frames.values, names, playable.axis(session.settings).name, (frames.start, frames.end))


def curves_shown(
    values: NDArray[Any], names: Mapping[str, Mapping[str, Any]], along: str, ends: tuple[float, float]
) -> Curves:
    """Curves by name from the rows of a run.

    Parameters
    ----------
    values : ndarray, shape (k, n)
        A row for each instant.
    names : mapping
        Of each quantity its data, with the number of its column.
    along : str
        Name of what the player plays along.
    ends : tuple of float
        Its first and last value.
    """
    columns = {name: values[:, entry["column"]].astype(float) for name, entry in names.items()}
    return columns | {along: np.linspace(*ends, len(values))}
