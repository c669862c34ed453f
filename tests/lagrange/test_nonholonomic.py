"""Skates, knife edges, discs and balls that roll, a bicycle: against closed forms, Kane's method, published numbers."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp
from scipy.linalg import eigvals
from scipy.optimize import brentq
from sympy import cos, sin
from sympy.physics.mechanics import KanesMethod, ReferenceFrame, RigidBody, dynamicsymbols, inertia
from sympy.physics.mechanics import Point as KanePoint

from mechanics.lagrange import Body, Damper, LagrangianSystem, distance
from mechanics.model import Coordinates, Inputs, ModelError, Parameters, t
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_x, rotation_y, rotation_z

from .bicycle import bicycle

P = Parameters(
    m=(1.4, "kg", "mass"), I=(0.3, "kg m^2", "inertia about the mass centre"), a=(0.25, "m", "blade to mass centre"),
    r=(0.2, "m", "radius"), slope=(0.3, "rad", "slope"), Omega=(1.7, "rad/s", "turntable"),
    g=(9.81, "m/s^2", "gravity"),
)  # fmt: skip
FINE = {"rtol": 1e-11, "atol": 1e-11}


# --- Chaplygin's sleigh ---------------------------------------------------------------------------------------------


def sleigh(**more) -> LagrangianSystem:
    """A plate on ice with a blade at (x, y) that does not slip sideways; the mass centre is a ahead of it."""
    q = Coordinates(x=("m", "blade"), y=("m", "blade"), phi=("rad", "heading"))
    plate = translation(q.x, q.y) @ rotation(rotation_z(q.phi))
    across = q.y.diff(t) * cos(q.phi) - q.x.diff(t) * sin(q.phi)
    parts = {
        "bodies": [Body(P.m, plate @ translation(P.a), P.I, "plate")],
        "nonholonomic": {"f_s": (across, "N", "force across the blade")},
    }
    return LagrangianSystem(coordinates=q, parameters=P, title="sleigh", **parts | more)


K = np.sqrt((0.3 + 1.4 * 0.25**2) / 1.4)  # radius of gyration about the blade


def test_chaplygins_sleigh_straightens_its_way_as_in_closed_form():
    """From v = 0: v = w tanh(s), ω = (w/k) sech(s), s = a w t/k², λ = m (v ω + a ω̇); Chaplygin 1911, Bloch 2003."""
    omega0, phi0 = 2.0, 0.4
    times = np.linspace(0, 8, 801)
    run = sleigh().numeric().simulate([1.0, -2.0, phi0], [0, 0, omega0], times, **FINE)
    w = K * omega0
    s = 0.25 * w * times / K**2
    v, omega = w * np.tanh(s), omega0 / np.cosh(s)
    np.testing.assert_allclose(run["phi_d"], omega, atol=1e-8, err_msg="turning must die out like sech")
    along = run["x_d"] * np.cos(run["phi"]) + run["y_d"] * np.sin(run["phi"])
    np.testing.assert_allclose(along, v, atol=1e-8, err_msg="forward speed must rise like tanh")
    heading = phi0 + omega0 / (0.25 * w / K**2) * 2 * np.arctan(np.tanh(s / 2))
    np.testing.assert_allclose(run["phi"], heading, atol=1e-8)
    rate = -0.25 / K**2 * v * omega
    np.testing.assert_allclose(run["f_s"], 1.4 * (v * omega + 0.25 * rate), atol=1e-7, err_msg="force of the blade")


def test_the_force_of_the_blade_does_no_work_and_stays_across():
    run = sleigh().numeric().simulate([0, 0, 0], [1.0, 0.0, -3.0], 20.0, **FINE)
    np.testing.assert_allclose(run.energy, run.energy[0], rtol=1e-8)
    slip = run["y_d"] * np.cos(run["phi"]) - run["x_d"] * np.sin(run["phi"])
    assert np.abs(slip).max() < 1e-7, "the blade slips sideways: the constraint drifts"


def test_a_sleigh_that_goes_backwards_turns_round():
    """Straight motion with the mass behind the blade is unstable: it ends with the mass ahead, at the same speed."""
    run = sleigh().numeric().simulate([0, 0, 0], [-1.0, 0.0, 1e-3], 60.0, **FINE)
    along = run["x_d"] * np.cos(run["phi"]) + run["y_d"] * np.sin(run["phi"])
    assert along[0] == pytest.approx(-1.0) and along[-1] == pytest.approx(1.0, rel=1e-4)
    assert abs(run["phi"][-1]) == pytest.approx(K / 0.25 * np.pi, rel=1e-2), "the total turn is π k/a"


def test_start_rates_are_brought_onto_the_blade():
    run = sleigh().numeric().simulate([0, 0, np.pi / 6], [1.0, 0.0, 0.5], 0.1)
    along = np.cos(np.pi / 6)
    np.testing.assert_allclose(run.q_d[0], [along * np.cos(np.pi / 6), along * np.sin(np.pi / 6), 0.5], atol=1e-12)


def test_a_slip_decays_in_a_twentieth_of_a_second():
    """Started with a slip on purpose, through the derivative: A q̇ decays like exp(−20 t)."""
    model = sleigh().numeric()
    run = solve_ivp(
        lambda t, x: model.state_derivative(t, x), (0, 0.2), [0, 0, 0, 1.0, 0.01, 0.0], rtol=1e-10, atol=1e-13
    )
    slip = run.y[4] * np.cos(run.y[2]) - run.y[3] * np.sin(run.y[2])
    np.testing.assert_allclose(slip, 0.01 * np.exp(-20 * run.t), rtol=1e-4)


def test_a_holonomic_constraint_may_be_given_by_its_rate():
    """x ẋ + y ẏ = 0 is a pendulum: the same accelerations as the loop, and the rope's force λ l."""
    q = Coordinates(x=("m", "x"), y=("m", "y"))
    common = {"coordinates": q, "parameters": P, "bodies": [Body(P.m, (q.x, q.y))], "gravity": (0, -P.g)}
    rolled = LagrangianSystem(
        **common, nonholonomic={"k": (q.x * q.x.diff(t) + q.y * q.y.diff(t), "N/m", "per length")}
    )
    looped = LagrangianSystem(**common, loops={"f_S": P.r - distance((0, 0), q.symbols)})
    for phi, rate in ((0.3, 0.0), (-1.2, 2.0), (2.5, -4.0)):
        state = [0.2 * np.sin(phi), -0.2 * np.cos(phi)], [0.2 * rate * np.cos(phi), 0.2 * rate * np.sin(phi)]
        one, other = rolled.numeric(), looped.numeric()
        np.testing.assert_allclose(one.accelerations(*state), other.accelerations(*state), rtol=1e-9)
        assert one.output("k", *state) * 0.2 == pytest.approx(-other.output("f_S", *state))


# --- knife edge on a slope ------------------------------------------------------------------------------------------


def test_a_knife_edge_on_a_slope_goes_along_a_cycloid_and_not_down():
    """x = g sin α/(2 ω²) sin² ω t, y = g sin α/(2 ω²) (ω t − sin 2 ω t/2) from rest; Neimark and Fufaev 1972."""
    q = Coordinates(x=("m", "down the slope"), y=("m", "across it"), phi=("rad", "heading"))
    edge = translation(q.x, q.y) @ rotation(rotation_z(q.phi))
    system = LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, edge, P.I)],
        gravity=(P.g * sin(P.slope), 0, -P.g * cos(P.slope)),
        nonholonomic={"f_s": q.x.diff(t) * sin(q.phi) - q.y.diff(t) * cos(q.phi)},
    )  # fmt: skip
    times, omega = np.linspace(0, 6, 601), 3.0
    run = system.numeric().simulate([0, 0, 0], [0, 0, omega], times, **FINE)
    size = 9.81 * np.sin(0.3) / (2 * omega**2)
    np.testing.assert_allclose(run["x"], size * np.sin(omega * times) ** 2, atol=1e-8)
    np.testing.assert_allclose(run["y"], size * (omega * times - np.sin(2 * omega * times) / 2), atol=1e-8)
    np.testing.assert_allclose(run["phi"], omega * times, atol=1e-9, err_msg="nothing turns the edge")


# --- a disc that rolls ----------------------------------------------------------------------------------------------


def disc() -> LagrangianSystem:
    """A thin coin on a plane: its centre over (x, y), yaw, lean and roll; the height is eliminated."""
    q = Coordinates(
        x=("m", "centre"), y=("m", "centre"), psi=("rad", "yaw"), theta=("rad", "lean to the right"),
        phi=("rad", "roll"),
    )  # fmt: skip
    upright = rotation(rotation_z(q.psi)) @ rotation(rotation_x(q.theta))
    centre = translation(q.x, q.y, P.r * cos(q.theta))
    flat = P.m * P.r**2 / 4
    e = sp.Matrix([cos(q.psi), sin(q.psi), 0])
    omega = sp.Matrix([0, 0, 1]) * q.psi.diff(t) + e * q.theta.diff(t) + upright.R[:, 1] * q.phi.diff(t)
    slip = centre.p.diff(t) + omega.cross(-P.r * upright.R[:, 2])
    return LagrangianSystem(
        coordinates=q, parameters=P, gravity=(0, 0, -P.g), title="disc",
        bodies=[Body(P.m, centre @ upright @ rotation(rotation_y(q.phi)), (flat, 2 * flat, flat))],
        nonholonomic={"f_x": (slip[0], "N", "road, x"), "f_y": (slip[1], "N", "road, y")},
    )  # fmt: skip


@pytest.mark.parametrize(("angle", "b"), [(1.2, 0.6), (0.5, 0.3), (0.9, 0.0)])
def test_a_coin_rolls_in_circles_as_fast_as_its_lean_asks(angle, b):
    """Ω² = 4 g/((6 b + r cos α) tan α), α between coin and road, the centre on a circle of radius b; McDonald 2001."""
    Omega = np.sqrt(4 * 9.81 / ((6 * b + 0.2 * np.cos(angle)) * np.tan(angle)))
    lean = angle - np.pi / 2
    roll = b * Omega / 0.2 - Omega * np.sin(lean)
    start = [0, -b, 0, lean, 0], [b * Omega, 0, Omega, 0, roll]
    model = disc().numeric()
    q, q_d = model.closed(*start)
    np.testing.assert_allclose(q_d, start[1], atol=1e-12, err_msg="the steady motion must meet the rolling conditions")
    run = model.simulate(*start, np.linspace(0, 3, 301), **FINE)
    np.testing.assert_allclose(run["theta"], lean, atol=1e-6, err_msg="the lean must stay")
    np.testing.assert_allclose(run["psi_d"], Omega, rtol=1e-6, err_msg="the coin must turn at a constant rate")
    np.testing.assert_allclose(run["x"], b * np.sin(Omega * run.t), atol=1e-5)


def test_a_wobbling_coin_keeps_its_energy_and_its_contact():
    run = disc().numeric().simulate([0, 0, 0, 0.5, 0], [0, 0, 1.0, 0.3, 12.0], np.linspace(0, 10, 1001), **FINE)
    np.testing.assert_allclose(run.energy, run.energy[0], rtol=1e-8)
    rows = run.model.evaluate(list(run.model.system.nonholonomic.values()), run.q, run.q_d)
    assert np.abs(rows).max() < 1e-9, "the contact slips"
    assert np.ptp(run["theta"]) > 0.1, "this coin must wobble for the test to mean something"


def test_an_upright_coin_is_stable_above_a_certain_rate():
    """Rolling straight is stable for φ̇² > g/(3 r), that is I_1 g m r/(I_3 (I_3 + m r²)); Neimark and Fufaev 1972."""
    limit = np.sqrt(9.81 / 3 / 0.2)
    sway = [
        np.ptp(disc().numeric().simulate([0, 0, 0, 1e-4, 0], [0, 0, 0, 0, rate], 6.0, **FINE)["theta"])
        for rate in (0.9 * limit, 1.1 * limit)
    ]
    assert sway[0] > 0.1, "below the limit the coin must fall"
    assert sway[1] < 2e-3, "above the limit the lean must stay as small as at the start"


def test_accelerations_of_the_coin_are_those_of_kanes_method(rng):
    """Independent speeds, no multipliers: sympy.physics.mechanics."""
    psi, theta, phi, u1, u2, u3 = dynamicsymbols("psi theta phi u1 u2 u3")
    m, r, g = sp.symbols("m r g")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [psi, N.z])
    L = Y.orientnew("L", "Axis", [theta, Y.x])
    w = u1 * L.x + u2 * L.y + u3 * L.z
    R = L.orientnew("R", "Axis", [phi, L.y])
    kinematic = [
        w.dot(v) - x
        for v, x in zip(L, (theta.diff(), phi.diff() + psi.diff() * sin(theta), psi.diff() * cos(theta)), strict=True)
    ]
    L.set_ang_vel(N, u1 * L.x + u3 * sin(theta) / cos(theta) * L.y + u3 * L.z)
    R.set_ang_vel(N, w)
    contact, centre = KanePoint("contact"), KanePoint("centre")
    contact.set_vel(N, 0)
    centre.set_pos(contact, r * L.z)
    centre.set_vel(N, w.cross(r * L.z))
    body = RigidBody("coin", centre, R, m, (inertia(L, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4), centre))
    kane = KanesMethod(N, q_ind=[psi, theta, phi], u_ind=[u1, u2, u3], kd_eqs=kinematic)
    kane.kanes_equations([body], [(centre, -m * g * N.z)])
    right = sp.lambdify([psi, theta, phi, u1, u2, u3, m, r, g], [kane.mass_matrix, kane.forcing])
    model = disc().numeric()
    for _ in range(5):
        angles, rates = rng.uniform(-1, 1, 3), rng.uniform(-4, 4, 3)
        q, q_d = model.closed([0, 0, *angles], [0, 0, *rates], keep=("psi", "theta", "phi"))
        c, s = np.cos(angles[1]), np.sin(angles[1])
        speeds = [rates[1], rates[2] + rates[0] * s, rates[0] * c]
        M, f = right(*angles, *speeds, 1.4, 0.2, 9.81)
        u_d = np.linalg.solve(np.array(M, float), np.array(f, float).ravel())
        psi_dd = (u_d[2] + rates[0] * rates[1] * s) / c
        expected = [psi_dd, u_d[0], u_d[1] - psi_dd * s - rates[0] * rates[1] * c]
        np.testing.assert_allclose(model.accelerations(q, q_d)[2:], expected, rtol=1e-9, atol=1e-9)


# --- conditions with a given part -----------------------------------------------------------------------------------


def ball(rate) -> LagrangianSystem:
    """A homogeneous ball on a turntable that turns at the rate given: A q̇ + b(q, t) = 0."""
    q = Coordinates(
        x=("m", "centre", 0.3), y=("m", "centre", 0.1), alpha=("rad", "angle 1"), beta=("rad", "angle 2"),
        gamma=("rad", "angle 3"),
    )  # fmt: skip
    turned = rotation(rotation_z(q.alpha))
    tilted = turned @ rotation(rotation_y(q.beta))
    omega = sp.Matrix([0, 0, q.alpha.diff(t)]) + turned.R[:, 1] * q.beta.diff(t) + tilted.R[:, 0] * q.gamma.diff(t)
    R = tilted @ rotation(rotation_x(q.gamma))
    inertia = sp.Rational(2, 5) * P.m * P.r**2
    return LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, translation(q.x, q.y, P.r) @ R, (inertia,) * 3)],
        nonholonomic={
            "f_x": (q.x.diff(t) - P.r * omega[1] + rate * q.y, "N", "table on the ball"),
            "f_y": (q.y.diff(t) + P.r * omega[0] - rate * q.x, "N", "table on the ball"),
        },
    )  # fmt: skip


def test_a_ball_on_a_turntable_goes_round_at_two_sevenths_of_its_rate():
    """v̇ = (2/7) Ω e_z × v, whatever the start: a circle; Earnshaw 1844."""
    run = ball(P.Omega).numeric().simulate(q_d0=[0.2, -0.1, 0, 0, 0.5], t=np.linspace(0, 4, 401), **FINE)
    v = run["x_d"] + 1j * run["y_d"]
    np.testing.assert_allclose(v, v[0] * np.exp(2j / 7 * 1.7 * run.t), atol=1e-8)


def test_a_turntable_that_speeds_up_drags_the_ball_along():
    """v − (2/7) Ω(t) e_z × r stays: the time derivative of b must be in the equations."""
    rate = P.Omega * (1 + sin(3 * t))
    run = ball(rate).numeric().simulate(q_d0=[0.2, -0.1, 0, 0, 0.5], t=np.linspace(0, 3, 301), **FINE)
    place, v = run["x"] + 1j * run["y"], run["x_d"] + 1j * run["y_d"]
    kept = v - 2j / 7 * 1.7 * (1 + np.sin(3 * run.t)) * place
    np.testing.assert_allclose(kept, kept[0], atol=1e-8)


def test_the_power_of_a_driven_condition_is_that_of_its_force():
    """d(T + V)/dt = −λᵀ b: force of the table times its velocity under the ball."""
    system = ball(P.Omega)
    model = system.numeric()
    run = model.simulate(q_d0=[0.2, -0.1, 0, 0, 0.5], t=np.linspace(0, 3, 301), **FINE)
    power = model.evaluate([system.power], run.q, run.q_d, t=run.t)[:, 0]
    np.testing.assert_allclose(power, 1.7 * (run["f_y"] * run["x"] - run["f_x"] * run["y"]), atol=1e-9)
    slope = np.gradient(run.energy, run.t, edge_order=2)
    np.testing.assert_allclose(power, slope, atol=1e-3 * np.abs(power).max())


# --- the bicycle ----------------------------------------------------------------------------------------------------

M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
C1 = np.array([[0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])


@pytest.fixture(scope="module")
def rider():
    return bicycle().numeric()


def steady(speed: float) -> np.ndarray:
    """Rates of straight riding."""
    return np.array([speed, 0, 0, 0, 0, 0, -speed / 0.3, -speed / 0.35])


def slopes(model, speed: float) -> np.ndarray:
    """Derivatives of the accelerations of lean and steer by lean, steer and their rates, shape (2, 4)."""

    def accelerations(lean, steer, lean_d, steer_d):
        q, q_d = np.zeros(8), steady(speed)
        q[[3, 5]], q_d[[3, 5]] = (lean, steer), (lean_d, steer_d)
        q, q_d = model.closed(q, q_d, keep=("phi", "delta", "theta_R"))
        return model.accelerations(q, q_d)[[3, 5]]

    h = 1e-4
    return np.array([(accelerations(*(h * e)) - accelerations(*(-h * e))) / (2 * h) for e in np.eye(4)]).T


def test_the_bicycle_has_the_matrices_of_the_benchmark(rider):
    """q̈ = −M⁻¹ (v C₁ q̇ + (g K₀ + v² K₂) q), entry by entry; Meijaard, Papadopoulos, Ruina, Schwab 2007."""
    for speed in (0.0, 2.0, 5.0, 9.0):
        expected = -np.linalg.solve(M, np.hstack([9.81 * K0 + speed**2 * K2, speed * C1]))
        np.testing.assert_allclose(slopes(rider, speed), expected, atol=5e-6, err_msg=f"at {speed} m/s")


def test_the_bicycle_is_stable_between_weave_and_capsize(rider):
    """4.292382536341 and 6.024262015388 m/s, where eigenvalues cross the imaginary axis; the same, section 4."""

    def growth(speed: float, oscillating: bool) -> float:
        A = np.block([[np.zeros((2, 2)), np.eye(2)], [slopes(rider, speed)]])
        found = eigvals(A)
        return max(x.real for x in found if (abs(x.imag) > 1e-6) == oscillating)

    assert brentq(lambda v: growth(v, True), 4.0, 4.6, xtol=1e-9) == pytest.approx(4.292382536341, abs=1e-5)
    assert brentq(lambda v: growth(v, False), 5.5, 6.5, xtol=1e-9) == pytest.approx(6.024262015388, abs=1e-5)


def test_a_push_dies_out_on_a_bicycle_that_rides_by_itself(rider):
    """At 4.6 m/s a lean rate of 0.5 rad/s dies out and the energy of the push becomes speed; figure 4 of the same."""
    q_d = steady(4.6)
    q_d[3] = 0.5
    run = rider.simulate(np.zeros(8), q_d, np.linspace(0, 5, 501), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(run.energy, run.energy[0], rtol=1e-7, err_msg="rolling does no work")
    late = run.t > 4
    assert np.abs(run["phi"]).max() > 0.05 and np.abs(run["phi"][late]).max() < 0.02, "the lean must die out"
    assert -0.3 * run["theta_R_d"][-1] > 4.6, "the bicycle ends faster than it was"
    rows = rider.evaluate([*rider.system.nonholonomic.values(), *rider.system.loops.values()], run.q, run.q_d)
    assert np.abs(rows).max() < 1e-7, "a wheel slips or leaves the road"


# --- messages -------------------------------------------------------------------------------------------------------

Q = sleigh().coordinates
X_D, Y_D, PHI_D = (x.diff(t) for x in Q.symbols)
U = Inputs(delta=("rad", "steer"), f=("N", "force"))


def steered(**more) -> LagrangianSystem:
    """The blade is turned against the plate by an input."""
    across = Y_D * cos(Q.phi + U.delta) - X_D * sin(Q.phi + U.delta)
    return sleigh(inputs=U, nonholonomic={"f_s": across}, **more)


MISTAKES = {
    "squares of rates": (lambda: sleigh(nonholonomic={"f": X_D**2 - Y_D * PHI_D}), "must be linear in the rates"),
    "no rates": (lambda: sleigh(nonholonomic={"f": Q.x - P.a}), "must contain a rate.*belongs to `loops`"),
    "rates in a loop": (lambda: sleigh(loops={"f": X_D * P.a}), "may not contain rates.*`nonholonomic`"),
    "accelerations": (lambda: sleigh(nonholonomic={"f": X_D + P.a * Q.x.diff(t, 2)}), "x_dd"),
    "an unknown symbol": (lambda: sleigh(nonholonomic={"f": X_D + sp.Symbol("v")}), "uses v"),
    "units that do not add up": (lambda: sleigh(nonholonomic={"f": X_D + Y_D * P.a}), "does not fit together"),
    "the unit of the force": (
        lambda: sleigh(nonholonomic={"f": (X_D + P.a * PHI_D, "N m", "moment")}),
        "nonholonomic constraint f, whose force is in N m, must have the unit 1/s; got .* unit m/s",
    ),
    "a list": (lambda: sleigh(nonholonomic=[X_D]), "mapping"),
    "the same name twice": (
        lambda: sleigh(loops={"f": Q.x}, nonholonomic={"f": Y_D}),
        "name f is used twice",
    ),
    "a parameter's name": (lambda: sleigh(nonholonomic={"m": X_D}), "name m is used twice"),
    "the same condition twice": (
        lambda: sleigh(nonholonomic={"f": X_D, "h": 2 * X_D}).numeric().output("f", [0, 0, 0]),
        "depend on each other",
    ),
    "conditions that contradict each other": (
        lambda: sleigh(nonholonomic={"f": X_D, "h": X_D - P.a * P.Omega}).numeric().simulate(t=1.0),
        "cannot be met.*contradicts",
    ),
    "rates that may not change": (
        lambda: sleigh().numeric().closed([0, 0, 1.0], [1.0, 0, 0], keep=("x", "y")),
        "cannot be met",
    ),
    "an input that steers": (
        lambda: steered().numeric().simulate(t=1.0, u={"delta": lambda t: 0.1 * t}),
        "input delta is in.*a constraint.*expression of the time t",
    ),
    "equilibria": (lambda: sleigh().numeric().equilibria(), "nonholonomic constraints is not searched"),
    "closed form": (lambda: sleigh().accelerations, "has no accelerations in symbols"),
    "equilibria in closed form": (lambda: sleigh().equilibria(), "constraints that are kept"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_one_clear_error(name):
    call, message = MISTAKES[name]
    with pytest.raises(ModelError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_constant_steer_angle_is_an_input_like_others():
    """A blade at the angle δ: after a long time the mass centre goes straight ahead of the blade's line."""
    run = steered(dampers=[Damper(Q.phi, 0.5)]).numeric().simulate(q_d0=[0.5, 0, 1.0], t=2.0, u={"delta": 0.3})
    rows = run["y_d"] * np.cos(run["phi"] + 0.3) - run["x_d"] * np.sin(run["phi"] + 0.3)
    assert np.abs(rows).max() < 1e-7


def test_equations_show_the_force_of_the_blade():
    system = sleigh()
    f_s, phi = system.symbols["f_s"], system.coordinates.phi
    right = [e.rhs for e in system.equations_of_motion]
    assert right == [-f_s * sin(phi), f_s * cos(phi), 0]
    assert "f_{s}" in system.latex and "f_s" in system.described


def test_machine_code_runs_the_same_motion():
    pytest.importorskip("numba")
    start = [0, 0, 0], [1.0, 0.0, -3.0], np.linspace(0, 2, 101)
    plain, fast = (sleigh().numeric().simulate(*start, method=method, **FINE) for method in ("auto", "compiled"))
    np.testing.assert_allclose(fast.q, plain.q, atol=1e-8)
