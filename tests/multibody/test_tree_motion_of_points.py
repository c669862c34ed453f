"""Velocities and accelerations of a tree are derivatives of its positions; energies and momenta are those of points."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import (
    BaseState,
    accelerations,
    angular_momentum,
    gravity_energy,
    hinge_positions,
    kinetic_energy,
    momentum,
    positions,
    velocities,
)

from .motions import derivative
from .random_trees import Case, cases

POINTS = np.vstack([np.eye(3), -np.eye(3)])  # of a cloud, in the principal axes of the body


def base_at(base: BaseState, t: float) -> BaseState:
    """Where the base is after a short time t, with the velocities and accelerations that it has at t = 0."""
    turn = Rotation.from_rotvec(base.w * t + base.w_d * t**2 / 2).as_matrix()
    return BaseState(r=base.r + base.r_d * t + base.r_dd * t**2 / 2, A=base.A @ turn)


def orientations(case: Case, w_d: np.ndarray, t: float) -> np.ndarray:
    return case.A @ Rotation.from_rotvec(case.w * t + w_d * t**2 / 2).as_matrix()


def second(f) -> np.ndarray:
    return derivative(lambda t: derivative(lambda s: f(t + s)))


@settings(max_examples=15)
@given(cases(most=5))
def test_velocities_and_accelerations_are_derivatives_of_positions(case):
    """On a base that moves and turns."""
    w_d = np.roll(case.M, 1, axis=0)  # any angular accelerations

    def place(t):
        return positions(case.tree, orientations(case, w_d, t), base_at(case.base, t))

    np.testing.assert_allclose(velocities(*case.state, case.base), derivative(place), atol=1e-7, err_msg="velocities")
    found = accelerations(*case.state, w_d, case.base)
    np.testing.assert_allclose(found, second(place), atol=1e-6, err_msg="accelerations")


@settings(max_examples=15)
@given(cases(most=5))
def test_energies_and_momenta_are_those_of_the_points_of_the_bodies(case):
    """Each body as six points with its mass, mass centre and inertia; velocities of points by differences."""
    m, J, g = case.tree.m, case.tree.J, np.array([0.3, -1.0, -9.0])
    second_moments, axes = np.linalg.eigh(np.trace(J, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(3) - J)
    arms = np.sqrt(3 * np.clip(second_moments, 0, None) / m[:, None])
    clouds = np.einsum("ipk,ixk->ipx", POINTS * arms[:, None], axes)
    mass = np.repeat(m / 6, 6)

    def points(t):
        A, base = orientations(case, 0 * case.w, t), base_at(case.base, t)
        return (positions(case.tree, A, base)[:, None] + np.einsum("ixy,ipy->ipx", A, clouds)).reshape(-1, 3)

    r, v, about = points(0.0), derivative(points), np.array([0.5, -0.2, 1.0])
    energy, weight = kinetic_energy(*case.state, case.base), gravity_energy(*case.state[:2], g, case.base)
    assert energy == pytest.approx(mass @ np.sum(v * v, axis=1) / 2, rel=1e-6)
    assert weight == pytest.approx(-mass @ (r @ g), rel=1e-9, abs=1e-9), "-Σ m g·r: high is much"
    np.testing.assert_allclose(momentum(*case.state, case.base), mass @ v, atol=1e-6)
    moments = mass @ np.cross(r - about, v)
    np.testing.assert_allclose(angular_momentum(*case.state, case.base, about), moments, atol=1e-5)


@given(cases(most=4))
def test_hinges_come_in_the_order_of_the_arcs(case):
    r, hinges = positions(case.tree, case.A, case.base), hinge_positions(case.tree, case.A, case.base)
    for a, (plus, _) in enumerate(case.tree.graph.arcs):
        centre, A = (case.base.r, case.base.A) if plus == 0 else (r[plus - 1], case.A[plus - 1])
        np.testing.assert_allclose(hinges[a], centre + A @ case.tree.c_plus[a], atol=1e-12)
