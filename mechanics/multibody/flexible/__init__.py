"""Mechanisms of rigid and flexible bodies: floating frames with standard data (F), joints between their nodes (R).

A `FlexibleBody` is standard data with named nodes; a `FlexibleSystem` joins such bodies by the joints of
`mechanics.multibody`, whose markers name a body or a node. The equations are those of index 1 with Baumgarte's terms;
after every step the state is projected onto the constraints. Where small deformations end, the run ends in a sentence.
"""

from .flexible_body import FlexibleBody
from .flexible_run import FlexibleRun, JointReaction
from .flexible_system import FlexibleSystem
from .node_loads import NodeLoad

__all__ = ["FlexibleBody", "FlexibleRun", "FlexibleSystem", "JointReaction", "NodeLoad"]
