"""The picture follows a slider with rough runs, precise ones follow, and the page stays free: linkages and others."""

import numpy as np
import pytest

from mechanics.widgets import simulate
from tests.drawing.engine import in_node
from tests.drawing.page_speed import drag, opened

pytestmark = pytest.mark.browser

ROUGH = (
    "slider_crank", "four_bar_linkage", "tower_crane", "rocket", "satellite_with_panels",
    "double_wishbone", "chandelier", "crane_chain_load", "hanging_chain",
)  # fmt: skip
LONGEST = 50.0  # ms of a task of the thread that draws
RUNS = """
const model = new BrowserModel(given.spec.model, given.spec.scene);
const found = [true, false].map((rough) => {
  const budget = new Budget({ steps: 200000, seconds: 60 });
  const run = model.running(given.run.values, given.run, budget, rough);
  for (let steps = 0; ; steps++) {
    const { done, value } = run.next();
    if (done) return { rows: rows(value), steps };
  }
});
tell(found);
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ROUGH)
def test_a_rough_run_looks_like_the_precise_one_and_costs_a_fraction(name, tmp_path):
    widget = simulate(name, autoplay=False)
    assert widget.spec["model"]["rough"] > widget.spec["model"]["tolerance"]
    rough, precise = in_node(tmp_path, RUNS, {"spec": widget.spec, "run": widget.run})
    drawn = widget._session.scene.spec
    assert drawn, "nothing is drawn"
    columns = len(widget._session.scene.expressions)
    a, b = (np.array(found["rows"])[:, :columns] for found in (rough, precise))
    assert np.abs(a - b).max() <= 0.005 * np.abs(b).max(), "the picture is visibly another one"
    assert rough["steps"] < 0.5 * precise["steps"], "nothing is gained"


def test_no_task_of_the_page_takes_long_while_a_slider_of_a_linkage_moves(browser):
    """Runs are computed in the worker; what is left for the page is measured in time of the processor.

    A busy machine makes a task long once; one that is long by itself is long each time.
    """
    page = opened(browser, [simulate("slider_crank", autoplay=False)])
    longest = []
    while len(longest) < 4 and min(longest, default=LONGEST) >= LONGEST:
        times, tasks = drag(browser, page, "m", 6)
        assert len(times) == 6 and len(tasks) > 50, "the trace has no tasks"
        longest.append(max(tasks))
    assert min(longest) < LONGEST, f"each time a task kept the page for {min(longest):.0f} ms or more"
    page.close()


def test_a_precise_run_follows_once_the_slider_rests(browser):
    """The sums of all numbers are those of a run with the precision of Python."""
    page = opened(browser, [simulate("spinning_top", autoplay=False)])
    told = page.evaluate("""async () => {
      const sent = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message.request) sent.push(message.request.rough);
        return post.call(this, message, ...more);
      };
      const slider = document.querySelector('[data-name=m]');
      for (let k = 1; k < 6; k++) {
        slider.value = Number(slider.max) - (k / 20) * (slider.max - slider.min);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => setTimeout(done, 60));
      }
      for (let k = 0; k < 200 && sent.at(-1); k++) await new Promise((done) => setTimeout(done, 50));
      return sent;
    }""")
    assert told[0] and told[-1] is False, f"rough or not: {told}"
    page.close()


REHEARSED = """async () => {
  const [asked, took] = [{}, []];
  let latest = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.request) {
      latest = asked[message.number] = performance.now();
      const hear = ({ data }) => took.push(performance.now() - asked[data.number]);
      if (Object.keys(asked).length === 1) this.addEventListener('message', hear);
    }
    return post.call(this, message, ...more);
  };
  const code = document.querySelector('.mp-code').value;
  const slider = document.querySelector('[data-name=m]');
  for (let at = slider; at; at = at.parentElement) at.dispatchEvent(new Event('pointerenter'));
  const rests = () => took.length && took.length === Object.keys(asked).length && performance.now() - latest > 1000;
  for (let k = 0; k < 400 && !rests(); k++) await new Promise((done) => setTimeout(done, 50));
  return { took, unchanged: document.querySelector('.mp-code').value === code };
}"""


def test_long_equations_run_unseen_until_they_are_quick(browser):
    """A browser compiles well what has been used for a while: else the first moves of a slider would take a second."""
    page = opened(browser, [simulate("slider_crank", autoplay=False)])
    found = page.evaluate(REHEARSED)
    took = found["took"]
    assert 1 <= len(took) <= 4, f"runs that nobody sees took {took} ms"
    assert all(ms > 50 for ms in took[:-1]), f"it runs on though it is quick already: {took} ms"
    assert len(took) > 1 or took[0] < 150, f"it has run once only, in {took[0]:.0f} ms"
    assert found["unchanged"], "a run that nobody asked for is shown"
    page.close()
