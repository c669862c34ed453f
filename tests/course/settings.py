"""What the text asks a reader to set, by the symbol of a slider: "Set $\\omega_y = 0.1$"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.course.shown_numbers import NEAR, VIEW, reaches

__all__ = ["cannot_be_set", "name_of"]

SETTING = re.compile(
    r"(?:^\d\. |\b[Ss]et |\b[Ww]ith |\band |, )\$((?:\\?[A-Za-z]|[\\{}_\s^0-9,])+?)\s*=\s*(-?\d+(?:\.\d+)?)\$"
    r"(?! ?(?:mm|cm|km|ms|kN|kg/h|°|%))",  # sliders are in SI units
    re.MULTILINE,
)


def name_of(symbol: str) -> str:
    """The letters and digits of a symbol in LaTeX, as in the name of its slider: phi2d for \\dot\\varphi_2."""
    rate = "dd" * (r"\ddot" in symbol) or "d" * (r"\dot" in symbol)
    plain = re.sub(r"\\d?dot|\\mathrm|\\mathbf|\\text", "", symbol.replace("var", ""))
    return re.sub(r"[^A-Za-z0-9]", "", plain) + rate


def cannot_be_set(cells: Sequence[Any], players: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each value that the text gives to a slider near it, which is not one of its steps."""
    for index, cell in enumerate(cells):
        if cell["cell_type"] != "markdown":
            continue
        known = sliders(cells[max(0, index - NEAR) : index + NEAR + 1], players)
        for symbol, value in SETTING.findall("".join(cell["source"])):
            ranges = known.get(name_of(symbol), [])
            if ranges and not any(reaches(range, float(value)) for range in ranges):
                yield f"{cell['id']}: {symbol} = {value}, but the slider goes from, to, by {ranges}"


def sliders(cells: Sequence[Any], players: Mapping[str, Any]) -> dict[str, list[Sequence[float]]]:
    """Least and greatest value and step of the sliders of some cells, by name."""
    found: dict[str, list[Sequence[float]]] = {}
    for output in (output for cell in cells for output in cell.get("outputs", ())):
        seen = players.get(output.get("data", {}).get(VIEW, {}).get("model_id")) or {"sliders": ()}
        for name, _, range in seen["sliders"]:
            found.setdefault(re.sub(r"[^A-Za-z0-9]", "", name), []).append(range)
    return found
