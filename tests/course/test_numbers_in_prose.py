"""The reader of numbers: what it reads, what it accepts, and that it notices a wrong number.

`tests/browser/test_chapters.py` runs the chapters and applies it to each of them.
"""

import re

import nbformat
import pytest

from tests.course.conftest import CHAPTERS
from tests.course.numbers_in_prose import KINDS, Page, reasons
from tests.course.prose_numbers import claims
from tests.course.settings import cannot_be_set


def page(text: str, code: str = "", output: str = "", player: dict | None = None, known: dict | None = None) -> Page:
    """A chapter of one code cell and the text below it."""
    shown = [{"output_type": "stream", "name": "stdout", "text": output}]
    if player:
        view = {"application/vnd.jupyter.widget-view+json": {"model_id": "the player"}}
        shown.append({"output_type": "display_data", "data": view})
    cells = [
        {"cell_type": "code", "id": "code", "source": code, "outputs": shown},
        {"cell_type": "markdown", "id": "text", "source": text},
    ]
    return Page("a chapter", cells, {"the player": player}, known or {})


PLAYER = {
    "curves": [["N", [27590.625, 27590.625, 6698.7, 55590.0]], ["rad", [0.0, 1.45, 0.0, 1.45]]],
    "values": [["kg", 5600.0]],
    "end": 8.0,
    "sliders": [["m", "kg", [0.0, 9000.0, 50.0]], ["phi_2_d", "rad/s", [-1.0, 1.0, 0.1]]],
    "texts": ["The ball falls by 12 cm."],
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It falls for 1.5 s and 3 m.", ["1.5 s", "3 m"]),
        ("At $x = 0.47$ m it stops, at $\\varphi = 30^\\circ$ it slips.", ["0.47 m", "30 °"]),
        ("They are 46, 48 and 97 cm long.", ["46 cm", "48 cm", "97 cm"]),
        ("A mass of $10^{-8}$ kg, $2.5\\cdot 10^{3}\\,\\mathrm{N}$, 10,000 m", ["1e-8 kg", "2.5e3 N", "10,000 m"]),
        ("Eight times as long, hundreds of times faster, 6.6 times", ["6.6 times", "eight times", "hundreds of times"]),
        ("More than 99 % are lost; it turns at 90 revolutions per minute.", ["99 %", "90 revolutions per minute"]),
    ],
)
def test_it_reads_numbers_with_units(text: str, expected: list[str]) -> None:
    assert sorted(claim.name for claim in claims(text)) == sorted(expected)


@pytest.mark.parametrize(
    "text",
    [
        "See (3.71), (A.9), R(2.12) and W(53), or section 3.6, chapter 2, Task 5.2 and [3.7 Momentum](03g.ipynb).",
        "### 3.4 Work\n\n1. First, $\\frac{1}{2} m v^2$, $x_1 = 2\\,m\\,\\Omega$ and `theta=0.5`.",
        "<details><summary>It takes 17.5 s.</summary>\n\nNo.\n\n</details>",
        "There are 6 unknowns in 2 bodies, and link 2 turns about link 1.",
    ],
)
def test_it_leaves_out_what_claims_nothing(text: str) -> None:
    assert [claim.name for claim in claims(text)] == []


def test_the_right_option_of_a_question_is_read() -> None:
    text = "<details><summary>It takes 17.5 s.</summary>\n\n**Right.** So it is.\n\n</details>"
    assert [claim.name for claim in claims(text)] == ["17.5 s"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("It takes 2.5 s.", "It takes 2.6 s."),
        ("It takes 2.51 s.", "It takes 2.50 s."),
        ("It takes 2510 ms.", "It takes 2410 ms."),
        ("It takes more than 2.4 s.", "It takes more than 2.6 s."),
        ("It takes almost 3 s.", "It takes almost 2.4 s."),
        ("It takes about 2.6 s.", "It takes about 2.8 s."),
        ("The rope pulls with 27.6 kN.", "The rope pulls with 27.8 kN."),
        ("It turns by 83°.", "It turns by 85°."),
        ("The mass is 5600 kg.", "The force is 5600 N."),
        ("It falls by 0.12 m.", "It falls by 0.13 m."),
    ],
)
def test_a_number_that_is_not_in_the_output_is_noticed(right: str, wrong: str) -> None:
    assert page(right, "x = 300", "after 2.514 s", PLAYER).faults() == []
    (fault,) = page(wrong, "x = 300", "after 2.514 s", PLAYER).faults()
    assert "is not in any output near it" in fault


@pytest.mark.parametrize("value", ["9500", "6520"])
def test_what_is_to_be_set_is_a_step_of_a_slider(value: str) -> None:
    assert page("1. Set $m = 6550$ kg: it opens.", player=PLAYER).faults() == []
    (fault,) = page(f"1. Set $m = {value}$ kg: it opens.", player=PLAYER).faults()
    assert "no slider near it has this value" in fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1. $m = 6550$ and $\\dot\\varphi_2 = -0.3$: it opens.", ""),
        ("2. Spin it, $m = 6550$, $\\dot\\varphi_{2} = 0.05$.", "varphi_{2} = 0.05"),
        ("Now with $m = 9050$ it closes.", "m = 9050"),
        ("Set $x = 0.123$.", ""),
    ],
)
def test_a_symbol_finds_its_slider(text: str, fault: str) -> None:
    chapter = page(text, player=PLAYER)
    found = "".join(cannot_be_set(chapter.cells, chapter.players))
    assert fault in found if fault else not found


@pytest.mark.parametrize(
    ("reason", "trouble"),
    [
        ("= 2.514/1.6", ""),
        ("given: by the text", ""),
        ("= 2.514/1.5", "but 2.514/1.5 = 1.676"),
        ("= 2.9849/1.9", r"computed from \[2.9849, 1.9\]"),
        ("tested: test_statements_of_oscillations.py", "is not in test_statements_of_oscillations.py"),
        ("because I say so", "expected one of"),
    ],
)
def test_a_reason_must_be_a_good_one(reason: str, trouble: str) -> None:
    known = {"text": {"1.571 times": reason}}
    faults = page("That is 1.571 times the period of 1.6 s.", "1.5", "2.514 s, not 1.6 s", PLAYER, known).faults()
    assert [re.search(trouble, fault) is not None for fault in faults] == [True] * bool(trouble)


def test_only_what_the_text_says_is_excused() -> None:
    chapter = page("It takes 3 s.", known={"4 s": "given: x", "text": {"3 s": "given: x", "5 s": "given: x"}})
    assert chapter.faults() == [] and chapter.idle() == ["4 s", "text: 5 s"]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_reason_belongs_to_a_number_of_the_text(chapter) -> None:
    idle = Page(chapter.stem, nbformat.read(chapter, as_version=4).cells, {}).idle()
    assert not idle, f"tests/course/numbers.toml has reasons for numbers that {chapter.name} does not have: {idle}"


def test_the_list_is_of_chapters_and_says_why() -> None:
    assert set(reasons()) <= {path.stem for path in CHAPTERS}
    tables = [
        table for chapter in reasons().values() for table in (chapter, *chapter.values()) if isinstance(table, dict)
    ]
    flat = [reason for table in tables for reason in table.values() if isinstance(reason, str)]
    assert all(reason.startswith((*KINDS, "= ", "tested: ")) for reason in flat)
