"""`mechanics lab` for real: JupyterLab comes up in the workspace and serves the start page."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from mechanics.launch import START


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict]:
    """What Jupyter tells about the server that ``mechanics lab`` started, on a free port."""
    folder = tmp_path_factory.mktemp("lab")
    environment = {**os.environ, "JUPYTER_RUNTIME_DIR": str(folder / "runtime")}
    line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--", "--ServerApp.port=0"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(line, cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            yield wait_for_server(process, folder) | {"started": process.pid}
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def wait_for_server(process: subprocess.Popen, folder: Path) -> dict:
    for _ in range(600):
        for path in (folder / "runtime").glob("jpserver-*.json"):
            try:
                return json.loads(path.read_text())
            except ValueError:
                pass  # half written
        assert process.poll() is None, f"JupyterLab ended:\n{(folder / 'log').read_text()}"
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not come up in 60 s:\n{(folder / 'log').read_text()}")


def fetch(server: dict, path: str) -> str:
    request = urllib.request.Request(server["url"] + path, headers={"Authorization": f"token {server['token']}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


@pytest.mark.skipif(os.name != "posix", reason="Windows cannot replace a process by another")
def test_the_process_is_jupyterlab_itself_so_that_signals_reach_it(server: dict) -> None:
    assert server["pid"] == server["started"]


def test_the_course_is_served_and_the_solutions_are_not(server: dict) -> None:
    assert Path(server["root_dir"]).name == "desk"
    folders = {entry["name"] for entry in json.loads(fetch(server, "api/contents"))["content"]}
    assert "course" in folders
    assert folders <= {"course", "exercises"}


def test_the_start_page_opens_in_jupyterlab(server: dict) -> None:
    assert json.loads(fetch(server, f"api/contents/{START}?content=0"))["type"] == "notebook"
    page = fetch(server, f"lab/tree/{START}")
    assert "<title>JupyterLab</title>" in page
    assert "@jupyter/nbgrader:formgrader" in page.partition("disabledExtensions")[2], "students see the formgrader"


def test_ctrl_c_is_left_to_jupyterlab_where_no_process_can_be_replaced(tmp_path: Path) -> None:
    """On Windows the command waits; JupyterLab gets the same Ctrl-C and may still ask and save."""
    child = "import time; time.sleep(1); open('saved', 'w').close(); raise SystemExit(3)"
    waiting = (
        "import os, pathlib, sys; from mechanics.launch import wait_for; print('go', flush=True);"
        f"raise SystemExit(wait_for([sys.executable, '-c', {child!r}], pathlib.Path(), dict(os.environ)))"
    )
    process = subprocess.Popen([sys.executable, "-c", waiting], cwd=tmp_path, stdout=subprocess.PIPE)
    assert process.stdout and process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)  # to the waiting process alone
    process.communicate(timeout=30)
    assert process.returncode == 3, "the command did not wait for JupyterLab"
    assert (tmp_path / "saved").exists(), "JupyterLab was ended before it could save"
