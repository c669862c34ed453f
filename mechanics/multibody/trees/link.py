"""One body of a tree and where it hangs, as input for `Tree.of`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError, unknown_name
from .data_checks import numbers
from .graph import BASE

__all__ = ["Link", "check_parents", "mass", "tensor", "vector"]


@dataclass(frozen=True, eq=False)
class Link:
    """One body of a tree, and where it hangs.

    Attributes
    ----------
    name : str
        Name of the body, and of its inboard joint unless `joint_name` says another one.
    m : float
        Mass, kg.
    J : array_like, shape (3, 3)
        Inertia tensor about the mass centre, kg m², axes of the body; or its three diagonal entries.
    parent : str
        Name of the body on which it hangs, "base" for the base.
    joint : sequence of float
        Where the joint is on the parent: from the parent's mass centre (on the base: from its origin), m, axes of the
        parent.
    hinge : sequence of float
        Where the joint is on the body itself: from its own mass centre, m, axes of the body.
    """

    name: str
    m: float
    J: ArrayLike
    parent: str = BASE
    joint: Sequence[float] = (0.0, 0.0, 0.0)
    hinge: Sequence[float] = (0.0, 0.0, 0.0)
    joint_name: str = ""


def check_parents(links: list[Link]) -> None:
    """Refuse links that name a body twice, or a parent that does not exist.

    Parameters
    ----------
    links : list of Link
        Links of a tree.
    """
    parents: dict[str, str] = {}
    for link in links:
        if not isinstance(link, Link):
            raise ModelError(f"A tree is built from links, Link(name, m, J, parent=...); got {link!r}.")
        if link.name in parents:
            raise ModelError(
                f"In a tree each body has one parent; {link.name!r} hangs on {parents[link.name]!r} and on "
                f"{link.parent!r}. Remove one of these links, or give the second body another name."
            )
        parents[link.name] = link.parent
    for name, parent in parents.items():
        if parent != BASE and parent not in parents:
            raise ModelError(f"{name!r} hangs on nothing. {unknown_name(parent, [BASE, *parents], 'body')}")


def mass(name: str, m: ArrayLike) -> float:
    """The mass of a body as one number.

    Parameters
    ----------
    name : str
        Name of the body, for the message.
    m : array_like
        Mass, kg.
    """
    value = numbers(f"The mass of the body {name!r}", m)
    if value.shape != ():
        raise ModelError(f"The mass of the body {name!r} must be one number; got {m!r}.")
    return float(value)


def vector(what: str, value: ArrayLike) -> np.ndarray:
    """A vector of three components.

    Parameters
    ----------
    what : str
        What the vector is, for the message.
    value : array_like, shape (3,)
        Components.
    """
    found = numbers(f"The {what}", value)
    if found.shape != (3,):
        raise ModelError(f"The {what} must be a vector with three components; got {value!r}.")
    return found


def tensor(name: str, J: ArrayLike) -> np.ndarray:
    """An inertia tensor from its nine entries or from its diagonal.

    Parameters
    ----------
    name : str
        Name of the body, for the message.
    J : array_like, shape (3, 3)
        Tensor, kg m²; or its diagonal (3,).
    """
    found = numbers(f"The inertia of the body {name!r}", J)
    if found.shape == (3,):
        return np.diag(found)
    if found.shape != (3, 3):
        raise ModelError(
            f"The inertia of the body {name!r} is a 3x3 tensor, or its three diagonal entries; "
            f"got an array of shape {found.shape}."
        )
    return found
