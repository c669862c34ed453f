"""Sentences that were said of a wrong answer and not true of it, each with what made them false."""

import pytest

from mechanics.checks import capture, judge, make_key
from mechanics.checks.points import Points


def reason(kind, right, domain, answer, **options):
    verdict = judge(capture(answer), make_key(kind, right, domain, **options))
    assert not verdict.ok
    return verdict.reason


@pytest.mark.parametrize("seed", range(12))
def test_the_second_point_has_other_signs(seed):
    first, second, *_ = Points({"x": "real", "phi": "angle", "m": "positive"}, seed).several(3)
    for name in ("x", "phi"):
        assert first[name].startswith("-") != second[name].startswith("-"), (first, second)


@pytest.mark.parametrize("seed", range(12))
def test_the_root_of_a_square_is_not_taken_for_what_is_squared(seed):
    domain = {"x": "real", "v": "real", "g": "positive", "h": "positive"}
    said = reason(
        "expression",
        "x + v + sqrt(v**2 + 2*g*h)",
        domain,
        "x + v + sqrt(v**2)",
        mistakes={"Back at the same height.": "x + 2*v"},
        seed=seed,
    )
    assert "Back at" not in said, said


def test_names_that_occur_in_no_result_are_not_named():
    domain = {"l1": "positive", "d": "positive", "l2": "= l1 + d", "m": "positive"}
    said = reason("expression", "m*l1*l2 + l1**2", domain, "m*l1 + l1**2")
    assert "`d`" not in said, said
    assert "l2" in reason("expression", "m*l2**2/(1 + l2) + l1**2/3", domain, "m*l1*2 + 7*l1")


def test_an_argument_is_named_by_its_own_name_and_not_by_what_it_is_drawn_from():
    domain = {"x": "acute", "ratio": "= 1/(2*tan(x))"}
    key = make_key("function", "atan(ratio) + ratio", domain, arguments=["ratio"])
    assert {item["name"] for item in key["more"]} == {"ratio"}
    assert not any(item["zero"] for item in key["more"])


def test_a_part_that_is_zero_has_no_unit():
    domain = {"x": "positive [m]", "v": "positive [m/s]", "F": "positive [N]", "m": "positive [kg]"}
    assert "units" not in reason("expression", "F*x", domain, "m*(x*v - v*x) + 2*F*x"), "0 fits every unit"
    assert "units do not fit" in reason("expression", "F*x", domain, "F*x + v")


def test_what_cancels_is_linear():
    domain = {"x": "real", "x_d": "real", "x_dd": "real", "m": "positive", "c": "positive"}
    nothing = "(x_dd + c)**2 - x_dd**2 - 2*x_dd*c - c**2"
    assert "linearly" not in reason("equations", "[m*x_dd + c*x]", domain, f"[{nothing}]")
    assert "linearly" in reason("equations", "[m*x_dd + c*x]", domain, "[m*x_dd**2 + c*x]")


def test_no_exponential_is_missing_around_a_large_number():
    domain = {"x": "real", "y": "real", "m": "positive"}
    said = reason("expression", "600*(x - y)/m + 7*y**2", domain, "600*(x - y)/m*x*y")
    assert "exponential" not in said, said


MOTION = "[m*l**2*phi_dd + d*phi_d + m*g*l*sin(phi) - u*phi_d**2*cos(phi)]"
RATES = {
    "phi": "angle",
    "phi_d": "real",
    "phi_dd": "real",
    **dict.fromkeys(("m", "l", "d", "g", "u"), "positive"),
}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            "[m*l**2*phi_dd - d*phi_d*3 - m*g*l*sin(phi) + u*phi_d**2*cos(phi)]",
            "At rest, the other terms have the wrong",
        ),
        ("[m*l**2*phi_dd + d*phi_d*phi + m*g*l*phi + u*phi_d**3]", "The coefficient of `phi_dd` is right, but for"),
        (
            "[m*l*phi_dd*(phi + sin(l)) + d*phi_d + m*g*l*sin(phi) - u*phi_d**2*cos(phi)]",
            "accelerations is right, but for",
        ),
        ("[(phi_dd + 1)*m - phi_dd*m + d*phi_d*phi + u*phi]", "No acceleration is left in it"),
    ],
)
def test_an_equation_of_motion_is_told_which_part_is_right(answer, said):
    assert said in reason("equations", MOTION, RATES, answer)


def test_a_name_is_absent_only_where_the_equation_does_not_depend_on_it():
    domain = RATES | {"e": "positive", "l": "= e + d"}
    assert "`e`" not in reason("equations", MOTION, domain, "[m*l**2*phi_dd*phi + g*sin(phi)*l*7]")


def test_a_rate_is_called_as_it_is_written():
    domain = {"phi": "angle", "phi_d": "real", "omega": "= phi_d", "m": "positive"}
    said = reason("expression", "m*sin(phi)", domain, "m*sin(phi)*cos(phi_d) + 3*m")
    assert "depends on `phi_d`" in said, said


def test_a_factor_that_depends_on_a_name_without_a_word_for_it_is_not_described():
    """I_2 is made of p, and so is I_3: that the factor depends on I_1 and I_3 only would be false."""
    domain = {"I_1": "positive", "p": "positive", "q": "positive", "I_2": "= I_1 + p", "I_3": "= I_1 + p + q"}
    said = reason("expression", "(I_3 - I_1)/(I_2*I_3)", domain, "(I_1 - I_3*I_2)/(I_2*I_3)")
    assert "only" not in said and "`p`" not in said, said
