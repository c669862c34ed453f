"""Recorded computations as JavaScript: the branches of the code, and the operations in each of them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .machine import Machine
from .number import Number, Tape, value_of
from .paths import Path
from .steps import arguments

__all__ = ["script"]

FUNCTIONS = (
    "sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, pow, sign, floor, ceil, abs, max, min"
)
LONGEST = 300  # characters of one expression; longer ones get a name
LONG = 300  # operations; what has more of them is compiled


def script(tape: Tape, paths: Sequence[Path], refuses: bool = True) -> str:
    """The text of ``make(constants)`` that returns ``(x, t, y, o)``, which fills y from o on.

    Long functions are called in ``machine(...)``, a module of WebAssembly; ``make(constants, true)`` may be rough.

    Parameters
    ----------
    tape : Tape
        With inputs ``c0``, ``c1``, ... as constants and ``x0``, ``x1``, ..., ``t``.
    paths : sequence of Path
        From `paths_of`.
    refuses : bool
        Whether to refuse where the code does; else it is taken for granted that it does not.
    """
    kept = [path for path in paths if refuses or path.outputs is not None]
    return _Writer(tape).text(kept if refuses else _merged(kept))


def _merged(paths: list[Path]) -> list[Path]:
    """Without decisions of which only one way is left."""
    both = {key for path in paths for key, decided in path.decisions if decided} & {
        key for path in paths for key, decided in path.decisions if not decided
    }
    return [Path([d for d in path.decisions if d[0] in both], path.outputs, path.refusal) for path in paths]


class _Writer:
    """Text of the operations of a tape."""

    def __init__(self, tape: Tape):
        self.tape = tape
        self.uses: dict[int, int] = {}
        self.moving: set[int] = set()
        self.texts: dict[int, str] = {}

    def text(self, paths: list[Path]) -> str:
        self._count(place for path in paths for place in _places(path))
        hoisted: list[str] = []
        fixed = sorted(k for k in self.uses if self.tape.levels[k] == 0)
        for place in fixed:
            outside = self.tape.rows[place][0] != "input" and place in self.moving
            self._write(place, hoisted, outside)
        hoisted += self._stored()
        self.machine = Machine(self.tape, sorted(self.moving), max(len(path.outputs or ()) for path in paths))
        lines = self._branch(paths, 0, set(self.texts), "    ")
        names = [
            row[1]
            for row, level in zip(self.tape.rows, self.tape.levels, strict=True)
            if row[0] == "input" and not level
        ]
        compiled = self.machine.exported
        if compiled:
            names.append("_rough = false")
            hoisted.append(f"_c[{len(self.moving)}] = Number(_rough);")
            hoisted += [f"const _f{k} = _machine({k}, {count}, _c);" for k, (_, count) in enumerate(compiled)]
        return "\n".join([
            *([f"const _machine = machine({self.machine.text});"] if compiled else []),
            f"function make({', '.join(names)}) {{",
            f"  const {{{FUNCTIONS}}} = Math;",
            *(f"  {line}" for line in hoisted),
            "  return function (_x, t, _y, _o) {",
            *lines,
            "  };",
            "}",
        ])  # fmt: skip

    def _stored(self) -> list[str]:
        """Lines that put what the motion uses of the constants into an array.

        Engines read variables around a function more slowly, because each of them is an object of its own.
        """
        lines = [f"const _c = new Float64Array({len(self.moving) + 1});"]
        for k, place in enumerate(sorted(self.moving)):
            lines.append(f"_c[{k}] = {self.texts[place]};")
            self.texts[place] = f"_c[{k}]"
        return lines

    def _count(self, wanted: Iterable[int]) -> None:
        """Count how often each operation is used, and find the constants that the motion uses."""
        waiting = list(wanted)
        self.moving.update(place for place in waiting if not self.tape.levels[place])
        while waiting:
            place = waiting.pop()
            self.uses[place] = self.uses.get(place, 0) + 1
            if self.uses[place] > 1:
                continue
            for other in arguments(self.tape.rows[place]):
                if self.tape.levels[place] and not self.tape.levels[other]:
                    self.moving.add(other)
                waiting.append(other)

    def _branch(self, paths: list[Path], depth: int, known: set[int], indent: str) -> list[str]:
        decisions = [path.decisions[depth] if len(path.decisions) > depth else None for path in paths]
        if decisions[0] is None:
            return self._leaf(paths[0], known, indent)
        key = decisions[0][0]
        lines: list[str] = []
        self._needed(_of_key(key), known, lines)
        found = [f"{indent}{line}" for line in lines]
        saved = dict(self.texts)
        found.append(f"{indent}if ({self._condition(key)}) {{")
        for wanted in (True, False):
            part = [path for path, d in zip(paths, decisions, strict=True) if d and d[1] is wanted]
            if part:
                found += self._branch(part, depth + 1, set(known), indent + "  ")
            else:
                found.append(f'{indent}  throw new Error("unforeseen");')
            self.texts = dict(saved)
            if wanted:
                found.append(f"{indent}}} else {{")
        return [*found, f"{indent}}}"]

    def _leaf(self, path: Path, known: set[int], indent: str) -> list[str]:
        if path.outputs is not None and self._is_long(path):
            return [f"{indent}_f{self.machine.function(path.outputs)}(_x, t, _y, _o);"]
        lines: list[str] = []
        self._needed(_places(path), known, lines)
        if path.outputs is None:
            lines.append(f"throw new Refusal({self._message(path.refusal)});")
        else:
            lines += [f"_y[_o + {i}] = {self._text(x)};" for i, x in enumerate(path.outputs)]
        return [f"{indent}{line}" for line in lines]

    def _is_long(self, path: Path) -> bool:
        moving = [k for k in self._reached(_places(path), set()) if self.tape.levels[k]]
        return len(moving) > LONG or any(self.tape.rows[k][0] == "call" for k in moving)

    def _message(self, sentence: str) -> str:
        def number(found: re.Match[str]) -> str:
            digits = re.sub(r"\D", "", found[2]) or "6"
            return f"${{short({self.texts[int(found[1])]}, {digits})}}"

        plain = sentence.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
        return "`" + re.sub("\0(\\d+):([^\0]*)\0", number, plain) + "`"

    def _needed(self, wanted: Iterable[int], known: set[int], lines: list[str]) -> None:
        """Write what is needed and not known yet."""
        for place in sorted(self._reached(wanted, known)):
            self._write(place, lines, False)
            known.add(place)

    def _reached(self, wanted: Iterable[int], known: set[int]) -> set[int]:
        """What is needed and not known yet."""
        waiting, needed = list(wanted), set[int]()
        while waiting:
            place = waiting.pop()
            if place not in needed and place not in known:
                needed.add(place)
                waiting += arguments(self.tape.rows[place])
        return needed

    def _write(self, place: int, lines: list[str], outside: bool) -> None:
        if self.tape.rows[place][0] == "call":
            raise NotImplementedError("A branch depends on a part that is repeated.")
        text = self._expression(self.tape.rows[place])
        if self.tape.rows[place][0] != "input" and (self.uses[place] > 1 or outside or len(text) > LONGEST):
            lines.append(f"const _{place} = {text};")
            text = f"_{place}"
        self.texts[place] = text

    def _expression(self, row: tuple[Any, ...]) -> str:
        name, *given = row
        if name == "input":
            return f"_x[{row[1][1:]}]" if row[1].startswith("x") else str(row[1])
        if name == "?":
            return f"({self._condition(given[0])} ? {self._part(given[1])} : {self._part(given[2])})"
        parts = [self._part(a) for a in given]
        if name in ("+", "-", "*", "/"):
            return f"({parts[0]} {name} {parts[1]})" if name in "+-" else f"({parts[0]}{name}{parts[1]})"
        if name == "neg":
            return f"(-{parts[0]})"
        if name == "hypot":
            return f"sqrt({parts[0]}*{parts[0]} + {parts[1]}*{parts[1]})"
        if name == "%":
            return f"({parts[0]} - {parts[1]}*floor({parts[0]}/{parts[1]}))"
        if name in ("unwrap", "value"):
            return parts[0]
        return f"{name}({', '.join(parts)})"

    def _condition(self, key: tuple[Any, ...]) -> str:
        name, a, b = key
        return f"({self._part(a)} {'===' if name == '==' else name} {self._part(b)})"

    def _part(self, argument: Any) -> str:
        return self.texts[argument] if isinstance(argument, int) else _number(float(argument))

    def _text(self, x: Any) -> str:
        return self.texts[x.place] if isinstance(x, Number) else _number(value_of(x))


def _number(value: float) -> str:
    if not np.isfinite(value):
        return "NaN" if np.isnan(value) else "Infinity" if value > 0 else "(-Infinity)"
    text = repr(float(value)).removesuffix(".0")
    return f"({text})" if text.startswith("-") else text


def _of_key(key: tuple[Any, ...]) -> list[int]:
    return [part for part in key[1:] if isinstance(part, int)]


def _places(path: Path) -> list[int]:
    """Of outputs and of conditions, and of the numbers in a sentence."""
    found = [x.place for x in path.outputs or () if isinstance(x, Number)]
    found += [int(place) for place in re.findall("\0(\\d+):", path.refusal)]
    return found + [place for key, _ in path.decisions for place in _of_key(key)]
