"""Report what the course needs and whether this machine has it: a line each, with what to type to fix it.

`packages` looks at what is installed, `environments` at another installation that gets in the way, `machine` at
folders, browser and kernel. The report needs no package: it also works where nothing is installed.
"""

from pathlib import Path

from mechanics.doctor.environments import activated, jupyter, kernel, library, mixed
from mechanics.doctor.finding import Finding
from mechanics.doctor.machine import browser, code_boundary, find_browser, home, workspace
from mechanics.doctor.packages import bodies, chapters, cluster, course, numba, page_parts, python

__all__ = ["Finding", "find_browser", "findings"]


def findings(folder: Path) -> list[Finding]:
    """Look at everything the course uses, in the order in which a newcomer should fix it.

    Parameters
    ----------
    folder : Path
        The workspace that ``mechanics lab`` would open.

    Returns
    -------
    list of Finding
        One for each line of the report.
    """
    return [
        python(),
        library(),
        chapters(),
        *mixed(),
        *activated(),
        *course(),
        *page_parts(),
        *kernel(),
        *jupyter(),
        workspace(folder),
        *home(),
        bodies(),
        numba(),
        browser(),
        code_boundary(),
        cluster(),
    ]
