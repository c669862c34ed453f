"""Generated programs, run with recorded numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...codegen import Program
from ...lagrange.quantities import LagrangianValues
from .arrays import Formulas, is_recorded
from .number import Number, pair

__all__ = ["evaluated", "evaluated_for"]

formulas = Formulas()
NAMES = "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt fabs floor ceil".split()
SCALAR: dict[str, Any] = {name: getattr(formulas, name) for name in NAMES}
SCALAR |= {
    "sign": lambda a: a.unary("sign") if isinstance(a, Number) else np.sign(a),
    "maximum": lambda a, b: pair("max", a, b),
    "minimum": lambda a, b: pair("min", a, b),
    "pow": lambda a, b: a**b,
    "pi": np.pi,
    "nan": np.nan,
    "__name__": "mechanics.systems",
}


def evaluated(program: Program, constants: list[Any], known: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a program gives for recorded numbers."""
    namespace = dict(SCALAR)
    exec(program.source("python"), namespace)
    return namespace["make"](*constants)(*(known[name] for name in program.arguments))


_plainly = LagrangianValues.evaluate


def evaluated_for(
    model: LagrangianValues, expressions: Sequence[Any], q: Any, q_d: Any = None, u: Any = None, t: Any = 0.0
) -> np.ndarray:
    """As `LagrangianValues.evaluate`, in one recorded state."""
    if not is_recorded(q):
        return _plainly(model, expressions, q, q_d, u, t)
    system, rates = model.system, [0.0] * len(q) if q_d is None else q_d
    program = system.program(tuple(expressions), expressions)
    given = [*q, *rates, t, *system.inputs.values_with(u or {}).values()]
    constants = [model.parameters[name] for name in program.constants]
    return np.array(evaluated(program, constants, dict(zip(program.arguments, given, strict=True))), dtype=object)
