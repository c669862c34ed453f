"""A wrong answer with all that a sentence on it may be about, made from its data and the definition of the check."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mechanics.checks.answers import AnswerError, entries, formula, resolve
from mechanics.checks.equalities import equations
from mechanics.checks.kinds.expression import trees_of
from mechanics.formulas.tree import Tree, TreeError, add, mul, names_of

from .truth_entry import Entry
from .truth_of_calls import CalledEntry
from .truth_of_equations import EquationEntry
from .truth_of_systems import RowEntry, rows_of
from .truth_values import Drawn


@dataclass
class Case:
    """A wrong answer with all that a sentence on it may be about."""

    kind: str
    size: tuple[int, ...]
    entries: list[Entry]
    data: dict[str, Any] = field(default_factory=dict)
    mistakes: Mapping[str, Callable[[int], bool]] = field(default_factory=dict)
    rows: Sequence[RowEntry] = ()
    """Of the linear system that a function solves."""

    @property
    def bad(self) -> set[int]:
        return {index for index, entry in enumerate(self.entries) if not entry.right(entry.answer)}


def case_of(kind: str, data: dict[str, Any], definition: Mapping[str, Any], key: Mapping[str, Any]) -> Case | None:
    """What the sentences on an answer are about; None where the answer is none of that kind.

    `definition` has the data of the reference and of the mistakes, and the domain.
    """
    drawn = Drawn(definition["domain"])
    try:
        if kind == "equations":
            return _equations(data, definition, drawn)
        trees, size = trees_of(data, key), tuple(key["shape"])
    except (AnswerError, TreeError):
        return None
    names = list(definition["domain"])
    right = entries(_resolved(definition["reference"]), size, names)
    wrong = {say: entries(_resolved(item), size, names) for say, item in definition["mistakes"].items()}
    found = [Entry(a, b, drawn, definition["domain"], {}) for a, b in zip(trees, right, strict=True)]
    claims = {say: _claim(found, items) for say, items in wrong.items()}
    return Case(kind, size, found, data, claims)


def _resolved(data: dict[str, Any]) -> dict[str, Any]:
    data = resolve(data)
    return data["right"] if data["type"] == "equation" else data


def _claim(found: Sequence[Entry], trees: Sequence[Tree]) -> Callable[[int], bool]:
    """Whether an entry has a mistake of the author, who has no entry right that it changes.

    Where it makes an entry a number, all that it changes must be so.
    """
    changed = [i for i, entry in enumerate(found) if not entry.right(trees[i])]

    def claim(index: int) -> bool:
        places = [index] if names_of(trees[index]) else [index, *changed]
        made = all(found[i].equals_answer(trees[i]) for i in places)
        return made and not any(found[i].right(found[i].answer) for i in changed)

    return claim


def _equations(data: dict[str, Any], definition: Mapping[str, Any], drawn: Drawn) -> Case | None:
    names = list(definition["domain"])
    accelerations = [name for name in names if name.endswith("_dd")]
    trees, system = (_differences(x, names) for x in (data, definition["reference"]))
    if len(trees) != len(system) or not set().union(*map(names_of, trees)) & set(accelerations):
        return None
    found = [EquationEntry(t, t, drawn, definition["domain"], {}, system, accelerations) for t in trees]
    claims = {
        say: lambda i, item=item: any(found[i].equals_answer(t) for t in _differences(item, names))
        for say, item in definition["mistakes"].items()
    }
    return Case("equations", (len(trees),) if len(trees) > 1 else (), list(found), data, claims)


def _differences(data: dict[str, Any], names: Sequence[str]) -> list[Tree]:
    return [add(formula(left, names), mul(-1, formula(right, names))) for left, right in equations(resolve(data))]


def called_case(
    returned: Sequence[Sequence[float] | None],
    key: Mapping[str, Any],
    definition: Mapping[str, Any],
    traced: Sequence[Tree] | None = None,
    system: Sequence[Tree] = (),
) -> Case:
    """Of a function that was called with the inputs of a fresh key, and with symbols."""
    names = [name for text in key["arguments"] for name in re.findall(r"\w+", text)]
    more = [None] * len(key["values"]) + list(key["more"])
    wanted = key["values"] + [item["values"] for item in key["more"]]
    calls = [call for call in zip(returned, wanted, key["inputs"], more, strict=False) if call[0] is not None]
    zeros = {item["name"]: (row, right) for row, right, _, item in calls if item and item["zero"]}
    calls = [call for call in calls if not (call[3] and call[3]["zero"])]
    inputs = dict(zip(names, zip(*(_leaves(call[2]) for call in calls), strict=True), strict=True))
    sizes = [max(map(abs, call[1]), default=0.0) or 1.0 for call in calls]
    vary = [(call[3]["name"], call[3]["base"]) if call[3] else (None, 0) for call in calls]
    drawn = Drawn({})
    drawn.kinds = {name: "real" for name, _ in vary if name}
    drawn.points = [dict(zip(inputs, row, strict=True)) for row in zip(*inputs.values(), strict=True)]
    columns = (zip(*(call[i] for call in calls), strict=True) for i in (0, 1))
    right, domain = _resolved(definition["reference"]), definition["domain"]
    formulas = None if right["type"] == "function" else entries(right, tuple(key["shape"]), list(domain))
    found: list[Entry] = [
        CalledEntry(
            traced[i] if traced else 0,
            formulas[i] if formulas else 0,
            drawn,
            domain,
            {},
            a,
            b,
            sizes,
            vary,
            inputs,
            key["tolerance"],
            {n: (x[i], y[i]) for n, (x, y) in zeros.items()},
        )
        for i, (a, b) in enumerate(zip(*columns, strict=True))
    ]
    wrong = {item["say"]: item["values"] for item in key["mistakes"]}
    claims = {say: lambda _, rows=rows: _rows_equal(returned, rows, key["tolerance"]) for say, rows in wrong.items()}
    size = tuple(key["shape"]) if len(found) > 1 else ()
    at = [(point, call[1]) for point, call in zip(drawn.points, calls, strict=True)]
    rows = rows_of(system, domain, at, vary)
    return Case("function", size, found, {}, claims, rows)


def _rows_equal(a: Sequence[Sequence[float]], b: Sequence[Sequence[float]], tolerance: float) -> bool:
    pairs = zip(a, b, strict=False)
    return all(
        abs(x - y) <= tolerance * max(map(abs, row)) for line, row in pairs for x, y in zip(line, row, strict=True)
    )


def _leaves(item: Any) -> list[float]:
    return [leaf for part in item for leaf in _leaves(part)] if isinstance(item, list) else [item]
