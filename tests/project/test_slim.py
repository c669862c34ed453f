"""packaging/slim: it removes what nobody loads, and what is left runs chapters, checks and compiled simulations."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.project.test_packaging import pins
from tests.tasks.course import solution

SLIM = CHECKOUT / "packaging" / "slim"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="images of hubs are made on Linux")
CHAPTER = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        shell.run_cell("".join(cell["source"])).raise_error()
import numba
from mechanics.notebook import systems
print("end at", systems.load("chandelier").numeric().simulate(t=0.01).t[-1])
"""


def slim(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SLIM, *words], capture_output=True, text=True)


@pytest.mark.parametrize("words", [(), ("/nowhere",), ("/",)])
def test_it_touches_nothing_but_an_environment(words):
    run = slim(*words)
    assert run.returncode == 2 and run.stderr.startswith("Expected the folder of a virtual environment, got")


def test_tests_maps_languages_and_the_debugger_go_and_the_rest_stays(tmp_path):
    go = ("numpy/linalg/tests/test_linalg.py", "lab/app.js.map", "babel/locale-data/fr.dat", "debugpy/__init__.py",
          "debugpy-1.8.dist-info/METADATA")  # fmt: skip
    stay = ("numpy/testing/__init__.py", "mpmath/tests/runtests.py", "babel/locale-data/de_AT.dat", "lab/app.js",
            "babel/locale-data/root.dat", "mechanics/tests/own.py")  # fmt: skip
    packages = tmp_path / "lib" / "python3.12" / "site-packages"
    for name in go + stay:
        (packages / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / name).touch()
    (tmp_path / "share").mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    run = slim(tmp_path)
    assert run.returncode == 0, run.stderr
    assert {str(path.relative_to(packages)) for path in packages.rglob("*") if path.is_file()} == set(stay)
    assert slim(tmp_path).returncode == 0, "a second time"


def megabytes(folder: Path) -> float:
    return sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_what_is_left_runs_a_chapter_a_check_and_compiled_simulations(tmp_path):
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    [packages] = environment.glob("lib/python*/site-packages")
    for name in pins(CHECKOUT, "course"):
        copy_package(name, packages)
    (packages / "mechanics.pth").write_text(f"{CHECKOUT}\n")
    before = megabytes(environment)
    assert slim(environment).returncode == 0
    assert megabytes(environment) < 0.8 * before
    python, own = environment / "bin" / "python", {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    own["PATH"] = os.pathsep.join([str(environment / "bin"), own["PATH"]])
    kernel = environment / "share" / "jupyter" / "kernels" / "python3" / "kernel.json"
    kernel.parent.mkdir(parents=True)
    spec = {"argv": [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"], "language": "python"}
    kernel.write_text(json.dumps(spec | {"display_name": "Python"}))
    chapter = [python, "-c", CHAPTER, CHECKOUT / "course" / "05b-lagrange-equations.ipynb"]
    check = [python, "-m", "mechanics.cli", "check", solution("inductor-state")]
    version = [python, "-m", "jupyterlab", "--version"]
    for line, told in ((chapter, "end at 0.01"), (check, "All visible checks pass"), (version, "4.")):
        done = subprocess.run(line, capture_output=True, text=True, env=own, cwd=tmp_path)
        assert done.returncode == 0 and told in done.stdout, f"{done.stdout[-2000:]}\n{done.stderr[-3000:]}"


def copy_package(name: str, packages: Path) -> None:
    """Files of an installed package; one for another system is not there."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return
    for file in found.files or ():
        if ".." not in file.parts and (path := Path(str(found.locate_file(file)))).is_file():
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, packages / file)
