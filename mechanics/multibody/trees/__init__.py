"""Trees of rigid bodies with spherical joints, after Wittenburg: W(1)-(67).

A `Tree` holds the data and the constants (hinge vectors d_ij, barycentres b_ij, augmented inertias K_i); its `Graph`
the incidence matrix S and the path matrix T.
"""

from .augmented import AugmentedBody
from .graph import BASE, Graph
from .tree import Link, Tree

__all__ = ["BASE", "AugmentedBody", "Graph", "Link", "Tree"]
