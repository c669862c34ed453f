"""Flexible bodies in motion: what is conserved, what places and energies say, and what the second-order term is for."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mechanics.flexible import DrivenMotion, FreeMotion, Nodes, StandardData, at_rest, turning
from mechanics.model import ModelError, Parameters
from mechanics.multibody import MultibodySystem

from .bodies import body, stiffness

START = {"v": (0.4, -1, 0.7), "w": (1.1, -0.6, 0.9), "q": (0.05, -0.03), "q_d": (0.2, 0.1)}
TIMES = np.linspace(0, 2, 101)


def free(second_order: bool = True, K_geo=None, **rest) -> FreeMotion:
    data, nodes = body(1, 2, K_e=stiffness(1, 2, lowest=30), K_geo=K_geo)
    return FreeMotion(data, nodes, **(START | rest), second_order=second_order)


def simulated(motion, times=TIMES, tolerance: float = 1e-11) -> np.ndarray:
    """States (k, n) by the integrator of the course."""
    system = MultibodySystem(
        title="test", source="", parameters=Parameters(), frames=["R"], build=lambda values: motion
    )
    return system.numeric().simulate(t=times, rtol=tolerance, atol=tolerance).x


def drift(motion, x) -> tuple[float, float, float]:
    """How far energy, momentum and angular momentum have gone from their start."""
    kinetic, potential = motion.energies(TIMES, x)
    P, D = motion.momenta(TIMES, x)
    energy = kinetic + potential
    return tuple(float(np.abs(value - value[0]).max()) for value in (energy, P, D))


def stiffening() -> np.ndarray:
    K_geo = np.zeros((6, 2, 2))
    K_geo[:3] = [stiffness(k, 2) for k in range(3)]
    K_geo[4] = [[0.5, 0.2], [0.2, -0.3]]
    return K_geo


@pytest.mark.parametrize("K_geo", [None, stiffening()], ids=["plain", "stiffening"])
def test_free_flight_conserves_energy_momentum_and_spin(K_geo):
    motion = free(K_geo=K_geo)
    x = simulated(motion)
    kinetic, _ = motion.energies(TIMES, x)
    assert np.ptp(kinetic) > 0.03, "the body must exchange energy with its deformation"
    energy, momentum, spin = drift(motion, x)
    assert energy < 1e-8 * kinetic.max() and momentum < 1e-9 and spin < 1e-8


def test_without_the_second_order_term_energy_and_spin_are_lost():
    motion = free(second_order=False)
    energy, momentum, spin = drift(motion, simulated(motion))
    assert energy > 1e-4 and spin > 1e-3, "dropping I_2 must cost energy and spin"
    assert momentum < 1e-9, "the rows of the translation do not know I_2"


def test_damping_takes_energy_and_leaves_the_spin():
    data, nodes = body(1, 2, K_e=stiffness(1, 2, 30), D_e=stiffness(2, 2, 0.2))
    motion = FreeMotion(data, nodes, **START)
    x = simulated(motion)
    energy = np.sum(motion.energies(TIMES, x), axis=0)
    _, D = motion.momenta(TIMES, x)
    rate = np.einsum("ki,ij,kj->k", x[:, 15:], data.D_e, x[:, 15:])
    lost = np.concatenate([[0], np.cumsum((rate[1:] + rate[:-1]) / 2 * np.diff(TIMES))])
    np.testing.assert_allclose(energy[0] - energy, lost, atol=2e-3 * lost[-1])
    assert np.all(np.diff(energy) < 0) and np.abs(D - D[0]).max() < 1e-8


def test_a_thrown_body_flies_on_a_parabola_of_its_mass_centre():
    g = np.array([0, 0, -9.81])
    motion = free(gravity=g)
    x = simulated(motion)
    P, _ = motion.momenta(TIMES, x)
    np.testing.assert_allclose(P - P[0], motion.data.m * TIMES[:, None] * g, atol=1e-8)
    energy = np.sum(motion.energies(TIMES, x), axis=0)
    assert np.ptp(energy) < 1e-7


def test_places_move_with_the_velocities_that_the_energy_counts():
    motion = free()
    t = 0.5 + 1e-4 * np.arange(-2, 3)
    x = simulated(motion, np.concatenate([[0], t]))[1:]
    r, A = motion.places(t, x)
    velocity = (r[0] - 8 * r[1] + 8 * r[3] - r[4]) / 12e-4
    s = motion.at(t[2], x[2])
    np.testing.assert_allclose(velocity[0], s.v, atol=1e-7, err_msg="v of the state is the inertial velocity of R")
    expected = motion.nodes.velocities(s.A.T @ s.v, s.w, s.q, s.q_d) @ s.A.T
    np.testing.assert_allclose(velocity[1:], expected, atol=1e-7)
    np.testing.assert_allclose(A[2, 0].T @ (A[3, 0] - A[1, 0]) / 2e-4 @ [1, 0, 0], np.cross(s.w, [1, 0, 0]), atol=1e-6)


def test_forces_at_nodes_have_the_power_of_their_points():
    data, nodes = body(3, 2)
    nodes = Nodes(nodes.R_0, nodes.Phi, 0.4 * nodes.Phi[:, ::-1])
    rng = np.random.default_rng(3)
    v, w, q, q_d = rng.normal(size=3), rng.normal(size=3), rng.normal(size=2), rng.normal(size=2)
    F, M = rng.normal(size=(2, 9, 3))
    power = np.sum(F * nodes.velocities(v, w, q, q_d)) + np.sum(M * (w + nodes.Psi @ q_d))
    assert nodes.forces(q, F, M) @ np.concatenate([v, w, q_d]) == pytest.approx(power, rel=1e-12)


def test_a_load_between_two_nodes_leaves_the_momenta():
    """A string that pulls two nodes together, as an inner force of the body."""

    def pull(s):
        r = nodes.positions(s.q)
        force = np.zeros_like(r)
        force[0], force[5] = r[5] - r[0], r[0] - r[5]
        return nodes.forces(s.q, 20 * force)

    nodes = body(1, 2)[1]
    motion = free(load=pull)
    _, momentum, spin = drift(motion, simulated(motion))
    assert momentum < 1e-9 and spin < 1e-8


# --- driven and clamped ---------------------------------------------------------------------------------


def swing(t: float) -> tuple[float, float, float]:
    return np.sin(2 * t) + t, 2 * np.cos(2 * t) + 1, -4 * np.sin(2 * t)


def test_the_drive_does_the_work_that_the_energy_gains():
    data, nodes = body(4, 2, K_e=stiffness(4, 2, 30))
    A = Rotation.random(random_state=1).as_matrix()
    motion = DrivenMotion(data, turning((1, 2, -1), swing, (0.3, 0, 1), A), nodes, gravity=(0, 0, -9.81))
    times = np.linspace(0, 2, 801)
    x = simulated(motion, times)
    energy, s = np.sum(motion.energies(times, x), axis=0), motion.at(times, x)
    power = np.sum(motion.reactions(times, x)[:, 3:] * s.w, axis=1)
    h = times[1]
    simpson = np.cumsum((power[:-2:2] + 4 * power[1:-1:2] + power[2::2]) * h / 3)
    np.testing.assert_allclose(energy[2::2] - energy[0], simpson, atol=1e-6 * np.ptp(energy))


def test_a_turning_frame_moves_as_its_poses_say():
    A = Rotation.random(random_state=2).as_matrix()
    drive, h = turning((0, 3, 4), swing, (1, 2, 3), A), 1e-4
    back, frame, ahead = (drive(0.7 + k * h) for k in (-1, 0, 1))
    rate = frame.A.T @ (ahead.A - back.A) / (2 * h)
    np.testing.assert_allclose([rate[2, 1], rate[0, 2], rate[1, 0]], frame.w, atol=1e-6)
    np.testing.assert_allclose((ahead.w - back.w) / (2 * h), frame.w_d, atol=1e-6)
    np.testing.assert_allclose(drive(0.0).A, A, atol=1e-14, err_msg="the angle zero leaves the axes")


def test_a_clamped_body_vibrates_about_the_deflection_of_its_weight():
    data, nodes = body(5, 1, K_e=[[60.0]])
    motion = DrivenMotion(data, at_rest(), nodes, gravity=(0, 0, -9.81), q_d=[0.3])
    times = np.linspace(0, 3, 31)
    omega, rest = np.sqrt(60 / data.M_e[0, 0]), data.C1[2, 0] * -9.81 / 60
    expected = rest - rest * np.cos(omega * times) + 0.3 / omega * np.sin(omega * times)
    np.testing.assert_allclose(simulated(motion, times)[:, 0], expected, atol=1e-8)


def test_outputs_are_functions_of_the_states():
    data, nodes = body(1, 2, K_e=stiffness(1, 2, 30))
    tip = lambda s: nodes.positions(s.q)[:, -1, 0]  # noqa: E731
    motion = FreeMotion(data, nodes, **START, outputs={"tip": tip, "constant": lambda s: np.array(2.0)})
    x = simulated(motion, TIMES[:3])
    found = motion.quantities(TIMES[:3], x)
    np.testing.assert_allclose(found["tip"], [nodes.positions(q)[-1, 0] for q in x[:, 13:15]])
    assert found["constant"].shape == (3,)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda d, n: FreeMotion(d, body(1, 3)[1]), "must have the 2 modes of the body; got 3"),
        (lambda d, n: FreeMotion(d, n, q=[1]), "q must have the shape .2,.; got .1,."),
        (lambda d, n: FreeMotion(d, n, w=(1, 2)), "w must have the shape .3,.; got .2,."),
        (lambda d, n: DrivenMotion(d, turning((0, 0, 0), swing), n), "must have a direction"),
        (lambda d, n: FreeMotion(StandardData.from_nodes([1, 1], [[0, 0, 0], [1, 0, 0]], np.zeros((2, 3, 0)))), "line"),
    ],
)  # fmt: skip
def test_motions_that_cannot_be_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make(*body(1, 2))
