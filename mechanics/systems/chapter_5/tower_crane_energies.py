"""Mass matrices and energies of the tower crane with five degrees of freedom (Beispiel 5.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sympy import Expr, ImmutableMatrix, Matrix, MatrixBase, Max, Min, diag, log, zeros

from ...mass import Solid, change_of_basis, composite, gravity_energy, mass_matrix, shapes
from ...model import t
from ...poses import Pose, angular_jacobian, linear_jacobian
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Box, Line, Scene, Shape, Text
from ..chapter_4.crane_frames import crane_frames
from ..chapter_4.crane_picture import CRANE_VIEW, Crane, crane_marks, crane_shapes
from ..chapter_4.tower_crane_kinematics import NAMES, crane_given, frames_of

END = 6.0  # s
PARTS = {"sT": "tower with jib", "sK": "trolley", "sL": "load"}
CELL, LARGEST = 1.9, 1e5  # m on the board; the entry that fills a cell


def tower_crane_energies() -> Problem:
    """Kinetic energy of tower, trolley and load by their mass matrices, and potential energy; (5.31)-(5.42).

    The tower is a solid cylinder with a cuboid as jib, whose mass centre lies at the height h1; no energy depends on
    that height. Tower and trolley do not contribute to V. In the picture all coordinates go on with constant rates.
    """
    p = crane_given((0.25, 0.3, 0.08, -0.1, -0.2))
    y = Outputs(
        m_Z=("kg", "mass of the tower"),
        m_Q=("kg", "mass of the jib"),
        I_Z=("kg m^2", "principal moments of the tower", "I^Z", 3),
        I_Q=("kg m^2", "principal moments of the jib", "I^Q", 3),
        I_T_com_zz=("kg m^2", "inertia of tower and jib about their common mass centre", "I_{zz}^{sT}"),
        **{f"M_{s}": ("", f"mass matrix of the {text}", f"M^{{{s}}}", (5, 5)) for s, text in PARTS.items()},
        M=("", "mass matrix of the crane", "M", (5, 5)),
        **{f"T_{s}": ("J", f"kinetic energy of the {text}", f"T^{{{s}}}") for s, text in PARTS.items()},
        T=("J", "kinetic energy of the crane", "T"),
        V=("J", "potential energy of the load", "V"),
    )
    found = energies(p)
    return Problem(
        title="Energies of the tower crane",
        source="Beispiel 5.2, (5.31)-(5.42)",
        parameters=p,
        outputs=y,
        formulas={name: found[name] for name in y},
        scene=scene,
        motion=Motion(END, {name: _plotted(p, y, found, name) for name in (*(f"T_{s}" for s in PARTS), "T", "V")}),
    )


def _plotted(p: Given, y: Outputs, found: dict[str, Any], name: str) -> tuple:
    v = y[name]
    return found[name].xreplace(later(p)), v.unit, v.description, v.latex


def later(p: Given) -> dict[Expr, Expr]:
    """Each coordinate as it goes on with its rate.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict of Expr
        The coordinate at the time t by its symbol.
    """
    return {p[name].symbol: p[name].symbol + rate * t for name, rate in zip(NAMES, p.qd, strict=True)}


def tower_and_jib(p: Given) -> tuple[Solid, Solid]:
    """Cylinder and cuboid in the frame of the tower; (5.31), (5.32).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    tuple of Solid
        The cylinder and the cuboid.
    """
    return (
        shapes.cylinder(p.rho1, p.r1, p.h1).at((0, 0, p.h1 / 2)),
        shapes.box(p.rho1, p.l1x, p.l1y, p.l1z).at((p.l1x / 2, 0, p.h1)),
    )


def energies(p: Given) -> dict[str, Any]:
    """All outputs by name: every body's part of the mass matrix from its Jacobians (5.21).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict of str
        Expression or matrix by the name of the output.
    """
    q, frames = [p[name].symbol for name in NAMES], frames_of(p)
    cylinder, cuboid = tower_and_jib(p)
    trolley = Solid(p.m_K, (0, 0, 0), diag(0, 0, p.I_Kzz))
    tower = _part(cylinder, frames.tower, q) + _part(cuboid, frames.tower, q)  # (5.36)
    M = {"sT": tower, "sK": _part(trolley, frames.trolley, q), "sL": _of_point(p.m_L, frames.load.p, q)}
    T = {name: (p.qd.T * matrix * p.qd)[0] / 2 for name, matrix in M.items()}
    return {
        "m_Z": cylinder.m,
        "m_Q": cuboid.m,
        "I_Z": ImmutableMatrix(cylinder.inertia.diagonal().T),
        "I_Q": ImmutableMatrix(cuboid.inertia.diagonal().T),
        "I_T_com_zz": composite(cylinder, cuboid).inertia[2, 2],
        **{f"M_{name}": matrix for name, matrix in M.items()},
        "M": sum(M.values(), zeros(5)),
        **{f"T_{name}": energy for name, energy in T.items()},
        "T": sum(T.values()),
        "V": gravity_energy(p.m_L, frames.load.p, (0, 0, -p.g)),
    }


def _part(body: Solid, frame: Pose, q: list[Any]) -> MatrixBase:
    """Mass matrix of a body that is fixed to a frame; (5.36), (5.38)."""
    J_v, J_w = linear_jacobian(frame.point(body.center), q), angular_jacobian(frame.R, q)
    return mass_matrix(body.m, J_v, change_of_basis(body.inertia, frame.R), J_w)


def _of_point(m: Any, place: Any, q: list[Any]) -> MatrixBase:
    """Mass matrix of a point mass; (5.41)."""
    return mass_matrix(m, linear_jacobian(place, q))


# --- picture ----------------------------------------------------------------------------------------------


def scene(problem: Problem) -> Scene:
    """The moving crane, and a board with a square for each entry of the mass matrix."""
    p = problem.parameters
    q = dict(zip(NAMES, later(p).values(), strict=True))
    crane = Crane(crane_frames(**q, h1=p.h1), q["s2"], q["s5"], p.h1, p.l1x, p.l1y, p.l1z, p.r1)
    return Scene(
        shapes=(
            *crane_shapes(crane),
            *_named(crane_marks(crane, q), {value: p[name].symbol for name, value in q.items()}),
            *_board(problem.formulas["M"].xreplace(later(p))),
        ),
        description=(
            "A tower crane in space; the tower turns, the trolley runs along the jib, and the load swings below it. "
            "Beside it stands a board with five rows and columns, one for each coordinate. A square in each field is "
            "the larger the larger the entry of the mass matrix is, on a scale of powers of ten; blue entries are "
            "positive, red ones negative."
        ),
        projection=CRANE_VIEW,
        sketch={"phi1": 0.6, "s2": 8.5, "phi3": 0.45, "phi4": 0.5, "s5": 7.5},
        ranges={
            "phi1": (-3.14, 3.14), "s2": (1.0, 12.0), "phi3": (-1.2, 1.2), "phi4": (-1.2, 1.2), "s5": (1.0, 11.0),
            **{f"qd_{k}": (-0.5, 0.5) for k in range(1, 6)},
        },
    )  # fmt: skip


def _named(marks: Sequence[Any], names: Mapping[Expr, Any]) -> list[Shape]:
    """The marks with the names of the coordinates in place of what they are at the time t."""
    return [
        replace(mark, label=names.get(mark.label, mark.label)) if hasattr(mark, "label") else mark for mark in marks
    ]


def _board(M: Any) -> tuple[Shape, ...]:
    """Side of a square: the logarithm of the entry in SI units, so that all of them can be seen."""
    right, up, near = (Matrix(row.tolist()) for row in CRANE_VIEW.rows)
    frame = Pose(Matrix.hstack(right, up, near), 14.5 * right + 14 * up)  # faces the viewer
    edges = [k * CELL for k in range(6)]
    across = [Line(((0, -x), (edges[-1], -x)), frame=frame, role="guide") for x in edges]
    down = [Line(((x, 0), (x, -edges[-1])), frame=frame, role="guide") for x in edges]
    labels = (r"\varphi_1", "s_2", r"\varphi_3", r"\varphi_4", "s_5")
    middles = [(k + 0.5) * CELL for k in range(5)]
    names = [Text((x, 0.5 * CELL), label, frame=frame) for x, label in zip(middles, labels, strict=True)]
    names += [Text((-0.5 * CELL, -x), label, frame=frame) for x, label in zip(middles, labels, strict=True)]
    squares = [
        Box(size, size, (middles[j], -middles[i]), frame=frame, role=role)
        for i in range(5)
        for j in range(5)
        if M[i, j] != 0
        for size, role in ((_size(M[i, j]), "mass"), (_size(-M[i, j]), "force"))
    ]
    half = edges[-1] / 2
    back = Box(edges[-1], edges[-1], (half, -half, -0.3), 0.1, frame=frame, role="gap")
    return (back, *across, *down, *names, *squares)


def _size(entry: Expr) -> Expr:
    # sympy would search a tenth of a second for the sign of each entry
    share = log(1 + Max(0, entry, evaluate=False)) / log(1 + LARGEST)
    return 0.9 * CELL * Min(1, share, evaluate=False)
