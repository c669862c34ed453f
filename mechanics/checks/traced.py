"""A number that knows the formula which gave it, and the functions of `math` for such numbers."""

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mechanics.checks.solvers import replaced
from mechanics.formulas.tree import Tree, add, divide, mul, power

__all__ = ["Traced", "comparisons", "traced_math", "without_symbols"]

_MOST = 3000  # parts of a formula
_HEADS = {
    **{name: name for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log")},
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan")},
    "sqrt": "sqrt",
    "atan2": "atan2",
    "arctan2": "atan2",
    "fabs": "Abs",
}
"""Functions by the names that `math` and numpy have for them."""
_DEGREES: dict[str, Tree] = {
    name: divide(*pair)
    for names, pair in ((("radians", "deg2rad"), ("pi", 180)), (("degrees", "rad2deg"), (180, "pi")))
    for name in names
}


class _TooLong(Exception):
    """The formula is too long to be searched for a mistake."""


class Traced:
    """A number with the formula that gave it.

    Parameters
    ----------
    tree : Tree
        The formula.
    value : float
        The number.
    size : int
        How many parts the formula has.
    """

    __array_priority__ = 1000

    def __init__(self, tree: Tree, value: float, size: int = 1) -> None:
        if size > _MOST:
            raise _TooLong
        self.tree, self.value, self.size = tree, value, size

    def __add__(self, other: Any) -> Any:
        return _joined(_sum, lambda a, b: a + b, self, other)

    def __sub__(self, other: Any) -> Any:
        return _joined(lambda a, b: _sum(a, _minus(b)), lambda a, b: a - b, self, other)

    def __mul__(self, other: Any) -> Any:
        return _joined(_product, lambda a, b: a * b, self, other)

    def __truediv__(self, other: Any) -> Any:
        return _joined(divide, lambda a, b: a / b, self, other)

    def __pow__(self, other: Any) -> Any:
        return _joined(power, lambda a, b: a**b, self, other)

    def __radd__(self, other: Any) -> Any:
        return _joined(_sum, lambda a, b: a + b, other, self)

    def __rsub__(self, other: Any) -> Any:
        return _joined(lambda a, b: _sum(a, _minus(b)), lambda a, b: a - b, other, self)

    def __rmul__(self, other: Any) -> Any:
        return _joined(_product, lambda a, b: a * b, other, self)

    def __rtruediv__(self, other: Any) -> Any:
        return _joined(divide, lambda a, b: a / b, other, self)

    def __rpow__(self, other: Any) -> Any:
        return _joined(power, lambda a, b: a**b, other, self)

    def __neg__(self) -> "Traced":
        return Traced(_minus(self.tree), -self.value, self.size + 1)

    def __pos__(self) -> "Traced":
        return self

    def __abs__(self) -> "Traced":
        return Traced(["Abs", self.tree], abs(self.value), self.size + 1)

    def __float__(self) -> float:
        return self.value

    def __bool__(self) -> bool:
        return _compared(self.value)

    def __eq__(self, other: object) -> bool:
        return _compared(self.value == _value(other))

    def __lt__(self, other: Any) -> bool:
        return _compared(self.value < _value(other))

    def __le__(self, other: Any) -> bool:
        return _compared(self.value <= _value(other))

    def __gt__(self, other: Any) -> bool:
        return _compared(self.value > _value(other))

    def __ge__(self, other: Any) -> bool:
        return _compared(self.value >= _value(other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __getattr__(self, name: str) -> Any:
        """What numpy calls for ``np.sin(x)`` of an object."""
        if name in _HEADS or name in _DEGREES or name == "hypot":
            return lambda *others: _called(name, self, *others)
        raise AttributeError(name)

    def conjugate(self) -> "Traced":
        """Itself, because it is real."""
        return self

    def _sympy_(self) -> Any:
        """A symbol that stands for it."""
        import sympy

        _in_sympy[f"_traced_{len(_in_sympy)}"] = self.tree
        return sympy.Symbol(list(_in_sympy)[-1], real=True)


_in_sympy: dict[str, Tree] = {}
"""Formulas for which symbols of sympy stand during a call."""
comparisons: list[bool] = []
"""What comparisons have said during a call: with other arguments another formula may hold."""


def _compared(result: Any) -> bool:
    comparisons.append(bool(result))
    return bool(result)


def _value(x: Any) -> Any:
    return x.value if type(x) is Traced else x


def _sum(a: Tree, b: Tree) -> Tree:
    return b if a == 0 else a if b == 0 else add(a, b)


def _product(a: Tree, b: Tree) -> Tree:
    return 0 if 0 in (a, b) else b if a == 1 else a if b == 1 else mul(a, b)


def _minus(tree: Tree) -> Tree:
    return -tree if type(tree) in (int, float) else mul(-1, tree)


def _is_number(x: Any) -> bool:
    return isinstance(x, int | float) or (hasattr(x, "dtype") and getattr(x, "shape", None) == ())


def _parts(x: Any) -> tuple[Tree, Any, int]:
    if type(x) is Traced:
        return x.tree, x.value, x.size
    plain = x if type(x) in (int, float) else float(x)
    return (int(plain) if plain == int(plain) else plain) if math.isfinite(plain) else plain, plain, 1


def _joined(tree: Callable[[Tree, Tree], Tree], value: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    if not all(type(x) is Traced or _is_number(x) for x in (a, b)):
        return NotImplemented
    (one, x, n), (other, y, m) = _parts(a), _parts(b)
    return Traced(tree(one, other), value(x, y), n + m + 1)


def _called(name: str, *arguments: Any) -> Any:
    """A function of numbers, at least one of which is traced."""
    if name == "hypot":
        return _called("sqrt", sum(x * x for x in arguments))
    if name in _DEGREES:
        factor = _DEGREES[name]
        return Traced(mul(arguments[0].tree, factor), _plain(name)(arguments[0].value), arguments[0].size + 3)
    if name == "log" and len(arguments) == 2:
        return _called("log", arguments[0]) / _plain("log")(arguments[1])
    trees, values, sizes = zip(*map(_parts, arguments), strict=True)
    return Traced([_HEADS[name], *trees], _plain(name)(*values), sum(sizes) + 1)


_OTHER_NAMES = {"arctan2": "atan2", "deg2rad": "radians", "rad2deg": "degrees"}


def _plain(name: str) -> Callable[..., float]:
    found = _MATH.get(_OTHER_NAMES.get(name, name.replace("arc", "a")))
    assert found is not None
    return found


_MATH: Mapping[str, Callable[..., float]] = {
    name: getattr(math, name) for name in (*_HEADS, *_DEGREES, "hypot") if hasattr(math, name)
}


def _for_both(name: str) -> Callable[..., Any]:
    """The function of `math`, which now takes traced numbers and formulas of sympy, too."""
    plain = _MATH[name]

    def function(*arguments: Any) -> Any:
        if any(type(x) is Traced for x in arguments):
            return _called(name, *arguments)
        if any(getattr(x, "free_symbols", None) for x in arguments):
            import sympy

            if name == "hypot":
                return sympy.sqrt(sum(x**2 for x in arguments))
            return getattr(sympy, name)(*arguments)
        return plain(*arguments)

    return function


@contextlib.contextmanager
def traced_math(function: Any) -> Iterator[None]:
    """For a while, functions of `math` take traced numbers, also where they were imported by their names.

    Parameters
    ----------
    function : callable
        Of the student.
    """
    try:
        with replaced(function, [(math, name, _for_both(name)) for name in _MATH]):
            yield
    finally:
        _in_sympy.clear()
        comparisons.clear()


def without_symbols(data: Any) -> Any:
    """Data with formulas instead of the symbols of sympy that stood for them.

    Parameters
    ----------
    data : dict, list or Tree
        Of `mechanics.checks.capture`.
    """
    if isinstance(data, dict):
        return {name: without_symbols(item) for name, item in data.items()}
    if isinstance(data, list):
        return [without_symbols(item) for item in data]
    return without_symbols(_in_sympy[data]) if isinstance(data, str) and data in _in_sympy else data
