"""Every route must give the same numbers, or its time means nothing."""

from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["agree"]


def agree(results: Mapping[str, Any], tolerance: float, what: str) -> None:
    """Stop the run where one route differs from the first one by more than a fraction of the largest value."""
    (first, value), *others = results.items()
    reference = np.asarray(value, dtype=float)
    scale = np.abs(reference).max() + 1e-12
    for name, other in others:
        error = np.abs(np.asarray(other, dtype=float).reshape(reference.shape) - reference).max() / scale
        if not error < tolerance:
            raise SystemExit(f"{what}: {name} differs from {first} by {error:.1e} of the largest value.")
