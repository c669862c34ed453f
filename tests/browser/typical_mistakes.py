"""What students typically type: ten mistakes in each of three chapters and five tasks, and a part of what is said.

A mistake of a chapter names the cell of its step; one of a task the cell of the answer, whose check follows it.
"""

from typing import NamedTuple

__all__ = ["CHAPTERS", "TASKS", "Mistake"]


class Mistake(NamedTuple):
    """Something wrong that is typed into a cell.

    Attributes
    ----------
    cell : str
        The cell, by its id.
    text : str
        What is typed.
    said : str
        A part of the sentence that has to follow.
    """

    cell: str
    text: str
    said: str


M = Mistake
CHAPTERS = {
    "course/05a-energy-of-rigid-bodies.ipynb": [
        M("turns-disc-answer", 'your_turn("05a/disc", M="[[m*a**2, 0], [0, m*R**2/2]]")', "it turns with the sum"),
        M("turns-disc-answer", 'your_turn("05a/disc", M="[[m*a^2 + m*R^2/2, m*R^2], [m*R^2, m*R^2/2]]")', "**"),
        M(
            "turns-disc-answer",
            'your_turn("05a/disc", M="[[m*a**2 + m*R**2/2, ...], [..., m*R**2/2]]")',
            "Not yet answered",
        ),
        M("turns-ring-place", 'your_turn("05a/ring", p="[R*sin(theta), -R*cos(theta)]")', "centre"),
        M("turns-ring-place", 'your_turn("05a/ring", p="[R*phi + R*sin(theta), R + R*cos(theta)]")', "Component 2"),
        M("turns-ring-potential", 'your_turn("05a/ring", V="-m2*g*R*cos(theta)")', "constant"),
        M("turns-ring-potential", 'your_turn("05a/ring", V="m2*g*R*(1 - sin(theta))")', "Sine and cosine"),
        M("turns-ring-velocity", 'your_turn("05a/ring", v_squared="R**2*(phi_d**2 + theta_d**2)")', "perpendicular"),
        M(
            "turns-ring-matrix",
            'your_turn("05a/ring", M="[[m1*R**2 + m2*R**2, m2*R**2*cos(theta)], [m2*R**2*cos(theta), m2*R**2]]")',
            "moves and turns",
        ),
        M("check-load-answer", 'answer = "m2*l_s2**2 + I_zz2"', "m_L"),
    ],
    "course/05b-lagrange-equations.ipynb": [
        M(
            "turns-hoop-answer",
            'your_turn("05b/hoop", equation="m*R**2*theta_dd + m*g*R*sin(theta) = -d*R**2*theta_d")',
            "dT/dtheta",
        ),
        M(
            "turns-hoop-answer",
            'your_turn("05b/hoop", equation="m*R**2*theta_dd + m*R**2*Omega**2*sin(theta)*cos(theta) + '
            'm*g*R*sin(theta) = -d*R**2*theta_d")',
            "subtracted",
        ),
        M(
            "turns-hoop-answer",
            'your_turn("05b/hoop", equation="m*R**2*theta_dd + m*g*R*sin theta = 0")',
            "parentheses",
        ),
        M(
            "turns-string-energies",
            'your_turn("05b/string", T="m1*(r_d**2 + r**2*phi_d**2)/2", V="m2*g*r")',
            "hanging mass",
        ),
        M(
            "turns-string-energies",
            'your_turn("05b/string", T="(m1 + m2)*r_d**2/2 + m1*r**2*phi_d**2/2", V="-m2*g*r")',
            "upwards",
        ),
        M("turns-string-forces", 'your_turn("05b/string", f_q="[F, 0]")', "power is negative"),
        M("turns-string-forces", 'your_turn("05b/string", f_q="-F")', "2"),
        M(
            "turns-string-equations",
            'your_turn("05b/string", equations=["(m1 + m2)*r_dd + m2*g = -F", '
            '"m1*r**2*phi_dd + 2*m1*r*r_d*phi_d = 0"])',
            "centrifugal",
        ),
        M(
            "turns-string-equations",
            'your_turn("05b/string", equations=["(m1 + m2)*r_dd - m1*r*phi_d**2 + m2*g = -F", "m1*r**2*phi_dd = 0"])',
            "product rule",
        ),
        M("check-force-up", 'answer = "f_ex*sin(theta)"', "l"),
    ],
    "course/07-spherical-joint-trees.ipynb": [
        M("turns-rods-answer", 'your_turn("07/two-lamps", K_1="J_1 + m_2*c**2 + m_3*l**2")', "Steiner"),
        M("turns-rods-answer", 'your_turn("07/two-lamps", K_1="J_1 + m1*l**2/4 + m2*c**2 + m3*l**2")', "m_1"),
        M(
            "turns-plate-paths",
            'your_turn("07/plate", T="[[1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]")',
            "Lamp 4 hangs on rod 2",
        ),
        M(
            "turns-plate-paths",
            'your_turn("07/plate", T="[[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 0, 1]]")',
            "exchange",
        ),
        M("turns-plate-paths", 'your_turn("07/plate", T="[[1, 1, 1], [0, 1, 0], [0, 0, 1]]")', "4"),
        M("turns-plate-vectors", 'your_turn("07/plate", d_11="[0, 0, 3*h]", d_14="[w, 0, 3*h]")', "2*h below"),
        M(
            "turns-plate-vectors",
            'your_turn("07/plate", d_11="[0, 0, 2*h]", d_14="[-w, 0, 3*h]")',
            "leads to the right",
        ),
        M(
            "turns-plate-barycentre",
            'your_turn("07/plate", b_10="[w*(m_2 + m_4 - m_3), 0, h*(2*m_1 + 3*m_2 + 3*m_3 + 3*m_4)]")',
            "divided by the mass",
        ),
        M("turns-plate-inertia", 'your_turn("07/plate", K_1="J_1 + 4*m_1*h**2 + 9*(m_2 + m_3 + m_4)*h**2")', "x and z"),
        M(
            "turns-plate-inertia",
            'your_turn("07/plate", K_1="J_1 + 4*m_1*h**2 + (m_2 + m_3)*(w**2 + 9*h**2)")',
            "Lamp 4",
        ),
    ],
}
TASKS = {
    "exercises/05-euler-lagrange/cart-pendulum.ipynb": [
        M("rod-mass-answer", "rod_mass = rho_S * l_S^2", "**"),
        M("rod-mass-answer", "rod_mass = rho_S * l_S", "volume"),
        M("rod-inertia-answer", "rod_inertia = m_S * (l_S**2 + b_S**2)", "12"),
        M("rod-inertia-answer", "rod_inertia = m_S * l_S**2 / 12", "thin rod"),
        M("position-answer", "p_S = Matrix([s + l_S * sin(phi), -l_S * cos(phi)])", "mass centre"),
        M("position-answer", "p_S = [s + l_S / 2 * cos(phi), -l_S / 2 * sin(phi)]", "measured from the horizontal"),
        M(
            "kinetic-energy-answer",
            "T = m_W * s_d**2 / 2 + m_S * v_S.dot(v_S) / 2 + I_zz * phi_d**2 / 2",
            "v_S is an earlier answer",
        ),
        M("potential-energy-answer", "V = m_S * g * l_S / 2 * cos(phi) + c_W * (s - s_W0)**2 / 2", "sign"),
        M("potential-energy-answer", "V = -m_S * g * l_S / 2 * cos(phi) + c_W * s**2 / 2", "not relaxed"),
        M("forces-answer", "f_np = Matrix([f_e + d_R * s_d, 0])", "friction"),
    ],
    "exercises/02-point-kinematics/spherical-velocity.ipynb": [
        M("determinant-answer", "determinant = r**2 sin(theta)", "*"),
        M("determinant-answer", "determinant = r**2 * cos(theta)", "ine and cosine"),
        M("determinant-answer", "determinant = r * sin(theta)", "r"),
        M("determinant-answer", "determinant = -r**2 * sin(theta)", "sign"),
        M("lengths-answer", "lengths = [1, r]", "3"),
        M("lengths-answer", "lengths = [1, r * sin(theta), r]", "order"),
        M("lengths-answer", "lengths = [1, r, r * cos(theta)]", "ine and cosine"),
        M("earth-answer", "speed = R * Omega", "latitude"),
        M("earth-answer", "speed = R * Omega * sin(beta)", "equator"),
        M("earth-answer", "speed = R, Omega * cos(beta)", "comma"),
    ],
    "exercises/03e-dissipative-forces/ladder-person.ipynb": [
        M("floor-answer", "f_N = m", "g"),
        M("floor-answer", "f_N = m * g * cos(alpha)", "alpha"),
        M("floor-answer", "f_N = 9,81 * m", "point"),
        M("wall-answer", "f_W = m * g * s", "different levers"),
        M("wall-answer", "f_W = m * g * s * h / sqrt(l**2 - h**2)", "levers are exchanged"),
        M("wall-answer", "f_W = m * g * sqrt(l**2 - h**2) / h", "at the top"),
        M("friction-answer", "f_r = mu_H * m * g", "largest possible"),
        M("limit-answer", "s_max = mu_H * sqrt(l**2 - h**2) / h", "other way round"),
        M("limit-answer", "s_max = mu_H * h / l", "horizontal"),
        M("slope-answer", "gamma = atan(mu_H)", "angle of the ladder to the wall"),
    ],
    "exercises/04-rigid-body-kinematics/elementary-rotations.ipynb": [
        M("dot-product-answer", "e_x0_e_y1 = sin(phi)", "leans away"),
        M("dot-product-answer", "e_x0_e_y1 = cos phi", "parentheses"),
        M(
            "matrix-about-z-answer",
            "R_z = Matrix([[cos(phi), sin(phi), 0], [-sin(phi), cos(phi), 0], [0, 0, 1]])",
            "clockwise",
        ),
        M("matrix-about-z-answer", "R_z = Matrix([[cos(phi), -sin(phi)], [sin(phi), cos(phi)]])", "3"),
        M("z-axis-answer", "e_z1 = Matrix([-sin(theta), 0, cos(theta)])", "clockwise"),
        M("z-axis-answer", "e_z1 = Matrix([cos(theta), 0, sin(theta)])", "At theta = 0"),
        M("inverse-answer", "inverse_angle = theta", "once more"),
        M("inverse-answer", "inverse_angle = 1 / theta", "not one over"),
        M("panel-answer", "p_0_edge = Matrix([a, 0, b])", "theta"),
        M("same-axis-answer", "total_angle = phi * psi", "product of the matrices"),
    ],
    "exercises/03a-force-systems/cut-it-free.ipynb": [
        M(
            "cylinder-answer",
            '[force("N", "W", "right"), force("G", "S", "down")]',
            "the rope does to the body is missing",
        ),
        M(
            "cylinder-answer",
            '[force("S", "S", "along the rope, downwards"), force("N", "W", "right"), force("G", "S", "down")]',
            "can only pull",
        ),
        M(
            "cylinder-answer",
            '[force("S", "S", "along the rope, upwards"), force("N", "W", "left"), force("G", "S", "down")]',
            "can only push",
        ),
        M(
            "cylinder-answer",
            '[force("S", "S", "along the rope, upwards"), force("N", "W", "right"), force("R", "W", "up"), '
            'force("G", "S", "down")]',
            "smooth",
        ),
        M("frame-answer", '[force("A", "A", "unknown"), force("F", "D", "down")]', "not free yet"),
        M(
            "frame-answer",
            '[cut("A"), cut("B"), cut("C"), force("A", "A", "unknown"), force("S", "B", "up"), '
            'force("F", "D", "down")]',
            "At the cut C nothing acts yet",
        ),
        M(
            "frame-answer",
            '[cut("A"), cut("B"), cut("C"), force("A", "A", "unknown"), force("S", "B", "up"), force("S", "C", 35), '
            'force("F", "D", "down"), axes("C")]',
            "origin of your axes",
        ),
        M("beam-answer", '[cut("A"), cut("S")]', "nothing holds the body"),
        M(
            "beam-answer",
            '[cut("A"), cut("B"), force("A_x", "A", "right"), force("A_z", "A", "up"), force("G", "S", "down"), '
            'force("S", "B", 45)]',
            "keeps it from turning",
        ),
        M(
            "beam-answer",
            '[cut("A"), cut("B"), force("A_x", "A", "right"), force("A_z", "A", "up"), moment("M", "A"), '
            'force("G", "A", "down"), force("S", "B", 45)]',
            "mass centre",
        ),
    ],
}
