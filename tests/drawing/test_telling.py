"""The time course of a run in words says what the run does, and follows a new one."""

import math
import re
from typing import Any

import pytest

from mechanics.widgets import simulate

pytestmark = pytest.mark.browser

LINES = ".mp-course li"
NUMBER = r"(−?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"


def lines(page: Any) -> list[str]:
    return page.locator(LINES).all_text_contents()


def numbers(text: str) -> list[float]:
    return [float(number.replace("−", "-")) for number in re.findall(NUMBER, text)]


def test_a_small_swing_is_told_with_its_period_and_range(show):
    page = show(simulate("mathematical_pendulum", q0=[0.1], t=10))
    span, swing, energy = lines(page)
    assert span == "Time runs from 0 to 10 s."
    low, high, period = numbers(swing)[:3]
    assert "swings between" in swing and (low, high) == (-0.1, 0.1)
    system = simulate("mathematical_pendulum").spec
    length = next(s["value"] for s in system["sliders"] if s["unit"] == "m")
    assert period == pytest.approx(2 * math.pi * math.sqrt(length / 9.81), rel=0.01)
    assert "stays at" in energy


def test_what_only_rises_or_rests_is_told_so(show):
    page = show(simulate("mathematical_pendulum", q0=[0.0], t=3))
    assert re.search(r"stays at 0 rad\.", lines(page)[1]), lines(page)


def test_it_is_the_description_of_the_picture_and_follows_a_slider(show):
    page = show(simulate("mathematical_pendulum", q0=[0.1], t=10))
    described = page.locator(".mp-canvas").get_attribute("aria-describedby")
    assert page.locator(f"#{described}").evaluate("(list) => list.matches('.mp-course ul')")
    before = lines(page)
    slider = page.locator("input[data-name=phi]").first
    slider.evaluate("(one) => { one.value = 0.5; one.dispatchEvent(new Event('input', { bubbles: true })); }")
    page.wait_for_function(
        "(before) => document.querySelectorAll('.mp-course li')[1].textContent !== before", arg=before[1]
    )
    assert numbers(lines(page)[1])[1] == pytest.approx(0.5, abs=0.01)
    assert page.locator("[role=status]").first.inner_text() == lines(page)[1], "a screen reader hears nothing of it"


def test_swings_that_die_down_are_told_so(show):
    page = show(simulate("spring_mass_damper_three"))
    shrinking = [line for line in lines(page) if "swings shrink" in line]
    assert shrinking, lines(page)
    first, last = numbers(re.search(r"Its swings shrink from (.*?)\. It ends", shrinking[0])[1])
    assert last < 0.8 * first
