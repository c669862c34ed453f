"""Inertia tensors against integrals over points drawn inside the bodies, and Steiner against both."""

import numpy as np
import pytest

from mechanics.mass import change_of_basis, cuboid, parallel_axis, solid_cylinder, solid_sphere
from mechanics.rotations import rotation_x, rotation_z


def grid(n: int = 60) -> np.ndarray:
    """Midpoints of a cube of edge 2 about the origin."""
    x = (np.arange(n) + 0.5) / n * 2 - 1
    return np.stack(np.meshgrid(x, x, x, indexing="ij"), axis=-1).reshape(-1, 3)


def inertia(points: np.ndarray, m: float) -> np.ndarray:
    """∫ (|r|² E − r rᵀ) dm over equal parts; (5.13)."""
    square = (points**2).sum()
    return m / len(points) * (square * np.eye(3) - points.T @ points)


def numbers(matrix) -> np.ndarray:
    return np.array(matrix.tolist(), dtype=float)


@pytest.mark.equation("5.84", "3.123")
def test_inertia_of_a_ball_is_that_of_a_grid_of_points():
    points = grid(80)
    inside = points[(points**2).sum(axis=1) < 1] * 0.7
    assert numbers(solid_sphere(3.0, 0.7)) == pytest.approx(inertia(inside, 3.0), rel=5e-3, abs=1e-9)


@pytest.mark.equation("5.32")
def test_cuboid_and_cylinder():
    points = grid()
    box = points * [0.5, 1, 1.5]
    assert numbers(cuboid(2.0, 1.0, 2.0, 3.0)) == pytest.approx(inertia(box, 2.0), rel=1e-3, abs=1e-9)
    round_ones = points[points[:, 0] ** 2 + points[:, 1] ** 2 < 1] * [0.4, 0.4, 1.1]
    assert numbers(solid_cylinder(2.0, 0.4, 2.2)) == pytest.approx(inertia(round_ones, 2.0), rel=1e-2, abs=1e-9)


@pytest.mark.equation("3.126")
def test_steiner_is_the_integral_about_the_shifted_point():
    points, offset = grid(20), np.array([0.3, -0.5, 0.8])
    about_centre = inertia(points, 2.0)
    assert numbers(parallel_axis(about_centre, 2.0, offset)) == pytest.approx(inertia(points + offset, 2.0), abs=1e-9)


@pytest.mark.equation("5.15")
def test_turned_axes_are_the_integral_over_the_turned_body():
    points = grid(20) * [0.5, 1, 1.5]
    R = rotation_z(0.4) * rotation_x(-0.9)
    turned = points @ numbers(R).T
    assert numbers(change_of_basis(inertia(points, 2.0), R)) == pytest.approx(inertia(turned, 2.0), abs=1e-9)
