"""Chapter 7, trees with spherical joints: what a body has to know of the tree that hangs on it."""

from .steps import Step

__all__ = ["STEPS"]

ROD = {
    "m_1": "positive [kg]", "m_2": "positive [kg]", "m_3": "positive [kg]", "l": "positive [m]", "c": "positive [m]",
    "J_1": "positive [kg*m^2]",
}  # fmt: skip
PLATE = {
    "m_1": "positive [kg]", "m_2": "positive [kg]", "m_3": "positive [kg]", "m_4": "positive [kg]",
    "w": "positive [m]", "h": "positive [m]", "l": "positive [m]", "J_1": "positive [kg*m^2]",
}  # fmt: skip

STEPS: dict[str, dict[str, Step]] = {
    "two-lamps": {
        "K_1": Step(
            "J_1 + m_1*l**2/4 + m_2*c**2 + m_3*l**2",
            ROD,
            mistakes={
                "J_1 counts about the mass centre: the Steiner term of the rod itself is missing, k = 1 in the sum.": (
                    "J_1 + m_2*c**2 + m_3*l**2"
                ),
                "The lamps count from the upper hinge, with the whole d_1k, not from the mass centre of the rod.": (
                    "J_1 + m_1*l**2/4 + m_2*(l/2 - c)**2 + m_3*l**2/4"
                ),
                "The moment of inertia of the rod about its own mass centre, J_1, is missing.": (
                    "m_1*l**2/4 + m_2*c**2 + m_3*l**2"
                ),
            },
        ),
    },
    "plate": {
        "T": Step(
            "[[1, 1, 1, 1], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]]",
            {},
            "matrix",
            {
                "Lamp 4 hangs from rod 2, so arc 2 is on the path to it, too.": (
                    "[[1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]"
                ),
                "A row of T belongs to an arc, a column to a body: exchange them.": (
                    "[[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 0, 1]]"
                ),
                "This is the incidence matrix S, which says what hangs from what; T contains the complete paths and is "
                "its inverse.": ("[[1, -1, -1, 0], [0, 1, 0, -1], [0, 0, 1, 0], [0, 0, 0, 1]]"),
                "Lamp 4 hangs from rod 2 at the left, not from body 3.": (
                    "[[1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]"
                ),
            },
        ),
        "d_11": Step(
            "[0, 0, 2*h]",
            PLATE,
            "vector",
            {"It begins in the mass centre of the plate, which lies 2*h below the hinge.": "[0, 0, 3*h]"},
        ),
        "d_14": Step(
            "[w, 0, 3*h]",
            PLATE,
            "vector",
            {
                "It begins in the left corner, where the path to lamp 4 leaves the plate, and ends in the upper hinge: "
                "it points to the right.": "[-w, 0, 3*h]",
                "It is fixed in the plate and ends there: rod 2 has vectors of its own.": "[w, 0, 3*h + l]",
                "It ends in the upper hinge, not in the mass centre.": "[w, 0, h]",
                "Lamp 4 is not a branch of its own for the plate: everything that hangs from rod 2 hangs from its left "
                "corner.": ("[0, 0, 0]"),
            },
        ),
        "b_10": Step(
            "[w*(m_2 + m_4 - m_3)/(m_1 + m_2 + m_3 + m_4), 0, "
            "h*(2*m_1 + 3*m_2 + 3*m_3 + 3*m_4)/(m_1 + m_2 + m_3 + m_4)]",
            PLATE,
            "vector",
            {
                "Lamp 4 hangs in the left corner, too: its mass is missing in the sum.": (
                    "[w*(m_2 - m_3)/(m_1 + m_2 + m_3 + m_4), 0, h*(2*m_1 + 3*m_2 + 3*m_3)/(m_1 + m_2 + m_3 + m_4)]"
                ),
                "The sum of m_k*d_1k is right, but a mean is that sum divided by the mass of the whole tree.": (
                    "[w*(m_2 + m_4 - m_3), 0, h*(2*m_1 + 3*m_2 + 3*m_3 + 3*m_4)]"
                ),
                "The plate itself counts as well, with d_11.": ("[w*(m_2 + m_4 - m_3)/(m_2 + m_3 + m_4), 0, 3*h]"),
            },
        ),
        "K_1": Step(
            "J_1 + 4*m_1*h**2 + (m_2 + m_3 + m_4)*(w**2 + 9*h**2)",
            PLATE,
            mistakes={
                "About the y axis both components of d_1k count, x and z.": (
                    "J_1 + 4*m_1*h**2 + 9*(m_2 + m_3 + m_4)*h**2"
                ),
                "J_1 counts about the mass centre: the Steiner term of the plate itself is missing.": (
                    "J_1 + (m_2 + m_3 + m_4)*(w**2 + 9*h**2)"
                ),
                "Lamp 4 is missing.": "J_1 + 4*m_1*h**2 + (m_2 + m_3)*(w**2 + 9*h**2)",
            },
        ),
    },
}
