"""Recorded computations as JavaScript: the branches of the code, and the operations in each of them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .number import Number, Tape, value_of
from .paths import Path
from .subprograms import Subprogram

__all__ = ["script"]

FUNCTIONS = (
    "sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, pow, sign, floor, ceil, abs, max, min"
)
PART = 8_000  # characters of one function
LONGEST = 300  # characters of one expression; longer ones get a name


def script(tape: Tape, paths: Sequence[Path], refuses: bool = True) -> str:
    """The text of ``make(constants)`` that returns ``(x, t, y, o)``, which fills y from o on.

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

    def text(self, paths: list[Path]) -> str:
        wanted = [place for path in paths for place in _places(path)]
        self._count(wanted)
        hoisted: list[str] = []
        self.texts: dict[int, str] = {}
        self.calls = sorted(k for k in self.uses if self.tape.rows[k][0] == "call")
        fixed = sorted(k for k in self.uses if self.tape.levels[k] == 0)
        for place in fixed:
            outside = self.tape.rows[place][0] != "input" and self._serves_others(place)
            self._write(place, hoisted, outside)
        hoisted = [*self._repeated(), *hoisted, *self._stored()]
        hoisted += [line for call in self.calls for line in self._given(call, True)]
        self.fixed, self.places, self.functions = dict(self.texts), dict[str, int](), list[str]()
        lines = self._branch(paths, 0, set(self.texts), "    ")
        names = [
            row[1]
            for row, level in zip(self.tape.rows, self.tape.levels, strict=True)
            if row[0] == "input" and not level
        ]
        names += ["_rough = false"] * bool(self.calls)
        return "\n".join([
            f"function make({', '.join(names)}) {{",
            f"  const {{{FUNCTIONS}}} = Math;",
            *(f"  {line}" for line in hoisted),
            *([f"  const _w = new Float64Array({len(self.places)});"] if self.functions else []),
            *self.functions,
            "  return function (_x, t, _y, _o) {",
            *lines,
            "  };",
            "}",
        ])  # fmt: skip

    def _stored(self) -> list[str]:
        """Lines that put what the motion uses of the constants into an array.

        Engines read variables around a function more slowly, because each of them is an object of its own.
        """
        lines = [f"const _c = new Float64Array({len(self.moving)});"] if self.moving else []
        for k, place in enumerate(sorted(self.moving)):
            lines.append(f"_c[{k}] = {self.texts[place]};")
            self.texts[place] = f"_c[{k}]"
        return lines

    def _count(self, wanted: Iterable[int]) -> None:
        """How often each operation is used by others; -1 of its own keeps the given ones."""
        waiting = list(wanted)
        self.moving: set[int] = set()
        while waiting:
            place = waiting.pop()
            self.uses[place] = self.uses.get(place, 0) + 1
            if self.uses[place] > 1:
                continue
            for other in _arguments(self.tape.rows[place]):
                if self.tape.levels[place] and not self.tape.levels[other]:
                    self.moving.add(other)
                waiting.append(other)

    def _serves_others(self, place: int) -> bool:
        """Whether a constant is used while the motion runs."""
        return place in self.moving

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
        lines: list[str] = []
        self._needed(_places(path), known, lines)
        if path.outputs is None:
            lines.append(f"throw new Refusal({self._message(path.refusal)});")
        else:
            lines += [f"_y[_o + {i}] = {self._text(x)};" for i, x in enumerate(path.outputs)]
        if sum(map(len, lines)) > PART and path.outputs is not None:
            lines = self._parts(path)
        return [f"{indent}{line}" for line in lines]

    def _parts(self, path: Path) -> list[str]:
        """Calls of functions of moderate size: engines do not optimize very long ones.

        What one of them computes for the later ones is handed over in an array.
        """
        lines: list[str] = []
        saved, self.texts = self.texts, dict(self.fixed)
        self._needed(_places(path), set(self.texts), lines)
        lines += [f"_y[_o + {i}] = {self._text(x)};" for i, x in enumerate(path.outputs or ())]
        self.texts = saved
        parts, size = [list[str]()], 0
        for line in lines:
            size += len(line)
            if size > PART:
                parts.append([])
                size = len(line)
            parts[-1].append(line)
        return [f"{self._part_of(part, parts[k + 1 :])}(_x, t, _y, _o);" for k, part in enumerate(parts)]

    def _part_of(self, part: list[str], later: list[list[str]]) -> str:
        """Write one of the functions; returns its name."""
        made = {name for line in part for name in re.findall(r"^const (_\d+) =", line)}
        used = set(re.findall(r"_\d+\b", "\n".join(part))) - made
        wanted = made & set(re.findall(r"_\d+\b", "\n".join(line for lines in later for line in lines)))
        for name in sorted(wanted):
            self.places.setdefault(name, len(self.places))
        name = f"part{len(self.functions)}"
        given = [f"const {n} = _w[{self.places[n]}];" for n in sorted(used & self.places.keys())]
        kept = [f"_w[{self.places[n]}] = {n};" for n in sorted(wanted)]
        body = "\n".join(f"    {line}" for line in [*given, *part, *kept])
        self.functions.append(f"  function {name}(_x, t, _y, _o) {{\n{body}\n  }}")
        return name

    def _message(self, sentence: str) -> str:
        def number(found: re.Match[str]) -> str:
            digits = re.sub(r"\D", "", found[2]) or "6"
            return f"${{short({self.texts[int(found[1])]}, {digits})}}"

        plain = sentence.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
        return "`" + re.sub("\0(\\d+):([^\0]*)\0", number, plain) + "`"

    def _needed(self, wanted: Iterable[int], known: set[int], lines: list[str]) -> None:
        """Write what is needed and not known yet."""
        waiting, needed = [place for place in wanted if place not in known], set[int]()
        while waiting:
            place = waiting.pop()
            if place in needed or place in known:
                continue
            needed.add(place)
            waiting += _arguments(self.tape.rows[place])
        for place in sorted(needed):
            self._write(place, lines, False)
            known.add(place)

    def _write(self, place: int, lines: list[str], outside: bool) -> None:
        if self.tape.rows[place][0] == "call":
            lines += [*self._given(place, False), self._loop(place)]
            return
        text = self._expression(self.tape.rows[place])
        if self.tape.rows[place][0] != "input" and (self.uses[place] > 1 or outside or len(text) > LONGEST):
            lines.append(f"const _{place} = {text};")
            text = f"_{place}"
        self.texts[place] = text

    def _part_repeated(self, call: int) -> tuple[int, Subprogram, list[Any]]:
        """Its number, the part itself, its arguments."""
        _, number, *given = self.tape.rows[call]
        k = int(number)
        return k, self.tape.subprograms[k], given

    def _repeated(self) -> list[str]:
        """Functions _f0, ... of parts that are repeated; _q0, ... hold their arguments, then what they give."""
        return [
            f"const _q{k} = new Float64Array({len(given) + len(part.outputs)}); "
            f"const _f{k} = ({_Writer(part.tape).text([Path([], part.outputs)])})();"
            for k, part, given in map(self._part_repeated, self.calls)
        ]

    def _given(self, call: int, once: bool) -> list[str]:
        """Lines that write the arguments: those that do not change while the motion runs, or the others."""
        k, part, given = self._part_repeated(call)
        moves = [j < len(part.outputs) or (isinstance(a, int) and self.tape.levels[a] > 0) for j, a in enumerate(given)]
        stays = self.tape.levels[call] == 0
        return [f"_q{k}[{j}] = {self._part(a)};" for j, a in enumerate(given) if once is not (moves[j] or stays)]

    def _loop(self, call: int) -> str:
        k, part, given = self._part_repeated(call)
        n, rule = len(given), part.rule
        return (
            f"const enough{k} = (_rough ? {rule.roughly} : {rule.enough}) * _q{k}[0];"
            f"for (let left = {rule.most}, before = _q{k}[0]; ;) {{"
            f" _f{k}(_q{k}, 0, _q{k}, {n}); const error = _q{k}[{n}];"
            f" if (--left === 0 || error <= enough{k} || error > 0.5 * before) break;"
            f" before = error; _q{k}.copyWithin(0, {n}); }}"
        )

    def _expression(self, row: tuple[Any, ...]) -> str:
        name, *arguments = row
        if name == "input":
            return f"_x[{row[1][1:]}]" if row[1].startswith("x") else str(row[1])
        if name == "?":
            return f"({self._condition(arguments[0])} ? {self._part(arguments[1])} : {self._part(arguments[2])})"
        if name == "of":
            k, _, given = self._part_repeated(arguments[0])
            return f"_q{k}[{len(given) + int(arguments[1])}]"
        parts = [self._part(a) for a in arguments]
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


def _arguments(row: tuple[Any, ...]) -> list[int]:
    """Places of the operations that an operation uses."""
    if row[0] == "input":
        return []
    found: list[int] = []
    for part in row[1:]:
        found += _of_key(part) if isinstance(part, tuple) else [part] if isinstance(part, int) else []
    return found


def _places(path: Path) -> list[int]:
    """Of outputs and of conditions, and of the numbers in a sentence."""
    found = [x.place for x in path.outputs or () if isinstance(x, Number)]
    found += [int(place) for place in re.findall("\0(\\d+):", path.refusal)]
    return found + [place for key, _ in path.decisions for place in _of_key(key)]
