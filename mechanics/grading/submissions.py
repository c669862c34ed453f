"""Submissions that their authors have edited: a copied cell must not stop the grading of a class."""

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor

__all__ = ["ForgetCopies"]


class ForgetCopies(NbGraderPreprocessor):
    """Make a plain cell of each copy of an answer or test cell.

    Runs after nbgrader's DeduplicateIds, which empties the marks of a copy; on the empty marks its next step would
    give up, and with it the whole run.
    """

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """Take empty marks away."""
        if cell.metadata.get("nbgrader") == {}:
            del cell.metadata["nbgrader"]
        return cell, resources
