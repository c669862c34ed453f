"""Solids: the table of shapes against integrals, composites and holes, points, axes, bad input."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, cos, diag, exp, pi, sin

from mechanics.mass import (
    Region,
    Solid,
    center_of_mass,
    checked_inertia,
    composite,
    cuboid,
    integral,
    moment_about_axis,
    parallel_axis,
    point_masses,
    principal_axes,
    shapes,
    solid_by_integral,
    weight_moment,
)
from mechanics.model import ModelError
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_x, rotation_z

u, v, w, x, y, z = sp.symbols("u v w x y z")
FULL, TURN, HALF = (v, 0, 2 * pi), (w, 0, 2 * pi), (v, 0, pi / 2)
a, b, c, R, r, h = 0.7, 0.4, 0.3, 0.5, 0.2, 0.9
TORUS = ((R + u * cos(w)) * cos(v), (R + u * cos(w)) * sin(v), u * sin(w))
ELLIPSOID = (a * u * sin(v) * cos(w), b * u * sin(v) * sin(w), c * u * cos(v))

# each shape of the table and its region, in coordinates that suit it
TABLE = {
    "rod": ((h,), Region.cartesian((y, -h / 2, h / 2))),
    "ring": ((R,), Region((FULL,), (R * cos(v), R * sin(v)))),
    "plate": ((a, b), Region.cartesian((x, -a / 2, a / 2), (y, -b / 2, b / 2))),
    "triangle": ((a, b), Region.cartesian((x, 0, a * (1 - y / b)), (y, 0, b))),
    "disc": ((R,), Region(((u, 0, R), FULL), (u * cos(v), u * sin(v)))),
    "half_disc": ((R,), Region(((u, 0, R), (v, 0, pi)), (u * cos(v), u * sin(v)))),
    "sphere_shell": (
        (R,),
        Region(((v, 0, pi), TURN), (R * sin(v) * cos(w), R * sin(v) * sin(w), R * cos(v))),
    ),
    "box": ((a, b, c), Region.cartesian((x, -a / 2, a / 2), (y, -b / 2, b / 2), (z, -c / 2, c / 2))),
    "wedge": ((a, b, c), Region.cartesian((x, 0, a * (1 - y / b)), (y, 0, b), (z, -c / 2, c / 2))),
    "pyramid": (
        (a, b, h),
        Region.cartesian(
            (x, -a / 2 * (1 - z / h), a / 2 * (1 - z / h)),
            (y, -b / 2 * (1 - z / h), b / 2 * (1 - z / h)),
            (z, 0, h),
        ),
    ),
    "cylinder": ((R, h), Region.cylindrical((u, 0, R), FULL, (z, -h / 2, h / 2))),
    "tube": ((R, r, h), Region.cylindrical((u, r, R), FULL, (z, -h / 2, h / 2))),
    "half_cylinder": ((R, h), Region.cylindrical((u, 0, R), (v, 0, pi), (z, -h / 2, h / 2))),
    "cone": ((R, h), Region.cylindrical((u, 0, R * (1 - z / h)), FULL, (z, 0, h))),
    "ball": ((R,), Region.spherical((u, 0, R), (v, 0, pi), TURN)),
    "hemisphere": ((R,), Region.spherical((u, 0, R), HALF, TURN)),
    "ellipsoid": ((a, b, c), Region(((u, 0, 1), (v, 0, pi), TURN), ELLIPSOID)),
    "torus": ((R, r), Region(((u, 0, r), FULL, TURN), TORUS)),
}


def numbers(matrix) -> np.ndarray:
    return np.array(sp.Matrix(matrix).tolist(), dtype=float)


def assert_same_solid(one: Solid, other: Solid, what: str, rel: float = 1e-9) -> None:
    assert float(one.m) == pytest.approx(float(other.m), rel=rel), f"{what}: mass"
    assert numbers(one.center) == pytest.approx(numbers(other.center), rel=rel, abs=rel), f"{what}: mass centre"
    size = np.abs(numbers(other.inertia)).max()
    assert numbers(one.inertia) == pytest.approx(numbers(other.inertia), abs=rel * size), f"{what}: inertia"


class TestTable:
    @pytest.mark.parametrize("name", TABLE)
    def test_a_shape_is_the_integral_over_its_region(self, name):
        dimensions, region = TABLE[name]
        ours = getattr(shapes, name)(2.5, *dimensions)
        assert_same_solid(ours, solid_by_integral(region, 2.5), name)

    def test_every_shape_is_compared_with_an_integral(self):
        assert set(TABLE) | {"point"} == set(shapes.__all__)

    def test_signs_of_products_of_inertia(self):
        """Where x y < 0 prevails, I_xy = -∫ x y dm is positive; the plate turned over has the other sign."""
        plate = shapes.triangle(1.0, a, b)
        mirrored = plate.moved(rotation(diag(-1, 1, -1)))
        assert plate.inertia[0, 1] > 0 > mirrored.inertia[0, 1]


class TestIntegrals:
    def test_closed_form_with_symbols(self):
        rho, radius, length = sp.symbols("rho R l", positive=True)
        drum = solid_by_integral(Region.cylindrical((u, 0, radius), FULL, (z, 0, length)), rho)
        assert sp.simplify(drum.inertia[2, 2] - drum.m * radius**2 / 2) == 0
        assert list(drum.center) == [0, 0, length / 2]

    def test_variable_density(self):
        """ρ = ρ_0 (1 + x/l) along a rod: x_S = 5 l / 9, by hand."""
        rho, l = sp.symbols("rho l", positive=True)
        bar = solid_by_integral(Region.cartesian((x, 0, l)), lambda x, y, z: rho * (1 + x / l))
        assert sp.simplify(bar.m - sp.Rational(3, 2) * rho * l) == 0
        assert sp.simplify(bar.center[0] - sp.Rational(5, 9) * l) == 0

    def test_a_density_without_closed_form(self):
        """∫ over the ball of a density that no table has, against points drawn on a grid."""
        density = lambda x, y, z: exp(-(x**2) * y + z)  # noqa: E731
        ours = solid_by_integral(Region.spherical((u, 0, 1), (v, 0, pi), TURN), density)
        n = 100
        grid = (np.arange(n) + 0.5) / n * 2 - 1
        points = np.stack(np.meshgrid(grid, grid, grid, indexing="ij"), -1).reshape(-1, 3)
        points = points[(points**2).sum(1) < 1]
        weights = np.exp(-(points[:, 0] ** 2) * points[:, 1] + points[:, 2])
        assert float(ours.m) == pytest.approx(weights.sum() * (2 / n) ** 3, rel=2e-3)
        assert numbers(ours.center)[:, 0] == pytest.approx(weights @ points / weights.sum(), abs=2e-3)

    def test_area_of_a_sphere_by_one_integral(self):
        radius = sp.Symbol("R", positive=True)
        sphere = Region(((v, 0, pi), TURN), radius * Matrix([sin(v) * cos(w), sin(v) * sin(w), cos(v)]))
        assert sp.simplify(integral(1, sphere) - 4 * pi * radius**2) == 0

    def test_the_order_of_cartesian_coordinates_is_free(self):
        one = Region.cartesian((x, 0, 1 - y), (y, 0, 1))
        other = Region.cartesian((y, 0, 1 - x), (x, 0, 1))
        assert_same_solid(solid_by_integral(one, 1.0), solid_by_integral(other, 1.0), "triangle")


class TestComposites:
    def test_a_hole_is_the_body_of_the_material_that_is_missing(self):
        whole, drill = shapes.cylinder(7850.0, R, h), shapes.cylinder(7850.0, r, h).at((0.2, 0.1, 0))
        drilled = whole - drill
        assert_same_solid(drilled + drill, whole, "drilled drum with the hole filled")
        assert drilled.center[0] < 0, "the centre moves away from the hole"

    def test_two_halves_are_the_whole(self):
        turned = shapes.hemisphere(1.5, R).moved(rotation(rotation_x(pi)))
        assert_same_solid(shapes.hemisphere(1.5, R) + turned, shapes.ball(1.5, R), "ball of two halves")

    def test_the_order_of_the_parts_does_not_matter(self):
        parts = [
            shapes.ball(1.0, r).at((1, 0, 0)),
            -shapes.box(1.0, r, r, r).at((0, 0.1, 0)),
            shapes.box(1.0, 1, 1, 1),
        ]
        assert_same_solid(composite(*parts), composite(*reversed(parts)), "three parts")
        assert_same_solid(composite(*parts), parts[2] + parts[0] + parts[1], "three parts, one by one")

    def test_centre_of_mass_of_two_boxes_with_symbols(self):
        l, rho = sp.symbols("l rho", positive=True)
        upper = shapes.box(rho, l / 3, l, 3 * l / 4).at((l / 6, l / 2, 5 * l / 8))
        lower = shapes.box(rho, l, l, l / 4).at((l / 2, l / 2, l / 8))
        assert sp.simplify((upper + lower).center - Matrix([l / 3, l / 2, 3 * l / 8])) == sp.zeros(3, 1)

    def test_with_mass_keeps_the_shape(self):
        assert_same_solid(shapes.ball(1.0, R).with_mass(6.0), Solid(6, (0, 0, 0), diag(1, 1, 1) * 2.4 * R**2), "ball")


positions = st.lists(st.tuples(*[st.floats(-3, 3)] * 3), min_size=1, max_size=5)
vectors = st.tuples(*[st.floats(-2, 2)] * 3)


@st.composite
def clouds(draw):
    r = draw(positions)
    return draw(st.lists(st.floats(0.1, 5), min_size=len(r), max_size=len(r))), r


class TestPoints:
    @given(clouds(), vectors)
    @settings(max_examples=30, deadline=None)
    def test_weights_have_no_moment_about_the_centre_whatever_the_direction(self, cloud, gravity):
        m, r = cloud
        moment = numbers(weight_moment(m, r, gravity, about=center_of_mass(m, r)))
        assert np.abs(moment).max() < 1e-12 * (1 + sum(m)) * 100

    @given(clouds(), vectors, vectors)
    @settings(max_examples=20, deadline=None)
    def test_inertia_about_any_point_is_the_sum_over_the_points(self, cloud, point, direction):
        m, r = cloud
        if np.linalg.norm(direction) < 0.1:
            direction = (0, 0, 1)
        n = np.array(direction) / np.linalg.norm(direction)
        arms = np.array(r) - np.array(point)
        by_hand = sum(mass * (d @ d - (n @ d) ** 2) for mass, d in zip(m, arms, strict=True))
        ours = point_masses(m, r).about_axis(point, direction)
        assert float(ours) == pytest.approx(by_hand, rel=1e-9, abs=1e-9)

    def test_shifting_and_turning_the_frame_moves_the_centre_along(self):
        m, r = [1.0, 2.0, 0.5], [(0, 1, 2), (3, 0, 1), (1, 1, 1)]
        pose = translation(0.3, -0.2, 1) @ rotation(rotation_z(0.7) * rotation_x(0.4))
        moved = point_masses(m, [pose.point(x) for x in r])
        assert_same_solid(point_masses(m, r).moved(pose), moved, "a moved cloud of points")

    def test_the_plane_needs_two_components(self):
        assert list(center_of_mass([1, 3], [(0, 0), (4, 8)])) == [3, 6, 0]


class TestAxes:
    def test_steiner_is_smallest_at_the_centre(self):
        body = shapes.wedge(1.0, a, b, c)
        about = [body.about_axis(body.center + Matrix([dx, dy, 0])) for dx in (-0.1, 0, 0.1) for dy in (-0.1, 0, 0.1)]
        assert min(about) == about[4]
        assert float(about[0] - about[4]) == pytest.approx(float(body.m) * 0.02)

    def test_principal_axes_of_a_turned_box(self):
        moments, axes = principal_axes(shapes.box(2.0, a, b, c).moved(rotation(rotation_z(0.3))).inertia)
        assert moments == pytest.approx(sorted(np.diag(numbers(cuboid(2 * a * b * c, a, b, c)))))
        assert abs(axes[:, 0]) == pytest.approx([np.cos(0.3), np.sin(0.3), 0], abs=1e-12)
        assert np.linalg.det(axes) == pytest.approx(1.0)

    def test_the_length_of_the_direction_does_not_matter(self):
        tensor = cuboid(1, a, b, c)
        assert float(moment_about_axis(tensor, (0, 0, -7))) == pytest.approx(float(tensor[2, 2]))


PLANE = Region.cartesian((x, 0, 1), (y, 0, 1))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: checked_inertia(diag(1, 1, 3)), "none may be larger than the sum of the other two"),
        (lambda: checked_inertia(diag(-1, -1, -1)), "No body has the principal moments"),
        (lambda: checked_inertia([[1, 2, 0], [0, 3, 0], [0, 0, 3]]), "symmetric"),
        (lambda: checked_inertia([1, 2, 3]), "3 x 3 matrix"),
        (lambda: checked_inertia(diag(1, 1, float("nan"))), "finite"),
        (lambda: Solid(float("nan"), (0, 0, 0), diag(1, 1, 1)), "finite real number"),
        (lambda: shapes.box(1.0, 1, 1, 1) - shapes.box(1.0, 1, 1, 1), "add up to zero"),
        (lambda: shapes.ball(1.0, 1.0) - shapes.ball(1.0, 0.9).at((3, 0, 0)), "stick out"),
        (composite, "at least one part"),
        (lambda: Solid(1.0, (0, 0, 0, 0), diag(1, 1, 1)), "2 or 3 components"),
        (lambda: Solid("2 kg", (0, 0), diag(1, 1, 1)), "finite real number"),
        (lambda: shapes.ball(1.0, 1.0).at(3.0), "2 or 3 components"),
        (lambda: shapes.ball(1.0, 1.0).about_axis((0, "b(")), "2 or 3 components"),
        (lambda: shapes.ball(1.0, -0.5), "R of a ball must not be negative"),
        (lambda: shapes.box(-7850, 1, 1, 1), "rho of a box must not be negative"),
        (lambda: shapes.cone(1.0, R=float("nan"), h=1), "finite"),
        (lambda: shapes.tube(1.0, 0.1, 0.2, 1.0), "inner radius"),
        (lambda: center_of_mass([1, 2], [(0, 0)]), "2 masses and 1 positions"),
        (lambda: center_of_mass([], []), "Every point"),
        (lambda: center_of_mass([1, -1], [(0, 0), (1, 0)]), "add up to zero"),
        (lambda: center_of_mass([1], [(0, 0, 0, 0)]), "2 or 3 components"),
        (lambda: center_of_mass([1], [5]), "2 or 3 components"),
        (lambda: center_of_mass([1], [(0, float("inf"))]), "finite"),
        (lambda: moment_about_axis(diag(1, 1, 1), (0, 0, 0)), "not be the zero vector"),
        (lambda: principal_axes(diag(1, 1, sp.Symbol("I"))), "need numbers"),
        (lambda: Region((), (0, 0, 0)), "one, two or three coordinates"),
        (lambda: Region.cartesian((u, 0, 1)), "Cartesian coordinates are called x y z"),
        (lambda: Region.cartesian((x, 0, 1), (y, 0, x)), "innermost integral first"),
        (lambda: solid_by_integral(PLANE, -1.0), "must be positive"),
        (lambda: solid_by_integral(PLANE, lambda x, y, z: np.exp(x)), "from sympy"),
        (
            lambda: solid_by_integral(PLANE, lambda x, y, z: sp.Piecewise((1, x < y), (2, True))),
            "does not converge",
        ),
        (lambda: integral(exp(sp.Symbol("k") * sin(exp(x))), PLANE), "no closed form"),
        (lambda: integral(1 / x**2, PLANE), "does not converge"),
    ],
)
def test_bad_input_is_one_sentence(wrong, sentence):
    with pytest.raises(ModelError, match=sentence):
        wrong()


def test_numbers_come_in_as_arrays_too():
    tensor = parallel_axis(np.eye(3), 2.0, np.array([0.0, 0.0, 1.0]))
    assert_same_solid(
        Solid(2.0, np.zeros(3), np.eye(3)).at(np.array([0.0, 0, 1])), Solid(2, (0, 0, 1), np.eye(3)), "arrays"
    )
    assert numbers(tensor) == pytest.approx(np.diag([3.0, 3, 1]))
