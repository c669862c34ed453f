"""nbgrader where a command needs it: a sentence where it is missing, and the programs that it starts."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from mechanics.launch import install_command
from mechanics.workspace import WorkspaceError

__all__ = ["nbgrader_or_error"]


@contextlib.contextmanager
def nbgrader_or_error() -> Iterator[None]:
    """Around the imports of what needs nbgrader.

    They stand in functions, because nbgrader may be missing, and takes seconds to import, which ``mechanics lab`` and
    ``mechanics doctor`` shall not pay for.
    """
    # nbgrader starts alembic by its name; it is in the folder of this Python
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    try:
        yield
    except ImportError as error:
        is_missing = isinstance(error, ModuleNotFoundError) and not str(error.name).startswith("mechanics")
        misfit = f"The installed packages do not fit together ({error})."
        told = f"{error.name} is not installed." if is_missing else misfit
        raise WorkspaceError(f"{told} Install it: {install_command('course')}") from error
