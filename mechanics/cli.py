"""The command ``mechanics``: open the course, check a task, write one, grade a class, look at the machine."""

import argparse
import os
import shlex
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mechanics import __version__
from mechanics.doctor import findings
from mechanics.exits import exit_code
from mechanics.grading.authoring import commands as authoring
from mechanics.grading.marking.command import add as add_marking
from mechanics.grading.needed import nbgrader_or_error
from mechanics.grading.new_course import add as add_new_course
from mechanics.grading.totals_command import add as add_totals
from mechanics.grading.variants_command import add as add_release_variants
from mechanics.language import languages
from mechanics.launch import jupyterlab_or_error, open_lab
from mechanics.precompile import in_the_background, is_needed
from mechanics.workspace import WorkspaceError, copy_course, material, settings_folder

__all__ = ["main"]

_LAB = """Copy chapters and tasks into a folder and open JupyterLab there. Files that you changed are never
overwritten: a newer version is written next to yours and named here. Options after -- are passed to JupyterLab,
for example: mechanics lab -- --port=8899"""

_LANGUAGE = """language of chapters, tasks, pictures and checks; it is remembered. Whatever you choose, your answers
are kept and graded alike"""

_GRADE = """Run every notebook in workspace/grading/submitted/STUDENT/ASSIGNMENT/ in a sandbox, judge its answers
outside of it, and enter the marks into nbgrader's gradebook. What was graded before and has not changed is not run
again; marks and comments by people are kept. You can stop the command at any time, in any way: when run again, it
continues from there. Exit code: 0 every notebook has its grade; 1 one of them needs a look; 2 grading is not possible;
3 some marks changed although the answers did not, and wait for --apply; 130 stopped by Ctrl-C."""

_WITHOUT = """where the kernel does not allow isolation, run the students' code with limits only; it can then read
and write what you can: for code that you would run yourself, or in a container that contains nothing else"""

_SCHEDULER = """grade on a Dask cluster instead, for example tcp://10.0.0.5:8786; its workers need the same
version of this library and the package distributed, but no disk shared with this machine"""

_APPLY = """also enter marks that changed although the answers did not, because a check was fixed; without this
option they are listed, and at a terminal you are asked; otherwise they are not entered (exit code 3)"""

_ACCEPT = """if a notebook is missing and one other file of the student appears to be it - another name, a subfolder,
a zip archive - copy it into place and grade it; the file itself stays as it is. Without this option, such files
are only listed"""

_ANALYSIS = """Write tables of an assignment from the gradebook - a line for each student, notebook and step, with
the marks that people gave - and run workspace/grading/analysis-ASSIGNMENT.ipynb, a notebook with pictures of them.
Your changes to that notebook are kept."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process unless given.

    Returns
    -------
    int
        Exit code: 0 fine, 1 a check failed, 2 it is not possible, 3 see ``mechanics grade --help``, 130 stopped.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    cut = words.index("--") if "--" in words else len(words)
    chosen = _parser().parse_args(words[:cut])
    return exit_code(lambda: int(chosen.run(chosen, words[cut + 1 :])))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mechanics", description=__doc__)
    parser.add_argument("--version", action="version", version=f"mechanics {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    lab = commands.add_parser("lab", help="open the course in JupyterLab", description=_LAB)
    lab.add_argument("folder", nargs="?", help="your folder (default: workspace)")
    lab.add_argument("--no-browser", action="store_true", help="print the address without opening a browser")
    lab.add_argument("--no-open", action="store_true", help="copy the files only, without JupyterLab")
    lab.add_argument("--language", choices=languages(), help=_LANGUAGE)
    lab.set_defaults(run=_lab)
    check = commands.add_parser("check", help="run the visible checks of a task, or of an assignment")
    check.add_argument("notebook", type=Path, help="the notebook that you filled in, or the folder of an assignment")
    check.set_defaults(run=_check)
    _add_for_instructors(commands)
    authoring.add(commands)
    add_release_variants(commands)
    add_totals(commands)
    add_marking(commands)
    add_new_course(commands)
    doctor = commands.add_parser("doctor", help="report what this machine has, and how to fix what is missing")
    doctor.set_defaults(run=_doctor)
    return parser


def _add_for_instructors(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands that grade a class, and show how it did."""
    grade = commands.add_parser("grade", help="grade all submissions of an assignment", description=_GRADE)
    grade.add_argument("--jobs", type=int, default=_cores(), help="number of parallel processes")
    grade.add_argument("--scheduler", default="", metavar="ADDRESS", help=_SCHEDULER)
    grade.add_argument("--without-boundary", action="store_true", help=_WITHOUT)
    grade.add_argument("--apply", action="store_true", help=_APPLY)
    grade.add_argument("--accept", action="store_true", help=_ACCEPT)
    grade.set_defaults(run=_grade)
    analysis = commands.add_parser("analysis", help="how a graded class did, step by step", description=_ANALYSIS)
    analysis.set_defaults(run=_analysis)
    for command in (grade, analysis):
        command.add_argument("assignment", help="its folder in solutions/, for example 05-euler-lagrange")
        command.add_argument("--course", type=Path, default=Path(), help="folder of nbgrader_config.py (default: here)")


def _cores() -> int:
    """Number of cores that this process may use; in a container these are not all of the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _lab(chosen: argparse.Namespace, for_jupyter: list[str]) -> int:
    if not chosen.no_open:
        jupyterlab_or_error()
    done = copy_course(material(), _folder(chosen.folder), chosen.language)
    print("\n".join(done.sentences()))
    if chosen.no_open:
        return 0
    if is_needed():
        print("Simulations of many bodies are compiled in the background: once, in less than a minute.")
        in_the_background()
    print("Starting JupyterLab, which takes a few seconds; press Ctrl-C to stop it.", flush=True)
    return open_lab(done.folder, ["--no-browser"] * chosen.no_browser + for_jupyter)


def _folder(named: str | None) -> Path:
    """Choose the folder: the one named, else the current one if it is a workspace, else ``workspace``."""
    here = Path.cwd()
    return Path(named) if named else here if settings_folder(here).is_dir() else here / "workspace"


def _check(chosen: argparse.Namespace, _: list[str]) -> int:
    named = chosen.notebook.expanduser().resolve()
    if not named.is_dir() and (named.suffix != ".ipynb" or not named.is_file()):
        raise WorkspaceError(
            f"Expected a notebook (.ipynb) of a task, or the folder of an assignment, got {chosen.notebook}, which "
            "is neither."
        )
    if not os.access(named, os.R_OK | (os.X_OK if named.is_dir() else 0)):
        raise WorkspaceError(f"Expected a notebook or folder that you may read, got {chosen.notebook}.")
    with nbgrader_or_error():
        from mechanics.grading.visible import outcome_of, tasks_in
    if named.is_dir():
        return _check_all(tasks_in(named), chosen.notebook, outcome_of)
    print(f"Running the cells of {named.name} ...", flush=True)  # it takes seconds
    outcome = outcome_of(named)
    told = str(outcome)
    print("\n\n".join([*outcome.sentences, f"{told[:1].upper()}{told[1:]}."]))
    return int(bool(outcome.sentences))


def _check_all(tasks: Sequence[Path], folder: Path, outcome_of: Callable[[Path], Any]) -> int:
    """Check one notebook after the other and print a line for each."""
    if not tasks:
        raise WorkspaceError(f"Expected the folder of an assignment, found no notebook with checks in {folder}.")
    failed = False
    for notebook in tasks:
        print(f"{notebook.name}: ", end="", flush=True)  # it takes seconds
        outcome = outcome_of(notebook)
        print(outcome)
        print("".join(textwrap.indent(f"- {sentence}", "  ") + "\n" for sentence in outcome.sentences), end="")
        failed = failed or bool(outcome.sentences)
    return int(failed)


def _grade(chosen: argparse.Namespace, _: list[str]) -> int:
    from mechanics.grading import preloaded

    if not chosen.scheduler and sys.platform == "linux":
        preloaded.start()  # it imports while this process does
    try:
        return _graded(chosen)
    finally:
        preloaded.end()


def _graded(chosen: argparse.Namespace) -> int:
    with nbgrader_or_error():
        from mechanics.grading.command import GradingError, grade_assignment
    root = chosen.course.expanduser().resolve()
    try:
        return grade_assignment(
            chosen.assignment,
            root,
            max(1, chosen.jobs),
            scheduler=chosen.scheduler,
            without_boundary=chosen.without_boundary,
            apply=chosen.apply,
            accepting=chosen.accept,
        )
    except GradingError as error:
        raise WorkspaceError(str(error)) from None


def _analysis(chosen: argparse.Namespace, _: list[str]) -> int:
    with nbgrader_or_error():
        from mechanics.grading.analysis_notebook import GradingError, analyse
    try:
        notebook = analyse(chosen.assignment, chosen.course.expanduser().resolve())
    except GradingError as error:
        raise WorkspaceError(str(error)) from None
    print(f"{notebook}\nOpen it: jupyter lab {shlex.quote(str(notebook))}")
    return 0


def _doctor(_: argparse.Namespace, __: list[str]) -> int:
    report = findings(_folder(None))
    print("\n".join(map(str, report)))
    return 1 if any(line.fix and line.needed for line in report) else 0


if __name__ == "__main__":
    raise SystemExit(main())
