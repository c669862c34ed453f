"""Linear models about an operating point: ẋ = A Δx + B Δu."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

__all__ = ["Linearization"]

MARGIN = 1e-7  # eigenvalues closer to the imaginary axis decide nothing in first approximation


@dataclass(frozen=True)
class Linearization:
    """A linear model Δẋ = A Δx + B Δu; unpacks as ``A, B = linearization``.

    Attributes
    ----------
    A : ndarray, shape (n, n)
        ∂f/∂x.
    B : ndarray, shape (n, p)
        ∂f/∂u.
    """

    A: np.ndarray
    B: np.ndarray

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter((self.A, self.B))

    @property
    def eigenvalues(self) -> np.ndarray:
        """Eigenvalues of A, largest real part first."""
        values = np.linalg.eigvals(self.A)
        return values[np.argsort(-values.real)]

    @property
    def stability(self) -> str:
        """``"asymptotically stable"``, ``"unstable"``, or ``"undecided"`` where the linear model cannot tell."""
        largest = self.eigenvalues[0].real
        scale = max(1.0, float(np.abs(self.eigenvalues).max()))
        if largest > MARGIN * scale:
            return "unstable"
        return "asymptotically stable" if largest < -MARGIN * scale else "undecided"
