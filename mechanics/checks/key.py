"""Keys: what the judge knows of the right answer. Made from a reference; read from and written to ``key.json``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from mechanics.checks.answers import Data, resolve
from mechanics.checks.capture import capture
from mechanics.checks.kinds import choice, equations, equilibria, expression, free_body, function, number, simulation
from mechanics.checks.points import Domain, Points

if TYPE_CHECKING:
    from mechanics.protocol import System

__all__ = ["KINDS", "Captured", "domain_of", "make_key", "read_keys", "write_keys"]

KINDS = (
    "expression", "vector", "matrix", "equations", "equilibria", "number", "function", "choice", "simulation",
    "free_body",
)  # fmt: skip
VERSION = 1

Source: TypeAlias = "System | str | Mapping[str, Any] | list[Any] | tuple[Any, ...] | None"
"""What the names of a task are taken from."""


class Captured(dict[str, Any]):
    """A reference that is data already, from `mechanics.checks.capture` in another process."""


def make_key(
    kind: str,
    reference: object,
    domain: Source = None,
    *,
    mistakes: Mapping[str, Any] | None = None,
    seed: int | str | None = 0,
    hidden: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Draw a key from the right answer.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    reference : object
        The right answer: text of our reader, sympy objects, for a function also a Python function.
    domain : System, str, mapping, sequence or None
        Which names the task has and what values they take; see `domain_of`.
    mistakes : mapping
        ``{sentence: wrong result}``.
    seed : int, str or None
        Of the sample points; None for points that nobody can know beforehand.
    hidden : bool
        Whether the key is for a hidden check: it then knows a number or a choice itself, and no mistakes.
    **options
        Of the kind, as `mechanics.checks` lists them: `coordinates`, `optional`, `unit`, `tolerance`, `arguments`, ...

    Returns
    -------
    dict
        Plain JSON data: values at sample points, no formula.

    Raises
    ------
    ValueError
        When the reference, the domain or a mistake cannot be used.
    """
    if kind not in KINDS:
        raise ValueError(f"the kind of a check must be one of {', '.join(KINDS)}; got {kind!r}")
    if kind == "free_body":  # its texts are no formulas
        said = {say: capture(result) for say, result in (mistakes or {}).items()}
        return free_body.make(capture(reference), said, hidden, _body(options.pop("body", "")), **options)
    names = domain_of(domain)
    points = Points(names, seed)
    right = _data(reference)
    wrong = {say: _data(result) for say, result in (mistakes or {}).items()}
    match kind:
        case "equations":
            return equations.make(right, names, points, wrong, hidden, **options)
        case "equilibria":
            optional = options.pop("optional", None)
            return equilibria.make(
                right, names, points, wrong, hidden, optional=optional and _data(optional), **options
            )
        case "number":
            return number.make(right, points, hidden, **options)
        case "choice":
            return choice.make(capture(reference), hidden, **options)
        case "function" | "simulation":
            made = function.make if kind == "function" else simulation.make
            return {**made(right, names, points, wrong, hidden, **options), "hidden": hidden}
    return expression.make(right, names, points, wrong, hidden, kind, **options)


def _body(body: Any) -> Any:
    """A body to be cut free, or the one of this name."""
    if not isinstance(body, str):
        return body
    from mechanics.demonstrations.free_bodies import cut_body  # needs sympy, like the systems

    return cut_body(body)


def _data(reference: object) -> Any:
    """A reference as read data; a Python function stays as it is."""
    data: Data = reference if isinstance(reference, Captured) else capture(reference)
    if data["type"] == "function":
        return reference
    if data["type"] in ("unreadable", "nothing"):
        raise ValueError(
            f"the reference must be a text, number, sympy object, list, dictionary or function; got {reference!r}"
        )
    return resolve(data)


def domain_of(source: Source) -> dict[str, str]:
    """Names of a task and their domains.

    Parameters
    ----------
    source : System, str, mapping, sequence or None
        A mapping name → domain; a system (its coordinates with rates and accelerations, or its states with rates;
        parameters, inputs, abbreviations); the id of one; a list of such, of which later ones override earlier ones; or
        None for no names.

    Returns
    -------
    dict of str
        Domain by name, with units where they are known.

    Raises
    ------
    ModelError
        For an unknown id.
    """
    if source is None:
        return {}
    if isinstance(source, str):
        from mechanics import systems  # needs sympy, which a process that only judges must not wait for

        source = systems.load(source)
    if isinstance(source, list | tuple):
        return {name: kind for part in source for name, kind in domain_of(part).items()}
    if isinstance(source, Mapping):
        return {name: _domain(value) for name, value in source.items()}
    return dict(_system_domain(source))


def _domain(value: Any) -> str:
    return value if isinstance(value, str) else f"{value.domain} [{value.unit}]"


def _system_domain(system: "System") -> Domain:
    # by attributes, because the kinds of systems can only be imported together with sympy
    coordinates = getattr(system, "coordinates", {})
    domain = _rates(coordinates, 2) if coordinates else _rates(system.states, 1)
    parameters = getattr(system.parameters, "scalars", system.parameters)  # of a problem: components of its vectors
    for name, variable in (*parameters.items(), *system.inputs.items()):
        if variable.symbol.is_Symbol and variable.domain != "text":
            domain[name] = _domain(variable)
    for symbol, formula in getattr(system, "abbreviations", {}).items():
        domain[symbol.name] = f"= {formula}"
    for name, variable in system.states.items():
        domain.setdefault(name, f"= {variable.symbol}")  # omega1 is phi1_d
    return domain


def _rates(variables: Mapping[str, Any], highest: int) -> dict[str, str]:
    """Domain of coordinates or states and of their derivatives up to an order."""
    domain = {}
    for order, per_time in (("", ""), ("_d", "/s"), ("_dd", "/s**2"))[: highest + 1]:
        for name, variable in variables.items():
            kind = "real" if order or variable.unit != "rad" else "angle"
            domain[name + order] = f"{kind} [{variable.unit}{per_time}]"
    return domain


def write_keys(path: Path | str, keys: Mapping[str, dict[str, Any]]) -> None:
    """Write keys to a file, one line for each check, so that a changed check is one changed line.

    Parameters
    ----------
    path : Path or str
        The file.
    keys : mapping of dict
        By the names of the checks.
    """
    lines = [f"  {json.dumps(name)}: {json.dumps(key, sort_keys=True)}" for name, key in sorted(keys.items())]
    text = f'{{"version": {VERSION}, "checks": {{\n' + ",\n".join(lines) + "\n}}\n"
    Path(path).write_text(text, encoding="utf-8")


def read_keys(path: Path | str) -> dict[str, dict[str, Any]]:
    """Keys of a file.

    Parameters
    ----------
    path : Path or str
        The file.

    Returns
    -------
    dict of dict
        By the names of the checks.

    Raises
    ------
    OSError, ValueError
        When there is no such file, or it is not a file of keys of this version.
    """
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    if (
        not isinstance(content, dict)
        or content.get("version") != VERSION
        or not isinstance(content.get("checks"), dict)
    ):
        raise ValueError(f"{path} is not a file of keys, version {VERSION}")
    return content["checks"]
