"""README and CONTRIBUTING: what they show works, and what they name exists."""

import re
from pathlib import Path

import numpy as np
import pytest

from mechanics.cli import _parser
from tests.conftest import CHECKOUT

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")


def page(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def targets() -> set[str]:
    """The commands of the Makefile."""
    return set(re.findall(r"^([a-z][a-z-]*):", page("Makefile"), flags=re.MULTILINE))


def code(markdown: str) -> str:
    """What stands in backticks."""
    blocks = re.findall(r"```.*?\n(.*?)```", markdown, flags=re.DOTALL)
    return "\n".join(blocks + re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)))


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_commands_that_a_page_names_exist(name: str) -> None:
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", code(page(name))))
    assert named, f"{name} names no command"
    assert named <= targets(), f"{name} names commands that the Makefile lacks: {named - targets()}"
    words = set(re.findall(r"(?<![\w.])mechanics ([a-z][a-z-]*)", code(page(name))))
    known = set(_parser()._subparsers._group_actions[0].choices)  # argparse has no public way
    assert words <= known, f"{name} names commands that `mechanics` lacks: {words - known}"


def test_every_command_of_the_makefile_is_told() -> None:
    told = page("README.md") + page("CONTRIBUTING.md")
    assert not {name for name in targets() if f"make {name}" not in told}, "commands that no page explains"


@pytest.mark.parametrize("name", PAGES)
def test_the_links_of_a_page_hold(name: str) -> None:
    for link in re.findall(r"\]\((?!\w+:|#)([^)#]+)", page(name)):
        assert (CHECKOUT / link).exists(), f"{name} links to {link}, which does not exist"


def test_the_readme_lists_every_package_of_the_library() -> None:
    found = (path for path in (CHECKOUT / "mechanics").iterdir() if path.is_dir() or path.suffix == ".py")
    names = {Path(path).stem for path in found} - {"__init__", "__pycache__"}
    missing = {name for name in names if f"`{name}`" not in page("README.md")}
    assert not missing, f"packages missing in the table of layers: {missing}"


def test_the_system_of_the_contributing_page_runs() -> None:
    block = re.search(r"```python\n(from sympy.*?)```", page("CONTRIBUTING.md"), flags=re.DOTALL)
    assert block, "the worked example is gone"
    names: dict = {}
    exec(block[1], names)
    system = names["elastic_pendulum"]()
    run = system.numeric(c=50.0).simulate(t=5.0, rtol=1e-10, atol=1e-10)
    assert np.ptp(run.energy) < 1e-6 * run.kinetic.max(), "its energy is not conserved"
    assert system.scene().description


def test_the_sleigh_of_the_contributing_page_straightens_its_way() -> None:
    block = re.search(r"blades give.*?```python\n(from sympy.*?)```", page("CONTRIBUTING.md"), flags=re.DOTALL)
    assert block, "the worked example is gone"
    names: dict = {}
    exec(block[1], names)
    system = names["sleigh"]()
    run = system.numeric().simulate(q_d0=[0, 0, 3.0], t=20.0, rtol=1e-10, atol=1e-10)
    assert np.ptp(run.energy) < 1e-6 * run.energy[0], "its energy is not conserved"
    assert abs(run["phi_d"][-1]) < 1e-3, "in the end it goes straight on"
    assert run["f_Q"].max() > 0.1 and system.scene().description


def test_the_problem_of_the_contributing_page_is_solved() -> None:
    block = re.search(r"```python\n(from sympy import asin.*?)```", page("CONTRIBUTING.md"), flags=re.DOTALL)
    assert block, "the worked example is gone"
    names: dict = {}
    exec(block[1], names)
    found = names["cylinder_on_rope"]().solve(r=0.6, l=1.0)
    assert found["f_S"] == pytest.approx(10 * 9.81 / 0.8)
