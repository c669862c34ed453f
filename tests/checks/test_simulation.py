"""Checks of a simulation: any correct method passes, and what breaks a law is told by its sentence."""

import math

import pytest

from mechanics.checks import capture, inputs_of, judge, make_key

# a point mass on a damped spring, x_dd = -x - d x_d
LAWS = {
    "Newton's law does not hold.": ("v", "-x - d*v"),
    "The energy is not right.": ("(x**2 + v**2)/2", "-d*v**2"),
}
OPTIONS = {
    "domain": {"d": "= 0.3", "a": "positive", "x0": "= 1 + a", "b": "positive", "t_end": "= 5 + b"},
    "arguments": ["x0", "t_end"],
    "columns": ["t", "x", "v"],
    "start": {"x": "x0", "v": "0"},
    "kinematics": {"x and v do not belong together.": ("x", "v")},
    "laws": LAWS,
    "ends": {"It should have lost energy.": "x0**2 - x**2 - v**2"},
}
W = math.sqrt(1 - 0.15**2)


def exact(x0, t_end, steps):
    times = [t_end * i / steps for i in range(steps + 1)]
    fade = [x0 * math.exp(-0.15 * t) for t in times]
    x = [f * (math.cos(W * t) + 0.15 / W * math.sin(W * t)) for f, t in zip(fade, times, strict=True)]
    v = [-f * math.sin(W * t) / W for f, t in zip(fade, times, strict=True)]
    return [times, x, v]


def undamped(x0, t_end, steps):
    times = [t_end * i / steps for i in range(steps + 1)]
    return [times, [x0 * math.cos(t) for t in times], [-x0 * math.sin(t) for t in times]]


def stepwise(rate, step):
    """A simulation by a rule for one step."""

    def simulate(x0, t_end, steps):
        dt, rows = t_end / steps, [(0.0, x0, 0.0)]
        for i in range(steps):
            rows.append(((i + 1) * dt, *step(rate, *rows[-1][1:], dt)))
        return rows  # one row for each instant is as good as one list for each column

    return simulate


def spring(x, v):
    return v, -x - 0.3 * v


def euler(rate, x, v, dt):
    a, b = rate(x, v)
    return x + dt * a, v + dt * b


def heun(rate, x, v, dt):
    a, b = rate(x, v)
    c, d = rate(x + dt * a, v + dt * b)
    return x + dt * (a + c) / 2, v + dt * (b + d) / 2


def leapfrog(rate, x, v, dt):
    v = v + dt * rate(x, v)[1]
    return x + dt * v, v


def too_strong(rate, x, v, dt):
    """Weights that add up to more than one: it settles, on a wrong motion."""
    a, b = rate(x, v)
    return x + dt * a, v + 1.2 * dt * b


def growing(rate, x, v, dt):
    """A term with the square root of the step: it does not settle."""
    a, b = rate(x, v)
    return x + dt * a, v + dt * b + 0.3 * math.sqrt(dt)


def verdict(answer, hidden=True, **more):
    key = make_key("simulation", exact, seed=5, hidden=hidden, **{**OPTIONS, **more})
    return judge(capture(answer, inputs_of(key)), key)


@pytest.mark.parametrize("hidden", [True, False])
def test_a_correct_method_passes(hidden):
    assert verdict(stepwise(spring, heun), hidden).ok
    assert verdict(exact, hidden).ok


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("step", [euler, leapfrog])
def test_a_method_of_first_order_passes_with_enough_steps(hidden, step):
    assert verdict(stepwise(spring, step), hidden, steps=(500, 1000, 2000), tolerance=0.03).ok


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (stepwise(spring, too_strong), "Newton's law does not hold."),
        (stepwise(spring, growing), "With more and smaller steps the result should converge"),
        (stepwise(lambda x, v: (1.1 * v, -x - 0.3 * v), heun), "x and v do not belong together."),
        (undamped, "Newton's law does not hold."),
        (lambda x0, t_end, steps: exact(1.01 * x0, t_end, steps), "x does not start where it should."),
        (lambda x0, t_end, steps: exact(x0, 1.01 * t_end, steps), "The times should go in equal steps"),
        (lambda x0, t_end, steps: exact(x0, t_end, steps + 1), "lists, t, x, v, of steps + 1 numbers each"),
        (lambda x0, t_end, steps: exact(x0, t_end, steps)[1:], "should return 3 lists"),
        (lambda x0, t_end, steps: None, "returns nothing"),
        (lambda x0, t_end, steps: 1 / 0, "ZeroDivisionError"),
        (lambda x0, t_end, steps: [[math.nan] * (steps + 1)] * 3, "finite and real; some are not"),
        (lambda x0: x0, "TypeError"),
        (3.0, "Expected a Python function of x0, t_end, steps"),
    ],
)
def test_what_is_wrong_is_said(answer, sentence):
    found = verdict(answer)
    assert not found.ok and sentence in found.reason


def test_the_end_is_looked_at():
    assert verdict(exact, ends={"It should rest.": "0.001 - abs(v)"}).reason == "It should rest."


def test_the_visible_key_knows_mistakes_but_no_law():
    mistakes = {"The damper is missing.": undamped}
    key = make_key("simulation", exact, seed=5, mistakes=mistakes, **OPTIONS)
    assert judge(capture(undamped, inputs_of(key)), key).reason == "The damper is missing."
    assert not judge(capture(stepwise(spring, too_strong), inputs_of(key)), key).ok
    assert [law[0] for law in key["laws"]] == ["x and v do not belong together."]
    assert "0.3" not in str(key["laws"]) and not key["ends"] and not any(key["points"])


def test_the_hidden_key_knows_no_motion():
    assert make_key("simulation", exact, seed=None, hidden=True, **OPTIONS)["instants"] == []


def test_a_simulation_is_an_answer_to_its_own_kind_only():
    key = make_key("expression", "a", {"a": "positive"})
    assert not judge(capture(exact), key).ok
