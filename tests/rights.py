"""What a test runs as root, with the rights of an ordinary user: no file is open to it that the mode forbids."""

import os
import shutil

import pytest

__all__ = ["without_the_rights_of_root"]


def without_the_rights_of_root() -> list[str]:
    """Words to put before a command; none where the tests do not run as root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv on this machine (Debian: util-linux), and root writes everywhere")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
