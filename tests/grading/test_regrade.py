"""A check is fixed: marks that change by themselves are shown before they are entered."""

import contextlib
import io
from typing import Any

import pytest

from mechanics.grading.sandbox import boundary

from .box_class import BOX, Class, handed, released

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Four submissions are graded, two of them marked by hand; then another mass is right, and two hand in anew."""
    box = Class(released(tmp_path_factory.mktemp("regrade") / "course"))
    for student in ("ada", "bob", "eve"):
        box.submit(student, handed(why="Because a = f/m."))
    box.submit("dan", handed(why="It is."))
    assert box.grade() == 0
    found: dict[str, Any] = {"first": box.state("dan")}
    box.mark("bob", "mass-check", 0.5)
    box.mark("bob", "why", 2)
    box.mark("dan", "why", 1)
    box.change_check("2*rho*l*b*h")
    box.submit("eve", handed(square_answer="def square(x):\n    return x"))
    box.submit("dan", handed(why="Because f = m*a.", mass_answer="mass = 2*rho*l*b*h"))
    box.submit("new", handed(mass_answer="mass = 2*rho*l*b*h"))
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        found["code"] = box.grade()
    found["said"] = said.getvalue()
    found["held"] = {name: box.state(name) for name in ("ada", "bob", "dan", "eve", "new")}
    found["changes"] = (box.grading / f"regrade-{BOX}.csv").read_text(encoding="utf-8")
    found["page"] = box.page("ada")
    found["code when applied"] = box.grade("--apply")
    found["applied"] = {name: box.state(name) for name in ("ada", "bob", "dan")}
    found["comment"] = box.comment("bob")
    return found


def test_changes_are_told_and_not_entered(story):
    assert story["code"] == 3, "an exit code of its own says that marks wait for a decision"
    assert "2 marks of 2 students would change" in story["said"] and "0 up, 2 down" in story["said"]
    assert "ada  box/mass-check: 1 -> 0" in story["said"] and "--apply" in story["said"]
    assert story["held"]["ada"]["mass-check"][0] == 1, "entered without having been agreed to"
    assert "ada,box,mass-check,1.0,0.0" in story["changes"]


def test_the_page_still_says_what_the_gradebook_says(story):
    [check] = [cell for cell in story["page"] if cell["id"] == "mass-check"]
    assert check["outputs"][0]["text"] == "Right. 1 point.\n"


def test_new_hand_ins_are_entered_at_once(story):
    assert story["held"]["eve"]["square-check"][0] == 0
    assert story["held"]["dan"]["mass-check"][0] == story["held"]["new"]["mass-check"][0] == 1


def test_agreed_to_they_are_entered_and_marks_by_hand_stay(story):
    assert story["code when applied"] == 0
    assert story["applied"]["ada"]["mass-check"][0] == 0
    assert story["applied"]["bob"]["mass-check"] == (0, 0.5, False), "bob was marked by a person"
    assert "marked by hand, stays 0.5" in story["said"]


def test_people_are_asked_once_and_again_for_a_new_version(story):
    assert story["first"]["why"] == (None, None, True), "a text is for a person"
    assert story["held"]["bob"]["why"] == (None, 2, False), "what a person has marked is asked for again"
    assert story["held"]["dan"]["why"] == (None, 1, True), "a person should look at the new text; the mark stays"
    assert story["applied"]["dan"]["why"] == (None, 1, True), "asked for, and nobody has looked yet"
    assert story["comment"] == "See me."
