"""Symbols and indices of quantities with several numbers: ``f_A_x`` of a vector, ``m_1`` of a list."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..model import ModelError
from ..symbols import parameter_symbol

__all__ = ["indexed", "labels", "symbols_like"]


def symbols_like(
    name: str, sample: Any, latex: str | tuple[str, ...], assumptions: Mapping[str, bool]
) -> sp.Symbol | sp.ImmutableMatrix:
    """Symbols in the shape of a sample.

    Parameters
    ----------
    name : str
        Of the quantity.
    sample : float, tuple or list
        A number, a vector, or a list of either.
    latex : str or tuple of str
        LaTeX of the quantity, or of each of its numbers.
    assumptions : mapping of str to bool
        Such as ``{"positive": True}``.

    Returns
    -------
    Symbol or ImmutableMatrix
        A symbol, a column of them, or a matrix with a row for each vector of a list.

    Raises
    ------
    ModelError
        If the number of LaTeX texts differs from that of the symbols.
    """
    if isinstance(latex, str) and not np.ndim(sample):
        return parameter_symbol(name, latex, **assumptions)
    if not isinstance(latex, str) and (not np.ndim(sample) or len(latex) != np.size(sample)):
        raise ModelError(f"LaTeX for each number of {name} was expected; got {latex!r} for {sample!r}.")
    found = labels(sample)
    spelled = [indexed(latex, label) for label in found] if isinstance(latex, str) else latex
    entries = [
        parameter_symbol(f"{name}_{label}", text, **assumptions) for label, text in zip(found, spelled, strict=True)
    ]
    return sp.ImmutableMatrix(len(sample), len(entries) // len(sample), entries)


def labels(sample: Sequence) -> list[str]:
    """Index of each entry: x, y, z in a tuple of three, else counted from 1.

    Parameters
    ----------
    sample : tuple or list
        A vector, or a list of numbers or vectors.

    Examples
    --------
    >>> labels((0, 0, 0)), labels([(0, 0), (0, 0)])
    (['x', 'y', 'z'], ['1_1', '1_2', '2_1', '2_2'])
    """
    named = list("xyz") if isinstance(sample, tuple) and len(sample) == 3 else range(1, len(sample) + 1)
    if not np.ndim(sample[0]):
        return [str(label) for label in named]
    return [f"{first}_{label}" for first, row in zip(named, sample, strict=True) for label in labels(row)]


def indexed(latex: str, label: str) -> str:
    """LaTeX with one more index.

    Parameters
    ----------
    latex : str
        With or without an index.
    label : str
        As `labels` returns it.

    Examples
    --------
    >>> indexed("f_{A}", "x")
    'f_{A,x}'
    """
    base, mark, index = latex.partition("_")
    inner = index[1:-1] if index.startswith("{") and index.endswith("}") else index
    more = label.replace("_", ",")
    return f"{base}_{{{inner},{more}}}" if mark else f"{base}_{{{more}}}"
