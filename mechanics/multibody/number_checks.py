"""Numbers, vectors and rotation matrices that were given: each wrong one gets a sentence that says whose it is."""

from typing import Any

import numpy as np

from ..model import ModelError

__all__ = ["check_rotation", "checked_numbers"]

ORTHONORMAL = 1e-9  # largest entry of R Rᵀ − E


def checked_numbers(
    wanted: str, value: Any, shape: tuple[int, ...], error: type[ModelError] = ModelError
) -> np.ndarray:
    """The value as an array of finite numbers with this shape.

    Parameters
    ----------
    wanted : str
        What was expected, as the beginning of the sentence, such as ``"Gravity has three finite components in m/s²"``.
    value : array_like
        What was given.
    shape : tuple of int
        Shape that is expected.
    error : type, optional
        Kind of the error.

    Raises
    ------
    ModelError
        For text, None, NaN, infinity, complex numbers and other shapes.
    """
    found = _array(value)
    if found is not None and found.shape == shape and np.isfinite(found).all():
        return found
    raise error(f"{wanted}; got {_shown(value, found)}.")


def check_rotation(
    what: str, R: np.ndarray, hint: str = "", wanted: str = "a rotation matrix, R Rᵀ = E and det R = 1"
) -> None:
    """Refuse a matrix (3, 3) that stretches, shears or reflects, and NaN.

    Parameters
    ----------
    what : str
        What it is, at the beginning of the sentence.
    R : np.ndarray, shape (3, 3)
        The matrix.
    hint : str, optional
        How to mend it.
    wanted : str, optional
        What it should be.

    Raises
    ------
    ModelError
        For anything but a rotation matrix.
    """
    if not np.abs(R @ R.T - np.eye(3)).max() < ORTHONORMAL:  # NaN is not below anything
        raise ModelError(f"{what} must be {wanted}; got {np.round(R, 6).tolist()}. {hint}".rstrip())
    if np.linalg.det(R) < 0:
        raise ModelError(
            f"{what} must be right-handed, a rotation matrix with det R = 1; swap two columns or reverse one of "
            f"{np.round(R, 6).tolist()}."
        )


def _array(value: Any) -> np.ndarray | None:
    """An array of real numbers, or None; text is no number, although numpy would read some of it as one."""
    try:
        found = np.array(value)
        if found.dtype.kind not in "iuf":
            found = np.array(value, dtype=object)
            if any(isinstance(entry, str | bytes | complex) for entry in found.ravel()):
                return None
        return found.astype(float)
    except (TypeError, ValueError):
        return None


def _shown(value: Any, found: np.ndarray | None) -> str:
    """The value in a few words."""
    if found is not None and found.size > 9:
        return f"an array of the shape {found.shape}" + ("" if np.isfinite(found).all() else " with NaN or infinity")
    return repr(found.tolist()) if isinstance(value, np.ndarray) and found is not None else repr(value)
