"""The energy balance of a run, and the warning where the tolerances do not explain it."""

import warnings

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.lagrange import Body, Damper, LagrangianSystem, Spring
from mechanics.model import Coordinates, Inputs, ModelError, Parameters, SimulationWarning, t

P = Parameters(m=(1.5, "kg", "mass"), c=(40.0, "N/m", "stiffness"), d=(0.8, "N s/m", "damping"))


def oscillator(**more) -> LagrangianSystem:
    """A mass on a spring and a damper, driven by a force and by the other end of the spring."""
    q = Coordinates(s=("m", "position", 0.3))
    u = Inputs(f=("N", "force"), z=("m", "end of the spring"))
    given = {"springs": [Spring(q.s - u.z, P.c)], "dampers": [Damper(q.s, P.d)], "generalized_forces": {"s": u.f}}
    return LagrangianSystem(
        coordinates=q, parameters=P, inputs=u, bodies=[Body(P.m, (q.s, 0, 0))], title="oscillator", **given | more
    )


@pytest.mark.parametrize(
    "u",
    [{}, {"f": 3.0}, {"f": 5 * sp.cos(3 * t)}, {"z": 0.2 * sp.sin(4 * t)}, {"f": lambda t, x: -0.5 * x[1]}],
    ids=["damped", "constant", "driven", "spring's end", "feedback"],
)
def test_the_balance_of_a_motion_is_as_accurate_as_the_motion(u):
    run = oscillator().numeric().simulate(t=10.0, u=u, rtol=1e-10, atol=1e-10)
    assert np.ptp(run.energy) > 0.1, "the energy must change for this test to mean anything"
    assert np.abs(run.energy_error).max() < 1e-7 and run.energy_error.shape == run.t.shape


def test_a_wrong_motion_has_a_wrong_balance():
    """What a friction of 2 % more takes is missing: the balance shows this work, which is known."""
    run = oscillator().numeric().simulate(t=5.0, rtol=1e-10, atol=1e-10)
    other = oscillator().numeric(d=0.816).simulate(t=5.0, rtol=1e-10, atol=1e-10)
    run.q, run.q_d = other.q, other.q_d
    work = np.trapezoid(0.016 * other["s_d"] ** 2, other.t)
    assert run.energy_error[-1] == pytest.approx(-work, rel=1e-3)


def test_inputs_that_jump_are_in_the_balance():
    """A step of the spring's end lifts V at once; the balance contains it, up to the interval in which it happens."""

    def step(t):
        return 0.1 * (t > 1.004)

    run = oscillator().numeric().simulate(t=3.0, u={"z": step})
    assert np.abs(run.energy_error).max() < 0.02 * np.ptp(run.energy)


def test_prescribed_motion_feeds_energy():
    """A pendulum whose pivot is shaken: its energy changes without forces, by the power of the pivot."""
    q = Coordinates(phi=("rad", "angle", 1.0))
    p = Parameters(m=(1.0, "kg", "mass"), l=(0.7, "m", "length"), g=(9.81, "m/s^2", "gravity"), a=(0.1, "m", "stroke"),
                   w=(8.0, "rad/s", "speed"))  # fmt: skip
    mass = Body(p.m, (p.l * sp.sin(q.phi), p.a * sp.cos(p.w * t) - p.l * sp.cos(q.phi), 0))
    shaken = LagrangianSystem(coordinates=q, parameters=p, bodies=[mass], gravity=(0, -p.g, 0), title="shaken")
    run = shaken.numeric().simulate(t=10.0, rtol=1e-10, atol=1e-10)
    assert np.ptp(run.energy) > 1 and np.abs(run.energy_error).max() < 1e-6


def test_a_rope_that_is_wound_up_is_a_sentence():
    """Its length is zero at 9.548 s: LSODA steps over that position, in which the swing of the rope moves nothing."""
    with pytest.warns(SimulationWarning, match=r"mass matrix is singular at t = 9.548 s.*no meaning"):
        systems.load("tower_crane").numeric(m_L=100.0).simulate(t=12.0)


def test_a_plane_swing_through_the_pole_is_no_reason_to_warn():
    """A spherical pendulum that starts at rest swings in a plane: the azimuth moves nothing below, and need not."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = systems.load("spherical_pendulum").numeric().simulate(t=10.0)
    assert run["theta"].min() < 0 < run["theta"].max()


def test_a_method_that_damps_is_a_sentence():
    model = systems.load("mathematical_pendulum").numeric()
    with pytest.warns(
        SimulationWarning, match=r"energy balance of the motion is off by .* J at t = .*run.energy_error"
    ):
        model.simulate([3.0], t=200.0, rtol=1e-3, atol=1e-4, method="BDF")


def test_a_jump_is_named_with_its_time():
    from mechanics.lagrange.energy_balance import imbalance

    run = systems.load("mathematical_pendulum").numeric().simulate(t=5.0)
    run.q_d[300:] *= 1.1
    assert "it jumps at t = 3 s" in imbalance(run, 1e-8, 1e-8)


def lagrangian():
    return [name for name in systems.names() if isinstance(systems.load(name), LagrangianSystem)]


@pytest.mark.slow
def test_no_false_alarm():
    """Every system at its start values and at the ends of its sliders; only a winch that winds up its rope may warn."""
    from mechanics.lagrange.energy_balance import imbalance

    for name in lagrangian():
        system = systems.load(name)
        scene = system.scene()
        ends = [(key, value) for key, ends in scene.ranges.items() for value in ends]
        for key, value in [(None, 0.0), *ends]:
            if key is not None and key not in {**system.parameters, **system.inputs}:
                continue
            if (name, key, value) == ("tower_crane", "f_S", -6000.0):
                continue
            model = system.numeric(**({key: value} if key in system.parameters else {}))
            with warnings.catch_warnings():
                warnings.simplefilter("error", SimulationWarning)
                run = model.simulate(t=float(scene.duration or 10.0), u={key: value} if key in system.inputs else None)
            assert not imbalance(run, 1e-8, 1e-8), f"{name} with {key} = {value}"


def test_equations_without_bodies_have_no_balance():
    run = systems.load("rocket").numeric().simulate(t=1.0)
    with pytest.raises(ModelError, match="energy balance of 'rocket' is not known"):
        print(run.energy_error)
