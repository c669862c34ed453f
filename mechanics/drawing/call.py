"""The line of code that gives a picture: its call of `simulate` as it was written, argument by argument.

The front end replaces what is set otherwise by now (`web/code.js`). The text of an argument comes from the source of
the cell, so that functions, lists by name and systems without an id are copied as they stand there; where the source is
not known, for instance in a loop or a function, the values are written out.
"""

import ast
import linecache
from collections.abc import Mapping, Sequence
from itertools import islice
from types import FrameType
from typing import Any

import numpy as np
import sympy as sp

from ..systems import load, names
from .session import Session, number

__all__ = ["call_of"]

Written = list[list[Any]]
"""For each argument its name and text; for ``**more`` the name ``"**"``, the text and the names that it gives."""


def call_of(session: Session, system: Any, given: Mapping[str, Any], frame: FrameType | None) -> dict[str, Any]:
    """JSON data from which the front end puts the line of code together.

    Parameters
    ----------
    session : Session
        Of the player, with its first settings.
    system : System or str
        As `simulate` got it.
    given : mapping
        The other arguments by name, those left out as None.
    frame : frame or None
        Of the caller of `simulate`.
    """
    playable = session.playable
    given = {name: value for name, value in given.items() if value is not None}
    call = _written_call(frame)
    written = _from_source(call, given) if call else _from_values(given)
    as_parameter = getattr(playable, "given", {})  # of a state that starts from one, as the mass of a rocket is m0
    groups = {key: [as_parameter.get(name, name) for name in names] for key, names in playable.groups().items()}
    return {
        "system": _system_text(system, call, frame),
        "written": written,
        "u": _inputs(call, given.get("u")),
        "initial": dict(session.settings),
        "parameters": list(playable.parameters),
        "groups": {key: names for key, names in groups.items() if set(names) <= session.settings.keys()},
        "inputs": [name for name in playable.inputs if name not in session.functions],
    }


# --- from the source --------------------------------------------------------------------------------------------


def _written_call(frame: FrameType | None) -> ast.Call | None:
    """The call that a frame is executing, where it is a ``simulate(...)`` of a cell or module with a known source."""
    if frame is None or frame.f_locals is not frame.f_globals:  # in a function names may mean something of its own
        return None
    place = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))  # two bytes an instruction
    source = "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))
    try:
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    except SyntaxError:
        return None
    for node in nodes:
        if (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset) == place:
            is_known = ast.unparse(node.func).split(".")[-1] == "simulate" and len(node.args) == 1
            return node if is_known and not isinstance(node.args[0], ast.Starred) else None
    return None


def _from_source(call: ast.Call, given: Mapping[str, Any]) -> Written:
    keywords = [item for item in call.keywords if item.arg != "system"]
    named = {item.arg for item in keywords}
    return [
        [item.arg, _text(item.value)] if item.arg else ["**", _text(item.value), *sorted(given.keys() - named)]
        for item in keywords
    ]


def _text(node: ast.expr) -> str:
    """A piece of source in one line, its strings in double quotes as the rest of the code has them."""
    text = ast.unparse(node)
    return text.replace("'", '"') if '"' not in text and "\\" not in text else text


def _inputs(call: ast.Call | None, u: Mapping[str, Any] | None) -> list[list[str]] | None:
    """The entries of `u`, where they are written one by one; None where an expression gives all of them."""
    if call is None:
        return [[name, _value_text(value)] for name, value in (u or {}).items()]
    node = next((item.value for item in call.keywords if item.arg == "u"), None)
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return None
    return [[str(key.value), _text(value)] for key, value in zip(node.keys, node.values, strict=True)]  # type: ignore[union-attr]


def _system_text(system: Any, call: ast.Call | None, frame: FrameType | None) -> str:
    """The system by its id, which means the same everywhere; else as it was written, or by a name it has."""
    if isinstance(system, str):
        return f'"{system}"'
    if system.id in names() and load(system.id) is system:
        return f'"{system.id}"'
    node = call and (call.args[0] if call.args else next((i.value for i in call.keywords if i.arg == "system"), None))
    if node:
        return _text(node)
    places = {**frame.f_globals, **frame.f_locals} if frame else {}
    return next((name for name, value in places.items() if value is system and not name.startswith("_")), "system")


# --- from values ------------------------------------------------------------------------------------------------


def _from_values(given: Mapping[str, Any]) -> Written:
    return [[name, _value_text(value)] for name, value in given.items()]


def _value_text(value: Any) -> str:
    """A value as code; a function appears by its name."""
    if isinstance(value, bool | str):
        return f'"{value}"' if isinstance(value, str) else repr(value)
    if isinstance(value, sp.Basic):
        return str(value)
    if isinstance(value, int | float | np.number):
        return number(float(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f'"{name}": {_value_text(item)}' for name, item in value.items()) + "}"
    if isinstance(value, np.ndarray | Sequence):
        brackets = "()" if isinstance(value, tuple) and len(value) != 1 else "[]"
        return f"{brackets[0]}{', '.join(map(_value_text, value))}{brackets[1]}"
    return "None" if value is None else getattr(value, "__name__", "function")
