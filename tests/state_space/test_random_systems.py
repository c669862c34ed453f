"""Random systems with transitions and inputs that jump, by another method at a hundredth of the tolerance.

A run may also end with a sentence, such as that of transitions that accumulate; then it ends so by both methods. A
motion that amplifies a shift of its start by ten thousand decides nothing; it is counted, and must stay rare.
"""

import numpy as np
import pytest

from mechanics.model import SimulationError

from .random_systems import draw

CLOSE, SHIFT = 1e-4, 1e-7


def outcome(system, *arguments, **options):
    """The run, or the error that ended it."""
    try:
        return system.run(*arguments, **options)
    except SimulationError as error:
        return error


def verdict(seed):
    """How the default run compares with one by Radau: same, sentence, sensitive, or what is wrong with it."""
    system = draw(seed)
    default, other = outcome(system, 1e-6), outcome(system, 1e-8, "Radau")
    ended = [isinstance(run, SimulationError) for run in (default, other)]
    if all(ended):
        return "sentence"
    if any(ended):
        return f"draw {seed}: only one of two methods ends with {default if ended[0] else other}"
    size = 1 + np.abs(other.x).max()
    if np.abs(default.x - other.x).max() <= CLOSE * size:
        return "same"
    shifted = outcome(system, 1e-8, "Radau", shift=SHIFT)
    if isinstance(shifted, SimulationError) or np.abs(shifted.x - other.x).max() > 1e4 * SHIFT * size:
        return "sensitive"
    names = [[(event.name, round(event.t, 6)) for event in run.events[:8]] for run in (default, other)]
    return f"draw {seed}: the runs differ by {np.abs(default.x - other.x).max():.3g}; events {names[0]} and {names[1]}"


def compare(seeds):
    verdicts = [verdict(seed) for seed in seeds]
    wrong = [v for v in verdicts if v not in ("same", "sentence", "sensitive")]
    assert not wrong, "\n".join(wrong)
    assert verdicts.count("sensitive") <= 0.02 * len(verdicts)
    assert verdicts.count("same") >= 0.7 * len(verdicts)


@pytest.mark.filterwarnings("ignore::mechanics.model.SimulationWarning")
def test_random_systems_move_the_same_by_another_method():
    compare(range(24))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore::mechanics.model.SimulationWarning")
@pytest.mark.parametrize("part", range(20))
def test_two_thousand_random_systems_move_the_same_by_another_method(part):
    compare(range(100 * part, 100 * part + 100))
