"""Words of the tables: what the index of equations and the errata say, in the language of the edition.

Their German is a table of its own beside the catalogues of the pages, because the index also gives links their titles.
"""

import json
from functools import cache
from pathlib import Path

from mechanics.language import language

__all__ = ["TABLES", "told"]

TABLES = Path(__file__).parents[1] / "locale"


@cache
def _known(code: str) -> dict[str, str]:
    path = TABLES / code / "tables.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def told(text: str) -> str:
    """A text of a table in the language of the edition; what has no translation stays English."""
    return _known(language()).get(text, text)
