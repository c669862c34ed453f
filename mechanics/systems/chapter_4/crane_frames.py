"""The frames of the tower crane (lecture 4.4): tower, trolley, rope, load."""

from dataclasses import dataclass
from typing import Any

from ...poses import Pose, rotation, translation
from ...rotations import rotation_x, rotation_y, rotation_z

__all__ = ["CraneFrames", "crane_frames"]


@dataclass(frozen=True)
class CraneFrames:
    """Poses in the inertial frame, z up.

    Attributes
    ----------
    tower : frame 1 on the ground in the tower's axis, x along the jib
    trolley : frame 2 at the trolley on the rail
    rope : frame 3 at the trolley, its z axis along the rope
    load : the same orientation, at the load
    """

    tower: Pose
    trolley: Pose
    rope: Pose
    load: Pose

    def moved(self, base: Pose) -> "CraneFrames":
        """The same crane at another place."""
        return CraneFrames(*(base @ frame for frame in (self.tower, self.trolley, self.rope, self.load)))


def crane_frames(phi1: Any, s2: Any, phi3: Any, phi4: Any, s5: Any, h1: Any) -> CraneFrames:
    """Slewing `phi1` about z, trolley at `s2`, rope swung by `phi3` about y and `phi4` about x; (4.36)-(4.41).

    p_L = R_z(φ₁) ([s₂, 0, h₁] + R_y(φ₃) R_x(φ₄) [0, 0, −s₅])
    """
    tower = rotation(rotation_z(phi1))
    trolley = tower @ translation(s2, 0, h1)
    rope = trolley @ rotation(rotation_y(phi3) * rotation_x(phi4))
    return CraneFrames(tower, trolley, rope, rope @ translation(0, 0, -s5))
