"""Random parameters and states inside the domains of a system."""

import numpy as np

from mechanics.lagrange import LagrangianModel, LagrangianSystem

DAMPING = ("N s/m", "N m s/rad", "N s/m^3")  # units of viscous friction
FRICTION = "mu"  # beginning of the names of coefficients of friction
# where the usual ranges leave what the model describes: the rod of A.12 stays in its cylinder
RANGES = {"hollow_cylinder_rod": {"s": (0.1, 0.3)}}

# and parameters that depend on each other: lever 2 reaches the guide in every position of lever 1
LONGER = {"toggle_press": ("L2", "L1")}


def random_model(system: LagrangianSystem, rng: np.random.Generator) -> LagrangianModel:
    """Parameters between half and double their defaults."""
    values = {name: v.default * rng.uniform(0.5, 2.0) for name, v in system.parameters.items()}
    values |= {name: rng.uniform(-0.5, 0.5) for name, v in system.parameters.items() if v.domain == "real"}
    if system.id in LONGER:
        longer, shorter = LONGER[system.id]
        values[longer] = max(values[longer], 1.2 * values[shorter])
    return system.numeric(**values)


def random_state(system: LagrangianSystem, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, dict[str, float]]:
    """q, q_d and inputs; angles in (0.2, 2.9), so that the pole of the spherical pendulum stays away."""
    n = len(system.coordinates)
    own = RANGES.get(system.id, {})
    return (
        np.array([rng.uniform(*own.get(name, (0.2, 2.9))) for name in system.coordinates]),
        rng.uniform(-4, 4, n),
        {name: rng.uniform(-5, 5) for name in system.inputs},
    )


def undamped(system: LagrangianSystem) -> LagrangianModel:
    """The system with all its dampers and coefficients of friction set to zero."""
    lossy = [n for n, v in system.parameters.items() if v.unit in DAMPING or n.startswith(FRICTION)]
    return system.numeric(**dict.fromkeys(lossy, 0.0))
