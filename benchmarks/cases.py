"""The systems that are compared: once with our public API, once described neutrally for every peer.

The neutral description states positions, angles and loads in sympy; each peer makes its own equations of motion from
that, by its own method. Nothing in it comes from our derivation.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

from mechanics.lagrange import Body, LagrangianSystem
from mechanics.model import Coordinates, Parameters
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_z
from mechanics.systems.chapter_5.ball_on_beam import ball_on_beam
from mechanics.systems.chapter_5.planar_manipulator import planar_manipulator
from mechanics.systems.chapter_5.tower_crane import tower_crane
from mechanics.systems.self_study.planar_robot import planar_robot
from mechanics.systems.self_study.trebuchet import trebuchet

__all__ = ["Case", "Description", "Load", "Rigid", "cases", "pendulum"]

t = dynamicsymbols._t


@dataclass
class Rigid:
    """A rigid body that turns about z alone: position of the mass centre, angle, inertia about the mass centre."""

    mass: Any
    position: tuple[Any, ...]  # two or three components
    angle: Any
    inertia: Any


@dataclass
class Load:
    """A force at a point, or a moment on whatever turns by `angle` (a force on whatever moves by it)."""

    force: tuple[Any, ...] = (0, 0)
    point: tuple[Any, ...] = (0, 0)
    moment: Any = 0
    angle: Any = 0


@dataclass
class Description:
    """A system in sympy; `conservative` loads are those of the potential energy."""

    q: list[Any]
    bodies: list[Rigid]
    potential: Any
    conservative: list[Load]
    loads: list[Load]

    @property
    def rates(self) -> list[Any]:
        return [x.diff(t) for x in self.q]

    @property
    def parameters(self) -> list[sp.Symbol]:
        """Every symbol but time, by name."""
        parts = [self.potential, *(x for b in self.bodies for x in (b.mass, *b.position, b.angle, b.inertia))]
        parts += [x for load in self.loads for x in (*load.force, *load.point, load.moment, load.angle)]
        return sorted(sp.Matrix(parts).free_symbols - {t}, key=str)


@dataclass
class Case:
    """One system of the comparison."""

    name: str
    build: Callable[[], LagrangianSystem]
    describe: Callable[[], Description]
    q0: list[float]
    is_chain: bool = False  # a chain of equal rods, which rigid-body engines can build
    is_regular: bool = True  # its motion is not chaotic, so that solvers can be compared
    system: LagrangianSystem = field(init=False)

    def __post_init__(self) -> None:
        self.system = self.build()

    @property
    def values(self) -> dict[str, float]:
        """Parameters and inputs by name."""
        return self.system.parameters.defaults | self.system.inputs.defaults

    def states(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Random states in the range of the motion."""
        random = np.random.default_rng(5)
        shape = (count, len(self.q0))
        return random.uniform(-0.5, 0.5, shape) + self.q0, random.uniform(-1, 1, shape)


def describe_manipulator() -> Description:
    q = phi1, phi2 = dynamicsymbols("phi1 phi2")
    m1, m2, l1, l2, a1, a2, I1, I2, g = sp.symbols("m1 m2 l1 l2 l_s1 l_s2 I_zz1 I_zz2 g")
    c, s0, d_e, d2, x_A, y_A, tau1, tau2 = sp.symbols("c_e s0e d_e d2 l0A h0A tau1 tau2")
    angle = phi1 + phi2
    joint = (l1 * sp.cos(phi1), l1 * sp.sin(phi1))
    centre1 = (a1 * sp.cos(phi1), a1 * sp.sin(phi1))
    centre2 = (joint[0] + a2 * sp.cos(angle), joint[1] + a2 * sp.sin(angle))
    end = (joint[0] + l2 * sp.cos(angle), joint[1] + l2 * sp.sin(angle))
    s = sp.sqrt((x_A - end[0]) ** 2 + (y_A - end[1]) ** 2)
    pull = c * (s - s0) / s
    return Description(
        q=list(q),
        bodies=[Rigid(m1, centre1, phi1, I1), Rigid(m2, centre2, angle, I2)],
        potential=m1 * g * centre1[1] + m2 * g * centre2[1] + c * (s - s0) ** 2 / 2,
        conservative=[
            Load((0, -m1 * g), centre1),
            Load((0, -m2 * g), centre2),
            Load((pull * (x_A - end[0]), pull * (y_A - end[1])), end),
        ],
        loads=[
            Load((-d_e * end[0].diff(t), -d_e * end[1].diff(t)), end),
            Load(moment=tau1 - tau2 + d2 * phi2.diff(t), angle=phi1),
            Load(moment=tau2 - d2 * phi2.diff(t), angle=angle),
        ],
    )


def describe_ball_on_beam() -> Description:
    q = phi1, r = dynamicsymbols("phi1 r")
    m, R, inertia, g, tau = sp.symbols("m_K r_K I_B g tau_e")
    ball = (r * sp.cos(phi1) - R * sp.sin(phi1), r * sp.sin(phi1) + R * sp.cos(phi1))
    return Description(
        q=list(q),
        bodies=[
            Rigid(m, ball, phi1 - r / R, sp.Rational(2, 5) * m * R**2),
            Rigid(0, (0, 0), phi1, inertia),
        ],
        potential=m * g * ball[1],
        conservative=[Load((0, -m * g), ball)],
        loads=[Load(moment=tau, angle=phi1)],
    )


def describe_robot() -> Description:
    q = q1, q2, q3 = dynamicsymbols("q1 q2 q3")
    l1, l2, l3, m1, m2, m3, I1, I2, I3, h, g, f = sp.symbols("l1 l2 l3 m1 m2 m3 I1 I2 I3 h g f_ex")
    along = [(sp.cos(x), sp.sin(x)) for x in q]
    places = [
        [(l1 / 6, 0)],
        [(2 * l1 / 3, 0), (l2 / 2, 1)],
        [(-l1 / 3, 0), (-l3 / 2, 2)],
        [(2 * l1 / 3, 0), (l2, 1)],
    ]
    *centres, tip = [
        tuple(sum(a * along[k][i] for a, k in place) + (h if i else 0) for i in (0, 1)) for place in places
    ]
    masses = (m1, m2, m3)
    return Description(
        q=list(q),
        bodies=[Rigid(*row) for row in zip(masses, centres, q, (I1, I2, I3), strict=True)],
        potential=sum(m * g * place[1] for m, place in zip(masses, centres, strict=True)),
        conservative=[Load((0, -m * g), place) for m, place in zip(masses, centres, strict=True)],
        loads=[Load((f, 0), tip)],
    )


def describe_trebuchet() -> Description:
    q = theta, phi, psi = dynamicsymbols("theta phi psi")
    m, M, L, short, h, r, g = sp.symbols("m M L l h r g")
    weight = (short * sp.cos(theta) - h * sp.sin(phi), short * sp.sin(theta) - h * sp.cos(phi))
    shot = (-L * sp.cos(theta) + r * sp.sin(psi), -L * sp.sin(theta) - r * sp.cos(psi))
    return Description(
        q=list(q),
        bodies=[Rigid(M, weight, 0, 0), Rigid(m, shot, 0, 0)],
        potential=M * g * weight[1] + m * g * shot[1],
        conservative=[Load((0, -M * g), weight), Load((0, -m * g), shot)],
        loads=[],
    )


def describe_crane() -> Description:
    q = phi1, s2, phi3, phi4, s5 = dynamicsymbols("phi1 s2 phi3 phi4 s5")
    r1, h1, a, b, c, rho, m_K, I_K, m_L, g = sp.symbols("r1 h1 l1x l1y l1z rho1 m_K I_Kzz m_L g")
    m_Z, m_Q = sp.pi * r1**2 * h1 * rho, a * b * c * rho
    x = s2 - s5 * sp.sin(phi3) * sp.cos(phi4)  # along the jib, and across it
    y = s5 * sp.sin(phi4)
    cos, sin = sp.cos(phi1), sp.sin(phi1)
    load = (cos * x - sin * y, sin * x + cos * y, h1 - s5 * sp.cos(phi3) * sp.cos(phi4))
    tau1, f_LK, f_S = sp.symbols("tau1 f_LK f_S")
    friction = sp.symbols("d_T d_LK d_Sr d_Sr d_St")
    forces = [f - d * v.diff(t) for f, d, v in zip((tau1, f_LK, 0, 0, f_S), friction, q, strict=True)]
    return Description(
        q=list(q),
        bodies=[
            Rigid(m_Z, (0, 0, h1 / 2), phi1, m_Z * r1**2 / 2),
            Rigid(m_Q, (a / 2 * cos, a / 2 * sin, h1), phi1, m_Q * (a**2 + b**2) / 12),
            Rigid(m_K, (s2 * cos, s2 * sin, h1), phi1, I_K),
            Rigid(m_L, load, 0, 0),
        ],
        potential=m_L * g * load[2],
        conservative=[Load((0, 0, -m_L * g), load)],
        loads=[Load(moment=force, angle=x) for force, x in zip(forces, q, strict=True)],
    )


def pendulum(n: int) -> LagrangianSystem:
    """Plane pendulum of n equal rods, each with its absolute angle from hanging."""
    q = Coordinates(**{f"phi{i}": ("rad", f"angle of rod {i} from hanging", 0.1) for i in range(1, n + 1)})
    p = Parameters(
        m=(1.0, "kg", "mass of a rod"),
        l=(0.5, "m", "length of a rod"),
        I=(0.02, "kg m^2", "inertia of a rod about its centre"),
        g=(9.81, "m/s^2", "gravity"),
    )
    bodies, joint = [], translation(0, 0)
    for phi in q.symbols:
        rod = joint @ rotation(rotation_z(phi))
        bodies.append(Body(p.m, rod @ translation(0, -p.l / 2), p.I))
        joint = translation(*rod.point((0, -p.l)))
    return LagrangianSystem(
        coordinates=q, parameters=p, bodies=bodies, gravity=(0, -p.g, 0), title=f"Pendulum of {n} rods"
    )


def describe_pendulum(n: int) -> Description:
    q = dynamicsymbols(f"phi1:{n + 1}")
    m, length, inertia, g = sp.symbols("m l I g")
    bodies, joint = [], (0, 0)
    for phi in q:
        along = (sp.sin(phi), -sp.cos(phi))
        centre = (joint[0] + length * along[0] / 2, joint[1] + length * along[1] / 2)
        bodies.append(Rigid(m, centre, phi, inertia))
        joint = (joint[0] + length * along[0], joint[1] + length * along[1])
    return Description(
        q=list(q),
        bodies=bodies,
        potential=sum(m * g * b.position[1] for b in bodies),
        conservative=[Load((0, -m * g), b.position) for b in bodies],
        loads=[],
    )


def cases() -> list[Case]:
    """All cases; those that are simulated start regular motions, because chaotic ones make solvers incomparable."""
    return [
        Case("tower_crane", tower_crane, describe_crane, [0.0, 7.0, 0.25, 0.3, 6.0]),
        Case("planar_robot", planar_robot, describe_robot, [-1.4, -1.4, 1.7]),
        Case("trebuchet", trebuchet, describe_trebuchet, [0.3, 0.2, 1.2], is_regular=False),
        Case("planar_manipulator", planar_manipulator, describe_manipulator, [0.3, 0.8]),
        Case("ball_on_beam", ball_on_beam, describe_ball_on_beam, [0.0, 0.1]),
        Case("pendulum 4", lambda: pendulum(4), lambda: describe_pendulum(4), [0.1] * 4, is_chain=True),
        Case("pendulum 8", lambda: pendulum(8), lambda: describe_pendulum(8), [0.1] * 8, is_chain=True),
    ]
