"""Pictures of the tree of four bodies in chapter 7: its vectors d_ij, and its body 1 with barycentre and masses."""

from collections.abc import Sequence

from sympy import Expr, Matrix, sqrt

from ..multibody.trees import Link, Tree
from ..problem import Given, Outputs, Problem
from ..scene import Arrow, Disc, Ground, Hinge, Line, PointMass, Rod, Scene, Shape

__all__ = ["augmented_body", "four_bodies", "hinge_vectors"]

UP, DOWN, LEFT, RIGHT = 0.12, 0.12, 0.35, 0.25  # m, from the mass centre of the plate to its hinges
LENGTH, SHORT, LAMP = 0.5, 0.4, 0.1  # m, of the rods 2 and 3, radius of the lamp 4
MASSES = (2.0, 0.5, 0.8, 1.2)  # kg


def four_bodies() -> Tree:
    """The tree: a plate (1), on it a rod at the left (2) and one at the right (3), and on that a lamp (4)."""
    m_1, m_2, m_3, m_4 = MASSES
    return Tree.of(
        [
            Link("1", m_1, (0.03, 0.09, 0.07), hinge=(0, 0, UP)),
            Link("2", m_2, (0.011, 0.011, 0.0002), "1", (-LEFT, 0, -DOWN), (0, 0, LENGTH / 2)),
            Link("3", m_3, (0.011, 0.011, 0.0003), "1", (RIGHT, 0, -DOWN), (0, 0, SHORT / 2)),
            Link("4", m_4, (0.005, 0.005, 0.005), "3", (0, 0, -SHORT / 2), (0, 0, LAMP)),
        ]
    )


def hinge_vectors() -> Problem:
    """The tree at rest with the vectors d_ij that are not zero, W(20); nothing moves."""
    return Problem(
        title="Hinge vectors of a tree",
        source="W(20)",
        parameters=Given(),
        outputs=Outputs(),
        solution=dict,
        scene=lambda _: Scene(shapes=_vectors(), description=VECTORS),
    )


VECTORS = (
    "A plate hangs from the ceiling. On its left lower corner hangs a rod, on its right one another rod with a lamp at "
    "its end. Arrows in the plate lead to its upper hinge: d_11 from its mass centre, d_12 from the left lower hinge, "
    "d_13 from the right one. In each rod d_ii leads from the mass centre to the upper hinge, and in the right rod "
    "d_34 from the lower hinge to the upper one."
)


def _vectors() -> tuple[Shape, ...]:
    top, plate = (0, UP), (0, 0)
    left, right = (-LEFT, -DOWN), (RIGHT, -DOWN)
    low = (RIGHT, -DOWN - SHORT)
    middles = (plate, (-LEFT, -DOWN - LENGTH / 2), (RIGHT, -DOWN - SHORT / 2), (RIGHT, low[1] - LAMP))
    aside = -0.12  # d_34 is drawn beside d_33
    arrows = [(plate, top, "11"), (left, top, "12"), (right, top, "13"), (middles[1], left, "22")]
    arrows += [(middles[2], right, "33"), (middles[3], low, "44")]
    return (
        *_bodies(left, right, low),
        *(Hinge(at) for at in (top, left, right, low)),
        *(PointMass(at, 0.012) for at in middles),
        *(Arrow(start, end, f"d_{{{index}}}") for start, end, index in arrows),
        Line((low, (low[0] - aside, low[1])), dashed=True, role="reference"),
        Arrow((low[0] - aside, low[1]), (low[0] - aside, right[1]), "d_{34}"),
    )


def _bodies(left: Sequence[float], right: Sequence[float], low: Sequence[float]) -> tuple[Shape, ...]:
    return (
        Ground((0.25, UP), (-0.25, UP)),
        Line(((0, UP), left, right), closed=True, role="body"),
        Rod(left, (left[0], left[1] - LENGTH), 0.03),
        Rod(right, low, 0.03),
        Disc(LAMP, (low[0], low[1] - LAMP), spokes=0),
    )


def augmented_body() -> Problem:
    """Body 1 of the tree with the masses that hang on it, put into its hinges, and its barycentre; W(37)-(46)."""
    p = Given(
        **{
            f"m_{i}": (m, "kg", f"mass of body {i}, {what}")
            for i, (m, what) in enumerate(zip(MASSES, ("plate", "left rod", "right rod", "lamp"), strict=True), 1)
        }
    )
    y = Outputs(
        b_10=("m", "from the barycentre to the upper hinge", "b_{10}", 3),
        b_12=("m", "from the barycentre to the hinge that leads to body 2", "b_{12}", 3),
        b_13=("m", "from the barycentre to the hinge that leads to bodies 3 and 4", "b_{13}", 3),
        K_yy=("kg m^2", "inertia of the augmented body about the y axis through its upper hinge", "K_{1,yy}"),
    )
    d_1 = (Matrix([0, 0, UP]), Matrix([LEFT, 0, UP + DOWN]), *2 * (Matrix([-RIGHT, 0, UP + DOWN]),))
    m = list(p.symbols)
    b_10 = sum((m_j * d for m_j, d in zip(m, d_1, strict=True)), Matrix.zeros(3, 1)) / sum(m)
    moment = four_bodies().J[0, 1, 1] + sum(m_j * d.dot(d) for m_j, d in zip(m, d_1, strict=True))
    return Problem(
        title="The augmented body 1",
        source="W(37)-(46)",
        parameters=p,
        outputs=y,
        formulas={"b_10": b_10, "b_12": b_10 - d_1[1], "b_13": b_10 - d_1[2], "K_yy": moment},
        scene=_augmented,
        sweep="m_4",
    )


def _augmented(problem: Problem) -> Scene:
    """The plate, point masses as large as they are heavy, the barycentre, and the vectors that begin in it."""
    p, y = problem.parameters, problem.outputs
    top, left, right = Matrix([0, UP]), Matrix([-LEFT, -DOWN]), Matrix([RIGHT, -DOWN])
    b_10 = Matrix([y.b_10[0], y.b_10[2]])
    B = top - b_10
    return Scene(
        shapes=(
            Ground((0.2, UP), (-0.2, UP)),
            Line((top, left, right), closed=True, role="body"),
            PointMass((0, 0), _radius(p.m_1), "C_1"),
            PointMass(left, _radius(p.m_2)),
            PointMass(right, _radius(p.m_3 + p.m_4)),
            Hinge(top),
            *(Arrow(B, end, f"b_{{1{j}}}") for j, end in ((0, top), (2, left), (3, right))),
            PointMass(B, 0.012, "B_1", role="joint"),
        ),
        description=(
            "The triangular plate alone. In its mass centre and in its two lower hinges sit balls, as large "
            "as the masses of the plate and of all that hangs there. Arrows lead from their common mass centre, the "
            "barycentre, to the three hinges. The barycentre follows the larger ball."
        ),
        ranges={"m_1": (0.5, 6.0), "m_2": (0.1, 4.0), "m_3": (0.1, 4.0), "m_4": (0.1, 6.0)},
    )


def _radius(mass: Expr) -> Expr:
    """Area of the ball in proportion to its mass."""
    return 0.03 * sqrt(mass / 2)
