"""What does not exist in the page: it can be imported, because a cell of a task does, and says so when it is used.

Nothing is computed here. A real package, where the builder of the book added one, is found before this.
"""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

SENTENCE = (
    "{} needs {}, which does not run in this page. Use math or sympy where they can do it, or download the notebook "
    "and open it in JupyterLab."
)
ROOTS = ("numpy", "scipy", "matplotlib", "symengine", "mechanics")

asked: list[str] = []
"""What was asked for since this list was last emptied."""


class NeedsMore(ImportError):
    """Something that does not exist in the page was used."""


def refuse(name: str) -> NeedsMore:
    """The error that says what does not exist here."""
    root = name.partition(".")[0]
    asked.append(name)
    return NeedsMore(SENTENCE.format(f"`{name}`", "more of the library" if root == "mechanics" else root))


class Name:
    """A name of an absent module."""

    def __init__(self, name: str):
        self._name = name

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Say that it does not exist."""
        raise refuse(self._name)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name) if name.startswith("__") else refuse(f"{self._name}.{name}")


class Row(Sequence[Any]):
    """What a function gets for an array: its entries can be read, and what an array does with them is refused.

    So that no answer is judged as wrong because a list does something else than an array.
    """

    def __init__(self, entries: Sequence[Any]):
        self._entries = [Row(x) if isinstance(x, list) else float(x) for x in entries]

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            part = Row([])
            part._entries = self._entries[place]
            return part
        if isinstance(place, int):
            return self._entries[place]
        raise refuse("numpy.array")

    def __setitem__(self, place: Any, value: Any) -> None:
        if not isinstance(place, int):
            raise refuse("numpy.array")
        self._entries[place] = value

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name) if name.startswith("_") else refuse(f"numpy.array(...).{name}")

    def _refuse(self, *_: Any) -> Any:
        raise refuse("numpy.array")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __matmul__ = __rmatmul__ = __pow__ = __rpow__ = __mod__ = __neg__ = __pos__ = __abs__ = __bool__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class AbsentModule(ModuleType):
    """A module without content. numpy is used by attributes, so that these refuse; the others by names."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":  # import *: whoever does this has something else to try
            raise ImportError(f"{self.__name__} does not exist in this page")
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__.partition(".")[0] == "numpy":
            raise refuse(f"{self.__name__}.{name}")
        return Name(f"{self.__name__}.{name}")


class Finder(MetaPathFinder, Loader):
    """Asked last, for what nobody else has found."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        """An absent module, if a task may import one of this name."""
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in ROOTS else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module; of numpy also the type that values are compared with: nothing in the page is an array."""
        module = AbsentModule(spec.name)
        if spec.name == "numpy":
            module.ndarray, module.generic = type("ndarray", (), {}), type("generic", (), {})  # type: ignore[attr-defined]
        if spec.name == "numpy.typing":
            module.ArrayLike = object  # type: ignore[attr-defined]
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to run."""


def is_absent(name: str) -> bool:
    """Whether a package of this name does not exist here."""
    spec = find_spec(name)
    return spec is None or isinstance(spec.loader, Finder)


def install() -> None:
    """From here on absent modules can be imported."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.append(Finder())
