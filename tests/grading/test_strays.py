"""Files that are not where grading looks: named, matched with a suggestion, and nothing is lost or moved unasked."""

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from mechanics.grading.grades import grade
from mechanics.grading.layout import Layout
from mechanics.grading.submissions import read_notebook
from mechanics.grading.tasks import tasks_of
from mechanics.grading.triage_files import Stray, Strays
from mechanics.grading.triage_notices import accept

from .conftest import cells, notebook, own

NAMES = {"tower-crane": "crane", "cart-pendulum": "cart"}
ELSEWHERE = "box-girder"


def named(prefix: str, source: str = "") -> bytes:
    """A notebook whose marked cells have names of their own."""
    marked = []
    for cell in [*cells(), own(source or "1")]:
        text = json.dumps(cell).replace('"grade_id": "', f'"grade_id": "{prefix}-').replace('-check"', '-check"')
        marked.append(json.loads(text))
    return notebook(marked)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("strays")
    for task, prefix in NAMES.items():
        (root / "solutions/05-cranes").mkdir(parents=True, exist_ok=True)
        (root / f"solutions/05-cranes/{task}.ipynb").write_bytes(named(prefix))
    (root / "solutions/05-cranes/key.json").write_text("{}")
    (root / "solutions/06-boxes").mkdir()
    (root / f"solutions/06-boxes/{ELSEWHERE}.ipynb").write_bytes(named("girder"))
    return root


class Folder:
    """What one student has handed in: everything, and what the test does to it."""

    def __init__(self, course: Path, submitted: Path):
        self.top, self.submitted = submitted / "ada", submitted
        self.assignment = self.top / "05-cranes"
        self.assignment.mkdir(parents=True)
        for task, prefix in NAMES.items():
            (self.assignment / f"{task}.ipynb").write_bytes(named(prefix, "2"))
        self.source = course / "solutions/05-cranes"
        self.crane = self.assignment / "tower-crane.ipynb"
        layout = Layout.at(course, source_directory="solutions", submitted_directory=str(submitted))
        self._strays = Strays(tasks_of(course / "solutions/05-cranes"), layout.of("05-cranes"))

    def strays(self) -> list[Stray]:
        return self._strays.of_class().get("ada", [])

    def zip(self, names: dict[str, bytes]) -> None:
        with zipfile.ZipFile(self.assignment / "homework.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in names.items():
                archive.writestr(name, content)


@pytest.fixture
def folder(course: Path, tmp_path: Path) -> Folder:
    return Folder(course, tmp_path / "submitted")


def test_two_notebooks_under_each_other_s_names_are_named(folder):
    cart = folder.assignment / "cart-pendulum.ipynb"
    cart.write_bytes(named("crane"))
    folder.crane.write_bytes(named("cart"))
    found = {stray.name: stray for stray in folder.strays()}
    assert {name: stray.task for name, stray in found.items()} == {
        "cart-pendulum.ipynb": "tower-crane",
        "tower-crane.ipynb": "cart-pendulum",
    }
    assert all(stray.needs_person and "under the name of" in stray.what for stray in found.values())
    assert not any(stray.command for stray in found.values()), "a copy would overwrite the other one"


def test_a_named_pipe_is_not_opened(folder):
    os.mkfifo(folder.assignment / "homework.zip")
    os.mkfifo(folder.assignment / "tower-crane (1).ipynb")
    assert not folder.strays()


def test_a_notebook_that_may_not_be_read_is_there(folder, monkeypatch):
    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    [crane] = [task for task in tasks_of(folder.source) if task.name == "tower-crane"]
    monkeypatch.setattr(os, "open", forbidden)
    content = read_notebook(folder.crane)
    assert read_notebook(folder.crane.with_name("no.ipynb")) is None
    monkeypatch.undo()
    graded = grade(crane, content, None)
    assert graded.status == "unreadable" and "may not read it" in graded.note


def test_what_is_in_its_place_is_no_stray(folder):
    for name in ("timestamp.txt", "key.json", "hints-taken.json", ".DS_Store", "photo.jpg"):
        (folder.assignment / name).write_text("x")
    (folder.assignment / ".ipynb_checkpoints").mkdir()
    shutil.copy(folder.crane, folder.assignment / ".ipynb_checkpoints/tower-crane-checkpoint.ipynb")
    assert folder.strays() == []


def moved(name: str) -> Callable[[Folder], None]:
    def move(folder: Folder) -> None:
        (folder.assignment / name).parent.mkdir(parents=True, exist_ok=True)
        folder.crane.rename(folder.assignment / name)

    return move


def in_zip(folder: Folder) -> None:
    folder.zip({"work/../../../tower-crane.ipynb": folder.crane.read_bytes(), "work/notes.txt": b"x"})
    folder.crane.unlink()


def other_folder(name: str) -> Callable[[Folder], None]:
    return lambda folder: folder.assignment.rename(folder.top / name) and None


# what a student did to his notebook, and by what it is known again
FOUND = {
    "the copy of a browser": (moved("tower-crane(1).ipynb"), "cells"),
    "another case": (moved("Tower-Crane.ipynb"), "cells"),
    "a German copy": (moved("tower-crane - Kopie.ipynb"), "cells"),
    "a name that says nothing": (moved("abgabe.ipynb"), "cells"),
    "the name of the other task, doubled": (moved("cart-pendulum (2).ipynb"), "cells"),
    "a subfolder": (moved("my work/tower-crane.ipynb"), "cells"),
    "two subfolders": (moved("a/b/x.ipynb"), "cells"),
    "beside the folder of the assignment": (moved("../tower-crane.ipynb"), "cells"),
    "a name as text": (moved("tower-crane.ipynb.txt"), "cells"),
    "a name as JSON": (moved("tower-crane.json"), "cells"),
    "a zip archive": (in_zip, "cells"),
}


@pytest.mark.parametrize("what", FOUND)
def test_a_notebook_elsewhere_is_known_again_and_can_be_accepted(what, folder):
    before = folder.crane.read_bytes()
    do, by = FOUND[what]
    do(folder)
    files = {path for path in folder.submitted.rglob("*") if path.is_file()}
    [stray] = folder.strays()
    assert (stray.task, stray.by, stray.is_second) == ("tower-crane", by, False)
    assert stray.needs_person and stray.name in stray.sentence()
    assert {path for path in folder.submitted.rglob("*") if path.is_file()} == files, "to look must change nothing"
    [line] = accept([stray])
    assert line.startswith("ada: ") and line.endswith("ada/05-cranes/tower-crane.ipynb")
    assert folder.crane.read_bytes() == before and folder.strays() == []
    assert {path for path in folder.submitted.rglob("*") if path.is_file()} == files | {folder.crane}


@pytest.mark.parametrize("what", FOUND)
def test_the_line_for_a_shell_does_the_same(what, folder):
    if what == "a zip archive" and not shutil.which("unzip"):
        pytest.skip("no unzip here")
    before = folder.crane.read_bytes()
    FOUND[what][0](folder)
    [stray] = folder.strays()
    subprocess.run(stray.command, shell=True, check=True)
    assert folder.crane.read_bytes() == before and folder.strays() == []


@pytest.mark.parametrize("name", ["05-Cranes", "05_cranes", "cranes 5", "assignment", "05-cranes (1)"])
def test_a_folder_of_another_name_is_looked_into(name, folder):
    (folder.assignment / "timestamp.txt").write_text("2026-05-01 10:00:00 UTC")
    other_folder(name)(folder)
    found = folder.strays()
    assert [stray.task for stray in found] == ["cart-pendulum", "tower-crane"]
    accept(found)
    assert folder.strays() == []
    assert (folder.assignment / "timestamp.txt").exists(), "its time belongs to it"


def test_without_marked_cells_the_name_decides(folder):
    folder.crane.write_bytes(notebook([own("1")]))
    moved("Tower Crane - final.ipynb")(folder)
    [stray] = folder.strays()
    assert (stray.task, stray.by) == ("tower-crane", "name")


def test_a_second_version_is_named_and_never_copied(folder):
    second = folder.assignment / "tower-crane(1).ipynb"
    second.write_bytes(named("crane", "3"))
    [stray] = folder.strays()
    assert (stray.task, stray.is_second, stray.needs_person) == ("tower-crane", True, True)
    assert accept([stray]) == [] and "which of them counts" in stray.sentence()
    shutil.copy(folder.crane, second)
    assert folder.strays() == [], "the same once more is no second version"


@pytest.mark.parametrize("kept", [True, False])
def test_whichever_version_counts_the_other_one_is_set_aside(kept, folder):
    second, content = folder.assignment / "tower-crane(1).ipynb", folder.crane.read_bytes()
    second.write_bytes(named("crane", "3"))
    [stray] = folder.strays()
    subprocess.run(stray.dismissal if kept else stray.command, shell=True, check=True)
    assert folder.crane.read_bytes() == (content if kept else named("crane", "3")) and folder.strays() == []
    aside = {path.name: path.read_bytes() for path in (folder.assignment / ".set-aside").iterdir()}
    assert aside == ({second.name: named("crane", "3")} if kept else {folder.crane.name: content})


def test_of_two_that_may_be_it_none_is_copied(folder):
    shutil.copy(folder.crane, folder.assignment / "tower-crane(1).ipynb")
    moved("tower-crane(2).ipynb")(folder)
    found = folder.strays()
    assert len(found) == 2 and all(stray.command for stray in found) and accept(found) == []


def test_a_notebook_of_another_assignment_says_which(folder):
    (folder.assignment / "girder.ipynb").write_bytes(named("girder"))
    [stray] = folder.strays()
    assert stray.what == "a notebook of the assignment '06-boxes'" and not stray.needs_person
    (folder.top / "06-boxes").mkdir()
    (folder.assignment / "girder.ipynb").rename(folder.top / "06-boxes/box-girder.ipynb")
    assert folder.strays() == [], "in its own place"


def test_a_notebook_in_the_folder_of_another_assignment_is_found_by_its_cells(folder):
    (folder.top / "06-boxes").mkdir()
    moved("../06-boxes/tower-crane.ipynb")(folder)
    [stray] = folder.strays()
    assert (stray.task, stray.by) == ("tower-crane", "cells")


@pytest.mark.parametrize("name", ["tower-crane.html", "tower-crane.py", "crane.pdf", "all.tar.gz", "all.7z", "all.zip"])
def test_what_cannot_be_graded_is_named_and_the_missing_notebook_waits_for_a_person(name, folder):
    folder.crane.unlink()
    (folder.assignment / name).write_bytes(b"something")
    [stray] = folder.strays()
    assert stray.name == name and stray.needs_person and not stray.command and stray.sentence()


def bomb(folder: Folder) -> None:
    folder.zip({"tower-crane.ipynb": bytes(100 * 2**20)})


def entries(folder: Folder) -> None:
    folder.zip({f"{k}.ipynb": b"{}" for k in range(2000)})


def encrypted(folder: Folder) -> None:
    folder.zip({"tower-crane.ipynb": named("crane")})
    path = folder.assignment / "homework.zip"
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag in the directory
    data[6] |= 1
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("make", [bomb, entries, encrypted])
def test_an_archive_is_never_unpacked(make, folder):
    make(folder)
    folder.crane.unlink()
    before = sorted(folder.submitted.rglob("*"))
    assert any(stray.needs_person for stray in folder.strays())
    assert sorted(folder.submitted.rglob("*")) == before


def test_links_are_not_followed_and_floods_end(folder, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.ipynb").write_bytes(named("crane"))
    folder.crane.unlink()
    os.symlink(outside, folder.assignment / "folder")
    os.symlink(outside / "secret.ipynb", folder.assignment / "link.ipynb")
    assert not [stray for stray in folder.strays() if stray.command]
    for number in range(500):
        (folder.top / f"{number}.ipynb").write_text("{}")
    assert len(folder.strays()) <= 201 and "more than 200 files" in folder.strays()[-1].what
