"""What the chapter on the mass on a turntable (A.6) claims in numbers is so."""

import numpy as np
import pytest

from mechanics import systems


def test_the_block_stays_between_38_and_60_revolutions_a_minute():
    found = systems.load("turntable_mass").solve()
    speeds = [found[name] * 60 / (2 * np.pi) for name in ("omega_crit_in", "omega_crit_out")]
    assert speeds == pytest.approx([38.2, 59.6], abs=0.1)
