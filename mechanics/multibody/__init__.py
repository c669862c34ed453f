"""Systems of many bodies: joints and force elements (R), trees with spherical joints after Wittenburg (W).

Trees are in `mechanics.multibody.trees`: all their joints are spherical and need no objects of their own.
Laws of force elements (`Linear`, `Contact`, ...) are in `mechanics.multibody.elements`.
"""

from .assembly import Load, RelativeForm, RigidBodyMotion, RigidBodySystem
from .body import GROUND, Place, PointMasses, RigidBody
from .description import Motion
from .elements import ForceElement, GearElement, LineElement, SpatialElement, TorsionElement
from .joints import Cylindrical, Driven, Fixed, Free, Planar, Prismatic, Revolute, Spherical, Universal
from .markers import Marker
from .system import MultibodySystem

__all__ = [
    "GROUND",
    "Cylindrical",
    "Driven",
    "Fixed",
    "ForceElement",
    "Free",
    "GearElement",
    "LineElement",
    "Load",
    "Marker",
    "Motion",
    "MultibodySystem",
    "Place",
    "Planar",
    "PointMasses",
    "Prismatic",
    "RelativeForm",
    "Revolute",
    "RigidBody",
    "RigidBodyMotion",
    "RigidBodySystem",
    "SpatialElement",
    "Spherical",
    "TorsionElement",
    "Universal",
]
