"""Three masses on springs and dampers under a harmonic load: a picture for section 3.6."""

from typing import Any

from sympy import Dummy, Expr, Matrix, Poly, sqrt, zeros

from ..problem import Given, Outputs, Problem
from ..scene import Arrow, Box, DamperShape, Ground, Line, Scene, Shape, SpringShape, Text, ValueArrow
from ..systems import load
from ..systems.chapter_3.spring_mass_damper_three import oscillator

HEIGHTS = (0.5, 0.5, 1.0)
"""At which the masses are drawn."""


def spring_mass_damper_response() -> Problem:
    """Steady amplitudes of the three masses under the load f_L = f cos(ω t), along the frequency ω; (3.98).

    Each amplitude is the absolute value of an entry of (K − ω² M + iω D)⁻¹ b f.
    """
    system = load("spring_mass_damper_three")
    kept = [name for name in system.parameters if name[0] in "mcd"]
    rows = {name: system.parameters[name] for name in kept}
    p = Given(
        omega=(6.5, "rad/s", "frequency of the load"),
        f=(1.0, "N", "amplitude of the load"),
        **{name: (v.default, v.unit, v.description, v.domain) for name, v in rows.items()},
    )
    y = Outputs(
        a1=("m", "amplitude of mass 1"),
        a2=("m", "amplitude of mass 2"),
        a3=("m", "amplitude of mass 3"),
    )
    linear = oscillator(system.parameters)
    given = {system.parameters[name].symbol: p[name].symbol for name in kept}
    M, D, K, b = (Matrix(part).xreplace(given) for part in (linear.M, linear.D, linear.K, linear.B))
    return Problem(
        title="Three masses under a harmonic load",
        source="section 3.6, (3.98)",
        parameters=p,
        outputs=y,
        formulas=dict(zip(y, amplitudes(K - p.omega**2 * M, p.omega * D, b[:, 0] * p.f), strict=True)),
        scene=scene,
        sweep="omega",
    )


def amplitudes(real: Matrix, imaginary: Matrix, load: Matrix) -> list[Expr]:
    """Absolute values of the entries of x with (A + i B) x = b, by Cramer's rule.

    Parameters
    ----------
    real, imaginary : Matrix, shape (n, n)
        A and B.
    load : Matrix, shape (n, 1)
        b.

    Returns
    -------
    list of Expr
    """
    whole = size(real, imaginary)
    n = len(load)
    columns = [[load if k == i else real[:, k] for k in range(n)] for i in range(n)]
    others = [[zeros(n, 1) if k == i else imaginary[:, k] for k in range(n)] for i in range(n)]
    return [size(Matrix.hstack(*a), Matrix.hstack(*b)) / whole for a, b in zip(columns, others, strict=True)]


def size(real: Matrix, imaginary: Matrix) -> Expr:
    """Absolute value of the determinant of A + i B.

    Parameters
    ----------
    real, imaginary : Matrix, shape (n, n)
        A and B.
    """
    i = Dummy("i")
    powers = Poly((real + i * imaginary).det(method="berkowitz"), i).all_coeffs()[::-1]
    even = sum((-1) ** k * c for k, c in enumerate(powers[::2]))
    odd = sum((-1) ** k * c for k, c in enumerate(powers[1::2]))
    return sqrt(even**2 + odd**2)


def scene(problem: Problem) -> Scene:
    """The masses where they rest, and beside them their strokes."""
    p, y = problem.parameters, problem.outputs
    left, right, half = -0.45, 0.45, 0.07
    s1, s2, s3 = HEIGHTS

    def mass(x: float, s: float, width: float, amplitude: Any, label: str) -> list[Shape]:
        edge = x + width / 2 + 0.04
        ends = [
            Line(((edge, s + sign * amplitude), (edge + 0.12, s + sign * amplitude)), role="dimension")
            for sign in (-1, 0, 1)
        ]
        return [
            Box(width, 2 * half, (x, s)),
            Text((x, s), label, only="sketch"),
            *ends,
            Arrow((edge + 0.06, s), (edge + 0.06, s + amplitude)),
            Text((edge + 0.16, s), amplitude, anchor="left"),
        ]

    def between(kind: type, x: float, low: float, high: float) -> Shape:
        return kind((x, low + half * (low > 0)), (x, high - half))

    return Scene(
        shapes=(
            Ground((-1.1, 0), (1.1, 0)),
            between(SpringShape, left + 0.12, 0, s1),
            between(DamperShape, left - 0.12, 0, s1),
            between(SpringShape, right + 0.12, 0, s2),
            between(DamperShape, right - 0.12, 0, s2),
            between(SpringShape, left + 0.12, s1, s3),
            between(DamperShape, left - 0.12, s1, s3),
            between(SpringShape, right, s2, s3),
            *mass(left, s1, 0.46, y.a1, "m_1"),
            *mass(right, s2, 0.46, y.a2, "m_2"),
            *mass(0, s3, 1.5, y.a3, "m_3"),
            Line(((0, s3 + 0.3), (0, s3 + 0.3)), role="gap"),
            ValueArrow((0, s3 + half), (0, -1), p.f, 1.0, label="f_L", push=True),
        ),
        description=(
            "The three masses on springs and dampers at rest, with a harmonic load on the upper one. Arrows show the "
            "amplitude of each mass about its position of rest."
        ),
        ranges={"omega": (1.0, 25.0), "f": (0.1, 2.0)},
        limits=(-1.4, 1.4, -0.3, 1.6),
    )
