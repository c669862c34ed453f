"""Definiteness of the stiffness and the damping matrix (Aufgabe 3.14)."""

from typing import Any

import numpy as np
from sympy import lambdify

from ...oscillators import damping_matrix, leading_minors, stiffness_matrix
from ...problem import Given, Outputs, Problem
from ...scene import Line, Scene, Shape, Text
from .spring_mass_damper_three import dampers, springs

NAMES = ("s1", "s2", "s3")


def definiteness_k_d() -> Problem:
    """K and D of the three masses with their eigenvalues (smallest first) and leading minors; (3.93), (3.94)."""
    p = Given(
        c11=(150.0, "N/m", "stiffness between ground and mass 1", "nonnegative"),
        c22=(200.0, "N/m", "stiffness between ground and mass 2", "nonnegative"),
        c13=(120.0, "N/m", "stiffness between masses 1 and 3", "nonnegative"),
        c23=(80.0, "N/m", "stiffness between masses 2 and 3", "nonnegative"),
        d11=(1.0, "N s/m", "damper between ground and mass 1", "nonnegative"),
        d22=(1.5, "N s/m", "damper between ground and mass 2", "nonnegative"),
        d13=(0.8, "N s/m", "damper between masses 1 and 3", "nonnegative"),
    )
    y = Outputs(
        K=("N/m", "stiffness matrix", "K", (3, 3)),
        D=("N s/m", "damping matrix", "D", (3, 3)),
        K_eigenvalues=("N/m", "eigenvalues of K", r"\lambda_{K}", [3]),
        D_eigenvalues=("N s/m", "eigenvalues of D", r"\lambda_{D}", [3]),
        K_leading_minors=("N/m, (N/m)^2, (N/m)^3", "leading principal minors of K", r"\Delta_{K}"),
        D_leading_minors=("N s/m, (N s/m)^2, (N s/m)^3", "leading principal minors of D", r"\Delta_{D}"),
    )
    return Problem(
        title="Definiteness of K and D",
        source="Aufgabe 3.14, (3.93)-(3.94)",
        parameters=p,
        outputs=y,
        solution=_solution(p),
        scene=scene,
        sweep="c11",
    )


def _solution(p: Given) -> Any:
    """K and D of the springs and dampers once as formulas, then their eigenvalues and minors for numbers."""
    K, D = stiffness_matrix(springs(p), NAMES), damping_matrix(dampers(p), NAMES)
    matrices = lambdify(p.symbols, (K, D), "numpy")
    minors = lambdify(p.symbols, (leading_minors(K), leading_minors(D)), "numpy")

    def solution(**values: float) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, matrix, minor in zip("KD", matrices(**values), minors(**values), strict=True):
            matrix = np.array(matrix, dtype=float)
            found[name] = matrix
            eigenvalues = np.linalg.eigvalsh(matrix)
            rounding = 1e-12 * np.linalg.norm(matrix)
            counts = np.sign(np.maximum(np.abs(eigenvalues) - rounding, 0.0))  # 1, or 0 for what rounding has left
            found[f"{name}_eigenvalues"] = counts * eigenvalues
            found[f"{name}_leading_minors"] = minor
        return found

    return solution


def scene(problem: Problem) -> Scene:
    """The eigenvalues as bars that grow from a common line, those of D with a scale of their own."""
    y = problem.outputs

    def bars(left: float, values: Any, full: float, name: str) -> list[Shape]:
        right = left + 0.92
        shapes: list[Shape] = [
            Line(((left - 0.12, 1), (right, 1)), role="reference", dashed=True),
            Text((right + 0.05, 1), f"{full:g}", anchor="left"),
            Text((left + 0.4, -0.32), name),
        ]
        for k, value in enumerate(values):
            x, height = left + 0.4 * k, value / full
            corners = ((x - 0.1, 0), (x + 0.1, 0), (x + 0.1, height), (x - 0.1, height))
            shapes += [Line(corners, closed=True, role="body"), Text((x, -0.12), rf"\lambda_{k + 1}")]
        return [*shapes, Line(((left - 0.12, 0), (right, 0)))]

    return Scene(
        shapes=(
            Line(((-0.3, -0.42), (2.9, -0.42)), role="gap"),  # room for the words
            *bars(0, y.K_eigenvalues, 400, "stiffness, N per m"),
            *bars(1.75, y.D_eigenvalues, 3, "damping, N s per m"),
        ),
        description=(
            "Bars show the three eigenvalues of the stiffness matrix on the left and of the damping matrix on the "
            "right, smallest first. As long as all bars have a positive height, the matrix is positive definite; a "
            "bar of height zero belongs to a motion that deforms no spring, or that no damper opposes."
        ),
    )
