"""Mechanisms with flexible bodies for the tests, and their small oscillations."""

import numpy as np
from numpy.polynomial import Polynomial

from mechanics.flexible import AssumedModes, Section, StandardData, bar_polynomials, beam_shapes
from mechanics.multibody import Driven, Fixed, Marker, Prismatic, Revolute, RigidBody, Spherical, Universal
from mechanics.multibody.flexible import FlexibleBody, FlexibleRun, FlexibleSystem

HINGE = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
"""Axes of a marker whose z axis is −y of its body: a hinge for motions in the plane of x and z."""
DOWN = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
"""A frame whose x axis points down."""
FLAT = Section(mu=1.2, EI_y=1.4e4, EI_z=1.4e4, EA=2.8e7, GI_t=1e4, r_y=0.02, r_z=0.02)
SOFT = Section(mu=1.2, EI_y=200.0, EI_z=300.0, EA=2e4, GI_t=100.0, r_y=0.05, r_z=0.05)


def imbalance(run: FlexibleRun) -> float:
    """The largest error of the energy, of the largest energy that moved."""
    moved = np.concatenate([run.kinetic, np.abs(run.potential - run.potential[0]), np.abs(run.work)])
    return float(np.abs(run.energy_error).max() / moved.max())


def small_oscillations(system: FlexibleSystem, x: np.ndarray) -> np.ndarray:
    """Angular frequencies of the oscillations about an equilibrium, ascending, by differences of ẋ."""
    start, h = np.append(x, 0.0), 1e-6
    columns = []
    for k in range(len(x)):
        e = h * np.eye(len(start))[k]
        columns.append(
            (system.equations.derivative(0.0, start + e) - system.equations.derivative(0.0, start - e)) / (2 * h)
        )
    values = np.linalg.eigvals(np.array(columns).T[:-1])
    return np.sort(values.imag[values.imag > 0.1])


def double_pendulum(stiffening: bool = True) -> tuple[FlexibleSystem, np.ndarray]:
    """Two beams that bend both ways, stretch and twist, on a ball joint and a universal joint, in full swing."""
    shapes = {"y": beam_shapes(2), "z": beam_shapes(1), "x": bar_polynomials(1), "twist": bar_polynomials(1)}
    beam = AssumedModes(SOFT, 1.5, **shapes)
    upper, lower = (FlexibleBody.beam(name, beam, {"tip": 1.0}, stiffening=stiffening) for name in ("upper", "lower"))
    joints = [Spherical(Marker("ground"), Marker("upper"), "ball")]
    joints += [Universal(Marker("upper.tip"), Marker("lower"), "cross")]
    system = FlexibleSystem([upper, lower], joints, gravity=(0, 0, -9.81))
    places = {"upper": ((0, 0, 0), np.eye(3)), "lower": ((1.5, 0, 0), np.eye(3))}
    start = system.start(places, {"upper": ((0, 0, 0), (1, 2, 3.0))}, q={"upper": (0.02, 0, 0.01, 1e-3, 0.02)})
    return system, start


L_1, L_2, HEIGHT, RHO, E_ROD = 0.15, 0.30, 0.008, 7870.0, 0.2e12
"""Simeon's slider-crank: lengths of crank and rod, height and width of the rod, density and Young's modulus."""


def simeons_rod() -> FlexibleBody:
    """The elastic rod of the test set: two sines across, two nodes of a quadratic element along.

    Its masses along the rod are printed as ρ b h l [[8, 1], [1, 2]], without the factor 1/15 of that element: they are
    fifteen times those of a rod. The reference solution belongs to these numbers, so they are taken over here.
    """
    xi = Polynomial([0, 1])
    I, A = HEIGHT**4 / 12, HEIGHT**2
    section = Section(mu=RHO * A, EI_y=E_ROD * I, EI_z=E_ROD * I, EA=E_ROD * A)
    beam = AssumedModes(section, L_2, y=beam_shapes(2, "pinned-pinned"), x=[4 * xi * (1 - xi), xi * (2 * xi - 1)])
    data = beam.standard_data()
    C3 = data.C3.copy()
    C3[0, 0] *= 15
    I0 = np.diag([1.6e-6, 0.0045339259, 0.0045339259])  # J_2 of the test set
    data = StandardData(data.m, data.c0, I0, data.C1, data.C2, C3, data.C4, K_e=data.K_e)
    return FlexibleBody("rod", data, {"tip": beam.nodes([1.0])})


def simeons_slider_crank(rod: FlexibleBody, driven: bool = True) -> FlexibleSystem:
    """Crank, rod and block in the plane of x and y; constraints across it are redundant."""
    crank = RigidBody("crank", 0.36, I_O=np.diag([1e-3, 2e-3, 0.002727]))
    block = RigidBody("block", 0.075552, I_O=1e-5 * np.eye(3))
    shaft = Revolute(Marker("ground"), Marker("crank"), "shaft")
    x_axis = {"z": (1, 0, 0)}
    joints = [
        Driven(shaft, lambda t: (150.0 * t, 150.0, 0.0)) if driven else shaft,
        Revolute(Marker("crank.pin"), Marker("rod"), "crank pin"),
        Revolute(Marker("rod.tip"), Marker("block"), "wrist pin"),
        Prismatic(Marker.along("ground", **x_axis), Marker.along("block", **x_axis), "guide"),
    ]
    bodies = [FlexibleBody.rigid(crank, {"pin": (L_1, 0, 0)}), rod, FlexibleBody.rigid(block)]
    return FlexibleSystem(bodies, joints)


def boom(l: float = 5.0, stiffening: bool = True, zeta: float = 0.0, **options) -> FlexibleSystem:
    """A clamped beam that bends in the plane of x and z."""
    beam = AssumedModes(FLAT, l, z=beam_shapes(3))
    body = FlexibleBody.beam("boom", beam, {"tip": 1.0}, zeta=zeta, stiffening=stiffening)
    return FlexibleSystem([body], [Fixed(Marker("ground"), Marker("boom"), "clamp")], **options)
