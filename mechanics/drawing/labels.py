r"""Formulas of labels for the browser: LaTeX becomes runs of text, (text, slanted, level).

Level 0 is on the line, -1 is a lower index, +1 an upper one: ``\dot{\varphi}_{1}`` gives ``[("φ̇", True,
0), ("1", False, -1)]``. Only what labels contain is known: letters, Greek letters, dots, indices, fractions
and a few signs.
"""

import re
from typing import Any

__all__ = ["Runs", "is_words", "plain_label", "runs"]

Runs = list[tuple[str, bool, int]]

_GREEK = dict(zip(
    ("alpha beta gamma delta varepsilon epsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho "
     "sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega").split(),
    "αβγδεεζηθϑικλμνξπρστυφφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True,
))  # fmt: skip
_SIGNS = {
    "cdot": "·",
    "circ": "°",
    "times": "×",
    "pm": "±",
    ",": " ",
    ";": " ",
    " ": " ",
    "!": "",
    "left": "",
    "right": "",
}
_DOTS = {"dot": "\u0307", "ddot": "\u0308"}
_TOKEN = re.compile(r"\\([A-Za-z]+|.)|([{}_^])|(\d+(?:\.\d+)?)|(\s+)|(.)")


def runs(latex: str) -> Runs:
    """The runs of a formula; a text without mathematics, such as "cart", stays upright.

    Parameters
    ----------
    latex : str
        The label, with or without dollar signs.

    Returns
    -------
    list of tuple of (str, bool, int)
        Text, whether it is slanted, and its level.
    """
    if is_words(latex):
        return [(latex, False, 0)]
    tokens = [match.groups() for match in _TOKEN.finditer(latex.strip("$"))]
    return _merged(_sequence(tokens, 0))


def is_words(label: str) -> bool:
    """Whether a label is text without mathematics.

    Parameters
    ----------
    label : str
        Of a shape or quantity.
    """
    return bool(re.fullmatch(r"[A-Za-z]{3,}[\w ,.()-]*", label))


def plain_label(latex: str) -> str:
    r"""A label as one line of text, for lists.

    Parameters
    ----------
    latex : str
        ``\varphi_{1}`` gives "φ₁", ``m_W`` gives "m_W".
    """
    found = runs(latex)
    before = [0, *(level for _, _, level in found)]
    return "".join(_plain(text, level, level == last) for (text, _, level), last in zip(found, before, strict=False))


def _plain(text: str, level: int, goes_on: bool) -> str:
    if level == 0:
        return text
    if level < 0 and text.isdigit():
        return text.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
    return text if goes_on else ("_" if level < 0 else "^") + text


def _sequence(tokens: list[tuple[Any, ...]], level: int) -> Runs:
    """Read tokens up to the closing brace; they are taken off the list."""
    result: Runs = []
    while tokens and tokens[0][1] != "}":
        result += _item(tokens, level)
    return result


def _item(tokens: list[tuple[Any, ...]], level: int) -> Runs:
    command, mark, number, space, sign = tokens.pop(0)
    if mark == "{":
        inside = _sequence(tokens, level)
        del tokens[:1]
        return inside
    if mark:
        return _item(tokens, -1 if mark == "_" else 1) if tokens else []
    if command:
        return _command(command, tokens, level)
    if space:
        return []
    return [(number or {"-": "−"}.get(sign, sign), bool(sign) and sign.isalpha(), level)]


def _command(command: str, tokens: list[tuple[Any, ...]], level: int) -> Runs:
    if command in _GREEK:
        return [(_GREEK[command], True, level)]
    if command in _DOTS:
        (text, slanted, _), *rest = _item(tokens, level)
        return [(text + _DOTS[command], slanted, level), *rest]
    if command == "frac":
        return [*_item(tokens, level), ("/", False, level), *_item(tokens, level)]
    if command in ("mathrm", "text", "operatorname"):
        return [(text, False, deep) for text, _, deep in _item(tokens, level)]
    return [(_SIGNS.get(command, command), False, level)]


def _merged(parts: Runs) -> Runs:
    """Neighbours of one style in one run."""
    result: Runs = []
    for text, slanted, level in parts:
        if result and result[-1][1:] == (slanted, level):
            result[-1] = (result[-1][0] + text, slanted, level)
        else:
            result.append((text, slanted, level))
    return result
