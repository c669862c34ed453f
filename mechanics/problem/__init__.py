"""Problems: outputs that follow from inputs at once - statics, kinematics, mass geometry."""

from .given import Given, Outputs
from .problem import Motion, Problem

__all__ = ["Given", "Motion", "Outputs", "Problem"]
