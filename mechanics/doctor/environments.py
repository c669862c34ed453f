"""Another installation that gets in the way: each finding names the one that would be used, and what to type."""

import os
import shutil
import site
import subprocess
import sys
import sysconfig
import warnings
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import mechanics
from mechanics.doctor.finding import Finding
from mechanics.doctor.packages import COURSE
from mechanics.launch import install_command

__all__ = ["activated", "jupyter", "kernel", "library", "mixed"]


def library() -> Finding:
    """Compare the library that a notebook would import with the one that is running.

    They differ if the checkout was moved or copied after it was installed, or was never installed.
    """
    here = Path(mechanics.__file__).parent
    code = "import mechanics; print(mechanics.__file__)"
    run = subprocess.run([sys.executable, "-c", code], cwd=Path(here.anchor), capture_output=True, text=True)
    fix = install_command("course")
    if run.returncode:
        return Finding("mechanics", f"{mechanics.__version__} is not installed for notebooks", fix)
    there = Path(run.stdout.strip()).parent
    if there.resolve() != here.resolve():
        found = f"notebooks would import {there}, this is {here}"
        return Finding("mechanics", found, fix, problem="wrong")
    return Finding("mechanics", f"{mechanics.__version__} in {here}")


def mixed() -> list[Finding]:
    """Look for packages of another installation that hide those of this environment."""
    named = {Path(entry).resolve() for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry}
    own = {Path(site.getusersitepackages()).resolve()} if sys.prefix != sys.base_prefix else set()
    causes = (
        ("PYTHONPATH", named, _unset("PYTHONPATH")),
        ("user site", own - named, "export PYTHONNOUSERSITE=1 keeps them out"),
    )
    return [
        Finding(name, f"{', '.join(taken)} come from another installation", fix, False, "wrong")
        for name, folders, fix in causes
        if (taken := [package for package in (*COURSE, "numba") if _folder_of(package) in folders])
    ]


def _unset(variable: str) -> str:
    return f"Remove-Item Env:{variable}" if os.name == "nt" else f"unset {variable}"


def _folder_of(package: str) -> Path | None:
    try:
        return Path(str(distribution(package).locate_file(""))).resolve()
    except PackageNotFoundError:
        return None


def activated() -> list[Finding]:
    """Tell if another environment is activated: what one installs would go there."""
    other = os.environ.get("VIRTUAL_ENV")
    if not other or Path(other).resolve() == Path(sys.prefix).resolve():
        return []
    found = f"{other}, and this is the Python of {sys.prefix}"
    return [Finding("activated", found, "deactivate", needed=False, problem="wrong")]


def kernel() -> list[Finding]:
    """Look at the kernel ``python3`` that a Jupyter would start; it may have been registered for another Python."""
    try:
        with warnings.catch_warnings(action="ignore"):  # a home that is not writable has its own line
            # may be missing: the report works where nothing is installed
            from jupyter_client.kernelspec import KernelSpecManager

            spec = KernelSpecManager().get_kernel_spec("python3")
    except Exception:  # no Jupyter, or a broken one: it has its own line
        return []
    program = spec.argv[0]
    if not os.path.isabs(program) or Path(program).parent.resolve() == Path(sys.executable).parent.resolve():
        return []
    found = f"{Path(spec.resource_dir, 'kernel.json')} starts {program}"
    fix = f"`mechanics lab` does not use it; for other programs: {sys.executable} -m jupyter kernelspec remove python3"
    return [Finding("kernel", found, fix, needed=False, problem="wrong")]


def jupyter() -> list[Finding]:
    """Look at the ``jupyter`` that the shell would find; it may belong to another Python."""
    found = shutil.which("jupyter")
    if found is None or Path(found).parent.resolve() == Path(sysconfig.get_path("scripts")).resolve():
        return []
    fix = "it does not know the course; open the course with `mechanics lab`"
    return [Finding("jupyter", f"{found} belongs to another Python", fix, needed=False, problem="wrong")]
