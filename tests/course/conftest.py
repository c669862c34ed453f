"""The chapters, in the order of the book."""

from tests.conftest import CHECKOUT

CHAPTERS = sorted((CHECKOUT / "course").glob("*.ipynb"))
