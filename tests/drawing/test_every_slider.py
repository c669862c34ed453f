"""Every slider of every simulation that runs in the page: a motion, or a sentence that a reader can act on, at once."""

import re
from typing import Any

import numpy as np
import pytest

from mechanics import systems
from mechanics.drawing.playable import PlayableMotion, PlayableStateSpace
from mechanics.model import ModelError, SimulationError
from mechanics.widgets import simulate
from tests.drawing.engine import in_node

pytestmark = pytest.mark.slow

RANDOM_POINTS = 10
COMPARED = 6  # points at which Python computes as well
SECONDS, BUSY = 1.0, 2.0  # computing time of a run; how much slower a busy machine may be
FOR_PROGRAMMERS = r"rtol|toleranc|time_limit|simulate\(|Mode\(|method=|solver|undefined|NaN|Cannot|function"

RUN_ALL = """
const { spec, run, cases } = given;
const model = new BrowserModel(spec.model, spec.scene);
tell(cases.map(({ changes, keep }) => {
  const settings = { ...run.values, ...changes };
  const before = process.cpuUsage();
  const { made, problem } = answer(() => model.run(settings, run, { steps: 200000, seconds: 1 }));
  const { user, system } = process.cpuUsage(before);
  const said = problem ? explained(problem, spec.sliders, settings, run.values) : "";
  return { seconds: (user + system) / 1e6, said, rows: made && keep ? rows(made) : null };
}));
"""


def settings_of(sliders: list[dict[str, Any]]) -> list[dict[str, float]]:
    """Both ends of each slider, and random places of all of them together."""
    ends = [{s["name"]: s[end]} for s in sliders for end in ("min", "max")]
    random = np.random.default_rng(18)
    together = [{s["name"]: float(random.uniform(s["min"], s["max"])) for s in sliders} for _ in range(RANDOM_POINTS)]
    return ends + together


@pytest.mark.parametrize("name", systems.names())
def test_every_slider_gives_a_motion_or_a_sentence_within_a_second(name, tmp_path, monkeypatch):
    widget = simulate(name)
    sliders = widget.spec["sliders"]
    changes = settings_of(sliders)
    compared = set(np.linspace(0, len(changes) - 1, COMPARED, dtype=int)) if changes else set()
    cases = [{"changes": change, "keep": k in compared} for k, change in enumerate(changes)]
    given = {"spec": widget.spec, "run": widget.run, "cases": cases}
    for case, answer in zip(cases, in_node(tmp_path, RUN_ALL, given), strict=True):
        where = f"{name} with {case['changes']}"
        assert answer["seconds"] < BUSY * SECONDS, f"{where} takes {answer['seconds']:.2f} s"
        if answer["said"]:
            assert_helps(answer["said"], [s["name"] for s in sliders], where)
        elif answer["rows"]:
            assert_is_the_motion_of_python(widget, case["changes"], np.array(answer["rows"]), monkeypatch, where)


def assert_helps(said: str, sliders: list[str], where: str) -> None:
    """A sentence for readers: it names a slider, and nothing that only a programmer could change."""
    assert any(re.search(rf"\b{re.escape(name)}\b", said) for name in sliders), f"{where}: which slider? {said!r}"
    assert not re.search(FOR_PROGRAMMERS, said), f"{where}: no reader can follow {said!r}"
    assert said.endswith("."), f"{where}: no sentence: {said!r}"


def assert_is_the_motion_of_python(
    widget: Any, changes: dict[str, float], ours: np.ndarray, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Within 1e-5 of its size, where Python's own run does not depend on its tolerance."""
    try:
        rough, exact = (python(widget, changes, accuracy, monkeypatch) for accuracy in (1e-9, 1e-12))
    except (ModelError, SimulationError):
        return
    size = np.maximum(np.abs(exact).max(axis=0), 1e-3)
    assert ours.shape == exact.shape, f"{where}: another number of instants or columns than in Python"
    modes = int(widget.spec["model"].get("shows_modes", False))  # last column; both are right at the very instant
    ours, rough, exact, size = (values[..., : exact.shape[1] - modes] for values in (ours, rough, exact, size))
    regular = np.logical_and.accumulate((np.abs(rough - exact) <= 1e-6 * size).all(axis=1))
    worst = (np.abs(ours - exact) / size)[regular].max(axis=0, initial=0.0)
    assert worst.max() <= 1e-5, f"{where}: column {worst.argmax()} is off by {worst.max():.2g} of its size"


def python(widget: Any, changes: dict[str, float], accuracy: float, monkeypatch: pytest.MonkeyPatch) -> np.ndarray:
    """The rows of Python's run with a given accuracy."""
    monkeypatch.setattr(PlayableMotion, "accuracy", accuracy)
    monkeypatch.setattr(PlayableStateSpace, "finest", accuracy)
    settings = widget._session.settings
    try:
        return widget._session.frames(changes).values
    finally:
        widget._session.settings = settings
