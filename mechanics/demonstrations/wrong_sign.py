"""Which sign in W(25) is right: the equations of a tree with the signs in question open, and a rod that shows it.

L' + s_1 C T x m (C T)^T'' 1 + s_2 C T x (r''_0 m 1 - F) = 0, printed with s_1 = -1. What creates energy out of nothing
is not a law of motion.
"""

from dataclasses import dataclass

import numpy as np
from sympy import Matrix, cos, sin

from ..model import Parameters
from ..multibody.trees import M_dash, Tree, accelerations, system_matrix, velocities
from ..scene import AngleMark, Ground, Hinge, Line, PointMass, Rod, Scene, Text
from ..state_space import States, StateSpaceSystem

__all__ = ["HangingBody", "energy_rate", "hanging_body", "two_rods", "with_signs"]

APART = 0.75  # of a hinge from the middle of the picture, in lengths of the rod


def with_signs(tree: Tree, A: np.ndarray, w: np.ndarray, F: np.ndarray, double: int = 1, force: int = -1) -> np.ndarray:
    """Angular accelerations by W(25) with the signs s_1 (`double`) and s_2 (`force`), (n, 3), bases of the bodies.

    The base rests. With s_1 = 1 and s_2 = -1 this is `angular_accelerations`.

    Parameters
    ----------
    tree : Tree
        The bodies.
    A : ndarray
        Orientations, shape (n, 3, 3).
    w : ndarray
        Angular velocities in the bases of the bodies, rad/s, shape (n, 3).
    F : ndarray
        Forces in the inertial frame, N, shape (n, 3).
    double, force : int
        s_1 and s_2, 1 or -1.

    Returns
    -------
    ndarray, shape (n, 3)
        rad/s².
    """
    n, still = tree.n, np.zeros_like(w)
    own = np.zeros((n, 3, n, 3))
    own[range(n), :, range(n)] = A @ tree.J @ A.transpose(0, 2, 1)
    gyroscopic = -np.einsum("iab,ib->ia", A, np.cross(w, np.einsum("iab,ib->ia", tree.J, w)))
    matrix = own.reshape(3 * n, 3 * n)
    matrix = matrix + double * (system_matrix(tree, A) - matrix)
    right = gyroscopic + double * (M_dash(tree, A, w) - gyroscopic) - force * M_dash(tree, A, still, F)
    w_d = np.linalg.solve(matrix, right.ravel()).reshape(n, 3)
    return np.einsum("iab,ia->ib", A, w_d)


def energy_rate(tree: Tree, A: np.ndarray, w: np.ndarray, w_d: np.ndarray, F: np.ndarray) -> float:
    """Power that comes out of nothing, W: rate of the kinetic energy less the power of the forces F.

    sum_i (m_i r''_i - F_i).r'_i + w_i.J_i w'_i, zero for every true motion on a base at rest.

    Parameters
    ----------
    tree : Tree
        The bodies.
    A : ndarray
        Orientations, shape (n, 3, 3).
    w, w_d : ndarray
        Angular velocities, rad/s, and accelerations, rad/s², in the bases of the bodies, shape (n, 3).
    F : ndarray
        Forces in the inertial frame, N, shape (n, 3).

    Returns
    -------
    float
        W.
    """
    r_d, r_dd = velocities(tree, A, w), accelerations(tree, A, w, w_d)
    turning = np.einsum("ia,iab,ib->", w, tree.J, w_d)
    return float(np.sum((tree.m[:, None] * r_dd - F) * r_d) + turning)


def two_rods() -> StateSpaceSystem:
    """Two equal rods on ball joints, let go at the same angle: W(25) with plus, and with the printed minus."""
    x = States(
        phi=("rad", "angle of the rod, equation with plus", 0.6, r"\varphi_{+}"),
        phi_p=("rad", "angle of the rod, equation with minus", 0.6, r"\varphi_{-}"),
        omega=("rad/s", "angular velocity of the rod, equation with plus", 0.0, r"\omega_{+}"),
        omega_p=("rad/s", "angular velocity of the rod, equation with minus", 0.0, r"\omega_{-}"),
    )
    p = Parameters(
        m=(1.0, "kg", "mass of each rod"),
        l=(0.8, "m", "length of each rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    J, d = p.m * p.l**2 / 12, p.l / 2
    right, printed = J + p.m * d**2, J - p.m * d**2  # K_11 by W(46), and what the minus makes of it
    pull = -p.m * p.g * d
    return StateSpaceSystem(
        title="A rod, by an equation with plus and by one with minus",
        source="W(25)",
        states=x,
        parameters=p,
        equations={
            x.phi: x.omega,
            x.phi_p: x.omega_p,
            x.omega: pull * sin(x.phi) / right,
            x.omega_p: pull * sin(x.phi_p) / printed,
        },
        outputs={
            "E": (right * x.omega**2 / 2 + pull * cos(x.phi), "J", "energy with plus", "E_{+}"),
            "E_p": (right * x.omega_p**2 / 2 + pull * cos(x.phi_p), "J", "energy with minus", "E_{-}"),
        },
        scene=scene,
    )


def scene(system: StateSpaceSystem) -> Scene:
    """Both rods side by side, with the signs above them."""
    x, l = system.states, system.parameters.l
    shapes = []
    for k, (phi, sign) in enumerate(((x.phi, "+"), (x.phi_p, "-"))):
        hook = Matrix([(2 * k - 1) * APART * l, 0])
        tip = hook + l * Matrix([sin(phi), -cos(phi)])
        shapes += [
            Ground((hook[0] + 0.3 * l, 0), (hook[0] - 0.3 * l, 0)),
            Line((hook, hook - Matrix([0, 0.8 * l])), dashed=True, role="reference"),
            Rod(hook, tip, 0.06),
            Hinge(hook),
            PointMass((hook + tip) / 2, 0.025),
            AngleMark(0.5 * l, phi - np.pi / 2, start=-np.pi / 2, center=hook, label=phi),
            Text(hook + Matrix([0, 0.3 * l]), sign),
        ]
    return Scene(
        shapes=tuple(shapes),
        description=(
            "Two equal rods hang from the ceiling beside each other, each on a hinge at its upper end, let go at the "
            "same angle. The left one, by the equation with plus, swings to and fro about its hanging position. The "
            "right one, by the equation with minus, rises by itself and swings about the upright position."
        ),
        limits=(-1.9, 1.9, -1.2, 1.2),
        ranges={"phi": (-1.5, 1.5), "phi_p": (-1.5, 1.5), "l": (0.5, 1.1)},
        duration=6.0,
    )


@dataclass(frozen=True, eq=False)
class HangingBody:
    """A body on a ball joint, its vertical e in its own axes, and the signs of its equations open.

    Attributes
    ----------
    K : ndarray
        (3, 3) inertia about the joint, kg m².
    d : ndarray
        (3,) from the mass centre to the joint, m.
    weight : float
        m g, N.
    """

    K: np.ndarray
    d: np.ndarray
    weight: float

    def rates(self, w: np.ndarray, e: np.ndarray, gyroscopic: int, weight: int, vertical: int) -> np.ndarray:
        """Rates of ω and e, (2, 3): K ω' = s_1 ω x K ω + s_2 m g d x e, e' = s_3 ω x e.

        Parameters
        ----------
        w : ndarray
            Angular velocity in body axes, rad/s, shape (3,).
        e : ndarray
            Vertical in body axes, shape (3,).
        gyroscopic, weight, vertical : int
            The signs s_1, s_2, s_3, 1 or -1.

        Returns
        -------
        ndarray, shape (2, 3)
            rad/s² and 1/s.
        """
        moment = gyroscopic * np.cross(w, self.K @ w) + weight * self.weight * np.cross(self.d, e)
        return np.array([np.linalg.solve(self.K, moment), vertical * np.cross(w, e)])

    def energy_rate(self, w: np.ndarray, w_d: np.ndarray, e_d: np.ndarray) -> float:
        """Rate of E = ½ ω·K ω - m g d·e, W.

        Parameters
        ----------
        w, w_d : ndarray
            Angular velocity, rad/s, and its rate, rad/s², shape (3,).
        e_d : ndarray
            Rate of the vertical, 1/s, shape (3,).

        Returns
        -------
        float
            W.
        """
        return float(w @ self.K @ w_d - self.weight * self.d @ e_d)

    def momentum_rate(self, w: np.ndarray, e: np.ndarray, w_d: np.ndarray, e_d: np.ndarray) -> float:
        """Rate of the angular momentum about the vertical, e·K ω, N m.

        Parameters
        ----------
        w, w_d : ndarray
            Angular velocity, rad/s, and its rate, rad/s², shape (3,).
        e, e_d : ndarray
            Vertical and its rate, 1/s, shape (3,).

        Returns
        -------
        float
            N m.
        """
        return float(e_d @ self.K @ w + e @ self.K @ w_d)


def hanging_body() -> HangingBody:
    """The body of task 7.5."""
    K = np.array([[0.155, 0.0, -0.0225], [0.0, 0.168, 0.0], [-0.0225, 0.0, 0.016]])
    return HangingBody(K, np.array([0.05, 0.0, 0.3]), 1.5 * 9.81)
