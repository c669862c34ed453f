"""The examples in the docstrings of the library do what they say."""

import doctest
import importlib

import pytest

from tests.conftest import CHECKOUT

# What a newcomer reads first. Elsewhere an example may show a part of something larger.
READ_FIRST = ("model.py", "lagrange/*.py", "state_space/*.py", "problem/*.py", "multibody/*.py", "systems/__init__.py")
WITH_EXAMPLES = [
    ".".join(path.relative_to(CHECKOUT).with_suffix("").parts).removesuffix(".__init__")
    for pattern in READ_FIRST
    for path in sorted((CHECKOUT / "mechanics").glob(pattern))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_give_what_they_show(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0, "see the captured output"
