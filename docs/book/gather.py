"""Gathers the sources of the book in one folder: pages of `docs`, chapters that have run, tasks, indexes."""

import fnmatch
import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat

from mechanics import systems
from mechanics.language import language
from mechanics.workspace.languages import formulas_in

from . import equations, notebooks, pages, tables, tasks
from .cards import pictures_of
from .execute import ChapterError, executed, forget, notebook_text
from .files import write
from .folds import unfolded
from .images import Images
from .inpage.bundle import library, static_files
from .inpage.chapters import with_cells_to_run
from .inpage.tasks import lay_out_tasks, table_page
from .inpage.works import Steps, known, steps_of
from .living import living
from .paper.strips import Strips
from .players import Players
from .reference import reference_pages
from .systems import index_page, write_scenes

__all__ = ["gather"]

ROOT = Path(__file__).parents[2]
FEW = 1  # packages of the library in a book of a few chapters
DISPLAYED = re.compile(r"^\$\$[^$]*\$\$[ ,.;]*$", re.MULTILINE)
COURSE, EXERCISES, DOCS = ROOT / "course", ROOT / "exercises", ROOT / "docs"


def gather(build: Path, modules: Path, only: Sequence[str] = (), paper: bool = True) -> Path:
    """Bring the sources of the book up to date.

    Parameters
    ----------
    build : folder for everything that is made
    modules : ``node_modules`` with Pyodide
    only : patterns of the names of chapters and assignments, such as ``"05*"``; all by default
    paper : whether each simulation gets a strip of instants, which stands for it on paper

    Returns
    -------
    Path : the folder that Sphinx reads
    """
    players = Players(build / "static")
    static, names = build / "static", shown_systems(only)
    with ThreadPoolExecutor(1) as beside:  # kernels do not keep all processors busy all the time
        python = beside.submit(library, build, released(()))
        answered = beside.submit(lambda: exercises(build, only, python.result()))
        compiled = beside.submit(lambda: static_files(python.result(), modules, static))
        run = chapters(build, only, players, names)
        run = with_cells_to_run(run, python.result(), static)
    strips = Strips(build)
    if paper:
        run = strips.add(run)
    else:
        strips.none()
    statements, steps = answered.result()
    compiled.result()
    files = run | statements
    titles = pages.titles_of(files)
    pictures, images = pictures_of(files, build / "source"), Images(static)
    with ThreadPoolExecutor() as pool:
        files = dict(zip(files, pool.map(images.outside, files.values(), files), strict=True))
    places = equations.places(files)
    files |= {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")}
    files |= _filled(files, titles, pictures, build)
    files |= {
        "lecture.md": pages.lecture_page(titles, pictures),
        "tasks.md": pages.tasks_page(titles, pictures),
        "in-the-page.md": table_page(steps, titles),
        "equations.md": equations.index_page(files, places),
        "errata.md": tables.errata_page(),
        "glossary.md": tables.glossary_page(files, titles),
    } | reference_pages(FEW if only else None)
    if language() != "en":
        files = {name: _formulas(text, language()) if name.endswith(".ipynb") else text for name, text in files.items()}
    lay_out(build / "source", files, sorted(DOCS.glob("*.png")), pictures.values())
    students = [*chosen(sorted(COURSE.glob("*.ipynb")), only), *released(only)]
    lay_out(static / "notebooks", notebooks.offered(students, language()))
    write(build / "places.json", json.dumps(places))
    players.sweep()
    images.sweep()
    forget(build / "outputs")
    return build / "source"


def _filled(
    files: Mapping[str, str], titles: Mapping[str, str], pictures: Mapping[str, str], build: Path
) -> dict[str, str]:
    """The pages in which a comment stands for something that is made here."""
    parts = {
        "% the map": pages.map_of(titles, pictures),
        "% a simulation": pages.first_simulation(files),
        "% what moves": living(files, pictures, build),
        "% the reading list": pages.reading_list(titles),
    }
    found = {name: files[name] for name in ("index.md", "progress.md")}
    for mark, part in parts.items():
        found = {name: text.replace(mark, part) for name, text in found.items()}
    return found


def _formulas(text: str, language: str) -> str:
    """Translate the words in displayed formulas of a notebook, which are no texts of a catalogue."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            source = "".join(cell["source"])
            cell["source"] = DISPLAYED.sub(lambda formula: formulas_in(formula[0], language), source)
    return json.dumps(notebook, ensure_ascii=False, indent=1)


def shown_systems(only: Sequence[str]) -> list[str]:
    """The ids of the systems in the index: of a book of a few chapters, those that stand in their text."""
    texts = "".join(path.read_text(encoding="utf-8") for path in chosen(sorted(COURSE.glob("*.ipynb")), only))
    return [name for name in systems.names() if not only or f'\\"{name}\\"' in texts]


def chapters(build: Path, only: Sequence[str], players: Players, names: Sequence[str]) -> dict[str, str]:
    """The chapters and the index of systems with their outputs, by file name; simulations become files of their own."""
    paths = chosen(sorted(COURSE.glob("*.ipynb")), only)
    if not paths:
        raise ChapterError(f'No chapter in course/ matches {" ".join(only)}; give a pattern such as "05*".')
    scenes = build / "scenes.ipynb"
    write_scenes(scenes, names, (nbformat.read(path, as_version=4) for path in paths))
    ran = executed([scenes, *paths], build / "outputs", players)
    found = {f"course/{path.name}": ran[path] for path in paths}
    found["systems.ipynb"] = index_page(names, ran[scenes], found)
    return {name: notebook_text(unfolded(notebook)) for name, notebook in found.items()}


def exercises(build: Path, only: Sequence[str], python: Path) -> tuple[dict[str, str], Steps]:
    """The statements of the tasks, by file name, and which of their steps work in the page, with what they need."""
    paths = released(only)
    found = tasks.statements(paths, build / "outputs")
    steps = steps_of(paths, python, known())
    lay_out_tasks(steps, build / "static", language())
    return {f"exercises/{path.parent.name}/{path.name}": text for path, text in found.items()}, steps


def released(only: Sequence[str]) -> list[Path]:
    """The notebooks of the tasks."""
    folders = chosen(sorted(path for path in EXERCISES.iterdir() if path.is_dir()), only)
    return [path for folder in folders for path in sorted(folder.glob("*.ipynb"))]


def chosen(paths: Sequence[Path], only: Sequence[str]) -> list[Path]:
    """The paths whose stems match one of the patterns."""
    return [path for path in paths if not only or any(fnmatch.fnmatch(path.stem, p) for p in only)]


def lay_out(folder: Path, files: dict[str, str], pictures: Sequence[Path] = (), there: Iterable[str] = ()) -> None:
    """Make the folder contain exactly these files and pictures, beside what is there; write only those that change."""
    for name, text in files.items():
        write(folder / name, text)
    for picture in pictures:
        copy = folder / picture.name
        if not copy.is_file() or copy.read_bytes() != picture.read_bytes():
            shutil.copyfile(picture, copy)
    kept = {*files, *(picture.name for picture in pictures), *there}
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder).as_posix() not in kept:
            path.unlink()
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            shutil.rmtree(path)
