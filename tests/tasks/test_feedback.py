"""The page a student gets back, on a notebook made for it: stock nbconvert tells everything, ours nothing."""

import json
import re
from html.parser import HTMLParser

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


class Tags(HTMLParser):
    """Names of all elements of a page, and what in it can run or fetch something."""

    def __init__(self):
        super().__init__()
        self.names, self.active = [], []

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        fetched = [f"{name}={value}" for name, value in attrs if name == "src" and not value.startswith("data:image/")]
        handlers = [name for name, _ in attrs if name.startswith("on")]
        self.active += [tag] * (tag in ("script", "iframe", "form", "object", "link", "base")) + fetched + handlers


def marked(name, points, score, **more):
    return {"nbgrader": {"grade_id": name, "grade": True, "solution": False, "points": points, "score": score} | more}


def two_steps():
    """A task with a sentence, two steps, and cells of the student between them."""
    text, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    answer = {"nbgrader": {"grade_id": "rod-mass-answer", "grade": False, "solution": True}}
    check = code('check("x/rod-mass", m)', metadata=marked("rod-mass-check", 2, 0))
    check.outputs = [error("CheckFailed", "Rod mass: `m` needs a volume, and a sentence " * 9, [])]
    drawn = code("assert x", metadata=marked("cell-0123456789abcdef", 1, 1))
    why = marked("why", 3, 1.5, solution=True, comment="$x$ is right. <script>alert(1)</script>")
    return nbformat.v4.new_notebook(
        cells=[
            text("# A rod (*Stab*)\n\nFind out."),
            text("## Step 1: mass (2 points)\n\nGive $m_S$."),
            code("m = rho*l", metadata=answer),
            check,
            text("## Step 2: more (4 points)\n\nWhy?"),
            drawn,
            text("Because <b onclick='x'>", metadata=why),
        ]
    )


def test_the_page_begins_with_the_total_and_a_table_of_steps():
    page, _ = FeedbackPage().from_notebook_node(two_steps())
    assert "<strong>2.5</strong> of 6 points" in page
    table = page[page.index("<nav") : page.index("</nav>")]
    rows = re.findall(r'<a href="#([^"]+)">([^<]+)</a>.*?<td>([^<]+)</td>', table, re.DOTALL)
    assert rows == [
        ("step-1", "Step 1: mass", "0 of 2"),
        ("step-2", "Step 2: more", "2.5 of 4"),
        ("cell-0123456789abcdef", "Part 1", "1 of 1"),
        ("why", "Why", "1.5 of 3"),
    ]
    assert all(f'id="{name}"' in page for name, _, _ in rows), "a link of the table leads nowhere"


def test_the_answer_stands_beside_the_reason_and_the_question_above():
    page, _ = FeedbackPage().from_notebook_node(two_steps())
    step = page[page.index('<section id="step-1"') : page.index("</section>")]
    places = [
        step.index(piece) for piece in ("Give <math>", "Rod mass <", "m = rho*l", "<code>m</code> needs a volume")
    ]
    assert places == sorted(places)
    reason = step[step.index("Why</h4>") : step.index("</article>")]
    assert "\n" not in re.search(r"<p>(.*?)</p>", reason, re.DOTALL)[1], "a sentence is cut into lines"


def test_the_page_allows_nothing_but_its_own_text_and_pictures():
    page, _ = FeedbackPage().from_notebook_node(two_steps())
    assert "default-src 'none'; img-src data:" in page
    reader = Tags()
    reader.feed(page)
    assert not reader.active and len(reader.names) > 50
    assert "&lt;b onclick=" in page and "<math><mi>x</mi></math> is right." in page


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
