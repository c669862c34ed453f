"""Temporary folders: those of processes that were killed are removed, also when these take a moment to end."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from mechanics.grading.assignment import Assignment
from mechanics.grading.local import Local
from mechanics.grading.sandbox.folders import remove_stale

HOLDS = """
import sys, tempfile, time
tempfile.tempdir = sys.argv[1]
from mechanics.grading.sandbox.folders import own_folder
print(own_folder("sandbox"), flush=True)
time.sleep(float(sys.argv[2]))
import os
os._exit(0)  # without tidying up, as one that is killed
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def held(place: Path, seconds: float) -> "subprocess.Popen[str]":
    words = [sys.executable, "-c", HOLDS, str(place), str(seconds)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline().strip()
    return process


def test_a_folder_in_use_is_counted_and_kept(temporary):
    with held(temporary, 30.0) as process:
        assert remove_stale("sandbox") == 1 and list(temporary.iterdir())
        process.kill()
        process.wait()
        assert remove_stale("sandbox") == 0 and not list(temporary.iterdir())


def test_a_run_that_is_stopped_waits_for_what_is_just_ending(temporary):
    engine = Local(Assignment({}), 1, isolated=False)
    with held(temporary, 0.5):
        with pytest.raises(KeyboardInterrupt), engine:
            raise KeyboardInterrupt
        assert not list(temporary.iterdir()), "the folder of a sandbox that ended half a second later is left behind"


def test_to_ask_for_the_boundary_leaves_no_folder(tmp_path):
    """A command that Ctrl-C stops right afterwards tidies nothing up."""
    line = [sys.executable, "-c", "from mechanics.grading.sandbox import boundary; boundary()"]
    subprocess.run(line, env=os.environ | {"TMPDIR": str(tmp_path)}, check=True)
    assert not list(tmp_path.iterdir())


def test_to_ask_for_the_boundary_leaves_the_folder_of_who_asks(tmp_path):
    """A fork that tidies up must not take what the process has in use."""
    lines = (
        "from mechanics.grading.sandbox import boundary, sandbox\n"
        "mine = sandbox._stage()\n"
        "boundary()\n"
        "print(mine.is_dir())"
    )
    line = [sys.executable, "-c", lines]
    run = subprocess.run(line, env=os.environ | {"TMPDIR": str(tmp_path)}, check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "True"
