"""Every write may fail, or be the last: no mark is lost, none is doubled, and the same command goes on."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.sandbox import boundary

from .failing_writes import KILLED, KINDS, Ended, FailingWrites, chosen
from .small_class import ASSIGNMENT, SmallClass

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="no C compiler on this machine"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
COMMANDS = ("grade", "grade again", "analysis")


class Faults:
    """A class, what a command leaves of it, and the same command with faults.

    Parameters
    ----------
    place : an existing folder
    students : how many
    """

    def __init__(self, place: Path, students: int):
        self.small = SmallClass(place / "class", students, ("first",))
        self.before = place / "before"
        self.failing = FailingWrites(place, self.small.grading)
        self._keep("grade")
        assert self.run("grade").code == 0
        for number, folder in enumerate(sorted((self.small.grading / "submitted").iterdir())):
            if number % 3 == 0:
                (folder / ASSIGNMENT / "first.ipynb").write_bytes(b"a new one of number %d" % number)
        (self.small.root / "solutions" / ASSIGNMENT / "key.json").write_text('{"changed": 1}')
        self._keep("grade again")
        assert self.run("grade again").code == 0
        self._keep("analysis")
        self.counts: dict[str, dict[str, int]] = {}

    def close(self) -> None:
        self.failing.__exit__()

    def run(self, what: str, **fault: Any) -> Ended:
        command, _, again = what.partition(" ")
        words = [command, ASSIGNMENT, "--course", str(self.small.root)]
        more = ["--jobs", "2", *["--apply"] * bool(again)] if command == "grade" else []
        return self.failing.run(*words, *more, drawn=again, **fault)

    def reset(self, what: str) -> None:
        """Back to what it was before the command."""
        shutil.rmtree(self.small.grading)
        shutil.copytree(self.before / what, self.small.grading)

    def outcome(self) -> dict[str, Any]:
        """Gradebook, pages, tables, records: all that is not as it was before."""
        grading = self.small.grading
        # not the list of marks that a run has changed: those that an earlier one has entered are not in it
        tables = {path.name: path.read_bytes() for path in sorted(grading.glob("[!r]*.csv"))}
        tables |= {path.name: path.read_bytes() for path in sorted(grading.glob("*.ipynb"))}
        records = {path.name: json.loads(path.read_text()) for path in sorted((grading / "records").rglob("*.json"))}
        kept = sorted(path.name for path in (grading / "results").rglob("*.json"))
        return self.small.outcome() | {"tables": tables, "records": records, "results": kept}

    def _keep(self, what: str) -> None:
        shutil.rmtree(self.before / what, ignore_errors=True)
        shutil.copytree(self.small.grading, self.before / what)

    def try_all(self, number: int) -> None:
        """So many faults, evenly among commands, kinds of faults, and kinds of writes."""
        for what in COMMANDS:
            share = number // (len(COMMANDS) * len(KINDS)) or 1
            self.reset(what)
            undisturbed = self.run(what)
            assert undisturbed.code == 0, undisturbed.told
            expected = self.outcome()
            self.reset(what)
            before = self.small.outcome()["grades"]
            for kind in KINDS:
                for position in chosen(undisturbed.writes, share):
                    self.reset(what)
                    write = f"{what}: {kind} at write {position}, {undisturbed.writes[position - 1]}"
                    self.try_one(what, kind, position, write, before, expected, undisturbed.code)

    def try_one(
        self, what: str, kind: str, position: int, write: str, before: Any, expected: dict[str, Any], code: int
    ) -> None:
        """One fault, and then the same command once more."""
        ended = self.run(what, kind=kind, number=position)
        allowed = {KILLED} if kind == "killed" else {2, code}
        assert ended.code in allowed, f"{write}: exit code {ended.code}\n{ended.told}"
        assert "Traceback" not in ended.told, f"{write}:\n{ended.told}"
        if ended.code == 2:
            assert sum(line.startswith("mechanics: ") for line in ended.told.splitlines()) == 1, (write, ended.told)
        self.refuse_wrong_marks(write, before, expected["grades"])
        again = self.run(what)
        assert again.code == code, f"{write}: the next run ends with {again.code}\n{again.told}"
        found = self.outcome()
        for part, value in expected.items():
            assert found[part] == value, f"{write}: {part} differ from those of an undisturbed run"
        left = [path.name for path in self.small.grading.rglob("*") if path.suffix in (".part", ".db-journal")]
        assert not left, f"{write}: left behind: {left}"
        row = self.counts.setdefault(what, {})
        row[kind] = row.get(kind, 0) + 1

    def refuse_wrong_marks(self, write: str, before: Any, expected: Any) -> None:
        """After the fault each mark is the earlier or the later one, each student once, and manual marks are there."""
        rows = self.small.outcome()["grades"]
        keys = [row[:3] for row in rows]
        assert len(keys) == len(set(keys)), f"{write}: a mark is there twice"
        assert {row[:3] for row in before} <= set(keys), f"{write}: a mark is lost"
        odd = [row for row in rows if row not in before and row not in expected]
        assert not odd, f"{write}: marks that are neither the earlier nor the later ones: {odd}"


@pytest.fixture
def faults(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Faults]:
    found = Faults(tmp_path, request.param)
    yield found
    found.close()


@pytest.mark.parametrize("faults", [4], indirect=True)
def test_a_dozen_faults(faults):
    faults.try_all(12)
    assert sum(sum(row.values()) for row in faults.counts.values()) == 12


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("faults", [20], indirect=True)
def test_two_hundred_faults_in_a_class_of_twenty(faults):
    faults.try_all(216)  # the analysis has fewer writes than its share
    assert sum(sum(row.values()) for row in faults.counts.values()) >= 200
    print(faults.counts)
