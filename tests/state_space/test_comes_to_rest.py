"""Where a motion comes to rest: at the moment to which its impacts tend, with what goes on beside it."""

import numpy as np
import pytest
import sympy as sp

from mechanics.model import Parameters
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition

G, E, SLOPE = 9.81, 0.7, 0.2


def on_a_slope() -> StateSpaceSystem:
    """A ball thrown along a slope without friction: it bounces on it, and slides in the end."""
    x = States(x=("m", "right"), y=("m", "up", 1.0), u=("m/s", "velocity", 1.0), v=("m/s", "velocity"))
    n = (-sp.sin(SLOPE), sp.cos(SLOPE))
    across = n[0] * x.u + n[1] * x.v
    impact = Transition(
        "impact", n[0] * x.x + n[1] * x.y, -1,
        reset={x.u: x.u - (1 + E) * across * n[0], x.v: x.v - (1 + E) * across * n[1]},
    )  # fmt: skip
    pull = G * sp.sin(SLOPE)
    flies = Mode({x.x: x.u, x.y: x.v, x.u: 0, x.v: -G}, [impact], rest="slides")
    slides = Mode({x.x: x.u, x.y: x.v, x.u: -pull * sp.cos(SLOPE), x.v: -pull * sp.sin(SLOPE)})
    return StateSpaceSystem(states=x, parameters=Parameters(), modes={"flies": flies, "slides": slides}, title="slope")


def test_a_ball_slides_on_from_the_exact_moment_in_which_it_ceases_to_bounce():
    """Along the slope nothing brakes it; across, its flights are those of a ball with g cos α."""
    run = on_a_slope().numeric().simulate(t=8.0)
    g, h, v = G * np.cos(SLOPE), np.cos(SLOPE), -np.sin(SLOPE)
    first = (v + np.sqrt(v**2 + 2 * g * h)) / g
    rest = first + 2 * E * np.sqrt(v**2 + 2 * g * h) / g / (1 - E)
    assert run.events["rest"] == pytest.approx([rest], abs=1e-8), "the bounces end where their times tend to"
    along = run["x"] * np.cos(SLOPE) + run["y"] * np.sin(SLOPE)
    exact = np.sin(SLOPE) + np.cos(SLOPE) * run.t - G * np.sin(SLOPE) * run.t**2 / 2
    np.testing.assert_allclose(along, exact, atol=1e-8)


@pytest.mark.parametrize("gap", [1e-6, 1e-8, 1e-9])
def test_a_counter_counts_crossings_that_are_as_near_as_rounding_allows(gap):
    """x² = d² is passed twice, at ±d; the counter changes nothing in the motion and is no impact."""
    x = States(x=("1", "position", -1.0), n=("1", "count"))
    count = Transition("count", x.x**2 - gap**2, reset={x.n: x.n + 1})
    moves = StateSpaceSystem(
        states=x, parameters=Parameters(), modes={"moves": Mode({x.x: 1, x.n: 0}, [count])}, title="counter"
    )
    assert moves.numeric().simulate(t=2.0)["n"][-1] == 2


@pytest.mark.parametrize("step", [sp.Heaviside, lambda x: sp.Piecewise((0, x < 0), (1, True))])
def test_steps_in_equations_are_ends_of_steps(step):
    """A push of a millisecond, and a tooth of Mod, written into the equations themselves."""
    from mechanics.symbols import t

    x = States(v=("1", "velocity"), w=("1", "tooth"))
    push = 1000 * (step(t - sp.Rational(5, 2)) - step(t - sp.Rational(2501, 1000)))
    system = StateSpaceSystem(
        states=x, parameters=Parameters(), equations={x.v: push, x.w: sp.Mod(t, 2)}, title="pushed"
    )
    run = system.numeric().simulate(t=10.0)
    assert run.x[-1] == pytest.approx([1.0, 10.0], abs=1e-9)
