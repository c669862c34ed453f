"""Scenes in space in a real browser: turned, enlarged, with bodies by three.js and without."""

from typing import Any

import numpy as np
import pytest

from mechanics.drawing.player import bundle
from mechanics.widgets import simulate
from tests.drawing.test_browser import MOVE, PICTURE, settled

pytestmark = pytest.mark.browser

# pixels that have exactly the colour of bodies: those of a body in space are lighter or darker
FLAT = """() => {
  const canvas = document.querySelector(".mp-canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) count += data[i] === 0xd9 && data[i + 1] === 0xe6 && data[i + 2] === 0xf2;
  return count;
}"""
# The picture right after a step, before the page comes to rest: read in the same task, however slow the machine is.
STEPPED = f"""() => {{
  const step = new KeyboardEvent("keydown", {{ key: "ArrowRight", bubbles: true }});
  document.querySelector(".mechanics-player").dispatchEvent(step);
  return ({FLAT})();
}}"""
DRAWN_BY = """() => {
  const gl = document.createElement("canvas").getContext("webgl2");
  return gl?.getParameter(gl.getExtension("WEBGL_debug_renderer_info").UNMASKED_RENDERER_WEBGL) ?? "";
}"""
INKED = "() => document.querySelector('.mp-canvas').toDataURL().length > 5000"


@pytest.fixture
def arm() -> Any:
    return simulate("robot_arm_overview", autoplay=False)


@pytest.fixture
def drawn_in_lines(arm: Any) -> Any:
    """The same player as on a machine without three.js."""
    carried, arm.space = arm.space, None
    yield arm
    arm.space = carried


def at_rest(page: Any) -> Any:
    """The page of a browser without a graphics processor, when bodies are drawn."""
    if "SwiftShader" not in page.evaluate(DRAWN_BY):
        pytest.skip("this browser has a graphics processor")
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    return page


def waited(page: Any) -> Any:
    """The page when the picture is there."""
    page.wait_for_function(INKED)
    settled(page)
    return page


@pytest.mark.skipif(bundle() is None, reason="three.js is not bundled here: pip install -e . with npm at hand")
def test_bodies_have_light_and_shadow(show, arm):
    page = show(arm)
    page.wait_for_function(INKED)
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)


@pytest.mark.skipif(bundle() is None, reason="three.js is not bundled here: pip install -e . with npm at hand")
def test_without_a_graphics_processor_bodies_come_at_rest(show, arm):
    page = at_rest(show(arm))
    assert page.evaluate(STEPPED) > 2000, "what moves is not drawn in lines, which are ten times as fast"
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    whole = page.evaluate(PICTURE)
    page.wait_for_timeout(600)
    assert page.evaluate(PICTURE) == whole, "a picture at rest is drawn again and again"


HOLD = """() => {
  const wait = WebGL2RenderingContext.prototype.clientWaitSync;
  [window.held, window.asked] = [true, 0];
  WebGL2RenderingContext.prototype.clientWaitSync = function (...asked) {
    window.asked++;
    return window.held ? this.TIMEOUT_EXPIRED : wait.call(this, ...asked);
  };
}"""


@pytest.mark.skipif(bundle() is None, reason="three.js is not bundled here: pip install -e . with npm at hand")
def test_the_page_goes_on_while_bodies_are_drawn_without_a_graphics_processor(show, arm):
    page = at_rest(show(arm))
    page.evaluate(HOLD)
    page.evaluate(STEPPED)
    page.wait_for_timeout(1000)
    assert page.evaluate(FLAT) > 2000, "a picture is fetched before it is there, and the page stops for it"
    page.evaluate(STEPPED)
    page.evaluate("() => { window.held = false; }")
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    drawn = page.evaluate(PICTURE)
    for key in ("ArrowRight", "ArrowLeft"):
        page.evaluate(STEPPED.replace("ArrowRight", key))
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    assert page.evaluate(PICTURE) == drawn, "bodies are those of an instant that had passed when they were there"


BESIDE = """() => {
  const place = document.createElement("div");
  document.getElementById("place").before(place);
  return window.build(place);
}"""
OUT_OF_SIGHT = "() => { document.getElementById('place').style.display = 'none'; }"
STEPPED_BELOW = """() => {
  const step = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
  document.querySelector("#place .mechanics-player").dispatchEvent(step);
}"""


@pytest.mark.skipif(bundle() is None, reason="three.js is not bundled here: pip install -e . with npm at hand")
def test_a_player_out_of_sight_keeps_no_other_from_drawing_bodies(show, arm):
    """It is hidden while its bodies are drawn; all players of a page share the renderer."""
    page = at_rest(show(arm))
    page.evaluate(BESIDE)
    at_rest(page)
    page.evaluate(HOLD)
    page.evaluate(STEPPED_BELOW)
    page.wait_for_function("() => window.asked > 0", timeout=20_000)
    page.evaluate(OUT_OF_SIGHT)
    assert page.evaluate(STEPPED) > 2000
    page.evaluate("() => { window.held = false; }")
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)


def test_without_three_the_scene_is_drawn_in_lines_and_can_be_turned(show, drawn_in_lines):
    page = waited(show(drawn_in_lines))
    assert page.evaluate(FLAT) > 2000, "the bodies are not drawn"
    before = page.evaluate(PICTURE)
    page.focus(".mechanics-player")
    page.keyboard.press("d")
    assert page.evaluate(PICTURE) != before, "the key D does not turn the view"
    page.keyboard.press("r")
    assert page.evaluate(PICTURE) == before, "the key R does not bring the view back"


def test_dragging_turns_and_the_list_restores(show, drawn_in_lines):
    page = waited(show(drawn_in_lines))
    page.click("[data-name=more]")
    before = page.evaluate(PICTURE)
    box = page.locator(".mp-canvas").bounding_box()
    x, y = box["x"] + 0.9 * box["width"], box["y"] + 0.9 * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 20, steps=4)
    page.mouse.up()
    turned = page.evaluate(PICTURE)
    assert turned != before, "dragging does not turn the view"
    page.mouse.move(x, y)
    assert page.evaluate(PICTURE) == turned, "the view turns without a button held"
    page.select_option("select[aria-label=View]", "drawn")
    assert page.evaluate(PICTURE) == before
    page.select_option("select[aria-label=View]", "top")
    assert page.evaluate(PICTURE) != before


def test_frames_can_be_hidden_and_the_view_enlarged(show, drawn_in_lines):
    page = waited(show(drawn_in_lines))
    page.click("[data-name=more]")
    with_frames = page.evaluate(PICTURE)
    page.get_by_label("Frames").uncheck()
    assert page.evaluate(PICTURE) != with_frames
    page.get_by_label("Frames").check()
    assert page.evaluate(PICTURE) == with_frames
    page.click("button[aria-label=Enlarge]")
    assert page.evaluate(PICTURE) != with_frames


def test_a_plane_picture_has_no_view_to_turn(show):
    page = show(simulate("cart_pendulum", autoplay=False))
    assert page.locator("select[aria-label=View]").count() == 0
    assert "turn" not in page.inner_text("p[id^=mp-]")


def test_a_handle_follows_the_pointer_in_a_turned_view(show):
    """The kernel is told from where the picture is seen, so the handle ends under the pointer."""
    player = simulate("spherical_pendulum", autoplay=False)
    if not player.spec["scene"]["camera"]["vertical"] or not player.spec["scene"]["handles"]:
        pytest.skip("the spherical pendulum has no handle in a view that can be turned")
    page = waited(show(player))
    page.focus(".mechanics-player")
    for key in "ddw":
        page.keyboard.press(key)
    page.evaluate(MOVE, ["time", 0])
    camera = np.array([[0.8, 0.0, -0.6], [0.0, 1.0, 0.0]])
    answer = player._answer({"values": {}, "drag": {"handle": 0, "x": 0.3, "y": -0.8, "camera": camera.tolist()}})
    handle = player.spec["scene"]["handles"][0]["at"]
    place = [n if isinstance(n, (int, float)) else answer.values[0][n["signal"]] for n in handle]
    assert camera @ place == pytest.approx([0.3, -0.8], abs=0.02)


HIDDEN_AND_BACK = """() => new Promise((done) => {
  const player = document.querySelector(".mechanics-player");
  const place = player.parentElement;
  const raised = [];
  window.addEventListener("error", ({ error }) => error && raised.push(error.message));
  place.style.display = "none";
  setTimeout(() => {
    place.style.display = "";
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    setTimeout(() => done(raised), 300);
  }, 300);
})"""


@pytest.mark.skipif(bundle() is None, reason="three.js is not bundled here: pip install -e . with npm at hand")
def test_a_player_that_was_hidden_draws_again(show, arm):
    """Coming back it is asked to draw before its canvas has been measured."""
    page = show(arm)
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    assert page.evaluate(HIDDEN_AND_BACK) == [], "drawing raised in a player that had been hidden"
    page.wait_for_function(INKED)


@pytest.mark.skipif(bundle() is None, reason="three.js is not bundled here: pip install -e . with npm at hand")
def test_a_lost_context_is_recovered_and_the_last_player_gives_it_back(show, arm):
    page = show(arm)
    page.evaluate("""() => {
      window.contexts = [];
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        const context = get.call(this, kind, ...more);
        if (kind === "webgl2" && context && !window.contexts.includes(context)) window.contexts.push(context);
        return context;
      };
    }""")
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    first = page.evaluate("() => window.contexts.length")
    page.evaluate("() => window.contexts.at(-1).getExtension('WEBGL_lose_context').loseContext()")
    page.wait_for_function(f"({FLAT})() > 2000", timeout=10_000)  # lines in the meantime
    page.wait_for_function(f"({FLAT})() < 300", timeout=20_000)
    assert page.evaluate("() => window.contexts.length") > first, "it is drawn without a new context"
    page.evaluate("() => window.stop()")
    page.wait_for_function("() => window.contexts.every((context) => context.isContextLost())")
