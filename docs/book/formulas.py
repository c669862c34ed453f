"""Formulas as MathML: for readers without JavaScript, for the search, and for cards that show an equation.

MathJax itself turns LaTeX into MathML when the book is built, so both forms of a formula agree. What it makes is
reduced to what browsers draw by themselves (MathML Core): they neither know numbered rows nor bold letters as an
attribute.
"""

import html
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .files import digest, write
from .web import run_node

__all__ = ["FORMULA", "Formula", "Formulas", "latex_of", "plain", "symbols", "with_mathml"]

Formula = tuple[str, bool]  # LaTeX, displayed
FORMULA = re.compile(r'<(span|div)( [^>]*)?class="[^"]*\bmath notranslate[^"]*"[^>]*>(?:[^<]|<(?!/?\1\b))*</\1>')
DELIMITED = re.compile(r"^\s*\\([(\[])(.*)\\[)\]]\s*$", re.DOTALL)
DOLLARS = re.compile(r"^\s*(\$\$?)(.*)\1\s*$", re.DOTALL)
HERE = Path(__file__).parent
ALPHABETS = {
    "bold": "MATHEMATICAL BOLD ", "italic": "", "bold-italic": "MATHEMATICAL BOLD ITALIC ",
    "script": "MATHEMATICAL SCRIPT ", "double-struck": "MATHEMATICAL DOUBLE-STRUCK ",
    "fraktur": "MATHEMATICAL FRAKTUR ", "sans-serif": "MATHEMATICAL SANS-SERIF ",
    "monospace": "MATHEMATICAL MONOSPACE ",
}  # fmt: skip
SIZES = re.compile(r"LATIN |GREEK |LETTER ")
# without the script that picks a theme, the theme has no colours either
NO_STYLE = """<noscript><style>
.math.notranslate { display: none !important; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "Noto Sans Math", math; }
.bd-header, .bd-sidebar { background: Canvas !important; color: CanvasText; }
.bd-article a { text-decoration: underline; }
</style></noscript>"""


def latex_of(text: str) -> Formula:
    """The LaTeX in the text of an element, and whether it is displayed."""
    plain_text = html.unescape(re.sub(r"<[^>]+>", "", text))
    found = DELIMITED.match(plain_text)
    if found:
        return found[2].strip(), found[1] == "["
    found = DOLLARS.match(plain_text)
    return (found[2].strip(), found[1] == "$$") if found else (plain_text.strip(), True)


class Formulas:
    """MathML by formula; what is known is kept in a file, the rest is asked of MathJax in one go.

    Parameters
    ----------
    kept : file for what is known
    modules : ``node_modules`` with MathJax
    """

    def __init__(self, kept: Path, modules: Path):
        self.kept, self.modules = kept, modules
        self.known: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}

    def ask(self, formulas: Iterable[Formula]) -> None:
        """Convert those that are not known."""
        wanted = [formula for formula in dict.fromkeys(formulas) if self._key(formula) not in self.known]
        if not wanted:
            return
        count = min(os.cpu_count() or 1, len(wanted))
        parts = [wanted[k::count] for k in range(count)]
        with ThreadPoolExecutor(count) as pool:
            for part, made in zip(parts, pool.map(self._made, parts), strict=True):
                self.known |= {self._key(formula): reduced(text) for formula, text in zip(part, made, strict=True)}
        write(self.kept, json.dumps(self.known, ensure_ascii=False, indent=0))

    def _made(self, formulas: Sequence[Formula]) -> list[str]:
        """What MathJax makes of formulas, in a process of its own."""
        with TemporaryDirectory() as folder:  # of this build alone: others may run beside it
            asked, answers = Path(folder) / "asked.json", Path(folder) / "answers.json"
            asked.write_text(json.dumps(formulas), encoding="utf-8")
            run_node(HERE / "formulas.mjs", self.modules, asked, answers)
            made: list[str] = json.loads(answers.read_text(encoding="utf-8"))
        return made

    def __getitem__(self, formula: Formula) -> str:
        return self.known[self._key(formula)]

    def _key(self, formula: Formula) -> str:
        return digest(formula[0].encode(), str(formula[1]).encode())


def with_mathml(page: str, mathml: Callable[[Formula], str]) -> str:
    """A page whose formulas have MathML behind them for browsers without JavaScript; a page that has it stays."""
    if NO_STYLE in page or not FORMULA.search(page):
        return page

    def both(found: re.Match[str]) -> str:
        inner = re.sub(r"^<[^>]*>|</\w+>$", "", found[0])
        return f"{found[0]}<noscript>{mathml(latex_of(inner))}</noscript>"

    return FORMULA.sub(both, page).replace("</head>", f"{NO_STYLE}</head>", 1)


# --- what MathJax makes, in less --------------------------------------------------------------------------------------
def reduced(text: str) -> str:
    """MathML without what only MathJax reads, and in the elements that browsers know."""
    root = ElementTree.fromstring(text)
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
        node.text, node.tail = (node.text or "").strip("\n ") or None, None
        for name in [name for name in node.attrib if name.startswith("data-") or name == "id"]:
            del node.attrib[name]
        if (style := node.attrib.get("mathvariant")) in ALPHABETS:
            del node.attrib["mathvariant"]
            node.text = "".join(_letter(character, style) for character in node.text or "")
        if node.tag == "mlabeledtr":
            node.tag, label = "mtr", node[0]
            node.remove(label)
            node.append(label)
    return ElementTree.tostring(_unwrapped(root), encoding="unicode", short_empty_elements=False)


def _unwrapped(node: Element) -> Element:
    """Without rows of one element."""
    node[:] = [_unwrapped(child) for child in node]
    lonely = node.tag == "mrow" and len(node) == 1 and not node.attrib
    return node[0] if lonely else node


def _letter(character: str, style: str) -> str:
    """A letter of a mathematical alphabet: bold-italic q is a character of its own."""
    name = unicodedata.name(character, "")
    size = "CAPITAL " if "CAPITAL" in name else "SMALL "
    letter = name if name.startswith("DIGIT ") else size + name.rpartition("LETTER ")[2].replace(" SYMBOL", "")
    try:
        return unicodedata.lookup(ALPHABETS[style] + letter)
    except KeyError:
        return character


# --- what the search reads in it --------------------------------------------------------------------------------------
@cache
def plain(mathml: str) -> str:
    """A formula in one line: m_S g/2."""
    text = unicodedata.normalize("NFKC", _line(ElementTree.fromstring(mathml)))
    return re.sub(r"[\s\u2061-\u2064]+", " ", text).strip()  # also of signs that nobody sees


def _line(node: Element) -> str:
    parts = [_line(child) for child in node]
    if node.tag in ("msub", "msup", "munder", "msubsup", "munderover", "mover"):
        if node.tag == "mover" and parts[1] in DOTS:
            return parts[0] + DOTS[parts[1]]
        marks = {"msub": "_", "munder": "_", "msup": "^", "mover": "^"}.get(node.tag, "_")
        return parts[0] + "".join(mark + part for mark, part in zip(marks + "^", parts[1:], strict=False) if part)
    if node.tag == "mfrac":
        return "/".join(part if len(part) < 3 else f"({part})" for part in parts)
    if node.tag in ("msqrt", "mroot"):
        return f"√({parts[0] if parts else ''})"
    if node.tag == "mtd":
        return "".join(parts) + " "
    text = (node.text or "") + _beside(node, parts)
    return f" {text} " if node.tag == "mo" and text in "=<>≤≥≈→±+−" and text else text


def _beside(node: Element, parts: list[str]) -> str:
    """The parts of a row; a space between factors, which would else read as one symbol."""
    text, before = "", ""
    for child, part in zip(node, parts, strict=True):
        text += " " * (before in FACTORS and child.tag in FACTORS and child.tag != "mn") + part
        before = child.tag
    return text


FACTORS = ("mi", "msub", "msup", "msubsup", "mover", "mn", "mfrac")
DOTS = {"˙": "\u0307", "¨": "\u0308", ".": "\u0307", "..": "\u0308", "~": "\u0303", "ˉ": "\u0304", "¯": "\u0304"}


@cache
def symbols(mathml: str) -> tuple[str, ...]:
    """The symbols of a formula: letters, with their indices, without dots and accents: m_S, phi_1 of its derivative."""
    found: dict[str, None] = {}
    for node in ElementTree.fromstring(mathml).iter():
        if node.tag in ("msub", "msubsup"):
            base, index = _letters(node[0]), _letters(node[1])
            if base and index:
                found[f"{base}_{index}"] = None
        elif node.tag == "mi" and node.text and len(node.text) == 1:
            found[unicodedata.normalize("NFKC", node.text)] = None
    return (*found,)


def _letters(node: Element) -> str:
    """Letters and figures of a part, without what stands over them."""
    if node.tag == "mover":
        return _letters(node[0])
    own = node.text if node.tag in ("mi", "mn", "mtext") else ""
    text = unicodedata.normalize("NFKC", (own or "") + "".join(_letters(child) for child in node))
    return re.sub(r"[^\w]", "", text)
