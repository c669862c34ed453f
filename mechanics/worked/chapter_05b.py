"""Chapter 5b, Lagrange's equations: equations of motion of two small systems."""

from .steps import Step

__all__ = ["STEPS"]

HOOP = {
    "m": "positive [kg]", "R": "positive [m]", "g": "positive [m/s^2]", "Omega": "real [rad/s]",
    "d": "positive [N*s/m]", "theta": "angle [rad]", "theta_d": "real [rad/s]", "theta_dd": "real [rad/s^2]",
}  # fmt: skip
STRING = {
    "m1": "positive [kg]", "m2": "positive [kg]", "g": "positive [m/s^2]", "F": "real [N]", "r": "positive [m]",
    "r_d": "real [m/s]", "r_dd": "real [m/s^2]", "phi": "angle [rad]", "phi_d": "real [rad/s]",
    "phi_dd": "real [rad/s^2]",
}  # fmt: skip

STEPS: dict[str, dict[str, Step]] = {
    "hoop": {
        "equation": Step(
            "[m*R**2*theta_dd - m*R**2*Omega**2*sin(theta)*cos(theta) + m*g*R*sin(theta) + d*R**2*theta_d]",
            HOOP,
            "equations",
            {
                "T contains theta itself, by the rotation of the hoop: the term dT/dtheta is missing.": (
                    "[m*R**2*theta_dd + m*g*R*sin(theta) + d*R**2*theta_d]"
                ),
                "In (5.69) dL/dtheta is subtracted; the term with Omega has the wrong sign.": (
                    "[m*R**2*theta_dd + m*R**2*Omega**2*sin(theta)*cos(theta) + m*g*R*sin(theta) + d*R**2*theta_d]"
                ),
                "The friction is on the right with a minus sign, so on the left with a plus sign.": (
                    "[m*R**2*theta_dd - m*R**2*Omega**2*sin(theta)*cos(theta) + m*g*R*sin(theta) - d*R**2*theta_d]"
                ),
                "The derivative of sin(theta)**2 is 2*sin(theta)*cos(theta).": (
                    "[m*R**2*theta_dd - m*R**2*Omega**2*sin(theta)**2/2 + m*g*R*sin(theta) + d*R**2*theta_d]"
                ),
            },
        ),
    },
    "string": {
        "T": Step(
            "(m1 + m2)*r_d**2/2 + m1*r**2*phi_d**2/2",
            STRING,
            mistakes={
                "The hanging mass goes up as fast as the other one goes outwards: it has kinetic energy, too.": (
                    "m1*r_d**2/2 + m1*r**2*phi_d**2/2"
                ),
                "The hanging mass does not go round, it only moves up and down.": (
                    "(m1 + m2)*(r_d**2 + r**2*phi_d**2)/2"
                ),
            },
        ),
        "V": Step(
            "m2*g*r",
            STRING,
            mistakes={"When r grows, the string pulls the hanging mass upwards.": "-m2*g*r"},
        ),
        "f_q": Step(
            "[-F, 0]",
            STRING,
            "vector",
            {
                "The point where F acts moves upwards with r_d, against the force: its power is negative.": "[F, 0]",
                "The string transmits F to the mass on the table, but along the string: no moment about the hole.": (
                    "[-F, -F*r]"
                ),
                "The weight is in V already; it must not count twice.": "[-F - m2*g, 0]",
            },
        ),
        "equations": Step(
            "[(m1 + m2)*r_dd - m1*r*phi_d**2 + m2*g + F, m1*r**2*phi_dd + 2*m1*r*r_d*phi_d]",
            STRING,
            "equations",
            {
                "T contains r, by the circular motion: the centrifugal term dT/dr is missing.": (
                    "[(m1 + m2)*r_dd + m2*g + F, m1*r**2*phi_dd + 2*m1*r*r_d*phi_d]"
                ),
                "In dT/dphi_d = m1*r**2*phi_d the distance r depends on the time, too: the product rule gives a "
                "second term.": "[(m1 + m2)*r_dd - m1*r*phi_d**2 + m2*g + F, m1*r**2*phi_dd]",
            },
        ),
    },
}
