"""The state of a step as a person sees it: a line of text, and the same line as HTML with a coloured edge."""

import html
import json
import re

from mechanics.checks.judge import NOTHING
from mechanics.checks.verdict import STATES, State, Verdict
from mechanics.language import tell

__all__ = ["bundle", "hint_bundle", "line"]

_COLOURS: dict[State, str] = {  # JupyterLab's own, which fit its theme; others where there are none
    "right": "var(--jp-success-color1, #2e7d32)",
    "noted": "var(--jp-info-color1, #0277bd)",
    "wrong": "var(--jp-error-color1, #c62828)",
    "unanswered": "var(--jp-border-color0, #757575)",
    "not run": "var(--jp-warn-color1, #ef6c00)",
    "not judged": "var(--jp-warn-color1, #ef6c00)",
}
_EDGE = "border-left: 4px solid {}; padding: 0.15em 0.7em; max-width: 60em"
_EDITED = """<style>
.jp-mod-dirty + .jp-Cell .mechanics-step > * { display: none }
.jp-mod-dirty + .jp-Cell .mechanics-step { border-left-color: var(--jp-warn-color1, #ef6c00) !important }
.jp-mod-dirty + .jp-Cell .mechanics-step::before { content: TITLE; font-weight: bold }
.jp-mod-dirty + .jp-Cell .mechanics-step::after { content: ADVICE }
</style>"""
"""JupyterLab marks a cell whose text is not the one that ran: what was said about the old text is hidden at once."""


def line(title: str, verdict: Verdict, hint: str = "") -> str:
    """Say a state in one line.

    Parameters
    ----------
    title : str
        Of the step.
    verdict : Verdict
        Its state, with a reason.
    hint : str
        What the student should know besides.
    """
    sign, words = STATES[verdict.state]
    return f"{sign} {tell(words)}: {tell(title)}. {_more(verdict, hint)}".rstrip()


def bundle(title: str, verdict: Verdict, hint: str = "") -> dict[str, str]:
    """What a front end displays, by MIME type.

    Parameters
    ----------
    title, verdict, hint
        As in `line`.
    """
    sign, words = STATES[verdict.state]
    shown = f"<span><b>{sign} {tell(words)}:</b> {_html(f'{tell(title)}. {_more(verdict, hint)}'.rstrip())}</span>"
    edge = _EDGE.format(_COLOURS[verdict.state])
    step = f'<div class="mechanics-step" data-state="{verdict.state}" style="{edge}">{shown}</div>'
    return {"text/plain": line(title, verdict, hint), "text/html": _edited() + step}


def hint_bundle(hint: str) -> dict[str, str]:
    """The same for a hint below a cell that stopped with an error.

    Parameters
    ----------
    hint : str
        Sentences.
    """
    edge, hint = _EDGE.format(_COLOURS["not run"]), tell(hint)
    return {"text/plain": f"→ {hint}", "text/html": f'<div style="{edge}"><b>→</b> {_html(hint)}</div>'}


def _more(verdict: Verdict, hint: str) -> str:
    reason = "" if verdict.reason == NOTHING else verdict.reason
    return f"{tell(reason)} {tell(hint)}".strip()


def _edited() -> str:
    title, advice = f"↻ {tell('Not yet run')}: ", tell("the cell above has been edited. Run it, then this check.")
    return _EDITED.replace("TITLE", json.dumps(title, ensure_ascii=False)).replace(
        "ADVICE", json.dumps(advice, ensure_ascii=False)
    )


def _html(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))
