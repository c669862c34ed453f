"""Systems as a user writes them: characteristics, moments with reaction, constraints, forces of time, by hand."""

import pickle

import numpy as np
import pytest
import sympy as sp

from mechanics.lagrange import Body, Damper, Force, LagrangianSystem, Moment, Spring, distance, euler_lagrange
from mechanics.model import Coordinates, Inputs, Parameters, t
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_x, rotation_y, rotation_z

MASS = Parameters(m=(2.0, "kg", "mass"), c=(3.0, "", "stiffness"), d=(0.5, "", "damping"))


def slider(**elements) -> LagrangianSystem:
    """A mass on a horizontal rail."""
    q = Coordinates(x=("m", "position", 1.0))
    body = Body(MASS.m, (q.x, 0))
    made = {name: make(q, body) if callable(make) else make for name, make in elements.items()}
    return LagrangianSystem(coordinates=q, parameters=MASS, bodies=[body], title="slider", **made)


@pytest.mark.parametrize(
    "law, force, energy",
    [
        (lambda x: MASS.c * x**3, lambda x: 3 * x**3, lambda x: 3 * x**4 / 4),
        (lambda x: MASS.c * x * sp.Abs(x), lambda x: 3 * x * abs(x), lambda x: abs(x) ** 3),
        (lambda x: MASS.c * sp.sign(x), lambda x: 3 * np.sign(x), lambda x: 3 * abs(x)),
        (
            lambda x: sp.Piecewise((0, x < 0), (MASS.c * x, True)),
            lambda x: 3 * max(x, 0),
            lambda x: 1.5 * max(x, 0) ** 2,
        ),
        (lambda x: MASS.c * sp.sinh(x), lambda x: 3 * np.sinh(x), lambda x: 3 * (np.cosh(x) - 1)),
        (lambda x: MASS.c * sp.Max(x, 2 * x), lambda x: 3 * max(x, 2 * x), lambda x: 1.5 * x * max(x, 2 * x)),
    ],
    ids=["cubic", "progressive", "constant", "one-sided", "sinh", "bilinear"],
)
def test_a_spring_with_a_characteristic(law, force, energy):
    model = slider(springs=lambda q, body: [Spring(q.x, law)]).numeric()
    for x in (-1.3, -0.2, 0.4, 2.0):
        assert model.potential_energy([x]) == pytest.approx(energy(x)), f"energy of the spring at {x}"
        assert model.accelerations([x])[0] == pytest.approx(-force(x) / 2), f"force of the spring at {x}"
    xs = np.array([[-1.3], [0.4]])
    np.testing.assert_allclose(model.accelerations(xs)[:, 0], [-force(-1.3) / 2, -force(0.4) / 2])


def test_a_simulation_with_a_kink_keeps_its_energy():
    model = slider(springs=lambda q, body: [Spring(q.x, lambda x: MASS.c * x * sp.Abs(x))]).numeric()
    run = model.simulate([1.0], [0.0], 10.0, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(run.energy, run.energy[0], rtol=1e-7)
    assert run.q.min() < -0.99 and run.q.max() <= 1.0 + 1e-6
    A, _ = model.linearize([0.5])
    assert A[1, 0] == pytest.approx(-3 * 2 * 0.5 / 2), "slope of c x |x| at 0.5"


@pytest.mark.parametrize(
    "law, force",
    [
        (lambda v: MASS.d * v * sp.Abs(v), lambda v: 0.5 * v * abs(v)),
        (lambda v: MASS.d * sp.sign(v), lambda v: 0.5 * np.sign(v)),
        (
            lambda v: sp.Piecewise((4 * MASS.d * v, v < 0), (MASS.d * v, True)),
            lambda v: (2.0 if v < 0 else 0.5) * v,
        ),
        (lambda v: MASS.d * sp.tanh(100 * v), lambda v: 0.5 * np.tanh(100 * v)),
    ],
    ids=["quadratic", "dry", "one-sided", "smooth dry"],
)
def test_a_damper_with_a_characteristic(law, force):
    model = slider(dampers=lambda q, body: [Damper(2 * q.x, law)]).numeric()
    for v in (-1.5, -0.3, 0.7):
        ours = model.generalized_forces([0.3], [v])[0]
        assert ours == pytest.approx(-2 * force(2 * v)), f"the damper runs at twice the speed {v}"
    np.testing.assert_allclose(
        model.generalized_forces([[0.3]] * 2, [[-1.5], [0.7]])[:, 0], [-2 * force(-3.0), -2 * force(1.4)]
    )


def test_forces_may_depend_on_time_and_rates():
    system = slider(forces=lambda q, body: [Force((sp.sin(t) - MASS.d * q.x.diff(t) ** 3, 0), body.pose.p)])
    model = system.numeric()
    assert model.accelerations([0.0], [2.0], t=0.5)[0] == pytest.approx((np.sin(0.5) - 0.5 * 8) / 2)
    free = slider(forces=lambda q, body: [Force((sp.sin(t), 0), body.pose.p)]).numeric()
    run = free.simulate([0.0], [0.0], 5.0, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(run["x"], (run.t - np.sin(run.t)) / 2, atol=1e-8)
    np.testing.assert_allclose(run.q_dd[:, 0], np.sin(run.t) / 2, atol=1e-12)


def test_generalized_forces_by_name_and_their_abbreviation():
    k = sp.Symbol("k")
    system = slider(generalized_forces=lambda q, body: {"x": -k * q.x}, abbreviations={k: 2 * MASS.c})
    assert system.numeric().accelerations([1.5])[0] == pytest.approx(-6 * 1.5 / 2)
    assert system.abbreviated.generalized_forces[0].has(k) and not system.generalized_forces[0].has(k)


def geared_discs(**more) -> tuple[LagrangianSystem, Coordinates]:
    """Disc 2 is geared to disc 1: phi2 = -3 phi1, and the lecture eliminates phi2."""
    from mechanics.symbols import coordinate_symbol

    q = Coordinates(phi1=("rad", "disc 1"))
    p = Parameters(I1=(0.2, "kg m^2", "disc 1"), I2=(0.1, "kg m^2", "disc 2"), c=(4.0, "N m/rad", "spring"))
    u = Inputs(tau=("N m", "motor between the discs"))
    phi2 = coordinate_symbol("phi2")
    disc1, disc2 = rotation(rotation_z(q.phi1)), rotation(rotation_z(phi2))
    system = LagrangianSystem(
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(0, disc1, p.I1), Body(0, disc2, p.I2)],
        springs=[Spring(phi2, p.c)],
        moments=[Moment((0, 0, u.tau), disc2, reaction=disc1)],
        potential=phi2**2,
        generalized_forces={"phi1": -phi2.diff(t)},
        constraints={phi2: -3 * q.phi1},
        outputs={"angle": phi2, "speed": phi2.diff(t)},
        **more,
    )
    return system, q


def test_constraints_are_eliminated_everywhere():
    """In bodies, springs, moments, potential, generalized forces and outputs."""
    system, q = geared_discs()
    model = system.numeric()
    assert model.mass_matrix([0.0])[0, 0] == pytest.approx(0.2 + 9 * 0.1)
    assert model.potential_energy([0.5]) == pytest.approx(4 * 1.5**2 / 2 + 1.5**2)
    # the motor turns disc 2 against disc 1: power tau (phi2_d - phi1_d) = -4 tau phi1_d
    assert model.generalized_forces([0.0], [0.7], {"tau": 1.5})[0] == pytest.approx(-4 * 1.5 + 3 * 0.7)
    assert model.output("angle", [0.5]) == pytest.approx(-1.5)
    assert model.output("speed", [0.5], [0.7]) == pytest.approx(-2.1)
    np.testing.assert_allclose(model.output("speed", [[0.5], [0.1]], [[0.7], [1.0]]), [-2.1, -3.0])


def double_pendulum(n: int = 2) -> LagrangianSystem:
    """n point masses, angles counted from the vertical; derived with the library's elements."""
    q = Coordinates(**{f"a{k}": ("rad", f"rod {k}") for k in range(n)})
    p = Parameters(m=(1.0, "kg", "each mass"), l=(0.5, "m", "each rod"), g=(9.81, "m/s^2", "gravity"))
    x = y = sp.Integer(0)
    bodies = []
    for a in q.symbols:
        x, y = x + p.l * sp.sin(a), y - p.l * sp.cos(a)
        bodies.append(Body(p.m, (x, y)))
    return LagrangianSystem(coordinates=q, parameters=p, bodies=bodies, gravity=(0, -p.g), title="chain")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_euler_lagrange_by_hand_gives_the_same_equations(n):
    system = double_pendulum(n)
    q, p = system.coordinates.symbols, system.parameters
    x = y = T = V = sp.Integer(0)
    for a in q:
        x, y = x + p.l * sp.sin(a), y - p.l * sp.cos(a)
        T, V = T + p.m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2, V + p.m * p.g * y
    rows = euler_lagrange(T - V, q)
    rng = np.random.default_rng(n)
    for _ in range(3):
        values = {s: sp.Float(rng.uniform(0.2, 1.5), 30) for s in p.symbols}
        values |= {a.diff(t, k): sp.Float(rng.uniform(-2, 2), 30) for a in q for k in (2, 1)}
        values |= {a: sp.Float(rng.uniform(-2, 2), 30) for a in q}
        for ours, by_hand in zip(system.equations_of_motion, rows, strict=True):
            difference = (ours.lhs - ours.rhs - by_hand.lhs + by_hand.rhs).xreplace(values)
            assert abs(difference.evalf(25)) < 1e-20, f"chain of {n}: {ours} is not {by_hand}"


def test_the_chain_of_pendulums_keeps_its_energy_and_comes_out_short():
    system = double_pendulum(3)
    run = system.numeric().simulate([1.0, 2.0, -1.0], [0, 0, 1.0], 5.0, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(run.energy, run.energy[0], atol=1e-8 * run.kinetic.max())
    a0, a1, _ = system.coordinates.symbols
    p = system.parameters
    entry = system.mass_matrix[0, 1]
    assert sp.count_ops(entry) <= sp.count_ops(2 * p.m * p.l**2 * sp.cos(a0 - a1)), f"M_12 = {entry} can be shorter"


def gyroscope() -> LagrangianSystem:
    q = Coordinates(a=("rad", "z"), b=("rad", "y"), c=("rad", "x"), h=("m", "height"))
    p = Parameters(
        m=(1.0, "kg", "mass"),
        I_1=(0.1, "kg m^2", "I"),
        I_2=(0.2, "kg m^2", "I"),
        I_12=(0.03, "kg m^2", "I", "real"),
    )
    inertia = [[p.I_1, p.I_12, 0], [p.I_12, p.I_2, 0], [0, 0, p.I_1 + p.I_2]]
    pose = (
        translation(0, 0, q.h) @ rotation(rotation_z(q.a) * rotation_y(q.b) * rotation_x(q.c)) @ translation(0.2, 0, 0)
    )
    return LagrangianSystem(coordinates=q, parameters=p, bodies=[Body(p.m, pose, inertia)], title="gyroscope")


def test_a_free_body_in_space_keeps_energy_and_angular_momentum():
    system = gyroscope()
    model = system.numeric()
    run = model.simulate([0.1, 0.2, 0.3, 0.0], [1.0, 2.0, 5.0, 0.5], 5.0, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(run.energy, run.energy[0], rtol=1e-8)
    # vertical momentum ∂T/∂h_d, and ∂T/∂a_d: the rotation about the fixed z axis
    momentum = np.einsum("kij,kj->ki", model.mass_matrix(run.q), run.q_d)
    np.testing.assert_allclose(momentum[:, 0], momentum[0, 0], rtol=1e-7, err_msg="angular momentum about z")
    np.testing.assert_allclose(momentum[:, 3], momentum[0, 3], rtol=1e-7, err_msg="vertical momentum")
    assert system.is_skew_symmetric()


def test_spring_between_two_points_pulls_along_the_line():
    q = Coordinates(x=("m", "x", 1.0), y=("m", "y", 1.0))
    p = Parameters(m=(2.0, "kg", "mass"), c=(5.0, "N/m", "stiffness"), l_0=(0.5, "m", "relaxed length"))
    system = LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, (q.x, q.y))],
        springs=[Spring(distance((q.x, q.y), (3, 4)) - p.l_0, p.c)],
        title="mass on a spring",
    )
    pull = 5.0 * (5.0 - 0.5) * np.array([3, 4]) / 5
    np.testing.assert_allclose(system.numeric().accelerations([0.0, 0.0]) * 2.0, pull)


def test_equations_print_as_the_lecture_writes_them():
    from mechanics import systems

    text = systems.load("ball_on_beam").latex
    assert r"\ddot{\varphi}_1" in text and r"\dot{r}" in text and r"\tau^e" in text and "(t)" not in text
    assert systems.load("cart_pendulum").abbreviated._repr_latex_().startswith("$")
    assert str(systems.load("cart_pendulum").coordinates.phi.diff(t)) == "phi_d"


def test_results_survive_pickling():
    """Answers and results go to other processes."""
    system = double_pendulum()
    M = pickle.loads(pickle.dumps(system.mass_matrix))
    assert system.mass_matrix == M and sp.latex(M) == sp.latex(system.mass_matrix)
    equations = pickle.loads(pickle.dumps(system.equations_of_motion))
    assert equations == system.equations_of_motion
    assert all(s.is_positive for s in M.free_symbols - {t})


def test_results_keep_the_assumptions_of_the_symbols():
    """The way through symengine knows no assumptions; they come back by name."""
    system = double_pendulum()
    symbols = system.mass_matrix.free_symbols | system.potential_forces.free_symbols
    assert {system.parameters.m, system.parameters.l} <= symbols
    assert sp.sqrt(system.mass_matrix[1, 1]) == system.parameters.l * sp.sqrt(system.parameters.m)
    assert all(q.is_real for q in system.mass_matrix.atoms(sp.Function) if q.args == (t,))
