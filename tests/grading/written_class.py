"""A class whose written answers wait for people: texts, a pasted sketch, a photo as a file, one that is late."""

import base64
import io
import json
from pathlib import Path

from PIL import Image

from mechanics.grading.attachments import time_of
from mechanics.grading.gradebook import Book, Graded
from mechanics.grading.grades import Grade, Mark
from mechanics.grading.pages import answers_of, autograded
from mechanics.grading.settings import Settings
from mechanics.grading.tasks import Task, tasks_of

from .box_class import BOX, Class, handed, released

WHY = f"{BOX}/why"
ITEMS = [{"text": "Names the law", "points": 2, "was": None}, {"text": "Says $f = m\\,a$", "points": 1, "was": None}]
ANSWERS = {
    "ada": "Because f = m a.",
    "bob": "because  F = m a",
    "cyd": "Because f = m a",
    "dan": "No idea. <script>alert(1)</script> [x](javascript:alert(1))",
    "eve": "YOUR ANSWER HERE",
    "fay": "![sketch](attachment:sketch.png) ![bad](attachment:bad.png)",
    "hal": "See photo.",
    "late": "Because f = m a.",
}


def picture(kind: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(buffer, kind)
    return buffer.getvalue()


def submission(student: str) -> bytes:
    content = handed(why=ANSWERS[student])
    if student != "fay":
        return content
    notebook = json.loads(content)
    harmful = base64.b64encode(b"<svg onload='alert(1)'/>").decode()
    notebook["cells"][-1]["attachments"] = {
        "sketch.png": {"image/png": base64.b64encode(picture()).decode()},
        "bad.png": {"image/svg+xml": harmful},
    }
    return json.dumps(notebook).encode()


def written_class(root: Path) -> Class:
    """Checks are judged, texts are not; nothing was run for it."""
    box = Class(released(root))
    with box.api.gradebook as book:
        book.update_or_create_assignment(BOX, duedate="2020-05-01 12:00:00 UTC")
        book.add_student("ada", last_name="Lovelace", first_name="Ada")
    task, settings = tasks_of(box.root / "solutions" / BOX)[0], Settings(box.root)
    marks = tuple(Mark(check.id, check.points, check.points, "right") for check in task.checks.values())
    with box.api.gradebook as gradebook:
        book = Book(gradebook, BOX, settings.penalty)
        for student in ANSWERS:
            hand_in(box, student)
            enter(box, book, task, student, Grade(BOX, marks))
    return box


def hand_in(box: Class, student: str) -> None:
    folder = box.submit(student, submission(student))
    if student == "hal":
        (folder / "photo.JPG").write_bytes(picture("JPEG"))
    if student == "late":
        (folder / "timestamp.txt").write_text("2020-05-03 00:00:00 UTC")


def enter(box: Class, book: Book, task: Task, student: str, grade: Grade) -> None:
    """As `mechanics grade` does, without running anything."""
    content, folder = submission(student), box.grading / "submitted" / student / BOX
    book.enter(Graded(student, [grade], {BOX: answers_of(task, content)}, handed_in=time_of(folder).at))
    page = box.grading / "autograded" / student / BOX / f"{BOX}.ipynb"
    page.parent.mkdir(parents=True)
    page.write_text(autograded(task, content, grade), encoding="utf-8")
