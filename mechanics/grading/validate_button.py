"""The button *Validate* of JupyterLab, which does not call an answer right that is only noted: a server extension.

nbgrader's page knows two answers: "Success! Your notebook passes all the tests", and a list of cells that failed.
Where nothing is wrong but some answers are judged later, the second one is used to show a sentence in its place.
"""

from typing import Any

from nbgrader import utils
from nbgrader.server_extensions.validate_assignment import handlers
from nbgrader.validator import Validator

from .visible import is_noted

__all__ = ["HonestValidator"]

INSTEAD = "<style>#validation-message p, #validation-message pre:empty { display: none }</style>"


class HonestValidator(Validator):
    """nbgrader's validator, which also counts the answers that are only noted."""

    right = noted = 0

    def _get_failed_cells(self, nb: Any) -> list[Any]:
        checks = [cell for cell in nb.cells if utils.is_grade(cell) and not utils.is_solution(cell)]
        self.noted = sum(map(is_noted, checks))
        self.right = len(checks) - self.noted
        failed: list[Any] = super()._get_failed_cells(nb)
        return failed

    def validate(self, filename: str) -> Any:
        """Run a notebook.

        Parameters
        ----------
        filename : str
            Its path.

        Returns
        -------
        dict
            What nbgrader's page shows; empty where all answers are right.
        """
        found = super().validate(filename)
        if found or not self.noted:
            return found
        return {"failed": [{"source": "", "error": f"{INSTEAD}{self._said()}", "raw_error": self._said()}]}

    def _said(self) -> str:
        right = f"{self.right} answer is" if self.right == 1 else f"{self.right} answers are"
        noted = "1 is noted: it is" if self.noted == 1 else f"{self.noted} are noted: they are"
        return f"Nothing is wrong so far. {right} right, {noted} judged when the task is graded."


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(_app: Any) -> None:
    handlers.Validator = HonestValidator
