"""Formulas of feedback pages and of the formgrader: all that the texts use is set, and nothing a student types runs."""

import json
import re

import pytest

from mechanics.grading.formulas import LONGEST, mathml, sentence_html, text_html
from tests.tasks import course

LEFT = re.compile(r"<code>[^<]*\\[a-zA-Z]+[^<]*</code>|\$[^$<\n]+\$")
HARMFUL = r"""<script>alert(1)</script> <img src=x onerror=alert(1)> [here](javascript:alert(1)) $\text{<b onclick=x>}$
![](https://example.org/p.png) $\href{javascript:alert(1)}{x}$ [web](https://example.org)"""


@pytest.mark.parametrize("assignment", course.ASSIGNMENTS)
def test_every_formula_of_a_task_is_set(assignment):
    for path in (course.SOURCES / assignment).glob("*.ipynb"):
        texts = [
            "".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "markdown"
        ]
        pages = [text_html(text, trusted=True) for text in texts]
        left = [found for page in pages for found in LEFT.findall(page)]
        assert not left, f"{path.name}: these stay LaTeX: {left}"
        assert "<math" in "".join(pages)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"\ddot{\mathbf q}", "¨"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "<mtr>"),
        (r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}", "<mtr>"),
        (r"\vec v", "⃗"),
        (r"9.81\,\mathrm{m/s^2}", 'mathvariant="normal"'),
    ],
)
def test_what_the_field_writes_is_understood(formula, expected):
    assert expected in mathml(formula, display=True)


def test_the_number_of_an_equation_stands_beside_it():
    page = mathml(r"\dot\psi = u_L \tag{1.8}", display=True)
    assert '<span class="number">(1.8)</span>' in page and "1.8" not in page.split("</math>")[0]


def test_a_formula_that_is_not_understood_or_too_deep_stays_text():
    assert mathml(r"\nonsense{<b>") == r"<code>\nonsense{&lt;b&gt;</code>"
    deep = r"\sqrt{" * 100_000
    assert mathml(deep).startswith("<code>")
    assert mathml(r"\newcommand{\a}{\a\a}\a").startswith("<code>"), "a macro of a student was expanded"
    assert len(mathml("x" * LONGEST)) > LONGEST


def test_text_of_a_student_does_nothing():
    page = text_html(HARMFUL, trusted=False)
    assert not re.search(r"<(script|img|a|b)\b|href=", page)
    assert "alert(1)" in page, "the text should be there"


def test_only_attached_pictures_are_shown():
    attached = {"a.png": {"image/png": "AAAA"}, "b.png": {"image/svg+xml": "AAAA"}, "c.png": {"image/png": '"><b>'}}
    page = text_html("".join(f"![x](attachment:{name})" for name in attached), trusted=False, attachments=attached)
    assert page.count("<img") == 1 and 'src="data:image/png;base64,AAAA"' in page


def test_sentences_of_checks_have_code_and_formulas_but_no_markdown():
    page = sentence_html("`m*g` is *not* <b>: $x^2$ costs 3 $ more")
    assert page.startswith("<code>m*g</code> is *not* &lt;b&gt;: <math>") and page.endswith(" costs 3 $ more")
