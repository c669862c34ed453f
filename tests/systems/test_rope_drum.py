"""The rope drum of A.8 against its five equations of Newton and Euler, statics and limiting cases."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.self_study_cuts import rope_drum_cut_free


def newton_euler(p: dict[str, float], x_T: float) -> np.ndarray:
    """[x_dd, phi_dd, y_dd, f_S, f_t] from five linear equations: three balances, rolling, the rope."""
    spring = p["c"] * (x_T - p["s_f0"])
    A = np.array([
        [p["m_T"], 0, 0, -1, 1],  # m_T x_dd = f_S - f_f - f_t
        [0, p["I_T"], 0, -p["r_i"], -p["r_a"]],  # I_T phi_dd = f_S r_i + f_t r_a
        [0, 0, p["m_B"], 1, 0],  # m_B y_dd = m_B g - f_S
        [1, -p["r_a"], 0, 0, 0],  # rolling
        [1, p["r_i"], -1, 0, 0],  # the rope keeps its length
    ])  # fmt: skip
    return np.linalg.solve(A, [-spring, 0, p["m_B"] * p["g"], 0, 0])


def test_the_drum_moves_as_five_equations_say(rng):
    system = systems.load("rope_drum")
    for _ in range(20):
        model = system.numeric(**{name: v.default * rng.uniform(0.5, 2) for name, v in system.parameters.items()})
        q, q_d = rng.uniform(0, 2, 1), rng.uniform(-3, 3, 1)
        x_dd, _, y_dd, f_S, f_t = newton_euler(model.parameters, q[0])
        found = [model.output(name, q, q_d) for name in ("y_B_dd", "f_S", "f_t")]
        np.testing.assert_allclose([model.accelerations(q, q_d)[0], *found], [x_dd, y_dd, f_S, f_t], rtol=1e-9)


def test_at_rest_motion_and_statics_agree(rng):
    system = systems.load("rope_drum")
    model = system.numeric(**{name: v.default * rng.uniform(0.5, 2) for name, v in system.parameters.items()})
    (rest,) = model.equilibria()
    f_S, f_x, f_y, f_n, f_t, f_f = model.output("static", rest.q)
    p = model.parameters
    assert model.output("f_S", rest.q) == pytest.approx(f_S), "rope force at rest"
    assert model.output("f_t", rest.q) == pytest.approx(f_t), "force of the ground at rest"
    assert p["c"] * (rest.q[0] - p["s_f0"]) == pytest.approx(f_f), "force of the spring at rest"
    assert [f_x, f_y, f_n] == pytest.approx([f_S, f_S, p["m_T"] * p["g"]])
    cut = rope_drum_cut_free().solve(**p)
    assert [cut[name] for name in ("f_S", "f_x", "f_y", "f_n", "f_t", "f_f")] == pytest.approx(
        [f_S, f_x, f_y, f_n, f_t, f_f]
    )


def test_a_long_fall_has_the_period_of_the_drum():
    model = systems.load("rope_drum").numeric()
    M = model.mass_matrix([0.0])[0, 0]
    times = np.linspace(0, 2 * np.pi * np.sqrt(M / 80.0), 101)
    run = model.simulate([0.5], [0.0], times, rtol=1e-11, atol=1e-11)
    assert run["x_T"][-1] == pytest.approx(0.5, abs=1e-8), "after one period it is back"
    assert run["y_B"][50] - run["y_B"][0] == pytest.approx(0.37 / 0.25 * (run["x_T"][50] - 0.5))
    assert run["x_T"][50] == pytest.approx(2 * model.equilibria()[0].q[0] - 0.5, abs=1e-8)


def test_without_spring_and_inertia_the_block_falls_freely():
    model = systems.load("rope_drum").numeric(c=1e-12, I_T=1e-12, m_T=1e-12)
    assert model.output("y_B_dd", [0.5]) == pytest.approx(9.81)
    assert model.output("f_S", [0.5]) == pytest.approx(0, abs=1e-9), "a rope in free fall pulls at nothing"
