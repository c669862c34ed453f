"""What stands in the chapters: equation numbers of the lecture, small cells, the anatomy of a chapter."""

import ast
import re
from pathlib import Path

import nbformat
import pytest

from tests.cells import Cells
from tests.course.conftest import CHAPTERS
from tests.lecture.lecture_map import equations

MAX_LINES = 9
SHOWING = ("show(", "sketch(", "simulate(", "predict(")
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
NO_COMMAND = re.compile(r"\\\\[a-zA-Z]+|(?<![\\a-zA-Z{])(?:mathbf|mathrm|d?dot|frac|varphi|partial)(?![a-z])")
CITED = re.compile(r"(?<![RWF])\(([1-5A]\.\d+[a-z]?)\)|\\tag\{([^}]*)\}|tags=\"([^\"]*)\"|([RWF]\([C\d][\d.]*[a-z]?\))")
LECTURE = [path for path in CHAPTERS if not path.name.startswith("00")]


def cells(path: Path, kind: str) -> Cells:
    """Sources by cell id."""
    found = nbformat.read(path, as_version=4).cells
    return Cells(path.name, ((cell.id, cell.source) for cell in found if cell.cell_type == kind))


def test_a_cell_that_is_gone_is_named_together_with_its_neighbours() -> None:
    message = r"05b-.*has no cell with the id 'cart-pendulum-playing'.*nearest ids are \S+, \S+, \S+\. Give"
    with pytest.raises(AssertionError, match=message):
        cells(next(path for path in CHAPTERS if path.name.startswith("05b")), "code")["cart-pendulum-playing"]


def cited(path: Path) -> set[str]:
    """Equation numbers in the text and the code of a chapter."""
    texts = [*cells(path, "markdown").values(), *cells(path, "code").values()]
    found = CITED.findall("\n".join(texts))
    return {number for groups in found for group in groups for number in group.split()}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_cited_equations_exist_in_the_lecture(path: Path) -> None:
    known = set(equations())
    known |= {number.rstrip("abcdef") for number in known}  # (5.80) stands for (5.80a) and (5.80b)
    assert cited(path) <= known, f"no such equations in the lecture: {sorted(cited(path) - known)}"


@pytest.mark.parametrize("path", LECTURE, ids=lambda p: p.stem)
def test_numbers_of_equations_are_set_once(path: Path) -> None:
    tags = re.findall(r"\\tag\{([^}]*)\}", "\n".join(cells(path, "markdown").values()))
    assert len(tags) == len(set(tags)), f"set twice: {sorted({t for t in tags if tags.count(t) > 1})}"


def test_the_chapter_shows_the_equations_of_its_section() -> None:
    """All of section 5.2 but what is the answer of a task, (5.92) and (5.103) to (5.108), and two steps of it."""
    section = [n for n in equations() if n.startswith("5.") and 43 <= int(re.findall(r"\d+", n)[1]) <= 112]
    answers = {"5.92", *(f"5.{k}" for k in range(103, 109))}
    shown = cited(next(path for path in CHAPTERS if path.name.startswith("05b")))
    missing = [n for n in section if not {n, n.rstrip("abcd")} & (shown | answers)]
    assert not missing, f"the chapter does not mention {missing}"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
class TestCells:
    def test_what_is_shown_stands_last_in_its_cell(self, path: Path) -> None:
        """Jupyter displays the last expression of a cell only; what `show` or `sketch` return before it is lost."""
        lost = [
            name
            for name, source in cells(path, "code").items()
            for statement in ast.parse(source).body[:-1]
            if isinstance(statement, ast.Expr) and ast.unparse(statement).startswith(SHOWING)
        ]
        assert not lost, f"cells with output that nobody sees: {lost}"

    def test_code_is_short(self, path: Path) -> None:
        long = {name: source.count("\n") + 1 for name, source in cells(path, "code").items()}
        assert max(long.values()) <= MAX_LINES, f"over {MAX_LINES} lines: {long}"

    def test_code_imports_from_mechanics_only(self, path: Path) -> None:
        for name, source in cells(path, "code").items():
            for node in ast.walk(ast.parse(source)):
                assert not isinstance(node, ast.Import), f"{name}: write `from mechanics... import ...`"
                if isinstance(node, ast.ImportFrom):
                    assert (node.module or "").split(".")[0] == "mechanics", f"{name} imports {node.module}"
                    assert "*" not in [alias.name for alias in node.names], f"{name} imports a star"

    def test_ids_are_words(self, path: Path) -> None:
        for name in [*cells(path, "code"), *cells(path, "markdown")]:
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name), f"the cell id {name} is not made of words"

    def test_commands_of_formulas_have_one_backslash(self, path: Path) -> None:
        """With none or two the page shows letters, `mathbfq`, and no error."""
        for name, source in cells(path, "markdown").items():
            for groups in FORMULA.findall(source):
                wrong = NO_COMMAND.findall("".join(groups))
                assert not wrong, f"{name}: {wrong} should be commands"


@pytest.mark.parametrize("path", LECTURE, ids=lambda p: p.stem)
def test_a_chapter_has_its_parts(path: Path) -> None:
    text = "\n".join(cells(path, "markdown").values())
    for part in ("What you will be able to do", "## Check yourself", "## Summary", "](../exercises/"):
        assert part in text, f"{path.name} lacks {part!r}"
    first = next(iter(cells(path, "code").values()))
    assert first.startswith("from mechanics") and "\n" not in first, "the first code cell is one line of imports"
    summary = text.split("## Summary")[1].split("**")[0]
    assert summary.count("\n- ") == 5, "the summary has five lines"
