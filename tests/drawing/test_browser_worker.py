"""Runs leave the page free: they are computed in a worker, are cancelled by newer ones, and end with a sentence."""

from typing import Any

import numpy as np
import pytest

from mechanics.drawing.player import Player
from mechanics.widgets import simulate
from tests.drawing.conftest import PAGE, START, state_of

pytestmark = pytest.mark.browser

MOVE = """([name, value]) => {
  const slider = document.querySelector(`[data-name="${name}"]`);
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
  window.turns = 0;
}"""
SAID = "() => document.querySelector('[role=alert]').textContent"
CODE = "() => document.querySelector('.mp-code').value"
# counts how often something else can happen in the page after a move, until a sentence appears
WATCH = """() => {
  const look = () => {
    if (document.querySelector('[role=alert]').textContent !== '') return;
    window.turns++;
    setTimeout(look);
  };
  look();
}"""
# keeps every sentence that is told, also one that is taken back
LISTEN = """() => {
  const place = document.querySelector('[role=alert]');
  window.told = [];
  new MutationObserver(() => place.textContent && window.told.push(place.textContent))
    .observe(place, { childList: true, characterData: true, subtree: true });
}"""
FREE = 10  # turns: one that computes in one piece itself gets three, a free one some dozens
BUSY = 8.0  # how much slower the machine of the tests may be: two workers share it with a browser each


@pytest.fixture
def crane() -> Any:
    """Its sliders reach further than the course lets them: the rope can be wound up to nothing."""
    return simulate("tower_crane", sliders={"f_S": (-6000, 0), "m_L": (60, 600)}, autoplay=False)


def endless(widget: Any) -> Any:
    """The same player with equations that chatter: every slider position but the first uses up its computing time."""
    model = dict(widget.spec["model"])
    last = len(model["constants"]) - 1
    model["derivative"] = (
        f"function make(...p) {{ const k = p[{last}];"
        " return (x, t, y, o) => {"
        " for (let i = 0; i < x.length; i++) y[o + i] = k < -3000 ? (x[i] > 0 ? -1e3 : 1e3) : 0; }; }"
    )
    return Player({**widget.spec, "model": model}, widget._session, widget._session.frames({}))


# keeps what the worker tells: rows that come before a run, and runs; and whether a row changes the picture
OVERHEARD = """() => {
  const Working = Worker;
  window.overheard = [];
  window.Worker = function (...given) {
    const worker = new Working(...given);
    worker.addEventListener("message", (event) => {
      const { told } = event.data;
      window.overheard.push(told);
      if (!told.glimpse) return;
      event.stopImmediatePropagation();
      const [canvas, code] = [".mp-canvas", ".mp-code"].map((name) => document.querySelector(name));
      const before = canvas.toDataURL();
      worker.onmessage(event);
      window.early ??= { moved: canvas.toDataURL() !== before, code: code.value };
    });
    return worker;
  };
}"""
FIRST_ANSWERS = """async (time) => {
  const [early, run] = window.overheard.map(({ glimpse, made }) => glimpse ?? made);
  const k = Math.round((time / run.end) * (run.count - 1));
  const row = (k) => [...run.data.slice(k * run.columns, (k + 1) * run.columns)];
  return { early: [...early], later: row(k), next: row(k + 1) };
}"""


def test_a_picture_comes_before_a_long_run_is_complete(show):
    """It shows the system as the complete run has it at that time."""
    chain = simulate("hanging_chain", autoplay=False)
    page = show(chain, kernel=False)
    page.evaluate(OVERHEARD)
    page.evaluate(MOVE, ["time", 2.0])
    slider = chain.spec["sliders"][0]
    shown = page.evaluate(CODE)
    page.evaluate(MOVE, [slider["name"], 0.5 * (slider["min"] + slider["max"])])
    page.wait_for_function(f"() => ({CODE})() !== {shown!r}")
    told = page.evaluate("() => window.overheard.map((told) => Object.keys(told)[0])")
    assert told[:2] == ["glimpse", "made"], told
    assert page.evaluate("() => window.early") == {"moved": True, "code": shown}, "the picture has waited for the run"
    rows = page.evaluate(FIRST_ANSWERS, 2.0)
    early, later, after = (np.array(rows[name]) for name in ("early", "later", "next"))
    step = np.abs(after - later).max()
    assert np.abs(early - later).max() < 0.05 * step, "the picture is not that of the run at this time"


@pytest.mark.parametrize(("name", "value"), [("f_S", -6000), ("m_L", 60)])
def test_a_run_that_cannot_be_tells_the_reader_what_to_move(show, crane, name, value):
    """The rope gets shorter until its length is zero, where the coordinates of the crane are singular."""
    page = show(crane, kernel=False)
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    shown = page.evaluate(CODE)
    page.evaluate(MOVE, [name, value])
    page.wait_for_function(f"() => ({SAID})() !== ''", timeout=BUSY * 1000 + 2000)
    said = page.evaluate(SAID)
    assert f"slider {name} (" in said and "closer to" in said, said
    assert "tolerance" not in said and page.evaluate(CODE) == shown, "the last run must stay"
    assert page.evaluate("() => window.turns") >= FREE, "the page was blocked"


def test_the_page_stays_free_while_a_run_uses_up_its_time(show, crane):
    page = show(endless(crane), kernel=False)
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    page.evaluate(MOVE, ["f_S", -6000])
    page.wait_for_function(f"() => ({SAID})() !== ''", timeout=BUSY * 1000 + 3000)
    assert "not enough to get further" in page.evaluate(SAID) and "f_S" in page.evaluate(SAID)
    assert page.evaluate("() => window.turns") >= FREE, "the page was blocked"


def test_a_newer_value_cancels_the_run_under_way(show, crane):
    """The older run may take half a minute here: even on a busy machine it does not end before the newer one."""
    player = endless(crane)
    limit = "const ALONE = { steps: 200000, seconds: 1 }"
    assert limit in player._esm
    player._esm = player._esm.replace(limit, "const ALONE = { steps: 1e12, seconds: 25 }")
    page = show(player, kernel=False)
    page.evaluate(LISTEN)
    page.evaluate(MOVE, ["f_S", -6000])
    page.wait_for_timeout(300)
    page.evaluate(MOVE, ["f_S", -1500])
    page.wait_for_function(f"() => ({CODE})().includes('-1500')")
    assert page.evaluate("() => window.told") == [], "the older run was computed to its end"


def test_a_quick_run_is_not_cancelled_so_that_the_picture_follows_the_slider(show):
    page = show(simulate("cart_pendulum", autoplay=False), kernel=False)
    page.evaluate(MOVE, ["l_S", 0.9])
    page.wait_for_function(f"() => ({CODE})().includes('l_S=0.9')")
    seen = page.evaluate(
        """async (move) => {
          const seen = new Set();
          for (let k = 0; k < 60; k++) {
            eval(move)(["l_S", 0.4 + 0.01 * k]);
            await new Promise((done) => setTimeout(done, 30));
            seen.add(document.querySelector(".mp-code").value);
          }
          return seen.size;
        }""",
        MOVE,
    )
    assert seen > 5, f"the picture followed {seen} of 60 positions of the slider"


FORBIDDEN = {
    "there is none": "delete window.Worker;",
    "at once": "window.Worker = class { constructor() { throw new Error('forbidden'); } };",
    "a moment later": """window.Worker = class {
      constructor() { setTimeout(() => this.onerror({ preventDefault() {} })); }
      postMessage() {}
      terminate() {}
    };""",
}


@pytest.mark.parametrize("how", FORBIDDEN)
def test_without_workers_runs_are_computed_in_slices(browser, crane, how):
    page = browser.new_page(reduced_motion="reduce")
    page.set_content(PAGE.replace("STYLE", crane._css))
    page.evaluate(f"() => {{ {FORBIDDEN[how]} }}")
    player = endless(crane)
    page.evaluate(START, [player._esm, state_of(player), False])
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    page.evaluate(MOVE, ["f_S", -6000])
    page.wait_for_function(f"() => ({SAID})() !== ''", timeout=BUSY * 1000 + 5000)
    assert "f_S" in page.evaluate(SAID)
    assert page.evaluate("() => window.turns") >= FREE, "the page was blocked"
    page.evaluate(MOVE, ["f_S", -1500])
    page.wait_for_function(f"() => ({CODE})().includes('-1500')")
    page.close()


def test_a_page_that_is_opened_as_a_file_has_workers_too(browser, tmp_path):
    widget = simulate("cart_pendulum", autoplay=False)
    path = tmp_path / "page.html"
    path.write_text(PAGE.replace("STYLE", widget._css), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.evaluate("""() => {
      const made = window.Worker;
      window.workers = 0;
      window.Worker = class extends made { constructor(...a) { super(...a); window.workers++; } };
    }""")
    page.evaluate(START, [widget._esm, state_of(widget), False])
    page.evaluate(MOVE, ["l_S", 1.0])
    page.wait_for_function(f"() => ({CODE})().includes('l_S=1')")
    assert page.evaluate("() => window.workers") == 1, "the run was computed on the thread that draws"
    page.close()
