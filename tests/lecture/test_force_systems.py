"""Section 3.1, force systems: (3.1)-(3.19)."""

import numpy as np
import pytest
import sympy as sp
from sympy import Matrix, asin, cos, sin, tan

from mechanics import systems
from mechanics.forces import Couple, Force, ForceSystem, lever, moment, normal_force, reactions, rope, weight
from mechanics.model import ModelError

from .compare import assert_close, assert_same

RNG = np.random.default_rng(310)
CYLINDER = systems.load("cylinder_on_rope")
BOX = systems.load("force_system_box")
MECHANISM = systems.load("rope_mechanism")
r_x, r_y, r_z, f_x, f_y, f_z = sp.symbols("r_x r_y r_z f_x f_y f_z", real=True)


def random_central(count: int) -> ForceSystem:
    """Forces of a central system, in one point that is not the origin."""
    return ForceSystem([Force(f, (1.0, 2.0, 3.0)) for f in RNG.uniform(-5, 5, (count, 3))])


@pytest.mark.equation("3.1")
def test_resultant_of_a_central_system_replaces_its_forces():
    for count in (1, 2, 7):
        loads = random_central(count)
        assert loads.is_central
        assert_close(loads.resultant.T, [sum(np.array(f.vector, float).ravel() for f in loads)], "(3.1): f_R")
        assert loads.is_equivalent([Force(loads.resultant, loads.common_point)]), (
            "(3.1): the resultant in the common point must do the same as all forces"
        )


@pytest.mark.equation("3.2")
def test_components_of_the_resultant_are_sums_of_components():
    """Against the polygon of forces: head to tail, from its start to its end."""
    f = RNG.uniform(-5, 5, (6, 3))
    polygon = np.cumsum(f, axis=0)
    resultant = ForceSystem([Force(row) for row in f]).resultant
    for k, axis in enumerate("xyz"):
        assert_close(resultant[k], polygon[-1, k], f"(3.2): f_R,{axis}")


@pytest.mark.equation("3.3")
def test_a_central_system_with_resultant_zero_is_in_equilibrium():
    loads = random_central(4)
    point = loads.common_point
    closing = Force(-loads.resultant, point)
    assert (loads + [closing]).in_equilibrium, "(3.3): the closed polygon is an equilibrium"
    for axis in np.eye(3):
        assert not (loads + [closing, Force(1e-3 * axis, point)]).in_equilibrium, (
            "(3.3): each of the three components must vanish"
        )


@pytest.mark.equation("3.4a", "3.4b")
def test_balance_of_the_cylinder():
    """The components of the three forces by their pictures: rope (-sin, cos), wall (1, 0), weight (0, -1)."""
    p, y = CYLINDER.inputs, CYLINDER.outputs
    f_S, f_N, alpha = y.f_S, y.f_N, y.alpha
    body = ForceSystem(
        [
            rope((0, 0, 0), f_S, along=(-p.r, 0, sp.sqrt(p.l**2 - p.r**2))),
            normal_force((0, 0, 0), (1, 0, 0), f_N),
        ]
        + [weight(p.m, p.g, (0, 0, 0))]
    )
    geometry = {alpha: asin(p.r / p.l), p.r: p.l * sp.Rational(3, 5)}
    e_x = (f_N - f_S * sin(alpha)).subs(alpha, geometry[alpha])
    e_z = (f_S * cos(alpha) - p.m * p.g).subs(alpha, geometry[alpha])
    ratio = {p.r: geometry[p.r]}
    assert_same(body.resultant[0].subs(ratio), e_x.subs(ratio), "(3.4a): balance along e_x")
    assert_same(body.resultant[2].subs(ratio), e_z.subs(ratio), "(3.4b): balance along e_z")
    found = CYLINDER.solve(m=3.0, r=0.3, l=0.5, g=10.0)
    values = {f_S: found["f_S"], f_N: found["f_N"], p.m: 3.0, p.r: 0.3, p.l: 0.5, p.g: 10.0}
    assert_close([float(e.subs(values)) for e in (e_x, e_z)], [0, 0], "(3.4): residual of the solution")


@pytest.mark.equation("3.5")
def test_rope_and_wall_force_of_the_cylinder():
    """Linear solution of (3.4) by numpy, at random angles."""
    for r, l, m in RNG.uniform((0.1, 0.6, 1), (0.5, 2, 20), (5, 3)):
        found, alpha = CYLINDER.solve(r=r, l=l, m=m, g=9.81), np.arcsin(r / l)
        lin = np.linalg.solve([[-np.sin(alpha), 1], [np.cos(alpha), 0]], [0, m * 9.81])
        assert_close([found["f_S"], found["f_N"]], lin, "(3.5) against the linear solution of (3.4)")
        assert_close(lin, [m * 9.81 / np.cos(alpha), m * 9.81 * np.tan(alpha)], "(3.5) as printed")
    p, alpha = CYLINDER.inputs, asin(CYLINDER.inputs.r / CYLINDER.inputs.l)
    inside = {p.r: p.l * sp.Rational(3, 7)}
    assert_same(CYLINDER.formulas["f_S"].subs(inside), (p.m * p.g / cos(alpha)).subs(inside), "(3.5): f_S")
    assert_same(CYLINDER.formulas["f_N"].subs(inside), (p.m * p.g * tan(alpha)).subs(inside), "(3.5): f_N")


@pytest.mark.equation("3.6", "3.7", "3.8")
def test_moment_force_and_lever_are_vectors_of_three_components():
    """In any other basis they have the components of the turned vectors, so they are vectors indeed."""
    Q, _ = np.linalg.qr(RNG.normal(size=(3, 3)))
    Q *= np.sign(np.linalg.det(Q))
    for r, f in RNG.uniform(-3, 3, (4, 2, 3)):
        tau = np.array(Force(f, r).moment(), float).ravel()
        turned = np.array(Force(Q @ f, Q @ r).moment(), float).ravel()
        assert_close(turned, Q @ tau, "(3.6): components of the moment in a turned basis")
        assert_close(np.array(lever(r), float).ravel(), r, "(3.8): lever from 0 to P")
        assert_close(np.array(Force(f, r).vector, float).ravel(), f, "(3.7): the force")


@pytest.mark.equation("3.9")
def test_components_of_the_moment():
    """About each axis: the two other components of the force, each times its distance from the axis."""
    tau = moment((r_x, r_y, r_z), (f_x, f_y, f_z))
    assert_same(tau, [r_y * f_z - r_z * f_y, r_z * f_x - r_x * f_z, r_x * f_y - r_y * f_x], "(3.9)")
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        arm, across = RNG.uniform(0.5, 2, 2), np.zeros((2, 3))
        across[0, others], across[1, others] = (
            arm,
            (-arm[1], arm[0]),
        )  # in the plane, perpendicular to the arm
        if axis == 1:
            across[1] *= -1  # y: from z to x
        value = float(moment(across[0], across[1])[axis])
        assert_close(value, arm @ arm, f"(3.9): a force across its arm turns positively about axis {'xyz'[axis]}")


@pytest.mark.equation("3.10")
def test_moment_is_the_cross_product():
    r, f = Matrix([r_x, r_y, r_z]), Matrix([f_x, f_y, f_z])
    tilde = Matrix([[0, -r_z, r_y], [r_z, 0, -r_x], [-r_y, r_x, 0]])
    assert_same(Force(f, r).moment(), tilde * f, "(3.10): r x f")
    assert_same(Force(f, r).moment().dot(r), 0, "(3.10): the moment is perpendicular to its lever")
    a, b = RNG.uniform(-2, 2, (2, 3))
    size = np.linalg.norm(np.array(moment(a, b), float))
    angle = np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b))
    assert_close(size, np.linalg.norm(a) * np.linalg.norm(b) * np.sin(angle), "(3.10): force times arm")


def turning(p: np.ndarray, f: np.ndarray, about: np.ndarray) -> np.ndarray:
    """Moment from work: the force's work in a small turn about each axis through a point, per angle."""
    small, work = 1e-6, []
    for axis in np.eye(3):
        shift = np.cross(axis, p - about) * small
        work.append(f @ shift / small)
    return np.array(work)


@pytest.mark.equation("3.11")
def test_moments_about_one_point_add_up():
    points, forces, about = RNG.uniform(-2, 2, (5, 3)), RNG.uniform(-5, 5, (5, 3)), np.array([0.3, -1, 2])
    couple = np.array([0.5, 0, -1])
    loads = ForceSystem([*(Force(f, p) for f, p in zip(forces, points, strict=True)), Couple(couple)])
    expected = sum(turning(p, f, about) for p, f in zip(points, forces, strict=True)) + couple
    assert_close(np.array(loads.moment(about), float).ravel(), expected, "(3.11): resulting moment", 1e-8)


@pytest.mark.equation("3.12a", "3.12b")
def test_equilibrium_needs_both_balances():
    """Two forces: opposite on one line balance, opposite on parallel lines turn, on crossing lines push."""
    on_one_line = ForceSystem([Force((2, 0, 0), (0, 1, 0)), Force((-2, 0, 0), (5, 1, 0))])
    turns = ForceSystem([Force((2, 0, 0), (0, 1, 0)), Force((-2, 0, 0), (0, 0, 0))])
    pushes = ForceSystem([Force((2, 0, 0)), Force((-2, 1, 0))])
    assert on_one_line.in_equilibrium
    assert not any(turns.resultant) and not turns.in_equilibrium, "(3.12b): the moment must vanish, too"
    assert not any(pushes.moment()) and not pushes.in_equilibrium, "(3.12a): the force must vanish, too"


@pytest.mark.equation("3.12a", "3.12b")
def test_equilibrium_about_one_point_is_equilibrium_about_all():
    points, forces = RNG.uniform(-2, 2, (4, 3)), RNG.uniform(-5, 5, (4, 3))
    loads = ForceSystem([Force(f, p) for f, p in zip(forces, points, strict=True)])
    held = loads + [Force(-loads.resultant), Couple(-loads.moment())]
    for about in RNG.uniform(-9, 9, (3, 3)):
        balance = np.array(held.balance(about), float).ravel()
        assert_close(balance, np.zeros(6), f"(3.12) about {about}")


def box_values() -> tuple[dict, dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Random inputs of the box, its forces (3.13) and points (3.14) as arrays."""
    ax, ay, az = RNG.uniform(0.5, 3, 3)
    forces = dict(zip("ABC", RNG.uniform(-50, 50, (3, 3)), strict=True))
    points = {"A": [ax / 2, 0, az / 2], "B": [ax / 2, ay / 2, az], "C": [0, 0, 0], "D": [ax, 0, 0]}
    inputs = {"a_x": ax, "a_y": ay, "a_z": az, **{f"f_{k}": f for k, f in forces.items()}}
    return inputs, forces, {k: np.array(v, float) for k, v in points.items()}


@pytest.mark.equation("3.13", "3.14")
def test_forces_and_points_of_the_box():
    """The lines of action: a moment about the point of application itself vanishes, the centroid of faces."""
    p = BOX.inputs
    assert [list(map(str, v)) for v in (p.f_A, p.f_B, p.f_C)] == [[f"f_{k}_{axis}" for axis in "xyz"] for k in "ABC"], (
        "(3.13): three forces with three components each"
    )
    from mechanics.systems.chapter_3.force_system_box import loads, points

    at = points(p)
    edges = {p.a_x: 2, p.a_y: 4, p.a_z: 6}
    assert list(at["A"].subs(edges)) == [1, 0, 3], "(3.14): A is the middle of the front face"
    assert list(at["B"].subs(edges)) == [1, 2, 6], "(3.14): B is the middle of the top face"
    assert list(at["D"].subs(edges)) == [2, 0, 0], "(3.14): D is the corner on e_x"
    for force in loads(p):
        assert not any(force.moment(at[force.name])), f"(3.13): f_{force.name} acts in {force.name}"


@pytest.mark.equation("3.15a", "3.15b", "3.15c")
def test_moments_of_the_forces_on_the_box():
    for _ in range(3):
        inputs, forces, at = box_values()
        found = BOX.solve(**inputs)
        for k in "ABC":
            expected = turning(at[k], forces[k], at["D"])
            assert_close(found[f"tau_{k}_D"], expected, f"(3.15): moment of f_{k} about D", 1e-8)


@pytest.mark.equation("3.15a", "3.15b", "3.15c")
def test_moments_of_the_forces_on_the_box_as_printed():
    p = BOX.inputs
    (Ax, Ay, Az), (Bx, By, Bz), (_, Cy, Cz) = p.f_A, p.f_B, p.f_C
    ax, ay, az = p.a_x, p.a_y, p.a_z
    printed = {
        "tau_A_D": [-Ay * az / 2, Az * ax / 2 + Ax * az / 2, -Ay * ax / 2],
        "tau_B_D": [Bz * ay / 2 - By * az, Bz * ax / 2 + Bx * az, -By * ax / 2 - Bx * ay / 2],
        "tau_C_D": [0, ax * Cz, -ax * Cy],
    }
    for name, entries in printed.items():
        assert_same(BOX.formulas[name], entries, f"(3.15): {name}")


def balancing_forces() -> tuple[dict, dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Forces on the box that are in equilibrium: the null space of all six balances of f_A, f_B, f_C."""
    inputs, _, at = box_values()
    tilde = lambda r: np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])  # noqa: E731
    rows = np.vstack([np.hstack([np.eye(3)] * 3), np.hstack([tilde(at[k] - at["D"]) for k in "ABC"])])
    free = np.linalg.svd(rows)[2][np.linalg.matrix_rank(rows) :]
    values = RNG.normal(size=len(free)) @ free
    forces = dict(zip("ABC", 10 * values.reshape(3, 3), strict=True))
    return {**inputs, **{f"f_{k}": f for k, f in forces.items()}}, forces, at


@pytest.mark.equation("3.16a", "3.16b", "3.16c")
def test_balance_of_forces_of_the_box():
    inputs, forces, at = balancing_forces()
    assert_close(BOX.solve(**inputs)["f_R"], np.zeros(3), "(3.16): the resultant in equilibrium")
    for k, axis in enumerate("xyz"):
        printed = forces["A"][k] + forces["B"][k] + forces["C"][k]
        assert_close(printed, 0.0, f"(3.16): printed balance along e_{axis}")
        pushed = forces | {"B": forces["B"] + np.eye(3)[k]}
        found = BOX.solve(**{**inputs, "f_B": pushed["B"]})["f_R"]
        assert_close(found, np.eye(3)[k], f"(3.16): one newton along e_{axis} is not balanced")


def printed_moment_balance(inputs: dict) -> list[float]:
    """(3.17a)-(3.17c)."""
    (Ax, Ay, Az), (Bx, By, Bz), (_, Cy, Cz) = (inputs[f"f_{k}"] for k in "ABC")
    ax, ay, az = (inputs[f"a_{k}"] for k in "xyz")
    return [
        -Ay * az / 2 + Bz * ay / 2 - By * az,
        Az * ax / 2 + Ax * az / 2 + Bz * ax / 2 + Bx * az + Cz * ax,
        -Ay * ax / 2 - By * ax / 2 - Bx * ay / 2 - Cy * ax,
    ]


@pytest.mark.equation("3.17a", "3.17b", "3.17c")
def test_balance_of_moments_of_the_box():
    """In equilibrium, and for forces that are not: then it is the work in a turn about D."""
    inputs, _, _ = balancing_forces()
    assert_close(printed_moment_balance(inputs), np.zeros(3), "(3.17): printed balance in equilibrium")
    assert_close(BOX.solve(**inputs)["tau_R_D"], np.zeros(3), "(3.17): moment about D in equilibrium")
    inputs, forces, at = box_values()
    expected = sum(turning(at[k], forces[k], at["D"]) for k in "ABC")
    assert_close(printed_moment_balance(inputs), expected, "(3.17): printed moments about D", 1e-8)
    assert_close(BOX.solve(**inputs)["tau_R_D"], expected, "(3.17): moment about D", 1e-8)


def mechanism_solution(f_ext: float, alpha: float, a: float) -> tuple[np.ndarray, dict[str, float]]:
    """(3.18), (3.19) as a linear system for f_S, f_Ax, f_Az, and what the system says."""
    c, s = np.cos(alpha), np.sin(alpha)
    rows = [[c, 1, 0], [1 + s, 0, 1], [-a - a * (s + c), 0, 0]]
    return np.linalg.solve(rows, [0, f_ext, -2 * a * f_ext]), MECHANISM.solve(f_ext=f_ext, alpha=alpha, a=a)


@pytest.mark.equation("3.18a", "3.18b")
def test_balance_of_forces_of_the_mechanism():
    for f_ext, alpha, a in RNG.uniform((10, -1, 0.5), (200, 2, 2), (4, 3)):
        lin, found = mechanism_solution(f_ext, alpha, a)
        assert_close([found["f_S"], found["f_Ax"], found["f_Az"]], lin, "(3.18), (3.19): linear solution")
        e_x = found["f_Ax"] + found["f_S"] * np.cos(alpha)
        e_z = found["f_Az"] + found["f_S"] * (1 + np.sin(alpha)) - f_ext
        assert_close([e_x, e_z], [0, 0], "(3.18): both balances")


@pytest.mark.equation("3.19")
def test_balance_of_moments_of_the_mechanism():
    """About A by levers in space, and about B: an equilibrium about one point is one about every other."""
    for f_ext, alpha, a in RNG.uniform((10, -1, 0.5), (200, 2, 2), (4, 3)):
        f_S = mechanism_solution(f_ext, alpha, a)[1]["f_S"]
        printed = -a * f_S + 2 * a * f_ext - a * f_S * (np.sin(alpha) + np.cos(alpha))
        assert_close(printed, 0.0, "(3.19): printed balance about A")
        loads = [([a, 0, 0], [0, 0, f_S]), ([a, 0, -a], [f_S * np.cos(alpha), 0, f_S * np.sin(alpha)])]
        loads.append(([2 * a, 0, 0], [0, 0, -f_ext]))
        about_a = sum(turning(np.array(p), np.array(f), np.zeros(3)) for p, f in loads)
        assert_close(about_a, np.zeros(3), "(3.19): work in a turn about A", 1e-8)
    f_S, f_ext, alpha, a = sp.symbols("f_S f_ext alpha a", positive=True)
    body = [rope((a, 0, 0), f_S, along=(0, 0, 1)), rope((a, 0, -a), f_S, along=(cos(alpha), 0, sin(alpha)))]
    tau_y = ForceSystem([*body, Force((0, 0, -f_ext), (2 * a, 0, 0))]).moment()[1]
    assert_same(tau_y, -a * f_S + 2 * a * f_ext - a * f_S * (sin(alpha) + cos(alpha)), "(3.19) about A")


def test_the_mechanism_without_a_bearing_is_unstable():
    """What (3.18) and (3.19) need: three unknowns. With the rope alone no load is held."""
    f_S, a = sp.symbols("f_S a", positive=True)
    body = ForceSystem([rope((a, 0, 0), f_S, along=(0, 0, 1)), Force((0, 0, -1), (2 * a, 0, 0))])
    with pytest.raises(ModelError, match="Unstable"):
        reactions(body, [f_S])
