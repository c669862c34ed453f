"""Where things stand: picture, play button and main sliders together in sight; one line of controls; folding plots."""

from typing import Any

import pytest

from mechanics.widgets import simulate
from tests.drawing.test_browser import PICTURE, settled

pytestmark = pytest.mark.browser

TOGETHER = """() => {
  const parts = [".mp-canvas", "[data-name=play]", ".mp-quick"].map((name) => document.querySelector(name));
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
}"""
CUT = """() => [...document.querySelectorAll(".mp-legend, .mp-slider, .mp-controls")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""


@pytest.fixture
def cart() -> Any:
    return simulate("cart_pendulum", autoplay=False)


@pytest.mark.parametrize(
    ("width", "height", "room"),
    [(860, 720, 600), (360, 844, 760), (600, 360, 300), (270, 280, 260), (1150, 900, 800)],
    ids=["beside a file browser", "phone", "twice as large", "twice as large beside a file browser", "wide"],
)
def test_picture_play_and_main_sliders_are_in_sight_together(show, cart, width, height, room):
    page = show(cart, width=width)
    page.set_viewport_size({"width": width, "height": height})
    settled(page)
    assert page.evaluate(TOGETHER) <= room
    assert page.evaluate("() => document.querySelector('.mp-controls').offsetHeight") < 45, "more than one line"
    assert page.evaluate(CUT) == []


def test_three_sliders_stand_below_the_picture_and_the_others_unfold(show, cart):
    page = show(cart)
    assert page.locator(".mp-quick .mp-slider").count() == 3
    assert page.locator(".mp-settings .mp-slider").first.is_hidden()
    page.click("[data-name=more]")
    assert page.locator(".mp-settings .mp-slider").first.is_visible()
    assert page.get_attribute("[data-name=more]", "aria-expanded") == "true"


def test_on_a_phone_the_picture_stays_above_what_is_read(show, cart):
    page = show(cart, width=360)
    page.set_viewport_size({"width": 360, "height": 700})
    page.evaluate("() => { document.body.style.height = '3000px'; window.scrollTo(0, 350); }")
    settled(page)
    assert page.evaluate("() => Math.round(document.querySelector('.mp-canvas').getBoundingClientRect().top)") == 0


def test_plots_fold(show, cart):
    page = show(cart)
    wide = page.locator(".mp-canvas").bounding_box()["width"]
    page.click("[data-name=plots]")
    settled(page)
    assert page.locator(".mp-plot").first.is_hidden()
    assert page.locator(".mp-canvas").bounding_box()["width"] > 1.4 * wide
    page.click("[data-name=plots]")
    page.locator(".mp-legend").first.click()
    assert page.locator(".mp-plot").first.is_hidden()
    assert page.locator(".mp-plot").nth(1).is_visible()


def test_the_wheel_belongs_to_the_page_and_a_button_enlarges(show, cart):
    page = show(cart)
    page.evaluate("() => (document.body.style.height = '3000px')")
    before = page.evaluate(PICTURE)
    page.locator(".mp-canvas").click()
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => window.scrollY > 0")
    page.evaluate("() => window.scrollTo(0, 0)")
    assert page.evaluate(PICTURE) == before
    page.locator(".mp-canvas").hover()
    page.click("button[aria-label=Enlarge]")
    assert page.evaluate(PICTURE) != before
    page.click("[data-name=restore]")
    assert page.evaluate(PICTURE) == before
    assert page.locator("[data-name=restore]").is_hidden()


def test_two_fingers_enlarge_about_their_middle(show, cart):
    page = show(cart)
    before = page.evaluate(PICTURE)
    page.evaluate("""() => {
      const canvas = document.querySelector(".mp-canvas");
      canvas.setPointerCapture = () => {};
      const { left, top } = canvas.getBoundingClientRect();
      const tell = (type, pointerId, x) => canvas.dispatchEvent(new PointerEvent(type,
        { pointerId, pointerType: "touch", clientX: left + x, clientY: top + 60, bubbles: true, buttons: 1 }));
      tell("pointerdown", 1, 200), tell("pointerdown", 2, 300);
      tell("pointermove", 2, 400);
      tell("pointerup", 1, 200), tell("pointerup", 2, 400);
    }""")
    assert page.evaluate(PICTURE) != before
    assert '"zoom": 2.0' in page.input_value(".mp-code")


def test_full_screen_fills_the_window(show, cart):
    page = show(cart)
    before = page.locator(".mp-canvas").bounding_box()["height"]
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('not here')); }")
    page.click("[data-name=full]")
    page.wait_for_function("(before) => document.querySelector('.mp-canvas').clientHeight > 1.3 * before", arg=before)
    page.click("[data-name=full]")
    page.wait_for_function("(before) => document.querySelector('.mp-canvas').clientHeight === before", arg=before)


def test_what_has_two_positions_is_a_switch(show):
    player = simulate("slider_crank", t=1.0, autoplay=False)
    page = show(player)
    page.click("[data-name=more]")
    switch = page.get_by_role("switch").first
    assert switch.is_checked()
    switch.uncheck()
    page.wait_for_function("() => window.answered > 0")
    assert player.run["values"]["driven"] == 0.0


def test_what_is_out_of_sight_costs_nothing(show, cart):
    page = show(cart)
    page.evaluate("""() => {
      document.body.style.paddingBottom = "4000px";
      const { prototype } = CanvasRenderingContext2D;
      const draw = prototype.clearRect;
      window.drawn = 0;
      prototype.clearRect = function (...box) { window.drawn++; return draw.apply(this, box); };
    }""")
    page.click("[data-name=play]")
    page.wait_for_function("() => window.drawn > 5")
    page.evaluate("() => window.scrollTo(0, 3000)")
    page.wait_for_function("() => mechanicsTicker.players.length === 0")
    settled(page)
    page.evaluate("() => (window.drawn = 0)")
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.drawn") == 0
    assert page.evaluate("() => mechanicsTicker.frame === undefined"), "the clock goes on although nothing is in sight"
    page.evaluate("() => window.scrollTo(0, 0)")
    page.wait_for_function("() => window.drawn > 5")


def test_many_players_take_turns_where_a_page_does_not_keep_up(show, cart):
    """Frames that come late have fewer of them drawn in each; nobody is left out."""
    page = show(cart)
    drawn = page.evaluate("""() => {
      const counts = new Array(12).fill(0);
      const players = counts.map((_, i) => ({ advance() {}, draw: () => counts[i]++ }));
      const clock = new mechanicsTicker.constructor();
      clock.players.push(...players);
      clock.before = 0;
      const each = [];
      for (let k = 1; k <= 60; k++) {
        const before = counts.reduce((a, b) => a + b);
        clock.tick(50 * k);
        each.push(counts.reduce((a, b) => a + b) - before);
      }
      return { counts, first: each[0], last: each.at(-1), late: clock.percentile(0.95) };
    }""")
    assert drawn["first"] > drawn["last"] == 1
    assert max(drawn["counts"]) - min(drawn["counts"]) <= 2
    assert drawn["late"] == 50
