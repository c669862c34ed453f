"""Simulation and player in one call: ``simulate("cart_pendulum", m_W=2.0)``."""

from collections.abc import Mapping, Sequence
from typing import Any

from .drawing.experiment import Experiment
from .drawing.panel import plot_choices, slider, slider_range, speeds, start_range, typeset, variables
from .drawing.subjects import subject_of
from .drawing.window import aspect_ratio
from .model import ModelError, unknown_name

try:
    from .drawing.player import Player
except ImportError as problem:
    raise ImportError(
        'Simulations in a notebook need more packages: pip install "mechanics-course[course]"'
    ) from problem

__all__ = ["simulate"]

Limits = tuple[float, float]


def simulate(
    system: Any,
    *,
    q0: Sequence[float] | None = None,
    q_d0: Sequence[float] | None = None,
    t: float | Sequence[float] = 10.0,
    u: Mapping[str, Any] | None = None,
    sliders: Sequence[str] | Mapping[str, Limits | None] | None = None,
    plots: Sequence[Any] | None = None,
    autoplay: bool = True,
    speed: float | None = None,
    **parameters: float,
) -> Player:
    """Simulate a system and show it: animation, plots that follow it, sliders for what can be changed.

    Parameters
    ----------
    system
        a system, or the id of one such as ``"cart_pendulum"``
    q0, q_d0
        start values of the coordinates and their rates, in their order; by default those of the system and
        rest
    t
        end time, s
    u
        inputs by name, numbers or functions of (t, x); only numbers get a slider
    sliders
        names of parameters, coordinates (start values), rates and inputs that get a slider, all by default;
        as a mapping also with their ranges, ``{"m_W": (0.5, 3.0)}``
    plots
        one entry for each plot: a name or names over time, ``("phi", "phi_d")`` for the second over the
        first, ``"energy"`` or ``"energy bars"``; coordinates and energies by default
    autoplay
        begin by itself when it comes into sight, unless the reader prefers reduced motion
    speed
        1 is real time
    parameters
        values by name that differ from the defaults

    Returns
    -------
    Player : the widget; a notebook shows it when it is the last line of a cell

    Raises
    ------
    ModelError
        for unknown names, wrong shapes, unphysical values, or a simulation that fails.

    Examples
    --------
    >>> simulate("cart_pendulum", m_W=2.0, q0=[0.1, 0.5])  # doctest: +SKIP
    """
    subject = subject_of(system)
    system = subject.system
    scene = system.scene()
    experiment = Experiment(subject, scene, t, _start(system, q0, q_d0), u or {}, parameters)
    frames = experiment.frames({})
    signals = len(experiment.scene.expressions)
    choices = plot_choices(subject.quantities)
    rates, usual = speeds(frames.end - frames.start)
    spec = {
        "title": system.title,
        "description": scene.description,
        "scene": typeset(experiment.scene.spec),
        "aspect": aspect_ratio(frames.bounds),
        "variables": variables(subject.quantities, signals),
        "choices": choices,
        "plots": _plots(plots, choices),
        "sliders": _sliders(experiment, sliders, scene.ranges),
        "speeds": sorted({*rates, speed or usual}),
        "speed": speed or usual,
        "autoplay": autoplay,
    }
    return Player(spec, frames, experiment.answer)


def _start(system: Any, q0: Sequence[float] | None, q_d0: Sequence[float] | None) -> dict[str, float]:
    """Start values by name, as far as they are given."""
    names = list(system.coordinates)
    given: dict[str, float] = {}
    for values, key, suffix in ((q0, "q0", ""), (q_d0, "q_d0", "_d")):
        if values is None:
            continue
        if len(values) != len(names):
            raise ModelError(
                f"{key} must have {len(names)} entries, for {', '.join(names)}; {len(values)} came."
            )
        given |= {name + suffix: float(value) for name, value in zip(names, values, strict=True)}
    return given


def _plots(plots: Sequence[Any] | None, choices: list[dict[str, Any]]) -> list[int]:
    """Positions of the chosen plots in `choices`; plots that are not there yet are added."""
    if plots is None:
        first_single = next((k for k, c in enumerate(choices) if c["text"] == "Energy bars"), len(choices))
        return list(range(min(first_single, 3)))
    return [_plot(plot, choices) for plot in plots]


def _plot(plot: Any, choices: list[dict[str, Any]]) -> int:
    if plot in ("energy", "energy bars"):
        wanted = {"energy": "Energies", "energy bars": "Energy bars"}[plot]
        return next(k for k, choice in enumerate(choices) if choice["text"] == wanted)
    known = {name for choice in choices for name in choice["y"]}
    names = [plot] if isinstance(plot, str) else list(plot)
    for name in names:
        if name not in known and name != "t":
            raise ModelError(unknown_name(name, sorted(known), "plot variable"))
    x, y = (names[0], names[1:]) if len(names) > 1 else ("t", names)
    for k, choice in enumerate(choices):
        if (choice["y"], choice.get("x", "t"), "bars" in choice) == (y, x, False):
            return k
    choices.append({"text": f"{', '.join(y)} over {x}", "y": y, "x": x})
    return len(choices) - 1


def _sliders(experiment: Experiment, chosen: Any, ranges: Mapping[str, Limits]) -> list[dict[str, Any]]:
    """JSON data of the chosen sliders, or of all."""
    possible = _possible_sliders(experiment)
    names = list(possible) if chosen is None else list(chosen)
    own = {name: limits for name, limits in chosen.items() if limits} if isinstance(chosen, Mapping) else {}
    for name in names:
        if name not in possible:
            raise ModelError(unknown_name(name, possible, "slider"))
    result = []
    for name in names:
        latex, unit, description, group, usual = possible[name]
        limits = own.get(name) or ranges.get(name) or usual
        result.append(slider(name, latex, experiment.settings[name], unit, description, group, limits))
    return result


def _possible_sliders(experiment: Experiment) -> dict[str, tuple[str, str, str, str, Limits]]:
    system, settings = experiment.subject.system, experiment.settings
    table = {
        name: (v.latex, v.unit, v.description, "Parameters", slider_range(v.default, v.domain))
        for name, v in system.parameters.items()
    }
    for v in experiment.subject.starts:
        limits = start_range(settings[v.name], v.unit)
        table[v.name] = (v.latex, v.unit, f"start value: {v.description}", "Start", limits)
    for name, v in system.inputs.items():
        if name not in experiment.functions:
            table[name] = (v.latex, v.unit, v.description, "Inputs", slider_range(v.default, v.domain))
    return table
