"""Flexible bodies in mechanisms: single bodies, loops and drives against other derivations, and what is refused."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics.flexible import (
    AssumedModes,
    DrivenMotion,
    FreeMotion,
    Section,
    bar_polynomials,
    beam_shapes,
    polynomial_shapes,
    turning,
)
from mechanics.model import ModelError, SimulationError
from mechanics.multibody import Driven, Fixed, Marker, Prismatic, Revolute, RigidBody, Spherical
from mechanics.multibody.flexible import FlexibleBody, FlexibleSystem, NodeLoad
from mechanics.multibody.flexible.index_one import constraints, pieces
from mechanics.multibody.flexible.node_frames import moving_node, turning_of
from mechanics.multibody.flexible.starts import shifted
from mechanics.rotations.arrays import rotation_vector_matrix
from mechanics.systems.chapter_8.rotating_beam import spin_up

from .bodies import body, stiffness
from .mechanisms import FLAT, HINGE, L_1, L_2, boom, double_pendulum, imbalance, simeons_rod, simeons_slider_crank


def rates(system: FlexibleSystem, x: np.ndarray, t: float = 0.0) -> np.ndarray:
    return system.equations.derivative(t, np.append(x, 0.0))[:-1]


class TestOneBody:
    def test_a_free_one_moves_by_the_known_equations(self):
        data, _ = body(4, 3, K_e=stiffness(4, 3), D_e=0.1 * stiffness(5, 3))
        state = {"r": (1, 2, 3), "v": (0.4, -1, 0.7), "w": (1.1, -0.6, 0.9), "q": (0.05, -0.03, 0.02), "q_d": (1, 2, 3)}
        motion = FreeMotion(data, gravity=(0, 0, -9.81), **state)
        system = FlexibleSystem([FlexibleBody("rock", data)], gravity=(0, 0, -9.81))
        assert rates(system, motion.start) == pytest.approx(motion.state_derivative(0.0, motion.start), rel=1e-11)

    def test_a_driven_one_bends_by_the_known_equations(self):
        beam = AssumedModes(FLAT, 10.0, y=beam_shapes(2), z=beam_shapes(1))
        data = beam.standard_data(0.02, stiffening=True)

        def angle(t):
            return 0.3 * t**2, 0.6 * t, 0.6

        motion = DrivenMotion(data, turning((0, 0, 1), angle), q=(0.1, 0.01, -0.05), q_d=(0.2, 0.3, 0.1))
        hinge = Driven(Revolute(Marker("ground"), Marker("boom")), angle)
        system = FlexibleSystem([FlexibleBody("boom", data)], [hinge])
        t, n = 2.0, data.n_q
        A = rotation_vector_matrix(np.array([0, 0, angle(t)[0]]))
        elastic = {"q": {"boom": motion.start[:n]}, "q_d": {"boom": motion.start[n:]}}
        x = system.start({"boom": ((0, 0, 0), A)}, {"boom": ((0, 0, 0), (0, 0, 1.2))}, **elastic, t=t)
        assert rates(system, x, t)[-n:] == pytest.approx(motion.state_derivative(t, motion.start)[n:], rel=1e-9)

    def test_a_force_on_the_tip_bends_it_by_F_l3_over_3EI(self):
        body_, l, F = boom(2.0, stiffening=False).bodies[0], 2.0, 100.0
        node = body_.nodes["tip"]
        q = np.linalg.solve(body_.data.K_e, node.Phi[0].T @ (0, 0, F))
        clamp = Fixed(Marker("ground"), Marker("boom"), "clamp")
        system = FlexibleSystem([body_], [clamp], loads=[NodeLoad("boom.tip", force=(0, 0, F))])
        x = system.start(q={"boom": q})
        assert rates(system, x)[-3:] == pytest.approx(0, abs=1e-3), "equilibrium"
        assert (node.Phi[0] @ q)[2] == pytest.approx(F * l**3 / (3 * FLAT.EI_y), rel=2e-3), "three shapes"
        run = system.simulate(x, t=[0.0, 1e-3])
        reaction = run.reactions("clamp")
        assert reaction.force[0] == pytest.approx([0, 0, -F], abs=1e-6)
        assert reaction.moment[0] == pytest.approx([0, F * l, 0], rel=1e-6)

    def test_a_load_that_moves_does_the_work_that_the_energy_gains(self):
        beam = boom(5.0).bodies[0]
        push = NodeLoad("boom.tip", force=lambda t: (0, 0, 50 * np.sin(20 * t)), moment=(0, 30.0, 0))
        system = FlexibleSystem([beam], [Fixed(Marker("ground"), Marker("boom"))], loads=[push])
        run = system.simulate(system.start(), t=0.5)
        assert np.ptp(run.work) > 0.5, "the load must do work"
        assert imbalance(run) < 1e-5

    def test_damping_takes_what_the_energy_loses(self):
        system = boom(5.0, zeta=0.05, gravity=(0, 0, -9.81))
        run = system.simulate(system.start(), t=1.0)
        assert run.energy[-1] < run.energy[0] - 0.5 and imbalance(run) < 1e-5


class TestNodes:
    @pytest.mark.parametrize("size", [1e-3, 0.4, 1.5])
    def test_the_angular_velocity_of_a_rotation_vector(self, size):
        rng, h = np.random.default_rng(3), 1e-5
        theta, theta_d = size * rng.normal(size=3), rng.normal(size=3)
        D, T, turned_on = turning_of(theta, theta_d)
        after, before = (turning_of(theta + d * theta_d, theta_d) for d in (h, -h))
        W = D.T @ (after[0] - before[0]) / (2 * h)
        assert pytest.approx(rotation_vector_matrix(theta)) == D
        assert np.array([W[2, 1], W[0, 2], W[1, 0]]) == pytest.approx(T @ theta_d, abs=1e-8)
        assert (after[1] - before[1]) @ theta_d / (2 * h) == pytest.approx(turned_on, abs=1e-8)

    def test_its_velocity_is_the_rate_of_its_place(self):
        system, x = double_pendulum()
        rng, h = np.random.default_rng(1), 1e-6
        eq, parts = system.equations, pieces(system.bodies, x)
        parts = [part._replace(q=0.1 * rng.normal(size=5), u=rng.normal(size=11)) for part in parts]
        u = np.concatenate([part.u for part in parts])
        after, before = (eq.node("upper.tip", shifted(eq, parts, d * u)).place for d in (h, -h))
        node = eq.node("upper.tip", parts)
        assert (after.r - before.r) / (2 * h) == pytest.approx(node.place.A @ node.z[:3], abs=1e-7)
        W = node.place.A.T @ (after.A - before.A) / (2 * h)
        assert np.array([W[2, 1], W[0, 2], W[1, 0]]) == pytest.approx(node.z[3:], abs=1e-7)

    def test_the_accelerations_keep_the_joints_closed(self):
        """g̈ = G u̇ + γ′ = 0 along the motion: the velocities of the joints after a short step by ẋ."""
        system, x = double_pendulum()
        eq, h = system.equations, 1e-5
        start = np.append(x, 0.0)
        run = solve_ivp(eq.derivative, (0, h), start, "DOP853", rtol=1e-12, atol=1e-14)
        parts = pieces(system.bodies, run.y[:, -1])
        rows = constraints(eq, h, parts)
        opening = rows.G @ np.concatenate([part.u for part in parts]) + rows.gamma
        assert np.abs(opening).max() < 1e-11, "a wrong γ′ would open them by γ′ h"
        assert np.abs(rows.gamma_dash).max() > 1, "and γ′ matters here"

    def test_a_rigid_node_is_a_point_of_the_body(self):
        none = np.zeros((3, 0))
        w, r = np.array([0.3, 0.2, -0.5]), np.array([1.0, 2, 3])
        place = pieces([FlexibleBody.rigid(RigidBody("b", 1.0, I_O=np.eye(3)))], np.r_[0, 0, 0, 1, np.zeros(9)])[
            0
        ].frame
        node = moving_node(place, np.r_[1.0, 0, 0, w], np.zeros(0), r, none, none)
        assert node.z[:3] == pytest.approx(np.array([1.0, 0, 0]) + np.cross(w, r))


class TestDoublePendulum:
    @pytest.mark.parametrize("stiffening", [True, False])
    def test_energy_is_conserved_and_joints_stay_closed(self, stiffening):
        system, x = double_pendulum(stiffening)
        run = system.simulate(x, t=np.linspace(0, 0.2, 11))
        assert np.ptp(run.kinetic) > 5 and np.ptp(run.elastic) > 0.05, "energy must change its kind"
        assert imbalance(run) < 1e-8
        assert run.drift() < 1e-12

    def test_both_methods_find_the_same_motion(self):
        system, x = double_pendulum()
        runs = [system.simulate(x, t=[0.0, 0.02], method=m, rtol=1e-8) for m in ("DOP853", "Radau")]
        assert runs[0].x[-1] == pytest.approx(runs[1].x[-1], rel=1e-5, abs=1e-5)

    def test_states_between_outputs_and_by_name(self):
        system, x = double_pendulum()
        run = system.simulate(x, t=np.linspace(0, 0.02, 21))
        finer = system.simulate(x, t=np.linspace(0, 0.02, 41))
        assert run.at(finer.t)[1] == pytest.approx(finer.x[1], abs=1e-3)
        assert run["lower_e2"] == pytest.approx(run.q("lower")[:, 1])
        assert run.place("lower").r[:, 0] == pytest.approx(run["lower_x"])
        assert run.place("upper.tip").r == pytest.approx(run.place("lower").r, abs=1e-12)


class TestRigidLimit:
    """A stiff rod between crank and block moves as a rigid one: the energy of the one degree of freedom decides."""

    def crank_angle(self, t: np.ndarray) -> np.ndarray:
        """φ(t) of the rigid slider-crank without a drive, from ½ I(φ) φ̇² = const, worked out by hand."""
        m_2, m_3, J_1, J_2 = 0.151104, 0.075552, 0.002727, 0.0045339259

        def inertia(phi):
            psi = -np.arcsin(L_1 / L_2 * np.sin(phi))
            psi_d = -L_1 * np.cos(phi) / (L_2 * np.cos(psi))  # per φ̇
            centre = np.array(
                [-L_1 * np.sin(phi) - L_2 / 2 * np.sin(psi) * psi_d, L_1 * np.cos(phi) + L_2 / 2 * np.cos(psi) * psi_d]
            )
            block = -L_1 * np.sin(phi) - L_2 * np.sin(psi) * psi_d
            return J_1 + m_2 * centre @ centre + (J_2 - m_2 * L_2**2 / 4) * psi_d**2 + m_3 * block**2

        speed = 20.0 * np.sqrt(inertia(0.0))
        found = solve_ivp(lambda t, y: [speed / np.sqrt(inertia(y[0]))], (0, t[-1]), [0.0], t_eval=t, rtol=1e-10)
        return found.y[0]

    def turned(self, rod: FlexibleBody, t: np.ndarray, rtol: float) -> np.ndarray:
        system = simeons_slider_crank(rod, driven=False)
        places = {"rod": ((L_1, 0, 0), np.eye(3)), "block": ((L_1 + L_2, 0, 0), np.eye(3))}
        x = system.start(places, {"crank": ((0, 0, 0), (0, 0, 20.0))}, hold=["crank"])
        run = system.simulate(x, t=t, rtol=rtol)
        assert imbalance(run) < 1e-6
        return np.unwrap(2 * np.arctan2(run["crank_q3"], run["crank_q0"]))

    def test_a_rigid_rod(self):
        t, data = np.linspace(0, 0.4, 6), simeons_rod().data
        rod = FlexibleBody.rigid(RigidBody("rod", data.m, data.c0, data.I0), {"tip": (L_2, 0, 0)})
        assert self.turned(rod, t, 1e-8) == pytest.approx(self.crank_angle(t), rel=1e-6)

    def test_the_stiffer_the_rod_the_nearer_to_it(self):
        t, rod = np.linspace(0, 0.003, 4), simeons_rod()
        stiffer = FlexibleBody("rod", rod.data.with_stiffness(K_e=4 * rod.data.K_e), rod.nodes)
        errors = [np.abs(self.turned(each, t, 1e-7) - self.crank_angle(t)).max() for each in (rod, stiffer)]
        assert errors[1] < 0.5 * errors[0] < 1e-4

    @pytest.mark.parametrize("angle", [0.3, 2.0, -1.1])
    def test_a_start_is_found_at_any_angle_of_the_crank(self, angle):
        rod = simeons_rod()
        system = simeons_slider_crank(rod, driven=False)
        A = rotation_vector_matrix(np.array([0, 0, angle]))
        places = {"crank": ((0, 0, 0), A), "rod": ((0.1, 0, 0), np.eye(3)), "block": ((0.3, 0, 0), np.eye(3))}
        x = system.start(places, {"crank": ((0, 0, 0), (0, 0, 1.0))}, hold=["crank"])
        reach = L_1 * np.cos(angle) + np.sqrt(L_2**2 - (L_1 * np.sin(angle)) ** 2)
        assert x[system.states.index("block_x")] == pytest.approx(reach, abs=1e-9)
        assert np.abs(x[[system.states.index(f"rod_e{k}") for k in range(1, 5)]]).max() == 0, "nothing is bent"


class TestRefusals:
    def spinning(self, speed: float, stiffening: bool):
        beam = AssumedModes(FLAT, 10.0, y=beam_shapes(2))
        spin = Driven(Revolute(Marker("ground"), Marker("boom")), lambda t: (speed * t, speed, 0.0))
        system = FlexibleSystem([FlexibleBody.beam("boom", beam, {}, stiffening=stiffening)], [spin])
        x = system.start(velocities={"boom": ((0, 0, 0), (0, 0, speed))}, q={"boom": (0.01, 0)})
        return system.simulate(x, t=1.0, rtol=1e-6)

    def test_a_beam_that_has_lost_its_stiffness(self):
        """The linear beam of F has none left at its natural frequency, 3.516 √(EI/μl⁴) = 3.80 rad/s."""
        with pytest.raises(SimulationError, match=r"'boom' turns with 3.81 rad/s.*stiffening=True"):
            self.spinning(3.81, stiffening=False)

    @pytest.mark.parametrize(("speed", "stiffening"), [(3.79, False), (8.0, True)])
    def test_below_that_speed_and_with_stiffening_it_goes_on(self, speed, stiffening):
        assert np.abs(self.spinning(speed, stiffening).q("boom")).max() < 0.02

    def test_a_rod_between_pins_is_not_taken_for_a_cantilever(self):
        """Shapes of a cantilever in a rod that two pins hold: its critical speed is far above theirs."""
        section = Section(mu=1.2, EI_y=1.4e4, EI_z=1.4e4, r_y=0.02, r_z=0.02)
        beam = AssumedModes(section, 10.0, y=polynomial_shapes(4))
        rod = FlexibleBody.beam("rod", beam, {"tip": 1.0}, stiffening=False)
        wheel = FlexibleBody.rigid(RigidBody("wheel", 1.0, I_O=np.eye(3)))
        spin = Driven(Revolute(Marker("ground"), Marker("wheel"), "axle"), lambda t: (5.0 * t, 5.0, 0.0))
        slot = Prismatic(Marker.along("wheel", (10, 0, 0), z=(1, 0, 0)), Marker.along("shoe", z=(1, 0, 0)), "slot")
        pins = [Revolute(Marker("wheel"), Marker("rod"), "root"), Revolute(Marker("rod.tip"), Marker("shoe"), "pin")]
        shoe = FlexibleBody.rigid(RigidBody("shoe", 1.0, I_O=np.eye(3)))
        system = FlexibleSystem([wheel, rod, shoe], [spin, slot, *pins])
        places = {"shoe": ((10, 0, 0), np.eye(3))}
        x = system.start(places, dict.fromkeys(("wheel", "rod", "shoe"), ((0, 0, 0), (0, 0, 5.0))))
        run = system.simulate(x, t=[0.0, 0.05])
        assert np.abs(run.q("rod")).max() < 1e-9, "it just turns"

    def test_a_deformation_that_is_not_small(self):
        system = boom(40.0, stiffening=False, gravity=(0, 0, -9.81))
        with pytest.raises(SimulationError, match="'boom' is not small any more"):
            system.simulate(system.start(), t=5.0)

    def test_a_run_ends_with_its_computing_time(self):
        system, x = double_pendulum()
        with pytest.raises(SimulationError, match=r"0.3 s of computing time"):
            system.simulate(x, t=1000.0, time_limit=0.3)

    def test_joints_that_no_shape_can_reach(self):
        beam = AssumedModes(FLAT, 1.0, y=beam_shapes(1))
        rod = FlexibleBody.beam("rod", beam, {"tip": 1.0})
        ends = [Spherical(Marker("ground"), Marker("rod"), "left")]
        ends += [Spherical(Marker("ground", (1.2, 0, 0)), Marker("rod.tip"), "right")]
        with pytest.raises(ModelError, match=r"stays open by .*bar_shapes along its axis"):
            FlexibleSystem([rod], ends).start()

    def test_a_start_that_is_open(self):
        system = boom()
        x = system.start()
        x[0] += 0.1
        with pytest.raises(ModelError, match="open by 0.1.*system.start"):
            system.simulate(x)

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"places": {"boom": (0,)}}, "two entries; got"),
            ({"places": {"boom": ((0, 0, 0), 2 * np.eye(3))}}, "rotation matrix"),
            ({"velocities": {"boom": ((0, 0), (0, 0, 0))}}, "first must have the shape .3,.; got .2,."),
            ({"q": {"boom": (1.0,)}}, "q of 'boom' must have the shape .3,.; got .1,."),
        ],
    )
    def test_a_start_that_is_not_one(self, given, message):
        with pytest.raises(ModelError, match=message):
            boom().start(**given)

    def test_a_state_that_is_not_one_and_a_node_beside_the_beam(self):
        with pytest.raises(ModelError, match="The start must have the shape .19,.; got .3,."):
            boom().simulate(np.zeros(3))
        with pytest.raises(ModelError, match=r"between 0 \(root\) and 1 \(tip\), got \[1.5\]"):
            AssumedModes(FLAT, 1.0, y=beam_shapes(1)).nodes([1.5])

    def test_a_beam_without_inertia_about_its_axis(self):
        beam = AssumedModes(Section(mu=1.0, EI_y=1.0, EI_z=1.0), 1.0, y=beam_shapes(1))
        with pytest.raises(ModelError, match="without inertia.*r_y and r_z"):
            FlexibleSystem([FlexibleBody("rod", beam.standard_data())])

    def test_names(self):
        rod = boom().bodies[0]
        with pytest.raises(ModelError, match="boom.tip"):
            FlexibleSystem([rod], [Fixed(Marker("ground"), Marker("boom.tap"))])
        with pytest.raises(ModelError, match="different names"):
            FlexibleSystem([rod, rod])
        with pytest.raises(ModelError, match="without a dot"):
            FlexibleBody("a.b", rod.data)
        with pytest.raises(ModelError, match="boom"):
            boom().start({"bom": ((0, 0, 0), np.eye(3))})
        with pytest.raises(ModelError, match="finite numbers"):
            NodeLoad("boom.tip", force=(1.0, np.nan, 0)).wrench(0.0)
        with pytest.raises(ModelError, match="DOP853"):
            boom().simulate(boom().start(), method="Euler")

    def test_a_hinge_may_stand_anywhere(self):
        rod = boom().bodies[0]
        hinge = Revolute(Marker("ground", (0, 1, 2), HINGE), Marker("boom.tip", R=HINGE))
        system = FlexibleSystem([rod], [hinge])
        tip = system.equations.node("boom.tip", pieces(system.bodies, system.start())).place
        assert tip.r == pytest.approx([0, 1, 2], abs=1e-9)
        assert tip.A @ HINGE[:, 2] == pytest.approx(HINGE[:, 2], abs=1e-9), "the axis of the hinge"


@pytest.mark.slow
def test_the_spin_up_of_a_beam_on_a_hub():
    """Kane, Ryan and Banerjee (1987), Simo and Vu-Quoc (1987): ω = 6 rad/s after 15 s, the tip lags 0.57 to 0.58 m.

    In the steady state the beam is μ Ω² l³/3EA = 5.14e-4 m longer, as both print. The axial modes are damped; Radau
    steps over them.
    """
    beam = AssumedModes(FLAT, 10.0, y=beam_shapes(2), x=bar_polynomials(3))
    boom_ = FlexibleBody.beam("boom", beam, {"tip": 1.0}, zeta=[0, 0, 0.3, 0.3, 0.3])
    hub = Driven(Revolute(Marker("ground"), Marker("boom"), "hub"), spin_up(6.0, 15.0))
    system = FlexibleSystem([boom_], [hub])
    run = system.simulate(
        system.start(), t=np.linspace(0, 16, 161), rtol=1e-5, atol=1e-8, method="Radau", time_limit=None
    )
    u, v, _ = boom_.nodes["tip"].Phi[0] @ run.q("boom").T
    assert v.min() == pytest.approx(-0.575, abs=0.006)
    assert 6.0 < run.t[v.argmin()] < 7.5
    assert np.abs(v[run.t > 15.5]).max() < 0.01, "then nearly no swing"
    assert u[-1] == pytest.approx(5.14e-4, rel=5e-3)
    assert imbalance(run) < 1e-5
