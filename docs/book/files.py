"""Files of a build: written whole or not at all, and only where that changes them."""

import hashlib
import threading
from pathlib import Path

__all__ = ["digest", "write"]


def digest(*parts: bytes) -> str:
    """Name for what these parts determine."""
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:32]


def write(path: Path, text: str) -> None:
    """Write a file unless it says that already: Sphinx and the browser's cache go by the time of a file.

    It is written beside and then moved, so that an interrupted build leaves no half of a file.
    """
    content = text.encode()
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{threading.get_ident()}")
    beside.write_bytes(content)
    beside.replace(path)
