"""What stands around the picture: variables, plots and sliders, as JSON data for the player."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .labels import plain_label, runs

__all__ = [
    "Quantity",
    "plot_choices",
    "slider",
    "slider_range",
    "speeds",
    "start_range",
    "typeset",
    "variables",
]


@dataclass(frozen=True)
class Quantity:
    """A quantity that can be plotted; `main` ones are read out, `start` ones begin a run."""

    name: str
    latex: str
    unit: str
    description: str
    main: bool = False
    start: bool = False
    energy: bool = False


def typeset(scene: Mapping[str, Any]) -> dict[str, Any]:
    """A compiled scene whose labels are runs instead of LaTeX."""
    shapes = [
        {**shape, "label": runs(shape["label"])} if "label" in shape else shape for shape in scene["shapes"]
    ]
    return {**scene, "shapes": shapes}


def unit_text(unit: str) -> str:
    """A unit as it is printed: ``m/s^2`` becomes m/s², ``Ohm`` becomes Ω."""
    return unit.replace("^2", "²").replace("^3", "³").replace("Ohm", "Ω")


def variables(quantities: Iterable[Quantity], first_column: int) -> dict[str, dict[str, Any]]:
    """JSON data of the quantities by name; their columns follow each other."""
    return {
        item.name: {
            "name": item.name,
            "label": runs(item.latex),
            "text": plain_label(item.latex),
            "unit": unit_text(item.unit),
            "description": item.description,
            "main": item.main,
            "start": item.start,
            "column": first_column + k,
        }
        for k, item in enumerate(quantities)
    }


def plot_choices(quantities: Sequence[Quantity]) -> list[dict[str, Any]]:
    """All plots to choose from: main quantities of one unit together, energies, each alone, phase plots."""
    groups: dict[str, list[Quantity]] = {}
    for item in quantities:
        if item.main:
            groups.setdefault(item.unit, []).append(item)
    energies = [item.name for item in quantities if item.energy]
    choices = [_choice(group) for group in groups.values()]
    if energies:
        choices.append({"text": "Energies", "y": energies})
        choices.append({"text": "Energy bars", "y": energies, "bars": True})
    known = {tuple(choice["y"]) for choice in choices}
    choices += [_choice([item]) for item in quantities if (item.name,) not in known]
    names = {item.name: item for item in quantities}
    pairs = [(item, names[f"{item.name}_d"]) for item in quantities if f"{item.name}_d" in names]
    return choices + [
        {"text": f"Phase plot of {plain_label(q.latex)}", "y": [rate.name], "x": q.name} for q, rate in pairs
    ]


def _choice(items: Sequence[Quantity]) -> dict[str, Any]:
    return {"text": ", ".join(plain_label(item.latex) for item in items), "y": [item.name for item in items]}


def slider(
    name: str, latex: str, value: float, unit: str, description: str, group: str, limits: Sequence[float]
) -> dict[str, Any]:
    """JSON data of a slider between the limits (low, high); its step is a round number."""
    low, high = (float(x) for x in limits)
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(
            f"The range of the slider {name} must be (low, high) with low < high; {tuple(limits)} came."
        )
    step = _round_step((high - low) / 200)
    label = runs(latex)
    # multiples of the step, so that round values can be reached
    low, high = math.ceil(low / step - 1e-9) * step, math.floor(high / step + 1e-9) * step
    return {
        "name": name,
        "label": label,
        "value": value,
        "unit": unit_text(unit),
        "description": description,
        "group": group,
        "min": min(low, value),
        "max": max(high, value),
        "step": step,
    }


def _round_step(size: float) -> float:
    power = 10.0 ** math.floor(math.log10(size))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= size * 0.999)


def slider_range(value: float, domain: str) -> tuple[float, float]:
    """A sensible range around a default value."""
    if domain == "positive":
        return 0.2 * value, 3.0 * value
    if domain == "nonnegative":
        return 0.0, 3.0 * value or 1.0
    size = max(2.0 * abs(value), 1.0)
    return -size, size


def start_range(value: float, unit: str) -> tuple[float, float]:
    """A range for a start value: a full turn for angles."""
    size = math.pi if unit == "rad" else 6.0 if unit == "rad/s" else max(2.0 * abs(value), 1.0)
    size = max(size, abs(value))
    return -size, size


def speeds(duration: float) -> tuple[list[float], float]:
    """The speeds to choose from and the one to begin with; short and long runs take some seconds."""
    usual = 1.0 if 2.0 <= duration <= 60.0 else _round_step(duration / 12.0)
    return [usual * factor for factor in (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)], usual
