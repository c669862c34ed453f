"""The student's workspace: nothing that a student wrote is ever lost, and updates arrive all the same."""

import base64
import errno
import json
import os
import stat
from pathlib import Path

import pytest

from mechanics.workspace import Copied, WorkspaceError, copy_course

TASK = "exercises/05-euler-lagrange/cart-pendulum.ipynb"
KEY = "exercises/05-euler-lagrange/key.json"
START = "course/00-start-here.ipynb"


def notebook(*sources: str, outputs: tuple[str, ...] = ()) -> str:
    """A small notebook; `outputs` stand under its first cell."""
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{i}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": s,
        }
        for i, s in enumerate(sources)
    ]
    cells[0]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text} for text in outputs]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course with one chapter, one task, its key – and what must not be handed out."""
    folder = tmp_path / "material"
    write(folder / START, notebook("1 + 1"))
    write(folder / TASK, notebook("answer = ..."))
    write(folder / KEY, '{"M": [1.0]}')
    write(folder / "solutions/05-euler-lagrange/cart-pendulum.ipynb", notebook("answer = 42"))
    write(folder / "exercises/.ipynb_checkpoints/old.ipynb", notebook("old"))
    write(folder / "course/__pycache__/x.pyc", "x")
    return folder


@pytest.fixture
def desk(tmp_path: Path, course: Path) -> Path:
    """A workspace after the first run."""
    copy_course(course, tmp_path / "desk")
    return tmp_path / "desk"


def files(folder: Path) -> set[str]:
    """What the student sees: every file outside the program's own folder."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if path.parts[0] != ".mechanics"}


def newer(folder: Path, name: str) -> list[Path]:
    """The newer versions that lie beside a file."""
    return sorted((folder / name).parent.glob(Path(name).stem + " (new version *"))


def test_first_run_lays_chapters_tasks_and_keys_and_no_solution(tmp_path: Path, course: Path) -> None:
    done = copy_course(course, tmp_path / "desk")
    assert files(tmp_path / "desk") == {START, TASK, KEY}
    assert sorted(done.new) == sorted([START, TASK, KEY])
    assert "3 new" in done.sentences()[0]


def test_links_between_chapters_and_tasks_hold_in_checkout_and_workspace(course: Path, desk: Path) -> None:
    link = "../" + TASK
    assert (course / START).parent.joinpath(link).resolve().is_file()
    assert (desk / START).parent.joinpath(link).resolve().is_file()


def test_second_run_changes_nothing(course: Path, desk: Path) -> None:
    before = {name: (desk / name).stat().st_mtime_ns for name in files(desk)}
    done = copy_course(course, desk)
    assert {name: (desk / name).stat().st_mtime_ns for name in files(desk)} == before
    assert not (done.new or done.updated or done.beside)
    assert "up to date" in done.sentences()[0]


def test_unchanged_file_follows_the_course(course: Path, desk: Path) -> None:
    write(course / TASK, notebook("answer = ...", "check(answer)"))
    assert copy_course(course, desk).updated == [TASK]
    assert (desk / TASK).read_bytes() == (course / TASK).read_bytes()
    assert not newer(desk, TASK)


def test_changed_file_is_kept_and_the_new_version_laid_beside(course: Path, desk: Path) -> None:
    write(desk / TASK, mine := notebook("answer = 42"))
    write(course / TASK, theirs := notebook("answer = ...", "check(answer)"))
    done = copy_course(course, desk)
    assert (desk / TASK).read_text() == mine, "the student's work was overwritten"
    [beside] = newer(desk, TASK)
    assert beside.read_text() == theirs
    assert done.beside == [(TASK, beside.relative_to(desk).as_posix())]
    assert any(TASK in line and beside.name in line for line in done.sentences()), "the new name is not told"


def test_a_new_version_is_offered_once(course: Path, desk: Path) -> None:
    write(desk / TASK, notebook("answer = 42"))
    write(course / TASK, notebook("answer = ...", "check(answer)"))
    copy_course(course, desk)
    for beside in newer(desk, TASK):
        beside.unlink()  # the student threw it away
    assert not copy_course(course, desk).beside
    assert not newer(desk, TASK)


def test_two_new_versions_on_one_day_get_two_names(course: Path, desk: Path) -> None:
    write(desk / TASK, mine := notebook("answer = 42"))
    for text in ("first", "second"):
        write(course / TASK, notebook(text))
        copy_course(course, desk)
    assert {path.read_text() for path in newer(desk, TASK)} == {notebook("first"), notebook("second")}
    assert (desk / TASK).read_text() == mine


def test_a_change_without_a_new_version_is_no_news(course: Path, desk: Path) -> None:
    write(desk / TASK, notebook("answer = 42"))
    done = copy_course(course, desk)
    assert not (done.new or done.updated or done.beside)


def test_a_chapter_that_was_only_run_is_updated_and_its_outputs_set_aside(course: Path, desk: Path) -> None:
    write(desk / START, ran := notebook("1 + 1", outputs=("2",)))
    write(course / START, notebook("1 + 1", "2 + 2"))
    assert copy_course(course, desk).updated == [START]
    assert (desk / START).read_text() == notebook("1 + 1", "2 + 2")
    assert [path.read_text() for path in set_aside(desk)] == [ran]


def set_aside(desk: Path) -> list[Path]:
    """Copies of files that were replaced although the student had run them."""
    return sorted(path for path in (desk / ".mechanics").rglob("* (replaced *") if path.is_file())


def test_outputs_set_aside_earlier_are_not_overwritten(course: Path, desk: Path) -> None:
    for output, text in (("2", "2 + 2"), ("4", "3 + 3")):
        write(desk / START, notebook("1 + 1" if output == "2" else "2 + 2", outputs=(output,)))
        write(course / START, notebook(text))
        copy_course(course, desk)
    assert [path.read_text() for path in set_aside(desk)] == [
        notebook("1 + 1", outputs=("2",)),
        notebook("2 + 2", outputs=("4",)),
    ]


def test_a_note_added_to_a_chapter_counts_as_work(course: Path, desk: Path) -> None:
    write(desk / START, mine := notebook("1 + 1", "# my note"))
    write(course / START, notebook("1 + 1", "2 + 2"))
    assert copy_course(course, desk).beside
    assert (desk / START).read_text() == mine


def test_a_damaged_notebook_is_the_students(course: Path, desk: Path) -> None:
    write(desk / TASK, "{ half a file")
    write(course / TASK, notebook("new"))
    assert copy_course(course, desk).beside
    assert (desk / TASK).read_text() == "{ half a file"


@pytest.mark.parametrize("manifest", [None, "", "[]", '{"course/00-start-here.ipynb": 3}'])
def test_without_a_readable_record_nothing_is_overwritten(course: Path, desk: Path, manifest: str | None) -> None:
    write(desk / TASK, mine := notebook("answer = 42"))
    record = desk / ".mechanics/manifest.json"
    record.unlink() if manifest is None else record.write_text(manifest)
    write(course / TASK, notebook("new"))
    copy_course(course, desk)
    assert (desk / TASK).read_text() == mine
    assert len(newer(desk, TASK)) == 1


def test_a_deleted_file_comes_back_and_others_stay(course: Path, desk: Path) -> None:
    (desk / TASK).unlink()
    write(desk / "exercises/05-euler-lagrange/scratch.ipynb", mine := notebook("mine"))
    assert copy_course(course, desk).new == [TASK]
    assert (desk / "exercises/05-euler-lagrange/scratch.ipynb").read_text() == mine


def test_what_the_course_no_longer_has_stays_with_the_student(course: Path, desk: Path) -> None:
    (course / TASK).unlink()
    copy_course(course, desk)
    assert (desk / TASK).is_file()


def test_a_full_disk_is_said_in_one_sentence(course: Path, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(desk / TASK, mine := notebook("answer = 42"))
    write(course / START, notebook("newer"))

    def full(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(WorkspaceError, match="No space left.*Free some space on the.*Nothing of yours was changed"):
        copy_course(course, desk)
    assert (desk / TASK).read_text() == mine


def test_a_file_in_the_way_is_named(tmp_path: Path, course: Path) -> None:
    write(tmp_path / "desk/course", "a file where a folder should be")
    with pytest.raises(WorkspaceError, match="desk/course.*Rename what is in the way"):
        copy_course(course, tmp_path / "desk")
    assert (tmp_path / "desk/course").read_text() == "a file where a folder should be"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_said_in_one_sentence(tmp_path: Path, course: Path) -> None:
    (tmp_path / "desk").mkdir(mode=0o555)
    with pytest.raises(WorkspaceError, match="Permission denied.*Name a folder of your own"):
        copy_course(course, tmp_path / "desk")


@pytest.mark.parametrize("inside", [".", "course", "exercises/mine", "solutions"])
def test_the_course_is_not_laid_into_itself(course: Path, inside: str) -> None:
    before = files(course)
    with pytest.raises(WorkspaceError, match="belongs to the course itself"):
        copy_course(course, course / inside)
    assert files(course) == before


def test_the_default_workspace_inside_the_checkout_is_allowed(course: Path) -> None:
    assert isinstance(copy_course(course, course / "workspace"), Copied)


def test_a_link_of_the_student_is_not_followed(tmp_path: Path, course: Path, desk: Path) -> None:
    """A task that the student keeps elsewhere and linked to: the file it points to is never written."""
    elsewhere = tmp_path / "elsewhere.ipynb"
    write(elsewhere, mine := notebook("answer = 42"))
    (desk / TASK).unlink()
    (desk / TASK).symlink_to(elsewhere)
    write(course / TASK, notebook("newer"))
    copy_course(course, desk)
    assert elsewhere.read_text() == mine
    assert (desk / TASK).is_symlink()


def test_a_link_that_leads_nowhere_stays_a_link(tmp_path: Path, course: Path, desk: Path) -> None:
    """A task on a stick that is not plugged in."""
    (desk / TASK).unlink()
    (desk / TASK).symlink_to(tmp_path / "stick" / "cart-pendulum.ipynb")
    write(course / TASK, notebook("newer"))
    copy_course(course, desk)
    assert (desk / TASK).is_symlink()
    assert [path.read_text() for path in newer(desk, TASK)] == [notebook("newer")]


def test_a_file_that_the_student_protects_is_kept(course: Path, desk: Path) -> None:
    before = (desk / START).read_text()
    (desk / START).chmod(stat.S_IREAD)
    write(course / START, notebook("newer"))
    assert copy_course(course, desk).beside
    assert (desk / START).read_text() == before, "a write-protected file was replaced"


def test_a_record_of_an_earlier_release_is_understood(course: Path, desk: Path) -> None:
    record = desk / ".mechanics/manifest.json"
    old = json.loads(record.read_text())
    record.write_text(json.dumps({n: {"version": r["version"], "content": r["laid"][0]} for n, r in old.items()}))
    write(course / TASK, notebook("newer"))
    assert copy_course(course, desk).updated == [TASK]


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Files of these names cannot be replaced, so many times, as where another program has them open."""
    held: dict[str, int] = {}
    replace = os.replace

    def refuse(source: Path, target: Path) -> None:
        if held.get(Path(target).name, 0):
            held[Path(target).name] -= 1
            raise PermissionError(errno.EACCES, "Access is denied", str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    return held


def test_a_file_that_another_program_has_open_is_named_and_renewed_later(
    course: Path, desk: Path, windows: dict[str, int]
) -> None:
    write(course / START, notebook("newer"))
    write(course / TASK, notebook("newer"))
    windows[Path(START).name] = 100
    done = copy_course(course, desk)
    assert done.busy == [START] and done.updated == [TASK], "one file in use stopped the others"
    assert any(START in line and "close it" in line for line in done.sentences())
    windows.clear()
    assert copy_course(course, desk).updated == [START]


def test_a_virus_scanner_may_hold_a_new_file_for_a_moment(
    tmp_path: Path, course: Path, windows: dict[str, int]
) -> None:
    windows[Path(TASK).name] = 2
    assert TASK in copy_course(course, tmp_path / "new desk").new
    assert not list((tmp_path / "new desk/.mechanics").glob("incoming-*")), "a half-written file stays behind"


@pytest.mark.parametrize("number", [errno.ENAMETOOLONG, errno.ENOENT])
def test_a_path_that_is_too_long_says_so(
    course: Path, desk: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Linux and macOS say that a name is too long, Windows that it does not exist."""
    write(course / START, notebook("newer"))

    def too_long(source: Path, target: Path) -> None:
        raise OSError(number, "no", "C:" + 250 * "x")

    monkeypatch.setattr(os, "replace", too_long)
    with pytest.raises(WorkspaceError, match="Name a folder with a shorter path"):
        copy_course(course, desk)


def give_stills(course: Path, png: bytes) -> None:
    """A picture for the first cell of the chapter."""
    still = {"alt": "A mass & a spring", "width": 640, "simulation": True}
    write(course / "course/.stills/index.json", json.dumps({Path(START).stem: {"cell-0": still}}))
    picture = course / "course/.stills" / Path(START).stem / "cell-0.png"
    picture.parent.mkdir(exist_ok=True)
    picture.write_bytes(png)


def shown(path: Path) -> str:
    """What stands under the first cell of a notebook."""
    outputs = json.loads(path.read_text())["cells"][0]["outputs"]
    return "".join(str(output.get("data", {}).get("text/html", output.get("text"))) for output in outputs)


@pytest.fixture
def illustrated(tmp_path: Path, course: Path) -> Path:
    """A workspace whose chapter was laid with a still."""
    give_stills(course, b"first")
    copy_course(course, tmp_path / "illustrated")
    return tmp_path / "illustrated"


def test_a_chapter_is_laid_with_its_still_and_nothing_else_is(course: Path, illustrated: Path) -> None:
    assert files(illustrated) == {START, TASK, KEY}, "the pictures themselves are clutter"
    assert (illustrated / TASK).read_bytes() == (course / TASK).read_bytes()
    assert json.loads((course / START).read_text())["cells"][0]["outputs"] == []
    picture = base64.b64encode(b"first").decode()
    tag = f'<img alt="A mass &amp; a spring" width="640" src="data:image/png;base64,{picture}">'
    assert shown(illustrated / START).startswith(tag)
    assert "Shift+Enter" in shown(illustrated / START)
    done = copy_course(course, illustrated)
    assert not (done.new or done.updated or done.beside)


def test_a_still_whose_cell_is_gone_disturbs_nobody(course: Path, tmp_path: Path) -> None:
    give_stills(course, b"first")
    write(course / START, json.dumps(json.loads(notebook("1 + 1").replace("cell-0", "another"))))
    copy_course(course, tmp_path / "new desk")
    assert shown(tmp_path / "new desk" / START) == ""


def test_other_pictures_come_into_an_untouched_chapter_only(course: Path, illustrated: Path) -> None:
    give_stills(course, b"second")
    assert copy_course(course, illustrated).updated == [START]
    assert base64.b64encode(b"second").decode() in shown(illustrated / START)
    for mine in (notebook("1 + 1", outputs=("2",)), notebook("1 + 2")):
        write(illustrated / START, mine)
        give_stills(course, mine.encode())
        done = copy_course(course, illustrated)
        assert not (done.new or done.updated or done.beside), "a picture passes for a new text"
        assert (illustrated / START).read_text() == mine
    assert not set_aside(illustrated)


@pytest.mark.parametrize("between", ["pictures first", "text at once"])
@pytest.mark.parametrize("work", ["run", "changed"])
def test_a_new_text_arrives_whatever_came_before(course: Path, illustrated: Path, between: str, work: str) -> None:
    mine = notebook("1 + 1", outputs=("2",)) if work == "run" else notebook("1 + 2")
    write(illustrated / START, mine)
    give_stills(course, b"second")
    if between == "pictures first":
        copy_course(course, illustrated)
    write(course / START, notebook("1 + 1", "2 + 2"))
    done = copy_course(course, illustrated)
    if work == "run":
        assert done.updated == [START]
        assert base64.b64encode(b"second").decode() in shown(illustrated / START)
        assert [path.read_text() for path in set_aside(illustrated)] == [mine]
    else:
        assert [name for name, _ in done.beside] == [START]
        assert (illustrated / START).read_text() == mine


@pytest.mark.parametrize("work", ["untouched", "run", "changed", "protected"])
def test_a_workspace_of_the_release_before_stills(course: Path, desk: Path, work: str) -> None:
    """Its records know of no chapter without stills; a chapter that was worked with stays as it is, without a word."""
    record = desk / ".mechanics/manifest.json"
    old = json.loads(record.read_text())
    record.write_text(json.dumps({n: {"version": r["version"], "laid": r["laid"]} for n, r in old.items()}))
    mine = {"run": notebook("1 + 1", outputs=("2",)), "changed": notebook("1 + 2")}.get(work, notebook("1 + 1"))
    write(desk / START, mine)
    if work == "protected":
        (desk / START).chmod(stat.S_IREAD)
    give_stills(course, b"first")
    done = copy_course(course, desk)
    assert not done.beside and not set_aside(desk)
    assert done.updated == ([START] if work == "untouched" else [])
    assert ("<img" in shown(desk / START)) == (work == "untouched")
    write(course / START, notebook("newer"))
    done = copy_course(course, desk)
    assert (done.updated, len(done.beside)) == (([START], 0) if work in ("untouched", "run") else ([], 1))


RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{i}" for port in ("com", "lpt") for i in range(10))}


def test_every_name_that_is_handed_out_exists_on_windows_and_macos(tracked: list[Path]) -> None:
    names = [path for path in tracked if path.parts[0] in ("course", "exercises")]
    folded = [path.as_posix().casefold() for path in names]
    assert len(set(folded)) == len(names), "two names differ by capital letters only: on Windows they are one file"
    for path in names:
        for part in path.parts:
            assert part.isascii() and not set(part) & set('<>:"/\\|?*'), f"{path}: Windows or macOS spell it otherwise"
            assert part.rstrip(". ") == part and part.split(".")[0].lower() not in RESERVED, f"{path}: reserved"
        beside = f"{path.with_suffix('')} (new version 2026-11-22, 2){path.suffix}"
        assert len(beside) < 140, f"{path}: with 120 letters of the student's own before it, too long for Windows"
