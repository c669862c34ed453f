"""System → Model → Run: what every system of the course has, whatever its kind.

A `System` is a description in symbols, found by ``systems.load(id)``. With numbers for its parameters it becomes a
`Model`, by ``system.numeric(m_W=2.0)``. A model that moves is simulated and gives a `Run`; a problem is solved at once.
"""

from .model import Model
from .pictures import SceneWarning
from .run import Event, Events, Histories, Run
from .system import System

__all__ = ["Event", "Events", "Histories", "Model", "Run", "SceneWarning", "System"]
