"""Simulation and player in one call, ``simulate("cart_pendulum", m_W=2.0)``, and the labelled sketch."""

from collections.abc import Mapping, Sequence
from typing import Any

from .drawing.browser_model import browser_model
from .drawing.experiment import Experiment
from .drawing.panel import chosen_plots, plot_choices, typeset, variables
from .drawing.sliders import Limits, speeds
from .drawing.sliders import sliders as make_sliders
from .drawing.subjects import subject_of
from .drawing.window import aspect_ratio

try:
    from .drawing.player import Player
    from .drawing.sketch import sketch
except ImportError as problem:
    raise ImportError(
        'Simulations in a notebook need more packages: pip install "mechanics-course[course]"'
    ) from problem

__all__ = ["simulate", "sketch"]


def simulate(
    system: Any,
    *,
    q0: Sequence[float] | None = None,
    q_d0: Sequence[float] | None = None,
    x0: Sequence[float] | None = None,
    t: float | Sequence[float] | None = None,
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
        a system or problem, or the id of one such as ``"cart_pendulum"``
    q0, q_d0
        start values of the coordinates and their rates, in their order; by default those of the system and
        rest
    x0
        start values of the states, for a system in state space
    t
        end time, s; the one of the scene, or as long as the motion of a problem takes
    u
        inputs by name, numbers, expressions of t or functions of (t, x); only numbers get a slider
    sliders
        names of parameters, coordinates (start values), rates and inputs that get a slider, all by default;
        as a mapping also with their ranges, ``{"m_W": (0.5, 3.0)}``
    plots
        one entry for each plot: a name, ``("t", "f_e", "f_r")`` for several over time (in a problem: over what it
        is played along), ``("phi", "phi_d")`` for the second over the first, ``"energies"`` or ``"energy bars"``;
        coordinates and energies by default
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
    start = subject.named_start({"q0": q0, "q_d0": q_d0, "x0": x0})
    scene = subject.scene
    experiment = Experiment(subject, scene, t, start, u or {}, parameters)
    frames = experiment.frames({})
    signals = len(experiment.scene.expressions)
    choices = plot_choices(subject.quantities, subject.pairs)
    axis = subject.axis(experiment.settings)
    available, usual = speeds((frames.end - frames.start) / axis.rate, speed)
    spec = {
        "title": system.title,
        "description": scene.description,
        "scene": typeset(experiment.scene.spec),
        "aspect": aspect_ratio(frames.bounds),
        "variables": variables(subject.quantities, signals),
        "modes": {
            "names": [name.replace("_", " ") for name in subject.modes],
            "column": frames.values.shape[1] - 1,
        },
        "choices": choices,
        "plots": [] if axis.still else chosen_plots(plots, choices),
        "axis": axis.spec(),
        "sliders": make_sliders(experiment, sliders, scene.ranges, without=axis.name),
        "speeds": available,
        "speed": usual,
        "autoplay": autoplay and axis.begin is None and not axis.still,
        "model": browser_model(experiment),
    }
    return Player(spec, frames, experiment.answer)
