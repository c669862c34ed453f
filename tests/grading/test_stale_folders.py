"""Temporary folders: those of processes that were killed are removed, also when these take a moment to end."""

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
