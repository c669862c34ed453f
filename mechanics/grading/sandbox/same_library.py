"""A new Python with the library that runs here, whatever the current folder and the variables would give it."""

import os
import sys
from pathlib import Path

__all__ = ["python_line"]


def python_line(module: str, *numbers: int) -> list[str]:
    """The command that runs ``main(*numbers)`` of a module in a new process.

    By its own choice a new Python could find another version of this library: a checkout in the current folder, or what
    is installed where this one was found by PYTHONPATH, which not every process gets.

    Parameters
    ----------
    module : str
        Full name.
    *numbers : int
        File descriptors that it is given.

    Returns
    -------
    list of str
        Program and arguments.
    """
    places = [os.path.abspath(place) for place in sys.path]
    here = str(Path(__file__).parents[3])
    places = places if here in places else [here, *places]
    code = f"import sys; sys.path[:] = {places!r}; from {module} import main; main{numbers!r}"
    return [sys.executable, "-P", "-c", code]
