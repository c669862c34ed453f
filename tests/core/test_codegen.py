"""Generated programs: Python, numpy and sympy give the same numbers."""

import math
import shutil
import subprocess

import numpy as np
import pytest
import symengine as se
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st

from mechanics.bridge import to_engine
from mechanics.codegen import Program, solve_symmetric

x, y = sp.symbols("x y", real=True)
k = sp.Symbol("k", positive=True)
NAMES = ("x", "y"), ("k",)
POINTS = [(0.3, -1.2), (-0.7, 0.4), (1.6, 2.1), (-2.0, -0.1)]

LEAVES = st.one_of(
    st.sampled_from([x, y, k, sp.pi, sp.E]),
    st.integers(-3, 3).map(sp.Integer),
    st.sampled_from([sp.Rational(1, 2), sp.Rational(-3, 7), sp.Float(0.25)]),
)
RELATIONS = [sp.Lt, sp.Le, sp.Gt, sp.Ge]


def grown(inner):
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda p: p[0] + p[1]),
        two.map(lambda p: p[0] * p[1]),
        two.map(lambda p: p[0] - p[1]),
        two.map(lambda p: p[0] / (p[1] ** 2 + 1)),
        st.tuples(inner, st.sampled_from([2, 3, 5, -1, -2])).map(lambda p: (sp.cos(p[0]) + 2) ** p[1]),
        inner.map(lambda e: sp.sqrt(e**2 + 1)),
        inner.map(lambda e: (sp.sin(e) + 2) ** sp.Rational(-3, 2)),
        inner.map(lambda e: sp.log(2 + sp.sin(e))),
        st.tuples(st.sampled_from([sp.sin, sp.cos, sp.atan, sp.tanh, sp.Abs, sp.sign]), inner).map(
            lambda p: p[0](p[1])
        ),
        inner.map(lambda e: sp.exp(sp.cos(e))),
        two.map(lambda p: sp.atan2(p[0] + 5, p[1] ** 2 + 1)),
        st.tuples(inner, inner, inner).map(lambda p: sp.Max(sp.cos(p[0]), sp.sin(p[1]), sp.tanh(p[2]))),
        two.map(lambda p: sp.Min(sp.cos(p[0]), sp.sin(p[1]), 0)),
        st.tuples(inner, inner, inner, st.sampled_from(RELATIONS)).map(
            lambda p: sp.Piecewise((p[0], p[3](sp.sin(p[2]), x / 3)), (p[1], True))
        ),
        two.map(lambda p: sp.Piecewise((p[0], (x < 1) & (y > -1)), (-p[1], (x > 2) | (y < 0)), (2, True))),
    )


EXPRESSIONS = st.recursive(LEAVES, grown, max_leaves=8)


def by_sympy(expression: sp.Expr, a: float, b: float) -> float:
    return float(expression.subs({x: sp.Float(a, 40), y: sp.Float(b, 40), k: sp.Rational(7, 5)}).evalf(30))


def near_a_jump(expression: sp.Expr, a: float, b: float) -> bool:
    """Whether rounding decides a sign or a case there."""
    values = [by_sympy(expression, a + d, b + e) for d, e in ((0, 0), (1e-9, 0), (-1e-9, 0), (0, 1e-9), (0, -1e-9))]
    return max(values) - min(values) > 1e-4 * (1 + abs(values[0]))


@given(st.lists(EXPRESSIONS, min_size=1, max_size=3))
def test_python_and_numpy_agree_with_sympy(expressions):
    points = [p for p in POINTS if not any(near_a_jump(e, *p) for e in expressions)]
    assume(points and not any(e.has(sp.ITE) for e in expressions))  # symengine has no choice between relations
    expected = np.array([[by_sympy(e, *p) for e in expressions] for p in points])
    assume(np.isfinite(expected).all() and np.abs(expected).max() < 1e12)
    program = Program(*NAMES, tuple(to_engine(e) for e in expressions))
    scalar, array = program.make([1.4]), program.make([1.4], "numpy")
    for p, values in zip(points, expected, strict=True):
        np.testing.assert_allclose(scalar(*p), values, rtol=1e-8, atol=1e-8, err_msg=f"Python at {p}")
    columns = array(*np.array(points).T)
    for j, column in enumerate(columns):
        ours = np.broadcast_to(column, len(points))
        np.testing.assert_allclose(ours, expected[:, j], rtol=1e-8, atol=1e-8, err_msg="numpy")
    blocks = program.make([1.4], "blocks")
    buffers = np.full((blocks.count, len(points)), np.nan)
    for j, ours in enumerate(blocks(buffers, *np.array(points).T)):
        np.testing.assert_allclose(ours, expected[:, j], rtol=1e-8, atol=1e-8, err_msg="blocks")


def test_blocks_use_a_buffer_again_and_leave_the_arguments_alone():
    a, b = se.symbols("a b")
    chain = (a + b) * (a - b)
    for _ in range(20):
        chain = se.sin(chain) + a * b
    function = Program(("a", "b"), (), (chain, a, chain)).make((), "blocks")
    assert function.count <= 4, f"{function.count} buffers for a chain of operations"
    columns = np.array([[0.3, 0.5], [1.2, -0.4]])
    first, second, third = function(np.empty((function.count, 2)), *columns)
    expected = (columns[0] + columns[1]) * (columns[0] - columns[1])
    for _ in range(20):
        expected = np.sin(expected) + columns[0] * columns[1]
    np.testing.assert_allclose(first, expected)
    np.testing.assert_allclose(third, expected)
    np.testing.assert_array_equal(second, [0.3, 0.5])


SPECIAL = [
    sp.Piecewise((-1, x < 0), (1, True)) + y,  # a leading minus must not become the sign of the whole
    y + 2 * sp.Piecewise((-x * y, y < 0), (-1, True)) - x,
    sp.Max(x, y, 1) - sp.Min(x, y, -1),
    (x - 2) ** 2 - (y - 3) * (-2 + x) - (x * y - 2) * -3,
    -x - y - 2,
    x**7 / 7 - x**-5,
    sp.Float(0.5) ** x + 3**y,
    sp.exp(2) * x - sp.exp(-y) + sp.E,
    k**2 + k * x + sp.sqrt(k) + k / 3,
    sp.Integer(0),
]


@pytest.mark.parametrize("expression", SPECIAL, ids=str)
@pytest.mark.parametrize("language", ["python", "numpy"])
def test_texts_that_are_easily_misread(expression, language):
    function = Program(*NAMES, (to_engine(expression),)).make([1.4], language)
    for p in POINTS:
        (ours,) = function(*(np.array([v]) for v in p)) if language == "numpy" else function(*p)
        assert float(np.ravel(ours)[0]) == pytest.approx(by_sympy(expression, *p)), f"{expression} at {p}"


@pytest.mark.skipif(not shutil.which("node"), reason="no node on this machine")
@pytest.mark.parametrize("expression", SPECIAL, ids=str)
def test_javascript_gives_the_same(expression):
    source = Program(*NAMES, (to_engine(expression),)).source("javascript")
    script = f"{source}\nconsole.log(JSON.stringify(make(1.4)({POINTS[0][0]}, {POINTS[0][1]})))"
    out = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    assert float(out.stdout.strip(" []\n")) == pytest.approx(by_sympy(expression, *POINTS[0]))


def test_what_depends_on_constants_only_is_computed_once():
    source = Program(*NAMES, (to_engine(sp.sin(k) ** 2 * x + sp.sin(k) ** 2),)).source()
    inside = source.split("def function")[1]
    assert "sin" not in inside, f"sin(k) is computed in every call:\n{source}"


def test_one_vector_argument_for_integrators():
    function = Program(*NAMES, (to_engine(x * y), to_engine(x + k))).make([1.4], vector=True)
    assert function(np.array([2.0, 3.0]), 0.0) == [6.0, 3.4]


def test_names_of_variables_do_not_shadow_each_other():
    program = Program(("y",), ("x",), (se.Symbol("x") * se.Symbol("y"),))
    assert program.make([3.0], vector=True)(np.array([2.0]), 0.0) == [6.0]


def test_an_unfinished_case_and_roots_of_negative_numbers_are_no_numbers():
    open_case = Program(*NAMES, (to_engine(sp.Piecewise((x, x > 0))),))
    assert math.isnan(open_case.make([1.0])(-1.0, 0.0)[0]) and open_case.make([1.0])(2.0, 0.0) == (2.0,)
    for expression in (sp.sqrt(x), x ** sp.Rational(1, 3)):
        with pytest.raises(ValueError):
            Program(*NAMES, (to_engine(expression),)).make([1.0])(-1.0, 0.0)


def test_a_function_that_has_no_code_is_named():
    with pytest.raises(NotImplementedError, match="zeta"):
        Program(*NAMES, (to_engine(sp.zeta(x)),)).make([1.0])


@pytest.mark.parametrize("n, sparse", [(1, False), (2, False), (3, True), (5, False), (5, True)])
def test_unrolled_solution_of_a_symmetric_system(n, sparse):
    rng = np.random.default_rng(n)
    for _ in range(5):
        J = rng.normal(size=(n, n))
        if sparse:
            J = np.diag(np.diag(J)) + np.diag(np.diag(J, 1), 1)
        M, right = J @ J.T + 0.1 * np.eye(n), rng.normal(size=n)
        letters = [
            [se.Symbol(f"m{max(i, j)}{min(i, j)}") if M[i, j] else se.Integer(0) for j in range(n)] for i in range(n)
        ]
        names = sorted({e.name for row in letters for e in row if e != 0})
        rights = [f"r{i}" for i in range(n)]
        prelude, solution = solve_symmetric(letters, [se.Symbol(name) for name in rights])
        function = Program((*names, *rights), (), tuple(solution), tuple(prelude)).make([])
        values = [M[int(name[1]), int(name[2])] for name in names]
        np.testing.assert_allclose(function(*values, *right), np.linalg.solve(M, right), rtol=1e-9)


def test_an_arrow_matrix_is_solved_without_fill():
    """First row and column full, else diagonal: taken in the given order every entry of L would fill."""
    n = 6
    matrix = [[se.Symbol(f"m{min(i, j)}_{max(i, j)}") if i == j or 0 in (i, j) else se.Integer(0)
               for j in range(n)] for i in range(n)]  # fmt: skip
    right = [se.Symbol(f"b{i}") for i in range(n)]
    statements, solution = solve_symmetric(matrix, right)
    below = [symbol for symbol, _ in statements if symbol.name.startswith("_ll")]
    assert len(below) == n - 1, f"L has {len(below)} entries"
    values = {f"m{i}_{i}": 4.0 + i for i in range(n)} | {f"m0_{j}": 0.5 for j in range(1, n)}
    values |= {f"b{i}": 1.0 - i for i in range(n)}
    solved = Program(tuple(values), (), solution, statements).make(())(*values.values())
    M = np.diag([4.0 + i for i in range(n)])
    M[0, 1:] = M[1:, 0] = 0.5
    np.testing.assert_allclose(solved, np.linalg.solve(M, 1.0 - np.arange(n)))


def solved(M: np.ndarray, right: np.ndarray, language: str, definite: bool = True) -> np.ndarray:
    """M x = right by a generated program whose entries are all arguments."""
    n = len(M)
    letters = [[se.Symbol(f"m{min(i, j)}_{max(i, j)}") for j in range(n)] for i in range(n)]
    names = [f"m{i}_{j}" for i in range(n) for j in range(i, n)]
    rights = [f"r{i}" for i in range(n)]
    prelude, solution = solve_symmetric(letters, [se.Symbol(r) for r in rights], definite=definite)
    function = Program((*names, *rights), (), tuple(solution), tuple(prelude)).make([], language)
    values = [*M[np.triu_indices(n)].tolist(), *np.asarray(right).tolist()]
    with np.errstate(all="ignore"):
        return np.array(function(*(values if language == "python" else np.array(values))))


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_singular_matrix_gives_no_numbers_even_where_rounding_leaves_a_pivot(seed, n):
    """M = JᵀJ with a row too few: less masses than coordinates. The right side fits, so no huge number tells."""
    rng = np.random.default_rng(seed)
    J = np.linalg.qr(rng.normal(size=(n, n)))[0][1:] * 10 ** rng.uniform(-3, 3, n)
    M, right = J.T @ J, J.T @ rng.normal(size=n - 1)
    with pytest.raises(ZeroDivisionError):
        solved(M, right, "python")
    assert not np.isfinite(solved(M, right, "numpy")).all()


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_regular_matrix_is_solved_whatever_the_units_are(seed, n):
    """Coordinates in millimetres and in light years make no matrix singular."""
    rng = np.random.default_rng(seed)
    J, units = rng.normal(size=(2 * n, n)), 10.0 ** rng.integers(-8, 9, n)
    M, right = J.T @ J, rng.normal(size=n)
    expected = np.linalg.solve(M, right) / units
    ours = solved(units[:, None] * M * units, units * right, "python")
    np.testing.assert_allclose(ours, expected, rtol=1e-8)


def test_conditions_that_depend_on_each_other_give_no_numbers():
    """The matrix of a system with loops, [M Jᵀ; J 0], with the second condition three times the first."""
    M, J = np.diag([2.0, 3.0]), np.array([[0.1, 0.7], [0.3, 2.1]])
    bordered = np.block([[M, J.T], [J, np.zeros((2, 2))]])
    with pytest.raises(ZeroDivisionError):
        solved(bordered, np.array([1.0, 2.0, 0.1, 0.3]), "python", definite=False)
    bordered[3, 1] = bordered[1, 3] = 2.2
    right = np.array([1.0, 2.0, 0.1, 0.3])
    ours = solved(bordered, right, "python", definite=False)
    np.testing.assert_allclose(ours, np.linalg.solve(bordered, right), rtol=1e-9, atol=1e-9)


def test_a_matrix_that_is_singular_for_all_symbols_is_refused_at_once():
    m = se.Symbol("m")
    with pytest.raises(ZeroDivisionError, match="diagonal entry 2"):
        solve_symmetric([[m, m], [m, m]], [se.Symbol("a"), se.Symbol("b")])
