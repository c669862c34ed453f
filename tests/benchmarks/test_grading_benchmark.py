"""The comparison of graders: honest submissions of three kinds, and no figure where the points differ."""

import json

import pytest

from benchmarks import grading
from benchmarks.grading_class import ASSIGNMENT, HALF, RIGHT, SLIP, TASKS, Course, answers_of
from tests.tasks import course

ONE_CORE, ALL_CORES = grading.ONE, grading.ALL


@pytest.mark.parametrize("task", [*(pytest.param(task, marks=pytest.mark.slow) for task in TASKS[:-1]), TASKS[-1]])
def test_submissions_are_right_or_wrong_as_they_are_called(task):
    points = {kind: course.grade(task, answers_of(task, kind))[0] for kind in (RIGHT, SLIP, HALF)}
    most = course.points(task)
    assert points[RIGHT] == most, f"{task}: the right answers earn {points[RIGHT]} of {most}"
    for kind in (SLIP, HALF):
        assert 0 < points[kind] < most, f"{task}, {kind}: {points[kind]} points of {most}"


def test_no_two_submissions_are_the_same_file(tmp_path, monkeypatch):
    monkeypatch.setattr(Course, "command", _copy_release)
    Course.ours(tmp_path / "course").prepare(4)
    found = sorted(tmp_path.rglob("submitted/*/*/ball-on-beam.ipynb"))
    contents = {path.read_bytes() for path in found}
    assert len(found) == len(contents) == 4, "a grader that knows a file already would not run it"


def _copy_release(self: Course, *words: str) -> float:
    assert words == ("nbgrader", "generate_assignment", ASSIGNMENT)
    for task in TASKS:
        target = self.root / "exercises" / ASSIGNMENT / f"{task}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(course.read(course.release(task))), encoding="utf-8")
    return 0.0


def test_no_figure_where_the_graders_disagree(tmp_path, monkeypatch):
    monkeypatch.setattr(Course, "prepare", lambda *_: None)
    monkeypatch.setattr(Course, "command", lambda *_, **__: 1.0)
    monkeypatch.setattr(Course, "scores", lambda self: {("ada", "box"): float(self.root.name == "ours")})
    with pytest.raises(AssertionError, match=r"ada, box: 1\.0 points, by nbgrader 0\.0"):
        grading._both(tmp_path, 1, 1, None)


def test_targets_tell_what_was_measured():
    held = {f"{n} submissions": {"resident memory": n * 1e3} for n in (200, 2000)}
    times = {grading.OURS: 0.5, grading.PEER: 6.0, grading.FLOOR: 0.25}
    rows = grading.targets({"grading": {ONE_CORE: times, ALL_CORES: times}, "grading_memory": held})
    assert rows[0].value == 12 and rows[0].is_met
    assert rows[-1].value == 10 and not rows[-1].is_met, "memory that grows with the class was called flat"
