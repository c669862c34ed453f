"""Files of a build: written completely or not at all, and only if that changes them; and text that is deflated."""

import base64
import hashlib
import json
import threading
import zlib
from pathlib import Path
from typing import Any

__all__ = ["NO_CONTENT", "deflated", "digest", "short", "write", "write_bytes"]

NO_CONTENT = ("search", "genindex", "py-modindex")  # pages that Sphinx makes of nothing


def digest(*parts: bytes) -> str:
    """Hash of these parts, for use as a file name."""
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:32]


def write(path: Path, text: str) -> None:
    """Write a file unless it has this content: Sphinx and the browser's cache look at the modification time.

    It is written under another name and then moved, so that an interrupted build leaves no incomplete file.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file in the same way."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{threading.get_ident()}")
    beside.write_bytes(content)
    beside.replace(path)


def short(content: Any) -> dict[str, str]:
    """What is long, deflated: a third of the bytes from a server that compresses nothing, and from a folder."""
    return {"packed": deflated(json.dumps(content, ensure_ascii=False).encode())}


def deflated(data: bytes) -> str:
    """Bytes as short text, which the loader reads."""
    return base64.b64encode(zlib.compress(data, 9)).decode()
