"""The player in a real browser: it plays, is operable by keyboard, has names, asks Python and survives without it."""

import json
from typing import Any

import pytest

from mechanics.widgets import simulate
from tests.drawing.conftest import state_of

pytestmark = pytest.mark.browser

PICTURE = "() => document.querySelector('.mp-canvas').toDataURL()"
TIME = "() => Number(document.querySelector('[data-name=time]').value)"
MOVE = """([name, value]) => {
  const slider = document.querySelector(`[data-name="${name}"]`);
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}"""


@pytest.fixture
def cart() -> Any:  # a new one for each test: the kernel's part keeps what a page has set
    return simulate("cart_pendulum", autoplay=False)


@pytest.fixture
def top() -> Any:
    """A body whose model does not come along with the page: every new run comes from the kernel."""
    widget = simulate("spinning_top", autoplay=False)
    widget.spec = {**widget.spec, "model": None}
    return widget


def settled(page: Any) -> None:
    """Wait until the browser has drawn twice."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_picture_moves_while_playing_and_rests_when_paused(show, cart):
    page = show(cart)
    before = page.evaluate(PICTURE)
    page.click("[data-name=play]")
    page.wait_for_function(f"({TIME})() > 0.3")
    assert page.evaluate(PICTURE) != before, "the picture did not change while playing"
    page.click("[data-name=play]")
    settled(page)
    picture, time = page.evaluate(PICTURE), page.evaluate(TIME)
    page.wait_for_timeout(250)
    assert (page.evaluate(PICTURE), page.evaluate(TIME)) == (picture, time), "something moves although it is paused"


def test_it_plays_where_a_busy_page_tells_late_that_it_is_in_sight(show, cart):
    """Two changes of what is in sight come in one call then, the older one first."""
    page = show(cart)
    page.evaluate("""async () => {
      window.IntersectionObserver = class {
        constructor(told) { this.told = told; }
        observe() { setTimeout(() => this.told([{ isIntersecting: false }, { isIntersecting: true }])); }
        disconnect() {}
      };
      window.stop();
      document.getElementById('place').replaceChildren();
      await window.build(document.getElementById('place'));
    }""")
    page.click("[data-name=play]")
    page.wait_for_function(f"({TIME})() > 0.1", timeout=10_000)


def test_a_frame_and_a_slider_put_nothing_into_the_page(show, cart):
    """Where a style sheet has selectors with :has, every new node makes the browser look through the whole page."""
    page = show(cart)
    changes = page.evaluate("""async () => {
      const found = [];
      const note = (rows) => found.push(...rows.map((row) => row.target.className));
      document.querySelector('[data-name=play]').click();
      const observer = new MutationObserver(note);
      observer.observe(document, { childList: true, subtree: true });
      await new Promise((done) => setTimeout(done, 400));
      const [slider, code] = ['[data-name=l_S]', '.mp-code'].map((name) => document.querySelector(name));
      const before = code.value;
      slider.value = 1.0;
      slider.dispatchEvent(new Event('input'));
      while (code.value === before) await new Promise(requestAnimationFrame);
      note(observer.takeRecords());
      return found;
    }""")
    assert page.evaluate(TIME) > 0.0, "it does not play, so this proves nothing"
    assert changes == [], f"while it plays, nodes come and go in {set(changes)}: frames become slow on long pages"


def test_plots_follow_a_new_run_and_new_colours(show, cart):
    """What stays the same between frames is copied from one picture; it must not outlive what it shows."""
    page = show(cart)
    plot = "() => document.querySelector('.mp-plot').toDataURL()"
    old = page.evaluate(plot)
    page.evaluate(MOVE, ["l_S", 1.0])
    page.wait_for_function(f"(old) => ({plot})() !== old", arg=old)
    light = page.evaluate(plot)
    page.evaluate("() => (document.body.style.background = '#111')")
    page.wait_for_function(f"(light) => ({plot})() !== light", arg=light)
    page.evaluate("() => (document.body.style.background = '#fff')")
    page.wait_for_function(f"(light) => ({plot})() === light", arg=light)


def test_real_time_is_the_default_and_speed_slows_it_down(show, cart):
    page = show(cart)
    # both clocks are read together, right after a frame was drawn, so that a busy machine changes nothing
    clocks = f"""() => new Promise((done) => requestAnimationFrame(() => setTimeout(
      () => done([({TIME})(), performance.now() / 1000]))))"""
    advanced = {}
    for speed in ("1", "0.1"):
        page.select_option("select[aria-label=Speed]", speed)
        page.keyboard.press("Home")
        page.click("[data-name=play]")
        shown, real = page.evaluate(clocks)
        page.wait_for_timeout(800)
        later_shown, later_real = page.evaluate(clocks)
        advanced[speed] = (later_shown - shown) / (later_real - real)
        page.click("[data-name=play]")
    assert 0.5 < advanced["1"] < 1.2, "a frame of more than 0.1 s is cut, so a busy machine may lag, never lead"
    assert advanced["0.1"] < 0.3 * advanced["1"]


def test_keys_move_through_the_time(show, cart):
    page = show(cart)
    page.focus(".mechanics-player")
    page.keyboard.press("End")
    assert page.evaluate(TIME) == 10.0
    page.keyboard.press("Home")
    assert page.evaluate(TIME) == 0.0
    page.keyboard.press("ArrowRight")
    one = page.evaluate(TIME)
    assert one > 0.0
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(TIME) > 5 * one
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("l")
    assert page.get_attribute("button[aria-label=Loop]", "aria-pressed") == "true"
    page.keyboard.press("Space")
    assert page.get_attribute("[data-name=play]", "aria-label") == "Pause"
    page.keyboard.press("Space")
    assert page.get_attribute("[data-name=play]", "aria-label") == "Play"


def test_keys_in_a_list_do_not_play(show, cart):
    page = show(cart)
    page.focus("select[aria-label=Speed]")
    page.keyboard.press("End")
    assert page.evaluate(TIME) == 0.0


def test_end_and_loop(show, cart):
    page = show(cart)
    page.evaluate(MOVE, ["time", 9.95])
    page.click("[data-name=play]")
    stands = "document.querySelector('[data-name=play]').getAttribute('aria-label') === 'Play'"
    page.wait_for_function(f"({TIME})() === 10 && {stands}")  # the slider is there a frame before it stops
    page.click("[data-name=more]")
    page.click("button[aria-label=Loop]")
    page.evaluate(MOVE, ["time", 9.95])
    page.click("[data-name=play]")
    page.wait_for_function(f"({TIME})() < 1")


def test_every_control_has_a_name(show, cart):
    page = show(cart)
    nameless = page.evaluate("""() => [...document.querySelectorAll("button, input, select, canvas")]
      .filter((n) => !(n.getAttribute("aria-label") || n.textContent.trim() || n.labels?.length))
      .map((n) => n.outerHTML)""")
    assert nameless == []
    sliders = page.evaluate("""() => [...document.querySelectorAll(".mp-slider input")]
      .map((n) => [n.getAttribute("aria-label"), n.getAttribute("aria-valuetext")])""")
    assert ["mass of the cart", "1 kg"] in sliders
    assert all(name and value for name, value in sliders)
    assert page.get_attribute(".mp-canvas", "aria-label") == cart.spec["description"]
    assert page.get_attribute(".mp-canvas", "role") == "img"


def test_focus_is_visible(show, cart):
    page = show(cart)
    page.keyboard.press("Tab")
    outline = "() => getComputedStyle(document.activeElement).outlineStyle"
    for _ in range(12):
        assert page.evaluate(outline) != "none", "a focused control does not show it"
        page.keyboard.press("Tab")


def test_scrubbing_in_a_plot_moves_the_picture(show, cart):
    page = show(cart)
    before = page.evaluate(PICTURE)
    box = page.query_selector(".mp-plot").bounding_box()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 60)
    page.mouse.down()
    page.mouse.up()
    assert 3.0 < page.evaluate(TIME) < 7.0
    assert page.evaluate(PICTURE) != before


def test_slider_brings_a_new_run_in_place(show, cart):
    page = show(cart)
    page.evaluate(MOVE, ["time", 3.0])
    canvas = page.query_selector(".mp-canvas")
    before = page.evaluate(PICTURE)
    page.evaluate(MOVE, ["l_S", 1.0])
    page.wait_for_function(f"(before) => ({PICTURE})() !== before", arg=before)
    assert page.evaluate(TIME) == pytest.approx(3.0), "the time cursor moved"
    assert canvas.evaluate("(node) => node.isConnected"), "the figure was rebuilt"
    assert "l_S=1.0" in page.input_value(".mp-code")


def test_a_burst_of_events_asks_twice(show, top):
    page = show(top)
    page.evaluate("() => (window.kernelSleeps = true)")
    for k in range(20):
        page.evaluate(MOVE, ["m", 0.8 + 0.02 * k])
    assert len(page.evaluate("() => window.requests")) == 1, "requests pile up while one is open"
    page.evaluate("""async () => {
      window.kernelSleeps = false;
      window.update(await window.kernel(window.requests[0]));
    }""")
    page.wait_for_function("() => window.requests.length === 2")
    latest = page.evaluate("() => window.requests[1].values.m")
    assert latest == pytest.approx(1.18), "the latest value must win"
    page.wait_for_function("() => document.querySelector('.mp-code').value.includes('m=1.18')")
    assert len(page.evaluate("() => window.requests")) == 2


def test_error_is_shown_and_the_last_picture_stays(show):
    def law(t, x):
        return 0.0 if law.healthy else float("nan")

    law.healthy = True
    widget = simulate("cart_pendulum", u={"f_e": law}, autoplay=False)
    page = show(widget)
    picture = page.evaluate(PICTURE)
    law.healthy = False
    page.evaluate(MOVE, ["m_W", 2.0])
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent !== ''")
    assert "f_e" in page.inner_text("[role=alert]")
    assert page.query_selector("[role=alert]").is_visible()
    settled(page)
    assert page.evaluate("() => document.querySelector('.mp-canvas').width") > 0
    assert widget.run["values"]["m_W"] == 1.0
    law.healthy = True
    page.evaluate(MOVE, ["m_W", 1.0])
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent === ''")
    page.evaluate(MOVE, ["time", 0.0])
    assert page.evaluate(PICTURE) == picture


def test_without_kernel_everything_but_new_runs_of_large_systems_works(show, top):
    page = show(top, kernel=False)
    assert page.query_selector("[data-name=m]").is_disabled()
    assert "kernel" in page.inner_text(".mp-note")
    before = page.evaluate(PICTURE)
    page.click("[data-name=play]")
    page.wait_for_function(f"({TIME})() > 0.2")
    assert page.evaluate(PICTURE) != before
    assert page.evaluate("() => window.requests") == []


def test_a_silent_kernel_is_mentioned(show, top):
    page = show(top)
    page.evaluate("() => (window.kernelSleeps = true)")
    page.evaluate(MOVE, ["m", 1.2])
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent.includes('kernel')", timeout=8000)


def test_a_simulation_that_takes_longer_than_a_second_says_so(show, top):
    page = show(top)
    page.evaluate("() => (window.kernelSleeps = true)")
    page.evaluate(MOVE, ["m", 1.2])
    page.wait_for_function(
        "() => document.querySelector('[role=alert]').textContent === 'Simulating ...'", timeout=3000
    )
    top.request = page.evaluate("() => window.requests[0]")
    page.evaluate("(answer) => window.update(answer)", state_of(top))
    assert page.inner_text("[role=alert]") == "", "it is said although the answer is here"


def test_reduced_motion_is_honoured_and_autoplay_otherwise(show):
    widget = simulate("mathematical_pendulum")
    still = show(widget, motion="reduce")
    moving = show(widget, motion="no-preference")
    moving.wait_for_function(f"({TIME})() > 0.1")
    assert still.evaluate(TIME) == 0.0


def test_dragging_a_body_gives_a_new_start(show):
    widget = simulate("mathematical_pendulum", q0=[0.5], autoplay=False)
    page = show(widget)
    box = page.query_selector(".mp-canvas").bounding_box()
    left, right, bottom, top = widget.run["window"]
    scale = min(box["width"] / (right - left), box["height"] / (top - bottom))

    def on_page(y: float, z: float) -> tuple[float, float]:
        x = box["x"] + box["width"] / 2 + scale * (y - (left + right) / 2)
        return x, box["y"] + box["height"] / 2 - scale * (z - (bottom + top) / 2)

    page.mouse.move(*on_page(0.479, -0.878))
    page.mouse.down()
    page.mouse.move(*on_page(0.0, -1.0), steps=3)
    page.mouse.move(*on_page(-0.389, -0.921), steps=3)
    page.wait_for_function("() => /q0=\\[-0\\.[34]/.test(document.querySelector('.mp-code').value)")
    page.mouse.up()
    for _ in range(100):  # the kernel follows; on a slow machine it is asked on the way, too
        if widget.run["values"]["phi"] < -0.35:
            break
        page.wait_for_timeout(100)
    assert widget.run["values"]["phi"] == pytest.approx(-0.4, abs=0.02)


@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_cut_off(show, cart, width, dark):
    page = show(cart, width=width, dark=dark)
    settled(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    paper = page.evaluate("() => getComputedStyle(document.querySelector('.mechanics-player')).backgroundColor")
    brightness = sum(json.loads(paper.replace("rgb(", "[").replace(")", "]"))) / 3
    assert (brightness < 80) == dark, f"background {paper} does not suit a {'dark' if dark else 'light'} page"


def test_plots_can_show_anything_over_anything(show, cart):
    page = show(cart)
    page.click("[data-name=more]")
    plot = "() => document.querySelector('.mp-plot').toDataURL()"
    options = page.evaluate("() => [...document.querySelector('.mp-choice select').options].map((o) => o.text)")
    assert "Energy bars" in options
    assert any("Phase plot" in text for text in options)
    seen = set()
    for text in options:
        page.select_option("select[aria-label='Plot 1']", label=text)
        seen.add(page.inner_text(".mp-legend") + page.evaluate(plot))
    assert len(seen) == len(options), "two choices give the same plot"
    page.select_option("select[aria-label='Horizontal axis of plot 1']", "s")
    assert page.inner_text(".mp-legend") + page.evaluate(plot) not in seen


def test_a_removed_player_stops(show, cart):
    page = show(cart)
    page.click("[data-name=play]")
    page.wait_for_function(f"({TIME})() > 0.1")
    page.evaluate("() => window.stop()")
    time = page.evaluate(TIME)
    page.wait_for_timeout(200)
    assert page.evaluate(TIME) == time, "the animation of a removed player goes on"


def test_a_player_built_outside_of_the_page_draws_once_it_is_there(show, cart):
    """JupyterLab takes cells that are out of sight out of the page, and builds widgets there."""
    page = show(cart)
    drawn = """() => { const canvas = document.querySelector('.mp-canvas');
      return canvas !== null && canvas.width > 100 &&
      canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0); }"""
    page.evaluate("""async () => {
      window.stop();
      const place = document.getElementById('place');
      place.replaceChildren();
      place.remove();
      await window.build(place);
      setTimeout(() => document.body.append(place), 200);
    }""")
    page.wait_for_function(drawn, timeout=5000)
