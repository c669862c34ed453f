"""Velocity of a point in spherical coordinates (Aufgabe 2.1)."""

from sympy import Expr, Matrix, cos, pi, sin

from ...kinematics import SPHERICAL
from ...poses import Pose, rotation
from ...problem import Given, Motion, Outputs, Problem
from ...scene import AngleMark, Arrow, Circle, Line, PointMass, Projection, Scene, Trace
from ...symbols import t

__all__ = ["DURATION", "given", "spherical_problem", "spherical_velocity"]

DURATION = 6.0  # of the motion, s
V_SCALE, A_SCALE = 0.35, 0.25  # m of an arrow for 1 m/s, for 1 m/s²
SHOWN = {  # in the sketch, such that every component can be seen
    "v": {"r_d": 1.1, "theta_d": 0.9, "phi_d": 1.2},
    "a": {"r_d": 0.4, "theta_d": 0.4, "phi_d": 0.5, "r_dd": 2.0, "theta_dd": 1.2, "phi_dd": 0.8},
}
NAMES = ("r", "theta", "phi")
LATEX = {"r": "r", "theta": r"\theta", "phi": r"\varphi"}
MEANING = {"v": "velocity", "a": "acceleration"}
WORDS = {"r": "radial", "theta": "polar", "phi": "azimuthal"}
Z_UP = rotation(Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))  # x towards the viewer, y to the right, z upwards


def spherical_velocity() -> Problem:
    """Components v_r, v_theta, v_phi, theta from the z axis; (2.20), (2.21)."""
    return spherical_problem("Velocity in spherical coordinates", "Aufgabe 2.1, (2.20)-(2.21)", "v")


def spherical_problem(title: str, source: str, main: str) -> Problem:
    """All components and the Cartesian vectors v and a; `main` is the one that is drawn and plotted.

    The point is asked for at one instant; the picture continues with constant second derivatives.
    """
    p = given()
    y = Outputs(
        **{f"v_{n}": ("m/s", f"{WORDS[n]} velocity") for n in NAMES},
        **{f"a_{n}": ("m/s^2", f"{WORDS[n]} acceleration") for n in NAMES},
        v=("m/s", "velocity in Cartesian components", r"\mathbf{v}", 3),
        a=("m/s^2", "acceleration in Cartesian components", r"\mathbf{a}", 3),
    )
    q, q_d, q_dd = p.symbols[:3], p.symbols[3:6], p.symbols[6:]
    v, a = SPHERICAL.velocity(q, q_d), SPHERICAL.acceleration(q, q_d, q_dd)
    return Problem(
        title=title,
        source=source,
        parameters=p,
        outputs=y,
        formulas={
            **{f"v_{n}": x for n, x in zip(NAMES, v, strict=True)},
            **{f"a_{n}": x for n, x in zip(NAMES, a, strict=True)},
            "v": SPHERICAL.vector(q, [y.v_r, y.v_theta, y.v_phi]),
            "a": SPHERICAL.vector(q, [y.a_r, y.a_theta, y.a_phi]),
        },
        motion=Motion(end=DURATION, quantities=plotted(p, main)),
        scene=lambda problem: scene(problem, main),
    )


def given() -> Given:
    """A point that runs down from the pole of a slowly growing sphere."""
    return Given(
        r=(1.0, "m", "distance from the origin"),
        theta=(0.4, "rad", "angle from the z axis", "real"),
        phi=(0.2, "rad", "azimuth from the x axis", "real"),
        r_d=(0.03, "m/s", "rate of the distance", "real", r"\dot{r}"),
        theta_d=(0.25, "rad/s", "rate of the angle from the z axis", "real", r"\dot{\theta}"),
        phi_d=(1.2, "rad/s", "rate of the azimuth", "real", r"\dot{\varphi}"),
        r_dd=(0.0, "m/s^2", "second derivative of the distance", "real", r"\ddot{r}"),
        theta_dd=(0.0, "rad/s^2", "second derivative of the angle", "real", r"\ddot{\theta}"),
        phi_dd=(0.0, "rad/s^2", "second derivative of the azimuth", "real", r"\ddot{\varphi}"),
    )


def motion(p: Given) -> list[Expr]:
    """Coordinates over time, from their values and derivatives at t = 0.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    list of Expr
        r, m, θ and φ, rad, as functions of t.
    """
    q, q_d, q_dd = p.symbols[:3], p.symbols[3:6], p.symbols[6:]
    return [x + x_d * t + x_dd * t**2 / 2 for x, x_d, x_dd in zip(q, q_d, q_dd, strict=True)]


def plotted(p: Given, main: str) -> dict[str, tuple]:
    """What is plotted over time: the components of v or a first, then the coordinates.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    main : str
        `"v"` or `"a"`, what comes first.

    Returns
    -------
    dict of str
        Expression, unit and description by name.
    """
    q = motion(p)
    rows = {
        "v": (SPHERICAL.velocity(q), "m/s"),
        "a": (SPHERICAL.acceleration(q), "m/s^2"),
    }
    table = {
        f"{kind}_{n}": (x, rows[kind][1], f"{WORDS[n]} {MEANING[kind]}")
        for kind in (main, "a" if main == "v" else "v")
        for n, x in zip(NAMES, rows[kind][0], strict=True)
    }
    return table | {n: (x, "m" if n == "r" else "rad", p[n].description) for n, x in zip(NAMES, q, strict=True)}


def scene(problem: Problem, main: str) -> Scene:
    """The point in space with its unit vectors and the components of velocity or acceleration along them."""
    p = problem.parameters
    q = motion(p)
    r, theta, phi = q
    place, basis = SPHERICAL.position(q), SPHERICAL.basis(q)
    parts = V_SCALE * SPHERICAL.velocity(q) if main == "v" else A_SCALE * SPHERICAL.acceleration(q)
    role = "coordinate" if main == "v" else "force"
    unit = 0.45 * p.r
    arrows = []
    for k, name in enumerate(NAMES):
        e, letter = basis[:, k], LATEX[name]
        arrows += [
            Arrow(place, place + unit * e, label=f"e_{{{letter}}}", role="axis", frame=Z_UP),
            Arrow(place, place + parts[k] * e, label=f"{main}_{{{letter}}}", role=role, frame=Z_UP),
        ]
    return Scene(
        shapes=(*globe(p, q), *angles(p, q), *arrows, PointMass(place, 0.03 * p.r, frame=Z_UP)),
        description=(
            "A point moves from the pole of a sphere down towards its equator, around the vertical z axis. Its "
            "position is given by the distance r, the angle theta from the z axis and the azimuth phi; three unit "
            f"vectors rotate with it, and arrows show the components of its {MEANING[main]} along them."
        ),
        projection=Projection.axonometric(0.5, 0.35),
        sketch={"r": 1.3, "theta": 0.75, "phi": 1.0, **SHOWN[main]},
        ranges={
            "r": (0.3, 2.0), "theta": (0.05, 3.1), "phi": (-3.1, 3.1), "r_d": (-0.1, 0.3), "theta_d": (-0.5, 0.5),
            "phi_d": (-3.0, 3.0), "r_dd": (-0.05, 0.1), "theta_dd": (-0.2, 0.2), "phi_dd": (-0.5, 0.5),
        },
    )  # fmt: skip


def globe(p: Given, q: list[Expr]) -> tuple:
    """Axes, outline circles of the sphere on which the point is, and its path.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    q : list of Expr
        Coordinates over time, as `motion` gives them.
    """
    place = SPHERICAL.position(q)
    path = [place.subs(t, DURATION * k / 60) for k in range(61)]
    tips = [((1.25 * p.r, 0, 0), "x"), ((0, 1.25 * p.r, 0), "y"), ((0, 0, 1.25 * p.r), "z")]
    axes = [Arrow((0, 0, 0), tip, label=f"e_{name}", role="axis", frame=Z_UP) for tip, name in tips]
    r, _, phi = q
    steps = [pi / 24 * k for k in range(13)]
    quarters = [
        [SPHERICAL.position([r, *angle]) for angle in arc]
        for arc in ([(s, phi) for s in steps], [(pi / 2, s) for s in steps])
    ]
    return (
        *axes,
        *(Line(tuple(arc), role="guide", frame=Z_UP, only="sketch") for arc in quarters),
        Circle(r, frame=Z_UP, only="player"),
        Circle(r, frame=upright(phi), only="player"),
        Line(tuple(path), role="guide", frame=Z_UP, only="player"),
        Trace(Z_UP.point(place), duration=3.0),
    )


def angles(p: Given, q: list[Expr]) -> tuple:
    """Radius, its shadow on the x-y plane, and the two angles.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    q : list of Expr
        Coordinates over time, as `motion` gives them.
    """
    r, theta, phi = q
    place = SPHERICAL.position(q)
    foot = (place[0], place[1], 0)
    return (
        Line(((0, 0, 0), foot, place), role="reference", dashed=True, frame=Z_UP),
        Arrow((0, 0, 0), place, label=p.r, frame=Z_UP),
        AngleMark(0.4 * p.r, phi, label=p.phi, frame=Z_UP),
        AngleMark(0.5 * p.r, theta, label=p.theta, frame=upright(phi)),
    )


def upright(phi: Expr) -> Pose:
    """Frame whose x-y plane is the meridian plane of the point: x along the z axis, y away from it.

    Parameters
    ----------
    phi : Expr
        Azimuth of the point, rad.
    """
    return Z_UP @ rotation(Matrix([[0, cos(phi), -sin(phi)], [0, sin(phi), cos(phi)], [1, 0, 0]]))
