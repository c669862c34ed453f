"""A question of a chapter that the reader answers with a formula or a number."""

from ..checks import capture, judge, make_key
from ..checks.key import Source
from ..checks.verdict import STATES
from ..language import tell

__all__ = ["check_yourself"]

WAITING = "Put your answer in place of the three dots and run the cell again."


def check_yourself(answer: object, right: object, system: Source, *, kind: str = "expression") -> None:
    """Print whether an answer is right and, where a known mistake explains it, why not. Nothing is graded.

    Parameters
    ----------
    answer : str or sympy Expr
        Such as ``"m*g*l*sin(theta)"``; ``...`` stands for "not answered yet".
    right : sympy Expr
        What the library computes for the same question; for other kinds, what `mechanics.checks` takes as a reference.
    system : System or str
        Whose names the answer may use, or its id; also any other domain of `mechanics.checks`.
    kind : str
        Of the answer, see `mechanics.checks`.
    """
    if answer is ...:
        print(tell(WAITING))
        return
    key = make_key(kind, right, system, hidden=kind == "number")  # nothing is graded later: the value itself is judged
    verdict = judge(capture(answer), key)
    sign, words = STATES[verdict.state]
    print(f"{sign} {tell(words)}" + (f": {tell(verdict.reason)}" if verdict.reason else "."))
