"""Cross-sections of slender beams: mass per length and stiffness."""

from dataclasses import dataclass, fields

import numpy as np

from ..checking import number
from ..model import ModelError

__all__ = ["Section"]

RIGID = ("EA", "GI_t")  # stiffnesses that may be infinite


@dataclass(frozen=True)
class Section:
    """Uniform cross-section (*Querschnitt*) of a beam whose axis is x; y and z are its principal axes.

    Attributes
    ----------
    mu : float
        Mass per length, ρ A, kg/m.
    EI_y, EI_z : float
        Bending stiffness about y (deflection along z) and about z (deflection along y), N m².
    EA : float, optional
        Longitudinal stiffness, N; infinite if the beam does not stretch.
    GI_t : float, optional
        Torsional stiffness, N m²; infinite if it does not twist.
    r_y, r_z : float, default 0.0
        Radii of gyration of the mass along y and z, √(∫y² dm/∫dm), m; 0 for an infinitely thin beam.

    Raises
    ------
    ModelError
        If a number is not positive (a radius of gyration may be zero).
    """

    mu: float
    EI_y: float
    EI_z: float
    EA: float = np.inf
    GI_t: float = np.inf
    r_y: float = 0.0
    r_z: float = 0.0

    def __post_init__(self) -> None:
        for entry in fields(self):
            value, may_vanish = getattr(self, entry.name), entry.name.startswith("r_")
            if not (entry.name in RIGID and isinstance(value, float) and value == np.inf):
                number(value, f"Section: expected {entry.name} to be positive; it")
            if not (value > 0 or (may_vanish and value == 0)):
                least = "0 or more" if may_vanish else "positive"
                raise ModelError(f"Section: expected {entry.name} to be {least}, got {value}; give it in SI units.")

    @classmethod
    def rectangle(cls, rho: float, E: float, width: float, height: float, nu: float = 0.3) -> "Section":
        """Rectangular cross-section.

        The torsional constant is the series solution to 0.1 %: I_t = a b³ (1/3 − 0.21 b/a (1 − b⁴/(12 a⁴)))
        with the longer side a and the shorter b.

        Parameters
        ----------
        rho : float
            Density ρ, kg/m³.
        E : float
            Young's modulus, N/m².
        width : float
            Width along y, m.
        height : float
            Height along z, m.
        nu : float, default 0.3
            Poisson's ratio ν.

        Returns
        -------
        Section
        """
        given = {"rho": rho, "E": E, "width": width, "height": height}
        for name, value in given.items():
            if not number(value, f"Section.rectangle: {name}") > 0:
                raise ModelError(
                    f"Section.rectangle: expected {name} to be positive, got {value}; give it in SI units."
                )
        if not -1 < number(nu, "Section.rectangle: nu") <= 0.5:
            raise ModelError(f"Section.rectangle: expected Poisson's ratio nu between -1 and 0.5, got {nu}.")
        A, (b, a) = width * height, sorted((width, height))
        I_t = a * b**3 * (1 / 3 - 0.21 * b / a * (1 - (b / a) ** 4 / 12))
        return cls(
            mu=rho * A,
            EI_y=E * width * height**3 / 12,
            EI_z=E * height * width**3 / 12,
            EA=E * A,
            GI_t=E / (2 * (1 + nu)) * I_t,
            r_y=width / 12**0.5,
            r_z=height / 12**0.5,
        )

    @property
    def spots(self) -> np.ndarray:
        """Positions (y, z) of equal point masses with the moments of the cross-section, (1, 2) or (4, 2), m."""
        if self.r_y == self.r_z == 0:
            return np.zeros((1, 2))
        return np.array([(j * self.r_y, k * self.r_z) for j in (-1, 1) for k in (-1, 1)])
