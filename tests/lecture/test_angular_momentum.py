"""Angular momentum, central motion, pendulum, drive train: (3.102)-(3.115), (3.136)-(3.142)."""

import numpy as np
import pytest
import sympy as sp
from sympy import Matrix, Rational, cos, diag, sin

from mechanics import systems
from mechanics.angular_momentum import (
    Gear,
    Rotor,
    angular_momentum,
    areal_velocity,
    moment_balance,
    moment_of,
    solve_balances,
)
from mechanics.rotations import rotation_x
from mechanics.symbols import coordinate_symbol, t

from .compare import assert_close, assert_same, slope

RNG = np.random.default_rng(102)
COMET = systems.load("kepler_area_law")
PENDULUM = systems.load("mathematical_pendulum")
TRAIN = systems.load("drivetrain")

R = Matrix([coordinate_symbol(name) for name in "xyz"])
M = sp.Symbol("m", positive=True)
F = Matrix([sp.Function(name)(t) for name in ("f_x", "f_y", "f_z")])  # any force
POINTS = [(RNG.uniform(-2, 2, 3), RNG.uniform(0.5, 3), RNG.uniform(-2, 2, 3)) for _ in range(5)]


def numbers(column: Matrix) -> np.ndarray:
    return np.array(list(column), dtype=float)


# --- (3.102)-(3.107) ----------------------------------------------------------------------------------------


@pytest.mark.equation("3.102", "3.106", "3.107")
@pytest.mark.parametrize("r, m, v", POINTS)
def test_angular_momentum_and_areal_velocity(r, m, v):
    l, swept = numbers(angular_momentum(r, m, v)), numbers(areal_velocity(r, v))
    assert_close(l, m * np.cross(r, v), "(3.102): l = r x m v")
    h = 1e-6  # the triangle between r and r + v h, by Heron's formula
    a, b, c = (np.linalg.norm(x) for x in (r, r + v * h, v * h))
    s = (a + b + c) / 2
    area = np.sqrt(max(s * (s - a) * (s - b) * (s - c), 0))
    assert_close(np.linalg.norm(swept), area / h, "(3.106): area swept in a second", 1e-3)
    assert_close(l, 2 * m * swept, "(3.107): l = 2 m dA/dt")


@pytest.mark.equation("3.103")
def test_newtons_law_crossed_with_the_position():
    newton = sp.Eq((M * R.diff(t)).diff(t), F, evaluate=False)  # (3.33)
    left, right = R.cross(newton.lhs), R.cross(newton.rhs)
    balance = moment_balance(R, M, F)
    assert_same(balance.rhs, right, "(3.103): r x f = tau")
    assert_same(balance.lhs, left, "(3.103): r x d(m v)/dt")


@pytest.mark.equation("3.104")
def test_the_derivative_of_the_angular_momentum_needs_no_derivative_of_the_position():
    p = M * R.diff(t)
    assert_same(R.diff(t).cross(p), Matrix([0, 0, 0]), "(3.104): v x p = 0")
    assert_same(angular_momentum(R, M).diff(t), R.cross(p.diff(t)), "(3.104): d(r x p)/dt = r x dp/dt")


@pytest.mark.equation("3.105")
@pytest.mark.parametrize("about", [(0, 0, 0), (0.4, -0.3, 1.1)])
def test_angular_momentum_changes_by_the_moment_about_any_point_at_rest(about):
    """Along a motion under a force that is not central, simulated with the spherical pendulum's rod and wind."""
    model = systems.load("spherical_pendulum").numeric(m=1.3)
    u = {"f_ex": 2.0}
    run = model.simulate([0.7, 0.4], [0.5, 2.0], np.linspace(0, 1, 2001), u, rtol=1e-11, atol=1e-11)
    position = model.system.bodies[0].pose.p
    l = model.evaluate(list(angular_momentum(position, 1.3, about=about)), run.q, run.q_d)
    force = model.output("f_z", run.q, run.q_d, run.u) + [-2.0, -1.3 * 9.81, 0]
    arm = model.evaluate(list(position), run.q) - about
    h = run.t[1]
    rate = (l[:-4] - 8 * l[1:-3] + 8 * l[3:-1] - l[4:]) / (12 * h)
    assert_close(rate, np.cross(arm, force)[2:-2], "(3.105): d l/dt = tau", 1e-7)


def test_a_central_force_keeps_both():
    """The statement of Beispiel 3.11: the moment vanishes, so l and the areal velocity are constant."""
    r = Matrix(COMET.states.symbols[:3])
    assert_same(moment_of(COMET.outputs["f"], r), Matrix([0, 0, 0]), "r x f of a central force")
    run = COMET.numeric().simulate([1, 0.1, 0.3, 0.2, 0.6, -0.3], t=20.0)
    assert np.ptp(run["areal_velocity"], axis=0).max() < 1e-10, "the areal velocity changes along the orbit"


# --- (3.108)-(3.115) ----------------------------------------------------------------------------------------

PHI = PENDULUM.coordinates.phi
m, l, g = PENDULUM.parameters.symbols
PHI_D, PHI_DD = PHI.diff(t), PHI.diff(t, 2)
Y, Z = l * sin(PHI), -l * cos(PHI)
F_S = sp.Symbol("f_S")
Y_DD, Z_DD = sp.symbols("y_dd z_dd")
CUT = [sp.Eq(m * Y_DD, -F_S * sin(PHI)), sp.Eq(m * Z_DD, -m * g + F_S * cos(PHI))]  # (3.108)
STATES = [(RNG.uniform(-3, 3, 1), RNG.uniform(-4, 4, 1)) for _ in range(5)]


@pytest.mark.equation("3.108a", "3.108b")
@pytest.mark.parametrize("q, q_d", STATES)
def test_balance_of_forces_of_the_pendulum_cut_free(q, q_d):
    """Weight and rod force along the rod: their sum is mass times acceleration, as a simulation has it."""
    model = PENDULUM.numeric(m=1.4, l=0.7)
    p_dd = model.evaluate([Y.diff(t, 2), Z.diff(t, 2)], q, q_d)
    f_S = model.output("f_S", q, q_d)
    to_hinge = np.array([-np.sin(q[0]), np.cos(q[0])])
    assert_close(1.4 * p_dd, f_S * to_hinge + [0, -1.4 * 9.81], "(3.108): m p_dd")
    solved = sp.solve([e.subs({m: 1.4, g: 9.81, PHI: q[0], F_S: f_S}) for e in CUT], [Y_DD, Z_DD])
    assert_close([solved[Y_DD], solved[Z_DD]], p_dd, "(3.108) solved for the accelerations")


@pytest.mark.equation("3.109a", "3.109b")
def test_position_of_the_pendulum_and_its_derivatives():
    _, y, z = PENDULUM.bodies[0].pose.p
    assert_same([y, z], [Y, Z], "(3.109): position of mathematical_pendulum")
    assert_same([y.diff(t), z.diff(t)], [l * cos(PHI) * PHI_D, l * sin(PHI) * PHI_D], "(3.109): velocity")
    assert_same(y.diff(t, 2), -l * sin(PHI) * PHI_D**2 + l * cos(PHI) * PHI_DD, "(3.109a): acceleration")
    assert_same(z.diff(t, 2), l * cos(PHI) * PHI_D**2 + l * sin(PHI) * PHI_DD, "(3.109b): acceleration")


@pytest.mark.equation("3.110a", "3.110b")
def test_balances_of_forces_with_the_angle():
    ours = [e.subs({Y_DD: Y.diff(t, 2), Z_DD: Z.diff(t, 2)}) for e in CUT]
    printed = [
        m * (-l * sin(PHI) * PHI_D**2 + l * cos(PHI) * PHI_DD) + F_S * sin(PHI),
        m * (l * cos(PHI) * PHI_D**2 + l * sin(PHI) * PHI_DD) + m * g - F_S * cos(PHI),
    ]
    assert_same([e.lhs - e.rhs for e in ours], printed, "(3.110)")


@pytest.mark.equation("3.111", "3.112")
def test_both_balances_give_motion_and_rod_force():
    balances = [e.subs({Y_DD: Y.diff(t, 2), Z_DD: Z.diff(t, 2)}) for e in CUT]
    found = solve_balances(balances, [PHI_DD, F_S])
    assert_same(m * l**2 * found[PHI_DD], -m * g * l * sin(PHI), "(3.111): equation of motion")
    assert_same(found[F_S], m * g * cos(PHI) + m * l * PHI_D**2, "(3.112): rod force")
    assert_same(PENDULUM.accelerations[0], found[PHI_DD], "(3.111): acceleration of mathematical_pendulum")
    assert_same(PENDULUM.outputs["f_S"], found[F_S], "(3.112): output f_S of mathematical_pendulum")


@pytest.mark.equation("3.113", "3.114")
def test_the_balance_of_angular_momentum_does_it_without_the_rod():
    r = Matrix([0, Y, Z])
    printed = Matrix([m * l**2 * PHI_D, 0, 0])
    assert_same(angular_momentum(r, m), printed, "(3.113): angular momentum about the hinge")
    rod = -F_S * r / l
    balance = moment_balance(r, m, (0, 0, -m * g), rod)
    assert_same(balance.lhs[0], m * l**2 * PHI_DD, "(3.114): rate of the angular momentum")
    assert_same(balance.rhs[0], -m * g * l * sin(PHI), "(3.114): moment of weight and rod force")


@pytest.mark.equation("3.115", exercised=True)
def test_moment_of_inertia_of_the_pendulum():
    """The factor of the angular velocity in (3.113), and the mass of the equation of motion."""
    inertia = angular_momentum(Matrix([0, Y, Z]), m)[0].subs(PHI_D, 1)
    assert_same(inertia, m * l**2, "(3.115)")
    assert_same(PENDULUM.mass_matrix, [inertia], "(3.115): M of mathematical_pendulum")


# --- (3.136)-(3.142) ----------------------------------------------------------------------------------------

I_M, I_1, I_2, I_G, C, D = TRAIN.parameters.symbols
PHI1, PHI2 = TRAIN.coordinates.symbols
TAU_M, TAU_L = TRAIN.inputs.symbols
A1, A2 = PHI1.diff(t, 2), PHI2.diff(t, 2)
TAU1, TAU1_M = sp.symbols("tau1 tau1_m")
SHAFT = C * (PHI1 - PHI2) + D * (PHI1.diff(t) - PHI2.diff(t))
CUT_TRAIN = [  # (3.138) with (3.136)
    sp.Eq(I_M * I_G * A1, TAU_M - TAU1_M),
    sp.Eq(I_1 * A1, TAU1 - SHAFT),
    sp.Eq(I_2 * A2, SHAFT - TAU_L),
]
RUNS = [(RNG.uniform(-2, 2, 2), RNG.uniform(-5, 5, 2), RNG.uniform(-1, 1, 2)) for _ in range(4)]
runs = pytest.mark.parametrize("q, q_d, tau", RUNS)


def inputs(tau: np.ndarray) -> dict[str, float]:
    return {"tau_m": tau[0], "tau_l": tau[1]}


@pytest.mark.equation("3.136", exercised=True)
def test_gear_ratio():
    gear = Gear(I_G)
    assert_same(gear.input_angle(PHI1) / PHI1, I_G, "(3.136): speed of the motor over speed behind the gear")
    turned = TRAIN.bodies[0].pose.R.subs(PHI1, 1 / I_G)
    assert_same(list(turned), list(rotation_x(1)), "(3.136): the motor of drivetrain turns by 1 rad")


@pytest.mark.equation("3.137")
def test_a_gear_without_losses_multiplies_the_torque():
    """The power balance tau1 phi1_d = tau1_m phi_m_d, solved for tau1."""
    power = sp.Eq(TAU1 * PHI1.diff(t), TAU1_M * Gear(I_G).input_angle(PHI1).diff(t))
    (tau1,) = sp.solve(power, TAU1)
    assert_same(tau1, TAU1_M * I_G, "(3.137)")
    assert_same(Gear(I_G).output_torque(TAU1_M), tau1, "(3.137): Gear.output_torque")
    assert_same(TRAIN.outputs["tau1"], I_G * TRAIN.outputs["tau1_m"], "(3.137): outputs of drivetrain")


@runs
@pytest.mark.equation("3.138a", "3.138b", "3.138c")
def test_angular_momentum_of_each_inertia_cut_free(q, q_d, tau):
    """Each inertia alone, with the accelerations and gear torques that the whole system gives."""
    model = TRAIN.numeric()
    p = model.parameters
    a = model.accelerations(q, q_d, inputs(tau))
    phim_dd, tau1, tau1_m = (model.output(n, q, q_d, inputs(tau)) for n in ("phim_dd", "tau1", "tau1_m"))
    shaft = p["c"] * (q[0] - q[1]) + p["d"] * (q_d[0] - q_d[1])
    assert_close(p["I_m"] * phim_dd, tau[0] - tau1_m, "(3.138a): motor")
    assert_close(p["I1"] * a[0], tau1 - shaft, "(3.138b): inertia 1")
    assert_close(p["I2"] * a[1], shaft - tau[1], "(3.138c): load")


@pytest.mark.equation("3.139")
def test_torque_behind_the_gear():
    found = solve_balances([CUT_TRAIN[0], sp.Eq(TAU1, I_G * TAU1_M)], [TAU1, TAU1_M])
    assert_same(found[TAU1], I_G * TAU_M - I_M * I_G**2 * A1, "(3.139)")
    assert_same(TRAIN.outputs["tau1"], found[TAU1], "(3.139): output tau1 of drivetrain")


@pytest.mark.equation("3.140a", "3.140b")
def test_coupled_equations_of_the_drive_train():
    gear = sp.Eq(TAU1, I_G * TAU1_M)
    found = solve_balances([*CUT_TRAIN, gear], [A1, A2, TAU1, TAU1_M])
    printed = [(I_G * TAU_M - SHAFT) / (I_1 + I_G**2 * I_M), (SHAFT - TAU_L) / I_2]
    assert_same([found[A1], found[A2]], printed, "(3.140)")
    assert_same(TRAIN.accelerations, printed, "(3.140): accelerations of drivetrain")


@runs
@pytest.mark.equation("3.141")
def test_matrix_form_of_the_drive_train(q, q_d, tau):
    """M, D, K, b_m, b_l of the system itself, each as the slope of what it multiplies."""
    model = TRAIN.numeric()
    K = slope(model.potential_forces, q)
    D_ = -slope(lambda w: model.generalized_forces(q, w, inputs(tau)), q_d)
    b_m, b_l = slope(lambda u: model.generalized_forces(q, q_d, inputs(u)), tau).T
    residual = model.mass_matrix(q) @ model.accelerations(q, q_d, inputs(tau)) + D_ @ q_d + K @ q
    assert_close(residual, b_m * tau[0] + b_l * tau[1], "(3.141): M q_dd + D q_d + K q", 1e-8)


@pytest.mark.equation("3.142")
def test_matrices_of_the_drive_train_are_singular():
    q = TRAIN.coordinates.symbols
    K = Matrix(TRAIN.potential_forces).jacobian(q)
    force = Matrix(TRAIN.generalized_forces)
    damping = -force.jacobian([x.diff(t) for x in q])
    assert_same(TRAIN.mass_matrix, diag(I_1 + I_G**2 * I_M, I_2), "(3.142): M")
    assert_same(K, Matrix([[C, -C], [-C, C]]), "(3.142): K")
    assert_same(damping, Matrix([[D, -D], [-D, D]]), "(3.142): D")
    assert_same(force.jacobian([TAU_M]), Matrix([I_G, 0]), "(3.142): b_m")
    assert_same(force.jacobian([TAU_L]), Matrix([0, -1]), "(3.142): b_l")
    assert sp.simplify(K.det()) == 0 == sp.simplify(damping.det()), "(3.142): nothing holds the train"
    assert {sp.simplify(x) for x in K.eigenvals()} == {0, 2 * C}, "K is semidefinite, not definite as (3.98) asks"


def test_rotor_of_the_motor_is_the_reflected_inertia():
    """T of the train (map): the motor counts i_g² times."""
    motor = Rotor(I_M, Gear(I_G).input_angle(PHI1)).kinetic_energy
    expected = Rational(1, 2) * Gear(I_G).reflected(I_M) * PHI1.diff(t) ** 2
    assert_same(motor, expected, "kinetic energy of the motor")
