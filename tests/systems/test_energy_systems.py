"""Section 3.4: energies of fields and springs against integrals and linear systems that take nothing from ours."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

from mechanics import systems
from mechanics.model import ModelError

quick = settings(max_examples=30, deadline=None, derandomize=True)
stiffness = st.floats(1.0, 1e4)
length = st.floats(0.01, 2.0)


# --- gravity_potential ------------------------------------------------------------------------------------


def test_the_summit_holds_m_g_h():
    assert systems.load("gravity_potential").solve(m=80.0, g=9.81, h=2962.0)["V"] == pytest.approx(80 * 9.81 * 2962)


def test_both_hikers_have_done_the_same_work_at_the_summit_and_not_before():
    problem = systems.load("gravity_potential")
    steep, gentle, p_1, p_2 = (row[0] for row in problem.motion.quantities.values())
    end = float(problem.evaluate([problem.motion.end], {})[0])
    times = np.linspace(0, end, 2001)
    values = problem.evaluate([steep, gentle, p_1, p_2], {}, times)
    V = problem.solve()["V"]
    assert values[-1, :2] == pytest.approx([V, V])
    assert abs(values[:, 0] - values[:, 1]).max() > 0.05 * V, "on the way the two must differ, or there is no question"
    assert values[:, 3].min() < 0, "the gentle way goes down in between"
    energy = np.cumsum((values[1:, 2:] + values[:-1, 2:]) / 2 * np.diff(times)[:, None], axis=0)  # (3.58)
    assert energy == pytest.approx(values[1:, :2], rel=1e-3, abs=1e-3 * V)


# --- potential_force --------------------------------------------------------------------------------------

FORCE = systems.load("potential_force")


def test_a_gradient_has_the_potential_that_it_came_from():
    """V = x² y + y z."""
    found = FORCE.solve(f=["2*x*y", "x**2 + z", "y"], r_ref=[1, 1, 1], r=[2, -1, 3])
    assert found["is_conservative"] is True and found["path_integrals_equal"] is True
    assert found["curl_at_r"] == pytest.approx([0, 0, 0], abs=1e-12)
    assert found["V"] == pytest.approx((-4 - 3) - (1 + 1))


def test_the_sign_is_that_of_the_force_that_loads_the_store():
    found = FORCE.solve(f=["0", "0", "70*9.81"], r_ref=[0, 0, 0], r=[5, -3, 10])
    assert found["V"] == pytest.approx(70 * 9.81 * 10), "lifting stores energy, V = + ∫ f dr"


def test_a_force_with_curl_has_no_potential():
    found = FORCE.solve(f=["-y", "x", "0"], r_ref=[0, 0, 0], r=[1, 2, 3])
    assert found == {
        "is_conservative": False,
        "curl_at_r": [0, 0, 2],
        "path_integrals_equal": False,
        "V": None,
    }


def test_a_vortex_without_curl_has_none_either():
    found = FORCE.solve(f=["-y/(x**2 + y**2)", "x/(x**2 + y**2)", "0"], r_ref=[1, 0, 0], r=[0, 1, 0])
    assert found["curl_at_r"] == pytest.approx([0, 0, 0], abs=1e-12)
    assert not found["is_conservative"] and not found["path_integrals_equal"] and found["V"] is None


def test_a_closed_way_is_enough_to_find_the_curl():
    assert FORCE.solve(f=["0", "z", "0"], r_ref=[1, 1, 1], r=[1, 1, 1])["is_conservative"] is False
    same = FORCE.solve(f=["x", "y", "z"], r_ref=[1, 1, 1], r=[1, 1, 1])
    assert same["is_conservative"] is True and same["V"] == pytest.approx(0, abs=1e-12)


def test_gravitation_is_conservative_around_its_centre():
    f = [f"7/(x**2 + y**2 + z**2)**1.5*{r}" for r in "xyz"]
    found = FORCE.solve(f=f, r_ref=[2, 0, 0], r=[-1, 0, 0])
    assert found["is_conservative"] is True
    assert found["V"] == pytest.approx(7 / 2 - 7 / 1, rel=1e-7)


@quick
@given(st.lists(st.floats(-2, 2), min_size=3, max_size=3))
def test_the_gradient_of_the_potential_is_the_force(r):
    """(3.68) by differences, for a field without a polynomial potential."""
    f = ["y*cos(x*y)", "x*cos(x*y) + exp(-z)", "-y*exp(-z)"]
    exact = [r[1] * np.cos(r[0] * r[1]), r[0] * np.cos(r[0] * r[1]) + np.exp(-r[2]), -r[1] * np.exp(-r[2])]
    h = 1e-4
    slopes = [
        (FORCE.solve(f=f, r=list(r + h * e))["V"] - FORCE.solve(f=f, r=list(r - h * e))["V"]) / (2 * h)
        for e in np.eye(3)
    ]
    assert slopes == pytest.approx(exact, abs=1e-5)


def test_the_energy_of_a_body_in_the_field_is_constant():
    """A body on which the store acts with -f_p: its speed shows that V is the energy."""
    f, m = ["2*x*y", "x**2 + z", "y"], 2.0

    def rate(_, x):
        force = np.array([2 * x[0] * x[1], x[0] ** 2 + x[2], x[1]])
        return [*x[3:], *(-force / m)]

    run = solve_ivp(rate, (0, 1.5), [0.5, 1.0, 0.2, 0.1, -0.3, 0.4], rtol=1e-10, atol=1e-12)
    energies = [FORCE.solve(f=f, r=list(x[:3]))["V"] + m * x[3:] @ x[3:] / 2 for x in (run.y[:, 0], run.y[:, -1])]
    assert energies[1] == pytest.approx(energies[0], rel=1e-8)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"f": ["x", "y"]}, "must be 3 texts"),
        ({"f": ["x", "y", "q"]}, "contains q; a formula of x, y, z is expected"),
        ({"f": ["x", "y", "__import__('os').getcwd()"]}, "cannot be read"),
        ({"f": ["1/x", "0", "0"]}, r"no finite real value at \(0, 0, 0\)"),
        ({"f": ["1/x", "0", "0"], "r_ref": [-1, 0, 0]}, "No two paths"),
        ({"r": [1, 2]}, "must be 3 numbers"),
    ],
)
def test_what_is_no_force_is_one_clear_error(changes, reason):
    with pytest.raises(ModelError, match=reason):
        FORCE.solve(**changes)


# --- springs_series_parallel ------------------------------------------------------------------------------


@quick
@given(stiffness, stiffness, length, length, st.floats(-100, 100))
def test_the_springs_in_a_row_as_a_linear_system(c1, c2, s01, s02, f):
    """The joint and the end are in equilibrium; nothing of the formula is used."""
    found = systems.load("springs_series_parallel").solve(c1=c1, c2=c2, s01=s01, s02=s02)
    K = np.array([[c1 + c2, -c2], [-c2, c2]])  # positions of joint and end
    joint, end = np.linalg.solve(K, [c1 * s01 - c2 * s02, c2 * s02 + f])
    assert found["c_series"] * (end - found["s0_series"]) == pytest.approx(f, rel=1e-6, abs=1e-6)


@quick
@given(stiffness, stiffness, length, length)
def test_the_springs_side_by_side_rest_at_the_least_energy(c1, c2, s01, s02):
    found = systems.load("springs_series_parallel").solve(c1=c1, c2=c2, s01=s01, s02=s02)
    s = found["s0_parallel"]
    energy = minimize(lambda x: (c1 * (x[0] - s01) ** 2 + c2 * (x[0] - s02) ** 2) / 2, [s + 0.1], tol=1e-12)
    assert energy.x[0] == pytest.approx(s, abs=1e-5)
    assert min(s01, s02) - 1e-12 <= s <= max(s01, s02) + 1e-12
    assert found["c_parallel"] == pytest.approx(c1 + c2)


def test_two_equal_springs():
    found = systems.load("springs_series_parallel").solve(c1=80.0, c2=80.0, s01=0.1, s02=0.1)
    assert found == pytest.approx({"c_series": 40, "s0_series": 0.2, "c_parallel": 160, "s0_parallel": 0.1})


# --- leaf_spring_two_masses -------------------------------------------------------------------------------


@quick
@given(stiffness, stiffness, stiffness, st.floats(-0.2, 0.2), st.floats(-0.2, 0.2))
def test_the_energy_is_that_of_three_springs(c1, c2, c12, z1, z2):
    found = systems.load("leaf_spring_two_masses").solve(c1=c1, c2=c2, c12=c12, z1=z1, z2=z2)
    three = (c1 * z1**2 + c2 * z2**2 + c12 * (z1 - z2) ** 2) / 2
    assert found["V"] == pytest.approx(three, rel=1e-9, abs=1e-12)
    assert np.array(found["K"]) @ [z1, z2] == pytest.approx(found["f_F"], rel=1e-9, abs=1e-9)
    assert found["K_eigenvalues"] == pytest.approx(np.linalg.eigvalsh(found["K"]), rel=1e-6)
    assert found["K_eigenvalues"][0] > 0, "springs that hold both masses make K positive definite"


def test_without_the_leaf_spring_the_masses_do_not_know_each_other():
    K = systems.load("leaf_spring_two_masses").solve(c12=1e-9)["K"]
    assert np.array(K) == pytest.approx(np.diag([200.0, 120.0]), abs=1e-8)


def test_the_work_is_the_same_in_both_orders():
    problem = systems.load("leaf_spring_two_masses")
    works = problem.evaluate([problem.motion.quantities[k][0] for k in ("W_a", "W_b")], {}, np.linspace(0, 4, 9))
    assert works[-1] == pytest.approx([problem.solve()["V"]] * 2)
    assert abs(works[4, 0] - works[4, 1]) > 0.1, "in the corner of the ways the two differ"


def test_the_contour_lines_are_lines_of_equal_energy():
    problem = systems.load("leaf_spring_two_masses")
    outer = [s for s in problem.scene().shapes if getattr(s, "role", "") == "guide"][-1]
    points = problem.evaluate([x for point in outer.points for x in point[:2]], {}).reshape(-1, 2)
    z = (points - [1.14, 0.3]) / 2
    K = np.array(problem.solve()["K"])
    assert np.einsum("ki,ij,kj->k", z, K, z) / 2 == pytest.approx(np.full(len(z), problem.solve()["V"]))
