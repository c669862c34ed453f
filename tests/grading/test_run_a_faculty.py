"""The page "Run it for a faculty": its commands are run from top to bottom, on this machine alone."""

import contextlib
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.sandbox import boundary
from tests.tasks import course

from .test_teach_with_it import Semester

ASSIGNMENT, TASK = "01-systems", "inductor-state"
PAGE = course.CHECKOUT / "docs" / "run-a-faculty.md"
PORTS = ("8000", "8081", "8001", "10101")
COMMANDS = {"nbgrader": "nbgrader", "mechanics": "mechanics.cli", "dask": "dask"}
TRIAL = """
c.JupyterHub.services.append({"name": "trial", "api_token": "trial-of-the-page"})
c.JupyterHub.load_roles.append(
    {"name": "trial", "scopes": ["admin:users", "admin:servers", "tokens", "access:servers"], "services": ["trial"]}
)
"""
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
AS_ROOT = 'c.Spawner.args = ["--allow-root"]\n'


def blocks(kind: str = "console") -> Iterator[tuple[str, str]]:
    """Blocks of one kind, each with the heading above it."""
    heading = ""
    for match in re.finditer(r"^## ([^\n]+)$|^```(\w+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        heading = match[1] or heading
        if match[2] == kind:
            yield heading, match[3]


def binaries(name: str) -> str:
    """Folder of a program of PostgreSQL, which Debian keeps off the path; empty where there is none."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), "")
    return str(Path(found).resolve().parent) if found else ""


class Faculty(Semester):
    """Runs the blocks as the instructor, or as a student, on a hub with everything else beside it."""

    def __init__(self, folder: Path):
        self.folder, self.said, self.codes = folder, {}, []
        self.place = course.new_course(folder / "course", ASSIGNMENT)
        self.ports = {port: str(free_port()) for port in PORTS}
        self.environment = os.environ | {
            "PATH": os.pathsep.join([f"{self.place}/course/bin", str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": str(course.CHECKOUT),
            "REHEARSAL": "rehearsal",
            "INSTRUCTORS": "instructors" * 3,
            "USER": "ina",
        }
        self.processes: list[subprocess.Popen[bytes]] = []
        self.rubbish: list[Path] = []

    def block(self, heading: str, commands: str) -> None:
        """The test stands in for other machines and people; the rest is run as it is."""
        for port, free in self.ports.items():
            commands = commands.replace(port, free)
        if "requirements-course.txt" in commands:
            self.environment_of_users(heading, commands)
        elif "bin/jupyterhub " in commands:
            self.start_hub()
        elif "fetch_assignment" in commands:
            self.as_student(commands)
        elif "dask " in commands:
            self.run_on_a_cluster(heading, commands)
        else:
            self.run(heading, commands)

    def environment_of_users(self, heading: str, commands: str) -> None:
        """On top of the environment of the tests, which has the same lock; that is not downloaded again."""
        lines = [line for line in commands.splitlines() if "--require-hashes" not in line and not line.endswith(" .")]
        self.run(heading, lines[0])
        [packages] = self.place.glob("course/lib/python*/site-packages")
        (packages / "tests.pth").write_text(f"{sysconfig.get_path('purelib')}\n{course.CHECKOUT}\n")
        shutil.copytree(Path(sys.prefix) / "share" / "jupyter", self.place / "course" / "share" / "jupyter")
        for command, module in COMMANDS.items():
            script = self.place / "course" / "bin" / command
            script.write_text(f'#!/bin/sh\nexec "{self.place}/course/bin/python" -m {module} "$@"\n')
            script.chmod(0o755)
        self.run(heading, "\n".join(lines[1:]))

    def start_hub(self) -> None:
        with open(self.place / "jupyterhub_config.py", "a") as config:
            config.write(TRIAL + AS_ROOT * (os.geteuid() == 0))
        line = ["hub/bin/jupyterhub", "-f", "jupyterhub_config.py"]
        with open(self.folder / "hub.log", "wb") as log:
            self.processes.append(
                subprocess.Popen(line, cwd=self.place, env=self.environment, stdout=log, stderr=subprocess.STDOUT)
            )
        for _ in range(240):
            with contextlib.suppress(OSError):
                self.ask("GET", "")
                break
            assert self.processes[-1].poll() is None, (self.folder / "hub.log").read_text(errors="replace")
            time.sleep(0.5)
        self.ask("POST", "/users", {"usernames": ["ina", "ada"]})
        self.environment |= self.of_user("ina")

    def ask(self, method: str, path: str, content: Any = None) -> Any:
        """The hub's own programming interface."""
        address = f"http://127.0.0.1:{self.ports['8000']}/hub/api{path}"
        head = {"Authorization": "token trial-of-the-page"}
        request = urllib.request.Request(
            address, json.dumps(content).encode() if content else None, head, method=method
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def of_user(self, name: str) -> dict[str, str]:
        """What is set in a terminal of this user's server."""
        token = self.ask("POST", f"/users/{name}/tokens", {"note": "trial"})["token"]
        return {"USER": name, "JUPYTERHUB_USER": name, "JUPYTERHUB_API_TOKEN": token}

    def as_student(self, commands: str) -> None:
        home = self.place / "homes" / "ada"
        home.mkdir(exist_ok=True)
        mine = self.environment | self.of_user("ada")
        for line in commands.splitlines():
            done = subprocess.run(line.split(), cwd=home, env=mine, capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, f"{line}:\n{done.stdout}\n{done.stderr}"
            shutil.copy(course.solution(TASK), home / ASSIGNMENT)  # work

    def start_postgres(self) -> bool:
        """A server of its own, without the rights of root, which it refuses; false where there is none."""
        if not binaries("initdb"):
            return False
        data, where = Path(tempfile.mkdtemp(prefix="postgres-")), binaries("initdb")
        data.chmod(0o777)
        self.rubbish.append(data)
        plain = NOBODY if os.geteuid() == 0 else []
        quiet = {"stdout": subprocess.DEVNULL, "timeout": 120, "check": True}
        subprocess.run(
            [*plain, f"{where}/initdb", "-D", data / "db", "-U", "postgres", "-A", "trust", "-N"], cwd="/", **quiet
        )
        line = [f"{where}/postgres", "-D", data / "db", "-k", data, "-c", "listen_addresses=", "-c", "fsync=off"]
        self.processes.append(subprocess.Popen([*plain, *line], cwd="/", stderr=subprocess.DEVNULL))
        self.environment |= {"PGHOST": str(data), "PGUSER": "postgres"}
        for _ in range(100):
            if not subprocess.run([f"{where}/pg_isready", "-q"], env=self.environment).returncode:
                return True
            time.sleep(0.2)
        raise AssertionError("PostgreSQL does not answer")

    def end(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait(60)
        for folder in self.rubbish:
            shutil.rmtree(folder)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def needs_postgres(commands: str) -> bool:
    return any(word in commands for word in ("createdb", "pg_dump", "pg_restore"))


@pytest.fixture(scope="module")
def faculty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Faculty]:
    if not boundary().holds:
        pytest.skip(f"no boundary on this machine: {boundary().reason}")
    if not shutil.which("npm"):
        pytest.skip("no npm, which installs the proxy of JupyterHub")
    line = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "-d",
        tmp_path_factory.mktemp("pip"),
        "ngshare_exchange",
    ]
    if subprocess.run(line, capture_output=True).returncode:
        pytest.skip("PyPI does not answer: JupyterHub and ngshare cannot be installed")
    found = Faculty(tmp_path_factory.mktemp("faculty"))
    try:
        with_postgres = found.start_postgres()
        for heading, commands in blocks():
            if with_postgres or not needs_postgres(commands):
                found.block(heading, commands)
        yield found
    finally:
        found.end()


def test_what_is_not_tried_says_so_and_why():
    text = PAGE.read_text(encoding="utf-8")
    for kind in ("dockerfile", "yaml"):
        for _, block in blocks(kind):
            before = text[: text.index(block)].rpartition("```" + kind)[0][-700:]
            assert "**not tried**" in before, f"a block of {kind} is run by no test:\n{block}"


def test_steps_of_the_image_are_those_that_make_it_small():
    [(_, image)] = blocks("dockerfile")
    assert "slim /opt/course" in image and "--without-pip" in image and "solutions" not in image


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning")
class TestAFaculty:
    def test_a_student_gets_a_server(self, faculty):
        with contextlib.suppress(OSError):  # it may be pending
            faculty.ask("POST", "/users/ada/server", {})
        for _ in range(120):
            if faculty.ask("GET", "/users/ada")["servers"].get("", {}).get("ready"):
                return
            time.sleep(0.5)
        raise AssertionError((faculty.folder / "hub.log").read_text(errors="replace")[-3000:])

    def test_what_was_handed_in_through_ngshare_is_graded(self, faculty):
        assert "1 graded" in faculty.said["4. Handing out and collecting"]
        lines = {line["student"]: line for line in faculty.table(f"students-{ASSIGNMENT}.csv")}
        assert float(lines["ada"]["points"]) > 0

    def test_feedback_is_there_for_the_student(self, faculty):
        home = faculty.place / "homes" / "ada"
        line = ["nbgrader", "fetch_feedback", ASSIGNMENT]
        subprocess.run(line, cwd=home, env=faculty.environment | faculty.of_user("ada"), check=True, timeout=120)
        assert list(home.rglob(f"{TASK}.html"))

    def test_the_gradebook_in_postgres_has_the_grades_and_can_be_restored(self, faculty):
        if "PGHOST" not in faculty.environment:
            pytest.skip("no PostgreSQL on this machine")
        rows = faculty.table("grades.csv")
        assert [row["student_id"] for row in rows if float(row["score"]) > 0] == ["ada"]
        assert re.search(r"\n\s+1\n", faculty.said["8. Backups"]), "one student in the restored database"

    def test_the_lti_authenticator_takes_the_settings(self, faculty):
        [(_, settings)] = blocks("python")
        code = f"""
from traitlets.config import Config
from ltiauthenticator.lti13.auth import LTI13Authenticator
c = Config()
{settings}
lti = LTI13Authenticator(config=c)
assert set(c.LTI13Authenticator) <= set(lti.trait_names(config=True)), c.LTI13Authenticator
assert lti.username_key == "email" and lti.client_id == {{"CLIENT_ID"}}
assert lti.login_url("/hub").endswith("lti13/oauth_login")
assert lti.callback_url("/hub").endswith("lti13/oauth_callback")
"""
        done = subprocess.run([faculty.place / "hub/bin/python", "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
