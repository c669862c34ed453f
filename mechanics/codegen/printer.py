"""Source text of single expressions, in the languages that programs are generated in."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

import symengine as se

__all__ = ["Printer"]

_FUNCTIONS = {
    se.sin: "sin", se.cos: "cos", se.tan: "tan", se.asin: "asin", se.acos: "acos", se.atan: "atan",
    se.atan2: "atan2", se.sinh: "sinh", se.cosh: "cosh", se.tanh: "tanh", se.log: "log", se.Abs: "fabs",
    se.sign: "sign", se.floor: "floor", se.ceiling: "ceil",
}  # fmt: skip
MOST_TERMS = 200  # Python's parser nests a sum as deep as it is long, and gives up at about a thousand
_RELATIONS = {"LessThan": "<=", "StrictLessThan": "<", "Equality": "==", "Unequality": "!="}


class Printer:
    """Text of expressions; products and sums of constants are moved in front of the function.

    Parameters
    ----------
    constants : iterable of str
        Names of the scalars that are fixed when the function is made.
    language : str
        ``"python"``, ``"numpy"``, ``"blocks"``, ``"numba"`` or ``"javascript"``.

    Attributes
    ----------
    hoisted : list of str
        Statements that need constants only, to be put in front of the function.
    """

    def __init__(self, constants: Iterable[str], language: str):
        self.constant = {*constants, "pi"}
        self.language = language
        self.hoisted: list[str] = []
        self._hoisted_names: dict[str, str] = {}

    def assign(self, symbol: se.Symbol, expression: se.Basic) -> str:
        """One statement; an empty line when it was moved in front.

        Parameters
        ----------
        symbol : symengine.Symbol
            Name that is set.
        expression : symengine.Basic
            Its value.

        Returns
        -------
        str
        """
        text, constant = self._text(expression)
        if not constant:
            return f"{symbol.name} = {text}"
        self.constant.add(symbol.name)
        self.hoisted.append(f"{symbol.name} = {text}")
        return ""

    def text(self, expression: se.Basic) -> str:
        """One value; the name that it has in front of the function when it is constant.

        Parameters
        ----------
        expression : symengine.Basic
            Value.

        Returns
        -------
        str
        """
        text, constant = self._text(expression)
        return self._hoist(text) if constant and not expression.is_Atom else text

    def _hoist(self, text: str) -> str:
        if text not in self._hoisted_names:
            self._hoisted_names[text] = f"_k{len(self._hoisted_names)}"
            self.hoisted.append(f"{self._hoisted_names[text]} = {text}")
        return self._hoisted_names[text]

    def _text(self, e: Any) -> tuple[str, bool]:
        """Text and whether it depends on constants only."""
        if isinstance(e, se.Symbol):
            return e.name, e.name in self.constant
        if isinstance(e, se.Mul):
            return self._quotient(e) or self._join(e.args, self._product)
        if isinstance(e, se.Add):
            return self._join(e.args, self._sum)
        if isinstance(e, se.Pow):
            return self._power(*e.args)
        if e.is_Number or not e.args:
            return _number(e), True
        return self._call(e)

    def _join(self, args: Sequence[Any], join: Callable[[list[str]], str]) -> tuple[str, bool]:
        parts = [(arg, *self._text(arg)) for arg in args]
        fixed = [text for _, text, constant in parts if constant]
        moving = [text for _, text, constant in parts if not constant]
        if not moving:
            return join(fixed), True
        atom = len(fixed) == 1 and not any(not arg.is_Atom for arg, _, constant in parts if constant)
        head = fixed if atom or not fixed else [self._hoist(join(fixed))]
        return join(head + moving), False

    def _quotient(self, e: Any) -> tuple[str, bool] | None:
        """A product with one changing denominator as a division: one operation instead of two with the reciprocal."""
        factors = list(e.args)
        below = [i for i, x in enumerate(factors) if isinstance(x, se.Pow) and x.args[1] == -1]
        if len(below) != 1:
            return None
        denominator, constant = self._text(factors.pop(below[0]).args[0])
        if constant:
            return None
        above, constant = self._join(factors, self._product)
        if constant and not (len(factors) == 1 and factors[0].is_Atom):
            above = self._hoist(above)
        return f"({above}/{denominator})", False

    @staticmethod
    def _product(factors: list[str]) -> str:
        negative = factors.count("-1.0") % 2
        factors = [f for f in factors if f not in ("-1.0", "1.0")] or ["1.0"]
        product = ("-" if negative else "") + "*".join(factors)
        return f"({product})"

    @classmethod
    def _sum(cls, terms: list[str]) -> str:
        if len(terms) > MOST_TERMS:
            return cls._sum([cls._sum(terms[i : i + MOST_TERMS]) for i in range(0, len(terms), MOST_TERMS)])
        first = next((i for i, term in enumerate(terms) if not term.startswith(("-", "(-"))), 0)
        terms = [terms[first], *terms[:first], *terms[first + 1 :]]  # b - a is one operation, -a + b are two
        return f"({' + '.join(terms)})".replace("+ (-", "- (").replace("+ -", "- ")

    def _power(self, base: Any, exponent: Any) -> tuple[str, bool]:
        text, constant = self._text(base)
        if exponent == se.Rational(1, 2):
            return f"sqrt({text})", constant
        if isinstance(exponent, se.Integer) and abs(int(exponent)) <= 4:
            k = abs(int(exponent))
            power = "*".join([text] * k)
            return (f"({power})" if int(exponent) > 0 else f"(1.0/({power}))"), constant
        if base == se.E:
            inner, constant = self._text(exponent)
            return f"exp({inner})", constant
        inner, also = self._text(exponent)
        return f"pow({text}, {inner})", constant and also  # ** makes complex numbers of negative bases

    def _call(self, e: Any) -> tuple[str, bool]:
        if isinstance(e, se.Piecewise):
            return self._piecewise(e)
        name = _RELATIONS.get(type(e).__name__)
        parts = [self._text(arg) for arg in e.args]
        constant = all(c for _, c in parts)
        if name:
            return f"({parts[0][0]} {name} {parts[1][0]})", constant
        if isinstance(e, (se.And, se.Or)):
            return f"({(' & ' if isinstance(e, se.And) else ' | ').join(p for p, _ in parts)})", constant
        if isinstance(e, (se.Max, se.Min)):
            return _nested("maximum" if isinstance(e, se.Max) else "minimum", [p for p, _ in parts]), constant
        for function, text in _FUNCTIONS.items():
            if isinstance(e, function):
                return f"{text}({', '.join(p for p, _ in parts)})", constant
        raise NotImplementedError(f"No code can be generated for the function {type(e).__name__} in {e}.")

    def _piecewise(self, e: Any) -> tuple[str, bool]:
        pairs = list(zip(e.args[::2], e.args[1::2], strict=True))
        text = "nan" if str(pairs[-1][1]) not in ("True", "true") else ""
        constant = True
        for value, condition in reversed(pairs):
            inside, c1 = self._text(value)
            if not text:
                text, constant = inside, c1
                continue
            test, c2 = self._text(condition)
            constant = constant and c1 and c2
            text = self._choose(test, inside, text)
        return text, constant

    def _choose(self, test: str, yes: str, no: str) -> str:
        if self.language in ("numpy", "blocks"):
            return f"where({test}, {yes}, {no})"
        if self.language == "javascript":
            return f"({test} ? {yes} : {no})"
        # no leading minus inside the outer parentheses: `_sum` would read it as the sign of a product
        return f"(({yes}) if {test} else {no})"


def _nested(name: str, arguments: Sequence[str]) -> str:
    """Max and Min of many as a chain of pairs: numpy would take a third argument for the output."""
    return reduce(lambda inner, x: f"{name}({x}, {inner})", arguments)


def _number(e: Any) -> str:
    return "pi" if e == se.pi else repr(float(e))
