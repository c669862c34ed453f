"""What a page has no use for is left out: rules of style sheets, marks without a colour, a script that measures."""

import re
from html import unescape
from pathlib import Path

import pydata_sphinx_theme
import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from pygments.styles import get_style_by_name
from pygments.token import Name, Punctuation, Text, Whitespace
from sphinx.errors import ExtensionError

from docs.book.styles import SCRIPT, SCROLLING, lean, quick, unmarked, words
from tests.book.conftest import CHAPTER
from tests.conftest import CHECKOUT

SHEET = """
.used, .gone > p { color: red }
.gone .used { color: green }
@media print { .gone { color: blue } #there:not(.gone) { color: black } }
@media screen { .gone { color: blue } }
@font-face { font-family: X }
p:has(> .used, .gone)::before { content: ".gone" }
"""


def test_a_style_sheet_keeps_what_applies_to_something():
    text = lean(SHEET, words(['<p class="used" id="there">']))
    assert ".used{" in text and ".gone > p" not in text and ".gone .used" not in text
    assert "@media print {#there:not(.gone){" in text and "screen" not in text
    assert "@font-face" in text and "p:has(> .used, .gone)::before{" in text
    assert lean(text, {"used", "there"}) == text, "a second time takes more away"


def test_code_has_marks_only_where_they_give_it_a_colour():
    code = 'm = Matrix([1, -2])  # (3.6)\nprint(f"{m} > 1")\n'
    marked = highlight(code, PythonLexer(), HtmlFormatter())
    plain = unmarked(marked)
    texts = [unescape(re.sub("<[^>]*>", "", page)) for page in (marked, plain)]
    assert texts[0] == texts[1], "the code has changed"
    assert '<span class="c1"># (3.6)</span>' in plain and '<span class="mi">1</span>' in plain
    assert not re.search('class="[npw]"', plain) and len(plain) < 0.8 * len(marked)


def test_chapters_are_written_without_such_marks(small_book):
    page = (small_book / f"{CHAPTER}.html").read_text(encoding="utf-8")
    assert page == unmarked(page) and '<span class="nn">' in page


def test_names_and_punctuation_have_the_colour_of_the_text_around_them():
    """Else they would need their marks."""
    styles = re.findall(r'"pygments_\w+_style": "([^"]+)"', (CHECKOUT / "docs" / "conf.py").read_text(encoding="utf-8"))
    assert len(styles) == 2
    for style in map(get_style_by_name, styles):
        colours = {style.style_for_token(kind)["color"] for kind in (Text, Name, Punctuation, Whitespace)}
        assert len(colours) == 1, f"{style.__name__}: {colours}"


def test_the_script_of_the_theme_measures_nothing_after_each_change_of_a_page():
    theme = Path(pydata_sphinx_theme.__file__).parent / "theme" / "pydata_sphinx_theme" / "static" / SCRIPT
    text = theme.read_text(encoding="utf-8")
    assert SCROLLING in text and SCROLLING not in quick(text) and quick(quick(text)) == quick(text)
    with pytest.raises(ExtensionError, match=r"pydata-sphinx-theme\.js has changed"):
        quick("another version")
