"""The mathematical pendulum integrated in fixed steps: what a method does to its energy."""

from typing import Any

import numpy as np
from sympy import cos, pi, sin

from ..model import Parameters
from ..poses import rotation
from ..rotations import rotation_y
from ..scene import (
    AngleMark,
    Handle,
    Hinge,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Trace,
)
from ..state_space import (
    States,
    StateSpaceModel,
    StateSpaceRun,
    StateSpaceSystem,
    output_times,
)
from ..state_space.fixed_step import fixed_steps
from ..state_space.interpolation import hermite

__all__ = ["pendulum_in_steps"]


class SteppedModel(StateSpaceModel):
    """A model that is integrated in steps of the size of its parameter `h`."""

    method = "euler"

    def simulate(self, x0: Any = None, t: Any = 10.0, u: Any = None, **_: Any) -> StateSpaceRun:
        """Motion from x0 by the method of the system; between the steps by cubic interpolation."""
        times = output_times(t)
        h = self.parameters["h"]
        steps = times[0] + h * np.arange(int(np.ceil((times[-1] - times[0]) / h - 1e-9)) + 1)
        start = self.start if x0 is None else np.asarray(x0, dtype=float)
        states = fixed_steps(lambda x, t: self.state_derivative(t, x).tolist(), start.tolist(), steps, self.method)
        x = hermite(steps, states, self.state_derivative(steps, states), times)
        return StateSpaceRun(self, times, x, [""] * len(times), [], {})


class SteppedPendulum(StateSpaceSystem):
    """The mathematical pendulum with the method by which it is integrated."""

    method: str

    @property
    def fixed_step(self) -> tuple[str, str]:
        """The parameter that is the size of the steps, and the method."""
        return "h", self.method

    def numeric(self, **parameters: float) -> SteppedModel:
        """The model with numbers, the size of the steps among them."""
        model = SteppedModel(self, self.parameters.values_with(parameters))
        model.method = self.method
        return model


def pendulum_in_steps(method: str = "euler") -> StateSpaceSystem:
    """The pendulum (3.111) integrated in fixed steps, to see what a method does to its energy.

    Parameters
    ----------
    method : str
        ``"euler"``, ``"symplectic"``, ``"heun"`` or ``"rk4"``, see `mechanics.state_space.fixed_step`.
    """
    x = States(
        phi=("rad", "deflection from the hanging position", 1.0, r"\varphi"),
        omega=("rad/s", "angular velocity", 0.0),
    )
    p = Parameters(
        m=(1.0, "kg", "mass"),
        l=(1.0, "m", "length of the rod"),
        g=(9.81, "m/s^2", "gravity"),
        h=(0.02, "s", "size of a step"),
    )
    energy = p.m * p.l**2 * x.omega**2 / 2 + p.m * p.g * p.l * (1 - cos(x.phi))
    system = SteppedPendulum(
        title=f"Pendulum in steps: {method}",
        source="section 3.7, (3.111)",
        states=x,
        parameters=p,
        equations={x.phi: x.omega, x.omega: -p.g / p.l * sin(x.phi)},
        outputs={"E": (energy, "J", "energy T + V")},
        scene=pendulum_scene,
    )
    system.method = method
    return system


def pendulum_scene(system: StateSpaceSystem) -> Scene:
    """Pendulum in the y-z plane, z upwards."""
    phi, p = system.states.phi, system.parameters
    hanging = rotation(rotation_y(pi / 2))
    mass = (0, p.l * sin(phi), -p.l * cos(phi))
    return Scene(
        shapes=(
            Line(((0, 0), (1.1 * p.l, 0)), frame=hanging, role="reference", dashed=True),
            Trace(mass, duration=1.0),
            Rod((0, 0, 0), mass),
            Hinge((0, 0, 0), support=(0, 0, 1)),
            PointMass(mass, 0.06 * p.l),
            AngleMark(0.45 * p.l, phi, frame=hanging, label=phi),
        ),
        description="A point mass on a rod swings about a hinge; its motion is computed in steps of fixed size.",
        projection=Projection(right=(0, 1, 0), up=(0, 0, 1)),
        sketch={"phi": 0.7},
        handles=(Handle(mass, ("phi",)),),
        ranges={"h": (0.002, 0.2), "l": (0.4, 2.0), "omega": (-3.0, 3.0), "phi": (-2.5, 2.5)},
        duration=20.0,
    )
