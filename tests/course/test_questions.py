"""What the reader is asked: each question to observe has its answer, each main simulation its prediction."""

import ast
import json
import re
from pathlib import Path

import nbformat
import pytest

from docs.book.folds import unfolded
from mechanics.predictions import Choose, Draw, Order, named
from mechanics.predictions import questions as package
from tests.cells import Cells
from tests.course.conftest import CHAPTERS

ITEM = re.compile(r"(?:[-*]|\d+\.) ")
ASKS = re.compile(r"\?[*_)]*(?: \(?(?:Change|Compare|Compute|Hint|Look|Set|Then look|Try|Watch|Write) .*)?$", re.DOTALL)
"""A question at the end of a text, or only an instruction after it."""
LECTURE = [path for path in CHAPTERS if not path.name.startswith("00")]  # the start page has a simulation to try out


def sources(path: Path, kind: str) -> Cells:
    found = nbformat.read(path, as_version=4).cells
    return Cells(path.name, ((cell.id, cell.source) for cell in found if cell.cell_type == kind))


def unanswered(text: str) -> list[str]:
    """Items of lists that ask something and have no answer folded below them; links ask nothing."""
    lines, found = text.split("\n"), []
    for first, line in enumerate(lines):
        if not ITEM.match(line) or line.split(" ", 1)[1].startswith("["):
            continue
        end = first + 1
        while end < len(lines) and lines[end].strip() and not ITEM.match(lines[end]):
            end += 1
        after = next((line for line in lines[end:] if line.strip()), "")
        if ASKS.search(" ".join(lines[first:end]).rstrip()) and not after.lstrip().startswith("<details>"):
            found.append(" ".join(lines[first:end]))
    return found


def left_open(text: str) -> list[str]:
    """Paragraphs that ask something and have no answer folded below them."""
    blocks = [block for block in text.split("\n\n") if block.strip()]
    paired = zip(blocks, [*blocks[1:], ""], strict=True)
    plain = ((block, after) for block, after in paired if block[0].isalpha() or block.startswith("$"))
    return [block for block, after in plain if ASKS.search(block.rstrip()) and not after.startswith("<details>")]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
class TestAnswers:
    def test_every_question_of_a_list_is_answered(self, path: Path) -> None:
        for name, text in sources(path, "markdown").items():
            assert not unanswered(text), f"{name}: fold an answer below {unanswered(text)}"

    def test_what_is_asked_below_a_simulation_is_answered(self, path: Path) -> None:
        cells = nbformat.read(path, as_version=4).cells
        for before, cell, after in zip(cells[:-1], cells[1:], [*cells[2:], None], strict=True):
            leads_on = after is not None and after.cell_type == "code"  # the next picture is the answer
            plays = before.cell_type == "code" and re.search(r"\b(simulate|check_yourself)\(", before.source)
            if plays and cell.cell_type == "markdown" and not leads_on:
                asked = left_open(cell.source)
                assert not asked, f"{cell.id}: fold an answer below {asked}"

    def test_every_answer_becomes_one_of_the_book(self, path: Path) -> None:
        left = [cell.id for cell in unfolded(nbformat.read(path, as_version=4)).cells if "<details>" in cell.source]
        assert not left, f"the book cannot read a fold of {left}: blank lines around its text, and one indentation"


def test_an_unanswered_question_is_found() -> None:
    asked = "1. Watch.\n2. What happens\n   then?\n"
    assert unanswered(asked + "3. Go on.") == ["2. What happens    then?"]
    assert not unanswered(asked + "\n   <details><summary>Answer</summary>\n\n   It stops.\n\n   </details>\n3. Go on.")
    assert unanswered("1. Why? Compare it with $x$.") and not unanswered("1. Why? Because $x$ grows.")
    assert left_open("Watch it. What is $x$?\n\nGo on.") and not left_open(
        "What?\n\n<details><summary>Answer</summary>"
    )
    assert unanswered("- Why?") and not unanswered("- [Jacobians](04c.ipynb): how fast?")


def asked_in(path: Path) -> dict[str, str]:
    """The names of the questions of a chapter, by the cells that ask them."""
    found = {}
    for cell, source in sources(path, "code").items():
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id == "predict":
                found[cell] = ast.literal_eval(call.args[1])
    return found


@pytest.mark.parametrize("path", LECTURE, ids=lambda p: p.stem)
def test_a_chapter_asks_for_a_prediction(path: Path) -> None:
    asked, chapter = asked_in(path), path.stem.split("-")[0]
    assert asked, "no simulation of this chapter asks for a prediction: predict(simulate(...), name)"
    for cell, name in asked.items():
        assert name.startswith(f"{chapter}/"), f"{cell} asks the question {name} of another chapter"
        assert isinstance(named(name), Choose | Draw | Order)


def test_every_question_is_asked_once() -> None:
    asked = [name for path in LECTURE for name in asked_in(path).values()]
    written = []
    for module in sorted(Path(package.__file__).parent.glob("chapter_*.py")):
        questions = re.findall(r'^    "([a-z-]+)": (?:Choose|Draw|Order)\($', module.read_text("utf-8"), re.MULTILINE)
        chapter = module.stem.removeprefix("chapter_")
        written += [f"{chapter.upper() if chapter[0] == 'a' else chapter}/{name}" for name in questions]
    assert sorted(asked) == sorted(written)


@pytest.mark.parametrize("name", [name for path in LECTURE for name in asked_in(path).values()])
def test_a_question_can_be_read_without_formulas(name: str) -> None:
    question = named(name)
    options = getattr(question, "options", getattr(question, "cases", {}))
    texts = [question.question, question.reason, *options.values()]
    assert question.question.endswith(("?", ".")) and len(question.reason) > 100
    assert not [text for text in texts if re.search(r"[$\\`*]", text)], "the player shows plain text"
    assert not [text for text in options.values() if text.endswith(".")], "the player puts the full stop"
    assert not options or 3 <= len(options) <= 4


EXPECTED = {
    "01/resonance": "many", "03a/roller": "double", "03b/lower-half": "most", "03c/best-angle": "flatter",
    "03d/row": "softer", "03f/let-go": "mirror", "03f/fast-drum": "less", "03g/rod-force": "lowest",
    "04a/two-books": "third", "04b/stretch": "faster", "04c/top": "between", "05a/book": "again",
    "05b/charge": "right", "06/crank": "half", "07/whip": "more", "08/spin-up": "straight",
    "A02/soft-spring": "falls", "A03/heavier": "same", "A04/bump": ["soft", "usual", "hard"], "A05/curve": "Q2",
    "A06/friction": "turns", "A07/hunting": "grows", "A08/first-force": "less", "A09/push": "stays",
    "A10/stretched": "many", "A11/same-start": "other", "A12/bouncing": "wide", "A14/rest": "tilted",
    "A15/share": "most", "03a/slide": "same", "03b/hole": "top", "03c/tackle": "light", "03g/euler": "grows",
    "06/slow-bump": "more", "06b/switched-on": "sinks", "06b/brake-harder": "longer",
    "07/brake": "hardly", "A04/waves": "less", "A06/lets-go": "leaps",
    "A07/engine-off": "for-ever", "A12/more-friction": "more",
}  # fmt: skip
"""What the reasons explain. What the simulations show is computed when a chapter runs; both must agree."""


@pytest.mark.slow
@pytest.mark.parametrize("path", LECTURE, ids=lambda p: p.stem)
def test_what_the_simulation_shows_is_what_the_reason_explains(path: Path) -> None:
    names: dict[str, object] = {}
    asked = asked_in(path)
    for cell, source in sources(path, "code").items():
        body = ast.parse(source)
        if cell in asked:
            last = body.body.pop()
            assert isinstance(last, ast.Expr)
            exec(compile(body, cell, "exec"), names)
            spec = eval(compile(ast.Expression(last.value), cell, "eval"), names).spec["prediction"]
            assert spec["name"] == asked[cell] and json.dumps(spec)
            if spec["kind"] == "draw":
                continue
            right = spec["right"] if isinstance(spec["right"], str) else list(spec["right"])
            assert right == EXPECTED[asked[cell]], spec["observed"]["text"]
            first = [option["name"] for option in spec["options"]]
            assert spec["kind"] == "choose" or right != first, "the cases are shown in the right order already"
        else:
            exec(compile(body, cell, "exec"), names)
