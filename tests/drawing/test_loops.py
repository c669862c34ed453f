"""Loops of a recorded computation: found again, they are short, and compute to the last bit what was recorded."""

import numpy as np
import pytest

from mechanics.drawing.recorded.loops import Loop, loops, runs
from mechanics.drawing.recorded.number import Number, Tape
from mechanics.drawing.recorded.paths import Path
from mechanics.drawing.recorded.script import script
from mechanics.drawing.recorded.subprograms import values_at
from tests.drawing.engine import in_node, model_of
from tests.drawing.test_recorded import MADE

RUN = """
tell(given.map(({ text, c, x, t, size }) => {
  const compute = made(text, Error)(...c);
  const y = new Float64Array(size);
  for (let k = 0; k < 2; k++) compute(x, t, y, 0); // nothing is left in the memory from the first time
  return Array.from(y);
}));
"""


def inwards_and_outwards(parents, seed=0):
    """A computation like that of a tree of bodies: from the leaves to the base, and back.

    Parameters
    ----------
    parents : list of int
        Of each body the number of an earlier one, or -1.
    seed : int
        Of the numbers.
    """
    n, random, tape = len(parents), np.random.default_rng(seed), Tape()
    values = {f"x{k}": v for k, v in enumerate(random.uniform(0.5, 1.5, 5 * n))}
    values |= {f"c{k}": v for k, v in enumerate(random.uniform(0.5, 1.5, n))} | {"t": 0.3}
    x = [tape.input(f"x{k}", values[f"x{k}"], 1) for k in range(5 * n)]
    c = [tape.input(f"c{k}", values[f"c{k}"], 0) for k in range(n)]
    t = tape.input("t", 0.3, 1)
    masses = [c[i] * (x[2 * i] * x[2 * i] + x[2 * i + 1]) + 1.0 / (2.0 + x[2 * i]) for i in range(n)]
    forces = [3.0 * masses[i] * t - x[2 * n + 3 * i] * x[2 * n + 3 * i + 1] for i in range(n)]
    shares = [0.0] * n
    for i in range(n - 1, -1, -1):
        whole = masses[i] / 4.0 + forces[i] * forces[i]
        for k in range(3):
            whole = (whole + x[2 * i] * forces[i]) / (1.5 + whole * whole) + x[2 * i + 1] / (1.0 + k + whole * whole)
        shares[i] = (forces[i] - x[2 * n + 3 * i + 2] * masses[i]) / (1.0 + whole * whole)
        if parents[i] >= 0:
            masses[parents[i]] = masses[parents[i]] + 0.5 * masses[i] / (1.0 + shares[i] * shares[i])
            forces[parents[i]] = forces[parents[i]] + 0.2 * forces[i] + whole
    speeds = []
    for i in range(n):
        above = speeds[parents[i]] if parents[i] >= 0 else t
        speed = shares[i]
        for k in range(5):  # long enough for a loop of its own
            speed = 0.5 * above + speed * (above * above + x[5 * i + k]) / (1.0 + above * above + speed * speed)
        speeds.append(speed)
    return tape, [*speeds, 2.5, *(v * s + v for v, s in zip(speeds, shares, strict=True)), c[0]], values


def described(parents, seed=0):
    """The text of it, what is given, and what is to be found."""
    tape, outputs, values = inwards_and_outwards(parents, seed)
    computed = values_at(tape, values)
    wanted = [computed[x.place] if isinstance(x, Number) else x for x in outputs]
    c, x = [[v for name, v in values.items() if name[0] == kind] for kind in "cx"]
    given = {"text": script(tape, [Path([], outputs)]), "c": c, "x": x, "t": values["t"], "size": len(outputs)}
    return given, wanted


TREES = {
    "chain": [*range(-1, 59)],
    "two chains": [*range(-1, 29), -1, *range(30, 59)],
    "comb": [-1 if k == 0 else k - 1 - k % 2 for k in range(60)],
    "star": [-1] + [0] * 59,
    "any tree": [-1, *(int(np.random.default_rng(k).integers(k)) for k in range(1, 60))],
}


@pytest.mark.parametrize("name", TREES)
def test_every_bit_is_that_of_the_record(name, tmp_path):
    pairs = [described(TREES[name], seed) for seed in range(3)]
    assert all("machine(" in given["text"] for given, _ in pairs), "too short to be compiled"
    found = in_node(tmp_path, MADE + RUN, [given for given, _ in pairs])
    assert found == [wanted for _, wanted in pairs]


def test_a_longer_chain_is_no_longer_text():
    short, long = (len(described([*range(-1, n - 1)])[0]["text"]) for n in (40, 80))
    assert long < 1.05 * short + 40 * len("_c[80] = c80; c80, \n"), "each body has a text of its own"


def test_the_equations_of_fifty_links_are_as_short_as_those_of_a_few():
    texts = model_of("hanging_chain", 5.0)["model"]
    assert len(texts["derivative"]) < 30_000, "the loops of the recursion are not found: it has 50 copies of each"
    assert len(texts["rows"]) < 70_000


def test_loops_are_found_between_other_steps():
    shapes = [9, *[1, 2, 3] * 20, 8, 7, *[1, 1, 4] * 30, 5]
    places = [[0], *([k] for k in range(60)), [0], [1], *([2 * k] for k in range(90)), [0]]
    found = loops(shapes, [20] * len(shapes), places)
    assert found == [Loop(1, 3, 20), Loop(63, 3, 30)]


def test_a_loop_takes_as_many_periods_as_its_numbers_need():
    """All steps are of one kind, as those of a vector's components; only every third number moves on evenly."""
    places = [[10 * (k // 3) + k % 3] for k in range(60)]
    assert loops(["+"] * 60, [20] * 60, places) == [Loop(0, 3, 20)]


def test_short_pieces_are_joined_or_stay_as_they_are():
    assert loops([1, 2] * 15, [3, 3] * 15, [[k] for k in range(30)]) == []
    (loop,) = loops([1, 2] * 50, [3, 3] * 50, [[k] for k in range(100)])
    assert loop.length % 2 == 0 and 3 * loop.length >= 40, "a loop of so few operations costs more than it saves"


def test_runs_end_where_places_do_not_move_on_as_before():
    pieces = [("a", [k, 100 - k]) for k in range(5)] + [("a", [50, 7]), ("a", [51, 6])] + [("b", [52, 5])]
    assert list(runs(pieces)) == [(0, 5), (5, 7), (7, 8)]
