"""What a browser needs to keep the book: a manifest, and a service worker that knows every file by its hash.

Both are written into the folder of each edition after a build. The worker's text changes with the content of the book
and with nothing else, and that is how a browser learns of a newer one.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from .editions import NAMES
from .files import write

__all__ = ["setup", "write_offline"]

WORKER = Path(__file__).with_name("service-worker.js")
OWN = {"service-worker.js", ".buildinfo", ".buildinfo.bak", "objects.inv"}
UNREAD = {"_sources", "jupyter_execute", ".doctrees"}
ASSET = re.compile(r'(?:src|href)="([^"#?:]+\.(?:js|css|svg|png|woff2))[?"]')
BACKGROUND, BAR = "#ffffff", "#25557f"


def write_offline(folder: Path, language: str, title: str) -> None:
    """Write the manifest and the service worker of an edition.

    Parameters
    ----------
    folder : of the pages, whose subfolders may be other editions
    language : of the edition
    title : of the book
    """
    icon = {"src": "_static/favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    manifest = {
        "name": title,
        "short_name": title.split()[0],
        "lang": language,
        "id": "./",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BAR,
        "icons": [icon],
    }
    write(folder / "manifest.webmanifest", json.dumps(manifest, ensure_ascii=False, indent=1))
    found = {path.relative_to(folder).as_posix(): path for path in _files(folder, language)}
    book = {
        "language": language,
        "shell": sorted(_shell(folder, found)),
        "files": {name: [_hash(path), path.stat().st_size] for name, path in sorted(found.items())},
    }
    text = json.dumps(book, ensure_ascii=False, separators=(",", ":"))
    write(folder / "service-worker.js", f"const BOOK = {text};\n{WORKER.read_text(encoding='utf-8')}")


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _files(folder: Path, language: str) -> Iterator[Path]:
    """The files that a reader may load."""
    others = {code for code in NAMES if code != language}
    for path in folder.rglob("*"):
        place = path.relative_to(folder)
        first = place.parts[0]
        left_out = {place.name} & OWN or {first} & (UNREAD | others)
        if path.is_file() and not left_out:
            yield path


def _shell(folder: Path, names: Iterable[str]) -> set[str]:
    """The first page and what it loads at once: what an installed book begins with."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    return {"index.html", "manifest.webmanifest", *ASSET.findall(page)} & set(names)


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("build-finished", _finished, priority=900)  # after the editions know each other
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _finished(app: Sphinx, problem: Exception | None) -> None:
    if problem is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    write_offline(out, app.config.language or "en", app.config.html_title)
    above = out.parent
    if out.name in NAMES and (above / "service-worker.js").is_file():  # whose list of editions has changed
        renew(above)


def renew(folder: Path) -> None:
    """Write the list of an edition's files again, with its language and title."""
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    write_offline(folder, manifest["lang"], manifest["name"])
