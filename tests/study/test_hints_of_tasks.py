"""The hints of the tasks belong to checks that exist, three to each, and do not give the answer away."""

import re

import nbformat
import pytest

from mechanics.checks import capture, judge, read_keys
from mechanics.checks.hints import FILE, hints_in
from tests.tasks.course import SOURCES

CODE = re.compile(r"`([^`]+)`|\$([^$]+)\$")
FOLDERS = sorted(path for path in SOURCES.iterdir() if (path / "key.json").exists())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_step_has_three_hints(folder):
    hints = hints_in(folder)
    cells = [cell for path in folder.glob("*.ipynb") for cell in nbformat.read(path, 4).cells]
    names = {name for cell in cells for name in re.findall(r'^check\(\s*"([^"]+)"', cell.source, re.MULTILINE)}
    assert not hints.keys() - names, "hints of checks that do not exist"
    assert not names - hints.keys(), "checks without hints"
    assert not [name for name, texts in hints.items() if len(texts) != 3]


@pytest.mark.parametrize("folder", [path for path in FOLDERS if (path / FILE).exists()], ids=lambda path: path.name)
def test_no_hint_is_the_answer(folder):
    """Code and formulas in a hint are judged as if a student had copied them."""
    keys = read_keys(folder / "key.json")
    for name, hints in hints_in(folder).items():
        if name in keys and keys[name]["kind"] in ("expression", "equations", "equilibria"):
            for text in [code for hint in hints for code, _ in CODE.findall(hint) if code]:
                assert judge(capture(text), keys[name]).state != "right", f"{name}: the hint `{text}` is the answer"
