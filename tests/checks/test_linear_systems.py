"""A function that solves a linear system: the reason names the rows that the right result does not fulfil."""

import math
import re

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.linalg import solve

from mechanics.checks import capture, inputs_of, judge, make_key
from mechanics.checks.call import Call

M_W, M_S, LEVER, INERTIA, G = 12.0, 3.0, 1.8, 2.1, 9.81
DOMAIN = {"phi": "angle", "phi_d": "real", "f_e": "real"}
ARGUMENTS = ["phi", "phi_d", "f_e"]


def matrix(phi, coupling=LEVER):
    return [[M_W + M_S, coupling * math.cos(phi)], [coupling * math.cos(phi), INERTIA]]


def right(phi, phi_d, f_e):
    rest = [f_e + LEVER * math.sin(phi) * phi_d**2, -LEVER * G * math.sin(phi)]
    return solve(np.array(matrix(phi)), np.array(rest))


@pytest.fixture(scope="module")
def key():
    return make_key("function", right, DOMAIN, arguments=ARGUMENTS)


def reason(key, function):
    return Call("accelerations", function, lambda: key).verdict().reason


def by_numpy(m, h):
    return np.linalg.solve(np.array(m), np.array(h))


WAYS = {
    "numpy": by_numpy,
    "a name of its own": lambda m, h: solve(m, h),
    "a column": lambda m, h: np.linalg.solve(np.array(m), np.array(h).reshape(2, 1)).ravel(),
    "an inverse": lambda m, h: np.linalg.inv(np.array(m)) @ np.array(h),
    "sympy": lambda m, h: sp.Matrix(m).LUsolve(sp.Matrix(h)),
    "an inverse of sympy": lambda m, h: sp.Matrix(m).inv() * sp.Matrix(h),
    "numbers of its result": lambda m, h: [float(x) for x in by_numpy(m, h)],
}


@pytest.mark.parametrize("way", WAYS)
def test_the_wrong_term_is_found_however_the_system_is_solved(key, way):
    def wrong(phi, phi_d, f_e):
        rest = [f_e - LEVER * math.sin(phi) * phi_d**2, -LEVER * G * math.sin(phi)]
        return WAYS[way](matrix(phi), rest)

    said = reason(key, wrong)
    assert "Row 1 of the linear system that is solved is not right; all others are." in said, said
    assert "The sign of `-1.8*sin(phi)*phi_d**2` is wrong" in said, said


def test_a_number_that_stands_in_two_terms_is_named_with_both(key):
    def wrong(phi, phi_d, f_e):
        half = LEVER / 2
        rest = [f_e + half * math.sin(phi) * phi_d**2, -LEVER * G * math.sin(phi)]
        return by_numpy([[M_W + M_S, half * math.cos(phi)], [LEVER * math.cos(phi), INERTIA]], rest)

    said = reason(key, wrong)
    assert "The same factor is wrong in `0.9*cos(phi)*result[1]` and `0.9*sin(phi)*phi_d**2`." in said, said


def test_a_term_that_is_missing_is_told_by_what_it_depends_on(key):
    def wrong(phi, phi_d, f_e):
        return by_numpy(matrix(phi), [f_e, -LEVER * G * math.sin(phi) * math.exp(0.3 * math.cos(phi))])

    assert "Row 1: What is wrong or missing there depends on `phi` and `phi_d` only." in reason(key, wrong)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([1.0, -1.0, 2.0, 0.7]), min_size=6, max_size=6))
def test_exactly_the_rows_are_named_that_the_right_result_does_not_fulfil(factors):
    """Which these are is found here from numbers alone."""
    a, b, c, d, e, f = factors

    def parts(phi, phi_d, f_e):
        (m11, m12), (m21, m22) = matrix(phi)
        rest = [e * f_e + LEVER * math.sin(phi) * phi_d**2, -f * LEVER * G * math.sin(phi)]
        return [[a * m11, b * m12], [c * m21, d * m22]], rest

    key = make_key("function", right, DOMAIN, arguments=ARGUMENTS)
    wrong_rows = set()
    for call in key["inputs"][: len(key["values"])]:
        m, h = parts(*call)
        residual = np.array(m) @ right(*call) - h
        wrong_rows |= {k + 1 for k in range(2) if abs(residual[k]) > 1e-9 * np.abs(m[k]).max()}
    verdict = Call("accelerations", lambda *q: by_numpy(*parts(*q)), lambda: key).verdict()
    assert verdict.ok == (not wrong_rows)
    if told := re.search(r"Rows? ([\d, ]+) of the linear system", verdict.reason):
        assert {int(x) for x in told[1].split(", ")} == wrong_rows, verdict.reason
    else:
        assert len(wrong_rows) != 1, verdict.reason


SYSTEMS_OF_NOBODY = ["result[0]", None, [], [1], [[]], [["+", "result[0]", 1], "x"], ["result[0]", ["*", "phi"]],
                     [["sin"], {}], [["+"], ["+"]], [["error", "NaN"], 1], ["result[7]", "phi"]]  # fmt: skip


def test_a_system_that_the_function_does_not_solve_is_not_believed(key):
    """What a submission says of itself counts only as far as its results bear it out."""
    data = capture(lambda phi, phi_d, f_e: [1.0 + f_e, 2.0], inputs_of(key))
    said = judge(data, key).reason
    for system in SYSTEMS_OF_NOBODY:
        assert judge({**data, "formulas": [{"system": system}]}, key).reason == said, system
    for formulas in ([], [[]], [None], ["system"], None, {}):
        assert judge({**data, "formulas": formulas}, key).reason == said, formulas
