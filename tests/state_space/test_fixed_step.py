"""Fixed steps: the order of each method on a linear oscillator, energy, steps that are too large."""

import numpy as np
import pytest

from mechanics.model import ModelError, SimulationError
from mechanics.state_space.fixed_step import METHODS, fixed_steps

OMEGA = 3.0


def oscillator(x, t):
    return [x[1], -(OMEGA**2) * x[0]]


def run(method: str, steps: int, end: float = 2.0) -> np.ndarray:
    return fixed_steps(oscillator, [1.0, 0.0], np.linspace(0, end, steps + 1), method)


def error(method: str, steps: int) -> float:
    exact = [np.cos(OMEGA * 2), -OMEGA * np.sin(OMEGA * 2)]
    return float(np.abs(run(method, steps)[-1] - exact).max())


@pytest.mark.parametrize(("method", "order"), [("euler", 1), ("symplectic", 1), ("heun", 2), ("rk4", 4)])
def test_half_the_step_divides_the_error_by_two_to_the_order(method, order):
    ratio = error(method, 400) / error(method, 800)
    assert np.log2(ratio) == pytest.approx(order, abs=0.15), f"{method} is not of order {order}"


def test_euler_multiplies_the_energy_in_each_step_by_a_known_factor():
    h = 2.0 / 400
    states = run("euler", 400)
    energy = states[:, 1] ** 2 + (OMEGA * states[:, 0]) ** 2
    assert energy[1:] / energy[:-1] == pytest.approx(1 + (OMEGA * h) ** 2)


def test_symplectic_steps_keep_the_energy_in_bounds_for_a_thousand_turns():
    end = 1000 * 2 * np.pi / OMEGA
    states = run("symplectic", 60_000, end)
    energy = (states[:, 1] ** 2 + (OMEGA * states[:, 0]) ** 2) / OMEGA**2
    assert np.abs(energy - 1).max() < 0.06
    h = end / 60_000  # the energy of the steps themselves, which is exactly constant
    shadow = energy - h * states[:, 0] * states[:, 1]
    assert shadow == pytest.approx(shadow[0], rel=1e-9)


def test_time_is_passed_on():
    states = fixed_steps(lambda x, t: [3 * t**2], [0.0], np.linspace(0, 2, 41), "rk4")
    assert states[-1, 0] == pytest.approx(8.0)


def test_steps_need_not_be_equal():
    times = np.array([0.0, 0.1, 0.15, 0.4])
    assert fixed_steps(lambda x, t: [1.0], [2.0], times, "euler")[:, 0] == pytest.approx(2 + times)


def test_bad_input_is_named():
    with pytest.raises(ModelError, match="Unknown method 'rk5'.*rk4"):
        fixed_steps(oscillator, [1, 0], np.linspace(0, 1, 9), "rk5")
    with pytest.raises(SimulationError, match="steps run away.*smaller"):
        fixed_steps(lambda x, t: [x[0] ** 3], [2.0], np.linspace(0, 50, 51), "euler")
    with pytest.raises(ModelError, match="At most 200000 steps"):
        fixed_steps(oscillator, [1, 0], np.linspace(0, 1, 300_000))
    assert set(METHODS) == {"euler", "symplectic", "heun", "rk4"}
