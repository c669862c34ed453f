"""Bryant angles, Euler angles and quaternions say the same about a turning body; where angles fail, they say so."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from mechanics.model import ModelError
from mechanics.multibody.trees import (
    BRYANT,
    EULER,
    QUATERNION,
    Link,
    Loads,
    Tree,
    angular_accelerations,
    angular_momentum,
    kinetic_energy,
)

KINDS = pytest.mark.parametrize("kind", [BRYANT, EULER, QUATERNION], ids=["Bryant", "Euler", "quaternion"])


@KINDS
@settings(max_examples=20)
@given(seed=st.integers(0, 2**30))
def test_the_matrix_turns_with_the_angular_velocity(kind, seed):
    """A' = A ω̃, whichever coordinates describe A."""
    rng = np.random.default_rng(seed)
    A, w, h = Rotation.random(5, random_state=seed % 2**31).as_matrix(), rng.normal(size=(5, 3)), 1e-5
    q = kind.of(A)
    np.testing.assert_allclose(kind.matrix(q), A, atol=1e-12, err_msg="there and back")
    rates = kind.rates(q, w)
    A_d = (kind.matrix(q + h * rates) - kind.matrix(q - h * rates)) / (2 * h)
    spin = np.einsum("iba,ibc->iac", A, A_d)
    found = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=-1)
    steep = np.abs(rates).max() ** 3  # close to a singular position the rates are large
    np.testing.assert_allclose(found, w, atol=1e-8 * (1 + steep))


@KINDS
def test_one_body_or_many_instants(kind):
    A = Rotation.random(6, random_state=3).as_matrix().reshape(2, 3, 3, 3)
    w = np.ones((2, 3, 3))
    q = kind.of(A)
    assert q.shape == (2, 3, kind.size) == kind.rates(q, w).shape
    np.testing.assert_allclose(kind.rates(q[0, 1], w[0, 1]), kind.rates(q, w)[0, 1], atol=1e-14)
    np.testing.assert_allclose(kind.matrix(q[0, 1]), A[0, 1], atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "lost", "sentence"),
    [
        (BRYANT, np.pi / 2, "Bryant angles are singular in row 2: at alpha_2 = 1.5708 rad"),
        (BRYANT, -np.pi / 2, "the axes of alpha_1 and alpha_3 coincide"),
        (EULER, 0.0, "Euler angles are singular in row 2: at theta = 0 rad the axes of psi and phi coincide"),
        (EULER, np.pi, "at theta = 3.14159 rad"),
    ],
)
def test_singular_positions_are_named(kind, lost, sentence):
    q = np.array([[0.1, 0.7, 0.2], [0.3, lost, 0.4]])
    assert np.isfinite(kind.rates(q[0], np.ones(3))).all()
    with pytest.raises(ModelError) as error:
        kind.rates(q, np.ones((2, 3)))
    assert sentence in str(error.value), f"the message is: {error.value}"


def motion(kind, tree: Tree, loads: Loads):
    """x' = f(t, x) of W(1) and W(2) with x = (q, ω)."""
    n = tree.n

    def f(t, x):
        q, w = x[: n * kind.size].reshape(n, kind.size), x[n * kind.size :].reshape(n, 3)
        A = kind.matrix(q)
        return np.r_[kind.rates(q, w).ravel(), angular_accelerations(tree, A, w, *loads.at(t, A, w)).ravel()]

    return f


def test_all_coordinates_tell_the_same_motion_and_keep_energy_and_angular_momentum():
    """Three bodies on a fixed hinge without weight: nothing works, nothing turns them about the hinge."""
    links = [
        Link("a", 1.0, (0.2, 0.3, 0.4), hinge=(0.1, 0, 0.5)),
        Link("b", 2.0, (1, 1, 1.5), "a", (0, 0.3, -0.5)),
    ]
    links.append(Link("c", 0.5, (0.1, 0.1, 0.05), "a", (0.4, 0, 0), (0, 0.2, 0.3)))
    tree = Tree.of(links)
    A, w = (
        Rotation.from_euler("XYZ", np.full((3, 3), 0.6)).as_matrix(),
        np.array([[1, 0.5, -1], [0, 1, 1], [2, -1, 1]]),
    )
    ends = {}
    for kind in (BRYANT, EULER, QUATERNION):
        start = np.r_[kind.of(A).ravel(), w.ravel()]
        run = solve_ivp(motion(kind, tree, Loads(tree, (0, 0, 0))), (0, 0.4), start, rtol=1e-10, atol=1e-11)
        q, w_end = run.y[: 3 * kind.size, -1].reshape(3, kind.size), run.y[3 * kind.size :, -1].reshape(3, 3)
        ends[kind] = kind.matrix(q), w_end
        for quantity in (kinetic_energy, angular_momentum):
            kept = quantity(tree, A, w)
            np.testing.assert_allclose(quantity(tree, *ends[kind]), kept, atol=1e-8 * np.abs(kept).max())
    for kind in (BRYANT, EULER):
        np.testing.assert_allclose(ends[kind][0], ends[QUATERNION][0], atol=1e-7, err_msg="orientations at the end")
    assert np.abs(ends[BRYANT][0] - A).max() > 0.3, "the bodies have turned"


def test_quaternions_pass_where_bryant_angles_fail():
    """A body that spins about its own y axis, hinged at its mass centre, passes alpha_2 = π/2."""
    tree = Tree.of([Link("body", 1.0, (1.0, 2.0, 2.5))])
    loads = Loads(tree, (0, 0, 0))

    w = [0.0, 1.0, 0.0]
    run = solve_ivp(motion(QUATERNION, tree, loads), (0, 2.0), [1, 0, 0, 0, *w], rtol=1e-9, atol=1e-9)
    expected = Rotation.from_rotvec([0, 2.0, 0]).as_matrix()
    np.testing.assert_allclose(QUATERNION.matrix(run.y[:4, -1]), expected, atol=1e-7)
    with pytest.raises(ModelError, match="alpha_2 = 1.57"):
        motion(BRYANT, tree, loads)(0.0, np.array([0, np.pi / 2, 0, *w]))
