"""Sliders for what can be changed: parameters, start values, inputs, as JSON data for the player."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..model import ModelError, Variable, unknown_name
from .labels import runs
from .panel import Quantity, unit_text, usual_range
from .session import Session

__all__ = ["Limits", "sliders", "speeds"]

Limits = tuple[float, float]
"""Lower and upper end of a slider."""

STEPS = 200
MAIN = 3  # sliders that stand below the picture, a fourth one where it is the last


def sliders(
    session: Session,
    chosen: Sequence[str] | Mapping[str, Limits | None] | None = None,
    without: str = "",
) -> list[dict[str, Any]]:
    """The chosen sliders as JSON data.

    Parameters
    ----------
    session : Session
        Of the player.
    chosen : sequence of str, or mapping, or None
        Names, as a mapping also with their ranges ``(low, high)``; None for all. Ranges that are not given are those
        of the scene, or the usual ones around the default.
    without : str
        Name of what the player plays along, which has no slider.

    Raises
    ------
    ModelError
        For an unknown name, or a range that is not one.
    """
    possible = _possible(session)
    if isinstance(chosen, Mapping):
        possible |= {name: {**_known(possible, name), "limits": limits} for name, limits in chosen.items() if limits}
    rows = {name: _known(possible, name) for name in (possible if chosen is None else chosen) if name != without}
    main = list(rows) if chosen is not None else _interesting(session, rows)
    main = main[: MAIN + (len(main) == MAIN + 1)]
    return [_slider(name, session.settings[name], **row) | {"main": name in main} for name, row in rows.items()]


def _interesting(session: Session, names: Iterable[str]) -> list[str]:
    """The names in the order of what a reader will probably move first: what the scene has a range for, then inputs."""
    first = [*session.playable.scene.ranges, *session.playable.inputs]
    return sorted(names, key=lambda name: first.index(name) if name in first else len(first))


def _known(possible: Mapping[str, dict[str, Any]], name: str) -> dict[str, Any]:
    if name not in possible:
        raise ModelError(unknown_name(name, possible, "slider"))
    return possible[name]


def _possible(session: Session) -> dict[str, dict[str, Any]]:
    """What a slider needs to know, for everything that can be set."""
    playable, settings, ranges = session.playable, session.settings, session.playable.scene.ranges
    table: dict[str, dict[str, Any]] = {}
    for name, v in playable.parameters.items():
        table[name] = _row(v, playable.heading, ranges.get(name) or usual_range(v.default, v.domain))
    for start in playable.starts:
        limits = ranges.get(start.name) or _start_range(settings[start.name], start.unit)
        table[start.name] = _row(start, "Start", limits)
    for name, v in playable.inputs.items():
        if name not in session.functions:
            table[name] = _row(v, "Inputs", ranges.get(name) or usual_range(v.default, v.domain))
    for name in playable.scene.switches:
        table[name] = {**_known(table, name), "switch": True}
    return table


def _row(v: Variable | Quantity, group: str, limits: Limits) -> dict[str, Any]:
    description = f"start value: {v.description}" if group == "Start" else v.description
    return {"latex": v.latex, "unit": v.unit, "description": description, "group": group, "limits": limits}


def _slider(
    name: str, value: float, latex: str, unit: str, description: str, group: str, limits: Limits, switch: bool = False
) -> dict[str, Any]:
    """JSON data of one slider; its step is a round number, and so are its ends. A switch has its two ends only."""
    low, high = (float(x) for x in limits)
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ModelError(f"The slider {name} needs a range (low, high) with low < high; got {tuple(limits)}.")
    step = round_up((high - low) / STEPS)
    low, high = math.ceil(low / step - 1e-9) * step, math.floor(high / step + 1e-9) * step
    return {
        "name": name,
        "label": runs(latex),
        "value": value,
        "unit": unit_text(unit),
        "description": description,
        "group": group,
        "min": min(low, value),
        "max": max(high, value),
        "step": step,
        "switch": switch and value in (low, high),
    }


def round_up(size: float) -> float:
    """The next of 1, 2, 5, 10, ... times a power of ten."""
    power = 10.0 ** math.floor(math.log10(size))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= size * 0.999)


def _start_range(value: float, unit: str) -> Limits:
    """A range for a start value; a full turn for angles."""
    size = {"rad": math.pi, "rad/s": 6.0}.get(unit, max(2.0 * abs(value), 1.0))
    return -max(size, abs(value)), max(size, abs(value))


def speeds(duration: float, speed: float | None = None) -> tuple[list[float], float]:
    """The speeds to choose from, and the one to begin with: real time, unless that takes under 2 s or over 60 s.

    Parameters
    ----------
    duration : float
        Of the run in real time, s.
    speed : float or None
        The one to begin with, 1 for real time.

    Raises
    ------
    ModelError
        For a speed that is not positive.
    """
    if speed is not None and not (math.isfinite(speed) and speed > 0):
        raise ModelError(f"The speed must be a positive number, 1 for real time; got {speed!r}.")
    usual = speed or (1.0 if 2.0 <= duration <= 60.0 else round_up(duration / 12.0))
    return [float(f"{usual * factor:.6g}") for factor in (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)], usual
