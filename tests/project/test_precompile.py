"""Nobody waits for a compiler: it works beforehand, and until it is done motions go the slower way."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

MOTION = """
import sys
from mechanics import systems
for name in ("double_wishbone", "chandelier"):
    print(*systems.load(name).numeric().simulate(t=0.5).x[-1])
print("numba" in sys.modules)
"""


def python(code: str, folder: Path, **settings: str) -> subprocess.CompletedProcess:
    """Run code in a new process that keeps machine code and everything else in a folder."""
    own = {"MECHANICS_CACHE": str(folder / "cache"), "NUMBA_CACHE_DIR": str(folder / "numba")}
    line = [sys.executable, "-c", code]
    return subprocess.run(line, env=os.environ | own | settings, capture_output=True, text=True, check=True)


def announce(folder: Path, age: float) -> None:
    """What another process leaves that compiles just now, or that was killed at it."""
    mark = folder / "cache/compiling"
    mark.parent.mkdir()
    mark.write_text("1")
    os.utime(mark, (time.time() - age,) * 2)


def test_while_another_process_compiles_a_motion_goes_the_slower_way_and_is_the_same(tmp_path: Path) -> None:
    announce(tmp_path, age=2)
    *slowly, used = python(MOTION, tmp_path).stdout.splitlines()
    assert used == "False", "numba was loaded although another process is compiling"
    *quickly, used = python(MOTION, tmp_path / "other", NUMBA_CACHE_DIR="").stdout.splitlines()
    assert used == "True"
    for one, other in zip(slowly, quickly, strict=True):
        assert list(map(float, one.split())) == pytest.approx(list(map(float, other.split())), rel=1e-5, abs=1e-6)


def test_a_process_that_was_killed_while_compiling_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    announce(tmp_path, age=3600)
    code = "from mechanics.cache import is_compiling; print(is_compiling())"
    assert python(code, tmp_path).stdout == "False\n"


def test_nothing_is_compiled_beforehand_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in the place of the folder")
    code = "from mechanics.precompile import is_needed; print(is_needed())"
    assert python(code, tmp_path).stdout == "False\n"


@pytest.mark.slow
def test_what_was_compiled_beforehand_is_not_compiled_again(tmp_path: Path) -> None:
    needed = "from mechanics.precompile import is_needed; print(is_needed())"
    assert python(needed, tmp_path).stdout == "True\n"
    python("from mechanics.precompile import precompile; precompile()", tmp_path)
    assert python(needed, tmp_path).stdout == "False\n"
    every = """
from mechanics import systems
for name in systems.names():
    if type(system := systems.load(name)).__name__ == "MultibodySystem":
        system.numeric().simulate(t=0.05)"""
    assert "data saved" not in python(every, tmp_path, NUMBA_DEBUG_CACHE="1").stdout, "a student waits for a compiler"


def test_the_first_cell_of_a_chapter_loads_no_more_than_it_must(tmp_path: Path) -> None:
    code = "import sys, mechanics.notebook; print(*sys.modules)"
    loaded = set(python(code, tmp_path).stdout.split())
    assert not loaded & {"scipy.integrate", "scipy.optimize", "matplotlib.figure", "numba"}


def test_the_command_loads_no_physics_before_it_says_something(tmp_path: Path) -> None:
    loaded = set(python("import sys, mechanics.cli; print(*sys.modules)", tmp_path).stdout.split())
    assert not loaded & {"numpy", "sympy", "scipy", "IPython", "nbgrader"}
