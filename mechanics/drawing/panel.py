"""What is beside the picture, variables and plots, as JSON data for the player."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from ..model import ModelError, Variable, unknown_name
from .labels import plain_label, runs

__all__ = [
    "Axis",
    "Quantity",
    "chosen_plots",
    "plot_choices",
    "typeset",
    "unit_text",
    "usual_range",
    "variables",
    "view_of",
]

_VIEW: dict[str, tuple[int, ...]] = {"azimuth": (), "elevation": (), "zoom": (), "shift": (2,)}
_VIEW_WORDS = {
    "azimuth": "an angle in rad",
    "elevation": "an angle in rad",
    "zoom": "a positive number",
    "shift": "two numbers, m",
}


@dataclass(frozen=True)
class Quantity:
    """A quantity that can be plotted.

    Attributes
    ----------
    name, latex, unit, description : str
        As in a `Variable`.
    main : bool
        Whether its value is shown beside the picture.
    start : bool
        Whether a run starts from a value of it.
    energy : bool
        Whether it belongs to the plots of energies.
    """

    name: str
    latex: str
    unit: str
    description: str
    main: bool = False
    start: bool = False
    energy: bool = False

    @classmethod
    def of(cls, variable: Variable, *, main: bool = False, start: bool = False) -> Self:
        """The quantity that a variable of a system is.

        Parameters
        ----------
        variable : Variable
            Gives name, LaTeX, unit and description.
        main, start : bool
            As the attributes.
        """
        return cls(variable.name, variable.latex, variable.unit, variable.description, main, start)


@dataclass(frozen=True)
class Axis:
    """What the player plays along: time, or an input of a problem.

    Attributes
    ----------
    name, latex, unit, description : str
        As in a `Variable`.
    rate : float
        How much of it passes in a second at normal speed.
    begin : float or None
        Where the picture starts; None for the first value.
    still : bool
        Whether the picture does not move at all.
    """

    name: str = "t"
    latex: str = "t"
    unit: str = "s"
    description: str = "Time"
    rate: float = 1.0
    begin: float | None = None
    still: bool = False

    def spec(self) -> dict[str, Any]:
        """JSON data for the player."""
        return {
            **asdict(self),
            "label": runs(self.latex),
            "text": plain_label(self.latex),
            "unit": unit_text(self.unit),
        }


def usual_range(value: float, domain: str) -> tuple[float, float]:
    """A sensible range around a default value.

    Parameters
    ----------
    value : float
        The default.
    domain : {"positive", "nonnegative", "real"}
        Of the variable.
    """
    if domain == "positive":
        return 0.2 * value, 3.0 * value
    if domain == "nonnegative":
        return 0.0, 3.0 * value or 1.0
    size = max(2.0 * abs(value), 1.0)
    return -size, size


def typeset(scene: Mapping[str, Any]) -> dict[str, Any]:
    """A compiled scene whose labels are runs of text instead of LaTeX; see `labels.runs`.

    Parameters
    ----------
    scene : mapping
        ``CompiledScene.spec``.
    """
    shapes = [{**shape, "label": runs(shape["label"])} if "label" in shape else shape for shape in scene["shapes"]]
    return {**scene, "shapes": shapes}


def unit_text(unit: str) -> str:
    """A unit as it is printed.

    Parameters
    ----------
    unit : str
        ``"m/s^2"`` becomes m/s², ``"Ohm"`` becomes Ω, and ``"1"`` nothing.
    """
    if unit == "1":
        return ""
    return unit.replace("*", "·").replace("^2", "²").replace("^3", "³").replace("Ohm", "Ω")


def variables(quantities: Iterable[Quantity], first_column: int) -> dict[str, dict[str, Any]]:
    """JSON data of the quantities by name; their columns follow each other.

    Parameters
    ----------
    quantities : iterable of Quantity
        In the order of the columns.
    first_column : int
        Of the first quantity.
    """
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


def plot_choices(quantities: Sequence[Quantity], pairs: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """All plots to choose from: quantities of one unit, energies, each one alone, phase plots.

    Parameters
    ----------
    quantities : sequence of Quantity
        What can be plotted.
    pairs : sequence of tuple of str
        Names for phase plots, the abscissa first.

    Returns
    -------
    list of dict
        JSON data; those marked `default` are shown unless others are asked for.
    """
    groups: dict[str, list[Quantity]] = {}
    for item in quantities:
        if item.main:
            groups.setdefault(item.unit, []).append(item)
    choices = [_choice(group) | {"default": True} for group in groups.values()]
    if energies := [item.name for item in quantities if item.energy]:
        choices.append({"text": "Energies", "y": energies, "energies": True, "default": True})
        choices.append({"text": "Energy bars", "y": energies, "bars": True})
    known = {tuple(choice["y"]) for choice in choices}
    choices += [_choice([item]) for item in quantities if (item.name,) not in known]
    text = {item.name: plain_label(item.latex) for item in quantities}
    phase_plots = [{"text": f"Phase plot {text[y]} over {text[x]}", "y": [y], "x": x} for x, y in pairs]
    return choices + phase_plots


def _choice(items: Sequence[Quantity]) -> dict[str, Any]:
    text = ", ".join(plain_label(item.latex) for item in items)
    meaning = f": {items[0].description}" if len(items) == 1 else ""
    return {"text": text + meaning, "y": [item.name for item in items]}


def chosen_plots(
    plots: Sequence[str | Sequence[str]] | None, choices: list[dict[str, Any]], quantities: Sequence[Quantity]
) -> list[int]:
    """Positions in `choices` of the plots that are shown.

    Parameters
    ----------
    plots : sequence or None
        As the argument of `mechanics.widgets.simulate`; None for the default ones.
    choices : list of dict
        From `plot_choices`; plots that are not there yet are added.
    quantities : sequence of Quantity
        What can be plotted.

    Raises
    ------
    ModelError
        For a name that cannot be plotted.
    """
    if plots is None:
        return [k for k, choice in enumerate(choices) if choice.get("default")][:3]
    texts = {item.name: plain_label(item.latex) for item in quantities}
    return [_position(plot, choices, texts) for plot in plots]


def _position(plot: str | Sequence[str], choices: list[dict[str, Any]], texts: Mapping[str, str]) -> int:
    named = {choice["text"].lower(): k for k, choice in enumerate(choices)}
    known = {name for choice in choices for name in choice["y"]}
    if isinstance(plot, str) and plot.lower() in named:
        return named[plot.lower()]
    names = [plot] if isinstance(plot, str) else list(plot)
    if len(names) == 1:
        names = ["t", *names]
    for name in names[names[0] == "t" :]:
        if name not in known:
            valid = [*sorted(known), *(n for n in ("energies", "energy bars") if n in named)]
            raise ModelError(unknown_name(name, valid, "plot"))
    x, y = names[0], names[1:]
    for k, choice in enumerate(choices):
        if (choice["y"], choice.get("x", "t"), "bars" in choice) == (y, x, False):
            return k
    over = "" if x == "t" else f" over {texts[x]}"
    choices.append({"text": f"{', '.join(texts[name] for name in y)}{over}", "y": y, "x": x})
    return len(choices) - 1


def view_of(view: Mapping[str, Any] | None) -> dict[str, Any]:
    """How a picture is seen at the start, as JSON data.

    Parameters
    ----------
    view : mapping or None
        As the argument of `mechanics.widgets.simulate`.

    Raises
    ------
    ModelError
        For an unknown entry, or one that is not of finite numbers.
    """
    result: dict[str, Any] = {}
    for name, value in (view or {}).items():
        if name not in _VIEW:
            raise ModelError(unknown_name(name, _VIEW, "entry of view"))
        numbers = np.asarray(value, dtype=float)
        if numbers.shape != _VIEW[name] or not np.isfinite(numbers).all() or (name == "zoom" and numbers <= 0):
            raise ModelError(f"view[{name!r}] must be {_VIEW_WORDS[name]}; got {value!r}.")
        result[name] = numbers.tolist()
    return result
