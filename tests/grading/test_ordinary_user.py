"""The hostile submissions once more, as an ordinary user, whose sandboxes have other namespaces than those of root."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="whoever is not root tries it anyway"),
]

CHECKOUT = Path(__file__).resolve().parents[2]
USER = 54321  # nobody's number
FILES = ("test_hostile", "test_reach", "test_boundary", "test_seccomp", "test_fork_servers", "test_without_isolation")
TOOLS = ("unshare", "setpriv", "mount")
# Root's home is closed to others, and Python or the checkout may lie in there: in a mount namespace of its own it
# becomes an empty folder that holds nothing but these. Nothing is copied, and all of it is gone with the process.
SCRIPT = """
set -e
for kept in "$PYTHON_HOME" "$CHECKOUT"; do
    mkdir -p "$PLACE$kept"
    mount --bind "$kept" "$PLACE$kept"
done
mount -t tmpfs -o mode=755 tmpfs "$ROOT_HOME"
for kept in "$PYTHON_HOME" "$CHECKOUT"; do
    mkdir -p "$kept"
    mount --move "$PLACE$kept" "$kept"
done
cd "$CHECKOUT"
exec setpriv --reuid "$USER_ID" --regid "$USER_ID" --clear-groups "$@"
"""


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder of that user's own, outside of pytest's, which is closed to others."""
    folder = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    os.chown(folder, USER, USER)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def as_user(place: Path, *line: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the checkout as that user, with a home of his own."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        pytest.skip(f"no {', '.join(missing)} on this machine (Debian: util-linux)")
    home = place / "home"
    home.mkdir(exist_ok=True)
    os.chown(home, USER, USER)
    variables = {
        "ROOT_HOME": str(Path("~root").expanduser()), "PYTHON_HOME": os.path.realpath(sys.base_prefix),
        "PLACE": str(place / "kept"), "CHECKOUT": str(CHECKOUT), "USER_ID": str(USER), "HOME": str(home),
        "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    inherited = {name: os.environ[name] for name in ("PATH", "LANG", "CI") if name in os.environ}
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", SCRIPT, "sh", *line]
    return subprocess.run(command, env=inherited | variables, capture_output=True, text=True, timeout=1400)


@pytest.fixture(scope="module")
def able(place: Path) -> None:
    """Skip where this user cannot even start Python here."""
    run = as_user(place, sys.executable, "-c", "import mechanics")
    if run.returncode:
        pytest.skip(f"an ordinary user cannot run the Python of this test: {run.stderr.strip()[-200:]}")


@pytest.mark.usefixtures("able")
def test_this_user_has_a_boundary_and_no_rights(place):
    code = "import os; from mechanics.grading.sandbox import boundary as b; print(os.getuid(), b().holds, b().reason)"
    run = as_user(place, sys.executable, "-c", code)
    assert run.stdout.startswith(f"{USER} True"), (
        f"root has a boundary here, an ordinary user has none: {run.stdout}{run.stderr[-2000:]}"
    )


@pytest.mark.usefixtures("able")
@pytest.mark.parametrize("file", FILES)
def test_hostile_submissions_as_an_ordinary_user(file, place):
    line = [sys.executable, "-m", "pytest", f"tests/grading/{file}.py", "-q", "-p", "no:cacheprovider",
            "--basetemp", str(place / file)]  # fmt: skip
    run = as_user(place, *line)
    assert run.returncode == 0, f"as user {USER}:\n{run.stdout[-6000:]}\n{run.stderr[-1000:]}"
    assert " passed" in run.stdout and "no boundary" not in run.stdout
