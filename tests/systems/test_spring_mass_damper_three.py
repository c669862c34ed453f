"""Three masses on springs and dampers (Beispiel 3.10), its matrices and their definiteness (Aufgabe 3.14)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics import systems
from mechanics.demonstrations.spring_mass_damper_response import spring_mass_damper_response
from mechanics.oscillators import Oscillator, quadratic_form

SYSTEM = systems.load("spring_mass_damper_three")
MATRICES = systems.load("definiteness_k_d")
NAMES = ("c11", "c22", "c13", "c23", "d11", "d22", "d13")
positive = st.floats(0.1, 50.0)


def test_at_rest_every_spring_carries_what_lies_above_it():
    model = SYSTEM.numeric(s011=0.7, s023=0.5)
    p, load = model.parameters, 4.0
    s1, s2, s3 = model.output("q_R", np.zeros(3), u={"f_L": load})
    push13, push23 = p["c13"] * (p["s013"] - (s3 - s1)), p["c23"] * (p["s023"] - (s3 - s2))
    assert push13 + push23 == pytest.approx(p["m3"] * p["g"] + load)
    assert p["c11"] * (p["s011"] - s1) == pytest.approx(p["m1"] * p["g"] + push13)
    assert p["c22"] * (p["s022"] - s2) == pytest.approx(p["m2"] * p["g"] + push23)


def test_the_motion_ends_in_the_position_of_rest():
    model = SYSTEM.numeric(d11=8.0, d22=8.0, d13=4.0)
    run = model.simulate(t=30.0, u={"f_L": -5.0})
    assert run.q[-1] == pytest.approx(model.output("q_R", run.q[-1], u={"f_L": -5.0}), abs=1e-6)


def test_without_dampers_and_load_the_energy_stays():
    run = SYSTEM.numeric(d11=0, d22=0, d13=0).simulate(t=20.0, rtol=1e-10, atol=1e-10)
    assert np.ptp(run.energy) < 1e-6 * run.kinetic.max()


def test_the_output_is_the_rate_of_the_energy_along_a_motion():
    t = np.linspace(0, 2, 2001)
    run = SYSTEM.numeric().simulate(t=t, u={"f_L": lambda t: 9 * np.sin(3 * t)}, rtol=1e-10, atol=1e-10)
    assert np.gradient(run.energy, t)[1:-1] == pytest.approx(run["E_d"][1:-1], abs=2e-3)


def test_the_linear_model_is_the_system_itself():
    """It is linear: the matrices about any equilibrium are those of (3.92)."""
    model = SYSTEM.numeric()
    rest = model.equilibria()[0].q
    about = Oscillator.linearized(model, rest)
    found = MATRICES.solve()
    for name in ("K", "D"):
        assert np.array(getattr(about, name).tolist(), float) == pytest.approx(np.array(found[name]), abs=1e-9)


class TestDefiniteness:
    @given(st.lists(positive, min_size=7, max_size=7))
    def test_with_all_springs_and_dampers_every_eigenvalue_is_positive(self, values):
        found = MATRICES.solve(**dict(zip(NAMES, values, strict=True)))
        for name in ("K", "D"):
            matrix = np.array(found[name])
            assert found[f"{name}_eigenvalues"][0] > 0, f"{name} = {matrix.tolist()}"
            assert sum(found[f"{name}_eigenvalues"]) == pytest.approx(np.trace(matrix))
            assert found[f"{name}_leading_minors"][-1] == pytest.approx(np.prod(found[f"{name}_eigenvalues"]), rel=1e-6)

    @given(st.lists(positive, min_size=7, max_size=7), st.lists(st.floats(-2, 2), min_size=3, max_size=3))
    def test_quadratic_forms_are_the_sums_over_springs_and_dampers(self, values, z):
        c11, c22, c13, c23, d11, d22, d13 = values
        found = MATRICES.solve(**dict(zip(NAMES, values, strict=True)))
        z1, z2, z3 = z
        springs = c11 * z1**2 + c22 * z2**2 + c13 * (z1 - z3) ** 2 + c23 * (z2 - z3) ** 2
        assert quadratic_form(found["K"], z) == pytest.approx(springs, abs=1e-9)
        assert quadratic_form(found["D"], z) == pytest.approx(
            d11 * z1**2 + d22 * z2**2 + d13 * (z1 - z3) ** 2, abs=1e-9
        )

    def test_leading_minors_of_the_map(self):
        c = {"c11": 2.0, "c22": 3.0, "c13": 5.0, "c23": 7.0}
        found = MATRICES.solve(**c, d11=1.0, d22=2.0, d13=4.0)
        assert found["K_leading_minors"] == [7.0, 70.0, 2 * 5 * (3 + 7) + 3 * 7 * (2 + 5)]
        assert found["D_leading_minors"] == [5.0, 10.0, 1 * 4 * 2]

    @pytest.mark.parametrize(
        ("missing", "name"),
        [({"c11": 0, "c22": 0}, "K"), ({"d11": 0}, "D"), ({"d13": 0}, "D"), ({"d22": 0}, "D")],
    )
    def test_what_nothing_holds_or_brakes_has_the_eigenvalue_zero(self, missing, name):
        assert MATRICES.solve(**missing)[f"{name}_eigenvalues"][0] == 0


class TestResponse:
    def test_amplitudes_are_those_of_the_steady_motion(self):
        problem, omega = spring_mass_damper_response(), 6.5
        damped = {"d11": 4.0, "d22": 4.0, "d13": 2.0}
        found = problem.solve(omega=omega, f=3.0, **damped)
        model = SYSTEM.numeric(**damped)
        t = np.concatenate([[0.0], np.linspace(30, 31, 200)])
        run = model.simulate(t=t, u={"f_L": lambda t: 3.0 * np.cos(omega * t)})
        strokes = np.ptp(run.q[1:], axis=0) / 2
        assert [found["a1"], found["a2"], found["a3"]] == pytest.approx(strokes, rel=1e-3)

    def test_a_slow_load_shifts_the_masses_as_a_constant_one_does(self):
        slow = spring_mass_damper_response().solve(omega=1e-3, f=2.0)
        loaded, free = (SYSTEM.numeric().output("q_R", np.zeros(3), u={"f_L": f}) for f in (2.0, 0.0))
        assert list(slow.values()) == pytest.approx(free - loaded, rel=1e-6)
