"""The comparison is fair only if all routes solve the same equations; and its tables must say what was measured."""

import pytest

from benchmarks import report, timing
from benchmarks.cases import cases
from benchmarks.peers import sympy_methods
from benchmarks.report import Target

CASES = {case.name: case for case in cases()}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("method", ["Kane", "Jacobians"])
def test_the_neutral_description_is_the_system(name, method):
    case, d = CASES[name], CASES[name].describe()
    if method == "Kane":  # from frames, points and forces; nothing of our energies
        speeds = dict(zip(sympy_methods.rates(d), d.rates, strict=True))
        equations = tuple(x.xreplace(speeds) for x in sympy_methods.by_kane(sympy_methods.kane(d)))
    else:
        equations = sympy_methods.by_jacobians(d)
    f = sympy_methods.accelerations(d, equations, case.values, cse=True)
    for q, v in zip(*case.states(4), strict=True):
        expected = case.system.numeric().accelerations(q, v)
        assert f(q.tolist(), v.tolist()) == pytest.approx(expected, rel=1e-9, abs=1e-9), (
            f"{method} and the library give different motions of {name}"
        )


def test_lagranges_method_gets_the_same_forces():
    case, d = CASES["ball_on_beam"], CASES["ball_on_beam"].describe()
    lagrangian = sympy_methods.kinetic_energy(d) - d.potential
    f = sympy_methods.accelerations(d, sympy_methods.by_lagrange(d, lagrangian), case.values | {"tau_e": 0.7}, cse=True)
    q, v = [0.2, 0.1], [0.5, -0.3]
    expected = case.system.numeric().accelerations(q, v, {"tau_e": 0.7})
    assert f(q, v) == pytest.approx(expected, rel=1e-9)


def test_the_description_needs_no_parameter_that_the_system_does_not_have():
    for case in CASES.values():
        unknown = {x.name for x in case.describe().parameters} - set(case.values)
        assert not unknown, f"{case.name} is described with {unknown}"


def test_what_is_prepared_is_not_timed():
    def prepare() -> list[int]:
        return [sum(range(20_000)) for _ in range(3)]

    seconds = timing.race({"quick": timing.Run(len, prepare)}, budget=0.01)
    assert seconds["quick"] < 1e-4, "the time of the preparation was counted"


def test_a_slow_contestant_runs_at_least_once_and_stops_at_its_budget():
    calls = []
    timing.race({"slow": timing.Run(lambda: calls.append(sum(range(3_000_000))))}, budget=0.001)
    assert len(calls) == 1


def test_a_table_shows_the_ratio_to_ours():
    text = report.comparison("Title", "ms", 1e3, {"a": {"ours": 0.001, "peer": 0.01}, "b": {"ours": 0.002}})
    assert "| peer  | 10 (10×) | –" in text


def test_a_missed_target_is_called_missed():
    text = report.targets(
        [Target("fast", 3.0, 5), Target("small", 0.2, 0.6, "s", at_least=False), Target("x", None, 1)]
    )
    assert [line.split("|")[-2].strip() for line in text.splitlines()[4:]] == [
        "**not met**",
        "met",
        "not measured",
    ]
