"""Problems: outputs from inputs by formulas or by a function, conditions, wrong input, values along an input."""

import numpy as np
import pytest
import sympy as sp

from mechanics.checks.key import domain_of
from mechanics.model import ModelError
from mechanics.problem import Given, Motion, Outputs, Problem


def lever(**more) -> Problem:
    """Load at the end of a lever, held by a force at a distance a from the hinge."""
    p = Given(
        m=(2.0, "kg", "load"),
        a=(0.5, "m", "arm of the force"),
        l=(1.0, "m", "length of the lever"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(f=("N", "holding force"), f_A=("N", "force of the hinge"), tau=("N m", "moments", r"\tau", 2))
    formulas = {
        "f": p.m * p.g * p.l / p.a,
        "f_A": p.m * p.g - y.f,
        "tau": sp.Matrix([y.f * p.a, -p.m * p.g * p.l]),
    }
    conditions = {"The force must act on the lever": p.a <= p.l}
    return Problem(parameters=p, outputs=y, formulas=formulas, conditions=conditions, sweep="a", **more)


def hanging(masses: np.ndarray, at: np.ndarray, along: np.ndarray, what: tuple[str, str]) -> dict:
    """Centre of some masses, its coordinate along a direction, and which side it is on."""
    centre = masses @ at / masses.sum()
    x = float(centre @ along)
    return {"centre": centre, "x": x, "side": what[x > 0], "balanced": bool(x == 0)}


def masses() -> Problem:
    p = Given(
        masses=([1.0, 3.0], "kg", "masses"),
        at=([(-1, 0, 0), (1, 0, 0)], "m", "their places", "real"),
        along=((1.0, 0.0, 0.0), "1", "direction", "real"),
        what=(("left", "right"), "1", "names of the sides", "text"),
    )
    y = Outputs(
        centre=("m", "centre of mass", r"r_S", 3), x=("m", "its coordinate"), side=("1", "side"),
        balanced=("1", "balanced"),
    )  # fmt: skip
    conditions = {"The direction must not be zero": sp.Ne(p.along.dot(p.along), 0)}
    return Problem(parameters=p, outputs=y, solution=hanging, conditions=conditions, title="masses")


def test_formulas_use_inputs_and_earlier_outputs():
    found = lever().solve()
    assert (found["f"], found["f_A"]) == pytest.approx((39.24, -19.62))
    assert found["tau"] == pytest.approx([19.62, -19.62])
    assert lever().solve(a=1.0)["f_A"] == 0.0
    equation = lever().equations[1]
    p = lever().inputs
    assert sp.simplify(equation.rhs - p.m * p.g * (1 - p.l / p.a)) == 0


def test_a_function_takes_vectors_lists_of_any_length_and_words():
    assert masses().solve() == {"centre": [0.5, 0.0, 0.0], "x": 0.5, "side": "right", "balanced": False}
    three = masses().solve(masses=[1, 1, 2], at=np.array([[0, 0, 1], [0, 0, 3], [-2, 0, 0]]), what=["L", "R"])
    assert three == {"centre": [-1.0, 0.0, 1.0], "x": -1.0, "side": "L", "balanced": False}


@pytest.mark.parametrize(
    ("problem", "inputs", "sentence"),
    [
        (lever, {"mm": 1}, "Did you mean"),
        (lever, {"m": -1}, "must be positive"),
        (lever, {"m": "two"}, "must be a finite number in kg"),
        (lever, {"a": 1.5}, "The force must act on the lever"),
        (lever, {"l": 1e308}, "no finite f"),
        (masses, {"masses": 1.0}, "must be a list of numbers in kg"),
        (masses, {"masses": [1.0, np.nan]}, "finite"),
        (masses, {"masses": []}, "must be a list"),
        (masses, {"masses": [1, -1]}, "must be positive"),
        (masses, {"at": [1, 2, 3]}, "a list of vectors of 3 numbers"),
        (masses, {"along": [1, 2]}, "must be 3 numbers"),
        (masses, {"along": [0, 0, 0]}, "The direction must not be zero"),
        (masses, {"what": "left"}, "must be 2 texts"),
        (masses, {"what": ("left", 1)}, "must be text"),
    ],
)
def test_wrong_input_gets_one_clear_sentence(problem, inputs, sentence):
    with pytest.raises(ModelError, match=sentence):
        problem().solve(**inputs)


def test_values_along_an_input_are_those_of_single_solutions():
    problem = lever()
    a = np.array([0.25, 0.5, 1.0, 2.0])
    values = problem.evaluate([problem.outputs.f, problem.outputs.tau[1]], {"a": a})
    expected = [[problem.solve(a=x)["f"], problem.solve(a=x)["tau"][1]] for x in a[:3]]
    assert values[:3] == pytest.approx(np.array(expected))
    assert problem.holds({"a": a}).tolist() == [True, True, True, False]


def test_values_along_an_input_of_a_function():
    problem = masses()
    x = np.array([-3.0, 0.0, 3.0])
    values = problem.evaluate([problem.outputs.x, problem.outputs.centre[0]], {"at_1_x": x})
    assert values[:, 0] == pytest.approx([0.0, 0.75, 1.5])
    assert values[:, 1] == pytest.approx(values[:, 0])
    assert [problem.is_number(name) for name in problem.outputs] == [False, True, False, False]
    assert [lever().is_number(name) for name in lever().outputs] == [True, True, False]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"formulas": None}, "either `formulas`"),
        ({"formulas": {"f": 1}}, "Formulas for f, f_A, tau were expected; got some for f"),
        ({"sweep": "alpha"}, "Unknown parameter"),
        ({"formulas": {"f": sp.Symbol("z"), "f_A": 1, "tau": 1}}, "z"),
    ],
)
def test_a_problem_that_does_not_fit_together_is_refused(change, sentence):
    good = lever()
    description = {"inputs": good.inputs, "outputs": good.outputs, "formulas": good.formulas, "sweep": "a"}
    with pytest.raises(ModelError, match=sentence):
        Problem(**(description | change))


def test_rows_of_inputs_are_checked():
    with pytest.raises(ModelError, match="must be described by a tuple"):
        Given(m=2.0)
    with pytest.raises(ModelError, match="domain of m"):
        Given(m=(2.0, "kg", "mass", "negative"))
    with pytest.raises(ModelError, match="must be positive"):
        Given(m=([1.0, -2.0], "kg", "masses"))


def test_symbols_of_vectors_carry_the_index_of_the_component():
    p = Given(f_A=((0, 0, 1), "N", "force", "real"), r=([(0, 0, 1)], "m", "points", "real"))
    assert [sp.latex(symbol) for symbol in p.f_A] == ["f_{A,x}", "f_{A,y}", "f_{A,z}"]
    assert [symbol.name for symbol in p.r] == ["r_1_x", "r_1_y", "r_1_z"]
    assert p.f_A.shape == (3, 1)


def test_a_motion_can_end_at_an_output():
    p = Given(v=(2.0, "m/s", "speed"), s=(6.0, "m", "way"))
    y = Outputs(T=("s", "time"))
    t = sp.Symbol("t")
    problem = Problem(
        parameters=p, outputs=y, formulas={"T": p.s / p.v}, motion=Motion(y.T, {"x": (p.v * t, "m", "place")})
    )
    assert problem.evaluate([problem.motion.end], {"v": 3.0}).tolist() == [2.0]


def test_an_output_in_words_is_the_first_whose_condition_holds():
    p = Given(f=(1.0, "N", "force", "real"))
    y = Outputs(size=("N", "size of the force"), side=("", "where it pulls"))
    words = {"side": {"left": p.f < 0, "right": y.size > 2, "neither": True}}
    problem = Problem(parameters=p, outputs=y, formulas={"size": sp.Abs(p.f)}, words=words)
    assert [problem.solve(f=f)["side"] for f in (-3.0, 3.0, 0.5)] == ["left", "right", "neither"]
    assert problem.is_number("size") and not problem.is_number("side")
    assert [str(e.lhs) for e in problem.equations] == ["size"]


def test_answers_to_a_problem_may_use_its_numbers_by_name():
    assert domain_of(lever())["a"] == "positive [m]"
    names = domain_of(masses())
    assert names["at_2_x"] == "real [m]" and not {"at", "masses", "what"} & set(names)


def test_numbers_of_an_output_are_its_entries():
    y = Outputs(
        f=("N", "force"),
        r=("m", "place", "r", 3),
        values=("1", "eigenvalues", r"\lambda", [3]),
        R=("1", "turn", "R", (3, 3)),
    )
    names = {name: [v.name for v in y.numbers(name)] for name in y}
    assert names == {
        "f": ["f"], "r": ["r_x", "r_y", "r_z"], "values": ["values_1", "values_2", "values_3"], "R": []
    }  # fmt: skip
    assert y.numbers("r")[1].description == "place, y" and y.numbers("r")[1].symbol == y.r[1]
