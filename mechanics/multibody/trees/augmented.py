"""The augmented body of one body of a tree, with names, to look at (W(37)-(46))."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

__all__ = ["AugmentedBody"]


@dataclass(frozen=True, eq=False)
class AugmentedBody:
    """Body i and, at each of its hinges, the mass of all bodies that hang there; its mass is that of the tree.

    Vectors are in the basis of the body, m.

    Attributes
    ----------
    name : str
        The body.
    masses : mapping
        Point mass at each outboard hinge, by the name of the joint, kg.
    hinges : mapping, shape (3,)
        From the mass centre C to each hinge of the body, by the name of the joint.
    barycentre : np.ndarray, shape (3,)
        From the mass centre C to the barycentre B, the mass centre of the augmented body.
    b : mapping, shape (3,)
        From the barycentre to the hinge that leads to each body, by the name of that body; its own name gives the
        vector to its mass centre, "base" the one to its inboard hinge.
    d : mapping, shape (3,)
        d_ij for each body j that hangs on the body, and for itself.
    K : np.ndarray, shape (3, 3)
        Inertia about the inboard hinge, kg m².
    """

    name: str
    masses: Mapping[str, float]
    hinges: Mapping[str, np.ndarray]
    barycentre: np.ndarray
    b: Mapping[str, np.ndarray]
    d: Mapping[str, np.ndarray]
    K: np.ndarray

    def __repr__(self) -> str:
        lines = [f"Augmented body of {self.name!r}, vectors from its barycentre in its own basis, m:"]
        lines += [f"  to {name!r}: {np.round(vector, 4).tolist()}" for name, vector in self.b.items()]
        lines += [f"  {m:g} kg at the joint {name!r}" for name, m in self.masses.items()]
        return "\n".join(lines)
