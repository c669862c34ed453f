"""What a submission uses is measured outside: a busy machine costs nobody a point, and no limit ends in silence."""

import contextlib
import multiprocessing
import os
import time
from collections.abc import Iterator

import pytest

from mechanics.grading.grades import Grade
from mechanics.grading.student import Budget, Student

from .conftest import ANSWERS, cells

BURN = "import time\nend = time.process_time() + 1.5\nwhile time.process_time() < end: pass\n"
DECEIVE = """
import os, resource, signal, time
time.process_time = time.perf_counter = time.monotonic = time.time = lambda: 0.0
resource.getrusage = os.times = lambda *a: 0
signal.signal = signal.setitimer = lambda *a: 0
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True: pass
"""


def _burn() -> None:
    os.setsid()  # Linux may share the processor between sessions, of which all that burns would be one
    while True:
        pass


@contextlib.contextmanager
def stress() -> Iterator[None]:
    """Three processes beside for each core, which never wait."""
    beside = [
        multiprocessing.get_context("spawn").Process(target=_burn, daemon=True) for _ in range(3 * os.cpu_count())
    ]
    for process in beside:
        process.start()
    time.sleep(0.5)  # until all of them run
    try:
        yield
    finally:
        for process in beside:
            process.kill()
            process.join()


@pytest.fixture
def student(fork_server):
    one = Student(fork_server, {}, Budget(2.0, 2.0, 60.0))
    yield one
    one.close()


def test_a_busy_machine_costs_nobody_a_point(graded):
    for _ in range(5):  # how much the others get is for the machine to say
        with stress():
            begin = time.monotonic()
            grade = graded(cells(mass_answer=BURN + ANSWERS["mass-answer"]), cell=2.0)
            took = time.monotonic() - begin
        if took > 2.0:
            break
    assert (grade.points, grade.status) == (7, "graded"), f"{took:.1f} s on the clock: {grade.marks}"
    assert took > 2.0, "it took less than its limit on the clock: this test has not shown anything"
    assert 1.4 < grade.marks[0].seconds < 2.0, "processor time is what is told"


@pytest.mark.parametrize("wait", [
    "import time; time.sleep(1000)",
    "import time\nwhile True: time.sleep(0.02)",
    "import os; os.read(os.pipe()[0], 1)",
    pytest.param("import threading; threading.Event().wait()", marks=pytest.mark.slow),
    pytest.param("import subprocess; subprocess.run(['sleep', '1000'])", marks=pytest.mark.slow),
])  # fmt: skip
def test_who_waits_for_ever_is_ended(student, wait):
    begin = time.monotonic()
    student.run("x = 3")
    student.run(wait)
    assert "did not finish in time" in student.trouble and "wait" in student.trouble
    assert student.cut_short and time.monotonic() - begin < 30
    assert student.value("x", None)["tree"] == 3, "what was right before stays"


@pytest.mark.parametrize("source", [DECEIVE, "import os\nif os.fork() == 0:\n    while True: pass\nos.wait()"])
def test_nobody_gets_more_time_by_deceiving_his_clocks_or_by_a_process_beside(student, source):
    student.run(source)
    assert student.cut_short
    assert 2.0 <= student.spent < 7.0


def test_what_a_cell_has_started_in_the_background_is_charged_to_the_notebook(student):
    student.run("import os\nif os.fork() == 0:\n    while True: pass")
    student.run("import time; time.sleep(1)")
    assert student.spent > 0.2, "of the process beside, which never waited"


@pytest.mark.parametrize(("source", "sentence"), [
    ("import os\nwhile True: os.fork()", "more than 64 processes"),
    pytest.param("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", "more than 64 processes",
                 marks=pytest.mark.slow),
    ("import threading\nwhile True: threading.Thread(target=threading.Event().wait).start()", "more than 64 processes"),
    ("mass = bytearray(8 * 2**30)", "more than 2048 MB of memory"),
    ("while True: pass", "did not finish in time"),
])  # fmt: skip
def test_a_limit_says_which_one_it_was_and_asks_for_a_person(graded, source, sentence):
    grade: Grade = graded(cells(mass_answer=source))
    assert grade.status == "cut short" and sentence in grade.note
    mass = grade.marks[0]
    assert (mass.status, mass.needs_person, mass.points) == ("cut short", True, 0)
    assert sentence in mass.reason, mass.reason
    assert grade.points == 2, "the square needs no mass"
    assert [mark.status for mark in grade.marks] == ["cut short", "right", "cut short"], "the force needs it"


def test_a_notebook_whose_time_is_used_up_is_cut_short_and_waits_for_a_person(graded):
    grade: Grade = graded(cells(square_answer="while True: pass"), cell=5.0, notebook=1.0)
    assert grade.status == "cut short" and "time" in grade.note
    assert [mark.status for mark in grade.marks] == ["right", "cut short", "cut short"]
    assert "used up before this cell was reached" in grade.marks[2].reason
    assert [mark.needs_person for mark in grade.marks] == [False, True, True]


@pytest.mark.slow
def test_a_cell_that_leaves_too_many_processes_behind_costs_itself_and_nothing_later(student):
    student.run("x = 3")
    student.run("import os, time\nfor _ in range(63):\n    if os.fork() == 0: time.sleep(1000)")
    begin = time.monotonic()
    while not student.cut_short and time.monotonic() - begin < 20:  # the supervisor counts now and then
        time.sleep(0.1)
        student.run("y = x + 1")
    assert student.value("y", None)["tree"] == 4
    assert student.cut_short == ["This was stopped: it started more than 64 processes."] * len(student.cut_short)


@pytest.mark.slow
def test_a_function_that_never_returns_says_so_and_asks_for_a_person(graded):
    grade: Grade = graded(cells(square_answer="def square(x):\n    while True: pass"), question=1.0)
    square = grade.marks[1]
    assert (square.status, grade.status) == ("cut short", "cut short") and "did not finish in time" in square.reason
    assert grade.points == 5
