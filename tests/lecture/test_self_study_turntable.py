"""Aufgabe A.6, the mass on a turntable; (A.46)-(A.58)."""

import numpy as np
import pytest
from scipy.optimize import brentq

from mechanics import systems

from .compare import assert_close, slope

PROBLEM = systems.load("turntable_mass")
RNG = np.random.default_rng(6)
CASES = [{name: v.default * RNG.uniform(0.6, 1.6) for name, v in PROBLEM.inputs.items()} for _ in range(8)]


def axes(p: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
    """Along the surface outwards, and away from it, in the plane of the axis (x outwards, y upwards)."""
    turn = np.exp(1j * p["beta"])
    return np.array([turn.real, turn.imag]), np.array([-turn.imag, turn.real])


def circle(p: dict[str, float]) -> np.ndarray:
    """Acceleration of the mass, by differences of its path in space, in the plane of the axis."""
    r, z = (p["s_m"] + p["l"]) * axes(p)[0]

    def place(t: np.ndarray) -> np.ndarray:
        angle = p["omega"] * t[0]
        return np.array([r * np.cos(angle), r * np.sin(angle), z])

    velocity = lambda t: slope(place, t, 1e-3)[:, 0]  # noqa: E731
    return slope(velocity, np.array([0.0]), 1e-3)[[0, 2], 0]


def contact(p: dict[str, float], omega: float) -> tuple[float, float]:
    """Friction inwards and normal force that Newton's law asks for."""
    along, normal = axes(p)
    acceleration = circle(p | {"omega": 1.0}) * omega**2
    force = p["m"] * (acceleration + [0, p["g"]]) + p["c"] * (p["s_m"] - p["s0"]) * along
    return -force @ along, force @ normal


@pytest.mark.equation("A.46")
@pytest.mark.parametrize("p", CASES)
def test_centrifugal_force(p):
    printed = p["m"] * (p["s_m"] + p["l"]) * np.cos(p["beta"]) * p["omega"] ** 2
    assert_close(-p["m"] * circle(p), [printed, 0], "(A.46) is -m times the acceleration of the circle", rtol=1e-6)
    assert_close(PROBLEM.solve(**p)["f_f"], printed, "(A.46): the system")


@pytest.mark.equation("A.47", "A.48", exercised=True)
@pytest.mark.parametrize("p", CASES)
def test_weight_and_spring(p):
    found = PROBLEM.solve(**p)
    assert_close(np.hypot(found["f_gt"], found["f_gn"]), p["m"] * p["g"], "(A.47): the weight from its components")
    assert_close(found["f_c"], p["c"] * (p["s_m"] - p["s0"]), "(A.48)")
    assert PROBLEM.solve(**p | {"s0": p["s_m"]})["f_c"] == 0, "(A.48): relaxed it pulls at nothing"


@pytest.mark.equation("A.49a", "A.49b")
@pytest.mark.parametrize("p", CASES)
def test_components_of_the_weight(p):
    along, normal = axes(p)
    gravity = np.array([0, -p["m"] * p["g"]])
    printed = [p["m"] * p["g"] * np.cos(p["beta"]), p["m"] * p["g"] * np.sin(p["beta"])]
    assert_close([-gravity @ normal, -gravity @ along], printed, "(A.49a), (A.49b)")
    found = PROBLEM.solve(**p)
    assert_close([found["f_gn"], found["f_gt"]], printed, "(A.49a), (A.49b): the system")


@pytest.mark.equation("A.50a", "A.50b")
@pytest.mark.parametrize("p", CASES)
def test_components_of_the_centrifugal_force(p):
    along, normal = axes(p)
    reach = p["m"] * (p["s_m"] + p["l"]) * p["omega"] ** 2
    printed = [reach * np.cos(p["beta"]) * np.sin(p["beta"]), reach * np.cos(p["beta"]) ** 2]
    outwards = -p["m"] * circle(p)
    assert_close([-outwards @ normal, outwards @ along], printed, "(A.50a), (A.50b)", rtol=1e-6)
    found = PROBLEM.solve(**p)
    assert_close([found["f_fn"], found["f_ft"]], printed, "(A.50a), (A.50b): the system")


@pytest.mark.equation("A.51", exercised=True)
@pytest.mark.parametrize("p", CASES)
def test_largest_friction(p):
    printed = p["mu_H"] * p["m"] * (
        p["g"] * np.cos(p["beta"]) + (p["s_m"] + p["l"]) * np.cos(p["beta"]) * np.sin(p["beta"]) * p["omega"] ** 2
    )  # fmt: skip
    _, f_N = contact(p, p["omega"])
    assert_close(printed, p["mu_H"] * f_N, "(A.51): stiction (3.77) with the normal force", rtol=1e-6)
    assert_close(PROBLEM.solve(**p)["f_r_max"], printed, "(A.51): the system")


def sticks(p: dict[str, float], side: int) -> bool:
    """(A.52) for side = 1, (A.53) for -1."""
    y = PROBLEM.solve(**p)
    pull = y["f_ft"] - y["f_gt"] - y["f_c"]
    limit = p["mu_H"] * (y["f_gn"] + y["f_fn"])
    return bool(pull < limit if side > 0 else pull > -limit)


@pytest.mark.equation("A.52", "A.53")
@pytest.mark.parametrize("p", CASES)
def test_stick_conditions(p):
    """Both together are Coulomb's condition on the contact force, at every speed."""
    for omega in np.linspace(0.1, 12.0, 40):
        f_r, f_N = contact(p, omega)
        margin = p["mu_H"] * f_N - np.array([1, -1]) * f_r
        both = [sticks(p | {"omega": omega}, side) for side in (1, -1)]
        assert both == (margin > 0).tolist(), f"(A.52), (A.53) at omega = {omega:g}"
        assert PROBLEM.solve(**p | {"omega": omega})["sticks"] is all(both), f"the system at omega = {omega:g}"


def limit_speed(p: dict[str, float], side: int) -> float | None:
    """Where the friction is used up outwards (1) or inwards (-1), by bisection; None where it never is."""

    def margin(omega: float) -> float:
        f_r, f_N = contact(p, omega)
        return p["mu_H"] * f_N - side * f_r

    return brentq(margin, 0.0, 60.0, xtol=1e-12) if margin(0.0) * margin(60.0) < 0 else None


def printed_54(p: dict[str, float], omega: float, place: float) -> bool:
    """(A.54) with `place` for the letter x_m of the right side."""
    cos, sin = np.cos(p["beta"]), np.sin(p["beta"])
    left = p["m"] * (p["s_m"] + p["l"]) * cos**2 * omega**2 - p["m"] * p["g"] * sin - p["c"] * (p["s_m"] - p["s0"])
    right = p["mu_H"] * p["m"] * (p["g"] * cos + (place + p["l"]) * cos * sin * omega**2)
    return bool(left > right)


@pytest.mark.equation("A.54")
def test_slip_outwards_and_the_misprint_of_the_place():
    """The print has x_m on the right, a letter that the task does not know; only the spring's length s_m is right."""
    met = 0
    for p in CASES:
        limit = limit_speed(p, 1)
        if limit is None:
            continue
        met += 1
        for omega, slips in ((0.999 * limit, False), (1.001 * limit, True)):
            assert printed_54(p, omega, p["s_m"]) is slips, "(A.54) with s_m"
        wrong = [printed_54(p, 0.999 * limit, x) or not printed_54(p, 1.001 * limit, x)
                 for x in (0.0, p["s_m"] - p["s0"], (p["s_m"] + p["l"]) * np.cos(p["beta"]))]  # fmt: skip
        assert all(wrong), "read as zero, as the spring's stretch or as the radius, x_m misses the limit"
    assert met > 4


@pytest.mark.equation("A.55", "A.56")
def test_critical_speed_outwards():
    met = 0
    for p in CASES:
        limit, cos, sin = limit_speed(p, 1), np.cos(p["beta"]), np.sin(p["beta"])
        if limit is None:
            continue
        met += 1
        mass, reach = p["m"], p["m"] * (p["s_m"] + p["l"])
        square = (mass * p["g"] * (sin + p["mu_H"] * cos) + p["c"] * (p["s_m"] - p["s0"])) / (
            reach * cos**2 - p["mu_H"] * reach * cos * sin
        )
        assert_close(square, limit**2, "(A.55)", rtol=1e-6)
        assert_close(PROBLEM.solve(**p)["omega_crit_out"], np.sqrt(square), "(A.56): the positive root")
    assert met > 4


@pytest.mark.equation("A.57")
def test_the_printed_sign_is_the_stick_condition():
    """(A.54) says when the mass slips, (A.57) with the same sign when it sticks; for slipping it has to be "<"."""
    met = 0
    for p in CASES:
        limit, cos, sin = limit_speed(p, -1), np.cos(p["beta"]), np.sin(p["beta"])
        if limit is None:
            continue
        met += 1
        for omega, slips in ((0.999 * limit, True), (1.001 * limit, False)):
            reach = p["m"] * (p["s_m"] + p["l"]) * cos * omega**2
            left = reach * cos - p["m"] * p["g"] * sin - p["c"] * (p["s_m"] - p["s0"])
            right = -p["mu_H"] * (p["m"] * p["g"] * cos + reach * sin)
            assert bool(left > right) is not slips, "(A.57) as printed holds where the mass sticks"
            f_r, f_N = contact(p, omega)
            assert bool(-f_r > p["mu_H"] * f_N) is slips, "Newton and Coulomb at this speed"
            assert bool(left < right) is slips, "with < it says when the mass slips inwards"
    assert met > 2


@pytest.mark.equation("A.58")
def test_critical_speed_inwards():
    met = 0
    for p in CASES:
        limit, cos, sin = limit_speed(p, -1), np.cos(p["beta"]), np.sin(p["beta"])
        reach = p["m"] * (p["s_m"] + p["l"])
        square = (p["m"] * p["g"] * (sin - p["mu_H"] * cos) + p["c"] * (p["s_m"] - p["s0"])) / (
            reach * cos**2 + p["mu_H"] * reach * cos * sin
        )
        if limit is None:
            assert square <= 0 and PROBLEM.solve(**p)["omega_crit_in"] is None, "(A.58): it never slips inwards"
            continue
        met += 1
        assert_close(square, limit**2, "(A.58)", rtol=1e-6)
        assert_close(PROBLEM.solve(**p)["omega_crit_in"], np.sqrt(square), "(A.58): the positive root")
    assert met > 2
    with_hold = CASES[0] | {"s0": CASES[0]["s_m"], "beta": 0.1, "mu_H": 0.5}
    assert limit_speed(with_hold, -1) is None and PROBLEM.solve(**with_hold)["omega_crit_in"] is None
