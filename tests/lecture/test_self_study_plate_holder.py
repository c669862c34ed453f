"""Appendix A.3, the plate holder: (A.29)-(A.37).

The balances are set up here from the geometry by cross products, with the forces as unknowns, and solved by numpy.
"""

import numpy as np
import pytest

from mechanics import systems
from mechanics.forces import RoughContact

from .compare import assert_close

HOLDER = systems.load("plate_holder")
UNKNOWNS = ("f_An", "f_At", "f_Bn", "f_Bt", "f_Cn", "moment of f_Cn about B")
RNG = np.random.default_rng(37)
CASES = [tuple(RNG.uniform((0.1, 0.02, 0.01, 0.1), (1.5, 0.3, 0.1, 50.0))) for _ in range(4)]
G = 9.81


def loads(alpha: float, d: float) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Point of application from B, and direction on the roller; x to the plate, y upwards."""
    n, t = np.array([np.cos(alpha), np.sin(alpha)]), np.array([np.sin(alpha), -np.cos(alpha)])
    centre = np.array([-d / 2, 0])
    A = centre - d / 2 * n  # the wall touches the circle where its normal meets it
    B = np.zeros(2)
    return {
        "f_An": (A, n),
        "f_At": (A, t),
        "f_Bn": (B, np.array([-1.0, 0])),
        "f_Bt": (B, np.array([0, -1.0])),
    }


def cross(r: np.ndarray, f: np.ndarray) -> float:
    return float(r[0] * f[1] - r[1] * f[0])


def roller_rows(alpha: float, d: float) -> np.ndarray:
    """Balances of the roller along x and y and about its centre, one column for each of the six unknowns."""
    centre = np.array([-d / 2, 0])
    columns = [[*f, cross(r - centre, f)] for r, f in loads(alpha, d).values()]
    return np.array([*columns, [0, 0, 0], [0, 0, 0]]).T


def plate_rows() -> np.ndarray:
    """Balances of the plate along x and y and about B; the force of the wall -f_Cn e_x acts above B."""
    return np.array([[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, 0, 1]]).T


def solved(alpha: float, b: float, d: float, m: float) -> np.ndarray:
    """The six unknowns from the six balances."""
    A = np.vstack([roller_rows(alpha, d), plate_rows()])
    weight = [0, -m * G, -m * G * b / 2]  # in the middle of the plate, b/2 from B
    return np.linalg.solve(A, -np.array([0, 0, 0, *weight], dtype=float))


def test_the_system_solves_the_balances():
    for alpha, b, d, m in CASES:
        found = HOLDER.solve(alpha=alpha, b=b, d=d, m=m, g=G)
        assert_close([found[name] for name in UNKNOWNS[:5]], solved(alpha, b, d, m)[:5], "the forces")


@pytest.mark.equation("A.29a", "A.29b")
def test_balance_of_forces_of_the_roller():
    for alpha, _, d, _ in CASES:
        c, s = np.cos(alpha), np.sin(alpha)
        rows = roller_rows(alpha, d)
        assert_close(rows[0], [c, s, -1, 0, 0, 0], "(A.29a): f_An cos + f_At sin - f_Bn = 0")
        assert_close(rows[1], [s, -c, 0, -1, 0, 0], "(A.29b): f_An sin - f_At cos - f_Bt = 0")
        found = HOLDER.solve(alpha=alpha, d=d)
        ours = np.array([found[name] for name in UNKNOWNS[:4]])
        assert_close(rows[:2, :4] @ ours, [0, 0], "(A.29): the forces that the library finds", scale=ours)


@pytest.mark.equation("A.30")
def test_balance_of_moments_of_the_roller():
    for alpha, _, d, _ in CASES:
        assert_close(roller_rows(alpha, d)[2], [0, d / 2, 0, -d / 2, 0, 0], "(A.30): (f_At - f_Bt) d/2 = 0")
        assert_close(HOLDER.solve(alpha=alpha, d=d)["f_At"], HOLDER.solve(alpha=alpha, d=2 * d)["f_Bt"], "(A.30)")


@pytest.mark.equation("A.31")
def test_ratio_of_friction_and_normal_force():
    for alpha, b, d, m in CASES:
        f_An, f_At, f_Bn, f_Bt, *_ = solved(alpha, b, d, m)
        assert_close(f_At, np.sin(alpha) / (1 + np.cos(alpha)) * f_An, "(A.31)")
        assert_close(f_Bt / f_Bn, f_At / f_An, "(A.31) holds at B as well")
        found = HOLDER.solve(alpha=alpha, b=b, d=d, m=m, g=G)
        assert_close(found["f_At"] / found["f_An"], f_At / f_An, "(A.31): by the library")


@pytest.mark.equation("A.32")
def test_both_contacts_hold_just_above_the_smallest_friction():
    """The statement, tried with friction cones a little wider and a little narrower than the bound."""
    for alpha, b, d, m in CASES:
        bound = HOLDER.solve(alpha=alpha, b=b, d=d, m=m)["mu_H_min"]
        assert_close(bound, np.tan(alpha / 2), "(A.32) is the tangent of half the angle")
        f_An, f_At, f_Bn, f_Bt, *_ = solved(alpha, b, d, m)
        n, t = np.array([np.cos(alpha), np.sin(alpha), 0]), np.array([np.sin(alpha), -np.cos(alpha), 0])
        for normal, force in ((n, f_An * n + f_At * t), (np.array([-1, 0, 0]), np.array([-f_Bn, -f_Bt, 0]))):
            assert bool(RoughContact((0, 0, 0), normal, bound * 1.0001).holds(force)), "(A.32): it must hold above"
            assert not bool(RoughContact((0, 0, 0), normal, bound * 0.9999).holds(force)), "(A.32): and slip below"


@pytest.mark.equation("A.33a", "A.33b")
def test_balance_of_forces_of_the_plate():
    for alpha, b, d, m in CASES:
        _, _, f_Bn, f_Bt, f_Cn, _ = solved(alpha, b, d, m)
        found = HOLDER.solve(alpha=alpha, b=b, d=d, m=m, g=G)
        for normal, wall in ((f_Bn, f_Cn), (found["f_Bn"], found["f_Cn"])):
            assert_close(normal, wall, "(A.33a): f_Bn - f_Cn = 0")
        for friction in (f_Bt, found["f_Bt"]):
            assert_close(friction, m * G, "(A.33b): f_Bt - m g = 0")


@pytest.mark.equation("A.34", "A.37")
def test_balance_of_moments_of_the_plate_gives_the_clamped_length():
    for alpha, b, d, m in CASES:
        *_, f_Cn, moment = solved(alpha, b, d, m)
        h = moment / f_Cn  # the height above B at which the wall must push
        assert_close(f_Cn * h, m * G * b / 2, "(A.34): f_Cn h - m g b/2 = 0")
        assert_close(h, b * np.sin(alpha) / (2 * (1 + np.cos(alpha))), "(A.37)")
        assert_close(HOLDER.solve(alpha=alpha, b=b, d=d, m=m)["h_min"], h, "(A.37): the system")


@pytest.mark.equation("A.35", "A.36")
def test_forces_in_the_contacts():
    for alpha, b, d, m in CASES:
        f_An, f_At, f_Bn, f_Bt, f_Cn, _ = solved(alpha, b, d, m)
        assert_close([f_Bt, f_At], [m * G] * 2, "(A.35): the friction carries the weight")
        normal = (1 + np.cos(alpha)) / np.sin(alpha) * m * G
        assert_close([f_Cn, f_Bn, f_An], [normal] * 3, "(A.36)")
        found = HOLDER.solve(alpha=alpha, b=b, d=d, m=m, g=G)
        assert_close([found[name] for name in ("f_Bt", "f_At")], [m * G] * 2, "(A.35): by the library")
        assert_close([found[name] for name in ("f_Cn", "f_Bn", "f_An")], [normal] * 3, "(A.36): by the library")
