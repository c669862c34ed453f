"""Systems of many bodies, whose equations of motion are assembled with numbers."""

from .description import MultibodyDescription
from .model import MultibodyModel

__all__ = ["MultibodySystem"]


class MultibodySystem(MultibodyDescription):
    """Bodies that a function assembles from the values of parameters.

    Parameters
    ----------
    parameters : Parameters
        Constants of the bodies, and values at the start.
    frames : sequence of str
        Names of the frames that the scene uses, in the order of `Motion.places`.
    build : callable
        Function of the parameters' values by name, a mapping, that returns a `Motion`.
    outputs : mapping of str to tuple
        (unit, description[, LaTeX]) of what `Motion.quantities` returns, by name.
    accuracy : float
        rtol and atol of a simulation, unless it gives its own.
    scene : callable
        Function of the system that returns what it looks like, a `Scene`, with poses from ``system.frame(name)`` and
        in the symbols of parameters, outputs and time.
    title, source : str
        For people.

    Raises
    ------
    ModelError
        For names that are used twice or cannot be used.

    Examples
    --------
    A falling body; `mechanics.multibody` has trees, joints and force elements for larger systems.

    >>> import numpy as np
    >>> from mechanics.model import Parameters
    >>> from mechanics.multibody import MultibodySystem
    >>> class Fall:
    ...     start = np.array([0.0, 0.0])  # height and velocity
    ...     def __init__(self, p):
    ...         self.p = p
    ...     def state_derivative(self, t, x):
    ...         return np.array([x[1], -self.p["g"]])
    ...     def places(self, t, x):
    ...         r = np.stack([0 * t, 0 * t, x[:, 0]], axis=-1)
    ...         return r[:, None], np.broadcast_to(np.eye(3), (len(t), 1, 3, 3))
    ...     def energies(self, t, x):
    ...         return self.p["m"] * x[:, 1] ** 2 / 2, self.p["m"] * self.p["g"] * x[:, 0]
    ...     def quantities(self, t, x):
    ...         return {"h": x[:, 0]}
    >>> p = Parameters(m=(1.0, "kg", "mass"), g=(9.81, "m/s^2", "gravity"))
    >>> fall = MultibodySystem(parameters=p, frames=["body"], build=Fall, outputs={"h": ("m", "height")}, title="Fall")
    >>> f"{fall.numeric(g=1.62).simulate(t=2.0)['h'][-1]:.2f} m"
    '-3.24 m'
    """

    def numeric(self, **parameters: float) -> MultibodyModel:
        """The model with numbers.

        Parameters
        ----------
        **parameters : float
            Values that differ from the defaults, by name.

        Raises
        ------
        ModelError
            For an unknown name, a value outside its domain, or values that the system cannot be built from.
        """
        values = self.parameters.values_with(parameters)
        return MultibodyModel(self, values, self.build(values))
