"""Systems of many bodies: joints and force elements (R), trees with spherical joints after Wittenburg (W).

Trees are in `mechanics.multibody.trees`: all their joints are spherical and need no objects of their own.
Laws of force elements (`Linear`, `Contact`, ...) are in `mechanics.multibody.elements`.
"""

from .assembly import Load, RelativeForm, RigidBodyMotion, RigidBodyRun, RigidBodySystem
from .body import GROUND, Place, PointMasses, RigidBody
from .description import Motion
from .elements import (
    Actuator,
    ForceElement,
    ForceSensor,
    GearElement,
    LineElement,
    ReactionSensor,
    Sensor,
    SpatialElement,
    TorsionElement,
    TyreElement,
)
from .joints import (
    Curve,
    Cylindrical,
    Distance,
    Driven,
    Fixed,
    Free,
    Gear,
    Planar,
    PointOnCurve,
    PointOnSurface,
    Prismatic,
    Revolute,
    RollingDisc,
    RollingSphere,
    Screw,
    Spherical,
    Surface,
    Universal,
)
from .markers import Marker
from .system import MultibodySystem

__all__ = [
    "GROUND",
    "Actuator",
    "Curve",
    "Cylindrical",
    "Distance",
    "Driven",
    "Fixed",
    "ForceElement",
    "ForceSensor",
    "Free",
    "Gear",
    "GearElement",
    "LineElement",
    "Load",
    "Marker",
    "Motion",
    "MultibodySystem",
    "Place",
    "Planar",
    "PointMasses",
    "PointOnCurve",
    "PointOnSurface",
    "Prismatic",
    "ReactionSensor",
    "RelativeForm",
    "Revolute",
    "RigidBody",
    "RigidBodyMotion",
    "RigidBodyRun",
    "RigidBodySystem",
    "RollingDisc",
    "RollingSphere",
    "Screw",
    "Sensor",
    "SpatialElement",
    "Spherical",
    "Surface",
    "TorsionElement",
    "TyreElement",
    "Universal",
]
