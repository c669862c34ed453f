"""The numbers that the text of a chapter claims: those with a unit, a decimal point or "times".

Left out are numbers of equations, sections, tasks and pages, list numbers, subscripts, powers, whole numbers without a
unit, what is part of a formula, and the options of a question that are wrong on purpose.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

__all__ = ["ORDERED", "Claim", "claims", "numbers_in", "plain", "si"]

SI = {
    "": {"%": 100.0, "per cent": 100.0},
    "rad": {"°": 180 / pi, "degrees": 180 / pi, "turns": 0.5 / pi, "revolutions": 0.5 / pi, "radians": 1.0},
    "rad/s": {"°/s": 180 / pi, "° per second": 180 / pi, "rpm": 30 / pi, "revolutions per minute": 30 / pi},
    "N": {"kN": 1e-3, "MN": 1e-6, "mN": 1e3, "nN": 1e9, "newtons": 1.0, "newton": 1.0},
    "N/m": {"kN/m": 1e-3, "N/mm": 1e-3},
    "N m": {"kNm": 1e-3, "kN m": 1e-3},
    "m": {
        "km": 1e-3, "cm": 1e2, "mm": 1e3, "µm": 1e6, "nm": 1e9, "centimetres": 1e2, "millimetres": 1e3,
        "kilometres": 1e-3, "metres": 1.0, "metre": 1.0,
    },
    "m/s": {"km/h": 3.6, "cm/s": 1e2, "mm/s": 1e3, "km/s": 1e-3, "metres per second": 1.0, "m per second": 1.0},
    "m^2": {"cm²": 1e4, "mm²": 1e6},
    "s": {
        "ms": 1e3, "µs": 1e6, "min": 1 / 60, "minutes": 1 / 60, "h": 1 / 3600, "hours": 1 / 3600, "seconds": 1.0,
        "second": 1.0,
    },
    "kg": {"g": 1e3, "t": 1e-3, "tonnes": 1e-3, "grams": 1e3, "kilograms": 1.0, "kilogram": 1.0},
    "J": {"kJ": 1e-3, "MJ": 1e-6, "mJ": 1e3, "joules": 1.0},
    "W": {"kW": 1e-3},
    "Pa": {"MPa": 1e-6, "GPa": 1e-9, "bar": 1e-5},
    "A": {"mA": 1e3},
    "V": {"mV": 1e3, "kV": 1e-3},
    "Hz": {"kHz": 1e-3},
}  # fmt: skip
"""By SI unit: other units, and how many of them it is."""
UNITS = {unit: (si, factor) for si, units in SI.items() for unit, factor in units.items()}
PLAIN_UNITS = (
    "times", "-fold", "N", "Nm", "N m", "N/m", "Ns/m", "N s/m", "Nm/rad", "N m/rad", "N s", "Ns", "Nms", "N m s",
    "kg", "kg m²", "kg m/s", "kg m²/s", "kg/s", "kg/m", "kg/m³", "m", "m/s", "m/s²", "m²", "m³", "m²/s²", "N m s/rad",
    "s", "s⁻¹", "1/s", "Hz", "rad", "rad/s", "rad/s²", "J", "W", "V", "A", "Ω", "H", "F", "Pa", "K", "°C", "N/m²",
    "kg m^2", "kg m^2/s", "kg/m^3", "m/s^2", "m^2", "m^3", "rad/s^2", "N/m^2", "m^2/s^2", "m^2/s", "m²/s",
    "N s/m³", "N/m³", "m/s³", "V/m", "T", "C",
)  # fmt: skip
SMALL = """two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SPELT = {
    **{word: float(k) for k, word in enumerate(SMALL, start=2)},
    **{word: 10.0 * k for k, word in enumerate(TENS, start=2)},
    **{f"{ten}-{one}": 10.0 * k + m for k, ten in enumerate(TENS, start=2) for m, one in enumerate(SMALL[:8], start=2)},
    **{"a hundred": 100.0, "a thousand": 1000.0, "hundreds of": 500.0, "thousands of": 5000.0},
}
UNIT = "|".join(re.escape(name) for name in sorted([*UNITS, *PLAIN_UNITS], key=len, reverse=True))
NUMBER = r"(?<![\w.,/^])-?(?:\d{1,3}(?:[ ,]\d{3})+|\d+)(?:\.\d+)?(?:e-?\d+)?(?![\w]*[.]\d)"
CLAIM = re.compile(rf"({NUMBER})(?:[ -]?({UNIT})(?![A-Za-z²³_^]))?")
PRINTED = re.compile(rf"((?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?)(?: ?({UNIT})(?![A-Za-z²³_^]))?")
TIMES = re.compile(rf"(?<![\w-])({'|'.join(sorted(SPELT, key=len, reverse=True))}) times\b", re.IGNORECASE)
REFERENCE = re.compile(
    r"\b(?:sections?|chapters?|tasks?|examples?|definitions?|figures?|tables?|problems?|steps?|pages?|slides?|Python|"
    r"Aufgaben?|appendix|exercises?|equations?|lecture)\s+\*?[A-F]?\.?\d[\d.]*[a-z]?"
    r"(?:(?:,| and| to| or|–)\s*[A-F]?\.?\d+\.\d+[a-z]?)*",
    re.IGNORECASE,
)
REMOVED = (
    (re.compile(r"<summary>(?:(?!</summary>).)*</summary>(?!\s*\*\*Right)", re.DOTALL), " "),  # a wrong option
    (re.compile(r"</?[a-z][^>]*>"), " "),
    (re.compile(r"`[^`]*`"), " ξ "),
    (re.compile(r"\[(?:\d|[A-F])\w?\.?\d[^\]]*\]\([^)]*\)"), " "),  # a link to a section
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\\tag\{[^}]*\}"), " "),
    (re.compile(r"^#+ +[\dA-F.–]*\d[a-z]?\b", re.MULTILINE), " "),
    (re.compile(r"(?<![\w}])(?:[RWF]\([A-F]?\d+[\d.]*[a-z]?\)|\((?:\d|[A-F])\.\d+[a-z]?(?:[–,] ?[a-z]+)?\))"), " "),
    (REFERENCE, " "),
    (re.compile(r"\b(?:frame|link|lever|joint|disc|body|rope)s? \d(?= turns)", re.IGNORECASE), " "),
)
LISTED = (", ", " and ", " or ", " to ", "–", ", and ", " instead of ")
ORDERED = re.compile(r"(?:\b\d\. (?:\*\*[^*]*:\*\* )?|\b[Ss]et )[ξ ,.()]*(?:=|to) $")  # "3. Set x = "
YEAR = re.compile(r"(?:19|20)\d\d")
SPACES = re.compile(r"\\[,;: !]|\\q?quad|~|\{,\}|[\u202f\u00a0]")


@dataclass(frozen=True)
class Claim:
    """A number of the prose, with its unit, and the words around it."""

    text: str
    value: float
    digit: float
    """One unit of its last digit."""
    unit: str
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.text} {self.unit}".strip()

    @property
    def around(self) -> str:
        """The words around it, and an arrow that points at it."""
        return f"{self.before[-70:]}→{self.after[:25]}"

    @property
    def digits(self) -> int:
        """How many digits it is given with."""
        return len(re.sub(r"e.*|\D", "", self.text).lstrip("0"))


def plain(markdown: str) -> str:
    """The prose of a Markdown cell: formulas keep their numbers and units, and ξ for each other letter."""
    text = markdown
    for pattern, replacement in REMOVED:
        text = pattern.sub(replacement, text)
    parts = re.split(r"(\$\$.*?\$\$|\$.*?\$)", text, flags=re.DOTALL)
    text = "".join(_formula(part.strip("$")) if k % 2 else part for k, part in enumerate(parts))
    return re.sub(r"[\u202f\u00a0]", " ", text.replace("−", "-"))


def _formula(tex: str) -> str:
    tex = tex.replace("−", "-").replace("^{\\circ}", "°").replace("^\\circ", "°")
    tex = re.sub(r"(?:(\d[\d.]*)\s*\\cdot\s*)?10\^\{?(-?\d+)\}?", lambda m: f"{m[1] or 1}e{m[2]}", tex)
    tex = re.sub(r"\\ \\Omega", r"\\mathrm{Ω}", tex)
    units = re.split(r"\\(?:mathrm|text|operatorname)\{([^}]*)\}", tex)
    kept = (part if k % 2 else _letters_hidden(part) for k, part in enumerate(units))
    return SPACES.sub(" ", "".join(kept).replace("\\%", "%"))


def _letters_hidden(tex: str) -> str:
    tex = re.sub(r"[_^](?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\?\w)", " ", tex)
    tex = SPACES.sub(" ", tex).replace("\\%", "%")
    hidden = re.sub(r"\\[A-Za-z]+|(?<![\d.])e(?!-?\d)|[A-Za-df-z]", "ξ", tex)
    return hidden.replace("{", " ").replace("}", " ")


def value_of(text: str) -> tuple[float, float]:
    """A number as it is written, and one unit of its last digit; the zeros of 2500 may be rounded digits."""
    bare = re.sub(r"(?<=\d)[ ,](?=\d{3})", "", text)
    mantissa, _, power = bare.partition("e")
    decimals = len(mantissa.partition(".")[2])
    zeros = len(mantissa) - len(mantissa.rstrip("0")) if "." not in mantissa else 0
    rounded = min(zeros, max(len(mantissa.lstrip("-")) - 2, 0))  # two digits are meant in any case
    return float(bare), 10.0 ** (int(power or 0) - decimals + rounded)


def claims(markdown: str) -> Iterator[Claim]:
    """What a Markdown cell claims in numbers."""
    text = re.sub(r"\s+", " ", plain(markdown))
    found = list(CLAIM.finditer(text))
    unit = ""
    for k in reversed(range(len(found))):
        number, own = found[k][1], found[k][2]
        between = text[found[k].end() : found[k + 1].start()] if k + 1 < len(found) else ""
        unit = own or (unit if between in LISTED and not YEAR.fullmatch(number) else "")  # 46, 48 and 97 cm
        before, after = text[: found[k].start()], text[found[k].start() :]
        if unit or "." in number or "e" in number or ORDERED.search(before[-100:]):
            yield Claim(number, *value_of(number), unit, before, after)
    for match in TIMES.finditer(text):
        word = match[1].lower()
        before, after = text[: match.start()], text[match.start() :]
        yield Claim(word, SPELT[word], spelt_digit(SPELT[word]), "times", before, after)


def spelt_digit(value: float) -> float:
    """How exact a number in words is: up to twenty to one, then to a tenth; hundreds are 200 to 900."""
    return 1.0 if value < 20 else 0.1 * value if value <= 100 else 1.6 * value


def si(unit: str) -> tuple[str, float]:
    """The SI unit in which the library has a quantity, in its spelling, and how many of a unit it is."""
    known, factor = UNITS.get(unit, (unit, 1.0))
    for written, name in (("²", "^2"), ("³", "^3"), ("Nm", "N m"), ("Ns", "N s"), ("Ohm", "Ω")):
        known = known.replace(written, name)
    return "" if known == "1" else known, factor


def numbers_in(text: str) -> list[tuple[str | None, float]]:
    """All numbers of an output or of a text, with the units that stand behind them."""
    text = re.sub(r"(?:(\d[\d.]*)\s*\\cdot\s*)?10\^\{?(-?\d+)\}?", lambda m: f"{m[1] or 1}e{m[2]}", text)
    text = SPACES.sub("  ", text.replace("−", "-").replace("_", " ").replace("e+", "e"))
    return [(match[2], value_of(match[1])[0]) for match in PRINTED.finditer(text)]
