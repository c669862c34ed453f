"""Forces as shapes: arrows to scale that begin or end in their point, closed polygons, cones of the right width."""

import numpy as np
import pytest
from sympy import Matrix, Rational, symbols

from mechanics.forces import (
    Couple,
    Force,
    RoughContact,
    cone_shape,
    couple_arrow,
    force_arrow,
    force_polygon,
)
from mechanics.scene.compiled import in_world


def on_page(shape, point) -> np.ndarray:
    return np.array(in_world(shape.frame, point), dtype=float).ravel()


def test_z_is_up_and_x_to_the_right_on_the_page():
    arrow = force_arrow(Force((3, 0, 4), (1, 0, 2)), 0.5)
    assert on_page(arrow, arrow.start) == pytest.approx([1, 2, 0])
    assert on_page(arrow, arrow.end) == pytest.approx([2.5, 4, 0]), "half a metre for a newton"


def test_a_push_ends_in_its_point():
    arrow = force_arrow(Force((0, 0, -2), (0, 0, 1)), 1, push=True)
    assert on_page(arrow, arrow.end) == pytest.approx([0, 1, 0])
    assert on_page(arrow, arrow.start) == pytest.approx([0, 3, 0])


def test_e_y_points_into_the_page():
    """A right-handed frame: x to the right and z upwards leave y away from the viewer."""
    (arrow, second) = couple_arrow(Couple((0, 2, 0)), (0, 0, 0), 1)
    assert on_page(arrow, arrow.end) == pytest.approx([0, 0, -2])
    assert np.linalg.norm(on_page(second, second.end)) < 2, "the second head stands behind the first"


def test_the_polygon_of_an_equilibrium_closes():
    f = symbols("f", positive=True)
    forces = [Force((f, 0, 0), (1, 0, 0)), Force((0, 0, f), (0, 5, 0)), Force((-f, 0, -f))]
    arrows = force_polygon(forces, "abc", (1, 0, 1), 2)
    for first, second in zip(arrows, arrows[1:], strict=False):
        assert first.end == second.start, "head to tail"
    assert arrows[-1].end == arrows[0].start == Matrix([1, 0, 1])


def test_the_cone_opens_by_the_angle_of_friction_to_both_sides():
    contact = RoughContact((0, 0, 1), (0, 0, 1), Rational(3, 4))
    left, tip, right = cone_shape(contact, (1, 0, 0), 5).points
    assert tip == Matrix([0, 0, 1])
    assert {tuple(left - tip), tuple(right - tip)} == {(3, 0, 4), (-3, 0, 4)}
