"""Names for the entries of a state vector, made of the names of bodies and force elements."""

import re
from collections.abc import Iterable, Sequence

__all__ = ["identifiers", "state_names"]


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
