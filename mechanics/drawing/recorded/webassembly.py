"""Modules of WebAssembly, as bytes: functions of a number t that work in one memory of floating-point numbers."""

import struct
from collections.abc import Iterable, Sequence

__all__ = [
    "MATH", "call", "constant", "get", "load", "loop", "module", "moved", "operation", "put", "repeat", "select",
    "store",
]  # fmt: skip

MATH = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sign", "pow", "atan2")
"""Functions of JavaScript that the functions of a module call; the last two have two arguments."""
OF_TWO = 2

# Names of operations as they are recorded, with their codes: https://webassembly.github.io/spec/core/binary
CODES = {
    "+": 0xA0, "-": 0xA1, "*": 0xA2, "/": 0xA3, "min": 0xA4, "max": 0xA5, "abs": 0x99, "neg": 0x9A, "ceil": 0x9B,
    "floor": 0x9C, "sqrt": 0x9F, "==": 0x61, "<": 0x63, ">": 0x64, "<=": 0x65,
}  # fmt: skip
NUMBER, NOTHING = 0x7C, 0x40
INTEGER, ADD, UNEQUAL = 0x7F, b"\x6a", b"\x47"
OR, SELECT, BLOCK, LOOP, JUMP, JUMP_IF, END = b"\x72", b"\x1b", 0x02, 0x03, b"\x0c", b"\x0d", b"\x0b"
PAGE = 1 << 16


def _leb(n: int) -> bytes:
    """A natural number in groups of seven bits, the last ones first (LEB128)."""
    found = bytearray()
    while n > 0x7F:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes([*found, n])


def _integer(n: int) -> bytes:
    """A constant integer; the last group of bits tells its sign."""
    found = bytearray(b"\x41")
    while not -0x40 <= n < 0x40:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes([*found, n & 0x7F])


def constant(x: float) -> bytes:
    """A number."""
    return b"\x44" + struct.pack("<d", x)


def get(local: int) -> bytes:
    """A local variable; 0 is t."""
    return b"\x20" + _leb(local)


def put(local: int, value: bytes) -> bytes:
    """Set a local variable."""
    return value + b"\x21" + _leb(local)


def load(place: int, pointer: int | None = None) -> bytes:
    """The number at a place of the memory, counted from where a local variable points to."""
    return _origin(pointer) + b"\x2b\x03" + _leb(8 * place)


def store(place: int, value: bytes, pointer: int | None = None) -> bytes:
    """Write a number at a place of the memory, counted from where a local variable points to."""
    return _origin(pointer) + value + b"\x39\x03" + _leb(8 * place)


def _origin(pointer: int | None) -> bytes:
    return _integer(0) if pointer is None else get(pointer)


def operation(name: str, values: Sequence[bytes]) -> bytes:
    """An operation or a comparison, or one of the functions of `MATH`."""
    return b"".join(values) + (bytes([CODES[name]]) if name in CODES else call(MATH.index(name)))


def select(condition: bytes, a: bytes, b: bytes) -> bytes:
    """One of two numbers."""
    return a + b + condition + SELECT


def call(function: int) -> bytes:
    """Call a function with what was computed just before."""
    return b"\x10" + _leb(function)


def repeat(body: bytes, ends: Sequence[bytes], after: bytes) -> bytes:
    """Do something again and again, and something else in between, until one of several conditions holds."""
    out = b"".join(ends) + OR * (len(ends) - 1) + JUMP_IF + _leb(1)
    return bytes([BLOCK, NOTHING, LOOP, NOTHING]) + body + out + after + JUMP + _leb(0) + END + END


def loop(body: bytes, count: int, strides: Sequence[int], pointers: Sequence[int]) -> bytes:
    """Do something `count` times, while pointers move on by strides, numbers of the memory each.

    Parameters
    ----------
    body : bytes
        What is done.
    count : int
        How often.
    strides : sequence of int
        None of them is zero; a pointer with a negative one ends at the beginning of the memory.
    pointers : sequence of int
        Local variables.
    """
    before = [put(p, _integer(max(0, -8 * s * (count - 1)))) for p, s in zip(pointers, strides, strict=True)]
    after = [put(p, get(p) + _integer(8 * s) + ADD) for p, s in zip(pointers, strides, strict=True)]
    end = 8 * strides[0] * (count if strides[0] > 0 else 1)
    again = get(pointers[0]) + _integer(end) + UNEQUAL + JUMP_IF + _leb(0)
    return b"".join([*before, bytes([LOOP, NOTHING]), body, *after, again, END])


def moved(here: int, there: int, count: int) -> bytes:
    """Copy numbers to another place of the memory."""
    return _integer(8 * there) + _integer(8 * here) + _integer(8 * count) + b"\xfc\x0a\x00\x00"


def module(functions: Sequence[tuple[int, int, bytes]], exported: Iterable[int], places: int) -> bytes:
    """A module.

    Parameters
    ----------
    functions : sequence of tuple
        How many local variables each has, numbers and then pointers, and its code. They are counted after `MATH`.
    exported : iterable of int
        Functions that can be called from outside, as ``f0``, ``f1``, ...; the memory is ``memory``.
    places : int
        Numbers in the memory.
    """
    types = [_type(1, True), _type(2, True), _type(1, False)]
    imports = [_name("Math") + _name(f) + bytes([0, k >= len(MATH) - OF_TWO]) for k, f in enumerate(MATH)]
    exports = [_name(f"f{k}") + b"\x00" + _leb(number) for k, number in enumerate(exported)]
    bodies = [
        _listed([_leb(n) + bytes([NUMBER]), _leb(pointers) + bytes([INTEGER])]) + code + END
        for n, pointers, code in functions
    ]
    sections = {
        1: types, 2: imports, 3: [_leb(2)] * len(functions), 5: [b"\x00" + _leb(-(-8 * places // PAGE))],
        7: [_name("memory") + b"\x02\x00", *exports], 10: [_leb(len(body)) + body for body in bodies],
    }  # fmt: skip
    return b"\0asm\1\0\0\0" + b"".join(bytes([k]) + _sized(_listed(parts)) for k, parts in sections.items())


def _type(numbers: int, gives: bool) -> bytes:
    return b"\x60" + _listed([bytes([NUMBER])] * numbers) + _listed([bytes([NUMBER])] * gives)


def _listed(parts: Sequence[bytes]) -> bytes:
    return _leb(len(parts)) + b"".join(parts)


def _sized(content: bytes) -> bytes:
    return _leb(len(content)) + content


def _name(text: str) -> bytes:
    return _sized(text.encode())
