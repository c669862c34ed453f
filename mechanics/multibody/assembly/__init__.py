"""Systems of rigid bodies with joints, force elements and loads: in maximal and relative coordinates.

In maximal coordinates every body keeps its six velocities z = (v; ω), and every joint adds its constraints with their
multipliers λ; after differentiation (index 1, with stabilisation)

    [[M, -Gᵀ], [G, 0]] [ż; λ] = [h - Q; -γ' - 2 a ġ - b² g]

In relative coordinates the joints of a tree leave ż = J u̇ + ζ, and Jᵀ M J u̇ = Jᵀ (h - Q - M ζ); joints that close loops
stay constraints. A motion starts in a consistent state and returns to its constraints after every step.
"""

from .loads import Load
from .motion import RigidBodyMotion
from .reactions import Reaction
from .relative import RelativeForm
from .rigid_body_system import Accelerations, RigidBodySystem
from .run import RigidBodyRun

__all__ = ["Accelerations", "Load", "Reaction", "RelativeForm", "RigidBodyMotion", "RigidBodyRun", "RigidBodySystem"]
