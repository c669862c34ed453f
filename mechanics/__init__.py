"""Modelling mechanical systems: lecture notes, simulations and graded tasks.

Packages are imported by name (``from mechanics import systems``): importing the package alone loads nothing.
"""

import sys

__version__ = "0.1.0"

if sys.version_info < (3, 11):  # noqa: UP036 - any Python may be tried on a checkout, and must be able to read this
    # `python -m mechanics.cli` is a command: a sentence is enough there, without a traceback
    raise (SystemExit if sys.argv[:1] == ["-m"] else ImportError)(
        "Expected Python 3.11 or newer, got %s (%s). Install a newer one (python.org); then type in the course's "  # noqa: UP031
        "folder: make clean, make lab - or without make what README.md says below 'By hand'."
        % (sys.version.split()[0], sys.executable)
    )
