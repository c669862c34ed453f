"""Angular velocity of a frame that turns relative to a turning frame (section 4.5)."""

from sympy import Matrix, sqrt

from ...poses import rotation, translation
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import euler_zyz, rate_matrix, total_angular_velocity
from ...scene import Arrow, Circle, Disc, Line, PointMass, Projection, Rod, Scene, Trace, frame_arrows
from ...symbols import t

LATEX = (r"\varphi", r"\theta", r"\psi")
HEIGHT, RADIUS = 1.0, 0.55  # of the rotor above the fixed point, of its rim, m
SCALE = 0.28  # m of an arrow for 1 rad/s
V_SCALE = 0.2  # m of an arrow for 1 m/s


def angular_velocity() -> Problem:
    """Two frames given by Euler angles z-y-z and their rates; omega_02 = omega_01 + R_0_1 omega_12, (4.57).

    omega_12 has components in frame 1, the two others in frame 0. The picture goes on with constant rates.
    """
    p = Given(
        angles_01=euler([0.0, 0.6, 0.0], "rad", "Euler angle of frame 1 in frame 0", "{}_{{01}}"),
        rates_01=euler([0.8, 0.0, 0.0], "rad/s", "rate of an Euler angle of frame 1", r"\dot{{{}}}_{{01}}"),
        angles_12=euler([0.0, 0.0, 0.0], "rad", "Euler angle of frame 2 in frame 1", "{}_{{12}}"),
        rates_12=euler([3.0, 0.0, 0.0], "rad/s", "rate of an Euler angle of frame 2", r"\dot{{{}}}_{{12}}"),
    )
    y = Outputs(
        omega_01=("rad/s", "angular velocity of frame 1, in frame 0", r"\omega_0^1", 3),
        omega_12=("rad/s", "angular velocity of frame 2 relative to frame 1, in frame 1", r"\omega_1^2", 3),
        omega_02=("rad/s", "angular velocity of frame 2, in frame 0", r"\omega_0^2", 3),
    )
    _, omega_02 = moving(p)
    return Problem(
        title="Angular velocities add up",
        source="section 4.5, (4.42)-(4.59)",
        parameters=p,
        outputs=y,
        formulas={
            "omega_01": rate_matrix("zyz", p.angles_01) * p.rates_01,
            "omega_12": rate_matrix("zyz", p.angles_12) * p.rates_12,
            "omega_02": total_angular_velocity([euler_zyz(*p.angles_01)], [y.omega_01, y.omega_12]),
        },
        motion=Motion(
            end=12.0,
            quantities={
                f"omega_{axis}": (value, "rad/s", f"angular velocity of frame 2 along {axis}_0")
                for axis, value in zip("xyz", omega_02, strict=True)
            }
            | {"size": (sqrt(omega_02.dot(omega_02)), "rad/s", "size of the angular velocity of frame 2")},
        ),
        scene=scene,
    )


def euler(values: list[float], unit: str, description: str, latex: str) -> tuple:
    """A row of `Given` for three Euler angles or their rates, or a similar quantity for each of the angles.

    Parameters
    ----------
    values : list of float
        Defaults of the three numbers.
    unit, description : str
        Of all of them.
    latex : str
        LaTeX with `{}` in the place of the angle's letter.

    Returns
    -------
    tuple
        Default, unit, description, domain and LaTeX.
    """
    return values, unit, description, "real", tuple(latex.format(name) for name in LATEX)


def moving(p: Given) -> tuple[Matrix, Matrix]:
    """R_0_1 omega_12 and omega_02 over time, in frame 0.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    tuple of Matrix, shape (3, 1) each
        rad/s.
    """
    first, second = p.angles_01 + p.rates_01 * t, p.angles_12 + p.rates_12 * t
    omega_12 = euler_zyz(*first) * rate_matrix("zyz", second) * p.rates_12
    return omega_12, rate_matrix("zyz", first) * p.rates_01 + omega_12


def scene(problem: Problem) -> Scene:
    """A rotor on a shaft that turns itself, like a top; omega_01 and omega_12 are put together head to tail."""
    p = problem.parameters
    shaft = rotation(euler_zyz(*(p.angles_01 + p.rates_01 * t)))
    rotor = shaft @ rotation(euler_zyz(*(p.angles_12 + p.rates_12 * t)))
    relative, total = moving(p)
    own, relative, total = (SCALE * vector for vector in (total - relative, relative, total))
    rim = rotor.point((0, -RADIUS, HEIGHT))
    return Scene(
        shapes=(
            *frame_arrows(None, 0.8, 0),
            Line(((0, 0, 0), (0, 0, 1.75 * HEIGHT)), frame=shaft, role="reference", dashed=True),
            Rod((0, 0, 0), (0, 0, HEIGHT), 0.05, frame=shaft),
            PointMass((0, 0, 0), 0.05),
            Disc(RADIUS, frame=rotor @ translation(0, 0, HEIGHT), thickness=0.1, spokes=4),
            Circle(RADIUS, frame=shaft @ translation(0, 0, HEIGHT), only="player"),
            Arrow((0, 0, HEIGHT), (RADIUS + 0.3, 0, HEIGHT), "x_1", frame=shaft, role="axis"),
            Arrow((0, 0, HEIGHT), (RADIUS + 0.3, 0, HEIGHT), "x_2", frame=rotor, role="axis"),
            Trace(rim, duration=3.0),
            Arrow(rim, rim + V_SCALE / SCALE * total.cross(rim), "v"),
            PointMass(rim, 0.04),
            Arrow((0, 0, 0), own, r"\omega_0^1", role="force"),
            Arrow(own, total, r"R_0^1\omega_1^2", role="force"),
            Arrow((0, 0, 0), total, r"\omega_0^2", role="force"),
            Line((-0.5 * total, 1.5 * total), role="guide", dashed=True),
        ),
        description=(
            "A rotor spins on a shaft, and the shaft turns about the vertical with its lower end fixed, like a top. "
            "The angular velocity of the shaft points upwards, that of the rotor relative to the shaft along the "
            "shaft; put head to tail they give the angular velocity of the rotor. A point on the rim shows its "
            "velocity, and a dashed line the axis about which the rotor turns at this instant."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.3, up="z"),
        sketch={
            "angles_01_1": 0.5,
            "angles_01_2": 0.7,
            "angles_12_1": 0.5,
            "rates_01_1": 2.2,
            "rates_12_1": 3.2,
        },
        ranges={
            **{f"{name}_{k}": (-4.0, 4.0) for name in ("rates_01", "rates_12") for k in (1, 2, 3)},
            **{f"{name}_{k}": (-3.15, 3.15) for name in ("angles_01", "angles_12") for k in (1, 2, 3)},
        },
    )
