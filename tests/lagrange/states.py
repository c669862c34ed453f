"""Random parameters and states inside the domains of a system."""

import numpy as np

from mechanics.lagrange import LagrangianModel, LagrangianSystem

DAMPING = ("d", "d_R", "d1", "d12", "d_e", "d2", "d11", "d22", "d13")


def random_model(system: LagrangianSystem, rng: np.random.Generator) -> LagrangianModel:
    """Parameters between half and double their defaults."""
    values = {name: v.default * rng.uniform(0.5, 2.0) for name, v in system.parameters.items()}
    values |= {name: rng.uniform(-0.5, 0.5) for name, v in system.parameters.items() if v.domain == "real"}
    return system.numeric(**values)


def random_state(
    system: LagrangianSystem, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, dict[str, float]]:
    """q, q_d and inputs; angles in (0.2, 2.9), so that the pole of the spherical pendulum stays away."""
    n = len(system.coordinates)
    return (
        rng.uniform(0.2, 2.9, n),
        rng.uniform(-4, 4, n),
        {name: rng.uniform(-5, 5) for name in system.inputs},
    )


def undamped(system: LagrangianSystem) -> LagrangianModel:
    """The system with all its dampers set to zero."""
    return system.numeric(**{name: 0.0 for name in system.parameters if name in DAMPING})
