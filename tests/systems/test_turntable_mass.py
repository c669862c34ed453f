"""The mass on the turntable of A.6 against Newton and Coulomb."""

import numpy as np
import pytest
from scipy.integrate import simpson

from mechanics import systems
from mechanics.demonstrations.turntable_motion import turntable_in_motion


def coulomb(p: dict[str, float], omega: float) -> float:
    """Way between the needed friction and its limit, from the vectors in the inertial frame; positive: it slips.

    A mass on a circle of the radius r is accelerated by r omega^2 towards the axis (2.21).
    """
    r = (p["s_m"] + p["l"]) * np.cos(p["beta"])
    along, normal = (
        np.array(e) for e in ((np.cos(p["beta"]), np.sin(p["beta"])), (-np.sin(p["beta"]), np.cos(p["beta"])))
    )
    contact = p["m"] * np.array([-r * omega**2, p["g"]]) + p["c"] * (p["s_m"] - p["s0"]) * along
    return abs(contact @ along) - p["mu_H"] * (contact @ normal)


def test_the_mass_slips_where_newton_and_coulomb_say(rng):
    problem, met = systems.load("turntable_mass"), {"in": 0, "out": 0}
    for _ in range(60):
        p = {name: v.default * rng.uniform(0.4, 2.0) for name, v in problem.inputs.items()}
        found = problem.solve(**p)
        assert found["sticks"] == (coulomb(p, p["omega"]) <= 0), f"{p}"
        for side in ("in", "out"):
            omega = found[f"omega_crit_{side}"]
            if omega is not None:
                met[side] += 1
                assert coulomb(p, omega) == pytest.approx(0, abs=1e-9 * p["m"] * p["g"] + 1e-9), "at the limit"
                assert problem.solve(**p | {"omega": omega * 1.001})["sticks"] == (side == "in"), f"{side}: {p}"
    assert min(met.values()) > 5, "both limits must have been met"


def test_speeds_that_do_not_exist_are_none():
    problem = systems.load("turntable_mass")
    rough = problem.solve(mu_H=1.5, beta=0.8)
    assert rough["omega_crit_out"] is None, "mu_H tan(beta) > 1: the faster, the better it sticks"
    assert problem.solve(mu_H=1.5, beta=0.8, omega=300.0)["sticks"] is True
    assert problem.solve(mu_H=0.9)["omega_crit_in"] is not None, "the spring pulls it in"
    flat = problem.solve(beta=0.1, s0=0.3)
    assert flat["omega_crit_in"] is None and problem.solve(beta=0.1, s0=0.3, omega=0.0)["sticks"] is True
    pushed = problem.solve(beta=0.0, s0=0.6)
    assert pushed["omega_crit_out"] is None and problem.solve(beta=0.0, s0=0.6, omega=0.0)["sticks"] is False


@pytest.mark.parametrize("a, side, way", [(0.4, "out", "right"), (-0.4, "in", "left"), (0.9, "out", "right")])
def test_the_moving_table_lets_go_at_the_critical_speed(a, side, way):
    critical = systems.load("turntable_mass").solve()[f"omega_crit_{side}"]
    run = turntable_in_motion().numeric(a=a).simulate(t=8.0)
    first = run.events[0]
    assert first.name == f"slips {way}"
    assert 5.0 + a * first.t == pytest.approx(critical, rel=1e-7), "the speed at which it begins to slip"


def test_power_of_the_sliding_mass():
    """T + V of the mass in the turning frame changes by friction and by the centrifugal field that grows with omega."""
    run = turntable_in_motion().numeric(a=0.0, omega0=7.0, mu_C=0.15).simulate(t=0.3, rtol=1e-10, atol=1e-10)
    s, v = run["s_m"], run["v"]
    r = (s + 0.1) * np.cos(0.4)
    energy = 0.25 * v**2 + 0.5 * 9.81 * s * np.sin(0.4) + 25.0 * (s - 0.25) ** 2 - 0.25 * r**2 * 49.0
    lost = simpson(run["f_r"] * v, x=run.t)
    assert (v[1:-1] > 0).all(), "it slides outwards all the time"
    assert energy[0] - energy[-1] == pytest.approx(lost, rel=1e-3), "what friction takes"
