"""Chapter 6b: a living example for each family of force elements."""

from .contacts import ball_on_rope, tumbling_box
from .drives import balanced_stick, hoist
from .friction_belt import block_on_belt
from .gears import rattling_gears
from .springs import engine_on_mounts, sign_on_springs
from .testing import testing_machine
from .wheels import braked_wheel, car_on_waves

__all__ = [
    "balanced_stick", "ball_on_rope", "block_on_belt", "braked_wheel", "car_on_waves", "engine_on_mounts", "hoist",
    "rattling_gears", "sign_on_springs", "testing_machine", "tumbling_box",
]  # fmt: skip
