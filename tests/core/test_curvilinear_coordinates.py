"""Velocity and acceleration in curvilinear coordinates against derivatives of the Cartesian position."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics.kinematics import CARTESIAN, CYLINDRICAL, POLAR, SPHERICAL, CurvilinearCoordinates
from mechanics.model import ModelError
from mechanics.symbols import coordinate_symbol, t

PARABOLIC = CurvilinearCoordinates("u v w", lambda u, v, w: (u * v, (v**2 - u**2) / 2, w))
SKEW = CurvilinearCoordinates("a b", lambda a, b: (a + b**2, b - a / 2))
ORTHOGONAL = {
    "Cartesian": CARTESIAN, "polar": POLAR, "cylindrical": CYLINDRICAL, "spherical": SPHERICAL,
    "parabolic": PARABOLIC,
}  # fmt: skip
ALL = ORTHOGONAL | {"skew": SKEW}
orthogonal = pytest.mark.parametrize("name", ORTHOGONAL)
everyone = pytest.mark.parametrize("name", ALL)

numbers = st.integers(min_value=-30, max_value=30).map(lambda k: k / 10)
places = st.tuples(*[st.integers(min_value=2, max_value=28).map(lambda k: k / 10)] * 3)
rates = st.tuples(numbers, numbers, numbers)


def derivatives(coordinates, q, q_d, q_dd, h=1e-3):
    """Cartesian velocity and acceleration of the motion q + q_d t + q_dd t²/2 at t = 0, by central differences."""
    time = h * np.arange(-2, 3)[:, None]
    x = coordinates.position(np.array(q) + np.array(q_d) * time + np.array(q_dd) * time**2 / 2)
    return np.array([1, -8, 0, 8, -1]) @ x / (12 * h), np.array([-1, 16, -30, 16, -1]) @ x / (12 * h**2)


@everyone
@given(q=places, q_d=rates, q_dd=rates)
def test_components_put_together_are_the_derivatives_of_the_position(name, q, q_d, q_dd):
    coordinates, n = ALL[name], len(ALL[name].names)
    q, q_d, q_dd = q[:n], q_d[:n], q_dd[:n]
    v, a = derivatives(coordinates, q, q_d, q_dd)
    ours = (
        coordinates.vector(q, coordinates.velocity(q, q_d)),
        coordinates.vector(q, coordinates.acceleration(q, q_d, q_dd)),
    )
    assert ours[0] == pytest.approx(v, abs=1e-6), f"velocity in {name} coordinates at {q} with the rates {q_d}"
    assert ours[1] == pytest.approx(a, rel=1e-6, abs=1e-5), f"acceleration in {name} coordinates at {q}, {q_d}, {q_dd}"


@orthogonal
@given(q=places)
def test_unit_vectors_are_orthonormal(name, q):
    coordinates = ORTHOGONAL[name]
    E = coordinates.basis(q[: len(coordinates.names)])
    products = E.T @ E
    assert products == pytest.approx(np.eye(len(E)), abs=1e-12), f"{name}: the unit vectors at {q} are not orthonormal"
    assert coordinates.is_orthogonal


@everyone
@given(q=places, q_d=rates)
def test_unit_vectors_turn_as_the_christoffel_symbols_say(name, q, q_d):
    coordinates, n = ALL[name], len(ALL[name].names)
    q, q_d, h = np.array(q[:n]), np.array(q_d[:n]), 1e-6
    E = coordinates.basis(q)
    E_d = (coordinates.basis(q + h * q_d) - coordinates.basis(q - h * q_d)) / (2 * h)
    w = coordinates.basis_rates(q, q_d)
    turned = E @ w
    assert turned == pytest.approx(E_d, abs=1e-5), f"{name}: rates of the unit vectors at {q} with {q_d}"
    if coordinates.is_orthogonal:
        assert w == pytest.approx(-w.T, abs=1e-9), f"{name}: a turning orthonormal basis has skew-symmetric rates"


@everyone
def test_christoffel_symbols_are_derivatives_of_the_tangent_vectors(name):
    coordinates = ALL[name]
    q, n = coordinates.symbols, len(coordinates.names)
    J, gamma = coordinates.jacobian(q), coordinates.christoffel(q)
    point = dict(zip(q, [0.7, 1.1, 0.4], strict=False))
    for i in range(n):
        for j in range(n):
            sum_k = sum((gamma[k][i, j] * J[:, k] for k in range(n)), sp.zeros(n, 1))
            error = (J[:, i].diff(q[j]) - sum_k).subs(point)
            assert max(abs(float(x)) for x in error) < 1e-12, f"{name}: ∂g_{i}/∂q_{j} is not Σ Γ^k g_k"


def test_a_straight_motion_with_constant_speed_has_no_acceleration_in_any_coordinates():
    """x = 1, y = 2 t in polar coordinates: r, phi and their rates by hand from the right triangle."""
    s = np.linspace(-2, 3, 41)
    r = np.hypot(1, 2 * s)
    q, q_d = np.stack([r, np.arctan(2 * s)], axis=-1), np.stack([4 * s / r, 2 / r**2], axis=-1)
    q_dd = np.stack([4 / r**3, -16 * s / r**4], axis=-1)
    assert POLAR.acceleration(q, q_d, q_dd) == pytest.approx(np.zeros((41, 2)), abs=1e-12)
    assert np.linalg.norm(POLAR.velocity(q, q_d), axis=-1) == pytest.approx(np.full(41, 2.0))


def test_circle_has_centripetal_acceleration_and_no_radial_velocity():
    R, w = sp.symbols("R omega", positive=True)
    assert POLAR.velocity([R, w * t]) == sp.Matrix([0, R * w])
    assert POLAR.acceleration([R, w * t]) == sp.Matrix([-R * w**2, 0])


def test_coriolis_term_of_a_point_that_walks_outwards_on_a_turntable():
    """r = u t, phi = w t: the acceleration across is 2 u w, the factor 2 is the one that is forgotten."""
    u, w = sp.symbols("u omega", positive=True)
    a = POLAR.acceleration([u * t, w * t])
    assert a[1] == 2 * u * w and a[0] == -u * w**2 * t


def test_spherical_coordinates_on_the_equator_are_polar_ones():
    q, q_d, q_dd = [1.3, np.pi / 2, 0.4], [0.2, 0.0, -1.1], [0.5, 0.0, 0.7]
    plane = [[x[0], x[2]] for x in (q, q_d, q_dd)]
    a, b = SPHERICAL.acceleration(q, q_d, q_dd), POLAR.acceleration(*plane)
    assert a == pytest.approx([b[0], 0.0, b[1]], abs=1e-12)


def test_functions_of_time_and_given_rates_are_the_same():
    q = [coordinate_symbol(name) for name in ("r", "theta", "phi")]
    q_d, q_dd = [x.diff(t) for x in q], [x.diff(t, 2) for x in q]
    assert SPHERICAL.acceleration(q) == SPHERICAL.acceleration(q, q_d, q_dd)
    assert SPHERICAL.velocity(q) == SPHERICAL.velocity(q, q_d)


def test_position_along_the_unit_vectors():
    r, theta, phi = SPHERICAL.symbols
    q = [r, theta, phi]
    assert SPHERICAL.components(q, SPHERICAL.position(q)) == sp.Matrix([r, 0, 0])
    assert CYLINDRICAL.components([2.0, 0.3, -1.0], [0.0, 0.0, 4.0]) == pytest.approx([0, 0, 4])


@everyone
def test_components_and_vector_are_inverse(name):
    coordinates = ALL[name]
    n = len(coordinates.names)
    rng = np.random.default_rng(2)
    q, vector = rng.uniform(0.3, 1.4, (5, 7, n)), rng.normal(size=(5, 7, n))
    assert coordinates.vector(q, coordinates.components(q, vector)) == pytest.approx(vector)


def test_many_points_are_one_call():
    rng = np.random.default_rng(3)
    q, q_d, q_dd = rng.uniform(0.2, 1.5, (4, 100, 3)), rng.normal(size=3), rng.normal(size=(100, 3))
    together = SPHERICAL.acceleration(q, q_d, q_dd)
    assert together.shape == (4, 100, 3)
    assert together[2, 17] == pytest.approx(SPHERICAL.acceleration(q[2, 17], q_d, q_dd[17]))


def test_beyond_the_pole_the_unit_vectors_go_on_smoothly():
    before, after = SPHERICAL.basis([1.0, 1e-9, 0.5]), SPHERICAL.basis([1.0, -1e-9, 0.5])
    assert after == pytest.approx(before, abs=1e-8)


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: POLAR.christoffel([0.0, 1.0]), "singular at r = 0, phi = 1"),
        (lambda: POLAR.christoffel([sp.Integer(0), sp.Symbol("x")]), "singular at r = 0"),
        (lambda: POLAR.velocity([1.0, 2.0]), "q_d is missing"),
        (lambda: POLAR.acceleration([1.0, 2.0], [0.0, 0.0]), "q_dd is missing"),
        (lambda: POLAR.velocity([1.0, 2.0, 3.0], [0, 0, 0]), "2 finite numbers.*r, phi"),
        (lambda: POLAR.velocity([1.0, np.nan], [0, 0]), "2 finite numbers"),
        (lambda: POLAR.velocity([1.0, 2.0], [0.0, "fast"]), "2 finite numbers"),
        (lambda: POLAR.velocity(POLAR.symbols, [1.0]), "2 finite numbers"),
        (
            lambda: CurvilinearCoordinates("a b", lambda a, b: (a + b, 2 * a + 2 * b)),
            "determinant.*zero everywhere",
        ),
        (lambda: CurvilinearCoordinates("a b", lambda a, b: (a, b, a)), "2 for a b; the map gives 3"),
        (lambda: CurvilinearCoordinates("a a", lambda a, b: (a, b)), "different names"),
        (
            lambda: CurvilinearCoordinates("a b", lambda a, b: (sp.Symbol("k") * a, b)).velocity([1.0, 1.0], [1, 1]),
            "no numbers for k",
        ),
    ],
)
def test_bad_input_is_one_sentence(call, sentence):
    with pytest.raises(ModelError, match=sentence):
        call()
