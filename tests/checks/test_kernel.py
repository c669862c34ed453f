"""The calls in a real kernel, graded as nbgrader does it: any error or anything on stderr is 0 points."""

import nbformat
import pytest
from nbclient import NotebookClient
from nbgrader.utils import determine_grade

from mechanics.checks import recording, verify, write_keys

DOMAIN = {"m": "positive", "l": "positive", "phi": "angle", "phi_d": "real", "g": "positive"}
VERIFY = 'verify("pendulum/{}", {}, "m*g*l*(1 - cos(phi))", domain={!r})'
NOISY = """
import os, sys, warnings, logging
import numpy as np
def weight(m, g):
    warnings.warn("careful")
    logging.warning("log")
    print("out"); print("err", file=sys.stderr); os.write(2, b"descriptor")
    return m * g / np.float64(1) + 0 * np.log(np.array([0.0, 1.0]))[1]
"""
FUNCTION = 'verify("pendulum/weight", weight, "m*g", kind="function", domain={!r}, arguments=["m", "g"])'

CELLS = {
    "right": (VERIFY.format("energy", "V", DOMAIN), True),
    "wrong": (VERIFY.format("energy", "-V", DOMAIN), False),
    "untouched": (VERIFY.format("energy", "...", DOMAIN), False),
    "visible right": ('check("pendulum/energy", V)', True),
    "visible wrong": ('check("pendulum/energy", 2*V)', False),
    "noisy function": (FUNCTION.format(DOMAIN), True),
    "unknown check": ('check("pendulum/nothing", V)', False),
}


def graded_cell(source: str, name: str) -> nbformat.NotebookNode:
    cell = nbformat.v4.new_code_cell(source)
    cell.metadata["nbgrader"] = {
        "grade": True,
        "solution": False,
        "locked": True,
        "points": 2,
        "grade_id": name,
    }
    return cell


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """All cells, run in one kernel in the folder of an assignment."""
    folder = tmp_path_factory.mktemp("assignment")
    energy = "m*g*l*(1 - cos(phi))"
    with recording() as keys:
        verify("pendulum/energy", energy, energy, domain=DOMAIN)
    write_keys(folder / "key.json", keys)
    start = nbformat.v4.new_code_cell(
        "from sympy import symbols, cos\nfrom sympy.physics.mechanics import dynamicsymbols\n"
        "from mechanics.checks import check, verify\nm, g, l = symbols('m g l')\nphi = dynamicsymbols('phi')\n"
        "V = m*g*l - m*g*l*cos(phi)\n" + NOISY
    )
    notebook = nbformat.v4.new_notebook(
        cells=[start, *(graded_cell(source, name) for name, (source, _) in CELLS.items())],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    NotebookClient(notebook, allow_errors=True, timeout=60, resources={"metadata": {"path": str(folder)}}).execute()
    assert not [output for output in notebook.cells[0].outputs if output.output_type == "error"], "the answers fail"
    return dict(zip(CELLS, notebook.cells[1:], strict=True))


@pytest.mark.parametrize("name", CELLS)
def test_a_right_cell_gets_all_points_and_a_wrong_one_none(executed, name):
    points, most = determine_grade(executed[name])
    assert points == (most if CELLS[name][1] else 0), executed[name].outputs


def test_what_the_student_sees(executed):
    shown = {name: "".join(map(str, cell.outputs)) for name, cell in executed.items()}
    assert "Energy: The sign of the whole expression is wrong." in shown["wrong"]
    assert "Energy: It is 2 times the right result" in shown["visible wrong"]
    assert "Nothing entered yet" in shown["untouched"]
    for name, text in shown.items():
        for trace in ("Traceback", "-->", "notebook.py", "1 - cos", "descriptor"):
            assert trace not in text, f"{trace!r} is shown in the cell {name!r}"


@pytest.mark.parametrize("module", ["mechanics.notebook", "mechanics.study", "mechanics.widgets", "mechanics.worked"])
def test_a_kernel_of_any_jupyter_may_import_it_first(module, tmp_path):
    """VS Code, Binder and `make teach` start kernels plainly; those of `mechanics lab` import the checks first."""
    cell = nbformat.v4.new_code_cell(f"import {module}")
    NotebookClient(nbformat.v4.new_notebook(cells=[cell]), resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert not cell.outputs
