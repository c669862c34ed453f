"""The hinged frame of A.2 against two and a half thousand small masses and Newton's law for the parts cut free."""

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.optimize import brentq

from mechanics import systems
from mechanics.demonstrations.self_study_cuts import frame_cut_free


class Grains:
    """The frame of A.2 as many point masses, in the plane, with its spring as an energy."""

    def __init__(self, p: dict[str, float], n: int = 40):
        self.p = p
        l1, l2, l3, d = (p[name] for name in ("l1", "l2", "l3", "d"))
        x, m = [], []
        for left, low, width, height in ((-l2, d + l1, l2, d), (0, 0, d, l1 + 2 * d), (d, 0, l3, d)):
            mid = (np.arange(n) + 0.5) / n
            # a cell counts as a point; its own inertia is made up for by the midpoint of finer and finer cells
            grid = np.stack(np.meshgrid(left + width * mid, low + height * mid), axis=-1).reshape(-1, 2)
            x.append(grid)
            m.append(np.full(len(grid), p["rho"] * p["b"] * width * height / n**2))
        x.append(np.array([[d + p["l_m"], d]]))
        m.append(np.array([p["m_m"]]))
        self.x, self.m = np.concatenate(x), np.concatenate(m)
        self.moment = self.m @ self.x

    def turned(self, phi: float, x: np.ndarray) -> np.ndarray:
        c, s = np.cos(phi), np.sin(phi)
        return x @ np.array([[c, s], [-s, c]])

    def energy(self, phi: float) -> float:
        p = self.p
        top = self.turned(phi, np.array([-p["l2"], p["d"] + p["l1"]]))
        foot = np.array([-p["l2"], p["d"] + p["l1"] - p["l_f_phi0"]])
        stretch = np.linalg.norm(top - foot) - p["l_f0"]
        return float(p["g"] * self.turned(phi, self.moment)[1] + p["c"] * stretch**2 / 2)

    def torque(self, phi: float, h: float = 1e-5) -> float:
        return -(self.energy(phi + h) - self.energy(phi - h)) / (2 * h)

    @property
    def inertia(self) -> float:
        return float(self.m @ (self.x**2).sum(axis=1))


def test_the_frame_accelerates_as_its_grains(rng):
    model = systems.load("hinged_frame_body").numeric()
    grains = Grains(model.parameters)
    assert model.mass_matrix([0.0])[0, 0] == pytest.approx(grains.inertia, rel=1e-3), "I_A of the frame"
    for phi in rng.uniform(-1, 1, 5):
        expected = grains.torque(phi) / grains.inertia
        assert model.accelerations([phi])[0] == pytest.approx(expected, rel=2e-3, abs=2e-3), f"at phi = {phi}"


def test_rest_positions_of_the_frame_are_those_of_its_energy():
    """Four of them in a full turn: the spring lets the frame snap through."""
    model = systems.load("hinged_frame_body").numeric()
    grains = Grains(model.parameters, n=200)
    angles = np.linspace(-np.pi, np.pi, 721)
    torque = np.array([grains.torque(phi) for phi in angles])
    changes = np.flatnonzero(np.sign(torque[:-1]) != np.sign(torque[1:]))
    expected = sorted(brentq(grains.torque, angles[k], angles[k + 1]) for k in changes)
    found = sorted(float(e.q[0]) for e in model.equilibria())
    np.testing.assert_allclose(found, expected, atol=2e-4, err_msg="rest positions of the frame")
    stable = [float(e.q[0]) for e in model.equilibria() if e.stability == "stable"]
    assert len(stable) == len(found) / 2, "stable and unstable positions alternate on a circle"


def test_the_preload_holds_the_frame_level(rng):
    system = systems.load("hinged_frame_body")
    for _ in range(5):
        values = {name: v.default * rng.uniform(0.6, 1.6) for name, v in system.parameters.items()}
        model = system.numeric(**values)
        f_c0, l_f0, f_y0 = model.output("static_phi0", [0.0])
        held = system.numeric(**values | {"l_f0": max(l_f0, 0.0)})
        if l_f0 > 0:
            assert held.accelerations([0.0])[0] == pytest.approx(0, abs=1e-9), "with l_f0_required phi = 0 is at rest"
            assert held.output("f_y", [0.0]) == pytest.approx(f_y0), "force of the bearing at rest"
        total = sum(model.output(f"m{k}", [0.0]) for k in (1, 2, 3)) + values["m_m"]
        assert f_c0 + f_y0 == pytest.approx(total * values["g"]), "spring and bearing carry the whole weight"


def test_bearing_of_the_frame_from_the_motion_of_its_grains():
    """Force of the bearing = d(momentum)/dt - weights - spring, by differences along a simulated motion."""
    model = systems.load("hinged_frame_body").numeric()
    run = model.simulate([0.25], [0.4], np.linspace(0, 0.4, 4001), rtol=1e-11, atol=1e-11)
    grains, k = Grains(model.parameters), 2000
    centre = np.array([grains.turned(phi, grains.moment) for phi in run["phi"][k - 40 : k + 41 : 40]])
    change = (centre[2] - 2 * centre[1] + centre[0]) / (40 * (run.t[1] - run.t[0])) ** 2
    spring = model.output("spring_force", run.q[k])[:2]
    expected = change + np.array([0, grains.m.sum() * 9.81]) - spring
    found = [run["f_x"][k], run["f_y"][k]]
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-2, err_msg="force of the bearing")


def test_masses_of_the_bars_by_integration():
    p = systems.load("hinged_frame_body").numeric(rho=800.0).parameters
    area = dblquad(lambda y, x: 1.0, -p["l2"], 0, p["l1"] + p["d"], p["l1"] + 2 * p["d"])[0]
    model = systems.load("hinged_frame_body").numeric(rho=800.0)
    assert model.output("m1", [0.0]) == pytest.approx(800.0 * p["b"] * area)


def test_cut_free_the_frame_has_the_same_forces():
    found = frame_cut_free().solve(l_m=0.1)
    model = systems.load("hinged_frame_body").numeric(l_m=0.1)
    expected = model.output("static_phi0", [0.0])
    assert [found["f_c"], found["l_f0"], found["f_y"]] == pytest.approx(list(expected))
    assert found["f_x"] == 0
