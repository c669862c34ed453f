"""Every chapter runs, its simulations answer wherever the sliders are, and in JupyterLab they appear and move.

`make test` opens a part of the chapters in JupyterLab (see `watched`), `make test-all` all of them. Where there is no
browser, a kernel alone runs them, and what a page shows is skipped.
"""

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from tests.browser.chapters import PATIENCE, Executed, in_a_kernel
from tests.browser.jupyterlab import Server, troubles
from tests.browser.watched import SAMPLE, fingerprint, is_due, keep
from tests.conftest import CHECKOUT
from tests.course.numbers_in_prose import Page
from tests.course.settings import cannot_be_set

SECONDS = 120  # twice what a reader should wait: another test and its browser run at the same time

pytestmark = pytest.mark.timeout(2 * PATIENCE)  # the first test of a chapter runs it, on a busy machine for long
IMAGE = re.compile(r"<img\b[^>]*>")


def test_every_cell_runs_without_a_warning(chapter: Executed) -> None:
    skipped = [cell["id"] for cell in chapter.code if cell["source"] and not cell["execution_count"]]
    assert not skipped, f"{chapter.path.name} was not run to its end, {chapter.seconds:.0f} s"
    assert troubles(chapter.cells) == []


def test_the_run_does_not_take_minutes(chapter: Executed) -> None:
    assert chapter.seconds < SECONDS, f"{chapter.path.name} took {chapter.seconds:.0f} s"


@pytest.mark.browser
def test_every_simulation_appears_and_the_first_moves(
    chapter: Executed, record_property: Callable[[str, object], None]
) -> None:
    if not chapter.watched:
        pytest.skip("run by a kernel; it was watched in JupyterLab by a complete run, and has not changed since")
    assert chapter.alerts, f"{chapter.path.name} shows no simulation"
    assert not any(chapter.alerts.values()), f"players report errors: {chapter.alerts}"
    assert chapter.moving, f"{chapter.path.name} has no simulation that can be played"
    record_property("watched", [chapter.path.stem, fingerprint(CHECKOUT / chapter.path)])


def test_simulations_answer_wherever_the_sliders_are(chapter: Executed) -> None:
    assert chapter.players, f"{chapter.path.name} has no simulation"
    for player in chapter.players:
        assert not player["error"], f"{player['title']}: {player['error']}"
        for move in player["moves"]:
            where = f"{player['title']} at {move['values']}"
            assert move["answered"], f"{where}: no answer"
            assert not move["error"], f"{where}: {move['error']}"
            assert move["finite"], f"{where}: the motion is not finite"


def test_a_bad_value_shows_a_sentence_and_the_last_picture_stays(chapter: Executed) -> None:
    for player in chapter.players:
        assert player["nonsense"]["answered"] and player["nonsense"]["finite"]
        assert "nonsense" in player["nonsense"]["error"], f"{player['title']} swallowed a bad value"


def test_pictures_and_players_have_descriptions(chapter: Executed) -> None:
    for cell in chapter.code:
        for data in (output["data"] for output in cell["outputs"] if "data" in output):
            tags = IMAGE.findall("".join(data.get("text/html", "")))
            assert tags or "image/png" not in data, f"{cell['id']}: a picture without alternative text"
            for tag in tags:
                assert re.search(r'alt="[^"]{20,}"', tag), f"{cell['id']}: a picture without a description"
    for player in chapter.players:
        assert len(player["description"]) > 20, f"{player['title']} has no description"


def test_an_output_is_explained_in_the_next_cell(chapter: Executed) -> None:
    for cell, following in zip(chapter.cells, [*chapter.cells[1:], None], strict=True):
        if cell["cell_type"] == "code" and cell["outputs"]:
            assert following is not None and following["cell_type"] == "markdown", (
                f"nothing says what to see in the output of {cell['id']}"
            )


def page_of(chapter: Executed) -> Page:
    return Page(chapter.path.stem, chapter.cells, {player["id"]: player["seen"] for player in chapter.players})


def test_the_numbers_of_the_text_are_those_of_the_output(chapter: Executed) -> None:
    faults = page_of(chapter).faults()
    assert not faults, "\n".join(faults)


def test_what_a_reader_is_to_set_is_a_step_of_its_slider(chapter: Executed) -> None:
    page = page_of(chapter)
    faults = list(cannot_be_set(page.cells, page.players))
    assert not faults, f"{page.name}: {faults}"


def test_most_wrong_numbers_in_the_text_would_be_noticed(chapter: Executed) -> None:
    """The output must not be so full of numbers that any number would pass."""
    noticed, passed = page_of(chapter).altered()
    assert noticed >= 0.6 * (noticed + passed), f"of the numbers altered in {chapter.path.name}, {passed} pass"


def broken(folder: Path) -> Path:
    """A notebook with a warning, a player whose answers fail, and an error."""
    sources = [
        "import warnings; warnings.warn('careful')",
        "from mechanics.widgets import simulate; player = simulate('mathematical_pendulum', t=1.0)\n"
        "player._answer = lambda request: (_ for _ in ()).throw(ValueError('out of order'))\nplayer",
        "1 / 0",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "broken.ipynb")
    return folder / "broken.ipynb"


def harness_sees_what_is_broken(run: Executed) -> None:
    found = " ".join(troubles(run.cells))
    assert "ZeroDivisionError" in found and "careful" in found
    assert {move["error"] for move in run.players[0]["moves"]} == {"out of order"}


def test_a_kernel_alone_shows_what_is_broken(tmp_path: Path) -> None:
    harness_sees_what_is_broken(in_a_kernel(broken(tmp_path)))


@pytest.mark.browser
def test_jupyterlab_shows_what_is_broken(student_server: Server, run_chapter: Callable[[Path], Executed]) -> None:
    broken(student_server.folder / "course")
    harness_sees_what_is_broken(run_chapter(Path("course/broken.ipynb")))


def test_a_chapter_that_has_changed_is_opened_in_jupyterlab_until_a_complete_run_has_seen_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setattr(pytestconfig.option, "markexpr", "not slow")
    monkeypatch.setattr("tests.browser.watched.RECORD", tmp_path / "tests/browser/watched.json")
    (tmp_path / "tests/browser").mkdir(parents=True)
    (tmp_path / "course").mkdir()
    chapter, sampled = (tmp_path / f"course/{name}.ipynb" for name in ("99-of-mine", SAMPLE[0]))
    chapter.write_text("first")
    sampled.write_text("first")
    assert is_due(chapter, pytestconfig)
    keep({path.stem: fingerprint(path) for path in (chapter, sampled)})
    assert not is_due(chapter, pytestconfig) and is_due(sampled, pytestconfig)
    chapter.write_text("changed")
    assert is_due(chapter, pytestconfig)
    keep({chapter.stem: fingerprint(chapter)})
    monkeypatch.setattr(pytestconfig.option, "markexpr", "")
    assert is_due(chapter, pytestconfig), "a complete run leaves it out"
