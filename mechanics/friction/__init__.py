"""Forces that turn work into heat: drag, dry and viscous friction, dampers, ropes on drums, rolling; lecture 3.5."""

from .cone import cone_margin, friction_angle, holds, kinetic_friction, reaction_angle, static_limit
from .coulomb import DryFriction, stick_slip
from .damper import (
    characteristic,
    check_dissipative,
    damping,
    mixed_friction,
    smooth_friction,
    stribeck_friction,
    viscous_friction,
)
from .drag import air_density, drag_factor, drag_force, speed_from_rest, speed_of_fall, terminal_speed
from .rolling import DrivenWheel, TowedWheel, driven_wheel, towed_wheel
from .rope import (
    RopeElement,
    rope_band,
    rope_element,
    rope_friction_coefficient,
    rope_state,
    rope_tension,
    wrap_angle,
)
from .table import TABLE, Pair

__all__ = [
    "TABLE",
    "DrivenWheel",
    "DryFriction",
    "Pair",
    "RopeElement",
    "TowedWheel",
    "air_density",
    "characteristic",
    "check_dissipative",
    "cone_margin",
    "damping",
    "drag_factor",
    "drag_force",
    "driven_wheel",
    "friction_angle",
    "holds",
    "kinetic_friction",
    "mixed_friction",
    "reaction_angle",
    "smooth_friction",
    "rope_band",
    "rope_element",
    "rope_friction_coefficient",
    "rope_state",
    "rope_tension",
    "speed_from_rest",
    "speed_of_fall",
    "static_limit",
    "stick_slip",
    "stribeck_friction",
    "terminal_speed",
    "towed_wheel",
    "viscous_friction",
    "wrap_angle",
]
