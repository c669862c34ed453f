"""Hostile and broken submissions: each gets the grade that its right answers earn, and nothing else happens.

The task gives 1 point for a mass, 2 for a function, 4 for a force that is computed from the mass.
"""

import contextlib
import json
import os
import tempfile
from pathlib import Path

import pytest

from .conftest import ANSWERS, cell, cells, notebook, own

RIGHT = cells()
WINDOWS = json.dumps(json.loads(notebook(RIGHT)), indent=1)
HELP, LEAVE = own("M = rho*l*b*h"), own("import os; os._exit(1)")

# what the student wrote in the first answer cell -> points; a wrong mass costs its point and that of the force
IN_A_CELL = {
    "nothing": ("", 2),
    "an exception": ("1/0", 2),
    "a syntax error": ("mass = = 3", 2),
    "Unicode and a byte that no source may have": ("mass = rho*l*b*h # Größe \u2028 \x00", 2),
    "exit()": ("exit()", 2),
    "sys.exit(0)": ("import sys; sys.exit(0)", 2),
    "os._exit(0)": ("import os; os._exit(0)", 2),
    "os.abort()": ("import os; os.abort()", 2),
    "kill the parent": ("import os, signal; os.kill(os.getppid() or 1, signal.SIGKILL); os._exit(1)", 2),
    "an endless loop": ("while True: pass", 2),
    "a loop that ignores interrupts": (
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass", 2),
    "a loop that swallows everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass", 2),
    "endless recursion": ("def f(): return f()\nf()", 2),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)", 2),
    "8 GB of memory": ("mass = bytearray(8 * 2**30)", 2),
    "memory piece by piece": ("parts = []\nwhile True: parts.append(bytearray(2**24))", 2),
    "a fork bomb": ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", 2),
    "threads without end": (
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()", 2),
    "a large file": ("open('large', 'wb').write(bytes(10**9))\nmass = rho*l*b*h", 2),
    "500 MB of output": ("for _ in range(500): print('x' * 10**6)\nmass = rho*l*b*h", 7),
    "warnings": ("import warnings; warnings.warn('oh'); mass = rho*l*b*h", 7),
    "an object that equals everything": (
        "class Any:\n    def __eq__(self, other): return True\n    def __getattr__(self, n): return self\n"
        "    __sub__ = __mul__ = __rmul__ = lambda self, o: self\nmass = Any()", 2),
    "a symbol that equals everything": (
        "class S(sp.Symbol):\n    def __eq__(self, other): return True\n"
        "    __hash__ = sp.Symbol.__hash__\nmass = S('x')", 2),
    "recursion in __repr__": ("class R:\n    def __repr__(self): return repr(self)\nmass = R()", 2),
    "a list that contains itself": ("mass = []; mass.append(mass)", 2),
    "an endless generator": ("def g():\n    while True: yield 1\nmass = g()", 2),
    "a gigantic integer": ("mass = 10**(10**7)", 2),
    "a gigantic integer as text": ("mass = '9' * 10**7", 2),
    "code in a text": ("mass = '__import__(\"os\").system(\"touch owned\")'", 2),
    "simplify taken away": ("sp.simplify = sp.nsimplify = 0\nmass = rho*l*b*h", 7),
    "checker replaced": ("import mechanics.checks as c\nc.check = c.verify = lambda *a, **k: None\nmass = 0", 2),
    "judge replaced": (
        "import mechanics.checks.judge as j, mechanics.checks.verdict as v\n"
        "j.judge = lambda *a: v.right()\nmass = 0", 2),
    "capture replaced": (
        "import mechanics.grading.sandbox.inside as i\ni.capture = lambda *a: {'type': 'right'}\nmass = 0", 0),
    "answers without a type": (
        "import mechanics.grading.sandbox.inside as i\ni.capture = lambda *a: {'type': {'x': 1}}\nmass = 0", 0),
    "abs taken away": ("import builtins\nbuiltins.abs = lambda x: 0\nmass = rho*l*b*h", 7),
    "float taken away": ("import builtins\nbuiltins.float = int\nmass = 0", None),
    "import hook": (
        "import sys\nclass H:\n    def find_spec(self, *a): raise RuntimeError\n"
        "sys.meta_path.insert(0, H())\nmass = rho*l*b*h", 7),
    "exec hook": ("import sys\nsys.settrace(lambda *a: (_ for _ in ()).throw(SystemExit))\nmass = 0", None),
    "an IPython hook": ("get_ipython().events.register('post_run_cell', lambda r: None)\nmass = rho*l*b*h", 7),
    "a shell line": ("!touch owned\nmass = rho*l*b*h", 7),
    "hidden tests looked for in memory": (
        "import gc\nfound = [o for o in gc.get_objects() if isinstance(o, str) and 'verify(\"box/mass\"' in o]\n"
        "assert found", 2),
    "talk on the wire": (
        "import os\nfor fd in range(3, 20):\n"
        "    try: os.write(fd, b'\\xff\\xff\\xff\\xff' * 10)\n    except OSError: pass", None),
    "wire closed": ("import os; os.closerange(3, 20)\nmass = rho*l*b*h", 2),
    "wire flooded": (
        "import os, struct\nfor fd in range(3, 20):\n    try: os.write(fd, struct.pack('<I', 2**31) + b'x')\n"
        "    except OSError: pass", None),
}  # fmt: skip


@pytest.mark.parametrize("what", IN_A_CELL)
def test_one_answer_costs_its_own_points_and_those_that_depend_on_it(what, graded):
    source, points = IN_A_CELL[what]
    grade = graded(cells(mass_answer=source))
    assert grade.maximum == 7
    if points is None:  # whoever breaks his own Python may lose everything, but gains nothing
        assert grade.points <= 2
    else:
        assert grade.points == points, [mark for mark in grade.marks if mark.reason]
    assert all(mark.reason for mark in grade.marks if mark.points < mark.maximum), (
        "a lost point without a reason"
    )


FUNCTIONS = {
    "by hand": ("def square(x):\n    return x*x", 2),
    "exits": ("def square(x):\n    raise SystemExit", 0),
    "ends the process": ("import os\ndef square(x):\n    os._exit(0)", 0),
    "never returns": ("def square(x):\n    while True: pass", 0),
    "tells calls apart": ("square = iter([1.0, 4.0]).__next__", 0),
    "looks into its caller": (
        "import sys\ndef square(x):\n    f = sys._getframe()\n    names = set()\n    while f:\n"
        "        names |= set(f.f_locals) | set(f.f_globals)\n        f = f.f_back\n"
        "    return x**2 if 'reference' in names or 'key' in names else 0.0", 0),
    "remembers what it was asked": ("seen = []\ndef square(x):\n    seen.append(x)\n    return len(seen)", 0),
    "returns an odd object": (
        "class Y(float):\n    def __eq__(self, o): return True\ndef square(x):\n    return Y(1.0)", 0),
    "prints a lot": ("def square(x):\n    print('x' * 10**7)\n    return x**2", 2),
}  # fmt: skip


@pytest.mark.parametrize("what", FUNCTIONS)
def test_functions_are_called_inside_with_inputs_that_nobody_can_foresee(what, graded):
    source, points = FUNCTIONS[what]
    grade = graded(cells(square_answer=source))
    marks = {mark.check: mark.points for mark in grade.marks}
    assert marks == {"mass-check": 1, "square-check": points, "force-check": 4}


NOTEBOOKS = {
    "as it should be": (notebook(RIGHT), 7, "graded"),
    "no file": (None, 0, "missing"),
    "an empty file": (b"", 0, "unreadable"),
    "cut off": (notebook(RIGHT)[:-40], 0, "unreadable"),
    "no notebook": (b"%PDF-1.4 homework", 0, "unreadable"),
    "a list": (b"[1, 2]", 0, "unreadable"),
    "nested without end": (b"[" * 100_000, 0, "unreadable"),
    "no cells": (notebook([]), 0, "graded"),
    "cells that are none": (b'{"cells": [1, null, {}, {"cell_type": 3}]}', 0, "graded"),
    "test cells deleted": (notebook([c for c in RIGHT if not c["id"].endswith("check")]), 7, "graded"),
    "locked cells deleted": (notebook([c for c in RIGHT if c["id"] != "tools"]), 7, "graded"),
    "test cells rewritten": (notebook(cells(mass_check="print('passed')", mass_answer="mass = 1")), 2, "graded"),
    "tests as text cells": (notebook([c | {"cell_type": "markdown"} if "check" in c["id"] else c for c in RIGHT]), 7,
                            "graded"),
    "answers as text cells": (notebook([c | {"cell_type": "raw"} if "answer" in c["id"] else c for c in RIGHT]), 7,
                              "graded"),
    "an answer copied": (notebook([RIGHT[0], RIGHT[1], RIGHT[1], *RIGHT[2:]]), 7, "graded"),
    "a test copied": (notebook([*RIGHT, RIGHT[2], RIGHT[4]]), 7, "graded"),
    "everything twice": (notebook(RIGHT + RIGHT), 7, "graded"),
    "backwards": (notebook(RIGHT[::-1]), 7, "graded"),
    "marks lost": (notebook([c | {"metadata": {}} for c in RIGHT]), 7, "graded"),
    "marks of another kind": (notebook([c | {"metadata": {"nbgrader": "yes"}} for c in RIGHT]), 7, "graded"),
    "points raised": (notebook([*RIGHT[:2], cell("mass-check", "pass") | {"points": 100}, *RIGHT[3:]]), 7, "graded"),
    "another kernel": (notebook(RIGHT, kernelspec={"name": "ir"}), 7, "graded"),
    "a Windows file": (b"\xef\xbb\xbf" + WINDOWS.replace("\n", "\r\n").encode(), 7, "graded"),
    "bytes that are no text": (notebook([*RIGHT, own("#")]).replace(b'"#"', b'"# \xff\xfe"'), 7, "graded"),
    "an own cell that fails": (notebook([RIGHT[0], own("raise RuntimeError"), *RIGHT[1:]]), 7, "graded"),
    "an own cell that helps": (notebook([RIGHT[0], HELP, cell("mass-answer", "mass = M"), *RIGHT[2:]]), 7, "graded"),
    "an own cell that ends the process": (notebook([*RIGHT[:5], LEAVE, *RIGHT[5:]]), 7, "cut short"),
    "source as lines": (notebook([c | {"source": c["source"].splitlines(True)} for c in RIGHT]), 7, "graded"),
    "source that is a number": (notebook([*RIGHT, own("") | {"source": 7}]), 7, "graded"),
    "outputs of a page": (notebook([c | {"outputs": [{"output_type": "display_data",
                          "data": {"text/html": "<script>alert(1)</script>"}}]} for c in RIGHT]), 7, "graded"),
}  # fmt: skip


@pytest.mark.parametrize("what", NOTEBOOKS)
def test_a_broken_notebook_gets_its_true_grade(what, graded):
    submission, points, status = NOTEBOOKS[what]
    grade = graded(submission)
    assert (grade.points, grade.status) == (points, status), grade.marks
    assert bool(grade.note) == (status != "graded"), "whoever is graded otherwise is told why"


def strangers() -> set[str]:
    """Processes in another process namespace than ours."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.readlink(process / "ns/pid") != os.readlink("/proc/self/ns/pid"):
                found.add(process.name)
    return found


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess\nsubprocess.Popen(['sleep', '97'])",
        "import os\nif os.fork() == 0:\n    while True: pass",
        "import os\nif os.fork() == 0:\n    os.setsid()\n    while True: pass",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "import threading\ndef f():\n    while True: pass\nthreading.Thread(target=f).start()",
    ],
)
def test_what_outlives_its_cell_is_ended_with_the_room(graded, source):
    before = strangers()
    assert graded(cells(mass_answer=f"mass = rho*l*b*h\n{source}")).points >= 2
    assert not strangers() - before, "a process has outlived its room"


def test_the_time_of_a_notebook_is_limited(graded):
    slow = "import time; time.sleep(2)\n"
    grade = graded(cells(mass_answer=slow + ANSWERS["mass-answer"], force_answer=slow), notebook=1.0)
    assert grade.points <= 1
    assert "time" in " ".join(mark.reason for mark in grade.marks)


LOOKING = {
    "the solutions": "import glob\nassert glob.glob({folder!r} + '/*')",
    "the home of the user": "import os\nassert [f for f in os.listdir(os.path.expanduser('~root')) if f != '.pyenv']",
    "the network": "import socket; socket.create_connection(('127.0.0.1', {port}), 2)",
    "another process": "import os\nassert [p for p in os.listdir('/proc') if p.isdigit() and int(p) > 1]",
    "what the machine is called": "import socket\nassert False, socket.gethostname()",
    "writing into Python": "import sympy; open(sympy.__file__, 'a').write('x')",
    "writing into the library": "import mechanics; open(mechanics.__file__, 'a').write('x')",
    "mounting": "import ctypes\nassert ctypes.CDLL(None).mount(b'tmpfs', b'/usr', b'tmpfs', 0, None) == 0",
    "a user namespace of its own": "import ctypes\nassert ctypes.CDLL(None).unshare(0x10000000) == 0",
    "becoming root": "import os; os.setuid(0)",
    "memory of process 1": "open('/proc/1/mem', 'rb')\nassert False",
    "the variables of the grader": "import os\nassert 'MECHANICS_CANARY' in os.environ",
}


@pytest.mark.parametrize("what", LOOKING)
def test_nothing_outside_can_be_reached(what, graded, task, tmp_path, monkeypatch):
    """Each cell ends in an error, so that the mass after it is not there: 2 points of 7."""
    import socket

    monkeypatch.setenv("MECHANICS_CANARY", "secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = LOOKING[what].format(folder=str(task.folder), port=server.getsockname()[1])
        assert graded(cells(mass_answer=f"{source}\nmass = rho*l*b*h")).points == 2


def test_a_submission_leaves_nothing_behind(graded, task):
    key, place = (task.folder / "key.json").read_text(), Path(tempfile.gettempdir()) / f"owned-{os.getpid()}"
    source = f"open({str(place)!r}, 'w').write('x'); open('key.json', 'w').write('[]')"
    inside = "import os, tempfile\nos.makedirs(tempfile.gettempdir(), exist_ok=True)"
    assert graded(cells(mass_answer=f"{inside}\n{source}\nmass = rho*l*b*h")).points == 7
    assert not place.exists()
    assert (task.folder / "key.json").read_text() == key


def test_reasons_quote_nothing_of_the_hidden_test(graded):
    grade = graded(cells(mass_answer="mass = 1", square_answer="square = 1", force_answer="force = 1"))
    text = grade.as_json()
    for secret in ("rho*l*b*h", "x**2", "verify", str(Path.home())):
        assert secret not in text
    assert json.loads(text)["status"] == "graded"
