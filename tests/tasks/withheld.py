"""What no student may receive: the lines of the solutions and the hidden tests, and a search for them in any text."""

import ast
import html
import json
import re
from functools import cache

from mechanics.grading.notebooks import code_cells, solution_lines, split_hidden
from tests.tasks.course import TASKS, read, release, solution

SHORTEST = 16
"""Shorter lines, without spaces, stand anywhere: ``return x``."""
LONG = 24
"""Shorter formulas do, too: ``m*g*cos(phi)``."""

TAUGHT = {
    "returnnp.array([[0,-a[2],a[1]],[a[2],0,-a[0]],[-a[1],a[0],0]])": "the tilde matrix, given in a later task",
    "D=Matrix([[d11+d13,0,-d13],[0,d22,0],[-d13,0,d13]])": "the damping matrix of (3.91), given in another task",
    "[[cos(phi),-sin(phi),0],[sin(phi),cos(phi),0],[0,0,1]]": "a rotation about z, which other chapters write out",
    "[[d11+d13,0,-d13],[0,d22,0],[-d13,0,d13]]": "the same damping matrix",
    "[r_d,r*theta_d,r*sin(theta)*phi_d]": "the result of Aufgabe 2.1, which Aufgabe 2.2 begins with",
}
"""Lines of solutions that a chapter or another task gives on purpose, with the reason."""


def squeezed(text: str) -> str:
    """A text without its white space, because a line may be wrapped elsewhere."""
    return re.sub(r"\s+", "", text)


def words_of(name: str, text: str) -> str:
    """What a file says: the cells of a notebook, the strings of a key, a page without its tags."""
    if name.endswith(".html"):
        return html.unescape(re.sub(r"<[^>]*>", "", text))
    if name.endswith(".ipynb"):
        return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    if name.endswith(".json"):
        return "\n".join(set(re.findall(r'"[^"]*"', text)))
    return text


@cache
def withheld() -> dict[str, str]:
    """Every withheld line, squeezed, and the cell that it comes from."""
    found: dict[str, str] = {}
    for task in TASKS:
        given = squeezed("".join("".join(cell["source"]) for cell in read(release(task))["cells"]))
        for cell in code_cells(solution(task)):
            answers = [line for line in solution_lines(cell.source) if not _is_import(line)]
            for line in map(squeezed, [*answers, *_secrets("\n".join(split_hidden(cell.source)[1]))]):
                if len(line) >= SHORTEST and line not in given and line not in TAUGHT:
                    found[line] = f"{task}, {cell.id}"
    return found


def _is_import(line: str) -> bool:
    return line.startswith(("from ", "import "))


def _secrets(hidden: str) -> list[str]:
    """Of a hidden test the whole call, and the expected answer where it is written out and long enough to be one.

    Its sentences on mistakes are no secret: visible checks say them, too.
    """
    calls = [node.value for node in ast.parse(hidden).body if isinstance(node, ast.Expr)]
    expected = [call.args[2] for call in calls if isinstance(call, ast.Call) and len(call.args) > 2]
    answers = [x.value for x in expected if isinstance(x, ast.Constant) and isinstance(x.value, str)]
    return [ast.unparse(call) for call in calls] + [x for x in answers if len(squeezed(x)) >= LONG]


def told(text: str) -> list[str]:
    """What a text tells of all this: the line and where it was withheld."""
    text = squeezed(text)
    return [f"{line} ({cell})" for line, cell in withheld().items() if line in text]
