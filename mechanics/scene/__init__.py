"""What a system looks like, as data: shapes on frames, frames as poses of the coordinates.

Every number in a shape - an entry of a point, a size, an angle, an entry of a pose - may be a sympy
expression of the system's coordinates, rates, parameters, inputs and of time. `Scene.compile` collects the
different expressions into a list of signals and turns the shapes into plain JSON data that refers to them.
One array with the values of the signals, a row for each instant, then is all that a drawing needs, and all
that changes with a parameter.
"""

from .compiled import CompiledScene
from .cut_body import CutBody
from .description import Handle, Projection, Scene
from .marks import AngleMark, Arrow, Dimension, Flow, Sweep, Text, Trace, ValueArc, ValueArrow, frame_arrows
from .shapes import (
    Box,
    Circle,
    DamperShape,
    Disc,
    Ground,
    Hinge,
    Line,
    PointMass,
    Rod,
    Shape,
    SpringShape,
    TorsionSpring,
)

# earlier names, which are those of the elements in mechanics.lagrange, too
Spring, Damper = SpringShape, DamperShape

__all__ = [
    "AngleMark", "Arrow", "Box", "Circle", "CompiledScene", "CutBody", "Damper", "DamperShape", "Dimension", "Disc",
    "Flow", "Ground", "Handle", "Hinge", "Line", "PointMass", "Projection", "Rod", "Scene", "Shape", "Spring",
    "SpringShape", "Sweep", "Text", "TorsionSpring", "Trace", "ValueArc", "ValueArrow", "frame_arrows",
]  # fmt: skip
