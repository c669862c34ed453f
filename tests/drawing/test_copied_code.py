"""What "Copy code" copies gives the same picture again, in the chapter where it was copied."""

import ast
import base64
import io
import json
import linecache
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from PIL import Image

from mechanics.demonstrations.force_pictures import central_forces
from mechanics.drawing.player import Player
from mechanics.widgets import simulate
from tests.drawing.engine import code_of

COURSE = Path(__file__).resolve().parents[2] / "course"
CHAPTERS = sorted(path.stem for path in COURSE.glob("*.ipynb"))
QUICK = ("03c-momentum",)  # a variable, a function's result, start values, inputs

# What a reader does before copying: another slider position, the last possible plot, a nearer and turned view, slowly.
CHANGE = """async () => {
  const all = (name) => [...document.querySelectorAll(name)];
  const told = (node, type) => node.dispatchEvent(new Event(type));
  const code = document.querySelector(".mp-code");
  const slider = document.querySelector(".mp-quick input[type=range]:not(:disabled)");
  if (slider) {
    const before = code.value;
    slider.value = Number(slider.value) + 0.03 * (slider.max - slider.min);
    if (slider.value === slider.defaultValue) slider.value = Number(slider.value) - 0.03 * (slider.max - slider.min);
    told(slider, "input");
    for (let k = 0; k < 200 && code.value === before && !document.querySelector("[role=alert]").textContent; k++) {
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  for (const list of all(".mp-choice select:first-child")) {
    list.selectedIndex = (list.selectedIndex + 1) % list.options.length;
    told(list, "change");
  }
  const speed = document.querySelector("select[aria-label=Speed]");
  if (speed) (speed.selectedIndex = 1), told(speed, "change");
  for (const key of "ddwee") {
    document.querySelector(".mechanics-player").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
  do await new Promise((done) => setTimeout(done, 400)); // the kernel follows once the slider rests
  while (window.answered < window.requests.length);
}"""
FRESH = """() => { for (const list of document.querySelectorAll(".mp-choice select:first-child")) {
  list.dispatchEvent(new Event("change"));
} }"""  # a plot keeps its range while curves fit; one that is chosen again does not
PICTURES = "() => [...document.querySelectorAll('canvas')].map((canvas) => canvas.width ? canvas.toDataURL() : '')"


def players(chapter: str) -> Iterator[tuple[str, Player, dict[str, Any]]]:
    """The simulations of a chapter, each with the names that its cell knows."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads((COURSE / f"{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or not source.strip():
            continue
        file = f"<{chapter} {cell['id']}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        *body, last = ast.parse(source).body
        exec(compile(ast.Module(body, []), file, "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), file, "exec"), names)
            continue
        value = eval(compile(ast.Expression(last.value), file, "eval"), names)
        if isinstance(value, Player):
            yield cell["id"], value, names


def pixels(address: str) -> np.ndarray:
    picture = Image.open(io.BytesIO(base64.b64decode(address.split(",")[1])))
    return np.asarray(picture.convert("RGBA"), dtype=int)


def assert_same_pictures(ours: list[str], theirs: list[str], where: str) -> None:
    assert len(ours) == len(theirs), f"{where}: another number of plots"
    for k, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one == other:
            continue
        assert one and other, f"{where}: plot {k} is missing"
        a, b = pixels(one), pixels(other)
        assert a.shape == b.shape, f"{where}: picture {k} has another size"
        differ = (abs(a - b).max(axis=-1) > 64).mean()
        assert differ < 2e-3, f"{where}: picture {k} differs in {100 * differ:.2f} % of its pixels"


@pytest.mark.browser
@pytest.mark.parametrize(
    "chapter", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in CHAPTERS]
)
def test_copied_code_gives_what_is_seen(chapter, show):
    for cell, player, names in players(chapter):
        player.space = None  # lines: three.js draws at rest, at a time of its own
        player.spec = {name: value for name, value in player.spec.items() if name != "prediction"}  # closed until made
        page = show(player)
        page.evaluate(CHANGE)
        page.evaluate(FRESH)
        code, seen, window = page.input_value(".mp-code"), page.evaluate(PICTURES), player.run["window"]
        page.close()
        again = eval(code, names)
        again.space = None
        again.run = {**again.run, "window": window}  # window and shape stay while a slider moves
        again.spec = {**again.spec, "aspect": player.spec["aspect"]}
        copy = show(again)
        assert_same_pictures(seen, copy.evaluate(PICTURES), f"{chapter}, {cell}: {code}")
        copy.close()


def test_the_call_is_copied_as_it_was_written(tmp_path):
    names = {"simulate": simulate, "central_forces": central_forces, "more": {"f1": 30.0}}
    source = "simulate(\n    central_forces(), plots=['f_R'],\n    sliders=['f1', 'f2'],\n    **more,\n)"
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(keepends=True), "<cell>")
    player = eval(compile(source, "<cell>", "eval"), names)
    assert code_of(player, tmp_path) == 'simulate(central_forces(), plots=["f_R"], sliders=["f1", "f2"], **more)'
    player.request = {"id": 1, "values": {"f2": 12.5}}
    assert "**more, f2=12.5)" in code_of(player, tmp_path)
    player.request = {"id": 2, "values": {"f1": 20.0}}
    code = code_of(player, tmp_path)
    assert "**more" not in code and "f1=20.0" in code
    assert eval(code, names).data == player.data


def test_inputs_keep_what_is_written_beside_the_one_that_was_moved(tmp_path):
    names = {"simulate": simulate, "sin": sympy.sin, "t": sympy.Symbol("t"), "law": lambda t, x: 0.1}
    source = "simulate('rotational_two_mass', u={'tau1': 0.05}, t=2.0)"
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(keepends=True), "<cell>")
    player = eval(compile(source, "<cell>", "eval"), names)
    player.request = {"id": 1, "values": {"tau1": 0.07}}
    assert code_of(player, tmp_path) == 'simulate("rotational_two_mass", u={"tau1": 0.07}, t=2.0)'


def test_in_a_function_the_values_are_written_out(tmp_path):
    player = simulate("cart_pendulum", m_W=2.0, q0=[0.1, 0.5], t=3.0, plots=["phi", ("s", "phi")], speed=0.5)
    code = code_of(player, tmp_path)
    assert code == ('simulate("cart_pendulum", m_W=2.0, q0=[0.1, 0.5], t=3.0, plots=["phi", ("s", "phi")], speed=0.5)')
    assert eval(code, {"simulate": simulate}).spec["plots"] == player.spec["plots"]
