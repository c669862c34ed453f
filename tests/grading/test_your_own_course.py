"""``mechanics new-course``, and the page "Your own course": its commands are run from top to bottom."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mechanics import cli
from mechanics.grading.tasks import tasks_of
from tests.tasks import course

from .other_courses import rows, scores

PAGE = course.CHECKOUT / "docs" / "your-own-course.md"


def test_a_new_course_has_a_task_and_is_not_overwritten(tmp_path, capsys):
    assert cli.main(["new-course", str(tmp_path / "physics")]) == 0
    [task] = tasks_of(tmp_path / "physics" / "source" / "example")
    assert task.maximum == 2 and task.by_hand == {"why": 1}
    assert len((tmp_path / "physics" / "README.md").read_text().splitlines()) <= 11
    assert cli.main(["new-course", str(tmp_path / "physics")]) == 2
    assert "nbgrader_config.py exists" in capsys.readouterr().err


def test_an_empty_course_has_a_folder_for_assignments(tmp_path):
    assert cli.main(["new-course", str(tmp_path), "--empty"]) == 0
    assert not list((tmp_path / "source").iterdir())
    assert cli.main(["grade", "x", "--course", str(tmp_path)]) == 2, "a sentence: there is no assignment x"


def blocks() -> list[str]:
    return re.findall(r"^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands of the page were run."""
    folder = tmp_path_factory.mktemp("own")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(course.CHECKOUT)}
    line = ["bash", "-euxo", "pipefail", "-c", "\n".join(blocks())]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.timeout(1000)
@pytest.mark.usefixtures("isolation")
class TestThePage:
    def test_the_new_course_is_graded(self, place):
        with open(place / "statistics/grading/students-example.csv", newline="", encoding="utf-8") as file:
            points = {line["student"]: float(line["points"]) for line in csv.DictReader(file)}
        assert points == {"ada": 2, "bob": 0}
        assert (place / "statistics/grading/analysis-example.ipynb").is_file()
        assert (place / "statistics/feedback/ada/example/mean.html").is_file()

    def test_the_course_of_nbgrader_is_graded(self, place):
        assert scores(rows(place / "course101/gradebook.db")) == {"bitdiddle": 3}
