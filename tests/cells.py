"""Cells of a notebook by their ids; a test that asks for a cell which is gone fails with a sentence."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

__all__ = ["Cells"]


class Cells(dict[str, Any]):
    """Cells, or something of them, by id.

    Parameters
    ----------
    notebook : str
        Name of the notebook, for the message.
    items : iterable of (str, Any)
        Pairs of an id and what belongs to it.

    Raises
    ------
    AssertionError
        for an id that the notebook does not have; the message names the nearest ones.
    """

    def __init__(self, notebook: str, items: Iterable[tuple[str, Any]]) -> None:
        super().__init__(items)
        self.notebook = notebook

    def __missing__(self, id: str) -> Any:
        nearest = ", ".join(get_close_matches(id, self, 3, 0.0)) or "none: it has no cells of this kind"
        raise AssertionError(
            f"{self.notebook} has no cell with the id {id!r} that this test uses; the nearest ids are {nearest}. "
            "Give the cell its id back, or let the test use the one that replaced it."
        )
