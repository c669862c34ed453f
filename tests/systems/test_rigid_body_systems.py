"""Energies of rigid bodies (section 5.1), drawbridge and wheel suspension: against other ways to the same numbers."""

import numpy as np
import pytest
from numpy.polynomial.legendre import leggauss
from scipy.spatial.transform import Rotation

from mechanics import systems
from mechanics.demonstrations import inertia_pictures
from mechanics.forces import supports
from mechanics.model import ModelError
from mechanics.systems.self_study import drawbridge as bridge_module
from mechanics.systems.self_study import wheel_suspension as wheel_module

BOX, ARM, CRANE, BRIDGE, WHEEL = (
    systems.load(id)
    for id in (
        "inertia_tensor",
        "planar_manipulator_energies",
        "tower_crane_energies",
        "drawbridge",
        "wheel_suspension",
    )
)
G = 9.81


def random_inputs(system, seed: int) -> dict:
    """Values between 0.3 and 1.4 for everything that is given."""
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(0.3, 1.4, np.shape(v.default)).tolist() for name, v in system.inputs.items()}


class TestBox:
    @pytest.mark.parametrize("seed", range(3))
    def test_energy_is_that_of_all_mass_elements(self, seed):
        """Gauss points integrate the squares of velocities exactly."""
        given = random_inputs(BOX, seed)
        x, w = leggauss(2)
        edges = np.array([given["a"], given["b"], given["c"]])
        r = np.stack(np.meshgrid(x, x, x, indexing="ij"), -1).reshape(-1, 3) * edges / 2
        dm = given["rho"] * edges.prod() / 8 * np.einsum("i,j,k->ijk", w, w, w).ravel()
        R = Rotation.from_euler("ZYZ", given["angles"]).as_matrix()
        r_0 = r @ R.T
        v = np.cross(given["omega"], r_0)
        found = BOX.solve(**given)
        assert found["T_rot"] == pytest.approx((dm * (v**2).sum(1)).sum() / 2), "T_r = ½ ∫ v² dm"
        l = (dm[:, None] * np.cross(r_0, v)).sum(0)
        assert np.array(found["I_0"]) @ given["omega"] == pytest.approx(l), "I_0 ω is the angular momentum"

    def test_a_cube_has_the_same_tensor_in_all_frames(self):
        found = BOX.solve(a=0.3, b=0.3, c=0.3)
        assert np.array(found["I_0"]) == pytest.approx(np.array(found["I_1"]), abs=1e-12)

    def test_principal_moments_do_not_depend_on_the_frame(self):
        found = BOX.solve(angles=[1.0, 2.0, -0.5])
        assert np.linalg.eigvalsh(found["I_0"]) == pytest.approx(np.sort(np.diag(found["I_1"])))

    def test_turning_about_a_fixed_axis_keeps_the_energy_and_changes_the_tensor(self):
        quantities = BOX.motion.quantities
        numbers = {name: v.default for name, v in BOX.parameters.items()}
        times = np.linspace(0, 8, 50)
        energy, I_xx = BOX.evaluate([quantities["T"][0], quantities["I_xx"][0]], numbers, times).T
        assert energy == pytest.approx(BOX.solve()["T_rot"], rel=1e-6), "the axis is fixed in the body, too"
        assert np.ptp(I_xx) > 0.1, "the tensor in frame 0 changes"


class TestPoint:
    def test_velocity_by_differences(self):
        """The picture goes on in time; the slope of the place of P is its velocity."""
        problem = inertia_pictures.point_of_a_body()
        _, place, velocity = inertia_pictures._of_point(problem.inputs, problem.frame("body"))
        numbers, h = problem.parameters.defaults, 1e-4
        for time in (0.0, 2.3):
            before, after = problem.evaluate([*place], numbers, np.array([time - h, time + h]))
            found = problem.evaluate([*velocity], numbers, time)
            assert (after - before) / (2 * h) == pytest.approx(found, abs=1e-6), f"at t = {time} s"
        assert problem.solve()["v_0"] == pytest.approx(problem.evaluate([*velocity], numbers, 0.0).tolist())


class TestArm:
    @pytest.mark.parametrize("seed", range(3))
    def test_kinetic_energy_of_point_masses(self, seed):
        """Each link as two points with its mass, mass centre and inertia; velocities by differences."""
        p = random_inputs(ARM, seed)

        def places(time):
            a, b = p["phi1"] + p["omega1"] * time, p["phi1"] + p["phi2"] + (p["omega1"] + p["omega2"]) * time
            e1, e2 = np.array([np.cos(a), np.sin(a)]), np.array([np.cos(b), np.sin(b)])
            reach1, reach2 = np.sqrt(p["I_zz1"] / p["m1"]), np.sqrt(p["I_zz2"] / p["m2"])
            first = [(p["l_s1"] + s * reach1) * e1 for s in (-1, 1)]
            second = [p["l1"] * e1 + (p["l_s2"] + s * reach2) * e2 for s in (-1, 1)]
            return np.array(first + second)

        h = 1e-5
        v = (places(h) - places(-h)) / (2 * h)
        m = np.array([p["m1"], p["m1"], p["m2"], p["m2"]]) / 2
        assert ARM.solve(**p)["T"] == pytest.approx((m * (v**2).sum(1)).sum() / 2, rel=1e-7)

    @pytest.mark.parametrize("seed", range(3))
    def test_parts_make_the_whole(self, seed):
        found = ARM.solve(**random_inputs(ARM, seed))
        assert found["T"] == pytest.approx(sum(found[x] for x in ("T_t1", "T_t2", "T_r1", "T_r2")))

    def test_it_is_the_manipulator_that_moves(self):
        """Mass matrix and potential are those of the system with equations of motion."""
        p = random_inputs(ARM, 5)
        system = systems.load("planar_manipulator")
        model = system.numeric(**{name: p[name] for name in system.parameters if name in p})
        q, found = [p["phi1"], p["phi2"]], ARM.solve(**p)
        assert np.array(found["M"]) == pytest.approx(model.mass_matrix(q))
        assert found["V_1"] + found["V_2"] + found["V_c"] == pytest.approx(float(model.potential_energy(q)))

    def test_a_relaxed_spring_stores_nothing(self):
        assert ARM.solve(s0e=ARM.solve()["s_e"])["V_c"] == pytest.approx(0, abs=1e-20)


class TestCrane:
    @pytest.mark.parametrize("seed", range(3))
    def test_it_is_the_crane_that_moves(self, seed):
        p = random_inputs(CRANE, seed)
        system = systems.load("tower_crane")
        model = system.numeric(**{name: p[name] for name in system.parameters if name in p})
        q, found = [p[x] for x in ("phi1", "s2", "phi3", "phi4", "s5")], CRANE.solve(**p)
        assert np.array(found["M"]) == pytest.approx(model.mass_matrix(q), rel=1e-9)
        assert found["T"] == pytest.approx(float(model.kinetic_energy(q, p["qd"])))
        assert found["V"] == pytest.approx(float(model.potential_energy(q)))

    def test_two_ways_to_the_energy_of_the_tower(self):
        """About the common mass centre with Steiner, or each part for itself."""
        p = random_inputs(CRANE, 4)
        found = CRANE.solve(**p)
        m = found["m_Z"] + found["m_Q"]
        arm = found["m_Q"] * p["l1x"] / 2 / m
        assert found["M_sT"][0][0] == pytest.approx(found["I_T_com_zz"] + m * arm**2)

    def test_a_point_load_alone(self):
        """T of the load is ½ m v², by differences of its place."""
        p = random_inputs(CRANE, 6)
        place = systems.load("tower_crane_kinematics").solve
        names, h = ("phi1", "s2", "phi3", "phi4", "s5"), 1e-6
        at = [
            place(**{**p, **{n: p[n] + s * h * r for n, r in zip(names, p["qd"], strict=True)}})["p_L"] for s in (-1, 1)
        ]
        v = (np.array(at[1]) - np.array(at[0])) / (2 * h)
        assert CRANE.solve(**p)["T_sL"] == pytest.approx(p["m_L"] * v @ v / 2, rel=1e-6)


class TestDrawbridge:
    @pytest.mark.parametrize("seed", range(3))
    def test_force_in_rope_2_by_virtual_work(self, seed):
        """A small opening lifts the weights and takes up rope 2: f_S2 R δφ = δV."""
        p = random_inputs(BRIDGE, seed)
        height = p["m_B"] * p["l_B"] + p["m_T"] * p["l_T"] - p["m"] * p["l_m"]
        expected = p["g"] * height * np.cos(p["phi_B"]) / p["R"]
        assert BRIDGE.solve(**p)["f_S2"] == pytest.approx(expected)

    @pytest.mark.parametrize("seed", range(3))
    def test_the_ground_carries_everything(self, seed):
        """Both bearings and the hand at rope 2 carry all weights."""
        p = random_inputs(BRIDGE, seed)
        f = BRIDGE.solve(**p)
        weights = p["g"] * (p["m_B"] + p["m_T"] + p["m"])
        assert f["f_Ay"] + f["f_By"] - f["f_S2"] == pytest.approx(weights)
        assert f["f_Ax"] == f["f_Bx"] == 0

    def test_balanced_at_every_angle(self):
        m = BRIDGE.solve()["m_balance"]
        for phi in (0.0, 0.5, 1.4):
            assert BRIDGE.solve(m=m, phi_B=phi)["f_S2"] == pytest.approx(0, abs=1e-6)

    def test_too_heavy_a_counter_mass_would_need_a_push(self):
        assert BRIDGE.solve(m=1.2 * BRIDGE.solve()["m_balance"])["f_S2"] < 0

    def test_supports_are_just_enough(self):
        cut = bridge_module.bodies(BRIDGE.inputs, BRIDGE.outputs)
        unknowns = [v.symbol for name, v in BRIDGE.outputs.items() if name != "m_balance"]
        assert supports(cut, unknowns).kind == "statically determinate"

    def test_a_bridge_that_stands_upright(self):
        with pytest.raises(ModelError, match="opens by less than a right angle"):
            BRIDGE.solve(phi_B=1.6)


class TestWheel:
    @pytest.mark.parametrize("seed", range(3))
    def test_moments_about_three_other_points(self, seed):
        """Equilibrium in the plane is also: no moment about three points that are not on one line."""
        p = random_inputs(WHEEL, seed)
        f = WHEEL.solve(**p)
        push = f["f_D"] * np.array([np.cos(p["alpha"]), -np.sin(p["alpha"])])
        loads = [
            ((0, p["b"]), (f["f_Q1"], 0)),
            ((0, 0), (f["f_Q2"], 0)),
            ((0, 0), push),
            ((p["d"], -p["a"]), (-p["f_S"], p["f_N"])),
        ]
        for x, y in ((p["d"], -p["a"]), (0, p["b"]), (-1.0, 2.0)):
            moment = sum((r[0] - x) * g[1] - (r[1] - y) * g[0] for r, g in loads)
            assert moment == pytest.approx(0, abs=1e-9), f"moment about ({x:.2f}, {y:.2f})"

    def test_a_wheel_that_only_carries(self):
        """Contact below the joint, no side force: the push rod carries all, Q2 takes its horizontal part."""
        f = WHEEL.solve(d=0.0, f_S=0.0, f_N=1000.0, alpha=np.pi / 4)
        assert f["f_D"] == pytest.approx(1000 * np.sqrt(2))
        assert f["f_Q1"] == pytest.approx(0, abs=1e-9)
        assert f["f_Q2"] == pytest.approx(-1000)

    def test_pressed_and_pulled_bars(self):
        """In a curve the side force presses the lower wishbone and pulls the upper one."""
        f = WHEEL.solve()
        assert f["f_Q1"] < 0 < f["f_Q2"]
        assert f["f_D"] > 0, "the push rod is pressed: hence its name"

    def test_a_horizontal_push_rod_carries_nothing(self):
        with pytest.raises(ModelError, match="must rise"):
            WHEEL.solve(alpha=3.2)

    def test_supports_are_just_enough(self):
        y = WHEEL.outputs
        cut = wheel_module.wheel(WHEEL.inputs, y)
        assert supports(cut, [y.f_Q1, y.f_Q2, y.f_D]).kind == "statically determinate"
