"""A hundred wrong answers as students give them, in ``student-answers.txt``: what went wrong, and what is said to each.

After a change of the reasons, ``python -m tests.checks.student_answers`` writes anew what is said; then read it.
"""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mechanics.checks import capture, judge, read_keys

from .truth_case import case_of
from .truth_of_reasons import truth

FILE = Path(__file__).with_name("student-answers.txt")
KEYS = Path(__file__).parents[2] / "solutions"


def answers() -> list[dict[str, str]]:
    """The blocks of the file: check, answer, mistake, said."""
    blocks = FILE.read_text(encoding="utf-8").replace("\n  ", " ").strip().split("\n\n")
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def keys() -> dict[str, dict[str, Any]]:
    """Visible keys of all assignments."""
    return {name: key for path in sorted(KEYS.glob("*/key.json")) for name, key in read_keys(path).items()}


def said(item: dict[str, str], key: dict[str, Any]) -> str:
    """What a check says to a student; empty if it accepts the answer."""
    return judge(capture(item["answer"]), key).reason


def judgement(item: dict[str, str], key: dict[str, Any], definition: dict[str, Any]) -> tuple[str, str]:
    """Whether that is true and of use, and the sentence at fault."""
    kind = definition["kind"]
    about = case_of(kind, capture(item["answer"]), definition, key)
    assert about is not None, f"{item['check']}: {item['answer']} cannot be read as an answer"
    return truth(said(item, key), about)


def written(items: Sequence[dict[str, str]]) -> str:
    """The file with what is said now."""
    known = keys()
    blocks = [{**item, "said": said(item, known[item["check"]])} for item in items]
    return "\n\n".join("\n".join(_wrapped(*pair) for pair in block.items()) for block in blocks) + "\n"


def _wrapped(name: str, text: str) -> str:
    options = {"subsequent_indent": "  ", "break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(f"{name}: {text}", 118, **options)


if __name__ == "__main__":
    FILE.write_text(written(answers()), encoding="utf-8")
