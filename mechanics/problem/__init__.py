"""Problems: outputs that follow directly from what is given – statics, kinematics, mass geometry."""

from .description import Motion
from .given import Given, Outputs
from .model import ProblemModel
from .problem import Problem

__all__ = ["Given", "Motion", "Outputs", "Problem", "ProblemModel"]
