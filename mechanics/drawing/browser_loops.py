"""Where a system with constraints starts in the browser: in the nearest state that meets them, as in Python."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from ..lagrange import LagrangianSystem

__all__ = ["closed_start"]


def closed_start(system: LagrangianSystem, states: Sequence[str], constants: Sequence[str]) -> str:
    """A program that makes of a given state [q, q̇] the nearest one that meets all constraints.

    Parameters
    ----------
    system : LagrangianSystem
        With closed loops or nonholonomic constraints.
    states : sequence of str
        Coordinates, then rates.
    constants : sequence of str
        Parameters and inputs.
    """

    def text(key: str) -> str:
        program = replace(system.program(key), arguments=tuple(states), constants=tuple(constants))
        return f"(() => {{\n{program.source('javascript', True)}\nreturn make;\n}})()"

    names = json.dumps(list(system.coordinates))
    sizes = f"{len(system.loops)}, {len(system.multipliers)}"
    return "\n".join([
        _newton(),
        f"const loops = {text('loops')};",
        f"const rates = {text('rate_conditions')};",
        f"function make(...c) {{ return closing(loops(...c), rates(...c), {names}, {sizes}); }}",
    ])  # fmt: skip


@cache
def _newton() -> str:
    lines = (Path(__file__).parent / "web" / "closing.js").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.strip().startswith("//"))
