"""Settings of a Jupyter server under test: its kernels are forks of one that has imported, and start at once.

The start page gets its kernel as readers get theirs, which has imported nothing yet.
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from jupyter_client.launcher import launch_kernel

CHECKOUT = Path(__file__).resolve().parents[2]


def start(cmd: list[str], env: dict[str, str], **how: Any) -> Any:
    """As `jupyter_client.launcher.launch_kernel`; the notebook's path is in the environment of its kernel."""
    chosen = launch_kernel if "start-here" in env.get("JPY_SESSION_NAME", "") else fork
    return chosen(cmd, env=env, **how)


if hasattr(os, "fork"):
    sys.path.append(str(CHECKOUT))
    from docs.book.kernels import launched_by, warm_kernels

    as_long_as_the_server = contextlib.ExitStack()
    fork = as_long_as_the_server.enter_context(warm_kernels())
    as_long_as_the_server.enter_context(launched_by(start))
