"""A web page for graders on this machine: a small server that only its own page can talk to.

The address holds a token, which becomes a cookie; without it nothing is answered. Requests that change something have a
header that no other site can set. Texts of students come as HTML in which nothing can run, pictures as files that were
written again, and the page allows no script but its own.
"""

import asyncio
import hmac
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tornado import web
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from ..errors import GradingError
from ..refusals import in_one_sentence
from .marks import Busy, Changed
from .service import Marking

__all__ = ["application", "serve"]

WEB = Path(__file__).parent / "web"
COOKIE = "mechanics-mark"
HEADER = "X-Mechanics-Mark"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FILES = {
    "": "text/html",
    "mark.js": "text/javascript",
    "entries.js": "text/javascript",
    "rubric.js": "text/javascript",
    "tools.js": "text/javascript",
    "mark.css": "text/css",
}
HERE = {"127.0.0.1", "localhost"}
BUSY = "The gradebook is busy. Nothing was saved yet; trying again."


class _Handler(web.RequestHandler):
    """Answers only who has the token."""

    def initialize(self, marking: Marking, token: str) -> None:
        self.marking, self.token = marking, token

    def set_default_headers(self) -> None:
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-store")
        self.clear_header("Server")

    def prepare(self) -> None:
        given = self.get_query_argument("token", "")
        if self.request.host_name not in HERE:  # a site whose name was made to mean this machine
            self.set_status(403)
            self.finish("Expected the name of this machine.")
        elif given and hmac.compare_digest(given.encode(), self.token.encode()):
            self.set_cookie(self.cookie, self.token, httponly=True, samesite="Strict", path="/")
            self.redirect(self.request.path)
        elif not hmac.compare_digest((self.get_cookie(self.cookie) or "").encode(), self.token.encode()):
            self.set_status(403)
            self.finish("Open the address that `mechanics mark` prints: it contains a token.")
        elif self.request.method == "POST" and self.request.headers.get(HEADER) != "1":
            self.set_status(403)
            self.finish("Expected a request of the page itself.")

    @property
    def cookie(self) -> str:
        """Cookies do not know ports: each server has one of its own."""
        return f"{COOKIE}-{self.request.host.rpartition(':')[2]}"

    def send(self, compute: Callable[[], Any]) -> None:
        """Answer with data, or with one sentence that says why not."""
        try:
            with in_one_sentence():
                self._send(compute)
        except (GradingError, KeyError, TypeError) as error:
            self.fail(400, str(error))

    def _send(self, compute: Callable[[], Any]) -> None:
        try:
            self.write(json.dumps(compute()))
        except Changed as news:
            self.fail(409, "Someone else has marked in the meantime; your mark was not saved.", students=news.students)
        except Busy:
            self.fail(503, BUSY)

    def fail(self, status: int, message: str, **more: Any) -> None:
        """Answer with a sentence."""
        self.set_status(status)
        self.write({"error": message} | more)


class _File(_Handler):
    """The page itself."""

    def get(self, name: str) -> None:
        """Send one of its three files."""
        self.set_header("Content-Type", f"{FILES[name]}; charset=utf-8")
        self.write((WEB / (name or "index.html")).read_bytes())


class _Data(_Handler):
    """What the page asks for."""

    def get(self, what: str) -> None:
        """Send questions, a question, or an answer."""
        name, student = self.get_query_argument("question", ""), self.get_query_argument("student", "")
        asked: dict[str, Callable[[], Any]] = {
            "overview": self.marking.overview,
            "question": lambda: self.marking.question(name),
            "answer": lambda: self.marking.answer(name, student),
        }
        self.send(asked[what])


class _Picture(_Handler):
    """A picture that was handed in as a file."""

    def get(self) -> None:
        """Send it, written again."""
        students = self.marking.students()
        student = self.get_query_argument("student")
        found = self.marking.picture(student, self.get_query_argument("file")) if student in students else None
        if found is None:
            self.send_error(404)
            return
        self.set_header("Content-Type", found.kind)
        self.write(found.content)


class _Write(_Handler):
    """What the page sends."""

    def post(self, what: str) -> None:
        """Write marks, or a rubric."""
        self.send(lambda: self._written(what, json.loads(self.request.body)))

    def _written(self, what: str, sent: dict[str, Any]) -> Any:
        if what == "marks":
            return self.marking.mark(sent["question"], sent["version"], sent["marks"])
        return self.marking.change_rubric(sent["question"], sent["version"], sent["items"])


def application(marking: Marking, token: str) -> web.Application:
    """Make the web application.

    Parameters
    ----------
    marking : Marking
        The assignment.
    token : str
        Who has it may mark.

    Returns
    -------
    tornado.web.Application
        To be served on this machine only.
    """
    known = {"marking": marking, "token": token}
    return web.Application(
        [
            (r"/()", _File, known),
            (r"/((?:mark|entries|rubric|tools)\.js|mark\.css)", _File, known),
            (r"/(overview|question|answer)", _Data, known),
            (r"/picture", _Picture, known),
            (r"/(marks|rubric)", _Write, known),
        ],
        log_function=lambda handler: None,  # the terminal is for the address
    )


def serve(marking: Marking, port: int, ready: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C.

    Parameters
    ----------
    marking : Marking
        The assignment.
    port : int
        Where; 0 for a free one.
    ready : callable
        Gets the address when it can be opened.

    Raises
    ------
    OSError
        If the port is taken.
    """
    asyncio.run(_serve(marking, port, ready))


async def _serve(marking: Marking, port: int, ready: Callable[[str], None]) -> None:
    token = secrets.token_urlsafe(24)
    sockets = bind_sockets(port, "127.0.0.1")
    server = HTTPServer(application(marking, token), max_body_size=2**20)
    server.add_sockets(sockets)
    ready(f"http://127.0.0.1:{sockets[0].getsockname()[1]}/?token={token}")
    await asyncio.Event().wait()
