"""Labels: from LaTeX to runs of text for the canvas."""

import pytest

from mechanics import systems
from mechanics.drawing.labels import plain_label, runs
from mechanics.drawing.playable import playable_of


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("m_W", [("m", True, 0), ("W", True, -1)]),
        (r"\varphi_{1}", [("φ", True, 0), ("1", False, -1)]),
        (r"\dot{\varphi}_{1}", [("φ\u0307", True, 0), ("1", False, -1)]),
        (r"\dot{s}", [("s\u0307", True, 0)]),
        ("I_{zz}^{C}", [("I", True, 0), ("zz", True, -1), ("C", True, 1)]),
        (r"\frac{l_{S}}{2}", [("l", True, 0), ("S", True, -1), ("/2", False, 0)]),
        ("-f^e", [("−", False, 0), ("f", True, 0), ("e", True, 1)]),
        ("end effector", [("end effector", False, 0)]),
    ],
)
def test_latex_is_split_into_runs_of_one_style(latex, expected):
    assert runs(latex) == expected


def test_plain_labels():
    assert plain_label(r"\varphi_{12}") == "φ₁₂"
    assert plain_label("m_W") == "m_W"
    assert plain_label("p_{H,x}") == "p_H,x"
    assert plain_label("s_{W0}") == "s_W₀"


@pytest.mark.parametrize("id", systems.names())
def test_no_latex_is_left_in_a_label(id):
    playable = playable_of(id)
    names = [item.latex for item in playable.quantities] + [p.latex for p in playable.parameters.values()]
    for latex in names:
        text = plain_label(latex)
        assert text and not set("\\{}$") & set(text), f"{latex} becomes {text}"
