"""Moodle and Canvas: archives of submissions come in, files of grades go out, with names of every kind."""

import contextlib
import csv
import datetime
import io
import shutil
import zipfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import ExportApp, ZipCollectApp

from tests.tasks import course

pytestmark = [
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

DUE = datetime.datetime(2020, 5, 1, 12)
STUDENTS = (  # id, first and last name, address, id on Canvas; points, None for nothing handed in
    ("ada", "Ada", "Lovelace", "ada@example.org", "101", 6.0),
    ("jm", "Jörg", "Müller-Lüdenscheidt", "JM@example.org", "102", 3.0),
    ("sml", "Robert, Jr.", 'O"Neill', "sml@example.org", "103", None),
    ("evil", "=HYPERLINK(1)", "+Evil", "evil@example.org", "104", 1.5),
    ("twin1", "Kim", "Lee", "kim1@example.org", "105", 2.0),
    ("twin2", "Kim", "Lee", "kim2@example.org", "106", 4.0),
)
WORKSHEET = "\ufeff" + '''Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 9001","Ada Lovelace",ada@example.org,"Submitted for grading",,"100.00",Yes,"Friday, 1 May 2020, 11:00 AM",-,
"Participant 9002","Jörg Müller-Lüdenscheidt",jm@example.org,"Submitted for grading",,"100.00",Yes,"Friday, 1 May 2020, 11:00 AM",-,"said ""well"",
done"
"Participant 9003","Robert, Jr. O""Neill",sml@example.org,"No submission",,"100.00",Yes,-,-,
"Participant 9004","=HYPERLINK(1) +Evil",evil@example.org,"Submitted for grading",,"100.00",Yes,-,-,
"Participant 9005","Kim Lee",kim1@example.org,"Submitted for grading",,"100.00",Yes,-,-,
"Participant 9006","Kim Lee",kim2@example.org,"Submitted for grading",55.00,"100.00",Yes,-,-,
"Participant 9009","Guest Auditor",guest@example.org,"No submission",,"100.00",Yes,-,-,
'''  # fmt: skip # noqa: E501
CANVAS = '''Student,ID,SIS User ID,SIS Login ID,Section,statics (777),Quiz (778),Current Score
    Points Possible,,,,,12,5,(read only)
"Lovelace, Ada",101,s1,ada,"Maths, A",,4,80
"Müller-Lüdenscheidt, Jörg",102,s2,jm,"Maths, A",,5,90
"O""Neill, Robert, Jr.",103,s3,sml,B,,,
"Student, Test",999,,abc,B,,,
'''  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with one assignment of six points that is over, and its released notebook."""
    root = tmp_path_factory.mktemp("platforms") / "course"
    (root / "exercises" / "statics").mkdir(parents=True)
    (root / "exercises" / "statics" / "rod.ipynb").write_text("{}")
    shutil.copy(course.CHECKOUT / "nbgrader_config.py", root)
    course.nbgrader_of(root)
    with Gradebook(f"sqlite:///{root / 'workspace/grading/gradebook.db'}", "mechanics") as book:
        book.add_assignment("statics", duedate=DUE)
        book.add_notebook("rod", "statics")
        book.add_grade_cell("check", "rod", "statics", max_score=6, cell_type="code")
        for student, first, last, email, number, points in STUDENTS:
            book.add_student(student, first_name=first, last_name=last, email=email, lms_user_id=number)
            if points is not None:
                book.add_submission("statics", student, timestamp=DUE)
                grade = book.find_grade("check", "rod", "statics", student)
                grade.auto_score, grade.needs_manual_grade = points, False
        book.db.commit()
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "course"))


def run(application: type, root: Path, *words: str) -> None:
    """A command of nbgrader, in the folder of the course."""
    with contextlib.chdir(root):
        app = application()
        app.initialize(list(words))
        app.log.propagate = True
        app.start()


def export(root: Path, kind: str, *words: str) -> None:
    run(ExportApp, root, f"--exporter=mechanics.grading.exports.{kind}", *words)


def table(path: Path) -> list[dict[str, str]]:
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def archive(root: Path) -> Path:
    folder = root / "workspace/grading/downloaded/statics/archive"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def zipped(path: Path, *names: str) -> None:
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            file.writestr(name, name)


def collected(root: Path) -> dict[str, str]:
    found = (root / "workspace/grading/submitted").glob("*/statics/*")
    return {f"{path.parent.parent.name}/{path.name}": path.read_text() for path in sorted(found)}


def test_moodle_folders_with_a_worksheet_are_collected(root):
    names = (
        "Ada Lovelace_9001_assignsubmission_file_/rod.ipynb",
        "Jörg Müller-Lüdenscheidt_9002_assignsubmission_file/mine/rod.ipynb",
        "Kim Lee_9005_assignsubmission_file_/rod.ipynb",
        "Kim Lee_9006_assignsubmission_file_/rod (1).ipynb",
        "Kim Lee_9006_assignsubmission_onlinetext_/onlinetext.html",
    )
    zipped(archive(root) / "Mechanics-statics-42.zip", *names)
    (archive(root) / "Grades-Mechanics-statics-42.csv").write_text(WORKSHEET, encoding="utf-8")
    run(ZipCollectApp, root, "statics", "--collector=mechanics.grading.collectors.MoodleCollector")
    assert collected(root) == {
        "ada/rod.ipynb": names[0],
        "jm/rod.ipynb": names[1],
        "twin1/rod.ipynb": names[2],
        "twin2/rod.ipynb": names[3],
    }


def test_moodle_files_in_one_folder_are_found_by_name_and_who_cannot_be_told_is_said(root, capsys):
    zipped(
        archive(root) / "all.zip",
        "Ada Lovelace_9001_assignsubmission_file_rod.ipynb",
        "Kim Lee_9005_assignsubmission_file_rod.ipynb",
        "Guest Auditor_9009_assignsubmission_file_rod.ipynb",
    )
    run(ZipCollectApp, root, "statics", "--collector=mechanics.grading.collectors.MoodleCollector")
    assert list(collected(root)) == ["ada/rod.ipynb"]
    said = [line for line in capsys.readouterr().err.splitlines() if "ERROR" in line]
    assert len(said) == 2 and "There is no student Guest Auditor (9009) in the gradebook" in said[0] + said[1]


def test_canvas_files_are_collected_late_ones_named_and_a_second_one_does_not_stop_the_class(root, caplog):
    names = (
        "lovelaceada_101_5001_rod.ipynb",
        "mllerldenscheidtjrg_LATE_102_5002_rod-1.ipynb",
        "oneillrobertjr_103_5003_rod.ipynb",
        "oneillrobertjr_103_5004_rod.ipynb",
        "oneillrobertjr_103_5005_my_own_notes.ipynb",
    )
    zipped(archive(root) / "submissions.zip", *names)
    run(ZipCollectApp, root, "statics", "--collector=mechanics.grading.collectors.CanvasCollector")
    assert collected(root) == {
        "ada/rod.ipynb": names[0],
        "jm/rod.ipynb": names[1],
        "sml/my_own_notes.ipynb": names[4],
        "sml/rod.ipynb": names[2],
    }
    assert "jm handed in late, says the platform" in caplog.text and "sml: rod.ipynb is there twice" in caplog.text


def test_the_worksheet_of_moodle_comes_back_with_grades_and_is_otherwise_the_same(root, caplog):
    (archive(root) / "Grades.csv").write_text(WORKSHEET, encoding="utf-8")
    export(root, "MoodleWorksheet", "--assignment=statics")
    before = list(csv.DictReader(io.StringIO(WORKSHEET.removeprefix("\ufeff"))))
    after = table(root / "workspace/grading/moodle-statics.csv")
    assert [row["Grade"] for row in after] == ["100.00", "50.00", "0.00", "25.00", "33.33", "66.67", ""]
    names = {"Grade": "", "Full name": ""}
    assert [row | names for row in after] == [row | names for row in before]
    assert after[3]["Full name"] == "'=HYPERLINK(1) +Evil", "a spreadsheet must not run it"
    assert "In Grades.csv, but not in the gradebook: Guest Auditor" in caplog.text


def test_a_worksheet_in_german_needs_the_names_of_its_columns_and_keeps_its_commas(root, capsys):
    sheet = root / "Bewertungen.csv"
    sheet.write_text(
        'ID,"Vollständiger Name",E-Mail-Adresse,Bewertung,"Beste Bewertung"\n'
        '"Teilnehmer/in9001","Ada Lovelace",ada@example.org,,"10,00"\n',
        encoding="utf-8",
    )
    here = (f"--MoodleWorksheet.worksheet={sheet}", "--assignment=statics")
    with pytest.raises(SystemExit):
        export(root, "MoodleWorksheet", *here)
    german = {"identifier": "ID", "full_name": "Vollständiger Name", "email": "E-Mail-Adresse", "grade": "Bewertung",
              "maximum": "Beste Bewertung"}  # fmt: skip
    export(root, "MoodleWorksheet", *here, *(f"--MoodleWorksheet.{name}={value}" for name, value in german.items()))
    assert [row["Bewertung"] for row in table(root / "workspace/grading/moodle-statics.csv")] == ["10,00"]


def test_a_file_for_moodles_grade_import(root):
    export(root, "Moodle")
    rows = {row["ID number"]: row for row in table(root / "workspace/grading/moodle.csv")}
    assert rows["jm"] == {
        "First name": "Jörg",
        "Last name": "Müller-Lüdenscheidt",
        "ID number": "jm",
        "Email address": "JM@example.org",
        "statics": "3.00",
        "Course total (%)": "50.00",
    }
    assert rows["sml"]["Last name"] == 'O"Neill' and rows["sml"]["statics"] == "0.00"
    assert rows["evil"]["First name"] == "'=HYPERLINK(1)" and rows["evil"]["Last name"] == "'+Evil"


def test_the_gradebook_of_canvas_comes_back_filled_in(root, caplog):
    (root / "canvas-export.csv").write_text(CANVAS, encoding="utf-8")
    (root / "workspace/grading/semester.toml").write_text("[excused]\nstatics = ['sml']\n")
    export(root, "Canvas", f"--Canvas.gradebook_file={root / 'canvas-export.csv'}")
    before, after = list(csv.DictReader(io.StringIO(CANVAS))), table(root / "workspace/grading/canvas.csv")
    column = "statics (777)"
    assert [row[column] for row in after] == ["12", "12.00", "6.00", "EX", ""], "of 12 points instead of 6"
    assert [row | {column: ""} for row in after] == [row | {column: ""} for row in before]
    assert "In canvas-export.csv, but not in the gradebook: Student, Test" in caplog.text
    assert "In the gradebook, but not in canvas-export.csv: twin1" in caplog.text


def test_without_a_file_of_canvas_a_new_one_has_the_header_that_it_asks_for(root):
    export(root, "Canvas", "--student=ada", "--student=evil")
    with open(root / "workspace/grading/canvas.csv", newline="", encoding="utf-8") as file:
        assert list(csv.reader(file)) == [
            ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "statics"],
            ["    Points Possible", "", "", "", "", "6"],
            ["'+Evil, =HYPERLINK(1)", "104", "", "evil", "", "1.50"],
            ["Lovelace, Ada", "101", "", "ada", "", "6.00"],
        ]


def test_what_waits_for_a_person_stays_empty_and_is_named(root, caplog):
    with Gradebook(f"sqlite:///{root / 'workspace/grading/gradebook.db'}", "mechanics") as book:
        book.find_grade("check", "rod", "statics", "ada").needs_manual_grade = True
        book.db.commit()
    export(root, "Moodle")
    rows = {row["ID number"]: row for row in table(root / "workspace/grading/moodle.csv")}
    assert rows["ada"]["statics"] == "" and "ada: statics waits for a person and stays empty." in caplog.text


def test_totals_and_a_destination_of_ones_own(root, tmp_path):
    export(root, "Totals", f"--to={tmp_path / 'mine.csv'}")
    rows = {row["student"]: row for row in table(tmp_path / "mine.csv")}
    assert rows["ada"]["total"] == "100.0" and rows["sml"]["note"] == "nothing handed in: statics"


@pytest.mark.parametrize(
    ("kind", "words", "sentence"),
    [
        ("MoodleWorksheet", ["--assignment=statics"], "found 0. Name it: --MoodleWorksheet.worksheet=FILE"),
        ("MoodleWorksheet", ["--MoodleWorksheet.worksheet=none.csv", "--assignment=statics"], "cannot be read"),
        (
            "Moodle",
            ["--assignment=statik"],
            "There is no assignment 'statik' in the gradebook. There are: statics.",
        ),
        ("Canvas", ["--student=nobody"], "found none of those asked for"),
    ],
)
def test_what_is_wrong_is_one_sentence(root, caplog, kind, words, sentence):
    with pytest.raises(SystemExit):
        export(root, kind, *words)
    assert sentence in caplog.text
