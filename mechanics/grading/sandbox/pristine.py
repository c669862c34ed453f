"""What plain tests rely on, as it was before a student's code ran: restored before each test, and looked at after it.

A cell may have put its own function into numpy.testing or among the builtins, replaced the code of one, or traced the
process. This is a hurdle, not a boundary: the tests run in the student's process, which can reach all of this as well.
"""

import builtins
import contextlib
import sys
import threading
import types
from collections.abc import Iterator
from typing import Any

__all__ = ["PRISTINE", "changed", "remember", "restore"]

USUAL = ("math", "cmath", "operator", "functools", "itertools", "inspect", "unittest", "numpy")
PRISTINE: dict[str, Any] = dict(vars(builtins))
"""The builtins as they were when this module was imported."""

_names: list[tuple[dict[str, Any], str, Any]] = []
_functions: list[tuple[types.FunctionType, types.CodeType, Any, Any]] = []
_methods: list[tuple[type, str, Any]] = []
_untrace = sys.settrace, sys.setprofile, threading.settrace, threading.setprofile
_traced = sys.gettrace, sys.getprofile


def remember(*packages: str) -> None:
    """Take down the functions and classes of packages, of the builtins, and of what tests usually rely on.

    Parameters
    ----------
    *packages : str
        Names, without those of modules in there.
    """
    PRISTINE.update(vars(builtins))
    wanted = {*USUAL, *packages} - {"mechanics", "__main__"}
    for name, module in list(sys.modules.items()):
        if isinstance(module, types.ModuleType) and name.partition(".")[0] in wanted:
            _names.extend((vars(module), key, value) for key, value in list(vars(module).items()) if callable(value))
    seen = {id(value): value for _, _, value in _names if isinstance(value, types.FunctionType)}
    _functions.extend((f, f.__code__, f.__defaults__, f.__kwdefaults__) for f in seen.values())
    case = sys.modules.get("unittest.case")
    for kind in (case.TestCase,) if case else ():
        _methods.extend((kind, key, value) for key, value in vars(kind).items() if callable(value))


def restore() -> None:
    """Put back what was taken down; nothing traces the process any more."""
    for stop in _untrace:
        stop(None)
    vars(builtins).update(PRISTINE)
    for names, key, value in _names:
        names[key] = value
    for function, code, defaults, keywords in _functions:
        if function.__code__ is not code:
            function.__code__ = code
        if function.__defaults__ is not defaults:
            function.__defaults__ = defaults
        if function.__kwdefaults__ is not keywords:
            function.__kwdefaults__ = keywords
    for kind, key, value in _methods:
        if vars(kind).get(key) is not value:
            setattr(kind, key, value)


def changed() -> bool:
    """Whether something of it was replaced since, or the process is traced."""
    return any(_differences())


def _differences() -> Iterator[bool]:
    yield from (told() is not None for told in _traced)
    yield from (vars(builtins).get(key) is not value for key, value in PRISTINE.items() if key != "_")
    yield from (names.get(key) is not value for names, key, value in _names)
    yield from (f.__code__ is not code or f.__defaults__ is not d for f, code, d, _ in _functions)
    with contextlib.suppress(RuntimeError):
        yield from (vars(kind).get(key) is not value for kind, key, value in _methods)
