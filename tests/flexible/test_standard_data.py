"""Standard data: redundancies, other frames, several bodies, what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from mechanics.flexible import StandardData, assembled, kinetic_energy, mass_matrix, moved
from mechanics.flexible.checking import gram
from mechanics.model import ModelError
from mechanics.rotations.arrays import skew

from .bodies import Cloud, body, cloud, clouds, power_of, stiffness, velocities

NAMES = ("c0", "I0", "C1", "C2", "C3", "C4", "C5", "C6")


def integrals(nodes: Cloud) -> dict[str, np.ndarray]:
    """All integrals as they are defined, node by node."""
    masses, places, modes = nodes
    n_q, total = modes.shape[2], masses.sum()
    tilde = lambda l: skew(modes[:, :, l])  # noqa: E731
    sum_ = lambda fields, shape: np.einsum("n,n...->...", masses, fields).reshape(shape)  # noqa: E731
    R = skew(places)
    return {
        "c0": masses @ places / total, "I0": sum_(R @ R.transpose(0, 2, 1), (3, 3)), "C1": sum_(modes, (3, n_q)),
        "C2": sum_(R @ modes, (3, n_q)), "C3": sum_(np.einsum("nal,nbm->nablm", modes, modes), (3, 3, n_q, n_q)),
        "C4": np.array([sum_(R @ tilde(l), (3, 3)) for l in range(n_q)]).reshape(n_q, 3, 3),
        "C5": np.array([sum_(tilde(l) @ modes, (3, n_q)) for l in range(n_q)]).reshape(n_q, 3, n_q),
        "C6": np.array([[sum_(tilde(k) @ tilde(l), (3, 3)) for l in range(n_q)] for k in range(n_q)]).reshape(
            n_q, n_q, 3, 3
        ),
    }  # fmt: skip


@settings(max_examples=30)
@given(clouds)
def test_every_integral_is_the_sum_of_its_definition(nodes):
    data, expected = StandardData.from_nodes(*nodes), integrals(nodes)
    for name in NAMES:
        np.testing.assert_allclose(getattr(data, name), expected[name], atol=1e-12, err_msg=f"{name} of nodes")


@settings(max_examples=30)
@given(clouds)
def test_the_integrals_are_redundant(nodes):
    """Identities that hold for integrals taken node by node, so that storing a part of them is enough."""
    masses, places, modes = nodes
    C = integrals(nodes)
    M_e = np.einsum("n,nal,nam->lm", masses, modes, modes)
    same = lambda a, b, what: np.testing.assert_allclose(a, b, atol=1e-12, err_msg=what)  # noqa: E731
    for l in range(modes.shape[2]):
        same(C["C4"][l] - C["C4"][l].T, skew(C["C2"][:, l]), "C4 - C4ᵀ")
        along = np.einsum("n,na,na->", masses, places, modes[:, :, l])
        same(np.trace(C["C4"][l]), -2 * along, "trace of C4: - 2 ∫ R_0·Φ_l dm")
        for m in range(modes.shape[2]):
            vector = [
                C["C3"][(a + 1) % 3, (a + 2) % 3][l, m] - C["C3"][(a + 2) % 3, (a + 1) % 3][l, m] for a in range(3)
            ]
            same(C["C5"][l][:, m], vector, "C5 from C3")
            same(C["C5"][l][:, m], -C["C5"][m][:, l], "C5 is skew in its modes")
            same(C["C6"][l, m], C["C6"][m, l].T, "C6 of exchanged modes")
            tensor = C["C3"][:, :, m, l] - M_e[l, m] * np.eye(3)
            same(C["C6"][l, m], tensor, "C6 from C3")


def test_lumped_masses_come_close_to_gauss_points_which_are_exact():
    """∫ x⁴ dx and its kin: the midpoint rule has a quarter of the error when its steps are halved."""

    def data(x, weights):
        """A beam along x with one mode x² to the side and one x³ upwards."""
        zero = np.zeros_like(x)
        modes = np.moveaxis([[zero, zero], [x**2, zero], [zero, x**3]], 2, 0)
        return StandardData.from_nodes(weights, np.stack([x, zero, zero], axis=1), modes)

    x, weights = np.polynomial.legendre.leggauss(4)
    exact = data((x + 1) / 2, weights / 2)
    np.testing.assert_allclose(exact.C1, [[0, 0], [1 / 3, 0], [0, 1 / 4]], atol=1e-15)
    np.testing.assert_allclose(exact.M_e, np.diag([1 / 5, 1 / 7]), atol=1e-15)
    np.testing.assert_allclose(exact.C2, [[0, 0], [0, -1 / 5], [1 / 4, 0]], atol=1e-15)
    errors = []
    for n in (20, 40):
        lumped = data((np.arange(n) + 0.5) / n, np.full(n, 1 / n))
        errors.append([np.abs(getattr(lumped, name) - getattr(exact, name)).max() for name in ("C1", "C3", "C4", "C6")])
    np.testing.assert_allclose(np.divide(*errors), 4, rtol=0.01)


# --- other frames, several bodies -----------------------------------------------------------------------


@settings(max_examples=20)
@given(clouds, st.integers(0, 1000))
def test_moving_the_data_is_moving_the_nodes(nodes, seed):
    (masses, places, modes), R = nodes, Rotation.random(random_state=seed).as_matrix()
    r = np.random.default_rng(seed).normal(size=3)
    ours = moved(StandardData.from_nodes(*nodes), r, R)
    theirs = StandardData.from_nodes(masses, r + places @ R.T, np.einsum("ab,nbl->nal", R, modes))
    for name in NAMES:
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), atol=1e-12, err_msg=name)


def test_geometric_stiffening_turns_with_the_body_but_does_not_move():
    K_geo = np.zeros((6, 2, 2))
    K_geo[2], K_geo[3] = [[2, 0.5], [0.5, 1]], [[0.3, 0.1], [0.1, 0.2]]
    data, _ = body(3, 2, K_geo=K_geo)
    R = Rotation.random(random_state=5).as_matrix()
    turned, w = moved(data, R=R), np.array([0.7, -0.4, 1.2])
    added = lambda data, w: np.einsum("klab,a,b->kl", data.geometric_tensors, w, w)  # noqa: E731
    np.testing.assert_allclose(added(turned, R @ w), added(data, w), atol=1e-14)
    np.testing.assert_allclose(added(data, w), w[2] ** 2 * K_geo[2] + w[0] * w[1] * K_geo[3], atol=1e-14)
    with pytest.raises(ModelError, match="distance from the axis"):
        moved(data, r=(1, 0, 0))


def test_a_hub_and_two_panels_are_the_body_of_all_their_nodes():
    parts = [cloud(seed, n_q) for seed, n_q in ((1, 2), (2, 3), (3, 0))]
    total = assembled(*(StandardData.from_nodes(*part) for part in parts))
    columns = np.cumsum([0, 2, 3, 0])
    modes = [np.zeros((9, 3, 5)) for _ in parts]
    for k, part in enumerate(parts):
        modes[k][:, :, columns[k] : columns[k + 1]] = part[2]
    together = StandardData.from_nodes(
        np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]), np.concatenate(modes)
    )
    for name in ("m", *NAMES):
        np.testing.assert_allclose(getattr(total, name), getattr(together, name), atol=1e-12, err_msg=name)


def test_stiffness_of_the_parts_stays_theirs():
    K = [stiffness(k, 2) for k in range(2)]
    total = assembled(*(body(k, 2, K_e=K[k], D_e=0.1 * K[k])[0] for k in range(2)))
    np.testing.assert_allclose(total.K_e[:2, :2], K[0])
    np.testing.assert_allclose(total.D_e[2:, 2:], 0.1 * K[1])
    assert not total.K_e[:2, 2:].any()


@settings(max_examples=20)
@given(clouds, st.integers(0, 1000))
def test_the_mass_matrix_measures_the_kinetic_energy_of_the_nodes(nodes, seed):
    rng, n_q = np.random.default_rng(seed), nodes[2].shape[2]
    v, w, q, q_d = rng.normal(size=3), rng.normal(size=3), rng.normal(size=n_q), rng.normal(size=n_q)
    data = StandardData.from_nodes(*nodes)
    speed = velocities(nodes, v, w, q, q_d)
    energy = (nodes[0] @ np.sum(speed**2, axis=1)) / 2
    z = np.concatenate([v, w, q_d])
    M = mass_matrix(data, q)
    assert z @ M @ z / 2 == pytest.approx(energy, rel=1e-12)
    assert kinetic_energy(data, v, w, q, q_d) == pytest.approx(energy, rel=1e-12)
    np.testing.assert_allclose(M @ z, power_of(nodes, q, speed), atol=1e-11 * (1 + energy), err_msg="momenta M z")
    np.testing.assert_allclose(M, M.T, atol=1e-14, err_msg="M must be symmetric")


# --- what no body has -----------------------------------------------------------------------------------


def numbers(**changes) -> dict:
    data, _ = body(4, 2, K_e=stiffness(4, 2), D_e=stiffness(5, 2))
    fields = {name: getattr(data, name) for name in ("m", "c0", "I0", "C1", "C2", "C3", "C4", "K_e", "D_e")}
    return fields | {name: change(np.array(fields[name])) for name, change in changes.items()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"m": lambda m: -m}, "mass m must be positive"),
        ({"c0": lambda c: c * np.nan}, r"c0 must hold finite numbers; .0. is nan"),
        ({"I0": lambda I: I - np.eye(3) * np.linalg.eigvalsh(I)[0]}, "No body has this m, c0 and I0"),
        ({"I0": lambda I: I + skew(np.ones(3))}, "I0 = I0ᵀ"),
        ({"C1": lambda C: C[:2]}, "C1 must have the shape .3, n.; got .2, 2."),
        ({"C2": lambda C: -C}, r"C4\[l\] - C4\[l\]ᵀ = tilde"),
        ({"C4": lambda C: C.transpose(0, 2, 1)}, r"C4\[l\] - C4\[l\]ᵀ = tilde"),
        ({"C3": lambda C: C + np.tri(3)[..., None, None]}, r"C3\[a, b\] = C3\[b, a\]ᵀ"),
        ({"C3": lambda C: C.transpose(0, 1, 3, 2)}, "No body has these integrals"),
        ({"C3": lambda C: C / 50}, "No body has these integrals"),
        ({"C1": lambda C: 20 * C}, "No body has these integrals"),
        ({"K_e": lambda K: K - 100 * np.eye(2)}, "instead of storing it"),
        ({"D_e": lambda D: -D}, "Damping would give energy"),
        ({"K_e": lambda K: K + [[0, 1], [0, 0]]}, "K_e = K_eᵀ"),
        ({"C4": lambda C: "nonsense"}, "C4 must be numbers"),
    ],
)  # fmt: skip
def test_data_that_no_body_has_are_refused_by_the_name_of_the_relation(change, message):
    StandardData(**numbers())
    with pytest.raises(ModelError, match=message):
        StandardData(**numbers(**change))


def test_tables_with_c5_and_c6_are_compared():
    data, _ = body(4, 2)
    fields = numbers()
    StandardData.from_integrals(**fields, C5=data.C5, C6=data.C6)
    with pytest.raises(ModelError, match="eps_abc"):
        StandardData.from_integrals(**fields, C5=-data.C5)
    with pytest.raises(ModelError, match="delta_ab"):
        StandardData.from_integrals(**fields, C6=data.C6.transpose(1, 0, 2, 3))


@pytest.mark.parametrize(
    ("masses", "places", "modes", "message"),
    [
        ([1, -1], np.zeros((2, 3)), np.zeros((2, 3, 1)), "must not be negative"),
        ([], np.zeros((0, 3)), np.zeros((0, 3, 1)), "must not be negative and not all zero"),
        ([1, 1], np.zeros((3, 3)), np.zeros((2, 3, 1)), "R_0 must have the shape .2, 3.; got .3, 3."),
        ([1, 1], np.zeros((2, 3)), np.zeros((2, 1, 3)), "Phi must have the shape .2, 3, n.; got .2, 1, 3."),
    ],
)
def test_nodes_that_do_not_fit_are_refused(masses, places, modes, message):
    with pytest.raises(ModelError, match=message):
        StandardData.from_nodes(masses, places, modes)


def test_thin_and_small_bodies_are_bodies():
    """A rod has no moment about its axis, a point has none at all, modes may be as small as they like."""
    x = np.linspace(0, 1, 5)[:, None] * np.array([1, 2, 3])
    modes = np.einsum("na,l->nal", x, [1e-9, 1e6])
    StandardData.from_nodes(np.full(5, 1e-6), x, modes)
    StandardData.from_nodes([3.0], [[0.1, 0, 0]], np.zeros((1, 3, 1)))
    assert StandardData.rigid(2, (0, 0, 0), np.zeros((3, 3))).n_q == 0


@settings(max_examples=20)
@given(clouds)
def test_all_products_of_the_functions_of_a_body_have_no_negative_eigenvalue(nodes):
    masses, places, modes = nodes
    n_q = modes.shape[2]
    functions = np.hstack([np.ones((len(masses), 1)), places, modes.reshape(len(masses), 3 * n_q)])
    expected = functions.T @ (masses[:, None] * functions)
    np.testing.assert_allclose(gram(StandardData.from_nodes(*nodes)), expected, atol=1e-12)
