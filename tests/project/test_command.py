"""The command `mechanics`: what it does, and one clear sentence where it cannot."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mechanics import cli, doctor, launch
from mechanics.doctor import Finding
from tests.conftest import CHECKOUT


def test_lab_lays_the_course_and_opens_it_on_the_start_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[tuple[Path, list[str]]] = []
    monkeypatch.setattr(cli, "open_lab", lambda folder, arguments: opened.append((folder, arguments)) or 0)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "--no-browser", "--", "--port=8899"]) == 0
    assert opened == [(tmp_path / "workspace", ["--no-browser", "--port=8899"])]
    assert str(tmp_path / "workspace") in capsys.readouterr().out


def test_lab_inside_a_workspace_stays_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "desk", "--no-open"]) == 0
    monkeypatch.chdir(tmp_path / "desk")
    assert cli.main(["lab", "--no-open"]) == 0
    assert not (tmp_path / "desk/workspace").exists()


def test_lab_without_jupyterlab_names_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launch.importlib.util, "find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab"]) == 2
    error = capsys.readouterr().err
    assert error.endswith(f'{sys.executable} -m pip install -e "{CHECKOUT}[course]"\n')
    assert len(error.splitlines()) == 1, "more than one sentence"
    assert not (tmp_path / "workspace").exists()


def test_jupyterlab_opens_in_the_workspace_on_the_start_page(tmp_path: Path) -> None:
    (tmp_path / "course").mkdir()
    (tmp_path / launch.START).write_text("{}")
    line = launch.command(tmp_path, ["--port=8899"])
    assert line[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={tmp_path}" in line
    assert f"--LabApp.default_url=/lab/tree/{launch.START}" in line
    assert line[-1] == "--port=8899"


def test_without_a_display_no_browser_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    assert "--no-browser" in launch.command(tmp_path, [])
    monkeypatch.setenv("DISPLAY", ":0")
    assert "--no-browser" not in launch.command(tmp_path, [])


def test_the_students_jupyterlab_shows_validate_and_no_instructors_page(tmp_path: Path) -> None:
    environment = launch.prepare(tmp_path)
    folder = Path(environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0])
    page = json.loads((folder / "labconfig/page_config.json").read_text())["disabledExtensions"]
    assert page["@jupyter/nbgrader:formgrader"]
    assert "@jupyter/nbgrader:validate-assignment" not in page
    code = (
        "import json; from jupyter_core.paths import jupyter_config_path\n"
        "from jupyter_server.extension.config import ExtensionConfigManager\n"
        "manager = ExtensionConfigManager(read_config_path=jupyter_config_path())\n"
        "print(json.dumps(manager.get_jpserver_extensions()))"
    )
    run = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True)
    enabled = json.loads(run.stdout)
    assert enabled["nbgrader.server_extensions.validate_assignment"]
    for page in ("formgrader", "assignment_list", "course_list"):
        assert not enabled[f"nbgrader.server_extensions.{page}"]


@pytest.mark.parametrize("named", ["nowhere.ipynb", "README.md"])
def test_check_wants_a_notebook(
    named: str, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(checkout)
    assert cli.main(["check", named]) == 2
    assert "Expected a notebook (.ipynb) of a task" in capsys.readouterr().err


def graded(folder: Path, answer: str) -> Path:
    """A task whose answer is 3, with the locked test that nbgrader would release."""
    locked = {"grade": True, "solution": False, "locked": True, "task": False, "points": 1}
    cells = [
        {"cell_type": "code", "id": "answer", "metadata": {}, "source": answer},
        {
            "cell_type": "code", "id": "test", "source": "assert x == 3, 'x is the number of axes'",
            "metadata": {"nbgrader": locked | {"grade_id": "axes", "schema_version": 3}},
        },
    ]  # fmt: skip
    for cell in cells:
        cell |= {"execution_count": None, "outputs": []}
    path = folder / "task.ipynb"
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}))
    return path


@pytest.mark.parametrize(("answer", "code", "said"), [
    ("x = 3", 0, "All visible checks pass."),
    ("x = 2", 1, "x is the number of axes"),
])  # fmt: skip
def test_check_runs_the_visible_checks_of_a_notebook(tmp_path: Path, answer: str, code: int, said: str) -> None:
    notebook = graded(tmp_path, answer)
    before = notebook.read_bytes()
    line = [sys.executable, "-m", "mechanics.cli", "check", str(notebook)]
    run = subprocess.run(line, capture_output=True, text=True, timeout=120)
    assert run.returncode == code, run.stderr
    assert said in run.stdout
    assert not re.search("\x1b|<span", run.stdout), "colours of a page in the text of a terminal"
    assert not run.stderr, "the terminal shows more than the verdict"
    assert notebook.read_bytes() == before, "checking changed the student's file"


def test_check_runs_the_visible_checks_of_an_assignment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graded(tmp_path, "x = 2").rename(tmp_path / "a-wrong.ipynb")
    graded(tmp_path, "x = 3").rename(tmp_path / "c-right.ipynb")
    (tmp_path / "b-broken.ipynb").write_text("{")
    (tmp_path / "notes.ipynb").write_text('{"cells": []}')
    assert cli.main(["check", str(tmp_path)]) == 1
    assert re.fullmatch(
        r"a-wrong.ipynb: 1 of 1 visible checks fail\n  - .*x is the number of axes.*"
        r"b-broken.ipynb: not checked\n  - The file is not a notebook that can be read.*"
        r"c-right.ipynb: all visible checks pass\n",
        capsys.readouterr().out,
        re.DOTALL,
    )


def test_check_of_a_folder_without_tasks_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(tmp_path)]) == 2
    assert "found no notebook with checks" in capsys.readouterr().err


def test_doctor_tells_a_line_for_each_thing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0, "the environment of the tests should lack nothing"
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[:3]] == ["python", "mechanics", "chapters"]
    for name in ("symengine", "jupyterlab", "anywidget", "numba", "chromium"):
        assert sum(line.split()[1] == name for line in lines) == 1


def test_doctor_fails_and_names_the_fix_where_something_needed_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix = 'python -m pip install -e ".[course]"'
    monkeypatch.setattr(cli, "findings", lambda folder: [Finding("anywidget", "not installed", fix)])
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().out == f"MISSING anywidget    not installed – {fix}\n"


def test_the_browser_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICS_CHROMIUM", "/opt/browser")
    assert doctor.find_browser() == "/opt/browser"


@pytest.mark.parametrize("words", [[], ["grade-everything"], ["lab", "a", "b"]])
def test_a_wrong_command_shows_the_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(words)
    assert "usage: mechanics" in capsys.readouterr().err
