"""Stands for Chromium, which draws strips: writes a file for each one that is asked for."""

import json
import sys
import time
from pathlib import Path

for name in json.load(sys.stdin):
    if "slow" in name:
        time.sleep(60)
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(b"a strip")
