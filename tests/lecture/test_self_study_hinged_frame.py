"""Aufgabe A.2, the hinged frame with a spring; (A.10)-(A.28)."""

from itertools import product

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.forces import Force, ForceSystem, moment, reactions, weight
from mechanics.mass import Region, cuboid, integral, parallel_axis, solid_by_integral
from mechanics.systems.self_study import hinged_frame_body as frame

from .compare import assert_close, assert_same, slope

SYSTEM = systems.load("hinged_frame_body")
l1, l2, l3, d, b, rho, m_m, l_m, c, l_f_phi0, l_f0, g = SYSTEM.parameters.symbols
phi = SYSTEM.coordinates.phi
m1, m2, m3 = (l2 * d * b * rho, d * (l1 + 2 * d) * b * rho, l3 * d * b * rho)
x, y, z = sp.symbols("x y z", real=True)
# limits of the bars in x and y
EDGES = [((-l2, 0), (l1 + d, l1 + 2 * d)), ((0, d), (0, l1 + 2 * d)), ((d, d + l3), (0, d))]
CENTRES = [(-l2 / 2, l1 + 3 * d / 2), (d / 2, d + l1 / 2), (d + l3 / 2, d / 2), (d + l_m, d)]
NUMBERS = [{}, {"l_m": 0.1, "c": 250.0, "l_f0": 0.4}, {"rho": 2500.0, "l2": 0.3, "m_m": 0.5}]
ANGLES = (-0.8, 0.0, 0.35, 2.0)


def bar(k: int) -> Region:
    return Region.cartesian((x, *EDGES[k][0]), (y, *EDGES[k][1]), (z, -b / 2, b / 2))


def masses_of(expression):
    """With the masses of the bars written by density and edges."""
    return sp.sympify(expression).subs(frame.masses(SYSTEM.parameters))


@pytest.mark.equation("A.10")
def test_mass_of_bar_1():
    assert_same(integral(rho, bar(0)), m1, "(A.10) by integration")
    ours = [SYSTEM.outputs[name] for name in ("m1", "m2", "m3")]
    assert_same(ours, [integral(rho, bar(k)) for k in range(3)], "(A.10): masses of the system")


@pytest.mark.equation("A.11", "A.12")
def test_mass_centre_of_bar_1():
    assert_same(integral(x * rho, bar(0)) / m1, -l2 / 2, "(A.11)")
    assert_same(solid_by_integral(bar(0), rho).center, [-l2 / 2, l1 + 3 * d / 2, 0], "(A.12)")


@pytest.mark.equation("A.13")
def test_mass_centres_of_all_parts():
    for k in (1, 2):
        assert_same(solid_by_integral(bar(k), rho).center, [*CENTRES[k], 0], f"(A.13), bar {k + 1}")
    ours = [centre for _, centre, _ in frame.parts(SYSTEM.parameters).values()]
    assert_same([e for pair in ours for e in pair], [e for pair in CENTRES for e in pair], "(A.13): the system")


@pytest.mark.equation("A.14", "A.25", exercised=True)
def test_the_spring_stands_upright_at_phi_0():
    top, foot = frame.spring_top(SYSTEM.parameters), frame.spring_foot(SYSTEM.parameters)
    assert_same(top, (-l2, d + l1), "(A.14)")
    assert_same([top[0] - foot[0], top[1] - foot[1]], [0, l_f_phi0], "(A.25): the spring is l_f^0 long at phi = 0")
    corner = [EDGES[0][0][0], EDGES[0][1][0]]
    assert_same(top, corner, "(A.14): it is the lower left corner of bar 1")


@pytest.mark.equation("A.15", "A.16", "A.18")
def test_balances_at_rest():
    """The printed balances as a linear system, and the free frame of the library."""
    f_x, f_y, f_c = sp.symbols("f_x f_y f_c")
    moments = f_c * -l2 - m1 * g * CENTRES[0][0] - m2 * g * d / 2 - m3 * g * (d + l3 / 2) - m_m * g * (d + l_m)
    printed = [f_x, f_c + f_y - (m1 + m2 + m3 + m_m) * g, moments]
    solution = sp.solve(printed, [f_x, f_y, f_c])
    f_c_printed = (m1 * g * l2 / 2 - m2 * g * d / 2 - m3 * g * (d + l3 / 2) - m_m * g * (d + l_m)) / l2
    assert_same(solution[f_c], f_c_printed, "(A.18) solves the printed balances")
    loads = [weight(m, g, e, (0, -1, 0)) for m, e in zip((m1, m2, m3, m_m), CENTRES, strict=True)]
    body = ForceSystem([*loads, Force((0, f_c, 0), (-l2, d + l1)), Force((f_x, f_y, 0))])
    found = reactions(body, [f_x, f_y, f_c])
    for force in (f_x, f_y, f_c):
        assert_same(found[force], solution[force], f"(A.15), (A.16), (A.18): {force} of the free frame")
    outputs = [SYSTEM.outputs["f_c0"], SYSTEM.outputs["f_y0"]]
    assert_same(outputs, [f_c_printed, solution[f_y]], "(A.16), (A.18): the system")


@pytest.mark.equation("A.17")
def test_moment_of_the_weight_of_bar_1():
    r = sp.Matrix([-l2 / 2, l1 + 3 * d / 2, 0])
    assert_same(moment(r, (0, -m1 * g, 0)), [0, 0, m1 * g * l2 / 2], "(A.17)")
    element = integral(-x * rho * g, bar(0))  # the moment of every mass element, added up
    assert_same(element, m1 * g * l2 / 2, "(A.17) by integration")


@pytest.mark.equation("A.19", exercised=True)
def test_a_compressed_spring_pushes_up():
    for numbers in NUMBERS:
        model = SYSTEM.numeric(**numbers)
        p = model.parameters
        assert_close(model.output("f_c", [0.0]), -p["c"] * (p["l_f_phi0"] - p["l_f0"]), "(A.19)")
        needed = model.output("l_f0_required", [0.0])
        assert_close(-p["c"] * (p["l_f_phi0"] - needed), model.output("f_c0", [0.0]), "(A.19): the preload")
    assert SYSTEM.numeric(l_f0=0.5).output("f_c", [0.0]) > 0, "a spring shorter than relaxed pushes"


@pytest.mark.equation("A.20")
def test_inertia_of_bar_1_about_its_centre():
    own = Region.cartesian((x, -l2 / 2, l2 / 2), (y, -d / 2, d / 2), (z, -b / 2, b / 2))
    printed = m1 / 12 * (l2**2 + d**2)
    assert_same(integral(rho * (x**2 + y**2), own), printed, "(A.20) by integration")
    assert_same(cuboid(m1, l2, d, b)[2, 2], printed, "(A.20): the library")


@pytest.mark.equation("A.21")
def test_steiner_leads_to_the_hinge():
    printed = m1 / 12 * (l2**2 + d**2) + m1 * (CENTRES[0][0] ** 2 + CENTRES[0][1] ** 2)
    assert_same(integral(rho * (x**2 + y**2), bar(0)), printed, "(A.21): integral about A")
    shifted = parallel_axis(cuboid(m1, l2, d, b), m1, (*CENTRES[0], 0))
    assert_same(shifted[2, 2], printed, "(A.21): the library")


def turned(place) -> np.ndarray:
    """Function of the angle that gives a place of the frame, with complex numbers."""
    return lambda angle: np.exp(1j * angle) * complex(*place)


@pytest.mark.equation("A.22", "A.24")
@pytest.mark.parametrize("angle", ANGLES)
def test_places_of_the_turned_frame(angle):
    model = SYSTEM.numeric()
    p = model.parameters
    centre = (-p["l2"] / 2, p["l1"] + 1.5 * p["d"])
    for (r_x, r_y), what in ((centre, "(A.22)"), ((-p["l2"], p["d"] + p["l1"]), "(A.24)")):
        printed = [r_x * np.cos(angle) - r_y * np.sin(angle), r_x * np.sin(angle) + r_y * np.cos(angle)]
        by_hand = turned((r_x, r_y))(angle)
        assert_close([by_hand.real, by_hand.imag], printed, what)
    ours = model.evaluate(masses_of(SYSTEM.bodies[0].pose.p).subs(SYSTEM.abbreviations)[:2], [angle])
    by_hand = turned(centre)(angle)
    assert_close(ours, [by_hand.real, by_hand.imag], "(A.22): bar 1 of the system")


@pytest.mark.equation("A.23")
@pytest.mark.parametrize("angle", ANGLES)
def test_moment_of_the_turned_weight(angle):
    p = SYSTEM.numeric().parameters
    r_x, r_y, mass = -p["l2"] / 2, p["l1"] + 1.5 * p["d"], 3.0
    printed = -(r_x * np.cos(angle) - r_y * np.sin(angle)) * mass * 9.81
    height = lambda a: np.array([mass * 9.81 * turned((r_x, r_y))(a[0]).imag])  # noqa: E731
    assert_close(-slope(height, np.array([angle]))[0, 0], printed, "(A.23): the slope of the potential energy")


@pytest.mark.equation("A.26", "A.27")
@pytest.mark.parametrize("numbers, angle", list(product(NUMBERS, ANGLES)))
def test_length_and_force_of_the_spring(numbers, angle):
    model = SYSTEM.numeric(**numbers)
    p = model.parameters
    top = turned((-p["l2"], p["d"] + p["l1"]))(angle)
    foot = complex(-p["l2"], p["d"] + p["l1"] - p["l_f_phi0"])
    assert_close(model.output("l_f", [angle]), abs(top - foot), "(A.26)")
    energy = lambda r: np.array([p["c"] / 2 * (abs(complex(*r) - foot) - p["l_f0"]) ** 2])  # noqa: E731
    gradient = -slope(energy, np.array([top.real, top.imag]))[0]  # the force of a potential (3.63)
    printed = -p["c"] * (abs(top - foot) - p["l_f0"]) * (top - foot) / abs(top - foot)
    assert_close([printed.real, printed.imag], gradient, "(A.27) is minus the gradient of the energy", rtol=1e-7)
    assert_close(model.output("spring_force", [angle])[:2], gradient, "(A.27): the system", rtol=1e-7)


@pytest.mark.equation("A.28")
@pytest.mark.parametrize("numbers, angle", list(product(NUMBERS, ANGLES)))
def test_angular_momentum_about_the_hinge(numbers, angle):
    """Inertia and moments by quadrature over the area of the frame, the spring by its force."""
    model = SYSTEM.numeric(**numbers)
    p = model.parameters
    nodes, weights = np.polynomial.legendre.leggauss(4)
    values = {s: p[name] for name, s in zip(SYSTEM.parameters, SYSTEM.parameters.symbols, strict=True)}
    load = complex(p["d"] + p["l_m"], p["d"])
    inertia, torque = (
        p["m_m"] * abs(load) ** 2,
        -p["m_m"] * p["g"] * turned((load.real, load.imag))(angle).real,
    )
    for edges in EDGES:
        (x0, x1), (y0, y1) = ([float(sp.sympify(e).subs(values)) for e in pair] for pair in edges)
        for (s, ws), (t, wt) in product(zip(nodes, weights, strict=True), repeat=2):
            place = complex((x0 + x1 + s * (x1 - x0)) / 2, (y0 + y1 + t * (y1 - y0)) / 2)
            dm = p["rho"] * p["b"] * (x1 - x0) * (y1 - y0) / 4 * ws * wt
            inertia += dm * abs(place) ** 2
            torque -= dm * p["g"] * (np.exp(1j * angle) * place).real
    f_x, f_y, _ = model.output("spring_force", [angle])
    top = turned((-p["l2"], p["d"] + p["l1"]))(angle)
    torque += top.real * f_y - top.imag * f_x
    assert_close(model.mass_matrix([angle])[0, 0], inertia, "(A.28): I_A")
    assert_close(model.accelerations([angle], [1.3])[0], torque / inertia, "(A.28)")
