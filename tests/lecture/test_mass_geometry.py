"""Mass geometry of composite bodies, (3.13)-(3.22), (3.24)-(3.29), against integrals and clouds of points.

The printed sums are written here component by component; the library (`mechanics.mass`) has them as tensors.
"""

import itertools

import numpy as np
import pytest
import sympy as sp

from mechanics.mass import Solid, composite, parallel_axis, point_masses, principal_axes
from mechanics.mass.shapes import ball, box, cone, cylinder, disc, ellipsoid, hemisphere, ring, rod, tube
from mechanics.model import ModelError
from mechanics.poses import Pose
from mechanics.rotations.arrays import rotation_vector_matrix

random = np.random.default_rng(13)
AXES = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}


def turned(solid, at):
    """The solid in other axes and at another place; its tensor then has deviation moments of its own."""
    R = rotation_vector_matrix(random.normal(size=3))
    return solid.moved(Pose(sp.Matrix(R.tolist()), sp.Matrix(at)))


PARTS = [
    turned(box(700.0, 0.4, 0.3, 0.2), (0.5, 0.1, -0.2)),
    turned(cylinder(2700.0, 0.08, 0.3), (-0.3, 0.4, 0.2)),
    turned(ball(7850.0, 0.06), (0.1, -0.5, 0.6)),
    -turned(cylinder(700.0, 0.05, 0.2), (0.5, 0.1, -0.2)),  # a hole in the box
]
BODY = composite(*PARTS)
N = {  # numbers of the parts as the document names them
    "m": [float(part.m) for part in PARTS],
    **{name: [float(part.center[k]) for part in PARTS] for k, name in enumerate("xyz")},
    **{f"I_{name}": [float(part.inertia[place]) for part in PARTS] for name, place in AXES.items()},
}
I_O = np.array(BODY.about((0, 0, 0)).tolist(), dtype=float)
I_S = np.array(BODY.inertia.tolist(), dtype=float)
M, S = float(BODY.m), np.array(BODY.center, dtype=float).ravel()


def total(term, *names):
    return sum(term(*values) for values in zip(*(N[name] for name in names), strict=True))


def cloud(count=4000):
    """A cloud of points with masses, whose sums stand for the integrals: nothing of the library is in them."""
    r = random.normal(size=(count, 3)) @ random.normal(size=(3, 3)) + [0.4, -0.7, 0.2]
    return random.uniform(0.1, 1.0, count), r


def as_solid(m, r):
    """The cloud as the library sees it: parts of point masses with second moments that numpy sums up."""
    centre = m @ r / m.sum()
    q = r - centre
    return Solid(
        m.sum(),
        tuple(centre),
        sp.Matrix((np.sum(q * q * m[:, None]) * np.eye(3) - q.T @ (m[:, None] * q)).tolist()),
    )


@pytest.mark.equation("R(3.13)")
def test_masses_of_the_parts_add_up():
    assert pytest.approx(total(lambda m: m, "m")) == M
    whole = 700 * (0.4 * 0.3 * 0.2 - np.pi * 0.05**2 * 0.2) + 2700 * np.pi * 0.08**2 * 0.3
    assert pytest.approx(whole + 7850 * 4 / 3 * np.pi * 0.06**3) == M, "(3.13): density times volume"


@pytest.mark.equation("R(3.14)", "R(3.15)", "R(3.16)")
def test_mass_centre_of_the_parts():
    for k, name in enumerate("xyz"):
        assert S[k] == pytest.approx(total(lambda m, x: m * x, "m", name) / M, rel=1e-12), f"{name}_S"
    first = composite(*PARTS[:2])  # a centre of centres: parts may be put together in any order
    again = composite(PARTS[3], PARTS[2], first)
    np.testing.assert_allclose(np.array(again.center, dtype=float).ravel(), S, rtol=1e-12)


@pytest.mark.equation("R(3.14)", "R(3.15)", "R(3.16)")
def test_mass_centre_as_an_integral():
    m, r = cloud()
    halves = [as_solid(m[part], r[part]) for part in (slice(0, 1000), slice(1000, None))]
    np.testing.assert_allclose(np.array(composite(*halves).center, dtype=float).ravel(), m @ r / m.sum(), rtol=1e-12)


@pytest.mark.equation("R(3.17)", "R(3.18)", "R(3.19)")
def test_axial_moments_about_the_origin():
    for a, b, name in (("y", "z", "xx"), ("x", "z", "yy"), ("x", "y", "zz")):
        printed = total(lambda I, y, z, m: I + (y * y + z * z) * m, f"I_{name}", a, b, "m")
        assert I_O[AXES[name]] == pytest.approx(printed, rel=1e-12), f"I_O{name}"


@pytest.mark.equation("R(3.20)", "R(3.21)", "R(3.22)")
def test_deviation_moments_about_the_origin():
    """I_Oxy = sum (I_Skxy - x_k y_k m_k); the copy has lost both minus signs."""
    for a, b in ("xy", "xz", "yz"):
        name = a + b
        repaired = total(lambda I, x, y, m: I - x * y * m, f"I_{name}", a, b, "m")
        printed = total(lambda I, x, y, m: I + x * y * m, f"I_{name}", a, b, "m")
        assert I_O[AXES[name]] == pytest.approx(repaired, rel=1e-11), f"I_O{name}"
        assert abs(I_O[AXES[name]] - printed) > 0.01, f"I_O{name} without the minus would be wrong"


@pytest.mark.equation("R(3.17)", "R(3.18)", "R(3.19)")
def test_axial_moments_as_integrals():
    m, r = cloud()
    solid = composite(as_solid(m[:1500], r[:1500]), as_solid(m[1500:], r[1500:]))
    found = np.diag(np.array(solid.about((0, 0, 0)).tolist(), dtype=float))
    squares = m @ (r * r)
    np.testing.assert_allclose(found, squares.sum() - squares, rtol=1e-12)


@pytest.mark.equation("R(3.20)", "R(3.21)", "R(3.22)")
def test_deviation_moments_as_integrals_have_a_minus():
    """I_xy = -int x y dm; only then the kinetic energy of a rotation is 1/2 w.I w."""
    m, r = cloud()
    solid = composite(as_solid(m[:1500], r[:1500]), as_solid(m[1500:], r[1500:]))
    tensor = np.array(solid.about((0, 0, 0)).tolist(), dtype=float)
    for name in ("xy", "xz", "yz"):
        a, b = AXES[name]
        assert tensor[a, b] == pytest.approx(-(m @ (r[:, a] * r[:, b])), rel=1e-11), f"I_O{name}"
    w = random.normal(size=3)
    energy = 0.5 * m @ np.sum(np.cross(w, r) ** 2, axis=1)
    assert 0.5 * w @ tensor @ w == pytest.approx(energy, rel=1e-12)
    printed = 2 * np.diag(np.diag(tensor)) - tensor  # plus instead of minus
    assert abs(0.5 * w @ printed @ w - energy) > 0.1 * energy, "with the printed sign the energy is wrong"


@pytest.mark.equation("R(3.24)", "R(3.25)", "R(3.26)")
def test_axial_moments_about_the_mass_centre():
    x, y, z = S
    assert I_S[0, 0] == pytest.approx(I_O[0, 0] - (y**2 + z**2) * M, rel=1e-11)
    assert I_S[1, 1] == pytest.approx(I_O[1, 1] - (x**2 + z**2) * M, rel=1e-11)
    assert I_S[2, 2] == pytest.approx(I_O[2, 2] - (x**2 + y**2) * M, rel=1e-11)


@pytest.mark.equation("R(3.27)", "R(3.28)", "R(3.29)")
def test_deviation_moments_about_the_mass_centre():
    x, y, z = S
    assert I_S[0, 1] == pytest.approx(I_O[0, 1] + x * y * M, rel=1e-11)
    assert I_S[0, 2] == pytest.approx(I_O[0, 2] + x * z * M, rel=1e-11)
    assert I_S[1, 2] == pytest.approx(I_O[1, 2] + y * z * M, rel=1e-11)


@pytest.mark.equation("R(3.27)", "R(3.28)", "R(3.29)")
def test_mixed_conventions_of_deviation_moments_do_not_go_together():
    """P_xy = +int x y dm put in as I_xy: moved to the mass centre, the tensor belongs to no body or to another one."""
    m, r = cloud(300)
    x_S = m @ r / m.sum()
    for a, b in itertools.combinations(range(3), 2):
        product = m @ (r[:, a] * r[:, b])
        about_S = -(m @ ((r - x_S)[:, a] * (r - x_S)[:, b]))
        assert -product + x_S[a] * x_S[b] * m.sum() == pytest.approx(about_S, rel=1e-9, abs=1e-9)
        assert abs(product + x_S[a] * x_S[b] * m.sum() - about_S) > 1


# --- what the document says about them, and more identities ---------------------------------------------


def test_there_and_back_about_parallel_axes():
    shift = random.normal(size=3)
    away = parallel_axis(BODY.inertia, BODY.m, shift)
    back = np.array(away.tolist(), dtype=float) - M * (shift @ shift * np.eye(3) - np.outer(shift, shift))
    np.testing.assert_allclose(back, I_S, atol=1e-12)


def test_a_body_cut_in_two_and_put_together_again_is_the_body():
    whole, half = box(500.0, 0.6, 0.4, 0.2), box(500.0, 0.3, 0.4, 0.2)
    again = composite(half.at((-0.15, 0, 0)), half.at((0.15, 0, 0)))
    np.testing.assert_allclose(np.array((again.inertia - whole.inertia).tolist(), dtype=float), 0, atol=1e-12)


def test_turned_parts_have_the_same_principal_moments():
    turned_body = turned(BODY, (0.3, 2.0, -1.0))
    np.testing.assert_allclose(principal_axes(turned_body.inertia)[0], principal_axes(BODY.inertia)[0], rtol=1e-9)


def test_diagonal_entries_are_principal_moments_only_without_deviation_moments():
    """The document calls I_Oxx, I_Oyy, I_Ozz principal moments; they are axial moments."""
    principal, _ = principal_axes(BODY.inertia)
    assert np.abs(np.sort(np.diag(I_S)) - principal).max() > 0.01 * principal.max()
    straight = box(500.0, 0.6, 0.4, 0.2).inertia
    np.testing.assert_allclose(sorted(np.diag(np.array(straight.tolist(), dtype=float))), principal_axes(straight)[0])


def test_a_principal_moment_may_be_zero():
    """The document says "always > 0": not so for a thin rod, nor for points on a line."""
    thin = rod(2.0, 1.5)
    moments, _ = principal_axes(np.array(thin.inertia.tolist(), dtype=float))
    assert moments[0] == pytest.approx(0, abs=1e-15) and moments[1] == pytest.approx(2 * 1.5**3 / 12)
    points = point_masses([1.0, 2.0, 0.5], [(0, 0, 0), (0.2, 0.4, 0.6), (-0.1, -0.2, -0.3)])
    assert principal_axes(np.array(points.inertia.tolist(), dtype=float))[0][0] == pytest.approx(0, abs=1e-12)


def test_moments_are_smallest_at_the_mass_centre_for_parallel_axes_only():
    others = [np.array(BODY.about(tuple(random.normal(size=3))).tolist(), dtype=float) for _ in range(12)]
    assert all((np.diag(away) >= np.diag(I_S)).all() for away in others)
    assert any(away[0, 1] < I_S[0, 1] for away in others), "not so for deviation moments: they have a sign"


def test_a_tensor_that_no_body_has_is_refused():
    with pytest.raises(ModelError, match="none may be larger than the sum of the other two"):
        Solid(1.0, (0, 0, 0), sp.diag(1.0, 1.0, 2.1))
    with pytest.raises(ModelError, match="symmetric"):
        Solid(1.0, (0, 0, 0), sp.Matrix([[1, 0.2, 0], [0, 1, 0], [0, 0, 1]]))


a, b, c, R, r_i, h = sp.symbols("a b c R r_i h", positive=True)
TABLE = {  # shape: (solid of density 1, volume or None, centre, moments about the centre per mass)
    "box": (box(1, a, b, c), a * b * c, 0, ((b**2 + c**2) / 12, (a**2 + c**2) / 12, (a**2 + b**2) / 12)),
    "rod, along y": (rod(1, h), h, 0, (h**2 / 12, 0, h**2 / 12)),
    "cylinder": (cylinder(1, R, h), sp.pi * R**2 * h, 0, ((3 * R**2 + h**2) / 12,) * 2 + (R**2 / 2,)),
    "hollow cylinder": (
        tube(1, R, r_i, h), sp.pi * (R**2 - r_i**2) * h, 0,
        ((3 * (R**2 + r_i**2) + h**2) / 12,) * 2 + ((R**2 + r_i**2) / 2,),
    ),
    "disc": (disc(1, R), sp.pi * R**2, 0, (R**2 / 4, R**2 / 4, R**2 / 2)),
    "ring": (ring(1, R), 2 * sp.pi * R, 0, (R**2 / 2, R**2 / 2, R**2)),
    "sphere": (ball(1, R), sp.pi * R**3 * 4 / 3, 0, (2 * R**2 / 5,) * 3),
    "hollow sphere": (
        ball(1, R) - ball(1, r_i), sp.pi * (R**3 - r_i**3) * 4 / 3, 0,
        (2 * (R**5 - r_i**5) / (R**3 - r_i**3) / 5,) * 3,
    ),
    "ellipsoid": (
        ellipsoid(1, a, b, c), sp.pi * a * b * c * 4 / 3, 0, ((b**2 + c**2) / 5, (a**2 + c**2) / 5, (a**2 + b**2) / 5)
    ),
    "hemisphere": (
        hemisphere(1, R), sp.pi * R**3 * 2 / 3, 3 * R / 8, (R**2 * 83 / 320, R**2 * 83 / 320, 2 * R**2 / 5)
    ),
    "cone": (
        cone(1, R, h), sp.pi * R**2 * h / 3, h / 4, (3 * (4 * R**2 + h**2) / 80,) * 2 + (3 * R**2 / 10,)
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", TABLE)
def test_table_of_typical_shapes(shape):
    """Table B2, which the copy has lost, as the reference document restores it."""
    solid, volume, height, moments = TABLE[shape]
    assert sp.simplify(solid.m - volume) == 0
    assert sp.simplify(solid.center - sp.Matrix([0, 0, height])) == sp.zeros(3, 1)
    assert sp.simplify(solid.inertia / solid.m - sp.diag(*moments)) == sp.zeros(3)
