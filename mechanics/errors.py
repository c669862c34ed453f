"""The errors for what the library cannot work with: one sentence each."""

__all__ = ["ModelError", "SimulationError", "SimulationWarning"]


class ModelError(ValueError):
    """An input that no model can work with; the message says what was expected and how to fix it."""


class SimulationError(ModelError):
    """An integration that failed or ran away; the message says when, and what to try."""


class SimulationWarning(UserWarning):
    """A simulation whose result should be looked at twice; the message says why, and what to try."""
