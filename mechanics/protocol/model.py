"""What every model has: a system with numbers."""

from abc import ABC
from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Model"]


class Named(Protocol):
    """What a model needs to know of its system: how to call it."""

    id: str
    title: str


AnySystem = TypeVar("AnySystem", bound=Named, covariant=True)


class Model(ABC, Generic[AnySystem]):
    """A system with values of its parameters.

    A model that moves also has `simulate`, which returns a `Run`; that of a problem has `solve`.

    Attributes
    ----------
    system : System
        What it was made from.
    parameters : dict
        Values by name, in the units of `system.parameters`.
    """

    def __init__(self, system: AnySystem, parameters: Mapping[str, Any]):
        self.system = system
        self.parameters = dict(parameters)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value:g}" for name, value in self.parameters.items())
        return f"{type(self).__name__} of {self.system.id or self.system.title!r}: {values}"

    output: Callable[..., Any]
    """One of `system.outputs` by name, at a state given as each kind takes it."""
