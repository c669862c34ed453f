"""A workspace in another language: texts change, answers do not, and a task is graded and explained alike."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from mechanics.cli import main
from mechanics.grading.feedback import FeedbackPage
from mechanics.language import tell
from mechanics.workspace import copy_course, material
from mechanics.workspace.languages import chosen_language

TASK = "exercises/05-euler-lagrange/cart-pendulum.ipynb"
CHAPTER = "course/05b-lagrange-equations.ipynb"
ANSWER = "m_S = rho_S*l_S*b_S*h_S  # my own"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A chapter and an assignment with their catalogues, as small as it gets."""
    folder = tmp_path / "material"
    for name in (CHAPTER, TASK, "exercises/05-euler-lagrange/key.json"):
        for path in (name, f"docs/locale/de/LC_MESSAGES/{name.removesuffix('.ipynb')}.po"):
            if (material() / path).is_file():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(material() / path, folder / path)
    return folder


def read(path: Path) -> nbformat.NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def texts(notebook: nbformat.NotebookNode) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def programs(notebook: nbformat.NotebookNode) -> list[tuple[str, str]]:
    return [(cell.source, json.dumps(cell.metadata)) for cell in notebook.cells if cell.cell_type == "code"]


def test_only_texts_are_translated(course: Path, tmp_path: Path) -> None:
    copy_course(course, tmp_path / "en")
    copy_course(course, tmp_path / "de", "de")
    for name in (CHAPTER, TASK):
        english, german = read(tmp_path / "en" / name), read(tmp_path / "de" / name)
        assert "Bewegungsgleichung" in texts(german) and "equations of motion" in texts(english)
        assert programs(german) == programs(english), "code, ids and points are the same in all languages"
        assert [cell.id for cell in german.cells] == [cell.id for cell in english.cells]
        assert texts(german).count("$") == texts(english).count("$"), "formulas"


def test_a_later_choice_changes_the_texts_and_keeps_the_work(course: Path, tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    copy_course(course, desk)
    task = read(desk / TASK)
    mine = next(cell for cell in task.cells if cell.metadata.get("nbgrader", {}).get("solution"))
    mine.source = ANSWER
    task.cells.append(nbformat.v4.new_markdown_cell("A note of mine"))
    nbformat.write(task, desk / TASK)
    done = copy_course(course, desk, "de")
    assert not done.beside and not done.updated, "a language is no newer version"
    german = read(desk / TASK)
    assert ANSWER in [cell.source for cell in german.cells] and "A note of mine" in texts(german)
    assert "Aufgabe" in texts(german) and "Bewegungsgleichung" in texts(read(desk / CHAPTER))
    again = copy_course(course, desk)
    assert "up to date" in again.sentences()[0], "the choice was forgotten"
    copy_course(course, desk, "en")
    back = read(desk / TASK)
    assert texts(back).replace("A note of mine", "").strip() == texts(read(course / TASK)).strip()
    assert ANSWER in [cell.source for cell in back.cells]


def test_a_workspace_of_an_earlier_release_is_english_whatever_the_machine_speaks(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = tmp_path / "desk"
    copy_course(course, desk)
    (desk / ".mechanics/language").unlink()
    task = read(desk / TASK)
    task.cells.append(nbformat.v4.new_markdown_cell("A note of mine"))
    nbformat.write(task, desk / TASK)
    monkeypatch.setenv("MECHANICS_LANGUAGE", "de")
    assert not copy_course(course, desk).beside, "a second copy of a task was put beside the student's"
    assert "Aufgabe" in texts(read(desk / TASK)) and "A note of mine" in texts(read(desk / TASK))


def test_the_choice_is_remembered_and_one_that_does_not_exist_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MECHANICS_LANGUAGE", raising=False)
    assert main(["lab", str(tmp_path / "desk"), "--no-open", "--language", "de"]) == 0
    assert chosen_language(tmp_path / "desk") == "de"
    assert main(["lab", str(tmp_path / "desk"), "--no-open"]) == 0 and "up to date" in capsys.readouterr().out
    monkeypatch.setenv("MECHANICS_LANGUAGE", "klingon")
    assert main(["lab", str(tmp_path / "other"), "--no-open"]) == 2
    assert "Expected one of the languages en, de; got 'klingon'." in capsys.readouterr().err


def test_what_a_student_wrote_cannot_keep_the_translation_busy() -> None:
    hostile = " is ".join("`and`" for _ in range(40)) + " of ".join("the" for _ in range(100_000))
    said = f"`{hostile}` is not a number."
    assert tell(said, "de") == said, "parts were looked for in a text of any length"


def graded(language: str | None) -> str:
    """The feedback page of a notebook whose only step went wrong."""
    mark = {"grade": True, "solution": False, "grade_id": "rod-mass-check", "locked": True, "points": 1, "score": 0}
    said = "Rod mass: The sign of the whole result is wrong."
    test = nbformat.v4.new_code_cell("check()", metadata={"nbgrader": mark})
    test.outputs = [nbformat.v4.new_output("error", ename="CheckFailed", evalue=said, traceback=[said])]
    notebook = nbformat.v4.new_notebook(cells=[test])
    notebook.metadata["mechanics"] = {"language": language} if language else "nonsense"
    return FeedbackPage().from_notebook_node(notebook)[0]


def test_feedback_speaks_the_language_of_the_notebook() -> None:
    german, english = graded("de"), graded(None)
    assert '<html lang="de">' in german and "Das Vorzeichen des ganzen Ergebnisses ist falsch." in german
    assert "0 von 1 Punkten" in german and "Your answer" not in german
    assert '<html lang="en">' in english and "The sign of the whole result is wrong." in english
    assert graded("../../etc") == english, "what was handed in chooses a language, nothing else"
