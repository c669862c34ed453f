"""Modes, in which all coordinates oscillate at one frequency, and the response to a harmonic force."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from ..checking import array
from ..model import ModelError

__all__ = ["Mode", "damped_modes", "frequency_response", "natural_modes"]

RESTING = 1e-7  # of the largest frequency: slower ones are rigid-body motions up to rounding


@dataclass(frozen=True)
class Mode:
    """One mode q(t) = Re(shape e^(λ t)).

    Attributes
    ----------
    eigenvalue : complex
        λ, 1/s; of a pair λ, λ* the one with positive imaginary part.
    shape : ndarray, shape (n,)
        The largest entry is 1; real for an undamped system.
    """

    eigenvalue: complex
    shape: np.ndarray

    @property
    def frequency(self) -> float:
        """Natural angular frequency ω = |λ|, rad/s."""
        return abs(self.eigenvalue)

    @property
    def damping_ratio(self) -> float:
        """ζ = −Re λ / |λ|: 0 undamped, 1 without oscillation, negative if it grows; 0 for a rigid-body mode, λ = 0."""
        return (0.0 - self.eigenvalue.real) / self.frequency if self.frequency else 0.0

    def __repr__(self) -> str:
        shape = np.array2string(self.shape, precision=4, suppress_small=True)
        return f"Mode: omega = {self.frequency:.4g} rad/s, zeta = {self.damping_ratio:.4g}, shape {shape}"


def natural_modes(M: np.ndarray, K: np.ndarray) -> list[Mode]:
    """Modes of M q̈ + K q = 0, slowest first: (K − ω² M) v = 0.

    Parameters
    ----------
    M : ndarray, shape (n, n)
        Mass matrix, kg.
    K : ndarray, shape (n, n)
        Stiffness matrix, N/m.

    Returns
    -------
    list of Mode

    Raises
    ------
    ModelError
        If K has a negative eigenvalue: then a motion grows instead of oscillating.
    """
    squares, shapes = linalg.eigh(K, M)
    border = RESTING**2 * np.abs(squares).max(initial=0.0)
    if squares[0] < -border:
        raise ModelError(
            f"K is not positive semidefinite: the motion along {shapes[:, 0].round(4).tolist()} grows instead of "
            "oscillating. Linearize about a stable equilibrium, or look at damped_modes()."
        )
    omegas = np.sqrt(np.where(squares > border, squares, 0.0))
    return [Mode(1j * omega, _scaled(shape)) for omega, shape in zip(omegas, shapes.T, strict=True)]


def damped_modes(A: np.ndarray) -> list[Mode]:
    """Modes of ẋ = A x with x = [q, q̇], slowest first; a pair of conjugate eigenvalues is one mode.

    Parameters
    ----------
    A : ndarray, shape (2n, 2n)
        State matrix.

    Returns
    -------
    list of Mode
    """
    values, vectors = np.linalg.eig(A)
    border = RESTING * np.abs(values).max(initial=0.0)  # rounding splits a double eigenvalue by the root of the error
    modes: list[Mode] = []
    for value, vector in zip(values, vectors.T, strict=True):
        mode = Mode(_cleaned(value, border), _scaled(vector[: len(A) // 2]))
        is_upper = value.imag > border or (mode.eigenvalue.imag == 0 and value.imag >= 0)
        if is_upper and not any(_same_rest(mode, other) for other in modes):
            modes.append(mode)
    return sorted(modes, key=lambda mode: (mode.frequency, mode.eigenvalue.imag))


def frequency_response(M: np.ndarray, D: np.ndarray, K: np.ndarray, B: np.ndarray, omega: ArrayLike) -> np.ndarray:
    """G(iω) = (K − ω² M + iω D)⁻¹ B for arrays of numbers; see `Oscillator.frequency_response`.

    Parameters
    ----------
    M, D, K : ndarray, shape (n, n)
        Mass, damping and stiffness matrix.
    B : ndarray, shape (n, m)
        Effect of the inputs on each coordinate.
    omega : array_like, shape (...)
        Angular frequencies, rad/s.

    Returns
    -------
    ndarray, shape (..., n, m)
        Complex.

    Raises
    ------
    ModelError
        If an undamped mode is in resonance.
    """
    n = len(array(M, "M", (None, None)))
    M, D, K = (array(matrix, name, (n, n)) for matrix, name in ((M, "M"), (D, "D"), (K, "K")))
    B = array(B, "B", (n, None))
    omega = array(omega, "The frequency omega")[..., None, None]
    stiffness = K - omega**2 * M + 1j * omega * D
    if stiffness.size and np.linalg.cond(stiffness).max() > 1e14:
        raise ModelError(
            "At one of these frequencies an undamped mode is in resonance: no steady motion exists there. Add "
            "damping, or leave the frequency out."
        )
    return np.linalg.solve(stiffness, np.broadcast_to(np.asarray(B, complex), (*stiffness.shape[:-2], *np.shape(B))))


def _cleaned(value: complex, border: float) -> complex:
    """The eigenvalue with parts that are only rounding errors put to zero."""
    real, imaginary = (part if abs(part) > border else 0.0 for part in (value.real, value.imag))
    return complex(real, imaginary)


def _same_rest(mode: Mode, other: Mode) -> bool:
    """Whether both are the same rigid-body motion: λ = 0 occurs twice, for its position and its velocity."""
    return mode.eigenvalue == other.eigenvalue == 0 and np.allclose(mode.shape, other.shape, atol=1e-5)


def _scaled(shape: np.ndarray) -> np.ndarray:
    """The shape with 1 as its largest entry; real where it is real."""
    scaled = shape / shape[np.argmax(np.abs(shape))]
    return scaled.real if np.abs(scaled.imag).max() < 1e-9 else scaled
