"""The flexible slider-crank of the Test Set for IVP Solvers: equations, start values and reference solution.

B. Simeon: Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs. Math. Modelling of Systems 2
(1996) 1-18; data, start values and solution at t = 0.1 s as in the problem "slider crank" (CRANK) of the test set. Its
solution has about six digits of the elastic coordinates.
"""

import numpy as np
import pytest

from mechanics.multibody.flexible import FlexibleSystem
from mechanics.multibody.flexible.index_one import pieces

from .mechanisms import E_ROD, HEIGHT, L_1, L_2, RHO, imbalance, simeons_rod, simeons_slider_crank

M_2, M_3, J_2, OMEGA = 0.151104, 0.075552, 0.0045339259, 150.0
START = {  # close to the smooth motion
    "q": (0.0, 0.0, 0.103339863e-4, 0.169327969e-4),
    "q_d": (0.444896105, 0.463434311e-2, -0.178591076e-5, -0.268938672e-5),
}
END = {  # at t = 0.1 s
    "phi_2": -3.311734987910881e-1, "x_3": 1.697373326718410e-1,
    "q": (1.893192460247178e-4, 2.375751865617931e-5, -5.323907988763734e-6, -8.363283141616840e-6),
    "w_2": 6.025346682645789e1, "v_3": -8.753116989887888,
    "q_d": (-3.005536801092212e-2, -5.500488291932075e-3, 4.978243404809343e-4, 1.104933470696396e-3),
    "a_3": 2.167924253080623e3, "lam": (-6.232893262533717e1, -1.637910131687472e2, 2.529853213732781e1),
}  # fmt: skip


def in_the_plane(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def start_of(system: FlexibleSystem, t=0.0, w_2=-74.9957670, q=START["q"], q_d=START["q_d"]) -> np.ndarray:
    phi_1 = OMEGA * t
    phi_2 = -np.arcsin(L_1 * np.sin(phi_1) / (L_2 + q[3]))
    root = L_1 * np.array([np.cos(phi_1), np.sin(phi_1), 0])
    v = L_1 * OMEGA * np.array([-np.sin(phi_1), np.cos(phi_1), 0])
    x_3 = root[0] + (L_2 + q[3]) * np.cos(phi_2)
    places = {
        "crank": ((0, 0, 0), in_the_plane(phi_1)), "rod": (root, in_the_plane(phi_2)), "block": ((x_3, 0, 0), np.eye(3))
    }  # fmt: skip
    velocities = {"crank": ((0, 0, 0), (0, 0, OMEGA)), "rod": (v, (0, 0, w_2))}
    return system.start(places, velocities, q={"rod": q}, q_d={"rod": q_d}, t=t)


def published(t: float, phi_2: float, w_2: float, q, q_d) -> tuple[np.ndarray, np.ndarray]:
    """φ̈_2, ẍ_3, q̈ and λ by the equations of the test set with its three coordinates and four nodes, no gravity.

    Written from the description: crank and rod have angles of their own, the block a position; u = Σ N_i q_i along the
    rod with the two nodes of a quadratic element, w = Σ sin(kπξ) q_k across.
    """
    phi_1, w_1, m = OMEGA * t, OMEGA, RHO * HEIGHT**2 * L_2
    q, q_d = np.asarray(q), np.asarray(q_d)
    stiff = E_ROD * HEIGHT**2 / L_2
    M_q, K_q = np.zeros((4, 4)), np.zeros((4, 4))
    M_q[:2, :2], M_q[2:, 2:] = m / 2 * np.eye(2), m * np.array([[8, 1], [1, 2]])
    K_q[:2, :2] = stiff * np.pi**4 / 24 * (HEIGHT / L_2) ** 2 * np.diag([1, 16])
    K_q[2:, 2:] = stiff / 3 * np.array([[16, -8], [-8, 7]])
    B = np.zeros((4, 4))
    B[0, 2], B[0, 3], B[1, 3] = -16 / np.pi**3, 8 / np.pi**3 - 1 / np.pi, 0.5 / np.pi
    B = m * (B - B.T)
    along, across = m * np.array([0, 0, 2 / 3, 1 / 6]), m * np.array([2 / np.pi, 0, 0, 0])
    x_along, x_across = m * L_2 * np.array([0, 0, 1 / 3, 1 / 6]), m * L_2 * np.array([1 / np.pi, -0.5 / np.pi, 0, 0])
    c, s = np.cos(phi_1 - phi_2), np.sin(phi_1 - phi_2)

    M = np.zeros((7, 7))  # φ_1, φ_2, x_3, q
    M[0, 0], M[1, 1], M[2, 2] = 0.002727 + M_2 * L_1**2, J_2 + q @ M_q @ q + 2 * x_along @ q, M_3
    M[0, 1] = M[1, 0] = L_1 * L_2 * M_2 / 2 * c + L_1 * (s * across @ q + c * along @ q)
    M[0, 3:] = M[3:, 0] = L_1 * (-s * along + c * across)
    M[1, 3:] = M[3:, 1] = x_across + q @ B
    M[3:, 3:] = M_q
    f = np.zeros(7)
    f[0] = -L_1 * L_2 * M_2 / 2 * w_2**2 * s + L_1 * w_2**2 * (-s * along @ q + c * across @ q)
    f[0] -= 2 * L_1 * w_2 * (c * along @ q_d + s * across @ q_d)
    f[1] = L_1 * L_2 * M_2 / 2 * w_1**2 * s + L_1 * w_1**2 * (s * along @ q - c * across @ q)
    f[1] -= 2 * w_2 * (x_along @ q_d + q_d @ M_q @ q)
    f[3:] = w_2**2 * (M_q @ q + x_along) + L_1 * w_1**2 * (c * along + s * across) + 2 * w_2 * B @ q_d - K_q @ q

    l, l_d = L_2 + q[3], q_d[3]
    G = np.zeros((3, 7))
    G[0, [0, 1, 6]] = L_1 * np.cos(phi_1), l * np.cos(phi_2), np.sin(phi_2)
    G[1, [0, 1, 2, 6]] = L_1 * np.sin(phi_1), l * np.sin(phi_2), 1, -np.cos(phi_2)
    G[2, 0] = 1
    bias = np.zeros(3)
    bias[0] = -L_1 * np.sin(phi_1) * w_1**2 - l * np.sin(phi_2) * w_2**2 + 2 * w_2 * np.cos(phi_2) * l_d
    bias[1] = L_1 * np.cos(phi_1) * w_1**2 + l * np.cos(phi_2) * w_2**2 + 2 * w_2 * np.sin(phi_2) * l_d
    found = np.linalg.solve(np.block([[M, G.T], [G, np.zeros((3, 3))]]), np.concatenate([f, -bias]))
    return found[1:7], found[7:]


class TestEquations:
    def test_they_are_those_of_the_test_set(self):
        """Accelerations and joint forces at its end point, as the test set prints them: q̈ and λ from positions."""
        acceleration, lam = published(0.1, END["phi_2"], END["w_2"], END["q"], END["q_d"])
        assert acceleration[1] == pytest.approx(END["a_3"], rel=1e-4)
        assert lam == pytest.approx(END["lam"], rel=1e-3)

    @pytest.mark.parametrize("seed", range(6))
    def test_accelerations_in_any_state(self, seed):
        rng = np.random.default_rng(seed)
        system = simeons_slider_crank(simeons_rod())
        t, q, q_d = rng.uniform(0, 0.04), 1e-4 * rng.normal(size=4), 0.1 * rng.normal(size=4)
        x = start_of(system, t, q=q, q_d=q_d, w_2=10.0)
        rod = pieces(system.bodies, x)[1]
        rates = dict(zip(system.states, system.equations.derivative(t, np.append(x, 0.0))[:-1], strict=True))
        phi_2 = np.arctan2(rod.frame.A[1, 0], rod.frame.A[0, 0])
        expected, lam = published(t, phi_2, rod.u[5], rod.q, rod.u[6:])
        found = [rates["rod_w3"], rates["block_vx"], *(rates[f"rod_e{k}_d"] for k in (1, 2, 3, 4))]
        assert found == pytest.approx(expected, rel=1e-7, abs=1e-5 * np.abs(expected).max())

    @pytest.mark.parametrize("t", [0.004, 0.017])
    def test_reactions_are_its_multipliers(self, t):
        system = simeons_slider_crank(simeons_rod())
        x = start_of(system, t)
        run = system.simulate(x, t=[t, t + 1e-6])
        rod = pieces(system.bodies, x)[1]
        phi_2 = np.arctan2(rod.frame.A[1, 0], rod.frame.A[0, 0])
        _, lam = published(t, phi_2, rod.u[5], rod.q, rod.u[6:])
        # λ_1 and λ_2: forces of the rod's tip on the block, along y and −x; λ_3: the torque of the drive, reversed
        block = run.reactions("wrist pin").force[0]
        inertial = run.place("rod.tip").A[0] @ block
        assert inertial[:2] == pytest.approx([-lam[1], lam[0]], rel=1e-6, abs=1e-6)
        assert run.reactions("shaft").moment[0, 2] == pytest.approx(-lam[2], rel=1e-6, abs=1e-6)

    def test_the_start_of_the_test_set_is_consistent(self):
        system = simeons_slider_crank(simeons_rod())
        x = dict(zip(system.states, start_of(system), strict=True))
        assert x["block_x"] == pytest.approx(0.450016933, abs=1e-9)
        assert [x[f"rod_e{k}"] for k in (1, 2, 3, 4)] == list(START["q"])


@pytest.mark.slow
def test_the_reference_solution_after_a_tenth_of_a_second():
    """Fifteen radians of the crank; the elastic coordinates agree to 1e-9 m, about five digits of what they do."""
    system = simeons_slider_crank(simeons_rod())
    run = system.simulate(start_of(system), t=np.linspace(0, 0.1, 6), rtol=1e-7, atol=1e-10, time_limit=None)
    end = dict(zip(system.states, run.x[-1], strict=True))
    A = run.place("rod").A[-1]
    assert np.arctan2(A[1, 0], A[0, 0]) == pytest.approx(END["phi_2"], abs=1e-9)
    assert end["block_x"] == pytest.approx(END["x_3"], abs=1e-9)
    assert end["rod_w3"] == pytest.approx(END["w_2"], rel=1e-7)
    assert end["block_vx"] == pytest.approx(END["v_3"], rel=1e-6)
    assert [end[f"rod_e{k}"] for k in (1, 2, 3, 4)] == pytest.approx(END["q"], abs=1e-9)
    assert [end[f"rod_e{k}_d"] for k in (1, 2, 3, 4)] == pytest.approx(END["q_d"], abs=5e-6)
    assert imbalance(run) < 1e-8, "the work of the drive is what the mechanism gains"
    assert run.drift() < 1e-12
