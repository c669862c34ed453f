"""The tasks as their pages load them, and the table that says which of them work in the page."""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from mechanics.checks.hints import hints_in
from mechanics.drawing.drawing_board import DrawingBoard
from mechanics.drawing.free_body import draw
from mechanics.language import TASK_TEXTS
from mechanics.workspace.languages import in_language

from ..files import write
from ..tasks import BOARD

__all__ = ["lay_out_tasks", "setup", "table_page"]

CHECK = re.compile(r'check\("([^"]+)"')
MARKED = re.compile(r"\$([^$]+)\$|`([^`]+)`")
NEEDS = (
    "This step needs numpy or scipy, which do not run in the page: download the notebook and check it in JupyterLab."
)
PAGE = """# Which tasks can be answered in the page

Open a [task](tasks.md), write in its answer cells and press *Check*: Python runs in your browser and says the same as
in JupyterLab. Nothing you write leaves this computer. You need a browser from 2023 or newer; the first check loads
about 15 MB, which the browser keeps. **{whole} of {tasks} tasks** work here completely, and **{steps} of {checks}
steps** of all tasks. The other steps need numpy, scipy or more of the library: solve them in the notebook, which you
can download from the page with the answers you have given so far.

Below a check that is not right yet, hints unfold one by one, as in JupyterLab. The page does not count them.

In the chapters, *Change and run* stands below the cells that need nothing but sympy: steps of worked examples,
questions with a formula as the answer, short derivations. Change them, run them, and read what comes out.

The solution of every task was run with what is available in the page; a step works if its check gave the same verdict
as elsewhere.

| task | steps | in the page | only in JupyterLab |
| --- | --- | --- | --- |
{rows}
"""


def lay_out_tasks(steps: Mapping[Path, Mapping[str, str]], static: Path, language: str = "en") -> None:
    """Write a script for each task: the notebook as it was released, its visible keys, where its checks stand.

    Parameters
    ----------
    steps : for each notebook below ``exercises/`` what keeps its checks from working, as `steps_of` gives it
    static : folder of static files
    language : of the edition
    """
    write(static / "board.js", DrawingBoard._esm.replace("export default", "window.mechanicsBoard =", 1))
    write(static / "board.css", DrawingBoard._css)
    for path, problems in steps.items():
        name = path.relative_to(path.parents[2]).as_posix()
        notebook = json.loads(in_language(path.parents[2], name, path.read_bytes(), language))
        texts = path.with_name(TASK_TEXTS.format(language))
        said = texts.read_text(encoding="utf-8") if texts.is_file() else ""
        hints = _hints(path.parent, json.loads(said) if said else {})
        checks = list(_checks(notebook, problems, hints))
        content = {"notebook": notebook, "keys": _keys(path), "checks": checks, "boards": _boards(notebook)}
        content |= {"texts": said} if said else {}
        text = json.dumps(content, ensure_ascii=False)
        write(static / "tasks" / path.parent.name / f"{path.stem}.js", f"mechanicsTask({text});\n")


def _boards(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """For each answer that is a free-body diagram what the board to draw it on needs to know."""
    found = {}
    for cell in notebook["cells"]:
        solution = cell["metadata"].get("nbgrader", {}).get("solution")
        if solution and cell["cell_type"] == "code" and (named := BOARD.search("".join(cell["source"]))):
            found[cell["id"]] = DrawingBoard(draw(named[1]).spec(), []).spec
    return found


def _keys(path: Path) -> str:
    """The released file of keys, with those of this task only."""
    keys = json.loads(path.with_name("key.json").read_text(encoding="utf-8"))
    source = path.read_text(encoding="utf-8")
    own = {name: key for name, key in keys["checks"].items() if f'check(\\"{name}\\"' in source}
    return json.dumps({**keys, "checks": own})


def _hints(folder: Path, said: Mapping[str, str]) -> dict[str, list[str]]:
    """The hints of an assignment by check, as HTML in the language of the edition."""
    return {name: [_as_html(said.get(hint) or hint) for hint in hints] for name, hints in hints_in(folder).items()}


def _as_html(hint: str) -> str:
    """A hint with its formulas and its code."""
    return MARKED.sub(_marked, html.escape(hint, quote=False))


def _marked(found: re.Match[str]) -> str:
    if found[1]:
        return f'<span class="math notranslate nohighlight">\\({found[1]}\\)</span>'
    return f"<code>{found[2]}</code>"


def _checks(
    notebook: dict[str, Any], problems: Mapping[str, str], hints: Mapping[str, list[str]]
) -> Iterator[dict[str, Any]]:
    """Each check with the answer cell above it, and its hints."""
    above = ""
    for cell in notebook["cells"]:
        about = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "code" and about.get("solution"):
            above = cell["id"]
        elif cell["cell_type"] == "code" and about.get("grade") and above:
            needs = NEEDS if problems.get(cell["id"]) else ""
            asked = CHECK.search("".join(cell["source"]))
            yield {"id": cell["id"], "after": above, "needs": needs, "hints": hints.get(asked[1], []) if asked else []}


def table_page(steps: Mapping[Path, Mapping[str, str]], titles: Mapping[str, str]) -> str:
    """The page with the table.

    Parameters
    ----------
    steps : as in `lay_out_tasks`
    titles : title by page
    """
    checks = [problem for problems in steps.values() for problem in problems.values()]
    whole = [path for path, problems in steps.items() if not any(problems.values())]
    rows = "\n".join(_rows(steps, titles))
    return PAGE.format(whole=len(whole), tasks=len(steps), steps=checks.count(""), checks=len(checks), rows=rows)


def _rows(steps: Mapping[Path, Mapping[str, str]], titles: Mapping[str, str]) -> Iterable[str]:
    for path, problems in steps.items():
        page = f"exercises/{path.parent.name}/{path.stem}"
        left = [name.removesuffix("-check").replace("-", " ") for name, problem in problems.items() if problem]
        works = "whole" if not left else f"{len(problems) - len(left)} of {len(problems)}"
        title = titles[page].partition(" (")[0]
        yield f"| [{title}]({page}.ipynb) | {len(problems)} | {works} | {', '.join(left) or '–'} |"


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this: pages with cells to write in load what these need, and no other page does."""
    app.connect("html-page-context", _add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _add_scripts(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    if page.startswith("exercises/") or "tag_answer--" in context.get("body", ""):
        app.add_js_file("answers.js", priority=400, defer="defer")
        app.add_css_file("answers.css")
