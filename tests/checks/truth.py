"""Whether a sentence on a wrong formula is true, and of use: its claim is computed from the answer and the right one.

Nothing of the code that finds reasons is used here: formulas are changed as a sentence says, and compared with the
right one by floats at fresh points.
"""

import math
import re

import numpy as np

from .truth_entry import MANY, NAMES, QUOTE, Entry, Rule, fraction, named
from .truth_of_changes import (
    angle,
    angles,
    around,
    everywhere,
    exchanged,
    factor,
    factors,
    in_degrees,
    mistaken,
    negative,
    not_squared,
    of_factors,
    of_terms,
    other_name,
    power_of,
    product_belongs,
    rounded_number,
    signs,
    sum_belongs,
    summand,
    too_much,
    wrong_number,
)
from .truth_of_units import added, has_unit, whole_unit
from .truth_values import Drawn, column, level

# What each sentence claims. The first group of functions is about the values alone.


def _times(entry: Entry, text: str) -> bool:
    factor = {"pi/180": math.pi / 180, "180/pi": 180 / math.pi}.get(text) or float(np.prod([fraction(text)]))
    return all(abs(a - factor * b) <= 1e-3 * abs(factor * b) for a, b in entry.pairs()) and level(
        [a / b for a, b in entry.pairs() if b]
    )


def _digits(entry: Entry, count: str) -> bool:
    worst = max(abs(a - b) / abs(b) for a, b in entry.pairs() if b)
    return 10.0 ** -(int(count) + 3) < worst <= 0.6 * 10.0 ** -int(count)


def _function_of(entry: Entry, name: str) -> bool:
    known = {"square": np.square, "square root": np.sqrt, "sine": np.sin, "cosine": np.cos, "tangent": np.tan}
    function = {**known, "exponential": np.exp, "logarithm": np.log}[name]
    return all(abs(a - function(b)) <= 1e-6 * abs(a) for a, b in entry.pairs()) and not level(
        [b for _, b in entry.pairs()]
    )


def _power(entry: Entry, text: str, number: str | None) -> bool:
    ratios = entry.times(text)
    return level(ratios) and (bool(number) or abs(ratios[0] - 1) < 1e-6)


def _dependence(entry: Entry, more: str, less: bool) -> bool:
    return all(entry.depends(less, name) and not entry.depends(not less, name) for name in named(more))


def _only(entry: Entry, names: str, ratio: bool) -> bool:
    """Whether difference or quotient depends on these names only, while the formulas depend on others, too."""
    rest = [name for name in entry.drawn.kinds if name not in named(names)]
    if not any(entry.depends(right, name) for name in rest for right in (True, False)):
        return False  # it says nothing
    return "other names" in names or not any(entry.error_depends(name, ratio, named(names)) for name in rest)


def _undefined(entry: Entry) -> bool:
    return 2 * column(entry.answer, entry.drawn.points).count(None) >= len(entry.drawn.points)


def _sometimes_undefined(entry: Entry) -> bool:
    return None in column(entry.answer, Drawn(entry.domain, count=MANY).points)


IN = rf"(?:In {QUOTE}, )?"
OF = rf"(?: in {QUOTE})?"
TOO = r"(?: (The sign is wrong, too|A number is wrong, too)\.)?"

RULES: list[Rule] = [
    (r"The sign of the (?:whole expression|result) is wrong\.", lambda e: _times(e, "-1"), True),
    (r"It is zero, but the right result is not\.", lambda e: e.equals_answer(0), True),
    (
        r"It is a number, but not the right one\.",
        lambda e: level([b for _, b in e.pairs()]) and not e.right(e.answer),
        True,
    ),
    (r"It is (\S+) times the right result: [^.]*\.", _times, True),
    (r"It is right to (\d+) digits only; at least \d+ are wanted\. Is there[^?]*\? Write[^.]*\.", _digits, True),
    (r"It is close, right to (\d+) digits, but not equal\.", _digits, True),
    (r"It is the right result times `([^`]+)`(, and a number)?\.", _power, True),
    (r"It is the ([a-z ]+) of the right result\.", lambda e, name: _function_of(e, name), True),
    (r"It is upside down: [^.]*\.", lambda e: level([a * b for a, b in e.pairs()]), True),
    (r"It differs from the right result by a constant: [^.]*\.", lambda e: level([a - b for a, b in e.pairs()]), True),
    (rf"It depends on {NAMES}, but the right result does not\.", lambda e, n: _dependence(e, n, False), True),
    (rf"It does not depend on {NAMES}, but the right result does\.", lambda e, n: _dependence(e, n, True), True),
    (rf"It is right where [^:]*: look at the terms with {NAMES}\.", lambda e, n: e.zero(n), True),
    (rf"The difference from the right result depends only on {NAMES}\.", lambda e, n: _only(e, n, False), True),
    (rf"It is right up to a factor that depends on {NAMES} only\.", lambda e, n: _only(e, n, True), True),
    (rf"The sign of {QUOTE} is wrong{OF}\.", lambda e, x, _: e.any_change(x, negative), True),
    (
        rf"The signs of {QUOTE} and {QUOTE} do not fit each other\.",
        lambda e, x, y: e.any_change(x, negative) and e.any_change(y, negative),
        True,
    ),
    (
        rf"The signs of ((?:`[^`]+`(?:, | and )?)+) are wrong{OF}\.",
        lambda e, terms, x: signs(e, re.findall(QUOTE, terms), x),
        True,
    ),
    (rf"{IN}the sign of {QUOTE} is wrong\.", lambda e, _, x: e.any_change(x, negative), True),
    (rf"{IN}{QUOTE} is not the right quantity: another [^.]*\.", lambda e, _, x: other_name(e, x, 1), True),
    (rf"{IN}{QUOTE} is not the right quantity, and the sign [^.]*\.", lambda e, _, x: other_name(e, x, -1), True),
    (rf"{IN}the number {QUOTE} is wrong\.", lambda e, _, x: wrong_number(e, x), True),
    (
        rf"{IN}the number {QUOTE} stands where a symbol [^.]*\.",
        lambda e, _, x: other_name(e, x, -1 if x.startswith("-") else 1),
        True,
    ),
    (rf"{IN}{QUOTE} is right to (\d+) digits only: [^.]*\.", lambda e, _, x, n: rounded_number(e, x, n), True),
    (rf"{IN}sine and cosine of {QUOTE} are exchanged\.", lambda e, _, x: exchanged(e, x), True),
    (rf"{IN}`(\w+)` is superfluous: only its argument belongs there\.", lambda e, _, x: too_much(e, x), True),
    (
        rf"{IN}an? (sine|cosine|tangent|exponential function|logarithm) is missing around {QUOTE}\.",
        lambda e, _, f, x: around(e, f, x),
        True,
    ),
    (rf"{IN}the angle in {QUOTE} is wrong: ([^.]*)\.", lambda e, _, x, w: angle(e, x, w), True),
    (rf"{IN}the power of {QUOTE} is too (low|high)\.", lambda e, _, x, w: power_of(e, x, w), True),
    (rf"{IN}{QUOTE} is on the wrong side of the [^.]*\.", lambda e, _, x: power_of(e, x, "side"), True),
    (rf"{IN}{QUOTE} is a sum where a product belongs\.", lambda e, _, x: product_belongs(e, x), True),
    (rf"{IN}{QUOTE} and {QUOTE} are multiplied where a [^.]*\.", lambda e, _, x, y: sum_belongs(e, x, y), True),
    (rf"{QUOTE} does not belong in the sum{OF}\.", lambda e, x, _: e.any_change(x, lambda n: [0]), True),
    (
        rf"A constant factor is wrong or missing{OF}{OF}\.",
        lambda e, x, _: e.constant(x, lambda n, c: ["*", c, n]) is not None,
        True,
    ),
    (
        rf"The factor `(\w+)` is missing, and `(\w+)` is superfluous{OF}\.{TOO}",
        lambda e, a, b, x, more: factors(e, a, b, x, more),
        True,
    ),
    (
        rf"The factor `(\w+)` is missing(?: \(not only once\))?{OF}\.{TOO}",
        lambda e, n, x, more: factor(e, n, x, more, 1),
        True,
    ),
    (
        rf"(?:The factor|A division by) `(\w+)` is (?:superfluous|missing)(?: \(not only once\))?{OF}\.{TOO}",
        lambda e, n, x, more: factor(e, n, x, more, -1),
        True,
    ),
    (rf"A number is missing or superfluous beside {QUOTE}{OF}\.", lambda e, x, _: summand(e, None, x), True),
    (
        rf"A term with `(\w+)` is missing or wrong(?: beside {QUOTE}{OF})?\.",
        lambda e, n, x, _: summand(e, n, x),
        True,
    ),
    (
        rf"(?:The term|One of the terms) with {NAMES} is missing\.",
        lambda e, n: mistaken(e, of_terms(n, lambda t: [])),
        True,
    ),
    (r"A number in a sum is missing\.", lambda e: mistaken(e, of_terms(None, lambda t: [])), True),
    (
        rf"(?:The term|One of the terms) with {NAMES} has the wrong sign\.",
        lambda e, n: mistaken(e, of_terms(n, lambda t: [["*", -1, t]])),
        True,
    ),
    (
        r"A number in a sum has the wrong sign\.",
        lambda e: mistaken(e, of_terms(None, lambda t: [["*", -1, t]])),
        True,
    ),
    (
        rf"(?:The term|One of the terms) with {NAMES} needs a factor (2|1/2)\.",
        lambda e, n, k: mistaken(e, of_terms(n, lambda t: [["*", 1 / fraction(k), t]])),
        True,
    ),
    (
        r"A number in a sum needs a factor (2|1/2)\.",
        lambda e, k: mistaken(e, of_terms(None, lambda t: [["*", 1 / fraction(k), t]])),
        True,
    ),
    (
        rf"(?:An expression with )?{NAMES} is not squared in one of the terms\.",
        lambda e, n: mistaken(e, not_squared(n)),
        True,
    ),
    (
        rf"(?:An expression with )?{NAMES} is missing as a factor in one of the terms\.",
        lambda e, n: mistaken(e, of_factors(n, True)),
        True,
    ),
    (
        rf"A number such as 2 or 1/2 is missing in a term(?: with {NAMES})?\.",
        lambda e, n: mistaken(e, of_factors(n or "", False)),
        True,
    ),
    (
        rf"In one place sine and cosine of {NAMES} are exchanged\.",
        lambda e, n: mistaken(e, angles(True, n)),
        True,
    ),
    (
        rf"The angle in a \w+ of {NAMES} has the wrong sign, or is not measured as in the sketch\.",
        lambda e, n: mistaken(e, angles(False, n)),
        True,
    ),
    (
        r"Sine and cosine are exchanged: from which line is the angle measured\?",
        lambda e: everywhere(e, lambda n: [{"sin": "cos", "cos": "sin"}.get(n[0], n[0]), *n[1:]]),
        True,
    ),
    (r"The angles are treated as degrees; [^.]*\.", lambda e: everywhere(e, in_degrees), True),
    (rf"The units do not fit: {QUOTE} \((.*?)\) and {QUOTE} \((.*?)\) are \w+\.", added, True),
    (
        r"The units do not fit: the result has (?:the unit )?(.*?), but should have (?:the unit )?(.*?)\. ?",
        whole_unit,
        True,
    ),
    (
        rf"The units do not fit: \w+ is taken of {QUOTE} \((.*?)\)\.",
        lambda e, x, u: u != "no unit" and has_unit(e, x, u),
        True,
    ),
    (
        rf"The units do not fit: the exponent (?:of )?{QUOTE} \((.*?)\) (?:has a unit|is not a number)\.",
        lambda e, x, u: u != "no unit" and has_unit(e, x, u),
        True,
    ),
    (r"It has no real, finite value: [^?]*\?", _undefined, True),
    (r"For some values of the names it has no real, finite value: [^?]*\?", _sometimes_undefined, True),
    (r"This is not the right (?:expression|equation of motion)\.", lambda e: not e.right(e.answer), False),
    (r"One of two things is wrong\. Either: ", lambda e: True, False),
    (r"Or: ", lambda e: True, False),
]
