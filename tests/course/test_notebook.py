"""The helpers of the cells: what they display, and what they answer."""

import numpy as np
import pytest
from sympy import Eq, Matrix, Mul, Rational, Symbol, cos, pi, sin, sqrt

from mechanics import systems
from mechanics.lagrange import LagrangianSystem
from mechanics.notebook import check_yourself, difference, euler_lagrange, shorten, show
from mechanics.symbols import t
from mechanics.typeset import latex
from tests.kinds import names_of

PENDULUM = systems.load("spherical_pendulum")
THETA, PHI = PENDULUM.coordinates.symbols
M, L, G = PENDULUM.parameters.symbols
MECHANICAL = names_of(LagrangianSystem)


class TestShorten:
    def test_uses_the_theorem_of_pythagoras(self):
        assert shorten(L**2 * sin(THETA) ** 2 + L**2 * cos(THETA) ** 2) == L**2

    @pytest.mark.parametrize("id", MECHANICAL)
    def test_changes_no_value(self, id):
        system = systems.load(id)
        long = system.kinetic_energy.expand() + system.potential_energy.expand()
        rng = np.random.default_rng(1)
        q, q_d = rng.uniform(0.2, 1.0, (2, len(system.coordinates)))
        a, b = system.numeric().evaluate([long, shorten(long)], q, q_d)
        assert a == pytest.approx(b, rel=1e-12)

    def test_takes_matrices_and_equations(self):
        one = sin(PHI) ** 2 + cos(PHI) ** 2
        assert shorten(Matrix([one, 2 * one])) == Matrix([1, 2])
        assert shorten(Eq(M * one, M * G)) == Eq(M, M * G)


class TestDifference:
    def test_is_zero_for_the_same_physics(self):
        T, V = PENDULUM.kinetic_energy, PENDULUM.potential_energy
        by_hand = euler_lagrange(T - V, [THETA, PHI], PENDULUM.generalized_forces)
        assert difference(by_hand, PENDULUM.equations_of_motion) == [0, 0]

    def test_shows_a_wrong_sign(self):
        T, V = PENDULUM.kinetic_energy, PENDULUM.potential_energy
        wrong = euler_lagrange(T + V, [THETA, PHI], PENDULUM.generalized_forces)
        assert difference(wrong, PENDULUM.equations_of_motion) == [-2 * M * G * L * sin(THETA), 0]


class TestShow:
    def test_aligns_equations_and_numbers_them(self):
        text = show(Eq(M, L), Eq(G, L), tags="5.80a 5.80b")._repr_latex_()
        assert r"m &= l && \qquad \text{(5.80a)}" in text and r"g &= l && \qquad \text{(5.80b)}" in text

    def test_names_stand_on_the_left(self):
        assert r"T_{t} &= \frac{1}{2} m l^{2}" in show(T_t=M * L**2 / 2)._repr_latex_()

    def test_numbers_have_four_digits_and_no_rounding_errors_in_arrays(self):
        text = show(np.array([[np.pi, 1e-17]]), 1j * np.ones(1), 1e-15)._repr_latex_()
        assert "3.142 & 0" in text and "1.0 i" in text and r"1.0 \cdot 10^{-15}" in text

    def test_numbers_in_a_matrix_have_four_digits(self):
        assert r"\frac{1}{3} & 0.3333" in show(Matrix([[Rational(1, 3), 1 / 3]]))._repr_latex_()

    def test_exact_numbers_stay_exact(self):
        assert r"\frac{\pi}{3}" in show(pi / 3)._repr_latex_()
        assert r"\sqrt{2}" in show(sqrt(2))._repr_latex_()

    def test_equilibria_read_as_equations(self):
        text = show(*systems.load("ball_on_beam").equilibria())._repr_latex_()
        assert r"\varphi_1 = 0,\quad r = \frac{\tau^e}{m_{K} g}" in text

    def test_has_plain_text_too(self):
        assert repr(show(M * L)) == str(M * L)


class TestTypeset:
    def test_writes_the_equation_of_the_lecture(self):
        first, second = PENDULUM.equations_of_motion
        assert latex(first.lhs) == (
            r"m l^{2} \ddot{\theta} - m l^{2} \cos{\left(\theta \right)} \sin{\left(\theta \right)}"
            r" \dot{\varphi}^{2} + m g l \sin{\left(\theta \right)}"
        ), "(5.80a) begins with the acceleration, masses come first, then g and lengths"
        assert latex(second.rhs).startswith("f_x^e l"), "a force comes before a length"

    def test_a_minus_comes_last(self):
        cart = systems.load("cart_pendulum").abbreviated
        assert latex(cart.generalized_forces[0]) == r"f^e - d_{R} \dot{s}"
        assert r"\left(s - s_{W0}\right)" in latex(cart.potential_energy)

    def test_a_reciprocal_alone_stays_a_fraction(self):
        assert latex(1 / M) == r"\frac{1}{m}"
        assert latex(Matrix([L - 1 / M])) == r"\left[\begin{matrix}l - \frac{1}{m}\end{matrix}\right]"

    def test_a_fraction_keeps_its_sum_together(self):
        a, b = Symbol("a"), Symbol("b")
        half = Mul(Rational(1, 2), a + b, evaluate=False)
        assert latex(half) == r"\frac{1}{2} \left(a + b\right)"
        assert latex(M * half) == r"\frac{1}{2} m \left(a + b\right)"
        assert latex(-THETA.diff(t) / 2) == r"- \frac{1}{2} \dot{\theta}"


class TestCheckYourself:
    RIGHT = M * G * L * sin(THETA)

    def said(self, capsys, answer):
        check_yourself(answer, self.RIGHT, PENDULUM)
        return capsys.readouterr().out

    def test_invites_whoever_has_not_answered(self, capsys):
        assert self.said(capsys, ...).startswith("Put your answer")

    @pytest.mark.parametrize("answer", ["m*g*l*sin(theta)", "2*l*m*g*sin(theta/2)*cos(theta/2)", RIGHT])
    def test_accepts_every_right_form(self, capsys, answer):
        assert self.said(capsys, answer) == "✓ Right.\n"

    @pytest.mark.parametrize(
        ("answer", "reason"),
        [
            ("m*g*l*cos(theta)", "Sine and cosine"),
            ("-m*g*l*sin(theta)", "sign"),
            ("m*g*l*sin(theta", "bracket"),
        ],
    )
    def test_gives_the_reason(self, capsys, answer, reason):
        text = self.said(capsys, answer)
        assert text.startswith("✗ Not right yet:") and reason in text

    @pytest.mark.parametrize("answer", [None, [], lambda: 0, float("nan"), Matrix([[1, 2]]), "__import__('os')"])
    def test_never_raises(self, capsys, answer):
        assert self.said(capsys, answer).startswith(("✗ Not right yet:", "○ Not yet answered:"))

    @pytest.mark.parametrize(("answer", "sign"), [(9.81, "✓"), (9.0, "✗")])
    def test_a_number_is_judged_by_its_value(self, capsys, answer, sign):
        check_yourself(answer, 9.81, PENDULUM, kind="number")
        assert capsys.readouterr().out.startswith(sign)

    def test_the_question_of_the_chapter(self, capsys):
        f_ex = PENDULUM.inputs.f_ex
        right = f_ex * (-L * cos(THETA)).diff(THETA)
        check_yourself("f_ex*l*sin(theta)", right, PENDULUM)
        assert capsys.readouterr().out == "✓ Right.\n"

    def test_the_question_of_start_here(self, capsys):
        plane = systems.load("mathematical_pendulum")
        check_yourself("m*g*l*(1 - sin(phi))", plane.potential_energy, plane)
        assert "Sine and cosine" in capsys.readouterr().out
        check_yourself("2*m*g*l*sin(phi/2)**2", plane.potential_energy, plane)
        assert capsys.readouterr().out == "✓ Right.\n"
