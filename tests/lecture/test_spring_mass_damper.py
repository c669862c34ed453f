"""Section 3.6: three masses on springs and dampers, and linear systems of that kind in general; (3.91)-(3.101)."""

import numpy as np
import pytest
import sympy as sp
from sympy import Matrix, diag

from mechanics import systems
from mechanics.model import ModelError, t
from mechanics.oscillators import Oscillator, definiteness
from mechanics.systems.chapter_3.spring_mass_damper_three import oscillator

from .compare import assert_close, assert_same

SYSTEM = systems.load("spring_mass_damper_three")
P, F_L = SYSTEM.parameters, SYSTEM.inputs.f_L
S = S1, S2, S3 = SYSTEM.coordinates.symbols
V1, V2, V3 = RATES = [s.diff(t) for s in S]
LINEAR = oscillator(P)
RNG = np.random.default_rng(391)


def printed_balances() -> list[sp.Expr]:
    """(3.91a)-(3.91c) as printed, everything on the left."""
    p = P
    spring13, spring23 = p.c13 * (S3 - S1 - p.s013), p.c23 * (S3 - S2 - p.s023)
    return [
        p.m1 * S1.diff(t, 2) + p.m1 * p.g + p.c11 * (S1 - p.s011) + p.d11 * V1 - spring13 + p.d13 * (V1 - V3),
        p.m2 * S2.diff(t, 2) + p.m2 * p.g + p.c22 * (S2 - p.s022) + p.d22 * V2 - spring23,
        p.m3 * S3.diff(t, 2) + p.m3 * p.g + spring13 - p.d13 * (V1 - V3) + spring23 + F_L,
    ]


@pytest.mark.equation("3.91a", "3.91b", "3.91c")
def test_balances_of_the_three_masses():
    for k, (row, printed) in enumerate(zip(SYSTEM.equations_of_motion, printed_balances(), strict=True)):
        assert_same(row.lhs - row.rhs, printed, f"(3.91{'abc'[k]}): row of {S[k]}")


@pytest.mark.equation("3.91a", "3.91b", "3.91c")
def test_balances_against_the_free_bodies():
    """Each spring and damper as an element of its own, that pulls both its ends with the same force."""
    model = SYSTEM.numeric(s013=0.5)
    p = model.parameters
    elements = [("c11", "d11", None, 0, "s011"), ("c22", "d22", None, 1, "s022"),
                ("c13", "d13", 0, 2, "s013"), ("c23", None, 1, 2, "s023")]  # fmt: skip
    for _ in range(5):
        s, v, load = RNG.uniform(0.2, 1.5, 3), RNG.normal(size=3), RNG.normal()
        force = np.array([-p[m] * p["g"] for m in ("m1", "m2", "m3")])
        force[2] -= load
        for c, d, low, high, length in elements:
            x_low, v_low = (0.0, 0.0) if low is None else (s[low], v[low])
            tension = p[c] * (s[high] - x_low - p[length]) + (p[d] * (v[high] - v_low) if d else 0.0)
            force[high] -= tension
            if low is not None:
                force[low] += tension
        ours = model.accelerations(s, v, {"f_L": load})
        assert_close(ours, force / [p["m1"], p["m2"], p["m3"]], "(3.91): accelerations from the free bodies")


@pytest.mark.equation("3.92")
def test_matrix_form():
    """Only all three balances together give it; the printed reference to (3.91c) alone is a misprint."""
    rows = LINEAR.equations_of_motion(S, [F_L])
    for k, (row, balance) in enumerate(zip(rows, printed_balances(), strict=True)):
        assert_same(row.lhs - row.rhs, balance, f"(3.92): row {k + 1}")
    assert (rows[0].lhs - rows[0].rhs - printed_balances()[2]).expand() != 0


def random_parameters() -> dict[str, float]:
    return {name: RNG.uniform(0.5, 20) for name in P}


@pytest.mark.equation("3.93", "3.94")
def test_damping_and_stiffness_matrix():
    p = P
    # fmt: off
    D = Matrix([[p.d11 + p.d13, 0,     -p.d13],
                [0,             p.d22, 0],
                [-p.d13,        0,     p.d13]])
    K = Matrix([[p.c11 + p.c13, 0,             -p.c13],
                [0,             p.c22 + p.c23, -p.c23],
                [-p.c13,        -p.c23,        p.c13 + p.c23]])
    # fmt: on
    assert_same(LINEAR.D, D, "(3.93): D")
    assert_same(LINEAR.K, K, "(3.94): K")
    for _ in range(10):
        numbers = LINEAR.with_values(**random_parameters())
        for name in ("D", "K"):
            matrix = np.array(getattr(numbers, name).tolist(), float)
            assert (matrix == matrix.T).all() and np.linalg.eigvalsh(matrix)[0] > 0, f"{name} is not positive definite"
    assert definiteness(LINEAR.K) == "positive definite"
    assert definiteness(LINEAR.D) == "undecided", "symbols d >= 0 may be zero"
    assert definiteness(LINEAR.D.subs(p.d11, 0)) == "positive semidefinite"


@pytest.mark.equation("3.95")
def test_vectors_of_constants_and_of_the_input():
    p = P
    k = [
        -p.m1 * p.g + p.c11 * p.s011 - p.c13 * p.s013,
        -p.m2 * p.g + p.c22 * p.s022 - p.c23 * p.s023,
        -p.m3 * p.g + p.c13 * p.s013 + p.c23 * p.s023,
    ]
    assert_same(LINEAR.k, Matrix(k), "(3.95): k")
    assert_same(LINEAR.B, Matrix([0, 0, -1]), "(3.95): b")
    at_zero = {**dict.fromkeys(RATES, 0), **dict.fromkeys(S, 0)}
    ours = -SYSTEM.potential_forces.subs(at_zero)
    assert_same(ours, Matrix(k), "(3.95): k is what acts on the masses at q = 0")


@pytest.mark.equation("3.96")
def test_position_of_rest():
    for _ in range(3):
        values = random_parameters()
        numbers = {v.symbol: values[name] for name, v in P.items()}
        at = np.array(LINEAR.static_position().subs(numbers).tolist(), float).ravel()
        model = SYSTEM.numeric(**values)
        assert_close(model.accelerations(at), np.zeros(3), "(3.96): it does not rest at K⁻¹ k", 1e-7)
        (found,) = model.equilibria()
        assert_close(found.q, at, "(3.96): the equilibrium of spring_mass_damper_three", 1e-6)


@pytest.mark.equation("3.97")
def test_in_deviations_the_constants_cancel():
    rest = LINEAR.static_position()
    deviation = Matrix(sp.symbols("Delta_1:4"))
    moved = dict(zip(S, rest + deviation, strict=True))
    rows = LINEAR.about_rest().equations_of_motion(S, [F_L])
    whole = LINEAR.equations_of_motion(S, [F_L])
    for row, full in zip(rows, whole, strict=True):
        inertia = {s.diff(t, 2): 0 for s in S} | dict.fromkeys(RATES, 0)  # unchanged by a constant shift
        shifted = (full.lhs - full.rhs).subs(inertia).subs(moved)
        assert_same(shifted, (row.lhs - row.rhs).subs(inertia).subs(dict(zip(S, deviation, strict=True))), "(3.97)")


@pytest.mark.equation("3.98")
def test_general_form_and_what_the_lecture_asks_of_it():
    """The three masses fulfil it; the drive train, called an instance of it, has a K that is only semidefinite."""
    about = LINEAR.with_values(**random_parameters()).about_rest()
    assert about.k == sp.zeros(3, 1)
    words = [definiteness(matrix) for matrix in (about.M, about.D, about.K)]
    assert words == ["positive definite"] * 3
    train = Oscillator(diag(2, 3), [[4, -4], [-4, 4]], [[50, -50], [-50, 50]], B=[[3, 0], [0, -1]])
    assert definiteness(train.K) == definiteness(train.D) == "positive semidefinite"
    assert np.linalg.eigvalsh([[50, -50], [-50, 50]]) == pytest.approx([0, 2 * 50], abs=1e-12)
    with pytest.raises(ModelError, match="K is singular"):
        train.static_position()


@pytest.mark.equation("3.99", "3.100")
def test_energies_as_quadratic_forms():
    assert_same(LINEAR.kinetic_energy(RATES), SYSTEM.kinetic_energy, "(3.99): T = q_dᵀ M q_d / 2")
    rest = LINEAR.static_position()
    values = random_parameters()
    model = SYSTEM.numeric(**values)
    numbers = {v.symbol: values[name] for name, v in P.items()}
    q_R = np.array(rest.subs(numbers).tolist(), float).ravel()
    about = LINEAR.with_values(**values).about_rest()
    for _ in range(4):
        dq = RNG.normal(size=3)
        ours = model.potential_energy(q_R + dq) - model.potential_energy(q_R)
        assert_close(about.potential_energy(dq), ours, "(3.100): V = Δqᵀ K Δq / 2 counts from the position of rest")


@pytest.mark.equation("3.101")
def test_rate_of_the_energy():
    """Also for (3.92) with V = qᵀ K q/2 − kᵀ q (Aufgabe 3.15): by symbols, and along a motion with a load."""
    E = LINEAR.kinetic_energy(RATES) + LINEAR.potential_energy(S)
    motion = {s.diff(t, 2): a for s, a in zip(S, SYSTEM.accelerations, strict=True)}
    printed = -(Matrix(RATES).T * LINEAR.D * Matrix(RATES))[0] + (Matrix(RATES).T * LINEAR.B * F_L)[0]
    assert_same(E.diff(t).subs(motion), printed, "(3.101): dE/dt = -q_dᵀ D q_d + q_dᵀ b f_L")
    assert_same(SYSTEM.outputs["E_d"], printed, "(3.101): output E_d of spring_mass_damper_three")
    time = np.linspace(0, 3, 3001)
    run = SYSTEM.numeric().simulate(t=time, u={"f_L": lambda t: 20 * np.sin(5 * t)}, rtol=1e-10, atol=1e-10)
    rate = -np.einsum("ki,ij,kj->k", run.q_d, np.array(LINEAR.with_values(**P.defaults).D, float), run.q_d)
    power = rate - run.q_d[:, 2] * run["f_L"]
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(time))])
    assert np.abs(run.energy - run.energy[0] - work).max() < 1e-4, "(3.101): energy balance of the simulation"
