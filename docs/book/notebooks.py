"""The notebook of a page: to download, and to open on Binder, Colab or a JupyterHub where the builder names one.

``python -m docs.book --repository https://github.com/you/course --hub https://hub.example.org`` names the places; each
page of a chapter or task then links to its notebook there. Without them a page offers only the file itself.
"""

import html
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from sphinx.application import Sphinx

from mechanics.workspace.languages import in_language

__all__ = ["launchers", "offered", "setup"]

ROOT = Path(__file__).parents[2]
KINDS = ("course/", "exercises/")
BINDER, COLAB = "https://mybinder.org/v2", "https://colab.research.google.com"
HEADING = re.compile(r"</h1>")
WORDS = {
    "en": {
        "nav": "Notebook of this page",
        "course": "Download the notebook",
        "exercises": "Download the empty notebook",  # with one's answers: the button of the page
        "on": "Open on {}",
    },
    "de": {
        "nav": "Notebook dieser Seite",
        "course": "Notebook herunterladen",
        "exercises": "Leeres Notebook herunterladen",
        "on": "In {} öffnen",
    },
}


def offered(paths: Iterable[Path], language: str) -> dict[str, str]:
    """The notebooks as students get them, by name below the static folder, each with a script that holds the same.

    A page that is opened as a file can load scripts and nothing else; ``_static/notebook.js`` makes the file of one.

    Parameters
    ----------
    paths : notebooks below ``course/`` and ``exercises/``
    language : of the edition
    """
    files = {}
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        text = in_language(ROOT, name, path.read_bytes(), language).decode()
        files |= {name: text, f"{name}.js": f"mechanicsNotebook({json.dumps(text, ensure_ascii=False)});\n"}
    return files


def launchers(repository: str, branch: str = "main", hub: str = "") -> dict[str, Callable[[str], str]]:
    """For each service that can open notebooks of a repository, a function from their path in it to the address.

    Parameters
    ----------
    repository : address of a public repository that contains ``course/`` and ``exercises/``
    branch : of the repository
    hub : address of a JupyterHub with nbgitpuller; none by default

    Raises
    ------
    ValueError
        if an address is none
    """
    for address in filter(None, (repository, hub)):
        if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).netloc:
            raise ValueError(f"Expected an address such as https://github.com/you/course, got {address}.")
    if hub and not repository:
        raise ValueError("A hub needs the repository that it fetches: give --repository, too.")
    if not repository:
        return {}
    repository, hub = repository.rstrip("/").removesuffix(".git"), hub.rstrip("/")
    site, path = urlsplit(repository).netloc, urlsplit(repository).path.strip("/")
    kinds = {"github.com": f"gh/{path}", "gitlab.com": f"gl/{quote(path, safe='')}"}
    place = f"{kinds.get(site) or 'git/' + quote(repository, safe='')}/{quote(branch, safe='')}"
    found = {"Binder": lambda name: f"{BINDER}/{place}?urlpath={quote(f'lab/tree/{name}', safe='')}"}
    if site == "github.com":
        found["Colab"] = lambda name: f"{COLAB}/github/{path}/blob/{quote(branch)}/{quote(name)}"
    if hub:
        pull = f"{hub}/hub/user-redirect/git-pull?repo={quote(repository, safe='')}&branch={quote(branch, safe='')}"
        folder = path.rsplit("/", 1)[-1]
        found["JupyterHub"] = lambda name: f"{pull}&urlpath={quote(f'lab/tree/{folder}/{name}', safe='')}"
    return found


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    for name, usual in (("course_repository", ""), ("course_branch", "main"), ("course_hub", "")):
        app.add_config_value(name, usual, "html")
    app.connect("html-page-context", _offer, priority=400)  # before a page is marked as English
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _offer(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Put the links below the heading of a page that is a notebook."""
    if not page.startswith(KINDS) or "body" not in context:
        return
    app.add_js_file("notebook.js", priority=400, defer="defer")
    words = WORDS.get(app.config.language, WORDS["en"])
    file = f"{page}.ipynb"
    links = [
        _link(context["pathto"](f"_static/notebooks/{file}", resource=True), words[page.split("/")[0]], "download")
    ]
    places = launchers(app.config.course_repository, app.config.course_branch, app.config.course_hub)
    links += [_link(address(file), words["on"].format(name)) for name, address in places.items()]
    rows = "".join(f"<li>{link}</li>" for link in links)
    tongue = html.escape(app.config.language or "en")
    made = f'<nav class="book-notebook" aria-label="{words["nav"]}" lang="{tongue}"><ul>{rows}</ul></nav>'
    context["body"] = HEADING.sub(lambda end: end[0] + made, context["body"], count=1)


def _link(address: str, text: str, more: str = "") -> str:
    return f'<a href="{html.escape(address)}"{" " + more if more else ""}>{text}</a>'
