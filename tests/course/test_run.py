"""Chapters run from top to bottom, and so do their simulations when a reader moves the sliders."""

import re
from typing import Any

import nbformat

from docs.book.kernels import Launch
from tests.conftest import CHECKOUT
from tests.course.conftest import Executed, quickly, run_notebook

SECONDS = 60
IMAGE = re.compile(r"<img\b[^>]*>")


def errors(notebook: Any) -> list[str]:
    """What went wrong in the outputs: exceptions, and anything on stderr."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                found.append(f"{cell.id}: {output.ename}: {output.evalue}")
            elif output.output_type == "stream" and output.name == "stderr":
                found.append(f"{cell.id} wrote to stderr: {output.text}")
    return found


def test_every_cell_runs_without_a_warning(chapter: Executed) -> None:
    assert errors(chapter.notebook) == []


def test_the_run_takes_less_than_a_minute(chapter: Executed) -> None:
    assert chapter.seconds < SECONDS, f"{chapter.path.name} took {chapter.seconds:.0f} s"


def test_no_widget_shows_an_error(chapter: Executed) -> None:
    for state in chapter.widgets:
        assert not state.get("error"), f"{state['spec']['title']}: {state['error']}"
        for output in state.get("outputs", []):
            assert output["output_type"] != "error", f"a callback failed: {output}"


def test_simulations_answer_wherever_the_sliders_are(chapter: Executed) -> None:
    assert chapter.players, f"{chapter.path.name} has no simulation"
    for player in chapter.players:
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
        for data in (output.data for output in cell.outputs if "data" in output):
            tags = IMAGE.findall(data.get("text/html", ""))
            assert tags or "image/png" not in data, f"{cell.id}: a picture without alternative text"
            for tag in tags:
                assert re.search(r'alt="[^"]{20,}"', tag), f"{cell.id}: a picture without a description"
    for state in chapter.widgets:
        if "spec" in state:
            assert len(state["spec"]["description"]) > 20, f"{state['spec']['title']} has no description"


def test_an_output_is_explained_in_the_next_cell(chapter: Executed) -> None:
    cells = chapter.notebook.cells
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        if cell.cell_type == "code" and cell.outputs:
            assert following is not None and following.cell_type == "markdown", (
                f"nothing says what to see in the output of {cell.id}"
            )


def test_this_harness_sees_errors_warnings_and_failing_callbacks(launch: Launch | None) -> None:
    sources = [
        "1 / 0",
        "import warnings; warnings.warn('careful')",
        "from mechanics.widgets import simulate; player = simulate('mathematical_pendulum', t=1.0)\n"
        "player._answer = lambda request: (_ for _ in ()).throw(ValueError('out of order'))",
    ]
    broken = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    with quickly(launch):
        notebook, _, players = run_notebook(broken, CHECKOUT)
    found = " ".join(errors(notebook))
    assert "ZeroDivisionError" in found and "careful" in found
    assert {move["error"] for move in players[0]["moves"]} == {"out of order"}
