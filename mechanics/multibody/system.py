"""Systems of bodies whose motion is computed with numbers from the start."""

from .description import MultibodyDescription
from .model import MultibodyModel

__all__ = ["MultibodySystem"]


class MultibodySystem(MultibodyDescription):
    """Bodies that are put together from parameters; found by ``systems.load(id)``.

    Parameters
    ----------
    parameters : named quantities, also the values at the start
    frames : names of the frames that the scene uses; their order is that of `Motion.places`
    build : function of the parameters' values by name that returns a `Motion`; may have a method
        ``integrate(times, rtol, atol)`` that returns the states (k, n), where it knows better than a general integrator
    outputs : ``{"theta": ("rad", "inclination"[, LaTeX])}``, what `Motion.quantities` returns
    accuracy : rtol and atol of a simulation that names none
    scene : function of the system that returns what it looks like, in `frame` and in the symbols of parameters,
        outputs and time
    title, source : for people

    Raises
    ------
    ModelError
        for names that are used twice or cannot be used.
    """

    def numeric(self, **parameters: float) -> MultibodyModel:
        """The model with numbers: defaults, overridden by name; see `MultibodyModel`."""
        values = self.parameters.values_with(parameters)
        return MultibodyModel(self, values, self.build(values))
