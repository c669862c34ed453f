"""Steps of a worked example that the reader takes: what is right, and what is said of an answer."""

import ast
import importlib
import json
import pkgutil
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..checks import capture, judge, make_key
from ..checks.display import bundle, line
from ..checks.slips import after_error
from ..checks.verdict import Verdict, unanswered, wrong
from ..language import tell

__all__ = ["Step", "Told", "named", "your_turn"]

DOTS = re.compile(r"\.\.\.|…")
WAITING = "Write it in place of the dots, between the quotes, and run the cell."
EDITED = """<style>
.jp-mod-dirty .mechanics-turn > * { display: none }
.jp-mod-dirty .mechanics-turn::before { content: SENTENCE }
</style>"""
"""JupyterLab marks a cell whose text is not the one that ran: what was said about the old answer is hidden at once."""


@dataclass(frozen=True)
class Step:
    """One result that the reader is to find.

    Attributes
    ----------
    right : str
        The right result, as `mechanics.checks` reads it.
    names : mapping of str
        What the answer may use, with domain and unit: ``{"m": "positive [kg]"}``.
    kind : str
        Of the answer, see `mechanics.checks`.
    mistakes : mapping of str
        Wrong results by the sentences that explain them.
    """

    right: str
    names: Mapping[str, str]
    kind: str = "expression"
    mistakes: Mapping[str, str] = field(default_factory=dict)


class Told:
    """What is said of some answers; a notebook displays it, `repr` gives plain text.

    Parameters
    ----------
    verdicts : sequence of (str, Verdict)
        By the names of the quantities.
    """

    def __init__(self, verdicts: Sequence[tuple[str, Verdict]]):
        self.verdicts = list(verdicts)

    def __repr__(self) -> str:
        return "\n".join(line(f"`{name}`", verdict) for name, verdict in self.verdicts)

    def _repr_html_(self) -> str:
        told = "".join(bundle(f"`{name}`", verdict)["text/html"] for name, verdict in self.verdicts)
        sentence = f"↻ {tell('Not yet run')}: {tell('the answer has been edited. Run the cell.')}"
        edited = EDITED.replace("SENTENCE", json.dumps(sentence, ensure_ascii=False))
        return f'{edited}<div class="mechanics-turn">{told}</div>'


def your_turn(step: str, **answers: object) -> Told:
    """Judge steps of a worked example and say why a wrong one is wrong; nothing is graded.

    Parameters
    ----------
    step : str
        Chapter and example, such as ``"05a/disc"``.
    **answers : str, sympy object, number or list
        By the names of the quantities that are asked for; dots stand for "not yet answered".

    Returns
    -------
    Told
        A notebook shows it when it is the last line of a cell.

    Raises
    ------
    ValueError
        For an example or a quantity that does not exist.

    Examples
    --------
    >>> your_turn("05a/disc", M="[[..., ...], [..., ...]]")
    ○ Not yet answered: `M`. Write it in place of the dots, between the quotes, and run the cell.
    """
    steps = named(step)
    if unknown := [name for name in answers if name not in steps]:
        raise ValueError(f"The example {step} asks for {', '.join(steps)}; got {unknown[0]!r}.")
    return Told([(name, _verdict(answer, steps[name], f"{step}/{name}")) for name, answer in answers.items()])


def _verdict(answer: object, step: Step, seed: str) -> Verdict:
    if answer is ... or (isinstance(answer, str) and (DOTS.search(answer) or not answer.strip())):
        return unanswered(WAITING)
    key = make_key(step.kind, step.right, step.names, mistakes=step.mistakes, seed=seed)
    verdict = judge(capture(answer), key)
    return wrong(slip) if verdict.state == "wrong" and (slip := _slip(answer)) else verdict


def _slip(answer: object) -> str:
    """What is wrong with a text that Python cannot read: a missing sign or parenthesis."""
    for text in answer if isinstance(answer, list | tuple) else [answer]:
        for side in text.split("=") if isinstance(text, str) else ():
            try:
                ast.parse(side.strip(), mode="eval")
            except SyntaxError as error:
                return after_error(side.strip(), error, {})
            except (ValueError, RecursionError):
                return ""
    return ""


def named(step: str) -> Mapping[str, Step]:
    """The quantities that an example asks for.

    Parameters
    ----------
    step : str
        Chapter and example, such as ``"05a/disc"``.

    Raises
    ------
    ValueError
        If there is no such example.
    """
    chapter, _, example = str(step).partition("/")
    package = __name__.rpartition(".")[0]
    folder = importlib.import_module(package).__path__
    known = [module.name.removeprefix("chapter_") for module in pkgutil.iter_modules(folder) if "_" in module.name]
    if chapter not in known:
        raise ValueError(
            f'Expected the name of an example, such as "05a/disc", got {step!r}; there are examples of the chapters '
            f"{', '.join(known)}."
        )
    steps: Mapping[str, Mapping[str, Step]] = importlib.import_module(f"{package}.chapter_{chapter}").STEPS
    if example not in steps:
        raise ValueError(f"Chapter {chapter} has the examples {', '.join(steps)}; got {example!r}.")
    return steps[example]
