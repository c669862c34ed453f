"""The time course of each simulation in words, for readers without JavaScript; the player itself says the same."""

import base64
import html
import json
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mechanics.drawing.player import joined
from mechanics.language import say

from .files import digest, write
from .players import stored, unpacked
from .web import run_node

__all__ = ["Courses", "players_of", "with_courses"]

HERE = Path(__file__).parent
PLACE = re.compile(r'<div class="book-player"[^>]*? data-player="([^"]+)"[^>]*><p>.*?</p>', re.DOTALL)
BEGIN = '<noscript class="book-course">'


class Courses:
    """Sentences by simulation; what is known is kept in a file, the rest is asked of the player's own front end.

    Parameters
    ----------
    kept : file for what is known
    modules : ``node_modules``
    players : folder with the stored simulations
    """

    def __init__(self, kept: Path, modules: Path, players: Path):
        self.kept, self.modules, self.players = kept, modules, players
        text, _ = joined(("words", "telling"))
        self.front = f"{text}\nexport {{ told, speak }};\n"
        tools = [HERE / name for name in ("time-courses.mjs", "players.py")]
        self.key = digest(self.front.encode(), *(path.read_bytes() for path in tools))
        known = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
        self.known: dict[str, list[str]] = known.get("told", {}) if known.get("key") == self.key else {}

    def ask(self, names: Iterable[str]) -> None:
        """Tell the courses that are not known."""
        wanted = [name for name in dict.fromkeys(names) if name not in self.known]
        if not wanted:
            return
        with TemporaryDirectory() as folder:  # of this build alone: others may run beside it
            front, asked, answers = (Path(folder) / name for name in ("front.mjs", "asked.json", "said.json"))
            write(front, self.front)
            asked.write_text(json.dumps([_run(self.players / f"{name}.js") for name in wanted]), encoding="utf-8")
            run_node(HERE / "time-courses.mjs", self.modules, front, asked, answers)
            said = json.loads(answers.read_text(encoding="utf-8"))
        self.known |= dict(zip(wanted, said, strict=True))
        write(self.kept, json.dumps({"key": self.key, "told": self.known}, ensure_ascii=False, indent=0))

    def __getitem__(self, name: str) -> list[str]:
        return self.known[name]


def _run(script: Path) -> dict[str, Any]:
    """What a stored simulation shows, with its numbers as 32-bit floats; nothing for a board to draw on."""
    content = stored(script)
    if "run" not in content:
        return {}
    rows = unpacked(content["data"], content["run"]["columns"])
    spec = {name: value for name, value in content["spec"].items() if name != "model"}
    return {"spec": spec, "run": content["run"], "data": base64.b64encode(rows).decode()}


def players_of(page: str) -> list[str]:
    """The simulations of a page."""
    return [html.unescape(found[1]) for found in PLACE.finditer(page)]


def with_courses(page: str, courses: Courses) -> str:
    """A page in which each simulation has its time course in words; a page that has them stays."""
    if BEGIN in page:
        return page

    def both(found: re.Match[str]) -> str:
        lines = "".join(f"<li>{html.escape(text)}</li>" for text in courses[html.unescape(found[1])])
        if not lines:
            return found[0]
        return f"{found[0]}{BEGIN}<p>{say('What moves, in words')}</p><ul>{lines}</ul></noscript>"

    return PLACE.sub(both, page)
