"""What chapter 5.1 claims in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.inertia_pictures import thrown_book
from mechanics.mass import principal_axes, rigid_body_energy, shapes

CRANE, ARM, BOX = (systems.load(id) for id in ("tower_crane_energies", "planar_manipulator_energies", "inertia_tensor"))
HANGING = {"phi3": 0.0, "phi4": 0.0}


class TestBrick:
    def test_who_forgets_the_mixed_part_is_wrong_by_thirty_percent(self):
        brick, omega, corner = shapes.box(2000, 0.24, 0.12, 0.06), (0, 0, 5), (-0.12, -0.06, -0.03)
        velocity = np.array([3.0, 0, 0]) + np.cross(omega, corner)
        T = rigid_body_energy(brick, velocity, omega, at=corner)
        assert float(T.T_rt) == pytest.approx(-4.7, abs=0.05)
        assert float((T.T_t + T.T_r) / T.total) == pytest.approx(1.3, abs=0.01)


class TestBox:
    def test_about_a_principal_axis_the_angular_momentum_stays_on_omega(self):
        found = BOX.solve(angles=[0.5, 0.0, 0.4], omega=[0, 0, 2.0])
        l = np.array(found["I_0"]) @ [0, 0, 2.0]
        assert l[:2] == pytest.approx([0, 0], abs=1e-12)
        elsewhere = np.array(BOX.solve()["I_0"]) @ BOX.inputs["omega"].default
        assert np.linalg.norm(np.cross(elsewhere, BOX.inputs["omega"].default)) > 0.1

    def test_the_longest_axis_of_the_ellipsoid_lies_along_the_longest_edge(self):
        I = np.diag(BOX.solve()["I_1"])
        assert I.argmin() == np.argmax([BOX.inputs[x].default for x in "abc"])


class TestArm:
    def test_turning_the_whole_arm_changes_no_kinetic_energy(self):
        assert ARM.solve(phi1=0.1)["T"] == pytest.approx(ARM.solve(phi1=2.0)["T"])

    def test_a_stretched_arm_has_more_energy_than_a_folded_one(self):
        assert ARM.solve(phi2=0.0)["T"] > 1.2 * ARM.solve(phi2=3.1)["T"]


class TestCrane:
    def test_two_pairs_stay_coupled_while_the_load_hangs_still(self):
        M = np.array(CRANE.solve(**HANGING)["M"])
        coupled = {(i, j) for i in range(5) for j in range(i) if abs(M[i, j]) > 1e-9 * M.max()}
        assert coupled == {(2, 1), (3, 0)}, "trolley with the swing along the jib, slewing with that across it"

    def test_three_quarters_of_the_energy_sit_in_the_tower(self):
        found = CRANE.solve(qd=[0.25, 0, 0, 0, 0])
        assert found["T_sT"] / found["T"] == pytest.approx(0.77, abs=0.03)

    def test_perpendicular_motions_of_the_load_are_not_coupled(self):
        M = np.array(CRANE.solve()["M_sL"])
        assert [M[2, 3], M[2, 4], M[3, 4]] == pytest.approx([0, 0, 0], abs=1e-9)
        assert abs(M[1, 2]) > 100

    def test_the_trolley_s_own_entry_is_constant(self):
        assert CRANE.solve(s2=3.0)["M"][1][1] == pytest.approx(CRANE.solve(s2=9.0)["M"][1][1])


class TestBook:
    def start(self, **rates) -> list[float]:
        names = ("omega_x", "omega_y", "omega_z")
        return [0.5**0.5, 0.5**0.5, 0, 0, *(rates.get(name, 0.05) for name in names)]

    def test_it_stands_on_its_head_and_comes_back(self):
        run = thrown_book().numeric().simulate(t=8.0)
        assert run["upright"].min() < -0.99
        assert run["upright"][run.t > 5].max() > 0.99
        assert run["T"] == pytest.approx(run["T"][0], rel=1e-5)
        assert run["l_0"] == pytest.approx(np.broadcast_to(run["l_0"][0], run["l_0"].shape), abs=1e-6)

    @pytest.mark.parametrize("axis", ["omega_x", "omega_z"])
    def test_about_the_other_axes_it_is_calm(self, axis):
        run = thrown_book().numeric().simulate(self.start(**{axis: 7.0, "omega_y": 0.1}), t=8.0)
        assert run[axis].min() > 6.9

    def test_a_careful_throw_tumbles_later(self):
        def first_fall(small):
            run = thrown_book().numeric().simulate(self.start(omega_x=small, omega_y=7.0, omega_z=small), t=8.0)
            return run.t[np.argmax(run["upright"] < 0)]

        assert first_fall(0.01) > first_fall(0.05) + 0.3 and first_fall(0.5) < first_fall(0.05) - 0.1
        assert first_fall(0.01) > 0, "but it tumbles"

    def test_a_square_book_keeps_its_spin(self):
        run = thrown_book().numeric(b=0.24).simulate(self.start(omega_y=7.0, omega_z=0.5), t=8.0)
        assert run["omega_z"] == pytest.approx(0.5, abs=1e-6)

    def test_a_disturbance_grows_thirty_nine_times_a_turn(self):
        I, _ = principal_axes(shapes.box(700, 0.24, 0.16, 0.04).inertia)
        rate = np.sqrt((I[1] - I[0]) * (I[2] - I[1]) / (I[0] * I[2]))
        assert rate == pytest.approx(0.58, abs=0.005)
        assert np.exp(2 * np.pi * rate) == pytest.approx(39, abs=0.5)
        run = thrown_book().numeric().simulate(self.start(omega_x=1e-5, omega_y=7.0, omega_z=-1e-5), t=2.0)
        size = np.abs(run["omega_x"])
        late = (run.t > 1.0) & (run.t < 1.8)
        assert np.polyfit(run.t[late], np.log(size[late]), 1)[0] == pytest.approx(7 * rate, rel=0.01)
