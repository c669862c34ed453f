"""Chapter 5a, energies of rigid bodies: mass matrices of two small machines."""

from .steps import Step

__all__ = ["STEPS"]

DISC = {"m": "positive [kg]", "a": "positive [m]", "R": "positive [m]"}
RING = {
    "m1": "positive [kg]", "m2": "positive [kg]", "R": "positive [m]", "g": "positive [m/s^2]", "phi": "real [rad]",
    "theta": "angle [rad]", "phi_d": "real [rad/s]", "theta_d": "real [rad/s]",
}  # fmt: skip

STEPS: dict[str, dict[str, Step]] = {
    "disc": {
        "M": Step(
            "[[m*a**2 + m*R**2/2, m*R**2/2], [m*R**2/2, m*R**2/2]]",
            DISC,
            "matrix",
            {
                "The square of a sum has a mixed term. Each of the two fields beside the "
                "diagonal contains half of the factor of phi_d*psi_d.": "[[m*a**2 + m*R**2/2, 0], [0, m*R**2/2]]",
                "The arm carries the disc along: it turns with the sum of both rates, even while psi rests.": (
                    "[[m*a**2, 0], [0, m*R**2/2]]"
                ),
                "The mixed term of T is M_12*phi_d*psi_d, without a half, because M_12 and M_21 both count: each of "
                "them is half of what you have.": "[[m*a**2 + m*R**2/2, m*R**2], [m*R**2, m*R**2/2]]",
                "The moment of inertia of a homogeneous disc is m*R**2/2, not m*R**2 as for a ring.": (
                    "[[m*a**2 + m*R**2, m*R**2], [m*R**2, m*R**2]]"
                ),
                "These are the factors in T itself; T contains M with a factor one half.": (
                    "[[m*a**2/2 + m*R**2/4, m*R**2/4], [m*R**2/4, m*R**2/4]]"
                ),
            },
        ),
    },
    "ring": {
        "p": Step(
            "[R*phi + R*sin(theta), R - R*cos(theta)]",
            RING,
            "vector",
            {
                "The centre of the ring lies R above the floor.": "[R*phi + R*sin(theta), -R*cos(theta)]",
                "This is the bead as seen from the centre of the ring; where is the centre?": (
                    "[R*sin(theta), -R*cos(theta)]"
                ),
                "For theta = 0 the bead lies at the bottom: then its height is 0.": (
                    "[R*phi + R*cos(theta), R - R*sin(theta)]"
                ),
                "The angle theta counts from the vertical, not along with the ring: the bead slides.": (
                    "[R*phi + R*sin(phi + theta), R - R*cos(phi + theta)]"
                ),
            },
        ),
        "V": Step(
            "m2*g*R*(1 - cos(theta))",
            RING,
            mistakes={
                "The ring keeps its height, so its weight adds a constant only; V is to be zero at theta = 0.": (
                    "m1*g*R + m2*g*R*(1 - cos(theta))"
                ),
                "The difference is a constant. V is to be zero at theta = 0.": "-m2*g*R*cos(theta)",
            },
        ),
        "v_squared": Step(
            "R**2*(phi_d**2 + 2*phi_d*theta_d*cos(theta) + theta_d**2)",
            RING,
            mistakes={
                "The squares of the two velocities do not simply add up: they are perpendicular only for "
                "theta = 90 degrees.": "R**2*(phi_d**2 + theta_d**2)",
                "Both velocities have the same direction only at theta = 0.": "R**2*(phi_d + theta_d)**2",
            },
        ),
        "M": Step(
            "[[2*m1*R**2 + m2*R**2, m2*R**2*cos(theta)], [m2*R**2*cos(theta), m2*R**2]]",
            RING,
            "matrix",
            {
                "The ring moves and turns, with the same rate: m1*R**2 for each of both.": (
                    "[[m1*R**2 + m2*R**2, m2*R**2*cos(theta)], [m2*R**2*cos(theta), m2*R**2]]"
                ),
                "That would be a disc. All the mass of a ring lies at the distance R.": (
                    "[[3*m1*R**2/2 + m2*R**2, m2*R**2*cos(theta)], [m2*R**2*cos(theta), m2*R**2]]"
                ),
                "The bead moves when the ring rolls, too.": (
                    "[[2*m1*R**2, m2*R**2*cos(theta)], [m2*R**2*cos(theta), m2*R**2]]"
                ),
                "T contains M with a factor one half: its factor of phi_d*theta_d is shared by M_12 and M_21.": (
                    "[[2*m1*R**2 + m2*R**2, 2*m2*R**2*cos(theta)], [2*m2*R**2*cos(theta), m2*R**2]]"
                ),
            },
        ),
    },
}
