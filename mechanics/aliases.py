"""Types that signatures share: most functions take numbers and sympy expressions alike."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from sympy import Expr, MatrixBase

__all__ = ["Matrix", "Scalar", "Vector"]

Scalar: TypeAlias = Expr | float
"""A number, a symbol or a formula."""

Vector: TypeAlias = Sequence[Scalar] | MatrixBase | np.ndarray
"""Components of a vector, or a value for each coordinate."""

Matrix: TypeAlias = Sequence[Sequence[Scalar]] | MatrixBase | np.ndarray
"""Rows of a matrix."""
