"""Worked examples: what is right follows from the library by another way, and every mistake is explained."""

import ast
import re

import nbformat
import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

from mechanics.lagrange import euler_lagrange
from mechanics.multibody.trees import Graph, Link, Tree
from mechanics.worked import Step, chapter_05a, chapter_05b, chapter_06, chapter_07, named, your_turn
from tests.conftest import CHECKOUT

t = sp.Symbol("t")
MODULES = {"05a": chapter_05a, "05b": chapter_05b, "06": chapter_06, "07": chapter_07}
STEPS = {
    f"{chapter}/{example}/{name}": step
    for chapter, module in MODULES.items()
    for example, steps in module.STEPS.items()
    for name, step in steps.items()
}


def told(step: str, answer: object) -> str:
    example, _, name = step.rpartition("/")
    return repr(your_turn(example, **{name: answer}))


def right(step: str) -> sp.Matrix:
    """The right result in the symbols of sympy."""
    return sp.Matrix(sp.sympify(STEPS[step].right, locals={name: sp.Symbol(name) for name in STEPS[step].names}))


def formula(step: str) -> sp.Expr:
    return sp.sympify(STEPS[step].right, locals={name: sp.Symbol(name) for name in STEPS[step].names})


def symbols(names: str) -> list[sp.Symbol]:
    return list(sp.symbols(names))


def plain(expression: sp.Basic, *coordinates: sp.Basic) -> sp.Basic:
    """Functions of the time as plain names, ``phi_d`` for the rate of ``phi``."""
    for order in (2, 1, 0):
        for q in coordinates:
            name = str(q.func) + ("_" + "d" * order if order else "")
            expression = expression.subs(q.diff(t, order) if order else q, sp.Symbol(name))
    return expression


def is_zero(expression: sp.Basic) -> bool:
    return sp.simplify(expression) == 0 * expression


class TestAnswers:
    @pytest.mark.parametrize("step", STEPS)
    def test_the_right_one_is_right(self, step: str) -> None:
        assert told(step, STEPS[step].right).startswith("✓ Right")

    @pytest.mark.parametrize(
        ("step", "sentence", "wrong"),
        [(name, sentence, wrong) for name, step in STEPS.items() for sentence, wrong in step.mistakes.items()],
    )
    def test_every_mistake_gets_its_sentence(self, step: str, sentence: str, wrong: str) -> None:
        assert sentence in told(step, wrong)

    @pytest.mark.parametrize("answer", [..., "...", "", "[..., 0]", "m*…"])
    def test_dots_are_no_answer(self, answer: object) -> None:
        assert told("07/plate/d_11", answer).startswith("○ Not yet answered: `d_11`. Write it in place of the dots")

    @pytest.mark.parametrize("answer", [None, [], lambda: 0, float("nan"), "m*(g", "__import__('os')", "m*l**2 + m"])
    def test_nonsense_never_raises(self, answer: object) -> None:
        assert told("06/rod/lam", answer).startswith(("✗ Not right yet:", "○ Not yet answered:"))

    @pytest.mark.parametrize(
        ("answer", "hint"),
        [("m*g*sin theta", "`sin theta`: a function needs parentheses"), ("2m*g", "write `2*m`"),
         ("m g*y", "Between `m` and `g` something is missing")],
    )  # fmt: skip
    def test_a_slip_of_the_pen_gets_its_hint(self, answer: str, hint: str) -> None:
        assert hint in told("06/rod/lam", answer)
        assert hint in told("05b/string/equations", [f"{answer} = 0", "phi_dd = 0"])

    def test_an_unknown_name_is_told_with_those_that_exist(self) -> None:
        with pytest.raises(ValueError, match="Chapter 06 has the examples rod, wire; got 'road'"):
            your_turn("06/road", lam="0")
        with pytest.raises(ValueError, match="The example 06/wire asks for G, gamma, lam; got 'f'"):
            your_turn("06/wire", f="0")
        with pytest.raises(ValueError, match="examples of the chapters 05a, 05b, 06, 07"):
            your_turn("99/x", f="0")

    def test_the_page_shows_a_state_that_an_edit_hides(self) -> None:
        page = your_turn("06/wire", G="[k*x, 1]")._repr_html_()
        assert "✗ Not right yet:" in page and "minus" in page and ".jp-mod-dirty .mechanics-turn" in page


class TestPhysics:
    """The right results, derived again from the motion."""

    def test_mass_matrix_of_the_disc_on_an_arm(self) -> None:
        m, a, R = symbols("m a R")
        phi, psi = dynamicsymbols("phi psi", real=True)
        place = a * sp.Matrix([sp.cos(phi), sp.sin(phi)])
        T = m / 2 * place.diff(t).dot(place.diff(t)) + m * R**2 / 4 * (phi + psi).diff(t) ** 2
        M = sp.hessian(T, [phi.diff(t), psi.diff(t)])
        assert is_zero(M - right("05a/disc/M"))

    def test_energies_of_the_ring_and_its_bead(self) -> None:
        m1, m2, R, g = symbols("m1 m2 R g")
        phi, theta = dynamicsymbols("phi theta", real=True)
        bead = sp.Matrix([R * phi + R * sp.sin(theta), R - R * sp.cos(theta)])
        v = bead.diff(t)
        T = m1 * (R * phi.diff(t)) ** 2 / 2 + m1 * R**2 * phi.diff(t) ** 2 / 2 + m2 * v.dot(v) / 2
        M = sp.hessian(T, [phi.diff(t), theta.diff(t)])
        assert is_zero(plain(M, phi, theta) - right("05a/ring/M"))
        assert is_zero(plain(bead, phi, theta) - right("05a/ring/p"))
        assert is_zero(plain(v.dot(v), phi, theta) - formula("05a/ring/v_squared"))
        assert is_zero(m2 * g * plain(bead[1], phi, theta) - formula("05a/ring/V"))

    def test_the_bead_on_the_hoop_obeys_newton_along_the_hoop(self) -> None:
        m, R, g, Omega, d = symbols("m R g Omega d")
        theta = dynamicsymbols("theta", real=True)
        turn = Omega * t
        place = R * sp.Matrix([sp.sin(theta) * sp.cos(turn), sp.sin(theta) * sp.sin(turn), -sp.cos(theta)])
        along = place.diff(theta) / R
        force = sp.Matrix([0, 0, -m * g]) - d * R * theta.diff(t) * along
        newton = sp.simplify((m * place.diff(t, 2) - force).dot(along) * R)
        assert is_zero(plain(newton, theta) - right("05b/hoop/equation")[0])

    def test_the_masses_on_one_string(self) -> None:
        m1, m2, g, F = symbols("m1 m2 g F")
        r, phi = dynamicsymbols("r phi", real=True)
        T, V = formula("05b/string/T"), formula("05b/string/V")
        back = {"r_d": r.diff(t), "phi_d": phi.diff(t), "r": r, "phi": phi}
        T, V = (x.subs({sp.Symbol(k): value for k, value in back.items()}) for x in (T, V))
        found = euler_lagrange(T - V, [r, phi], list(right("05b/string/f_q")))
        for equation, expected in zip(found, right("05b/string/equations"), strict=True):
            assert is_zero(plain(equation.lhs - equation.rhs, r, phi) - expected)
        table = sp.Matrix([r * sp.cos(phi), r * sp.sin(phi)])
        radial = sp.Matrix([sp.cos(phi), sp.sin(phi)])
        pull = sp.simplify((m1 * table.diff(t, 2)).dot(radial))  # minus the tension of the string
        hanging = m2 * r.diff(t, 2) + m2 * g + F  # its tension
        assert is_zero(plain(pull + hanging, r, phi) - right("05b/string/equations")[0])

    @pytest.mark.parametrize(
        ("step", "constraint"),
        [("06/rod/lam", lambda x, y: (x**2 + y**2 - sp.Symbol("l") ** 2) / 2),
         ("06/wire/lam", lambda x, y: y - sp.Symbol("k") * x**2 / 2)],
    )  # fmt: skip
    def test_multipliers_solve_the_system_of_the_chapter(self, step: str, constraint: object) -> None:
        m, g, x, y, v_x, v_y, l, k = symbols("m g x y v_x v_y l k")
        p, v = [x, y], sp.Matrix([v_x, v_y])
        G = sp.Matrix([constraint(x, y)]).jacobian(p)
        gamma = (sum((G.diff(q) * rate for q, rate in zip(p, v, strict=True)), sp.zeros(1, 2)) * v)[0]
        K = sp.BlockMatrix([[m * sp.eye(2), -G.T], [G, sp.zeros(1, 1)]]).as_explicit()
        solved = K.LUsolve(sp.Matrix([0, -m * g, -gamma]))[2]
        holds = {l: sp.sqrt(x**2 + y**2)} if step.startswith("06/rod") else {v_y: k * x * v_x, y: k * x**2 / 2}
        assert is_zero((solved - formula(step)).subs(holds))
        if step.startswith("06/wire"):
            assert is_zero(G.T - right("06/wire/G")) and is_zero(gamma - formula("06/wire/gamma"))

    def test_the_library_finds_the_same_vectors_of_both_trees(self) -> None:
        m1, m2, m3, m4, w, h, l, J = 2.0, 0.5, 0.8, 1.2, 0.3, 0.1, 0.4, 0.07
        at = {"m_1": m1, "m_2": m2, "m_3": m3, "m_4": m4, "w": w, "h": h, "l": l, "J_1": J}
        tree = Tree.of([
            Link("1", m1, (0.05, J, 0.05), hinge=(0, 0, 2 * h)),
            Link("2", m2, (0.01, 0.01, 0.001), parent="1", joint=(-w, 0, -h), hinge=(0, 0, l / 2)),
            Link("3", m3, (0.01, 0.01, 0.01), parent="1", joint=(w, 0, -h), hinge=(0, 0, 0.1)),
            Link("4", m4, (0.01, 0.01, 0.01), parent="2", joint=(0, 0, -l / 2), hinge=(0, 0, 0.1)),
        ])  # fmt: skip
        np.testing.assert_array_equal(right("07/plate/T"), Graph([(1, 0), (2, 1), (3, 1), (4, 2)]).T)
        for step, found in {"d_11": tree.d[0, 0], "d_14": tree.d[0, 3], "b_10": tree.b_0[0]}.items():
            np.testing.assert_allclose(numbers(f"07/plate/{step}", at), found, atol=1e-14)
        assert numbers("07/plate/K_1", at)[0] == pytest.approx(tree.K[0][1, 1])

    def test_the_library_finds_the_same_inertia_of_the_rod_with_two_lamps(self) -> None:
        at = {"m_1": 2.0, "m_2": 0.5, "m_3": 0.8, "l": 0.7, "c": 0.3, "J_1": 0.09}
        tree = Tree.of([
            Link("1", 2.0, (0.09, 0.09, 0.001), hinge=(0, 0, 0.35)),
            Link("2", 0.5, (0.01, 0.01, 0.01), parent="1", joint=(0, 0, 0.35 - 0.3), hinge=(0, 0, 0.1)),
            Link("3", 0.8, (0.01, 0.01, 0.01), parent="1", joint=(0, 0, -0.35), hinge=(0, 0, 0.1)),
        ])  # fmt: skip
        assert numbers("07/two-lamps/K_1", at)[0] == pytest.approx(tree.K[0][1, 1])


def numbers(step: str, at: dict[str, float]) -> np.ndarray:
    value = sp.sympify(STEPS[step].right, locals={name: sp.Symbol(name) for name in STEPS[step].names})
    return np.array(sp.Matrix([value] if not isinstance(value, list) else value).subs(at), dtype=float).ravel()


CHAPTERS = {chapter: next((CHECKOUT / "course").glob(f"{chapter}-*.ipynb")) for chapter in MODULES}
FENCE = re.compile(r"^```python\n(your_turn\(.+?)\n```$", re.MULTILINE | re.DOTALL)


def calls(source: str) -> dict[str, object]:
    """What some code gives to `your_turn`, by the names of the steps."""
    found: dict[str, object] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "your_turn":
            example = ast.literal_eval(node.args[0])
            found |= {f"{example}/{part.arg}": ast.literal_eval(part.value) for part in node.keywords}
    return found


def asked(chapter: str) -> dict[str, object]:
    cells = nbformat.read(CHAPTERS[chapter], as_version=4).cells
    return calls("\n".join(cell.source for cell in cells if cell.cell_type == "code"))


def solved(chapter: str) -> dict[str, object]:
    cells = nbformat.read(CHAPTERS[chapter], as_version=4).cells
    return calls("\n".join(line for cell in cells for line in FENCE.findall(cell.source)))


@pytest.mark.parametrize("chapter", MODULES)
class TestChapters:
    def test_a_reader_is_asked_for_every_step_and_finds_dots(self, chapter: str) -> None:
        found = asked(chapter)
        assert list(found) == [name for name in STEPS if name.startswith(f"{chapter}/")]
        assert all("..." in str(answer) for answer in found.values())

    def test_the_folded_solution_of_every_step_is_right(self, chapter: str) -> None:
        shown = solved(chapter)
        assert shown.keys() == asked(chapter).keys()
        for name, answer in shown.items():
            assert told(name, answer).startswith("✓ Right"), f"the solution of {name} in the chapter is not right"

    def test_every_step_has_folded_hints_above_it_and_its_solution_below(self, chapter: str) -> None:
        cells = nbformat.read(CHAPTERS[chapter], as_version=4).cells
        for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False):
            if cell.cell_type == "code" and calls(cell.source):
                assert before.source.count("<details><summary>Hint") >= 2, f"{cell.id} has no hints above it"
                assert after.source.startswith("<details><summary>Solution"), f"{cell.id} has no solution below it"


def test_steps_have_units_for_every_name() -> None:
    for name, step in STEPS.items():
        assert isinstance(step, Step) and all(re.search(r"\[.+\]$|^= ", kind) for kind in step.names.values()), name
    assert named("05a/disc") is chapter_05a.STEPS["disc"]
