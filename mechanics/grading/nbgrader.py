"""What makes any nbgrader course a safe one: two lines in its ``nbgrader_config.py``.

.. code-block:: python

    from mechanics.grading.nbgrader import configure

    configure(c)
"""

from nbgrader.preprocessors import AssignLatePenalties, CheckCellMetadata, LimitOutput, OverwriteCells
from traitlets.config import Config

from .assignment import RUBRIC
from .autograde import SafeExecute, SaveVerdicts, SubmittedNotebook
from .feedback import FeedbackPage
from .formulas import formgrader_templates

__all__ = ["configure"]


def configure(c: Config) -> None:
    """Let ``nbgrader autograde`` grade in a sandbox, and ``nbgrader generate_feedback`` write pages for students.

    Names of folders, the gradebook, late penalties and everything else stay as the course has them.

    Parameters
    ----------
    c : Config
        What ``get_config()`` gives in ``nbgrader_config.py``.
    """
    c.Autograde.exporter_class = SubmittedNotebook
    c.Autograde.sanitize_preprocessors = []  # the exporter gives the task's own cells
    c.Autograde.autograde_preprocessors = [
        SafeExecute,
        OverwriteCells,  # points and checksums from the gradebook
        LimitOutput,
        SaveVerdicts,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    c.CourseDirectory.ignore.append(RUBRIC)  # of `mechanics mark`, beside the notebooks; not for students
    c.GenerateFeedback.exporter_class = FeedbackPage
    # the formgrader's pages, too, have formulas without MathJax, which would be fetched from the network
    c.HTMLExporter.filters = {"markdown2html": "mechanics.grading.formulas.markdown2html"}
    c.HTMLExporter.extra_template_basedirs = formgrader_templates()
