"""Courses as others build them, with nbformat and without this library: sources, and what students hand in.

Each is a dictionary of files; a notebook is a list of cells. Answers are between nbgrader's marks, and a submission
replaces the answer cells of the released notebook.
"""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

CONFIGURE = "\nfrom mechanics.grading.nbgrader import configure\nconfigure(c)\n"
ROWS = """
select s.student_id, n.name, c.name, g.auto_score, g.needs_manual_grade
from grade g join base_cell c on c.id = g.cell_id join submitted_notebook m on m.id = g.notebook_id
join notebook n on n.id = m.notebook_id join submitted_assignment s on s.id = m.assignment_id order by 1, 2, 3
"""


def given(name: str, source: str) -> Any:
    """A locked cell."""
    return _cell(new_code_cell(source), name, locked=True)


def answer(name: str, source: str) -> Any:
    """An answer that tests grade."""
    return _cell(new_code_cell(source), name, solution=True)


def exam(name: str, points: float, source: str) -> Any:
    return _cell(new_code_cell(source), name, points, grade=True, locked=True)


def written(name: str, points: float, source: str, kind: Any = new_markdown_cell) -> Any:
    """An answer that a person grades."""
    return _cell(kind(source), name, points, grade=True, solution=True)


def _cell(cell: Any, name: str, points: float | None = None, **marks: bool) -> Any:
    known: dict[str, Any] = {"grade_id": name, "schema_version": 3, "task": False, "grade": False, "solution": False,
                             "locked": False}  # fmt: skip
    cell.metadata["nbgrader"] = known | marks | ({} if points is None else {"points": points})
    return cell


def notebook(*cells: Any, minor: int = 5, **metadata: Any) -> str:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    found = new_notebook(cells=list(cells), metadata=kernel | metadata)
    for number, cell in enumerate(found.cells):
        cell["id"] = f"id{number}"
    found.nbformat_minor = minor
    if minor < 5:
        for cell in found.cells:
            del cell["id"]
    return nbformat.writes(found)


def solved(source: str, text: str) -> str:
    """A solution between nbgrader's marks."""
    return f"{source}\n    ### BEGIN SOLUTION\n    {text}\n    ### END SOLUTION"


@dataclass
class Other:
    """A course of somebody else.

    Attributes
    ----------
    assignment : its only one
    files : of the folder of the assignment
    config : lines of nbgrader_config.py
    source, submitted, gradebook : where they are in the course
    submissions : by student, the texts of answers by notebook and name; None for a notebook that is not handed in
    """

    assignment: str
    files: Mapping[str, str]
    config: str
    submissions: Mapping[str, Mapping[str, Mapping[str, str] | None]]
    source: str = "source/{}"
    release: str = "release/{}"
    submitted: str = "submitted/{1}/{0}"
    gradebook: str = "gradebook.db"
    left_out: tuple[str, ...] = field(default=())

    def write(self, root: Path) -> None:
        """The sources."""
        for name, text in self.files.items():
            path = root / self.source.format(self.assignment) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (root / "nbgrader_config.py").write_text(f"c = get_config()\n{self.config}", encoding="utf-8")

    def hand_in(self, root: Path) -> None:
        """What the students make of the release."""
        release = root / self.release.format(self.assignment)
        for student, answers in self.submissions.items():
            folder = root / self.submitted.format(self.assignment, student)
            shutil.copytree(release, folder)
            for name, texts in answers.items():
                path = folder / f"{name}.ipynb"
                if texts is None:
                    path.unlink()
                else:
                    path.write_text(filled(path.read_text(encoding="utf-8"), texts), encoding="utf-8")


def filled(text: str, answers: Mapping[str, str]) -> str:
    """A released notebook with other texts in answer cells, by name, or in any cell, by a part of its text."""
    content = json.loads(text)
    for cell in content["cells"]:
        name, source = cell["metadata"].get("nbgrader", {}).get("grade_id", ""), "".join(cell["source"])
        for key, new in answers.items():
            if name == key or (key.startswith("=") and key[1:] == source):
                cell["source"] = new
    return json.dumps(content)


def nbgrader(root: Path, *words: str) -> str:
    """Type a command in the folder of a course."""
    line = [sys.executable, "-m", "nbgrader", *words]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, timeout=900)
    return done.stdout + done.stderr


def rows(gradebook: Path) -> dict[tuple[str, str, str], tuple[float | None, bool]]:
    """Automatic mark, and whether a person has to look, by student, notebook and cell."""
    with sqlite3.connect(gradebook) as book:
        found = {(student, task, cell): (mark, bool(wait)) for student, task, cell, mark, wait in book.execute(ROWS)}
    book.close()
    return found


def quickstart(folder: Path) -> Path:
    """What ``nbgrader quickstart`` writes."""
    nbgrader(folder, "quickstart", "course101")
    return folder / "course101"


SQUARES = "def squares(n):\n    if n < 1:\n        raise ValueError(n)\n    return [i ** 2 for i in range(1, n + 1)]"
SUMS = "def sum_of_squares(n):\n    return sum(squares(n))"
PS1 = Other(
    "ps1",
    {},
    "",
    {
        "right": {
            "problem1": {
                "squares": SQUARES, "sum_of_squares": SUMS, "sum_of_squares_equation": "$\\sum i^2$",
                "sum_of_squares_application": "sum_of_squares(4)",
            },
            "problem2": {"part-a": "Fibonacci.", "part-b": "Negative numbers."},
        },
        "untouched": {},
        "wrong": {"problem1": {"squares": "def squares(n):\n    return n", "sum_of_squares": "sum_of_squares = 0"}},
        "half": {"problem1": {"squares": SQUARES, "sum_of_squares": "sum_of_squares = lambda n: n*(n+1)*(2*n+1)//6"}},
        "no error": {
            "problem1": {"squares": "squares = lambda n: [i * i for i in range(1, n + 1)]", "sum_of_squares": SUMS}
        },
        "broken": {"problem1": {"squares": "def squares(n:\n    return", "sum_of_squares": SUMS}},
        "one missing": {"problem1": {"squares": SQUARES, "sum_of_squares": SUMS}, "problem2": None},
        "exits": {"problem1": {"squares": "def squares(n):\n    raise SystemExit", "sum_of_squares": SUMS}},
    },
)  # fmt: skip

HELPERS = """
import csv


def read_table(path):
    with open(path) as file:
        return [float(row["height"]) for row in csv.DictReader(file)]


def close(a, b):
    return abs(a - b) < 1e-9
"""
STATISTICS = Other(
    "week 2",
    {
        "helpers.py": HELPERS,
        "data/heights.csv": "name,height\nada,1.5\nbob,1.75\neve,2.0\n",
        "notes.md": "not for students",
        "sample.ipynb": notebook(
            given("setup", "%matplotlib inline\nimport numpy as np\nfrom helpers import read_table\n\n"
                  "heights = read_table('data/heights.csv')"),
            answer("mean", solved("def mean(values):", "return sum(values) / len(values)")),
            exam("mean-test", 2, "from numpy.testing import assert_allclose\nfrom helpers import close\n"
                 "assert_allclose(mean([1, 2, 3]), 2)\n### BEGIN HIDDEN TESTS\nlimit = 1.75\n"
                 "assert close(mean(heights), limit), 'the mean of the heights is another one'\n### END HIDDEN TESTS"),
            answer("tallest", solved("def tallest(values, n):", "return sorted(values)[-n:]")),
            exam("tallest-test", 3, "score = 0\nif tallest([1, 3, 2], 1) == [3]:\n    score += 1\n"
                 "if sorted(tallest([1, 3, 2], 2)) == [2, 3]:\n    score += 1\n### BEGIN HIDDEN TESTS\n"
                 "if tallest(heights, 1) >= [limit]:\n    score += 1\n### END HIDDEN TESTS\nscore"),
            written("why", 2, "Because."),
            answer("above", solved("def above(values, level):", "return [v for v in values if v > level]")),
            exam("above-test", 1.5, "assert len(above(heights, 1.6)) == 2\nassert above([], 0) == []"),
            answer("report", solved("def report(path):", "open(path, 'w').write(str(mean(heights)))")),
            exam("report-test", 1, "report('report.txt')\nassert open('report.txt').read() == '1.75'"),
            language_info={"name": "python", "version": "3.9"},
        ),
    },
    "c.CourseDirectory.course_id = 'statistics'\n"
    "c.CourseDirectory.ignore = ['*.md', '__pycache__', '.ipynb_checkpoints']\n",
    {
        "right": {"sample": {
            "mean": "def mean(values):\n    return sum(values) / len(values)",
            "tallest": "def tallest(values, n):\n    return sorted(values)[-n:]",
            "above": "def above(values, level):\n    return [v for v in values if v > level]",
            "report": "def report(path):\n    open(path, 'w').write(str(mean(heights)))", "why": "It is so.",
        }},
        "untouched": {},
        "partial": {"sample": {
            "mean": "def mean(values):\n    return 2", "tallest": "def tallest(values, n):\n    return [max(values)]",
            "above": "def above(values, level):\n    return values[1:]",
            "report": "def report(path):\n    open(path, 'w').write('1.75')",
        }},
        "with numpy": {"sample": {
            "mean": "mean = np.mean", "tallest": "def tallest(values, n):\n    return list(np.sort(values)[-n:])",
            "above": "def above(values, level):\n    raise NotImplementedError()", "report": "report = None",
        }},
        "a prefix is enough": {"sample": {"mean": "mean = lambda v: sum(v)/len(v)\nassert False", "tallest": "1/0"}},
    },
)  # fmt: skip

ACCOUNT = """class Account:
    def __init__(self):
        self.balance = 0

    def deposit(self, amount):
        {}
"""
PROGRAMMING = Other(
    "objects",
    {
        "account.ipynb": notebook(
            new_code_cell("import math\nRATE = 0.5"),
            answer("account", ACCOUNT.format("\n        ".join(
                ("### BEGIN SOLUTION", "self.balance += amount", "### END SOLUTION")))),
            exam("deposit", 1, "account = Account()\naccount.deposit(5)\nassert account.balance == 5"),
            exam("again", 2, "account.deposit(2)\nassert account.balance == 7\n### BEGIN HIDDEN TESTS\n"
                 "def total(*amounts):\n    a = Account()\n    for amount in amounts:\n        a.deposit(amount)\n"
                 "    return a.balance\nassert total(1, 2, 3) == 6\n### END HIDDEN TESTS"),
            exam("many", 1, "### BEGIN HIDDEN TESTS\nassert total(*range(50)) == 1225\n### END HIDDEN TESTS"),
            written("design", 3, "x = Account()", kind=new_code_cell),
            answer("rate", "def interest(years):\n    ### BEGIN SOLUTION\n    return math.exp(RATE * years)\n"
                   "    ### END SOLUTION"),
            exam("interest", 2, "import unittest\ncase = unittest.TestCase()\n"
                 "case.assertAlmostEqual(interest(0), 1)\n"
                 "case.assertAlmostEqual(interest(2), math.e)\n"),
            exam("raises", 1, "try:\n    interest('x')\nexcept TypeError:\n    pass\n"
                 "else:\n    raise AssertionError('no error')"),
            minor=4,
        ),
    },
    "c.CourseDirectory.source_directory = 'teacher'\nc.CourseDirectory.release_directory = 'students'\n"
    "c.CourseDirectory.submitted_directory = 'class/in'\nc.CourseDirectory.autograded_directory = 'class/graded'\n"
    "c.CourseDirectory.feedback_directory = 'class/out'\nc.CourseDirectory.db_url = 'sqlite:///class/book.db'\n"
    "c.CourseDirectory.directory_structure = '{nbgrader_step}/{assignment_id}/{student_id}'\n"
    "import os\nos.makedirs('class', exist_ok=True)\n",
    {
        "right": {"account": {
            "account": ACCOUNT.format("self.balance += amount"), "design": "y = 1",
            "rate": "def interest(years):\n    return math.exp(RATE * years)",
        }},
        "untouched": {},
        "own rate": {"account": {
            "account": ACCOUNT.format("self.balance = 5"), "=import math\nRATE = 0.5": "import math\nRATE = 0.25",
            "rate": "def interest(years):\n    return math.exp(2 * RATE * years)",
        }},
        "deleted an import": {"account": {
            "account": ACCOUNT.format("self.balance += amount"), "=import math\nRATE = 0.5": "pass",
            "rate": "def interest(years):\n    return math.exp(RATE * years)",
        }},
        "half": {"account": {"account": ACCOUNT.format("self.balance += min(amount, 5)")}},
    },
    source="teacher/{}", release="students/{}", submitted="class/in/{0}/{1}", gradebook="class/book.db",
)  # fmt: skip


def scores(found: Mapping[tuple[str, str, str], tuple[float | None, bool]]) -> dict[str, float]:
    """Sum of the automatic marks of each student."""
    sums: dict[str, float] = {}
    for (student, *_), (mark, _) in found.items():
        sums[student] = sums.get(student, 0.0) + (mark or 0.0)
    return sums


def name_of(text: str) -> str:
    """A text as part of a path."""
    return re.sub(r"\W+", "-", text)
