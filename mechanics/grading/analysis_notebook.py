"""``mechanics analysis ASSIGNMENT``: tables of a class, and a notebook about them for the instructor to extend."""

import json
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from traitlets.config import Config

from .analysis import Results
from .class_table import tables_of, write_tables
from .errors import GradingError
from .gradebook import Book
from .gradebook_session import open_gradebook
from .kernels import in_own_folder
from .records import Records
from .refusals import in_one_sentence
from .settings import Settings
from .whole_files import whole_file

__all__ = ["GradingError", "analyse", "notebook_for"]

SECONDS = 300
STOPPED = "_async_cleanup_kernel_future"  # what nbclient sets when Ctrl-C ends a kernel, which it then takes for dead
INTRODUCTION = """# {assignment}: how the class did

Written by `mechanics analysis {assignment}`, and yours from now on: change it, add cells. The same command updates the
tables and runs this notebook with your changes; delete the notebook to get a new one.

The table next to it has one line for each check of each student; in Python it is `results.rows`."""
SUMS = """## Points

The dashed line is the median. Students who handed in nothing are not counted."""
ITEMS = """## Steps

**Difficulty** is the share of the points that was earned: 1 if everyone solved it. **Discrimination** is the
correlation of a step with all *other* steps (item-rest): near 0 or below, strong students fail it as often as weak ones
– look at its wording and its check first. It takes about thirty students to be meaningful."""
VARIANTS = """## Variants

Each student had different numbers. For each step and each of these numbers, a Kruskal–Wallis test asks whether those
who solved the step had different numbers from those who did not; *p among all* accounts for the number of tests."""
TASK = """## {task}"""
PEOPLE = """## Waiting for a person

Checks that failed to run, texts to read, and marks given by hand for a notebook that was handed in again. The
formgrader shows them, too."""


@in_one_sentence()
def analyse(assignment: str, root: Path) -> Path:
    """Write the tables of an assignment from the gradebook, and run the notebook about them.

    Parameters
    ----------
    assignment : str
        Name of its folder among the sources.
    root : Path
        Folder of the course, with ``nbgrader_config.py``.

    Returns
    -------
    Path
        The notebook. One that is there already keeps its cells and is run as it is.

    Raises
    ------
    GradingError
        If the gradebook does not know the assignment, or the notebook that is there cannot be read; if a file, the
        gradebook or the settings cannot be used.
    """
    settings = Settings(root)
    folders = settings.layout.of(assignment)
    with open_gradebook(*settings.gradebook, to_write=False) as gradebook:
        book = Book(gradebook, assignment)
        tasks = book.tasks
        write_tables(settings.grading, assignment, tables_of(book, Records(folders.records), folders))
    path = settings.grading / f"analysis-{assignment}.ipynb"
    rows = Results.read(settings.grading / f"analysis-{assignment}.csv").rows
    notebook = _kept(path) or notebook_for(assignment, tasks, variants=any(row.numbers for row in rows))
    _run(notebook, path.parent)
    with whole_file(path) as file:
        file.write(nbformat.writes(notebook))
    return path


def _kept(path: Path) -> Any:
    """The notebook as the instructor has left it; None if there is none."""
    if not path.exists():
        return None
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError, AttributeError, nbformat.ValidationError) as error:
        raise GradingError(
            f"Expected a notebook in {path}, but it cannot be read ({error}). Repair it, or move it away and "
            "run this again to get a new one."
        ) from None


def _run(notebook: Any, folder: Path) -> None:
    """Run all cells; one that fails shows its error, and the others are run nevertheless."""
    where = {"metadata": {"path": str(folder)}}
    quiet = Config(in_own_folder())
    client = NotebookClient(notebook, timeout=SECONDS, allow_errors=True, resources=where, config=quiet)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        try:
            client.execute()
        except Exception as error:
            if hasattr(client, STOPPED):
                raise KeyboardInterrupt from None
            if not isinstance(error, DeadKernelError | CellTimeoutError | NoSuchKernel):
                raise
            raise GradingError(
                f"The notebook about the class could not be run: {str(error).strip().splitlines()[0]}. The tables are "
                "written. Correct the notebook, or move it away and run this again to get a new one."
            ) from None


def notebook_for(assignment: str, tasks: Sequence[str], *, variants: bool = False) -> nbformat.NotebookNode:
    """Make a new notebook about an assignment.

    Parameters
    ----------
    assignment : str
        Its name.
    tasks : sequence of str
        Names of its notebooks.
    variants : bool
        Whether students had numbers of their own.

    Returns
    -------
    nbformat.NotebookNode
        With cells whose ids are the same for the same tasks.
    """
    cells = list(_cells(assignment, tasks, variants))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same for the same tasks
    return new_notebook(
        cells=cells,
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )


def _cells(assignment: str, tasks: Sequence[str], variants: bool) -> Iterator[Any]:
    yield new_markdown_cell(INTRODUCTION.format(assignment=assignment))
    yield new_code_cell(
        "from mechanics.grading.analysis import Results\n\n"
        f'results = Results.read("analysis-{assignment}.csv")\n'
        'f"{len(results.students)} students, {len(results.tasks)} tasks, {len(results.items)} steps"'
    )
    yield new_markdown_cell(SUMS)
    yield new_code_cell("results.show_totals()")
    yield new_markdown_cell(ITEMS)
    yield new_code_cell("results.show_items()")
    yield new_code_cell("results.conspicuous()")
    yield new_code_cell("results.mistakes(fewest=3)")
    if variants:
        yield new_markdown_cell(VARIANTS)
        yield new_code_cell(
            "from mechanics.grading.variant_statistics import comparable, comparisons\n\n"
            "print(comparable(results.rows))"
        )
        yield new_code_cell("comparisons(results.rows)")
    for task in tasks:
        yield new_markdown_cell(TASK.format(task=task))
        for call in ("show_totals", "show_steps", "steps", "mistakes", "show_time"):
            yield new_code_cell(f"results.{call}({json.dumps(task)})")
    yield new_markdown_cell(PEOPLE)
    yield new_code_cell("results.for_people()")
