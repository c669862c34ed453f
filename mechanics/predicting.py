"""Predict, observe, explain: a simulation that asks first, ``predict(simulate("cart_pendulum"), "05b/cart")``.

The player stays closed until the student has drawn, chosen or ordered something, or only wants to see it. Then the
prediction is shown beside what happens, and the reason below. It is kept in the student's workspace, in
``.mechanics/predictions.json``; in a page without a kernel, or outside of a workspace, in the browser. Nothing leaves
the machine.
"""

import contextlib
import json
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .drawing.player import Player
from .language import translated
from .model import unknown_name
from .predictions import Choose, Curves, Draw, Question, curves_shown, named
from .workspace import settings_folder, workspace_around
from .workspace.files import write_atomically

__all__ = ["RECORD", "predict"]

RECORD = "predictions.json"
SAMPLES = 241  # of the curve that a drawn one is compared with


def predict(player: Player, question: Question | str) -> Player:
    """Let the student predict what a simulation will show, before it can be played.

    Parameters
    ----------
    player : Player
        From `simulate`.
    question : Choose, Draw, Order or str
        A question of your own, or the name of one of the course, ``"02/braking"``.

    Returns
    -------
    Player
        The same player, which asks first.

    Raises
    ------
    ValueError
        For an unknown name, or a question that does not fit the simulation.

    Examples
    --------
    >>> from mechanics.predictions import Draw
    >>> drop = Draw("The rod is let go at 0.5 rad. How does its angle go on?", "phi", -1, 1, reason="It swings.")
    >>> predict(simulate("cart_pendulum", q0=[0, 0.5]), drop)  # doctest: +SKIP
    """
    name = question if isinstance(question, str) else question.question
    asked = named(question) if isinstance(question, str) else question
    workspace = workspace_around(Path.cwd())
    data = {"name": name, "kept": workspace is not None, "text": asked.question, "reason": {"text": asked.reason}}
    player.spec = {**player.spec, "prediction": translated({**data, **_described(asked, player)})}
    if workspace:
        with contextlib.suppress(OSError, ValueError):  # `_keep` tells
            player.prediction = _recorded(workspace).get(name, {})
        player.observe(partial(_keep, player, workspace, name), "prediction")
    return player


def _described(asked: Question, player: Player) -> dict[str, Any]:
    """What the front end needs to ask and to answer."""
    if isinstance(asked, Draw):
        return {"kind": "draw", "curve": _curve(asked, player)}
    kind, options = ("choose", asked.options) if isinstance(asked, Choose) else ("order", asked.cases)
    right, sentence = asked.observe(_curves(player))
    names = {right} if isinstance(right, str) else set(right)
    if not names <= options.keys() or (kind == "order" and len(right) != len(options)):
        raise ValueError(f"`observe` must return names out of {', '.join(options)}; got {right!r}.")
    texts = [{"name": name, "text": text} for name, text in options.items()]
    return {"kind": kind, "options": texts, "right": right, "observed": {"text": sentence}}


def _curves(player: Player) -> Curves:
    run, spec = player.run, player.spec
    values = np.frombuffer(player.data, "<f4").reshape(run["count"], run["columns"])
    return curves_shown(values, spec["variables"], spec["axis"]["name"], (run["start"], run["end"]))


def _curve(asked: Draw, player: Player) -> dict[str, Any]:
    """The axes of a drawing, and the curve of the first run."""
    variables, run = player.spec["variables"], player.run
    if asked.curve not in variables:
        raise ValueError(unknown_name(asked.curve, variables, "curve"))
    column = _curves(player)[asked.curve]
    places = np.linspace(0, len(column) - 1, SAMPLES)
    real = np.interp(places, np.arange(len(column)), column)
    if not (asked.low <= real.min() and real.max() <= asked.high):
        raise ValueError(
            f"{asked.curve} runs from {real.min():.3g} to {real.max():.3g}; low={asked.low} and high={asked.high} must "
            "leave room for it."
        )
    ends = {"start": run["start"], "end": run["end"], "low": asked.low, "high": asked.high}
    return {"name": asked.curve, "real": [float(f"{value:.6g}") for value in real], **ends}


def _recorded(workspace: Path) -> dict[str, Any]:
    """All predictions made so far, by name."""
    path = settings_folder(workspace) / RECORD
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if not isinstance(known, dict):
        raise ValueError(f"expected predictions by name in {path}; rename that file, and a new one is begun")
    return known


def _keep(player: Player, workspace: Path, name: str, change: Mapping[str, Any]) -> None:
    """Write a prediction down as soon as it is made."""
    if not change["new"]:
        return
    made = {**change["new"], "at": datetime.now().isoformat(timespec="seconds")}
    try:
        text = json.dumps(_recorded(workspace) | {name: made}, ensure_ascii=False, indent=1)
        write_atomically(settings_folder(workspace) / RECORD, (text + "\n").encode(), workspace)
    except (OSError, ValueError) as problem:
        player.error = f"Your prediction is shown but could not be saved: {problem}."
