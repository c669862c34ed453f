"""nbgrader for this course: solutions/ is its source, exercises/ its release.

Read by `make teach` (the formgrader page) and by plain `nbgrader` in this folder. The data of a class -
gradebook, submissions, feedback - is in workspace/grading/, which git ignores:

    workspace/grading/submitted/STUDENT/05-euler-lagrange/NOTEBOOK.ipynb
"""

from pathlib import Path

from mechanics.grading.nbgrader import configure

c = get_config()

course = Path(__file__).resolve().parent
grading = course / "workspace" / "grading"
(grading / "exchange").mkdir(parents=True, exist_ok=True)  # nbgrader creates neither of the two folders

c.CourseDirectory.root = str(course)
c.CourseDirectory.course_id = "mechanics"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "workspace/grading/submitted"
c.CourseDirectory.autograded_directory = "workspace/grading/autograded"
c.CourseDirectory.feedback_directory = "workspace/grading/feedback"
c.CourseDirectory.solution_directory = "workspace/grading/solution"
c.CourseDirectory.source_with_tests_directory = "workspace/grading/source_with_tests"
c.CourseDirectory.db_url = f"sqlite:///{grading / 'gradebook.db'}"
# Files next to the notebooks of an assignment that are not released: notes, and the input of `make keys`.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", "*.md", "*.py", "feedback"]

# Right answers in other words, which `mechanics lint-task` tries; they are never released.
c.Rewrites.path = "tests/tasks/rewrites/{task}.txt"

c.Exchange.root = str(grading / "exchange")  # without it the pages of nbgrader report an error at every start
c.Exchange.cache = str(grading / "cache")
# Archives of a learning platform: workspace/grading/downloaded/05-euler-lagrange/archive/
c.ZipCollectApp.downloaded_directory = "workspace/grading/downloaded"
c.ExportApp.plugin_class = "nbgrader.plugins.export.CsvExportPlugin"
c.CsvExportPlugin.to = str(grading / "grades.csv")

# An answer cell is released with its own "name = ..." line; a function's body keeps its docstring.
c.ClearSolutions.code_stub = {"python": "# your work here"}
# Autograding runs a submission in a sandbox and judges it outside, as `mechanics grade` does, whatever state the
# notebook is in. It refuses to run where the kernel of this machine forbids that. If you would run the code of these
# students with your own rights, for example in a container with nothing else in it, say so:
# c.SafeExecute.without_boundary = True
# Feedback is without hidden tests, scripts and addresses; errors of test cells are sentences; formulas need no network.
configure(c)
c.Execute.shutdown_kernel = "immediate"  # a kernel that has finished can be killed
c.SafeExecute.seconds_for_cell = 30  # of processor time when grading, however slow the machine is
c.Execute.timeout = 60  # s for a cell under *Validate*, as in `mechanics lab`: slow machines need more than 30
