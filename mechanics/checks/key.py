"""Keys.

What the judge knows of the right answer. Made from a reference; read from and written to ``key.json``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mechanics.checks.answers import Data, resolve
from mechanics.checks.capture import capture
from mechanics.checks.kinds import choice, equations, equilibria, expression, function, number, simulation
from mechanics.checks.points import Domain, Points

__all__ = ["KINDS", "domain_of", "make_key", "read_keys", "write_keys"]

KINDS = (
    "expression", "vector", "matrix", "equations", "equilibria", "number", "function", "choice", "simulation"
)  # fmt: skip
VERSION = 1


def make_key(
    kind: str,
    reference: Any,
    domain: Any = None,
    *,
    mistakes: Mapping[str, Any] | None = None,
    seed: int | str | None = 0,
    hidden: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Draw a key from the right answer.

    Parameters
    ----------
    kind
        one of `KINDS`
    reference
        the right answer: text of our reader, sympy objects, for a function also a Python function
    domain
        which names the task has and what values they take: see `mechanics.checks`
    mistakes
        ``{sentence: wrong result}``
    seed
        of the sample points; None for points that nobody can know beforehand
    hidden
        whether the key is for a hidden check: it then knows a number or a choice itself, and no mistakes
    options
        of the kind: ``coordinates``, ``optional``, ``unit``, ``tolerance``, ``arguments``, ``options``

    Returns
    -------
    dict
        plain JSON data: values at sample points, no formula

    Raises
    ------
    ValueError
        when the reference, the domain or a mistake cannot be used.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of check {kind!r}; there are {', '.join(KINDS)}")
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


def _data(reference: Any) -> Any:
    """A reference as read data; a Python function stays as it is."""
    data: Data = capture(reference)
    if data["type"] == "function":
        return reference
    if data["type"] in ("unreadable", "nothing"):
        raise ValueError(f"the reference {reference!r} is not of a kind that can be used")
    return resolve(data)


def domain_of(source: Any) -> dict[str, str]:
    """Names of a task and their domains.

    Parameters
    ----------
    source
        a mapping name → domain; a system (its coordinates with rates and accelerations, or its states with rates;
        parameters, inputs, abbreviations); the id of one; a list of such, of which later ones overrule earlier
        ones; or None for no names
    """
    if source is None:
        return {}
    if isinstance(source, str):
        from mechanics import systems

        source = systems.load(source)
    if isinstance(source, list | tuple):
        return {name: kind for part in source for name, kind in domain_of(part).items()}
    if isinstance(source, Mapping):
        return {name: _domain(value) for name, value in source.items()}
    return dict(_system_domain(source))


def _domain(value: Any) -> str:
    return value if isinstance(value, str) else f"{value.domain} [{value.unit}]"


def _system_domain(system: Any) -> Domain:
    coordinates = getattr(system, "coordinates", {})
    states = getattr(system, "states", {})
    domain = _rates(coordinates, 2) if coordinates else _rates(states, 1)
    parameters = getattr(system.parameters, "scalars", system.parameters)  # a vector stands there by its components
    for name, variable in (*parameters.items(), *system.inputs.items()):
        if variable.symbol.is_Symbol and variable.domain != "text":
            domain[name] = _domain(variable)
    for symbol, formula in getattr(system, "abbreviations", {}).items():
        domain[symbol.name] = f"= {formula}"
    for name, variable in states.items():
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
    """Write keys to a file, one line for each check, so that a changed check is one changed line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(key, sort_keys=True)}" for name, key in sorted(keys.items())]
    text = f'{{"version": {VERSION}, "checks": {{\n' + ",\n".join(lines) + "\n}}\n"
    Path(path).write_text(text, encoding="utf-8")


def read_keys(path: Path | str) -> dict[str, dict[str, Any]]:
    """Keys of a file.

    Raises
    ------
    OSError, ValueError
        when there is no such file, or it is no file of keys of this version.
    """
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    if (
        not isinstance(content, dict)
        or content.get("version") != VERSION
        or not isinstance(content.get("checks"), dict)
    ):
        raise ValueError(f"{path} is not a file of keys, version {VERSION}")
    return content["checks"]
