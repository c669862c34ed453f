"""The toggle press of A.10 against the geometry and the forces of its levers."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.model import ModelError
from mechanics.systems.self_study.toggle_press import force_amplification


def test_levers_of_equal_length_move_alike():
    """L1 = L2: phi2 = phi1, x = 2 L cos(phi1); the mass matrix is that of two rods in mirror images."""
    model = systems.load("toggle_press").numeric(L1=0.4, L2=0.4, m1=3.0, m2=3.0, I1=0.04, I2=0.04)
    for phi in (0.1, 0.7, 1.3):
        x = model.output("x_slider", [phi])
        assert x == pytest.approx(0.8 * np.cos(phi))
        # lever 2 turns with -phi_d about its instantaneous centre, 2 L from the bearing along lever 1
        centre = 0.8 * np.array([np.cos(phi), np.sin(phi)])
        s2 = np.array([0.6 * np.cos(phi), 0.2 * np.sin(phi)])
        about_centre = 0.04 + 3.0 * (centre - s2) @ (centre - s2)
        assert model.mass_matrix([phi])[0, 0] == pytest.approx(0.04 + 3.0 * 0.2**2 + about_centre)


@pytest.mark.parametrize("phi1", [0.05, 0.4, 1.1])
def test_amplification_is_that_of_the_forces_in_the_levers(phi1):
    """The knee in balance under f and two rod forces, the slider under one rod force and f_L; (3.7)."""
    found = force_amplification().solve(phi1=phi1, f=200.0)
    phi2 = found["phi2"]
    rods = np.linalg.solve([[np.cos(phi1), -np.cos(phi2)], [np.sin(phi1), np.sin(phi2)]], [0.0, 200.0])
    assert found["f_L"] == pytest.approx(rods[1] * np.cos(phi2)), "the load that lever 2 holds"
    assert found["amplification"] == pytest.approx(1 / (np.tan(phi1) + np.tan(phi2)))


def test_amplification_grows_without_limit_towards_the_stretched_position():
    press = force_amplification()
    near = [press.solve(phi1=phi)["amplification"] for phi in (0.1, 0.01, 0.001)]
    assert near[1] / near[0] == pytest.approx(10, rel=0.01) and near[2] / near[1] == pytest.approx(10, rel=0.01)


def test_the_held_load_balances_the_press():
    """The static problem and the equation of motion agree where weight and spring do nothing."""
    press = systems.load("toggle_press")
    held = force_amplification().solve(phi1=0.3, f=50.0)["f_L"]
    assert press.numeric().generalized_forces([0.3], None, {"f": 50.0, "f_L": held}) == pytest.approx(0.0)


def test_lever_2_turns_through_when_lever_1_is_the_shorter():
    run = systems.load("toggle_press").numeric().simulate([0.0], [25.0], 2.0)
    assert np.ptp(run["phi1"]) > 2 * np.pi, "a full turn was expected"
    assert np.abs(run["phi2"]).max() == pytest.approx(np.arcsin(0.4 / 0.5), rel=1e-3)
    np.testing.assert_allclose(0.4 * np.sin(run["phi1"]), 0.5 * np.sin(run["phi2"]), atol=1e-12)


def test_a_position_that_lever_2_cannot_reach_is_refused():
    model = systems.load("toggle_press").numeric(L1=0.6, L2=0.5)
    assert np.isfinite(model.accelerations([0.5])).all(), "this one can be reached"
    for call in (model.accelerations, model.potential_energy, lambda q: model.simulate(q, [0.0], 1.0)):
        with pytest.raises(ModelError, match="root|evaluated"):
            call([1.3])
    with pytest.raises(ModelError, match="Lever 2 must reach"):
        force_amplification().solve(phi1=1.3, L1=0.6, L2=0.5)


def test_work_on_the_press_goes_into_its_energy():
    """A load k (x - x_w) of a workpiece stores what the falling knee gives it."""
    press = systems.load("toggle_press")
    model, k, x_w = press.numeric(), 5e4, 0.85

    def workpiece(t, x):
        return k * max(0.0, float(model.output("x_slider", x[:1])) - x_w)

    run = model.simulate([0.8], [0.0], np.linspace(0, 0.5, 501), {"f": 100.0, "f_L": workpiece}, rtol=1e-10, atol=1e-10)
    squeezed = k * np.maximum(0.0, run["x_slider"] - x_w) ** 2 / 2
    knee = 0.4 * np.sin(run["phi1"])
    total = run.energy + squeezed + 100.0 * knee  # the constant force has the potential f y
    assert np.ptp(squeezed) > 1.0, "the slider should reach the workpiece"
    np.testing.assert_allclose(total, total[0], atol=1e-4)
