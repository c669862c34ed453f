"""Force elements (*Kraftelemente*) between bodies: R(2.56)-R(2.64).

A force element computes forces from the positions and velocities of two markers, + on body i, − on body j. Its
geometry (along a line, about a hinge axis, in three components, between two wheels) and its law (a spring, a table, a
contact, ...) are two separate things: any law goes with any geometry, and any function of (l, l_d, t, s) is a law.

An `Actuator` adds forces that a controller computes from sensors, continuously or at sample instants: of any marker's
motion (`Sensor`), of any joint's reaction (`ReactionSensor`); its states are states of the system.

Which elements of the list in the source (SIMPACK 8.5, table A-1) are covered:

=================================  ==============================================================================
printed element                    here
=================================  ==============================================================================
FE-1 push-pull spring              `LineElement` with `Linear`, or `SpringTable`
FE-2 translational damper          `LineElement` with `Linear(k=0, d=...)`, or `DamperTable`
FE-3 compact spring, rubber        `SpatialElement`, three laws for forces and three for moments
FE-4 spring and damper             `LineElement` with `Linear`
FE-5 the same, nonlinear, play     `SpatialElement` with `Parallel`, `SpringTable`, `Clearance`
FE-6 spring and damper in series   `Series`, one own state
FE-7 friction in a joint           `joint_friction`, `ElastoPlastic` or `Hysteresis` in a `TorsionElement`
FE-8, FE-9 direct-current motor    `Motor` in a `TorsionElement`, with worm and nut in a `LineElement`; one own state
FE-12 torsion spring               `TorsionElement` with `Linear`
FE-13 spatial torsion spring       `SpatialElement` with rotation only
FE-14 elastic gear                 `GearElement`
FE-16, FE-90, FE-93 excitation     `SpatialElement` with `Excited` or `Force` along an axis of marker P
FE-17, FE-94 excitation on a line  `LineElement` with `Excited` or `Force`
FE-18 one-sided contact            `LineElement` with `Contact`, for a rope `Rope`
FE-41 spherical spring, damper     `SpatialElement` with translation only
FE-104, FE-105 hysteresis          `Hysteresis`, beside a spring with `Parallel`
FE-190 stick-slip                  `ElastoPlastic`, which sticks without creeping, or `StickSlip`, smoothed at rest
=================================  ==============================================================================

Not implemented, because they need more than two markers, time and parameters: tyres (FE-10, 11, 49) a road and a
slip model; frequency-dependent excitation (15) a spectrum; user interfaces (19, 46-48, 87) are Python functions here;
wheel and rail, and screws (85, 88, 89, 99, 200) need profiles of surfaces; hydraulics (91, 95) pressures as states of a
network; belt and roll (92) and vehicle elements (96-98) manufacturers' data; frequency responses and surface contacts,
friction with the normal force of another element (100-103, 191, 192, 195) spectra, or geometry of surfaces. Friction by
the normal force of a *joint* is an `Actuator` with a `ReactionSensor`.
"""

from .actuator import Actuator
from .combined import Integrated, Parallel
from .element import ForceElement, Geometry
from .excitation import Excited
from .friction import StickSlip, joint_friction
from .inner import Hysteresis, Motor, Series
from .kinds import GearElement, LineElement, SpatialElement, TorsionElement
from .laws import Force, Law, Linear, OwnLaw
from .one_sided import Clearance, Contact, Rope
from .sensors import ReactionSensor, Sensor
from .sticking import ElastoPlastic
from .tables import DamperTable, SpringTable

__all__ = [
    "Actuator",
    "Clearance",
    "Contact",
    "DamperTable",
    "ElastoPlastic",
    "Excited",
    "Force",
    "ForceElement",
    "GearElement",
    "Geometry",
    "Hysteresis",
    "Integrated",
    "Law",
    "LineElement",
    "Linear",
    "Motor",
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
    "joint_friction",
]
