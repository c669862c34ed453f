"""What the values of a wrong result and of the right one tell, without either formula."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mechanics.checks.compare import ROUNDED, Column, agree, constant_ratio
from mechanics.checks.evaluate import mp, number
from mechanics.checks.points import NAMELESS
from mechanics.checks.products import combinations, plain, product

__all__ = ["SIGN", "Evidence", "listed", "where_zero"]

SIGN = "The sign of the whole expression is wrong."
_TINY = number("1e-30")  # what rounding leaves of a zero with 50 digits, relative to the right result
_FEW = 2  # names that are worth to be listed as what an error depends on
_FUNCTIONS = {
    "the square": lambda x: x * x,
    "the square root": lambda x: mp.sqrt(x) if x > 0 else mp.nan,
    "the sine": mp.sin,
    "the cosine": mp.cos,
    "the tangent": mp.tan,
    "the exponential": lambda x: mp.exp(x) if x < 500 else mp.nan,
    "the logarithm": lambda x: mp.log(x) if x > 0 else mp.nan,
}


@dataclass(frozen=True)
class Evidence:
    """Values of one wrong entry, and the right ones, at the same points.

    Attributes
    ----------
    values, references : Column
        Of the answer (None where it is undefined), and the right ones.
    vary : sequence of str or None
        For each point the one name whose value differs from the first point; None where all differ.
    names : mapping of Column
        Values of each name at the points.
    tolerance : mpf
        Relative difference of values that count as equal.
    zeros : mapping
        By name the values (answer, reference) at the first point with 0 in place of this name.
    bases : sequence of int
        For each point the one from which it differs in a single name; always the first unless given.
    arrays : sequence of sequence of str
        Names that are one argument together.
    own : collection of str or None
        Names in the answer; None where it is not known as a formula.
    """

    values: Column
    references: Column
    vary: Sequence[str | None]
    names: Mapping[str, Column] = field(default_factory=dict)
    tolerance: Any = ROUNDED
    zeros: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    bases: Sequence[int] = ()
    arrays: Sequence[Sequence[str]] = ()
    own: Collection[str] | None = None

    def sign(self) -> str:
        """Whether all values have the opposite sign."""
        return SIGN if self._ratio_is(-1) else ""

    def _ratio(self) -> Any:
        return constant_ratio(self.values, self.references, self.tolerance)

    def _ratio_is(self, wanted: Any) -> bool:
        ratio = self._ratio()
        return ratio is not None and agree(ratio, wanted, abs(wanted), self.tolerance)

    def rounded(self, wanted: int, has_floats: bool = True, spread: int = 30) -> str:
        """Whether rounded numbers explain the difference.

        Parameters
        ----------
        wanted : int
            Digits that an answer must have.
        has_floats : bool
            Whether there are decimals in the answer.
        spread : int
            How many times the smallest error the largest one may be.
        """
        pairs = [(a, b) for a, b in zip(self.values, self.references, strict=True) if b != 0]
        if not pairs or any(a is None or abs(a - b) > abs(b) * number("5e-3") for a, b in pairs):
            return ""
        errors = [abs(a - b) / abs(b) for a, b in pairs]
        worst = max(errors)
        if min(errors) * spread < worst:
            return ""  # a small term is wrong, no number
        digits = int(mp.floor(-mp.log10(2 * worst))) if worst else wanted
        if digits >= wanted:
            return ""
        if not has_floats:
            return f"It is close, right to {digits} digits, but not equal."
        return (
            f"It is right to {digits} digits only; at least {wanted} are wanted. "
            "Is there a rounded number in it? Write numbers like 1/12 or sqrt(2) exactly."
        )

    def factor(self) -> str:
        """Whether the values differ by a constant factor."""
        ratio = self._ratio()
        if ratio is None or agree(ratio, 1, 1, self.tolerance):
            return ""
        if abs(ratio) < _TINY:
            return "It is zero, but the right result is not."
        if all(agree(b, self.references[0], abs(b)) for b in self.references):
            return "It is a number, but not the right one."  # how many times would tell the right one
        for name, known in (("pi/180", mp.pi() / 180), ("180/pi", 180 / mp.pi())):
            if agree(ratio, known, known, self.tolerance):
                return f"It is {name} times the right result: degrees and radians are mixed up."
        return f"It is {plain(ratio, self.tolerance)} times the right result: a constant factor is wrong."

    def power(self) -> str:
        """Whether the values differ by powers of names and a number."""
        pairs = list(zip(self.values, self.references, strict=True))
        if any(a is None or a == 0 or b == 0 for a, b in pairs):
            return ""
        ratio = [a / b for a, b in pairs]
        found = self._depends(ratio)
        if found is None or not 0 < len(found) <= _FEW or not found <= self.names.keys():
            return ""
        roots = all(min(self.names[name]) > 0 for name in found)
        for powers in combinations(sorted(found), roots):
            rest = [x / mp.fprod(self.names[name][i] ** k for name, k in powers.items()) for i, x in enumerate(ratio)]
            if all(agree(x, rest[0], abs(rest[0]), self.tolerance * 10) for x in rest):
                return f"It is the right result times {product(powers, rest[0], self.tolerance)}."
        return ""

    def upside_down(self) -> str:
        """Whether the values are the reciprocals of the right ones, up to a number."""
        pairs = list(zip(self.values, self.references, strict=True))
        if any(a is None or a == 0 or b == 0 for a, b in pairs):
            return ""
        product = [a * b for a, b in pairs]
        if self._depends(self.references) and all(
            agree(x, product[0], abs(product[0]), self.tolerance) for x in product
        ):
            return "It is upside down: numerator and denominator are exchanged."
        return ""

    def related(self) -> str:
        """Whether the values are a function of the right ones: the last step is missing, or its inverse was taken."""
        pairs = list(zip(self.values, self.references, strict=True))
        if any(a is None for a, _ in pairs) or not self._depends(self.references):
            return ""
        for name, function in _FUNCTIONS.items():
            found = [function(b) for _, b in pairs]
            if all(
                mp.isfinite(x) and agree(a, x, abs(x), self.tolerance) for (a, _), x in zip(pairs, found, strict=True)
            ):
                return f"It is {name} of the right result."
        return ""

    def offset(self) -> str:
        """Whether the values differ by a constant."""
        offsets = [a - b for a, b in zip(self.values, self.references, strict=True) if a is not None]
        size = max(abs(value) for value in self.references)
        same = all(
            agree(offset, offsets[0], max(size, abs(offsets[0])) if offsets[0] else size, self.tolerance)
            for offset in offsets
        )
        if len(offsets) > 3 and same and abs(offsets[0]) > self.tolerance * size:
            return "It differs from the right result by a constant: a number is missing or superfluous in a sum."
        return ""

    def names_at_fault(self) -> str:
        """Names that the answer depends on and should not, and names whose terms are wrong."""
        return f"{self.dependence()} {self.where_zero()}".strip()

    def has_cases(self) -> bool:
        """Whether there may be cases: a result is 0 or a whole number, or those of the right result."""
        whole = all(mp.isint(b) for b in self.references) and any(self.references)
        return whole or 0 in self.values or self.right_has_cases()

    def right_has_cases(self) -> bool:
        """Whether the right result is 0 at some points only, or a name matters at some points only."""
        if 0 in self.references and any(self.references):
            return True
        places: dict[str, set[bool]] = {}
        for name, value, base in zip(self.vary, self.references, self.bases or [0] * len(self.vary), strict=True):
            if name:
                places.setdefault(name, set()).add(bool(agree(value, self.references[base], abs(value))))
        return any(len(found) > 1 for found in places.values())

    def dependence(self) -> str:
        """Names that the answer depends on and should not, or the other way round."""
        values, references = self.values, self.references
        ours, right = self._depends(values), self._depends(references)
        if ours is None or right is None or (not ours and len(set(self.values)) > 1):
            return ""  # what depends on none of the names and is not always the same was seen at too few points
        # to say that something has no influence at all, the smallest one counts
        any_ours, any_right = (self._depends(column, ROUNDED) or set() for column in (values, references))
        bases = self.bases or [0] * len(values)
        open_ = {name for name, x, base in zip(self.vary, values, bases, strict=True) if None in (x, values[base])}
        told = ours if self.own is None else ours.intersection(self.own)
        more, less = sorted(told - any_right - {NAMELESS}), sorted(right - any_ours - open_ - {NAMELESS})
        sentences = [f"It depends on {listed(more)}, but the right result does not."] if more else []
        sentences += [f"It does not depend on {listed(less)}, but the right result does."] if less else []
        return " ".join(sentences)

    def where_zero(self) -> str:
        """Names whose terms contain the whole mistake: the answer is right where any of them is zero."""
        total = self._depends(self.references) or set()
        found = [
            (abs(self.references[0] - b), name)  # where a name has little influence, few terms have it
            for name, (a, b) in self.zeros.items()
            if a is not None and b != 0 and name in total and agree(a, b, abs(b), self.tolerance)
        ]
        return where_zero([name for _, name in sorted(found)])

    def region(self) -> str:
        """What only the error, or only the factor between the two, depends on."""
        known = list(zip(self.values, self.references, strict=True))
        if any(a is None for a, _ in known):
            return ""
        total = (self._depends(self.references) or set()) | (self._depends(self.values) or set())
        error = self._depends([a - b for a, b in known])
        if error and NAMELESS in error:
            return ""
        if error and error < total:  # else it says nothing
            return f"The difference from the right result depends only on {self._listed(error)}."
        if all(b != 0 for _, b in known):
            factor = self._depends([a / b for a, b in known])
            if factor and NAMELESS not in factor and len(factor) <= _FEW and len(factor) < len(total):
                return f"It is right up to a factor that depends on {self._listed(factor)} only."
        return ""

    def _listed(self, names: set[str]) -> str:
        """Names in a sentence, those of a whole array as one."""
        whole = [array for array in self.arrays if len(array) > 1 and names.issuperset(array)]
        left = names.difference(*whole)
        return listed([*(f"[{', '.join(array)}]" for array in whole), *sorted(left)])

    def _depends(self, values: Column, tolerance: Any = None) -> set[str] | None:
        """Names whose variation from one of the points changes the values."""
        if not values or values[0] is None:
            return None
        size = max(abs(value) for value in values if value is not None) or 1
        bases = self.bases or [0] * len(values)
        return {
            name
            for name, value, base in zip(self.vary, values, bases, strict=True)
            if name
            and None not in (value, values[base])
            and not agree(value, values[base], size, tolerance or self.tolerance)
        }


def where_zero(names: Sequence[str]) -> str:
    """The sentence on a result that is right where any of some names is zero.

    Parameters
    ----------
    names : sequence of str
        The most telling first; at most two are said.
    """
    if not names:
        return ""
    which = " or ".join(f"`{name}` = 0" for name in names[:_FEW])
    return f"It is right where {which}: look at the terms with {listed(names[:_FEW])}."


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "`a`, `b` and `c`"; of many only the first three.

    Parameters
    ----------
    names : sequence of str
        At least one.
    """
    quoted = [f"`{name}`" for name in names]
    if len(quoted) > 4:
        quoted = [*quoted[:3], f"{len(quoted) - 3} other names"]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " and " + quoted[-1]
