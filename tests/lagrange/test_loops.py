"""Closed loops with multipliers against the same machines in independent coordinates."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import cumulative_simpson, solve_ivp

from mechanics import systems
from mechanics.demonstrations.four_bar import four_bar
from mechanics.lagrange import Body, Force, LagrangianSystem, Spring, distance
from mechanics.model import Coordinates, Inputs, ModelError, Parameters
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_z

P = Parameters(
    m=(1.3, "kg", "mass"), l=(0.8, "m", "length"), r=(0.3, "m", "crank"), I=(0.05, "kg m^2", "crank"),
    g=(9.81, "m/s^2", "gravity"),
)  # fmt: skip


def pendulum(**more) -> LagrangianSystem:
    """A point mass with x and y, held at the distance l from the origin by the force of a rope."""
    q = Coordinates(x=("m", "to the right", 0.5), y=("m", "upwards", -0.6))
    rope = {"f_S": (P.l - distance((0, 0), (q.x, q.y)), "N", "force of the rope")}
    return LagrangianSystem(
        coordinates=q,
        parameters=P,
        bodies=[Body(P.m, (q.x, q.y))],
        gravity=(0, -P.g),
        title="rope",
        **{"loops": rope} | more,
    )


def swinging() -> LagrangianSystem:
    """The same with the angle from hanging."""
    q = Coordinates(phi=("rad", "angle from hanging", 1.0))
    position = (P.l * sp.sin(q.phi), -P.l * sp.cos(q.phi))
    return LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, position)], gravity=(0, -P.g), title="pendulum"
    )


def slider_crank(loops: bool) -> LagrangianSystem:
    """Crank, rod with its mass in the middle, slider on the x axis; the rod's angle beta stays or is eliminated."""
    q = Coordinates(alpha=("rad", "crank", 0.5), **({"beta": ("rad", "rod", 0.2)} if loops else {}))
    u = Inputs(tau=("N m", "torque on the crank"))
    beta = q.symbols[1] if loops else sp.asin(P.r * sp.sin(q.alpha) / P.l)
    pin = sp.Matrix([P.r * sp.cos(q.alpha), P.r * sp.sin(q.alpha)])
    rod = pin + P.l / 2 * sp.Matrix([sp.cos(beta), -sp.sin(beta)])
    x = P.r * sp.cos(q.alpha) + P.l * sp.cos(beta)
    crank = Body(0, _turned(q.alpha), P.I)
    height = P.r * sp.sin(q.alpha) - P.l * sp.sin(beta)
    return LagrangianSystem(
        coordinates=q,
        parameters=P,
        inputs=u,
        bodies=[crank, Body(P.m, rod), Body(2 * P.m, (x, 0))],
        gravity=(0, -P.g),
        generalized_forces={"alpha": u.tau},
        outputs={"x": x},
        title="slider crank",
        **({"loops": {"f_y": height}} if loops else {}),
    )


def _turned(angle):
    return rotation(rotation_z(angle))


def test_the_rope_of_a_pendulum_pulls_as_hard_as_the_lecture_says():
    """m g cos(phi) + m l phi_d²: the multiplier is the force of the rope, because the loop is a length."""
    model = pendulum().numeric()
    for phi, rate in ((0.3, 0.0), (-1.2, 2.0), (2.5, -4.0)):
        q = [0.8 * np.sin(phi), -0.8 * np.cos(phi)]
        q_d = [0.8 * rate * np.cos(phi), 0.8 * rate * np.sin(phi)]
        expected = 1.3 * 9.81 * np.cos(phi) + 1.3 * 0.8 * rate**2
        assert model.output("f_S", q, q_d) == pytest.approx(expected), f"rope at {phi} rad"
        angular = swinging().numeric().accelerations([phi], [rate])[0]
        along, across = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
        np.testing.assert_allclose(model.accelerations(q, q_d), 0.8 * (angular * along + rate**2 * across), rtol=1e-10)


def test_a_pendulum_in_x_and_y_swings_like_one_in_phi():
    times = np.linspace(0, 20, 401)
    angle = swinging().numeric().simulate([1.0], [0.5], times, rtol=1e-10, atol=1e-10)
    start = [0.8 * np.sin(1.0), -0.8 * np.cos(1.0)], [0.4 * np.cos(1.0), 0.4 * np.sin(1.0)]
    run = pendulum().numeric().simulate(*start, times, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(run["x"], 0.8 * np.sin(angle["phi"]), atol=1e-6)
    np.testing.assert_allclose(run.energy, run.energy[0], atol=1e-6)
    length = np.hypot(run["x"], run["y"])
    assert np.abs(length - 0.8).max() < 1e-9, "the rope changes its length: stabilization is missing"


def test_a_slider_crank_moves_the_same_in_one_and_in_two_coordinates():
    closed, open_ = slider_crank(loops=True).numeric(), slider_crank(loops=False).numeric()
    q, q_d = closed.closed([0.7, 0.0], [2.0, 0.0], keep=("alpha",))
    assert q[0] == 0.7 and q_d[0] == 2.0, "the coordinates that are kept must not move"
    assert q[1] == pytest.approx(np.arcsin(0.3 * np.sin(0.7) / 0.8))
    u = {"tau": 1.7}
    assert closed.accelerations(q, q_d, u)[0] == pytest.approx(open_.accelerations([0.7], [2.0], u)[0], rel=1e-9)
    assert closed.output("x", q) == pytest.approx(open_.output("x", [0.7]))
    run = closed.simulate(q, q_d, np.linspace(0, 5, 101), u, rtol=1e-11, atol=1e-11)
    other = open_.simulate([0.7], [2.0], run.t, u, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(run["alpha"], other["alpha"], rtol=1e-6)
    np.testing.assert_allclose(run["x"], other["x"], atol=1e-6)


def test_the_power_of_the_reaction_is_zero():
    """d(T + V)/dt = 0 although the rope pulls: its force stands on every motion that it allows."""
    system = pendulum()
    J = system.constraint_jacobian
    model = system.numeric()
    run = model.simulate([0.8, 0.0], [0.0, -1.0], 3.0, rtol=1e-11, atol=1e-11)
    rows = model.evaluate(list(J), run.q)
    np.testing.assert_allclose((rows * run.q_d).sum(axis=1), 0, atol=1e-8)


def test_a_start_that_does_not_close_is_corrected_for_the_simulation():
    run = pendulum().numeric(l=0.5).simulate([0.5, -0.6], t=0.1)
    assert np.hypot(*run.q[0]) == pytest.approx(0.5), "the nearest point of the circle"
    assert run.q[0, 0] / run.q[0, 1] == pytest.approx(-0.5 / 0.6), "the correction moves along the rope"


def test_an_error_of_the_loop_decays():
    """Started off the circle on purpose, through the derivative: Baumgarte pulls it back, (1 + α t) exp(−α t)."""
    model = pendulum().numeric()
    x0 = [0.81 * np.sin(1.0), -0.81 * np.cos(1.0), 0.0, 0.0]
    run = solve_ivp(lambda t, x: model.state_derivative(t, x), (0, 0.5), x0, rtol=1e-10, atol=1e-12, t_eval=[0.1, 0.5])
    error = np.hypot(*run.y[:2]) - 0.8
    np.testing.assert_allclose(error, 0.01 * (1 + 20 * run.t) * np.exp(-20 * run.t), rtol=0.05)


def test_equations_show_the_multipliers():
    system = pendulum()
    f_S = system.symbols["f_S"]
    x = system.coordinates.x
    right = [e.rhs for e in system.equations_of_motion]
    assert sp.simplify(right[0] + f_S * x / distance((0, 0), system.coordinates.symbols)) == 0
    assert "f_{S}" in system.latex and "f_S" in system.described


MISTAKES = {
    "a loop that cannot close": (
        lambda: slider_crank(True).numeric(r=2.0).closed([1.5, 0.0], keep=("alpha",)),
        "do not close",
    ),
    "a loop without coordinates": (lambda: pendulum(loops={"f": P.l}).mass_matrix, "contains none of them"),
    "a loop with an unknown symbol": (
        lambda: pendulum(loops={"f": sp.Symbol("h") - P.l}).mass_matrix,
        "uses h",
    ),
    "an unknown coordinate that stays": (
        lambda: pendulum().numeric().closed([0.5, 0.5], keep=("z",)),
        "Unknown coordinate 'z'",
    ),
    "a linearization where the loops do not close": (
        lambda: pendulum().numeric().linearize([0.0, -0.9]),
        "do not close at q",
    ),
    "independent coordinates that do not determine the others": (
        lambda: pendulum().numeric().linearize([0.0, -0.8], independent=["y"]),
        "1 independent coordinates that determine",
    ),
    "accelerations that a loop does not allow": (
        lambda: pendulum().numeric().inverse_dynamics([0.0, -0.8], [1.0, 0.0], [0.0, 0.0]),
        "does not allow these accelerations",
    ),
    "the state form": (lambda: pendulum().state_space(), "states are not independent"),
    "the same loop twice": (
        lambda: pendulum(loops={k: P.l - distance((0, 0), Q) for k in ("a", "b")}).numeric().output("a", [0.8, 0.0]),
        "depend on each other",
    ),
    "loops as a list": (lambda: pendulum(loops=[P.l]), "mapping"),
}
Q = pendulum().coordinates.symbols


@pytest.mark.parametrize("name", MISTAKES)
def test_one_clear_error(name):
    call, message = MISTAKES[name]
    with pytest.raises(ModelError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_the_linkage_of_the_chapter_stays_closed_and_balances_its_power():
    """Torque and friction give exactly the energy that crank, coupler and rocker gain; the joint's force gives none."""
    system = four_bar()
    model = system.numeric()
    run = model.simulate(t=np.linspace(0, 4, 4001), rtol=1e-10, atol=1e-10)
    x = 0.2 * np.cos(run["phi1"]) + 0.55 * np.cos(run["phi2"]) - 0.6 - 0.45 * np.cos(run["phi3"])
    y = 0.2 * np.sin(run["phi1"]) + 0.55 * np.sin(run["phi2"]) - 0.45 * np.sin(run["phi3"])
    assert np.abs([x, y]).max() < 1e-8
    assert np.ptp(run["phi1"]) > 2 * np.pi > np.ptp(run["phi3"]), "the crank turns, the rocker swings"
    power = (2.0 - 0.3 * run["phi1_d"]) * run["phi1_d"]
    work = cumulative_simpson(power, x=run.t, initial=0.0)
    np.testing.assert_allclose(run.energy - run.energy[0], work, atol=1e-6)


def test_the_joint_force_of_the_linkage_moves_the_rocker():
    """I_D phi3_dd = moment of the joint's force and of the weight about D (3.119), taken for the rocker alone."""
    model = four_bar().numeric()
    q, q_d = model.closed([2.2, 0.8, 2.0], [3.0, 0.0, 0.0], keep=("phi1",))
    c, s = np.cos(q[2]), np.sin(q[2])
    f_x, f_y = (model.output(name, q, q_d) for name in ("f_x", "f_y"))
    moment = 0.45 * (c * f_y - s * f_x) - 0.45 * 9.81 * 0.225 * c
    assert 0.45 * 0.45**2 / 3 * model.accelerations(q, q_d)[2] == pytest.approx(moment, rel=1e-9)


def test_the_toggle_press_with_its_loop_left_in_the_equations(rng):
    """The lecture eliminates phi2 by (A.100); with both angles and the guide's force it moves the same."""
    press = systems.load("toggle_press")
    p, u = press.parameters, press.inputs
    q = Coordinates(phi1=("rad", "lever 1"), phi2=("rad", "lever 2, below the x axis"))
    knee = p.L1 * sp.Matrix([sp.cos(q.phi1), sp.sin(q.phi1)])
    along2 = sp.Matrix([sp.cos(q.phi2), -sp.sin(q.phi2)])
    slider = knee + p.L2 * along2
    lever1 = Body(p.m1, _at(knee / 2, q.phi1), p.I1)
    lever2 = Body(p.m2, _at(knee + p.L2 / 2 * along2, -q.phi2), p.I2)
    both = LagrangianSystem(
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[lever1, lever2],
        gravity=(0, -p.g),
        springs=[Spring(slider[0] - p.s_F0, p.c_F)],
        forces=[Force((0, -u.f), knee), Force((-u.f_L, 0), slider)],
        loops={"f_N": (slider[1], "N", "force of the guide on the slider, upwards")},
        title="press",
    ).numeric()
    for _ in range(5):
        phi1, rate, given = (
            rng.uniform(0.3, 1.3),
            rng.uniform(-4, 4),
            {"f": rng.uniform(0, 50), "f_L": rng.uniform(0, 50)},
        )
        state = both.closed([phi1, 0.5], [rate, 0.0], keep=("phi1",))
        expected = press.numeric().accelerations([phi1], [rate], given)[0]
        assert both.accelerations(*state, given)[0] == pytest.approx(expected, rel=1e-9), f"at phi1 = {phi1}"


def _at(point, angle):
    return translation(*point) @ _turned(angle)
