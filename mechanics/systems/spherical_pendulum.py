"""Spherical pendulum with a horizontal force (Beispiel 5.3)."""

from sympy import Matrix, cos, sin

from ..lagrange import Body, Force, LagrangianSystem
from ..model import Coordinates, Inputs, Parameters
from ..symbols import t


def spherical_pendulum() -> LagrangianSystem:
    """Point mass on a massless rod in space, e_y up; (5.75)-(5.81).

    The external force acts along the negative x axis. The coordinates are singular at sin(theta) = 0.
    """
    q = Coordinates(
        theta=("rad", "deflection from the hanging position", 0.6),
        phi=("rad", "azimuth about the vertical", 0.0, r"\varphi"),
    )
    p = Parameters(
        m=(1.0, "kg", "mass"),
        l=(1.0, "m", "length of the rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_ex=("N", "external force, along -x", 0.0, "f_x^e"))
    theta, phi = q.symbols
    position = Matrix([p.l * sin(theta) * cos(phi), -p.l * cos(theta), p.l * sin(theta) * sin(phi)])
    force, weight = Matrix([-u.f_ex, 0, 0]), Matrix([0, -p.m * p.g, 0])
    return LagrangianSystem(
        title="Spherical pendulum",
        source="Beispiel 5.3, (5.75)-(5.81)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m, position, name="mass")],
        gravity=(0, -p.g, 0),
        potential=p.m * p.g * p.l,
        forces=[Force(force, position)],
        outputs={"f_z": p.m * position.diff(t, 2) - force - weight},  # constraint force (5.50)
        states={"theta": theta, "omega_theta": theta.diff(t), "phi": phi, "omega_phi": phi.diff(t)},
    )
