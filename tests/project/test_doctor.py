"""`mechanics doctor` in broken installations, made for real: it says what to type, and never ends in a traceback."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rights import without_the_rights_of_root

pytestmark = pytest.mark.skipif(os.name != "posix", reason="environments are made of links")

Environment = Callable[..., Path]


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """``environment(without=...)``: the Python of a new environment that lacks these packages and has the others."""

    def make(*without: str, name: str = "env") -> Path:
        folder = tmp_path / name
        venv.create(folder, symlinks=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        packages = folder / "lib" / version / "site-packages"
        for path in Path(sysconfig.get_path("purelib")).iterdir():
            if not re.match(rf"({'|'.join(without)})\b", path.name) or not without:
                (packages / path.name).symlink_to(path)
        (folder / "share").symlink_to(Path(sys.prefix) / "share")
        return folder / "bin/python"

    return make


def doctor(python: Path | str = sys.executable, *before: str, folder: Path, **variables: str) -> dict[str, str]:
    """What the doctor says in `folder`, by the name of the line."""
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    run = subprocess.run(
        [*before, str(python), "-m", "mechanics.cli", "doctor"],
        cwd=folder, env=kept | variables, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.stderr == ""
    lines = [
        re.fullmatch(r"(?:ok|missing|MISSING|wrong|WRONG) +(\S+|user site) .*", line)
        for line in run.stdout.splitlines()
    ]
    assert all(lines), run.stdout
    found = {line[1]: line[0] for line in lines if line}
    assert run.returncode == any(re.match("MISSING|WRONG", line) for line in found.values())
    return found


@pytest.mark.parametrize("version", [(3, 10, 13), (3, 6, 0), (2, 7, 18)])
def test_an_older_python_gets_one_sentence(version: tuple[int, ...], checkout: Path) -> None:
    pretend = f"import sys; sys.version_info = {version}; sys.argv = ['-m']; import mechanics"
    run = subprocess.run([sys.executable, "-c", pretend], cwd=checkout, capture_output=True, text=True)
    assert run.returncode == 1
    assert re.fullmatch("Expected Python 3.11 or newer, got .* make lab .*\n", run.stderr)


def test_the_sentence_for_an_older_python_can_be_read_by_it(checkout: Path) -> None:
    ast.parse((checkout / "mechanics/__init__.py").read_text(), feature_version=(3, 4))


def test_nothing_installed_but_the_checkout(checkout: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", symlinks=True, with_pip=False)
    python = tmp_path / "bare/bin/python"
    found = doctor(python, folder=checkout)
    for name in ("mechanics", "numpy", "jupyterlab", "nbgrader", "player"):
        assert found[name].startswith("MISSING")
        assert found[name].endswith(f'uv pip install --python {python} -e "{checkout}[course]"')


def test_numba_missing(environment: Environment, tmp_path: Path) -> None:
    python = environment("numba", "llvmlite")
    found = doctor(python, folder=tmp_path)
    assert found["numba"].startswith("missing numba")
    assert not {"kernel", "activated", "user site", "home"} & set(found), "found something where nothing is"
    assert "[fast]" in found["numba"] and str(python) in found["numba"]
    assert not [line for line in found.values() if re.match("MISSING|WRONG", line)]


def test_a_package_of_another_python_shadows_ours(tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "numpy").mkdir(parents=True)
    (other / "numpy/__init__.py").write_text("raise ImportError('compiled for another Python')")
    (other / "numpy-1.0.dist-info").mkdir()
    (other / "numpy-1.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 1.0\n")
    found = doctor(folder=tmp_path, PYTHONPATH=str(other))
    assert found["numpy"].startswith("WRONG   numpy        1.0 does not work (ImportError: compiled for")
    assert found["PYTHONPATH"].endswith("numpy come from another installation – unset PYTHONPATH")
    assert found["scipy"].startswith("WRONG")


def test_another_environment_is_activated_and_another_jupyter_comes_first(tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "bin").mkdir(parents=True)
    (other / "bin/jupyter").write_text("#!/bin/sh\n")
    (other / "bin/jupyter").chmod(0o755)
    path = os.pathsep.join([str(other / "bin"), os.environ["PATH"]])
    found = doctor(folder=tmp_path, VIRTUAL_ENV=str(other), PATH=path)
    assert found["activated"].startswith(f"wrong   activated    {other}, ")
    assert found["activated"].endswith("– deactivate")
    assert "mechanics lab" in found["jupyter"]


def test_a_kernel_that_was_registered_for_another_python(tmp_path: Path) -> None:
    kernel = tmp_path / "kernels/python3/kernel.json"
    kernel.parent.mkdir(parents=True)
    spec = {
        "argv": ["/opt/other/bin/python", "-m", "ipykernel_launcher"],
        "display_name": "Python 3",
        "language": "",
    }
    kernel.write_text(json.dumps(spec))
    taken = {"JUPYTER_DATA_DIR": str(tmp_path), "JUPYTER_PREFER_ENV_PATH": "0"}
    found = doctor(folder=tmp_path, **taken)["kernel"]
    assert f"{kernel} starts /opt/other/bin/python" in found
    assert found.endswith("-m jupyter kernelspec remove python3")
    assert "kernel" not in doctor(folder=tmp_path, JUPYTER_DATA_DIR=str(tmp_path), JUPYTER_PREFER_ENV_PATH="1")


def test_a_checkout_that_was_copied_after_it_was_installed_and_has_no_bundle(checkout: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    left_out = shutil.ignore_patterns("*.bundle.js", "__pycache__")
    shutil.copytree(checkout / "mechanics", copy / "mechanics", ignore=left_out)
    shutil.copy(checkout / "pyproject.toml", copy)
    found = doctor(folder=copy)
    fix = f'{sys.executable} -m pip install -e "{copy}[course]"'
    assert found["mechanics"].startswith(f"WRONG   mechanics    notebooks would import {checkout}")
    assert found["mechanics"].endswith(fix)
    assert found["three.js"].startswith("missing") and found["three.js"].endswith(fix)
    assert found["chapters"].startswith("MISSING")


def test_neither_the_workspace_nor_the_home_can_be_written(tmp_path: Path) -> None:
    home, desk = tmp_path / "home", tmp_path / "desk"
    (desk / ".mechanics").mkdir(parents=True)
    home.mkdir()
    for closed in (home, desk / ".mechanics"):
        closed.chmod(0o555)
    unset = dict.fromkeys(("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"), str(home / ".jupyter"))
    found = doctor(sys.executable, *without_the_rights_of_root(), folder=desk, HOME=str(home), **unset)
    assert found["workspace"].startswith(f"WRONG   workspace    {desk}/.mechanics is not writable")
    assert f'sudo chown -R "$USER" {desk}' in found["workspace"]
    assert found["home"].endswith(f'sudo chown -R "$USER" {home}')


@pytest.mark.skipif(sys.platform != "linux", reason="user namespaces are Linux's")
def test_no_user_namespaces(tmp_path: Path) -> None:
    forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-sys_admin "$@"'
    before = ("unshare", "--user", "--map-root-user", "sh", "-c", forbid, "sh")
    if not shutil.which("setpriv") or subprocess.run([*before, "true"], capture_output=True).returncode:
        pytest.skip("this machine cannot make a namespace to forbid others in")
    found = doctor(sys.executable, *before, folder=tmp_path)["boundary"]
    assert found.startswith("missing boundary")
    assert "sudo sysctl -w user.max_user_namespaces=10000" in found


def test_without_a_home_nothing_above_it_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o555)
    nowhere = str(tmp_path / "closed/nowhere")
    names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    homeless = dict.fromkeys(names, nowhere)
    found = doctor(sys.executable, *without_the_rights_of_root(), folder=tmp_path, **homeless)["home"]
    assert found.endswith("export HOME=FOLDER")
    assert "chown" not in found
