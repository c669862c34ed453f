"""The numeric model: shapes, arrays, outputs, states, linearization, equilibria, simulation."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.model import t

from .states import random_model, random_state, undamped

METHODS = {
    "mass_matrix": lambda m, q, v, u: m.mass_matrix(q, u),
    "coriolis_matrix": lambda m, q, v, u: m.coriolis_matrix(q, v, u),
    "potential_forces": lambda m, q, v, u: m.potential_forces(q, u),
    "generalized_forces": lambda m, q, v, u: m.generalized_forces(q, v, u),
    "accelerations": lambda m, q, v, u: m.accelerations(q, v, u),
    "kinetic_energy": lambda m, q, v, u: m.kinetic_energy(q, v, u),
    "potential_energy": lambda m, q, v, u: m.potential_energy(q, u),
}


@pytest.mark.parametrize("method", METHODS)
def test_arrays_of_states_give_the_same_as_a_loop(system, method, rng):
    model, n, call = random_model(system, rng), len(system.coordinates), METHODS[method]
    q, q_d = rng.uniform(0.2, 2.9, (3, 4, n)), rng.uniform(-3, 3, (3, 4, n))
    u = {name: rng.uniform(-2, 2, (3, 4)) for name in system.inputs}
    many = call(model, q, q_d, u)
    single = call(model, q[0, 0], q_d[0, 0], {name: value[0, 0] for name, value in u.items()})
    assert many.shape == (3, 4, *np.shape(single)), f"{method} of {system.id}: the leading shape is lost"
    for i, j in np.ndindex(3, 4):
        one = call(model, q[i, j], q_d[i, j], {name: value[i, j] for name, value in u.items()})
        np.testing.assert_allclose(many[i, j], one, rtol=1e-12, atol=1e-12, err_msg=f"{method} of {system.id}")


def test_ten_thousand_states_and_no_state_at_all(rng):
    model = systems.load("planar_manipulator").numeric()
    q = rng.uniform(-3, 3, (10_000, 2))
    q_dd = model.accelerations(q, q, {"tau1": 1.0})
    assert q_dd.shape == (10_000, 2)
    np.testing.assert_allclose(q_dd[7531], model.accelerations(q[7531], q[7531], {"tau1": 1.0}), rtol=1e-10)
    assert model.accelerations(np.empty((0, 2)), np.empty((0, 2))).shape == (0, 2)


def test_one_input_for_many_states_and_many_inputs_for_one_state():
    model = systems.load("cart_pendulum").numeric()
    one = model.generalized_forces([0.0, 1.0], u={"f_e": np.array([1.0, 2.0, 3.0])})
    np.testing.assert_allclose(one, [[1, 0], [2, 0], [3, 0]])
    many = model.generalized_forces(np.zeros((3, 2)), u={"f_e": 2.0})
    np.testing.assert_allclose(many, [[2, 0]] * 3)


def test_evaluate_takes_any_expression_of_the_system(rng):
    system = systems.load("cart_pendulum")
    s, phi = system.coordinates.symbols
    model, p = system.numeric(), system.parameters
    q, q_d, u = random_state(system, rng)
    m_S = next(iter(system.abbreviations))
    expressions = [s * phi.diff(t), p.m_W + t, system.inputs.f_e**2, m_S, phi.diff(t, 2), sp.pi]
    values = model.evaluate(expressions, q, q_d, u, t=0.5)
    mass = np.prod([model.parameters[k] for k in ("rho_S", "l_S", "b_S", "h_S")])
    expected = [q[0] * q_d[1], 1.5, u["f_e"] ** 2, mass, model.accelerations(q, q_d, u)[1], np.pi]
    np.testing.assert_allclose(values, expected, rtol=1e-12)
    many = model.evaluate(expressions, np.array([q, q]), np.array([q_d, q_d]), u, t=np.array([0.5, 0.5]))
    np.testing.assert_allclose(many, [expected] * 2, rtol=1e-12)


def test_new_parameters_do_not_compile_again(monkeypatch):
    from mechanics.codegen import Program

    system = systems.load("cart_pendulum")
    expression = [system.coordinates.s**2 * system.parameters.m_W]
    first = system.numeric().evaluate(expression, [2.0, 0.0])[0]
    monkeypatch.setattr(Program, "source", lambda *a, **k: pytest.fail("the program was written again"))
    assert system.numeric(m_W=3.0).evaluate(expression, [2.0, 0.0])[0] == pytest.approx(3 * first)


def test_outputs_have_the_shape_they_have_in_the_system(rng):
    system = systems.load("planar_manipulator")
    model = system.numeric()
    q, q_d, u = random_state(system, rng)
    p = model.parameters
    tip = [
        p["l1"] * np.cos(q[0]) + p["l2"] * np.cos(q.sum()),
        p["l1"] * np.sin(q[0]) + p["l2"] * np.sin(q.sum()),
        0,
    ]
    np.testing.assert_allclose(model.output("p_e", q), tip)
    assert model.output("s_e", q) == pytest.approx(np.hypot(p["l0A"] - tip[0], p["h0A"] - tip[1]))
    assert model.output("p_e", np.array([q, q, q])).shape == (3, 3)
    assert model.output("s_e", np.array([q, q, q])).shape == (3,)
    spring = p["c_e"] * (model.output("s_e", q) - p["s0e"]) ** 2 / 2
    assert model.output("V_spring", q) == pytest.approx(spring)


def test_state_vector_and_its_parts_are_inverse(system, rng):
    model, n = system.numeric(), len(system.coordinates)
    q, q_d = rng.normal(size=(5, n)), rng.normal(size=(5, n))
    x = model.state(q, q_d)
    back = model.split_state(x)
    np.testing.assert_array_equal(back[0], q)
    np.testing.assert_array_equal(back[1], q_d)
    for k, variable in enumerate(system.states.values()):
        name = str(variable.symbol)
        source = q_d[:, list(system.coordinates).index(name[:-2])] if name.endswith("_d") else None
        source = q[:, list(system.coordinates).index(name)] if source is None else source
        np.testing.assert_array_equal(x[:, k], source, err_msg=f"state {variable.name} of {system.id}")


def test_state_derivative_is_rates_and_accelerations(system, rng):
    model = random_model(system, rng)
    q, q_d, u = random_state(system, rng)
    x_d = model.state_derivative(0.0, model.state(q, q_d), u)
    np.testing.assert_allclose(x_d, model.state(q_d, model.accelerations(q, q_d, u)))


def test_linearization_against_differences_of_the_state_derivative(system, rng):
    model = random_model(system, rng)
    q, q_d, u = random_state(system, rng)
    A, B = model.linearize(q, u, q_d)
    x, h = model.state(q, q_d), 1e-5

    def rates(x: np.ndarray, u: dict[str, float]) -> np.ndarray:
        return model.state_derivative(0.0, x, u)

    for k in range(len(x)):
        step = h * np.eye(len(x))[k]
        measured = (rates(x + step, u) - rates(x - step, u)) / (2 * h)
        np.testing.assert_allclose(A[:, k], measured, rtol=1e-5, atol=1e-5 * np.abs(A).max(), err_msg=system.id)
    for k, name in enumerate(system.inputs):
        high, low = (rates(x, u | {name: u[name] + d}) for d in (h, -h))
        np.testing.assert_allclose(B[:, k], (high - low) / (2 * h), rtol=1e-5, atol=1e-5 * np.abs(B).max())


def test_linearization_tells_stability():
    pendulum = systems.load("cart_pendulum").numeric()
    assert pendulum.linearize([0.0, np.pi]).stability == "unstable"
    assert pendulum.linearize([0.0, 0.0]).stability == "asymptotically stable"
    free = systems.load("mathematical_pendulum").numeric(l=2.0)
    linear = free.linearize([0.0])
    assert linear.stability == "undecided"
    np.testing.assert_allclose(sorted(linear.eigenvalues.imag), [-np.sqrt(9.81 / 2), np.sqrt(9.81 / 2)])


REST = {  # inputs, and some of the rest positions that the lecture gives
    "mathematical_pendulum": ({}, [[0.0], [np.pi]]),
    "pulley_two_masses": ({}, None),  # only for m1 = 2 m2
    "spring_mass_damper_three": ({"f_L": 10.0}, []),
    "drivetrain": ({"tau_m": 0.1, "tau_l": 0.4}, []),  # wherever the shaft is twisted by tau_l / c
    "rolling_ball_incline": ({}, None),  # there is none
    "spherical_pendulum": ({"f_ex": 9.81}, [[np.pi / 4, np.pi], [3 * np.pi / 4, 0.0]]),
    "ball_on_beam": ({"tau_e": 0.1 * 9.81 * 0.3}, [[0.0, 0.3]]),
    "cart_pendulum": ({"f_e": 4.0}, [[0.5, 0.0], [0.5, np.pi]]),
    "rotational_two_mass": ({"tau1": 1.0, "tau2": -0.5}, [[-0.25, 0.25]]),
    "planar_manipulator": ({"tau1": 1.0, "tau2": 0.5}, []),
    "tower_crane_simple": ({}, [[0.0, 7.0, 0.0], [0.0, 7.0, np.pi]]),
    "tower_crane": ({"f_S": -300 * 9.81}, [[0.0, 7.0, 0.0, 0.0, 6.0]]),
    "hinged_frame_body": ({}, []),  # tests/systems compares its positions with another model
    "quarter_car": ({"x_U": 0.05}, [[0.05 - 0.01962 - 0.15696, 0.05 - 0.01962]]),
    "rope_drum": ({}, [[0.5 + 0.37 / 0.25 * 2.0 * 9.81 / 80.0]]),
    "toggle_press": ({"f": -4.5 * 9.81}, [[0.0]]),  # stretched: the spring has no lever arm
    "planar_robot": ({"f_ex": 4.905}, [[-np.arctan(1.15), -np.pi / 4, np.pi / 2]]),
    "centrifugal_governor": ({}, [[0.0, np.pi]]),  # and alpha = 0, where the azimuth means nothing
    "rope_hoist": ({"f": 900.0}, None),  # pulled up; at rest sgn(0) = 0 leaves no friction in f
    "hollow_cylinder_rod": ({}, [[0.0, 0.25 + 0.0981], [np.pi, 0.25 - 0.0981]]),
    "torsion_spring_body": ({"f": -9.81 / 8}, [[0.0]]),
    "elastic_boom": (
        {"f_e": 18.9 * 9.81 * 0.26 / 1.4},
        [[0.0 + 0.8 - (28.9 - 18.9 * 0.26 / 1.4) * 9.81 / 2000, 0.0]],
    ),
    "trebuchet": ({}, None),  # M is singular where it could rest: arm and ropes hang in one line
}


def test_rest_positions_of_the_lecture_are_found(system):
    u, expected = REST[system.id]
    model = system.numeric()
    found = [np.array(e) for e in model.equilibria(u)]
    if expected is None:
        assert not found, f"{system.id} rests nowhere, but {found} was found"
        return
    assert found, f"no rest position of {system.id} was found"
    for q in found:
        still = model.potential_forces(q, u) - model.generalized_forces(q, None, u)
        np.testing.assert_allclose(still, 0, atol=1e-7, err_msg=f"{system.id} does not rest at {q}")
    for q in expected:
        near = [e for e in found if np.allclose(np.cos(e - q), 1, atol=1e-9)]
        assert near, f"{system.id}: the rest position {q} is missing in {found}"


def test_symbolic_rest_positions_balance():
    system = systems.load("cart_pendulum")
    solutions = system.equilibria()
    s, phi = system.coordinates.symbols
    assert {sp.simplify(x[phi]) for x in solutions} == {0, sp.pi}
    p = system.parameters
    assert all(sp.simplify(x[s] - p.s_W0 - system.inputs.f_e / p.c_W) == 0 for x in solutions)


def test_a_simulation_with_feedback_gets_time_and_state():
    """A PD law on the cart with known closed loop: m s_dd = -k s - d s_d for a massless-like rod at rest."""
    system = systems.load("rotational_two_mass")
    model = undamped(system)
    seen = []

    def law(t: float, x: np.ndarray) -> float:
        seen.append(len(x))
        return 0.3 * x[1]

    run = model.simulate([0.5, 0.2], [0.0, 0.0], 20.0, u={"tau1": law})
    damped = system.numeric(d1=0.3, d12=0.0).simulate([0.5, 0.2], [0.0, 0.0], 20.0)
    assert set(seen) == {4}
    np.testing.assert_allclose(run.q, damped.q, atol=1e-5)
    np.testing.assert_allclose(run.u["tau1"], 0.3 * run["omega1"])


def test_times_of_a_simulation_and_values_between(system):
    model = undamped(system)
    end = 0.5 if system.id == "trebuchet" else 1.0  # before its ropes jerk
    fine = model.simulate(t=np.linspace(0, end, 1001), rtol=1e-10, atol=1e-10)
    coarse = model.simulate(t=np.linspace(0, end, 101), rtol=1e-10, atol=1e-10)
    q, q_d = coarse.model.split_state(coarse.at(fine.t))
    np.testing.assert_allclose(q, fine.q, atol=1e-5)
    np.testing.assert_allclose(q_d, fine.q_d, atol=1e-3)
    np.testing.assert_allclose(coarse.at(end / 2), coarse.x[50], atol=1e-12)


def test_events_are_found_where_the_expression_is_zero():
    system = systems.load("mathematical_pendulum")
    (phi,) = system.coordinates.symbols
    run = system.numeric(l=1.0).simulate(
        [0.01], [0.0], 5.0, events={"down": phi, "half": lambda t, x: t - 2.5}, rtol=1e-10, atol=1e-12
    )
    quarter = np.pi / 2 * np.sqrt(1 / 9.81)
    np.testing.assert_allclose(run.events["down"], quarter * np.arange(1, 2 * len(run.events["down"]), 2), rtol=1e-4)
    np.testing.assert_allclose(run.events["half"], [2.5])


def test_histories_by_name():
    system = systems.load("planar_manipulator")
    run = system.numeric().simulate(t=0.5, u={"tau1": lambda t, x: t})
    np.testing.assert_array_equal(run["phi2"], run.q[:, 1])
    np.testing.assert_array_equal(run("phi1_d"), run.q_d[:, 0])
    np.testing.assert_array_equal(run["tau1"], run.t)
    assert run["p_e"].shape == (len(run.t), 3)
    np.testing.assert_allclose(run.q_dd[3], run.model.accelerations(run.q[3], run.q_d[3], {"tau1": run.t[3]}))
