"""Kinematics of points (lecture chapter 2): curvilinear coordinates with their bases, and motion profiles.

`CARTESIAN`, `POLAR`, `CYLINDRICAL`, `SPHERICAL` and any map of your own give velocity and acceleration along
their unit vectors; `MotionProfile` integrates an acceleration that is given piece by piece, and a `Shaper` applies a
motion as shifted parts that leave no residual swing.
"""

from .coordinates import CurvilinearCoordinates
from .planning import Braking, JerkTimes, bang_coast_bang, braking, jerk_limited, jerk_times, seven_pieces
from .profiles import MotionProfile, Phase
from .shaping import ShapedProfile, Shaper, zero_vibration, zero_vibration_derivative
from .standard import CARTESIAN, CYLINDRICAL, POLAR, SPHERICAL

__all__ = [
    "CARTESIAN",
    "CYLINDRICAL",
    "POLAR",
    "SPHERICAL",
    "Braking",
    "CurvilinearCoordinates",
    "JerkTimes",
    "MotionProfile",
    "Phase",
    "ShapedProfile",
    "Shaper",
    "bang_coast_bang",
    "braking",
    "jerk_limited",
    "jerk_times",
    "seven_pieces",
    "zero_vibration",
    "zero_vibration_derivative",
]
