"""Force elements (*Kraftelemente*) between bodies: R(2.56)-R(2.64).

A force element computes forces from the positions and velocities of two markers, + on body i, − on body j. Its
geometry (along a line, about a hinge axis, in three components, between two wheels) and its law (a spring, a table, a
contact, ...) are two separate things: any law goes with any geometry, and any function of (l, l_d, t, s) is a law.

An `Actuator` adds forces that a controller computes from sensors, continuously or at sample instants: of any marker's
motion (`Sensor`), of any joint's reaction (`ReactionSensor`); its states are states of the system.

Which elements of the list in the source (SIMPACK 8.5, table A-1) are covered, by which class, and why some are not:
`mechanics.multibody.elements.table_a1`.
"""

from .actuator import Actuator
from .combined import Integrated, Parallel
from .element import ForceElement, Geometry
from .excitation import Excited
from .fluids import AirSpring, HydraulicMount, Orifice
from .friction import StickSlip, joint_friction
from .inner import Hysteresis, Motor, Series
from .kinds import GearElement, LineElement, SpatialElement, TorsionElement
from .laws import Force, Law, Linear, OwnLaw
from .one_sided import Clearance, Contact, Rope
from .sensors import ForceSensor, ReactionSensor, Sensor
from .sticking import ElastoPlastic
from .tables import DamperTable, SpringTable
from .tyre import TyreElement

__all__ = [
    "Actuator",
    "AirSpring",
    "Clearance",
    "Contact",
    "DamperTable",
    "ElastoPlastic",
    "Excited",
    "Force",
    "ForceElement",
    "ForceSensor",
    "GearElement",
    "Geometry",
    "HydraulicMount",
    "Hysteresis",
    "Integrated",
    "Law",
    "LineElement",
    "Linear",
    "Motor",
    "Orifice",
    "OwnLaw",
    "Parallel",
    "ReactionSensor",
    "Rope",
    "Sensor",
    "Series",
    "SpatialElement",
    "SpringTable",
    "StickSlip",
    "TorsionElement",
    "TyreElement",
    "joint_friction",
]
