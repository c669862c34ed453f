"""`make lab` and `mechanics lab` on machines that make it hard: they work, or say in one sentence what to do."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websocket import create_connection

from tests.browser.jupyterlab import served
from tests.rights import without_the_rights_of_root

pytestmark = pytest.mark.skipif(os.name != "posix", reason="folders are closed by their mode")


@dataclass(frozen=True)
class Lab:
    """A running ``mechanics lab``: the address that it printed, what else it said, and its process."""

    address: str
    log: Path

    def ask(self, code: str, *more: str) -> str:
        """What pieces of code print, one after the other, in a new kernel as a notebook gets it."""
        token = {"Authorization": f"token {self.address.partition('token=')[2]}"}
        base = urlsplit(self.address).netloc
        request = urllib.request.Request(f"http://{base}/api/kernels", json.dumps({"name": "python3"}).encode(), token)
        kernel = json.load(_answer(request))["id"]
        place = f"ws://{base}/api/kernels/{kernel}/channels"
        channel = create_connection(place, header=token, timeout=60)
        with contextlib.closing(channel):
            return "".join(_said(channel, piece, str(number)) for number, piece in enumerate((code, *more)))


def _answer(request: urllib.request.Request) -> Any:
    """What the server answers; it prints its address a moment before it listens there."""
    for _ in range(50):
        with contextlib.suppress(urllib.error.URLError):
            return urllib.request.urlopen(request, timeout=30)
        time.sleep(0.1)
    raise AssertionError(f"nobody answers at {request.full_url}")


def _said(channel: Any, code: str, number: str) -> str:
    header = {
        "msg_id": number,
        "msg_type": "execute_request",
        "session": "test",
        "username": "",
        "version": "5.3",
    }
    content = {"code": code, "silent": False, "store_history": False}
    message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
    channel.send(json.dumps(message))
    said = ""
    while True:
        received = channel.recv()
        if isinstance(received, bytes):
            continue  # what a widget sends to the page
        answer = json.loads(received)
        if answer["parent_header"].get("msg_id") != number:
            continue
        assert answer["msg_type"] != "error", "\n".join(answer["content"]["traceback"])
        said += answer["content"]["text"] if answer["msg_type"] == "stream" else ""
        if answer["msg_type"] == "status" and answer["content"]["execution_state"] == "idle":
            return said


@contextlib.contextmanager
def lab(folder: Path, *options: str, before: Sequence[str] = (), **variables: str) -> Iterator[Lab]:
    """``mechanics lab desk`` in `folder`, on a free port if no option says another."""
    surroundings = ["env", *(f"{name}={value}" for name, value in variables.items())]
    line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--"]
    options = options or ("--ServerApp.port=0",)
    with served([*before, *surroundings, *line, *options], folder, folder / "desk") as server:
        yield Lab(server.address, folder / ".jupyter.log")


@pytest.fixture
def refusing() -> Iterator[tuple[str, list[str]]]:
    """The address of a proxy that refuses everything, and what it was asked for."""
    asked: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.settimeout(0.1)
        yield f"http://127.0.0.1:{proxy.getsockname()[1]}", asked
        with contextlib.suppress(TimeoutError):
            while True:
                asked.append(proxy.accept()[0].recv(200).decode())


def test_umlauts_in_the_path_a_home_that_cannot_be_written_and_a_proxy_that_refuses(
    tmp_path: Path, refusing: tuple[str, list[str]]
) -> None:
    folder, (proxy, asked) = tmp_path / "Jörg Müller" / "my course", refusing
    folder.mkdir(parents=True)
    folder.parent.chmod(0o555)
    own = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR")
    home = {"HOME": str(folder.parent)} | {name: str(folder.parent / name) for name in own}
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), proxy)
    with lab(folder, before=without_the_rights_of_root(), **home, **proxies) as running:
        drawn = running.ask(
            "from mechanics.notebook import systems; import matplotlib.pyplot; print(systems.names()[0])"
        )
    folder.parent.chmod(0o755)
    assert len(drawn.splitlines()) == 1, "more than was asked for, such as a warning"
    assert not re.search("Traceback|Error", running.log.read_text())
    assert not asked


def test_notebooks_run_in_this_python_whatever_was_registered_as_python3(tmp_path: Path) -> None:
    spec = {
        "argv": ["/opt/other/bin/python", "-m", "ipykernel_launcher"],
        "display_name": "",
        "language": "python",
    }
    kernel = tmp_path / "data/kernels/python3/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text(json.dumps(spec))
    taken = {"JUPYTER_DATA_DIR": str(tmp_path / "data"), "JUPYTER_PREFER_ENV_PATH": "0"}
    with lab(tmp_path, **taken) as running:
        assert running.ask("import sys; print(sys.executable)") == f"{sys.executable}\n"


def test_a_port_that_is_taken_is_said_and_the_address_printed_is_the_right_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with lab(tmp_path, f"--port={port}") as running:
            assert urlsplit(running.address).port != port
            assert running.ask("print('here')") == "here\n"
            assert f"port {port} is already in use" in running.log.read_text()


PEAKS = """
import os
for process in ("self", os.getppid()):  # this kernel, and the server
    print("peak", open(f"/proc/{process}/status").read().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read as Linux tells it")
def test_on_one_core_server_and_largest_chapter_leave_half_of_two_gigabytes_free(
    tmp_path: Path, checkout: Path
) -> None:
    cells = json.loads((checkout / "course/07-spherical-joint-trees.ipynb").read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        with lab(tmp_path) as running:
            peaks = re.findall(r"peak (\d+)", running.ask(*code, PEAKS))
    finally:
        os.sched_setaffinity(0, cores)
    assert len(peaks) == 2 and sum(map(int, peaks)) < 1e6, f"peaks of kernel and server, kB: {peaks}"


@pytest.fixture
def copy(tmp_path: Path, checkout: Path) -> Path:
    """A checkout below a path with spaces and umlauts, where the environment is made."""
    folder = tmp_path / "Jörg Müller" / "my course"
    shutil.copytree(checkout / ".ci", folder / ".ci")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(checkout / name, folder)
    for name in ("mechanics", "course", "exercises"):
        (folder / name).symlink_to(checkout / name)
    python = folder / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (folder / ".venv/.course").touch()
    return folder


def make_lab(folder: Path) -> subprocess.CompletedProcess[str]:
    """``make lab``, as an ordinary user; instead of opening JupyterLab it shows what JupyterLab can do."""
    line = [*without_the_rights_of_root(), "make", "lab", "LAB=--help"]
    # not as a part of the make that runs these tests: that would tell its folders, too
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(line, cwd=folder, env=own, capture_output=True, text=True, timeout=60)


def test_make_lab_below_a_path_with_spaces_and_umlauts(copy: Path) -> None:
    run = make_lab(copy)
    assert run.returncode == 0, run.stderr
    assert "JupyterLab" in run.stdout
    assert (copy / "workspace/course/00-start-here.ipynb").is_file()


def test_make_lab_in_a_checkout_that_cannot_be_written_names_the_command_that_can(copy: Path, tmp_path: Path) -> None:
    copy.chmod(0o555)
    run = make_lab(copy)
    assert run.returncode == 2
    assert run.stdout == (
        f'Expected a writable folder; got {copy}. Type: "{copy}/.venv/bin/mechanics" lab ~/mechanics\n'
    )
    copy.chmod(0o755)
    shutil.move(copy / ".venv", tmp_path)
    copy.chmod(0o555)
    run = make_lab(copy)
    assert run.returncode == 2
    assert run.stdout.startswith("Expected a writable folder") and "Copy the course" in run.stdout
