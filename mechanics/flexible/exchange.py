"""A flexible body as JSON text: written without loss, read with every mistake reported by its path.

The keys are the names of `StandardData` and, below "nodes", of `Nodes`; all in SI units and in components of R.
C5 and C6 are optional; they follow from C3 and are compared with it.
"""

import difflib
import json
import math
from typing import Any

import numpy as np

from ..model import ModelError
from .nodes import Nodes
from .standard_data import StandardData

__all__ = ["from_json", "to_json"]

FORMAT, VERSION = "flexible body", 1
NUMBERS = {
    "m": (), "c0": (3,), "I0": (3, 3), "C1": (3, "n_q"), "C2": (3, "n_q"), "C3": (3, 3, "n_q", "n_q"),
    "C4": ("n_q", 3, 3), "C5": ("n_q", 3, "n_q"), "C6": ("n_q", "n_q", 3, 3),
    "K_e": ("n_q", "n_q"), "D_e": ("n_q", "n_q"), "K_geo": (6, "n_q", "n_q"),
    "C1_geo": (3, "n_q", "n_q"),
}  # fmt: skip
NODES = {"R_0": ("N", 3), "Phi": ("N", 3, "n_q"), "Psi": ("N", 3, "n_q"), "Phi_geo": ("N", 3, "n_q", "n_q")}
OPTIONAL = {"C5", "C6", "K_e", "D_e", "K_geo", "C1_geo", "nodes", "Psi", "Phi_geo"}
STORED = [name for name in NUMBERS if name not in ("C5", "C6")]
SHOWN = 8  # mistakes that a message lists


def to_json(data: StandardData, nodes: Nodes | None = None) -> str:
    """The standard data, and nodes if given, as JSON; `from_json` returns the same numbers to the last bit.

    Parameters
    ----------
    data : StandardData
        Standard data.
    nodes : Nodes, optional
        Nodes of the same body.

    Returns
    -------
    str
    """
    document: dict[str, Any] = {"format": FORMAT, "version": VERSION, "n_q": data.n_q}
    document |= {name: np.asarray(getattr(data, name)).tolist() for name in STORED}
    if nodes is not None:
        stored = [name for name in NODES if name != "Phi_geo" or nodes.Phi_geo.any()]
        document["nodes"] = {name: getattr(nodes, name).tolist() for name in stored}
    return json.dumps(document, allow_nan=False)


def from_json(text: str) -> tuple[StandardData, Nodes]:
    """The standard data and the nodes of a text in JSON.

    Parameters
    ----------
    text : str
        JSON as `to_json` writes it.

    Returns
    -------
    data : StandardData
        Standard data.
    nodes : Nodes
        Nodes; none, if the text has none.

    Raises
    ------
    ModelError
        If the text is not JSON, with line and column; for missing, unknown and misshapen entries, all of them with
        their paths such as ``C3[0][2][1][0]``; and for data that no body has.
    """
    document = _parsed(text)
    mistakes = _header(document)
    n_q: Any = document.get("n_q")
    if not isinstance(n_q, int) or isinstance(n_q, bool) or n_q < 0:
        mistakes.append(f"n_q: the number of modes expected, got {_shown(n_q)}")
    _refuse(mistakes)
    lengths = {"n_q": n_q}
    found = _entries(document, NUMBERS, lengths, "", mistakes, also=("format", "version", "n_q", "nodes"))
    nodes = _nodes(document.get("nodes"), lengths, mistakes)
    _refuse(mistakes)
    return StandardData.from_integrals(**found), nodes


def _parsed(text: str) -> dict[str, Any]:
    """The JSON object; a duplicate key is a mistake, NaN is kept for the check that knows its path."""
    try:
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=float)
    except json.JSONDecodeError as error:
        raise ModelError(f"This is not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from None
    if not isinstance(document, dict):
        raise ModelError(f"A flexible body is a JSON object {{...}}; got {_shown(document)}.")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ModelError(f"{twice[0]}: given more than once; keep one of them.")
    return dict(pairs)


def _header(document: dict[str, Any]) -> list[str]:
    """Mistakes in the format and its version."""
    expected = {"format": FORMAT, "version": VERSION}
    return [
        f"{name}: {value!r} expected, got {_shown(document.get(name))}"
        for name, value in expected.items()
        if document.get(name) != value
    ]


def _nodes(value: Any, lengths: dict[str, int], mistakes: list[str]) -> Nodes:
    if value is None:
        return Nodes.none(lengths["n_q"])
    if not isinstance(value, dict):
        mistakes.append(f"nodes: an object with R_0, Phi, Psi expected, got {_shown(value)}")
        return Nodes.none(lengths["n_q"])
    rows = value.get("R_0")
    lengths = lengths | {"N": len(rows) if isinstance(rows, list) else 0}
    found = _entries(value, NODES, lengths, "nodes.", mistakes)
    return Nodes(**found) if not mistakes else Nodes.none(lengths["n_q"])


def _entries(
    document: dict[str, Any], schema: dict[str, tuple], lengths: dict[str, int], above: str, mistakes: list[str],
    also: tuple[str, ...] = (),
) -> dict[str, np.ndarray]:  # fmt: skip
    """The arrays by name; what is missing, unknown or misshapen is added to the mistakes."""
    known = [*schema, *also]
    for name in document:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            mistakes.append(f"{above}{name}: unknown" + (f", {near[0]} may be meant" if near else ""))
    result = {}
    for name, shape in schema.items():
        sizes = tuple(lengths.get(length, length) for length in shape)
        if document.get(name) is not None:
            before = len(mistakes)
            _check(document[name], sizes, above + name, mistakes)
            if len(mistakes) == before:
                result[name] = np.array(document[name], dtype=float).reshape(sizes)
        elif name not in OPTIONAL:
            mistakes.append(f"{above}{name}: missing, {_expected(sizes)} expected")
    return result


def _check(value: Any, sizes: tuple[int, ...], path: str, mistakes: list[str]) -> None:
    """Check nested lists down to the numbers."""
    if not sizes:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            mistakes.append(f"{path}: a finite number expected, got {_shown(value)}")
    elif not isinstance(value, list) or len(value) != sizes[0]:
        mistakes.append(f"{path}: {_expected(sizes)} expected, got {_shown(value)}")
    else:
        for k, entry in enumerate(value):
            _check(entry, sizes[1:], f"{path}[{k}]", mistakes)


def _expected(sizes: tuple[int, ...]) -> str:
    return f"a list of {' x '.join(map(str, sizes))} numbers" if sizes else "a finite number"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)} entries"
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _refuse(mistakes: list[str]) -> None:
    if mistakes:
        rest = f"; and {len(mistakes) - SHOWN} more" if len(mistakes) > SHOWN else ""
        raise ModelError(f"This is not a flexible body: {'; '.join(mistakes[:SHOWN])}{rest}.")
