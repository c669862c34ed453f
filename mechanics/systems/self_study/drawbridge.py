"""Drawbridge with a counterweight beam (Aufgabe A.1)."""

from collections.abc import Callable, Mapping

from sympy import Expr, Matrix, Max, cbrt, cos, sin

from ...forces import Force, ForceSystem, force_arrow, reactions, rope, weight
from ...poses import Pose, rotation, translation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Circle,
    Dimension,
    Disc,
    Ground,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Shape,
    Text,
)

DOWN, UP = (0, -1, 0), (0, 1, 0)
HEIGHT = 7.0  # of the beam's bearing A above the bridge's bearing B in the picture, m
SCALE = 3.2e-5  # of the arrows, m/N
SOURCE = "Aufgabe A.1, (A.1)-(A.9)"


def drawbridge() -> Problem:
    """Bearing forces and rope forces of a bridge that a beam above it lifts; (A.1)-(A.9).

    Bridge and beam stay parallel, so rope 1 is vertical. Rope 2 leaves the drum vertically downwards on the left of A,
    on the side of the counterweight. A negative f_S2 is a push that no rope can give: the counterweight is too heavy
    then, and the bridge opens by itself.
    """
    return _problem(scene)


def free_bodies() -> Problem:
    """The same problem with beam and bridge cut free, each with all forces on it; figures A.2 and A.3."""
    return _problem(free_body_scene)


def loaded_bridge() -> Problem:
    """The same bridge with a car on it, of the mass m_P at the distance x from B."""
    car = {
        "m_P": (800.0, "kg", "mass of the car", "nonnegative"),
        "x": (4.8, "m", "B to the car", "nonnegative"),
    }
    return _problem(scene, car)


def _problem(picture: Callable[[Problem], Scene], car: Mapping[str, tuple] | None = None) -> Problem:
    p = Given(
        **(car or {}),
        m_B=(5000.0, "kg", "mass of the bridge"),
        l_B=(3.6, "m", "B to the mass centre of the bridge"),
        l_s=(6.4, "m", "A and B to rope 1"),
        m_T=(1200.0, "kg", "mass of the beam"),
        l_T=(0.9, "m", "A to the mass centre of the beam"),
        m=(5600.0, "kg", "counterweight at the left end of the beam", "nonnegative"),
        l_m=(2.8, "m", "A to the counterweight"),
        R=(0.6, "m", "radius of the drum for rope 2"),
        phi_B=(0.45, "rad", "opening angle", "real", r"\varphi_B"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(
        f_S1=("N", "force in rope 1"),
        f_Bx=("N", "force of the bearing B along e_x", "f_{B,x}"),
        f_By=("N", "force of the bearing B along e_y", "f_{B,y}"),
        f_S2=("N", "force in rope 2"),
        f_Ax=("N", "force of the bearing A along e_x", "f_{A,x}"),
        f_Ay=("N", "force of the bearing A along e_y", "f_{A,y}"),
        m_balance=("kg", "counterweight with which rope 2 carries nothing", "m_0"),
    )
    unknowns = [y[name].symbol for name in y if name != "m_balance"]
    found = reactions(bodies(p, y), unknowns)
    return Problem(
        title="Drawbridge with a car" if car else "Drawbridge",
        source=SOURCE,
        parameters=p,
        outputs=y,
        formulas={x.name: f for x, f in found.items()} | {"m_balance": _balance(p, y)},
        conditions={"The bridge opens by less than a right angle, |phi_B| < pi/2": cos(p.phi_B) > 0},
        scene=picture,
        sweep="phi_B",
    )


def bodies(p: Given, y: Outputs) -> tuple[ForceSystem, ForceSystem]:
    """The free bridge about B = (0, 0) and the free beam about A = (0, 0): all forces on them.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    y : Outputs
        Forces of bearings and ropes, N.
    """
    e = direction(p.phi_B)
    bridge = [
        Force((y.f_Bx, y.f_By), name="bearing B"),
        weight(p.m_B, p.g, p.l_B * e, down=DOWN),
        rope(p.l_s * e, y.f_S1, along=UP),
        *([weight(p.m_P, p.g, p.x * e, down=DOWN)] if "m_P" in p else []),
    ]
    beam = [
        Force((y.f_Ax, y.f_Ay), name="bearing A"),
        weight(p.m_T, p.g, p.l_T * e, down=DOWN),
        weight(p.m, p.g, -p.l_m * e, down=DOWN),
        rope(p.l_s * e, y.f_S1, along=DOWN),
        rope((-p.R, 0, 0), y.f_S2, along=DOWN),
    ]
    return ForceSystem(bridge, "the bridge"), ForceSystem(beam, "the beam")


def direction(phi_B: Expr) -> Matrix:
    """Unit vector along bridge and beam.

    Parameters
    ----------
    phi_B : Expr
        Opening angle, rad.

    Returns
    -------
    Matrix, shape (3, 1)
        Without unit.
    """
    return Matrix([cos(phi_B), sin(phi_B), 0])


def _balance(p: Given, y: Outputs) -> Expr:
    """The counterweight as the unknown of the same balances, in place of the force in rope 2."""
    cut = [[Force(f.vector.subs(y.f_S2, 0), f.point) for f in body.forces] for body in bodies(p, y)]
    found = reactions([ForceSystem(body) for body in cut], [y.f_S1, y.f_Bx, y.f_By, y.f_Ax, y.f_Ay, p.m])
    return found[p.m]


# --- pictures ---------------------------------------------------------------------------------------------


def scene(problem: Problem) -> Scene:
    """The bridge over the canal, the beam above it, both ropes, and a dial for the force in rope 2."""
    p, y = problem.parameters, problem.outputs
    A = Matrix([0, HEIGHT, 0])
    end, drum = p.l_s * direction(p.phi_B), A + Matrix([-p.R, 0, 0])
    return Scene(
        shapes=(
            Ground((-5.5, 0), (0, 0)),
            Line(((0, 0), (0, -1.6), (1.3 * p.l_s, -1.6)), role="ground"),
            Line(((0.05, -0.9), (1.28 * p.l_s, -0.9)), role="guide"),
            Text((0.75 * p.l_s, -1.25), "canal", role="axis"),
            Rod((0, 0), A, 0.3),
            Line((drum, (-p.R, 0.9))),
            Line((end, A + end)),
            *_bridge(p, Pose()),
            *_beam(p, translation(0, HEIGHT)),
            *_marks(p),
            *_arrows(bodies(p, y)[0], Pose(), _ON_BRIDGE),
            *_arrows(bodies(p, y)[1], translation(0, HEIGHT), _ON_BEAM),
            *_dial((-4.3, 3.0), y.f_S2),
            Text((-0.45, -0.45), "B"),
            Text(A + Matrix([0.95, -0.55, 0]), "A"),
        ),
        description=(
            "A drawbridge seen from the side. It turns about a bearing B on the bank on the left. Above B, on a tower, "
            "a beam turns about a bearing A; it stays parallel to the bridge, because the vertical rope 1 ties both "
            "together at the same distance. At the left end of the beam hangs a counterweight. Rope 2 leaves a drum "
            "around A vertically downwards and opens the bridge. Red arrows to scale show the weights and the "
            "forces on bridge and beam; a dial shows the force in rope 2, which is slack when the needle points left."
        ),
        sketch={"phi_B": 0.45},
        ranges={
            "phi_B": (0.0, 1.45),
            "m": (0.0, 9000.0),
            "m_B": (1000.0, 8000.0),
            "l_B": (1.0, 6.0),
            "l_s": (3.0, 8.0),
            "l_T": (0.2, 3.0),
            "l_m": (1.0, 4.0),
            "R": (0.2, 1.2),
        },
        limits=(-6.2, 9.5, -3.2, 14.0),
    )


def free_body_scene(problem: Problem) -> Scene:
    """Beam and bridge without tower and bank; every cut is a force."""
    p, y = problem.parameters, problem.outputs
    bridge, beam = bodies(p, y)
    A = translation(0, 5.2)
    level = ((-0.5, 0), (0.75 * p.l_s, 0))
    return Scene(
        shapes=(
            Line(level, role="reference", dashed=True),
            Line(level, frame=A, role="reference", dashed=True),
            *_bridge(p, Pose()),
            *_beam(p, A),
            *_arrows(bridge, Pose(), _ON_BRIDGE),
            *_arrows(beam, A, _ON_BEAM),
            AngleMark(0.4 * p.l_s, p.phi_B, label=p.phi_B),
            AngleMark(0.4 * p.l_s, p.phi_B, frame=A, label=p.phi_B),
            Text((0.1, -0.5), "B"),
            Text(A.point((0.5, -0.95)), "A"),
            Arrow((-4.0, -0.5), (-2.6, -0.5), "e_x", role="axis"),
            Arrow((-4.0, -0.5), (-4.0, 0.9), "e_y", role="axis"),
        ),
        description=(
            "Beam and bridge drawn apart, without bearings and ropes. Instead of them stand forces. On the bridge: the "
            "bearing force at B, the weight at the mass centre, and rope 1 upwards at the right end. On the beam: the "
            "bearing force at A, its weight, the weight of the counterweight at the left end, rope 1 downwards at "
            "the right end, and rope 2 downwards at the left rim of the drum."
        ),
        sketch={"phi_B": 0.45},
        ranges={"phi_B": (0.0, 1.45), "m": (0.0, 9000.0)},
        limits=(-5.6, 8.5, -3.0, 12.5),
    )


_ON_BRIDGE = {0: "f_B", 1: "m_B g", 2: "f_{S1}", 3: "m_P g"}
_ON_BEAM = {0: "f_A", 1: "m_T g", 2: "m g", 3: "f_{S1}", 4: "f_{S2}"}


def _arrows(body: ForceSystem, frame: Pose, labels: dict[int, str]) -> list[Shape]:
    """The forces on a body to scale, in its order."""
    return [force_arrow(f, SCALE, labels[k], frame=frame) for k, f in enumerate(body.forces)]


def _bridge(p: Given, frame: Pose) -> tuple[Shape, ...]:
    """The roadway with its mass centre, about its bearing."""
    turned = frame @ rotation(rotation_z(p.phi_B))
    length = 1.06 * Max(p.l_s, p.l_B)
    car = (Box(0.9, 0.45, (p.x, 0.4), frame=turned, role="mass"),) if "m_P" in p else ()
    return (
        *car,
        Box(length, 0.3, (length / 2, 0), frame=turned),
        PointMass((p.l_B, 0), 0.11, frame=turned),
        Text((p.l_B - 0.15, 0.55), "S_B", frame=turned),
        Hinge((0, 0), frame=frame),
    )


def _beam(p: Given, frame: Pose) -> tuple[Shape, ...]:
    """Beam with drum and counterweight; the box is larger where it is heavier."""
    turned = frame @ rotation(rotation_z(p.phi_B))
    size = 0.075 * cbrt(p.m)
    return (
        Rod((-p.l_m, 0), (1.04 * p.l_s, 0), 0.24, frame=turned),
        Disc(p.R, frame=turned, spokes=2),
        Box(size, size, (-p.l_m, 0), frame=turned, role="mass"),
        PointMass((p.l_T, 0), 0.11, frame=turned),
        Text((p.l_T + 0.75, 0.5), "S_T", frame=turned),
        Hinge((0, 0), frame=frame),
    )


def _marks(p: Given) -> tuple[Shape, ...]:
    """The opening angle and the lengths."""
    bridge = rotation(rotation_z(p.phi_B))
    beam = translation(0, HEIGHT) @ bridge
    return (
        AngleMark(0.33 * p.l_s, p.phi_B, label=p.phi_B),
        Line(((0, 0), (0.7 * p.l_s, 0)), role="reference", dashed=True),
        Dimension((0, 0), (p.l_B, 0), p.l_B, offset=-1.0, frame=bridge, only="sketch"),
        *([Dimension((0, 0), (p.x, 0), p.x, offset=-1.7, frame=bridge, only="sketch")] if "x" in p else []),
        Dimension((0, 0), (p.l_T, 0), p.l_T, offset=0.75, frame=beam, only="sketch"),
        Dimension((0, 0), (p.l_s, 0), p.l_s, offset=2.2, frame=beam, only="sketch"),
        Dimension((-p.l_m, 0), (0, 0), p.l_m, offset=2.2, frame=beam, only="sketch"),
    )


def _dial(center: tuple[float, float], f_S2: Expr) -> tuple[Shape, ...]:
    """Upright needle at zero, horizontal to the right at 100 kN; to the left the rope is slack."""
    frame = translation(*center)
    needle = frame @ rotation(rotation_z(-f_S2 * 1.57e-5))
    return (
        Circle(0.8, frame=frame, role="line"),
        *(Line(((0.66, 0), (0.8, 0)), frame=frame @ rotation(rotation_z(k * 0.7854))) for k in range(5)),
        Line(((0, 0), (0, 0.72)), frame=needle, role="force"),
        Text((center[0], center[1] + 1.1), "f_{S2}", role="force"),
        Text((center[0] + 0.95, center[1]), r"100\,\mathrm{kN}", anchor="left", role="axis"),
        Text((center[0] - 0.95, center[1]), "slack", anchor="right", role="axis"),
    )
