"""Recorded computations: what Python does with numbers becomes a program that does the same with others."""

import json

import numpy as np
import pytest

from mechanics.demonstrations.force_elements import hoist
from mechanics.drawing.playable import PlayableMotion
from mechanics.drawing.recorded.bodies import periods_of
from mechanics.drawing.recorded.branches import joined_branches
from mechanics.drawing.recorded.number import BINARY, UNARY, Number, Tape, pair, select
from mechanics.drawing.recorded.paths import Path, paths_of
from mechanics.drawing.recorded.replaced import recording
from mechanics.drawing.recorded.script import script
from mechanics.drawing.recorded.subprograms import Rule, repeated, values_at
from mechanics.model import ModelError
from mechanics.rotations.arrays import matrix_quaternion, quaternion_matrix, rotation_vector_matrix
from mechanics.widgets import simulate
from tests.drawing.engine import in_node
from tests.drawing.test_laws_in_the_page import compared

MADE = """
const made = (text, Refused) =>
  new Function("Refusal", "short", "machine", `${text}\\nreturn make;`)(Refused, String, machine);
"""
EVALUATE = """
const make = made(given.text, class extends Error {});
tell(given.at.map((c) => {
  const y = new Float64Array(given.size);
  try { make(...c)([], 0, y, 0); } catch (problem) { return problem.message; }
  return Array.from(y);
}));
"""


def in_javascript(folder, function, at, here):
    """What a function of recorded constants gives at other places."""
    tape = Tape()
    constants = [tape.input(f"c{k}", value, 0) for k, value in enumerate(here)]
    with recording():
        paths = paths_of(tape, lambda: list(np.ravel(function(*constants))))
    size = max(len(path.outputs or ()) for path in paths)
    given = {
        "text": script(tape, paths),
        "at": [[x if isinstance(x, bool) else float(x) for x in c] for c in at],
        "size": size,
    }
    return in_node(folder, MADE + EVALUATE, json.loads(json.dumps(given)))


def test_a_constant_is_not_taken_for_a_number_with_the_same_place(tmp_path):
    """The second number has the place 1 on the tape: 1.5 + b, b + b and 1.0 are different things."""
    found = in_javascript(tmp_path, lambda a, b: [1.0 + a, b + a, 2.0 * b, a * b, b * b], [(3, 5)], (0.3, 0.7))
    assert found == [[4.0, 8.0, 10.0, 15.0, 25.0]]


def test_rotations_are_those_of_scipy(tmp_path):
    places = np.random.default_rng(1).uniform(-3.0, 3.0, (20, 3))
    matrices = in_javascript(tmp_path, lambda *a: rotations(a)[0], places, (0.1, 0.2, 0.3))
    assert matrices == pytest.approx(np.array([rotation_vector_matrix(a).ravel() for a in places]), abs=1e-14)
    quaternions = in_javascript(tmp_path, lambda *a: rotations(a)[1], places, (0.1, 0.2, 0.3))
    assert quaternions == pytest.approx(
        np.array([matrix_quaternion(rotation_vector_matrix(a)) for a in places]), abs=1e-14
    )


def rotations(a):
    """Matrix and quaternion, by the functions that stand for those of the library."""
    from mechanics.drawing.recorded import replaced

    A = replaced.INSTEAD[rotation_vector_matrix](np.array(a, dtype=object))
    return A, replaced.INSTEAD[matrix_quaternion](A)


NEWTON = Rule(most=20, enough=1e-12, roughly=1e-3)


def root(a):
    """√a by Newton's method from 1, with the number of steps, and something that stays what it is."""

    def step(given):
        _, x, count, five, a = given
        x = 0.5 * (x + a / x)
        return [abs(x * x - a), x, count + 1.0, five]

    return repeated(step, [abs(1.0 - a), 1.0, 0.0, 5.0], [a], NEWTON)[1:]


@pytest.mark.parametrize("rough", [False, True])
def test_what_is_repeated_ends_when_it_is_precise_enough(tmp_path, rough):
    places = 0.7, 1.2, 1.9
    found = np.array(in_javascript(tmp_path, root, [(a, rough) for a in places], (1.5,)))
    allowed = [rough * 1e-3 * abs(a - 1.0) + 1e-12 for a in places]
    assert np.all(np.abs(found[:, 0] ** 2 - places) <= allowed)
    assert np.all(found[:, 1] == ([2, 2, 3] if rough else [4, 4, 5])), "repetitions"
    assert np.all(found[:, 2] == 5.0)


def test_the_record_of_what_is_repeated_has_its_value():
    tape = Tape()
    [x, *_] = root(tape.input("c0", 1.5, 0))
    values = values_at(tape, {"c0": 0.6})
    assert x.value == pytest.approx(1.5**0.5, rel=1e-14)
    assert values[x.place] == pytest.approx(0.6**0.5, rel=1e-14)


def test_branches_of_a_function_are_joined(tmp_path):
    tape = Tape()
    x = tape.input("c0", 1.0, 0)
    tape.decide = lambda truth: truth.holds
    namespace = {"__name__": "__main__"}
    exec("def law(x):\n    return 0.0 if x < 0 else 2 * x if x < 1 else x + 1", namespace)
    assert isinstance(joined_branches(namespace["law"])(x), Number), "a choice is part of the program"
    found = in_javascript(tmp_path, joined_branches(namespace["law"]), [(-1,), (0.5,), (3,)], (1.0,))
    assert [y for (y,) in found] == [0.0, 1.0, 4.0]


def test_what_python_refuses_is_refused_with_its_sentence(tmp_path):
    namespace = {"__name__": "__main__", "ModelError": ModelError}
    exec("def f(x):\n    if x < 0:\n        raise ModelError(f'too small: {x:.4g}')\n    return [x]", namespace)
    assert in_javascript(tmp_path, namespace["f"], [(2,), (-3,)], (1.0,)) == [[2.0], "too small: -3"]


LONG = """
tell(given.map(({ text, c, x, t, size }) => {
  const make = made(text, Error);
  const [first, second] = [make(...c), make(...c.map((value) => 2 * value))]; // two runs at once
  return [first, second, first].map((f) => {
    const y = new Float64Array(size + 1);
    f([...x, 7], t, y, 1);
    return Array.from(y.slice(1));
  });
}));
"""


def random_program(seed, length):
    """Operations of all kinds on what came before, kept within moderate sizes; some results, and the sum."""
    random, tape = np.random.default_rng(seed), Tape()
    numbers = [tape.input(name, random.uniform(-2.0, 2.0), int(name[0] != "c")) for name in INPUTS]
    while len(numbers) < length:
        a, b, c = (numbers[k] for k in random.integers(0, len(numbers), 3))
        name = random.choice([*UNARY, *BINARY, "?"])
        if name == "?":
            found = select([a < b, a <= b, a == b][random.integers(3)], c, random.uniform(-1.0, 1.0))
        elif name in UNARY:
            found = (0.1 + abs(a) if name in ("log", "sqrt") else a / (1.0 + abs(a))).unary(name)
        elif name == "pow":
            found = pair(name, 1.0 + abs(a), 1.5)
        elif name == "atan2":  # not of zeros, whose signs are no matter of the program
            found = pair(name, 0.3 + abs(a), b)
        elif name in "/%":
            found = pair(name, a, 1.5 + abs(b))
        else:
            found = pair(name, a, b if random.random() < 0.8 else random.uniform(-3.0, 3.0))
        if isinstance(found, Number) and np.isfinite(found.value):
            numbers.append(found if abs(found.value) < 10.0 else found / (1.0 + abs(found)))
    return tape, [numbers[k] for k in random.integers(0, length, 40)] + [0.25, numbers[0], sum(numbers)]


INPUTS = ["c0", "c1", "x0", "x1", "x2", "t"]


@pytest.mark.parametrize("length", [320, 2500])  # in one part, in several ones
def test_long_programs_compute_the_same_in_the_page(tmp_path, length):
    given, wanted = [], []
    for seed in range(8):
        tape, outputs = random_program(seed, length)
        values = dict(zip(INPUTS, np.random.default_rng(seed + 100).uniform(-2.0, 2.0, len(INPUTS)), strict=True))
        text = script(tape, [Path([], outputs)])
        assert "machine(" in text, "the program is not as long as it should be"
        c, x = [[v for name, v in values.items() if name[0] == kind] for kind in "cx"]
        given.append({"text": text, "c": c, "x": x, "t": values["t"], "size": len(outputs)})
        other = values | {name: 2.0 * v for name, v in values.items() if name[0] == "c"}
        wanted.append([at(tape, outputs, values), at(tape, outputs, other), at(tape, outputs, values)])
    found = in_node(tmp_path, MADE + LONG, given)
    for seed, (ours, theirs) in enumerate(zip(found, wanted, strict=True)):
        same = np.isclose(ours, theirs, rtol=1e-9, atol=1e-9)
        assert same.all(), f"the program with seed {seed} gives other results in its places {np.argwhere(~same)}"


def test_a_branch_with_fewer_results_leaves_the_rest_alone(tmp_path):
    tape, outputs = random_program(1, 400)
    key = ("<", tape.input("c0", 1.0, 0).place, "0.0")
    text = script(tape, [Path([(key, True)], outputs), Path([(key, False)], outputs[-3:])])
    told = """
    const make = made(given, Error);
    tell([-1, 1].map((c) => {
      const y = new Float64Array(43);
      make(c, 1)([0.1, 0.2, 0.3], 0.5, y, 0);
      return Array.from(y);
    }));
    """
    long, short = in_node(tmp_path, MADE + told, text)
    assert long[-1] != 0.0
    assert short[0] != 0.0 and short[3:] == [0.0] * 40, "numbers of the other branch"


def at(tape, outputs, values):
    computed = values_at(tape, values)
    return [computed[x.place] if isinstance(x, Number) else x for x in outputs]


def test_a_browser_without_webassembly_is_told_so(tmp_path):
    tape, outputs = random_program(0, 400)
    told = """
    delete globalThis.WebAssembly;
    tell(answer(() => made(given, Error)(1, 1)).problem);
    """
    problem = in_node(tmp_path, MADE + told, script(tape, [Path([], outputs)]))
    assert problem["known"] and "WebAssembly" in problem["message"]
    assert problem["costly"], "a kernel could do it"


def test_what_needs_its_arguments_twice_is_not_written_out_again_and_again(tmp_path):
    tape = Tape()
    [a, x] = [tape.input(name, 1.0, int(name == "x0")) for name in ("c0", "x0")]
    length = x
    for _ in range(400):
        length = pair("hypot", length, a)
    text = script(tape, [Path([], [length])])
    assert len(text) < 50_000, "the text doubles with each operation"
    told = "const y = new Float64Array(1); made(given, Error)(1)([2], 0, y, 0); tell(y[0]);"
    assert in_node(tmp_path, MADE + told, text) == pytest.approx(404**0.5)


def test_the_library_calculates_with_floats_again_afterwards():
    with recording():
        pass
    assert quaternion_matrix([1.0, 0, 0, 0]).dtype == float


def test_multiples_of_angles_go_on_beyond_a_half_turn(tmp_path, monkeypatch):
    """The load of a hoist is lifted by R times the angle of its drum, which turns several times."""
    monkeypatch.setattr(PlayableMotion, "accuracy", 1e-10)
    compared(simulate(hoist(), autoplay=False), {"U": 30.0}, tmp_path)
    assert periods_of([("input", "x"), ("unwrap", 0), ("*", 1, "0.2"), ("+", 2, "1.0")])[3] == 0.4 * np.pi
    with pytest.raises(NotImplementedError, match="half turn"):
        periods_of([("input", "x"), ("unwrap", 0), ("*", 1, 1)])
