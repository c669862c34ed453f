"""What the book is made of: tables that name real tests and terms, chapters that run, players of every simulation."""

import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook

import mechanics
from docs.book.equations import MENTION, asked, in_type, number_of
from docs.book.execute import ChapterError, executed
from docs.book.folds import unfolded
from docs.book.pages import first_simulation
from docs.book.players import Players, packed, unpacked
from docs.book.reference import entry, escape, formulas, packages
from docs.book.tables import rows


def notebook(path: Path, *cells: str) -> Path:
    nbformat.write(new_notebook(cells=[new_code_cell(text) for text in cells]), path)
    return path


def test_every_erratum_has_a_test_that_proves_it(checkout):
    for row in [row for name in ("errata", "copy-damage") for row in rows(name) if row["test"] or name == "errata"]:
        module, _, name = row["test"].partition("::")
        source = (checkout / "tests" / "lecture" / f"{module}.py").read_text()
        assert re.search(rf"^def {name}\(", source, re.MULTILINE), f"{row['place']}: no test {row['test']}"
        assert (
            not re.match(r"[\w(]+\d", row["place"])
            or row["place"].startswith(("Auf", "Tab", "R, ", "W, "))
            or number_of(row["place"])
        ), f"{row['place']} is no equation of the lecture"


def test_every_erratum_says_how_certain_it_is():
    degrees = {row["certainty"] for row in rows("errata")}
    assert degrees == {"proved", "likely", "undecided"}, "other words than those the page explains"


def test_every_term_of_the_glossary_stands_in_a_chapter(checkout):
    text = "".join(path.read_text(encoding="utf-8") for path in checkout.glob("course/*.ipynb"))
    lost = [row["german"] for row in rows("glossary") if f"*{row['german']}*" not in text]
    assert not lost, f"terms that no chapter introduces in italics: {lost}"
    german = [row["german"].lower() for row in rows("glossary")]
    assert len(set(german)) == len(german)


def test_the_citation_names_the_present_version(checkout):
    version = re.search(r"^version: (.+)$", (checkout / "CITATION.cff").read_text(), re.MULTILINE)
    assert version and version[1] == mechanics.__version__


def test_packages_of_npm_are_pinned_and_name_no_registry(checkout):
    asked = json.loads((checkout / "packaging/book/package.json").read_text())
    locked = json.loads((checkout / "packaging/book/package-lock.json").read_text())["packages"]
    for name, version in (asked["dependencies"] | asked["devDependencies"]).items():
        assert locked[f"node_modules/{name}"]["version"] == version, f"the lock has another {name}"
    assert not [name for name, package in locked.items() if "resolved" in package]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("see (5.93) and (5.80a)", ["5.93", "5.80a"]),
        ("W(59), R(2.4b) in one line", ["W(59)", "R(2.4b)"]),
        ("both parts, (5.92)", ["5.92a"]),
        ("f(5.93), a factor (9.81), and x(2.5)", []),
    ],
)
def test_mentions_of_equations_are_recognised(text, mentions):
    numbers = [number_of(found) for found in MENTION.findall(text)]
    assert [number for number in numbers if number] == mentions


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("second law m x_dd = 0", "second law m x\u0308 = 0"),
        ("u_L of phi1_d at tau", "u<sub>L</sub> of φ\u03071 at τ"),
        ("sum_k m_k d_dd_ik", "Σ<sub>k</sub> m<sub>k</sub> d\u0308<sub>ik</sub>"),
        ("e_phi_d, R_0^1, (C T)_ij", "e\u0307<sub>φ</sub>, R<sub>0</sub><sup>1</sup>, (C T)<sub>ij</sub>"),
        ("the sum of two taus in rope_drum", "the sum of two taus in rope\\_drum"),
    ],
)
def test_formulas_in_the_index_are_printed_as_formulas(text, shown):
    assert in_type(text) == shown


def test_the_home_page_gets_the_first_simulation_of_the_first_chapter():
    def page(*shown):
        outputs = [{"data": {"text/html": text}} for text in shown]
        return json.dumps({"cells": [{"source": ""}, {"source": "", "outputs": outputs}]})

    files = {"course/01.ipynb": page("<div class='book-player'>1</div>"), "exercises/0.ipynb": page()}
    files["course/00.ipynb"] = page("<p>2.0</p>", "<div class='book-player'>0</div>")
    assert "<div class='book-player'>0</div>" in first_simulation(files)


def test_what_only_a_task_shows_is_found_in_the_first_task_that_mentions_it():
    files = {
        "exercises/b/two.ipynb": "(5.92)",
        "exercises/a/one.ipynb": "as (5.92)",
        "course/c.ipynb": "(5.93)",
    }
    assert asked(files) == {"5.92a": "exercises/a/one"}


def test_formulas_in_docstrings_keep_their_lines():
    lines = ["Text of |a|.", "", "    x = a * b", "    y = c_", "", "- item", "  goes on"]
    assert formulas(lines) == [
        r"Text of \|a\|.", "", r"| x = a \* b", r"| y = c\_", "", "- item", "  goes on",
    ]  # fmt: skip


def test_a_chapter_runs_again_only_when_its_code_changes(tmp_path):
    counter = tmp_path / "runs"
    count = f"open({str(counter)!r}, 'a').write('x'); print('seen')"
    path, cache = notebook(tmp_path / "chapter.ipynb", count), tmp_path / "cache"
    players = Players(tmp_path / "static")
    first = executed([path], cache, players)[path]
    again = executed([path], cache, players)[path]
    assert counter.read_text() == "x", "the same code was run twice"
    assert [c.outputs[0].text for c in (first.cells[0], again.cells[0])] == ["seen\n"] * 2
    executed([notebook(path, count + " # new")], cache, players)
    assert counter.read_text() == "xx", "changed code was not run"


@pytest.mark.parametrize(
    ("code", "said"),
    [("1 / 0", "ZeroDivisionError"), ("import warnings; warnings.warn('careful')", "careful")],
)
def test_a_chapter_with_an_error_or_a_warning_is_no_page(tmp_path, code, said):
    path = notebook(tmp_path / "chapter.ipynb", code)
    with pytest.raises(ChapterError, match=r"chapter\.ipynb") as problem:
        executed([path], tmp_path / "cache", Players(tmp_path / "static"))
    assert said in str(problem.value)
    assert not list((tmp_path / "cache").glob("*")), "the outputs of a failed run were kept"


def test_a_widget_that_nothing_draws_is_refused(tmp_path):
    path = notebook(tmp_path / "chapter.ipynb", "import ipywidgets; ipywidgets.IntSlider()")
    with pytest.raises(ValueError, match="expected an anywidget.*got IntSliderModel"):
        executed([path], tmp_path / "cache", Players(tmp_path / "static"))


def test_a_page_is_run_again_where_a_simulation_of_it_is_lost(tmp_path):
    show = "from mechanics.notebook import simulate\nsimulate('mathematical_pendulum', t=1)"
    path, cache, static = notebook(tmp_path / "chapter.ipynb", show), tmp_path / "cache", tmp_path / "static"

    def build():
        players = Players(static)
        output = executed([path], cache, players)[path].cells[0].outputs[0]
        players.sweep()
        return output.data["text/html"], {p.name: p.stat().st_mtime_ns for p in static.rglob("*.js")}

    page, first = build()
    assert [name.rpartition("-")[0] for name in sorted(first)] == ["chapter-1", "front"]
    assert all(name.removesuffix(".js") in page for name in first), "the page does not name its scripts"
    assert build() == (page, first), "a second build writes what is there"
    (player,) = static.rglob("chapter-1-*.js")
    player.unlink()
    assert build()[1].keys() == first.keys(), "a simulation that was lost is not there again"


@pytest.mark.browser
def test_the_loader_unpacks_the_numbers_that_were_packed(browser, checkout, tmp_path):
    """To a hundred-thousandth of what a column varies: what hardly changes, jumps, the largest, what is no number."""
    t = np.linspace(0, 9, 401)
    gaps = np.where(np.abs(t - 5) < 1, np.nan, t**2)
    jumps = np.sign(np.sin(9 * t))
    columns = [np.sin(t), 1000 + 1e-3 * t, jumps, 0 * t + 7, 3.4e38 * np.cos(t), 1e-38 * t, gaps, 0 * t + np.nan]
    rows = np.column_stack(columns).astype("<f4")
    text = packed(rows.tobytes(), len(columns))
    assert len(text) < rows.nbytes, "packing makes it larger"
    again = np.frombuffer(unpacked(text, len(columns)), "<f4").reshape(rows.shape)
    run = {"count": len(t), "columns": len(columns)}
    scripts = {"front": {"esm": PROBE, "css": ""}, "one": {"data": text, "run": run}}
    folder = tmp_path / "_static" / "players"
    folder.mkdir(parents=True)
    for name, content in scripts.items():
        (folder / f"{name}.js").write_text(f'mechanicsBook("{name}", {json.dumps(content)})')
    loader = (checkout / "docs/_static/loader.js").read_text(encoding="utf-8")
    place = '<div class="book-player" data-player="one" data-front="front"></div>'
    (tmp_path / "page.html").write_text(f"<!DOCTYPE html><body>{place}<script>{loader}</script></body>")
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_function("window.unpacked ?? document.querySelector('[role=alert]')", timeout=20_000)
    found = np.frombuffer(bytes(page.evaluate("window.unpacked ?? []")), "<f4").reshape(rows.shape).astype(float)
    assert np.array_equal(found, again, equal_nan=True), "Python unpacks other numbers than the page"
    for column, (a, b) in enumerate(zip(found.T, rows.T.astype(float), strict=True)):
        assert np.array_equal(np.isnan(a), np.isnan(b)), f"column {column}: what is no number is another one"
        a, b = a[~np.isnan(a)], b[~np.isnan(b)]
        if len(b):
            worst = np.max(np.abs(a - b))
            assert worst <= 1e-5 * np.ptp(b) + 1e-7 * np.max(np.abs(b)), f"column {column} is {worst} off"
    page.close()


PROBE = """export default { render({ model }) {
  window.unpacked = [...new Uint8Array(model.get("data").buffer)];
} };"""


@pytest.mark.browser
def test_long_equations_come_when_a_slider_is_touched(browser, checkout, tmp_path, monkeypatch):
    """Without a network the last run stays and the reader is told; with it, the same slider works."""
    monkeypatch.setattr("docs.book.players.LONG", 100)
    show = "from mechanics.notebook import simulate\nsimulate('cart_pendulum', t=1, autoplay=False)"
    path, cache, players = notebook(tmp_path / "a.ipynb", show), tmp_path / "cache", Players(tmp_path / "_static")
    html = executed([path], cache, players)[path].cells[0].outputs[0].data["text/html"]
    (equations,) = tmp_path.glob("_static/players/model-*.js")
    assert f'data-model="{equations.stem}"' in html
    loader = (checkout / "docs/_static/loader.js").read_text(encoding="utf-8")
    (tmp_path / "page.html").write_text(f"<!DOCTYPE html><body>{html}<script>{loader}</script></body>")
    hidden = equations.rename(tmp_path / "elsewhere.js")
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    slider = page.locator(".mp-quick .mp-slider input[type=range]").first
    slider.wait_for()
    picture = "document.querySelector('.mp-canvas').toDataURL()"
    before, value = page.evaluate(picture), slider.input_value()
    slider.press("ArrowRight")
    page.get_by_text(f"No new simulation: {equations.name} was not found").first.wait_for()
    assert (page.evaluate(picture), slider.input_value()) == (before, value), "the slider moved alone"
    hidden.rename(equations)
    slider.press("ArrowRight")
    page.wait_for_function(f"{picture} !== {json.dumps(before)}", timeout=20_000)
    page.close()


def test_every_answer_that_unfolds_becomes_a_directive(checkout):
    """HTML in a page keeps its dollar signs and its English: MathJax and the translations do not look into it."""
    for path in sorted(checkout.glob("course/*.ipynb")):
        cells = unfolded(nbformat.read(path, 4)).cells
        left = [cell.source for cell in cells if cell.cell_type == "markdown" and "<details" in cell.source]
        assert not left, (
            f"{path.name}: <details><summary>title</summary>, an empty line, text, an empty line, </details>"
        )


def test_a_parameter_that_goes_on_over_two_lines_is_one_sentence_and_a_type_stays_a_type():
    assert entry("inertia : kg m² about the mass centre, three") == [
        "inertia",
        "    kg m² about the mass centre, three",
    ]
    assert entry("path : Path") == ["path : Path"], "one word is a type"
    for kind in ("array_like, shape (..., n)", "float or None", "Mapping[str, float], optional", "list of Body"):
        assert entry(f"q : {kind}", "    Coordinates.") == [f"q : {kind}"]
    assert entry("path : Path of the file, which", "    exists") == ["path", "    Path of the file, which"]


def test_packages_of_the_library_are_listed_from_the_lowest_layer_up():
    found = [*packages()]
    assert found.index("rotations") < found.index("poses") < found.index("lagrange") < found.index("multibody")
    assert all(packages().values()), "a package without a first sentence in its docstring"


def test_tasks_of_the_documents_mention_numbers_with_their_letter(checkout):
    """R(2.4a) is the mass matrix about any point; a plain (2.4) would lead to the kinematics of chapter 2."""
    for path in sorted(checkout.glob("exercises/0[678]-*/*.ipynb")):
        cells = nbformat.read(path, 4).cells
        plain = [mention for cell in cells for mention in MENTION.findall(cell.source) if mention[0] == "("]
        assert not plain, f"{path.name}: {plain}; write R(...), W(...) or F(...)"


def test_examples_of_the_reference_keep_their_code():
    lines = ["A spring.", "", "Examples", "--------", ">>> c * x**2 | m_", "c*x**2", "", "Times * two."]
    escape(None, "function", "mechanics.spring", None, None, lines)
    assert lines[4:] == [">>> c * x**2 | m_", "c*x**2", "", r"Times \* two."]
