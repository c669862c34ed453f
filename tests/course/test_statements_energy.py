"""What the chapter on energy claims in numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.spring_element import spring_element
from mechanics.energy import Field, circulation, kinetic_energy


def test_the_powers_of_the_hikers():
    problem = systems.load("gravity_potential")
    P_1, P_2 = (problem.motion.quantities[name][0] for name in ("P_1", "P_2"))
    values = problem.evaluate([P_1, P_2], {}, np.linspace(0, 10_000, 4001))
    assert values[:, 0] == pytest.approx(np.full(4001, 69), abs=0.5)
    assert (values[:, 1].max(), values[:, 1].min()) == pytest.approx((177, -39), abs=0.5)


def test_the_energy_of_the_summit_and_of_the_car():
    assert systems.load("gravity_potential").solve()["V"] == pytest.approx(686.7e3)
    fast, slow = (float(kinetic_energy(1200, [speed / 3.6])) / 1e3 for speed in (100, 50))
    assert (fast, slow) == pytest.approx((463, 116), abs=0.5)


def test_the_spin_and_the_vortex():
    spin = Field.read(["-y", "x", "0"])
    one, other = (spin.work_along([(0, 0, 0), corner, (1, 1, 0)]) for corner in ((1, 0, 0), (0, 1, 0)))
    assert (one, other) == pytest.approx((1, -1))
    vortex = Field.read(["-y/(x**2 + y**2)", "x/(x**2 + y**2)", "0"])
    works = np.array(circulation(vortex, (1, 0, 0), (0, 1, 0)).works)
    turns = (works - np.pi / 2) / (2 * np.pi)
    assert turns == pytest.approx(np.round(turns), abs=1e-9) and {-1, 0} <= set(np.round(turns))


def test_one_direction_of_the_leaf_spring_is_four_times_as_hard():
    soft, hard = systems.load("leaf_spring_two_masses").solve()["K_eigenvalues"]
    assert hard / soft == pytest.approx(4, abs=0.3)


def test_the_slope_of_the_energy_is_the_height_of_the_characteristic():
    spring, h = spring_element(), 1e-5
    for s in (0.15, 0.3, 0.42):
        slope = (spring.solve(s=s + h)["V"] - spring.solve(s=s - h)["V"]) / (2 * h)
        assert spring.solve(s=s)["f_F"] == pytest.approx(slope, abs=1e-6)
