"""What a chapter shows in numbers, and whether a number of its text is one of them."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from math import pi
from typing import Any

from tests.course.prose_numbers import Claim, numbers_in, si

__all__ = ["NEAR", "Number", "agrees", "can_be_set", "matching", "reaches", "shown"]

NEAR = 2  # cells, before and after
VIEW = "application/vnd.jupyter.widget-view+json"
TEXTS = ("text/plain", "text/latex", "text/html", "text/markdown")
MARKUP = re.compile(
    r"<(?:style|script)\b.*?</(?:style|script)>|\b(?:src|style|d|transform|points)=\"[^\"]*\"", re.DOTALL
)
ABOVE = re.compile(r"\b(?:more than|over|at least|above|a little more than|greater than|larger than)\W+(?:\w+\W+)?$")
BELOW = re.compile(r"\b(?:less than|almost|nearly|under|below|up to|at most|within|smaller than)\W+(?:\w+\W+)?$")
ASKED = re.compile(
    r"(?:\b(?:set|choose|make|try|let|increase|reduce|start|turn|with|back|move|go)\b|\b\d\. (?:\*\*[^*]*:\*\* )?)"
    r"(?:[^.:;?]|\.\d)*$",
    re.IGNORECASE,
)
ABOUT = re.compile(r"\b(?:about|roughly|some|around|of the order of|a good|just)\W+(?:\w+\W+)?$")


Number = tuple[str | None, float]  # with its unit, if that is known


def near(cells: Sequence[Mapping[str, Any]], index: int) -> Iterator[Mapping[str, Any]]:
    """The code cells near a Markdown cell."""
    around = [*cells[max(0, index - NEAR) : index], *cells[index + 1 : index + NEAR + 1]]
    return (cell for cell in around if cell["cell_type"] == "code")


def shown(cells: Sequence[Mapping[str, Any]], index: int, players: Mapping[str, Any]) -> list[Number]:
    """The numbers in code and output near a Markdown cell; those of players by the id of their model."""
    return [number for cell in near(cells, index) for number in _of_cell(cell, players)]


def _of_cell(cell: Mapping[str, Any], players: Mapping[str, Any]) -> Iterator[Number]:
    yield from _of_code("".join(cell["source"]))
    for output in cell["outputs"]:
        yield from numbers_in("".join(output.get("text", "")))
        data = output.get("data", {})
        if VIEW in data:
            yield from _of_player(players.get(data[VIEW]["model_id"]))
        else:
            for kind in TEXTS:
                yield from numbers_in(MARKUP.sub(" ", "".join(data.get(kind, ""))))


def _of_code(source: str) -> Iterator[Number]:
    """Literals of code, without those in names, comments and the numbers of equations."""
    source = re.sub(r"tags=\"[^\"]*\"", "", source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NUMBER:
            yield None, float(ast.literal_eval(token.string.rstrip("jJ")))


def _of_player(seen: Mapping[str, Any] | None) -> Iterator[Number]:
    """Ends and extremes of the curves, values of the parameters, the duration, numbers in its texts."""
    if seen:  # a board to draw on has none of this
        yield from ((unit, number) for unit, ends in seen["curves"] for number in ends)
        yield from seen["values"]
        yield "s", seen["end"]
        yield from (number for text in seen["texts"] for number in numbers_in(text))


def agrees(claim: Claim, number: float) -> bool:
    """Whether the claim is this number, to the digits in which it is written and with its "about" or "more than"."""
    before = claim.before
    value, number = (claim.value, number) if claim.value < 0 else (claim.value, abs(number))
    half = 0.5000001 * claim.digit
    if ABOVE.search(before) and value <= number <= 1.2 * value:
        return True
    if BELOW.search(before) and 0.8 * value <= number <= value:
        return True
    if ABOUT.search(before):
        half = max(half, 0.07 * abs(value))
    return abs(number - value) <= half


def matching(claim: Claim, numbers: Sequence[Number]) -> str:
    """How a claim is found among numbers: "direct", after a conversion, or not at all."""
    unit, factor = si(claim.unit)
    if any(agrees(claim, n) for known, n in numbers if known in (None, claim.unit) or not claim.unit):
        return "direct"
    if any(agrees(claim, factor * n / si(known or "")[1]) for known, n in numbers if fits(known, unit)):
        return "unit"
    if unit == "Hz" and any(agrees(claim, factor * n / (2 * pi)) for known, n in numbers if known in (None, "rad/s")):
        return "frequency"
    return ""


def fits(known: str | None, unit: str) -> bool:
    """Whether a number with that unit, or with an unknown one, can be turned into this SI unit."""
    return known is None or si(known)[0] == unit


def can_be_set(claim: Claim, cells: Sequence[Mapping[str, Any]], index: int, players: Mapping[str, Any]) -> bool:
    """Whether the text asks the reader to set this, and a slider nearby can be set to it."""
    if not ASKED.search(claim.before[-200:]):
        return False
    unit, factor = si(claim.unit)
    views = [o["data"][VIEW]["model_id"] for c in near(cells, index) for o in c["outputs"] if VIEW in o.get("data", {})]
    sliders = [slider for view in views if view in players for slider in players[view]["sliders"]]
    near_step = 0.5 if ABOUT.search(claim.before) else 1e-6
    return any(
        reaches(slider, claim.value / factor, near_step)
        for _, known, slider in sliders
        if not claim.unit or si(known)[0] == unit
    )


def reaches(slider: Sequence[float], value: float, near_step: float = 1e-6) -> bool:
    """Whether a slider with these ends and this step can be set to a value, or nearer to it than a part of a step."""
    low, high, step = slider
    steps = (value - low) / step if step else 0.5
    return low - 1e-9 <= value <= high + 1e-9 and abs(steps - round(steps)) <= near_step
