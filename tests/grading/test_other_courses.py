"""Courses of others, unchanged but for two lines: the same marks as nbgrader gives, by both commands."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from mechanics import cli

from .other_courses import CONFIGURE, PROGRAMMING, PS1, STATISTICS, Other, nbgrader, quickstart, rows, scores

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    pytest.mark.slow,
    pytest.mark.timeout(1600),
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
]


class Compared:
    """A course that was graded three times, each time in a copy of its folder."""

    def __init__(self, other: Other, folder: Path):
        self.other = other
        root = quickstart(folder) if other is PS1 else folder / "course"
        if other is not PS1:
            other.write(root)
        said = nbgrader(root, "generate_assignment", other.assignment)
        assert (root / other.release.format(other.assignment)).is_dir(), said
        other.hand_in(root)
        self.places = {way: Path(shutil.copytree(root, folder / way)) for way in ("stock", "nbgrader", "mechanics")}
        self.said = {"stock": nbgrader(self.places["stock"], "autograde", other.assignment)}
        for way in ("nbgrader", "mechanics"):
            with open(self.places[way] / "nbgrader_config.py", "a", encoding="utf-8") as file:
                file.write(CONFIGURE)
        self.said["nbgrader"] = nbgrader(self.places["nbgrader"], "autograde", other.assignment)
        self.code = cli.main(["grade", other.assignment, "--course", str(self.places["mechanics"]), "--jobs", "2"])

    def rows(self, way: str) -> dict[tuple[str, str, str], Any]:
        return rows(self.places[way] / self.other.gradebook)


@pytest.fixture(scope="module", params=[PS1, STATISTICS, PROGRAMMING], ids=["quickstart", "statistics", "objects"])
def compared(request, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    return Compared(request.param, tmp_path_factory.mktemp("courses"))


@pytest.mark.parametrize("way", ["nbgrader", "mechanics"])
def test_honest_submissions_get_the_marks_that_nbgrader_gives(compared, way):
    stock, ours = compared.rows("stock"), compared.rows(way)
    print(f"{'student':20} {'stock':>7} {way:>9}")
    ours_of = scores(ours)
    for student, points in scores(stock).items():
        print(f"{student:20} {points:7g} {ours_of.get(student, float('nan')):9g}")
    assert stock.keys() == ours.keys(), compared.said
    different = {key: (stock[key], ours[key]) for key in stock if stock[key] != ours[key]}
    assert not different, f"(student, notebook, cell): (stock, {way}): {different}"


def test_everybody_is_graded_and_the_right_ones_have_all_points(compared):
    found = scores(compared.rows("mechanics"))
    assert found.keys() == compared.other.submissions.keys()
    assert max(found.values()) == found["right"] > found["untouched"]
