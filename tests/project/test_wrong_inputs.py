"""Arguments that are wrong: every public formula says in one sentence what was expected, none passes them on.

The sweep needs no entry for a new function: what its parameters are follows from their annotations and from the shapes
in its docstring. A parameter that only certain values fit gets an example in `EXAMPLES`.
"""

import importlib
import inspect
import linecache
import re
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
import sympy as sp

from mechanics.aliases import Matrix, Scalar, Vector
from mechanics.kinematics import jerk_times
from mechanics.mass import Region, shapes
from mechanics.model import ModelError

PACKAGES = (
    "rotations", "poses", "mass", "mass.shapes", "kinematics", "forces", "momentum", "energy", "angular_momentum",
    "friction", "oscillators",
)  # fmt: skip

E, NAN, INF, a = np.eye(3), float("nan"), float("inf"), sp.Symbol("a")
SHEARED, REFLECTED, ROUNDED = ([[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], np.diag([1, 1, -1]),
                               [[1, 1e-3, 0], [0, 1, 0], [0, 0, 1]])  # fmt: skip
RAGGED, OBJECTS = [[1, 2], [3]], np.array([None, "a", {}], dtype=object)
TURNED_WRONG = sp.Matrix([[sp.cos(a), sp.sin(a), 0], [sp.sin(a), sp.cos(a), 0], [0, 0, 1]])

NO_NUMBERS = [None, "three", "3", True, NAN, INF, -INF, 1 + 2j, [], [1, 2], {}, sp.nan, sp.zoo, sp.I]
NO_MATRICES = [None, "E", 3.0, RAGGED, NAN * E, 1j * E, [["a"] * 3] * 3, OBJECTS]
WRONG: dict[str, list[Any]] = {
    "scalar": NO_NUMBERS,
    "number": [*NO_NUMBERS, a],
    "vector": [None, "abc", 3.0, [1], [1, 2, 3, 4], [1, [2], 3], [NAN, 0, 0], [0, INF, 0], [1j, 0, 0], [None, 0, 0],
               ["a", "b", "c"], OBJECTS, E, E.tolist()],
    "matrix": NO_MATRICES,
    "rotation": [*NO_MATRICES, 2 * E, SHEARED, REFLECTED, ROUNDED, 0 * E, np.eye(2), TURNED_WRONG],
    "inertia": [*NO_MATRICES, SHEARED, np.eye(2)],
    "list": [None, 3.0, "abc", [NAN] * 3, [1j, 0, 0], [None] * 3, ["a"] * 3, OBJECTS],
    "quaternion": [None, "abcd", [0, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0], [NAN, 0, 0, 0], [1j, 0, 0, 0]],
}  # fmt: skip
RIGHT: dict[str, Any] = {
    "scalar": 0.7, "number": 0.7, "vector": [1.0, 2.0, 0.5], "matrix": 2 * E, "rotation": E,
    "inertia": np.diag([2, 3, 4]), "quaternion": [1, 0, 0, 0], "list": [1.0, 2.0, 0.5],
}  # fmt: skip

EXAMPLES: dict[str, dict[str, Any]] = {
    "rotations.angles_of": {"axes": "zyz"},
    "rotations.axis_angle_rate_matrix": {"axis": [0, 0, 1]},
    "rotations.axis_angle_rate_inverse": {"axis": [0, 0, 1]},
    "rotations.vee": {"matrix": 0 * E},
    "rotations.angular_velocity": {"R_d": 0 * E},
    "rotations.as_rotation": {"matrix": E},
    "rotations.as_orientation": {"matrix": E},
    "rotations.from_sequence": {"axes": "zyz", "angles": [0.1, 0.2, 0.3]},
    "rotations.rate_matrix": {"axes": "zyz", "angles": [0.1, 0.2, 0.3]},
    "rotations.rate_inverse": {"axes": "zyz", "angles": [0.1, 0.2, 0.3]},
    "poses.ellipse_points": {"J": np.ones((3, 2))},
    "poses.arm_angles": {"target": [0.5, 0.4]},
    "poses.linear_jacobian": {"q": [a]},
    "poses.angular_jacobian": {"q": [a]},
    "poses.jacobian_rate": {"q": [a], "q_d": [1.0]},
    "mass.weight_moment": {"m": [1, 2], "r": [[0, 0, 0], [1, 0, 0]]},
    "mass.rigid_body_energy": {"body": shapes.ball(1.0, 0.2)},
    "mass.integral": {"region": Region.cartesian((sp.Symbol("x"), 0, 1))},
    "mass.shapes.tube": {"R": 0.9},
    "kinematics.MotionProfile": {"times": [0, 1, 2], "accelerations": [1, -1]},
    "kinematics.bang_coast_bang": {"a_min": -1.0, "t0": 0.0, "t1": 1.0, "t2": 2.0},
    "kinematics.braking": {"t0": 0.0, "t1": 1.0, "t2": 2.0, "x_end": 9.0},
    "kinematics.seven_pieces": {"times": jerk_times(1.0, 1.0, 1.0, 1.0)},
    "forces.rope": {"to": None},
    "forces.pulley": {"towards": [(1, 0, 0), (0, 1, 0)]},
    "forces.Force": {"vector": [1, 0, 0], "point": [0, 0, 0]},
    "momentum.Particle": {"position": [1, 2, 3]},
    "momentum.impulse": {"force": [a, 0, 0]},
    "energy.kinetic_energy": {"v": [1, 2, 3]},
    "energy.quadratic_energy": {"z": [1, 2, 3]},
    "friction.check_dissipative": {"law": lambda v: 2 * v},
    "friction.damping": {"law": lambda v: 2 * v},
    "oscillators.Spring": {"start": "ground", "end": "q1"},
    "oscillators.Damper": {"start": "ground", "end": "q1"},
    "oscillators.quadratic_form": {"z": [1, 2, 3]},
}
VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
TEACHING = {"mass.second_moments": [SHEARED]}  # shows why no body has such a tensor


class Case(NamedTuple):
    """A function, arguments that fit, and the kind of each parameter that is swept."""

    name: str
    function: Callable[..., Any]
    arguments: dict[str, Any]
    kinds: dict[str, str]


def kind_of(name: str, annotation: Any, documented: str) -> str | None:
    """What a parameter stands for; None where that cannot be told."""
    shape = re.search(r"shape \(([^)]*)\)", documented)
    size = shape.group(1).replace(" ", "") if shape else ""
    if "quaternion" in name and size == "4,":
        return "quaternion"
    if size == "3,3" and "inertia" in name:
        return "inertia"
    if size == "3,3" and (name in ("R", "start", "end") or re.fullmatch(r"R_0_1", name)):
        return "rotation"
    if annotation in (Matrix, Matrix | None):
        return "matrix"
    if annotation in (Vector, Vector | None, sp.ImmutableMatrix) and size == "3,":
        return "vector"
    if annotation in (Scalar, Scalar | None) or re.match(r"Expr or float(,|$)", documented) and not size:
        return "scalar"
    if annotation in (Sequence[Scalar], Sequence[Scalar] | None):
        return "list"
    return "number" if annotation in (float, float | None) else None


def documented_types(function: Any) -> dict[str, str]:
    """The type of each parameter as the docstring states it."""
    text = inspect.getdoc(function) or ""
    section = re.search(r"Parameters\n-+\n(.*?)(\n\n[A-Z][a-z]+\n-+|\Z)", text, re.S)
    rows = re.findall(r"^([\w, ]+) : (.*)$", section.group(1), re.M) if section else []
    return {name.strip(): row for names, row in rows for name in names.split(",")}


def cases() -> Iterator[Case]:
    """Every public function and class of the packages whose arguments are known."""
    for package in PACKAGES:
        module = importlib.import_module(f"mechanics.{package}")
        for name in module.__all__:
            function = getattr(module, name)
            if callable(function) and not (isinstance(function, type) and issubclass(function, tuple | Exception)):
                yield from case(f"{package}.{name}", function)


def case(name: str, function: Any) -> Iterator[Case]:
    """The function with arguments, if they can be found."""
    try:
        parameters: Any = inspect.signature(function).parameters
    except ValueError:
        return
    types, example = documented_types(function), EXAMPLES.get(name, {})
    kinds = {
        p: kind_of(p, item.annotation, types.get(p, "")) for p, item in parameters.items() if item.kind not in VARIADIC
    }
    arguments = {p: example[p] if p in example else RIGHT[kind] for p, kind in kinds.items()
                 if p in example or kind in RIGHT}  # fmt: skip
    if all(
        p in arguments or item.default is not item.empty or item.kind is item.VAR_POSITIONAL
        for p, item in parameters.items()
    ):
        swept = {p: k for p, k in kinds.items() if k and p in arguments and arguments[p] is not None}
        yield Case(name, function, arguments, swept)


CASES = [c for c in cases() if c.kinds]


def verdict(function: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """Empty where one of our own sentences was raised; otherwise what happened instead."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = function(*args, **kwargs)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        is_ours = isinstance(error, ModelError) and "raise" in linecache.getline(last.filename, last.lineno)
        return "" if is_ours and str(error).endswith((".", "?")) else f"{type(error).__name__}: {error}"
    return f"passes and gives {found!r}"


def is_wanted(wrong: Any, default: Any, name: str) -> bool:
    """Whether a value is wrong for this parameter: None may be its default, and hints of shapes are no matter."""
    return not (wrong is None and default is None) and not any(wrong is x for x in TEACHING.get(name, []))


@pytest.mark.parametrize("case", CASES, ids=[c.name for c in CASES])
def test_every_wrong_argument_of_a_formula_gets_a_sentence(case: Case) -> None:
    case.function(**case.arguments)  # the arguments fit, so that what follows is about the wrong one
    parameters = inspect.signature(case.function).parameters
    complaints = [
        f"{case.name}({p}={wrong!r}): {found[:200]}"
        for p, kind in case.kinds.items()
        for wrong in WRONG[kind]
        if is_wanted(wrong, parameters[p].default, case.name)
        and (found := verdict(case.function, **case.arguments | {p: wrong}))
    ]
    assert not complaints, "\n".join(["these arguments get no sentence of ours:", *complaints])


def test_the_sweep_reaches_the_formulas_of_the_lecture() -> None:
    reached = {c.name for c in CASES}
    assert len(reached) > 110, f"only {len(reached)} functions are swept: are annotations or docstrings missing?"
    assert reached >= set(EXAMPLES), f"examples that no function has: {sorted(set(EXAMPLES) - reached)}"
