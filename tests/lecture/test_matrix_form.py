"""The matrix form of the equations of motion and the conservation of energy: (5.92)-(5.102)."""

import numpy as np
import pytest
import sympy as sp
from sympy import cos, sin

from mechanics import systems
from mechanics.lagrange import LagrangianSystem
from mechanics.model import t
from tests.kinds import names_of

from .compare import assert_close, assert_same, slope

CART = systems.load("cart_pendulum")
MANIPULATOR = systems.load("planar_manipulator")
RNG = np.random.default_rng(93)
each = pytest.mark.parametrize("system", names_of(LagrangianSystem), indirect=True)


@pytest.fixture
def system(request: pytest.FixtureRequest) -> LagrangianSystem:
    return systems.load(request.param)


def state(system) -> tuple[np.ndarray, np.ndarray, dict[str, float]]:
    """A random state, away from the poles of the spherical pendulum."""
    n = len(system.coordinates)
    return (
        RNG.uniform(0.3, 1.3, n),
        RNG.uniform(-2, 2, n),
        {name: RNG.uniform(-3, 3) for name in system.inputs},
    )


def cart_rows() -> list[sp.Expr]:
    """(5.92) as printed, everything on the left."""
    p, (s, phi) = CART.parameters, CART.coordinates.symbols
    m_S = p.rho_S * p.l_S * p.b_S * p.h_S
    I_S = m_S * (p.l_S**2 + p.b_S**2) / 12
    s_dd, phi_dd, phi_d = s.diff(t, 2), phi.diff(t, 2), phi.diff(t)
    row_a = (p.m_W + m_S) * s_dd + m_S * p.l_S * cos(phi) * phi_dd / 2 - m_S * p.l_S * sin(phi) * phi_d**2 / 2
    row_a += p.c_W * (s - p.s_W0) - (CART.inputs.f_e - p.d_R * s.diff(t))
    row_b = m_S * p.l_S * cos(phi) * s_dd / 2 + (I_S + m_S * p.l_S**2 / 4) * phi_dd
    return [row_a, row_b + m_S * p.g * p.l_S * sin(phi) / 2]


@pytest.mark.equation("5.92a", "5.92b")
def test_cart_with_pendulum_as_printed():
    for k, (row, printed) in enumerate(zip(CART.equations_of_motion, cart_rows(), strict=True)):
        assert_same(row.lhs - row.rhs, printed, f"(5.92{'ab'[k]}): the {['s', 'phi'][k]}-row of cart_pendulum")


@pytest.mark.equation("5.92a", "5.92b")
def test_cart_with_pendulum_against_newton_euler():
    """Cart and rod apart, with the forces in the hinge as unknowns of a linear system."""
    model = CART.numeric(s_W0=0.1)
    p = model.parameters
    m = p["rho_S"] * p["l_S"] * p["b_S"] * p["h_S"]
    inertia, half = m * (p["l_S"] ** 2 + p["b_S"] ** 2) / 12, p["l_S"] / 2
    for _ in range(6):
        s, phi, s_d, phi_d, f = RNG.uniform(-2, 2, 5)
        sn, cs = np.sin(phi), np.cos(phi)
        # unknowns: s_dd, phi_dd, X and Y (hinge force on the rod)
        matrix = [
            [p["m_W"], 0, 1, 0],  # cart, horizontal
            [m, m * half * cs, -1, 0],  # rod, horizontal
            [0, m * half * sn, 0, -1],  # rod, vertical
            [0, inertia, half * cs, half * sn],  # rod about its mass centre, hinge at half (-sn, cs)
        ]
        right = [
            f - p["d_R"] * s_d - p["c_W"] * (s - 0.1),
            m * half * sn * phi_d**2,
            -m * p["g"] - m * half * cs * phi_d**2,
            0.0,
        ]
        expected = np.linalg.solve(np.array(matrix), right)[:2]
        ours = model.accelerations([s, phi], [s_d, phi_d], {"f_e": f})
        assert_close(ours, expected, "(5.92): accelerations of cart_pendulum against Newton-Euler")


@each
@pytest.mark.equation("5.93")
def test_matrix_form_gives_the_accelerations(system):
    model = system.numeric()
    q, q_d, u = state(system)
    inertia, moving = model.mass_matrix(q, u) @ model.accelerations(q, q_d, u), model.coriolis_matrix(q, q_d, u) @ q_d
    terms = np.stack([inertia, moving, model.potential_forces(q, u)])
    f = model.generalized_forces(q, q_d, u)
    assert_close(terms.sum(axis=0), f, f"(5.93): {system.id}, M q_dd + C q_d + g = f", 1e-8, terms)
    # and independently of M, C, g: d/dt of the momentum ∂T/∂q_d along the motion
    q_dd = model.accelerations(q, q_d, u)

    def momentum(h: np.ndarray) -> np.ndarray:
        place, rate = q + h[0] * q_d + h[0] ** 2 / 2 * q_dd, q_d + h[0] * q_dd
        return slope(lambda v: model.kinetic_energy(place, v), rate, 1e-3)

    change = slope(momentum, np.zeros(1), 1e-3)[:, 0]
    pull = slope(lambda x: model.kinetic_energy(x, q_d) - model.potential_energy(x, u), q, 1e-4)
    assert_close(change - pull, f, f"(5.93): {system.id} by energies alone", 1e-6, terms)


@each
@pytest.mark.equation("5.94")
def test_component_form(system):
    model, n = system.numeric(), len(system.coordinates)
    q, q_d, u = state(system)
    q_dd, M = model.accelerations(q, q_d, u), model.mass_matrix(q)
    c = christoffel(model, q)
    for k in range(n):
        terms = [M[k, j] * q_dd[j] for j in range(n)] + [model.potential_forces(q, u)[k]]
        terms += [c[i, j, k] * q_d[i] * q_d[j] for i in range(n) for j in range(n)]
        f = model.generalized_forces(q, q_d, u)[k]
        assert_close(sum(terms), f, f"(5.94): row {k + 1} of {system.id}", 1e-7, terms)


def christoffel(model, q: np.ndarray) -> np.ndarray:
    """(5.95) with measured derivatives of M: c[i, j, k]."""
    dM = slope(model.mass_matrix, q)  # dM[a, b, i] = ∂M_ab/∂q_i
    n = len(q)
    return np.array(
        [[[(dM[k, j, i] + dM[k, i, j] - dM[i, j, k]) / 2 for k in range(n)] for j in range(n)] for i in range(n)]
    )


@pytest.mark.equation("5.95")
@each
def test_christoffel_symbols(system):
    from mechanics.bridge import from_engine
    from mechanics.lagrange import derivation

    terms, model, n = system.terms, system.numeric(), len(system.coordinates)
    q, _, _ = state(system)
    measured, size = christoffel(model, q), model.mass_matrix(q)
    for i, j, k in np.ndindex(n, n, n):
        c = from_engine(system._expand(derivation.christoffel(terms.M, terms.q, i, j, k)), system.symbols)
        assert_close(
            model.evaluate([c], q)[0],
            measured[i, j, k],
            f"(5.95): c_{i + 1}{j + 1}{k + 1} of {system.id}",
            1e-7,
            size,
        )


@each
@pytest.mark.equation("5.96")
def test_potential_forces_are_the_gradient_of_the_potential(system):
    model = system.numeric()
    q, _, u = state(system)
    measured = slope(lambda x: model.potential_energy(x, u), q)
    assert_close(model.potential_forces(q, u), measured, f"(5.96): g of {system.id}", 1e-8)


@each
@pytest.mark.equation("5.97")
def test_coriolis_matrix_from_christoffel_symbols(system):
    model = system.numeric()
    q, q_d, _ = state(system)
    expected = np.einsum("ijk,i->kj", christoffel(model, q), q_d)
    assert_close(model.coriolis_matrix(q, q_d), expected, f"(5.97): C of {system.id}", 1e-7, model.mass_matrix(q))


@each
@pytest.mark.equation("5.98")
def test_rate_of_energy(system):
    """dE/dt from E itself along the motion, against q_dᵀ(M q_dd + M_d q_d / 2 + ∂V/∂q) and the power of f."""
    model = system.numeric()
    q, q_d, u = state(system)
    q_dd = model.accelerations(q, q_d, u)

    def energy(h: np.ndarray) -> float:
        place, rate = q + h[0] * q_d + h[0] ** 2 / 2 * q_dd, q_d + h[0] * q_dd
        return model.kinetic_energy(place, rate) + model.potential_energy(place, u)

    measured = slope(energy, np.zeros(1), 1e-4)[0]
    M_d = slope(model.mass_matrix, q) @ q_d
    terms = [model.mass_matrix(q) @ q_dd, M_d @ q_d / 2, slope(lambda x: model.potential_energy(x, u), q)]
    scale = np.abs(terms) @ np.abs(q_d)
    assert_close(q_d @ sum(terms), measured, f"(5.98): energy rate of {system.id}", 1e-7, scale)
    power = model.evaluate([system.power], q, q_d, u)[0]
    assert_close(power, measured, f"(5.98): {system.id}, power of f", 1e-7, scale)


@each
@pytest.mark.equation("5.99")
def test_without_forces_the_energy_rate_is_a_quadratic_form_of_n(system):
    model = system.numeric()
    q, q_d, _ = state(system)
    q_dd = np.linalg.solve(
        model.mass_matrix(q), -model.coriolis_matrix(q, q_d) @ q_d - model.potential_forces(q)
    )  # (5.93) with f = 0
    M_d = slope(model.mass_matrix, q) @ q_d
    rate = q_d @ (model.mass_matrix(q) @ q_dd + M_d @ q_d / 2 + model.potential_forces(q))
    N = np.array(model.evaluate(list(system.skew_matrix), q, q_d)).reshape(len(q), len(q))
    scale = np.abs(q_d) @ np.abs(model.mass_matrix(q)) @ np.abs(q_d)
    assert abs(rate - q_d @ N @ q_d / 2) < 1e-8 * scale, f"(5.99): {system.id}"
    assert abs(rate) < 1e-8 * scale, f"(5.99): the energy of {system.id} changes without a force"
    expected = M_d - 2 * model.coriolis_matrix(q, q_d)
    assert_close(N, expected, f"(5.99): N = M_d - 2 C of {system.id}", 1e-7, model.mass_matrix(q))


@each
@pytest.mark.equation("5.100", "5.101")
def test_elements_of_n(system):
    q, v = system.coordinates.symbols, [x.diff(t) for x in system.coordinates.symbols]
    M, N, n = system.mass_matrix, system.skew_matrix, len(system.coordinates)

    def c(i: int, k: int, j: int) -> sp.Expr:
        return (M[j, k].diff(q[i]) + M[j, i].diff(q[k]) - M[i, k].diff(q[j])) / 2

    for j, k in np.ndindex(n, n):
        long = sum((M[j, k].diff(q[i]) - 2 * c(i, k, j)) * v[i] for i in range(n))
        short = sum((-M[i, j].diff(q[k]) + M[i, k].diff(q[j])) * v[i] for i in range(n))
        assert_same(N[j, k], long, f"(5.100): N_{j + 1}{k + 1} of {system.id}")
        assert_same(N[j, k], short, f"(5.101): N_{j + 1}{k + 1} of {system.id}")


@each
@pytest.mark.equation("5.102")
def test_n_is_skew_symmetric(system):
    assert_same(system.skew_matrix.T, -system.skew_matrix, f"(5.102): N of {system.id}")
    assert system.is_skew_symmetric(), f"(5.102): is_skew_symmetric() of {system.id} says no"


def test_another_choice_of_c_is_not_skew_symmetric():
    """The check can fail: C' = C + a matrix with C'q_d = C q_d spoils the symmetry."""
    v = sp.Matrix([x.diff(t) for x in MANIPULATOR.coordinates.symbols])
    other = MANIPULATOR.coriolis_matrix + sp.Matrix([[v[1], -v[0]], [0, 0]])
    assert_same((other - MANIPULATOR.coriolis_matrix) * v, [0, 0], "the same forces")
    N = MANIPULATOR.mass_matrix.diff(t) - 2 * other
    assert (N + N.T).expand() != sp.zeros(2, 2)
