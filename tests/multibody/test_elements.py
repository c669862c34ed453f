"""Force elements: virtual power, energy, balance on both bodies, limits of every law, and bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from mechanics.model import ModelError
from mechanics.multibody.body import GROUND, Place
from mechanics.multibody.elements import (
    AirSpring,
    Clearance,
    Contact,
    DamperTable,
    Excited,
    Force,
    GearElement,
    HydraulicMount,
    Hysteresis,
    Law,
    Linear,
    LineElement,
    Motor,
    Orifice,
    OwnLaw,
    Parallel,
    Rope,
    Series,
    SpatialElement,
    SpringTable,
    StickSlip,
    TorsionElement,
    joint_friction,
)
from mechanics.multibody.markers import Marker
from mechanics.rotations.arrays import rotation_vector_matrix

random = np.random.default_rng(5)
SPRING = Linear(k=300.0, l_0=0.8)
TABLE = SpringTable([-1.0, 0.0, 0.5, 2.0], [-50.0, 0.0, 80.0, 100.0])
LAWS = {
    "linear": Linear(300.0, 0.8, 15.0),
    "force": Force(lambda t: 20 * np.sin(3 * t)),
    "own law": OwnLaw(lambda l, l_d, t, s: 5 * l**3 + 2 * l_d),
    "spring table": TABLE,
    "damper table": DamperTable([-1.0, -0.2, 0.3, 2.0], [-90.0, -40.0, 20.0, 60.0]),
    "contact": Contact(500.0, 1.0, 30.0),
    "soft contact": Contact(500.0, 1.0, 30.0, width=0.4),
    "rope": Rope(500.0, 0.2, 30.0, width=0.1),
    "clearance": Clearance(400.0, 0.1, 0.4, 20.0, width=0.05),
    "series": Series(300.0, 20.0, 0.3, k_p=50.0),
    "stick-slip": StickSlip(12.0, 8.0, 0.3, 0.05, 2.0),
    "hysteresis": Hysteresis(10.0, 200.0),
    "motor": Motor(lambda t: 12 + t, 0.8, 0.02, 0.3),
    "air spring": AirSpring(200.0, 0.5, 2.0, 0.0, n=1.3, p_a=120.0),
    "orifice": Orifice(6.0),
    "hydraulic mount": HydraulicMount(120.0, 3.0, 90.0, 2.0, 5.0, 0.3),
    "excited": Excited(Series(300.0, 20.0, 0.3), lambda t: 0.2 * np.sin(4 * t), lambda t: 0.8 * np.cos(4 * t)),
    "parallel": Parallel(Series(100.0, 10.0), Linear(50.0, 0.1, 3.0), Hysteresis(4.0, 100.0)),
}  # fmt: skip
WITH_STATES = {"hydraulic mount": 2, "series": 1, "hysteresis": 1, "motor": 1, "excited": 1, "parallel": 2}
numbers = st.floats(-2.0, 2.0)


def pose(source=random, size=1.0):
    return Place(source.normal(size=3), rotation_vector_matrix(size * source.normal(size=3)))


def twist(source=random):
    return source.normal(size=6)


def marker(body, source=random):
    return Marker(body, source.normal(size=3), rotation_vector_matrix(source.normal(size=3)))


def hinge_pair(angle, source=random):
    """Markers and places with a common z axis at one point, Q turned by the angle."""
    P, Q, place_i = marker("i", source), marker("j", source), pose(source)
    A_Q = place_i.A @ P.R @ rotation_vector_matrix(np.array([0.0, 0.0, angle]))
    A_j = A_Q @ Q.R.T
    return P, Q, place_i, Place(place_i.point(P.r) - A_j @ Q.r, A_j)


def moved(place, z, h):
    """The place after the time h with the velocities z (body components), to second order in h."""
    A = place.A @ rotation_vector_matrix(h * z[3:])
    return Place(place.r + h * place.A @ z[:3] + h * h / 2 * place.A @ np.cross(z[3:], z[:3]), A)


def elements(law=SPRING):
    near = rotation_vector_matrix(np.array([0.3, -0.5, 0.4]))
    return {
        "line": LineElement(marker("i"), marker("j"), law),
        "spatial": SpatialElement(
            marker("i"),
            marker("j"),
            [law, Linear(100.0), Linear(50.0, 0.1)],
            [law, Linear(20.0), Linear(7.0)],
        ),
        "translation only": SpatialElement(Marker("i", (1, 2, 3), near), marker("j"), law),
        "rotation only": SpatialElement(marker("i"), marker("j"), rotation=law),
    }


def total_wrench(place, h):
    """Force and moment about the inertial origin, inertial components."""
    force = place.A @ h[:3]
    return np.concatenate([force, place.A @ h[3:] + np.cross(place.r, force)])


# --- every law accounts for its energy ------------------------------------------------------------------


@pytest.mark.parametrize("name", LAWS)
@settings(max_examples=25, deadline=None)
@given(l=numbers, l_d=numbers, t=st.floats(0.0, 3.0), s=st.lists(st.floats(-0.04, 0.04), min_size=2, max_size=2))
def test_what_a_law_takes_is_stored_or_dissipated_or_was_supplied(name, l, l_d, t, s):
    law = LAWS[name]
    s, h = np.array(s[: law.states]), 1e-6
    s_d = law.state_derivative(l, l_d, t, s)
    assert s_d.shape == (law.states,) == (WITH_STATES.get(name, 0),)
    change = law.energy(l + h * l_d, t + h, s + h * s_d) - law.energy(l - h * l_d, t - h, s - h * s_d)
    taken = law(l, l_d, t, s) * l_d
    heat, supplied = law.dissipated_power(l, l_d, t, s), law.supplied_power(l, l_d, t, s)
    # a kink between l - h l_d and l + h l_d moves the difference by k h l_d^2 at most
    assert abs(taken - (change / (2 * h) + heat - supplied)) < 5e-3, f"{name} loses track of its energy"
    if name != "own law":
        assert heat >= -1e-12, f"{name} makes energy out of heat"


@pytest.mark.parametrize("kind", ["line", "spatial", "translation only", "rotation only"])
@pytest.mark.parametrize("name", ["linear", "series", "own law", "excited", "parallel", "soft contact"])
def test_power_of_the_wrenches_is_minus_the_change_of_energy_and_heat(kind, name):
    """P = h_i.z_i + h_j.z_j = -dV/dt - P_dissipated + P_supplied, for two moving bodies."""
    element, h, t = elements(LAWS[name])[kind], 1e-5, 0.4
    place_i, place_j, z_i, z_j = pose(size=0.4), pose(size=0.4), twist(), twist()
    s = element.start(place_i, place_j) + 0.01
    s_d = element.state_derivative(place_i, z_i, place_j, z_j, t, s)
    h_i, h_j = element.wrenches(place_i, z_i, place_j, z_j, t, s)

    def energy(dt):
        return element.energy(moved(place_i, z_i, dt), z_i, moved(place_j, z_j, dt), z_j, t + dt, s + dt * s_d)

    now = (place_i, z_i, place_j, z_j, t, s)
    rate = (energy(h) - energy(-h)) / (2 * h)
    expected = -rate - element.dissipated_power(*now) + element.supplied_power(*now)
    assert h_i @ z_i + h_j @ z_j == pytest.approx(expected, rel=1e-6, abs=1e-5)


@pytest.mark.parametrize("kind", ["line", "spatial", "translation only", "rotation only"])
def test_the_elastic_wrench_is_minus_the_gradient_of_the_energy(kind):
    """h_i = -Z^T dV/dp: six small motions of each body, one after the other."""
    element, place_i, place_j = elements()[kind], pose(size=0.4), pose(size=0.4)
    zero, h = np.zeros(6), 1e-5
    h_i, h_j = element.wrenches(place_i, zero, place_j, zero)
    for row, z in enumerate(np.eye(6)):
        on_i = [element.energy(moved(place_i, z, dt), zero, place_j, zero) for dt in (h, -h)]
        on_j = [element.energy(place_i, zero, moved(place_j, z, dt), zero) for dt in (h, -h)]
        assert h_i[row] == pytest.approx(-(on_i[0] - on_i[1]) / (2 * h), abs=1e-5), f"body i, direction {row}"
        assert h_j[row] == pytest.approx(-(on_j[0] - on_j[1]) / (2 * h), abs=1e-5), f"body j, direction {row}"


@pytest.mark.parametrize("kind", ["line", "spatial", "translation only", "rotation only", "gear", "torsion"])
def test_forces_and_moments_on_both_bodies_are_in_balance(kind):
    if kind in ("gear", "torsion"):
        P, Q, place_i, place_j = hinge_pair(0.7)
        element = TorsionElement(P, Q, LAWS["linear"])
        if kind == "gear":
            place_j = Place(place_j.r + place_i.A @ P.R @ [0.3, 0.1, 0.0], place_j.A)
            element = GearElement(P, Q, 0.1, 0.2, Linear(1000.0, d=20.0))
    else:
        element, place_i, place_j = elements(LAWS["linear"])[kind], pose(size=0.4), pose(size=0.4)
    s = element.start(place_i, place_j) + 0.3
    h_i, h_j = element.wrenches(place_i, twist(), place_j, twist(), 0.0, s)
    balance = total_wrench(place_i, h_i) + total_wrench(place_j, h_j)
    assert np.abs(h_i).max() > 1e-3, "nothing acts, so this test sees nothing"
    np.testing.assert_allclose(balance, 0, atol=1e-12 * (1 + np.abs(h_i).max() + np.abs(h_j).max()))


def test_an_element_does_not_feel_where_the_world_is():
    """The same wrenches after both bodies and their motion have been carried elsewhere as one."""
    place_i, place_j, z_i, z_j, R, shift = (
        pose(size=0.4),
        pose(size=0.4),
        twist(),
        twist(),
        pose().A,
        [3, -1, 2],
    )
    for name, element in elements(LAWS["linear"]).items():
        before = element.wrenches(place_i, z_i, place_j, z_j)
        carried = [Place(R @ p.r + shift, R @ p.A) for p in (place_i, place_j)]
        after = element.wrenches(carried[0], z_i, carried[1], z_j)
        np.testing.assert_allclose(np.concatenate(after), np.concatenate(before), rtol=1e-9, atol=1e-9, err_msg=name)


def test_a_line_element_may_be_written_from_either_end():
    P, Q, place_i, place_j, z_i, z_j = marker("i"), marker("j"), pose(), pose(), twist(), twist()
    h_i, h_j = LineElement(P, Q, LAWS["linear"]).wrenches(place_i, z_i, place_j, z_j)
    g_j, g_i = LineElement(Q, P, LAWS["linear"]).wrenches(place_j, z_j, place_i, z_i)
    np.testing.assert_allclose([*h_i, *h_j], [*g_i, *g_j], atol=1e-10)


# --- geometry -------------------------------------------------------------------------------------------


def test_a_bushing_with_equal_stiffness_pulls_like_a_spring_of_no_length():
    """Three equal springs without relaxed length are one line element with l_0 = 0."""
    P, Q, place_i, place_j = marker("i"), marker("j"), pose(), pose()
    rest = np.zeros(6)
    line = LineElement(P, Q, Linear(120.0)).wrenches(place_i, rest, place_j, rest)
    bushing = SpatialElement(P, Q, Linear(120.0)).wrenches(place_i, rest, place_j, rest)
    np.testing.assert_allclose(np.concatenate(bushing), np.concatenate(line), atol=1e-10)


@pytest.mark.parametrize("angle", [1e-7, 1e-3, 0.5, 2.0, 3.1])
def test_the_rotation_vector_is_the_angle_about_the_axis(angle):
    axis = np.array([2.0, -1.0, 2.0]) / 3
    element = SpatialElement(Marker("i"), Marker("j"), rotation=Linear(1.0))
    e, _, _ = element.geometry(GROUND, Place(np.zeros(3), rotation_vector_matrix(angle * axis)))
    np.testing.assert_allclose(e, angle * axis, rtol=1e-9, atol=1e-15)


def test_a_torsion_element_measures_the_angle_of_the_hinge_and_its_rate():
    for angle in (-3.0, -0.4, 0.0, 1.2, 3.0):
        P, Q, place_i, place_j = hinge_pair(angle)
        element = TorsionElement(P, Q, Linear(10.0, d=2.0))
        e, B_i, B_j = element.geometry(place_i, place_j)
        z_i, u = twist(), 0.7
        w_j = place_j.A.T @ place_i.A @ (z_i[3:] + u * P.R[:, 2])
        assert e[0] == pytest.approx(angle, abs=1e-12)
        assert (B_i @ z_i + B_j @ np.concatenate([random.normal(size=3), w_j]))[0] == pytest.approx(u, abs=1e-12)
        h_i, _ = element.wrenches(place_i, z_i, place_j, np.concatenate([np.zeros(3), w_j]))
        np.testing.assert_allclose(h_i, [0, 0, 0, *((10 * angle + 2 * u) * P.R[:, 2])], atol=1e-10)


def test_a_clockwork_spring_counts_its_turns():
    """Without counting the moment would fall back at half a turn."""
    element = TorsionElement(Marker("ground"), Marker("wheel"), Linear(2.0), turns=True)
    rate, s = np.array([0, 0, 0, 0, 0, 1.0]), element.start(GROUND, GROUND)
    for angle in np.linspace(0.0, 30.0, 61)[1:]:
        place = Place(np.zeros(3), rotation_vector_matrix(np.array([0.0, 0.0, angle])))
        s = s + 0.5 * element.state_derivative(GROUND, np.zeros(6), place, rate, 0.0, s)
        moment = element.wrenches(GROUND, np.zeros(6), place, rate, 0.0, s + 0.3)[0][5]  # the state may have drifted
        assert moment == pytest.approx(2.0 * angle, rel=1e-9)
    # wound up before the start: the state begins at the angle
    back = Place(np.zeros(3), rotation_vector_matrix(np.array([0.0, 0.0, -3.0])))
    assert element.start(GROUND, back) == pytest.approx([-3.0])


@pytest.mark.parametrize(("r_P", "r_Q"), [(0.1, 0.3), (0.3, 0.1), (0.1, -0.3), (-0.3, 0.1)])
def test_wheels_that_roll_on_each_other_do_not_load_the_teeth(r_P, r_Q):
    """w_P r_P = -w_Q r_Q, seen from any carrier; internal teeth have a negative radius."""
    wheels = GearElement(Marker("i"), Marker("j"), r_P, r_Q, Linear(1e4))
    place_i = Place(np.array([1.0, 2.0, 3.0]), rotation_vector_matrix(np.array([0, 0, 0.4])))
    d = np.array([0.6, 0.8, 0.0]) * abs(r_P + r_Q)
    place_j = Place(place_i.r + d, rotation_vector_matrix(np.array([0, 0, -1.1])))
    carrier, u = 0.7, 2.0  # rates of the carrier, and of wheel i against it
    w_i, w_j = np.array([0, 0, carrier + u]), np.array([0, 0, carrier - u * r_P / r_Q])
    z_i = np.concatenate([np.zeros(3), w_i])
    z_j = np.concatenate([place_j.A.T @ np.cross([0, 0, carrier], d), w_j])
    assert wheels.state_derivative(place_i, z_i, place_j, z_j, 0.0, np.zeros(1)) == pytest.approx([0.0], abs=1e-12)
    slower = z_j * [1, 1, 1, 1, 1, 0.9]
    slip = wheels.state_derivative(place_i, z_i, place_j, slower, 0.0, np.zeros(1))
    assert abs(slip[0]) == pytest.approx(abs(0.1 * w_j[2] * r_Q), rel=1e-9)
    h_i, h_j = wheels.wrenches(place_i, z_i, place_j, z_j, 0.0, np.array([0.01]))
    assert h_i[5] / r_P == pytest.approx(h_j[5] / r_Q), "moments are in the ratio of the radii"
    assert abs(h_i[5]) == pytest.approx(abs(r_P) * 1e4 * 0.01)


# --- laws -----------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(l=numbers, l_d=st.floats(-50, 50), width=st.sampled_from([0.0, 0.2]))
def test_a_contact_never_pulls_and_a_rope_never_pushes(l, l_d, width):
    assert Contact(500.0, 0.3, 40.0, width)(l, l_d) <= 0
    assert Rope(500.0, 0.3, 40.0, width)(l, l_d) >= 0
    assert Contact(500.0, 0.3, 40.0, width)(max(l, 0.3), l_d) == 0, "pushes although the two do not touch"


def test_a_ball_falls_on_a_contact_and_rises_as_high_as_it_was():
    """Without damping nothing is lost, with damping every bounce is lower; the ball never sticks to the floor."""

    def highest_after_bounce(d):
        law = Contact(2e4, 0.05, d, width=0.002)

        def fall(t, x):
            return [x[1], -9.81 - law(x[0], x[1])]  # 1 kg; tension pulls the ball down

        run = solve_ivp(fall, (0, 0.9), [0.45, 0.0], rtol=1e-9, atol=1e-11, max_step=2e-3)
        return run.y[0, run.t > 0.35].max()

    assert highest_after_bounce(0.0) == pytest.approx(0.45, abs=1e-4)
    assert 0.1 < highest_after_bounce(30.0) < 0.4


def test_a_soft_contact_tends_to_the_hard_one():
    hard, soft = Contact(500.0, 1.0, 20.0), Contact(500.0, 1.0, 20.0, width=1e-7)
    for l in (0.2, 0.7, 0.99):
        assert soft(l, 0.3) == pytest.approx(hard(l, 0.3), rel=1e-5)
        assert soft.energy(l) == pytest.approx(hard.energy(l), rel=1e-4)


def test_a_clearance_is_free_inside_and_symmetric_outside():
    play = Clearance(1000.0, -0.1, 0.1)
    assert [play(x, 5.0) for x in (-0.09, 0.0, 0.09)] == [0, 0, 0]
    assert play(0.15, 0.0) == pytest.approx(50.0) == -play(-0.15, 0.0)


def test_a_table_goes_through_its_points_and_has_no_bumps_of_its_own():
    for l, F in zip(TABLE.l, TABLE.F, strict=True):
        assert TABLE(l, 0.0) == pytest.approx(F)
    fine = [TABLE(l, 0.0) for l in np.linspace(-3, 4, 400)]
    assert (np.diff(fine) >= 0).all(), "the points rise, so the curve must rise"
    straight = SpringTable([-1.0, 0.5, 2.0], [-30.0, 15.0, 60.0])
    line = Linear(30.0)
    for l in (-4.0, -0.3, 0.0, 1.1, 5.0):
        assert straight(l, 0.0) == pytest.approx(line(l, 0.0))
        assert straight.energy(l) == pytest.approx(line.energy(l)), "energy is counted from l = 0"


@settings(max_examples=30, deadline=None)
@given(l_d=st.floats(-30, 30))
def test_a_damper_by_table_never_drives_not_even_beyond_its_points(l_d):
    digressive = DamperTable([-2.0, -1.0, 1.0, 2.0], [-50.0, -80.0, 80.0, 50.0])
    assert digressive.dissipated_power(0.0, l_d) >= 0
    assert digressive(0.0, 1.0) == pytest.approx(80.0) and digressive(0.0, 0.0) == 0.0


def response(law, motion, end):
    """Force of a law with one state along a motion l(t), l_d(t)."""
    run = solve_ivp(
        lambda t, s: law.state_derivative(*motion(t), t, s),
        (0, end),
        law.start,
        rtol=1e-8,
        atol=1e-10,
        method="LSODA",
    )
    return law(*motion(end), end, run.y[:, -1])


def test_spring_and_damper_in_series_have_the_right_limits():
    def ramp(t):
        return 0.2 * t, 0.2

    assert response(Series(300.0, 1e7), ramp, 1.0) == pytest.approx(300 * 0.2, rel=1e-3), "stiff damper: a spring"
    assert response(Series(1e7, 40.0), ramp, 1.0) == pytest.approx(40 * 0.2, rel=1e-3), "stiff spring: a damper"
    assert response(Series(300.0, 40.0, k_p=70.0), lambda t: (0.2, 0.0), 9.0) == pytest.approx(14.0, rel=1e-6)


def test_series_element_follows_a_vibration_with_its_complex_stiffness():
    """F = k i w d / (k + i w d) x: the textbook's transfer function."""
    k, d, w, a = 300.0, 20.0, 9.0, 0.05
    stiffness = k * 1j * w * d / (k + 1j * w * d)
    end = 4.0
    force = response(Series(k, d), lambda t: (a * np.sin(w * t), a * w * np.cos(w * t)), end)
    assert force == pytest.approx(a * (stiffness * np.exp(1j * w * end)).imag, rel=1e-5)


def test_stick_slip_has_a_peak_and_falls_to_sliding_friction():
    law = StickSlip(12.0, 8.0, v_S=0.1, width=0.001, d=0.0)
    assert law(0, 0.0) == 0 and law(0, 0.01) == pytest.approx(12, rel=0.02)
    assert law(0, 1.0) == pytest.approx(8.0) == -law(0, -1.0)
    assert law(0, 1e-5) == pytest.approx(12 * 1e-5 / 0.001, rel=1e-3), "creeps with F_H / width"
    joint = joint_friction(0.3, 0.2, F_N=400.0, r=0.05, width=0.01)
    np.testing.assert_allclose([joint.F_H, joint.F_C], [6.0, 4.0])


def test_hysteresis_holds_a_load_where_friction_of_the_rate_creeps():
    def creep(law, start):
        states = len(start)

        def motion(t, x):  # 1 kg under 5 N; friction holds up to 10 N
            return [
                x[1],
                5.0 - law(x[0], x[1], t, x[2:]) - 3 * x[1],
                *law.state_derivative(x[0], x[1], t, x[2:]),
            ]

        run = solve_ivp(motion, (0, 60), [0, 0, *start], t_eval=[30, 60], rtol=1e-8, atol=1e-10, method="LSODA")
        assert states == law.states
        return run.y[0, 1] - run.y[0, 0]

    assert abs(creep(Hysteresis(10.0, 400.0), [0.0])) < 1e-4
    assert creep(StickSlip(10.0, 10.0, 1.0, 0.01), []) == pytest.approx(30 * 0.01 * np.arctanh(0.5), rel=0.02)


def test_hysteresis_makes_a_loop_whose_area_is_the_heat():
    law, w = Hysteresis(10.0, 2000.0), 1.0

    def motion(t, x):
        l_d = 0.1 * w * np.cos(w * t)
        return [*law.state_derivative(0.0, l_d, t, x[:1]), law(0, l_d, t, x[:1]) * l_d]

    run = solve_ivp(motion, (0, 4 * np.pi), [0, 0], t_eval=[2 * np.pi, 4 * np.pi], rtol=1e-8, atol=1e-9)
    assert run.y[1, 1] - run.y[1, 0] == pytest.approx(4 * 0.1 * 10, rel=0.15), "almost a rectangle"


def test_a_motor_reaches_its_speed_without_load_and_its_moment_when_held():
    motor, inertia = Motor(12.0, 0.8, 0.02, 0.3), 0.01

    def turn(t, x):  # the moment on body j is minus the law's
        return [-motor(0.0, x[0], t, x[1:]) / inertia, *motor.state_derivative(0.0, x[0], t, x[1:])]

    run = solve_ivp(turn, (0, 5), [0.0, 0.0], rtol=1e-8, atol=1e-10)
    assert run.y[0, -1] == pytest.approx(12.0 / 0.3, rel=1e-5), "no load: U = c w"
    assert -motor(0, 0, 0, [12.0 / 0.8]) == pytest.approx(0.3 * 12 / 0.8), "held: M = c U / R"


def test_excitation_moves_the_relaxed_length():
    moved_end = Excited(Linear(300.0, 0.8, 15.0), np.sin, np.cos)
    for t in (0.0, 0.7, 2.0):
        assert moved_end(1.1, 0.4, t) == pytest.approx(300 * (1.1 - 0.8 - np.sin(t)) + 15 * (0.4 - np.cos(t)))


def test_a_law_of_ones_own_gets_elongation_rate_time_and_states():
    seen = []

    def law(l, l_d, t, s):
        seen.append((l, l_d, t, len(s)))
        return 7.0

    element = LineElement(Marker("ground"), Marker("bob"), law)
    z = np.array([3.0, 4.0, 0.0, 0, 0, 0])
    h_i, _ = element.wrenches(GROUND, np.zeros(6), Place(np.array([2.0, 0, 0]), np.eye(3)), z, 1.5)
    assert seen == [(2.0, 3.0, 1.5, 0)]
    np.testing.assert_allclose(h_i, [7, 0, 0, 0, 0, 0])


def test_a_law_with_its_own_states_is_written_by_deriving_from_law():
    class Charge(Law):
        states = 1

        def __call__(self, l, l_d, t=0.0, s=()):
            return s[0]

        def state_derivative(self, l, l_d, t=0.0, s=()):
            return np.array([l - s[0]])

    element = LineElement(Marker("ground"), Marker("bob"), Parallel(Charge(), Series(1.0, 1.0)))
    place = Place(np.array([2.0, 0, 0]), np.eye(3))
    rates = element.state_derivative(GROUND, np.zeros(6), place, np.zeros(6), 0.0, np.array([0.5, 0.0]))
    assert element.states == 2 and rates == pytest.approx([1.5, 2.0])


# --- bad input ------------------------------------------------------------------------------------------

BAD = {
    "k of Linear must be zero or a positive number; got -3": lambda: Linear(-3),
    "d of Linear must be zero or a positive number; got 'much'": lambda: Linear(1, 0, "much"),
    "l_0 of Linear must be a finite number; got nan": lambda: Linear(1, float("nan")),
    "d of Series must be a positive number; got 0": lambda: Series(10, 0),
    "width of StickSlip must be a positive number; got 0": lambda: StickSlip(2, 1, 1, 0),
    "F_H must not be below the sliding friction F_C; got F_H = 1, F_C = 2": lambda: StickSlip(1, 2, 1, 1),
    "k of Contact must be a positive number": lambda: Clearance(0, -1, 1),
    "lower < upper; got lower = 1, upper = -1": lambda: Clearance(5, 1, -1),
    "first column of a SpringTable must increase": lambda: SpringTable([0, 0, 1], [1, 2, 3]),
    "two or more finite numbers each": lambda: SpringTable([0], [1]),
    "SpringTable needs elongations l and forces F": lambda: SpringTable([0, 1], [1, 2, 3]),
    "this DamperTable has -5 at the rate 1": lambda: DamperTable([-1, 1], [-5, -5]),
    "both are zero together; this DamperTable has 3 at the rate 0": lambda: DamperTable([-1, 0, 1], [-5, 3, 5]),
    "u_d of Excited must be the derivative of u": lambda: Excited(SPRING, np.sin, np.sin),
    "displacement u and its derivative u_d as functions of t": lambda: Excited(SPRING, 1.0, 0.0),
    "law of the spring must be a law such as Linear": lambda: LineElement(Marker("a"), Marker("b"), 5, "the spring"),
    "Parallel needs at least one law": lambda: Parallel(),
    "both markers are on a, where its forces cancel": lambda: LineElement(Marker("a"), Marker("a"), SPRING),
    "bush needs three laws, for x, y and z": lambda: SpatialElement(Marker("a"), Marker("b"), [SPRING], name="bush"),
    "has neither forces nor moments": lambda: SpatialElement(Marker("a"), Marker("b")),
    "pitch radii of": lambda: GearElement(Marker("a"), Marker("b"), 0.1, -0.1, SPRING),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_parameters_are_named(message):
    with pytest.raises(ModelError) as error:
        BAD[message]()
    assert message in str(error.value)


def test_a_line_without_length_is_refused_with_the_name_of_the_element():
    element = LineElement(Marker("ground"), Marker("bob"), SPRING, name="suspension")
    with pytest.raises(ModelError, match="suspension has the length 0 m.*ground and bob coincide"):
        element.wrenches(GROUND, np.zeros(6), GROUND, np.zeros(6))


def test_half_a_turn_of_a_bushing_and_coinciding_wheels_are_refused():
    half = Place(np.zeros(3), np.diag([1.0, -1.0, -1.0]))
    with pytest.raises(ModelError, match="bush is turned by half a turn"):
        SpatialElement(Marker("a"), Marker("b"), rotation=SPRING, name="bush").energy(GROUND, 0, half, 0)
    with pytest.raises(ModelError, match="centres of the wheels of gear coincide"):
        GearElement(Marker("a"), Marker("b"), 1, 2, SPRING, "gear").geometry(GROUND, GROUND)


def test_a_law_that_returns_no_number_is_named():
    def forgotten(l, l_d, t, s):
        pass

    element = LineElement(Marker("a"), Marker("b"), forgotten)
    with pytest.raises(ModelError, match="forgotten returned None for l = 1"):
        element.wrenches(GROUND, np.zeros(6), Place(np.array([0, 1.0, 0]), np.eye(3)), np.zeros(6))
