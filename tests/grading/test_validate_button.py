"""The button *Validate* says which answers are right and which are only noted."""

from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from mechanics.grading.validate_button import HonestValidator
from mechanics.launch import SETTINGS
from tests.conftest import CHECKOUT

RIGHT, NOTED = "✓ Right: mass.\n", "… Noted: choice. It is judged when the task is graded.\n"
HANDED_OUT = CHECKOUT / "exercises/05-euler-lagrange/cart-pendulum.ipynb"


def told(folder: Path, monkeypatch: pytest.MonkeyPatch, *said: str) -> dict:
    """What the button answers for a task whose checks print this; None for one that fails."""

    def run(_: HonestValidator, notebook: NotebookNode) -> NotebookNode:
        checks = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade") and "check(" in c.source]
        for cell, text in zip(checks, said + (said[-1],) * len(checks), strict=False):
            output = {"output_type": "stream", "name": "stdout", "text": text}
            failed = {"output_type": "error", "ename": "CheckFailed", "evalue": "", "traceback": ["Not right."]}
            cell.outputs = [nbformat.from_dict(output if text else failed)]
        return notebook

    monkeypatch.setattr(HonestValidator, "_preprocess", run)
    path = folder / HANDED_OUT.name
    path.write_bytes(HANDED_OUT.read_bytes())
    return HonestValidator().validate(str(path))


def test_right_answers_pass_as_nbgrader_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(tmp_path, monkeypatch, RIGHT) == {}


def test_noted_answers_are_not_called_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (only,) = told(tmp_path, monkeypatch, NOTED, NOTED, RIGHT)["failed"]
    assert only["raw_error"].startswith("Nothing is wrong so far. ")
    assert only["raw_error"].endswith(" answers are right, 2 are noted: they are judged when the task is graded.")
    assert "#validation-message p" in only["error"], "nbgrader's own words, a cell that failed, would be wrong here"


def test_a_wrong_answer_is_named_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (only,) = told(tmp_path, monkeypatch, NOTED, "", RIGHT)["failed"]
    assert "Not right." in only["raw_error"] and only["source"].startswith("check(")


def test_a_students_jupyterlab_loads_it() -> None:
    extensions = SETTINGS["jupyter_server_config.d/mechanics.json"]["ServerApp"]["jpserver_extensions"]
    assert extensions["mechanics.grading.validate_button"] is True
