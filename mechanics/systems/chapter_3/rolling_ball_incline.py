"""Ball that rolls down an incline (Aufgabe 3.17)."""

from sympy import Eq, Expr, Matrix, cos, pi

from ...angular_momentum import Rotor, solve_balances
from ...lagrange import Body, LagrangianSystem
from ...mass import solid_sphere
from ...model import Coordinates, Parameters
from ...poses import Pose, rotation, translation
from ...rotations import rotation_z
from ...scene import AngleMark, Arrow, Disc, Ground, Handle, Line, Scene, ValueArrow
from ...symbols import parameter_symbol, t

LENGTH = 1.6  # of the incline in the picture, m


def rolling_ball_incline() -> LagrangianSystem:
    """Solid ball that rolls down an incline without slipping; (3.33), (3.105), (3.123).

    The contact forces follow from the balances of momentum and of angular momentum about the centre. Rolling needs
    the static friction |f_t| <= mu_H f_N, that is mu_H >= mu_H_min.
    """
    q = Coordinates(phi=("rad", "angle by which the ball has rolled down", 0.0, r"\varphi"))
    p = Parameters(
        m=(0.2, "kg", "mass of the ball"),
        R=(0.12, "m", "radius of the ball"),
        alpha=(0.3, "rad", "inclination", "real"),
        g=(9.81, "m/s^2", "gravity"),
    )
    (phi,) = q.symbols
    incline = rotation(rotation_z(-p.alpha))
    centre = translation(p.R * phi, p.R)  # in the directions of the incline
    ball = incline @ centre @ rotation(rotation_z(-phi))
    f_t, f_N = contact(incline, centre, p, phi)
    return LagrangianSystem(
        title="Ball rolling down an incline",
        source="Aufgabe 3.17",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, ball, solid_sphere(p.m, p.R)[2, 2], name="ball")],
        gravity=(0, -p.g, 0),
        potential=-p.m * p.g * p.R * cos(p.alpha),
        outputs={
            "f_N": (f_N, "N", "normal force on the ball"),
            "f_t": (f_t, "N", "friction on the ball, uphill"),
            "mu_H_min": (f_t / f_N, "1", "static friction that rolling needs", r"\mu_{H,min}"),
        },
        frames={"incline": incline},
        scene=scene,
    )


def contact(incline: Pose, centre: Pose, p: Parameters, phi: Expr) -> tuple[Expr, Expr]:
    """Friction (uphill) and normal force: momentum along and across the incline (3.33), angular momentum (3.105).

    Parameters
    ----------
    incline : Pose
        Frame on the incline, x downhill.
    centre : Pose
        Of the ball, in that frame.
    p : Parameters
        Parameters of the system.
    phi : Expr
        Angle of the ball, rad.

    Returns
    -------
    tuple of Expr
        f_t and f_N, N.
    """
    f_t, f_N = parameter_symbol("f_t"), parameter_symbol("f_N")
    weight, force = incline.R.T * Matrix([0, -p.m * p.g, 0]), Matrix([-f_t, f_N, 0])
    momentum = Eq(p.m * centre.p.diff(t, 2), weight + force, evaluate=False)
    about_centre = Rotor(solid_sphere(p.m, p.R)[2, 2], phi, [p.R * f_t])
    found = solve_balances([momentum, about_centre.balance], [phi.diff(t, 2), f_t, f_N])
    return found[f_t], found[f_N]


def scene(system: LagrangianSystem) -> Scene:
    """Incline that falls to the right, and the ball with its weight and the forces of contact."""
    (phi,) = system.coordinates.symbols
    p, (f_N, f_t, _) = system.parameters, system.outputs.values()
    incline, ball = system.frame("incline"), system.frame("ball")
    touch = incline.point((p.R * phi, 0))
    foot = incline.point((LENGTH, 0))
    weight = p.m * p.g
    across = incline.R * Matrix([[0, 1, 0], [1, 0, 0], [0, 0, -1]])  # x upwards, y downhill: angles downhill
    start = incline @ translation(0, p.R)
    return Scene(
        shapes=(
            Ground(incline.point((-0.3, 0)), foot, endless=True),
            Line((foot, (foot[0] - 0.75, foot[1])), role="reference", dashed=True),
            AngleMark(0.5, pi, pi - p.alpha, center=foot, label=p.alpha, role="dimension"),
            Disc(p.R, frame=ball, spokes=2),
            Line(((0, 0), (0, 1.75 * p.R)), frame=start, role="reference", dashed=True, only="sketch"),
            AngleMark(1.45 * p.R, phi, frame=Pose(across, ball.p), label=phi),
            Arrow(
                incline.point((0, 2.9 * p.R)),
                incline.point((p.R * phi, 2.9 * p.R)),
                "x",
                role="dimension",
            ),
            ValueArrow(ball.p, (0, -1), weight, weight, label="m g"),
            ValueArrow(touch, incline.R * Matrix([0, 1, 0]), f_N, weight, label="f_N", push=True),
            ValueArrow(touch, incline.R * Matrix([-1, 0, 0]), f_t, weight, label="f_t"),
        ),
        description=(
            "A ball rolls down an incline without slipping. Arrows show its weight, the normal force and the "
            "friction, which acts uphill at the point of contact."
        ),
        sketch={"phi": 2.0},
        handles=(Handle(ball.p, ("phi",)),),
        ranges={"alpha": (0.0, 1.2), "phi": (-1.0, 6.0), "phi_d": (-10.0, 10.0)},
        limits=(-0.5, 1.9, -1.7, 0.7),
        duration=1.2,
    )
