"""Aufgabe A.9, the rope hoist: (A.87)-(A.96)."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from sympy import cos, sin

from mechanics import systems
from mechanics.demonstrations.hoist_force import energy_balance, hoist_force, required_force
from mechanics.model import t

from .compare import assert_close, assert_same

ITEM = "rope_hoist"
SYSTEM = systems.load(ITEM)
(s,) = SYSTEM.coordinates.symbols
v = s.diff(t)
p, f = SYSTEM.parameters, SYSTEM.inputs.f
RNG = np.random.default_rng(87)


def random_values() -> dict[str, float]:
    values = {name: x.default * RNG.uniform(0.6, 1.6) for name, x in SYSTEM.parameters.items()}
    return values | {"alpha": RNG.uniform(0.2, 1.0)}


CASES = [(random_values(), RNG.uniform(0.0, 1.0), RNG.uniform(1.2, 3.0), RNG.uniform(0.5, 3.0)) for _ in range(5)]
cases = pytest.mark.parametrize("values, v0, v1, s1", CASES)


def rates(values: dict[str, float], v: float) -> dict[str, float]:
    """Speeds of all wheels from the rope alone: what R1 winds up, what it pays out, what is left for R2."""
    w_R1 = v / values["r2"]
    paid_out = w_R1 * values["r1"]
    v_R2 = paid_out / 2  # one of its two ropes is fixed
    return {"w_R1": w_R1, "v_2": paid_out, "v_R2": v_R2, "w_R2": v_R2 / values["r"]}


def motion(values: dict[str, float], force: float, v0: float, end: float):
    """Newton for load, R1 and R2 with both rope forces unknown, integrated; the load moves up."""
    a = values
    w = rates(a, 1.0)  # all rates for one unit of the velocity of the load
    left = np.array(
        [
            [a["m_L"], -1.0, 0.0],  # m_L v_d = S1 - ...
            [a["I1"] * w["w_R1"], a["r2"], -a["r1"]],  # I1 w_d = r1 S2 - r2 S1
            # R2 between the fixed end and S2: m2 a = m2 g + f - S2 - S3 and I2 w_d = r (S3 - S2) without S3
            [a["m2"] * w["v_R2"] + a["I2"] * w["w_R2"] / a["r"], 0.0, 2.0],
        ]
    )
    slope = a["m_L"] * a["g"] * (np.sin(a["alpha"]) + a["mu_c"] * np.cos(a["alpha"]))
    v_d = np.linalg.solve(left, [-slope, 0.0, a["m2"] * a["g"] + force])[0]
    return solve_ivp(lambda _, x: [x[1], v_d], (0, end), [0.0, v0], rtol=1e-10, atol=1e-12)


@cases
@pytest.mark.equation("A.87", "A.96")
def test_required_force_by_integration(values, v0, v1, s1):
    """The free bodies, integrated with the force of (A.96), reach v1 exactly at s1."""
    force = required_force(s1, v0, v1, **values)
    end = 2 * s1 / (v0 + v1)
    run = motion(values, force, v0, end)
    assert_close(run.y[:, -1], [s1, v1], f"(A.96): {ITEM} must reach v1 at s1", 1e-8)


@cases
@pytest.mark.equation("A.88")
def test_kinetic_energy_of_load_and_both_pulleys(values, v0, v1, s1):
    w = rates(values, v1)
    pairs = (("m_L", v1), ("I1", w["w_R1"]), ("I2", w["w_R2"]), ("m2", w["v_R2"]))
    expected = sum(values[name] * rate**2 for name, rate in pairs) / 2
    ours = SYSTEM.numeric(**values).kinetic_energy([s1], [v1])
    assert_close(ours, expected, f"(A.88): T of {ITEM}")


@cases
@pytest.mark.equation("A.89", "A.90", "A.91")
def test_rope_kinematics(values, v0, v1, s1):
    """The energy of each wheel shows its speed; the ropes keep their lengths."""
    w = rates(values, v1)
    model = SYSTEM.numeric(**values)
    spins = [body.pose.R for body in SYSTEM.bodies[1:]]
    turned = [model.evaluate([R[0, 0], R[1, 0]], [[s1], [s1 + 1e-6]]) for R in spins]
    angles = [np.unwrap(np.arctan2(x[:, 1], x[:, 0])) for x in turned]
    speeds = [(a[1] - a[0]) / 1e-6 * v1 for a in angles]
    assert_close(abs(speeds[0]), w["w_R1"], f"(A.89): speed of R1 of {ITEM}", 1e-6)
    assert_close(abs(speeds[1]), w["w_R2"], f"(A.91): speed of R2 of {ITEM}", 1e-6)
    v_R2 = model.output("v_R2", [s1], [v1])
    assert_close(2 * v_R2, w["v_2"], f"(A.90): the rope between R1 and R2 of {ITEM}")


@cases
@pytest.mark.equation("A.92")
def test_potential_energy(values, v0, v1, s1):
    model = SYSTEM.numeric(**values)
    height, sunk = s1 * np.sin(values["alpha"]), s1 * rates(values, 1.0)["v_R2"]
    expected = values["g"] * (values["m_L"] * height - values["m2"] * sunk)
    assert_close(model.potential_energy([s1]), expected, f"(A.92): V of {ITEM}")
    assert model.potential_energy([0.0]) == 0.0, "(A.92): V(t0) = 0"


@cases
@pytest.mark.equation("A.93")
def test_work_of_the_force(values, v0, v1, s1):
    """f times the way of R2, the integral of its power along the motion."""
    way = s1 * values["r1"] / (2 * values["r2"])
    model = SYSTEM.numeric(**values | {"mu_c": 0.0})
    power = model.generalized_forces([s1], [v1], {"f": 70.0})[0] * v1
    assert_close(power / v1 * s1, 70.0 * way, f"(A.93): work of f of {ITEM}")
    printed = f * s1 * p.r1 / (2 * p.r2)
    assert_same(energy_balance(SYSTEM, s1, v0, v1)["W_E"], printed, f"(A.93): W_E of {ITEM}")


@cases
@pytest.mark.equation("A.94", "A.95")
def test_normal_force_and_friction_loss(values, v0, v1, s1):
    """Balance of the load across the incline; then the force of friction times the way."""
    normal = values["m_L"] * values["g"] * np.cos(values["alpha"])
    model = SYSTEM.numeric(**values)
    assert_close(model.output("f_n", [s1], [v1]), normal, f"(A.94): normal force of {ITEM}")
    f_t = -model.generalized_forces([s1], [v1])[0]
    assert_close(f_t * s1, values["mu_c"] * normal * s1, f"(A.95): loss by friction of {ITEM}")
    assert_close(hoist_force().solve(s1=s1, v0=v0, v1=v1, **values)["W_R"], f_t * s1, f"(A.95): W_R of {ITEM}")


@cases
@pytest.mark.equation("A.87")
def test_balance_of_energy_along_the_simulation(values, v0, v1, s1):
    """T + V grow by the work of f and shrink by the loss, all from the run of the system itself."""
    force = required_force(s1, v0, v1, **values)
    run = SYSTEM.numeric(**values).simulate(
        [0.0], [v0], np.linspace(0, 2 * s1 / (v0 + v1), 201), {"f": force}, rtol=1e-11, atol=1e-11
    )
    way = run["s"]
    gain = force * way * values["r1"] / (2 * values["r2"])
    loss = values["mu_c"] * values["m_L"] * values["g"] * np.cos(values["alpha"]) * way
    assert_close(run.energy, run.energy[0] + gain - loss, f"(A.87): energy of {ITEM} along the way", 1e-8)


@pytest.mark.equation("A.96")
def test_closed_form_of_the_force():
    y = hoist_force()
    v0, v1, s1 = (y.symbols[name] for name in ("v0", "v1", "s1"))
    m_L, _, m2, I1, I2, r1, r2, r, alpha, mu_c, g = p.symbols
    squares = (v1**2 - v0**2) / 2
    w1, v2 = 1 / r2, r1 / (2 * r2)
    printed = (2 * r2 / (s1 * r1)) * (
        (m_L + I1 * w1**2 + I2 * (v2 / r) ** 2 + m2 * v2**2) * squares
        + m_L * g * s1 * (sin(alpha) + mu_c * cos(alpha))
        - m2 * g * s1 * v2
    )
    assert_same(y.formulas["f"], printed, f"(A.96): force of {ITEM}")
