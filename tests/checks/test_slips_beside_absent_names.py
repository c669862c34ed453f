"""What stands for an absent package refuses every use; looking for a slip must not use it."""

from typing import Any

from sympy import Symbol

from mechanics.checks.slips_of_types import factors


class Absent:
    """As the page of a task has it for what does not run there."""

    def __getattr__(self, name: str) -> Any:
        raise ImportError(f"{name} does not run here")


def test_factors_are_found_beside_a_name_that_cannot_be_used():
    names = {"m": Symbol("m"), "g": 9.81, "l": Symbol("l"), "sketch": Absent()}
    assert factors("mgl", names) == ["m", "g", "l"]
