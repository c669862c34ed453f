"""The answers that the tests judge: Aufgabe 5.2 with the student's own symbols, and its domain."""

import json
from typing import Any

import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

from mechanics.checks import Verdict, capture, inputs_of, judge

s, phi = dynamicsymbols("s phi")
t = dynamicsymbols._t
s_d, phi_d = s.diff(t), phi.diff(t)
s_dd, phi_dd = s_d.diff(t), phi_d.diff(t)
m_W, c_W, d_R, rho_S, l_S, b_S, h_S, g = sp.symbols("m_W c_W d_R rho_S l_S b_S h_S g", positive=True)
s_W0, f_e, m_S = sp.symbols("s_W0 f_e m_S", real=True)

DOMAIN = {
    "s": "real [m]",
    "phi": "angle [rad]",
    "s_d": "real [m/s]",
    "phi_d": "real [rad/s]",
    "s_dd": "real [m/s^2]",
    "phi_dd": "real [rad/s^2]",
    "m_W": "positive [kg]",
    "c_W": "positive [N/m]",
    "d_R": "positive [N s/m]",
    "rho_S": "positive [kg/m^3]",
    "l_S": "positive [m]",
    "b_S": "positive [m]",
    "h_S": "positive [m]",
    "g": "positive [m/s^2]",
    "s_W0": "real [m]",
    "f_e": "real [N]",
    "m_S": "= rho_S*l_S*b_S*h_S",
}

INERTIA = "(m_S*(l_S**2 + b_S**2)/12 + m_S*l_S**2/4)"
KINETIC_ENERGY = f"(m_W + m_S)*s_d**2/2 + m_S*l_S*cos(phi)*s_d*phi_d/2 + {INERTIA}*phi_d**2/2"
EQUATIONS = (
    "[(m_W + m_S)*s_dd + m_S*l_S*cos(phi)/2*phi_dd - m_S*l_S/2*sin(phi)*phi_d**2"
    " + c_W*(s - s_W0) + d_R*s_d - f_e,"
    f" m_S*l_S*cos(phi)/2*s_dd + {INERTIA}*phi_dd + m_S*g*l_S*sin(phi)/2]"
)

T = (
    (m_W + m_S) * s_d**2 / 2
    + m_S * l_S * sp.cos(phi) * s_d * phi_d / 2
    + (m_S * (l_S**2 + b_S**2) / 12 + m_S * l_S**2 / 4) * phi_d**2 / 2
)
M = sp.Matrix(
    [
        [m_W + m_S, m_S * l_S * sp.cos(phi) / 2],
        [m_S * l_S * sp.cos(phi) / 2, m_S * (l_S**2 + b_S**2) / 12 + m_S * l_S**2 / 4],
    ]
)
MATRIX = "[[m_W + m_S, m_S*l_S*cos(phi)/2], [m_S*l_S*cos(phi)/2, m_S*(l_S**2 + b_S**2)/12 + m_S*l_S**2/4]]"
REST = sp.Matrix(
    [
        -m_S * l_S / 2 * sp.sin(phi) * phi_d**2 + c_W * (s - s_W0) + d_R * s_d - f_e,
        m_S * g * l_S * sp.sin(phi) / 2,
    ]
)
EOM = M * sp.Matrix([s_dd, phi_dd]) + REST


def judged(answer: Any, key: dict[str, Any]) -> Verdict:
    """Verdict on an answer, its data and the key having been JSON in between."""
    data = json.loads(json.dumps(capture(answer, inputs_of(key))))
    return judge(data, json.loads(json.dumps(key)))
