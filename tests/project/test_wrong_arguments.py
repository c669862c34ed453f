"""Arguments that are wrong, of everything that describes and simulates a system: each gets a sentence.

The calls come from the examples in the docstrings: every argument of every call is replaced by values of any kind. A
new class needs no entry here, only an example. Formulas are swept in test_wrong_inputs.py by their annotations.
"""

import ast
import contextlib
import doctest
import importlib
import io
import warnings
from collections.abc import Iterator
from copy import deepcopy
from types import CodeType
from typing import Any

import numpy as np
import pytest
import sympy

from mechanics import multibody
from mechanics.model import ModelError, SimulationError
from mechanics.multibody import elements

PACKAGES = (
    "lagrange", "state_space", "flexible", "problem", "model", "multibody", "multibody.elements",
    "multibody.trees", "multibody.flexible",
)  # fmt: skip

NAN = float("nan")
NEVER = {"NaN": NAN, "complex": 1j, "an object": object(), "three NaN": [NAN] * 3}
WRONG = NEVER | {
    "None": None, "text": "text", "infinity": float("inf"), "nothing": [], "a dictionary": {}, "numbers": [1.0] * 7,
    "a matrix": 2 * np.eye(3), "True": True, "a function": lambda *_: None,
}  # fmt: skip
HARMLESS = ("title", "source")
AT_HAND = {"np": np, "sympy": sympy, **vars(multibody), **vars(elements)}  # examples that are cuttings import nothing


def examples() -> Iterator[doctest.DocTest]:
    """Docstrings with examples of what the packages export."""
    for package in PACKAGES:
        module = importlib.import_module(f"mechanics.{package}")
        for name in module.__all__:
            named = f"{package}.{name}"
            for found in doctest.DocTestFinder().find(getattr(module, name), named, globs=AT_HAND | vars(module)):
                if found.examples:
                    yield found


EXAMPLES = {example.name: example for example in examples()}


def is_ours(text: str, known: dict[str, Any]) -> bool:
    """Whether a function is one of this library, not of sympy or Python."""
    with contextlib.suppress(Exception):
        called = eval(text, dict(known))
        return str(getattr(called, "__module__", "")).startswith("mechanics")
    return False


def variants(tree: ast.Module, known: dict[str, Any]) -> Iterator[tuple[str, CodeType]]:
    """Every call of the library in an example, once for each of its arguments, which is replaced by `wrong`."""
    inside = {id(node) for whole in ast.walk(tree) if isinstance(whole, ast.ListComp) for node in ast.walk(whole)}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) not in inside):
        if not is_ours(ast.unparse(call.func), known):
            continue
        for k, argument in enumerate([*call.args, *call.keywords]):
            if isinstance(argument, ast.Starred) or getattr(argument, "arg", "") in HARMLESS:
                continue
            changed, wrong = deepcopy(call), ast.Name("wrong", ast.Load())
            if k < len(call.args):
                changed.args[k] = wrong
            else:
                changed.keywords[k - len(call.args)].value = wrong
            shown = ast.unparse(changed)
            yield shown, compile(ast.fix_missing_locations(ast.Expression(changed)), shown, "eval")


def said(code: CodeType, known: dict[str, Any], value: Any) -> str:
    """What is wrong with the answer to a value; nothing if it is a sentence, or the value may be meant."""
    try:
        eval(code, known | {"wrong": value})
    except (ModelError, SimulationError):
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "passes" if any(value is never for never in NEVER.values()) else ""


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_wrong_argument_passes_or_ends_in_the_words_of_another_program(name):
    known, problems = dict(EXAMPLES[name].globs), []
    for example in EXAMPLES[name].examples:
        tree, before = ast.parse(example.source), dict(known)
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(compile(tree, name, "exec"), known)
            except NameError:  # what came before is left out in this docstring
                break
            for text, code in variants(tree, before):
                found = {kind: said(code, before, value) for kind, value in WRONG.items()}
                problems += [f"{text}, wrong = {kind}: {problem}" for kind, problem in found.items() if problem]
    assert not problems, "\n".join(problems)
