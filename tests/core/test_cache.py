"""Machine code finds a place also where neither the library nor the user's home can be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mechanics import cache
from tests.rights import without_the_rights_of_root

pytest.importorskip("numba", reason="the compiled path needs numba (extra fast)")

MODULE = """
from numba import njit
from mechanics.cache import let_numba_cache
let_numba_cache(__file__)
@njit("int64(int64)", cache=True)
def twice(x): return 2 * x
"""


def test_a_process_without_a_home_has_a_cache_folder_and_waits_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_home(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", no_home)
    assert not cache.is_compiling()
    assert cache.cache_folder.__wrapped__().is_dir()
    assert not cache.is_kept()


@pytest.mark.skipif(os.name != "posix", reason="a folder without the right to write is made by its mode")
def test_compiled_code_runs_from_a_read_only_installation_in_a_read_only_home(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(MODULE)
    tmp_path.chmod(0o555)
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    for name in ("XDG_CACHE_HOME", "MECHANICS_CACHE", "NUMBA_CACHE_DIR"):
        environment.pop(name, None)
    line = [*without_the_rights_of_root(), sys.executable, "-c", "from twice import twice; print(twice(21))"]
    run = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=60)
    tmp_path.chmod(0o755)
    assert run.stdout == "42\n", run.stderr
