"""The areas that a planet sweeps in equal times, counted in pixels."""

import numpy as np
import pytest

from mechanics.widgets import simulate

pytestmark = pytest.mark.browser

# how many pixels of the picture have each colour, those without any left out
COLOURS = """() => {
  const canvas = document.querySelector('.mp-canvas');
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const count = {};
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3]) {
      const name = data.slice(i, i + 4).join();
      count[name] = (count[name] ?? 0) + 1;
    }
  }
  return count;
}"""
TO = """(time) => {
  const slider = document.querySelector('[data-name=time]');
  slider.value = time;
  slider.dispatchEvent(new Event('input'));
}"""
TURN = 2 * np.pi / (2 - 0.65**2) ** 1.5  # the period of the default orbit


@pytest.fixture
def tints(show):
    page = show(simulate("kepler_area_law", autoplay=False, t=[0.0, *np.linspace(0.01, 4.0, 400)]))
    page.click("[data-name=more]")
    page.get_by_label("Labels").uncheck()

    def counted(time: float) -> list[int]:
        page.evaluate(TO, time)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        most = sorted(page.evaluate(COLOURS).items(), key=lambda item: -item[1])
        transparent = [n for name, n in most if not name.endswith(",255")]  # tints are drawn half transparent
        return transparent[:2]

    return counted


def test_every_twelfth_of_a_turn_tints_the_same_area(tints):
    twelfths = [sum(tints(k * TURN / 12 - 0.001)) for k in range(1, 13)]
    grown = np.diff([0, *twelfths])
    assert grown == pytest.approx(np.full(12, twelfths[-1] / 12), rel=0.12), (
        f"areas swept in equal times, in pixels: {grown}"
    )


def test_both_tints_cover_the_same_area_after_a_turn(tints):
    dark, light = tints(TURN)
    assert dark == pytest.approx(light, rel=0.06), "six areas have one tint and six the other"
