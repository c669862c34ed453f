"""The benchmark A01 of the IFToMM library, a point mass on a massless rod from the horizontal, in closed form.

Source: M. González, D. Dopico, U. Lugrís, J. Cuadrado, *A benchmarking system for MBS simulation software*, Multibody
System Dynamics 16 (2006).
"""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, Parameters
from mechanics.multibody import Distance, Marker, Place, Revolute, RigidBody, RigidBodySystem

G, L = 9.81, 1.0
TIMES = np.linspace(0, 10, 1001)


def exact() -> np.ndarray:
    """x and z of the mass: sin(φ/2) = k cd(√(g/l) t), with k = sin 45° for an amplitude of 90°."""
    sn, cn, dn, _ = ellipj(np.sqrt(G / L) * TIMES, 0.5)
    phi = -2 * np.arcsin(np.sqrt(0.5) * cn / dn)  # from below, to the left at the start
    return L * np.column_stack([np.sin(phi), -np.cos(phi)])


def on_a_rod(tolerance: float) -> np.ndarray:
    """In joints: a rod that is only a distance."""
    mass = RigidBody.about_centre("mass", 1.0, (1e-3, 1e-3, 1e-3))
    system = RigidBodySystem([mass], [Distance(Marker("ground"), Marker("mass"), "rod", length=L)])
    start = {"mass": Place((-L, 0, 0), np.eye(3))}
    return system.simulate(places=start, t=TIMES, rtol=tolerance, atol=tolerance).places["mass"].r[:, ::2]


def on_a_hinge(tolerance: float) -> np.ndarray:
    """In joints: a body without inertia of its own, its mass 1 m from the hinge."""
    front = {"z": (0, -1, 0), "x": (1, 0, 0)}
    mass = RigidBody.about_centre("mass", 1.0, (0, 0, 0), (-L, 0, 0))
    hinge = Revolute(Marker.along("ground", **front), Marker.along("mass", **front), "hinge")
    run = RigidBodySystem([mass], [hinge]).simulate(
        places={"mass": Place((0, 0, 0), np.eye(3))}, t=TIMES, rtol=tolerance, atol=tolerance
    )
    return -L * run.places["mass"].A[:, ::2, 0]


def in_a_loop(tolerance: float) -> np.ndarray:
    """In Cartesian coordinates, as the benchmark asks for it."""
    q = Coordinates(x=("m", "position", -L), z=("m", "height", 0.0))
    p = Parameters(m=(1.0, "kg", "mass"), l=(L, "m", "length"), g=(G, "m/s^2", "gravity"))
    system = LagrangianSystem(
        coordinates=q, parameters=p, bodies=[Body(p.m, (q.x, 0, q.z))], gravity=(0, 0, -p.g),
        loops={"f": (q.x**2 + q.z**2 - p.l**2) / p.l}, title="pendulum",
    )  # fmt: skip
    return system.numeric().simulate(t=TIMES, rtol=tolerance, atol=tolerance).q


@pytest.mark.parametrize("route", [on_a_rod, on_a_hinge, in_a_loop])
@pytest.mark.parametrize("tolerance", [1e-6, 1e-8, 1e-10])
def test_the_pendulum_is_where_the_elliptic_functions_have_it(route: Callable[[float], np.ndarray], tolerance: float):
    np.testing.assert_allclose(route(tolerance), exact(), atol=200 * tolerance)


def test_its_period_is_that_of_the_complete_elliptic_integral():
    """4 K(k)/√(g/l): the closed form of this test is not taken for granted."""
    period = 4 * ellipk(0.5) / np.sqrt(G / L)
    x = in_a_loop(1e-10)[:, 0]
    crossed = TIMES[:-1][(x[:-1] > 0) & (x[1:] <= 0)]
    assert np.diff(crossed) == pytest.approx(period, abs=0.011)
