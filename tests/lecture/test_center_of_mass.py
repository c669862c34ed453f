"""Section 3.2, the centre of mass: (3.20)-(3.32)."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import tplquad
from sympy import Matrix

from mechanics import systems
from mechanics.mass import Region, center_of_mass, composite, shapes, solid_by_integral, weight_moment

from .compare import assert_close, assert_same

POINTS = systems.load("center_of_mass_points")
CUBOIDS = systems.load("composite_cuboids_centroid")
G = 9.81
x, y, z = sp.symbols("x y z")
BOUNDS = ((0.0, 1.2), (0.0, 0.7), (0.0, 0.9))  # of a block whose density changes
BLOCK = Region.cartesian((x, 0, 1.2), (y, 0, 0.7), (z, 0, 0.9))


def density(x, y, z):
    """Grows along x and z; works for numbers and symbols."""
    return 500 + 300 * x**2 + 80 * y * z


def over_the_block(f) -> float:
    """∫ f dV by scipy, with nothing of ours."""
    (a, b), (c, d), (e, h) = BOUNDS
    return tplquad(lambda z, y, x: f(x, y, z), a, b, c, d, e, h, epsabs=1e-11, epsrel=1e-11)[0]


def masses(rng: np.random.Generator, n: int = 5) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(0.2, 3.0, n), rng.uniform(-2.0, 2.0, (n, 3))


@pytest.mark.equation("3.20", "3.21", "3.22")
def test_a_rod_with_point_masses_balances_in_s():
    """Moment balance about e_y and force balance about e_z are linear in f_S and f_S x_S."""
    rng = np.random.default_rng(320)
    for _ in range(5):
        m, r = masses(rng)
        r[:, 1:] = 0  # a rod along e_x
        weights = np.array([[0, 0, -mass * G] for mass in m])
        unknowns = np.array([[0.0, -1.0], [1.0, 0.0]])  # of f_S, f_S x_S: the holding force has the moment -f_S x_S
        right = [-np.cross(r, weights)[:, 1].sum(), -weights[:, 2].sum()]
        f_S, moment = np.linalg.solve(unknowns, right)
        found = POINTS.solve(m=m, r=r)
        assert_close(found["r_S"], [moment / f_S, 0, 0], "(3.22): x_S from the two balances")
        ours = weight_moment(m, r, (0, 0, -G))
        assert_close(float(ours[1]), moment, "(3.20): the moment of the weights is Σ m_i g x_i about e_y")
        assert_close(found["m_total"] * G, f_S, "(3.21): the holding force carries all weights")


@pytest.mark.equation("3.23")
def test_centre_of_mass_of_any_points():
    """The point about which the weights have no moment for three directions of gravity: a linear system for r_S."""
    rng = np.random.default_rng(323)
    for n in (1, 2, 7):
        m, r = masses(rng, n)
        rows, right = [], []
        for e in np.eye(3):  # Σ (r_i - r_S) × m_i e = 0: r_S × (Σ m_i e) = Σ r_i × m_i e
            rows.append(np.array([np.cross(unit, m.sum() * e) for unit in np.eye(3)]).T)
            right.append(np.cross(r, m[:, None] * e).sum(axis=0))
        r_S, *_ = np.linalg.lstsq(np.vstack(rows), np.concatenate(right), rcond=None)
        assert_close(POINTS.solve(m=m, r=r)["r_S"], r_S, f"(3.23): r_S of {n} points")


@pytest.mark.equation("3.24")
def test_mass_is_the_integral_of_the_density():
    ours = solid_by_integral(BLOCK, density).m
    assert_close(float(ours), over_the_block(density), "(3.24): mass of a block of changing density")


@pytest.mark.equation("3.25", "3.26")
def test_holding_force_and_its_moment_balance_the_weights_of_all_parts():
    """For gravity along any e_g, the force m g against it in S, with the integrals taken by scipy."""
    body = solid_by_integral(BLOCK, density)
    r_S = np.array(body.center, dtype=float).ravel()
    f_S = float(body.m) * G
    for e_g in (np.array([0, 0, -1.0]), np.array([0.6, 0, 0.8]), np.array([1.0, 2.0, -2.0]) / 3):
        force = G * over_the_block(density) * e_g
        assert_close(-f_S * e_g + force, np.zeros(3), "(3.25): force balance", rtol=1e-6)
        moments = [over_the_block(lambda *r, k=k: r[k] * density(*r)) for k in range(3)]
        moment = G * np.cross(moments, e_g)
        assert_close(np.cross(r_S, f_S * e_g), moment, "(3.26): moment balance about the origin", rtol=1e-8)


@pytest.mark.equation("3.27")
def test_only_the_centre_of_mass_balances_every_direction():
    """(-m g r_S + g ∫ r dm) × e_g = 0 for every e_g has one solution: the bracket is zero; two directions suffice."""
    m, g = sp.symbols("m g", positive=True)
    first_moment, r_S = Matrix(sp.symbols("p_x p_y p_z")), Matrix(sp.symbols("x_S y_S z_S"))
    bracket = -m * g * r_S + g * first_moment
    rows = [bracket.cross(Matrix(e)) for e in ((1, 0, 0), (0, 1, 0))]
    found = sp.solve([entry for row in rows for entry in row], list(r_S), dict=True)
    assert found == [dict(zip(r_S, first_moment / m, strict=True))], "(3.27): the bracket must vanish"
    e_g = Matrix(sp.symbols("e_x e_y e_z"))
    assert_same(bracket.subs(found[0]).cross(e_g), sp.zeros(3, 1), "(3.27): then every direction is balanced")
    masses, points = [1.0, 2.5, 0.4], [(0.3, -1.0, 0.2), (1.1, 0.4, -0.6), (-0.8, 0.9, 1.5)]
    ours = center_of_mass(masses, points)
    for direction in np.eye(3):
        moments = sum(G * mass * np.cross(point, direction) for mass, point in zip(masses, points, strict=True))
        hung = np.cross(np.array(ours, dtype=float).ravel(), G * sum(masses) * direction)
        assert_close(hung, moments, "(3.27): by `center_of_mass`, for every direction")


@pytest.mark.equation("3.28", "3.29")
def test_centroid_integrals():
    ours = solid_by_integral(BLOCK, density).center
    m = over_the_block(density)
    expected = [over_the_block(lambda *r, k=k: r[k] * density(*r)) / m for k in range(3)]
    assert_close(
        np.array(ours, dtype=float).ravel(),
        expected,
        "(3.28), (3.29): centroid of a block of changing density",
    )
    assert np.abs(np.array(expected) - [0.6, 0.35, 0.45]).max() > 0.05, "the example would not tell ρ r from r"


@pytest.mark.equation("3.28")
def test_centroid_of_the_hemisphere_of_aufgabe_3_4():
    """Discs dm = ρ π (R² - z²) dz: z_S = (R⁴/4) / (2 R³/3) = 3 R / 8."""
    R, s = sp.symbols("R s", positive=True)
    disc = sp.pi * (R**2 - s**2)
    z_S = sp.integrate(s * disc, (s, 0, R)) / sp.integrate(disc, (s, 0, R))
    assert_same(z_S, 3 * R / 8, "Aufgabe 3.4: z_S of the hemisphere")
    assert_close(systems.load("hemisphere_centroid").solve(R=0.8)["r_S"], [0, 0, 0.3], "hemisphere_centroid")


@pytest.mark.equation("3.30")
def test_mass_and_centroid_of_each_part():
    """The two cuboids of Beispiel 3.4 by scipy, over the volumes that the lecture gives."""
    l, rho = 1.4, 600.0
    found = CUBOIDS.solve(l=l, rho=rho)
    for k, bounds in ((1, (0, l / 3, 0, l, l / 4, l)), (2, (0, l, 0, l, 0, l / 4))):
        m = tplquad(lambda z, y, x: rho, *bounds)[0]
        first = [tplquad(lambda z, y, x, k=k: rho * (x, y, z)[k], *bounds)[0] for k in range(3)]
        assert_close(found[f"m{k}"], m, f"(3.30): m{k}")
        assert_close(found[f"r_S{k}"], np.array(first) / m, f"(3.30): r_S{k}")


@pytest.mark.equation("3.31")
def test_the_whole_is_the_weighted_mean_of_its_parts():
    """Cutting a body of changing density anywhere changes nothing, and so does any number of parts."""
    whole = solid_by_integral(BLOCK, density)
    for cut in (0.2, 0.75):
        left = solid_by_integral(Region.cartesian((x, 0, cut), (y, 0, 0.7), (z, 0, 0.9)), density)
        right = solid_by_integral(Region.cartesian((x, cut, 1.2), (y, 0, 0.7), (z, 0, 0.9)), density)
        both = composite(left, right).center
        assert_close(np.array(both, dtype=float), np.array(whole.center, dtype=float), "(3.31): two parts")
        of_points = center_of_mass([left.m, right.m], [left.center, right.center])
        assert_same(of_points, both, "(3.31) is (3.23) for the centroids of the parts")
    rng = np.random.default_rng(331)
    cubes = [shapes.box(rho, 1.0, 1.0, 1.0).at(r) for rho, r in zip(*masses(rng), strict=True)]
    m, r = [float(c.m) for c in cubes], [np.array(c.center, dtype=float).ravel() for c in cubes]
    ours = np.array(composite(*cubes).center, dtype=float).ravel()
    assert_close(ours, np.average(r, axis=0, weights=m), "(3.31): five parts")


@pytest.mark.equation("3.32")
def test_centroid_of_beispiel_3_4():
    l = 1.0
    height = lambda x: l if x < l / 3 else l / 4  # noqa: E731
    strips = [(0, l / 3), (l / 3, l)]
    volume, first = 0.0, np.zeros(3)
    for a, b in strips:
        top = height((a + b) / 2)
        volume += tplquad(lambda z, y, x: 1.0, a, b, 0, l, 0, top)[0]
        first += [tplquad(lambda z, y, x, k=k: (x, y, z)[k], a, b, 0, l, 0, top)[0] for k in range(3)]
    assert_close(first / volume, [1 / 3, 1 / 2, 3 / 8], "(3.32): the lecture's value by quadrature over the whole body")
    p = CUBOIDS.inputs
    assert_same(
        CUBOIDS.formulas["r_S"],
        p.l * Matrix([1, 1, 1]).multiply_elementwise(Matrix([sp.Rational(1, 3), sp.Rational(1, 2), sp.Rational(3, 8)])),
        "(3.32): r_S of composite_cuboids_centroid",
    )
