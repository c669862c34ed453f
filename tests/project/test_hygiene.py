"""What is committed: notebooks of record, no addresses, nothing at a place that the plan does not list."""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

FOLDERS = ("course", "solutions", "exercises")
NOTEBOOKS = sorted(
    path.relative_to(CHECKOUT)
    for folder in FOLDERS
    for path in (CHECKOUT / folder).rglob("*.ipynb")
    if not any(part.startswith(".") for part in path.relative_to(CHECKOUT).parts)
)
OF_STUDENTS = [path for path in NOTEBOOKS if path.parts[0] != "solutions"]
MAX_LINES = 15

# Written apart, so that this file does not name them either.
REGISTRIES = ("pypi" + ".org", "python" + "hosted.org", "registry." + "npmjs", "npm" + "mirror")
CDNS = (
    "cdn." + "jsdelivr",
    "unp" + "kg.com",
    "cdn" + "js",
    "esm" + ".sh",
    "sky" + "pack",
    "googleapis" + ".com",
)
PLACES = ("/wo" + "rk/", "/fa" + "rm", "/ro" + "ot/", "/tm" + "p/", "/ho" + "me/")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_has_notebooks(folder: str) -> None:
    assert any(path.parts[0] == folder for path in NOTEBOOKS), f"{folder}/ contains no notebook"


def cells(path: Path) -> list[dict]:
    return json.loads((CHECKOUT / path).read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=str)
class TestNotebook:
    """The state in which a notebook is committed; `make strip` brings it there."""

    def test_carries_nothing_of_a_run(self, path: Path) -> None:
        text = json.loads((CHECKOUT / path).read_text(encoding="utf-8"))
        metadata = text["metadata"]
        assert "widgets" not in metadata, "widget state is stored: run `make strip`"
        assert "language_info" not in metadata, "language_info is stored: run `make strip`"
        for cell in text["cells"]:
            if cell["cell_type"] == "code":
                assert cell["outputs"] == [], f"cell {cell['id']} has outputs: run `make strip`"
                assert cell["execution_count"] is None, f"cell {cell['id']} has a count: run `make strip`"

    def test_has_stable_cell_ids(self, path: Path) -> None:
        text = json.loads((CHECKOUT / path).read_text(encoding="utf-8"))
        assert (text["nbformat"], text["nbformat_minor"]) >= (4, 5), "an older format knows no cell ids"
        ids = [cell.get("id") for cell in text["cells"]]
        assert all(ids), "a cell without an id"
        assert len(set(ids)) == len(ids), "a cell id stands twice"

    def test_names_the_plain_python_kernel(self, path: Path) -> None:
        metadata = json.loads((CHECKOUT / path).read_text(encoding="utf-8"))["metadata"]
        assert metadata.get("kernelspec", {}).get("name") == "python3", "JupyterLab would ask for a kernel"

    def test_links_to_files_hold(self, path: Path) -> None:
        for cell in cells(path):
            if cell["cell_type"] == "markdown":
                for link in re.findall(r"\]\((?!\w+:|#|attachment:)([^)#\s]+)", "".join(cell["source"])):
                    target = (CHECKOUT / path).parent / link.replace("%20", " ")
                    assert target.exists(), f"cell {cell['id']} links to {link}, which does not exist"


@pytest.mark.parametrize("path", OF_STUDENTS, ids=str)
class TestNotebookOfStudents:
    """What is not asked of solutions/: hidden tests are not on the page, and instructors see everything."""

    def test_code_cells_fit_a_glance(self, path: Path) -> None:
        long = {
            cell["id"]: count
            for cell in cells(path)
            if cell["cell_type"] == "code" and (count := len("".join(cell["source"]).splitlines())) > MAX_LINES
        }
        assert not long, f"code cells over {MAX_LINES} lines: {long}"

    def test_links_stay_inside_what_a_student_has(self, path: Path) -> None:
        for cell in cells(path):
            for link in re.findall(r"\]\((\.\.?/[^)#\s]+)", "".join(cell["source"])):
                target = ((CHECKOUT / path).parent / link).resolve().relative_to(CHECKOUT)
                assert target.parts[0] in ("course", "exercises"), f"{link} is not in a student's workspace"


def test_a_release_holds_no_solution() -> None:
    for path in NOTEBOOKS:
        if path.parts[0] == "exercises":
            text = (CHECKOUT / path).read_text(encoding="utf-8")
            for mark in ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME"):
                assert mark not in text, f"{path} holds what `make release` takes out ({mark})"


def test_nothing_names_a_registry_a_cdn_or_a_place_on_one_machine(tracked: list[Path]) -> None:
    found = []
    for path in tracked:
        data = (CHECKOUT / path).read_bytes()
        if b"\0" in data:
            continue  # a picture
        text = data.decode("utf-8")
        found += [f"{path}: {word}" for word in (*REGISTRIES, *CDNS, *PLACES) if word in text]
    assert not found, f"committed files name addresses: {found}"


def test_nothing_large_is_committed(tracked: list[Path]) -> None:
    sizes = {path: (CHECKOUT / path).stat().st_size for path in tracked}
    large = {str(p): size for p, size in sizes.items() if size > (3e6 if p.name == "key.json" else 600_000)}
    assert not large, "a key holds the values of all wrong answers that are known; nothing else is that large"


def test_the_top_level_holds_only_what_the_plan_lists(tracked: list[Path]) -> None:
    folders = {"benchmarks", "course", "docs", "exercises", "mechanics", "packaging", "solutions", "tests"}
    pages = {"CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "LICENSE-texts", "README.md"}
    settings = {".ci", ".gitignore", "Makefile", "nbgrader_config.py", "pyproject.toml"}
    assert {path.parts[0] for path in tracked} <= folders | pages | settings
