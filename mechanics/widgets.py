"""Simulation and player in one call, ``simulate("cart_pendulum", m_W=2.0)``, and the labelled sketch."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from .drawing.browser_model import browser_model
from .drawing.call import call_of
from .drawing.frames import Frames
from .drawing.panel import Axis, chosen_plots, plot_choices, typeset, variables, view_of
from .drawing.playable import playable_of
from .drawing.session import Session
from .drawing.sliders import Limits, speeds
from .drawing.sliders import sliders as make_sliders
from .drawing.window import aspect_ratio
from .protocol import System

try:
    from .drawing.player import Player
    from .drawing.sketch import sketch
except ImportError as problem:
    raise ImportError(
        'Simulations in a notebook need more packages: pip install "mechanics-course[course]"'
    ) from problem

__all__ = ["simulate", "sketch"]


def simulate(
    system: System | str,
    *,
    q0: Sequence[float] | None = None,
    q_d0: Sequence[float] | None = None,
    x0: Sequence[float] | None = None,
    t: float | Sequence[float] | None = None,
    u: Mapping[str, Any] | None = None,
    sliders: Sequence[str] | Mapping[str, Limits | None] | None = None,
    plots: Sequence[str | Sequence[str]] | None = None,
    autoplay: bool = True,
    speed: float | None = None,
    view: Mapping[str, Any] | None = None,
    **parameters: float,
) -> Player:
    """Simulate a system and show it: animation, plots that follow it, sliders for what can be changed.

    This gives a `Player`, something to look at. The numbers are in ``player.result``, a run such as
    ``system.numeric(...).simulate(...)`` gives, which shows nothing; for a problem, its outputs by name.

    Parameters
    ----------
    system : System or str
        A system or problem, or the id of one such as ``"cart_pendulum"``.
    q0, q_d0 : sequence of float, shape (n,)
        Start values of the coordinates and their rates, in their order; by default those of the system and zero.
    x0 : sequence of float, shape (n,)
        Start values of the states, for a system in state space.
    t : float, or sequence of float
        End time, or times of which the first and the last count, s; by default that of the scene, or as long as the
        motion of a problem takes.
    u : mapping
        Inputs by name: numbers, expressions of t, or functions of (t, x); only numbers get a slider.
    sliders : sequence of str, or mapping
        Names of parameters, coordinates (start values), rates and inputs that get a slider, all by default; as a
        mapping also with their ranges, ``{"m_W": (0.5, 3.0)}``. The first three stand below the picture, the others
        unfold.
    plots : sequence
        An entry for each plot: a name, ``("t", "f_e", "f_r")`` for several over time (in a problem: over what it is
        played along), ``("phi", "phi_d")`` for the second over the first, ``"energies"`` or ``"energy bars"``; by
        default coordinates and energies.
    autoplay : bool
        Start by itself when it comes into view, unless the reader prefers reduced motion.
    speed : float
        1 is real time.
    view : mapping
        How the picture is seen: ``"azimuth"`` and ``"elevation"`` in rad, where it can be turned, ``"zoom"``, and
        ``"shift"``, two numbers in m; by default as it was drawn.
    **parameters : float
        Values by name that differ from the defaults.

    Returns
    -------
    Player
        The widget; a notebook shows it when it is the last line of a cell.

    Raises
    ------
    ModelError
        For unknown names, wrong shapes, unphysical values, or a simulation that fails.

    Examples
    --------
    >>> simulate("cart_pendulum", m_W=2.0, q0=[0.1, 0.5])  # doctest: +SKIP
    >>> simulate("cart_pendulum", m_W=2.0).result["phi"].max()  # doctest: +SKIP
    """
    playable = playable_of(system)
    start = playable.named_start({"q0": q0, "q_d0": q_d0, "x0": x0})
    session = Session(playable, t, start, u or {}, parameters)
    frame = inspect.currentframe()
    given = {
        **parameters, "q0": q0, "q_d0": q_d0, "x0": x0, "u": u, "t": t, "sliders": sliders, "plots": plots,
        "speed": speed, "autoplay": autoplay and None, "view": view,
    }  # fmt: skip
    call = call_of(session, system, given, frame and frame.f_back)
    frames = session.frames({})
    axis = playable.axis(session.settings)
    available, usual = speeds((frames.end - frames.start) / axis.rate, speed)
    spec = {
        **_picture(session, frames),
        **_panel(session, frames, axis, plots),
        "axis": axis.spec(),
        "sliders": make_sliders(session, sliders, without=axis.name),
        "speeds": available,
        "speed": usual,
        "autoplay": autoplay and axis.begin is None and not axis.still,
        "model": browser_model(session),
        "call": call,
        "view": view_of(view),
    }
    return Player(spec, session, frames)


def _picture(session: Session, frames: Frames) -> dict[str, Any]:
    """What is drawn, as JSON data."""
    return {
        "title": session.playable.system.title,
        "source": session.playable.system.source,
        "description": session.playable.scene.description,
        "scene": typeset(session.scene.spec),
        "aspect": aspect_ratio(frames.bounds),
    }


def _panel(session: Session, frames: Frames, axis: Axis, plots: Sequence[str | Sequence[str]] | None) -> dict[str, Any]:
    """What is plotted and read out, as JSON data."""
    playable = session.playable
    choices = plot_choices(playable.quantities, playable.pairs)
    shown = (
        [] if axis.still else chosen_plots(plots, choices, playable.quantities)
    )  # adds plots that are not among the choices yet
    return {
        "variables": variables(playable.quantities, len(session.scene.expressions)),
        "modes": {
            "names": [name.replace("_", " ") for name in playable.modes],
            "column": frames.values.shape[1] - 1,
        },
        "choices": choices,
        "plots": shown,
    }
