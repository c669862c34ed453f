"""Spinning top, T-handle, four-bar linkage, slider-crank and double wishbone, against what one can work out by hand."""

import numpy as np
import pytest

from mechanics.drawing.sketch import sketch
from mechanics.model import ModelError
from mechanics.systems import load
from mechanics.systems.chapter_6.t_handle import handle
from tests.kinds import names_in

IDS = names_in("chapter_6")


@pytest.mark.parametrize("id", IDS)
def test_the_scene_has_all_that_it_names_and_the_sketch_is_drawn(id):
    import matplotlib.pyplot as plt

    system = load(id)
    figure = sketch(id)
    assert system.scene().description
    plt.close(figure if hasattr(figure, "axes") else "all")


@pytest.mark.parametrize("id", IDS)
def test_outputs_are_finite_and_joints_stay_closed(id):
    model = load(id).numeric()
    run = model.simulate(t=1.0)
    for name, values in run.quantities.items():
        assert values.shape == run.t.shape and np.isfinite(values).all(), name
    assert model.motion.drift(run.t, run.x) < 1e-10


# -- spinning top ----------------------------------------------------------------------------------------------------


def top_constants(p):
    """I_1 about the tip across the axis, I_3 about it, m g l."""
    I_3 = p["m"] * p["R"] ** 2 / 2
    return p["m"] * (p["R"] ** 2 / 4 + p["l"] ** 2), I_3, p["m"] * p["g"] * p["l"]


def steady(p, theta, psi_d):
    """ω_3 of steady precession: I_3 ω_3 ψ' - I_1 ψ'² cos θ = m g l, from Euler's equations."""
    I_1, I_3, mgl = top_constants(p)
    return (mgl + I_1 * psi_d**2 * np.cos(theta)) / (I_3 * psi_d)


@pytest.mark.equation("R(2.37)")
@pytest.mark.parametrize("psi_d", [1.2, 3.0])
def test_a_top_with_the_right_spin_precesses_without_nodding(psi_d):
    system, theta = load("spinning_top"), 0.8
    spin = steady(system.parameters.defaults, theta, psi_d)
    start = {"theta_0": theta, "psi_d_0": psi_d, "omega_0": spin}
    run = system.numeric(**start).simulate(t=3.0, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(run["theta"], theta, atol=1e-7, err_msg="the axis nods")
    np.testing.assert_allclose(run["psi_d"], psi_d, atol=1e-6, err_msg="the precession changes")


def test_a_top_keeps_its_spin_its_energy_and_its_moment_of_momentum_about_the_vertical():
    run = load("spinning_top").numeric().simulate(t=10.0, rtol=1e-11, atol=1e-11)
    assert np.ptp(run["theta"]) > 0.1, "this top should nod"
    assert np.ptp(run["omega_3"]) < 1e-9
    assert np.ptp(run["L_z"]) < 1e-9 * abs(run["L_z"][0])
    assert np.ptp(run.energy) < 1e-9 * np.abs(run.energy).max()


def test_the_inclination_stays_between_the_roots_of_the_cubic():
    """Without friction u = cos θ runs between two roots of f(u) = (α - β u)(1 - u²) - (b - a u)²."""
    system = load("spinning_top")
    I_1, I_3, mgl = top_constants(system.parameters.defaults)
    run = system.numeric().simulate(t=5.0, rtol=1e-10, atol=1e-10)
    a, b = I_3 * run["omega_3"][0] / I_1, run["L_z"][0] / I_1
    beta, alpha = 2 * mgl / I_1, (2 * run.energy[0] - I_3 * run["omega_3"][0] ** 2) / I_1
    roots = np.sort(np.roots(np.polysub(np.polymul([-beta, alpha], [-1, 0, 1]), np.polymul([-a, b], [-a, b]))).real)
    np.testing.assert_allclose(np.cos([run["theta"].max(), run["theta"].min()]), roots[:2], atol=1e-4)


@pytest.mark.parametrize(("factor", "sleeps"), [(1.15, True), (0.85, False)])
def test_an_upright_top_sleeps_only_above_the_limit(factor, sleeps):
    """(I_3 ω)² > 4 I_1 m g l."""
    system = load("spinning_top")
    I_1, I_3, mgl = top_constants(system.parameters.defaults)
    limit = 2 * np.sqrt(I_1 * mgl) / I_3
    run = system.numeric(theta_0=1e-3, omega_0=factor * limit).simulate(t=5.0)
    assert (run["theta"].max() < 0.02) == sleeps, f"at {factor} of the limit θ reaches {run['theta'].max():.3g} rad"


def test_an_upright_top_has_no_azimuth_and_gives_no_nan():
    run = load("spinning_top").numeric(theta_0=0.0).simulate(t=0.2)
    assert np.isfinite(run["psi_d"]).all()
    assert run["theta"].max() < 1e-12


# -- T-handle --------------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.32)")
def test_the_handle_turns_over_and_keeps_angular_momentum_and_energy():
    run = load("t_handle").numeric().simulate(t=15.0, rtol=1e-11, atol=1e-11)
    assert run["w_x"].min() < -7.9 and run["w_x"].max() > 7.9, "it should turn over"
    for k in "xyz":
        assert np.ptp(run[f"L_{k}"]) < 1e-11
    assert np.ptp(run.energy) < 1e-9 * run.energy[0]


def test_a_small_disturbance_grows_as_linearized():
    """λ² = ω² (I_x - I_y)(I_z - I_x) / (I_y I_z) about the middle axis."""
    system = load("t_handle")
    values = system.parameters.defaults | {"w_y0": 1e-6}
    I_x, I_y, I_z = np.diag(handle(values).I_S)
    rate = values["w_x0"] * np.sqrt((I_x - I_y) * (I_z - I_x) / (I_y * I_z))
    run = system.numeric(w_y0=1e-6).simulate(t=1.5, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(run["w_y"], 1e-6 * np.cosh(rate * run.t), rtol=1e-3)


@pytest.mark.parametrize("axis", ["w_y0", "w_z0"])
def test_rotation_about_the_other_two_axes_is_stable(axis):
    start = {"w_x0": 0.02, "w_y0": 0.02, "w_z0": 0.02, axis: 8.0}
    run = load("t_handle").numeric(**start).simulate(t=15.0)
    others = [run[f"w_{k}"] for k in "xyz" if f"w_{k}0" != axis]
    assert np.abs(others).max() < 0.2, "the smallest and the largest moment of inertia belong to stable axes"


# -- four-bar linkage --------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.46)")
def test_the_angles_satisfy_freudensteins_equation():
    """K_1 cos ψ - K_2 cos φ + K_3 = cos(φ - ψ)."""
    system = load("four_bar_linkage")
    l_0, l_1, l_2, l_3 = (system.parameters[f"l_{k}"].default for k in range(4))
    run = system.numeric().simulate(t=3.0)
    K = l_0 / l_1, l_0 / l_3, (l_0**2 + l_1**2 - l_2**2 + l_3**2) / (2 * l_1 * l_3)
    left = K[0] * np.cos(run["psi"]) - K[1] * np.cos(run["phi"]) + K[2]
    np.testing.assert_allclose(left, np.cos(run["phi"] - run["psi"]), atol=1e-12)


def test_the_crank_turns_round_as_grashof_says_and_otherwise_not():
    turns = load("four_bar_linkage").numeric().simulate(t=3.0)
    assert turns["grashof"][0] < 0 and np.ptp(np.unwrap(turns["phi"])) > 2 * np.pi
    swings = load("four_bar_linkage").numeric(l_0=0.62, l_1=0.3, l_3=0.3, omega_0=2.0).simulate(t=3.0)
    assert swings["grashof"][0] > 0 and np.ptp(np.unwrap(swings["phi"])) < 2 * np.pi


def test_the_linkage_has_one_freedom_and_keeps_its_energy():
    model = load("four_bar_linkage").numeric()
    assert model.motion.system.freedoms(0.0, model.start) == 1
    run = model.simulate(t=5.0, rtol=1e-12, atol=1e-12)
    assert np.ptp(run.energy) < 1e-9 * np.ptp(run.kinetic)


def test_friction_in_the_bearing_takes_energy():
    run = load("four_bar_linkage").numeric(d=0.02).simulate(t=1.0)
    heat = np.trapezoid(0.02 * run["omega"] ** 2, run.t)
    assert run.energy[0] - run.energy[-1] == pytest.approx(heat, rel=1e-3)


def test_a_moment_on_the_crank_gives_its_work_to_the_linkage():
    run = load("four_bar_linkage").numeric(M=0.5).simulate(t=1.0, rtol=1e-9, atol=1e-9)
    work = 0.5 * np.ptp(np.unwrap(run["phi"]))
    assert run.energy[-1] - run.energy[0] == pytest.approx(work, rel=1e-6)


# -- slider-crank ------------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.52)")
def test_the_driven_slider_moves_as_its_closed_form():
    """s = r cos φ + √(l² - r² sin² φ) with φ = φ_0 + ω t."""
    system = load("slider_crank")
    p = system.parameters.defaults
    run = system.numeric().simulate(t=2.0)
    phi = p["phi_0"] + p["omega_0"] * run.t
    root = np.sqrt(p["l"] ** 2 - p["r"] ** 2 * np.sin(phi) ** 2)
    np.testing.assert_allclose(run["s"], p["r"] * np.cos(phi) + root, atol=1e-7)
    v = -p["r"] * p["omega_0"] * np.sin(phi) * (1 + p["r"] * np.cos(phi) / root)
    np.testing.assert_allclose(run["v"], v, atol=1e-5)


def test_the_moment_of_the_drive_is_the_power_that_the_energy_needs():
    run = load("slider_crank").numeric(F=40.0).simulate(t=2.0)
    power = np.gradient(run.energy, run.t, edge_order=2)
    omega = load("slider_crank").parameters["omega_0"].default
    given = run["M_d"] * omega - 40.0 * run["v"]  # the force acts along -x
    np.testing.assert_allclose(given[5:-5], power[5:-5], atol=0.02 * np.abs(power).max())


def test_the_guide_carries_what_a_free_body_diagram_says():
    """A light rod that pushes with a force F along x at the angle β: F_N = m g + F tan β for the slider at rest."""
    p = {"rho": 1e-6, "omega_0": 0.0, "F": 100.0, "m": 2.0, "phi_0": 0.9}
    run = load("slider_crank").numeric(**p).simulate(t=0.1)
    r, l = 0.15, 0.45
    tan = r * np.sin(0.9) / np.sqrt(l**2 - (r * np.sin(0.9)) ** 2)
    np.testing.assert_allclose(run["F_N"], 2.0 * 9.81 - 100.0 * tan * -1.0, rtol=1e-4)


def test_without_a_drive_the_slider_crank_keeps_its_energy():
    run = load("slider_crank").numeric(driven=0.0).simulate(t=5.0, rtol=1e-12, atol=1e-12)
    assert np.ptp(run.energy) < 1e-9 * np.ptp(run.kinetic)


# -- double wishbone ---------------------------------------------------------------------------------------------------


def test_the_car_stands_still_before_the_bump_and_comes_back_after_it():
    model = load("double_wishbone").numeric()
    assert model.motion.system.freedoms(0.0, model.start) == 2
    run = model.simulate(t=6.0)
    before = run.t < 0.5
    assert np.abs(run["z_c"][before]).max() < 1e-8
    weight = 9.81 * sum(body.m for body in model.motion.system.bodies)
    np.testing.assert_allclose(run["F_t"][before], weight, rtol=1e-6)
    assert run["z_w"].max() > 0.04, "the wheel should climb the bump"
    assert abs(run["z_c"][-1]) < 1e-4 and abs(run["z_w"][-1]) < 1e-4


def test_on_a_fast_bump_the_tyre_lifts_off_and_never_pulls():
    run = load("double_wishbone").numeric(v=9.0, h=0.1).simulate(t=2.0)
    assert run["F_t"].min() == 0.0, "the tyre should lose the road for a moment"


def test_a_shorter_upper_wishbone_leans_the_wheel_inwards_when_it_rises():
    lean = [load("double_wishbone").numeric(l_u=l).simulate(t=1.0)["camber"].min() for l in (0.18, 0.3)]
    assert lean[0] < lean[1] < 0.002


def test_without_dampers_and_bump_the_energy_stays():
    model = load("double_wishbone").numeric(d=0.0, d_t=0.0, h=0.0)
    system = model.motion.system
    x = system.start(
        {name: system.place(model.start, name) for name in ("chassis", "lower", "upper", "carrier", "rod")},
        speeds={"guide": 0.3},
    )
    from mechanics.multibody import RigidBodyMotion

    motion, times = RigidBodyMotion(system, x), np.linspace(0, 1, 21)
    energy = sum(motion.energies(times, motion.integrate(times, 1e-9, 1e-9)))
    assert np.ptp(energy) < 1e-6 * 300 * 0.3**2


def test_a_length_that_cannot_be_is_refused():
    with pytest.raises(ModelError, match="cannot close"):
        load("four_bar_linkage").numeric(l_0=2.0)
