"""Zero crossings along a motion, and bad input on that path."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.model import ModelError, SimulationError


def test_a_pendulum_passes_the_bottom_twice_a_period():
    pendulum = systems.load("mathematical_pendulum")
    bottom = {"bottom": pendulum.coordinates.phi}
    run = pendulum.numeric().simulate([0.001], t=10.0, rtol=1e-10, atol=1e-13, events=bottom)
    half_period = np.pi / np.sqrt(9.81)  # of a small swing
    assert run.events["bottom"] == pytest.approx((np.arange(10) + 0.5) * half_period, rel=1e-6)


def test_a_singular_start_is_one_clear_error():
    pendulum = systems.load("spherical_pendulum")
    with pytest.raises(SimulationError, match="singular mass matrix; start elsewhere"):
        pendulum.numeric().simulate([0.0, 0.0], t=1.0, events={"side": pendulum.coordinates.phi})


def test_tolerances_are_checked():
    pendulum = systems.load("mathematical_pendulum")
    with pytest.raises(ModelError, match="Tolerances must be positive"):
        pendulum.numeric().simulate(t=1.0, rtol=-1, events={"bottom": pendulum.coordinates.phi})
