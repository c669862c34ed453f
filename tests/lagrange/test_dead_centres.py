"""Closed loops in positions where their conditions depend on each other: passed smoothly, or refused in a sentence."""

import numpy as np
import pytest
import sympy as sp

from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, ModelError, Parameters, SimulationError
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_z

P = Parameters(
    m=(1.0, "kg", "mass of a rod"), m_K=(0.7, "kg", "mass on a rod"), l=(1.0, "m", "length"),
    d=(2.0, "m", "length of the coupler"), g=(9.81, "m/s^2", "gravity"),
)  # fmt: skip
TIMES = np.linspace(0, 10, 1001)


def four_bars(count: int) -> LagrangianSystem:
    """Parallelograms in a row: cranks and couplers are rods of 1 kg and 1 m, hinged 1 m apart.

    The benchmark A02, *N four-bar mechanism*, of the IFToMM Technical Committee for Multibody Dynamics: whenever the
    cranks lie, all conditions of the x direction lose their meaning at once, and there are 2^N ways to go on.
    """
    angles = {"c0": ("rad", "crank", np.pi / 2)}
    for k in range(1, count + 1):
        angles |= {f"b{k}": ("rad", "coupler", 0.0), f"c{k}": ("rad", "crank", np.pi / 2)}
    q, bodies, loops = Coordinates(**angles), [], {}

    def end(start, angle):
        frame = translation(*start) @ rotation(rotation_z(angle))
        bodies.append(Body(P.m, frame @ translation(P.l / 2), P.m * P.l**2 / 12))
        return frame.point((P.l, 0))

    tip = end((0, 0), q.c0)
    for k in range(1, count + 1):
        gap = end(tip, q[f"b{k}"].symbol)
        tip = end((k * P.l, 0), q[f"c{k}"].symbol)
        loops |= {f"f_x{k}": (tip - gap)[0], f"f_y{k}": (tip - gap)[1]}
    return _system(q, bodies, loops, "four bars")


def lopsided(cranks: int = 2) -> LagrangianSystem:
    """A parallelogram with masses that are nowhere symmetric, with up to three cranks: the third one is redundant."""
    angles = {f"c{k}": ("rad", "crank", 1.2) for k in range(cranks)}
    q = Coordinates(**angles, b=("rad", "coupler", 0.0))
    tips = [_tip(at, q[f"c{k}"].symbol) for k, at in enumerate((0, P.d, P.d / 2)[:cranks])]
    along = P.d * sp.Matrix([sp.cos(q.b), sp.sin(q.b)])
    loops = {f"f_{axis}{k}": (tips[k] - tips[0] - share * along)[i] for k, share in ((1, 1), (2, sp.Rational(1, 2)))
             if k < cranks for i, axis in enumerate("xy")}  # fmt: skip
    bodies = [Body(P.m, tuple(tips[0] / 2)), Body(P.m_K, tuple(tips[0] + along / 5))]
    bodies += [Body(P.m_K / 2, tuple(tip)) for tip in tips[1:]]
    return _system(q, bodies, loops, "lopsided parallelogram")


def one_crank(third: bool) -> LagrangianSystem:
    """The same with one coordinate: all cranks are parallel, and the coupler only shifts."""
    q = Coordinates(c0=("rad", "crank", 1.2))
    tip = _tip(0, q.c0)
    bodies = [Body(P.m, tuple(tip / 2)), Body(P.m_K * (2 if third else sp.Rational(3, 2)), tuple(tip))]
    return _system(q, bodies, {}, "crank")


def slider_crank() -> LagrangianSystem:
    """Crank and rod of one length: with the crank upright the slider stands over the bearing."""
    q = Coordinates(a=("rad", "crank", 0.7), b=("rad", "rod", -0.7), x=("m", "slider", 2 * np.cos(0.7)))
    tip = _tip(0, q.a)
    end = tip + _tip(0, q.b)
    bodies = [Body(P.m, tuple(tip / 2)), Body(P.m, tuple((tip + end) / 2)), Body(P.m_K, (q.x, 0))]
    return _system(q, bodies, {"f_x": q.x - end[0], "f_y": end[1]}, "slider crank")


def _tip(at, angle):
    return sp.Matrix([at + P.l * sp.cos(angle), P.l * sp.sin(angle)])


def _system(q, bodies, loops, title):
    return LagrangianSystem(coordinates=q, parameters=P, bodies=bodies, gravity=(0, -P.g), loops=loops, title=title)


@pytest.mark.parametrize("count", [1, 2, 5, 20])
def test_the_benchmark_of_many_four_bars_passes_all_its_dead_centres(count):
    """10 s from upright with 1 m/s: as one pendulum with N + 1 cranks and N couplers, which do not rotate."""
    system = four_bars(count)
    rates = [0.0 if name.startswith("b") else -1.0 for name in system.coordinates]
    run = system.numeric().simulate(q_d0=rates, t=TIMES)
    assert np.ptp(run["c0"]) > 25, "the cranks do not turn: a dead centre has sent them back"
    drift = np.abs(run.energy - run.energy[0]).max()
    assert drift < 1e-7 * run.energy[0], f"{count} four-bars gain or lose {drift} J"
    cranks = run.q[:, [k for k, name in enumerate(system.coordinates) if name.startswith("c")]]
    assert np.abs(cranks - cranks[:, :1]).max() < 1e-8, "a loop has left the branch of the parallelogram"
    pendulum = _with_inertia(count)
    expected = pendulum.numeric().simulate(q_d0=[-1.0], t=TIMES, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(run["c0"], expected["c0"], atol=3e-6)


def _with_inertia(count):
    q = Coordinates(c0=("rad", "crank", np.pi / 2))
    turned = rotation(rotation_z(q.c0))
    cranks = [Body(P.m, turned @ translation(P.l / 2), P.m * P.l**2 / 12)] * (count + 1)
    return _system(q, [*cranks, *[Body(P.m, tuple(_tip(0, q.c0)))] * count], {}, "one crank")


@pytest.mark.parametrize("cranks", [2, 3])
@pytest.mark.parametrize("rate", [-4.0, -0.5, 7.0])
def test_a_parallelogram_moves_as_with_one_coordinate(cranks, rate):
    """The forces of the joints have no limit near the dead centre, q̈ does not; the third crank is redundant."""
    run = lopsided(cranks).numeric().simulate(q_d0=[*[rate] * cranks, 0.0], t=TIMES)
    expected = one_crank(cranks == 3).numeric().simulate(q_d0=[rate], t=TIMES, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(run["c0"], expected["c0"], atol=1e-5)
    np.testing.assert_allclose(run.energy, run.energy[0], atol=1e-5)
    error = np.abs(run.q_dd[:, 0] - expected.q_dd[:, 0])
    assert np.quantile(error, 0.99) < 1e-3 and error.max() < 0.1, "only in a dead centre itself they may be inaccurate"


@pytest.mark.parametrize("method", ["auto", "DOP853", "Radau"])
def test_every_method_gets_through(method):
    run = lopsided().numeric().simulate(q_d0=[-4.0, -4.0, 0.0], t=3.0, method=method)
    assert np.abs(run["c1"] - run["c0"]).max() < 1e-8 and run["c0"][-1] < -5


def test_a_motion_may_start_in_a_dead_centre_that_it_leaves():
    rate = -5.0
    run = lopsided().numeric().simulate([0, 0, 0], [rate, rate, 0.0], TIMES)
    later = one_crank(False).numeric().simulate([0.0], [rate], TIMES, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(run["c0"], later["c0"], atol=1e-5)
    assert np.isfinite(run.q_dd).all()


def test_the_antiparallelogram_is_a_branch_of_its_own():
    model = lopsided().numeric()
    start = model.closed([0.5, -1.3, -0.8], [-9.0, 0.0, 0.0], keep=("c0",))
    run = model.simulate(*start, TIMES)
    np.testing.assert_allclose(run.energy, run.energy[0], atol=2e-5)
    assert np.ptp(run["c0"]) > 10, "the crank does not turn"
    unequal = np.abs(np.sin(run["c0"] - run["c1"]))
    assert np.mean(unequal > 0.1) > 0.8, "it has changed to the parallelogram"


def test_a_slider_crank_of_equal_lengths_keeps_the_branch_of_its_rates():
    """With the crank upright, the slider can pass the bearing, or stay there while crank and rod turn as one."""
    model, upright = slider_crank().numeric(), [np.pi / 2, -np.pi / 2, 0.0]
    passing = model.simulate(upright, [3.0, -3.0, -6.0], 5.0)
    np.testing.assert_allclose(passing["x"], 2 * np.cos(passing["a"]), atol=1e-7)
    turning = model.simulate(upright, [3.0, 3.0, 0.0], 5.0)
    np.testing.assert_allclose(turning["x"], 0, atol=1e-7)
    np.testing.assert_allclose(turning["a"] - turning["b"], np.pi, atol=1e-7)
    for run in (passing, turning):
        np.testing.assert_allclose(run.energy, run.energy[0], atol=1e-6)


def test_zero_crossings_are_found_in_dead_centres():
    system = lopsided()
    run = system.numeric().simulate(q_d0=[-4.0, -4.0, 0.0], t=5.0, events={"flat": sp.sin(system.coordinates.c0)})
    crank = one_crank(False)
    expected = crank.numeric().simulate(q_d0=[-4.0], t=5.0, events={"flat": sp.sin(crank.coordinates.c0)}, rtol=1e-11)
    assert len(expected.events) > 4
    np.testing.assert_allclose(run.events["flat"], expected.events["flat"], atol=1e-6)


def test_the_force_of_a_redundant_joint_is_not_determined():
    model = lopsided(3).numeric()
    with pytest.raises(ModelError, match="forces are not determined"):
        model.output("f_x1", [1.2, 1.2, 1.2, 0.0], [1.0, 1.0, 1.0, 0.0])


@pytest.mark.parametrize("rates", [[0.0, 0.0, 0.0], [3.0, 1.0, 0.4]], ids=["at rest", "of no branch"])
def test_a_motion_that_is_not_determined_is_refused(rates):
    with pytest.raises(SimulationError, match="dead centre at t = 0 s, at c0 = 0, c1 = 0.*not determined"):
        lopsided().numeric().simulate([0, 0, 0], rates, 2.0)


def test_time_that_runs_out_is_a_sentence():
    with pytest.raises(SimulationError, match="computing time"):
        four_bars(5).numeric().simulate(q_d0=[-1.0, *[0.0, -1.0] * 5], t=1000.0, time_limit=0.5)
