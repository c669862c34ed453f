"""Friction that sticks: a block on a slope stays where it is, for a long time and when it is shaken."""

import numpy as np
import pytest
from scipy.integrate import simpson

from mechanics.model import ModelError
from mechanics.multibody import LineElement, Load, Marker, Prismatic, RigidBody, RigidBodySystem
from mechanics.multibody.elements import ElastoPlastic, Excited, Hysteresis, Linear, Parallel, StickSlip

G, M = 9.81, 1.0


def block(law, slope=0.0, force=None):
    """A mass on a straight guide that falls by the slope; the law acts between it and a point uphill."""
    down = np.array([np.cos(slope), 0.0, -np.sin(slope)])
    guide = Prismatic(Marker.along("ground", z=down, x=(0, 1, 0)), Marker.along("block", z=down, x=(0, 1, 0)), "guide")
    body = RigidBody.about_centre("block", M, [1.0, 1.0, 1.0])
    contact = LineElement(Marker("ground", tuple(-10.0 * down)), Marker("block"), law, "contact")
    loads = [Load(Marker("block"), lambda t: force(t) * down, name="push")] if force else []
    system = RigidBodySystem([body], [guide], [contact], loads=loads)
    return system, lambda run: run.places["block"].r @ down


SLOPE = np.radians(10.0)
WEIGHT = M * G * np.sin(SLOPE)
LIMIT = 0.3 * M * G * np.cos(SLOPE)  # μ = 0.3 > tan 10° = 0.176
K = 1e4
STICKING = ElastoPlastic(F_C=LIMIT, k=K, d=2 * np.sqrt(K * M))


def test_a_block_on_a_slope_does_not_move_in_a_thousand_seconds():
    """With μ above tan α it yields by m g sin α / k, and that is all; a smoothed law lets it run away."""
    k = 1e3
    system, way = block(ElastoPlastic(F_C=LIMIT, k=k, d=2 * np.sqrt(k * M)), SLOPE)
    run = system.simulate(t=np.linspace(0, 1000, 11), rtol=1e-8, atol=1e-11)
    np.testing.assert_allclose(way(run)[1:], WEIGHT / k, rtol=1e-6, err_msg="the elastic deflection, no more")
    smooth, way = block(StickSlip(F_H=LIMIT, F_C=LIMIT, v_S=0.1, width=1e-3), SLOPE)
    assert way(smooth.simulate(t=np.linspace(0, 100, 11)))[-1] > 0.03, "this one creeps: the comparison has a meaning"


def test_a_block_on_a_slope_that_is_shaken_does_not_creep():
    """± 40 % of the weight, within what the contact carries elastically; the law of Dahl creeps downhill."""

    def shaken(t):
        return 0.4 * WEIGHT * np.sin(20 * t)

    assert 1.4 * WEIGHT < 0.9 * LIMIT
    ends = {}
    for name, law in {"sticking": STICKING, "Dahl": Parallel(Hysteresis(LIMIT, K), Linear(0.0, d=20.0))}.items():
        system, way = block(law, SLOPE, shaken)
        run = system.simulate(t=np.linspace(0, 8, 161), rtol=1e-7, atol=1e-10)
        ends[name] = way(run)
    assert ends["sticking"].max() < 1.45 * WEIGHT / K
    assert ends["sticking"][-40:].max() == pytest.approx(ends["sticking"][20:60].max(), rel=1e-2), "it moves on"
    assert ends["Dahl"][-1] > 3 * WEIGHT / K, "the comparison has no meaning if nothing creeps"


def test_beyond_its_limit_it_slides_with_the_sliding_friction():
    """A constant force of 1.5 F_C from rest: v̇ = (1.5 F_C − F_C)/m once it slides."""
    law = ElastoPlastic(F_C=2.0, k=K, d=200.0)
    system, way = block(law, force=lambda t: 3.0)
    run = system.simulate(t=np.linspace(0, 1, 101), rtol=1e-9, atol=1e-11)
    v = run.velocities["block"][:, 0]
    np.testing.assert_allclose(np.diff(v)[20:] / 0.01, 1.0 / M, rtol=1e-4)
    assert way(run)[-1] > 0.4


def test_a_higher_static_friction_makes_a_pulled_block_stick_and_slip():
    """A spring whose end moves on: the force rises to about F_H, and the block moves in jumps."""
    law = ElastoPlastic(F_C=2.0, k=1e5, d=300.0, F_H=3.0, v_S=0.01)
    system, way = block(law)
    law = Excited(Linear(50.0, 10.0), lambda t: 0.05 * t, lambda t: 0.05)
    spring = LineElement(Marker("ground", (-10.0, 0, 0)), Marker("block"), law, "spring")
    system = RigidBodySystem(system.bodies, system.joints, [*system.elements, spring])
    run = system.simulate(t=np.linspace(0, 5, 2001), rtol=1e-7, atol=1e-10)
    tension = 50.0 * (0.05 * run.t - way(run))
    v = run.velocities["block"][:, 0]
    assert 2.7 < tension.max() < 3.2, "it breaks loose near F_H"
    assert (np.abs(v) < 1e-4).mean() > 0.3 and v.max() > 0.1, "it sticks for a while, then jumps"


@pytest.mark.parametrize("law", [STICKING, ElastoPlastic(2.0, K, 100.0, F_H=3.0, v_S=0.05)], ids=["plain", "stribeck"])
def test_what_it_takes_is_stored_or_becomes_heat(law):
    """F l_d = dE/dt + P along a forced motion; the heat is never negative."""
    t = np.linspace(0, 3, 60001)
    v = 0.02 * np.cos(5 * t) + 0.01 * np.sin(17 * t)
    s, dt, work, heat = 0.0, t[1], [], []
    for x_d in v:
        work.append(law(0.0, x_d, 0.0, (s,)) * x_d)
        heat.append(law.dissipated_power(0.0, x_d, 0.0, (s,)))
        middle = s + 0.5 * dt * law.state_derivative(0.0, x_d, 0.0, (s,))[0]
        s += dt * law.state_derivative(0.0, x_d, 0.0, (middle,))[0]
    assert min(heat) >= 0.0
    assert simpson(heat, x=t) > 0.05, "it must slide for this test to mean anything"
    assert simpson(work, x=t) == pytest.approx(law.energy(0.0, 0.0, (s,)) + simpson(heat, x=t), rel=1e-3)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: ElastoPlastic(2.0, 1e4, F_H=1.0), "F_H must not be below"),
        (lambda: ElastoPlastic(2.0, 1e4, breakaway=1.0), "share of F_C below 1"),
        (lambda: ElastoPlastic(-2.0, 1e4), "F_C of ElastoPlastic must be a positive number"),
        (lambda: ElastoPlastic(2.0, "stiff"), "k of ElastoPlastic must be a positive number"),
    ],
)
def test_wrong_parameters_get_a_sentence(build, said):
    with pytest.raises(ModelError, match=said):
        build()
