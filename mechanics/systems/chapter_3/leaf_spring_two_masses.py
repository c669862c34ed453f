"""Two masses on springs, coupled by a leaf spring (Beispiel 3.8)."""

from collections.abc import Sequence

from sympy import Expr, ImmutableMatrix, Matrix, Max, Min, Rational, cos, pi, sin, sqrt, sympify

from ...energy import Field, Spring, quadratic_energy, stiffness_matrix, work
from ...model import t
from ...poses import translation
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Box, Ground, Handle, Line, PointMass, Scene, SpringShape, Text, Trace, ValueArrow
from ...symbols import parameter_symbol

Z1, Z2 = Z = tuple(parameter_symbol(name, real=True) for name in ("z1", "z2"))
RUNNING = parameter_symbol("zeta", real=True)
END = 4.0  # of the walk through the plane of displacements, s
REST, APART = 0.3, 0.36  # relaxed length of the springs and distance of the masses in the picture, m
MAP = translation(1.14, 0.3)  # the plane (z1, z2) beside the masses
MAGNIFIED = 2  # in that plane
AROUND = 41  # points of a contour line


def leaf_spring_two_masses() -> Problem:
    """Forces that load the springs, their stiffness matrix and the energy V = zᵀ K z / 2; (3.71)-(3.74)."""
    p = Given(
        c1=(200.0, "N/m", "stiffness of the spring below mass 1"),
        c2=(120.0, "N/m", "stiffness of the spring below mass 2"),
        c12=(250.0, "N/m", "stiffness of the leaf spring between the masses", "positive", "c_{12}"),
        z1=(0.1, "m", "displacement of mass 1, upwards", "real"),
        z2=(0.06, "m", "displacement of mass 2, upwards", "real"),
    )
    y = Outputs(
        f_F=("N", "forces that load the springs", "f_F", 2),
        V=("J", "potential energy"),
        K=("N/m", "stiffness matrix", "K", (2, 2)),
        K_eigenvalues=("N/m", "eigenvalues of the stiffness matrix, the smaller one first", r"\lambda", 2),
    )
    f_F, K = _forces(p), stiffness_matrix(_forces(p), Z)
    one, other = (_work_so_far(p, order) for order in ((0, 1), (1, 0)))
    return Problem(
        title="Two masses with a leaf spring",
        source="Beispiel 3.8, (3.71)-(3.74)",
        parameters=p,
        outputs=y,
        formulas={
            "f_F": f_F.subs(_here(p)),
            "V": quadratic_energy(K, (p.z1, p.z2)),
            "K": K,
            "K_eigenvalues": _eigenvalues(K),
        },
        scene=scene,
        motion=Motion(
            end=END,
            quantities={
                "W_a": (one, "J", "work so far, z1 first"),
                "W_b": (other, "J", "work so far, z2 first"),
                "f_F1": (
                    _forces(p).subs(_place(ways(p)[0]))[0],
                    "N",
                    "force that loads the springs at mass 1",
                ),
                "f_F2": (
                    _forces(p).subs(_place(ways(p)[0]))[1],
                    "N",
                    "force that loads the springs at mass 2",
                ),
            },
        ),
    )


def _forces(p: Given) -> ImmutableMatrix:
    """f_F(z1, z2): each mass stretches its own spring, and both bend the leaf spring; (3.71)."""
    own1, own2, leaf = Spring(p.c1).force(Z1), Spring(p.c2).force(Z2), Spring(p.c12).force(Z1 - Z2)
    return ImmutableMatrix([own1 + leaf, own2 - leaf])


def _eigenvalues(K: ImmutableMatrix) -> ImmutableMatrix:
    """Eigenvalues of a symmetric 2x2 matrix from its trace and determinant, the smaller one first."""
    middle, root = K.trace() / 2, sqrt(((K[0, 0] - K[1, 1]) / 2) ** 2 + K[0, 1] ** 2)
    return ImmutableMatrix([middle - root, middle + root])


def ways(p: Given) -> tuple[Matrix, Matrix]:
    """Two ways from the relaxed position to (z1, z2) as functions of time: that of (3.74), and the other order.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    tuple of Matrix, shape (2, 1) each
        Displacements, m.
    """
    first, second = Min(1, 2 * t / END), Max(0, 2 * t / END - 1)
    return Matrix([p.z1 * first, p.z2 * second]), Matrix([p.z1 * second, p.z2 * first])


def _work_so_far(p: Given, order: Sequence[int]) -> Expr:
    """Work along one of the ways, one displacement after the other; (3.72)."""
    field, done, leg = Field(_forces(p), Z), sympify(0), [sympify(0), sympify(0)]
    for k in order:
        leg[k] = RUNNING
        done += work(field.along(leg), leg, RUNNING, 0, Z[k])
        leg[k] = Z[k]
    return done.subs(_place(ways(p)[order[0]]))  # the second leg is zero long until the first is walked


def _here(p: Given) -> dict:
    return {Z1: p.z1, Z2: p.z2}


def _place(way: Matrix) -> dict:
    return dict(zip(Z, way, strict=True))


def scene(problem: Problem) -> Scene:
    """The two masses on their springs with the leaf spring between them, and the plane of displacements beside."""
    p = problem.parameters
    return Scene(
        shapes=(*_machine(p), *_plane(p)),
        description=(
            "Two masses rest side by side on vertical springs, and a leaf spring connects them. Arrows show the "
            "displacements z1 and z2 from the relaxed position and the forces that load the springs. Beside them is "
            "the plane of the displacements with contour lines of the potential energy, which are ellipses. A filled "
            "point moves from the origin to (z1, z2), first along z1 and then along z2; an open one moves in the "
            "other order."
        ),
        sketch={"t": END},
        handles=(Handle(_on_map(p.z1, p.z2), ("z1", "z2")),),
        ranges={
            "z1": (-0.15, 0.15),
            "z2": (-0.15, 0.15),
            **dict.fromkeys(("c1", "c2", "c12"), (10.0, 500.0)),
        },
    )


def _machine(p: Given) -> tuple:
    z1, z2 = ways(p)[0]
    forces = _forces(p).subs(_place((z1, z2)))
    places = ((0, REST + z1), (APART, REST + z2))
    leaf = [(x, places[0][1] + (z2 - z1) * (3 * s**2 - 2 * s**3)) for x, s in _along()]
    return (
        Ground((-0.2, 0), (APART + 0.33, 0)),
        SpringShape((0, 0), (0, places[0][1] - 0.04), label=p.c1),
        SpringShape((APART, 0), (APART, places[1][1] - 0.04), label=p.c2, side="right"),
        Line(tuple(leaf), role="spring"),
        Text((APART / 2, (places[0][1] + places[1][1]) / 2 + 0.05), p.c12, only="sketch"),
        Box(0.1, 0.08, places[0]),
        Box(0.1, 0.08, places[1]),
        Text(places[0], "m_1"),
        Text(places[1], "m_2"),
        *_displacement(-0.13, z1, p.z1),
        *_displacement(APART + 0.285, z2, p.z2),
        ValueArrow((-0.065, places[0][1]), (0, 1), forces[0], 40.0, label="f_{F1}"),
        ValueArrow((APART + 0.17, places[1][1]), (0, 1), forces[1], 40.0, label="f_{F2}"),
    )


def _along() -> list[tuple]:
    """Places between the masses, and how far along the leaf spring they are."""
    return [(0.05 + (APART - 0.1) * k / 12, Rational(k, 12)) for k in range(13)]


def _displacement(x: float, z: Expr, label: Expr) -> tuple:
    return (
        Line(((x - 0.05, REST), (x + 0.05, REST)), role="reference", dashed=True),
        Arrow((x, REST), (x, REST + z), label),
    )


def _on_map(z1: Expr, z2: Expr) -> ImmutableMatrix:
    return MAP.point((MAGNIFIED * z1, MAGNIFIED * z2))


def _plane(p: Given) -> tuple:
    """Contour lines through the end point and halfway, and the points on both ways."""
    V = quadratic_energy(stiffness_matrix(_forces(p), Z), (p.z1, p.z2))
    walkers = [_on_map(*way) for way in ways(p)]
    reach = 0.32
    return (
        Arrow((-reach, 0), (reach, 0), "z_1", frame=MAP, role="axis"),
        Arrow((0, -reach), (0, reach), "z_2", frame=MAP, role="axis"),
        *(Line(_contour(p, share * V), role="guide") for share in (Rational(1, 4), 1)),
        Line((_on_map(0, 0), _on_map(p.z1, 0), _on_map(p.z1, p.z2)), role="line"),
        Line((_on_map(0, 0), _on_map(0, p.z2), _on_map(p.z1, p.z2)), role="reference", dashed=True),
        Trace(walkers[0], duration=END),
        PointMass(walkers[0], 0.012, "V"),
        PointMass(walkers[1], 0.009, role="joint"),
    )


def _contour(p: Given, V: Expr) -> tuple:
    """Points of the ellipse zᵀ K z = 2 V, by the Cholesky factor of K = L Lᵀ."""
    K = stiffness_matrix(_forces(p), Z)
    l11 = sqrt(K[0, 0])
    l21 = K[0, 1] / l11
    l22 = sqrt(K[1, 1] - l21**2)
    points = []
    for k in range(AROUND):
        angle = 2 * pi * k / (AROUND - 1)
        z2 = sqrt(2 * V) * sin(angle) / l22
        points.append(_on_map((sqrt(2 * V) * cos(angle) - l21 * z2) / l11, z2))
    return tuple(points)
