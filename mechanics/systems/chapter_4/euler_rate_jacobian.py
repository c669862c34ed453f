"""Angular velocity from the rates of the Euler angles (Aufgabe 4.3)."""

from sympy import Matrix, pi

from ...poses import Pose, rotation
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import rate_determinant, rate_matrix, rotation_y, rotation_z, tilde
from ...scene import Arrow, Box, Circle, Line, PointMass, Projection, Rod, Scene, Shape
from ...symbols import t
from .angular_velocity import LATEX, euler

RINGS = (1.0, 0.78)  # radii of the outer and the inner ring, m
SCALE = 0.9  # m of an arrow for 1 rad/s


def euler_rate_jacobian() -> Problem:
    """omega = J_w rates for the Euler angles z-y-z, in frame 0; (4.60)-(4.63). Singular where sin(theta) = 0.

    The picture goes on with constant rates.
    """
    p = Given(
        angles=euler([0.4, 1.5, 0.0], "rad", "Euler angle", "{}"),
        rates=euler([0.3, -0.35, 0.6], "rad/s", "rate of an Euler angle", r"\dot{{{}}}"),
    )
    y = Outputs(
        J_w=("1", "Jacobian of the Euler angles", r"(J_\omega)_0^3", (3, 3)),
        omega=("rad/s", "angular velocity, in frame 0", r"\omega_0^3", 3),
        S=("rad/s", "skew-symmetric matrix of the angular velocity", "S", (3, 3)),
        det_J_w=("1", "determinant of the Jacobian", r"\det J_\omega"),
    )
    now = p.angles + p.rates * t
    omega = rate_matrix("zyz", now) * p.rates
    return Problem(
        title="Rates of the Euler angles",
        source="Aufgabe 4.3, (4.60)-(4.63)",
        parameters=p,
        outputs=y,
        formulas={
            "J_w": rate_matrix("zyz", p.angles),
            "omega": y.J_w * p.rates,
            "S": tilde(y.omega),
            "det_J_w": rate_determinant("zyz", p.angles),
        },
        motion=Motion(
            end=12.0,
            quantities={
                "det": (
                    rate_determinant("zyz", now), "1", "determinant of the Jacobian", r"\det J_\omega"
                ),
                **{
                    f"omega_{axis}": (value, "rad/s", f"angular velocity along {axis}_0")
                    for axis, value in zip("xyz", omega, strict=True)
                },
                "theta": (now[1], "rad", "second Euler angle"),
            },
        ),
        scene=scene,
    )  # fmt: skip


def gimbal(angles: Matrix) -> tuple[Shape, ...]:
    """Two rings and a body in them: the outer ring turns by phi about z, the inner one by theta about y, then psi.

    Where sin(theta) is zero, the rings lie in one plane and the first and the third axis coincide.

    Parameters
    ----------
    angles : Matrix
        φ, θ, ψ, rad, shape (3, 1).
    """
    outer = rotation(rotation_z(angles[0]))
    inner = outer @ rotation(rotation_y(angles[1]))
    body = inner @ rotation(rotation_z(angles[2]))
    upright = rotation(rotation_y(pi / 2))  # a circle lies in the x-y plane of its frame
    big, small = RINGS
    return (
        *(Rod((0, 0, i * big), (0, 0, 1.2 * i * big), 0.05) for i in (-1, 1)),
        Circle(big, frame=outer @ upright, role="body"),
        Circle(0.96 * big, frame=outer @ upright, role="body"),
        *(Rod((0, i * small, 0), (0, i * big, 0), 0.04, frame=outer) for i in (-1, 1)),
        Circle(small, frame=inner @ upright, role="body"),
        Circle(0.95 * small, frame=inner @ upright, role="body"),
        Rod((0, 0, -small), (0, 0, small), 0.04, frame=inner),
        *_aeroplane(body),
    )


def _aeroplane(frame: Pose) -> tuple[Shape, ...]:
    """A body of which one sees how it is turned: x ahead, y to the left wing, z upwards."""
    return (
        Box(0.85, 0.12, (0.02, 0, 0), 0.12, frame=frame),
        Box(0.22, 0.95, (0.08, 0, 0), 0.03, frame=frame),
        Box(0.13, 0.4, (-0.35, 0, 0), 0.03, frame=frame),
        Box(0.14, 0.03, (-0.35, 0, 0.12), 0.2, frame=frame),
    )


def scene(problem: Problem) -> Scene:
    """The gimbal with the three axes of rotation, and the rates along them put together head to tail."""
    p = problem.parameters
    angles = p.angles + p.rates * t
    J = rate_matrix("zyz", angles)
    ends, arrows = Matrix([0, 0, 0]), []
    for k, name in enumerate(LATEX):
        start, ends = ends, ends + SCALE * p.rates[k] * J[:, k]
        arrows.append(Arrow(start, ends, rf"\dot{{{name}}}", role="coordinate"))
    axes = [(J[:, k], rf"e_{{{name}}}") for k, name in enumerate(LATEX)]
    return Scene(
        shapes=(
            *gimbal(angles),
            *(Arrow(1.25 * e, 1.55 * e, label, role="axis") for e, label in axes),
            *(Line((-1.25 * e, 1.25 * e), role="guide", dashed=True) for e, _ in axes),
            *arrows,
            Arrow((0, 0, 0), ends, r"\omega_0^3", role="force"),
            PointMass((0, 0, 0), 0.03),
        ),
        description=(
            "An aeroplane hangs in two rings, a gimbal. The outer ring turns about the vertical by phi, the inner ring "
            "about a horizontal axis of the outer ring by theta, the aeroplane about an axis of the inner ring by psi. "
            "Green arrows along the three axes show the rates, head to tail, and a red one their sum, the angular "
            "velocity. When theta goes to zero, the rings fall into one plane, the first and the third axis coincide."
        ),
        projection=Projection.axonometric(azimuth=1.25, elevation=0.3, up="z"),
        sketch={
            "angles_1": 0.5,
            "angles_2": 0.9,
            "angles_3": 0.4,
            "rates_1": 0.7,
            "rates_2": 0.6,
            "rates_3": 0.75,
        },
        ranges={
            **{f"angles_{k}": (-3.15, 3.15) for k in (1, 2, 3)},
            **{f"rates_{k}": (-2.0, 2.0) for k in (1, 2, 3)},
        },
    )
