"""Equilibria, linear models, accelerations in symbols and inverse dynamics of systems with closed loops."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.four_bar import four_bar
from mechanics.model import ModelError

from .test_loops import pendulum, slider_crank


def test_a_pendulum_in_x_and_y_hangs_or_stands():
    """The rope pulls with m g below, and pushes as hard above."""
    model = pendulum().numeric()
    standing, hanging = sorted(model.equilibria(), key=lambda e: -e["y"])
    np.testing.assert_allclose([standing.q, hanging.q], [[0, 0.8], [0, -0.8]], atol=1e-9)
    assert (standing.stability, hanging.stability) == ("unstable", "stable")
    assert model.output("f_S", hanging.q) == pytest.approx(1.3 * 9.81)
    assert model.output("f_S", standing.q) == pytest.approx(-1.3 * 9.81)


def test_a_linear_model_of_the_pendulum_has_its_frequency():
    linear = pendulum().numeric().linearize([0.0, -0.8])
    assert linear.states == ("x", "x_d")
    np.testing.assert_allclose(linear.A, [[0, 1], [-9.81 / 0.8, 0]], atol=1e-8)


def test_a_slider_crank_has_the_equilibria_and_linear_models_of_one_coordinate():
    closed, open_ = slider_crank(True).numeric(), slider_crank(False).numeric()
    expected = [float(e["alpha"]) for e in open_.equilibria({"tau": 0.4})]
    found = [e for e in closed.equilibria({"tau": 0.4}) if abs(e["beta"]) < np.pi / 2]
    np.testing.assert_allclose(sorted(e["alpha"] for e in found), sorted(expected), atol=1e-7)
    for alpha in (0.4, 2.0):
        for rate in (0.0, 3.0):
            q, q_d = closed.closed([alpha, 0.2], [rate, 0.0], keep=("alpha",))
            A, B = closed.linearize(q, {"tau": 0.4}, q_d, independent=["alpha"])
            A_open, B_open = open_.linearize([alpha], {"tau": 0.4}, [rate])
            np.testing.assert_allclose(A, A_open, rtol=1e-6, atol=1e-6)
            np.testing.assert_allclose(B, B_open, rtol=1e-6, atol=1e-8)


def test_a_linkage_at_rest_stays_and_its_linear_model_predicts_a_small_motion():
    model = four_bar().numeric(d=0.01)
    rest = next(e for e in model.equilibria({"tau": 0.0}) if e.stability != "unstable")
    assert np.abs(model.accelerations(rest.q, u={"tau": 0.0})).max() < 1e-6
    linear = model.linearize(rest.q, {"tau": 0.0}, independent=["phi1"])
    start = model.closed(rest.q + [1e-4, 0, 0], keep=("phi1",))
    run = model.simulate(*start, t=2.0, u={"tau": 0.0}, rtol=1e-11, atol=1e-13)
    values, vectors = np.linalg.eig(linear.A)
    x0 = np.linalg.solve(vectors, [1e-4, 0.0])
    expected = (vectors[0] * x0 * np.exp(np.outer(run.t, values))).sum(axis=1).real
    np.testing.assert_allclose(run["phi1"] - rest["phi1"], expected, atol=1e-6 * np.ptp(expected) + 1e-7)


@pytest.mark.parametrize("build", [pendulum, lambda: slider_crank(True)], ids=["pendulum", "slider crank"])
def test_accelerations_in_symbols_are_those_in_numbers(build):
    system = build()
    model = system.numeric()
    q, q_d = model.closed([0.5, -0.4], [1.0, 0.5])
    numbers = {system.symbols[name]: value for name, value in {**model.parameters, **system.inputs.defaults}.items()}
    numbers |= {system.symbols[f"{name}_d"]: v for name, v in zip(system.coordinates, q_d, strict=True)}
    values = system.accelerations.subs(numbers).subs(dict(zip(system.coordinates.symbols, q, strict=True)))
    np.testing.assert_allclose(np.array(values, float).ravel(), model.accelerations(q, q_d), rtol=1e-8)


def test_inverse_dynamics_gives_back_what_drove_a_motion(rng):
    """For an open arm: with the accelerations under given torques, no more forces are needed."""
    model = systems.load("planar_robot").numeric()
    inputs = {name: rng.uniform(-2, 2) for name in model.system.inputs}
    q, q_d = rng.normal(size=(2, 20, model.system.mass_matrix.rows))
    q_dd = model.accelerations(q, q_d, inputs)
    np.testing.assert_allclose(model.inverse_dynamics(q, q_d, q_dd, inputs), 0, atol=1e-8)
    extra = rng.normal(size=q.shape)
    more = np.linalg.solve(model.mass_matrix(q, inputs), extra[..., None])[..., 0]
    np.testing.assert_allclose(model.inverse_dynamics(q, q_d, q_dd + more, inputs), extra, atol=1e-8)
    found = model.driving_inputs(list(inputs), q[0], q_d[0], q_dd[0])
    assert found == pytest.approx(inputs, abs=1e-7)


def test_the_torque_that_drives_a_linkage_is_found():
    """Of the three rods only the crank is driven; the forces in the joint do the rest."""
    model = four_bar().numeric()
    q, q_d = model.closed([1.1, 0.5, 1.6], [2.0, 0.0, 0.0], keep=("phi1",))
    q_dd = model.accelerations(q, q_d, {"tau": 1.37})
    assert model.driving_inputs(["tau"], q, q_d, q_dd) == pytest.approx({"tau": 1.37})
    np.testing.assert_allclose(model.inverse_dynamics(q, q_d, q_dd, {"tau": 1.37}), 0, atol=1e-9)
    forces = model.inverse_dynamics(q, q_d, q_dd, {"tau": 0.0})
    assert forces @ q_d == pytest.approx(1.37 * 2.0), "least forces, but the power of the torque"


def test_a_motion_that_no_input_causes_is_refused():
    model = systems.load("cart_pendulum").numeric()
    with pytest.raises(ModelError, match="cannot cause this motion.*equation of"):
        model.driving_inputs(list(model.system.inputs)[:1], [0.0, 0.5], [0.0, 0.0], [1.0, 7.0])


def test_a_dead_centre_has_no_linear_model():
    system = slider_crank(True)
    with pytest.raises(ModelError, match="dead centre"):
        system.numeric(l=0.3).linearize([np.pi / 2, np.pi / 2])
