"""Spring-mass-damper systems: matrices against energies, modes against published formulas, motion against balance."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics import systems
from mechanics.model import ModelError
from mechanics.oscillators import GROUND, Damper, Oscillator, Spring, chain, quadratic_form
from mechanics.symbols import coordinate_symbol

NAMES = ("a", "b", "c")
points = st.sampled_from([GROUND, *NAMES])
ends = st.tuples(points, points).filter(lambda pair: pair[0] != pair[1])
springs = st.lists(st.tuples(ends, st.integers(0, 9), st.integers(-3, 3)), max_size=6)
masses = st.lists(st.integers(1, 9), min_size=3, max_size=3)


def graph(values, parts, g=0):
    return Oscillator.of_elements(
        dict(zip(NAMES, values, strict=True)),
        [Spring(*pair, c, length) for pair, c, length in parts],
        gravity=g,
    )


class TestMatricesOfElements:
    @given(masses, springs)
    def test_stiffness_and_load_are_derivatives_of_the_potential_energy(self, values, parts):
        """V = Σ c (x_end − x_start − l)² / 2 + Σ m g x written down point by point, without any incidence row."""
        place = dict(zip(NAMES, sp.symbols("a b c"), strict=True)) | {GROUND: 0}
        q = [place[name] for name in NAMES]
        V = sum(
            (c * (place[end] - place[start] - l) ** 2 / sp.Integer(2) for (start, end), c, l in parts),
            sp.S.Zero,
        )
        V += sum(10 * m * x for m, x in zip(values, q, strict=True))
        ours = graph(values, parts, g=10)
        assert sp.hessian(V, q) == sp.Matrix(ours.K), "K is not the second derivative of the energy of the springs"
        slope = sp.Matrix([V.diff(x) for x in q])
        assert (slope - (ours.K * sp.Matrix(q) - ours.k)).expand() == sp.zeros(3, 1), "grad V is not K q - k"

    @given(springs)
    def test_dampers_take_the_power_of_each_one(self, parts):
        rates = dict(zip(NAMES, (0.3, -1.2, 2.0), strict=True)) | {GROUND: 0.0}
        D = Oscillator.of_elements(dict.fromkeys(NAMES, 1), dampers=[Damper(*pair, d) for pair, d, _ in parts]).D
        power = sum(d * (rates[end] - rates[start]) ** 2 for (start, end), d, _ in parts)
        assert quadratic_form(D, [0.3, -1.2, 2.0]) == pytest.approx(power, abs=1e-12)

    def test_order_of_the_ends_does_not_matter_without_relaxed_length(self):
        forth, back = (graph([1, 1, 1], [(pair, 5, 0)]).K for pair in (("a", "b"), ("b", "a")))
        assert forth == back

    def test_a_chain_can_end_at_the_ground(self):
        held = chain(Spring, NAMES, [1, 2, 3, 4])
        assert [(s.start, s.end, s.stiffness) for s in held] == [
            (GROUND, "a", 1), ("a", "b", 2), ("b", "c", 3), ("c", GROUND, 4),
        ]  # fmt: skip
        with pytest.raises(ModelError, match="3 points has 3 elements, or one more"):
            chain(Spring, NAMES, [1, 2])

    def test_inputs_push_where_they_are_told(self):
        system = Oscillator.of_elements({"a": 1, "b": 1}, forces={"f": {"b": -1}, "pair": {"a": 1, "b": -1}})
        assert system.B.tolist() == [[0, 1], [-1, -1]]
        assert list(system.force({"pair": 2})) == [2, -2]


def equal_chain(n, values, c=50.0, m=0.2, d=0.0):
    names = [f"x{i}" for i in range(n)]
    return Oscillator.of_elements(
        dict.fromkeys(names, m), chain(Spring, names, [c] * values), chain(Damper, names, [d] * values)
    )


class TestModes:
    @pytest.mark.parametrize("n", [1, 2, 5])
    def test_chain_held_at_both_ends(self, n):
        """Textbook: ω_k = 2 √(c/m) sin(k π / (2 (n + 1))), shape sin(j k π / (n + 1))."""
        modes = equal_chain(n, n + 1).natural_modes()
        for k, mode in enumerate(modes, start=1):
            assert mode.frequency == pytest.approx(2 * np.sqrt(250) * np.sin(k * np.pi / (2 * n + 2)), rel=1e-12)
            shape = np.sin(np.arange(1, n + 1) * k * np.pi / (n + 1))
            assert mode.shape * (shape @ mode.shape) / (mode.shape @ mode.shape) == pytest.approx(shape, abs=1e-12)

    @pytest.mark.parametrize("n", [1, 3, 6])
    def test_chain_with_a_free_end(self, n):
        expected = 2 * np.sqrt(250) * np.sin((2 * np.arange(1, n + 1) - 1) * np.pi / (2 * (2 * n + 1)))
        assert [m.frequency for m in equal_chain(n, n).natural_modes()] == pytest.approx(expected, rel=1e-12)

    def test_modes_are_orthogonal_in_mass_and_stiffness(self):
        system = graph([1, 2, 3], [((GROUND, "a"), 5, 0), (("a", "b"), 7, 0), (("a", "c"), 2, 0)])
        V = np.column_stack([mode.shape for mode in system.natural_modes()])
        for name in ("M", "K"):
            A = V.T @ np.array(getattr(system, name).tolist(), dtype=float) @ V
            assert A - np.diag(np.diag(A)) == pytest.approx(np.zeros((3, 3)), abs=1e-12), f"{name} couples two modes"

    @pytest.mark.parametrize(("d", "ratio"), [(0.0, 0.0), (0.3, 0.15), (2.0, 1.0)])
    def test_damping_ratio_of_one_mass(self, d, ratio):
        mode = Oscillator([[1.0]], [[d]], [[1.0]]).damped_modes()[0]
        assert (mode.frequency, mode.damping_ratio) == pytest.approx((1.0, ratio), abs=1e-7)

    def test_too_much_damping_gives_two_motions_without_swing(self):
        slow, fast = Oscillator([[1.0]], [[5.0]], [[4.0]]).damped_modes()
        assert (slow.eigenvalue, fast.eigenvalue) == pytest.approx((-1, -4))
        assert slow.damping_ratio == fast.damping_ratio == 1

    def test_damping_of_rayleigh_keeps_the_modes(self):
        """D = α M + β K: ζ = α / (2 ω) + β ω / 2, and the shapes stay."""
        base = graph([1, 2, 3], [((GROUND, "a"), 50, 0), (("a", "b"), 70, 0), (("a", "c"), 20, 0)])
        damped = Oscillator(base.M, 0.2 * base.M + 0.01 * base.K, base.K)
        for free, mode in zip(base.natural_modes(), damped.damped_modes(), strict=True):
            omega = free.frequency
            assert mode.frequency == pytest.approx(omega, rel=1e-9)
            assert mode.damping_ratio == pytest.approx(0.1 / omega + 0.005 * omega, rel=1e-9)
            assert mode.shape == pytest.approx(free.shape, abs=1e-9)

    @pytest.mark.parametrize("d", [0.0, 0.4])
    def test_a_free_system_has_one_motion_at_rest(self, d):
        """Two masses that nothing holds: ω = √(c (m1 + m2)/(m1 m2)), and a shift that strains no spring."""
        system = Oscillator([[1, 0], [0, 2]], [[d, -d], [-d, d]], [[3, -3], [-3, 3]])
        shift, swing = system.damped_modes()
        assert (shift.frequency, shift.damping_ratio) == (0, 0)
        assert shift.shape == pytest.approx([1, 1], abs=1e-6)
        assert swing.frequency == pytest.approx(np.sqrt(4.5)) and swing.shape == pytest.approx([1, -0.5])
        assert [m.frequency for m in system.natural_modes()] == pytest.approx([0, np.sqrt(4.5)])

    def test_a_growing_motion_has_a_negative_damping_ratio(self):
        (mode,) = Oscillator([[1.0]], [[-0.2]], [[1.0]]).damped_modes()
        assert mode.damping_ratio == pytest.approx(-0.1) and "zeta = -0.1" in repr(mode)

    def test_what_runs_away_has_no_frequency(self):
        with pytest.raises(ModelError, match=r"along \[1.0, 0.0\] grows instead"):
            Oscillator(sp.eye(2), None, sp.diag(-1, 1)).natural_modes()


class TestStatics:
    def test_forces_balance_and_the_energy_is_smallest_at_rest(self):
        system = graph([1, 2, 3], [((GROUND, "a"), 50, 1), (("a", "b"), 70, 2), (("b", "c"), 20, -1)], g=10)
        rest = np.array(system.static_position().tolist(), dtype=float).ravel()
        tension = [20 * (rest[2] - rest[1] + 1), 70 * (rest[1] - rest[0] - 2), 50 * (rest[0] - 1)]
        assert tension == pytest.approx([-30, -50, -60]), "each spring carries the weights above it"
        V = system.potential_energy(rest + np.random.default_rng(1).normal(size=(50, 3)) * 0.01)
        assert V.min() > system.potential_energy(rest)

    def test_deviations_from_rest_have_no_constant(self):
        system = graph([1, 1, 1], [((GROUND, "a"), 5, 1), (("a", "b"), 5, 1), (("a", "c"), 5, 1)], g=1)
        assert system.about_rest().k == sp.zeros(3, 1) and system.about_rest().K == system.K

    @pytest.mark.parametrize("c", [3, 3.7, sp.Symbol("c", positive=True)])
    def test_without_hold_there_is_no_position_of_rest(self, c):
        with pytest.raises(ModelError, match=r"K is singular: the motion \[1, 1\] of q1, q2"):
            Oscillator(sp.eye(2), None, [[c, -c], [-c, c]]).static_position()


def two_masses(d=0.4):
    return Oscillator.of_elements(
        {"a": 1.0, "b": 0.1}, chain(Spring, ["a", "b"], [9.0, 1.6]), chain(Damper, ["a", "b"], [d, 0.0]),
        forces={"f": {"a": 1.0}}, gravity=9.81,
    )  # fmt: skip


class TestMotion:
    def test_the_energy_changes_at_the_rate_of_the_balance(self):
        system, force = two_masses(), {"f": lambda t: 3 * np.sin(2 * t)}
        t = np.linspace(0, 1, 1001)
        run = system.state_space().numeric().simulate([0.1, 0.5, 0, -1], t, force, rtol=1e-10)
        q, q_d = run.x[:, :2], run.x[:, 2:]
        E = system.kinetic_energy(q_d) + system.potential_energy(q)
        rate = [system.energy_rate(v, [f]) for v, f in zip(q_d[::50], run["f"][::50], strict=True)]
        assert np.gradient(E, t)[::50][1:-1] == pytest.approx(rate[1:-1], abs=2e-4)

    def test_without_dampers_and_forces_the_energy_stays(self):
        system = two_masses(d=0.0)
        run = system.state_space().numeric().simulate([0.1, 0.5, 0, -1], 20.0, rtol=1e-11, atol=1e-12)
        E = system.kinetic_energy(run.x[:, 2:]) + system.potential_energy(run.x[:, :2])
        assert np.ptp(E) < 1e-8 * E.max()

    def test_a_mode_stays_a_mode(self):
        system = two_masses(d=0.0).about_rest()
        for mode in system.natural_modes():
            t = np.linspace(0, 6, 50)
            run = system.state_space().numeric().simulate([*mode.shape, 0, 0], t, rtol=1e-11, atol=1e-12)
            assert run.x[:, :2] == pytest.approx(np.outer(np.cos(mode.frequency * t), mode.shape), abs=1e-7)

    def test_frequency_response_is_the_steady_motion(self):
        system, omega = two_masses(d=2.0).about_rest(), 2.3
        t = np.linspace(90, 93, 40)
        times = np.concatenate([[0.0], t])
        run = system.state_space().numeric().simulate(None, times, {"f": lambda t: np.cos(omega * t)}, rtol=1e-10)
        G = system.frequency_response(omega)[:, 0]
        steady = np.real(np.exp(1j * omega * t)[:, None] * G)
        assert run.x[1:, :2] == pytest.approx(steady, abs=2e-4)

    def test_slow_forces_act_as_static_ones(self):
        system = two_masses()
        shift = system.static_position({"f": 1}) - system.static_position()
        assert system.frequency_response(1e-9)[:, 0] == pytest.approx(np.array(shift.tolist(), float)[:, 0], rel=1e-6)

    def test_an_absorber_holds_its_host_still(self):
        """Textbook: a mass on a spring without damper takes all motion away at its own √(c/m) = 4 rad/s."""
        G = two_masses().frequency_response([3.9, 4.0, 4.1])[:, :, 0]
        assert abs(G[1, 0]) < 1e-12 < abs(G[0, 0])
        assert G[1, 1] == pytest.approx(-1 / 1.6), "the absorber pushes back with the whole force"

    def test_resonance_without_damping_is_refused(self):
        with pytest.raises(ModelError, match="in resonance"):
            Oscillator([[1.0]], None, [[4.0]], None, [[1.0]]).frequency_response([1.0, 2.0])


class TestLinearization:
    def test_hanging_cart_and_pendulum(self):
        """By hand: [[m_W + m_S, m_S l/2], [., I + m_S l²/4]], K = diag(c_W, m_S g l/2), D = diag(d_R, 0)."""
        model = systems.load("cart_pendulum").numeric()
        p, l = model.parameters, model.parameters["l_S"]
        m = p["rho_S"] * l * p["b_S"] * p["h_S"]
        linear = Oscillator.linearized(model, [0.0, 0.0])
        inertia = m * (l**2 + p["b_S"] ** 2) / 12 + m * l**2 / 4
        expected = {
            "M": [[p["m_W"] + m, m * l / 2], [m * l / 2, inertia]],
            "K": [[p["c_W"], 0], [0, m * p["g"] * l / 2]],
            "D": [[p["d_R"], 0], [0, 0]],
            "B": [[1], [0]],
        }
        for name, matrix in expected.items():
            ours = np.array(getattr(linear, name).tolist(), dtype=float)
            assert ours == pytest.approx(np.array(matrix), abs=1e-12), name
        assert linear.coordinates == ("s", "phi") and linear.inputs == ("f_e",)

    @pytest.mark.parametrize(
        ("name", "q"),
        [("rotational_two_mass", [0, 0]), ("cart_pendulum", [0, np.pi]), ("ball_on_beam", [0, 0])],
    )
    def test_eigenvalues_are_those_of_the_state_form_whatever_its_order(self, name, q):
        model = systems.load(name).numeric()
        ours = np.linalg.eigvals(Oscillator.linearized(model, np.array(q, float)).state_matrices[0])
        theirs = model.linearize(np.array(q, float)).eigenvalues
        assert np.sort_complex(ours.round(9) + 0.0) == pytest.approx(np.sort_complex(theirs.round(9) + 0.0), abs=1e-7)

    def test_only_where_it_rests(self):
        with pytest.raises(ModelError, match=r"does not rest at q = \[0.3, 0.5\].*equilibria"):
            Oscillator.linearized(systems.load("cart_pendulum").numeric(), [0.3, 0.5])

    def test_state_form_and_back(self):
        system = two_masses().about_rest()
        again = Oscillator.of_state_form(*system.state_matrices, system.M, system.coordinates, system.inputs)
        for name in ("M", "D", "K", "B"):
            assert np.array(getattr(again, name).tolist(), float) == pytest.approx(
                np.array(getattr(system, name).tolist(), float), abs=1e-12
            )
        with pytest.raises(ModelError, match=r"upper half \[0, 1\]"):
            Oscillator.of_state_form(np.eye(2))


class TestSymbols:
    m, c, d = sp.symbols("m c d", positive=True)

    def test_equation_of_motion_of_one_mass(self):
        x = coordinate_symbol("x")
        f = sp.Symbol("f")
        system = Oscillator([[self.m]], [[self.d]], [[self.c]], None, [[1]], ["x"], ["f"])
        (equation,) = system.equations_of_motion([x], {"f": f})
        assert equation.lhs == self.m * x.diff().diff() + self.d * x.diff() + self.c * x and equation.rhs == f

    def test_energy_rate_is_the_derivative_of_the_energy(self):
        q = [coordinate_symbol("a"), coordinate_symbol("b")]
        q_d = [x.diff() for x in q]
        f = sp.Symbol("f")
        system = Oscillator.of_elements(
            {"a": self.m, "b": 2 * self.m}, chain(Spring, ["a", "b"], [self.c, self.c], length=self.d),
            chain(Damper, ["a", "b"], [self.d, self.d]), {"f": {"a": 1}}, gravity=sp.Symbol("g"),
        )  # fmt: skip
        E = system.kinetic_energy(q_d) + system.potential_energy(q)
        motion = sp.solve(system.equations_of_motion(q, [f]), [x.diff().diff() for x in q], dict=True)[0]
        rate = E.diff(sp.Symbol("t")).subs(motion)
        assert sp.simplify(rate - system.energy_rate(q_d, [f])) == 0

    def test_numbers_by_name(self):
        system = Oscillator([[self.m]], None, [[self.c]]).with_values(m=2, c=8)
        assert system.natural_modes()[0].frequency == pytest.approx(2)
        with pytest.raises(ModelError, match="Unknown symbol 'k'.*c, m"):
            Oscillator([[self.m]], None, [[self.c]]).with_values(k=1)

    def test_numbers_are_asked_for_where_they_are_needed(self):
        with pytest.raises(ModelError, match=r"still contains the symbols m; put in numbers with .with_values\(m="):
            Oscillator([[self.m]], None, [[3]]).natural_modes()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Oscillator([[1, 0], [0, 0]]), "M must be positive definite.*positive semidefinite"),
        (lambda: Oscillator([[1]], None, sp.eye(2)), "K must be a 1x1 matrix; got 2x2"),
        (lambda: Oscillator([[1]], k=[1, 2]), "k must be a vector with 1 component"),
        (lambda: Oscillator([[1]], B=[[1], [2]]), "B must have a row for each of the 1 coordinates"),
        (lambda: Oscillator([[1]], coordinates=["a", "b"]), "1 different names were expected; got a, b"),
        (lambda: graph([1, 1, 1], [(("a", "z"), 1, 0)]), "Unknown point 'z'"),
        (lambda: graph([1, 1, 1], [(("a", "a"), 1, 0)]), "begins and ends in the same point"),
        (lambda: Spring("a", "b", -1), "stiffness of .* must be a finite number, not negative"),
        (lambda: Damper("a", "b", float("nan")), "damping of .* must be a finite real number"),
        (lambda: Oscillator([[1]], B=[[1]]).force({"g": 1}), "Unknown input 'g'.*f1"),
        (lambda: Oscillator.of_elements({"a": 1}, forces={"f": {"b": 1}}), "Unknown coordinate 'b'"),
    ],
)
def test_bad_input_is_named(make, sentence):
    with pytest.raises(ModelError, match=sentence):
        make()
