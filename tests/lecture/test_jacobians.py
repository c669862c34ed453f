"""Section 4.6, Jacobians: (4.60)-(4.74), with the misprints of (4.69) and (4.70)."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from sympy import Float, Matrix, Rational, cos, eye, sin, symbols, zeros

from mechanics import systems
from mechanics.poses import (
    Chain,
    Cylindrical,
    Revolute,
    angular_jacobian,
    chain_jacobian,
    jacobian,
    linear_jacobian,
    translation,
)
from mechanics.rotations import angular_velocity, rate_matrix, tilde, total_angular_velocity
from mechanics.symbols import coordinate_symbol, t
from mechanics.systems.chapter_4.crane_frames import crane_frames

from .compare import assert_close, assert_same, slope

RNG = np.random.default_rng(460)
ARM = systems.load("planar_manipulator_jacobians")
CRANE = systems.load("tower_crane_jacobians")
phi1, phi2, l1, l2, l_s1, l_s2, *_ = ARM.inputs.symbols
J_ARM = {name: ARM.formulas[name] for name in ARM.outputs}
BODY = Chain(  # a frame that turns about different axes and shifts, so that no entry is zero
    [
        Revolute(coordinate_symbol("q_1"), "z"),
        Cylindrical(
            coordinate_symbol("q_2"),
            coordinate_symbol("q_3"),
            "y",
            at=translation(Rational(2, 5), Rational(1, 10), -1),
        ),
        Revolute(coordinate_symbol("q_4"), "x", at=translation(Rational(1, 5), -1, Rational(3, 10))),
    ]
)
q = list(BODY.coordinates)
VALUES = RNG.uniform(-1.5, 1.5, (4, 4))
values = pytest.mark.parametrize("x", VALUES, ids=lambda _: "")
H = 1e-3


def array(matrix) -> np.ndarray:
    return np.array(Matrix(matrix).tolist(), dtype=float)


def at(matrix, x: np.ndarray) -> np.ndarray:
    return array(matrix.subs(dict(zip(q, x, strict=True))))


@pytest.mark.equation("4.60", "4.62", exercised=True)
def test_a_pose_of_coordinates_and_the_angular_jacobian_it_has():
    H_0_1 = BODY.tip.matrix
    assert H_0_1.free_symbols == {t} and H_0_1[3, :] == Matrix([[0, 0, 0, 1]])
    numbers = [*VALUES[0], *VALUES[1]]
    now = {x: Float(v, 40) for x, v in zip([*q, *(y.diff(t) for y in q)], numbers, strict=True)}
    R, q_d = BODY.tip.R, Matrix([x.diff(t) for x in q])
    assert_same((R * R.T).xreplace(now), eye(3), "(4.60): R of the homogeneous transformation")
    omega = (angular_jacobian(R, q) * q_d).xreplace(now)
    assert_same(angular_velocity(R).xreplace(now), omega, "(4.62): omega = J_w q_d")


@values
@pytest.mark.equation("4.61", "4.62")
def test_angular_velocity_from_partial_derivatives(x):
    """The sum over the coordinates, with derivatives of the rotation by differences."""
    rates = x[::-1]
    R = BODY.matrices(x)[-1, :3, :3]
    partial = slope(lambda y: BODY.matrices(y)[-1, :3, :3], x, 1e-3)
    S = sum(partial[..., j] @ R.T * rates[j] for j in range(4))
    omega = [S[2, 1], S[0, 2], S[1, 0]]
    assert_close(at(angular_jacobian(BODY.tip.R, q), x) @ rates, omega, "(4.61): omega of R(q)", 1e-8)
    assert_close(S, -S.T, "(4.61): a skew-symmetric matrix", 1e-8)


@pytest.mark.equation("4.63")
def test_jacobian_of_the_euler_angles():
    phi, theta, psi = angles = symbols("phi theta psi", real=True)
    printed = Matrix(
        [
            [0, -sin(phi), cos(phi) * sin(theta)],
            [0, cos(phi), sin(phi) * sin(theta)],
            [1, 0, cos(theta)],
        ]
    )
    assert_same(rate_matrix("zyz", angles), printed, "(4.63): rate_matrix")
    R = Chain([Revolute(phi, "z"), Revolute(theta, "y"), Revolute(psi, "z")]).tip.R
    at_point = dict(zip(angles, (Float("0.7", 40), Float("1.2", 40), Float("-0.4", 40)), strict=True))
    for k, x in enumerate(angles):
        S = R.diff(x).xreplace(at_point) * R.T.xreplace(at_point)
        assert_same(S, tilde(printed[:, k].xreplace(at_point)), f"(4.63): column {k + 1} from (4.61)")


@pytest.mark.equation("4.63")
@pytest.mark.parametrize("x", RNG.uniform(-3, 3, (5, 6)), ids=lambda _: "")
def test_jacobian_of_the_euler_angles_in_numbers(x):
    found = systems.load("euler_rate_jacobian").solve(angles=x[:3].tolist(), rates=x[3:].tolist())
    R = [Rotation.from_euler("ZYZ", x[:3] + k * 1e-6 * x[3:]).as_matrix() for k in (-1, 1)]
    S = (R[1] - R[0]) / 2e-6 @ Rotation.from_euler("ZYZ", x[:3]).as_matrix().T
    assert_close(found["omega"], [S[2, 1], S[0, 2], S[1, 0]], "(4.63): omega", 1e-7)
    assert_close(found["det_J_w"], -np.sin(x[1]), "det of (4.63)")


@values
@pytest.mark.equation("4.64", "4.65")
def test_velocity_and_the_stacked_jacobian(x):
    """(4.64) by differences of the position; (4.65) has it above the angular Jacobian."""
    by_differences = slope(lambda y: BODY.matrices(y)[-1, :3, 3], x, 1e-3)
    assert_close(at(linear_jacobian(BODY.tip.p, q), x), by_differences, "(4.64): J_v = dd/dq", 1e-8)
    stacked = linear_jacobian(BODY.tip.p, q).col_join(angular_jacobian(BODY.tip.R, q))
    assert_close(at(jacobian(BODY.tip, q), x), at(stacked, x), "(4.65): jacobian of a pose")
    assert_close(at(chain_jacobian(BODY), x), at(stacked, x), "(4.65): the Jacobian by the axes of the joints")


@pytest.mark.equation("4.64")
def test_velocity_is_linear_in_the_rates():
    numbers = [*VALUES[2], *VALUES[3]]
    now = {x: Float(v, 40) for x, v in zip([*q, *(y.diff(t) for y in q)], numbers, strict=True)}
    d, q_d = BODY.tip.p, Matrix([x.diff(t) for x in q])
    ours = (linear_jacobian(d, q) * q_d).xreplace(now)
    assert_same(d.diff(t).xreplace(now), ours, "(4.64): v = d_d = J_v q_d")


# --- Beispiel 4.3: planar manipulator ---------------------------------------------------------------------


def links() -> tuple[list, Chain]:
    angles = [coordinate_symbol("phi1"), coordinate_symbol("phi2")]
    return angles, Chain([Revolute(angles[0]), Revolute(angles[1], at=translation(l1))])


@pytest.mark.equation("4.66", "4.67")
def test_angular_velocities_of_the_links():
    angles, arm = links()
    w1, w2 = (x.diff(t) for x in angles)
    for joint, w in zip(arm.joints, (w1, w2), strict=True):
        R = joint.pose.R
        assert_same(R.diff(t) * R.T, Matrix([[0, -w, 0], [w, 0, 0], [0, 0, 0]]), f"(4.66): S of {joint}")
    R_0_1, R_0_2 = arm.poses[0].R, arm.poses[1].R
    added = total_angular_velocity([R_0_1], [(0, 0, w1), (0, 0, w2)])
    assert_same(added, [0, 0, w1 + w2], "(4.67): omega of link 2")
    assert_same(angular_velocity(R_0_2), [0, 0, w1 + w2], "(4.67): the same from R_0_2 itself")


@pytest.mark.equation("4.67", "4.68")
@pytest.mark.parametrize("x", RNG.uniform(-3, 3, (4, 4)), ids=lambda _: "")
def test_angular_jacobians_of_the_links(x):
    a, b, w1, w2 = x.tolist()
    found = ARM.solve(phi1=a, phi2=b, omega1=w1, omega2=w2)
    assert_close(found["J_w_s1"], [[0, 0], [0, 0], [1, 0]], "(4.68): J_w of link 1")
    assert_close(found["J_w_s2"], [[0, 0], [0, 0], [1, 1]], "(4.68): J_w of link 2")
    R = [Rotation.from_rotvec([0, 0, a + b + k * 1e-6 * (w1 + w2)]) for k in (-1, 1)]
    omega = (R[1] * R[0].inv()).as_rotvec() / 2e-6
    assert_close(found["omega_0_2"], omega, "(4.67): omega of link 2", 1e-7)


def place(x: np.ndarray, sizes: dict[str, float], name: str) -> np.ndarray:
    """(4.35): places of both mass centres and of the end effector."""
    a, b = x
    along = {
        "s1": (sizes["l_s1"], 0.0),
        "s2": (sizes["l1"], sizes["l_s2"]),
        "e2": (sizes["l1"], sizes["l2"]),
    }[name]
    return np.array(
        [
            along[0] * np.cos(a) + along[1] * np.cos(a + b),
            along[0] * np.sin(a) + along[1] * np.sin(a + b),
            0.0,
        ]
    )


def printed_linear(name: str, wrong: bool = False) -> Matrix:
    """(4.69), (4.70); `wrong` as in print, with l_s1 in row 2, column 1 of s2 and e2."""
    c, s, c12, s12 = cos(phi1), sin(phi1), cos(phi1 + phi2), sin(phi1 + phi2)
    if name == "s1":
        return Matrix([[-s * l_s1, 0], [c * l_s1, 0], [0, 0]])
    end = {"s2": l_s2, "e2": l2}[name]
    first = l_s1 if wrong else l1
    return Matrix([[-s * l1 - s12 * end, -s12 * end], [c * first + c12 * end, c12 * end], [0, 0]])


@pytest.mark.parametrize("name", ["s1", "s2"])
@pytest.mark.equation("4.69")
def test_linear_jacobians_of_the_mass_centres(name):
    assert_same(J_ARM[f"J_v_{name}"], printed_linear(name), f"(4.69): J_v of {name}")
    sizes = {"l1": 0.9, "l2": 0.7, "l_s1": 0.4, "l_s2": 0.3}
    x = np.array([0.5, -0.8])
    ours = ARM.solve(phi1=x[0], phi2=x[1], **sizes)[f"J_v_{name}"]
    assert_close(ours, slope(lambda y: place(y, sizes, name), x, 1e-3), f"(4.69): J_v of {name}", 1e-9)


@pytest.mark.equation("4.70")
def test_linear_jacobian_of_the_end_effector():
    assert_same(J_ARM["J_v_e2"], printed_linear("e2"), "(4.70): J_v of the end effector")
    for x in RNG.uniform(-3, 3, (4, 2)):
        sizes = {"l1": 0.9, "l2": 0.7, "l_s1": 0.4, "l_s2": 0.3}
        ours = ARM.solve(phi1=x[0], phi2=x[1], **sizes)["J_v_e2"]
        assert_close(ours, slope(lambda y: place(y, sizes, "e2"), x, 1e-3), "(4.70)", 1e-9)  # noqa: B023


@pytest.mark.parametrize("name, printed_number, right", [("s2", 0.637634, 1.076425), ("e2", 1.019769, 1.458560)])
@pytest.mark.equation("4.69", "4.70")
def test_misprint_of_the_lever_arm(name, printed_number, right):
    """Row 2, column 1 is printed with l_s1 instead of l_1; row 1 of the same matrices has l_1."""
    sizes = {"l1": 0.9, "l2": 0.7, "l_s1": 0.4, "l_s2": 0.3}
    x = np.array([0.5, -0.8])
    at_point = {phi1: 0.5, phi2: -0.8, l1: 0.9, l2: 0.7, l_s1: 0.4, l_s2: 0.3}
    true = slope(lambda y: place(y, sizes, name), x, 1e-3)
    repaired, wrong = (array(printed_linear(name, w).subs(at_point)) for w in (False, True))
    assert_close(repaired, true, f"repaired J_v of {name}", 1e-9)
    assert wrong[1, 0] - true[1, 0] == pytest.approx((0.4 - 0.9) * np.cos(0.5)), "the print is off by (l_s1 - l_1) c"
    assert [wrong[1, 0], true[1, 0]] == pytest.approx([printed_number, right], abs=1e-6)
    difference = printed_linear(name, wrong=True) - printed_linear(name)
    assert_same(difference, [0, 0, (l_s1 - l1) * cos(phi1), 0, 0, 0], "the misprint")


# --- Aufgabe 4.4: tower crane -----------------------------------------------------------------------------

p = CRANE.inputs
c1, s1, c3, s3, c4, s4 = (f(x) for x in (p.phi1, p.phi3, p.phi4) for f in (cos, sin))
POINTS = RNG.uniform([-3, 1, -1.2, -1.2, 1], [3, 10, 1.2, 1.2, 9], (4, 5))
NAMES = ("phi1", "s2", "phi3", "phi4", "s5")


def crane_place(x: np.ndarray, name: str, l_xsT: float) -> np.ndarray:
    """Mass centre of the tower, trolley, load; the last one is (4.41)."""
    a, s2, b, c, s5 = x
    if name == "sT":
        return np.array([l_xsT * np.cos(a), l_xsT * np.sin(a), 8.0])
    away = s2 - (s5 * np.sin(b) * np.cos(c) if name == "sL" else 0)
    side = s5 * np.sin(c) if name == "sL" else 0
    drop = s5 * np.cos(b) * np.cos(c) if name == "sL" else 0
    return np.array([away * np.cos(a) - side * np.sin(a), away * np.sin(a) + side * np.cos(a), 12.0 - drop])


def check_linear(name: str, number: str) -> None:
    for x in POINTS:
        found = CRANE.solve(**dict(zip(NAMES, x.tolist(), strict=True)))
        true = slope(lambda y: crane_place(y, name, found["l_xsT"]), x, 1e-3)  # noqa: B023
        assert_close(found[f"J_v_{name}"], true, f"{number}: J_v of {name}", 1e-8)


@pytest.mark.equation("4.71")
def test_jacobians_of_the_tower():
    l_xsT = CRANE.formulas["l_xsT"]
    printed = zeros(3, 5)
    printed[0, 0], printed[1, 0] = -s1 * l_xsT, c1 * l_xsT
    assert_same(CRANE.formulas["J_v_sT"], printed, "(4.71): J_v of the tower")
    assert_same(CRANE.formulas["J_w_sT"], Matrix(3, 5, lambda i, j: int((i, j) == (2, 0))), "(4.71): J_w")
    check_linear("sT", "(4.71)")


@pytest.mark.equation("4.72")
def test_jacobians_of_the_trolley():
    printed = Matrix([[-s1 * p.s2, c1, 0, 0, 0], [c1 * p.s2, s1, 0, 0, 0], [0, 0, 0, 0, 0]])
    assert_same(CRANE.formulas["J_v_sK"], printed, "(4.72): J_v of the trolley")
    assert_same(CRANE.formulas["J_w_sK"], Matrix(3, 5, lambda i, j: int((i, j) == (2, 0))), "(4.72): J_w")
    check_linear("sK", "(4.72)")


@pytest.mark.equation("4.73")
def test_linear_jacobian_of_the_load():
    s2, s5 = p.s2, p.s5
    printed = Matrix(
        [
            [
                (s3 * c4 * s5 - s2) * s1 - c1 * s4 * s5,
                c1,
                -c1 * c3 * c4 * s5,
                (c1 * s3 * s4 - s1 * c4) * s5,
                -s1 * s4 - c1 * s3 * c4,
            ],
            [
                (-s3 * c4 * s5 + s2) * c1 - s1 * s4 * s5,
                s1,
                -s1 * c3 * c4 * s5,
                (s1 * s3 * s4 + c1 * c4) * s5,
                c1 * s4 - s1 * s3 * c4,
            ],
            [0, 0, s3 * c4 * s5, c3 * s4 * s5, -c3 * c4],
        ]
    )
    assert_same(CRANE.formulas["J_v_sL"], printed, "(4.73): J_v of the load")
    check_linear("sL", "(4.73)")


@pytest.mark.equation("4.74")
def test_angular_jacobian_of_the_load():
    printed = Matrix([[0, 0, -s1, c1 * c3, 0], [0, 0, c1, s1 * c3, 0], [1, 0, 0, -s3, 0]])
    assert_same(CRANE.formulas["J_w_sL"], printed, "(4.74): J_w of the load")
    for x in POINTS:
        found = CRANE.solve(**dict(zip(NAMES, x.tolist(), strict=True)))["J_w_sL"]

        def rotation(y: np.ndarray) -> np.ndarray:
            return array(crane_frames(*y, h1=12.0).load.R)

        partial = slope(rotation, x, 1e-3)
        for j in range(5):
            S = partial[..., j] @ rotation(x).T
            assert_close(np.array(found)[:, j], [S[2, 1], S[0, 2], S[1, 0]], f"(4.74): column {NAMES[j]}", 1e-8)
    assert_same(tilde((0, 0, 1)) * Matrix([1, 0, 0]), [0, 1, 0], "the first column turns x to y")
