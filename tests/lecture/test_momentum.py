"""Section 3.3, momentum: throws, centre of mass, block and tackle, variable mass; (3.33)-(3.55)."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp
from scipy.optimize import minimize_scalar

from mechanics import systems
from mechanics.lagrange import Body, Force, LagrangianSystem
from mechanics.model import Coordinates, Parameters
from mechanics.momentum import (
    Particle,
    Projectile,
    cut,
    equations,
    momentum_after_ejection,
    momentum_increment,
    solve,
    thrust,
    variable_mass_rates,
    whole,
)
from mechanics.symbols import coordinate_symbol, t

from .compare import assert_close, assert_same, slope

m, g, v0, h = sp.symbols("m g v0 h", positive=True)
alpha = sp.Symbol("alpha", real=True)
x, y, z = [coordinate_symbol(name) for name in "xyz"]
m1, m2, f_S = sp.symbols("m1 m2 f_S", positive=True)
THROW = Projectile(v0, alpha, h, g)
NUMBERS = [(14.0, 0.6, 2.2, 9.81), (5.0, 1.2, 0.3, 1.62), (30.0, 0.1, 12.0, 9.81)]  # v0, alpha, h, g


def rows(equations_of_motion: list[sp.Eq]) -> list[sp.Expr]:
    return [row.lhs - row.rhs for row in equations_of_motion]


# --- second law and throws, (3.33)-(3.39) ---------------------------------------------------------------


@pytest.mark.equation("3.33", exercised=True)
def test_the_second_law_holds_in_an_inertial_frame_only():
    free = [Particle(m, (3 * t, 2 - t, 5)).law, Particle(m, (3 * t + 7 * t, 2 - t - t, 5)).law]
    assert all(row == 0 for law in free for row in rows(law)), "(3.33): two frames in uniform motion disagree"
    turning = Particle(m, (3 * t * sp.cos(t), 3 * t * sp.sin(t))).law  # the same motion, seen from a turntable
    assert any(sp.simplify(row) != 0 for row in rows(turning)), "(3.33) must not hold in a frame that turns"


@pytest.mark.equation("3.34")
def test_balance_of_momentum_of_the_ball():
    ball = Particle(m, (x, 0, z), [(0, 0, -m * g)])
    assert_same(rows(equations([ball])), [m * x.diff(t, 2), m * z.diff(t, 2) + m * g], "(3.34)")
    v, a = THROW.position(t), THROW.velocity(t)
    assert_same([sp.diff(e, t, 2) for e in v], [0, -g], "(3.34): accelerations of the throw")
    assert_same([v[0].subs(t, 0), v[1].subs(t, 0)], [0, h], "(3.34): where it starts")
    assert_same([a[0].subs(t, 0), a[1].subs(t, 0)], [v0 * sp.cos(alpha), v0 * sp.sin(alpha)], "(3.34): how it starts")


def flight(v0: float, alpha: float, h: float, g: float) -> np.ndarray:
    """x, z, v_x, v_z at 9 instants, by integration of (3.34)."""
    times = np.linspace(0, 2, 9)
    start = [0, h, v0 * np.cos(alpha), v0 * np.sin(alpha)]
    return solve_ivp(lambda _, s: [s[2], s[3], 0, -g], (0, 2), start, t_eval=times, rtol=1e-12, atol=1e-12).y


@pytest.mark.equation("3.35a", "3.35c")
@pytest.mark.parametrize("numbers", NUMBERS)
def test_velocities_over_time(numbers):
    v0, alpha, _, g = numbers
    times = np.linspace(0, 2, 9)
    printed = [v0 * np.cos(alpha) + 0 * times, -g * times + v0 * np.sin(alpha)]
    ours = [[float(e) for e in Projectile(*numbers).velocity(s)] for s in times]
    assert_close(flight(*numbers)[2:], printed, "(3.35a), (3.35c)")
    assert_close(np.transpose(ours), printed, "(3.35a), (3.35c): the library")


@pytest.mark.equation("3.35b", "3.35d")
@pytest.mark.parametrize("numbers", NUMBERS)
def test_positions_over_time(numbers):
    v0, alpha, h, g = numbers
    times = np.linspace(0, 2, 9)
    printed = [v0 * np.cos(alpha) * times, -g * times**2 / 2 + v0 * np.sin(alpha) * times + h]
    ours = [[float(e) for e in Projectile(*numbers).position(s)] for s in times]
    assert_close(flight(*numbers)[:2], printed, "(3.35b), (3.35d)")
    assert_close(np.transpose(ours), printed, "(3.35b), (3.35d): the library")


@pytest.mark.equation("3.36")
def test_parabola_of_the_throw():
    place = sp.Symbol("x", positive=True)
    px, pz = THROW.position(t)
    (time,) = sp.solve(px - place, t)
    printed = -g * place**2 / (2 * v0**2 * sp.cos(alpha) ** 2) + sp.tan(alpha) * place + h
    assert_same(pz.subs(t, time), printed, "(3.36): t eliminated from (3.35)")
    assert_same(THROW.path(place), printed, "(3.36): the library")


@pytest.mark.equation("3.37")
@pytest.mark.parametrize("numbers", NUMBERS)
def test_time_of_impact_is_the_positive_root(numbers):
    v0, alpha, h, g = numbers
    roots = np.roots([-g / 2, v0 * np.sin(alpha), h])
    printed = (v0 * np.sin(alpha) + np.sqrt((v0 * np.sin(alpha)) ** 2 + 2 * g * h)) / g
    assert_close(printed, roots.max(), "(3.37)")
    assert roots.min() < 0, "the other root lies before the start"
    found = systems.load("projectile").solve(**dict(zip(("v0", "alpha", "h", "g"), numbers, strict=True)))
    assert_close(found["t1"], printed, "(3.37): the system")


@pytest.mark.equation("3.38")
@pytest.mark.parametrize("numbers", NUMBERS)
def test_range_of_the_throw(numbers):
    v0, alpha, h, g = numbers
    place = np.roots([-g / (2 * v0**2 * np.cos(alpha) ** 2), np.tan(alpha), h]).max()  # (3.36) with z = 0
    found = systems.load("projectile").solve(**dict(zip(("v0", "alpha", "h", "g"), numbers, strict=True)))
    assert_close(found["x_t1"], place, "(3.38)")


@pytest.mark.equation("3.39")
@pytest.mark.parametrize("numbers", NUMBERS)
def test_angle_of_the_longest_throw(numbers):
    v0, _, h, g = numbers

    def range_38(a: float) -> float:
        return v0 * np.cos(a) * (v0 * np.sin(a) + np.sqrt((v0 * np.sin(a)) ** 2 + 2 * g * h)) / g

    best = minimize_scalar(lambda a: -range_38(a), bounds=(0, 1.5), method="bounded", options={"xatol": 1e-12})
    found = systems.load("projectile_optimal_angle").solve(v0=v0, h=h, g=g)
    assert_close(found["alpha_max"], best.x, "(3.39)", 1e-6)
    assert_close(
        slope(lambda a: [range_38(a[0])], np.array([found["alpha_max"]])),
        [[0.0]],
        "(3.39): d x/d alpha",
        1e-5,
    )
    assert_close(found["x_max"], -best.fun, "(3.39): the greatest range")
    level = systems.load("projectile_optimal_angle").solve(v0=v0, h=0.0, g=g, alpha=0.5)
    assert_close([level["alpha_max"], level["x_max"]], [np.pi / 4, v0**2 / g], "(3.39) for h = 0")


# --- centre of mass, (3.40)-(3.44) ----------------------------------------------------------------------

F_I, F_J = np.array([1.0, -2.0, 0.0]), np.array([-0.5, 0.7, 0.0])


def dumbbell() -> LagrangianSystem:
    """Two point masses on a light rod in the plane; d'Alembert's principle eliminates the rod force."""
    q = Coordinates(x=("m", "x"), y=("m", "y"), phi=("rad", "angle"))
    p = Parameters(m_i=(1.3, "kg", "m"), m_j=(0.4, "kg", "m"), l=(0.8, "m", "rod"))
    qx, qy, phi = q.symbols
    r_i, r_j = (qx, qy, 0), (qx + p.l * sp.cos(phi), qy + p.l * sp.sin(phi), 0)
    return LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m_i, r_i), Body(p.m_j, r_j)],
        forces=[Force(F_I.tolist(), r_i), Force(F_J.tolist(), r_j)],
        title="dumbbell",
    )


@pytest.mark.equation("3.40")
@pytest.mark.parametrize("q, q_d", [([0.2, -0.1, 0.4], [1, 2, -3]), ([0, 0, 2.5], [0.3, -1, 5])])
def test_the_rod_pulls_both_masses_with_opposite_forces_along_itself(q, q_d):
    system = dumbbell()
    positions = [body.pose.p for body in system.bodies]
    entries = [e for r in positions for e in r.diff(t, 2)]
    r_dd_i, r_dd_j = system.numeric().evaluate(entries, q, q_d).reshape(2, 3)
    f_ij, f_ji = 1.3 * r_dd_i - F_I, 0.4 * r_dd_j - F_J  # (3.40) solved for the rod force
    assert_close(f_ji, -f_ij, "(3.40): f_ji = -f_ij")
    assert_close(np.cross(f_ij, [np.cos(q[2]), np.sin(q[2]), 0]), np.zeros(3), "(3.40): the rod pulls along itself")
    assert np.hypot(*f_ij[:2]) > 0.1, "the rod of this test carries no force"


def rod() -> tuple[Particle, Particle]:
    """Two particles with general motions and forces, cut free."""
    r_i, r_j, f_i, f_j = [[coordinate_symbol(f"{name}{axis}") for axis in "xyz"] for name in ("ri", "rj", "fi", "fj")]
    f_ij = [coordinate_symbol(f"fij{axis}") for axis in "xyz"]
    return cut(Particle(m1, r_i, [f_i]), Particle(m2, r_j, [f_j]), f_ij)


@pytest.mark.equation("3.41")
def test_forces_of_the_rod_cancel_in_the_sum():
    first, second = rod()
    left = m1 * first.position.diff(t, 2) + m2 * second.position.diff(t, 2)
    outside = first.forces[0] + second.forces[0]
    ours = [a + b for a, b in zip(rows(first.law), rows(second.law), strict=True)]
    assert_same(ours, list(left - outside), "(3.41): Σ m r_dd = f_i + f_j")


@pytest.mark.equation("3.42", exercised=True)
def test_centre_of_mass_of_two_points_balances_them():
    first, second = rod()
    r_S = whole([first, second]).position
    lever = m1 * (first.position - r_S) + m2 * (second.position - r_S)
    assert_same(list(lever), [0, 0, 0], "(3.42): the weighted levers about the centre of mass")


@pytest.mark.equation("3.43")
def test_centre_of_mass_moves_like_a_point_under_the_outer_forces():
    first, second = rod()
    r_S = (m1 * first.position + m2 * second.position) / (m1 + m2)
    outside = first.forces[0] + second.forces[0]
    printed = (m1 + m2) * r_S.diff(t, 2) - outside
    assert_same(rows(whole([first, second]).law), list(printed), "(3.43)")


@pytest.mark.equation("3.44")
def test_centre_of_mass_theorem_of_a_tumbling_body():
    """∫ r_dd dm over a plate of variable density that flies and turns, by Gauss points, is m r_S_dd = m g."""
    nodes, weights = np.polynomial.legendre.leggauss(6)
    X, Y = np.meshgrid(nodes, nodes)
    dm = np.outer(weights, weights) * (1 + 0.4 * X + 0.3 * Y * X + 0.2 * Y**2)  # ρ(x, y) dV on [-1, 1]²
    mass = dm.sum()
    body_S = np.array([(dm * X).sum(), (dm * Y).sum()]) / mass  # (3.28)
    gravity = np.array([0.0, -9.81])

    def places(time: float) -> np.ndarray:
        """Points of the plate: its centre of mass flies along a parabola, the plate turns about it."""
        c, s = np.cos(0.3 + 2 * time), np.sin(0.3 + 2 * time)
        r_S = np.array([1.0, 2.0]) + np.array([3.0, 5.0]) * time + gravity * time**2 / 2
        a, b = X - body_S[0], Y - body_S[1]
        return np.stack([r_S[0] + c * a - s * b, r_S[1] + s * a + c * b], axis=-1)

    def second(f: object, at: float, d: float = 1e-3) -> np.ndarray:
        return (-f(at + 2 * d) + 16 * f(at + d) - 30 * f(at) + 16 * f(at - d) - f(at - 2 * d)) / (12 * d**2)

    r_dd = second(places, 0.4)
    assert np.ptp(r_dd[..., 0]) > 1, "the points of this plate all have the same acceleration"
    assert_close((dm[..., None] * r_dd).sum(axis=(0, 1)), mass * gravity, "(3.44): ∫ r_dd dm = f_R", 1e-7)
    moment = second(lambda s: (dm[..., None] * places(s)).sum(axis=(0, 1)), 0.4)
    assert_close(moment, mass * gravity, "(3.44): d²/dt² ∫ r dm = m r_S_dd", 1e-7)


# --- block and tackle, (3.45)-(3.49) --------------------------------------------------------------------

TACKLE = systems.load("pulley_two_masses")
(dz2,) = TACKLE.coordinates.symbols
p1, p2, gravity = TACKLE.parameters.symbols
z1, z2 = coordinate_symbol("z1"), coordinate_symbol("z2")
z10, z20 = sp.symbols("z10 z20", real=True)
f_S1, f_S2, f_S3 = sp.symbols("f_S1 f_S2 f_S3", real=True)
RELATIONS = {z1: z10 - dz2 / 2, z2: z20 + dz2}


def freed(first: sp.Expr, second: sp.Expr, third: sp.Expr) -> list[Particle]:
    """Both masses cut free, e_z downwards."""
    loose = Particle(p1, (0, 0, z1), [(0, 0, p1 * gravity), (0, 0, -first), (0, 0, -second)])
    return [loose, Particle(p2, (0, 0, z2), [(0, 0, p2 * gravity), (0, 0, -third)])]


@pytest.mark.equation("3.45a", "3.45b")
def test_balances_of_both_masses_at_the_accelerations_of_the_system():
    """With accelerations from the Lagrangian the balances must give one rope force, and a rope only pulls."""
    z2_dd = float(TACKLE.numeric(m1=3.0, m2=1.0).accelerations([0.0])[0])
    left, right = 3.0 * (9.81 + z2_dd / 2) / 2, 1.0 * (9.81 - z2_dd)  # (3.45a) with two equal forces, (3.45b)
    assert_close(left, right, "(3.45): the rope force from either mass")
    assert right > 0
    printed = [p1 * z1.diff(t, 2) - p1 * gravity + f_S1 + f_S2, p2 * z2.diff(t, 2) - p2 * gravity + f_S3]
    assert_same(rows(equations(freed(f_S1, f_S2, f_S3))), printed, "(3.45)")


@pytest.mark.equation("3.46", exercised=True)
def test_one_rope_has_one_force():
    """Without it there are four unknowns for two equations."""
    a = dz2.diff(t, 2)
    assert len(solve(freed(f_S, f_S, f_S), [a, f_S], RELATIONS)) == 2
    with pytest.raises(ValueError, match="do not determine"):
        solve(freed(f_S1, f_S2, f_S3), [a, f_S1, f_S2, f_S3], RELATIONS)


@pytest.mark.equation("3.47")
@pytest.mark.parametrize("step", [-0.7, 0.1, 1.3])
def test_kinematics_of_the_tackle_keeps_the_length_of_the_rope(step):
    """Ceiling, down to the movable pulley, up to the fixed one, down to mass 2: 2 z1 + z2 and a constant."""
    at = {z10: 2.2, z20: 1.2}
    before, after = [[float(RELATIONS[place].subs(at).subs(dz2, value)) for place in (z1, z2)] for value in (0.0, step)]
    assert_close(2 * after[0] + after[1], 2 * before[0] + before[1], "(3.47): length of the rope")
    assert_close(after[1] - before[1], step, "(3.47): mass 2 moves by dz2")


@pytest.mark.equation("3.48a", "3.48b")
def test_relations_put_into_the_balances():
    a = dz2.diff(t, 2)
    printed = [-p1 / 2 * a - p1 * gravity + 2 * f_S, p2 * a - p2 * gravity + f_S]
    assert_same(rows(equations(freed(f_S, f_S, f_S), RELATIONS)), printed, "(3.48)")
    linear = solve(freed(f_S, f_S, f_S), [a, f_S], RELATIONS)
    at_numbers = {p1: 3.0, p2: 1.0, gravity: 9.81}
    expected = np.linalg.solve([[-1.5, 2.0], [1.0, 1.0]], [3 * 9.81, 9.81])  # (3.48) with numbers
    assert_close([float(linear[u].subs(at_numbers)) for u in (a, f_S)], expected, "(3.48): linear solution")


@pytest.mark.equation("3.49a", "3.49b")
def test_acceleration_and_rope_force_of_the_tackle():
    printed = 2 * gravity * (2 * p2 - p1) / (p1 + 4 * p2), 3 * p1 * p2 * gravity / (4 * p2 + p1)
    found = solve(freed(f_S, f_S, f_S), [dz2.diff(t, 2), f_S], RELATIONS)
    assert_same([found[dz2.diff(t, 2)], found[f_S]], list(printed), "(3.49)")
    assert_same(TACKLE.accelerations[0], printed[0], "(3.49a): from the Lagrangian")
    unknowns = np.linalg.solve([[3.0, 0, 2], [0, 1.0, 1], [2, 1, 0]], [3 * 9.81, 9.81, 0])
    model = TACKLE.numeric(m1=3.0, m2=1.0)
    outputs = [float(model.output(name, [0.0])) for name in ("z1_dd", "z2_dd", "f_S")]
    assert_close(outputs, unknowns, "(3.49): balances and the rope's length as three equations")


# --- variable mass, (3.50)-(3.55) -----------------------------------------------------------------------

dm, dv, v, w = sp.symbols("dm dv v w", real=True)


@pytest.mark.equation("3.50")
def test_total_momentum_after_the_ejection():
    body, ejected = (m - dm) * (v + dv), dm * (v + dv + w)  # the ejected mass is as fast as the body, and w
    assert_same(momentum_after_ejection(m, v, dm, dv, w), body + ejected, "(3.50)")
    assert_same(momentum_after_ejection(m, v, 0, 0, w), m * v, "(3.50): before")


@pytest.mark.equation("3.51")
def test_increment_of_the_momentum():
    gained = sp.expand(momentum_after_ejection(m, v, dm, dv, w) - m * v)
    assert_same(momentum_increment(m, dm, dv, w), m * dv + dm * w, "(3.51)")
    assert_same(gained, m * dv + dm * w, "(3.51): here without neglecting anything")
    # measured against the velocity before the ejection, a product of two small quantities is left and dropped
    other = sp.expand((m - dm) * (v + dv) + dm * (v + w) - m * v - (m * dv + dm * w))
    assert sp.Poly(other, dm, dv).homogeneous_order() == 2, "(3.51): only second-order terms may drop"


@pytest.mark.equation("3.52")
def test_balance_of_momentum_with_ejection():
    """p(t + dt) of (3.50) with any motion and any ejection, differentiated at dt = 0."""
    time, dt = sp.symbols("time dt")
    speed, ejected, relative = sp.Function("v")(time), sp.Function("m_f")(time), sp.Function("w")(time)
    mass = sp.Symbol("m0") - ejected

    def later(f: sp.Expr) -> sp.Expr:
        return f.subs(time, time + dt)

    after = momentum_after_ejection(mass, speed, later(ejected) - ejected, later(speed) - speed, relative)
    rate = after.diff(dt).subs(dt, 0).doit()
    printed = mass * speed.diff(time) + relative * ejected.diff(time)
    assert sp.simplify(rate - printed) == 0, "(3.52): dp/dt = m dv/dt + w dm_f/dt"


@pytest.mark.equation("3.53", exercised=True)
def test_what_is_ejected_is_missing_in_the_body():
    flow = 8.0
    run = systems.load("rocket").numeric().simulate(t=np.linspace(0, 100, 11), u={"u": flow})
    assert_close(run["m"] + flow * run.t, np.full(11, 1000.0), "(3.53): mass of rocket and exhaust together")
    assert_same(variable_mass_rates(m, 0, sp.Symbol("gamma"), w)[1], -sp.Symbol("gamma"), "(3.53)")


@pytest.mark.equation("3.54", exercised=True)
def test_thrust_is_opposite_to_the_exhaust():
    jet, flow = np.array([0.0, 30.0, -2500.0]), 8.0
    assert_close(thrust(flow, jet), [0.0, -240.0, 20000.0], "(3.54)")
    model = systems.load("rocket").numeric()
    assert_close(float(model.output("thrust", [0, 0, 900.0], {"u": flow})), 20000.0, "(3.54): of the rocket")


@pytest.mark.equation("3.55a", "3.55b")
def test_variable_mass_by_single_ejections():
    """n drops of mass leave one after the other, each time momentum is conserved; the error falls like 1/n."""
    jet, flow, weight, end = np.array([50.0, 0.0, -300.0]), 0.6, np.array([0.0, 0.0, -9.81]), 1.0

    def rates(_: float, s: np.ndarray) -> np.ndarray:
        v_d, m_d = variable_mass_rates(s[3], s[3] * weight, flow, jet)
        return np.array([*v_d, m_d])

    exact = solve_ivp(rates, (0, end), [0, 0, 0, 1.0], rtol=1e-12, atol=1e-12).y[:, -1]
    assert_close(exact[:3], -jet * np.log(1 / 0.4) + weight * end, "(3.55): the rocket equation (Tsiolkovsky)", 1e-8)
    assert_close(exact[3], 0.4, "(3.55b)")
    errors = []
    for n in (400, 800):
        mass, speed, drop = 1.0, np.zeros(3), flow * end / n
        for _ in range(n):
            before = mass * speed + mass * weight * end / n  # momentum of both, with the impulse of the weight
            speed = (before - drop * jet) / mass  # from (m - dm)(v + dv) + dm (v + dv + w) = before
            mass -= drop
        errors.append(np.abs(speed - exact[:3]).max())
    assert errors[1] < 0.01 * np.abs(exact[:3]).max()
    assert 1.8 < errors[0] / errors[1] < 2.2, "(3.55): single ejections do not converge to the equations"
