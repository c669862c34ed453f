"""Central motion and Kepler's area law (Beispiel 3.11)."""

from sympy import Expr, Matrix, Max, Rational, diag, pi, sqrt

from ...angular_momentum import angular_momentum, areal_velocity
from ...model import Parameters
from ...scene import Arrow, Line, PointMass, Projection, Scene, Shape, Sweep, Text, Trace, ValueArrow
from ...state_space import States, StateSpaceSystem

SECTORS = 12  # of an orbit, each swept in the same time
VIEW = Projection(right=(0.94, 0.342, 0.0), up=(-0.262, 0.72, 0.643))  # x to the right, y to the back, z upwards


def kepler_area_law() -> StateSpaceSystem:
    """Point mass in the field f = −m mu r / |r|³ of a centre at rest; (3.102)-(3.107).

    The force points to the centre, so that l = r × m v and the areal velocity l / (2 m) are constant. The
    lecture leaves the law of the force open; here it is that of a sun with mu = G M.
    """
    x = States(
        r_x=("m", "position along x", 1.0),
        r_y=("m", "position along y", 0.0),
        r_z=("m", "position along z", 0.0),
        v_x=("m/s", "velocity along x", 0.0),
        v_y=("m/s", "velocity along y", 0.65),
        v_z=("m/s", "velocity along z", 0.0),
    )
    p = Parameters(
        m=(1.0, "kg", "mass"),
        mu=(1.0, "m^3/s^2", "strength of the central field, G M"),
    )
    r, v = Matrix(x.symbols[:3]), Matrix(x.symbols[3:])
    force = -p.m * p.mu * r / sqrt(r.dot(r)) ** 3
    swept, l = areal_velocity(r, v), angular_momentum(r, p.m, v)
    return StateSpaceSystem(
        title="Central-force motion",
        source="Beispiel 3.11, (3.102)-(3.107)",
        states=x,
        parameters=p,
        equations=dict(zip(x.symbols, [*v, *(force / p.m)], strict=True)),
        outputs={
            "areal_velocity": swept,
            "l": l,
            "f": force,
            "area_rate": (sqrt(swept.dot(swept)), "m^2/s", "areal velocity", r"\dot{A}"),
            "distance": (sqrt(r.dot(r)), "m", "distance from the centre", "r"),
            "speed": (sqrt(v.dot(v)), "m/s", "speed", "v"),
        },
        accuracy=1e-13,  # the area law to ten digits
        scene=scene,
    )


def period(r: Matrix, v: Matrix, mu: Expr) -> Expr:
    """Time of one turn of a closed orbit, 2 π √(a³ / mu) with mu / a = 2 mu / r − v²; a long time for open ones.

    Parameters
    ----------
    r, v : Matrix
        Position, m, and velocity, m/s, shape (3, 1).
    mu : Expr
        Strength of the field, m³/s².

    Returns
    -------
    Expr
        s.
    """
    distance, h = sqrt(r.dot(r)), 2 * areal_velocity(r, v)
    inverse = 2 / distance - v.dot(v) / mu
    longest = 20 * h.dot(h) / mu + distance / 1000  # twenty times the semi-latus rectum, for whatever does not close
    return 2 * pi / sqrt(mu * Max(inverse, 1 / longest) ** 3)


def scene(system: StateSpaceSystem) -> Scene:
    """Orbit seen from above its plane, with the areas of equal times, the force and the angular momentum."""
    p, outputs = system.parameters, system.outputs
    r, v = Matrix(system.states.symbols[:3]), Matrix(system.states.symbols[3:])
    centre, T = (0, 0, 0), period(r, v, p.mu)
    return Scene(
        shapes=(
            Sweep(centre, r, every=T / SECTORS, duration=T),
            *axes(0.45),
            Line((centre, r), role="line"),
            Line((centre, r, r + Rational(7, 20) * v), closed=True, role="guide", only="sketch"),
            Text((r * 2 + (r + Rational(7, 20) * v)) / Rational(33, 10), r"\mathrm{d}A", only="sketch"),
            Trace(r, duration=20.0),
            PointMass(centre, 0.06, role="flow"),
            *components(r, v),
            ValueArrow(r, outputs["f"], sqrt(outputs["f"].dot(outputs["f"])), 2.0, label="f"),
            ValueArrow(r, v, sqrt(v.dot(v)), 1.0, label="v", role="coordinate", only="player"),
            Arrow(centre, outputs["l"] * Rational(3, 4), "l"),
            PointMass(r, 0.035, label=p.m),
        ),
        description=(
            "A planet moves around a sun at rest, seen from above the plane of its orbit. An arrow at the planet "
            "shows the force, which points to the sun; an upright arrow at the sun shows the angular momentum. The "
            "areas that the line from the sun to the planet sweeps out in equal times are tinted alternately."
        ),
        projection=VIEW,
        sketch={"r_x": 0.9, "r_y": 0.6, "r_z": 0.4, "v_x": -0.9, "v_y": 0.6, "v_z": 0.3},
        ranges={
            "r_x": (0.6, 1.4),
            "r_y": (-0.6, 0.6),
            "r_z": (-0.6, 0.6),
            "mu": (0.6, 2.0),
            "v_x": (-0.5, 0.5),
            "v_y": (0.4, 1.2),
            "v_z": (-0.6, 0.6),
        },  # fmt: skip
        limits=(-2.8, 1.6, -2.0, 2.0),
    )


def axes(length: float) -> list[Shape]:
    """The axes of the inertial frame.

    Parameters
    ----------
    length : float
        Of the arrows, m.
    """
    return [
        Arrow((0, 0, 0), e * length, f"e_{n}", role="axis", only="player") for e, n in zip(units(), "xyz", strict=True)
    ]


def components(r: Matrix, v: Matrix) -> list[Shape]:
    """Position and velocity component by component, one after the other.

    Parameters
    ----------
    r, v : Matrix
        Position, m, and velocity, m/s, shape (3, 1).
    """
    way = [diag(*(int(k < n) for k in range(3))) * r for n in range(4)]
    return [
        *(Arrow(way[k], way[k + 1], r[k], only="sketch") for k in range(3)),
        *(ValueArrow(r, e, 1, 1.0, v[k], role="coordinate", only="sketch") for k, e in enumerate(units())),
    ]


def units() -> list[Matrix]:
    """e_x, e_y and e_z."""
    return [Matrix([int(i == k) for i in range(3)]) for k in range(3)]
