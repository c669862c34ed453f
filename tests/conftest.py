"""What every test stands on: the checkout, a Jupyter of its own, the browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from mechanics.doctor import find_browser

# Property tests: no time limit for one example, because the machine may be busy; the same examples every time.
settings.register_profile(
    "course", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("course")

CHECKOUT = Path(__file__).resolve().parents[1]
NO_BROWSER = "no Chromium on this machine: apt-get install chromium, or name one in MECHANICS_CHROMIUM"


# the second: WebGL, by which three.js draws, on a machine without a graphics card
OPTIONS = ["--no-sandbox", "--enable-unsafe-swiftshader"]


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of this checkout."""
    return CHECKOUT


@pytest.fixture(scope="session")
def tracked(checkout: Path) -> list[Path]:
    """The files that git knows and that are there, relative to the checkout."""
    line = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    names = subprocess.run(line, cwd=checkout, capture_output=True, text=True, check=True).stdout
    return [Path(name) for name in names.split("\0") if name and (checkout / name).is_file()]


@pytest.fixture(scope="session", autouse=True)
def own_jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep Jupyter away from the settings of whoever runs the tests, and matplotlib from a display."""
    home = tmp_path_factory.mktemp("jupyter")
    folders = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "IPYTHONDIR": home / "ipython",
        "MPLBACKEND": "Agg",
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),  # nbgrader calls alembic
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in folders.items():
            patch.setenv(name, str(value))
        yield


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium, for playwright's `executable_path`."""
    path = find_browser()
    if path is None:
        pytest.skip(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """A headless Chromium; one for all tests of a process, because playwright runs only once in it."""
    playwright = pytest.importorskip("playwright.sync_api").sync_playwright().start()
    running = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
    yield running
    running.close()
    playwright.stop()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Write down which chapters a run that left no test out has watched in JupyterLab, see `tests.browser.watched`."""
    from tests.browser.watched import keep

    reports = terminalreporter.stats.get("passed", []) if not config.getoption("markexpr") else []
    if seen := dict(said for x in reports for name, said in x.user_properties if name == "watched"):
        keep(seen)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Our groups where pytest-xdist is asked for groups."""
    from tests.scheduling import Scheduling

    return Scheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes long; skip browser tests where there is no browser, with a line that says so."""
    if config.getoption("dist", "no") == "loadgroup" or hasattr(config, "workerinput"):
        from tests.scheduling import rank, scope_of

        items.sort(key=lambda item: rank(scope_of(item.nodeid)))
    if find_browser() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=NO_BROWSER))
