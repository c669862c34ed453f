"""An answer, whatever it is, → plain JSON data.

Objects are distinguished by their true type and read with the methods of the base classes, so that a subclass that
equals everything, prints as something else or raises has no influence. The result is one of

========== ==========================================================================================
type       further entries
========== ==========================================================================================
scalar     tree (see `mechanics.formulas.tree`)
text       text; read by the judge, which knows the names of the task
list       items; nested for matrices; ``"set": true`` where they have no order
dict       items, pairs of a tree and data
equation   left, right
boolean    value
function   calls: for each input ``{"value": data}`` or ``{"error": sentence}``; None if it was not called
nothing    –
unreadable what, a description
========== ==========================================================================================
"""

import dis
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from types import EllipsisType, FunctionType
from typing import Any

from mechanics.checks.calls import call_with, quiet
from mechanics.checks.symbolic_call import formulas_of
from mechanics.checks.traced import Traced
from mechanics.formulas.tree import Tree, divide, integer, problem

__all__ = ["capture"]

MAX_ITEMS = 20_000
MAX_LEVELS = 6
MAX_TEXT = 6000
_VECTORS = tuple(f"sympy.{part}.{kind}" for part in ("vector", "physics.vector") for kind in ("vector", "dyadic"))
_OF_NO_BODY = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


def capture(answer: object, inputs: Sequence[Any] | Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Plain JSON data of an answer; never raises.

    Parameters
    ----------
    answer : object
        Anything.
    inputs : sequence of sequence, or mapping, optional
        For an answer that is a Python function: the arguments of each call, as `mechanics.checks.inputs_of` takes them
        from a key. Without them it is not called. With what `mechanics.checks.symbols_of` takes from a key it is called
        once, for the formulas in it.

    Returns
    -------
    dict
        See the table at the top of this module.
    """
    try:
        with quiet():
            data = _Reader().read(answer)
            if data["type"] == "function" and inputs is not None:
                if isinstance(inputs, Mapping):
                    data["calls"] = formulas_of(answer, inputs["names"], inputs["values"], capture_value)
                else:
                    data["calls"] = call_with(answer, inputs, capture_value)
            return data
    except Exception:
        return unreadable(answer)


def capture_value(answer: object) -> dict[str, Any]:
    """`capture` without its protection, for the result of a function that runs under protection already.

    Parameters
    ----------
    answer : object
        Anything.
    """
    return _Reader().read(answer)


def unreadable(answer: object) -> dict[str, Any]:
    """Data that says what the answer is, where it is nothing that can be read.

    Parameters
    ----------
    answer : object
        Anything.
    """
    return {"type": "unreadable", "what": f"a Python object of type `{type_name(answer)}`"}


def type_name(answer: object) -> str:
    """Name of the true type, whatever ``__class__`` says.

    Parameters
    ----------
    answer : object
        Anything.
    """
    name = type.__dict__["__name__"].__get__(type(answer))
    return str(name)[:40]


def type_module(answer: object) -> str:
    """Name of the module that defines the true type.

    Parameters
    ----------
    answer : object
        Anything.
    """
    return str(type(answer).__dict__.get("__module__", ""))


class _Reader:
    """One pass over an answer; counts what it reads, because answers may be endless or contain themselves."""

    def __init__(self) -> None:
        self.left = MAX_ITEMS

    def read(self, answer: object, level: int = 0) -> dict[str, Any]:
        self.left -= 1
        if self.left < 0 or level > MAX_LEVELS:
            return {"type": "unreadable", "what": "a nested or endless list"}
        kind = type(answer)
        if answer is None or kind is EllipsisType:
            return {"type": "nothing"}
        if kind is Traced:
            return {"type": "scalar", "tree": answer.tree}  # type: ignore[attr-defined]
        if kind is bool:
            return {"type": "boolean", "value": answer is True}
        tree = plain_number(answer)
        if tree is not None:
            return {"type": "scalar", "tree": tree}
        return self._text_or_container(answer, level) or self._foreign(answer, level)

    def _text_or_container(self, answer: Any, level: int) -> dict[str, Any] | None:
        kind = type(answer)
        if issubclass(kind, str):
            return _text(str.__str__(answer))
        for base in (list, tuple):
            if issubclass(kind, base):
                return self._list(base.__iter__(answer), level)
        for unordered in (set, frozenset):
            if issubclass(kind, unordered):
                return self._set(unordered.__iter__(answer), level)
        if issubclass(kind, dict):
            return self._dict(dict.items(answer), level)
        if kind in (range, type({}.keys()), type({}.values())):
            return self._list(iter(answer), level)
        return None

    def _list(self, items: Any, level: int) -> dict[str, Any]:
        read = []
        for item in items:
            read.append(self.read(item, level + 1))
            if self.left < 0:
                return {"type": "unreadable", "what": "a list of very many items"}
        return {"type": "list", "items": read}

    def _set(self, items: Any, level: int) -> dict[str, Any]:
        """A list whose items have no order: no vector can be meant."""
        data = self._list(items, level)
        return {**data, "set": True} if len(data.get("items", [])) > 1 else data

    def _dict(self, pairs: Any, level: int) -> dict[str, Any]:
        items = []
        for key, value in pairs:
            name = self.read(key, level + 1)
            tree = name.get("tree", name.get("text"))
            items.append([problem("an unreadable key") if tree is None else tree, self.read(value, level + 1)])
        return {"type": "dict", "items": items}

    def _foreign(self, answer: Any, level: int) -> dict[str, Any]:
        """Objects of numpy and sympy, and functions."""
        # imported only where the answer's process has loaded them: without them there are no such objects, and answers
        # are also judged in a bare process that need not wait for them
        if "numpy" in sys.modules:
            import numpy

            if issubclass(type(answer), numpy.ndarray):
                if answer.size > MAX_ITEMS:
                    return {"type": "unreadable", "what": "an array of very many numbers"}
                return self.read(numpy.ndarray.tolist(answer), level)
            if issubclass(type(answer), numpy.generic):
                return self.read(numpy.generic.item(answer), level + 1)
        if type_module(answer).startswith(_VECTORS):
            return {"type": "unreadable", "what": "a vector of sympy (give its components, as `v.to_matrix(N)` does)"}
        if "sympy" in sys.modules:
            from mechanics.checks.capture_sympy import read_sympy

            data = read_sympy(answer, self, level)
            if data is not None:
                return data
        if issubclass(type(answer), type):
            return {"type": "unreadable", "what": "a Python class"}
        if callable(answer):
            return {"type": "nothing"} if _has_no_body(answer) else {"type": "function", "calls": None}
        return unreadable(answer)


def _has_no_body(answer: Any) -> bool:
    """Whether this is a function as it was handed out: a first line, a docstring and nothing else."""
    if type(answer) is not FunctionType or answer.__code__.co_name == "<lambda>":
        return False
    steps = list(dis.get_instructions(answer))
    returned = [step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return {step.opname for step in steps} <= _OF_NO_BODY and returned == [None]


def plain_number(answer: Any) -> Tree | None:
    """Tree of a Python number.

    Parameters
    ----------
    answer : object
        Anything.

    Returns
    -------
    Tree or None
        None for anything that is not a number of Python itself.
    """
    kind = type(answer)
    if issubclass(kind, int):
        return integer(int.__int__(answer))
    if issubclass(kind, float):
        return _float(float.__float__(answer))
    if issubclass(kind, complex):
        value = complex(complex.real.__get__(answer), complex.imag.__get__(answer))
        # a numerical solution that is real has an imaginary part of rounding errors
        return _float(value.real) if abs(value.imag) <= 1e-12 * abs(value.real) else problem("a complex number")
    if kind is Fraction:
        return divide(integer(answer.numerator), integer(answer.denominator))
    if kind is Decimal:
        return ["num", str(answer)[:60]] if answer.is_finite() else problem("a number that is not finite")
    return None


def _float(value: float) -> Tree:
    if value != value:
        return problem("NaN (not a number)")
    return value if abs(value) < 1e300 else problem("infinity")


def _text(text: str) -> dict[str, Any]:
    if not text.strip():
        return {"type": "nothing"}
    if len(text) > MAX_TEXT:
        return {"type": "unreadable", "what": "a very long text"}
    # lone surrogates cannot be written as UTF-8
    return {"type": "text", "text": text.encode("utf-8", "replace").decode("utf-8")}
