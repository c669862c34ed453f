"""Many bodies, dead centres, stiff elements: against exact motions, published numbers, another integrator."""

import _thread
import threading
import time

import numpy as np
import pytest
from scipy.integrate import Radau, solve_ivp

from benchmarks.mechanisms import ANDREWS_END, andrews, bricard, chain, four_bars, governor
from mechanics.model import SimulationError
from mechanics.multibody import LineElement, Marker, Place, Prismatic, RigidBody, RigidBodyMotion, RigidBodySystem
from mechanics.multibody.assembly.index_one import equations_of_motion, projection
from mechanics.multibody.assembly.sparsity import sparse_order
from mechanics.multibody.elements import Linear

G = 9.81


def energies(motion, times, tolerance):
    states = motion.integrate(times, tolerance, tolerance)
    kinetic, potential = motion.energies(times, states)
    assert motion.drift(times, states) < 1e-9, "a joint opens"
    return states, kinetic, kinetic + potential


@pytest.mark.parametrize("n", [1, 5])
def test_rows_of_four_bars_pass_their_dead_centres_as_parallelograms(n):
    """All rods in line twice a turn; there only the velocity tells how the motion goes on. One angle describes it."""
    I, weight = (n + 1) / 3 + n, G * ((n + 1) / 2 + n)
    times = np.linspace(0.0, 5.0, 51)
    exact = solve_ivp(
        lambda t, x: [x[1], -weight * np.cos(x[0]) / I], (0, 5), [np.pi / 2, -1.0], "DOP853", times,
        rtol=1e-12, atol=1e-12,
    ).y[0]  # fmt: skip
    motion = four_bars(n)
    states, kinetic, energy = energies(motion, times, 1e-9)
    assert np.ptp(exact) > np.pi, "the mechanism should pass its dead centre"
    assert np.ptp(energy) < 1e-5 * kinetic.max()
    tip = motion.system.place(states, "a0").A[:, :, 0]
    np.testing.assert_allclose(tip[:, [0, 2]], np.column_stack([np.cos(exact), np.sin(exact)]), atol=1e-4)


def test_a_ladder_of_forty_one_bodies_keeps_its_energy_and_takes_little_time():
    motion, times = four_bars(20, ends=1), np.linspace(0.0, 1.0, 51)
    assert (motion.system.n, len(motion.system.joints)) == (41, 60)
    motion.integrate(times[:2], 1e-3, 1e-3)  # compiled, where there is numba
    begin = time.process_time()
    _, kinetic, energy = energies(motion, times, 1e-8)
    assert np.ptp(energy) < 1e-6 * kinetic.max()
    assert time.process_time() - begin < 20.0, "the work should grow with the number of bodies, not with its cube"


def test_the_squeezing_mechanism_ends_as_published():
    motion = andrews()
    times = np.linspace(0.0, 0.03, 301)
    states = motion.integrate(times, 1e-9, 1e-9)
    k1, k2, k3, k4, k5, k6, k7 = (
        np.unwrap(np.arctan2(*motion.system.place(states, f"K{k}").A[:, [1, 0], 0].T))[-1] for k in range(1, 8)
    )
    np.testing.assert_allclose([k1, k2 - k1, k3, k4 - k5, k5, k6 - k7, k7], ANDREWS_END, atol=1e-6)


def test_bricards_mechanism_moves_although_one_constraint_is_redundant():
    motion = bricard()
    assert motion.system.freedoms(0.0, motion.start) == 1 and len(motion.dependent) == 1
    _, kinetic, energy = energies(motion, np.linspace(0.0, 10.0, 101), 1e-9)
    assert np.ptp(energy) < 1e-6 * kinetic.max()


@pytest.mark.parametrize(
    "motion", [chain(12), four_bars(4), four_bars(3, 1), bricard()], ids=["chain", "loops", "redundant", "bricard"]
)
def test_loops_and_bands_of_arrays_agree_on_rates_and_projections(motion):
    pytest.importorskip("numba")
    system = motion.system
    rows = system.rows.only(np.setdiff1d(np.arange(len(system.rows)), motion.dependent))
    rows = rows.only(sparse_order(rows))
    x = motion.start + 1e-3 * np.random.default_rng(3).normal(size=len(motion.start))
    one, other = (equations_of_motion(system, rows, compiled)(0.0, x) for compiled in (True, False))
    np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-8 * np.abs(other).max())
    (one, sine), (other, other_sine) = (projection(system, rows, compiled)(0.0, x) for compiled in (True, False))
    np.testing.assert_allclose(one, other, atol=1e-9)
    assert sine == pytest.approx(other_sine, rel=1e-6)
    assert np.abs(system.constraints(0.0, one, rows).g).max() < 1e-12


def test_the_order_of_the_joints_does_not_matter_for_the_effort():
    motion = chain(30)
    random = np.random.default_rng(1)
    from mechanics.multibody.assembly.sparsity import sparsity

    rows = motion.system.rows.only(random.permutation(len(motion.system.rows)))
    shuffled, ordered = (sparsity(r).size for r in (rows, rows.only(sparse_order(rows))))
    assert ordered < 20 * len(rows) < shuffled, "rows that share a body should stand next to each other"


# -- stiff elements ----------------------------------------------------------------------------------------------------


def test_a_stiff_governor_moves_as_another_integrator_says():
    motion, end = governor(), 0.05
    other = Radau(motion.state_derivative, 0.0, motion.start, end, rtol=1e-9, atol=1e-9)
    while other.status == "running":
        other.step()
    for tolerance in (1e-6, 1e-9):
        ours = motion.integrate(np.array([0.0, end]), tolerance, tolerance)[-1]
        np.testing.assert_allclose(ours, other.y, atol=1e3 * tolerance)


def test_stiffer_and_stiffer_struts_become_rigid():
    """In the limit a strut keeps its length, and nothing is lost."""
    times = np.linspace(0.0, 0.5, 26)
    losses, stretches = [], []
    for factor in (1.0, 100.0):
        motion = governor(8e5 * factor, 4e4 * factor)
        states = motion.integrate(times, 1e-7, 1e-7)
        energy = sum(motion.energies(times, states))
        arm, slider = (motion.system.place(states, name) for name in ("arm 0", "slider"))
        length = np.linalg.norm(arm.r + 0.5 * arm.A[:, :, 0] - slider.r, axis=1)
        losses.append(energy[0] - energy[-1])
        stretches.append(np.abs(length - 0.5).max())
    assert stretches[1] < 0.05 * stretches[0] < 1e-4, stretches
    assert 0 < losses[1] < 0.05 * losses[0], losses


def test_a_spring_and_a_damper_a_million_times_too_strong_do_not_stop_a_run():
    """x'' = -k x - d x' with d = 1e6: it creeps with the rate k / d, exactly known."""
    bob = RigidBody.about_centre("bob", 1.0, (1.0, 1.0, 1.0))
    strut = LineElement(Marker("ground", (0, 0, -1)), Marker("bob"), Linear(1e6, 1.0, 1e6), "strut")
    system = RigidBodySystem([bob], [Prismatic(Marker("ground"), Marker("bob"), "guide")], [strut], gravity=(0, 0, 0))
    motion, times = RigidBodyMotion(system, system.start({"bob": Place((0, 0, 0.1), np.eye(3))})), np.linspace(0, 3, 31)
    z = system.place(motion.integrate(times, 1e-8, 1e-8), "bob").r[:, 2]
    slow, fast = np.roots([1.0, 1e6, 1e6])[::-1]
    exact = 0.1 * (fast * np.exp(slow * times) - slow * np.exp(fast * times)) / (fast - slow)
    np.testing.assert_allclose(z, exact, atol=1e-7)


# -- what ends a run ---------------------------------------------------------------------------------------------------


def test_a_run_ends_when_its_time_is_used_up():
    motion = four_bars(8)
    with pytest.raises(SimulationError, match="0.2 s of computing time were not enough"):
        motion.integrate(np.linspace(0.0, 1000.0, 11), 1e-9, 1e-9, time_limit=0.2)


@pytest.mark.parametrize("motion", [chain(40), governor()], ids=["explicit", "implicit"])
def test_a_keyboard_interrupt_ends_a_run_at_once(motion):
    motion.integrate(np.array([0.0, 1e-3]), 1e-6, 1e-6)
    begin = time.perf_counter()
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        motion.integrate(np.linspace(0.0, 1000.0, 11), 1e-9, 1e-9)
    assert time.perf_counter() - begin < 10, "the run takes minutes"


def on_a_line(law, z=0.5):
    bob = RigidBody.about_centre("bob", 1.0, (1.0, 1.0, 1.0))
    spring = LineElement(Marker("ground"), Marker("bob"), law, "spring")
    system = RigidBodySystem([bob], [Prismatic(Marker("ground"), Marker("bob"), "guide")], [spring])
    return RigidBodyMotion(system, system.start({"bob": Place((0, 0, z), np.eye(3))}))


@pytest.mark.parametrize(
    "motion, sentence",
    [
        (on_a_line(Linear(10.0, 0.1), z=0.0), "stopped at t = 0 s: spring has the length 0 m"),
        (on_a_line(lambda l, l_d, t, s: None), "returned None"),
        (on_a_line(lambda l, l_d, t, s: None if l < 0.4 else 0.0), "returned None"),
        (on_a_line(lambda l, l_d, t, s: 1.0 / (l > 0.4) if l > 0.4 else float("nan")), "nan"),
        (on_a_line(lambda l, l_d, t, s: np.sqrt("l")), "spring"),
    ],
    ids=["no length", "None at once", "None on the way", "nan on the way", "a law that raises"],
)
def test_an_element_that_fails_during_a_run_says_so_itself(motion, sentence):
    with pytest.raises(SimulationError) as told:
        motion.integrate(np.linspace(0, 1, 11), 1e-8, 1e-8)
    assert sentence in str(told.value) and "t = " in str(told.value), told.value
