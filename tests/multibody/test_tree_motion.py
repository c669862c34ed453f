"""Motion of trees: conserved quantities, frequencies, moving bases, and that the ways to integrate agree."""

import numpy as np
import pytest
from scipy.integrate import simpson
from scipy.linalg import eigh
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation
from scipy.special import jn_zeros

from mechanics.kinematics import bang_coast_bang, jerk_limited
from mechanics.model import ModelError, SimulationError
from mechanics.multibody.trees import (
    AT_REST,
    GuidedBase,
    Instants,
    JointDamper,
    JointMotor,
    JointSpring,
    Link,
    Loads,
    Pieces,
    PointForce,
    Tree,
    TreeMotion,
    angular_momentum,
    kinetic_energy,
)
from mechanics.rotations.arrays import rotation_vector_matrix

G = 9.81


def rods(n: int, length: float = 0.3, mass: float = 0.5, branched: bool = False) -> Tree:
    """Thick rods along z, each on the end of the one before, or two on each end."""
    J = mass * np.array([length**2 / 12, length**2 / 12, length**2 / 60])

    def link(i: int) -> Link:
        parent = (i - 1) // 2 if branched else i - 1
        side = (-1) ** i * length / 3 if branched and i else 0.0
        joint = (side, 0, -length / 2) if i else (0, 0, 0)
        return Link(f"rod {i}", mass, J, f"rod {parent}" if i else "base", joint, (0, 0, length / 2))

    return Tree.of([link(i) for i in range(n)])


def tilted(n: int, angle: float, about: tuple = (1.0, 0.0, 0.0)) -> np.ndarray:
    return np.broadcast_to(rotation_vector_matrix(angle * np.array(about)), (n, 3, 3))


def turning(n: int, seed: int = 0, size: float = 1.5) -> np.ndarray:
    return size * np.random.default_rng(seed).normal(size=(n, 3))


def drift(motion: TreeMotion, t: float, tolerance: float = 1e-11) -> float:
    """Largest change of the energy, relative to what goes back and forth between T and V."""
    times = np.linspace(0.0, t, 1 + int(50 * t))
    kinetic, potential = motion.energies(times, motion.integrate(times, tolerance, tolerance))
    energy = kinetic + potential
    return float(np.abs(energy - energy[0]).max() / np.ptp(potential))


def conservative(kind: str) -> TreeMotion:
    """Trees without friction in lively motion."""
    if kind == "double pendulum":
        return TreeMotion(rods(2), tilted(2, 1.2), turning(2))
    if kind == "branched tree of 10":
        return TreeMotion(rods(10, branched=True), tilted(10, 1.0), turning(10))
    tree = rods(4)
    springs = [JointSpring(joint, 2.0, tilted(1, 0.4)[0]) for joint in tree.joints]
    return TreeMotion(tree, tilted(4, 0.8), turning(4), Loads(tree, moments=springs))


KINDS = ["double pendulum", "branched tree of 10", "chain with springs"]


@pytest.mark.parametrize("kind", KINDS)
def test_energy_is_conserved(kind):
    assert drift(conservative(kind), 5.0) < 1e-9, f"the energy of the {kind} drifts"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_energy_is_conserved_for_a_minute(kind):
    assert drift(conservative(kind), 60.0) < 1e-9, f"the energy of the {kind} drifts"


def test_angular_momentum_about_the_vertical_is_conserved_and_all_of_it_without_gravity():
    tree = rods(6, branched=True)
    times = np.linspace(0.0, 4.0, 101)
    for gravity, components in (((0, 0, -G), [2]), ((0, 0, 0), [0, 1, 2])):
        motion = TreeMotion(tree, tilted(6, 0.7), turning(6), Loads(tree, gravity))
        here = Instants(motion, times, motion.integrate(times, 1e-11, 1e-11))
        L = angular_momentum(tree, here.A, here.w)[:, components]
        assert np.abs(L - L[0]).max() < 1e-9 * np.abs(L).max()


def test_compiled_and_general_integration_agree():
    pytest.importorskip("numba")
    tree = rods(3)
    dampers = [JointDamper(joint, 0.05) for joint in tree.joints]
    start = (tree, tilted(3, 0.9), turning(3), Loads(tree, moments=dampers))
    compiled, general = TreeMotion(*start), TreeMotion(*start, base=lambda t: AT_REST)
    assert compiled.is_compilable and not general.is_compilable
    times = np.linspace(0.0, 0.8, 9)
    states = [motion.integrate(times, 1e-8, 1e-8) for motion in (compiled, general)]
    np.testing.assert_allclose(*states, atol=1e-6)
    np.testing.assert_allclose(compiled.energies(times, states[0]), general.energies(times, states[0]), rtol=1e-12)


def test_the_length_of_a_quaternion_means_nothing():
    motion = conservative("chain with springs")
    longer = motion.start.copy()
    longer[:16] *= np.repeat([2.0, 0.5, 3.0, 1.5], 4)
    np.testing.assert_allclose(
        motion.state_derivative(0.0, longer)[16:], motion.state_derivative(0.0, motion.start)[16:], atol=1e-10
    )
    times = np.linspace(0.0, 3.0, 31)
    q = motion.split(motion.integrate(times, 1e-6, 1e-6))[0]
    np.testing.assert_allclose(np.linalg.norm(q, axis=-1), 1.0, rtol=1e-15)


# --- small oscillations -----------------------------------------------------------------------------------


def frequencies(tree: Tree) -> np.ndarray:
    """Of small plane oscillations about hanging straight, rad/s, from the accelerations of small tilts about y."""
    n, small = tree.n, 1e-5
    columns = []
    for i in range(n):
        A = np.broadcast_to(np.eye(3), (2, n, 3, 3)).copy()
        A[:, i] = rotation_vector_matrix(np.array([[0, small, 0], [0, -small, 0]]))
        F = np.broadcast_to([0, 0, -G], (2, n, 3)) * tree.m[:, None]
        w_d = TreeMotion(tree).recursion.solve(A, np.zeros((2, n, 3)), F).w_d[:, :, 1]
        columns.append((w_d[0] - w_d[1]) / (2 * small))
    return np.sqrt(np.sort(-np.linalg.eigvals(np.array(columns).T).real))


def test_normal_modes_of_a_double_pendulum():
    m_1, m_2, l_1, l_2 = 2.0, 1.0, 1.0, 0.8
    tree = Tree.of([
        Link("upper", m_1, [m_1 * l_1**2 / 12] * 2 + [0.01], hinge=(0, 0, l_1 / 2)),
        Link("lower", m_2, [m_2 * l_2**2 / 12] * 2 + [0.01], "upper", (0, 0, -l_1 / 2), (0, 0, l_2 / 2)),
    ])  # fmt: skip
    M = np.array([
        [m_1 * l_1**2 / 3 + m_2 * l_1**2, m_2 * l_1 * l_2 / 2],
        [m_2 * l_1 * l_2 / 2, m_2 * l_2**2 / 3],
    ])  # fmt: skip
    K = np.diag([(m_1 / 2 + m_2) * G * l_1, m_2 * G * l_2 / 2])
    np.testing.assert_allclose(frequencies(tree), np.sqrt(eigh(K, M, eigvals_only=True)), rtol=1e-7)


def test_a_chain_of_many_links_swings_like_a_rope():
    """ω_k = ½ j_0k √(g / L) with the zeros of the Bessel function J_0 (D. Bernoulli)."""
    length = 2.0
    exact = jn_zeros(0, 3) / 2 * np.sqrt(G / length)
    errors = [np.abs(frequencies(rods(n, length / n))[:3] / exact - 1) for n in (12, 24, 48)]
    assert (errors[2] < [1e-3, 3e-3, 8e-3]).all()
    for coarse, fine in zip(errors, errors[1:], strict=False):
        assert (fine < 0.35 * coarse).all(), "the error must fall with the square of the number of links"


# --- loads --------------------------------------------------------------------------------------------------


def test_dampers_take_what_the_energy_loses():
    tree, d, times = rods(3), 0.02, np.linspace(0.0, 3.0, 3001)
    motion = TreeMotion(tree, tilted(3, 1.0), turning(3), Loads(tree, moments=[JointDamper(j, d) for j in tree.joints]))
    here = Instants(motion, times, motion.integrate(times, 1e-10, 1e-10))
    w = np.einsum("kiab,kib->kia", here.A, here.w)
    relative = np.diff(w, axis=1, prepend=0.0)
    lost = simpson(d * np.sum(relative**2, axis=(1, 2)), x=times)
    energy = here.kinetic_energy + here.potential_energy
    assert energy[0] - energy[-1] == pytest.approx(lost, rel=1e-6)
    assert lost > 0.05 * np.ptp(here.potential_energy)


def test_a_motor_spins_a_hanging_body_up():
    tree = rods(1)
    motor = JointMotor("rod 0", (0.0, 0.0, 0.3))
    motion = TreeMotion(tree, loads=Loads(tree, moments=[motor]))
    w = motion.integrate(np.array([0.0, 1.0, 2.0]), 1e-9, 1e-9)[:, 4:]
    np.testing.assert_allclose(w[:, 2], 0.3 / tree.J[0, 2, 2] * np.array([0.0, 1.0, 2.0]), rtol=1e-8)


def test_a_joint_spring_turns_a_body_back_and_forth():
    tree, k, turned = rods(1), 0.4, 0.9
    spring = JointSpring("rod 0", k, tilted(1, 0.5, (0, 0, 1))[0])
    A = tilted(1, 0.5 + turned, (0, 0, 1))
    motion = TreeMotion(tree, A, loads=Loads(tree, moments=[spring]))
    half_a_period = np.pi / np.sqrt(k / tree.J[0, 2, 2])
    here = Instants(
        motion, np.array([half_a_period]), motion.integrate(np.array([0.0, half_a_period]), 1e-11, 1e-11)[1:]
    )
    np.testing.assert_allclose(here.A[0], tilted(1, 0.5 - turned, (0, 0, 1)), atol=1e-8)


def test_a_force_that_depends_on_time_is_integrated_without_compiled_code():
    tree, times = rods(1), np.linspace(0.0, 2.0, 5)
    pushed = Loads(tree, (0, 0, 0), [PointForce("rod 0", lambda t: (0.0, 0.0, np.sin(t)), (0.1, 0.0, 0.15))])
    motion = TreeMotion(tree, loads=pushed)
    rate = motion.state_derivative(1.0, motion.start)[4:]
    hinge = tree.J[0] + tree.m[0] * np.diag([1.0, 1.0, 0.0]) * tree.hinge[0, 2] ** 2
    # the point lies 0.1 m beside the hinge: arm (0.1, 0, 0) × (0, 0, sin 1)
    np.testing.assert_allclose(rate, np.linalg.solve(hinge, [0.0, -0.1 * np.sin(1.0), 0.0]), atol=1e-12)
    here = Instants(motion, times, motion.integrate(times, 1e-8, 1e-8))
    np.testing.assert_allclose(here.load.F[:, 0, 2], np.sin(times), atol=1e-12)


def test_forces_along_a_run_are_those_of_the_recursion():
    """By Newton's law for each body, W(12), against the walk along the tree; the base stops on the way."""
    tree, times = rods(5, branched=True), np.linspace(0.0, 1.0, 6)
    base = GuidedBase.along((1, 0, 0), [0.2, 0.7], lambda t: np.full_like(t, 3.0))
    dampers = [JointDamper(joint, 0.1) for joint in tree.joints]
    motion = TreeMotion(tree, tilted(5, 0.8), turning(5), Loads(tree, moments=dampers), base)
    here = Instants(motion, times, motion.integrate(times, 1e-8, 1e-8))
    found = motion.recursion.solve(here.A, here.w, *here.load, here.base)
    np.testing.assert_allclose(here.w_d, found.w_d, atol=1e-9)
    np.testing.assert_allclose(here.forces, found.forces, atol=1e-9)


# --- the base moves ---------------------------------------------------------------------------------------


def test_in_a_falling_lift_there_is_no_gravity():
    tree, times = rods(3), np.linspace(0.0, 2.0, 41)
    base = GuidedBase(Pieces.fitted([0.0, 5.0], lambda t: np.outer(np.ones_like(t), [0, 0, -G])))
    falling = TreeMotion(tree, tilted(3, 0.8), turning(3), base=base)
    floating = TreeMotion(tree, tilted(3, 0.8), turning(3), Loads(tree, (0, 0, 0)))
    states = [motion.integrate(times, 1e-10, 1e-10) for motion in (falling, floating)]
    np.testing.assert_allclose(*states, atol=1e-8)
    relative = kinetic_energy(tree, Instants(falling, times, states[0]).A, falling.split(states[0])[1])
    assert np.ptp(relative) < 1e-8 * relative[0]


def test_a_short_kick_between_two_output_times_is_not_stepped_over():
    """A hanging rod whose hinge gets the speed v at once swings as if hit: ω = 3/2 v / l."""
    tree, kick, v = rods(1, length=1.0), 1e-4, 0.8
    base = GuidedBase.along((1, 0, 0), [5.0, 5.0 + kick], lambda t: np.full_like(t, v / kick))
    motion = TreeMotion(tree, base=base)
    run = Instants(motion, np.array([5.0 + kick]), motion.integrate(np.array([0.0, 5.0 + kick]), 1e-9, 1e-9)[1:])
    inertia, mass = tree.J[0, 1, 1] + 0.25 * tree.m[0], tree.m[0]
    assert np.abs(run.w[0, 0]).max() == pytest.approx(mass * 0.5 * v / inertia, rel=1e-3)
    assert run.base.r_d[0, 0] == pytest.approx(v)


def test_seats_of_a_chairoplane():
    """On a base that turns steadily, each seat hangs outwards at rest relative to it: no moment about its hinge."""
    R, l, m, spin, J_x, J_z = 1.2, 0.8, 3.0, 2.2, 0.05, 0.02
    seats = [
        Link(name, m, [J_x, J_x, J_z], joint=(x, 0, 0), hinge=(0, 0, l)) for name, x in (("left", -R), ("right", R))
    ]
    tree = Tree.of(seats)

    def moment(alpha: float) -> float:
        centrifugal = m * l * np.cos(alpha) * (R + l * np.sin(alpha)) + (J_x - J_z) * np.sin(alpha) * np.cos(alpha)
        return spin**2 * centrifugal - m * G * l * np.sin(alpha)

    alpha = brentq(moment, 0.0, 1.5)
    A = rotation_vector_matrix(np.array([[0.0, alpha, 0.0], [0.0, -alpha, 0.0]]))
    rest = Pieces(np.array([0.0, 1.0]), np.zeros((1, 4, 1)), np.zeros(1), np.array([spin]))
    motion = TreeMotion(tree, A, spin * A[:, 2], base=GuidedBase(turning=rest))
    assert np.abs(motion.state_derivative(0.0, motion.start)[8:]).max() < 1e-12
    times = np.linspace(0.0, 3.0, 31)
    here = Instants(motion, times, motion.integrate(times, 1e-10, 1e-10))
    outwards = np.arccos(here.A[:, :, 2, 2])
    np.testing.assert_allclose(outwards, alpha, atol=1e-6)
    height = here.r[:, :, 2]
    np.testing.assert_allclose(height, -l * np.cos(alpha), atol=1e-6)
    np.testing.assert_allclose(here.hinge_force("left"), m * np.hypot(G, spin**2 * (R + l * np.sin(alpha))), rtol=1e-6)


@pytest.mark.parametrize("profile", [bang_coast_bang(2, -1, 0.5, 1.5, 3.0), jerk_limited(4.0, 2.0, 1.5, 4.0, 0.5)])
def test_a_guided_base_runs_like_the_motion_profile_that_it_was_given(profile):
    base = GuidedBase.along((0, 1, 0), [float(t) for t in profile.times], profile.acceleration, (1.0, 2.0, 3.0))
    times = np.linspace(0.0, 8.0, 33)
    state = base(times)
    np.testing.assert_allclose(state.r, np.outer(profile.position(times), [0, 1, 0]) + [1, 2, 3], atol=1e-12)
    np.testing.assert_allclose(state.r_d[:, 1], profile.velocity(times), atol=1e-12)
    np.testing.assert_allclose(state.r_dd[:, 1], profile.acceleration(times), atol=1e-9)


def test_a_turning_base_turns_by_the_integral_of_its_rate():
    turning_base = GuidedBase(turning=Pieces.fitted([0.0, 2.0], lambda t: 3 * t, 0.1, 0.2), axis=(0.0, 2.0, 0.0))
    state = turning_base(1.5)
    angle = 0.1 + 0.2 * 1.5 + 1.5**3 / 2
    np.testing.assert_allclose(state.A, Rotation.from_rotvec([0, angle, 0]).as_matrix(), atol=1e-12)
    np.testing.assert_allclose(state.w, [0, 0.2 + 1.5 * 1.5**2, 0])


# --- what is wrong is said ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda tree: TreeMotion(tree, np.zeros((2, 3, 3))), "'rod 0' at the start must be a rotation matrix"),
        (lambda tree: TreeMotion(tree, np.eye(4)), r"shape \(2, 3, 3\)"),
        (lambda tree: TreeMotion(tree, w=[1.0, 2.0, 3.0]), "one row of three for each of 2 bodies"),
        (
            lambda tree: TreeMotion(tree).integrate(np.array([0.0, 1.0]), 0.0, 1e-8),
            "Tolerances must be positive",
        ),
        (lambda tree: Pieces.fitted([0.0, 1.0], np.sin), "polynomial up to degree 3"),
        (lambda tree: Pieces.fitted([1.0, 0.0], np.ones_like), "at least two increasing"),
        (lambda tree: GuidedBase(axis=(0, 0, 0)), "nonzero"),
        (lambda tree: TreeMotion(tree, frames=["rod 7"]).places(np.zeros(1), np.ones((1, 14))), "rod 7"),
    ],
)
def test_bad_input_gets_one_sentence(wrong, sentence):
    with pytest.raises(ModelError, match=sentence):
        wrong(rods(2))


def test_a_motor_without_end_is_stopped():
    tree = rods(1)
    motor = JointMotor("rod 0", (0.0, 0.0, 1e9))
    motion = TreeMotion(tree, loads=Loads(tree, moments=[motor]))
    with pytest.raises(SimulationError, match="simulation stopped at t"):
        motion.integrate(np.linspace(0.0, 100.0, 11), 1e-6, 1e-6)


def momentum_about_the_origin(motion, t, x):
    """About the origin, where the tree hangs, kg m²/s; mass centres and tensors alone go into it."""
    here = Instants(motion, t, x)
    spin = np.einsum("kiab,ibc,kic->kia", here.A, motion.tree.J, here.w)
    return (np.cross(here.r, motion.tree.m[:, None] * here.r_d) + spin).sum(axis=1)


@pytest.mark.parametrize("basis", ["inertial", "body"])
@pytest.mark.parametrize("constant", [True, False], ids=["constant", "function of time"])
def test_a_moment_on_a_body_is_what_changes_the_angular_momentum(basis, constant):
    """The hinge at the origin transmits no moment about it: L(t) − L(0) is the integral of the applied moment."""
    links = [
        Link("a", 2.0, (0.3, 0.2, 0.1), hinge=(0.0, 0.1, 0.4)),
        Link("b", 1.0, (0.05, 0.1, 0.08), "a", (0.1, 0.0, -0.4), (0.0, 0.0, 0.3)),
        Link("c", 0.5, (0.02, 0.02, 0.03), "a", (-0.3, 0.0, 0.0), (0.2, 0.1, 0.0)),
    ]
    moment, tree = np.array([0.4, -0.3, 0.8]), Tree.of(links)
    given = moment if constant else (lambda t: moment * np.cos(3 * t))
    loads = Loads(tree, (0, 0, 0), [PointForce("b", moment=given, basis=basis)])
    motion = TreeMotion(tree, w=np.array([[0.5, 1.0, 0.0], [0.0, 0.3, 2.0], [1.0, 0.0, 0.0]]), loads=loads)
    t = np.linspace(0.0, 1.5, 601)
    x = motion.integrate(t, 1e-10, 1e-12)
    L = momentum_about_the_origin(motion, t, x)
    applied = moment * (np.ones_like(t) if constant else np.cos(3 * t))[:, None]
    if basis == "body":
        applied = np.einsum("kab,kb->ka", Instants(motion, t, x).A[:, 1], applied)
    assert np.abs(L[-1] - L[0]).max() > 0.1, "too little happens for this test to mean anything"
    np.testing.assert_allclose(L[-1] - L[0], simpson(applied, x=t, axis=0), atol=1e-8)


def test_a_moment_that_is_no_vector_stops_with_its_body_and_time():
    tree = Tree.of([Link("a", 2.0, (0.3, 0.2, 0.1), hinge=(0.0, 0.1, 0.4))])
    loads = Loads(tree, forces=[PointForce("a", moment=lambda t: (0, 0, 1.0) if t < 0.5 else None)])
    with pytest.raises(
        SimulationError, match=r"The moment on 'a' must have three .* at t = 0\.\d+ s it was not so; got None"
    ):
        TreeMotion(tree, loads=loads).integrate(np.linspace(0, 1, 11), 1e-8, 1e-8)
