"""Frame of three bars with a point mass that turns about a hinge against a spring (Aufgabe A.2)."""

from typing import Any

from sympy import Expr, Matrix, Rational, pi

from ...forces import Force as Load
from ...forces import ForceSystem, reactions, weight
from ...lagrange import Body, LagrangianSystem, Spring, distance
from ...mass import cuboid
from ...model import Coordinates, Parameters, Variables
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Ground,
    Handle,
    Hinge,
    Line,
    PointMass,
    Scene,
    Shape,
    SpringShape,
    Text,
    ValueArrow,
)
from ...symbols import parameter_symbol, t

HALF = Rational(1, 2)
SIZE = 30.0  # N, drawn in the standard length


def hinged_frame_body() -> LagrangianSystem:
    """Rigid frame in the vertical plane, hinged in A, held by a spring at the end of its upper arm; (A.10)-(A.28).

    The origin is A. The spring has the length l_f_phi0 at phi = 0 and is relaxed at l_f0; its force f_c is positive
    where it pushes the frame up. The output `static_phi0` holds [f_c0, l_f0_required, f_y0], what keeps the frame at
    rest at phi = 0 (A.16), (A.18), (A.19); phi = 0 is an equilibrium for l_f0 = l_f0_required only.
    """
    q = Coordinates(phi=("rad", "rotation about A, counterclockwise", 0.3, r"\varphi"))
    p = Parameters(
        l1=(0.4, "m", "length of the upright between the arms"),
        l2=(0.5, "m", "length of the upper arm, to the left"),
        l3=(0.5, "m", "length of the lower arm, to the right; in the lecture equal to l2"),
        d=(0.05, "m", "thickness of the bars"),
        b=(0.1, "m", "depth of the bars"),
        rho=(1200.0, "kg/m^3", "density"),
        m_m=(2.0, "kg", "point mass on the lower arm", "nonnegative"),
        l_m=(0.15, "m", "place of the point mass along the lower arm", "nonnegative"),
        c=(600.0, "N/m", "stiffness of the spring"),
        l_f_phi0=(0.3, "m", "length of the spring at φ = 0", "positive", "l_f^0"),
        l_f0=(0.28, "m", "relaxed length of the spring", "nonnegative", "l_{f0}"),
        g=(9.81, "m/s^2", "gravity"),
    )
    turned = rotation(rotation_z(q.phi))
    short = centres(p)
    return LagrangianSystem(
        title="Hinged frame with a spring",
        source="Aufgabe A.2, (A.10)-(A.28)",
        coordinates=q,
        parameters=p,
        bodies=[
            Body(mass, turned @ translation(*centre), inertia, name)
            for (name, (mass, _, inertia)), centre in zip(parts(p).items(), short, strict=True)
        ],
        gravity=(0, -p.g, 0),
        springs=[Spring(distance(turned.point(spring_top(p)), spring_foot(p)) - p.l_f0, p.c)],
        abbreviations=masses(p) | {x: value for pair in short.items() for x, value in zip(*pair, strict=True)},
        outputs=outputs,
        frames={"hinge": turned},
        scene=scene,
    )


def masses(p: Variables) -> dict[Expr, Expr]:
    """m1, m2, m3 of the bars by their symbols, kg; (A.10).

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.

    Returns
    -------
    dict of Expr
        The mass by its symbol, in the order of the bars.
    """
    volumes = {"m1": p.l2 * p.d * p.b, "m2": p.d * (p.l1 + 2 * p.d) * p.b, "m3": p.l3 * p.d * p.b}
    return {parameter_symbol(name, positive=True): volume * p.rho for name, volume in volumes.items()}


def parts(p: Variables) -> dict[str, tuple[Expr, tuple, Expr]]:
    """Mass, mass centre at phi = 0 (A.12), (A.13) and inertia about it (A.20) of the bars and of the point mass.

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.

    Returns
    -------
    dict of str
        Mass, kg, mass centre (x, y), m, and inertia, kg m², by the name of the part.
    """
    m1, m2, m3 = masses(p)
    edges = {m1: (p.l2, p.d), m2: (p.d, p.l1 + 2 * p.d), m3: (p.l3, p.d)}
    centres = [(-p.l2 / 2, p.l1 + 3 * p.d / 2), (p.d / 2, p.d + p.l1 / 2), (p.d + p.l3 / 2, p.d / 2)]
    bars = {
        f"bar {k}": (m, centre, cuboid(m, *edge, p.b)[2, 2])
        for k, ((m, edge), centre) in enumerate(zip(edges.items(), centres, strict=True), 1)
    }
    return bars | {"point mass": (p.m_m, (p.d + p.l_m, p.d), 0)}


def centres(p: Variables) -> dict[tuple, tuple]:
    """Symbols of the coordinates of the mass centres at phi = 0, as the lecture writes them, and their values.

    Parameters
    ----------
    p : Variables
        Parameters of the system.

    Returns
    -------
    dict of tuple
        (x, y) in m by the symbols of both.
    """

    def symbol(k: str, axis: str) -> Any:
        return parameter_symbol(f"r_{k}{axis}", rf"r^0_{{Sm{k},{axis}}}", real=True)

    names = [tuple(symbol(k, axis) for axis in "xy") for k in ("1", "2", "3", "m")]
    return dict(zip(names, (centre for _, centre, _ in parts(p).values()), strict=True))


def spring_top(p: Variables) -> tuple:
    """Where the spring acts on the frame at phi = 0 (A.14).

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.

    Returns
    -------
    (x, y)
        m.
    """
    return -p.l2, p.d + p.l1


def spring_foot(p: Variables) -> tuple:
    """Where the spring stands on the ground (A.25).

    Parameters
    ----------
    p : Variables
        Parameters of the system.

    Returns
    -------
    (x, y)
        m.
    """
    return -p.l2, p.d + p.l1 - p.l_f_phi0


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """Masses, what rest at phi = 0 needs, and the forces of spring and bearing in motion."""
    p, short = system.parameters, masses(system.parameters)
    rest = {name: value.subs(short) for name, value in at_rest(p).items()}
    f_c, spring, bearing = in_motion(system)
    required = p.l_f_phi0 + rest["f_c"] / p.c
    m1, m2, m3 = short.values()
    return {
        "m1": m1,
        "m2": m2,
        "m3": m3,
        "f_c0": rest["f_c"],
        "l_f0_required": required,
        "f_y0": rest["f_y"],
        "static_phi0": Matrix([rest["f_c"], required, rest["f_y"]]),
        "f_c": (f_c, "N", "force of the spring, pushing"),
        "l_f": (p.l_f0 - f_c / p.c, "m", "length of the spring"),
        "f_x": (bearing[0], "N", "force of the bearing on the frame along x"),
        "f_y": (bearing[1], "N", "force of the bearing on the frame along y"),
        "spring_force": spring,
    }


def at_rest(p: Variables) -> dict[str, Expr]:
    """Bearing forces and spring force at phi = 0 from the equilibrium of the free frame; (A.15), (A.16), (A.18).

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.

    Returns
    -------
    dict of str
        f_x, f_y and f_c, N.
    """
    f_x, f_y, f_c = (parameter_symbol(name, real=True) for name in ("f_x", "f_y", "f_c"))
    weights = [weight(m, p.g, centre, (0, -1, 0)) for m, centre, _ in parts(p).values()]
    frame = ForceSystem([*weights, Load((0, f_c, 0), spring_top(p)), Load((f_x, f_y, 0))], "the frame")
    found = reactions(frame, [f_x, f_y, f_c])
    return {symbol.name: value for symbol, value in found.items()}


def in_motion(system: LagrangianSystem) -> tuple[Expr, Matrix, Matrix]:
    """f_c (A.19), the spring's force on the frame (A.27), and that of the bearing from the momentum of the parts.

    Parameters
    ----------
    system : LagrangianSystem
        The system.

    Returns
    -------
    Expr, Matrix and Matrix
        f_c, and both forces on the frame, N, shape (3, 1).
    """
    p, short = system.parameters, system.abbreviations
    top, foot = system.frame("hinge").point(spring_top(p)), spring_foot(p)
    length = distance(top, foot)
    f_c = -p.c * (length - p.l_f0)
    spring = f_c / length * (top - Matrix([*foot, 0]))
    inertia = sum((b.mass * (b.pose.p.diff(t, 2) - system.gravity) for b in system.bodies), Matrix([0, 0, 0]))
    return f_c, spring, inertia.subs(short) - spring


def scene(system: LagrangianSystem) -> Scene:
    """The frame on its hinge, the spring on the left, all forces on the frame."""
    phi, p, y = system.coordinates.phi, system.parameters, system.outputs
    frame, upright = system.frame("hinge"), rotation(rotation_z(pi / 2))
    top, foot = frame.point(spring_top(p)), spring_foot(p)
    along = Matrix([top[0] - foot[0], top[1] - foot[1]]) / y["l_f"]
    return Scene(
        shapes=(
            Ground((foot[0] - 0.12, foot[1]), (foot[0] + 0.12, foot[1])),
            SpringShape(foot, top, label=p.c, side="right"),
            *bars(system),
            Hinge((0, 0), support=(0, -1)),
            Text((-0.06, 0.02), "A"),
            Line(((0, 0), (0, p.l1 + 4 * p.d)), role="reference", dashed=True),
            Line(((0, 0), (0, p.l1 + 4 * p.d)), role="reference", dashed=True, frame=frame),
            AngleMark(p.l1 + 3 * p.d, phi, frame=upright, label=phi),
            Arrow((0, 0), (0.09, 0), "x", role="axis", only="sketch"),
            Arrow((0, 0), (0, 0.09), "y", role="axis", only="sketch"),
            *(
                ValueArrow(body.pose.p, (0, -1), body.mass.subs(system.abbreviations) * p.g, SIZE, label=label)
                for body, label in zip(system.bodies, ("m_1 g", "m_2 g", "m_3 g", "m_m g"), strict=True)
            ),
            ValueArrow(top, along, y["f_c"], SIZE, label="f_c"),
            ValueArrow((0, 0), (1, 0), y["f_x"], SIZE, label="f_x", only="player"),
            ValueArrow((0, 0), (0, 1), y["f_y"], SIZE, label="f_y", only="player"),
        ),
        description=(
            "A frame of three bars in the shape of a Z turns about a hinge at the lower end of its upright. From the "
            "top of the upright an arm leads to the left, where a spring ties it to the ground; from its foot another "
            "one leads to the right and carries a point mass. Arrows to scale show the weights of the three bars and "
            "of the point mass, the force of the spring, which pushes upwards where it is compressed, and the force "
            "of the bearing."
        ),
        sketch={"phi": 0.22},
        handles=(Handle(frame.point((p.d / 2, p.d + p.l1)), ("phi",)), Handle(top, ("phi",))),
        ranges={"phi": (-0.7, 0.9), "phi_d": (-4.0, 4.0), "l_f0": (0.1, 0.45), "l_m": (0.0, 0.4), "m_m": (0.0, 6.0),
                "c": (50.0, 1500.0), "rho": (300.0, 3000.0), "l_f_phi0": (0.15, 0.42)},
        limits=(-1.0, 0.85, -0.65, 0.85),
        duration=6.0,
    )  # fmt: skip


def bars(system: LagrangianSystem) -> tuple[Shape, ...]:
    """The three bars with their numbers and lengths, and the point mass."""
    p = system.parameters
    sizes = {"1": (p.l2, p.d), "2": (p.d, p.l1 + 2 * p.d), "3": (p.l3, p.d)}
    beside = {"1": (-0.06, 0.06), "2": (0.06, 0.06), "3": (-0.07, -0.06)}
    arm = Dimension((-p.l2, p.d + p.l1), (0, p.d + p.l1), p.l2, offset=0.2, frame=system.frame("hinge"), only="sketch")
    return (
        *(Box(*size, frame=system.frame(f"bar {k}")) for k, size in sizes.items()),
        *(Text(place, k, frame=system.frame(f"bar {k}"), only="sketch") for k, place in beside.items()),
        PointMass((0, 0), 0.028, frame=system.frame("point mass")),
        arm,
    )
