"""Folders of any nbgrader course: names, structure, gradebook and what is ignored follow from its configuration."""

import pytest

from mechanics.grading.assignment import files_in
from mechanics.grading.layout import Layout
from mechanics.grading.settings import Settings

ORDERS = (
    "{nbgrader_step}/{student_id}/{assignment_id}",
    "{nbgrader_step}/{assignment_id}/{student_id}",
    "{assignment_id}/{nbgrader_step}/{student_id}",
)


@pytest.mark.parametrize("structure", ORDERS)
def test_assignments_and_students_are_found_in_any_order_of_folders(tmp_path, structure):
    layout = Layout.at(tmp_path, directory_structure=structure, source_directory="teacher", submitted_directory="in")
    folders = layout.of("ps.1")
    for folder in (folders.source, folders.submitted("ada"), folders.submitted("b. o'b"), layout.of("ps-1").source):
        folder.mkdir(parents=True)
    assert layout.assignments() == ["ps-1", "ps.1"]
    assert folders.students() == ["ada", "b. o'b"]
    assert folders.source.is_relative_to(tmp_path) and "teacher" in folders.source.parts


@pytest.mark.parametrize(
    ("line", "grading"),
    [
        ("", "grading"),
        ("c.CourseDirectory.db_url = 'sqlite:///books/gradebook.db'", "grading"),
        ("c.CourseDirectory.db_url = 'postgresql://somewhere/course'", "grading"),
        (
            "c.CourseDirectory.db_url = 'postgresql:///course'\nc.CourseDirectory.submitted_directory='class/in'",
            "class",
        ),
        (
            "c.CourseDirectory.db_url = 'sqlite:///class/gradebook.db'\nc.CourseDirectory.submitted_directory='class/in'",
            "class",
        ),
    ],
)
def test_our_own_data_is_where_gradebook_and_submissions_are_or_in_grading(tmp_path, line, grading):
    (tmp_path / "nbgrader_config.py").write_text(f"c = get_config()\n{line}\n")
    assert Settings(tmp_path).grading == tmp_path / grading


def test_a_course_without_a_file_of_settings_has_the_folders_of_nbgrader(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"Expected nbgrader_config\.py"):
        Settings(tmp_path)
    (tmp_path / "source" / "ps1").mkdir(parents=True)
    settings = Settings(tmp_path)
    assert settings.layout.assignments() == ["ps1"]
    assert settings.gradebook == (f"sqlite:///{tmp_path / 'gradebook.db'}", "")


def test_settings_are_found_where_jupyter_has_them_and_may_name_another_folder(tmp_path, monkeypatch):
    home, course = tmp_path / "jupyter", tmp_path / "course"
    home.mkdir(), course.mkdir()
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(home))
    (home / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.root = {str(course)!r}\nc.CourseDirectory.source_directory = 'a'\n"
    )
    (course / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'physics'\n")
    (course / "a" / "ps1").mkdir(parents=True)
    settings = Settings(tmp_path)
    assert settings.layout.assignments() == ["ps1"]
    assert settings.gradebook == (f"sqlite:///{course / 'gradebook.db'}", "physics")


def test_a_relative_root_counts_from_the_file_that_names_it(tmp_path):
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.root = 'inner'\n")
    assert Settings(tmp_path).layout.of("ps1").source == tmp_path / "inner" / "source" / "ps1"


def test_files_of_an_assignment_are_those_that_nbgrader_copies(tmp_path):
    for name in ("a.ipynb", "helper.py", "data/x.csv", "data/deep/y.csv", "notes.md", "private/key.txt", ".secret",
                 ".ipynb_checkpoints/a-checkpoint.ipynb", "data/extra.ipynb"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    found = files_in(tmp_path, ["*.md", "private"])
    assert list(found) == ["a.ipynb", "data/deep/y.csv", "data/x.csv", "helper.py"]
