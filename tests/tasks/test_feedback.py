"""The page a student gets back, on a notebook made for it: stock nbconvert tells everything, ours nothing."""

import json

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter

from mechanics.grading.feedback import FeedbackPage, clean, sentence

SECRET = 'verify("x/energy", T, "m*v**2/2 + secret")'
TEST = f'check("x/energy", T)\n### BEGIN HIDDEN TESTS\n{SECRET}\n### END HIDDEN TESTS'


def error(name, value, lines):
    return nbformat.v4.new_output("error", ename=name, evalue=value, traceback=lines)


def notebook():
    """An answer, its test cell that failed, and outputs that quote the test in every way there is."""
    marks = {
        "grade": True,
        "solution": False,
        "grade_id": "energy",
        "locked": True,
        "points": 1,
        "schema_version": 3,
    }
    coloured = "\x1b[32m" + SECRET[:20] + "\x1b[0m" + SECRET[20:]
    escaped = SECRET.replace('"', "&quot;")
    test = nbformat.v4.new_code_cell(TEST, metadata={"nbgrader": marks})
    test.outputs = [error("NameError", "name 'T' is not defined", ["Traceback", coloured])]
    answer = nbformat.v4.new_code_cell("print(In[-1])")
    answer.outputs = [
        nbformat.v4.new_output("stream", text=f"before\n{SECRET}\n"),
        nbformat.v4.new_output("display_data", {"text/html": f"<pre>{escaped}</pre><script>alert(1)</script>"}),
        nbformat.v4.new_output("display_data", {"text/latex": "$x^2$", "text/plain": "x**2"}),
        error("ValueError", SECRET, ["Traceback", coloured]),
        nbformat.v4.new_output("stream", text="a number of mine: 4711\n"),
    ]
    return nbformat.v4.new_notebook(cells=[answer, test])


def test_stock_pages_quote_the_hidden_test_so_this_test_can_fail():
    page, _ = HTMLExporter().from_notebook_node(notebook())
    assert "secret" in page and "<script" in page


def test_page_quotes_it_nowhere_and_runs_nothing():
    page, _ = FeedbackPage().from_notebook_node(notebook())
    assert "secret" not in page and "verify" not in page and "HIDDEN" not in page
    assert "<script" not in page and "alert(1)" not in page


def test_what_is_the_students_own_stays():
    cells = clean(notebook()).cells
    assert cells[0].outputs[4].text == "a number of mine: 4711\n"
    assert cells[0].source == "print(In[-1])"
    assert cells[1].source == 'check("x/energy", T)'
    assert json.dumps(cells[0].outputs[2].data) == '{"text/plain": "x**2"}', "nothing sets LaTeX without a script"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("CheckFailed", "Energy: The sign is wrong.", "Energy: The sign is wrong."),
        ("NameError", "name 'T' is not defined", "`T` is not defined: the answer cell before this check"),
        ("CellTimeoutError", "", "did not finish in time"),
        ("ZeroDivisionError", "division by zero", "ZeroDivisionError: division by zero"),
        ("KeyboardInterrupt", "", "KeyboardInterrupt"),
    ],
)
def test_an_error_in_a_test_cell_becomes_one_sentence(name, value, expected):
    assert expected in sentence(error(name, value, []))
