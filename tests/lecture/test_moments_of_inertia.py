"""Section 3.7, moments of inertia about a fixed axis: (3.116)-(3.135)."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import dblquad, quad, solve_ivp, tplquad
from sympy import Matrix, cos, pi, sin

from mechanics import systems
from mechanics.mass import Region, point_masses, shapes, solid_by_integral
from mechanics.model import t

from .compare import assert_close, assert_same

CYLINDER, BALL, STEINER, FOUR, ROD = (
    systems.load(id)
    for id in (
        "cylinder_inertia",
        "sphere_inertia",
        "steiner",
        "four_cylinders_inertia",
        "pendulum_rod_inertia",
    )
)
rho_S, l_S, b_S, h_S, omega = ROD.inputs.symbols
ROD_VALUES = {"rho_S": 2700.0, "l_S": 0.7, "b_S": 0.2, "h_S": 0.03, "omega": 2.5}
phi = sp.Function("phi", real=True)(t)
r, z, dm = sp.symbols("r z dm", positive=True)
POSITION = Matrix([r * cos(phi), r * sin(phi), z])
VELOCITY = Matrix([-r * sin(phi), r * cos(phi), 0]) * phi.diff(t)


@pytest.mark.equation("3.116", derivation=True)
def test_velocity_of_an_element_of_a_turning_body():
    assert_same(POSITION.diff(t), VELOCITY, "(3.116): v is the time derivative of r")
    assert_same(Matrix([0, 0, phi.diff(t)]).cross(POSITION), VELOCITY, "(3.116): and ω × r")


@pytest.mark.equation("3.117", "3.118", derivation=True)
def test_angular_momentum_of_an_element():
    momentum = POSITION.cross(POSITION.diff(t) * dm)
    w = phi.diff(t)
    printed = Matrix([-z * dm * r * cos(phi) * w, -z * dm * r * sin(phi) * w, r**2 * dm * w])
    assert_same(momentum.diff(t), printed.diff(t), "(3.117): rate of the angular momentum of an element")
    e_z = Matrix([0, 0, 1])
    assert_same(e_z.dot(momentum.diff(t)), r**2 * dm * w.diff(t), "(3.118): its part along the axis is r² dm ω_d")
    assert sp.simplify(momentum.diff(t)[0]) != 0, "the other parts do not vanish: the bearings carry them"


@pytest.mark.equation("3.119")
def test_moment_balance_about_the_axis():
    """A cloud of points on an axis, driven by forces; the bearing takes what is not along the axis."""
    rng = np.random.default_rng(119)
    m, places = rng.uniform(0.1, 2.0, 6), rng.uniform(-1.0, 1.0, (6, 3))
    forces = rng.uniform(-5.0, 5.0, (6, 3))
    I_zz = float(point_masses(m, places).about_axis((0, 0, 0)))
    tau_z = np.cross(places, forces)[:, 2].sum()
    alpha = tau_z / I_zz
    accelerations = np.cross([0, 0, alpha], places)  # from rest
    constraint = m[:, None] * accelerations - forces  # what the axis and the bars must add
    assert_close(np.cross(places, constraint)[:, 2].sum(), 0.0, "(3.119): the axis has no moment about itself", 1e-8)
    power = (forces * np.cross([0, 0, 1.0], places)).sum()  # of the forces for ω = 1
    assert_close(power, I_zz * alpha, "(3.119): power of the forces is I_zz ω_d ω")


@pytest.mark.equation("3.120")
def test_moment_of_inertia_is_an_integral_over_the_body():
    """A block that stands beside the axis, with a density that changes: ours against scipy."""
    x, y, z = sp.symbols("x y z")
    density = lambda x, y, z: 200 + 90 * x * y + 40 * z  # noqa: E731
    block = Region.cartesian((x, 0.2, 0.9), (y, -0.3, 0.4), (z, 0, 0.5))
    ours = solid_by_integral(block, density).about_axis((0, 0, 0))
    expected = tplquad(lambda z, y, x: (x**2 + y**2) * density(x, y, z), 0.2, 0.9, -0.3, 0.4, 0, 0.5)[0]
    assert_close(float(ours), expected, "(3.120): I_zz = ∫ (x² + y²) dm")


@pytest.mark.equation("3.121")
def test_rotational_energy_is_the_energy_of_all_elements():
    """½ ∫ v² dm over a cylinder in polar coordinates, by scipy."""
    rho, R, l, w = 800.0, 0.3, 0.5, 4.0
    energy = dblquad(lambda r, phi: rho * l * (r * w) ** 2 / 2 * r, 0, 2 * np.pi, 0, R)[0]
    I_zz = CYLINDER.solve(rho=rho, R=R, l=l)["I_zz"]
    assert_close(I_zz * w**2 / 2, energy, "(3.121): T = I_zz ω² / 2")


@pytest.mark.equation("3.122")
def test_full_cylinder():
    rho, R, l = 800.0, 0.3, 0.5
    by_rings = quad(lambda r: r**2 * rho * 2 * np.pi * r * l, 0, R)[0]
    found = CYLINDER.solve(rho=rho, R=R, l=l)
    assert_close(found["I_zz"], by_rings, "(3.122): ∫ r² ρ r dr dφ dz")
    p = CYLINDER.inputs
    m = p.rho * pi * p.R**2 * p.l
    assert_same(CYLINDER.formulas["I_zz"], pi * p.rho * p.l * p.R**4 / 2, "(3.122): I_zz = ρ π l R⁴ / 2")
    assert_same(CYLINDER.formulas["I_zz"], m * p.R**2 / 2, "(3.122): I_zz = m R² / 2")


@pytest.mark.equation("3.123")
def test_ball_of_aufgabe_3_16():
    rho, R = 800.0, 0.3
    by_shells = quad(lambda r: 2 / 3 * r**2 * rho * 4 * np.pi * r**2, 0, R)[0]  # a shell has 2/3 dm r²
    assert_close(BALL.solve(rho=rho, R=R)["I"], by_shells, "(3.123): I by thin shells")
    p = BALL.inputs
    assert_same(BALL.formulas["I"], 8 * pi * p.rho * p.R**5 / 15, "(3.123): I = 8 π ρ R⁵ / 15")
    assert_same(BALL.formulas["I"], sp.Rational(2, 5) * BALL.formulas["m"] * p.R**2, "(3.123): I = 2 m R² / 5")


def about_both_axes(offset: tuple[float, float], density: float = 350.0) -> tuple[float, float, float]:
    """Mass and both moments of inertia (3.124), (3.125) of a triangular prism, by scipy."""
    a, b, h = 0.9, 0.6, 0.4  # legs along x and y; its mass centre in (a/3, b/3)

    def over(f):
        return density * h * dblquad(lambda y, x: f(x - a / 3, y - b / 3), 0, a, 0, lambda x: b * (1 - x / a))[0]

    x_AS, y_AS = offset
    about_S = over(lambda x, y: x**2 + y**2)
    about_A = over(lambda x, y: (x_AS + x) ** 2 + (y_AS + y) ** 2)
    return over(lambda x, y: 1.0), about_S, about_A


@pytest.mark.equation("3.124", "3.125")
def test_moments_about_the_mass_centre_and_about_a_parallel_axis():
    offset = (0.5, -0.8)
    _, about_S, about_A = about_both_axes(offset)
    body = shapes.wedge(350.0, 0.9, 0.6, 0.4)
    S = np.array(body.center, dtype=float).ravel()
    assert_close(float(body.about_axis(S)), about_S, "(3.124): about S")
    assert_close(float(body.about_axis(S - [*offset, 0])), about_A, "(3.125): about A")


@pytest.mark.equation("3.126")
def test_steiners_theorem_against_the_integral():
    for offset in ((0.5, -0.8), (0.0, 0.0), (-1.2, 0.3)):
        m, about_S, about_A = about_both_axes(offset)
        ours = STEINER.solve(I_S=about_S, m=m, x_AS=offset[0], y_AS=offset[1])["I_A"]
        assert_close(ours, about_A, "(3.126): Steiner against the integral about A")
    p = STEINER.inputs
    printed = (p.x_AS**2 + p.y_AS**2) * p.m + p.I_S
    assert_same(STEINER.formulas["I_A"], printed, "(3.126): I_A of steiner")


@pytest.mark.equation("3.127")
def test_four_cylinders():
    m, R, H = 1.5, 0.12, 0.4
    area = np.pi * R**2
    one = (
        m
        / area
        * dblquad(lambda r, phi: ((H + r * np.cos(phi)) ** 2 + (r * np.sin(phi)) ** 2) * r, 0, 2 * np.pi, 0, R)[0]
    )
    assert_close(FOUR.solve(m=m, R=R, H=H)["I_zz"], 4 * one, "(3.127): four times the integral about the axis")
    p = FOUR.inputs
    assert_same(FOUR.formulas["I_zz"], 2 * p.m * (p.R**2 + 2 * p.H**2), "(3.127): I_zz = 2 m (R² + 2 H²)")


def over_the_rod(f, low: float, high: float) -> float:
    """∫ f dm over the rod, y from low to high, by scipy."""
    v = ROD_VALUES
    half = v["b_S"] / 2
    return v["rho_S"] * v["h_S"] * dblquad(f, -half, half, low, high)[0]


@pytest.mark.equation("3.128")
def test_rod_about_its_pivot():
    expected = over_the_rod(lambda y, x: x**2 + y**2, -ROD_VALUES["l_S"], 0)
    assert_close(ROD.solve(**ROD_VALUES)["I_A"], expected, "(3.128): I_A of the rod by quadrature")
    printed = rho_S * (l_S**3 * b_S * h_S / 3 + b_S**3 * l_S * h_S / 12)
    assert_same(ROD.formulas["I_A"], printed, "(3.128): I_A of the rod")


@pytest.mark.equation("3.129")
def test_energy_from_the_moment_about_the_pivot():
    """The work of gravity on a rod that swings down, integrated with nothing but the moment balance about A."""
    v, g = ROD_VALUES, 9.81
    found = ROD.solve(**v)
    I_A, arm = found["I_A"], v["l_S"] / 2
    swing = solve_ivp(
        lambda _, s: [s[1], -found["m_S"] * g * arm * np.sin(s[0]) / I_A],
        (0, 0.4),
        [1.2, 0.0],
        rtol=1e-11,
        atol=1e-12,
    )
    angle, rate = swing.y[:, -1]
    T = ROD.solve(**{**v, "omega": rate})["T"]
    assert_close(T, found["m_S"] * g * arm * (np.cos(angle) - np.cos(1.2)), "(3.129): T is the work of gravity", 1e-8)


@pytest.mark.equation("3.130", "3.131")
def test_translational_energy_of_the_rod():
    r_S = Matrix([l_S / 2 * sin(phi), -l_S / 2 * cos(phi), 0])
    turned = sp.rot_axis3(-phi) * Matrix([0, -l_S / 2, 0])  # the middle of the hanging rod, turned by phi
    assert_same(turned, r_S, "(3.130): mass centre of the rod")
    m_S = rho_S * l_S * b_S * h_S
    v_S = r_S.diff(t)
    printed = m_S * l_S**2 / 4 * phi.diff(t) ** 2 / 2
    assert_same(m_S * v_S.dot(v_S) / 2, printed, "(3.131): T_t from the velocity of S")
    assert_same(ROD.formulas["T_t"], printed.subs(phi.diff(t), omega), "(3.131): T_t of pendulum_rod_inertia")


@pytest.mark.equation("3.132")
def test_rod_about_its_mass_centre():
    half = ROD_VALUES["l_S"] / 2
    expected = over_the_rod(lambda y, x: x**2 + y**2, -half, half)
    assert_close(ROD.solve(**ROD_VALUES)["I_S"], expected, "(3.132): I_S of the rod by quadrature")
    printed = rho_S * (l_S**3 * b_S * h_S / 12 + b_S**3 * l_S * h_S / 12)
    assert_same(ROD.formulas["I_S"], printed, "(3.132): I_S of the rod")


@pytest.mark.equation("3.133")
def test_rotational_energy_of_the_rod():
    """½ ∫ |v - v_S|² dm: the energy that an observer sees who flies along with S."""
    half, w = ROD_VALUES["l_S"] / 2, ROD_VALUES["omega"]
    expected = over_the_rod(lambda y, x: w**2 * (x**2 + y**2) / 2, -half, half)
    assert_close(ROD.solve(**ROD_VALUES)["T_r"], expected, "(3.133): T_r of the rod")


@pytest.mark.equation("3.134", "3.135")
def test_both_ways_to_the_energy_agree():
    f = ROD.formulas
    assert_same(f["T_t"] + f["T_r"], f["T"], "(3.134): T_t + T_r = T")
    printed = (rho_S * b_S * h_S * l_S**3 / 3 + rho_S * b_S**3 * l_S * h_S / 12) * omega**2 / 2
    assert_same(f["T"], printed, "(3.134): T of the rod")
    assert_same(f["I_A"], f["I_S"] + f["m_S"] * l_S**2 / 4, "(3.135): I_A = I_S + m_S l_S² / 4")
