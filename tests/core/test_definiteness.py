"""Definiteness of matrices of symbols and of numbers, against what quadratic forms do."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mechanics.model import ModelError
from mechanics.oscillators import definiteness, leading_minors, principal_minors, quadratic_form

a, b = sp.symbols("a b", positive=True)
x, y = sp.symbols("x y", real=True)
square = arrays(float, (3, 3), elements=st.integers(-5, 5).map(float))


@given(square)
def test_a_gram_matrix_is_never_negative(factor):
    """zᵀ LᵀL z = |L z|² >= 0, and zero only where L has no full rank."""
    word = definiteness(factor.T @ factor)
    full = np.linalg.matrix_rank(factor) == 3
    assert word == ("positive definite" if full else "positive semidefinite"), f"L = {factor.tolist()}"


@given(square)
def test_the_word_is_that_of_the_eigenvalues_and_changes_with_the_sign(factor):
    A = factor + factor.T
    assume(np.abs(A).max() > 0)
    opposite = {"positive": "negative", "negative": "positive"}
    first, *rest = definiteness(A).split()
    assert definiteness(-A).split() == [opposite.get(first, first), *rest]


@given(square, st.integers(0, 2**32 - 1))
def test_no_vector_contradicts_the_word(factor, seed):
    A = factor + factor.T
    values = quadratic_form(A, np.random.default_rng(seed).normal(size=(200, 3)))
    border = 1e-9 * (1 + np.abs(A).max())
    word = definiteness(A)
    assert not (word.startswith("positive") and values.min() < -border)
    assert not (word.startswith("negative") and values.max() > border)


@given(square)
def test_symbols_and_numbers_agree(factor):
    """The same integers, once with a positive symbol in front so that the minors are symbolic."""
    A = factor.T @ factor - 3 * np.eye(3)
    symbolic = a * sp.Matrix(A.astype(int).tolist())
    words = definiteness(symbolic), definiteness(A)
    assert words[0] in (words[1], "undecided"), f"{A.tolist()}: {words}"


def test_leading_minors_do_not_show_a_semidefinite_matrix():
    """The classic trap: 0 and 0 are both not negative, but the matrix is."""
    trap = sp.diag(0, -a)
    assert leading_minors(trap) == [0, 0]
    assert principal_minors(trap)[(1,)] == -a
    assert definiteness(trap) == "negative semidefinite"


@pytest.mark.parametrize(
    ("matrix", "word"),
    [
        ([[a + b, -b], [-b, b]], "positive definite"),
        ([[a, -a], [-a, a]], "positive semidefinite"),
        ([[-a, 0], [0, -b]], "negative definite"),
        ([[a, 0], [0, -b]], "indefinite"),
        ([[0, b], [b, 0]], "indefinite"),
        ([[a, x], [x, b]], "undecided"),
        ([[x**2, 0], [0, a]], "undecided"),
        ([[0, 0], [0, 0]], "positive semidefinite"),
        ([[1e-20, 0], [0, 1]], "positive semidefinite"),
        ([[2e6, 1e6], [1e6, 2e6]], "positive definite"),
    ],
)
def test_definiteness_is_named_in_words(matrix, word):
    assert definiteness(matrix) == word


def test_quadratic_form_of_symbols_and_of_many_vectors():
    A = [[2, 1], [1, 3]]
    assert sp.expand(quadratic_form(A, [x, y]) - (2 * x**2 + 2 * x * y + 3 * y**2)) == 0
    assert quadratic_form(A, [[1, 0], [0, 1], [1, -1]]) == pytest.approx([2, 3, 3])


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        ([[1, 2], [3, 4]], r"must be symmetric.*\(A \+ A.T\)/2"),
        ([[1, 2, 3], [2, 1, 1]], "must be a square matrix; got 2x3"),
        ([[1, float("nan")], [float("nan"), 1]], "finite real numbers"),
        ("stiff", "must be a matrix of finite real numbers or formulas"),
    ],
)
def test_bad_matrices_are_named(matrix, sentence):
    with pytest.raises(ModelError, match=sentence):
        definiteness(matrix)
