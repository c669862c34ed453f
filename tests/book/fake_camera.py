"""Stands for Chromium, which draws strips: writes a file for each one that is missing."""

import sys
import time
from pathlib import Path

from docs.book.paper.camera import missing

for path in missing(Path(sys.argv[1])):
    if "slow" in path.name:
        time.sleep(60)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"a strip")
