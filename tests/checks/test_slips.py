"""Slips of the pen get a hint of their own, and what is no slip gets none."""

import pytest
import sympy as sp

from mechanics.checks.slips import after_error, in_value

m_W, l_S, phi = sp.Symbol("m_W"), sp.Symbol("l_S"), sp.Symbol("phi")
GIVEN = {"m_W": m_W, "l_S": l_S, "phi": phi, "sin": sp.sin, "cos": sp.cos, "sqrt": sp.sqrt, "Matrix": sp.Matrix}


def hint(answer: str) -> str:
    """What is said about ``x = answer``."""
    source, names = f"x = {answer}", GIVEN | {"v_S": ..., "x": ..., "r_A": [1, 0]}
    try:
        exec(compile(source, "<cell>", "exec"), names)
    except Exception as error:
        return after_error(source, error, names)
    return in_value(source, "x", names)


SLIPS = {
    "m_W^2": "write `**`",
    "3^2*m_W": "write `**`",
    "3*(m_W + l_S)^2/2": "write `**`",
    "sin^2(phi)": "`sin(x)**2`",
    "2m_W": "write `2*m_W`",
    "1/2 m_W": "write `2*m_W`",
    "m_W l_S": "Between `m_W` and `l_S` something is missing",
    "m_W(l_S + 1)": "write `m_W*(l_S + 1)`",
    "sin phi": "write `sin(phi)`",
    "sqrt 2": "write `sqrt(2)`",
    "sinphi": "write `sin(phi)`",
    "sin*phi": "`sin` has no argument",
    "m_W*sin(30)": "180° is `pi`, so 30° is `30*pi/180`",
    "cos(-45)": "45° is `45*pi/180`",
    "0,5*m_W": "a point, `0.5`",
    "9,81": "a point, `9.81`",
    "φ": "here `phi`",
    "m_W*θ_dd": "here `theta_dd`",
    "l_S*с": "Cyrillic letter that looks Latin: type `c`",
    "m_W·l_S": "write `m_W*l_S`",
    "m_W − l_S": "write `-`",
    "m_W²": "write `**2`",
    "m_w": "Is `m_W` meant?",
    "mW": "Is `m_W` meant?",
    "[[1, m_W] [0, 1]]": "rows of a matrix, a comma is missing",
    "m_Wl_S": "write `m_W*l_S`",
    "": "the answer is missing",
    "m_W*l_S = 3*l_S": "written `Eq(left, right)`",
    "cos(phi + 90)": "90° is `90*pi/180`",
    "cos(90/m_W)": "90° is `90*pi/180`",
    "m_W//2": "rounds down: write `/`",
    "m_W*[1, 0]": "write a vector as `Matrix([…])`",
    "m_W*r_A": "`r_A` is one: write `Matrix(r_A)`",
    "r_A - r_A": "write `Matrix(r_A)`",
    "r_A + Matrix([1, 0])": "write `Matrix(r_A)`",
    "Matrix([1, 0]) + m_W": "A vector and a single quantity cannot be added",
    "m_W*v_S.dot(v_S)": "`v_S` is an earlier answer that still holds the three dots",
    "m_W*v_S/2": "answer its step first",
}


@pytest.mark.parametrize("answer", SLIPS)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_slip_gets_its_hint(answer):
    assert SLIPS[answer] in hint(answer)


FINE = ["m_W**2/2", "pi", "sin(1/6)", "sin(3)", "sin(phi) + 30", "(9, 81)", "3, 81", "[0,5]", "Matrix([1,2])",
        "2e5*m_W", "sin(90*m_W)", "2*[1, 0]",
        "3 if m_W else 4", "'2m 3^2 φ'", "2*m_W  # 2m^2", "1/0", "sin(phi", "unheard_of"]  # fmt: skip


@pytest.mark.parametrize("answer", FINE)
def test_what_is_no_slip_gets_no_hint(answer):
    assert hint(answer) == ""


def test_a_comparison_is_no_assignment():
    assert "one equals sign" in in_value("x == 3*m_W", "x", GIVEN)
    assert in_value("y == 3*m_W", "x", GIVEN) == ""


def test_a_name_in_letters_that_look_the_same_is_found():
    assert "Cyrillic" in in_value("", "T", {**GIVEN, "Т": 3})
    assert in_value("", "T", {**GIVEN, "t": 3}) == ""
