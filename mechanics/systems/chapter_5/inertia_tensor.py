"""Inertia tensor of a cuboid in two frames, and its rotation about any axis (section 5.1)."""

from sympy import ImmutableMatrix, Matrix, sqrt

from ...mass import change_of_basis, inertia_ellipsoid, rotational_energy, shapes
from ...mass.picture import ellipsoid_lines
from ...model import t
from ...poses import Pose, rotation
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import euler_zyz, rotation_about
from ...scene import Arrow, Box, Projection, Scene, Trace, frame_arrows

END = 8.0  # s
SCALE = 0.22  # of the arrow of ω, m for 1 rad/s
TINY = 1e-9  # rad/s, so that a body at rest has an axis, too


def inertia_tensor() -> Problem:
    """Inertia tensor of a homogeneous cuboid in body axes and in frame 0, and its rotational energy; (5.8)-(5.18).

    The picture shows the cuboid as it turns about the fixed axis of omega, through its mass centre.
    """
    p = Given(
        a=(0.56, "m", "size along x1"),
        b=(0.36, "m", "size along y1"),
        c=(0.14, "m", "size along z1"),
        rho=(700.0, "kg/m^3", "density"),
        angles=(
            [0.5, 0.6, 0.4],
            "rad",
            "Euler angles z-y-z phi, theta, psi",
            "real",
            (r"\varphi", r"\theta", r"\psi"),
        ),
        omega=((0.4, 0.2, 2.0), "rad/s", "angular velocity in frame 0", "real"),
    )
    y = Outputs(
        m=("kg", "mass"),
        I_1=("kg m^2", "inertia tensor in the body frame", "I_1", (3, 3)),
        I_0=("kg m^2", "inertia tensor in frame 0", "I_0", (3, 3)),
        T_rot=("J", "rotational energy", "T_r"),
    )
    body, R = shapes.box(p.rho, p.a, p.b, p.c), euler_zyz(*p.angles)
    cuboid = rotation(turned(p.omega) * R)
    moving = change_of_basis(body.inertia, cuboid.R)
    return Problem(
        title="Inertia tensor",
        source="section 5.1, (5.8)-(5.18)",
        parameters=p,
        outputs=y,
        formulas={
            "m": body.m,
            "I_1": body.inertia,
            "I_0": change_of_basis(body.inertia, R),
            "T_rot": rotational_energy(y.I_0, p.omega),
        },
        frames={"cuboid": cuboid},
        scene=scene,
        motion=Motion(
            END,
            {
                "I_xx": (moving[0, 0], "kg m^2", "moment of inertia about x_0", "I_{0,xx}"),
                "I_yy": (moving[1, 1], "kg m^2", "moment of inertia about y_0", "I_{0,yy}"),
                "I_zz": (moving[2, 2], "kg m^2", "moment of inertia about z_0", "I_{0,zz}"),
                "I_xy": (moving[0, 1], "kg m^2", "product of inertia in frame 0", "I_{0,xy}"),
                "T": (rotational_energy(moving, p.omega), "J", "rotational energy", "T_r"),
            },
        ),
    )


def turned(omega: Matrix) -> ImmutableMatrix:
    """Rotation about the fixed axis of ω since t = 0.

    Parameters
    ----------
    omega : Matrix
        Angular velocity in frame 0, rad/s, shape (3, 1).
    """
    axis = Matrix(omega) + Matrix([0, 0, TINY])
    return rotation_about(list(axis), sqrt(axis.dot(axis)) * t)


def scene(problem: Problem) -> Scene:
    """The cuboid in its ellipsoid of constant energy, with ω and the angular momentum."""
    p, y = problem.parameters, problem.outputs
    pose = problem.frame("cuboid")
    mean = y.I_1[0, 0] + y.I_1[1, 1] + y.I_1[2, 2]
    l = 2.2 / mean * turned(p.omega) * y.I_0 * Matrix(p.omega)  # shorter than ω where all moments are equal
    axes, _ = inertia_ellipsoid(problem.formulas["I_1"], 2 * y.T_rot)
    return Scene(
        shapes=(
            *frame_arrows(Pose(), 0.75, 0),
            Trace(SCALE * l, duration=4.0),
            Box(p.a, p.b, frame=pose, depth=p.c),
            *ellipsoid_lines(SCALE * axes, pose),
            *frame_arrows(pose, 0.45, 1),
            Arrow((0, 0, 0), SCALE * Matrix(p.omega), r"\omega"),
            Arrow((0, 0, 0), SCALE * l, "l", role="force"),
        ),
        description=(
            "A cuboid turns about a fixed axis through its mass centre, the direction of a green arrow omega. Around "
            "it three ellipses outline its inertia ellipsoid, whose longest axis lies along the longest edge; the tip "
            "of omega lies on it. A red arrow shows the angular momentum: it leans to the side of the large "
            "moments of inertia and runs around omega as the body turns."
        ),
        projection=Projection.axonometric(azimuth=0.6, elevation=0.4, up="z"),
        ranges={
            **dict.fromkeys(("a", "b", "c"), (0.05, 0.8)),
            **dict.fromkeys(("angles_1", "angles_2", "angles_3"), (-3.14, 3.14)),
            **dict.fromkeys(("omega_x", "omega_y", "omega_z"), (-3.0, 3.0)),
        },
        limits=(-1.1, 1.1, -0.9, 1.0),
    )
