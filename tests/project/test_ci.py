"""CI goes the reader's way: what it calls to install, start and prove the course stands in the documentation."""

import re

from tests.conftest import CHECKOUT

PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in (CHECKOUT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
TOOL = re.compile(r"(?:^|[\s/(])((?:make|pip|python[\d.]*|uvx?|npm|npx|mechanics|jupyter\S*|pytest|playwright)\b .*)")
PLACEHOLDER = '"$PYTHON"'


def documented() -> set[str]:
    """Every command of every block that the documentation shows, without comments and options of JupyterLab."""
    blocks = [block for page in PAGES for block in BLOCK.findall((CHECKOUT / page).read_text(encoding="utf-8"))]
    return {plain(line) for block in blocks for line in block.splitlines() if line.strip()}


def called(script: str) -> list[str]:
    """What a shell script calls of the tools that install, start or prove something."""
    lines = [re.sub(r"(^|\s)#.*", "", line).replace(PLACEHOLDER, "python3") for line in script.splitlines()]
    doing = [plain(line) for line in lines if not re.search(r"echo|command -v|type -ap", line)]
    return [found[1] for found in map(TOOL.search, doing) if found]


def plain(line: str) -> str:
    """A command as it is compared: the folder of an environment and what JupyterLab gets do not matter."""
    line = re.sub(r"\s+#.*|\s*&$", "", line).replace("--quiet ", "")
    line = re.sub(r'LAB="[^"]*"', "LAB=...", line)
    return re.sub(r'\S*bin/|"', "", line).replace("$HOME/", "").strip()


def test_ci_calls_nothing_that_the_documentation_does_not_tell() -> None:
    told = documented()
    calls = called((CHECKOUT / ".ci/run").read_text(encoding="utf-8"))
    assert not [call for call in calls if call not in told], f"told are: {sorted(told)}"


def test_ci_begins_with_the_two_commands_of_the_readme() -> None:
    readme = BLOCK.search((CHECKOUT / "README.md").read_text(encoding="utf-8"))
    assert readme
    first = [plain(line).split(" LAB=")[0] for line in readme[1].splitlines()]
    calls = [call.split(" LAB=")[0] for call in called((CHECKOUT / ".ci/run").read_text(encoding="utf-8"))]
    assert first == ["make lab", "make test"]
    assert calls[:2] == first, "CI takes another way than the reader"


def test_a_way_of_its_own_is_found() -> None:
    """The installer that CI once brought along, and that hid a failing README."""
    way = ".venv/bin/python -m pip install --quiet --require-hashes -r uv.txt\n.venv/bin/uv pip sync lock.txt # quick\n"
    assert called(way) == ["python -m pip install --require-hashes -r uv.txt", "uv pip sync lock.txt"]
    assert not set(called(way)) & documented()


def test_everything_that_the_documentation_calls_by_make_is_there() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    asked = {line.split()[1] for line in documented() if line.startswith("make ")}
    prose = {name for page in PAGES for name in re.findall(r"`make ([a-z-]+)", (CHECKOUT / page).read_text("utf-8"))}
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert asked | prose <= targets, "the documentation names a command that the Makefile has not"
