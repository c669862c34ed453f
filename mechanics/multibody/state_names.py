"""Names for the entries of a state vector, made of the names of bodies and force elements."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["identifiers", "state_names", "states_of"]

ENTRIES = (("x", "y", "z"), ("q0", "q1", "q2", "q3"), ("v1", "v2", "v3", "w1", "w2", "w3"))
"""What each rigid body contributes to the three parts r, q and z of a state."""


def identifiers(names: Iterable[str], otherwise: str = "body") -> list[str]:
    """Identifiers that resemble the given names, each of them once.

    Parameters
    ----------
    names : any texts, such as ``"left wheel"`` or ``"3"``
    otherwise : put in front of a name that does not begin with a letter

    Returns
    -------
    list
        ``["left_wheel", "body_3"]``; two names that would become the same get numbers.
    """
    found: list[str] = []
    for name in names:
        stem = re.sub(r"\W+", "_", name).strip("_")
        stem = stem if stem[:1].isalpha() else f"{otherwise}_{stem}".rstrip("_")
        numbered = (f"{stem}_{k}" for k in range(2, len(found) + 3))
        found.append(stem if stem not in found else next(other for other in numbered if other not in found))
    return found


def state_names(owners: Iterable[str], entries: Sequence[str]) -> tuple[str, ...]:
    """One name for each entry of each owner: ``rod_1_x, rod_1_y, ..., rod_2_x, ...``.

    Parameters
    ----------
    owners : identifiers of bodies or force elements
    entries : what each of them contributes to the state, such as ``("x", "y", "z")``
    """
    return tuple(f"{owner}_{entry}" for owner in owners for entry in entries)


def states_of(bodies: Iterable[str], elements: Sequence[Any]) -> tuple[str, ...]:
    """Names of the entries of a state of rigid bodies: all r, all quaternions, all (v; ω), then own states.

    Parameters
    ----------
    bodies : names of the bodies
    elements : force elements and actuators, with the numbers of their own states
    """
    owners = identifiers(bodies)
    names = identifiers((element.name for element in elements), "element")
    own = (f"{name}_s{k + 1}" for name, element in zip(names, elements, strict=True) for k in range(element.states))
    return sum((state_names(owners, entries) for entries in ENTRIES), ()) + tuple(own)
