"""judge(data, key) → verdict: plain data against plain data, in any process, without sympy and without numpy."""

from dataclasses import replace
from typing import Any

from mechanics.checks.answers import AnswerError, describe
from mechanics.checks.kinds import choice, equations, equilibria, expression, free_body, function, number, simulation
from mechanics.checks.names import names_in
from mechanics.checks.verdict import Verdict, not_judged, unanswered, wrong
from mechanics.formulas.tree import TreeError

__all__ = ["Verdict", "inputs_of", "judge", "symbols_of"]

CALLED = ("function", "simulation")
NOTHING = "Nothing entered yet."
STUB = "it raised NotImplementedError"
_JUDGES = {
    "choice": choice.judge,
    "equations": equations.judge,
    "equilibria": equilibria.judge,
    "expression": expression.judge,
    "free_body": free_body.judge,
    "function": function.judge,
    "number": number.judge,
    "simulation": simulation.judge,
}


def judge(data: dict[str, Any], key: dict[str, Any]) -> Verdict:
    """Judge a captured answer; never raises.

    Parameters
    ----------
    data : dict
        From `mechanics.checks.capture`.
    key : dict
        From `mechanics.checks.make_key`.

    Returns
    -------
    Verdict
        With a sentence for the student when the answer is wrong.
    """
    verdict = _safe(data, key)
    # names of a student may hold characters that no output can show
    return replace(verdict, reason=verdict.reason.encode("utf-8", "replace").decode("utf-8"))


def _safe(data: dict[str, Any], key: dict[str, Any]) -> Verdict:
    try:
        return _judge(data, key)
    except (AnswerError, TreeError) as error:
        return wrong(_sentence(str(error)))
    except RecursionError:
        return wrong("The answer is nested too deeply to be judged; simplify it first.")
    except Exception as error:
        return not_judged(
            f"This answer could not be judged ({type(error).__name__}). If it looks right to you, tell your "
            "teachers: the fault is in the check or in its key."
        )


def _judge(data: dict[str, Any], key: dict[str, Any]) -> Verdict:
    if data["type"] == "nothing" or (data.get("items") == [] and key["kind"] != "choice") or _is_stub(data):
        return unanswered(NOTHING)
    if data["type"] == "unreadable" or (data["type"] == "function" and key["kind"] not in CALLED):
        return wrong(f"This is {describe(data)}; it cannot be read as an answer here.")
    return _JUDGES[key["kind"]](data, key)


def _is_stub(data: dict[str, Any]) -> bool:
    """Whether this is what nbgrader puts in the place of a function's body: ``raise NotImplementedError()``."""
    return data["type"] == "function" and (data.get("calls") or [])[:1] == [{"error": STUB}]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def inputs_of(key: dict[str, Any]) -> list[Any] | None:
    """Arguments that a Python function is to be called with.

    Parameters
    ----------
    key : dict
        From `mechanics.checks.make_key`.

    Returns
    -------
    list of list, or None
        None where the key is not for a function.
    """
    return key.get("inputs") if isinstance(key, dict) else None


def symbols_of(key: dict[str, Any]) -> dict[str, Any] | None:
    """With which symbols a Python function that is wrong is to be called, so that its formulas tell why.

    Parameters
    ----------
    key : dict
        From `mechanics.checks.make_key`.

    Returns
    -------
    dict or None
        None where the key is not for a function, or hidden: of such an answer only that it is wrong is said.
    """
    if not isinstance(key, dict) or key.get("kind") != "function" or key.get("hidden"):
        return None
    return {"names": names_in(key["arguments"]), "values": key["inputs"][0]}
