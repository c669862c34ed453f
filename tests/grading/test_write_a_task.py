"""The page "Write a task": its commands are run from top to bottom in an empty folder, without a clone."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from mechanics.grading.sandbox import boundary
from tests.tasks.course import CHECKOUT

PAGE = CHECKOUT / "docs" / "write-a-task.md"
EXAMPLE = CHECKOUT / "mechanics" / "grading" / "authoring" / "example-task.ipynb"
NAME = "block-on-incline"


def blocks(kind: str) -> Iterator[tuple[str, str]]:
    """Blocks of a kind, each with the heading above it."""
    heading = ""
    for match in re.finditer(rf"^## ([^\n]+)$|^```{kind}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        heading = match[1] or heading
        if match[2]:
            yield heading, match[2]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder after all blocks, and what they have printed."""
    if not boundary().holds:
        pytest.skip(f"no boundary on this machine: {boundary().reason}")
    folder = tmp_path_factory.mktemp("author")
    library = folder / "library"  # as a wheel installs it: the package, and nothing else of the checkout
    library.mkdir()
    (library / "mechanics").symlink_to(CHECKOUT / "mechanics")
    environment = os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": str(library),
        "MECHANICS_CACHE": str(folder / "cache"),
    }
    place, said = folder, ""
    for heading, commands in blocks("console"):
        line = ["bash", "-euo", "pipefail", "-c", f'{commands}\npwd > "{folder}/place"']
        run = subprocess.run(line, cwd=place, env=environment, capture_output=True, text=True, timeout=500)
        assert run.returncode == 0, f"{heading}:\n{commands}\n{run.stdout}\n{run.stderr}"
        place, said = Path((folder / "place").read_text().strip()), said + run.stdout
    return place, said


def test_the_cells_on_the_page_are_those_of_the_example() -> None:
    """Without some of the mistakes, which the page leaves out."""
    shown = [ast.dump(ast.parse(source)) for _, source in blocks("python")]
    cells = [cell for cell in nbformat.read(EXAMPLE, as_version=4).cells if cell.cell_type == "code"]
    assert len(shown) == 2
    written = [ast.parse(cell.source.replace("example-task", NAME)) for cell in cells]
    for tree in written:
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "mistakes" and isinstance(node.value, ast.Dict):
                node.value.keys, node.value.values = node.value.keys[:2], node.value.values[:2]
    assert set(shown) <= {ast.dump(tree) for tree in written}


def test_files_and_commands_of_the_page_exist() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {heading.split(".")[0] for heading, _ in blocks("console")} == {"1", "2", "4", "5"}
    for name in ("new-task", "try-task", "keys", "lint-task", "check"):
        assert f"mechanics {name}" in text


@pytest.mark.slow
@pytest.mark.timeout(1200)
class TestAnAuthor:
    def test_finds_nothing_wrong_and_marks_as_they_should_be(self, done: tuple[Path, str]) -> None:
        _, said = done
        assert "0 wrong, 0 advice" in said
        assert said.count("The marks are as they should be.") == 2
        assert "right: 8 of 8 points" in said and "The friction is missing." in said

    def test_gets_a_release_without_solutions(self, done: tuple[Path, str]) -> None:
        place, _ = done
        released = place / "release" / "01-friction"
        assert {path.name for path in released.iterdir()} == {f"{NAME}.ipynb", "key.json"}
        text = (released / f"{NAME}.ipynb").read_text(encoding="utf-8")
        assert "BEGIN SOLUTION" not in text and "verify(" not in text and "YOUR CODE HERE" in text

    def test_finds_the_files_that_the_page_names(self, done: tuple[Path, str]) -> None:
        place, _ = done
        for name in re.findall(r"^\| `([^`]+)` \|", PAGE.read_text(encoding="utf-8"), re.M):
            assert (place / name).is_file(), name
