"""The planar robot of A.11 against the law of angular momentum and a balance of moments."""

import numpy as np
import pytest

from mechanics import systems


def test_angular_momentum_of_the_robot_follows_the_moment_of_all_forces(rng):
    """d/dt Σ (m r x v + I q_d) = moment of weights and force about the bearing, (3.112); no Lagrange in it."""
    model = systems.load("planar_robot").numeric(h=1.0)
    p, h = model.parameters, 1e-5

    def parts(q):
        c, s = np.cos(q), np.sin(q)
        right, left = 2 / 3 * p["l1"], -p["l1"] / 3
        return np.array([
            [p["l1"] / 6 * c[0], p["l1"] / 6 * s[0]],
            [right * c[0] + p["l2"] / 2 * c[1], right * s[0] + p["l2"] / 2 * s[1]],
            [left * c[0] - p["l3"] / 2 * c[2], left * s[0] - p["l3"] / 2 * s[2]],
        ])  # fmt: skip

    masses, inertias = [np.array([p[f"{name}{k}"] for k in (1, 2, 3)]) for name in "mI"]

    def momentum(q, q_d):
        r, v = parts(q), (parts(q + h * q_d) - parts(q - h * q_d)) / (2 * h)
        return masses @ (r[:, 0] * v[:, 1] - r[:, 1] * v[:, 0]) + inertias @ q_d

    for _ in range(5):
        q, q_d, f = rng.uniform(-3, 3, 3), rng.uniform(-2, 2, 3), rng.uniform(-5, 5)
        q_dd = model.accelerations(q, q_d, {"f_ex": f})
        rate = (
            momentum(q + h * q_d, q_d + h * q_dd) - momentum(q - h * q_d, q_d - h * q_dd)
        ) / (2 * h)  # fmt: skip
        tip_y = 2 / 3 * p["l1"] * np.sin(q[0]) + p["l2"] * np.sin(q[1])
        moment = -p["g"] * masses @ parts(q)[:, 0] - tip_y * f
        assert rate == pytest.approx(moment, abs=1e-4), "the angular momentum about the bearing has a wrong rate"


def test_force_on_the_robot_holds_segment_2_where_its_moment_balances():
    model = systems.load("planar_robot").numeric()
    stable = [e for e in model.equilibria({"f_ex": 7.0}) if e.stability == "stable"]
    assert len(stable) == 1, "with damped joints the robot would come to rest in one position only"
    q2 = stable[0].q[1]
    p = model.parameters
    moment = -p["m2"] * p["g"] * p["l2"] / 2 * np.cos(q2) - 7.0 * p["l2"] * np.sin(q2)
    assert moment == pytest.approx(0.0, abs=1e-9)
