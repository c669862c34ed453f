"""Chapter 6, rigid multibody systems: the multiplier of one constraint, for a point mass in the plane."""

from .steps import Step

__all__ = ["STEPS"]

PLANE = {
    "m": "positive [kg]", "g": "positive [m/s^2]", "x": "real [m]", "y": "real [m]", "v_x": "real [m/s]",
    "v_y": "real [m/s]",
}  # fmt: skip
ROD = PLANE | {"l": "= sqrt(x**2 + y**2)"}
WIRE = PLANE | {"k": "positive [1/m]", "y": "= k*x**2/2", "v_y": "= k*x*v_x"}

STEPS: dict[str, dict[str, Step]] = {
    "rod": {
        "lam": Step(
            "-m*(v_x**2 + v_y**2 - g*y)/l**2",
            ROD,
            mistakes={
                "G changes while the mass moves: gamma' is missing.": "m*g*y/l**2",
                "G M**-1 G**T is l**2/m here; it has to be divided by.": "-m*(v_x**2 + v_y**2 - g*y)",
                "The length of G**T is l, and it enters twice, once from each G.": "-m*(v_x**2 + v_y**2 - g*y)/l",
                "gamma' and G h/m are on the same side: G h/m is -g*y.": "-m*(v_x**2 + v_y**2 + g*y)/l**2",
                "That is the whole equation with the opposite sign. Test it: a mass that hangs still, y = -l, has to "
                "be pulled upwards, and G**T lam = [0, -l]*lam.": "m*(v_x**2 + v_y**2 - g*y)/l**2",
            },
        ),
    },
    "wire": {
        "G": Step(
            "[-k*x, 1]",
            WIRE,
            "vector",
            {
                "The derivative of x**2 is 2*x, and the half takes the 2 away.": "[-2*k*x, 1]",
                "Mind the sign: x**2 enters g with a minus.": "[k*x, 1]",
            },
        ),
        "gamma": Step(
            "-k*v_x**2",
            WIRE,
            mistakes={
                "G depends on x, so something is left when g is differentiated twice.": "0",
                "v_x enters squared: once from the rate of G, once from the velocity.": "-k*v_x",
                "Mind the sign of the first entry of G.": "k*v_x**2",
            },
        ),
        "lam": Step(
            "m*(g + k*v_x**2)/(1 + k**2*x**2)",
            WIRE,
            mistakes={
                "The motion along the curve is missing: gamma' is not zero.": "m*g/(1 + k**2*x**2)",
                "G M**-1 G**T is (1 + k**2*x**2)/m; it has to be divided by.": "m*(g + k*v_x**2)",
                "In the lowest point the wire bears the weight and bends the path upwards, so both terms add up.": (
                    "m*(g - k*v_x**2)/(1 + k**2*x**2)"
                ),
                "lam is not yet the force: its size is lam times the length of G, and you have given that.": (
                    "m*(g + k*v_x**2)/sqrt(1 + k**2*x**2)"
                ),
            },
        ),
    },
}
