"""Work, kinetic and potential energy, springs: (3.56)-(3.74), Beispiele 3.7 and 3.8, Aufgabe 3.8."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad, solve_ivp, trapezoid
from sympy import Matrix, cos, exp, sin

from mechanics import systems
from mechanics.energy import (
    Field,
    Spring,
    kinetic_energy,
    koenig,
    power,
    quadratic_energy,
    stiffness_matrix,
    work,
)

from .compare import assert_close, assert_same, slope

X, Y, Z = R = sp.symbols("x y z", real=True)
M, C, S, S0 = sp.symbols("m c s s0", positive=True)
POTENTIALS = {
    "polynomial": X**2 * Y + Y * Z - Z**3,
    "waves": sin(X * Y) * exp(-Z) + cos(Z) * X,
    "centre": -1 / sp.sqrt(X**2 + Y**2 + Z**2),
}
every_potential = pytest.mark.parametrize("V", POTENTIALS.values(), ids=POTENTIALS)
START, END = np.array([0.7, 1.1, 0.4]), np.array([1.3, 0.6, 1.7])


def numbers(expression: sp.Expr) -> sp.Expr:
    return sp.lambdify(R, expression, "numpy")


# --- work and kinetic energy ------------------------------------------------------------------------------


def driven(t: float, x: np.ndarray) -> np.ndarray:
    """A force that depends on time, place and speed: drive, spring, friction."""
    r, v = x[:3], x[3:]
    return np.array([3 * np.cos(2 * t), 1.0, -2.0]) - 4 * r - 0.3 * v


@pytest.mark.equation("3.56", "3.57", "3.58")
def test_the_power_of_all_forces_becomes_kinetic_energy():
    m, times = 1.7, np.linspace(0, 4, 4001)
    x0 = [0.2, -0.1, 0.4, 1.0, 0.5, -0.8]
    run = solve_ivp(lambda t, x: [*x[3:], *driven(t, x) / m], (0, 4), x0, t_eval=times, rtol=1e-11, atol=1e-12)
    P = np.array([float(power(driven(t, x), x[3:])) for t, x in zip(times[::8], run.y.T[::8], strict=True)])
    transferred = trapezoid(P, times[::8])
    gain = kinetic_energy(m, run.y[3:, -1]) - kinetic_energy(m, run.y[3:, 0])
    assert abs(gain) > 0.1, "the motion of the test must change its energy"
    assert_close(float(gain), transferred, "(3.58): energy transferred against the kinetic energy gained", rtol=1e-4)


@pytest.mark.equation("3.59")
def test_the_kinetic_energy_is_the_integral_of_m_v_dv():
    """T(t0) cancels against the lower limits, on any way through the velocities."""
    tau = sp.Symbol("tau", real=True)
    v = Matrix([tau**3 - 1, sin(tau), 2 * exp(-tau)])  # a motion
    v_0, v_1 = v.subs(tau, 0), v.subs(tau, 2)
    gained = work(M * v, v, tau, 0, 2)  # m ∫ v · dv
    assert_same(kinetic_energy(M, v_0) + gained, kinetic_energy(M, v_1), "(3.59): T")
    assert_same(kinetic_energy(M, v_1), M * (v_1.T * v_1)[0] / 2, "(3.59): T = m vᵀ v / 2")


@pytest.mark.equation("3.60")
def test_the_translational_energy_of_a_body_needs_its_centre_of_mass_only():
    """A plate of many points that flies and turns: the integral of v²/2 dm in two parts."""
    rng = np.random.default_rng(60)
    points, masses = rng.uniform(-1, 1, (200, 2)), rng.uniform(0.1, 1, 200)
    points -= masses @ points / masses.sum()
    v_S, omega = np.array([1.2, -0.7]), 2.3
    velocities = v_S + omega * points[:, ::-1] * [-1, 1]
    total = np.sum(masses * (velocities**2).sum(axis=1)) / 2
    translation, rotation = koenig(masses.tolist(), velocities.tolist())
    inertia = np.sum(masses * (points**2).sum(axis=1))
    assert_close(float(translation), masses.sum() * v_S @ v_S / 2, "(3.60): translational energy")
    assert_close(float(rotation), inertia * omega**2 / 2, "(3.60): what is left is the rotation")
    assert_close(float(translation + rotation), total, "(3.60): both parts together")


# --- potential forces -------------------------------------------------------------------------------------


def by_hand(f: list, corners: list[np.ndarray]) -> float:
    """Line integral over straight legs, from the functions of the components alone."""
    total = 0.0
    for a, b in zip(corners, corners[1:], strict=False):
        total += quad(lambda s, a=a, b=b: sum(g(*(a + s * (b - a))) * d for g, d in zip(f, b - a, strict=True)), 0, 1)[
            0
        ]
    return total


@every_potential
@pytest.mark.equation("3.61")
def test_the_energy_is_the_line_integral_of_the_force(V):
    """Along a curved motion, by quadrature over time."""
    f = [numbers(V.diff(r)) for r in R]

    def position(t):
        return START + (END - START) * t + np.array([0.2, -0.3, 0.1]) * np.sin(np.pi * t)

    def velocity(t):
        return END - START + np.array([0.2, -0.3, 0.1]) * np.pi * np.cos(np.pi * t)

    W, _ = quad(lambda t: sum(g(*position(t)) * v for g, v in zip(f, velocity(t), strict=True)), 0, 1)
    ours = Field.of_potential(V, R).work_along([START, END])
    assert_close(ours, W, "(3.61): the work along the straight line against that along a curve")
    assert_close(ours, float(numbers(V)(*END) - numbers(V)(*START)), "(3.61): V(t) - V(t0)")


@every_potential
@pytest.mark.equation("3.62", "3.63")
def test_the_jacobian_of_a_potential_force_is_symmetric(V):
    field = Field.of_potential(V, R)
    for (a, b), difference in field.integrability.items():
        assert_same(difference, 0, f"(3.62): ∂f_{a}/∂{b} = ∂f_{b}/∂{a}")
    assert_same(field.jacobian, field.jacobian.T, "(3.63)")
    f = [numbers(V.diff(r)) for r in R]
    seen = slope(lambda r: [g(*r) for g in f], START)
    ours = sp.lambdify(R, field.jacobian)(*START)
    assert_close(ours, seen, "(3.63): the Jacobian by finite differences", rtol=1e-7)
    assert field.is_integrable


@pytest.mark.equation("3.62", "3.63")
def test_without_symmetry_the_work_depends_on_the_way():
    field = Field([-Y, X, 0], R)
    assert not field.is_integrable and field.jacobian != field.jacobian.T
    one = field.work_along([[0, 0, 0], [1, 0, 0], [1, 1, 0]])
    other = field.work_along([[0, 0, 0], [0, 1, 0], [1, 1, 0]])
    assert_close([one, other], [1, -1], "two ways around a square in a field with the curl 2")


@every_potential
@pytest.mark.equation("3.64")
def test_the_reference_point_only_shifts_the_potential(V):
    field = Field.of_potential(V, R)
    r_I, other = [1, 1, 1], [2, 1, 3]
    first, second = (Field.of_potential(V, R).work_along([point, END]) for point in (r_I, other))
    assert_close(first - second, field.work_along([r_I, other]), "(3.64): another reference is another constant")
    assert_close(field.work_along([END, END]), 0.0, "(3.64): V is zero in the reference point itself")
    through = field.work_along([r_I, START, END])
    assert_close(through, first, "(3.64): V(r_0) and the work from r_0 on add up")


@every_potential
@pytest.mark.equation("3.65")
def test_the_potential_along_the_axes(V):
    """Three quadratures as printed, against our closed form and against the straight line."""
    f = [numbers(V.diff(r)) for r in R]
    (x_I, y_I, z_I), (x, y, z) = START, END
    printed = (
        quad(lambda s: f[0](s, y_I, z_I), x_I, x)[0]
        + quad(lambda s: f[1](x, s, z_I), y_I, y)[0]
        + quad(lambda s: f[2](x, y, s), z_I, z)[0]
    )
    field = Field.of_potential(V, R)
    assert_close(by_hand(f, [START, END]), printed, "(3.65): parallel to the axes against the straight line")
    point = [sp.Rational(str(value)) for value in START]
    if V.is_polynomial():  # the others' closed forms take sympy seconds
        ours = numbers(field.potential(point))(*END)
        assert_close(float(ours), printed, "(3.65): our closed form")
    assert_close(field.work_along([START, [x, y_I, z_I], [x, y, z_I], END]), printed, "(3.65): our numbers")


@every_potential
@pytest.mark.equation("3.66", "3.67", "3.68")
def test_the_force_that_loads_the_store_is_the_gradient(V):
    field = Field.of_potential(V, R)
    s = sp.Symbol("sigma", real=True)
    path = Matrix([1 + s, 2 - s**2, exp(s)])
    along = dict(zip(R, path, strict=True))
    total = field.along(path).dot(path.diff(s))
    assert_same(total, V.subs(along).diff(s), "(3.66): dV along a path")
    seen = slope(lambda r: [numbers(V)(*r)], START)[0]
    assert_close(field.at(START), seen, "(3.67), (3.68): f_p = + grad V, by finite differences", rtol=1e-7)
    assert not np.allclose(field.at(START), -seen), "with the minus of chapter 5 it is the force of the store (5.68)"


@pytest.mark.equation("3.61", "3.68")
def test_beispiel_3_7_and_the_sign():
    """Lifting stores m g h; with the weight itself in place of the lifting force the sign would be wrong."""
    m, g, h = systems.symbols("gravity_potential", "m g h")
    problem = systems.load("gravity_potential")
    assert_same(problem.formulas["V"], m * g * h, "Beispiel 3.7: V")
    lifting, weight = Field([0, 0, m * g], R), Field([0, 0, -m * g], R)
    assert_same(lifting.potential().subs(Z, h), m * g * h, "(3.61) with the force that loads the store")
    assert_same(weight.potential().subs(Z, h), -m * g * h, "(3.61) with the force on the mass has the wrong sign")


# --- springs ----------------------------------------------------------------------------------------------


@pytest.mark.equation("3.69")
def test_the_energy_of_a_spring_is_the_area_below_its_characteristic():
    spring = Spring(lambda x: 40 * x + 900 * x**3, s0=0.3)
    for s in (0.1, 0.3, 0.55):
        area, _ = quad(spring.force, 0.3, s)
        assert_close(spring.energy(s), area, f"(3.69): V({s})")
    assert spring.force(0.3) == 0, "(3.69): f_F(s0) = 0"


@pytest.mark.equation("3.70")
def test_the_energy_of_a_linear_spring():
    spring = Spring(C, S0)
    assert_same(spring.energy(S), C * (S - S0) ** 2 / 2, "(3.70)")
    assert_same(spring.energy(S).diff(S), spring.force(S), "(3.70): its slope is the force")
    assert_same(work([spring.force(S)], [S], S, S0, S), spring.energy(S), "(3.69), (3.70): by the integral")


def test_springs_in_series_and_in_parallel_have_the_stiffness_and_length_of_one_spring():
    c1, c2, s01, s02 = systems.symbols("springs_series_parallel", "c1 c2 s01 s02")
    found = systems.load("springs_series_parallel").formulas
    assert_same(found["c_series"], c1 * c2 / (c1 + c2), "Aufgabe 3.8: stiffness in series")
    assert_same(found["s0_series"], s01 + s02, "Aufgabe 3.8: relaxed length in series")
    assert_same(found["c_parallel"], c1 + c2, "Aufgabe 3.8: stiffness in parallel")
    assert_same(found["s0_parallel"], (c1 * s01 + c2 * s02) / (c1 + c2), "Aufgabe 3.8: relaxed length in parallel")


# --- Beispiel 3.8 -----------------------------------------------------------------------------------------

LEAF = systems.load("leaf_spring_two_masses")
C1, C2, C12, Z1, Z2 = systems.symbols("leaf_spring_two_masses", "c1 c2 c12 z1 z2")
F = Matrix([C1 * Z1 + C12 * (Z1 - Z2), C2 * Z2 + C12 * (Z2 - Z1)])


@pytest.mark.equation("3.71")
def test_the_forces_that_load_the_springs():
    """Each mass held in place by a hand: what its springs pull, without our formula."""
    assert_same(LEAF.formulas["f_F"], F, "(3.71)")
    values = {"c1": 200.0, "c2": 90.0, "c12": 30.0, "z1": 0.1, "z2": -0.2}
    found = LEAF.solve(**values)
    leaf_on_1 = -30.0 * (0.1 + 0.2)  # the leaf spring pulls mass 1 down to mass 2, and mass 2 up as much
    hands = np.linalg.solve(np.eye(2), [200.0 * 0.1 - leaf_on_1, 90.0 * -0.2 + leaf_on_1])
    assert_close(found["f_F"], hands, "(3.71): forces of the hands")


@pytest.mark.equation("3.72")
def test_the_energy_of_the_springs_is_a_line_integral():
    numbers_of = dict(zip((C1, C2, C12), (200.0, 90.0, 30.0), strict=True))
    f = [sp.lambdify((Z1, Z2), x.subs(numbers_of)) for x in F]
    end = np.array([0.12, -0.07])
    V = LEAF.solve(c1=200.0, c2=90.0, c12=30.0, z1=0.12, z2=-0.07)["V"]
    for corner in ([0.12, 0.0], [0.0, -0.07], [0.5, 0.3]):
        assert_close(by_hand(f, [np.zeros(2), np.array(corner), end]), V, f"(3.72): over {corner}")


@pytest.mark.equation("3.73")
def test_the_mixed_derivatives_are_equal():
    K = LEAF.formulas["K"]
    assert_same(F[0].diff(Z2), -C12, "(3.73): left side")
    assert_same(F[1].diff(Z1), -C12, "(3.73): right side")
    assert_same([K[0, 1], K[1, 0]], [-C12, -C12], "(3.73): both entries of K")
    assert Field(F, (Z1, Z2)).is_integrable
    assert not Field([F[0], C2 * Z2 + C12 * (Z2 + Z1)], (Z1, Z2)).is_integrable, "(3.73) would not hold with +c12"


@pytest.mark.equation("3.74")
def test_the_energy_is_a_quadratic_form():
    printed = (C1 + C12) * Z1**2 / 2 + (C2 + C12) * Z2**2 / 2 - C12 * Z1 * Z2
    K = Matrix([[C1 + C12, -C12], [-C12, C2 + C12]])
    assert_same(LEAF.formulas["V"], printed, "(3.74): V")
    assert_same(LEAF.formulas["K"], K, "(3.74): K")
    assert_same(quadratic_energy(stiffness_matrix(F, (Z1, Z2)), (Z1, Z2)), printed, "(3.74): V = zᵀ K z / 2")
    s = sp.Symbol("s", real=True)
    along = F.subs(Z2, 0).subs(Z1, s)[0].integrate((s, 0, Z1)) + F.subs(Z2, s)[1].integrate((s, 0, Z2))
    assert_same(along, printed, "(3.74): the two integrals as printed")
    assert all(x > 0 for x in LEAF.solve()["K_eigenvalues"]), "(3.74): K is positive definite"
