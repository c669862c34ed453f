"""What the chapter on rigid multibody systems claims in numbers is so."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.joint_pictures import drifting_chain, joints_at_work
from mechanics.demonstrations.rigid_body_pictures import door, door_on_hinges, sign_riddle, suspicious_body
from mechanics.model import ModelError
from mechanics.multibody import (
    GROUND,
    Marker,
    Place,
    RelativeForm,
    Revolute,
    RigidBodyMotion,
    Spherical,
)
from mechanics.multibody.body import acceleration_of_origin, cardan_rotation
from mechanics.multibody.elements import Linear, LineElement

SIGNS = {f"s_{k}": 1.0 for k in (1, 2, 3, 4)}


@cache
def run(name: str, t: float, **values: float) -> Any:
    return systems.load(name).numeric(**values).simulate(t=t)


def swing(values: np.ndarray) -> float:
    """Largest minus smallest value, relative to the largest."""
    return float(np.ptp(values) / np.abs(values).max())


# --- bodies ---------------------------------------------------------------------------------------------------------


def test_the_cabin_of_the_big_wheel_is_accelerated_towards_the_hub():
    np.testing.assert_allclose(acceleration_of_origin([0, 0, 2, 0.5, 0, 0], [0, 0, 0]), [0, -1, 0])


class TestSigns:
    def test_as_printed_neither_energy_nor_momentum_nor_angular_momentum_stay(self):
        flight = suspicious_body().numeric().simulate(t=6.0)
        momentum = flight["P"]
        assert momentum[0] == pytest.approx(0, abs=1e-12), "the mass centre rests at the start"
        assert swing(flight.energy) > 0.3 and momentum.max() > 0.3 and swing(flight["D"]) > 0.2

    def test_with_the_right_sign_all_three_stay(self):
        flight = suspicious_body().numeric(**SIGNS).simulate(t=6.0)
        assert swing(flight.energy) < 1e-6 and flight["P"].max() < 1e-12 and swing(flight["D"]) < 1e-6

    @pytest.mark.parametrize(("term", "seen_by_energy"), [("s_1", True), ("s_2", True), ("s_3", False), ("s_4", False)])
    def test_which_conservation_law_convicts_which_term(self, term, seen_by_energy):
        flight = suspicious_body().numeric(**SIGNS | {term: -1.0}).simulate(t=6.0)
        assert (swing(flight.energy) > 0.1) == seen_by_energy, "the energy"
        assert swing(flight["D"]) > 1e-2, "the angular momentum sees them all"

    def test_only_one_slider_solves_the_riddle(self):
        riddle = sign_riddle()
        flat = {}
        for flipped in ("", *SIGNS):
            flight = riddle.numeric(**SIGNS | ({flipped: -1.0} if flipped else {})).simulate(t=4.0)
            flat[flipped] = swing(flight.energy) < 1e-6 and swing(flight["D"]) < 1e-6
        assert flat == {"": False, "s_1": False, "s_2": True, "s_3": False, "s_4": False}


class TestHandle:
    def test_it_turns_over_and_its_angular_momentum_stays_to_six_digits(self):
        flight = run("t_handle", 15.0)
        size = np.abs(flight["L_x"]).max()
        assert flight["w_x"].min() < -7.9
        assert all(np.ptp(flight[f"L_{axis}"]) < 1e-6 * size for axis in "xyz")

    def test_about_the_other_axes_it_is_calm(self):
        for w in ({"w_y0": 8.0, "w_x0": 0.02}, {"w_z0": 8.0, "w_x0": 0.02}):
            flight = run("t_handle", 15.0, **{"w_x0": 0.0, "w_y0": 0.02} | w)
            fast = "w_y" if w.get("w_y0") else "w_z"
            assert np.ptp(flight[fast]) < 0.01

    def test_a_smaller_disturbance_waits_longer_and_turns_over_as_fast(self):
        flips, speed = {}, {}
        for w in (0.02, 0.001):
            flight = run("t_handle", 15.0, w_y0=w)
            times = flight.t[np.flatnonzero(np.diff(np.sign(flight["w_x"])))]
            flips[w] = np.diff(times).mean()
            speed[w] = np.abs(np.gradient(flight["w_x"], flight.t)).max()
        assert flips[0.001] == pytest.approx(4.8, abs=0.15) and flips[0.02] < 3.5
        assert speed[0.001] == pytest.approx(speed[0.02], rel=1e-2)

    def test_a_short_bar_makes_the_stem_calm(self):
        assert run("t_handle", 15.0, l_1=0.13)["w_x"].min() > 7.9
        assert run("t_handle", 15.0, l_1=0.16)["w_x"].min() < -7.9


# --- joints and elements --------------------------------------------------------------------------------------------


def test_the_lamp_that_hangs_too_low():
    ball = Spherical(Marker("arm", (0.6, 0, 0)), Marker("lamp", (0, 0, 0.2)))
    lamp = Place(np.array([0.6, 0, -0.21]), cardan_rotation((0.1, 0, 0)))
    assert ball.residual(GROUND, lamp) == pytest.approx([0, -0.02, -0.011], abs=5e-4)
    hinge = Revolute(ball.P, ball.Q).residual(GROUND, lamp)
    assert hinge[:3] == pytest.approx(ball.residual(GROUND, lamp)) and hinge[3:] == pytest.approx([0.1, 0], abs=5e-4)
    G_i, _ = ball.jacobians(GROUND, lamp)
    assert G_i[0, 0] == -1 and G_i[2, 4] == pytest.approx(0.6), "columns of G_i as the text reads them"


def test_the_table_of_joints():
    joints = {joint.name: (joint.u, joint.f) for joint in joints_at_work().numeric().motion.joints}
    assert joints == {
        "revolute": (5, 1), "prismatic": (5, 1), "cylindrical": (4, 2),
        "universal": (4, 2), "planar": (3, 3), "spherical": (3, 3),
    }  # fmt: skip


def test_the_pendulum_has_the_acceleration_of_the_textbook():
    assert -1.5 * 9.81 * 0.4 * np.sin(0.7) / (0.08 + 1.5 * 0.4**2) == pytest.approx(-11.85, abs=5e-3)


def test_the_spring_pulls_with_twenty_newtons_and_the_damper():
    markers = Marker("ground", (0, 0, 0.5)), Marker("lamp")
    lamp, sinking = (
        Place(np.array([0, 0.4, 0.2]), cardan_rotation((0.3, 0, 0))),
        np.array([0, 0, -1.0, 0, 0, 0]),
    )
    now = (GROUND, np.zeros(6), lamp, sinking)
    still, moving = (LineElement(*markers, Linear(k=100.0, l_0=0.3, d=d)).wrenches(*now)[0] for d in (0.0, 2.0))
    assert np.linalg.norm(still[:3]) == pytest.approx(20.0)
    assert np.linalg.norm(moving[:3]) > 20.5


# --- machines -------------------------------------------------------------------------------------------------------


class TestFourBar:
    def test_counting_its_freedoms(self):
        model = systems.load("four_bar_linkage").numeric()
        linkage, x = model.motion.system, model.start
        assert (6 * linkage.n, len(linkage.rows)) == (18, 20)
        assert linkage.freedoms(0, x) == 1 and len(linkage.redundant_rows(0, x)) == 3

    def test_in_relative_coordinates_it_has_eight_unknowns_and_the_same_accelerations(self):
        model = systems.load("four_bar_linkage").numeric()
        linkage, x = model.motion.system, model.start
        tree = RelativeForm(linkage)
        y, u = tree.relative(x)
        u_d, lam = tree.accelerations(0, y, u)
        motion, z_d = tree.outwards(0, y, u), linkage.accelerations(0, x).z_d.ravel()
        assert ([joint.name for joint in tree.cut], tree.f, len(lam)) == (["C"], 3, 5)
        np.testing.assert_allclose(motion.J @ u_d + motion.zeta, z_d, atol=1e-9 * np.abs(z_d).max())

    def test_with_the_bearings_apart_the_crank_does_not_turn_round(self):
        assert run("four_bar_linkage", 8.0)["omega"].min() > 0
        apart = run("four_bar_linkage", 8.0, l_0=0.75)
        assert apart["grashof"][0] > 0 and apart["omega"].min() < 0

    def test_without_gravity_forces_grow_with_the_square_of_the_speed(self):
        slow, fast = (run("four_bar_linkage", 6.0, g=0.0, omega_0=w) for w in (8.0, 16.0))
        for name in ("F_A", "F_C"):
            assert fast[name].max() == pytest.approx(4 * slow[name].max(), rel=1e-3)


class TestSliderCrank:
    def test_the_force_of_inertia_grows_nearly_fourfold(self):
        slow, fast = (run("slider_crank", 6.0, omega_0=w)["F_B"].max() for w in (9.0, 18.0))
        assert 3.8 < fast / slow < 4

    def test_half_of_the_time_the_motor_brakes(self):
        assert np.mean(run("slider_crank", 6.0)["M_d"] < 0) == pytest.approx(0.5, abs=0.06)

    def test_a_shorter_rod_makes_the_force_of_the_guide_swing_more(self):
        assert np.ptp(run("slider_crank", 6.0, l=0.25)["F_N"]) > 1.5 * np.ptp(run("slider_crank", 6.0)["F_N"])


class TestSuspension:
    def test_its_numbers(self):
        model = systems.load("double_wishbone").numeric()
        system, x = model.motion.system, model.start
        assert (system.n, len(system.joints), len(system.rows)) == (5, 7, 28)
        assert system.freedoms(0, x) == 2 and not system.redundant_rows(0, x)

    def test_over_the_bump(self):
        usual, slow, fast = (run("double_wishbone", 3.0, v=v) for v in (5.0, 1.5, 10.0))
        assert usual["h_r"].max() == pytest.approx(0.06, abs=1e-3)
        assert (usual["z_c"].max(), usual["z_w"].max()) == pytest.approx((0.03, 0.067), abs=2e-3)
        assert slow["z_c"].max() > 0.06, "the car goes up more than the bump"
        assert usual["F_t"].min() > 0 and fast["F_t"].min() == pytest.approx(0, abs=1e-9), "the wheel in the air"

    def test_without_damper_it_goes_on_bouncing(self):
        late = {d: np.ptp(run("double_wishbone", 3.0, d=d)["z_c"][-90:]) for d in (0.0, 3500.0)}
        assert late[0.0] > 0.06 > 0.01 > late[3500.0]

    def test_a_parallelogram_keeps_the_wheel_upright(self):
        assert np.abs(run("double_wishbone", 3.0, l_u=0.35)["camber"]).max() < 5e-5, "the tie rod is a little askew"
        assert run("double_wishbone", 3.0)["camber"].min() < -0.005, "the wheel leans inwards"


class TestDrift:
    def test_after_twelve_seconds_the_rods_are_five_centimetres_apart(self):
        swinging = drifting_chain().numeric().simulate(t=12.0)
        assert swinging["gap"][-1] == pytest.approx(50, abs=6) and np.abs(swinging["loss"]).max() > 0.1

    def test_stabilisation_closes_the_gap_to_a_millimetre_or_two(self):
        gap = {b: drifting_chain().numeric(b=b).simulate(t=12.0)["gap"].max() for b in (3.0, 10.0)}
        assert 1 < gap[3.0] < 2.5 and 1 < gap[10.0] < 2.5

    def test_a_third_of_the_step_makes_a_fortieth_of_the_gap(self):
        coarse, fine = (drifting_chain().numeric(h=h).simulate(t=12.0)["gap"].max() for h in (0.03, 0.01))
        assert coarse / fine == pytest.approx(40, abs=10)


class TestDoor:
    ROUGH = {"door": Place(np.array([0.02, 0, 0]), cardan_rotation((0, 0.03, 0.8)))}

    def test_ten_of_fifteen_constraints_are_redundant(self):
        panel = door()
        x = panel.start(self.ROUGH)
        assert (len(panel.rows), panel.freedoms(0, x), len(panel.redundant_rows(0, x))) == (15, 1, 10)

    def test_a_crooked_start_is_refused_by_name_and_found_by_search(self):
        panel = door()
        with pytest.raises(ModelError, match=r"not consistent: the joint 'upper'"):
            RigidBodyMotion(panel, panel.state(self.ROUGH))
        A = panel.place(panel.start(self.ROUGH), "door").A
        assert A[2, 2] == pytest.approx(1) and np.arccos(A[0, 0]) == pytest.approx(0.8, abs=0.05)

    def test_on_request_redundant_constraints_are_refused(self):
        strict = door(redundant="refuse")
        with pytest.raises(ModelError, match="10 constraints are redundant"):
            RigidBodyMotion(strict, strict.start(self.ROUGH))

    @pytest.mark.parametrize("h", [0.0, 0.5, -0.5])
    def test_every_hinge_carries_a_third_wherever_the_middle_one_is(self, h):
        swinging = door_on_hinges().numeric(h=h).simulate(t=4.0)
        third = 30 * 9.81 * np.cos(0.1) / 3
        for name in ("z_u", "z_m", "z_l"):
            assert swinging[name] == pytest.approx(np.full(len(swinging.t), third), rel=1e-4)
        assert swinging["x_u"].max() < 0 < swinging["x_l"].min(), "the upper hinge pulls, the lower one pushes"
