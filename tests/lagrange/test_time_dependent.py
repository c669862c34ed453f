"""Positions, springs, dampers and loops that contain the time, against equations written by hand."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import cumulative_simpson, quad, solve_ivp
from sympy import cos, sin

from mechanics.lagrange import Body, Damper, Force, LagrangianSystem, Moment, Spring, distance
from mechanics.model import Coordinates, Inputs, ModelError, Parameters, t
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_x, rotation_z

P = Parameters(
    m=(0.4, "kg", "mass"), l=(0.5, "m", "length"), r=(0.2, "m", "radius"), I=(0.02, "kg m^2", "inertia"),
    a=(0.02, "m", "amplitude of the pivot"), Omega=(150.0, "rad/s", "frequency of the pivot"),
    c=(30.0, "N/m", "stiffness"), d=(0.6, "N s/m", "damping"), B=(30.0, "N s/m", "charge times magnetic field"),
    g=(9.81, "m/s^2", "gravity"),
)  # fmt: skip
Q = Coordinates(phi=("rad", "angle from hanging", 3.0))
PHI = Q.phi
PIVOT = P.a * cos(P.Omega * t)  # upwards


def kapitza(**more) -> LagrangianSystem:
    """A pendulum whose pivot is shaken up and down."""
    mass = Body(P.m, (P.l * sin(PHI), PIVOT - P.l * cos(PHI)), name="mass")
    return LagrangianSystem(coordinates=Q, parameters=P, bodies=[mass], gravity=(0, -P.g), **more)


def test_a_shaken_pivot_adds_its_acceleration_to_gravity(rng):
    """φ̈ = −(g + z̈) sin φ / l with z̈ = −a Ω² cos Ω t, for a damper at rest beside it; Kapitza 1951."""
    model = kapitza(dampers=[Damper((P.l * sin(PHI), -P.l * cos(PHI)), P.d)]).numeric()
    for _ in range(5):
        phi, rate, time = rng.uniform(-3, 3, 3)
        pivot = -0.02 * 150**2 * np.cos(150 * time)
        expected = -(9.81 + pivot) / 0.5 * np.sin(phi) - 0.6 / 0.4 * rate
        found = model.accelerations([phi], [rate], t=float(time))
        assert found == pytest.approx(expected, rel=1e-12), f"phi_dd at phi = {phi}, t = {time}"


def test_kapitzas_pendulum_stands_upside_down():
    """Upright is stable where a² Ω² > 2 g l, 9 > 9.81 m²/s² for 0.5 m and 5 for a quarter of it; Kapitza 1951."""
    times = np.linspace(0, 3, 301)
    stands = kapitza().numeric(l=0.25).simulate([3.0], t=times)
    falls = kapitza().numeric(l=0.25, Omega=80.0).simulate([3.0], t=times)
    assert np.abs(stands["phi"] - np.pi).max() < 0.5, "the pendulum must stay upright above the limit"
    assert np.abs(falls["phi"] - np.pi).max() > 2.0, "the pendulum must fall below the limit"


def test_energies_and_power_of_a_shaken_pendulum():
    """T is that of the true velocity, and what it gains is the work of the pivot's force."""
    system = kapitza(dampers=[Damper(PHI, 0.01 * P.d * P.l**2)])
    model = system.numeric(Omega=20.0)
    run = model.simulate([1.0], t=np.linspace(0, 3, 3001), rtol=1e-11, atol=1e-11)
    phi, rate = run["phi"], run["phi_d"]
    pivot, lift = 0.02 * np.cos(20 * run.t), -0.4 * np.sin(20 * run.t)
    speeds = (0.5 * rate * np.cos(phi)) ** 2 + (lift + 0.5 * rate * np.sin(phi)) ** 2
    np.testing.assert_allclose(run.kinetic, 0.2 * speeds, atol=1e-12)
    np.testing.assert_allclose(run.potential, 0.4 * 9.81 * (pivot - 0.5 * np.cos(phi)), atol=1e-12)
    power = model.evaluate([system.power], run.q, run.q_d, t=run.t)[:, 0]
    work = cumulative_simpson(power, x=run.t, initial=0.0)
    np.testing.assert_allclose(run.energy - run.energy[0], work, atol=1e-8)
    # the rod pushes the pivot: m (z̈_mass + g) upwards, from the mass alone
    angular = model.accelerations(run.q, run.q_d, t=run.t)[:, 0]
    force = 0.4 * (9.81 - 8 * np.cos(20 * run.t) + 0.5 * (angular * np.sin(phi) + rate**2 * np.cos(phi)))
    np.testing.assert_allclose(power, force * lift - 0.01 * 0.6 * 0.25 * rate**2, atol=1e-9)


def test_a_bead_on_a_hoop_that_turns():
    """T = m r² (φ̇² + Ω² sin² φ)/2: it rests where cos φ = g/(r Ω²), and φ̇²/2 − Ω² sin² φ/2 − g cos φ/r is kept."""
    frame = rotation(
        sp.Matrix([[cos(P.Omega * t), 0, sin(P.Omega * t)], [0, 1, 0], [-sin(P.Omega * t), 0, cos(P.Omega * t)]])
    )
    bead = Body(P.m, frame.point((P.r * sin(PHI), -P.r * cos(PHI), 0)))
    system = LagrangianSystem(coordinates=Q, parameters=P, bodies=[bead], gravity=(0, -P.g))
    model = system.numeric(Omega=9.0)
    rest = np.arccos(9.81 / 0.2 / 81)
    assert model.accelerations([rest], [0.0], t=1.3) == pytest.approx(0, abs=1e-10)
    run = model.simulate([0.3], [1.0], 5.0, rtol=1e-11, atol=1e-11)
    jacobi = run["phi_d"] ** 2 / 2 - 81 * np.sin(run["phi"]) ** 2 / 2 - 9.81 / 0.2 * np.cos(run["phi"])
    np.testing.assert_allclose(jacobi, jacobi[0], atol=1e-7)


def test_a_gyro_on_a_table_that_turns_at_a_given_rate(rng):
    """A disc in a gimbal on a turning table: rotations with the time, by Lagrange's equations of sympy."""
    q = Coordinates(alpha=("rad", "gimbal"), beta=("rad", "disc"))
    table = rotation(rotation_z(P.Omega * t + sin(t)))
    disc = table @ translation(P.l) @ rotation(rotation_x(q.alpha)) @ rotation(rotation_z(q.beta)) @ translation(P.r)
    body = Body(P.m, disc, (P.I, 2 * P.I, 3 * P.I))
    system = LagrangianSystem(coordinates=q, parameters=P, bodies=[body])
    R, velocity = disc.R, disc.p.diff(t)
    spin = R.T * R.diff(t)
    omega = sp.Matrix([spin[2, 1], spin[0, 2], spin[1, 0]])
    T = P.m * velocity.dot(velocity) / 2 + P.I * (omega[0] ** 2 + 2 * omega[1] ** 2 + 3 * omega[2] ** 2) / 2
    equations = [T.diff(x.diff(t)).diff(t) - T.diff(x) for x in q.symbols]
    names = [*(x.diff(t, 2) for x in q.symbols), *(x.diff(t) for x in q.symbols), *q.symbols, *P.symbols, t]
    left = sp.lambdify(names, equations)
    model = system.numeric()
    for _ in range(3):
        position, rates, time = rng.uniform(-2, 2, 2), rng.uniform(-3, 3, 2), float(rng.uniform(0, 2))
        a = model.accelerations(position, rates, t=time)
        rest = left(*a, *rates, *position, *P.defaults.values(), time)
        scale = np.abs(left(0, 0, *rates, *position, *P.defaults.values(), time)).max()
        np.testing.assert_allclose(rest, 0, atol=1e-9 * scale, err_msg="Lagrange's equations with the time in them")
        assert model.kinetic_energy(position, rates, t=time) == pytest.approx(
            float(sp.lambdify(names, T)(*a, *rates, *position, *P.defaults.values(), time))
        )


def test_a_spring_and_a_damper_on_a_point_that_moves():
    """m ẍ + d (ẋ − ẇ) + c (x − w) = 0 with w = a sin Ω t, in steady state by its transfer function."""
    q = Coordinates(x=("m", "position"))
    road = P.a * sin(P.Omega * t)
    system = LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, 0))],
        springs=[Spring(q.x - road, P.c)], dampers=[Damper(q.x - road, P.d)],
    )  # fmt: skip
    point = LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, 0))],
        springs=[Spring((q.x - road, 0, 0), P.c)], dampers=[Damper((q.x - road, 0, 0), P.d)],
    )  # fmt: skip
    run = system.numeric(Omega=7.0).simulate(t=30.0, rtol=1e-10, atol=1e-12)
    late = run.t > 25
    s = 7j
    gain = (0.6 * s + 30) / (0.4 * s**2 + 0.6 * s + 30)
    expected = (gain * 0.02 * np.exp(s * run.t)).imag
    np.testing.assert_allclose(run["x"][late], expected[late], atol=1e-8)
    for one in (system, point):
        assert one.numeric(Omega=7.0).accelerations([0.1], [0.2], t=0.3) == pytest.approx(
            -(0.6 * (0.2 - 0.14 * np.cos(2.1)) + 30 * (0.1 - 0.02 * np.sin(2.1))) / 0.4
        )


def test_energy_that_a_moving_support_brings():
    """d(T + V)/dt = −d (ẋ − ẇ) ẋ − c (x − w) ẇ: what the damper and the end of the spring do on the mass."""
    q = Coordinates(x=("m", "position", 0.1))
    road = P.a * sin(P.Omega * t)
    system = LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, 0))],
        springs=[Spring(q.x - road, P.c)], dampers=[Damper(q.x - road, P.d)],
    )  # fmt: skip
    model = system.numeric(Omega=7.0)
    run = model.simulate(t=np.linspace(0, 2, 2001), rtol=1e-11, atol=1e-11)
    power = model.evaluate([system.power], run.q, run.q_d, t=run.t)[:, 0]
    np.testing.assert_allclose(run.energy - run.energy[0], cumulative_simpson(power, x=run.t, initial=0.0), atol=1e-8)
    v, w = 0.14 * np.cos(7 * run.t), 0.02 * np.sin(7 * run.t)
    np.testing.assert_allclose(power, -0.6 * (run["x_d"] - v) * run["x_d"] - 30 * (run["x"] - w) * v, atol=1e-10)


def test_gravity_that_shakes_is_the_same_as_a_pivot_that_shakes():
    """In the frame of the pivot, its acceleration is a change of g: same equations, other energies."""
    shaken = LagrangianSystem(
        coordinates=Q, parameters=P, bodies=[Body(P.m, (P.l * sin(PHI), -P.l * cos(PHI)))],
        gravity=(0, -P.g - PIVOT.diff(t, 2)),
    )  # fmt: skip
    for time in (0.1, 0.7):
        one, other = (system.numeric().accelerations([1.0], [2.0], t=time) for system in (shaken, kapitza()))
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_magnetic_field_that_grows_induces_a_force():
    """Ṽ = −q B(t) (x ẏ − y ẋ)/2: the force is q v × B and that of the induced field, −q Ḃ/2 e_z × r."""
    q = Coordinates(x=("m", "x", 0.3), y=("m", "y", -0.4))
    B = P.B * sin(t)
    potential = -B * (q.x * q.y.diff(t) - q.y * q.x.diff(t)) / 2
    system = LagrangianSystem(coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, q.y))], potential=potential)
    x, y, u, v, time = 0.3, -0.4, 1.5, 0.7, 0.9
    b, change = 30 * np.sin(time), 30 * np.cos(time)
    expected = np.array([b * v + change * y / 2, -b * u - change * x / 2]) / 0.4
    np.testing.assert_allclose(system.numeric().accelerations([x, y], [u, v], t=time), expected, rtol=1e-12)


# --- loops that contain the time ----------------------------------------------------------------------------------


def driven_slider_crank() -> LagrangianSystem:
    """Crank, rod, slider; the crank turns as given, which needs the torque tau."""
    q = Coordinates(alpha=("rad", "crank", 0.5), beta=("rad", "rod", 0.2))
    pin = sp.Matrix([P.r * cos(q.alpha), P.r * sin(q.alpha)])
    rod = pin + P.l / 2 * sp.Matrix([cos(q.beta), -sin(q.beta)])
    x = P.r * cos(q.alpha) + P.l * cos(q.beta)
    return LagrangianSystem(
        coordinates=q,
        parameters=P,
        bodies=[
            Body(0, rotation(rotation_z(q.alpha)), P.I),
            Body(P.m, translation(*rod) @ rotation(rotation_z(-q.beta)), P.I),
            Body(2 * P.m, (x, 0)),
        ],
        gravity=(0, -P.g),
        loops={
            "f_y": (P.r * sin(q.alpha) - P.l * sin(q.beta), "N", "force of the guide"),
            "tau": (q.alpha - _given(), "N m", "torque of the drive"),
        },
        outputs={"x": x},
    )


def _given():
    return P.Omega * t + sin(3 * t) / 5


def test_a_driven_crank_follows_its_motion_and_the_rod_follows_it():
    """β = asin(r sin α / l) and its derivatives, from the geometry alone; the start is brought there."""
    model = driven_slider_crank().numeric(Omega=2.0)
    run = model.simulate(t=np.linspace(0, 6, 601), rtol=1e-10, atol=1e-10)
    alpha = 2 * run.t + np.sin(3 * run.t) / 5
    np.testing.assert_allclose(run["alpha"], alpha, atol=1e-8, err_msg="the crank must turn as prescribed")
    np.testing.assert_allclose(run["beta"], np.arcsin(0.4 * np.sin(alpha)), atol=1e-8)
    time = sp.Symbol("t")
    angle = 2 * time + sp.sin(3 * time) / 5
    beta = sp.asin(sp.Rational(2, 5) * sp.sin(angle))
    for order, values in ((1, run.q_d), (2, run.q_dd)):
        for k, motion in enumerate((angle, beta)):
            expected = sp.lambdify(time, motion.diff(time, order))(run.t)
            np.testing.assert_allclose(values[:, k], expected, atol=1e-6, err_msg=f"derivative {order} of q[{k}]")


def test_the_torque_of_the_drive_is_what_the_energy_needs():
    """tau α̇ = d(T + V)/dt, with T + V along the geometry differentiated by hand."""
    system = driven_slider_crank()
    model = system.numeric(Omega=2.0)
    run = model.simulate(t=np.linspace(0, 3, 3001), rtol=1e-11, atol=1e-11)
    work = cumulative_simpson(run["tau"] * run["alpha_d"], x=run.t, initial=0.0)
    np.testing.assert_allclose(run.energy - run.energy[0], work, atol=1e-7)
    power = model.evaluate([system.power], run.q, run.q_d, t=run.t)[:, 0]
    np.testing.assert_allclose(power, run["tau"] * run["alpha_d"], atol=1e-5, err_msg="power must be −λ ∂φ/∂t")


def test_a_rope_that_is_wound_up_swings_like_a_pendulum_of_changing_length():
    """A loop in x and y against φ̈ = −(2 l̇ φ̇ + g sin φ)/l; the force of the rope is m (g cos φ + l φ̇² − l̈)."""
    q = Coordinates(x=("m", "x", 0.3), y=("m", "y", -0.4))
    length = P.l - 0.05 * t + P.a * sin(5 * t)
    system = LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, q.y))], gravity=(0, -P.g),
        loops={"f_S": (length - distance((0, 0), (q.x, q.y)), "N", "rope")},
    )  # fmt: skip
    times = np.linspace(0, 4, 401)
    run = system.numeric().simulate(t=times, rtol=1e-11, atol=1e-11)
    assert np.hypot(*run.q_d[0]) == pytest.approx(0.05), "the start moves with the rope: l_d = -0.05 + 0.1"

    def by_hand(time, state):
        l, rate = 0.5 - 0.05 * time + 0.02 * np.sin(5 * time), -0.05 + 0.1 * np.cos(5 * time)
        return [state[1], -(2 * rate * state[1] + 9.81 * np.sin(state[0])) / l]

    angle = solve_ivp(by_hand, (0, 4), [np.arctan2(0.3, 0.4), 0.0], t_eval=times, rtol=1e-11, atol=1e-11).y
    l = 0.5 - 0.05 * times + 0.02 * np.sin(5 * times)
    np.testing.assert_allclose(run["x"], l * np.sin(angle[0]), atol=1e-7)
    np.testing.assert_allclose(run["y"], -l * np.cos(angle[0]), atol=1e-7)
    rope = 0.4 * (9.81 * np.cos(angle[0]) + l * angle[1] ** 2 + 0.5 * np.sin(5 * times))
    np.testing.assert_allclose(run["f_S"], rope, atol=1e-5)


def test_a_start_later_than_zero_meets_the_loop_at_its_own_time():
    model = driven_slider_crank().numeric(Omega=2.0)
    run = model.simulate(t=[4.0, 4.5], rtol=1e-10, atol=1e-10)
    expected = 8 + np.sin(12) / 5
    assert run["alpha"][0] == pytest.approx(expected), "the crank starts where it is at 4 s"
    q, q_d = model.closed([0.0, 0.0], t=4.0)
    assert (q[0], q_d[0]) == pytest.approx((expected, 2 + 3 * np.cos(12) / 5))


def test_an_eliminated_coordinate_may_move_in_time():
    """`constraints` with the time: the cart is moved, the pendulum on it swings."""
    q = Coordinates(s=("m", "cart"), phi=("rad", "angle", 0.4))
    mass = Body(P.m, (q.s + P.l * sin(q.phi), -P.l * cos(q.phi)))
    free = Coordinates(phi=("rad", "angle", 0.4))
    cart = P.a * sin(P.Omega * t)
    moved = LagrangianSystem(
        coordinates=free, parameters=P, bodies=[mass], gravity=(0, -P.g), constraints={q.s: cart},
        dampers=[Damper(q.s + P.l * free.phi, P.d)],
    )  # fmt: skip
    phi, rate, time = 0.4, 1.2, 0.02
    a, v = -0.02 * 150**2 * np.sin(150 * time), 3 * np.cos(150 * time)
    expected = (-9.81 * np.sin(phi) - a * np.cos(phi)) / 0.5 - 0.6 * (v + 0.5 * rate) / 0.2
    assert moved.numeric().accelerations([phi], [rate], t=time) == pytest.approx(expected, rel=1e-12)


def test_a_short_push_of_the_support_is_not_stepped_over():
    """A bump of 20 ms after 5 s of rest: m ∫ẍ dt from d and c, as Duhamel's integral."""
    q = Coordinates(x=("m", "position"))
    bump = sp.Piecewise(((1 - cos(100 * sp.pi * (t - 5))) / 100, (t > 5) & (t < 5.02)), (0, True))
    system = LagrangianSystem(
        coordinates=q, parameters=P, bodies=[Body(P.m, (q.x, 0))], springs=[Spring(q.x - bump, P.c)]
    )
    run = system.numeric().simulate(t=6.0)
    w = np.sqrt(30 / 0.4)
    push = quad(lambda s: w * (1 - np.cos(100 * np.pi * s)) / 100 * np.sin(w * (1 - s)), 0, 0.02, epsabs=1e-12)[0]
    assert run["x"][-1] == pytest.approx(push, rel=1e-3), "the bump between 5 and 5.02 s must be felt"


def test_machine_code_and_the_state_form_know_the_time():
    pytest.importorskip("numba")
    system = kapitza()
    times = np.linspace(0, 1, 101)
    plain = system.numeric().simulate([1.0], t=times, rtol=1e-10, atol=1e-10)
    fast = system.numeric().simulate([1.0], t=times, rtol=1e-10, atol=1e-10, method="compiled")
    np.testing.assert_allclose(fast["phi"], plain["phi"], atol=1e-7)
    states = system.state_space().numeric()
    np.testing.assert_allclose(
        states.state_derivative(0.3, [1.0, 2.0]), system.numeric().state_derivative(0.3, [1.0, 2.0])
    )


@pytest.mark.parametrize(
    ("motion", "jumps"),
    [
        (P.a * sp.Piecewise((0, t < 1.3), (t - 1.3, True)), 1.3),  # starts at once
        (P.a * sp.Max(0, t - 1.3), 1.3),
        (P.a * sp.Abs(t - sp.Rational(13, 10)), 1.3),
        (P.a * sp.sign(t - 1.3), 1.3),  # is elsewhere at once
        (P.a * sp.floor(t) / 100, None),  # which is 1 s, 2 s ...
        (P.a * sp.Max(0, t - 1.3) ** 2, 0),  # starts gently
        (P.a * sp.Piecewise(((1 - cos(20 * sp.pi * (t - 1))) ** 2, (t > 1) & (t < 1.1)), (0, True)), 0),  # a bump
        (P.a * sp.Piecewise((sp.sin(300 * t), t >= 0), (0, True)), 0),
    ],
    ids=["start", "max", "kink", "step", "stairs", "gentle", "bump", "quick"],
)
@pytest.mark.parametrize("kind", ["position", "loop"])
def test_a_motion_that_begins_with_a_blow_is_refused(motion, jumps, kind):
    """The momentum of a blow is not in the equations: the run would be wrong without a word."""
    if kind == "position":
        mass = Body(P.m, (P.l * sin(PHI), motion - P.l * cos(PHI)))
        system = LagrangianSystem(coordinates=Q, parameters=P, bodies=[mass], gravity=(0, -P.g))
    else:
        q = Coordinates(phi=("rad", "angle", 1.0), y=("m", "pivot"))
        mass = Body(P.m, (P.l * sin(q.phi), q.y - P.l * cos(q.phi)))
        system = LagrangianSystem(coordinates=q, parameters=P, bodies=[mass], loops={"f": q.y - motion})
    if jumps == 0:
        assert np.isfinite(system.numeric().simulate(t=2.0).q).all(), "a motion without a blow is simulated"
        return
    with pytest.raises(ModelError, match="jumps at t = .*continuous first derivative") as caught:
        system.numeric().simulate(t=2.9)
    assert jumps is None or f"t = {jumps} s" in str(caught.value)


U = Inputs(w=("m", "height of the pivot"), f=("N", "force"))


def lifted(**more) -> LagrangianSystem:
    """A pendulum whose pivot is lifted by an input, which is a number."""
    mass = Body(P.m, (P.l * sin(PHI), U.w - P.l * cos(PHI)))
    return LagrangianSystem(coordinates=Q, parameters=P, inputs=U, bodies=[mass], gravity=(0, -P.g), **more)


MISTAKES = {
    "an input that moves a body": (
        lambda: lifted().numeric().simulate(t=1.0, u={"w": lambda t: 0.1 * t}),
        "input w is in a position.*needs? its rate.*expression of the time t",
    ),
    "an input that moves a loop": (
        lambda: lifted(loops={"f_S": PHI - U.w / P.l}).numeric().simulate(t=1.0, u={"w": sp.sin(t)}),
        "input w is in a position",
    ),
    "equilibria": (lambda: kapitza().numeric().equilibria(), "given function of the time is not searched"),
    "equilibria in closed form": (lambda: kapitza().equilibria(), "given function of the time"),
    "a linearization": (lambda: kapitza().numeric().linearize([0.0]), "given function of the time is not linearized"),
    "the unit of a loop's force": (
        lambda: kapitza(loops={"f_S": (PHI - P.Omega * t, "N", "torque")}),
        "loop f_S, whose force is in N, must have the unit m",
    ),
    "a loop of the time alone": (lambda: kapitza(loops={"f_S": P.a * sin(t)}), "contains none of them"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_one_clear_error(name):
    call, message = MISTAKES[name]
    with pytest.raises(ModelError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_an_input_that_is_constant_may_stand_in_a_position():
    run = lifted().numeric().simulate([0.5], t=1.0, u={"w": 0.3, "f": lambda t: t})
    np.testing.assert_allclose(run.potential[0], 0.4 * 9.81 * (0.3 - 0.5 * np.cos(0.5)))


def test_forces_and_moments_on_points_that_move(rng):
    """J_vᵀ f at a point that also moves in time, and a moment on a frame that also turns in time."""
    frame = translation(0, P.a * sin(t)) @ rotation(rotation_z(PHI + P.Omega * t))
    body = Body(P.m, frame @ translation(P.l), P.I)
    system = LagrangianSystem(
        coordinates=Q, parameters=P, inputs=U, bodies=[body],
        forces=[Force((U.f, 0), frame.point((P.r, 0)))], moments=[Moment((0, 0, U.f * P.l), frame)],
    )  # fmt: skip
    model = system.numeric(Omega=2.0)
    phi, time = 0.7, 0.4
    a = -0.02 * np.sin(time)
    angle = phi + 2 * time
    torque = -3 * 0.2 * np.sin(angle) + 3 * 0.5 - 0.4 * 0.5 * a * np.cos(angle)
    expected = torque / (0.02 + 0.4 * 0.25)
    assert model.accelerations([phi], [1.1], {"f": 3.0}, time) == pytest.approx(expected, rel=1e-12)
