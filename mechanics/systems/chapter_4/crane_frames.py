"""The frames of the tower crane (lecture 4.4): tower, trolley, rope, load."""

from dataclasses import dataclass, fields

from sympy import Expr

from ...poses import Pose, rotation, translation
from ...protocol import System
from ...rotations import rotation_x, rotation_y, rotation_z

__all__ = ["CraneFrames", "crane_frames"]


@dataclass(frozen=True)
class CraneFrames:
    """Poses in the inertial frame, z up.

    Attributes
    ----------
    tower : Pose
        Frame 1 on the ground in the tower's axis, x along the jib.
    trolley : Pose
        Frame 2 at the trolley on the rail.
    rope : Pose
        Frame 3 at the trolley, its z axis along the rope.
    load : Pose
        The same orientation, at the load.
    """

    tower: Pose
    trolley: Pose
    rope: Pose
    load: Pose

    @classmethod
    def of(cls, system: System) -> "CraneFrames":
        """Those of a system that was given them as `named`.

        Parameters
        ----------
        system : System
            A crane with ``frames=crane_frames(...).named``.
        """
        return cls(*(system.frame(f"frame of the {field.name}") for field in fields(cls)))

    @property
    def named(self) -> dict[str, Pose]:
        """The frames by name, as a system takes them beside its bodies."""
        return {f"frame of the {field.name}": getattr(self, field.name) for field in fields(self)}

    def moved(self, base: Pose) -> "CraneFrames":
        """The same crane at another place.

        Parameters
        ----------
        base : Pose
            Where it stands.
        """
        return CraneFrames(*(base @ frame for frame in self.named.values()))


def crane_frames(
    phi1: Expr | float, s2: Expr | float, phi3: Expr | float, phi4: Expr | float, s5: Expr | float, h1: Expr | float
) -> CraneFrames:
    """Frames of tower, trolley, rope and load from the coordinates of the crane; (4.36)-(4.41).

    p_L = R_z(φ₁) ([s₂, 0, h₁] + R_y(φ₃) R_x(φ₄) [0, 0, −s₅])

    Parameters
    ----------
    phi1 : expression or float
        Slewing angle about z, rad.
    s2 : expression or float
        Position of the trolley on the jib, m.
    phi3, phi4 : expression or float
        Swing of the rope about y and then about x, rad.
    s5 : expression or float
        Length of the rope, m.
    h1 : expression or float
        Height of the rail, m.

    Returns
    -------
    CraneFrames
        Poses in the inertial frame.
    """
    tower = rotation(rotation_z(phi1))
    trolley = tower @ translation(s2, 0, h1)
    rope = trolley @ rotation(rotation_y(phi3) * rotation_x(phi4))
    return CraneFrames(tower, trolley, rope, rope @ translation(0, 0, -s5))
