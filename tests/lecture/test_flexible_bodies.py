"""Flexible bodies, standard data: F(m)-F(C6), F(0)-F(11), and what is printed wrong.

The body is a bent rod whose density changes along it, with two modes that bend, stretch and move it sideways. All of
its integrals are done by sympy, from the integrands as they are defined; the accelerations of its points come from
their paths, differentiated with 40 digits. Neither knows the library.
"""

from functools import cache

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

from mechanics.flexible import (
    StandardData,
    inertia_forces,
    inertia_tensor,
    mass_centre,
    mass_matrix,
    rotational_coupling,
    weight,
)
from mechanics.rotations.arrays import skew

from .compare import assert_close

s = sp.Symbol("s")
R_0 = sp.Matrix([s, s**2 / 2, s * (1 - s) / 3])  # m
PHI = sp.Matrix([[s / 5, -(s**2)], [s**2, s**3 / 2], [-(s**2) / 3, s**2]])
DENSITY = 2 + s  # kg/m
N_Q = 2

Q, Q_D, Q_DD = np.array([0.3, -0.2]), np.array([0.9, 1.3]), np.array([-0.7, 0.4])
V, W = np.array([0.5, -0.8, 0.3]), np.array([1.1, -0.6, 0.7])
RNG = np.random.default_rng(11)


def tilde(a) -> sp.Matrix:
    """ã of one vector, written out once more."""
    x, y, z = a
    return sp.Matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def over_the_rod(integrand) -> np.ndarray:
    """∫ f dm, exactly."""
    integrand = sp.Matrix(integrand) if hasattr(integrand, "shape") else sp.Matrix([integrand])
    exact = integrand.applyfunc(lambda f: sp.Poly(f * DENSITY, s).integrate().eval(1))
    return np.array(exact.evalf(20), dtype=float)


def gauss_points(n: int = 6) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Masses, places and modes at Gauss points, which integrate polynomials of the degree 11 exactly."""
    x, weights = np.polynomial.legendre.leggauss(n)
    x = (x + 1) / 2
    places = np.array([[float(e.subs(s, at)) for e in R_0] for at in x])
    modes = np.array([np.array(PHI.subs(s, at), dtype=float) for at in x])
    return weights / 2 * np.array([float(DENSITY.subs(s, at)) for at in x]), places, modes


NODES = gauss_points()
ROD = StandardData.from_nodes(*NODES)
r = R_0 + PHI * sp.Matrix(sp.sympify(["3/10", "-1/5"]))  # deformed by Q


def exact(v, w, q_d) -> float:
    """Kinetic energy ∫ ½ |v + ω × r + Φ q̇|² dm."""
    v, w, q_d = (sp.Matrix([sp.Float(x, 25) for x in a]) for a in (v, w, q_d))
    velocity = v + w.cross(r) + PHI * q_d
    return float(over_the_rod(velocity.dot(velocity) / 2)[0, 0])


# --- the integrals --------------------------------------------------------------------------------------


@pytest.mark.equation("F(m)", "F(c0)", "F(I0)")
def test_mass_centre_and_inertia_of_the_undeformed_body():
    m = over_the_rod(sp.Integer(1))[0, 0]
    assert_close(ROD.m, m, "F(m): ∫ dm")
    assert_close(ROD.c0, over_the_rod(R_0)[:, 0] / m, "F(c0): ∫ R_0 dm / m")
    assert_close(ROD.I0, over_the_rod(tilde(R_0) * tilde(R_0).T), "F(I0): ∫ R̃_0 R̃_0ᵀ dm")


@pytest.mark.equation("F(C1)", "F(C2)", "F(C3)")
def test_integrals_of_the_modes_and_of_their_products():
    assert_close(ROD.C1, over_the_rod(PHI), "F(C1): ∫ Φ dm")
    assert_close(ROD.C2, over_the_rod(tilde(R_0) * PHI), "F(C2): ∫ R̃_0 Φ dm")
    for a in range(3):
        for b in range(3):
            product = over_the_rod(PHI[a, :].T * PHI[b, :])
            assert_close(ROD.C3[a, b], product, f"F(C3): ∫ Φ_{a + 1}*ᵀ Φ_{b + 1}* dm")


@pytest.mark.equation("F(C4)", "F(C5)", "F(C6)")
def test_integrals_with_the_tilde_of_one_mode():
    for l in range(N_Q):
        mode = tilde(PHI[:, l])
        assert_close(ROD.C4[l], over_the_rod(tilde(R_0) * mode), "F(C4): ∫ R̃_0 Φ̃_l dm")
        assert_close(ROD.C5[l], over_the_rod(mode * PHI), "F(C5): ∫ Φ̃_l Φ dm")
        for k in range(N_Q):
            assert_close(ROD.C6[k, l], over_the_rod(tilde(PHI[:, k]) * mode), "F(C6): ∫ Φ̃_k Φ̃_l dm")


# --- the mass matrix ------------------------------------------------------------------------------------


@pytest.mark.equation("F(1)")
def test_the_mass_matrix_is_the_second_derivative_of_the_kinetic_energy():
    unit = np.eye(6 + N_Q)
    energy = cache(lambda *z: exact(z[:3], z[3:6], z[6:]))
    polarised = [[energy(*(x + y)) - energy(*x) - energy(*y) for x in unit] for y in unit]
    assert_close(mass_matrix(ROD, Q), polarised, "F(1): T(x + y) - T(x) - T(y)")
    z = np.concatenate([V, W, Q_D])
    assert_close(z @ mass_matrix(ROD, Q) @ z / 2, exact(V, W, Q_D), "F(1): kinetic energy")


@pytest.mark.equation("F(2)", "F(3)", "F(6)")
def test_mass_centre_and_inertia_of_the_deformed_body():
    assert_close(mass_centre(ROD, Q), over_the_rod(r)[:, 0] / ROD.m, "F(2): ∫ r dm / m")
    assert_close(inertia_tensor(ROD, Q), over_the_rod(tilde(r) * tilde(r).T), "F(3): ∫ r̃ r̃ᵀ dm")
    C_t = mass_matrix(ROD, Q)[6:, :3]
    assert_close(C_t, over_the_rod(PHI.T), "F(6): C_t = ∫ Φᵀ dm")


@pytest.mark.equation("F(4)", "F(5)")
def test_linear_and_quadratic_part_of_the_inertia_tensor():
    u = r - R_0
    mixed = tilde(R_0) * tilde(u).T + tilde(u) * tilde(R_0).T
    I_1 = -sum((ROD.C4[l] + ROD.C4[l].T) * Q[l] for l in range(N_Q))
    assert_close(I_1, over_the_rod(mixed), "F(4)")
    I_2 = -sum(ROD.C6[k, l] * Q[k] * Q[l] for k in range(N_Q) for l in range(N_Q))
    assert_close(I_2, over_the_rod(tilde(u) * tilde(u).T), "F(5)")
    assert_close(inertia_tensor(ROD, Q, second_order=False), ROD.I0 + I_1, "F(3) without F(5)")


@pytest.mark.equation("F(7)", "F(8)")
def test_what_couples_rotation_and_deformation():
    assert_close(rotational_coupling(ROD, Q), over_the_rod(PHI.T * tilde(r).T), "F(7): C_r = ∫ Φᵀ r̃ᵀ dm")
    summed = ROD.C2.T + sum(ROD.C5[l].T * Q[l] for l in range(N_Q))
    assert_close(rotational_coupling(ROD, Q), summed, "F(7): in the C")
    assert_close(mass_matrix(ROD, Q)[6:, 6:], over_the_rod(PHI.T * PHI), "F(8): M_e = ∫ Φᵀ Φ dm")


# --- inertia forces: the paths of the points ------------------------------------------------------------


def turn(k: int, angle) -> mp.matrix:
    i, j = (k + 1) % 3, (k + 2) % 3
    A = mp.eye(3)
    A[i, i] = A[j, j] = mp.cos(angle)
    A[i, j], A[j, i] = -mp.sin(angle), mp.sin(angle)
    return A


def frame(t) -> tuple[mp.matrix, mp.matrix]:
    """Where R is at the time t, and how it is turned: any smooth motion will do."""
    A = turn(0, mp.sin(t)) * turn(1, mp.mpf("0.4") * t + t**2 / 3) * turn(2, mp.exp(-t / 2))
    return mp.matrix([mp.cos(2 * t), t**3 / 4, mp.sin(t) * t]), A


def deformation(t) -> mp.matrix:
    return mp.matrix([mp.sin(3 * t) / 4, t * mp.cos(t) / 3])


def place(t, node: int) -> mp.matrix:
    """Where a node is."""
    (origin, A), (_, places, modes) = frame(t), NODES
    return origin + A * (mp.matrix(places[node].tolist()) + mp.matrix(modes[node].tolist()) * deformation(t))


def rate(path, order: int = 1) -> np.ndarray:
    """Derivative of a vector or matrix over time."""
    rows, columns = path(T0).rows, path(T0).cols
    entry = lambda i, j: mp.diff(lambda t: path(t)[i, j], T0, order)  # noqa: E731
    return np.array([[float(entry(i, j)) for j in range(columns)] for i in range(rows)])


T0 = mp.mpf("0.6")


@cache
def motion() -> dict[str, np.ndarray]:
    """The rod in one instant, everything in components of R, and the powers of its inertia per unit velocity."""
    with mp.workdps(40):
        A, A_d, A_dd = (rate(lambda t: frame(t)[1], k) for k in range(3))
        w = vee(A.T @ A_d)
        w_d = vee(A.T @ A_dd + A_d.T @ A_d)  # of (AᵀȦ)˙
        found = {"w": w, "w_d": w_d, "v": A.T @ rate(lambda t: frame(t)[0])[:, 0]}
        found["a_R"] = A.T @ rate(lambda t: frame(t)[0], 2)[:, 0]
        found |= {n: rate(deformation, k)[:, 0] for k, n in enumerate(["q", "q_d", "q_dd"])}
        a = np.array([A.T @ rate(lambda t, n=n: place(t, n), 2)[:, 0] for n in range(len(NODES[0]))])
    masses, places, modes = NODES
    deformed = places + modes @ found["q"]
    force = masses[:, None] * a
    found["power"] = np.concatenate(
        [force.sum(0), np.cross(deformed, force).sum(0), np.einsum("nal,na->l", modes, force)]
    )
    return found


def vee(matrix: np.ndarray) -> np.ndarray:
    return np.array([matrix[2, 1], matrix[0, 2], matrix[1, 0]])


def left_side(acceleration: str = "a_R", forces=None) -> np.ndarray:
    """M z_d + h_ω of F(0) in that instant."""
    x = motion()
    h = inertia_forces(ROD, x["q"], x["q_d"], x["w"]) if forces is None else forces
    return mass_matrix(ROD, x["q"]) @ np.concatenate([x[acceleration], x["w_d"], x["q_dd"]]) + h


@pytest.mark.equation("F(0)")
def test_the_equations_say_what_the_paths_of_the_points_say():
    assert_close(left_side(), motion()["power"], "F(0): Σ m [E; r̃; Φᵀ] a", rtol=1e-13)


@pytest.mark.equation("F(9)", "F(10)", "F(11)")
def test_inertia_forces_from_the_paths_of_the_points():
    x = motion()
    h = x["power"] - mass_matrix(ROD, x["q"]) @ np.concatenate([x["a_R"], x["w_d"], x["q_dd"]])
    assert_close(printed_forces(x), h, "F(9), F(10), F(11) term by term", rtol=1e-12)
    assert_close(inertia_forces(ROD, x["q"], x["q_d"], x["w"]), h, "F(9), F(10), F(11)", rtol=1e-12)


def printed_forces(x: dict[str, np.ndarray], swapped: bool = False) -> np.ndarray:
    """The three formulas with their sums written out; `swapped` exchanges the indices of C6 in F(10)."""
    q, q_d, w, modes = x["q"], x["q_d"], x["w"], range(N_Q)
    W, C4, C5, C6 = skew(x["w"]), ROD.C4, ROD.C5, ROD.C6
    h_t = 2 * W @ ROD.C1 @ q_d + ROD.m * W @ W @ mass_centre(ROD, q)
    pair = (lambda k, l: C6[l, k]) if swapped else (lambda k, l: C6[k, l])
    G_r = [-2 * C4[l] - 2 * sum(pair(k, l) * q[k] for k in modes) for l in modes]
    h_r = W @ inertia_tensor(ROD, q) @ w + sum(G_r[l] * q_d[l] for l in modes) @ w
    O_e = [C4[k].T + sum(C6[k, l] * q[l] for l in modes) for k in modes]
    G_e = sum(2 * C5[l].T * q_d[l] for l in modes)
    return np.concatenate([h_t, h_r, [w @ O @ w for O in O_e] + G_e @ w])


# --- what is printed wrong ------------------------------------------------------------------------------


def integral_forces(sign: int) -> np.ndarray:
    """h_ω as integrals over the body, with the sign in front of the one for the rotation."""
    x = motion()
    masses, places, modes = NODES
    deformed = places + modes @ x["q"]
    b = masses[:, None] * (np.cross(x["w"], np.cross(x["w"], deformed)) + 2 * np.cross(x["w"], modes @ x["q_d"]))
    h_r = sign * np.cross(deformed, b).sum(0)
    return np.concatenate([b.sum(0), h_r, np.einsum("nal,na->l", modes, b)])


@pytest.mark.equation("F(10)")
def test_printed_minus_of_the_integral_for_the_rotation_is_wrong():
    assert_close(left_side(forces=integral_forces(+1)), motion()["power"], "F(10): + ∫ r̃ b dm", rtol=1e-13)
    off = left_side(forces=integral_forces(-1)) - motion()["power"]
    size = np.linalg.norm(integral_forces(+1)[3:6])
    assert np.linalg.norm(off[3:6]) > 1.5 * size, "the printed minus must miss the moments by twice their size"
    assert not off[:3].any() or np.abs(off[:3]).max() < 1e-12, "forces and elastic rows do not contain it"


@pytest.mark.equation("F(2)")
def test_printed_mass_centre_adds_a_vector_to_a_matrix():
    c_1 = ROD.C1 @ Q / ROD.m
    printed = ROD.m * (ROD.c0[:, None] + skew(c_1)).T  # 3 x 1 and 3 x 3: it can only be spread over the columns
    repaired = ROD.m * (skew(ROD.c0) + skew(c_1)).T
    true = mass_matrix(ROD, Q)[:3, 3:6]
    assert_close(repaired, over_the_rod(tilde(r).T), "m c̃ᵀ = ∫ r̃ᵀ dm")
    assert_close(repaired, true, "m c̃ᵀ in the mass matrix")
    assert np.abs(printed - true).max() > 0.5, "the printed sum must not be the upper right block"
    assert np.abs(printed + printed.T).max() > 0.5, "a tilde is skew, the printed sum is not"


@pytest.mark.equation("F(4)", "F(7)")
def test_tilde_of_a_matrix_of_modes_means_the_tilde_of_the_displacement():
    u = NODES[2] @ Q
    one_by_one = sum(skew(NODES[2][:, :, l]) * Q[l] for l in range(N_Q))
    assert_close(skew(u), one_by_one, "tilde(Φ q) = Σ_l tilde(Φ_l) q_l")
    C_r1 = over_the_rod(PHI.T * tilde(r - R_0).T)
    assert_close(sum(ROD.C5[l].T * Q[l] for l in range(N_Q)), C_r1, "C_r1 = ∫ Φᵀ tilde(Φ q)ᵀ dm = Σ_l C5_lᵀ q_l")
    tilde_of_the_sum = skew(NODES[2].sum(axis=2)) * Q.sum()  # one tilde for all modes, then q: another matrix
    assert np.abs(tilde_of_the_sum - one_by_one).max() > 0.1


@pytest.mark.equation("F(c0)")
def test_undeformed_and_deformed_position_share_a_name_in_print():
    """R_RP in c0 is the undeformed position; read as r_RP it counts the deformation twice."""
    c_0_of_r = over_the_rod(r)[:, 0] / ROD.m
    twice = c_0_of_r + ROD.C1 @ Q / ROD.m
    assert_close(mass_centre(ROD, Q), c_0_of_r, "c = c0 + c1 with R_0 in c0")
    assert np.abs(twice - c_0_of_r).max() > 0.05


@pytest.mark.equation("F(C4)", "F(C5)", "F(C6)")
def test_printed_dimensions_are_those_for_one_index():
    assert ROD.C4.shape == (N_Q, 3, 3) and ROD.C4[0].shape == (3, 3)
    assert ROD.C5.shape == (N_Q, 3, N_Q) and ROD.C5[0].shape == (3, N_Q)
    assert ROD.C6.shape == (N_Q, N_Q, 3, 3) and ROD.C6[0, 1].shape == (3, 3)


@pytest.mark.equation("F(0)", "F(9)")
def test_inertia_forces_stand_on_the_left_beside_the_absolute_acceleration():
    """The sheet says neither; both follow from F(9), which has no m ω × v."""
    x = motion()
    h = inertia_forces(ROD, x["q"], x["q_d"], x["w"])
    assert np.abs(left_side(forces=-h) - x["power"]).max() > 1, "on the right, the sign would be the other one"
    x["v_d"] = x["a_R"] - np.cross(x["w"], x["v"])
    off = left_side("v_d") - x["power"]
    missing = mass_matrix(ROD, x["q"])[:, :3] @ np.cross(x["w"], x["v"])
    assert_close(-off, missing, "with v̇ instead of a_R, M (ω × v; 0; 0) is missing", rtol=1e-10)
    assert np.abs(missing).max() > 0.5


@pytest.mark.equation("F(10)")
def test_indices_of_C6_stand_as_printed():
    """k belongs to the place, l to the velocity; the other order is another matrix."""
    x = motion()
    off = printed_forces(x, swapped=True) - inertia_forces(ROD, x["q"], x["q_d"], x["w"])
    assert np.abs(off[3:6]).max() > 0.01, "exchanged indices must miss the moments"
    assert np.abs(off[:3]).max() < 1e-12 and np.abs(off[6:]).max() < 1e-12


@pytest.mark.equation("F(11)")
def test_six_numbers_a_mode_are_enough():
    x = motion()
    w_x, w_y, w_z = x["w"]
    products = np.array([w_x**2, w_y**2, w_z**2, w_x * w_y, w_y * w_z, w_x * w_z])
    for k in range(N_Q):
        O = ROD.C4[k].T + sum(ROD.C6[k, l] * x["q"][l] for l in range(N_Q))
        six = [O[0, 0], O[1, 1], O[2, 2], O[0, 1] + O[1, 0], O[1, 2] + O[2, 1], O[0, 2] + O[2, 0]]
        at_rest = inertia_forces(ROD, x["q"], np.zeros(N_Q), x["w"])
        assert_close(products @ six, at_rest[6 + k], "F(11): ωᵀ O_e ω in six numbers")


@pytest.mark.equation("F(0)")
def test_the_weight_acts_at_the_deformed_mass_centre():
    g = np.array([1.0, -2.0, -9.0])
    fields = [
        over_the_rod(sp.Matrix(g)),
        over_the_rod(r.cross(sp.Matrix(g))),
        over_the_rod(PHI.T * sp.Matrix(g)),
    ]
    assert_close(weight(ROD, Q, g), np.concatenate(fields)[:, 0], "h_grav = ∫ [E; r̃; Φᵀ] g dm")
    undeformed = np.cross(ROD.m * ROD.c0, g)
    assert np.abs(undeformed - weight(ROD, Q, g)[3:6]).max() > 0.1, "the undeformed centre gives another moment"
