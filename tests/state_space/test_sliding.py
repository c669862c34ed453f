"""Controllers that chatter: a motion that slides along a surface on which forces jump ends soon, with a sentence."""

import numpy as np
import pytest
import sympy as sp

from mechanics.integration import integrate
from mechanics.integration.sliding import Sliding, SlidingWatch
from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, Inputs, Parameters
from mechanics.multibody import Actuator, LineElement, Marker, Prismatic, RigidBody, RigidBodySystem, Sensor
from mechanics.multibody.elements import Force
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.symbols import t

HIT = 0.457427  # s: when 1 - 3/2 t² and -3 t first meet on x_d + 2 x = 0
SLIDES = rf"slides along .* from t = {HIT:.4f}\d* s on: "


def law(time, x):
    return -3 * np.sign(x[1] + 2 * x[0])


def mass(force):
    q = Coordinates(x=("m", "place", 1.0))
    p = Parameters(m=(1.0, "kg", "mass"), F=(3.0, "N", "force"), c=(2.0, "1/s", "slope"))
    u = Inputs(u=("N", "control", 0.0))
    forces = {"x": u.u if force is None else force(q.x, p)}
    return LagrangianSystem(
        title="mass", source="an example", coordinates=q, parameters=p, inputs=u,
        bodies=[Body(p.m, (q.x, 0, 0), name="body")], generalized_forces=forces,
    ).numeric()  # fmt: skip


WAYS = [{}, {"method": "DOP853"}, {"method": "Radau"}, {"events": {"zero": lambda t, x: x[0]}}]


@pytest.mark.parametrize("options", WAYS, ids=["auto", "DOP853", "Radau", "events"])
def test_the_input_that_jumps_is_named(options):
    with pytest.raises(Sliding, match=SLIDES + "the input u jumps from .* to .*, at x = 0.68.*, x_d = -1.37"):
        mass(None).simulate(t=10.0, u={"u": law}, **options)


@pytest.mark.parametrize("method", ["auto", "compiled"])
def test_the_surface_in_the_equations_is_named(method):
    model = mass(lambda x, p: -p.F * sp.sign(x.diff(t) + p.c * x))
    with pytest.raises(Sliding, match=r"the equations jump where c\*x \+ x_d = 0"):
        model.simulate(t=10.0, method=method)


def test_dry_friction_that_would_stick_is_said_with_what_to_take():
    model = mass(lambda x, p: -p.F * sp.sign(x.diff(t)) - 4 * p.m * p.c**2 * x)
    with pytest.raises(Sliding, match=r"jump where x_d = 0.*ElastoPlastic"):
        model.simulate(t=10.0)


def relay(**sliding):
    x = States(x=("m", "place", 1.0), v=("m/s", "rate", 0.0))
    p = Parameters(k=(3.0, "m/s^2", "size"), c=(2.0, "1/s", "slope"))
    surface = x.v + p.c * x.x
    modes = {
        "down": Mode({x.x: x.v, x.v: -p.k}, [Transition("up", surface, -1, to="up")], **sliding),
        "up": Mode({x.x: x.v, x.v: p.k}, [Transition("down", surface, 1, to="down")], **sliding),
    }
    if sliding:
        modes["along"] = Mode({x.x: x.v, x.v: -p.c * x.v})
    return StateSpaceSystem(states=x, parameters=p, modes=modes, title="relay").numeric()


def test_modes_that_lead_back_to_each_other_are_named_with_their_surface():
    with pytest.raises(Sliding, match=r"slides along c\*x \+ v = 0 from t = 0.4574\d* s on: the modes 'down' and 'up'"):
        relay().simulate(t=10.0)


def test_where_a_mode_of_sliding_is_named_the_motion_goes_over_to_it():
    run = relay(rest="along").simulate(t=3.0)
    hit = run.events[-1].t
    assert hit == pytest.approx(HIT, abs=1e-6) and run.mode[-1] == "along"
    after = run.t > hit
    x_hit = 1 - 1.5 * hit**2
    np.testing.assert_allclose(run["x"][after], x_hit * np.exp(-2 * (run.t[after] - hit)), atol=1e-7)


def test_a_controller_with_a_state_on_a_rigid_body_is_named():
    cart = RigidBody.about_centre("cart", 2.0, [1.0, 1.0, 1.0])
    rail = Prismatic(Marker.along("ground", z=(1, 0, 0)), Marker.along("cart", z=(1, 0, 0)), "rail")
    pull = LineElement(Marker("cart"), Marker("ground", (100.0, 0, 0)), Force(0.0), "pull")
    speed = Sensor(Marker("cart"), "velocity", "x")
    bang = Actuator(
        pull,
        [speed],
        lambda t, y, s: -6 * np.sign(s[0] + y[0]),
        start=[1.0],
        rates=lambda t, y, s: [-s[0]],
        name="bang",
    )
    with pytest.raises(Sliding, match=r"from t = 0.\d* s on: the force of 'bang' jumps by 6"):
        RigidBodySystem([cart], [rail], [bang]).simulate(t=10.0)


@pytest.mark.parametrize(
    ("f", "end"),
    [
        pytest.param(lambda x, t: [x[1], -np.sign(x[0]) - 0.1 * x[1]], 8.0, id="a relay that oscillates"),
        pytest.param(lambda x, t: [x[1], 1e3 * (1 - x[0] ** 2) * x[1] - x[0]], 2000.0, id="van der Pol"),
        pytest.param(lambda x, t: [x[1], -1e6 * x[0] - 2.0 * x[1]], 2.0, id="fast vibration"),
        pytest.param(lambda x, t: [x[1], 1e5 * max(-x[0], 0.0) ** 1.5 - 9.81], 5.0, id="stiff contact"),
        pytest.param(lambda x, t: [x[1], np.sin(t) - 0.5 * np.tanh(x[1] / 1e-6)], 5.0, id="steep friction"),
    ],
)
def test_what_only_is_fast_or_stiff_or_jumps_is_not_taken_for_sliding(f, end):
    for method in ("auto", "LSODA"):
        assert np.isfinite(integrate(f, np.array([1.0, 0.0]), np.linspace(0, end, 50), 1e-8, 1e-8, method)).all()


def evaluated(rate):
    """A watch that sees 10 000 evaluations that do not come on: to and fro over x = 0 at nearly the same time."""
    watched = SlidingWatch(("x",)).of(lambda x, t: np.array([rate(x[0])]), end=10.0)
    for k in range(10_000):
        watched(np.array([1e-3 * np.sin(2.0 * k)]), 1.0 + 1e-12 * k)


def test_a_jump_is_sliding_and_rates_that_only_err_are_not():
    with pytest.raises(Sliding):
        evaluated(lambda x: 1.0 - np.sign(x))
    evaluated(lambda x: 1.0 + 1e-4 * np.sin(1e22 * x))  # rounding near a dead centre
    evaluated(lambda x: 1.0 - 1e3 * x)
