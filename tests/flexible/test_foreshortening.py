"""Forces along a beam that bends: buckling loads and frequencies of the textbooks, and conservation."""

import numpy as np
import pytest
from scipy.linalg import eigh

from mechanics.flexible import (
    AssumedModes,
    BeamModel,
    FreeMotion,
    Nodes,
    Section,
    StandardData,
    assembled,
    bar_polynomials,
    beam_shapes,
    from_json,
    moved,
    polynomial_shapes,
    to_json,
)
from mechanics.model import ModelError
from mechanics.multibody import Marker, Revolute
from mechanics.multibody.flexible import FlexibleBody, FlexibleSystem

from .bodies import body, stiffness
from .mechanisms import DOWN, HINGE, small_oscillations
from .test_flexible_motion import drift, simulated

MU, EI, L = 2.0, 5.0, 1.5
BEAM = Section(mu=MU, EI_y=EI, EI_z=EI, r_y=1e-3, r_z=1e-3)


@pytest.mark.parametrize(
    ("ends", "factor"),
    [("pinned-pinned", 1.0), ("clamped-free", 0.25), ("clamped-pinned", 2.0457), ("clamped-clamped", 4)],
)
def test_a_force_on_the_tip_buckles_a_column_as_euler_says(ends, factor):
    beam = AssumedModes(BEAM, L, z=beam_shapes(12, ends))
    tip = beam.nodes([1.0], stiffening=True)
    loads = eigh(-tip.Phi_geo[0, 0], beam.standard_data().K_e, eigvals_only=True)
    assert 1 / loads[-1] == pytest.approx(factor * np.pi**2 * EI / L**2, rel=2e-3)


def test_a_standing_column_buckles_under_its_own_weight():
    """Greenhill (1881): μ g l³ = 7.8373 EI."""
    data = AssumedModes(BEAM, L, z=polynomial_shapes(7)).standard_data(stiffening=True)
    weights = eigh(-data.C1_geo[0] / MU, data.K_e, eigvals_only=True)
    assert 1 / weights[-1] * MU**0 * L**3 / EI == pytest.approx(7.8373, abs=1e-4)


class TestHangingBeam:
    """A beam on a hinge: a rigid rod swings with √(3g/2l) = 1.2247 √(g/l), a chain with 1.2024 √(g/l)."""

    def frequency(self, EI: float, stiffening: bool = True) -> float:
        section = Section(mu=MU, EI_y=EI, EI_z=EI, r_y=1e-3, r_z=1e-3)
        beam = AssumedModes(section, L, z=polynomial_shapes(6))
        rod = FlexibleBody.beam("rod", beam, {}, stiffening=stiffening)
        hinge = Revolute(Marker("ground", R=HINGE), Marker("rod", R=HINGE), "hinge")
        system = FlexibleSystem([rod], [hinge], gravity=(0, 0, -9.81))
        return small_oscillations(system, system.start({"rod": ((0, 0, 0), DOWN)}))[0] / np.sqrt(9.81 / L)

    def test_a_stiff_one_is_a_rigid_pendulum(self):
        assert self.frequency(1e5) == pytest.approx(np.sqrt(1.5), rel=1e-5)

    def test_a_limp_one_is_a_chain(self):
        """The first zero of J_0 is 2.4048; Bernoulli's chain swings with half of it."""
        assert self.frequency(1e-3) == pytest.approx(2.404826 / 2, rel=1e-4)

    def test_without_the_tension_of_the_weight_it_would_not_be(self):
        assert abs(self.frequency(1e-3, stiffening=False) - 2.404826 / 2) > 0.01


def test_a_hinged_beam_has_the_frequencies_of_a_pinned_one():
    """Shapes of a clamped beam in a frame that can turn: β l = 3.9266, 7.0686 without any shape of such a beam."""
    beam = AssumedModes(BEAM, L, z=polynomial_shapes(7))
    rod = FlexibleBody.beam("rod", beam, {"tip": 1.0})
    system = FlexibleSystem([rod], [Revolute(Marker("ground", R=HINGE), Marker("rod", R=HINGE), "hinge")])
    found = small_oscillations(system, system.start())
    expected = np.array([3.92660231, 7.06858275]) ** 2 * np.sqrt(EI / MU) / L**2
    assert found[:2] == pytest.approx(expected, rel=1e-4)


def foreshortened(seed: int) -> StandardData:
    data, _ = body(seed, 2, K_e=stiffness(seed, 2, lowest=30))
    return data.with_stiffness(C1_geo=[0.2 * stiffness(seed + k, 2) for k in range(3)])


def test_free_flight_conserves_energy_and_momentum():
    motion = FreeMotion(foreshortened(1), v=(0.4, -1, 0.7), w=(1.1, -0.6, 0.9), q=(0.05, -0.03), q_d=(0.2, 0.1))
    energy, momentum, spin = drift(motion, simulated(motion))
    assert energy < 1e-8 and momentum < 1e-9 and spin < 1e-8
    plain = FreeMotion(body(1, 2, K_e=stiffness(1, 2, lowest=30))[0], v=(0.4, -1, 0.7), q=(0.05, -0.03))
    assert np.abs(simulated(plain) - simulated(motion)).max() > 1e-3, "it must make a difference"


def test_nodes_follow_the_foreshortening():
    nodes = Nodes([[1.0, 0, 0]], np.ones((1, 3, 2)), Phi_geo=np.full((1, 3, 2, 2), -0.4))
    q, q_d, h = np.array([0.3, -0.1]), np.array([0.2, 0.5]), 1e-6
    rate = (nodes.positions(q + h * q_d) - nodes.positions(q - h * q_d)) / (2 * h)
    assert nodes.velocities(np.zeros(3), np.zeros(3), q, q_d) == pytest.approx(rate)
    F = np.array([[1.0, 2, 3]])
    assert nodes.forces(q, F)[6:] @ q_d == pytest.approx((F * rate).sum()), "the power of a force"


def test_finite_elements_say_the_same_as_assumed_shapes():
    section = Section(mu=MU, EI_y=EI, EI_z=EI, EA=1e4, GI_t=4.0, r_y=1e-2, r_z=1e-2)
    model = BeamModel.straight(section, L, 12)
    by_elements = model.standard_data(stiffening=True)
    by_shapes = AssumedModes(section, L, z=polynomial_shapes(7)).standard_data(stiffening=True)
    loads = [eigh(-data.C1_geo[0], data.K_e, eigvals_only=True)[-1] for data in (by_elements, by_shapes)]
    assert loads[0] == pytest.approx(loads[1], rel=1e-4)


def test_it_moves_with_the_body_and_stays_in_its_file():
    data = foreshortened(3)
    turned = moved(data, R=DOWN)
    q = np.array([0.3, -0.2])
    assert turned.moment_at(q) == pytest.approx(DOWN @ data.moment_at(q))
    both = assembled(data, turned)
    assert both.moment_at(np.tile(q, 2)) == pytest.approx(data.moment_at(q) + turned.moment_at(q))
    nodes = Nodes([[1.0, 0, 0]], np.ones((1, 3, 2)), Phi_geo=np.full((1, 3, 2, 2), -0.4))
    again, nodes_again = from_json(to_json(data, nodes))
    assert np.array_equal(again.C1_geo, data.C1_geo) and np.array_equal(nodes_again.Phi_geo, nodes.Phi_geo)


@pytest.mark.parametrize("stiffening", [False, True])
def test_data_and_nodes_that_do_not_belong_together(stiffening):
    beam = AssumedModes(BEAM, L, z=polynomial_shapes(2))
    with pytest.raises(ModelError, match="do not belong together.*stiffening=True"):
        FlexibleBody("rod", beam.standard_data(stiffening=stiffening), {"tip": beam.nodes([1.0], not stiffening)})


def test_a_stretching_rod_keeps_its_exact_length_under_a_centrifugal_force():
    """u(l) = μ Ω² l³/3EA; the polynomials ξ to ξ³ contain x l² − x³/3."""
    section = Section(mu=MU, EI_y=EI, EI_z=EI, EA=900.0)
    data = AssumedModes(section, L, x=bar_polynomials(3)).standard_data()
    pull = -np.einsum("lab,a,b->l", data.C4, [0, 0, 2.0], [0, 0, 2.0])
    assert np.linalg.solve(data.K_e, pull).sum() == pytest.approx(MU * 4 * L**3 / (3 * 900.0), rel=1e-3)
